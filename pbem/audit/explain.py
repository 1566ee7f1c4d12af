"""Why something in a log is as it is: an event, or one step of what came of it, in words.

A judge asks why an order lapsed, why a roll was read so, why a unit went there, whether somebody
saw dice before he chose. Each answer cites events by number and paragraphs of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pbem.errors import FormError, IllegalOrder
from pbem.kit.cell import read_off
from pbem.kit.chance import TooManyWaysError, falls
from pbem.kit.contract import Game, Outcome, Question, RawOrder, Reading
from pbem.kit.dice import Dice
from pbem.kit.module import RulesModule
from pbem.kit.wording import counted, listed, share
from pbem.log.event import Event
from pbem.log.finding import BadLog, Finding
from pbem.play import guards
from pbem.play.lists import condition_text, write_text
from pbem.play.outcomes import (
    TABLE_OUTCOMES,
    Lapsed,
    LeftOut,
    Rolled,
    Settled,
    StandingLapsed,
)
from pbem.play.play import STOP, Play
from pbem.play.refusals import against
from pbem.play.rerun import Thrown, thrown
from pbem.table.library import Library
from pbem.table.moments import Place, events_to, steps_of
from pbem.table.table import Table
from pbem.table.telling import Telling, paragraph_words, tell_all

LEGAL_MOST = 8
"""So many other answers are named."""
TOUCHED_MOST = 12
"""So many steps are named that had to do with what an order names."""
CITED_MOST = 3
"""So many paragraphs are named of one order."""
ORDERS_MOST = 24
"""So many orders of a list are told each with its paragraph."""
BEHIND_MOST = 8
"""So many events behind the place are looked at for the dice of its event."""


class Cause(msgspec.Struct, frozen=True):
    """One thing to know: what it is ``about``, in words, and the steps and paragraphs cited.

    ``about``: ``event``, ``asked``, ``binds``, ``dice``, ``step``, ``order``, ``answer``,
    ``others``, ``guard``, ``before``, ``strengths``, ``table``, ``chances``, ``paragraph``,
    ``ruling``, ``refused``, ``allowed``, ``against``.
    """

    about: str
    text: str
    cites: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """Why a place in a log is as it is.

    ``at``: the place; ``told``: the step in words, empty for a whole event; ``causes``: in the
    order in which they are read; ``steps``: of a whole event what came of it, each with its number;
    ``finding``: why the event is not valid, null where it is.
    """

    at: str
    event: str
    by: str
    kind: str
    told: str
    causes: tuple[Cause, ...]
    steps: tuple[Cause, ...] = ()
    finding: Finding | None = None


class _Step(NamedTuple):
    """One step of the log: its place, and what happened, in words."""

    place: str
    telling: Telling


class _Story:
    """A log up to an event: the table before it and behind it, and every step so far."""

    def __init__(self, path: Path, library: Library, place: Place) -> None:
        self.path = path
        self.place = place
        self.library = library
        self.steps: list[_Step] = []
        self.standing: dict[tuple[str, str], int] = {}
        self.lists: dict[str, list[tuple[int, list[RawOrder]]]] = {}
        self.joined: dict[str, int] = {}
        self.diced: list[tuple[int, str]] = []
        self.gave: list[str] = []
        self.table = Table(library)
        self.before: Table | None = None
        self.outcomes: list[Outcome] = []
        self.bad: BadLog | None = None
        self.event = self._fold()

    def _fold(self) -> Event | None:
        """Return the event of the place; None where its line is no event at all."""
        last = -1
        for event in self._read():
            if isinstance(event, BadLog):
                if last + 1 != self.place.event:
                    raise self._not_good(last + 1, event)
                self.bad = event
                return None
            if event.seq == self.place.event:
                self.before = self.table.copy()
                if self.before.play is not None and self.table.play is not None:
                    self.before.play.doing = self.table.play.doing  # which no copy keeps
            try:
                self.table.take(event)
            except BadLog as bad:
                if event.seq != self.place.event:
                    raise self._not_good(event.seq, bad) from None
                self.bad = bad
                return event
            last = event.seq
            self._note(event)
            if event.seq == self.place.event:
                return event
        raise FormError(f"there is no event {self.place.event}: the last one is event {last}")

    def _read(self) -> Iterator[Event | BadLog]:
        try:
            yield from events_to(self.path, self.place)
        except BadLog as bad:
            yield bad

    def _not_good(self, seq: int, bad: BadLog) -> FormError:
        return FormError(
            f"event {seq} is not valid ({bad.finding.code}), so nothing behind it can be "
            f"explained: 'pbem explain' of event {seq} says why"
        )

    @property
    def seq(self) -> int:
        """The number of the event."""
        return self.place.event

    def _note(self, event: Event) -> None:
        self.outcomes = self.table.told()
        if event.kind == "join":
            self.joined[event.by] = event.seq
        # Who has given his part of the dice that are due, where several keep them.
        self.gave = [*self.gave, event.by] if event.kind == "dice" else []
        if event.kind == "dice":
            self.diced.append((event.seq, event.by))
        if event.kind == "orders":
            self.lists.setdefault(event.by, []).append((event.seq, event.data["orders"]))
        given = event.data.get("standing")
        if isinstance(given, dict):
            for known in [known for known in self.standing if known[0] == event.by]:
                del self.standing[known]
            for side in given:
                self.standing[event.by, side] = event.seq
        play = self.table.play
        if play is not None:
            told = tell_all(play, self.outcomes)
            self.steps += [_Step(f"{event.seq}.{n}", one) for n, one in enumerate(told, 1)]

    @property
    def groups(self) -> list[list[Outcome]]:
        """What came of the event, step by step."""
        return steps_of(self.outcomes)

    def play_before(self, step: int) -> Play | None:
        """Return the game before step number ``step`` of the event; None where there was none."""
        if self.before is None or self.before.play is None:
            return None
        play = self.before.play.copy()
        for group in self.groups[: step - 1]:
            for outcome in group:
                if not isinstance(outcome, TABLE_OUTCOMES):
                    play.game.apply(play.position, outcome)
        play.await_need()
        return play


def explain(path: Path, library: Library, place: Place) -> Explanation:
    """Explain an event of a log, or one step of it.

    Raises FormError where there is no such place or the log is not good up to there, BadLog where
    nothing is good, `LogFileError`.
    """
    story = _Story(path, library, place)
    event = story.event
    if event is None or story.bad is not None:
        assert story.bad is not None  # noqa: S101 - what is no event has a finding
        causes, told = list(_refused(story, story.bad.finding)), ""
    elif place.step is None:
        causes, told = list(_of_event(story, event)), ""
    else:
        if not 1 <= place.step <= len(story.groups):
            many = counted(len(story.groups), "step")
            raise FormError(f"event {story.seq} has {many}: there is no {place}")
        told = next(
            one.telling.text for one in story.steps if one.place == f"{story.seq}.{place.step}"
        )
        causes = list(_of_step(story, event, place.step))
    steps = [
        Cause("step", one.telling.text, (one.place, one.telling.paragraph))
        for one in (story.steps if place.step is None and story.bad is None else ())
        if one.place.partition(".")[0] == str(story.seq)
    ]
    return Explanation(
        at=str(place),
        event="" if event is None else event.id,
        by="" if event is None else event.by,
        kind="" if event is None else event.kind,
        told=told,
        causes=tuple(causes),
        steps=tuple(steps),
        finding=None if story.bad is None else story.bad.finding,
    )


# --- an event -----------------------------------------------------------------------------------


def _of_event(story: _Story, event: Event) -> Iterator[Cause]:
    before = story.before
    yield Cause(
        "event",
        f"{event.by} signed it{_with_key(story, event)}, on event {event.seq - 1}; {event.at} is "
        "what the author's clock said."
        if event.seq
        else f"{event.by} signed it{_with_key(story, event)}: the log begins with it.",
        (str(event.seq),),
    )
    if before is not None and event.seq:
        yield Cause("asked", f"What the game waited for: {before.pen().why}", (str(event.seq - 1),))
    yield from _binding(story, event)
    yield from _alternatives(story, event)
    yield from _allowed(story, event)


def _with_key(story: _Story, event: Event) -> str:
    """Say with which key an event is signed: who joins by it had none before."""
    tables = (story.before, story.table) if event.seq else (story.table,)
    signers = [who for table in tables if table is not None for who in table.roster.everybody()]
    sign = next((who.sign for who in signers if who.handle == event.by), None)
    return "" if sign is None else f" with the key {sign[:16]}..."


def _allowed(story: _Story, event: Event) -> Iterator[Cause]:
    """Say of each order of a list by which paragraph it could be given, as far as that is seen.

    Behind dice, and behind a question to somebody else, an order waits for its turn.
    """
    play = None if story.before is None else story.before.play
    if event.kind != "orders" or play is None or event.by in play.gone:
        return
    orders, tried = event.data["orders"], _behind(play, event, 0)
    for number, raw in enumerate(orders[:ORDERS_MOST], 1):
        asked = None if tried is None else tried.asked
        line = write_text(play, [raw])[0]
        waits = asked is None or asked.secret is not None or asked.side != event.data["side"]
        if tried is None or asked is None or waits:
            left = counted(len(orders) - number + 1, "order")
            yield Cause("allowed", f"From '{line}' on, {left} of the list waited for their turn.")
            return
        before, tried = tried, _behind(play, event, number)
        bare = guards.bare(raw)
        if raw != bare or bare["do"] == STOP:
            continue  # what a guard left out is told by its step
        came = () if tried is None else tried.told[len(before.told) :]
        cites = dict.fromkeys(filter(None, map(paragraph_words, came)))
        found = tuple(cites)[:CITED_MOST] or (asked.paragraph,)
        yield Cause("allowed", f"Order {number}, '{line}': allowed", found)
    if len(orders) > ORDERS_MOST:
        yield Cause("allowed", f"So on: the list has {len(orders)} orders.")


def _behind(play: Play, event: Event, count: int) -> Play | None:
    """Return the game behind the first orders of a list; None where they cannot stand alone."""
    tried = play.copy()
    standing = event.data.get("standing")
    if isinstance(standing, dict):
        tried.standing.pop(event.by, None)
    if count:
        try:
            tried.order(event.by, event.data["orders"][:count])
        except (FormError, IllegalOrder):
            return None
    return tried


def _alternatives(story: _Story, event: Event) -> Iterator[Cause]:
    """Say what else could have been answered to a question that is no phase's."""
    play = None if story.before is None else story.before.play
    if event.kind != "orders" or play is None or play.asked is None or play.asked.phase:
        return
    yield from _others(play, play.asked, event.data["orders"][:1], str(event.seq - 1))


def _binding(story: _Story, event: Event) -> Iterator[Cause]:
    """Say whose signature binds whom, and what its author could know of the dice."""
    match event.kind:
        case "dice":
            yield from _dice_bind(story, event)
        case "join":
            yield Cause(
                "binds",
                f"With it {event.by} fixed a key of dice for this game, before there was any "
                "order: what it gives for an event, it gives once.",
                (str(event.seq),),
            )
        case "open":
            yield Cause("binds", "It fixes rules, options, seats and keys for the game.", ("0",))
        case "ruling":
            yield Cause("binds", "It is the umpire's word: no die and no piece moves by it.", ())
        case _:
            yield Cause(
                "binds",
                f"{event.by}'s signature fixes every word of it: a second event {event.seq} by "
                f"{event.by} on event {event.seq - 1} would be a fork, which the two signatures "
                "prove.",
                (str(event.seq),),
            )
            yield from _saw(story, event)


def _dice_bind(story: _Story, event: Event) -> Iterator[Cause]:
    before = story.before
    owed = None if before is None else before.dicing
    policy = None if story.table.opening is None else story.table.opening.dice
    if owed is None:
        return
    cites = (str(owed.seq), str(event.seq))
    if policy == "self":
        yield Cause(
            "dice",
            f"{event.by} kept the dice alone in this game and could have chosen event {owed.seq} "
            "by what it would roll, and the log says so where it was opened.",
            cites,
        )
        return
    keepers = list(dict.fromkeys([*story.gave, *(one.handle for one in owed.keepers)]))
    fixed = [story.joined[one] for one in keepers if one in story.joined]
    keys = f"the key{'s' if len(keepers) > 1 else ''} that {listed(keepers)} fixed"
    when = f" in event {' and '.join(map(str, fixed))}" if fixed else ""
    yield Cause(
        "dice",
        f"The dice follow from event {owed.seq} (by {owed.by}), word for word, and from {keys}"
        f"{when}. One proof fits, and it was checked: nobody could choose them, and only by not "
        f"answering could {event.by} keep them back.",
        (*cites, *map(str, fixed)),
    )
    without = "these keys" if len(keepers) > 1 else "that key"
    yield Cause(
        "dice",
        f"{owed.by} signed event {owed.seq} without {without}, and could not know them, unless "
        f"{listed(keepers)} helped {owed.by}; whoever gave them had event {owed.seq} first, "
        "which was signed and fixed by then.",
        cites,
    )


def _saw(story: _Story, event: Event) -> Iterator[Cause]:
    """Say of somebody who chose which dice he had seen, and which he had not."""
    seen = [seq for seq, _ in story.diced if seq < event.seq]
    if seen:
        yield Cause(
            "dice",
            f"{event.by} had seen the dice up to event {seen[-1]} when writing this, as the order "
            "of the events says: each event names the one before it.",
            (str(seen[-1]), str(event.seq)),
        )
    follows = _next_dice(story)
    if follows is not None:
        seq, by = follows
        self_kept = story.table.opening is not None and story.table.opening.dice == "self"
        knew = (
            f"which {event.by} keeps alone and could have known"
            if self_kept
            else f"which are made of event {event.seq} itself and of a key of somebody else: when "
            f"it was signed nobody could know them, unless {by} helped {event.by}"
        )
        yield Cause(
            "dice",
            f"{event.by} had not seen the dice of event {seq} (given by {by}), {knew}.",
            (str(event.seq), str(seq)),
        )
    elif story.table.dicing is not None and story.table.dicing.seq == event.seq:
        owes = story.table.pen().handle
        yield Cause("dice", f"The dice for it are not there yet: {owes} owes them.", ())


def _next_dice(story: _Story) -> tuple[int, str] | None:
    """Return the event that gives the dice for this one, and its author; None if it has none."""
    dicing = story.table.dicing
    if dicing is None or dicing.seq != story.seq:
        return None
    table = story.table.copy()
    try:
        for event in events_to(story.path, story.place):
            if event.seq <= story.seq:
                continue
            if event.seq > story.seq + BEHIND_MOST:
                break
            table.take(event)
            if event.kind == "dice" and table.dicing is None:
                return event.seq, event.by
    except (BadLog, FormError):
        pass  # what comes behind is not good, so there are no dice
    return None


# --- a step -------------------------------------------------------------------------------------


def _of_step(story: _Story, event: Event, step: int) -> Iterator[Cause]:
    group = story.groups[step - 1]
    first = group[0]
    play = story.play_before(step)
    match first:
        case Rolled():
            yield from _rolled(story, step, group)
        case Lapsed():
            yield from _lapsed(story, step, first)
        case LeftOut():
            yield from _left_out(play, first)
        case Settled():
            yield from _settled(story, play, first)
        case StandingLapsed():
            yield Cause("answer", f"The standing answer was not legal then: {first.why}.",
                        (first.paragraph,))  # fmt: skip
        case _:
            yield from _outcome(story, event, step, first)
    yield from _paragraph(story, paragraph_words(first))


def _outcome(story: _Story, event: Event, step: int, outcome: Outcome) -> Iterator[Cause]:
    """Explain what the rules told: how it was read, and what order or roll it came of."""
    play = story.play_before(step)
    reading = None if play is None else _reading(play.game, outcome)
    if play is not None and reading is not None:
        yield from _read(play, reading, outcome)
    at = sum(map(len, story.groups[: step - 1]))
    roll = next((one for one in reversed(_thrown(story)) if one.first <= at), None)
    if roll is not None:
        yield from _doing(story, roll)
        if reading is not None:
            yield from _chances(play, roll)
    elif event.kind == "orders":
        told = f"It came of {event.by}'s orders in event {event.seq}."
        yield Cause("order", told, (str(event.seq),))
    settled = story.groups[step - 2][0] if step > 1 else None
    if isinstance(settled, Settled):
        yield from _settled(story, story.play_before(step - 1), settled)


def _reading(game: Game[Any, Any], outcome: Outcome) -> Reading | None:
    """Return what an outcome decides; None of the table's own, and of a game that does not say."""
    if isinstance(outcome, TABLE_OUTCOMES) or not hasattr(game, "reading"):
        return None
    return game.reading(outcome)


def _read(play: Play, reading: Reading, outcome: Outcome) -> Iterator[Cause]:
    terms = play.game.terms(play.position)
    if terms:
        told = ", ".join(f"{one.what} {one.amount} [{one.paragraph}]" for one in terms)
        yield Cause(
            "strengths", f"Compared: {told}.", tuple({one.paragraph: None for one in terms})
        )
    cell = read_off(play.game.charts(), reading)
    if cell is None:
        return
    if cell.column:
        where = f"column {cell.column}, {cell.row}: {cell.text}"
    else:
        where = f"the line that says: {cell.text}"
    column = f" The column used is {reading.column}." if reading.column else ""
    yield Cause(
        "table",
        f"Read off '{cell.chart}', {where} ({cell.provenance}).{column}",
        (outcome.paragraph,),
    )


def _thrown(story: _Story) -> list[Thrown]:
    """Return the rolls of a dice event, with what stood before each."""
    play = None if story.before is None else story.before.play
    if play is None or play.due is None or not any(isinstance(o, Rolled) for o in story.outcomes):
        return []
    return thrown(play, story.outcomes)


def _doing(story: _Story, roll: Thrown) -> Iterator[Cause]:
    """Say which order the dice were rolled for."""
    if roll.doing is None or story.before is None or story.before.play is None:
        return
    side, raw = roll.doing
    line = write_text(story.before.play, [raw])[0]
    by = story.before.play.seats.get(side, side)
    where = _list_of(story, by, raw)
    cites = () if where is None else (str(where),)
    signed = "" if where is None else f", signed in event {where}"
    yield Cause("order", f"The order that led to it: '{line}' of {side} ({by}){signed}.", cites)


def _rolled(story: _Story, step: int, group: Sequence[Outcome]) -> Iterator[Cause]:
    """Explain dice: what for, whose order, what they were read as, and what else they could say."""
    at = sum(map(len, story.groups[: step - 1]))
    roll = next((one for one in reversed(_thrown(story)) if one.first <= at), None)
    if roll is not None:
        yield from _doing(story, roll)
    play = story.play_before(step)
    if play is None:
        return
    yield from _chances(play, roll)
    game = play.game
    for number, later in enumerate(story.groups[step:], step + 1):
        if isinstance(later[0], Rolled) and later[0].purpose != getattr(group[0], "purpose", ""):
            break
        reading = _reading(game, later[0])
        if reading is not None:
            before = story.play_before(number)
            assert before is not None  # noqa: S101 - there was one before the dice
            yield Cause("step", f"It was read in step {number}: {game.tell(later[0])}",
                        (f"{story.seq}.{number}", later[0].paragraph))  # fmt: skip
            yield from _read(before, reading, later[0])
            return


def _chances(play: Play | None, roll: Thrown | None) -> Iterator[Cause]:
    """Say with what chance each result comes of the dice, as they were due."""
    if play is None or roll is None:
        return
    found = chances(play.game, roll)
    if len(found) > 1:
        told = ", ".join(f"{result or 'no result'} {share(chance)}" for result, chance in found)
        yield Cause("chances", f"Of these dice, before they fell: {told}.", (roll.roll.paragraph,))


def chances(game: Game[Any, Any], roll: Thrown) -> list[tuple[str, Fraction]]:
    """Return each first result that dice could have had, with its chance, likeliest first.

    Nothing where they read no result, or can fall in too many ways.
    """
    found: dict[str, Fraction] = {}

    def rolled(dice: Dice) -> str:
        position = msgspec.msgpack.decode(
            msgspec.msgpack.encode(roll.position), type=game.position_type
        )
        urns = roll.urns.copy()
        told = ""
        for outcome in game.roll(position, dice, urns):
            reading = _reading(game, outcome)
            if reading is not None:
                told = reading.result
            game.apply(position, outcome)
        return told

    try:
        for chance, result in falls(game, roll.position, roll.urns, rolled, most=20_000):
            found[result] = found.get(result, Fraction(0)) + chance
    except TooManyWaysError:
        return []
    return sorted(found.items(), key=lambda one: -one[1]) if any(found) else []


def _list_of(story: _Story, by: str, raw: RawOrder) -> int | None:
    """Return the event in which somebody gave an order, the last one that has it."""
    for seq, orders in reversed(story.lists.get(by, [])):
        if any(guards.bare(one) == guards.bare(raw) for one in orders):
            return seq
    return None


def _lapsed(story: _Story, step: int, lapsed: Lapsed) -> Iterator[Cause]:
    """Explain an order that had become impossible: when it was signed, and what came since."""
    seq = _list_of(story, lapsed.by, lapsed.order)
    if seq is not None:
        yield Cause("order", f"{lapsed.by} signed it in event {seq}, for whatever would come.",
                    (str(seq),))  # fmt: skip
    yield Cause("refused", f"When its turn came it was not legal: {lapsed.why}.",
                (lapsed.paragraph,) if lapsed.paragraph else ())  # fmt: skip
    names = _names(lapsed.order)
    here = f"{story.seq}.{step}"
    places = [one.place for one in story.steps]
    since = [
        one
        for one in story.steps[: places.index(here)]
        if int(one.place.partition(".")[0]) >= (0 if seq is None else seq)
        and names & set(_words(one.telling.text))
    ]
    for one in since[-TOUCHED_MOST:]:
        yield Cause("before", one.telling.text, (one.place, one.telling.paragraph))


def _names(value: Any) -> set[str]:
    """Return the names of units and places in an order, as they stand in sentences."""
    if isinstance(value, str):
        return {value.rpartition(":")[2]} if any(sign.isdigit() for sign in value) else set()
    if isinstance(value, dict):
        return set().union(*(_names(one) for key, one in value.items() if key != "do"), set())
    if isinstance(value, list | tuple):
        return set().union(*map(_names, value), set())
    return set()


def _words(text: str) -> Iterable[str]:
    return (word.strip(".,;:()'") for word in text.split())


def _left_out(play: Play | None, left: LeftOut) -> Iterator[Cause]:
    """Explain a guard that did not hold: each fact in it, and what it was."""
    yield Cause("guard", f"It was to be done only if '{condition_text(left.when)}'.", ())
    if play is None:
        return
    for fact, args in _facts(left.when):
        value = play.game.fact(play.position, fact, args)
        shown = ("no", "yes")[value] if isinstance(value, bool) else value
        told = f"{' '.join((fact, *args))} was {'nothing' if shown == '' else shown}."
        yield Cause("guard", told, (left.paragraph,))


def _facts(when: Any) -> Iterator[tuple[str, list[str]]]:
    if "fact" in when:
        yield when["fact"], list(when["args"])
    for key in ("not", "all", "any"):
        parts = when.get(key, ())
        for part in parts if isinstance(parts, list) else [parts] if parts else ():
            yield from _facts(part)


def _settled(story: _Story, play: Play | None, settled: Settled) -> Iterator[Cause]:
    """Explain an answer that made no event: who had given it when, and what else was legal."""
    side = settled.side
    by = "" if story.before is None else story.before.seats.get(side, side)
    match settled.how:
        case "standing":
            seq = story.standing.get((by, side))
            when = "before" if seq is None else f"in event {seq}"
            dice = story.event is not None and story.event.kind == "dice"
            blind = " They were fixed before the dice of this event were there." if dice else ""
            yield Cause(
                "answer",
                f"{by} was not asked: the standing answers of {by}, signed {when}, say it.{blind}",
                () if seq is None else (str(seq),),
            )
        case "only":
            yield Cause("answer", "Nobody was asked: no other answer was legal.",
                        (settled.paragraph,))  # fmt: skip
        case _:
            yield Cause("answer", f"{by} was out of the game: as little as may be was chosen.", ())
    if play is not None and play.asked is not None and settled.how == "standing":
        yield from _others(play, play.asked, [settled.order], "")


def _others(
    play: Play, asked: Question, chosen: Sequence[Mapping[str, Any]], at: str
) -> Iterator[Cause]:
    """Say what other answers were legal."""
    if asked.secret is not None:
        return
    game = play.game
    took = [dict(one) for one in chosen]
    lines = [
        game.text(order)
        for order in islice(game.legal(play.position), LEGAL_MOST + 2)
        if game.write_order(order) not in took
    ]
    if not lines:
        yield Cause("others", "No other answer was legal.", (asked.paragraph,))
        return
    more = " and others" if len(lines) > LEGAL_MOST else ""
    told = listed(f"'{line}'" for line in lines[:LEGAL_MOST])
    where = f" (pbem legal FILE --at {at})" if at else ""
    yield Cause("others", f"Legal besides: {told}{more}{where}.", (asked.paragraph,))


def _paragraph(story: _Story, name: str) -> Iterator[Cause]:
    """Say what a paragraph means here, in this project's words."""
    rules, _ = story.library.load(story.table.rules_now())
    if not name or not isinstance(rules, RulesModule):
        return
    meanings = rules.meanings()
    for one in (name, name[:-1]):
        if one in meanings.paragraphs:
            yield Cause("paragraph", f"[{one}] {meanings.paragraphs[one]}", (one,))
            for ruling in meanings.on(one):
                yield Cause(
                    "ruling",
                    f"Ruling {ruling}: {meanings.rulings[ruling].text.rstrip('.')}.",
                    (ruling,),
                )
            return


# --- what is not valid ----------------------------------------------------------------------------


def _refused(story: _Story, found: Finding) -> Iterator[Cause]:
    """Explain why an event is not valid: the order at fault, as far as the rules can say."""
    yield Cause("refused", found.message, (found.code,))
    event, before = story.event, story.before
    if before is None or before.play is None or event is None or found.code != "orders.illegal":
        return
    play = before.play.copy()
    yield Cause("asked", f"What the game waited for: {before.pen().why}", (str(event.seq - 1),))
    for number in range(1, len(event.data["orders"]) + 1):
        tried = play.copy()
        try:
            tried.order(event.by, event.data["orders"][:number])
        except FormError:
            return
        except IllegalOrder as error:
            line = write_text(play, [event.data["orders"][number - 1]])[0]
            told = f"Order {number} of the list, '{line}': {error}"
            yield Cause("order", told, (error.paragraph,))
            yield from _paragraph(story, error.paragraph)
            yield from _also_against(story, event, number, error)
            return


def _also_against(story: _Story, event: Event, number: int, error: IllegalOrder) -> Iterator[Cause]:
    """Say what else is against an order of a list: of several units, against each one alone."""
    assert story.before is not None  # noqa: S101 - the caller looked
    assert story.before.play is not None  # noqa: S101
    tried = _behind(story.before.play, event, number - 1)
    if tried is None or tried.asked is None:
        return
    try:
        order = tried.game.read_order({**guards.bare(event.data["orders"][number - 1])})
    except FormError:
        return
    said = {(error.paragraph, error.why)}
    for one in against(tried, order):
        if (one.paragraph, one.why) in said:
            continue
        said.add((one.paragraph, one.why))
        more = f" {one.instead}" if one.instead else ""
        yield Cause("against", f"And '{one.order}' alone: {one.why}.{more}", (one.paragraph,))
        yield from _paragraph(story, one.paragraph)

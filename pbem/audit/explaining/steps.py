"""Why a step of what came of an event is as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.audit.explaining.others import others
from pbem.audit.explaining.rolls import (
    doing,
    read_with,
    reading_of,
    reported_chances,
    rolled,
    thrown_of,
)
from pbem.audit.explaining.story import Cause, Story, list_of, paragraph
from pbem.kit.contract import Outcome
from pbem.log.event import Event
from pbem.play.lists import condition_text
from pbem.play.outcomes import Lapsed, LeftOut, Rolled, Settled, StandingLapsed, is_replaced
from pbem.play.play import Play
from pbem.table.words.reporting import paragraph_words

TOUCHED_MOST = 12
"""So many steps are named that had to do with what an order names."""


def of_step(story: Story, event: Event, step: int) -> Iterator[Cause]:
    """Say why a step of what came of an event is as it is; ``step``: its number, from 1."""
    group = story.groups[step - 1]
    first = group[0]
    play = story.play_before(step)
    match first:
        case Rolled():
            yield from rolled(story, step, group)
        case Lapsed() if is_replaced(first):
            reported = (
                f"{first.by} sent a new list, which replaces the waiting orders of the old one."
            )
            yield Cause("order", reported, (str(event.seq),))
        case Lapsed():
            yield from _skipped(story, step, first)
        case LeftOut():
            yield from _left_out(play, first)
        case Settled():
            yield from _settled(story, play, first)
        case StandingLapsed():
            yield Cause("answer", f"The standing order was not legal then: {first.why}.",
                        (first.paragraph,))  # fmt: skip
        case _:
            yield from _outcome(story, event, step, first)
    yield from paragraph(story, paragraph_words(first))


def _outcome(story: Story, event: Event, step: int, outcome: Outcome) -> Iterator[Cause]:
    """Explain what the rules reported: how it was read, and what order or roll it came of."""
    play = story.play_before(step)
    reading = None if play is None else reading_of(play.game, outcome)
    if play is not None and reading is not None:
        yield from read_with(play, reading, outcome)
    at = sum(map(len, story.groups[: step - 1]))
    roll = next((one for one in reversed(thrown_of(story)) if one.first <= at), None)
    if roll is not None:
        yield from doing(story, roll)
        if reading is not None:
            yield from reported_chances(play, roll)
    elif event.kind == "orders":
        reported = f"It followed from {event.by}'s orders in event {event.seq}."
        yield Cause("order", reported, (str(event.seq),))
    settled = story.groups[step - 2][0] if step > 1 else None
    if isinstance(settled, Settled):
        yield from _settled(story, story.play_before(step - 1), settled)


def _skipped(story: Story, step: int, skipped: Lapsed) -> Iterator[Cause]:
    """Explain an order that had become impossible: when it was signed, and what came since."""
    seq = list_of(story, skipped.by, skipped.order)
    if seq is not None:
        yield Cause("order", f"{skipped.by} signed it in event {seq}, to be done later.",
                    (str(seq),))  # fmt: skip
    yield Cause("refused", f"When its turn came it was not legal: {skipped.why}.",
                (skipped.paragraph,) if skipped.paragraph else ())  # fmt: skip
    names = _names(skipped.order)
    here = f"{story.seq}.{step}"
    places = [one.place for one in story.steps]
    since = [
        one
        for one in story.steps[: places.index(here)]
        if int(one.place.partition(".")[0]) >= (0 if seq is None else seq)
        and names & set(_words(one.reporting.text))
    ]
    for one in since[-TOUCHED_MOST:]:
        yield Cause("before", one.reporting.text, (one.place, one.reporting.paragraph))


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
    yield Cause("guard", f"The order holds only if '{condition_text(left.when)}'.", ())
    if play is None:
        return
    for fact, args in _facts(left.when):
        value = play.game.fact(play.position, fact, args)
        shown = ("no", "yes")[value] if isinstance(value, bool) else value
        reported = f"{' '.join((fact, *args))} was {'nothing' if shown == '' else shown}."
        yield Cause("guard", reported, (left.paragraph,))


def _facts(when: Any) -> Iterator[tuple[str, list[str]]]:
    if "fact" in when:
        yield when["fact"], list(when["args"])
    for key in ("not", "all", "any"):
        parts = when.get(key, ())
        for part in parts if isinstance(parts, list) else [parts] if parts else ():
            yield from _facts(part)


def _settled(story: Story, play: Play | None, settled: Settled) -> Iterator[Cause]:
    """Explain an answer that made no event: who had given it when, and what else was legal."""
    side = settled.side
    by = "" if story.before is None else story.before.seats.get(side, side)
    match settled.how:
        case "standing":
            seq = story.standing.get((by, side))
            when = "before" if seq is None else f"in event {seq}"
            dice = story.event is not None and story.event.kind == "dice"
            blind = " They were signed before these dice were rolled." if dice else ""
            yield Cause(
                "answer",
                f"pbem did not ask {by}, whose standing orders, signed {when}, answer it.{blind}",
                () if seq is None else (str(seq),),
            )
        case "only":
            yield Cause("answer", "pbem asked nobody, because only one answer was legal.",
                        (settled.paragraph,))  # fmt: skip
        case _:
            reported = f"{by} was out of the game, so pbem chose the least possible."
            yield Cause("answer", reported, ())
    if play is not None and play.asked is not None and settled.how == "standing":
        yield from others(play, play.asked, [settled.order], "")

"""A whole turn written ahead as one list, with guards on what depends on dice still to come.

The active player plays the turn several times in advance, each time with other dice and by the
computer player's policy (`Game.sensible`): these are *rehearsals*. An order that all of them give
is in the list as it is. An order that only some give has a condition: facts of the game about
things that the order names. They hold where it was given and not where another was given. So do
answers to the questions that interrupt these orders. The table carries the list out; what it does
not foresee is left to standing orders, or asked.

Nothing here knows a die of the game: a rehearsal is a copy of the position as everybody sees it,
and its dice come from the seed of the author.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.kit.contract import Fact, Game, Question, RawOrder
from pbem.kit.copying import copied
from pbem.kit.dice import Dice
from pbem.play import guards
from pbem.play.outcomes import Settled
from pbem.play.play import Play
from pbem.play.refusals import is_legal

REHEARSALS = 8
"""How often a turn is played in one's head before it is written."""

ORDERS_MOST = 1000
"""Orders that one event may hold (protocol section 4)."""

LAST = 1 << 30
"""The number of a batch that ends its phase, which comes after all others in every rehearsal."""

Condition = dict[str, Any]
Key = tuple[int, int]
"""Which phase of the turn, which batch of orders in it."""


class Answered(msgspec.Struct):
    """The answer to an interruption, and the position in which it was asked."""

    question: str
    raw: RawOrder
    position: Any


class Step(msgspec.Struct):
    """An order carried out in a rehearsal, and what was asked of its author because of it.

    ``position``: as it stood when its turn came.
    """

    raw: RawOrder
    position: Any
    follow: list[Answered] = []


class Batch(msgspec.Struct):
    """The orders at once for a phase, in the position in which it was asked.

    ``planned``: the spelling of every order, of those as well that were impossible in their turn.
    """

    position: Any
    steps: list[Step] = []
    planned: set[bytes] = set()


class Line(msgspec.Struct):
    """An order that some rehearsals gave at the same place: number of the rehearsal -> its step."""

    raw: RawOrder
    given: dict[int, Step] = {}


World = dict[Key, Batch]
"""One rehearsal of a turn."""


class Ahead:
    """A player who writes turns ahead: a function of ``seed`` and of what was seen.

    ``deal`` makes the dice of a rehearsal of a generator of random numbers.
    """

    def __init__(self, seed: int, deal: Callable[[random.Random], Dice]) -> None:
        self._rng = random.Random(f"ahead {seed}")  # noqa: S311 - nobody has to trust these dice
        self._deal = deal

    def write(self, play: Play) -> list[RawOrder]:
        """Return the list for what is asked now, up to the end of the turn of who is asked.

        The play is left as it is. Nobody may be asked for a secret choice.
        """
        asked = _asked(play)
        seed = self._rng.getrandbits(32)
        dealt = [random.Random(self._rng.getrandbits(32)) for _ in range(REHEARSALS)]  # noqa: S311
        me = play.seats[asked.side]
        if not asked.phase and any(listed.by != me for listed in play.lists):
            return [_sensible(play, seed)[0]]  # it interrupts somebody else's turn
        worlds = [Rehearsal(play, seed).run(self._deal(rng)) for rng in dealt]
        return list(Script(play.game, asked.side, worlds).orders())[:ORDERS_MOST]


class Rehearsal:
    """One turn played in somebody's head, order by order, by their own policy.

    ``seed``: that of the computer player whose policy it is.
    """

    def __init__(self, play: Play, seed: int) -> None:
        self._play = play.copy()
        self._me = play.seats[_asked(play).side]
        # They would rather decide themselves what their standing orders would decide for them.
        self._play.standing.pop(self._me, None)
        self._seed = seed
        self._turn = self._turn_now()
        self._phase, self._runs = "", 0
        self._batches: Counter[int] = Counter()
        self._world: World = {}
        self._last = Step({}, None)

    def run(self, dice: Dice) -> World:
        """Play to the end of the turn; return what was ordered on the way."""
        # The question that is asked now, if it interrupts, has no order of mine before it.
        self._world[0, 0] = Batch(self._position(), [self._last])
        while self._to_my_phase(dice):
            self._enter(_asked(self._play).name)
            run = self._runs
            batch = self._give(dice)
            if not batch.steps:
                break  # nothing that they want is possible: they have to be asked
            ended = self._world.pop((run, LAST), None)
            batch.steps += ended.steps if ended else []
            ends = any(step.raw["do"] == "end" for step in batch.steps)
            self._world[run, LAST if ends else self._batches[run]] = batch
            self._batches[run] += 1
        return self._world

    def _give(self, dice: Dice) -> Batch:
        """Order what the policy wants for a phase, one order after the other."""
        play = self._play
        phase = _asked(play).name, self._runs
        batch = Batch(self._position())
        for raw in _sensible(play, self._seed):
            batch.planned.add(_spelt(raw))
            if not self._to_my_phase(dice) or (_asked(play).name, self._runs) != phase:
                continue
            order = play.game.read_order(raw)
            if not is_legal(play, order):
                continue
            step = Step(raw, self._position())
            batch.steps.append(step)
            self._last = step
            play.order(self._me, [raw])
        return batch

    def _to_my_phase(self, dice: Dice) -> bool:
        """Go on to my next phase question of this turn; False where the turn is over."""
        play = self._play
        while play.result is None:
            self._note_phases()
            if play.due is not None:
                play.roll(dice)
                continue
            asked = _asked(play)
            mine = play.seats[asked.side] == self._me
            if asked.secret is not None:
                return False
            if asked.phase:
                return mine and self._turn_now() == self._turn
            raw = _sensible(play, self._seed)[0]
            if mine:
                self._last.follow.append(Answered(asked.name, raw, self._position()))
            play.order(play.seats[asked.side], [raw])
        return False

    def _note_phases(self) -> None:
        """Write down what was not asked, since nothing else was possible.

        In a list it has to stand: the order after it would be looked at first.
        """
        for outcome in self._play.forget():
            if not isinstance(outcome, Settled) or self._play.seats[outcome.side] != self._me:
                continue
            if outcome.order["do"] != "end":
                answered = Answered(outcome.question, outcome.order, self._position())
                self._last.follow.append(answered)
            else:
                self._enter(outcome.question)
                self._last = Step(outcome.order, self._position())
                self._world[self._runs, LAST] = Batch(self._position(), [self._last])

    def _enter(self, phase: str) -> None:
        if phase != self._phase:
            self._phase, self._runs = phase, self._runs + 1

    def _turn_now(self) -> int:
        game = self._play.game
        return int(game.fact(self._play.position, "turn", ())) if "turn" in game.facts else 0

    def _position(self) -> Any:
        """Return the position as it stands now; it goes on changing."""
        return copied(self._play.position)


class Script:
    """Rehearsals of a turn of ``side`` made into one list."""

    def __init__(self, game: Game[Any, Any], side: str, worlds: Sequence[World]) -> None:
        self._game = game
        self._side = side
        self._worlds = worlds
        self._written: dict[int, set[bytes]] = {}

    def orders(self) -> Iterator[RawOrder]:
        """Yield the orders of all rehearsals, phase by phase and batch by batch, each once."""
        keys = sorted({key for world in self._worlds for key in world})
        for key in keys:
            for line in self._lines(key):
                when = self._told_apart(key, line) if line.raw else []
                if when is None:
                    continue
                if line.raw:
                    yield _guarded(line.raw, when)
                yield from self._answers(line)

    def _lines(self, key: Key) -> list[Line]:
        """Return the orders at one place: as the first rehearsal gave them, then others; ends last.

        An order that another rehearsal gave at an earlier place of this phase already is not given
        again.
        """
        before = self._written.setdefault(key[0], set())
        found: dict[bytes, Line] = {}
        for number, world in enumerate(self._worlds):
            for step in world[key].steps if key in world else ():
                spelt = _spelt(step.raw)
                if spelt not in before or spelt in self._earlier(world, key):
                    found.setdefault(spelt, Line(step.raw, {})).given.setdefault(number, step)
        before.update(found)
        return sorted(found.values(), key=lambda line: line.raw.get("do") == "end")

    @staticmethod
    def _earlier(world: World, key: Key) -> set[bytes]:
        """Return what a rehearsal had ordered in this phase before."""
        return {
            _spelt(step.raw)
            for (run, number), batch in world.items()
            if run == key[0] and number < key[1]
            for step in batch.steps
        }

    def _told_apart(self, key: Key, line: Line) -> list[Condition] | None:
        """Return what holds where an order was given and not elsewhere; None to leave it out.

        A rehearsal that does without the order and cannot be reported from those that give it votes
        against it.
        """
        if line.raw["do"] == "end":
            return []
        against: list[Any] = []
        for world in self._worlds:
            batch = world.get(key) or world.get((key[0], LAST))
            # If nothing was planned, nothing else was possible, and the order would be skipped.
            if batch is not None and batch.planned and _spelt(line.raw) not in batch.planned:
                against.append(batch.position)
        given = [step.position for step in line.given.values()]
        begun = [self._worlds[number][key].position for number in line.given]
        chosen, left = self._separate(_names(line.raw), given, begun, against)
        return chosen if len(left) <= len(given) else None

    def _answers(self, line: Line) -> Iterator[RawOrder]:
        """Yield what was answered to the questions after an order, each where it was."""
        asked: dict[str, dict[bytes, list[Answered]]] = {}
        for step in line.given.values():
            for one in step.follow:
                asked.setdefault(one.question, {}).setdefault(_spelt(one.raw), []).append(one)
        for answers in asked.values():
            ranked = sorted(answers.values(), key=len, reverse=True)
            found: list[RawOrder] = []
            for mine in ranked:
                names = [*_names(mine[0].raw), *_names(line.raw)]
                given = [one.position for one in mine]
                others = [one.position for other in ranked if other is not mine for one in other]
                when, _ = self._separate(names, given, [], others)
                found.append(_guarded(mine[0].raw, when))
            # The answer in any other case comes last: nothing after it is ever looked at.
            yield from sorted(found, key=lambda raw: raw["do"] != "if")

    def _separate(
        self, names: list[str], given: list[Any], begun: list[Any], against: list[Any]
    ) -> tuple[list[Condition], list[Any]]:
        """Choose facts about ``names`` that hold in the positions ``given`` and not in others.

        Return what they leave unparted too. They hold in the positions ``begun`` as well: what the
        orders of the same batch changed before says nothing about dice.
        """
        if not against:
            return [], []
        chosen: list[Condition] = []
        facts = [dict(_facts(self._game, self._side, position, names)) for position in given]
        able = [
            condition
            for condition in _conditions(self._game.facts, facts)
            if all(guards.holds(condition, self._game, position) for position in begun)
        ]
        while against and able:
            kept = {
                i: [p for p in against if guards.holds(one, self._game, p)]
                for i, one in enumerate(able)
            }
            best = min(kept, key=lambda i: (len(kept[i]), i))
            if len(kept[best]) == len(against):
                break
            chosen.append(able.pop(best))
            against = kept[best]
        return chosen, against


def _conditions(
    facts: Mapping[str, Fact], given: list[dict[tuple[str, str], Any]]
) -> Iterator[Condition]:
    """Yield what holds in all positions given: yes or no first, then texts, then numbers."""
    kinds = ("yes or no", "text", "number")
    common = set(given[0]).intersection(*given[1:])
    for name, about in sorted(common, key=lambda key: (kinds.index(facts[key[0]].value), key)):
        values = {one[name, about] for one in given}
        fact: Condition = {"fact": name, "args": [about]}
        if facts[name].value == "number":
            yield {**fact, "op": ">=", "value": min(values)}
            yield {**fact, "op": "<=", "value": max(values)}
            if len(values) == 1:
                yield {**fact, "op": "=", "value": min(values)}
        elif len(values) == 1:
            (value,) = values
            if facts[name].value == "text":
                yield {**fact, "op": "=", "value": value}
            else:
                yield fact if value else {"not": fact}


def _facts(
    game: Game[Any, Any], side: str, position: Any, names: Sequence[str]
) -> Iterator[tuple[tuple[str, str], int | str | bool]]:
    """Yield every fact about one thing that is called by one of ``names``."""
    for name, fact in game.facts.items():
        for reported in names if len(fact.args) == 1 else ():
            about = guards.spelt(game, side, fact.args[0], reported)
            if about is not None:
                yield (name, about), game.fact(position, name, [about])


def _names(raw: RawOrder) -> list[str]:
    """Return what an order names: texts, and numbers but for those that count something."""
    found: list[str] = []
    for field, value in raw.items():
        if field == "do":
            continue
        for one in value if isinstance(value, list) else [value]:
            counts = isinstance(one, bool) or (isinstance(one, int) and value is one)
            if not counts or field == "area":
                found.append(str(one))
    return list(dict.fromkeys(found))


def _guarded(raw: RawOrder, when: list[Condition]) -> RawOrder:
    if not when:
        return raw
    return {"do": "if", "when": when[0] if len(when) == 1 else {"all": when}, "then": raw}


def _sensible(play: Play, seed: int) -> list[RawOrder]:
    return [play.game.write_order(order) for order in play.game.sensible(play.position, seed)]


def _asked(play: Play) -> Question:
    assert play.asked is not None  # noqa: S101 - a player writes when they are asked
    return play.asked


def _spelt(raw: RawOrder) -> bytes:
    return msgspec.json.encode(raw, order="sorted")

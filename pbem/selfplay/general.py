"""The duties of every rules module, tried in a random game (the contract's general tests).

One call of `check_game` plays a game of random legal orders and, on the way, holds the module to:

- every order is legal twice: as listed, and again as it stands in an event, read back;
- what is asked can be answered, and what interrupts a side has a default response;
- games end, and every secret choice is opened by then;
- asking, listing and checking change nothing;
- a position is plain data: restored from its bytes before every step, the same orders and dice give
  the same bytes at every step;
- the side that is asked sees all that the answer depends on. In the view of the side asked, the
  question and the legal orders are the same; a sealed choice changes nothing before it is opened;
- an order altered in one place is refused with a paragraph, or can be carried out;
- an order written as a line is read back as the same order.

A breach raises `ContractBrokenError`, which names the seed: the game can be played again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any

import msgspec

from pbem.crypto import canonical
from pbem.crypto.text import is_name
from pbem.errors import FormError, IllegalOrder, PbemError, RulesFault
from pbem.kit.bunches import form_of
from pbem.kit.contract import Game, Order, Outcome, Question, RawOrder
from pbem.kit.dice import SeededDice
from pbem.play.play import Play
from pbem.pool import pool
from pbem.selfplay.simulate import DECISIONS_MAX, Setup, bind
from pbem.selfplay.unsigned import Secrets, any_of, begin, known, seated
from pbem.table.state import TablePosition, position_bytes, restore, table_of

MUTANTS = 4
"""Altered orders tried at every decision."""

LISTS = 0.3
"""How many of the decisions try a list of several orders."""

LINES = 2
"""Legal orders written and read back at every decision."""


class ContractBrokenError(PbemError):
    """A rules module does not hold to the contract: a mistake in the program."""


class Checked(msgspec.Struct, frozen=True):
    """The trials of a game: decisions, altered orders refused and accepted, dice."""

    decisions: int
    refused: int
    accepted: int
    rolls: int


class _Steps(msgspec.Struct):
    """The steps of a game, to do them again: one entry a step, and the bytes after it."""

    what: list[tuple[str, Any]] = []
    after: list[bytes] = []


def line(checked: Sequence[Checked]) -> str:
    """Describe many games that held to the contract."""
    return (
        f"{len(checked)} random games kept the contract: "
        f"{sum(one.decisions for one in checked):,} decisions, "
        f"{sum(one.rolls for one in checked):,} rolls, "
        f"{sum(one.refused for one in checked):,} changed orders refused, "
        f"{sum(one.accepted for one in checked):,} carried out."
    )


def position_of(play: Play) -> bytes:
    """Return the bytes of everything that decides how a play goes on."""
    table = TablePosition(
        players=[], seats=play.seats, umpire=None, seals=[], offer=None, result=None,
        **table_of(play),
    )  # fmt: skip
    return position_bytes(table, canonical.encode_trusted(play.position))


def check_game(
    game: Game[Any, Any], seed: int, seats: Mapping[str, str] = MappingProxyType({})
) -> Checked:
    """Play one random game and check everything.

    Args:
        game: The game.
        seed: If it is odd, every side has the standing orders of a computer player.
        seats: Side -> player, if one player has several sides (`pbem.selfplay.unsigned.seated`).

    Raises:
        ContractBrokenError: The rules module broke its contract. The message names seed and step.
    """
    checker = _Checker(game, seed, seats)
    try:
        checker.play_to_the_end()
        checker.play_again()
    except (ContractBrokenError, RulesFault) as error:
        raise ContractBrokenError(f"seed {seed}, step {checker.step}: {error}") from None
    return Checked(checker.decisions, checker.refused, checker.accepted, checker.rolls)


def check_many(setup: Setup, seeds: Sequence[int], processes: int = 2) -> Iterator[Checked]:
    """Check one game for each seed, in ``processes`` processes.

    Raises:
        ContractBrokenError: The rules module broke its contract.
    """
    seated(bind(setup), setup.seats)
    with pool(processes) as workers:
        yield from workers.map(partial(_check_here, setup), seeds, chunksize=4)


def _check_here(setup: Setup, seed: int) -> Checked:
    return check_game(bind(setup), seed, setup.seats)


class _Checker:
    def __init__(self, game: Game[Any, Any], seed: int, seats: Mapping[str, str]) -> None:
        self.game, self.seed, self.seats = game, seed, seats
        self.rng = random.Random(seed)  # noqa: S311 - nobody has to trust these dice
        self.standing = seed % 2 == 1
        self.steps = _Steps()
        self.play = self._begin()
        self.decisions = self.refused = self.accepted = self.rolls = 0

    def _begin(self) -> Play:
        play = begin(self.game, self.seed, self.seats)
        for side in self.game.sides if self.standing else ():
            standing = dict(self.game.sensible_standing(side))
            self.game.check_standing(side, standing)
            play.standing.setdefault(play.seats[side], {})[side] = standing
        return play

    @property
    def step(self) -> int:
        return len(self.steps.what)

    def play_to_the_end(self) -> None:
        play, secrets = self.play, Secrets()
        while play.result is None:
            before = self.step
            if play.due is not None:
                self._roll(play)
            elif play.asked is not None:
                self._decide(play, play.asked, secrets)
            _require(self.step > before, "the game waits for nothing, but is not over")
            _require(self.step <= DECISIONS_MAX, f"the game did not end in {DECISIONS_MAX} steps")
            self.steps.after.append(position_of(play))
            self._check_telling(play.reported)
            play.reported.clear()
        _require(self.game.need(play.position) is None, "the game is over, but waits for something")
        _require(not secrets.labels, f"the game ended with sealed choices: {secrets.labels}")
        whole = all(type(score) is int for score in play.scores.values())
        _require(
            whole and {*play.scores} <= {*self.game.sides},
            "scores must be a whole number for each side",
        )

    def _check_telling(self, reported: Sequence[Outcome]) -> None:
        """Check that an outcome says nothing of a battle if the game leaves it out of `telling`."""
        game: Any = self.game
        telling: frozenset[type[Outcome]] | None = getattr(game, "telling", None)
        if telling is None:
            return
        for outcome in reported:
            if isinstance(outcome, game.outcomes) and type(outcome) not in telling:
                said = game.reading(outcome), *game.lost(outcome), *game.out(outcome)
                _require(said == (None,), f"{outcome} says {said}, but is not listed for that")

    def _roll(self, play: Play) -> None:
        seed = self.rng.getrandbits(64)
        play.roll(SeededDice(random.Random(seed)))  # noqa: S311
        self.rolls += 1
        self.steps.what.append(("roll", seed))

    def _decide(self, play: Play, asked: Question, secrets: Secrets) -> None:
        before = position_of(play)
        _require(asked.secret is None or is_name(asked.secret), f"nobody can seal {asked.secret!r}")
        self._check_response(play, asked)
        legal = list(self.game.legal(known(play)))
        order = any_of(legal, self.rng)
        self._check_bunches(play, legal)
        self._check_order(play, order)
        self._check_view(play, asked)
        self._check_knowing(play, asked, order)
        if asked.secret is None:
            self._check_lines(play, asked)
            self._check_mutants(play, order, legal)
        elif not asked.opens:
            self._check_sealing(play, asked, order)
        _require(position_of(play) == before, "a question, a list or a check changed the position")
        raws = [self.game.write_order(order)]
        if asked.secret is None and self.rng.random() < LISTS:
            raws = self._list(play, raws, legal)
        secrets.answer(play, asked, raws)
        self.decisions += 1
        self.steps.what.append(("orders", raws))

    def _check_response(self, play: Play, asked: Question) -> None:
        """Check that an interruption has a default response, unless a card answers it."""
        hands = play.dealer is not None or play.keeper is not None
        if asked.phase or asked.secret is not None or hands:
            return
        _require(
            asked.name in self.game.sensible_standing(asked.side),
            f"the question {asked.name} interrupts {asked.side}, but has no default response",
        )

    def _list(self, play: Play, raws: list[RawOrder], legal: list[Order]) -> list[RawOrder]:
        """Add orders that are legal now and may be skipped later, if that is legal."""
        more = [self.game.write_order(any_of(legal, self.rng)) for _ in range(3)]
        try:
            play.copy().order(play.seats[_side(play)], [*raws, *more])
        except IllegalOrder:
            self.refused += 1
            return raws
        return [*raws, *more]

    def _check_bunches(self, play: Play, legal: list[Order]) -> None:
        """Hold the bunches, whole and at a place drawn by chance, against the list."""
        together: list[Order] = []
        for bunch in self.game.bunches(known(play)):
            _require(len(bunch) > 0, "a bunch of legal orders is empty")
            drawn, form, every = self.rng.randrange(len(bunch)), form_of(bunch), list(bunch)
            _require(len(every) == len(bunch), "a bunch has not as many orders as it says")
            _require(all(type(order) is form for order in every), "a bunch has orders of two forms")
            _require(bunch[drawn] == every[drawn], "one order of a bunch differs from its list")
            together += every
        _require(together == legal, "the bunches have not the orders of the list")

    def _check_order(self, play: Play, order: Order) -> None:
        raw = self.game.write_order(order)
        again = self.game.read_order(msgspec.json.decode(msgspec.json.encode(raw)))
        _require(again == order, f"{raw} becomes {again} when read again")
        for one in (order, again):
            try:
                self.game.check(play.position, one)
            except IllegalOrder as error:
                raise ContractBrokenError(
                    f"{raw} is listed as legal, but refused: {error}"
                ) from None

    def _check_view(self, play: Play, asked: Question) -> None:
        seen = self.game.view(play.position, asked.side)
        _require(
            self.game.need(seen) == self.game.need(play.position), "the view has another question"
        )
        first = list(islice(self.game.legal(play.position), 3))
        _require(list(islice(self.game.legal(seen), 3)) == first, "the view lists other orders")

    def _check_knowing(self, play: Play, asked: Question, order: Order) -> None:
        """Check that an order does not depend on who looks: a log's position has nobody's hand."""
        if (play.dealer is None and play.keeper is None) or asked.secret is not None:
            return
        reported: list[list[Outcome]] = []
        for seen in (play.position, known(play)):
            twin = play.copy()
            twin.position = msgspec.msgpack.decode(
                msgspec.msgpack.encode(seen), type=self.game.position_type
            )
            reported.append([])
            for outcome in self.game.adjudicate(twin.position, order, twin.cups):
                self.game.apply(twin.position, outcome)
                reported[-1].append(outcome)
        _require(reported[0] == reported[1], "an order has other results if the hand is known")

    def _check_lines(self, play: Play, asked: Question) -> None:
        for order in islice(self.game.legal(known(play)), LINES):
            line = self.game.text(order)
            try:
                again = self.game.parse(known(play), asked.side, line)
            except FormError as error:
                raise ContractBrokenError(f"'{line}' cannot be read: {error}") from None
            _require(again == order, f"'{line}' becomes {again} when read")

    def _check_sealing(self, play: Play, asked: Question, order: Order) -> None:
        """Check that a sealed choice changes nothing before it is opened."""
        label = asked.secret or ""
        after: set[bytes] = set()
        for one in (order, next(iter(self.game.legal(play.position)))):
            self.game.check_secret(play.position, label, one)
            copy = play.copy()
            copy.seal(label)
            after.add(position_of(copy))
        _require(len(after) == 1, f"the sealed choice {label} shows in the position")

    def _check_mutants(self, play: Play, order: Order, legal: list[Order]) -> None:
        donors = [self.game.write_order(one) for one in legal[:50]]
        for raw in islice(_mutants(self.game.write_order(order), donors, self.rng), MUTANTS):
            try:
                mutant = self.game.read_order(raw)
                self.game.check(play.position, mutant)
                play.check_shown(mutant)
                play.check_moved(mutant)
            except FormError:
                self.refused += 1
            except IllegalOrder as error:
                _require(
                    bool(error.paragraph and error.why), f"{raw} was refused without a paragraph"
                )
                self.refused += 1
            else:
                self.accepted += 1
                play.copy().order(play.seats[_side(play)], [raw])

    def play_again(self) -> None:
        """Do the same from restored positions: the bytes must be the same after every step."""
        play, secrets = self._begin(), Secrets()
        for (what, how), wanted in zip(self.steps.what, self.steps.after, strict=True):
            play = restored(play)
            if what == "roll":
                play.roll(SeededDice(random.Random(how)))  # noqa: S311
            elif play.asked is not None:
                secrets.answer(play, play.asked, how)
            got = position_of(play)
            if got != wanted:
                differing = _first_difference(wanted, got)
                raise ContractBrokenError(
                    f"in a restored game, {how} gives another result: {differing}"
                )


def restored(play: Play) -> Play:
    """Return a new play made of nothing but the bytes of the old one's position."""
    fresh = Play(play.game, play.seats)
    restore(fresh, position_of(play))
    fresh.dealer = None if play.dealer is None else play.dealer.copy()
    fresh.keeper = None if play.keeper is None else play.keeper.copy()
    return fresh


def _side(play: Play) -> str:
    assert play.asked is not None  # noqa: S101 - only called where somebody is
    return play.asked.side


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise ContractBrokenError(why)


def _first_difference(wanted: bytes, got: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(wanted, got, strict=False)) if a != b), 0)
    return f"...{got[max(0, at - 40) : at + 40]!r}, not ...{wanted[max(0, at - 40) : at + 40]!r}"


# --- altering orders -------------------------------------------------------------------------


def _mutants(raw: RawOrder, donors: list[RawOrder], rng: random.Random) -> Iterator[RawOrder]:
    """Yield orders like ``raw`` with one field altered: from other orders, or made up."""
    fields = sorted(set(raw) - {"do"})
    if not fields:
        return
    while True:
        mutant = msgspec.json.decode(msgspec.json.encode(raw))
        field = rng.choice(fields)
        others = [donor[field] for donor in donors if field in donor]
        value = rng.choice(others) if others and rng.random() < 0.5 else mutant[field]
        mutant[field] = _altered(value, others, rng)
        if mutant != raw:
            yield mutant


def _altered(value: Any, others: list[Any], rng: random.Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return rng.choice([-1, 0, value + 1, value - 1, 10 * value, 1000])
        case list():
            return _altered_list(value, others, rng)
        case str():
            words = [other for other in others if isinstance(other, str)]
            return rng.choice([*words, value + "x", value[:-1] or "0", "0000"])
    return rng.choice([None, 0, ""])


def _altered_list(value: list[Any], others: list[Any], rng: random.Random) -> list[Any]:
    parts = [part for other in others if isinstance(other, list) for part in other]
    more = [*value, rng.choice(parts or ["nothing"])]
    twice = [*value, *value[:1]]
    return rng.choice([value[:-1], more, twice, value[::-1]])

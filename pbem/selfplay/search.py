"""A player who looks ahead: they try what they might order many times, and orders what came best.

They play any game by its contract alone. When they are asked, they think of whole lists for the
phase. These are the list of the computer player, those of computer players of other minds (seeds),
and changes of the best so far. Changes are orders left out, a legal order put before them, or two
in another order. Each list is *rehearsed*: carried out on a copy, all sides going on as computer
players do, up to some turns later or the end of the game. Lists are compared on the same dice. The
best list must also come better than the sensible list on other dice, which did not choose it.
Otherwise the sensible list is chosen.

They know what their side may know, and no more. They have the position as the game shows it to them
(`Game.view`), their own sealed choices and their own hand of cards. For what lies face down, they
know the cup that it is in. Cards that nobody has shown lie otherwise in each rehearsal, by chance.
No die of the game is theirs: their dice come from the seed. The same position, seed and budget give
the same orders.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from pbem.errors import IllegalOrder
from pbem.kit.contract import Game, Question, RawOrder
from pbem.kit.dice import SeededDice
from pbem.kit.hidden import sharers
from pbem.play.outcomes import Lapsed
from pbem.play.play import Play
from pbem.selfplay.unsigned import Secrets, any_of, known

TURNS = 2
"""So many turns a rehearsal goes on; in a game that knows no turns, to its end."""

MINDS = 4
"""Sensible players of other seeds who are asked first."""

RUNS = 4
"""Rehearsals by which lists are chosen from."""

WON = 1_000_000
"""The worth of a game won, beside which no other merit counts."""

TRIES = 20
"""Changes that come to nothing new before they stop thinking of more."""


class Course(msgspec.Struct):
    """A list that they might give: the ``worth`` of its rehearsals, by the number of their dice."""

    orders: list[RawOrder]
    worth: list[int] = []

    @property
    def total(self) -> int:
        """Return what its rehearsals came to, together."""
        return sum(self.worth)


class Search:
    """One decision of a player who looks ahead, at what ``play`` asks.

    ``own``: what their side has sealed. ``budget``: how many positions may come about in
    rehearsals; the last rehearsal is played to its end. ``seed``: of all that it draws by chance.
    The play is left as it is.
    """

    def __init__(self, play: Play, own: Secrets, seed: int, budget: int) -> None:
        if play.asked is None:
            raise ValueError("no question is open")
        self.asked: Question = play.asked
        self.side = self.asked.side
        self.game: Game[Any, Any] = play.game
        self.known = play.copy()
        self.known.position = self.game.view(play.position, self.side)
        self.own = own
        self.seed = seed
        self._deal(self.known, "what it thinks of")
        self.left = budget
        self.found: list[Course] = []
        self._rng = random.Random(f"plans {seed}")  # noqa: S311 - nobody has to trust these dice
        self._until = self._turn(self.known) + TURNS

    def choose(self) -> list[RawOrder]:
        """Return the orders that came best; `found` keeps what was compared, the sensible first."""
        sensible = Course(self._sensible(self.known, self.seed))
        found = self.found = [sensible]
        half = self.left // 2
        for orders in self._thought_of(found):
            if self.left <= half:
                break
            if all(orders != course.orders for course in found):
                found.append(Course(orders))
                for course in (sensible, found[-1]):
                    self._rehearse(course, RUNS)
        best = max(found, key=lambda course: course.total)
        if best is sensible:
            return sensible.orders
        fresh = RUNS
        while self.left > 0:
            fresh += 1
            for course in (sensible, best):
                self._rehearse(course, fresh)
        ahead = sum(best.worth[RUNS:]) - sum(sensible.worth[RUNS:])
        return best.orders if ahead > 0 else sensible.orders

    # --- what they think of ---------------------------------------------------------------------

    def _thought_of(self, found: list[Course]) -> Iterator[list[RawOrder]]:
        """Yield lists that can be given: of other minds, then changes of the best ``found``."""
        for mind in range(1, MINDS):
            yield self._sensible(self.known, self.seed + mind)
        idle = 0
        while idle < TRIES:
            best = max(found, key=lambda course: course.total)
            changed = self._possible(self._changed(best.orders))
            new = bool(changed) and all(changed != course.orders for course in found)
            idle = 0 if new else idle + 1
            if new:
                yield changed

    def _changed(self, orders: list[RawOrder]) -> list[RawOrder]:
        """Return a list with something left out, put before it, or said in another order."""
        rng = self._rng
        changed = list(orders)
        if rng.randrange(2) or not self.asked.phase:
            legal = any_of(list(self.game.legal(known(self.known))), rng)
            one = self.game.write_order(legal)
            return [one, *changed] if self.asked.phase else [one]
        body = [at for at, order in enumerate(changed) if order["do"] != "end"]
        if not body:
            return changed
        if rng.randrange(2):
            gone = {at for at in body if not rng.randrange(3)} or {rng.choice(body)}
            return [order for at, order in enumerate(changed) if at not in gone]
        first, second = rng.choice(body), rng.choice(body)
        changed[first], changed[second] = changed[second], changed[first]
        return changed

    def _possible(self, orders: list[RawOrder]) -> list[RawOrder]:
        """Return a list without the orders that are not legal before the first die."""
        if self.asked.secret is not None:
            return orders
        while orders:
            twin = self.known.copy()
            twin.order(twin.seats[self.side], orders, strict=False)
            # A skipped order may be of the list that is interrupted, too.
            skipped = [reported.order for reported in twin.reported if isinstance(reported, Lapsed)]
            possible = [order for order in orders if order not in skipped]
            if len(possible) == len(orders):
                break
            orders = possible
        return orders

    def _sensible(self, play: Play, seed: int) -> list[RawOrder]:
        return [self.game.write_order(one) for one in self.game.sensible(known(play), seed)]

    def _deal(self, play: Play, what: str) -> None:
        """Let the cards and supplies of a play be what they may for all that their side knows."""
        if play.keeper is not None:
            sides = sharers(self.game, self.side)
            stocks = SeededDice(random.Random(f"{what} {self.seed} stocks"))  # noqa: S311
            play.keeper = play.keeper.imagined(play.position, sides, stocks)
        if play.dealer is None:
            return
        deal = play.dealer.imagined(
            self.game,
            play.position,
            sharers(self.game, self.side),
            lambda deck: SeededDice(random.Random(f"{what} {self.seed} {deck}")),  # noqa: S311
        )
        play.dealer = deal

    # --- what comes of it ----------------------------------------------------------------------

    def _rehearse(self, course: Course, runs: int) -> None:
        """Rehearse a list until it has been so many times, with the dice of those numbers."""
        for number in range(len(course.worth), runs):
            course.worth.append(self._rehearsal(course.orders, number))

    def _rehearsal(self, orders: list[RawOrder], number: int) -> int:
        """Return what a list comes to for their side, with the dice of a number."""
        twin, secrets = self.known.copy(), self.own.copy()
        self._deal(twin, f"cards {number}")
        minds = random.Random(f"minds {self.seed} {number}")  # noqa: S311
        dice = SeededDice(random.Random(f"dice {self.seed} {number}"))  # noqa: S311
        if self.asked.secret is None:
            twin.order(twin.seats[self.side], orders, strict=False)
        else:
            secrets.answer(twin, self.asked, orders)
        while twin.result is None and self._turn(twin) < self._until:
            if twin.due is not None:
                twin.roll(dice)
            elif twin.asked is not None:
                given = self._sensible(twin, minds.getrandbits(32))
                secrets.answer(twin, twin.asked, given)
        self.left -= max(1, len(twin.reported))
        return self._merit(twin)

    def _merit(self, twin: Play) -> int:
        """Return how their side stands: whether it won comes first, then what the game weighs."""
        merit = int(self.game.merit(twin.position, self.side))
        if twin.result is None or twin.result.winner is None:
            return merit
        return merit + (WON if twin.result.winner == self.side else -WON)

    def _turn(self, play: Play) -> int:
        if "turn" not in self.game.facts:
            return 0
        return int(self.game.fact(play.position, "turn", ()))


def look_ahead(play: Play, own: Secrets, seed: int, budget: int) -> list[RawOrder]:
    """Return what a player who looks ahead orders for the question open now; see `Search`.

    ``own``, ``seed``, ``budget``: as for `Search`.

    Raises:
        ValueError: A computer player gave an illegal order.
    """
    asked = play.asked
    if asked is not None and own.knows(asked):
        return []
    try:
        return Search(play, own, seed, budget).choose()
    except IllegalOrder as error:  # a sensible list is legal up to its first die
        raise ValueError(f"a computer player gave an illegal order: {error}") from error

"""The battles to which a list of orders leads, if nothing more is done after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from pbem.kit.chances.battles import FEW, BattleGame, Battles, battles_of
from pbem.kit.chances.chance import AnyGame, State, TooManyWaysError
from pbem.kit.chances.leading import Led, end_of, to_come
from pbem.kit.chances.odds import Odds, of_led
from pbem.kit.contract import Outcome, RawOrder
from pbem.kit.cups import Cups
from pbem.kit.dice import ForcedDice
from pbem.play import guards
from pbem.play.begun import Begun, hand_in
from pbem.play.courses import one_course
from pbem.play.listed import STOP
from pbem.play.play import Play
from pbem.play.watched import Watched

BATTLES_MOST = 6
"""So many battles are reported, in the order in which the rules list them."""


class Ahead(NamedTuple):
    """A battle that is begun by ``order``, before which ``supposed`` is answered.

    ``odds``: of the battle to its end, and again where nobody leaves it by their own will.
    """

    order: str
    supposed: tuple[str, ...]
    odds: list[Odds]


def battles_ahead(
    begun: Begun, watched: Watched, followed: Battles | None = None
) -> Iterator[Ahead]:
    """Yield the battles that an order list leads to, each as if it were fought first.

    They are the battles that begin in the list, but for one in which it continues. If the list
    ends, they are also the battles for the places where its orders go, if nothing more is done
    (`leading.to_come`). None for which dice come before.

    Args:
        begun: The list as it was handed in.
        watched: The game in which the list began, as `hand_in_watched` returns it.
        followed: Battles that need not be followed again.
    """
    if not isinstance(watched, Noted):
        return
    game, side, noted, after = begun.play.game, begun.side, watched.again(), begun.again()
    after.game = noted.game
    one_course(begun._replace(play=after), ForcedDice(()), passing=False)
    ways = dict(noted.begun)
    if after.asked is not None and after.asked.side == side and not after.lists:
        ends = {
            end_of(noted.on_map(after.position, guards.check_form(raw, game)))
            for raw in begun.orders
        }
        state = State.copy(after.seen_by(side), after.cups)
        led = to_come(game, state, side, {end for end in ends if end is not None})
        ways |= {game.text(one.order): one for one in led}
    for text, way in list(ways.items())[:BATTLES_MOST]:
        with suppress(TooManyWaysError):
            odds = of_led(game, way, text, limits=FEW, followed=followed)
            yield Ahead(text, way.supposed[:-1], odds)


def hand_in_watched(play: Play, orders: Sequence[RawOrder]) -> tuple[Begun, Watched]:
    """Have a play, which goes on by it, carry out a list that is watched.

    Noted is what its orders are on the map, and what battles begin in it. Raises as `hand_in` does
    where it is strict.
    """
    game, fought = play.game, battles_of(play.game)
    watched = Watched(game) if fought is None else Noted(game, fought, orders)
    play.game = watched.game
    begun = hand_in(play, orders, strict=True)
    play.game = game
    return begun, watched


class Noted(Watched):
    """Notes the battles that begin: by which order, and the last that goes on with each to its end.

    If another of the ``orders`` comes during a battle, that is not as everybody would fight it.
    """

    def __init__(self, game: AnyGame, fought: BattleGame, orders: Sequence[RawOrder]) -> None:
        super().__init__(game)
        self.begun: dict[str, Led] = {}
        self._fought = fought
        self._forms: Any = tuple(fought.battles)
        self._open = ""
        raw_orders = (guards.check_form(raw, game) for raw in orders)
        self._mine = [game.read_order(raw) for raw in raw_orders if raw["do"] != STOP]
        self.game.apply = self._apply  # type: ignore[method-assign]

    def again(self) -> Noted:
        """Return an independent one that has noted the same."""
        twin = Noted(self._plain, self._fought, ())
        twin.begun, twin._mine, twin._open = dict(self.begun), self._mine, self._open
        twin._done = list(self._done)
        return twin

    def _adjudicate(self, position: Any, order: Any, cups: Cups) -> Iterator[Outcome]:
        if isinstance(order, self._forms):
            self._open = self._open or self._plain.text(order)
            self.begun[self._open] = Led(State.copy(position, cups), order, ())
        elif self._open and order in self._mine:
            self.begun.pop(self._open, None)
        return super()._adjudicate(position, order, cups)

    def _apply(self, position: Any, outcome: Outcome) -> None:
        self._plain.apply(position, outcome)
        if self._fought.battle_over(position, outcome) is not None:
            self._open = ""

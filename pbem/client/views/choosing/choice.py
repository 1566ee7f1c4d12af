"""An order that is offered: its line, what it is on the map, its odds and its price."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.client.views.choosing.alike import Number, numbers
from pbem.client.views.choosing.pointed import ANSWERS_MOST, LEAVING
from pbem.client.views.choosing.usual_first import usual_first
from pbem.client.views.counters import held_by_others, units_of
from pbem.client.views.legal import ODDS_MOST
from pbem.client.views.odds import Promise, Promised, promised_of
from pbem.kit.chances.battles import battles_of, is_fought
from pbem.kit.contract import Arrow, Price, RawOrder
from pbem.kit.wording import counted, movement, order_words

if TYPE_CHECKING:
    from pbem.kit.contract import Game, Question
    from pbem.play.play import Play

ODDS_WAYS = 1_200
"""So many ways in which dice can fall are followed for one answer, all of its odds together."""


ANSWER_WAYS = 40
"""Fewer ways for an answer to a question that interrupts: its odds are calculated unasked."""
EMPTY_MOST = 2
"""If the first few answers promise nothing, no others are calculated: nothing is rolled for."""


class Choice(msgspec.Struct, frozen=True):
    """A legal order: its ``line``, and what it is on the map as `pbem.kit.contract.Arrow` says.

    ``cost``: in movement points as they are printed, halves as ½.

    ``odds``: in a few words, of the first few for which something is rolled, as far as that can
    fall in few ways. ``ahead``: what the line has before the order that is meant, since the phase
    where that is legal is after it. ``number``: by what it differs from others that are alike.
    ``price``: what it takes of a pool of points, and what is left. ``unreckoned``: it may promise
    something that is reported where that is asked of it alone
    (`pbem.client.views.choosing.promised`). ``says``: what the order that is meant does, in words.
    ``storms``: it is a move that ends where enemies stand.

    ``promises``: the same as ``odds``, in parts. ``order``: it as an event has it. ``on``: what is
    attacked, as the order names it. ``named``: of an answer, the own units that it names. ``left``:
    so many points are left in the pool; ``beside``: what of ``price`` the words do not say.
    """

    line: str
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    cost: str | None = None
    odds: str = ""
    ahead: str = ""
    number: Number | None = None
    price: str = ""
    unreckoned: bool = False
    says: str = ""
    storms: bool = False
    promises: tuple[Promise, ...] = ()
    order: RawOrder = {}
    on: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    left: int | None = None
    beside: str = ""


def choices_of(play: Play, asked: Question, orders: Sequence[tuple[Any, str]]) -> list[Choice]:
    """Return legal orders with their lines as choices, what is usual first.

    ``asked``: the question that they answer.
    """
    arrows = [
        (order, text, play.game.arrow(play.position, order) or Arrow(())) for order, text in orders
    ]
    first = usual_first(text for _, text in orders)
    arrows.sort(key=lambda one: first(*one[1:]))
    alike = numbers(play.game, ((order, text) for order, text, _ in arrows))
    return list(_reported_of(play, asked, arrows, alike))


def _reported_of(
    play: Play,
    asked: Question,
    meant: Sequence[tuple[Any, str, Arrow]],
    alike: Mapping[str, Number],
) -> Iterator[Choice]:
    """Yield choices, the first few attacks and answers with their odds; ``alike``: by line."""
    few = not asked.phase or len(meant) <= ANSWERS_MOST
    lines = [text for _, text, arrow in meant if arrow.against or (few and not arrow.path)]
    rolled = _reckoned([one for one in lines if not asked.phase or not _leaves(one)], alike)
    most = ODDS_WAYS // max(1, len(rolled))
    if not asked.phase:
        most = min(most, ANSWER_WAYS)
    fights = _Fights(play, asked)
    own = set() if asked.phase else units_of(play.game.picture(play.position), asked.side)
    promised = empty = 0
    for order, text, arrow in meant:
        odds: Promised | None = None
        if text in rolled:
            odds = promised_of(play, asked.side, order, most)
            # The other choices are much like it, and would take as long for nothing. Every answer
            # to a question is followed by the same dice.
            most //= 1 if odds is not None else 2
            told = odds is not None and bool(odds.odds)
            promised, empty = promised + told, empty + (not told)
            if not asked.phase and (odds is None or (empty == EMPTY_MOST and not promised)):
                rolled = []
        price = play.game.price(play.position, order)
        raw, says = play.game.write_order(order), order_words(play.game, play.position, order)
        yield Choice(
            text,
            arrow.units,
            arrow.path,
            arrow.against,
            cost_of(play.game, arrow),
            odds.odds if odds else "",
            number=alike.get(text),
            price="" if price is None else _priced(price),
            unreckoned=not (odds and odds.odds) and fights(order, arrow, odds),
            says=says,
            storms=arrow.storms or fights.storms(arrow),
            promises=odds.promises if odds else (),
            order=raw,
            on=arrow.on or arrow.against,
            named=() if asked.phase else _units_in(raw, own),
            left=None if price is None else price.left,
            beside="" if price is None else _beside(price, says),
        )


def _priced(price: Price) -> str:
    return f"{counted(price.cost, price.what)}, {price.left} left"


def _beside(price: Price, says: str) -> str:
    """Return the price, without what an order costs if its words have that already."""
    said = counted(price.cost, price.what).casefold() in says.casefold()
    return f"{price.left} left" if said else _priced(price)


def _units_in(raw: Any, own: Collection[str]) -> tuple[str, ...]:
    """Return the units that an order names anywhere in its fields."""
    if isinstance(raw, str):
        return (raw,) if raw in own else ()
    parts = raw.values() if isinstance(raw, Mapping) else raw if isinstance(raw, list) else ()
    return tuple(dict.fromkeys(unit for part in parts for unit in _units_in(part, own)))


class _Fights:
    """Says of orders without odds whether some may be reported where these are asked for."""

    def __init__(self, play: Play, asked: Question) -> None:
        self._play, self._asked, self._fought = play, asked, battles_of(play.game)

    @cached_property
    def _met(self) -> set[str]:
        """The places where enemies stand that the side sees."""
        seen = self._play.game.view(self._play.position, self._asked.side)
        return held_by_others(self._play.game.picture(seen), self._asked.side)

    def storms(self, arrow: Arrow) -> bool:
        """Whether it is a move that ends where enemies stand."""
        return arrow.cost is not None and arrow.path[-1] in self._met

    def __call__(self, order: Any, arrow: Arrow, odds: Promised | None) -> bool:
        """Whether an attack was not reckoned (``odds`` None), or a battle may come of an order."""
        if self._asked.secret is not None:
            return False
        if self._fought is None:
            return bool(arrow.against) and odds is None
        end = arrow.path[-1:] or arrow.against
        return is_fought(self._fought, self._asked, order) or not self._met.isdisjoint(end)


def _leaves(line: str) -> bool:
    """Whether by an order nothing is done."""
    return line.partition(" ")[0] in LEAVING


def cost_of(game: Game[Any, Any], arrow: Arrow) -> str | None:
    """Return what a move costs in points as they are printed; None where none are counted."""
    return None if arrow.cost is None else movement(arrow.cost, halves=game.half_points)


def _reckoned(lines: Sequence[str], alike: Mapping[str, Number]) -> list[str]:
    """Return the few lines of which odds are reckoned: the first, then one of those that are alike.

    Each row that is shown has odds so, as far as they reach.
    """
    rows: dict[Any, str] = {}
    for line in lines:
        number = alike.get(line)
        rows.setdefault(line if number is None else (number.word, number.like), line)
    return list(dict.fromkeys([*lines[: ODDS_MOST // 2], *rows.values(), *lines]))[:ODDS_MOST]

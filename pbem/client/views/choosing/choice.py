"""An order that is offered: its line, what it is on the map, its odds and its price."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.client.views.choosing.alike import Number, numbers
from pbem.client.views.choosing.pointed import ANSWERS_MOST, LEAVING
from pbem.client.views.choosing.usual_first import usual_first
from pbem.client.views.counters import held_by_others
from pbem.client.views.legal import ODDS_MOST
from pbem.client.views.odds import short_odds_of
from pbem.kit.chances.battles import battles_of, is_fought
from pbem.kit.contract import Arrow
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
    promised = empty = 0
    for order, text, arrow in meant:
        odds = None
        if text in rolled:
            odds = short_odds_of(play, asked.side, order, most)
            # The other choices are much like it, and would take as long for nothing. Every answer
            # to a question is followed by the same dice.
            most //= 1 if odds is not None else 2
            promised, empty = promised + bool(odds), empty + (not odds)
            if not asked.phase and (odds is None or (empty == EMPTY_MOST and not promised)):
                rolled = []
        price = play.game.price(play.position, order)
        yield Choice(
            text,
            arrow.units,
            arrow.path,
            arrow.against,
            cost_of(play.game, arrow),
            odds or "",
            number=alike.get(text),
            price="" if price is None else f"{counted(price.cost, price.what)}, {price.left} left",
            unreckoned=not odds and fights(order, arrow, odds),
            says=order_words(play.game, play.position, order),
            storms=fights.storms(arrow),
        )


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

    def __call__(self, order: Any, arrow: Arrow, odds: str | None) -> bool:
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

"""Orders that become legal after another order, for games with a choice or an exit first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from pbem.kit.contract import Arrow, Question
from pbem.play.play import Play

LOOKED_AFTER = 40
"""After so many legal orders it is looked what would be legal then."""
LEGAL_AFTER = 5_000
"""So many orders are looked at after each."""
OPENERS_MOST = 12
"""So many orders that move nobody are tried for anyone who could come to a place after one."""


class LegalAfter(msgspec.Struct, frozen=True):
    """The legal orders ``after`` another order, or after one of ``many`` with the same result.

    ``orders``: line -> what it is on the map, None where it is nothing there.
    """

    after: str
    many: int
    orders: dict[str, Arrow | None]


class Following:
    """Goes through what would be legal after one more order, and keeps account of how far.

    If an order ends a phase, it looks after two. ``legal_now``: the legal orders by their lines.
    """

    def __init__(self, play: Play, asked: Question, legal_now: Mapping[str, Any]) -> None:
        goes_on = asked.phase and asked.secret is None
        # The order that ends the phase comes last. More follows from it than from any move.
        self._first = _one_of_each(list(legal_now.items())[::-1]) if goes_on else []
        self._play = play
        self._side = asked.side
        self._looked = 0

    def found(self, named: Callable[[str], bool]) -> list[LegalAfter]:
        """Return what is named after an order; where nothing is, after the end of a phase.

        ``named`` says whether a line names what is looked for.
        """
        tried = self._first[:LOOKED_AFTER]
        self._looked = len(tried)
        found = _alike(self._after(self._play, text, order, named) for text, order in tried)
        if not found:
            found = _alike(self._after_ends(tried, named))
        return found

    def _after_ends(
        self, tried: Sequence[tuple[str, Any]], named: Callable[[str], bool]
    ) -> Iterator[tuple[str, dict[str, Arrow | None]]]:
        """Yield what is named after the end of a phase and an order that moves nobody then."""
        for text, order in tried:
            raw = self._play.game.write_order(order)
            if raw["do"] != "end" or (play := self._played(self._play, raw)) is None:
                continue
            for second, then in openers(play):
                found = self._after(play, second, then, named)[1]
                yield f"{text}; {second}", found

    def _after(
        self, play: Play, text: str, order: Any, named: Callable[[str], bool]
    ) -> tuple[str, dict[str, Arrow | None]]:
        after = self._played(play, play.game.write_order(order))
        return text, {} if after is None else _named_in(after, named)

    def _played(self, play: Play, raw: dict[str, Any]) -> Play | None:
        """Return the play after an order; None where its author is not asked at once then."""
        after = play.trial()
        after.order(play.seats[self._side], [raw])
        asked = after.asked
        mine = after.due is None and asked is not None and asked.side == self._side
        return after if mine and asked is not None and asked.secret is None else None

    def comers(self) -> dict[str, Arrow] | None:
        """Return "order; order" -> who goes where by it: after an order that moves nobody.

        None where nothing can come after an order.
        """
        if not self._first:
            return None
        found: dict[str, Arrow] = {}
        for text, order in openers(self._play):
            after = self._played(self._play, self._play.game.write_order(order))
            if after is None:
                continue
            for then in islice(after.game.legal(after.position), LEGAL_AFTER):
                arrow = after.game.arrow(after.position, then)
                if arrow is not None and arrow.path:
                    found[f"{text}; {after.game.text(then)}"] = arrow
        return found

    def reported(self) -> str:
        """Say after how many orders was looked; empty where nothing can come after one."""
        if not self._first:
            return ""
        tried = (
            ""
            if self._looked == len(self._first)
            else f" ({self._looked} of {len(self._first):,} legal orders were tried)"
        )
        return f", not even after one more order{tried}"


def openers(play: Play) -> list[tuple[str, Any]]:
    """Return some legal orders that move nobody and attack nothing, one of each kind."""
    game, position = play.game, play.position
    some = (
        (game.text(order), order)
        for order in islice(game.legal(position), LEGAL_AFTER)
        if (arrow := game.arrow(position, order)) is None or not (arrow.units or arrow.against)
    )
    kinds: dict[tuple[str, ...], tuple[str, Any]] = {}
    for text, order in some:
        kinds.setdefault(_kind(text), (text, order))
    return list(kinds.values())[-OPENERS_MOST:]


def _named_in(play: Play, named: Callable[[str], bool]) -> dict[str, Arrow | None]:
    game, position = play.game, play.position
    found = {}
    for order in islice(game.legal(position), LEGAL_AFTER):
        if named(text := game.text(order)):
            found[text] = game.arrow(position, order)
    return found


def _one_of_each(legal: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Sort orders so that one of each kind comes first, its shortest, then all others."""
    kinds: dict[tuple[str, ...], tuple[str, Any]] = {}
    for text, order in legal:
        kind = _kind(text)
        if kind not in kinds or len(text) < len(kinds[kind][0]):
            kinds[kind] = (text, order)
    first = {text for text, _ in kinds.values()}
    return [*kinds.values(), *(one for one in legal if one[0] not in first)]


def _kind(text: str) -> tuple[str, ...]:
    return tuple(text.split()[:2])


def _alike(found: Iterator[tuple[str, dict[str, Arrow | None]]]) -> list[LegalAfter]:
    """Put orders together after which the same is legal; the one that makes most legal first."""
    groups: dict[tuple[str, ...], tuple[list[str], dict[str, Arrow | None]]] = {}
    for after, orders in found:
        if orders:
            groups.setdefault(tuple(orders), ([], orders))[0].append(after)
    legal = [LegalAfter(afters[0], len(afters), orders) for afters, orders in groups.values()]
    return sorted(legal, key=lambda one: -len(one.orders))

"""Many legal orders in short: who can move where, and each target with its strongest attack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbem.kit.contract import Arrow
from pbem.play.play import Play


class Moves(msgspec.Struct, frozen=True):
    """Units of which each can get to the same places by an order that begins with ``word``."""

    word: str
    units: list[str]
    places: list[str]


class Attacks(msgspec.Struct, frozen=True):
    """The attacks on one target: ``line`` is one in which most ``units`` take part, of ``many``."""

    line: str
    units: int
    many: int


class Gathered(msgspec.Struct, frozen=True):
    """Orders in short: moves, attacks, and the lines of what is neither."""

    moves: list[Moves]
    attacks: list[Attacks]
    others: list[str]


def gathered(play: Play, orders: Iterable[tuple[Any, Arrow | None]]) -> Gathered:
    """Put together orders that are alike, each with what it is on the map.

    An order that is nothing on the map has None beside it.
    """
    game = play.game
    reach: dict[tuple[str, str], dict[str, None]] = {}
    targets: dict[tuple[str, ...], list[tuple[Any, Arrow]]] = {}
    others: dict[str, None] = {}
    for order, arrow in orders:
        if arrow is not None and arrow.against:
            targets.setdefault(arrow.against, []).append((order, arrow))
        elif arrow is not None and arrow.path and arrow.units:
            word = game.write_order(order)["do"]
            for unit in arrow.units:
                reach.setdefault((word, unit), {})[arrow.path[-1]] = None
        else:
            others[game.text(order)] = None
    return Gathered(
        _moves(reach),
        sorted((_strongest(play, found) for found in targets.values()), key=lambda one: -one.units),
        list(others),
    )


def _moves(reach: Mapping[tuple[str, str], Mapping[str, None]]) -> list[Moves]:
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (word, unit), places in reach.items():
        alike.setdefault((word, tuple(sorted(places))), []).append(unit)
    return [Moves(word, sorted(units), list(places)) for (word, places), units in alike.items()]


def _strongest(play: Play, found: list[tuple[Any, Arrow]]) -> Attacks:
    """Return the attack in which most units take part; of these the shortest line."""
    most = max(len(arrow.units) for _, arrow in found)
    lines = [play.game.text(order) for order, arrow in found if len(arrow.units) == most]
    return Attacks(min(lines, key=lambda line: len(line.split())), most, len(found))

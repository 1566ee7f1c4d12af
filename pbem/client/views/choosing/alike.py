"""Orders that are alike but for one number, as the points that support an attack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from pbem.kit.contract import Game

FEWEST = 3
"""So many orders at least are one order with a number to set."""


class Number(msgspec.Struct, frozen=True):
    """The number by which an order differs from others: ``word`` before it, and the ``amount``.

    ``like``: the first of these orders as a line; an order that leaves the word out has amount 0.
    """

    like: str
    word: str
    amount: int


def numbers(game: Game[Any, Any], orders: Iterable[tuple[Any, str]]) -> dict[str, Number]:
    """Return of orders that differ by one number alone what it is, by their lines.

    ``orders``: each with its line. A number that names a place is none.
    """
    groups: dict[tuple[str, str], dict[int, str]] = {}
    for order, text in orders:
        for word, rest, amount in _parts(game, order, text):
            groups.setdefault((word, rest), {}).setdefault(amount, text)
    found: dict[str, Number] = {}
    for (word, rest), numbered in sorted(groups.items(), key=lambda one: -len(one[1])):
        bare = {at: text for at, text in _without(groups, word, rest).items() if text not in found}
        lines = {**numbered, **bare}  # without any number it may be one of others already
        if len(lines) < FEWEST or any(text in found for text in numbered.values()):
            continue
        like = next(iter(lines.values()))
        found |= {text: Number(like, word, amount) for amount, text in lines.items()}
    return found


def _parts(game: Game[Any, Any], order: Any, text: str) -> Iterator[tuple[str, str, int]]:
    """Yield each number of an order: its word, the order without it, the amount."""
    raw = game.write_order(order)
    said = text.split()
    yield "", repr(raw), 0
    for word, amount in raw.items():
        if isinstance(amount, bool) or not isinstance(amount, int) or word.upper() in game.names:
            continue
        if str(amount) in said:
            yield word, repr({key: value for key, value in raw.items() if key != word}), amount


def _without(groups: dict[tuple[str, str], dict[int, str]], word: str, rest: str) -> dict[int, str]:
    """Return the order that leaves a number out, where there is one."""
    return groups.get(("", rest), {}) if word else {}

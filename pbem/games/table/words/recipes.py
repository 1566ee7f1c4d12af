"""Recipes: a name that a player writes for several orders.

A recipe is text. A log has the orders that it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from pbem.errors import FormError
from pbem.games.table.rules import orders as o
from pbem.games.table.rules.position import Position
from pbem.kit import plain
from pbem.kit.contract import Order

WRITE = "recipe NAME: ORDER then ORDER"
THEN = " then "
ORDERS_MOST = 4_096
"""So many orders an event holds."""
_WORDS = re.compile("PIECE|PLACE")
_AT = re.compile("(|.* )(?:at|to) (.+)")
_FORM = re.compile(r"([A-Za-z0-9._-]+)(?::|$) *(.*)")


def read(rest: str) -> Order | None:
    """Read `recipe NAME: ORDER then ORDER`; without orders the name is free again.

    ``rest``: what follows `recipe`. None in another form.
    """
    found = _FORM.fullmatch(rest)
    if found is None:
        return None
    steps = [one.strip(" ") for one in found[2].split(THEN)] if found[2] else []
    return o.Recipe(plain.lower(found[1]), tuple(steps))


def words(order: o.Recipe) -> Sequence[str]:
    """Return the words of an order that `read` reads back."""
    return [f"{order.name}:", THEN.join(order.steps)] if order.steps else [order.name]


def needs(steps: Sequence[str]) -> tuple[bool, bool]:
    """Return whether a recipe needs a piece, and whether it needs a place."""
    found = {word for step in steps for word in _WORDS.findall(step)}
    return "PIECE" in found, "PLACE" in found


def steps(position: Position, line: str, taken: Collection[str]) -> Sequence[str]:
    """Return the orders that a line stands for: itself, unless it begins with a recipe's name.

    ``PIECE`` in an order is what its player names, and ``PLACE`` what they name after `at` or `to`.
    Several pieces are done one after the other. Words that are ``taken`` name no recipe.

    Raises:
        FormError: The recipe needs a piece or a place, or needs none; or it makes too many orders.
    """
    name, _, rest = line.strip(" ").partition(" ")
    found = position.recipes.get(plain.lower(name))
    if found is None or plain.lower(name) in taken:
        return (line,)
    piece_, place_ = needs(found)
    rest, place = rest.strip(" "), ""
    if place_ and (at := _AT.fullmatch(rest)):
        rest, place = at[1].strip(" "), at[2].strip(" ")
    if (piece_, place_) != (bool(rest), bool(place)):
        wanted = " PIECE" * piece_ + " at PLACE" * place_
        raise FormError(f"write `{name}{wanted}`")
    given = [{"PIECE": piece, "PLACE": place} for piece in _each(position, rest)]
    if len(given) * len(found) > ORDERS_MOST:
        raise FormError(f"this makes {len(given) * len(found):,} orders. Name fewer pieces")
    return [_filled(step, said) for said in given for step in found]


def _filled(step: str, given: Mapping[str, str]) -> str:
    return _WORDS.sub(lambda word: given[word[0]], step)


def _each(position: Position, said: str) -> Iterator[str]:
    """Yield each piece of a list of names; anything else is one."""
    names = plain.words(said.replace(",", " "))
    known = {plain.lower(name) for name in position.pieces}
    yield from names if all(plain.lower(name) in known for name in names) and names else [said]

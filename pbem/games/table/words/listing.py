"""The orders that a list leaves out, since nearly everything is legal."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Order


def candidates(_: Setting, __: Position, ___: str) -> Iterator[Order]:
    """Yield nothing: what is not listed differs by a word or a number."""
    return iter(())


def unlisted(setting: Setting, position: Position) -> list[str]:
    """Say what is not listed."""
    if position.claim is not None:
        return []
    said = ["`roll` of other dice, of several at once, and for anything that you write."]
    if setting.data.decks:
        said.append(
            "`draw` of other numbers of cards, `add` of several cards, and `take` of a card."
        )
    if setting.data.values:
        said.append("`value` with any other number.")
    if setting.data.types:
        said.append("`move` of several pieces, to a pixel, and from places that are not listed.")
    if not position.back:
        said.append("`result` with scores.")
    return said

"""[3.3, 5.2] American Morale: a track that ends at both ends."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.manila.rules.outcomes import MoraleChanged
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome


def change(setting: Setting, position: Position, by: int, paragraph: str) -> Iterator[Outcome]:
    """Move the Morale marker; nothing is reported where the end of the track leaves it as it is.

    ``by``: so many boxes, less than 0 for down; ``paragraph``: that of the cause.
    """
    now = min(max(position.morale + by, 0), setting.tables.data.morale.most)
    if now != position.morale:
        yield MoraleChanged(paragraph=paragraph, by=now - position.morale, morale=now)

"""A record that was lost or is damaged: told, and begun again where its owner says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.table.writer import lacks

if TYPE_CHECKING:
    from pbem.desk.sitting import Sitting


def recover(sitting: Sitting, *, begin: bool) -> list[str]:
    """Begin a lost record again with the end of this log, if ``begin``; return what to tell."""
    player = None if sitting.handle is None else sitting.table.roster.find(sitting.handle)
    if player is None or player.vrf is None:
        return []
    record = sitting.desk.record(player.handle, sitting.table.game_id)
    lost = None if record.missing else lacks(record, player.handle, sitting.since)
    if not record.missing and lost is None and record.damaged is None:
        return []
    if begin:
        record.adopt(sitting.table.chain.count - 1, sitting.table.chain.head)
        return ["your record begins again with the end of this log"]
    if record.damaged is not None:
        how = f"is damaged in line {record.damaged}"
    else:
        how = "is missing" if lost is None else f"lacks event {lost.seq}, as in a backup"
    told = (
        f"your record of what you signed in this game {how}: ask every other player for the log, "
        "take it in, and add --recovered to the last one"
    )
    return [told]

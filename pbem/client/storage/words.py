"""The contents of the storage, and what was done to it, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.crypto.text import escape
from pbem.kit.wording import span
from pbem.table.owned import differing_words

if TYPE_CHECKING:
    from pbem.client.storage.archive import Archived
    from pbem.client.storage.database import Rebuilt, StoreCheck
    from pbem.client.storage.mending import Mended
    from pbem.client.storage.packs import Pack


def pack_lines(pack: Pack) -> list[str]:
    """Describe a pack."""
    what = "the module's own data" if pack.own else "an owner's data"
    lines = [f"{pack.rules} version {pack.version}: {what}, digest {pack.digest}"]
    if pack.differs:
        words = differing_words(pack.differs)
        lines.append(f"It differs from the module's own data in: {words}.")
    if not pack.own:
        lines.append("It is valid and stored. 'pbem new --pack FILE' opens a game with it.")
    if pack.reconstructed:
        lines.append("Reconstructed or second-hand in the module's own data:")
    return lines + [f"  {escape(line)}" for line in pack.reconstructed]


def rebuilt_lines(made: Rebuilt) -> list[str]:
    """Describe the result of a rebuild."""
    lines = [f"{game}: {count} events" for game, count in made.games.items()]
    lines += [f"{game}: LEFT OUT: {escape(why)}" for game, why in made.left_out.items()]
    return lines or ["There are no logs. The database is empty."]


def check_lines(check: StoreCheck) -> list[str]:
    """How the database agrees with the logs."""
    lines = [f"{check.database}: {check.games} games, {check.players} players"]
    lines += [f"{game}: {escape(why)}" for game, why in check.wrong.items()]
    if set(check.wrong) - set(check.damaged):
        lines.append("'pbem store rebuild' builds the database again from the logs")
    return lines


def mended_lines(mended: Mended) -> list[str]:
    """Describe a repair of a log whose end was torn, or in which something was changed."""
    lines = []
    if mended.finding is not None and mended.finding.code != "file.torn":
        kept = escape(mended.kept or "")
        lines.append(f"The log of {mended.game} was damaged: {escape(mended.finding.message)}")
        lines.append(f"It was repaired. The damaged file is stored as {kept}.")
    elif mended.finding is not None:
        whole = mended.kept is None
        done = "the newline was added" if whole else f"the rest is stored as {mended.kept}"
        lines.append(f"The last line of {mended.game} had no end: {escape(done)}.")
    if mended.restored:
        first, last = mended.restored[0], mended.restored[-1]
        lines.append(f"Restored {span(first, last)} from the database.")
    if not lines:
        lines.append(f"The log of {mended.game} is complete. Nothing was changed.")
    lines.append(f"All of it was verified. Its last event is number {mended.last}.")
    if mended.lost:
        lines.append(
            "Import the newest log of the other players before you sign anything. You may have "
            "mailed what was lost."
        )
    return lines


def archived_lines(archived: Archived) -> list[str]:
    """Say where an archived game is."""
    return [
        f"{archived.game} is archived: {escape(archived.log)}",
        *(f"  with {escape(other)}" for other in archived.others),
        f"To restore it, import a log of it: pbem take {escape(archived.log)}",
    ]

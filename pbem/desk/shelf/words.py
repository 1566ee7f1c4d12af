"""What lies on the shelf and was done to it, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.crypto.text import escape
from pbem.table.owned import differing_words

if TYPE_CHECKING:
    from pbem.desk.shelf.archive import Archived
    from pbem.desk.shelf.database import Rebuilt, StoreCheck
    from pbem.desk.shelf.mending import Mended
    from pbem.desk.shelf.packs import Pack


def pack_lines(pack: Pack) -> list[str]:
    """What a pack is."""
    what = "the module's own data" if pack.own else "an owner's data"
    lines = [f"{pack.rules} version {pack.version}: {what}, digest {pack.digest}"]
    if not pack.own:
        lines += [
            f"It differs from the module's own data in: {differing_words(pack.differs)}.",
            "It is good, and kept here: 'pbem new' opens a game with it by --pack FILE.",
        ]
    return [*lines, "Reconstructed or second-hand in the module's own data:"] + [
        f"  {escape(line)}" for line in pack.reconstructed
    ]


def rebuilt_lines(made: Rebuilt) -> list[str]:
    """What a rebuild made."""
    lines = [f"{game}: {count} events" for game, count in made.games.items()]
    lines += [f"{game}: LEFT OUT: {escape(why)}" for game, why in made.left_out.items()]
    return lines or ["There are no logs: the database is empty."]


def check_lines(check: StoreCheck) -> list[str]:
    """How the database agrees with the logs."""
    lines = [f"{check.database}: {check.games} games, {check.players} players"]
    lines += [f"{game}: {escape(why)}" for game, why in check.wrong.items()]
    if set(check.wrong) - set(check.damaged):
        lines.append("'pbem store rebuild' makes the database again from the logs")
    return lines


def mended_lines(mended: Mended) -> list[str]:
    """What was done to a log whose end was torn, or in which something was changed."""
    lines = []
    if mended.finding is not None and mended.finding.code != "file.torn":
        kept = escape(mended.kept or "")
        lines.append(f"The log of {mended.game} was damaged: {escape(mended.finding.message)}")
        lines.append(f"It was written anew; the file as it was is kept as {kept}.")
    elif mended.finding is not None:
        whole = mended.kept is None
        done = "the newline is there again" if whole else f"that end is kept as {mended.kept}"
        lines.append(f"The last line of {mended.game} did not end: {escape(done)}.")
    if mended.restored:
        first, last = mended.restored[0], mended.restored[-1]
        which = f"Event {first} was" if first == last else f"Events {first} to {last} were"
        lines.append(f"{which} put back from the database.")
    if not lines:
        lines.append(f"The log of {mended.game} ends as it should: nothing was changed.")
    lines.append(f"Its last event is number {mended.last}; all of it was verified.")
    if mended.lost:
        lines.append(
            "Take in the newest log of the other players before you sign anything: what was lost "
            "may have been sent."
        )
    return lines


def archived_lines(archived: Archived) -> list[str]:
    """Where a game is that was put away."""
    return [
        f"{archived.game} is put away: {escape(archived.log)}",
        *(f"  with {escape(other)}" for other in archived.others),
        f"It comes back when a log of it is taken in: pbem take {escape(archived.log)}",
    ]

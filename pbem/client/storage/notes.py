"""Private notes on a game and its events: for their author alone, in no mail and no page.

::

    HOME/notes/HANDLE/ID.json   what one wrote on a game
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.client.client import Client
from pbem.client.logs import first_id
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import make_folder, read_plain
from pbem.kit.wording import counted
from pbem.log.disk import explaining, locked, write_over
from pbem.log.file import read_lines

BYTES_MOST = 1 << 20
"""The limit of all notes on a game."""
NOTE_MOST = 4000
"""Letters of one note."""


class Notes(msgspec.Struct, forbid_unknown_fields=True):
    """Notes on a game: one on all of it, empty without one, and by the numbers of events."""

    game: str = ""
    events: dict[str, str] = {}


def read(client: Client, handle: str, log: Path) -> Notes:
    """Return what ``handle`` wrote on the game of a log.

    Raises:
        FormError: The file is damaged.
        LogFileError: It cannot be read.
    """
    path = client.notes(handle, first_id(log) or "")
    if not path.exists():
        return Notes()
    with explaining(path, "Reading"):
        data = read_plain(path, BYTES_MOST, own=True)
    try:
        return msgspec.json.decode(data, type=Notes)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise FormError(
            f"{escape(str(path))} is damaged. Restore it from a backup, or move it away"
        ) from None


def write(client: Client, handle: str, log: Path, event: int | None, text: str) -> Notes:
    """Keep a note in the place of the one before; an empty one leaves nothing. Return all.

    Args:
        client: The client.
        handle: The author.
        log: The log of the game.
        event: The number of an event; None: the note is on the whole game.
        text: The note.

    Raises:
        FormError: There is no such event, the text is too long, or the file is damaged.
        LogFileError: The disk refuses.
    """
    if len(text) > NOTE_MOST:
        raise FormError(f"the note is too long: it can have {NOTE_MOST:,} letters")
    count = sum(1 for _ in read_lines(log))
    if event is not None and event >= count:
        raise FormError(f"there is no event {event}: the log has {counted(count, 'event')}")
    path = client.notes(handle, first_id(log) or "")
    with explaining(path, "Writing"):
        make_folder(path.parent)
    with locked(path):  # a board and a command may write at once
        notes = read(client, handle, log)
        if event is None:
            notes.game = text.strip()
        elif text.strip():
            notes.events[str(event)] = text.strip()
        else:
            notes.events.pop(str(event), None)
        data = msgspec.json.encode(notes)
        if len(data) > BYTES_MOST:
            raise FormError(f"the notes on a game can have {BYTES_MOST:,} bytes in all")
        if notes != Notes():
            write_over(path, data)
            return notes
        with explaining(path, "Removing"):
            path.unlink(missing_ok=True)
    return notes


def lines(notes: Notes) -> list[str]:
    """Return notes as they are printed: that on the game, then event by event."""
    numbered = sorted(
        notes.events.items(), key=lambda one: int(one[0]) if one[0].isdecimal() else 0
    )
    said = [*([("game", notes.game)] if notes.game else []), *numbered]
    return [
        f"{escape(where):>6}  {escape(line)}" if place == 0 else f"{'':6}  {escape(line)}"
        for where, text in said
        for place, line in enumerate(text.splitlines())
    ]

"""Sending: the file to mail, and to whom."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.client.messages.subjects import headed
from pbem.client.output_files import place
from pbem.client.session.session import Session
from pbem.errors import FormError, LogFileError
from pbem.files import read_plain, real_path
from pbem.log.event import Event
from pbem.log.file import read_events, to_bytes, write_stretch


class Sent(msgspec.Struct, frozen=True):
    """A file to be mailed: events ``first`` to ``last``; ``to``: handle -> address or null.

    ``also``: who else is to be mailed, as the game is over, in a sentence.
    """

    file: str
    game: str
    first: int
    last: int
    size: int
    subject: str
    to: dict[str, str | None]
    also: str = ""


def send(session: Session, since: int | None = None, to: Path | None = None) -> Sent:
    """Write the log, or its later events, to a file to be mailed.

    To write the same file twice is harmless.

    Args:
        session: The game.
        since: Write only what comes after this event.
        to: A file or a folder; by default the current folder.

    Raises:
        FormError: The log has no such event.
        LogFileError: Another file has that name, or there is no such folder.
    """
    first = 0 if since is None else since + 1
    last = session.table.chain.count - 1
    if not 0 <= first <= last:
        raise FormError(f"Nothing to send after event {since}: the log ends with event {last}.")
    events = stretch(session, first)
    name = f"{session.name}_{last:03}.pbem" if not first else f"{session.name}_{first}-{last}.pbem"
    path = place(to, name)
    data = to_bytes(events)
    if real_path(path) == real_path(session.path):
        raise LogFileError(f"{path} is the log itself. Give another name with --to.")
    if not (_same_size(path, data) and read_plain(path, len(data)) == data):
        write_stretch(path, events)
    to_all = session.others(since if since is None else first)
    return Sent(
        file=str(path),
        game=session.name,
        first=first,
        last=last,
        size=len(data),
        subject=headed(session, to_all),
        to=to_all,
        also=session.for_director("" if first else str(path)),
    )


def stretch(session: Session, first: int) -> list[Event]:
    """Return the events of the log from number ``first`` on."""
    if first == 0:
        return list(read_events(session.path))
    return list(session.since(first))


def _same_size(path: Path, data: bytes) -> bool:
    """Look before reading: what has that name may be a device without an end."""
    return path.is_file() and path.stat().st_size == len(data)

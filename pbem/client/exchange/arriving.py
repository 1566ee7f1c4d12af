"""Files as they arrive: which game they are of, and where they part from the log that is here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbem.client.input_files import found
from pbem.client.session.keys import signing_keys
from pbem.crypto.text import in_command
from pbem.errors import FormError
from pbem.files import open_plain
from pbem.log.disk import explaining
from pbem.log.event import LINE_BYTES_MAX, Event, read_event, verify_signature
from pbem.log.file import no_log, read_at, read_lines
from pbem.log.finding import BadLog, Finding, finding
from pbem.mail.foreign import foreign_words

if TYPE_CHECKING:
    from pbem.client.session.session import Session

_BLOCK_BYTES = 1 << 16
_BESIDE = {
    "head": "a confirmation. Compare it with your log by 'pbem mail read {}'",
    "days": "a file of days that an umpire signed. Check it with 'pbem verify LOG {}'",
    "word": "a request to a tournament. The director takes it by 'pbem tournament collect {}'",
}
"""Files that go beside a log: what each is, and the command that reads it."""


class Arrived(NamedTuple):
    """A file that came: the number of its first event, and the game it is of."""

    path: Path
    first: int
    game_id: str


class Differing(NamedTuple):
    """How a file compares with the log here.

    ``seen``: how many events of the log here the file goes up to; ``rest``: its events beyond;
    ``diverging``: its first event that is another one than here; ``finding``: what is wrong before.
    """

    seen: int
    rest: Iterator[Event]
    diverging: Event | None = None
    finding: Finding | None = None


def look(path: Path) -> Arrived:
    """Read the first event of a file.

    Raises NotFound, FormError for a file of another kind, BadLog for a log that begins with no
    event.
    """
    with explaining(path, "Reading"), open_plain(found(path)) as handle:
        line = handle.readline(LINE_BYTES_MAX + 2)
    if line.startswith(b'{"card"'):
        raise FormError(
            f"{path} is a player card. Import it with 'pbem card import {in_command(path)}'."
        )
    if b'"pbem":"fork/v1"' in line:
        raise FormError(
            f"{path} is the proof of a fork. Check it with 'pbem verify {in_command(path)}'."
        )
    if not line:
        raise FormError(f"{path} is empty. Ask the sender for it again.")
    if not line.startswith(b'{"body":') and (beside := _beside(line)) is not None:
        raise FormError(f"{path} is {beside.format(in_command(path))}.")
    if (said := foreign_words(path, line)) is not None:
        raise FormError(said)
    if (other := no_log(line)) is not None:
        raise FormError(f"{path} {other}")
    for _, whole in read_lines(path):
        event = read_event(whole, 1)
        return Arrived(path, event.seq, event.game_id)
    raise FormError(f"{path} is empty. Ask the sender for it again.")


def _beside(line: bytes) -> str | None:
    """Say what a file that goes beside a log is, by its first line; None for any other."""
    from pbem.mail.contents import kind_of  # noqa: PLC0415 - it loads all that reads mail

    return _BESIDE.get(kind_of(line) or "")


def skipped_bytes(here: Path, one: Arrived, size: int) -> int:
    """Return the size if a file begins with that many bytes of the stored log, else 0.

    To compare bytes is hundreds of times faster than to read events. So a turn that is sent as a
    whole log costs no more than the turn.

    Args:
        here: The stored log.
        one: The received file.
        size: How many bytes to compare.
    """
    if one.first > 0:
        return 0
    # Small buffers, filled again and again, stay in the processor's cache.
    block, other = bytearray(_BLOCK_BYTES), bytearray(_BLOCK_BYTES)
    with explaining(one.path, "Reading"), open_plain(one.path) as theirs, open_plain(here) as ours:
        for start in range(0, size, _BLOCK_BYTES):
            length = min(_BLOCK_BYTES, size - start)
            read = ours.readinto(memoryview(block)[:length])
            if read < length or theirs.readinto(memoryview(other)[:length]) < length:
                return 0
            if block[:length] != other[:length]:
                return 0
    return size


def differing(session: Session, one: Arrived, heed: Callable[[], None]) -> Differing:
    """Compare a file, ``one``, event by event with the log here.

    ``heed``: as in `TakeOptions`.
    """
    ours = session.since(one.first)
    count = session.table.chain.count
    theirs = read_at(one.path, 0)
    seen = one.first
    try:
        while seen < count:
            heed()
            event = next(theirs, None)
            if event is None:
                return Differing(seen, iter(()))
            mine = next(ours)
            if event.id != mine.id:
                return Differing(seen, theirs, diverging=event)
            resigned = _resigned(session, event, mine)
            if resigned is not None:
                return Differing(seen, theirs, finding=resigned)
            seen += 1
    except BadLog as bad:
        return Differing(seen, theirs, finding=bad.finding.at(good=seen))
    return Differing(seen, theirs)


def _resigned(session: Session, theirs: Event, mine: Event) -> Finding | None:
    """Look at an event that is here with another signature: signed twice, or tampered with."""
    if theirs.line == mine.line:
        return None
    # By any key of the author's: it may have been another one when the event was signed.
    keys = signing_keys(session, theirs.by)
    if any(verify_signature(theirs, bytes.fromhex(key)) for key in keys):
        return None
    message = (
        f"The signature of event {theirs.seq} was changed in this file. Anyone could have done "
        "that, and your own copy is intact. Ask the sender for the file again."
    )
    return finding("sig.bad", theirs, message=message)

"""Confirmed heads: a player's signed word that a log ends where it does (protocol section 3).

A result counts when every other player confirms the head of the log. The file is one line: the
canonical JSON of {v, game, seq, head, by, sig} and 0x0A. ``sig`` is over ``pbem/head/v1``, a line
feed and the canonical JSON of the other five fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from pbem.crypto import canonical, digest, signing, text
from pbem.errors import FormError
from pbem.files import open_plain
from pbem.log.chain import EVENTS_MAX
from pbem.log.disk import explaining, write_new

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from pbem.log.event import Event

_VERSION = 1
_BYTES_MAX = 1024
_FIELDS = {"v", "game", "seq", "head", "by", "sig"}


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The head of a log as ``by`` (handle) confirms it.

    ``game`` and ``head`` are ids (64 hex digits), ``seq`` is the number of the last event, ``sig``
    128 hex digits whose form is checked and whose signature is not.
    """

    v: int
    game: str
    seq: int
    head: str
    by: str
    sig: str


class HeldHead(NamedTuple):
    """The relation of a confirmation to a log, in a word and in a sentence without its end.

    ``fits``; ``short``: more events are confirmed than the log has; ``other``: another history is;
    ``forged``: nobody of the game has signed it.
    """

    what: Literal["fits", "short", "other", "forged"]
    message: str

    @property
    def fits(self) -> bool:
        """Whether it is good and the log agrees with it."""
        return self.what == "fits"


def make_head(last: Event, *, by: str, seed: bytes) -> Head:
    """Confirm with a signature that the log ends with an event.

    Args:
        last: The event.
        by: The handle of the player who confirms.
        seed: That player's secret signing key, 32 bytes.

    Raises:
        FormError: The handle is none.
    """
    text.check_name(by, "handle")
    unsigned = Head(v=_VERSION, game=last.game_id, seq=last.seq, head=last.id, by=by, sig="")
    signature = signing.sign(seed, _signed(unsigned))
    return msgspec.structs.replace(unsigned, sig=signature.hex())


def verify_head(head: Head, public_key: bytes) -> bool:
    """Say whether ``public_key`` (32 bytes) signed ``head``."""
    return signing.verify(public_key, _signed(head), bytes.fromhex(head.sig))


def head_to_bytes(head: Head) -> bytes:
    """Return the file of ``head``."""
    return canonical.encode(head) + b"\n"


def head_from_bytes(data: bytes) -> Head:
    """Read the file of a confirmed head; the signature is not checked.

    Raises ``FormError``, also for another version of the protocol.
    """
    if not data.endswith(b"\n"):
        raise FormError("A confirmation must be one whole line. Ask the sender for it again.")
    fields = canonical.decode(data[:-1], _BYTES_MAX)
    if isinstance(fields, dict) and type(fields.get("v")) is int and fields["v"] != _VERSION:
        raise FormError(f"This confirmation has version {fields['v']}. Install a newer release.")
    if not isinstance(fields, dict) or fields.keys() != _FIELDS or type(fields["v"]) is not int:
        raise FormError("A confirmation needs exactly the fields by, game, head, seq, sig and v.")
    for name, n_bytes in (("game", 32), ("head", 32), ("sig", 64)):
        text.check_hex(fields[name], n_bytes)
    text.check_name(fields["by"], "handle")
    if type(fields["seq"]) is not int or not 0 <= fields["seq"] < EVENTS_MAX:
        raise FormError(f"In a confirmation, seq must be an integer from 0 to {EVENTS_MAX - 1}.")
    return Head(**fields)


def hold(
    head: Head, signs: Iterable[str], events: int, id_of: Callable[[int], str], log: str
) -> HeldHead:
    """Compare a confirmation with a log of its game.

    Args:
        head: The confirmation.
        signs: The signing keys, in hex, that its author has in the log.
        events: How many good events the log has.
        id_of: Returns the id of an event by its number.
        log: The name of the log.
    """
    if not any(verify_head(head, bytes.fromhex(sign)) for sign in signs):
        return HeldHead("forged", f"not signed by {head.by} of this game, so it confirms nothing")
    whole = f"{head.by} confirms the log up to event {head.seq}"
    if head.seq >= events:
        return HeldHead(
            "short",
            f"{whole}, but {log} has only {events} valid events. It was cut short or is an older "
            f"copy. Ask {head.by} for the whole log",
        )
    if id_of(head.seq) != head.head:
        return HeldHead(
            "other",
            f"{whole}, but of another history: event {head.seq} differs there. Ask {head.by} for "
            "that log, and compare both with 'pbem verify A B'",
        )
    rest = events - 1 - head.seq
    return HeldHead("fits", whole + (f"; {rest} more came after it" if rest else ", its end"))


def write_head(path: Path, head: Head) -> None:
    """Write a new file. Raises `LogFileError` where the file is there already."""
    write_new(path, head_to_bytes(head), shared=True)


def read_head(path: Path) -> Head:
    """Read a file. Raises ``FormError``, and `LogFileError` where it cannot be read."""
    with explaining(path, "Reading"), open_plain(path) as handle:
        # One byte more than may be there, so that a longer file is seen without reading it all.
        return head_from_bytes(handle.read(_BYTES_MAX + 2))


def _signed(head: Head) -> bytes:
    fields = msgspec.structs.asdict(head)
    del fields["sig"]
    return digest.tagged("head", canonical.encode(fields))

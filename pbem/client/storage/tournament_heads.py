"""Heads of tournaments that are kept at this client, held against a log.

A log here that is shorter than a head of it is an older copy: who signs on it signs a second
history (docs/tournaments.md, section 9).

``tournament``: its id. ``events``: those of its log.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pbem.client.client import Client
from pbem.crypto.transparency.checkpoint import Checkpoint, read_checkpoint
from pbem.crypto.transparency.merkle import leaf_hash, root_of
from pbem.crypto.transparency.note import NOTE_BYTES
from pbem.errors import FormError
from pbem.files import own_files, read_plain
from pbem.log.disk import explaining
from pbem.log.event import Event

SUFFIX = ".checkpoint"
STANDS = ("follows", "beyond", "parts")
"""How a head can stand to a log."""


class Head(NamedTuple):
    """A head that is kept at ``path``, and how it stands to a log.

    ``stands``: ``follows`` from the log, lies ``beyond`` its end, or ``parts`` from it.
    """

    path: Path
    checkpoint: Checkpoint
    stands: str


def leaves_of(events: Sequence[Event]) -> list[bytes]:
    """Return the leaf hashes of a log: its entries are its lines, without their ends."""
    return [leaf_hash(event.line) for event in events]


def kept(client: Client, tournament: str) -> list[tuple[Path, Checkpoint]]:
    """Return the heads that are kept of a tournament, the first event's first.

    Raises FormError where one is mangled, LogFileError.
    """
    found = []
    for path in own_files(client.heads(tournament), SUFFIX)[0]:
        with explaining(path, "Reading"):
            data = read_plain(path, NOTE_BYTES, own=True)
        try:
            found.append((path, read_checkpoint(data)))
        except FormError as error:
            raise FormError(f"{path} is damaged ({error}). Move it away") from None
    return sorted(found, key=lambda one: (one[1].size, one[1].root))


def compared(client: Client, tournament: str, events: Sequence[Event]) -> list[Head]:
    """Return the kept heads of a tournament, compared with its log."""
    heads = kept(client, tournament)
    leaves = leaves_of(events) if heads else []
    return [Head(path, one, stands(leaves, one)) for path, one in heads]


def stands(leaves: Sequence[bytes], one: Checkpoint) -> str:
    """Return how a head stands to a log, as in `Head`."""
    if one.size > len(leaves):
        return "beyond"
    return "follows" if root_of(leaves[: one.size]) == one.root else "parts"


def require_newest(client: Client, events: Sequence[Event], director: str, *, own: bool) -> None:
    """Check that the log gives every kept head.

    If it does not, the log is an older copy. Anything signed on it would differ from what others
    have.

    Args:
        client: The client.
        events: The log.
        director: The director's handle.
        own: The signer is the director, who signed that head; else it is their deputy.

    Raises:
        FormError: It does not.
    """
    for head in compared(client, events[0].id, events):
        if head.stands == "follows":
            continue
        who = "you" if own else director
        reported = (
            f"Nothing was signed: {who} signed a checkpoint over {head.checkpoint.size} events "
            f"({head.path}), and this log of {len(events)} events does not match it."
        )
        if own:
            raise FormError(
                f"{reported} An older copy of it was restored. Your own mail to the players has "
                "your newer log, and so has each player. Import it with 'pbem take' and 'pbem "
                "tournament take'"
            )
        raise FormError(
            f"{reported} Ask {director} and the players for the newer log, and import it with "
            "'pbem tournament take'"
        )

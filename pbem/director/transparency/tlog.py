"""A tournament's log as a transparency log of C2SP: plain files for any web space, and their check.

::

    checkpoint                  how many events there are, and the root over them, signed
    vkey                        the key that signs it, as `found` names it
    tile/0/000.p/17             hashes;  tile/entries/000.p/17: the events themselves
    receipts/3-enter.tlog-proof event 3 is in the log: its director's receipt
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pbem.client.storage.tournament_heads import leaves_of
from pbem.crypto.text import escape
from pbem.crypto.transparency.checkpoint import Checkpoint, is_of, read_checkpoint
from pbem.crypto.transparency.merkle import root_of
from pbem.crypto.transparency.note import NOTE_BYTES, NoteKey
from pbem.crypto.transparency.receipt import RECEIPT_BYTES, proves, read_receipt
from pbem.crypto.transparency.tiles import tiles
from pbem.director.transparency.heads import PUBLISHED, key_of
from pbem.director.transparency.receipts import file_name, receipts
from pbem.errors import FormError, PbemError
from pbem.files import read_plain
from pbem.items import item
from pbem.log.event import Event
from pbem.mail.contents import RECEIPT
from pbem.tournament.events.kinds import Found
from pbem.tournament.faults import BadTournament, Fault, bad

VKEY, RECEIPTS = "vkey", "receipts"


def files(found: Found, events: Sequence[Event], checkpoint: Checkpoint) -> dict[str, bytes]:
    """Return every file of the log up to a checkpoint by its name, the checkpoint last.

    A reader who reads while they are written has the old checkpoint, and all that this needs.
    """
    entries = [event.line for event in events[: checkpoint.size]]
    made = dict(tiles(entries))
    for event, one in receipts(events, checkpoint):
        made[f"{RECEIPTS}/{file_name(event)}"] = one.bytes
    made[VKEY] = f"{key_of(found).text}\n".encode()
    made[PUBLISHED] = checkpoint.note.bytes
    return made


def read_published(folder: Path) -> Checkpoint | None:
    """Return the checkpoint of a published folder, unverified; None if it has none.

    Raises:
        FormError: The file is no checkpoint.
        OSError: The file cannot be read.
    """
    path = folder / PUBLISHED
    if not path.exists():
        return None
    return read_checkpoint(read_plain(path, NOTE_BYTES))


def check(
    folder: Path, found: Found, events: Sequence[Event]
) -> tuple[Checkpoint | None, list[Fault]]:
    """Hold a published folder against the log: the checkpoint, if it is good, and what is wrong."""
    try:
        checkpoint = read_published(folder)
        if checkpoint is None:
            return None, []
        require(checkpoint, key_of(found), events, found.director.handle)
    except (FormError, OSError) as error:
        reported = f"{escape(str(folder / PUBLISHED))}: {_why(error)}"
        return None, [bad("checkpoint.sign", reported).fault]
    except BadTournament as error:
        return None, [error.fault]
    return checkpoint, [*_files(folder, found, events, checkpoint)]


def require(checkpoint: Checkpoint, key: NoteKey, events: Sequence[Event], director: str) -> None:
    """Raise BadTournament unless a checkpoint is signed by the key, and of this log.

    ``director``: their handle.
    """
    if not is_of(checkpoint, key):
        reported = f"The checkpoint over {checkpoint.size} events is not signed by {key.name}."
        raise bad("checkpoint.sign", reported)
    if checkpoint.size > len(events):
        raise bad(
            "checkpoint.other",
            f"The checkpoint covers {checkpoint.size} events, but this log has {len(events)}. Ask "
            f"{director} for the newer log. Without it, nothing is proved about the other events.",
        )
    if root_of(leaves_of(events[: checkpoint.size])) != checkpoint.root:
        raise bad(
            "checkpoint.other",
            f"The checkpoint over {checkpoint.size} events belongs to another log, and {director} "
            "signed both: these are two histories of one tournament.",
            whose=director,
        )


def _files(
    folder: Path, found: Found, events: Sequence[Event], checkpoint: Checkpoint
) -> Iterator[Fault]:
    """Name each file that is not as the log has it."""
    key = key_of(found)
    for name, data in files(found, events, checkpoint).items():
        path = folder / name
        if name.startswith(f"{RECEIPTS}/") or name == PUBLISHED:
            continue
        if not path.exists():
            yield bad("checkpoint.file", f"{name} is missing.").fault
        elif path.stat().st_size != len(data) or read_plain(path, len(data)) != data:
            yield bad("checkpoint.file", f"{name} does not follow from the log.").fault
    good: set[bytes] = {checkpoint.note.bytes}
    for path in sorted((folder / RECEIPTS).glob(f"*{RECEIPT}")):
        try:
            with item("this receipt"):
                one = read_receipt(read_plain(path, RECEIPT_BYTES))
                if one.checkpoint.note.bytes not in good:  # most have the same one
                    require(one.checkpoint, key, events, found.director.handle)
                    good.add(one.checkpoint.note.bytes)
                inside = one.number < one.checkpoint.size
                proven = inside and proves(one, events[one.number].line)
            if not proven:
                reported = f"{path.name} does not prove that event {one.number} is in the log."
                yield bad("checkpoint.file", reported).fault
        except BadTournament as error:
            yield error.fault
        except (PbemError, OSError) as error:
            yield bad("checkpoint.file", f"{path.name}: {_why(error)}").fault


def _why(error: Exception) -> str:
    """Say what is wrong with a file without its name, which stands before that."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)

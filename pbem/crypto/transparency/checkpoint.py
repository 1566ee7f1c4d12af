"""Checkpoints (c2sp.org/tlog-checkpoint v1.0.0) and what witnesses add (tlog-cosignature v1.0.1).

A checkpoint says how many entries a log has and the root over them. Only cosignatures of Ed25519
are read; others are ignored, as of any key that is not known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.crypto import signing
from pbem.crypto.transparency.merkle import HASH_BYTES
from pbem.crypto.transparency.note import (
    COSIGNATURE,
    ED25519,
    Note,
    NoteKey,
    decoded,
    encoded,
    is_signed,
    read_note,
    sign_note,
)
from pbem.errors import FormError

_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")
_TIME_BYTES = 8


class Checkpoint(NamedTuple):
    """A log's ``origin``, how many entries it has, the root over them, and the note that says so.

    ``root`` is 32 bytes.
    """

    origin: str
    size: int
    root: bytes
    note: Note


class Cosigned(NamedTuple):
    """The addition of a witness: who it is and when, in seconds since 1970."""

    name: str
    time: int


def sign_checkpoint(key: NoteKey, seed: bytes, size: int, root: bytes) -> Checkpoint:
    """Return the checkpoint of a log whose origin is the name of the key.

    Args:
        key: The log's key.
        seed: The secret of that key, 32 bytes.
        size: How many entries the log has.
        root: The root of the tree over them, 32 bytes.

    Source: c2sp.org/tlog-checkpoint.
    """
    note = sign_note(f"{key.name}\n{size}\n{encoded(root)}\n", key, seed)
    return Checkpoint(key.name, size, root, note)


def read_checkpoint(data: bytes) -> Checkpoint:
    """Return a checkpoint out of its bytes; raises FormError. Nothing of it is verified yet."""
    note = read_note(data)
    origin, *rest = note.text.removesuffix("\n").split("\n")
    if len(rest) < 2 or not origin or "" in rest or not _SIZE.fullmatch(rest[0]):
        raise FormError("a checkpoint must have origin, size and root in three lines")
    root = decoded(rest[1])
    if len(root) != HASH_BYTES:
        raise FormError("the root of a checkpoint must have 32 bytes")
    return Checkpoint(origin, int(rest[0]), root, note)


def is_of(checkpoint: Checkpoint, key: NoteKey) -> bool:
    """Say whether a checkpoint is of the log with this key, and signed by it."""
    right = key.kind == ED25519 and checkpoint.origin == key.name
    return right and is_signed(checkpoint.note, key)


def cosigned_text(checkpoint: Checkpoint, time: int) -> bytes:
    """Return what a witness signs at a time, in seconds since 1970."""
    return f"cosignature/v1\ntime {time}\n{checkpoint.note.text}".encode()


def cosignatures(checkpoint: Checkpoint, witnesses: Sequence[NoteKey]) -> list[Cosigned]:
    """Return what of ``witnesses`` has cosigned; raises FormError where one's is forged.

    Lines of who is not among them are ignored.
    """
    found: list[Cosigned] = []
    known = {(one.name, one.id): one for one in witnesses if one.kind == COSIGNATURE}
    for name, by, signed in checkpoint.note.signatures:
        witness = known.get((name, by))
        if witness is None:
            continue
        time = int.from_bytes(signed[:_TIME_BYTES], "big")
        said = cosigned_text(checkpoint, time)
        if time >> 63 or not signing.verify(witness.key, said, signed[_TIME_BYTES:]):
            raise FormError(
                f"the cosignature of {name} is forged, or belongs to another checkpoint"
            )
        if name not in (one.name for one in found):
            found.append(Cosigned(name, time))
    return found


def cosign(checkpoint: Checkpoint, key: NoteKey, seed: bytes, time: int) -> Checkpoint:
    """Return a checkpoint with one more cosignature.

    Args:
        checkpoint: The checkpoint.
        key: The witness's key.
        seed: The secret of that key, 32 bytes.
        time: When, in seconds since 1970.

    Source: c2sp.org/tlog-cosignature.
    """
    signed = time.to_bytes(_TIME_BYTES, "big") + signing.sign(seed, cosigned_text(checkpoint, time))
    lines = (*checkpoint.note.signatures, (key.name, key.id, signed))
    return checkpoint._replace(note=checkpoint.note._replace(signatures=lines))


def only_by(checkpoint: Checkpoint, keys: Sequence[NoteKey]) -> Checkpoint:
    """Return a checkpoint without the signatures of all who are not among ``keys``."""
    known = {(one.name, one.id) for one in keys}
    lines = tuple(one for one in checkpoint.note.signatures if one[:2] in known)
    return checkpoint._replace(note=checkpoint.note._replace(signatures=lines))


def joined(one: Checkpoint, other: Checkpoint) -> Checkpoint:
    """Return a checkpoint with the signatures that the same text has in another note."""
    if one.note.text != other.note.text:
        return one
    lines = dict.fromkeys((*one.note.signatures, *other.note.signatures))
    return one._replace(note=one.note._replace(signatures=tuple(lines)))

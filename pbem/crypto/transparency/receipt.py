"""Receipts (c2sp.org/tlog-proof): an entry is in a log as a checkpoint has it, shown offline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.crypto.transparency.checkpoint import Checkpoint, read_checkpoint
from pbem.crypto.transparency.merkle import HASH_BYTES, inclusion, leaf_hash, root_by
from pbem.crypto.transparency.note import decoded, encoded
from pbem.errors import FormError

FIRST = b"c2sp.org/tlog-proof@v1\n"
RECEIPT_BYTES = 1 << 20
_INDEX = re.compile(r"index (0|[1-9][0-9]{0,18})")
_HASHES_MAX = 64


class Receipt(NamedTuple):
    """Entry ``number``, counted from 0, its audit path, the checkpoint, and what is beside.

    ``extra`` is claimed by nobody: no signature covers it.
    """

    number: int
    path: tuple[bytes, ...]
    checkpoint: Checkpoint
    extra: bytes = b""

    @property
    def bytes(self) -> bytes:
        """The receipt as it is written."""
        extra = f"extra {encoded(self.extra)}\n" if self.extra else ""
        path = "".join(f"{encoded(one)}\n" for one in self.path)
        reported = f"{extra}index {self.number}\n{path}\n"
        return FIRST + reported.encode() + self.checkpoint.note.bytes


def receipt(
    rows: Sequence[Sequence[bytes]], index: int, checkpoint: Checkpoint, extra: bytes
) -> Receipt:
    """Return the receipt of an entry.

    Args:
        rows: The rows of the tree that the checkpoint covers.
        index: The number of the entry, from 0.
        checkpoint: The checkpoint.
        extra: The other content of the receipt.

    Source: c2sp.org/tlog-proof.
    """
    return Receipt(index, tuple(inclusion(rows, index)), checkpoint, extra)


def read_receipt(data: bytes) -> Receipt:
    """Return a receipt out of its bytes; raises FormError. Nothing of it is verified yet."""
    if not data.startswith(FIRST) or len(data) > RECEIPT_BYTES:
        raise FormError("a receipt must begin with c2sp.org/tlog-proof@v1")
    head, between, note = data[len(FIRST) :].partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        lines = []
    extra = b""
    if lines and lines[0].startswith("extra "):
        extra = decoded(lines.pop(0).removeprefix("extra "))
    index = _INDEX.fullmatch(lines[0]) if lines else None
    if not between or index is None or len(lines) > _HASHES_MAX:
        raise FormError("a receipt must have the index of an entry, its hashes and a checkpoint")
    path = tuple(map(decoded, lines[1:]))
    if any(len(one) != HASH_BYTES for one in path):
        raise FormError("each hash of a receipt must have 32 bytes")
    return Receipt(int(index[1]), path, read_checkpoint(note), extra)


def proves(made: Receipt, entry: bytes) -> bool:
    """Say whether the tree of the receipt's checkpoint has ``entry``, no matter who signed it."""
    root = root_by(leaf_hash(entry), made.number, made.checkpoint.size, made.path)
    return root == made.checkpoint.root

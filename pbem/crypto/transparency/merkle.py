"""The Merkle tree of RFC 6962, section 2.1, with SHA-256: roots, and proofs that entries are in it.

A tree of n leaves is full subtrees of sizes 2^k, from the left the largest, so roots and proofs
are found by splitting at the largest power of two below n.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

HASH_BYTES = 32


def leaf_hash(entry: bytes) -> bytes:
    """Return the hash of an entry as a leaf, 32 bytes."""
    return sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of two subtrees, 32 bytes."""
    return sha256(b"\x01" + left + right).digest()


def rows_of(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """Return the rows of a tree over these leaf hashes, the leaves first, the root last.

    A hash without another beside it goes up as it is. Without leaves there is one row, with
    nothing.
    """
    rows = [list(leaves)]
    while len(row := rows[-1]) > 1:
        paired = [node_hash(row[at], row[at + 1]) for at in range(0, len(row) - 1, 2)]
        rows.append(paired + row[len(row) - len(row) % 2 :])
    return rows


def root_of(leaves: Sequence[bytes]) -> bytes:
    """Return the root of a tree over these leaf hashes; of none SHA-256 of nothing."""
    return rows_of(leaves)[-1][0] if leaves else sha256(b"").digest()


def inclusion(rows: Sequence[Sequence[bytes]], index: int) -> list[bytes]:
    """Return the audit path of a leaf, from its sibling to the child of the root (2.1.1).

    ``rows`` are those of `rows_of`; ``index`` counts leaves from 0. Raises IndexError where there
    is no such leaf.
    """
    if not 0 <= index < len(rows[0]):
        raise IndexError(index)
    path: list[bytes] = []
    for row in rows[:-1]:
        beside = index ^ 1
        if beside < len(row):
            path.append(row[beside])
        index //= 2
    return path


def root_by(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """Return the root of a leaf and its audit path; None if its length is wrong.

    Args:
        leaf: The hash of the leaf.
        index: The number of the leaf, from 0.
        size: How many leaves the tree has.
        path: The hashes of the audit path, the lowest first.

    Source: RFC 9162, section 2.1.3.2, which fits the tree of RFC 6962.
    """
    if not 0 <= index < size:
        return None
    here, last, root = index, size - 1, leaf
    for beside in path:
        if last == 0:
            return None
        if here % 2 or here == last:
            root = node_hash(beside, root)
            while here % 2 == 0 and here:
                here, last = here // 2, last // 2
        else:
            root = node_hash(root, beside)
        here, last = here // 2, last // 2
    return root if last == 0 else None

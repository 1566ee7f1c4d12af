"""A log as files for any web space (c2sp.org/tlog-tiles): hashes by 256, and the entries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.crypto.transparency.merkle import HASH_BYTES, leaf_hash, root_of
from pbem.errors import FormError

WIDTH = 256
ENTRY_BYTES = 65_535
"""The most that an entry has: its length stands in two bytes."""


def tile_path(level: str, index: int, width: int) -> str:
    """Return where a tile lies.

    Args:
        level: Its level as a number, or ``entries``.
        index: Its number in the level, from 0.
        width: How many hashes or entries it has, 1 to 256.

    Source: c2sp.org/tlog-tiles.
    """
    digits = f"{index:03d}"
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    name = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
    return f"tile/{level}/{name}" + ("" if width == WIDTH else f".p/{width}")


def tiles(entries: Sequence[bytes]) -> Iterator[tuple[str, bytes]]:
    """Give every tile of a log with these entries: path and bytes.

    Raises FormError for an entry of more than 65,535 bytes.
    """
    for index, start in enumerate(range(0, len(entries), WIDTH)):
        part = entries[start : start + WIDTH]
        yield tile_path("entries", index, len(part)), b"".join(map(_framed, part))
    row = [leaf_hash(entry) for entry in entries]
    level = 0
    while row:
        for index, start in enumerate(range(0, len(row), WIDTH)):
            hashes = row[start : start + WIDTH]
            yield tile_path(str(level), index, len(hashes)), b"".join(hashes)
        full = range(0, len(row) - WIDTH + 1, WIDTH)
        row = [root_of(row[start : start + WIDTH]) for start in full]
        level += 1


def _framed(entry: bytes) -> bytes:
    if len(entry) > ENTRY_BYTES:
        raise FormError(
            f"an entry of a log has at most {ENTRY_BYTES} bytes, but this one has {len(entry)}"
        )
    return len(entry).to_bytes(2, "big") + entry


def entries_of(bundle: bytes) -> list[bytes]:
    """Return the entries of a bundle; raises FormError where it is cut off."""
    found: list[bytes] = []
    at = 0
    while at < len(bundle):
        size = int.from_bytes(bundle[at : at + 2], "big")
        entry = bundle[at + 2 : at + 2 + size]
        if len(bundle) < at + 2 or len(entry) < size:
            raise FormError("a bundle of entries is cut off")
        found.append(entry)
        at += 2 + size
    return found


def hashes_of(tile: bytes) -> list[bytes]:
    """Return the hashes of a tile; raises FormError where it is cut off."""
    if len(tile) % HASH_BYTES:
        raise FormError("a tile of hashes is cut off")
    return [tile[at : at + HASH_BYTES] for at in range(0, len(tile), HASH_BYTES)]

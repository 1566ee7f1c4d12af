"""A published transparency log read by the words of C2SP and RFC 6962, and by nothing of ours.

Trees are hashed as 2.1 of the RFC defines them, from all entries each time, and paths as 2.1.1
does; signatures are checked by `cryptography`.
"""

from __future__ import annotations

from base64 import b64decode
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

ONE_TILE = 256


def half(count: int) -> int:
    """Return the largest power of two below a number above 1."""
    return int(2 ** ((count - 1).bit_length() - 1))


def tree(entries: list[bytes]) -> bytes:
    if len(entries) < 2:
        return sha256(b"".join(b"\0" + one for one in entries)).digest()
    at = half(len(entries))
    return sha256(b"\1" + tree(entries[:at]) + tree(entries[at:])).digest()


def path(number: int, entries: list[bytes]) -> list[bytes]:
    if len(entries) == 1:
        return []
    at = half(len(entries))
    if number < at:
        return [*path(number, entries[:at]), tree(entries[at:])]
    return [*path(number - at, entries[at:]), tree(entries[:at])]


class Published:
    """The folder of a log of less than 65,536 entries, whose key the file ``vkey`` names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        name, shown, coded = (folder / "vkey").read_text().rstrip("\n").split("+", 2)
        self.origin, self.key = name, b64decode(coded)[1:]
        assert b64decode(coded)[:1] == b"\1"
        self.id = sha256(name.encode() + b"\n\1" + self.key).digest()[:4]
        assert self.id.hex() == shown
        self.size, self.root = self.checkpoint((folder / "checkpoint").read_text())

    def checkpoint(self, note: str) -> tuple[int, bytes]:
        """Return size and root of a checkpoint that the log's key has signed."""
        text, _, lines = note.rpartition("\n\n")
        origin, size, root = text.split("\n")
        assert origin == self.origin
        signatures = [line.split(" ") for line in lines.splitlines()]
        ours = [b64decode(coded) for dash, name, coded in signatures if name == origin]
        [signature] = [one[4:] for one in ours if one[:4] == self.id]
        key = Ed25519PublicKey.from_public_bytes(self.key)
        key.verify(signature, f"{text}\n".encode())
        return int(size), b64decode(root)

    def bytes_of(self, level: str) -> list[bytes]:
        """Return the tiles of a level of leaves, as many as the size has."""
        full, more = divmod(self.size, ONE_TILE)
        names = [f"{number:03d}" for number in range(full)]
        names += [f"{full:03d}.p/{more}"] if more else []
        return [(self.folder / "tile" / level / name).read_bytes() for name in names]

    def entries(self) -> list[bytes]:
        """Return all entries, that the hashes and the checkpoint are of."""
        found: list[bytes] = []
        for bundle in self.bytes_of("entries"):
            rest = bundle
            while rest:
                size = int.from_bytes(rest[:2], "big")
                found.append(rest[2 : 2 + size])
                assert len(found[-1]) == size
                rest = rest[2 + size :]
        assert len(found) == self.size
        hashes = b"".join(self.bytes_of("0"))
        assert hashes == b"".join(sha256(b"\0" + one).digest() for one in found)
        assert tree(found) == self.root
        return found

    def receipts(self) -> list[int]:
        """Return the numbers of the entries that there are receipts of, each checked."""
        entries, numbers = self.entries(), []
        for file in sorted(self.folder.glob("receipts/*.tlog-proof")):
            proof, _, note = file.read_text().partition("\n\n")
            magic, extra, index, *hashes = proof.split("\n")
            assert magic == "c2sp.org/tlog-proof@v1"
            number = int(index.removeprefix("index "))
            assert b64decode(extra.removeprefix("extra ")) == entries[number]
            size, root = self.checkpoint(note)
            assert tree(entries[:size]) == root
            assert [b64decode(one) for one in hashes] == path(number, entries[:size])
            numbers.append(number)
        return numbers

"""Files from mail, on the disk: each is written as it is found, and memory holds one."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from hashlib import sha256
from pathlib import Path

import msgspec

from pbem.files import read_plain, writing
from pbem.log.days import SUFFIX as DAYS
from pbem.log.disk import explaining
from pbem.mail.contents import PACK, RECEIPT, WORD, Kind, Piece

SUFFIX: dict[Kind, str] = {
    "log": ".pbem", "card": ".card", "head": ".head", "fork": ".fork", "days": DAYS,
    "tournament": ".tournament", "word": WORD, "receipt": RECEIPT, "pack": PACK,
    "zip": ".zip", "other": "",
}  # fmt: skip


class Unpacked(msgspec.Struct, frozen=True):
    """A file of ours at ``path``, and where it lay (``source``, for people).

    ``size`` in bytes; ``digest``: SHA-256 in hex; ``came``: as in `Piece`.
    """

    kind: Kind
    source: str
    path: Path
    size: int
    digest: str
    came: tuple[str, ...] = ()

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return read_plain(self.path, self.size)


class Folder:
    """A folder of files that goes away with this object, or before, by `close`.

    It lies ``within`` a folder, by default the system's for what goes away.
    """

    def __init__(self, within: Path | None = None) -> None:
        where = Path(tempfile.gettempdir()) if within is None else within
        with explaining(where, "Writing"):
            self._path = Path(tempfile.mkdtemp(dir=where))
        self.close = weakref.finalize(self, shutil.rmtree, self._path, ignore_errors=True)
        self._known: dict[str, Path] = {}
        self._named: set[tuple[str, str]] = set()

    def add(self, piece: Piece) -> Unpacked | None:
        """Write a file; None where the same was found before, of a file of others under that name.

        Raises `LogFileError` where it cannot be written.
        """
        digest = sha256(piece.data).hexdigest()
        if digest in self._known:
            # The name of a file may say what it is: each name counts.
            again = (digest, piece.source)
            if piece.kind != "other" or again in self._named:
                return None
            self._named.add(again)
            path = self._known[digest]
            return Unpacked(piece.kind, piece.source, path, len(piece.data), digest, piece.came)
        path = self._path / f"{len(self._known):06}{SUFFIX[piece.kind]}"
        with explaining(path, "Writing"), writing(path, new=True) as file:
            file.write(piece.data)
        self._known[digest] = path
        self._named.add((digest, piece.source))
        return Unpacked(piece.kind, piece.source, path, len(piece.data), digest, piece.came)

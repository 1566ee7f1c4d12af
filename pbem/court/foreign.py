"""Files of other programs: which of them are known, and so hold no evidence that was not read.

A verdict says that nothing shows a fault only where everything was read. A photograph is read, for
nothing of this program lies in it. A file that is packed in another way, or that nobody knows, is
not.
"""

from __future__ import annotations

from pathlib import Path

from pbem.files import open_plain
from pbem.mail.texts import is_text

_BEGINNING = 4096
_KNOWN = (
    b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"RIFF", b"OggS", b"ID3",
    b"fLaC", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"%PDF-", b"\0\0\1\0", b"\x1aE\xdf\xa3",
)  # fmt: skip
"""How pictures, sounds, films and printed pages begin."""

_OF_A_MAC = (b"\0\0\0\1Bud1", b"\0\x05\x16\x07\0\2\0\0")
"""How `.DS_Store` and `._NAME` begin, which a Mac adds to what it packs: views, and labels."""

_OF_A_MAC_MOST = 1 << 20
_OF_LOGS = b'"body":'

_PACKED = {
    b"Rar!": "a RAR archive", b"7z\xbc\xaf\x27\x1c": "a 7z archive", b"\x1f\x8b": "packed by gzip",
    b"BZh": "packed by bzip2", b"\xfd7zXZ\0": "packed by xz", b"\x28\xb5\x2f\xfd": "packed by zstd",
    b"SQLite format 3\0": "a database", b"\xd0\xcf\x11\xe0": "an Outlook or old Word file",
}  # fmt: skip


def unknown(path: Path) -> str | None:
    """Say why a file that is none of ours counts as not read; None if its kind is known.

    Raises:
        OSError: The file cannot be read.
    """
    with open_plain(path) as file:
        begins = file.read(_BEGINNING)
        if begins.startswith(_OF_A_MAC):
            whole = begins + file.read(_OF_A_MAC_MOST)
            if len(whole) <= _OF_A_MAC_MOST and _OF_LOGS not in whole:
                return None
    for mark, what in _PACKED.items():
        if begins.startswith(mark):
            return f"pbem did not open it: it is {what}. Unpack it, and hand in its contents"
    if begins[257:262] == b"ustar":
        return "pbem did not open it: it is a tar archive. Unpack it, and hand in its contents"
    if begins.startswith(_KNOWN) or begins[4:8] == b"ftyp" or is_text(begins):
        return None
    return "pbem does not know this kind of file. Hand in its contents in a known form"

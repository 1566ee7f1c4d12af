"""Files of other programs, which people save or write by mistake: what each is, and what to do."""

from __future__ import annotations

from pathlib import Path

from pbem.files import open_plain
from pbem.log.practice_mark import WORDS, begins_practice

_ATTACHMENT = "save the attachment that ends in .pbem, and use that"
ARCHIVE = "a zip archive"
_PLAIN = (
    "save it as plain text. Word: 'Save As', 'Plain Text (.txt)'. LibreOffice: 'Save As', 'Text "
    "(.txt)'. TextEdit: 'Format', 'Make Plain Text'"
)


def foreign(data: bytes) -> tuple[str, str] | None:
    """Return what a file is that no text and no mail begins like, and what to do; else None."""
    if data.startswith(b"{\\rtf"):
        return "a word processor's file (RTF)", _PLAIN
    if data.startswith(b"PK\x03\x04"):
        if b"word/" in data or b"opendocument" in data[:200]:
            return "a word processor's file", _PLAIN
        return ARCHIVE, "unpack it, and use the file in it that ends in .pbem"
    if data.startswith(b"%PDF-"):
        return "a PDF file, which contains no readable log", _ATTACHMENT
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):  # messages, and texts of old Word
        return "an Outlook file (.msg) or a Word file", f"if it is a message, {_ATTACHMENT}"
    return None


def is_archive(path: Path) -> bool:
    """Say whether a file is a zip archive, in which anything may lie; raises OSError."""
    with open_plain(path) as file:
        found = foreign(file.read(4096))
    return found is not None and found[0] == ARCHIVE


def foreign_words(path: Path | str, data: bytes) -> str | None:
    """Return in one sentence what `foreign` says of a file, or that it is a practice; else None."""
    if begins_practice(data):
        return f"{path} {WORDS}"
    found = foreign(data)
    return None if found is None else f"{path} is {found[0]}: {found[1]}"

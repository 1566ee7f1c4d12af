"""The armor of a log: lines of text that any mail program may mangle (docs/mail.md)."""

from __future__ import annotations

import re
import zlib
from base64 import b32decode, b32encode
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from pbem.errors import MailError
from pbem.mail.texts import without_entities

BEGIN, END = "-----BEGIN PBEM-----", "-----END PBEM-----"
LINE_BYTES = 25
"""Bytes in a line, 40 letters of base32."""

LINES_MOST = 100_000
BYTES_MOST = 64 << 20
"""The limit of a parcel unpacked: as much as a log may have."""

TOGETHER_MOST = 128 << 20
"""The limit of all parcels of one reading, unpacked: the smallest packed first, the others are
refused."""

GROWS_MOST = 1032
"""Bytes that one packed byte makes at most (zlib's technical details)."""

_LABEL_DIGEST = 16
_LINE = re.compile(r"/([A-Z2-7]{6})-([0-9]{1,6})-([A-Z2-7]{1,40})-([A-Z2-7]{5})")
_REMAINS = re.compile(r"=[ \t]*\r?\n|=[0-9A-Fa-f]{2}")
_LOOKALIKE = {
    **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u2044\u2215\uff0f"), "/"),
}
"""The signs that mail programs make of a hyphen and of a slash."""

AGAIN = "ask for the message again, or for the log as an attachment"
RUNS_REPORTED = 8
"""The number of stretches of missing lines that are named."""

_TAG = re.compile(r"<[^<>\n]{1,200}>")
_BEGIN = re.compile(r"--[ \t]{0,9}BEGIN[ \t]{1,9}PBEM", re.IGNORECASE)
_NOISE = re.compile(r"[^A-Za-z0-9/-]+")


def _letters(data: bytes) -> str:
    return b32encode(data).decode().rstrip("=")


def _bytes(letters: str) -> bytes:
    return b32decode(letters + "=" * (-len(letters) % 8))


def _check(line: str) -> str:
    return _letters(sha256(line.encode()).digest())[:5]


def _pack(data: bytes) -> tuple[bytes, bytes, str]:
    packed = zlib.compress(data, 9)
    digest = sha256(packed).digest()
    return packed, digest, _letters(digest)[:6]


def parcel_of(data: bytes) -> str:
    """Return the name of the parcel in which ``data`` travels as armor."""
    return _pack(data)[2]


def lines_of(data: bytes) -> list[str]:
    """Return the lines of armor for ``data``, the label first."""
    packed, digest, parcel = _pack(data)
    pieces = [packed[at : at + LINE_BYTES] for at in range(0, len(packed), LINE_BYTES)]
    label = len(pieces).to_bytes(3) + len(packed).to_bytes(4) + digest[:_LABEL_DIGEST]
    lines = []
    for number, piece in enumerate([label, *pieces]):
        line = f"{parcel}-{number}-{_letters(piece)}"
        lines.append(f"/{line}-{_check(line)}")
    return lines


Line = tuple[str, int, bytes]
"""A good line of armor: parcel, number, bytes."""


def found_in(text: str) -> Iterator[Line]:
    """Yield parcel, number and bytes of every good line of armor in a mangled text."""
    plain = _TAG.sub("", without_entities(_REMAINS.sub("", text))).translate(_LOOKALIKE)
    stream = _NOISE.sub("", plain).upper()
    for parcel, number, letters, check in _LINE.findall(stream):
        line = f"{parcel}-{int(number)}-{letters}"
        if check == _check(line):
            with suppress(ValueError):  # letters that no bytes are written with
                yield parcel, int(number), _bytes(letters)


def is_armored(text: str) -> bool:
    """Whether a text says that there is armor in it."""
    return _BEGIN.search(text.translate(_LOOKALIKE)) is not None


class Parcels:
    """Lines of armor from any number of texts, put together again; ``only``: of these parcels."""

    def __init__(self, only: Collection[str] | None = None) -> None:
        self._only = only
        self._labels: dict[str, _Label] = {}
        self._lines: dict[str, dict[int, bytes]] = {}
        self.whole: list[str] = []
        """The parcels that `open` has opened."""

    def add(self, text: str) -> bool:
        """Take the lines out of a text; say whether there were any."""
        return self.put(found_in(text))

    def put(self, found: Iterable[Line]) -> bool:
        """Take good lines, as `found_in` yields them; say whether there were any."""
        some = False
        for parcel, number, data in found:
            some = True
            if self._only is not None and parcel not in self._only:
                continue
            lines = self._lines.setdefault(parcel, {})
            if number == 0:
                label = _read_label(data)
                if label is not None:
                    self._labels[parcel] = label
            elif number <= LINES_MOST:
                lines[number] = data
        return some

    def open(self) -> Iterator[bytes | MailError]:
        """Yield what each whole parcel holds, and what is wrong with each of the others.

        A `PartError` among these goes away when more texts come. Anyone who keeps none of the bytes
        has one parcel in memory at a time.
        """
        left = TOGETHER_MOST
        for parcel, lines in sorted(self._lines.items(), key=lambda one: len(one[1])):
            try:
                packed = _packed(parcel, self._labels.get(parcel), lines)
            except MailError as error:
                yield error
                continue
            # It counts before it is unpacked: what fails may fail at its last byte.
            may, left = left, left - min(left, BYTES_MOST, GROWS_MOST * len(packed))
            try:
                data = _unpack(parcel, packed, may)
            except MailError as error:
                yield error
            else:
                left = may - len(data)
                self.whole.append(parcel)
                yield data
                del data  # before the next one is there


class PartError(MailError):
    """Lines of ``parcel`` are missing: they may lie in another message."""

    def __init__(self, parcel: str, what: str) -> None:
        together = "Read all the messages that it came in together, or"
        super().__init__(f"armor {parcel}: {what}. {together} {AGAIN}")
        self.parcel = parcel


class _Label(NamedTuple):
    lines: int
    size: int
    digest: bytes


def _read_label(data: bytes) -> _Label | None:
    if len(data) != 7 + _LABEL_DIGEST:
        return None
    return _Label(int.from_bytes(data[:3]), int.from_bytes(data[3:7]), data[7:])


def _packed(parcel: str, label: _Label | None, lines: Mapping[int, bytes]) -> bytes:
    """Return what a parcel holds as it was packed; raise `MailError` where it is not whole."""
    if label is None:
        raise PartError(parcel, "its first line is missing")
    if not 0 < label.lines <= LINES_MOST:
        most = f"1 to {LINES_MOST:,}"
        raise MailError(f"armor {parcel}: its label says {label.lines:,} lines instead of {most}")
    there = [number for number in sorted(lines) if number <= label.lines]
    if len(there) < label.lines:
        where = _gaps(there, label.lines)
        said = f"{label.lines - len(there)} of {label.lines} lines are missing or damaged ({where})"
        raise PartError(parcel, said)
    packed = b"".join(lines[number] for number in range(1, label.lines + 1))
    if len(packed) != label.size or sha256(packed).digest()[:_LABEL_DIGEST] != label.digest:
        raise MailError(f"armor {parcel}: its lines do not match its label; {AGAIN}")
    return packed


def _unpack(parcel: str, packed: bytes, left: int) -> bytes:
    """Return the bytes of a parcel, ``left`` at most; raise `MailError` where that fails."""
    unpacking = zlib.decompressobj()
    try:
        # No byte may be asked for as well: zero means without end to the library.
        data = unpacking.decompress(packed, max(1, min(BYTES_MOST, left)))
    except zlib.error:
        raise MailError(f"armor {parcel}: it has no compressed log; {AGAIN}") from None
    if left < BYTES_MOST and (unpacking.unconsumed_tail or len(data) > left):
        raise MailError(
            f"armor {parcel}: with the others, it unpacks to more than {TOGETHER_MOST >> 20} MiB. "
            "Read the messages one by one"
        )
    if unpacking.unconsumed_tail:
        raise MailError(f"armor {parcel}: it unpacks to more than a log may have")
    if not unpacking.eof or unpacking.unused_data:
        raise MailError(f"armor {parcel}: the packed log has no proper end; {AGAIN}")
    return data


def _gaps(there: Sequence[int], last: int) -> str:
    """Say in short which of the lines 1 to ``last`` are not there: 3, 5 to 9, ..."""
    reported: list[str] = []
    for before, after in pairwise([0, *there, last + 1]):
        if after - before > 1:
            reported.append(_span(before + 1, after - 1))
        if len(reported) > RUNS_REPORTED:
            break
    return ", ".join(reported[:RUNS_REPORTED]) + (", ..." if len(reported) > RUNS_REPORTED else "")


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"

"""The umpire's days, signed: when mail with each event reached them (docs/time.md).

A file ``*.days`` holds one line after the other, each the canonical JSON of {v, game, by, no,
prev, days, sig} and 0x0A. ``sig`` is over ``pbem/days/v1``, a line feed and the canonical JSON of
the other six fields; the SHA-256 of the same bytes is the digest, the ``prev`` of the next line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pbem.crypto import canonical, digest, signing, text
from pbem.errors import FormError, LogFileError
from pbem.files import read_plain
from pbem.log.disk import explaining, write_over

SUFFIX = ".days"
ROWS_MOST = 500
LINE_BYTES = 120_000
FILE_BYTES = 64 * 2**20
NUMBER_MOST = 9_999_999
_VERSION = 1
_FIELDS = {"v", "game", "by", "no", "prev", "days", "sig"}
_ROW = {"absent", "day", "event", "more"}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
NO_LINE = "0" * 64
"""``prev`` of the first line."""


class Row(msgspec.Struct, frozen=True):
    """The day (``2026-03-12``) on which the event with this id reached the umpire.

    ``absent``: on so many days since the event before its author was away; ``more``: so many days
    more were given to answer it.
    """

    absent: int
    day: str
    event: str
    more: int


class Days(msgspec.Struct, frozen=True, kw_only=True):
    """One signed line: ``by`` is the umpire, ``no`` counts from 0, ``prev`` is a digest."""

    v: int
    game: str
    by: str
    no: int
    prev: str
    days: tuple[Row, ...]
    sig: str

    @property
    def digest(self) -> str:
        """The ``prev`` of the next line: 64 hex digits."""
        return digest.sha256_hex(_signed(self))


class Conflict(NamedTuple):
    """One event with two different days, in two lines that the umpire signed."""

    event: str
    first: Days
    second: Days

    def words(self, number: str | None) -> str:
        """Say it, without who signed; ``number``: the event's in the log, None if it has none."""
        one, *_ = (row.day for row in self.first.days if row.event == self.event)
        others = (row.day for row in self.second.days if row.event == self.event)
        two = next(day for day in others if day != one)
        return (
            f"signed two days for event {number or f'{self.event[:16]}...'}: {one} in line "
            f"{self.first.no} and {two} in line {self.second.no}"
        )


def make_days(before: Days | None, rows: Sequence[Row], *, game: str, by: str, seed: bytes) -> Days:
    """Sign the next line of an umpire's record of days.

    Args:
        before: The line before, or None for the first.
        rows: The content of the line.
        game: The id of the game.
        by: The umpire's handle.
        seed: The umpire's secret signing key, 32 bytes.

    Raises:
        FormError: The umpire's handle is none.
    """
    text.check_name(by, "handle")
    no, prev = (0, NO_LINE) if before is None else (before.no + 1, before.digest)
    unsigned = Days(v=_VERSION, game=game, by=by, no=no, prev=prev, days=tuple(rows), sig="")
    return msgspec.structs.replace(unsigned, sig=signing.sign(seed, _signed(unsigned)).hex())


def verify_days(days: Days, public_key: bytes) -> bool:
    """Say whether ``public_key`` (32 bytes) signed ``days``."""
    return signing.verify(public_key, _signed(days), bytes.fromhex(days.sig))


def days_to_bytes(days: Days) -> bytes:
    """Return the line of ``days`` without its end."""
    return canonical.encode(days)


def days_from_bytes(line: bytes) -> Days:
    """Read a line; the signature is not checked. Raises FormError, also for another version."""
    fields = canonical.decode(line, LINE_BYTES)
    if isinstance(fields, dict) and type(fields.get("v")) is int and fields["v"] != _VERSION:
        raise FormError(f"These signed days have version {fields['v']}. Install a newer release.")
    if not isinstance(fields, dict) or fields.keys() != _FIELDS or type(fields["v"]) is not int:
        raise FormError("Signed days need exactly the fields by, days, game, no, prev, sig and v.")
    for name, n_bytes in (("game", 32), ("prev", 32), ("sig", 64)):
        text.check_hex(fields[name], n_bytes)
    text.check_name(fields["by"], "handle")
    rows = fields["days"]
    if not _number(fields["no"]) or not isinstance(rows, list) or not 1 <= len(rows) <= ROWS_MOST:
        raise FormError(f"Signed days need a line number from 0 on, and 1 to {ROWS_MOST} days.")
    return Days(**{**fields, "days": tuple(_row(row) for row in rows)})


def read_days(path: Path) -> list[Days]:
    """Read a file of signed days, signatures unchecked; one that is not there has none.

    Raises FormError with the number of the line, and `LogFileError` where it cannot be read.
    """
    if not path.exists():
        return []
    with explaining(path, "Reading"):
        data = read_plain(path, FILE_BYTES)
    if not data.endswith(b"\n"):
        raise FormError(f"{path}: signed days must be whole lines, one after the other.")
    found = []
    for number, line in enumerate(data[:-1].split(b"\n"), 1):
        try:
            found.append(days_from_bytes(line))
        except FormError as error:
            raise FormError(f"{path}, line {number}: {error}") from None
    return found


def write_days(path: Path, lines: Iterable[Days]) -> None:
    """Make ``lines`` the whole of a file of signed days: after a crash it is the old or the new.

    Raises `LogFileError`, also where they are longer than such a file may be.
    """
    data = b"".join(days_to_bytes(line) + b"\n" for line in lines)
    if len(data) > FILE_BYTES:
        raise LogFileError(
            f"{path} would have more than {FILE_BYTES} bytes. None of these days were stored"
        )
    write_over(path, data)


def rows_of(lines: Iterable[Days]) -> dict[str, Row]:
    """Return event id -> what counts of it: its first day, and the rest as the last line has it."""
    rows: dict[str, Row] = {}
    for line in lines:
        for row in line.days:
            first = rows.get(row.event, row)
            rows[row.event] = msgspec.structs.replace(row, day=first.day)
    return rows


def conflicts(lines: Iterable[Days]) -> list[Conflict]:
    """Return the events to which lines, all by one signer in one game, give two days."""
    first: dict[str, tuple[str, Days]] = {}
    found: dict[str, Conflict] = {}
    for line in lines:
        for row in line.days:
            day, before = first.setdefault(row.event, (row.day, line))
            if day != row.day:
                found.setdefault(row.event, Conflict(row.event, before, line))
    return list(found.values())


def gaps(lines: Iterable[Days]) -> list[str]:
    """Say which lines are missing, and of which number there are several that differ."""
    lines = list(lines)
    twice = {no: len(ids) for no, ids in _numbered(lines).items() if len(ids) > 1}
    said = [f"there are {count} different lines number {no}" for no, count in twice.items()]
    return said + [f"the line before number {no} is missing" for no in missing(lines)]


def missing(lines: Iterable[Days]) -> list[int]:
    """Return the numbers of the lines before which one is missing."""
    lines = list(lines)
    numbered = _numbered(lines)
    wanting = {line.no: True for line in lines if line.prev not in numbered.get(line.no - 1, ())}
    return [number for number in wanting if number]


def _numbered(lines: Iterable[Days]) -> dict[int, set[str]]:
    """Return number -> the digests of the different lines that have it."""
    numbered: dict[int, set[str]] = {}
    for line in lines:
        numbered.setdefault(line.no, set()).add(line.digest)
    return numbered


def _row(row: Any) -> Row:
    if not isinstance(row, dict) or row.keys() != _ROW:
        raise FormError("A signed day needs exactly the fields absent, day, event and more.")
    text.check_hex(row["event"], 32)
    if not (_number(row["absent"]) and _number(row["more"])):
        raise FormError(f"A number of days must be an integer from 0 to {NUMBER_MOST}.")
    try:
        real = isinstance(row["day"], str) and _DAY.fullmatch(row["day"])
        date.fromisoformat(row["day"] if real else "")
    except ValueError:
        raise FormError("A signed day must be a real day like 2026-03-12.") from None
    return Row(**row)


def _number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= NUMBER_MOST


def _signed(days: Days) -> bytes:
    fields = msgspec.structs.asdict(days)
    del fields["sig"]
    return digest.tagged("days", canonical.encode(fields))

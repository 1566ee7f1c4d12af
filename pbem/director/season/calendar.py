"""Deadlines as an iCalendar file (RFC 5545), for the calendar that a reader has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.director.season.form import Played
from pbem.director.words.reporting import until_words

NAME = "deadlines.ics"
_LINE = 75
"""The most bytes of a line, without its end (3.1)."""


def calendar(name: str, played: Sequence[Played], address: str = "") -> bytes:
    """Return the calendar of all deadlines of some tournaments; ``address``: of their pages.

    A deadline that is moved keeps its UID, so that a calendar moves it too. That of a round that
    is decided is cancelled, so that a calendar removes it. The times are of UTC, and a calendar
    shows them in the zone of its reader.
    """
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//pbem//deadlines//EN"]
    lines.append(f"X-WR-CALNAME:{text(name)}")
    for one in played:
        lines += _events(one, address)
    lines.append("END:VCALENDAR")
    return b"".join(folded(line) for line in lines)


def _events(one: Played, address: str) -> Iterator[str]:
    history, open_ = one.fold.now, one.fold.now.open_deadlines()
    for number, moves in sorted(history.moves.items()):
        (at, due), times = moves[-1], len(moves) - (number in open_)
        yield "BEGIN:VEVENT"
        yield f"UID:{history.id[:32]}-round-{number}@pbem.invalid"
        yield f"SEQUENCE:{times}"
        yield f"DTSTAMP:{_moment(at)}"
        yield f"DTSTART:{_moment(due.until)}"
        yield f"SUMMARY:{text(f'{history.found.name}, round {number}: deadline')}"
        yield f"DESCRIPTION:{text(until_words(due))}"
        if address:
            yield f"URL:{address}{one.name}/round-{number}.html"
        yield "TRANSP:TRANSPARENT"
        if number not in open_:
            yield "STATUS:CANCELLED"
        yield "END:VEVENT"


def _moment(at: str) -> str:
    return at.replace("-", "").replace(":", "")


def text(said: str) -> str:
    """Return ``said`` as a value of type TEXT (3.3.11): nothing in it ends a line or a value."""
    plain = "".join(one if one >= " " and one != "\x7f" else " " for one in " ".join(said.split()))
    for sign in "\\;,":
        plain = plain.replace(sign, f"\\{sign}")
    return plain


def folded(line: str) -> bytes:
    """Return a line with its end, folded after 75 bytes at most, and within no letter (3.1)."""
    parts, now = [], b""
    for letter in line:
        more = letter.encode()
        if len(now) + len(more) > _LINE:
            parts.append(now)
            now = b" "
        now += more
    return b"\r\n".join([*parts, now]) + b"\r\n"

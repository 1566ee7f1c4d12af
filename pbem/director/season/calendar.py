"""Deadlines as an iCalendar file (RFC 5545), for the calendar that a reader has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.director.season.form import Played
from pbem.director.words.reporting import until_words
from pbem.tournament.events import kinds

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
    if history.entries:
        to = f"{address}{one.name}/index.html" if address else ""
        is_open = history.open_entries() is not None
        yield from _event(one, "entries", history.entries, to, is_open=is_open)
    for number, moves in sorted(history.moves.items()):
        to = f"{address}{one.name}/round-{number}.html" if address else ""
        yield from _event(one, f"round {number}", moves, to, is_open=number in open_)


def _event(
    one: Played, of: str, moves: Sequence[tuple[str, kinds.Entries]], to: str, *, is_open: bool
) -> Iterator[str]:
    """Yield the lines of a deadline of ``of``, with its page ``to``."""
    history, (at, due) = one.fold.now, moves[-1]
    yield "BEGIN:VEVENT"
    yield f"UID:{history.id[:32]}-{of.replace(' ', '-')}@pbem.invalid"
    yield f"SEQUENCE:{len(moves) - is_open}"
    yield f"DTSTAMP:{_moment(at)}"
    yield f"DTSTART:{_moment(due.until)}"
    yield f"SUMMARY:{text(f'{history.found.name}, {of}: deadline')}"
    yield f"DESCRIPTION:{text(until_words(due))}"
    if to:
        yield f"URL:{to}"
    yield "TRANSP:TRANSPARENT"
    if not is_open:
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

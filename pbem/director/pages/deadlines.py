"""Deadlines on pages: in the director's time zone, until `days.js` says them in the reader's."""

from __future__ import annotations

from pathlib import Path

from pbem.director.pages.wording import day_words, local_day, short_month
from pbem.director.words.reporting import then_words, time_words
from pbem.files import read_plain
from pbem.tournament.events.kinds import Entries
from pbem.view.markup import Markup, joined, tag

SCRIPT = "days.js"
"""The one script of the pages, which changes elements ``time`` alone, and names the zone."""

_SCRIPT_BYTES = 10_000


def script() -> bytes:
    """Return the script as it lies beside pages."""
    return read_plain(Path(__file__).with_name(SCRIPT), _SCRIPT_BYTES)


def until(due: Entries) -> Markup:
    """Return when a deadline is, and what happens then."""
    return joined([tag("time", time_words(due), datetime=due.until), f". {then_words(due)}"])


def on_day(due: Entries) -> Markup:
    """Return the day of a deadline: 6 December 2026."""
    return tag("time", day_words(local_day(due)), datetime=due.until, class_="on")


def briefly(due: Entries) -> Markup:
    """Return the day of a deadline: 6 Dec."""
    day = local_day(due)
    return tag("time", f"{int(day[-2:])} {short_month(day)}", datetime=due.until, class_="short")


def leaf(due: Entries) -> Markup:
    """Return the day of a deadline as a leaf of a calendar."""
    day = local_day(due)
    inside = [tag("b", int(day[-2:])), short_month(day)]
    return tag("time", *inside, datetime=due.until, class_="day")


def zone_note() -> Markup:
    """Return whose time zone the days above are in."""
    words = "Times are the director's. Your calendar shows them in your own time zone."
    return tag("p", words, class_="faint zone")

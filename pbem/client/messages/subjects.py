"""The subject of a mail: what matters to everybody who gets it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from pbem.client.session.session import result_of
from pbem.client.storage.packs import newest
from pbem.client.umpire.timekeeping import clock_of
from pbem.crypto.text import escape
from pbem.errors import PbemError
from pbem.kit.wording import short_title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.client.session.session import Session

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WORDS = {"join": "Join", "dice": "Your dice", "answer": "Your answer"}
"""Kind of event -> what is said to who may write it; of all others: your move."""


def headline(session: Session, to: Iterable[str]) -> str:
    """Return what a mail is about: whose move it is, in which game, until when.

    Args:
        session: The game.
        to: The handles that get the mail.
    """
    now, what = session.table.active(), game_words(session)
    result = result_of(session.table)
    if result:
        return f"{what} is over: {result}"
    if now.handle is None or not now.kinds:
        return f"News: {what}"
    if [now.handle] == list(to):
        said = WORDS.get(now.kinds[0], "Your move")
    elif now.handle == session.handle:
        said = f"Still {now.handle}'s move"
    else:
        said = f"Waiting for {now.handle}"
    return f"{said}: {what}{due(session)}"


def headed(session: Session, to: Iterable[str]) -> str:
    """Return the subject of a mail, which is its `headline` with the mark of pbem."""
    return f"[PBEM] {escape(headline(session, to))}"


def game_words(session: Session) -> str:
    """Return a game as players call it, with its turn."""
    return f"{title(session)} {turn_words(session)}".rstrip()


def turn_words(session: Session) -> str:
    """Return the turn of a game, as ``turn 2``; nothing before it begins, or where it has none."""
    play = session.table.play
    if play is None or "turn" not in play.game.facts:
        return ""
    return f"turn {play.game.fact(play.position, 'turn', ())}"


def title(session: Session) -> str:
    """Return the short title of a game; its name here where its rules are not here."""
    opening = session.table.opening
    try:
        name = "" if opening is None else opening.rules.name
        return short_title(newest(name).title, name)
    except PbemError:
        return session.name


def due(session: Session) -> str:
    """Return until when an answer is due, as ``, due Sat 5 Dec``; nothing without a clock."""
    clock = clock_of(session)
    return "" if clock is None or clock.held is None else f", due {day_words(clock.held.due)}"


def day_words(day: date) -> str:
    """Return a day as people say it in English, whatever the system's language is."""
    return f"{DAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"

"""All games of a client at one look: whose move, for what, until when, how each ended."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from pbem.client.client import Client
from pbem.client.session.session import Session, sit
from pbem.client.session.turn import turn_at
from pbem.client.session.words import sentence
from pbem.client.umpire.timekeeping import clock_of
from pbem.client.umpire.words import due_words
from pbem.crypto.text import escape
from pbem.errors import PbemError, UnforeseenError
from pbem.table.words.waiting import to_you

T = TypeVar("T")


class GameSummary(msgspec.Struct, frozen=True, rename={"active": "pen"}):
    """A game: ``active`` says who has to do what, ``due`` until when (None: no clock runs).

    ``last_day``: the day in UTC, ``YYYY-MM-DD``, on which the days to answer end. ``handle``: as
    whom one sits at it, None for who only looks. ``wrong``: why it cannot be shown;
    ``failed``: the program failed at it.
    """

    game: str
    handle: str | None = None
    yours: bool = False
    active: str = ""
    due: str | None = None
    last_day: str | None = None
    result: str | None = None
    wrong: str = ""
    failed: bool = False


def overview(client: Client, handle: str | None = None) -> list[GameSummary]:
    """Look at every game, the most urgent first; one that is damaged keeps no other out.

    ``handle``: as for `look_at_all`.
    """
    return [one for one, _ in look_at_all(client, lambda *_: None, handle)]


def look_at_all(
    client: Client, look: Callable[[Session, GameSummary], T], handle: str | None = None
) -> list[tuple[GameSummary, T | None]]:
    """Return what `overview` does, each with what ``look`` sees in it.

    Each log is read once, and its session ends with the look: hundreds of games fit into memory.

    Args:
        client: The client.
        look: Looks at a game; where it fails, the game counts as damaged, and comes with None.
        handle: As whom; by default as the one that plays.
    """
    found = [_summary(client, path, handle, look) for path in client.logs()]
    return sorted(found, key=lambda two: _urgency(two[0]))


def _urgency(one: GameSummary) -> tuple[int, str]:
    """Return by what games are sorted: your own move by the day, what is wrong, the rest likewise.

    Games without a day come after those with one, and games that are over come last.
    """
    rank = 0 if one.yours else 1 if one.wrong else 3 if one.result else 2
    return rank, one.last_day or "~"


def _summary(
    client: Client,
    path: Path,
    handle: str | None,
    look: Callable[[Session, GameSummary], T],
) -> tuple[GameSummary, T | None]:
    game = path.stem
    try:
        with client.taking(path):
            session = sit(client, path, handle, light=True)
            turn, clock = turn_at(session), clock_of(session)
            held = None if clock is None else clock.held
            one = GameSummary(
                game=game,
                handle=session.handle,
                yours=turn.yours,
                active=turn.active,
                due=None if clock is None else due_words(clock, here=True) or None,
                last_day=None if held is None else str(held.due),
                result=turn.result,
            )
            return one, look(session, one)
    except UnforeseenError as error:
        return GameSummary(game, wrong=error.why, failed=True), None
    except PbemError as error:
        return GameSummary(game, wrong=str(error)), None


def games_lines(games: list[GameSummary]) -> list[str]:
    """One line a game, in the order in which they are given."""
    if not games:
        return ["You have no game yet: 'pbem new' opens one, 'pbem take FILE' adds one."]
    return [_line(one) for one in games]


def _line(one: GameSummary) -> str:
    if one.wrong:
        return f"{one.game}: NOT readable: {sentence(one.wrong)}"
    if one.result:
        return f"{one.game}: over: {sentence(one.result)}"
    active = sentence(f"Your move. {to_you(one.active)}" if one.yours else one.active)
    due = f" The answer is {escape(one.due)}." if one.due else ""
    return f"{one.game}: {active}{due}"

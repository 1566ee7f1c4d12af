"""All games at a desk at one look: whose pen, for what, until when, and how each ended."""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.crypto.text import escape
from pbem.desk.desk import Desk
from pbem.desk.look.looking import deadline
from pbem.desk.seat.sitting import sit
from pbem.desk.seat.turn import turn_at
from pbem.desk.seat.words import sentence
from pbem.errors import PbemError


class GameSummary(msgspec.Struct, frozen=True):
    """A game: ``pen`` says who has to do what, ``due`` until when (None: no clock runs).

    ``handle``: as whom one sits at it, None for who only looks. ``wrong``: why it cannot be shown.
    """

    game: str
    handle: str | None = None
    yours: bool = False
    pen: str = ""
    due: str | None = None
    result: str | None = None
    wrong: str = ""


def overview(desk: Desk, handle: str | None = None) -> list[GameSummary]:
    """Look at every game; one that is damaged keeps no other out."""
    return [_summary(desk, path, handle) for path in desk.logs()]


def _summary(desk: Desk, path: Path, handle: str | None) -> GameSummary:
    game = path.stem
    try:
        sitting = sit(desk, path, handle, light=True)
        turn = turn_at(sitting)
        return GameSummary(
            game=game,
            handle=sitting.handle,
            yours=turn.yours,
            pen=turn.pen,
            due=deadline(sitting),
            result=turn.result,
        )
    except PbemError as error:
        return GameSummary(game, wrong=str(error))


def games_lines(games: list[GameSummary]) -> list[str]:
    """One line a game, those that wait for oneself first."""
    if not games:
        return ["There is no game here yet: 'pbem new' opens one, 'pbem take FILE' adds one."]
    return [_line(one) for one in sorted(games, key=lambda one: not one.yours)]


def _line(one: GameSummary) -> str:
    if one.wrong:
        return f"{one.game}: NOT readable: {sentence(one.wrong)}"
    if one.result:
        return f"{one.game}: over: {sentence(one.result)}"
    pen = f"{'YOUR PEN. ' if one.yours else ''}{sentence(one.pen)}"
    due = f" The answer is {escape(one.due)}." if one.due else ""
    return f"{one.game}: {pen}{due}"

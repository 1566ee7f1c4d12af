"""Games for a tournament: joined only as its log pairs them, and one for a board, ever."""

from __future__ import annotations

from pbem.desk.desk import Desk, first_event
from pbem.desk.seat.sitting import Sitting
from pbem.desk.shelf import tournaments
from pbem.errors import NotYourPen
from pbem.table.kinds import Pairing
from pbem.tournament.binding import board_of
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import History


def check_bound(sitting: Sitting) -> None:
    """Raise NotYourPen unless a game for a tournament is what the tournament's log pairs.

    That log must be at this desk. A game for none passes.
    """
    opening = sitting.table.opening
    if opening is None or not isinstance(opening.for_, Pairing):
        return
    history = history_of(sitting.desk, opening.for_.tournament)
    if history is None:
        raise NotYourPen(
            f"{sitting.name} is opened for a tournament whose log is not here "
            f"({opening.for_.tournament[:16]}...): ask its director for the log, then 'pbem "
            "tournament take FILE'"
        )
    first = first_event(sitting.path)
    try:
        board_of(history, sitting.name, opening, "" if first is None else first.by)
    except BadTournament as error:
        raise NotYourPen(
            f"{error} Do not join it: ask the director, or take his newer log if you lack the round"
        ) from None
    check_first(sitting.desk, sitting.me, opening.for_, sitting.table.game_id)


def history_of(desk: Desk, tournament: str) -> History | None:
    """Return the history of a tournament whose log is at this desk, or None."""
    path = tournaments.of_id(desk, tournament)
    return None if path is None else tournaments.read_here(desk, path).now


def check_first(desk: Desk, handle: str, to: Pairing, game: str = "") -> None:
    """Raise NotYourPen where ``handle`` has signed something in another game for the same board."""
    wanted = {"board": to.board, "pair": to.pair, "tournament": to.tournament}
    for path in (*desk.logs(), *desk.archived()):
        event = first_event(path)
        if event is None or event.id == game or event.data.get("for") != wanted:
            continue
        if not desk.record(handle, event.id).missing:
            raise NotYourPen(
                f"you take part in {path.stem} already, which is for the same board: nobody plays "
                "two games for one board, unless the director rules so"
            )

"""Games for a tournament: joined only as its log pairs them, and one for a board, ever."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pbem.crypto.text import escape
from pbem.desk import people
from pbem.desk.desk import Desk, first_event
from pbem.desk.shelf import tournaments
from pbem.errors import NotYourPen
from pbem.table.kinds import Open, Pairing, Signer
from pbem.tournament.binding import board_of
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf, History

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting

NAME_LENGTH = 32


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


class Paired(NamedTuple):
    """A game that a tournament here pairs: the tournament's log, its history, and the board."""

    log: Path
    history: History
    at: BoardOf

    @property
    def game_name(self) -> str:
        """What the game is called at every desk, if people call the tournament alike."""
        end = f"-r{self.at.round}b{self.at.board}"
        return self.log.stem[: NAME_LENGTH - len(end)].rstrip("-.") + end

    def names(self, who: Signer) -> bool:
        """Say whether the tournament's log names somebody at this board, or its umpire, by key."""
        umpire = self.history.board_in(self.at.round).umpire
        return who in (*self.history.signers(self.at), umpire)


def paired(desk: Desk, opening: Open | None, by: str) -> Paired | None:
    """Return what an opening by ``by`` is bound to, None where no tournament here pairs it so."""
    if opening is None or not isinstance(opening.for_, Pairing):
        return None
    log = tournaments.of_id(desk, opening.for_.tournament)
    if log is None:
        return None
    history = tournaments.read_here(desk, log).now
    try:
        return Paired(log, history, board_of(history, log.stem, opening, by))
    except BadTournament:
        return None


def paired_at(sitting: Sitting) -> Paired | None:
    """Return the same of the game at which somebody sits."""
    first = first_event(sitting.path)
    return paired(sitting.desk, sitting.table.opening, "" if first is None else first.by)


def for_director(sitting: Sitting) -> str:
    """Say who else is mailed a game that has ended: the director of its tournament.

    Empty while it goes on, where it is for no tournament that is here, and where its board is
    decided there.
    """
    if sitting.table.result is None or (of := paired_at(sitting)) is None:
        return ""
    if of.at in of.history.decided:
        return ""
    director, name = of.history.found.director.handle, escape(of.history.found.name)
    if director in people.handles(sitting.desk):
        return f"You direct {name}: 'pbem tournament collect' enters the result of {of.at}."
    return (
        f"It is {of.at} of {name}: mail the whole log to {director}, its director, too "
        f"(pbem send {sitting.name})."
    )


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

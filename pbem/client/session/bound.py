"""Games for a tournament: joined only as its log pairs them, and one for a board, ever."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pbem.client import people
from pbem.client.client import Client
from pbem.client.logs import first_event, first_id
from pbem.client.storage import tournaments
from pbem.crypto.text import escape
from pbem.errors import NotYourPen
from pbem.log.event import Event
from pbem.table.events.kinds import Open, Pairing, Signer
from pbem.tournament.binding import board_of
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf, History

NAME_LENGTH = 32


def check_bound(client: Client, log: Path, opening: Open | None, handle: str) -> None:
    """Check that a game is what its tournament pairs for a player.

    The log of the tournament must be at this client. A game of no tournament passes.

    Args:
        client: The client.
        log: The log of the game.
        opening: Its opening, or None.
        handle: The player.

    Raises:
        NotYourPen: It is not.
    """
    if opening is None or not isinstance(opening.for_, Pairing):
        return
    history = tournaments.history_of(client, opening.for_.tournament)
    if history is None:
        raise NotYourPen(
            f"{log.stem} belongs to a tournament whose log you do not have "
            f"({opening.for_.tournament[:16]}...). Ask its director for the log, and import it "
            "with 'pbem tournament take FILE'"
        )
    try:
        board_of(history, log.stem, opening, _opener(log))
    except BadTournament as error:
        raise NotYourPen(
            f"{error} Do not join it. Ask the director, or import the newer log if you lack the "
            "round"
        ) from None
    check_first(client, handle, opening.for_, first_id(log) or "")


def game_name(tournament: str, at: BoardOf) -> str:
    """Return how a client calls the game of a board; ``tournament``: how it calls that."""
    end = f"-r{at.round}b{at.board}"
    return tournament[: NAME_LENGTH - len(end)].rstrip("-.") + end


class Paired(NamedTuple):
    """A game that a tournament here pairs: the tournament's log, its history, and the board."""

    log: Path
    history: History
    at: BoardOf

    @property
    def game_name(self) -> str:
        """The name of the game at every client, if people call the tournament alike."""
        return game_name(self.log.stem, self.at)

    def names(self, who: Signer) -> bool:
        """Say whether the tournament's log names somebody at this board, or its umpire, by key."""
        umpire = self.history.board_in(self.at.round).umpire
        return who in (*self.history.at_board(self.at), umpire)


def paired(client: Client, opening: Open | None, by: str) -> Paired | None:
    """Return what an opening is bound to; None if no tournament here pairs it so.

    ``opening``: None for a log that has none. ``by``: the handle of its author.
    """
    if opening is None or not isinstance(opening.for_, Pairing):
        return None
    log = tournaments.of_id(client, opening.for_.tournament)
    history = tournaments.history_of(client, opening.for_.tournament)
    if log is None or history is None:
        return None
    try:
        return Paired(log, history, board_of(history, log.stem, opening, by))
    except BadTournament:
        return None


def paired_in(client: Client, log: Path, opening: Open | None) -> Paired | None:
    """Return what `paired` does, of the game in a log, which has this opening.

    None if it is bound to no pairing.
    """
    bound = opening is not None and isinstance(opening.for_, Pairing)
    return paired(client, opening, _opener(log)) if bound else None


def observers(client: Client, log: Path, opening: Open | None) -> dict[str, str | None]:
    """Return who gets copies of the mails of a game, handle -> the address on the card here.

    ``log``, ``opening``: as for `paired_in`. A card with another key than the tournament's log
    names is somebody else's.
    """
    of = paired_in(client, log, opening)
    found: dict[str, str | None] = {}
    for one in () if of is None else of.history.observers():
        card = people.find_card(client, one.handle)
        if card is not None and card.sign == one.sign:
            found[one.handle] = card.email
    return found


def _opener(log: Path) -> str:
    first = first_event(log)
    return "" if first is None else first.by


def for_director(
    client: Client, log: Path, opening: Open | None, file: str = "", umpire: str = ""
) -> str:
    """Say that the director of its tournament gets a finished game too.

    Args:
        client: The client.
        log: The log of the game.
        opening: Its opening, or None.
        file: The file that was just written to be mailed, if it is the whole log.
        umpire: The umpire, if they have to confirm the result before it counts.

    Returns:
        A sentence; empty for a game of no tournament here, or if its board is decided there.
    """
    of = paired_in(client, log, opening)
    if of is None or of.at in of.history.decided:
        return ""
    director, name = of.history.found.director.handle, escape(of.history.found.name)
    if umpire:
        here = umpire in people.handles(client)
        who = f"you confirm it (pbem rule {log.stem} --result)" if here else f"{umpire} confirms it"
        return (
            f"The game is {of.at} of {name}. Its result counts when {who}. Then the whole log goes "
            f"to {director}, the director."
        )
    if director in people.handles(client):
        return f"You direct {name}: enter the result of {of.at} with 'pbem tournament collect'."
    card = people.find_card(client, director)
    whom = director if card is None or not card.email else f"{director} <{escape(card.email)}>"
    what = escape(file) if file else "the whole log"
    how = "" if file else f" (pbem send {log.stem})"
    verb = "Mail" if card is None or card.email else "Hand"
    return f"The game is {of.at} of {name}. {verb} {what} to {whom}, its director, too{how}."


def check_first(client: Client, handle: str, to: Pairing, game: str = "") -> None:
    """Check that a player has signed nothing in another game for the same board.

    An opening counts too, even if the home is an old backup without a record of it.

    Args:
        client: The client.
        handle: The player.
        to: The board.
        game: The id of this game, if it has begun.

    Raises:
        NotYourPen: They have.
    """
    wanted = {"board": to.board, "pair": to.pair, "tournament": to.tournament}
    for path, event in (*client.here.firsts(), *client.put_away.firsts()):
        if event.id == game or event.data.get("for") != wanted:
            continue
        if not client.record(handle, event.id).missing or _is_mine(client, handle, event):
            raise NotYourPen(
                f"You already play {path.stem} for the same board. Nobody plays two games for one "
                "board unless the director rules so"
            )


def _is_mine(client: Client, handle: str, opening: Event) -> bool:
    """Say whether an opening was signed with a key of this client."""
    keys = {one.get("handle"): one.get("sign") for one in opening.data["players"]}
    return opening.by == handle and people.has_key(client, handle, str(keys.get(handle)))

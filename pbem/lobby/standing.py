"""The page of one tournament in the lobby: what to do next, boards, who is late, standings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from pbem.client import people
from pbem.client.storage import tournaments
from pbem.director.office import sign_of
from pbem.director.pages.club import PLAIN
from pbem.director.pages.front import result_words, what_words
from pbem.director.pages.wording import Names
from pbem.director.words.reporting import (
    appeal_lines,
    deadline_words,
    here_words,
    is_late,
    stage_line,
    trust_lines,
    until_words,
)
from pbem.kit.wording import counted
from pbem.lobby.directing import log_of
from pbem.tournament import berger
from pbem.tournament.pairings.pairing import why_not_due
from pbem.tournament.ranking.standings import columns, standings
from pbem.tournament.scale import points_words, tie_words

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.lobby.forms import OneCup
    from pbem.tournament.folding import Fold
    from pbem.tournament.history import BoardOf, History

_TIES = {
    "wins": "Games won",
    "sonneborn-berger": "Sonneborn-Berger",
    "buchholz-cut-1": "Buchholz cut 1",
}


class Board(msgspec.Struct, frozen=True):
    """A board of a round: who meets, how it stands, and whether its deadline has passed.

    ``players``: their handles; ``names``: as they wish to be shown.
    """

    round: int
    board: int
    players: list[str]
    names: list[str]
    result: str
    more: str = ""
    open: bool = False
    late: bool = False


class Round(msgspec.Struct, frozen=True):
    """A round: its boards, who has a bye, and until when it lasts, empty without a deadline."""

    number: int
    boards: list[Board]
    byes: list[str]
    until: str = ""


class Next(msgspec.Struct, frozen=True):
    """The next step of the director: a deed of the page, empty if they wait, and the reason."""

    deed: str
    words: str


class CupPage(msgspec.Struct, frozen=True):
    """A tournament as its page in the lobby shows it.

    ``what``: game, format, director. ``stage``: how far it has come. ``notes``: on lots, appeals.
    ``heads``, ``rows``: the standings. ``rounds``: the newest first. ``next``: for who directs it.
    """

    name: str
    title: str
    what: str
    stage: str
    notes: list[str]
    heads: list[str]
    rows: list[list[str]]
    rounds: list[Round]
    next: Next | None = None


def page(client: Client, wish: OneCup) -> CupPage:
    """Return the page of a tournament that is here; raises NotFound, FormError."""
    path = log_of(client, wish.name)
    fold = tournaments.read_here(client, path)
    history, now = fold.now, datetime.now(UTC)
    heads, rows = _standings(history)
    numbers = range(len(history.rounds), 0, -1)
    directs = any(sign_of(fold, handle) for handle in people.handles(client))
    return CupPage(
        path.stem,
        history.found.name,
        what_words(history, client.library),
        _stage(history),
        [*trust_lines(history), *appeal_lines(history)],
        heads,
        rows,
        [_round(history, number, now) for number in numbers],
        next_step(fold, now) if directs else None,
    )


def _round(history: History, number: int, now: datetime) -> Round:
    due = history.deadlines.get(number)
    boards = [_board(history, at, now) for at in history.boards(number)]
    full = Names(history, PLAIN).full
    byes = [full[one] for one in berger.byes(history, number)]
    return Round(
        number, boards, byes, "" if due is None else f"{until_words(due)}{here_words(due)}"
    )


def _board(history: History, at: BoardOf, now: datetime) -> Board:
    result, more = result_words(history, at)
    open_ = at not in history.decided
    names = Names(history, PLAIN)
    pair = history.pair_of(at)
    late = open_ and is_late(history, at, now)
    return Board(
        at.round,
        at.board,
        [one.handle for one in pair],
        [names.full[one.number] for one in pair],
        result,
        more,
        open_,
        late,
    )


def _stage(history: History) -> str:
    """Say how far it has come; of a paired round, that nothing is known of it yet."""
    if (until := history.open_entries()) is not None:
        return f"{stage_line(history)} {deadline_words(until)}{here_words(until)}"
    if not history.rounds or history.decided:
        return stage_line(history)
    names = Names(history, PLAIN).full
    entered = ", ".join(names[one.number] for one in history.entrants)
    return f"No game is finished yet. Entered: {entered}."


def _standings(history: History) -> tuple[list[str], list[list[str]]]:
    """Return the heads of the standings, and a row for each entrant; before any result, none."""
    rows, found = standings(history), history.found
    if not rows or not (history.decided or history.is_open_ended):
        return [], []
    ties, names = columns(history), Names(history, PLAIN).full
    heads = ["", "Player", *([] if history.is_open_ended else ["Points"])]
    heads += [_TIES.get(tie, tie.capitalize()) for tie in ties]
    return heads, [
        [
            str(row.rank),
            names[row.number],
            *([] if history.is_open_ended else [points_words(found, row.points)]),
            *(tie_words(found, tie, row.ties[tie]) for tie in ties),
        ]
        for row in rows
    ]


def next_step(fold: Fold, now: datetime) -> Next:
    """Say what a director does next."""
    history = fold.now
    if history.over:
        return Next("publish", "It is over. Publish the final order.")
    if not history.closed:
        return _before(history, now)
    if (who := history.waits_for_lot()) is not None:
        return Next("collect", f"Collect the lot of {who.handle}.")
    return _between(history, now)


def _before(history: History, now: datetime) -> Next:
    """Say what a director does next while entries are open."""
    entered, until = len(history.entrants), history.open_entries()
    if not entered:
        words = "Mail all who may play, or hand them the saved file. Then collect their entries."
        return Next("mail", words)
    if entered == 1:
        return Next("collect", "Collect the entries. 1 player entered so far.")
    if until is not None and datetime.fromisoformat(until.until) <= now:
        return Next("pair", f"The deadline of entries has passed. {entered} players entered.")
    if until is not None:
        return Next("collect", f"Collect entries until the deadline. {entered} players entered.")
    return Next("pair", f"{entered} players entered. Pair them, or collect more entries.")


def _between(history: History, now: datetime) -> Next:
    """Say what a director does next once the lots are drawn."""
    owed = history.owed()
    if late := [at for at in owed if is_late(history, at, now)]:
        are = "is" if len(late) == 1 else "are"
        return Next("rule", f"{counted(len(late), 'game')} {are} late. Decide, or set a later day.")
    if owed:
        number = max(at.round for at in owed)
        if not any(at in history.games or at in history.decided for at in history.boards(number)):
            hand = f"Round {number} is paired. Mail everybody, or hand them the saved file."
            return Next("mail", f"{hand} Then collect their logs.")
        return Next("collect", f"Collect the logs of {counted(len(owed), 'open game')}.")
    if can_pair(history):
        return Next("pair", f"Pair round {history.next_round}: all boards so far are decided.")
    if history.is_open_ended:
        return Next("collect", "Collect the challenges of players.")
    return Next("close", "All rounds are decided. Close the tournament.")


def can_pair(history: History) -> bool:
    """Say whether a round can be paired now; the first closes the entries."""
    return not history.over and (not history.closed or not why_not_due(history))


def can_end(history: History) -> bool:
    """Say whether all is decided and no round is left to be paired."""
    last = history.is_open_ended or not can_pair(history)
    return last and bool(history.rounds) and not history.owed() and not history.over

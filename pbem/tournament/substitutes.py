"""The substitutes of entrants for a time, and the handle by which the entrant comes back.

Nobody comes back to a game by a handle that was in it, so a player who was away has another one.
The tournament knows both as the same person: each key has signed for it.

Source: docs/tournaments.md, section 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from pbem.crypto import signing
from pbem.crypto.digest import tagged
from pbem.kit.wording import MONTHS
from pbem.table.events.kinds import Signer
from pbem.tournament.events.word_kinds import Back, Substitute
from pbem.tournament.history import BoardOf, Entrant, History


def agreed_bytes(tournament: str, handle: str, sign: str) -> bytes:
    """Return what a new key of an entrant signs: whose it is, by the handle and key of the entry.

    ``tournament``: its id. ``sign``: the key, in hex digits.

    Source: docs/tournaments.md, section 1.
    """
    return tagged("back", f"{tournament}\n{handle}\n{sign}".encode())


def has_agreed(history: History, word: Back) -> bool:
    """Say whether the new key of somebody who is back has signed that it is theirs."""
    key = bytes.fromhex(word.player.sign)
    signed = agreed_bytes(history.id, word.handle, word.sign)
    return signing.admissible_key(key) and signing.verify(key, signed, bytes.fromhex(word.agreed))


def why_none(history: History, who: Entrant, word: Substitute | Back) -> str:
    """Say why somebody cannot name a player for a board; empty where they can.

    Source: docs/tournaments.md, section 6.
    """
    at = BoardOf(word.round, word.board)
    number = number_at(history, who, at)
    named = history.named.get(at, {}).get(number, [])
    player, here = word.player, history.at_board(at)
    umpire, is_back = history.board_in(at.round).umpire, isinstance(word, Back)
    others = [
        *_players(history, 0 if is_back else number, at),
        *([] if umpire is None else [umpire]),
    ]
    reported = {
        "this tournament has no substitutes": not isinstance(history.found.substitutes, bool),
        f"{at} is not a board of {who.handle}": not number,
        f"{at} is decided": at in history.decided,
        f"{who.handle} has named no substitute for {at}": is_back and len(named) % 2 == 0,
        f"{who.handle} has a substitute at {at} already": not is_back and len(named) % 2 == 1,
        f"{player.handle} has played there already, and a game never has one handle or key twice": (
            _is_one_of(player, here)
        ),
        f"{player.handle} has entered, or is the umpire there": _is_one_of(player, others),
        f"{player.handle} plays at another board of that round": (
            history.teams is not None and _is_one_of(player, _in_round(history, at))
        ),
        f"the key of {player.handle} is that of another player, or of a substitute": (
            player.sign in _keys(history, number, backs=is_back)
        ),
        f"the key of {player.handle} has not signed that it is one of {who.handle}": (
            isinstance(word, Back) and not has_agreed(history, word)
        ),
    }
    return next((why for why, wrong in reported.items() if wrong), "")


def number_at(history: History, who: Entrant, at: BoardOf) -> int:
    """Return the number of the entrant for whom somebody plays at a board, 0 for nobody."""
    mine = (one.number for one in history.pair_of(at) if (one.handle, one.sign) == key_of(who))
    return next(mine, 0)


def key_of(who: Entrant) -> tuple[str, str]:
    """Return handle and key of an entrant, or of a player of a team."""
    return who.handle, who.sign


def _players(history: History, number: int, at: BoardOf) -> list[Signer]:
    """Return who cannot be a substitute of an entrant: all others who play in the tournament.

    In a team, players with a board in that round cannot.
    """
    if history.teams is None:
        return history.players()
    listed = [one for team in history.teams.list for one in team.players]
    team = history.entrant(number).team if number else None
    if team is None:
        return listed
    reserves = {*team.players} - {*history.lined[at.round - 1][number]}
    return [one for one in listed if one not in reserves]


def _in_round(history: History, at: BoardOf) -> list[Signer]:
    """Return everybody who plays or has played in a round, but at one board."""
    others = (one for one in history.boards(at.round) if one != at)
    return [who for one in others for who in history.at_board(one)]


def owner(history: History, sign: str) -> int | None:
    """Return the number of the entrant who is back with the key ``sign``; None if nobody is."""
    backs = (
        (number, one)
        for board in history.named.values()
        for number, named in board.items()
        for one in named[1::2]
    )
    return next((number for number, one in backs if one.sign == sign), None)


def _keys(history: History, number: int, *, backs: bool) -> set[str]:
    """Return the keys that a new player for an entrant cannot have.

    Those by which somebody is back; of the entrant's own new handles, those of others and of
    substitutes.
    """
    found: set[str] = set()
    for board in history.named.values():
        for who, named in board.items():
            if backs:
                found |= {one.sign for one in named[::2]}
            if not backs or who != number:
                found |= {one.sign for one in named[1::2]}
    return found


def _is_one_of(player: Signer, those: Iterable[Signer]) -> bool:
    """Say whether somebody has the handle or the key of one of those."""
    return any(player.handle == one.handle or player.sign == one.sign for one in those)


def until_day(until: str) -> str:
    """Say of a time of UTC on which day it is, by UTC."""
    at = datetime.fromisoformat(until)
    return f"{at.day} {MONTHS[at.month - 1]} {at.year} (UTC)"


def substitute_lines(
    history: History, round_: int | None = None, at: BoardOf | None = None
) -> Iterator[str]:
    """Say who plays or played for whom at a board, at the boards of a round, or of all.

    ``round_``, ``at``: None for all.
    """
    boards = sorted(history.named.items())
    boards = [one for one in boards if round_ in (None, one[0].round) and at in (None, one[0])]
    for where, board in boards:
        yield from (f"{where}: {line}" for line in _named_lines(history, where, board))


def _named_lines(
    history: History, at: BoardOf, board: Mapping[int, Sequence[Signer]]
) -> Iterator[str]:
    for number, named in board.items():
        who = history.entrant(number).handle
        for turn, one in enumerate(named):
            away = history.away.get((at, number)) if one is named[-1] else None
            until = f" until {until_day(away)}" if away and at not in history.decided else ""
            verb = "plays" if until else "was named to play"
            reported = f"{who} is back as {one.handle}"
            yield f"{reported if turn % 2 else f'{one.handle} {verb} for {who}{until}'}."

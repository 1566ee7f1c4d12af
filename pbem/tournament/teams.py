"""Teams of several boards: who plays for which team, at which board (docs/tournaments.md, 4)."""

from __future__ import annotations

from itertools import pairwise

from pbem.kit.wording import counted
from pbem.table.events.kinds import Signer
from pbem.tournament.events.term_kinds import OPEN, Elimination, Team
from pbem.tournament.events.word_kinds import Enter, LineUp
from pbem.tournament.history import Entrant, History


def team_of(history: History, handle: str, sign: str) -> Team | None:
    """Return the team in whose list a handle and key stand; None if they stand in none."""
    listed = [] if history.teams is None else history.teams.list
    return next((one for one in listed if Signer(handle, sign) in one.players), None)


def why_no_entry(history: History, word: Enter) -> str:
    """Say why somebody cannot enter a tournament of teams; empty where they can."""
    if team_of(history, word.handle, word.sign) is None:
        return f"no team lists {word.handle} with this key"
    return f"{word.handle} has entered already" if word.sign in history.members else ""


def is_late(history: History, word: Enter) -> bool:
    """Say whether a team would come too late that is complete with this entry."""
    fixed = not isinstance(history.found.format, OPEN)
    if not _completes(history, word):
        return False
    late = word.from_ > 1 and isinstance(history.found.format, Elimination)
    return late or (bool(history.closed) and fixed)


def _completes(history: History, word: Enter) -> bool:
    """Say whether a team enters with this entry of a player."""
    team = team_of(history, word.handle, word.sign)
    assert team is not None  # noqa: S101 - the entry was looked at before
    there = sum(one.sign in history.members for one in team.players)
    return there + 1 == history.legs


def enter(history: History, word: Enter, since: int) -> None:
    """Take an entry; with the last player who is needed the team enters.

    ``since``: their first round.
    """
    team, complete = team_of(history, word.handle, word.sign), _completes(history, word)
    assert team is not None  # noqa: S101 - as above
    player = Entrant(0, word.handle, word.sign, since, word.rating or 0)
    history.members[word.sign] = player
    if not complete:
        return
    there = [history.members[one.sign] for one in team.players if one.sign in history.members]
    rating = sum(one.rating for one in there) // len(there)
    captain, number = team.players[0].sign, len(history.entrants) + 1
    made = Entrant(number, team.handle, captain, since, rating, name=team.name, team=team)
    history.entrants.append(made)


def why_no_lineup(history: History, who: Entrant, word: LineUp) -> str:
    """Say why a captain cannot line up so; empty where they can."""
    team, places = who.team, word.players
    if team is None:
        return "this tournament has no teams"
    if len(places) != history.legs:
        return f"a match has {counted(history.legs, 'board')}"
    if any(one >= two for one, two in pairwise(places)):
        return "players keep the order of the list, each once"
    if places[-1] > len(team.players):
        return f"{who.handle} has {counted(len(team.players), 'player')}"
    missing = [one.handle for one in lined(who, word) if one.sign not in history.members]
    return f"{' and '.join(missing)} has not entered" if missing else ""


def lined(who: Entrant, word: LineUp) -> tuple[Signer, ...]:
    """Return whom a captain lines up, in order of boards."""
    assert who.team is not None  # noqa: S101 - only captains line up
    return tuple(who.team.players[place - 1] for place in word.players)

"""Challenges: who may make one, and which are boards of the next round (docs/tournaments.md, 4).

On a ladder a challenge is a board; in a rating list only two who have challenged each other meet.
"""

from __future__ import annotations

from pbem.tournament.events.term_kinds import Ladder, RatingList
from pbem.tournament.history import History


def why_none(history: History, who: int, whom: int) -> str:
    """Say why ``who`` cannot challenge ``whom`` for the next round; empty if they can."""
    form = history.found.format
    if not isinstance(form, Ladder | RatingList):
        return "only ladders and rating lists have challenges"
    if not history.order:
        return "the lots are not drawn yet"
    here = [one.number for one in history.entrants if one.plays(history.next_round)]
    if who not in here or whom not in here:
        gone = who if who not in here else whom
        known = gone <= len(history.entrants)
        name = history.entrant(gone).handle if known else f"number {gone}"
        return f"{name} does not play in the next round"
    if isinstance(form, RatingList):
        return _why_not_agreed(history, who, whom)
    assert history.ladder is not None  # noqa: S101 - its lots are drawn
    here = [number for number in history.ladder.order if number in here]
    if not 1 <= here.index(who) - here.index(whom) <= form.reach:
        reach = "one place" if form.reach == 1 else f"one to {form.reach} places"
        low, high = history.entrant(who).handle, history.entrant(whom).handle
        return f"{high} is not {reach} above {low} among those who play"
    busy = {no for pair in history.challenges for no in pair}
    busy |= {one.number for at in history.owed() for one in history.pair_of(at)}
    return "one of them has an undecided board or a challenge" if {who, whom} & busy else ""


def _why_not_agreed(history: History, who: int, whom: int) -> str:
    if who == whom:
        return "nobody plays against themselves"
    if (who, whom) in history.challenges:
        return "that challenge was made already"
    together = ({one.number for one in history.pair_of(at)} for at in history.owed())
    return "they have an undecided board" if {who, whom} in together else ""


def due(history: History) -> list[tuple[int, int]]:
    """Return who meet in the next round, who challenged last first."""
    if not isinstance(history.found.format, RatingList):
        return list(history.challenges)
    boards: list[tuple[int, int]] = []
    busy: set[int] = set()
    for at, (who, whom) in enumerate(history.challenges):
        if (whom, who) in history.challenges[:at] and not busy & {who, whom}:
            boards.append((who, whom))
            busy |= {who, whom}
    return boards

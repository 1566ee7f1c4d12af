"""A ladder that continues in a new log.

Source: docs/tournaments.md, section 4.
"""

from __future__ import annotations

from pbem.tournament.events.plain_kinds import CARRIED_MAX
from pbem.tournament.events.term_kinds import After, Ladder
from pbem.tournament.faults import bad
from pbem.tournament.folding import Fold
from pbem.tournament.ranking.standings import standings


def after(fold: Fold) -> After:
    """Return what a ladder says that goes on from a log: who is still in it, in its order."""
    now = fold.now
    there = [now.entrant(row.number) for row in standings(now)]
    keys = tuple(one.sign for one in there if one.plays(now.next_round))
    return After(tournament=now.id, head=fold.chain.head, order=keys[:CARRIED_MAX])


def goes_on_from(fold: Fold) -> After | None:
    """Return what a tournament says of the log it goes on from; None where it is from none."""
    form = fold.now.found.format
    return form.after if isinstance(form, Ladder) else None


def check(fold: Fold, old: Fold) -> None:
    """Raise BadTournament ``found.after`` unless a ladder goes on from ``old`` as it is."""
    said, name = goes_on_from(fold), old.now.found.name
    if said is None or (said.tournament, said.head) != (old.now.id, old.chain.head):
        raise bad("found.after", f"It does not name the log of {name} that you gave, with its end.")
    if not old.now.over or after(old) != said:  # they have signed what is not so
        director = fold.now.found.director.handle
        raise bad("found.after", f"{name} is not over, or has another final order.", 0, director)

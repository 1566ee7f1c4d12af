"""Whether a ladder goes on from another log as it says: sections 2 and 7 of docs/tournaments.md."""

from __future__ import annotations

from second.cup_form import MOST_CARRIED
from second.cup_reader import Contest


def goes_on(new: Contest, old: Contest) -> bool:
    """Whether a log goes on from the end of ``old``, and with the order that it ended with."""
    after = new.found["format"].get("after")
    if after is None or not old.over:
        return False
    next_round = len(old.rounds) + 1
    there = (old.entrants[who - 1] for who in old.order())
    order = [one.sign for one in there if one.plays(next_round)]
    return bool(
        after == {"tournament": old.ids[0], "head": old.ids[-1], "order": order[:MOST_CARRIED]}
    )

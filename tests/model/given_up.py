"""Rules that were given up, and what each said.

The protocol as it stands has none of them. With each in force again the search finds what it broke.
"""

from __future__ import annotations

from typing import NamedTuple


class Rules(NamedTuple):
    """Each that is true is in force again."""

    ruling_may_leave_no_start: bool = False
    """A player who has to join can only join; if a ruling left nobody who has to, nothing starts.
    """
    ruling_goes_on: bool = False
    """A ruling starts the game, or passes for who it put out; an older event is the trigger."""
    witnesses_keep: bool = False
    """Every witness keeps every trigger, in the order of the players."""
    replace_at_will: bool = False
    """A player who owes dice is replaced without a word from the other players."""
    replacement_resigns: bool = False
    """A replacement may resign instead of joining, and the game goes on by it."""
    ruling_stands: bool = False
    """If logs part at a ruling, its side counts, whatever was written on the other."""
    any_ruling_voids: bool = False
    """A ruling that puts out another, or nobody, counts against an event as any other does."""
    first_ruling_only: bool = False
    """Whether a ruling puts out who wrote the event is asked of the first one on its side alone."""
    trigger_has_spoken: bool = False
    """The author of a trigger need not write after its dice for them to count against a ruling."""
    late_friends_count: bool = False
    """All have written on an event's side, be it long after they went on after the ruling."""
    fork_ruling_stands: bool = False
    """A ruling on a fork counts, whatever all others have chosen."""
    openings_are_taken_back: bool = False
    """Things that somebody opened on a side are no reason that this side counts."""
    removed_are_waited_for: bool = False
    """All have written on a side only when those have too whom a ruling there put out."""
    removed_may_open: bool = False
    """An opening decides though who opened was put out where all the others went on."""
    fork_before_opening: bool = False
    """An author who writes after a ruling that crossed their event takes back an opening after it.
    """
    back_before_all: bool = False
    """The umpire takes back one of two rulings after which all have written."""
    keys_freeze: bool = False
    """New keys to which others said yes settle a fork, and yet do not say which side counts."""
    closed_freeze: bool = False
    """A game that was closed on one side of a fork counts no more than one that was not."""
    one_fork_of_many: bool = False
    """A ruling that puts somebody out by one fork decides nothing at another fork of theirs."""
    stands_in_without_looking: bool = False
    """The umpire stands in for who owed dice, though they have come since the umpire ruled."""
    keeper_answers_twice: bool = False
    """A keeper gives dice for a second trigger of one author on one predecessor."""
    opening_rolls: bool = False
    """Dice that are needed after an opening of stocks come of the last trigger."""
    keys_settle_alone: bool = False
    """New keys settle what the old one signed, though nobody else had to agree."""
    seats_may_lack: bool = False
    """A game may be opened in which nobody has a seat."""
    ruling_ends_offer: bool = False
    """A ruling that puts anybody out ends an offer, though another has to answer it."""
    log_against_log: bool = False
    """Two logs are compared by what stands on these two alone."""


NOW = Rules()

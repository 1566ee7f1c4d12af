"""The active player, and doubts to look into before you write: whose keys they are, and forks."""

from __future__ import annotations

from typing import NamedTuple

from pbem.client import people
from pbem.client.session.keys import strangers
from pbem.client.session.next_step import hint
from pbem.client.session.offers import doubt
from pbem.client.session.session import Session, result_of
from pbem.table.events.kinds import Pairing, Signer


class Turn(NamedTuple):
    """The turn: whose move it is.

    - ``active``: The active player in words.
    - ``yours``: Whether it is your move.
    - ``may``: The kinds of event that may be written now.
    - ``type_it``: The command for you to type; empty if it is somebody else's move.
    - ``result``: The result of the game in words; None while it goes on.
    """

    active: str
    yours: bool
    may: list[str]
    type_it: str
    result: str | None


def turn_at(session: Session) -> Turn:
    """Return whose turn it is."""
    now = session.table.active()
    yours = session.is_active
    type_it = hint(now) if yours else ""
    return Turn(now.why, yours, list(now.kinds), type_it, result_of(session.table))


def unnamed(session: Session, handles: list[str]) -> list[str]:
    """Leave out whom the log of a tournament here names, by the very key, for this game."""
    opening = session.table.opening
    if opening is None or not isinstance(opening.for_, Pairing):
        return handles
    # Reading tournaments is for games of tournaments alone: importing it takes long.
    from pbem.client.session.bound import paired_in  # noqa: PLC0415

    of = paired_in(session.client, session.path, opening)
    roster = session.table.roster
    keys = {one: roster.find(one) for one in handles}
    return [
        one
        for one, found in keys.items()
        if of is None or found is None or not of.names(Signer(one, found.sign))
    ]


def doubts(session: Session, turn: Turn, *, new: bool, forks: bool) -> list[str]:
    """Say what to look into before you write, one sentence each.

    Args:
        session: The game.
        turn: The state of the turn: what waits for you.
        new: The game is new here, so players without a card are reported too.
        forks: Report open forks too.
    """
    met = strangers(session)
    reported = []
    for handle in met.wrong:
        card = people.find_card(session.client, handle)
        words = "" if card is None else f" ({people.words_of(card)})"
        reported.append(
            f"{handle} plays with another key than your card of {handle} has{words}. Compare these "
            "words by telephone before you sign anything"
        )
    reported += met.changed
    if "answer" in turn.may and turn.yours and (doubtful := doubt(session)):
        reported.append(doubtful)
    unknown = unnamed(session, met.unknown) if new and met.unknown else []
    if unknown:
        reported.append(
            f"You have no card of {', '.join(unknown)}, so nobody can say who that is. Ask for the "
            "card and compare its words"
        )
    return reported + (session.forked() if forks else [])

"""The binding of a game to a board: the terms its opening must have, and whether it has them.

Source: docs/tournaments.md, section 6.
"""

from __future__ import annotations

from msgspec import UnsetType

from pbem.table.events.kinds import Open, Pairing
from pbem.tournament.faults import bad
from pbem.tournament.history import BoardOf, History


def board_of(history: History, name: str, opening: Open, by: str) -> BoardOf:
    """Return the board to which an opening is bound, if everything is as agreed for it.

    Args:
        history: The tournament.
        name: The name of the game's log in messages.
        opening: The opening.
        by: Its author.

    Raises:
        BadTournament: With ``log.unbound`` or ``log.terms``.

    Source: docs/tournaments.md, section 6.
    """
    to = opening.for_
    if isinstance(to, UnsetType) or to.tournament != history.id:
        other = "no tournament" if isinstance(to, UnsetType) else "another tournament"
        raise bad("log.unbound", f"{name} does not count here: it was opened for {other}.")
    rounds = [no for no, one in enumerate(history.rounds, 1) if one.pair == to.pair]
    at = BoardOf(rounds[0] if rounds else 0, to.board)
    if not rounds or not history.has(at):
        raise bad("log.unbound", f"{name} was opened for a board that this log does not pair.")
    if (bids := history.bids.get(at)) is not None and not bids.are_settled:
        reported = f"{name} was opened for {at} before its bids were settled."
        raise bad("bid.owed", reported, whose=by)
    wrong = _other_terms(history, at, opening, by)
    if wrong:
        reported = f"{name} was opened for {at}, but not as agreed: other {', '.join(wrong)}."
        raise bad("log.terms", reported, whose=by)
    return at


def terms(history: History, at: BoardOf) -> Open:
    """Return what the opening of the game of board ``at`` says; the first of the pair opens it."""
    board, signers = history.board_terms(at), history.signers(at)
    return Open(
        rules=board.rules,
        scenario=board.scenario,
        options=board.options,
        players=signers,
        seats={
            side: who.handle
            for held, who in zip(board.sides, signers, strict=True)
            for side in held
        },
        umpire=board.umpire,
        dice=board.dice,
        clock=board.clock,
        for_=Pairing(history.id, history.rounds[at.round - 1].pair, at.board),
    )


def _other_terms(history: History, at: BoardOf, opening: Open, by: str) -> list[str]:
    agreed = terms(history, at)
    reported = {
        "players": "players", "seats": "sides", "rules": "rules", "scenario": "scenario",
        "options": "options", "umpire": "umpire", "dice": "dice keepers", "clock": "clock",
    }  # fmt: skip
    wrong = [
        name
        for field, name in reported.items()
        if getattr(agreed, field) != getattr(opening, field)
    ]
    return wrong + (["opener"] if by != agreed.players[0].handle else [])

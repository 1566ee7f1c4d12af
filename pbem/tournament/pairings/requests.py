"""Byes on request, in a Swiss that has them (docs/tournaments.md, 4)."""

from __future__ import annotations

from msgspec import UnsetType

from pbem.tournament.history import Entrant, History


def why_none(history: History, who: Entrant, round_: int) -> str:
    """Say why somebody cannot have a requested bye in a round; empty if they can."""
    terms = history.found.requested
    if isinstance(terms, UnsetType):
        return "this tournament has no byes on request"
    had = [no for number, no in history.asked if number == who.number]
    reported = {
        f"there are {history.length} rounds": round_ > history.length,
        "that round is paired": round_ < history.next_round,
        "they do not play in it": not who.plays(round_),
        "they requested it already": round_ in had,
        f"they requested {terms.most} byes already, and no more are allowed": len(had)
        >= terms.most,
    }
    return next((why for why, is_so in reported.items() if is_so), "")

"""What to type when it is one's turn."""

from __future__ import annotations

from collections.abc import Sequence

HINTS = {
    "join": "'pbem join' joins",
    "orders": "'pbem legal' lists what you may order, 'pbem order' gives orders",
    "dice": "'pbem dice' gives them, 'pbem order --dice' gives them before your orders",
    "seal": "it is a secret choice: 'pbem seal' seals it",
    "reveal": "'pbem reveal' opens it",
    "shuffle": "'pbem deal' shuffles",
    "unmask": "'pbem deal' takes your mask off what is drawn",
    "lay-open": "'pbem deal' opens what you have hidden",
    "answer": "'pbem answer yes' or 'pbem answer no'",
}
"""What to type, by the kind of event that is asked for."""


def hint(may: Sequence[str], why: str) -> str:
    """Return what to type where these kinds may be written; nothing where ``why`` says it."""
    return HINTS.get(may[0], "") if may and "'pbem " not in why else ""

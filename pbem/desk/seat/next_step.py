"""What to type when it is one's turn."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.table.pen import SAYS_OF_BOX

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


OF_BOX = "'pbem deal' tries it and says so"
"""What to type where it is a box that is to be answered for, and no offer."""


def hint(may: Sequence[str], why: str) -> str:
    """Return what to type where these kinds may be written, ``why`` being the pen's sentence."""
    if not may:
        return ""
    return OF_BOX if SAYS_OF_BOX in why else HINTS.get(may[0], "")

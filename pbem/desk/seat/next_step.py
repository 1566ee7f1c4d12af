"""What to type when it is one's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.table.handlers.pen import Pen

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


def hint(pen: Pen) -> str:
    """Return what whoever has the pen types; empty where nobody has it."""
    if not pen.kinds:
        return ""
    return OF_BOX if pen.box else HINTS.get(pen.kinds[0], "")

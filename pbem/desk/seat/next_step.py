"""What to type when it is one's turn."""

from __future__ import annotations

HINTS = {
    "join": "'pbem join' joins",
    "orders": "'pbem legal' lists what you may order, 'pbem order' gives orders",
    "dice": "'pbem dice' gives them, 'pbem order --dice' gives them before your orders",
    "seal": "it is a secret choice: 'pbem seal' seals it",
    "reveal": "'pbem reveal' opens it",
    "shuffle": "'pbem deal' shuffles",
    "unmask": "'pbem deal' takes your mask off what is drawn",
    "lay-open": "'pbem deal' opens your masks",
    "answer": "'pbem answer yes' or 'pbem answer no'",
}
"""What to type, by the kind of event that is asked for."""

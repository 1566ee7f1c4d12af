"""What comes next: what a game waits for, and what to type when it is one's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.table.handlers.pen import who_plays

if TYPE_CHECKING:
    from pbem.play.play import Play
    from pbem.table.handlers.pen import Pen

BOX = "box"
"""What is to be done where it is a box that is to be answered for, and no offer."""
GO_ON = "go-on"
"""What is to be done where yes is said unasked, so that dice can follow a ruling."""
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
    BOX: "'pbem deal' tries it and says so",
    GO_ON: "'pbem deal' says so",
}
"""What to type, by what is to be done: a kind of event, or `BOX`, or `GO_ON`."""


def deeds(pen: Pen) -> list[str]:
    """Return what whoever has the pen can do: kinds of event, `BOX` and `GO_ON` for such answers.

    The first is what he is asked for.
    """
    answer = BOX if pen.box else GO_ON if pen.going_on else "answer"
    return [answer if kind == "answer" else kind for kind in pen.kinds]


def deed(pen: Pen) -> str:
    """Return what whoever has the pen is asked for, as of `deeds`; empty where nobody has it."""
    return next(iter(deeds(pen)), "")


def hint(pen: Pen) -> str:
    """Return what whoever has the pen types; empty where nobody has it."""
    return HINTS.get(deed(pen), "")


def what_next(play: Play) -> str:
    """Say what a play waits for, in one sentence."""
    if play.result is not None:
        return f"The game is over: {play.result.why}"
    if play.settling is not None:
        return "Then it has happened, or an ally's program says whether it came."
    if play.due is not None:
        return f"Then dice are due: {play.due.purpose} [{play.due.paragraph}]."
    if play.asked is not None:
        who = who_plays(play.seats[play.asked.side], play.asked.side)
        return f"Then {who} is asked: {play.asked.prompt}"
    if play.deal is not None:
        return "Then cards are shuffled or drawn."
    return "Then nobody is asked anything."

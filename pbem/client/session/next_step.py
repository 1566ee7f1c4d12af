"""The next step: what a game waits for, and what to type if it is your turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.table.handlers.active import who_plays

if TYPE_CHECKING:
    from pbem.play.play import Play
    from pbem.table.handlers.active import ActivePlayer

BOX = "box"
"""The deed that answers for a box, and not for an offer."""
GO_ON = "go-on"
"""The deed that says yes unasked, so that dice can follow a ruling."""
HINTS = {
    "join": "join with 'pbem join'",
    "orders": "give orders with 'pbem order' ('pbem legal' lists them)",
    "dice": "roll with 'pbem dice'",
    "seal": "seal your secret choice with 'pbem seal'",
    "reveal": "open your sealed choice with 'pbem reveal'",
    "shuffle": "shuffle with 'pbem deal'",
    "unmask": "decrypt the drawn cards with 'pbem deal'",
    "lay-open": "reveal what you have hidden with 'pbem deal'",
    "answer": "answer with 'pbem answer yes' or 'pbem answer no'",
    BOX: "say whether the box opens with 'pbem deal'",
    GO_ON: "continue with 'pbem deal'",
}
"""The command for each deed: a kind of event, or `BOX`, or `GO_ON`."""


def deeds(active: ActivePlayer) -> list[str]:
    """Return what the active player can do: kinds of event, `BOX` and `GO_ON` for such answers.

    The first is what they are asked for.
    """
    answer = BOX if active.box else GO_ON if active.going_on else "answer"
    return [answer if kind == "answer" else kind for kind in active.kinds]


def deed(active: ActivePlayer) -> str:
    """Return what the active player is asked for, as of `deeds`; empty where nobody has it."""
    return next(iter(deeds(active)), "")


def hint(active: ActivePlayer) -> str:
    """Return what the active player types; empty where nobody has it."""
    return HINTS.get(deed(active), "")


def what_next(play: Play) -> str:
    """Say what a play waits for, in one sentence."""
    comes = what_comes(play)
    return comes if play.result is not None else f"Then {comes}"


def what_comes(play: Play, *, briefly: bool = False) -> str:
    """Say the same without "Then"; ``briefly``: also without the paragraph of the dice."""
    if play.result is not None:
        return f"The game is over: {play.result.why}"
    if play.settling is not None:
        return "the change is done, or an ally's program says whether the box arrived."
    if play.due is not None:
        paragraph = "" if briefly else f" [{play.due.paragraph}]"
        return f"dice are due: {play.due.purpose}{paragraph}."
    if play.asked is not None:
        who = who_plays(play.seats[play.asked.side], play.asked.side, play.game)
        return f"{who} is asked: {play.asked.prompt}"
    if play.deal is not None:
        return "cards are shuffled or drawn."
    return "nobody is asked anything."

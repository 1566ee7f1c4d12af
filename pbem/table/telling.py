"""Outcomes in words, the table's own and the game's: one sentence each, for people."""

from __future__ import annotations

from pbem.kit.contract import Outcome, RawOrder
from pbem.table.lists import write_text
from pbem.table.outcomes import Ended, Lapsed, Rolled, Settled, StandingLapsed, TookBack
from pbem.table.play import Play

_ENDINGS = {
    "resigned": "an opponent resigned",
    "forfeit": "an opponent forfeited",
    "tie": "the players agreed on a tie",
    "victory": "by the rules",
}
_HOW = {
    "standing": "a standing answer",
    "only": "the only legal answer",
    "out": "its player is out of the game",
}


def tell(play: Play, outcome: Outcome) -> str:
    """Return ``outcome`` as one sentence without its paragraph."""
    match outcome:
        case Rolled(n=n, got=got, purpose=purpose):
            said = f"Die for {purpose}: {got + 1} (1 to {n})."
        case Lapsed(by=by, order=order, why=why):
            said = f"{by}'s order '{_line(play, order)}' lapses: {why}."
        case Settled(side=side, question=question, order=order, how=how):
            why = _HOW[how]
            said = f"{question} of {side}: '{_line(play, order)}' ({why})."
        case StandingLapsed(side=side, question=question, why=why):
            said = f"The standing answer of {side} to {question} lapses: {why}."
        case TookBack(event=event):
            said = f"By agreement the game goes back to before event {event[:16]}."
        case Ended(winner=winner, why=why):
            who = f"{winner} wins" if winner else "it is drawn"
            said = f"The game is over, {who}: {_ENDINGS.get(why, why)}."
        case _:
            said = play.game.tell(outcome)
    return said


def _line(play: Play, order: RawOrder) -> str:
    return write_text(play, [order])[0]

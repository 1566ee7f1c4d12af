"""The questions that standing orders can answer, with what somebody has given for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from pbem.play.play import Play


class StandingQuestion(msgspec.Struct, frozen=True):
    """A question by its name, and the lines that answer it; ``usual``: the line for the usual.

    ``means``: what the usual answer is, in a phrase.
    """

    name: str
    usual: list[str]
    mine: list[str]
    means: str = ""


def standing_questions(play: Play, side: str) -> list[StandingQuestion]:
    """Return every question that can interrupt a side."""
    words = play.game.usual_words(side)
    given = play.standing.get(play.seats[side], {}).get(side, {})
    return [
        StandingQuestion(
            name,
            play.game.standing_text({name: msgspec.to_builtins(part)}),
            play.game.standing_text({name: given[name]}) if name in given else [],
            words[name],
        )
        for name, part in play.game.sensible_standing(side).items()
    ]

"""A question that comes in between: its few answers, what each changes, and the usual one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.client.views.choosing.alike import numbers
from pbem.client.views.choosing.choice import Choice, choices_of
from pbem.client.views.choosing.pointed import orders_of
from pbem.play.refusals import is_legal

if TYPE_CHECKING:
    from pbem.kit.contract import Question
    from pbem.play.play import Play

ANSWERS_MOST, ROWS_MOST = 400, 40
"""So many answers are few, if they are so few rows: those that differ by a number are one."""


class Between(msgspec.Struct, frozen=True):
    """The possible answers to a question that interrupts a phase.

    ``answers``: all that is legal, each with what it makes of the dice that follow; none where they
    are many. ``stake``: the strengths as they are compared if nothing is added, where dice follow.
    ``usual``: what a computer player answers, as a line; empty where nothing is usual.
    """

    answers: list[Choice]
    stake: str
    usual: str


def between(play: Play, asked: Question) -> Between:
    """Return what can be answered to the open question of a play; its position is the side's."""
    orders = orders_of(play, asked, [], None, ANSWERS_MOST + 1)
    answers = choices_of(play, asked, orders) if _are_few(play, orders) else []
    stake = ""
    if any(one.odds for one in answers):
        stake = ", ".join(f"{term.what} {term.amount}" for term in play.game.terms(play.position))
    return Between(answers, stake, _usual(play, asked))


def _are_few(play: Play, orders: Sequence[tuple[Any, str]]) -> bool:
    alike = numbers(play.game, orders)
    rows = {(alike[text].word, alike[text].like) if text in alike else text for _, text in orders}
    return len(orders) <= ANSWERS_MOST and len(rows) <= ROWS_MOST


def _usual(play: Play, asked: Question) -> str:
    game, position = play.game, play.position
    order = game.standing_answer(position, asked, game.sensible_standing(asked.side))
    return game.text(order) if order is not None and is_legal(play, order) else ""

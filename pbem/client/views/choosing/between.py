"""A question that comes in between: its few answers, what each changes, and the usual one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.client.views.choosing.alike import numbers
from pbem.client.views.choosing.choice import Choice, choices_of
from pbem.client.views.choosing.pointed import orders_of
from pbem.errors import PbemError
from pbem.kit.picture import HexPicture
from pbem.kit.wording import each, listed
from pbem.play.refusals import is_legal
from pbem.table.words.short import NAMED_MOST

if TYPE_CHECKING:
    from pbem.kit.contract import Question
    from pbem.play.play import Play

ANSWERS_MOST, ROWS_MOST = 400, 40
"""So many answers are few, if they are so few rows: those that differ by a number are one."""

PASS = "pass"  # noqa: S105 - the word of an order
"""The line of the answer that declines."""


class Between(msgspec.Struct, frozen=True):
    """The possible answers to a question that interrupts a phase.

    ``answers``: all that is legal, each with what it makes of the dice that follow; none where they
    are many. ``stake``: the strengths as they are compared if nothing is added, where dice follow.
    ``usual``: what a computer player answers, as a line; empty where nothing is usual. ``decline``:
    the answer by which nothing is done, as a line, if there is one: it comes first. ``always``: the
    standing order that gives this answer from now on. ``fight``: who attacks whom, in words.
    ``asks``: the question in plain words.
    """

    answers: list[Choice]
    stake: str
    usual: str
    decline: str = ""
    always: str = ""
    fight: str = ""
    asks: str = ""


def between(play: Play, asked: Question) -> Between:
    """Return what can be answered to the open question of a play; its position is the side's."""
    orders = orders_of(play, asked, [], None, ANSWERS_MOST + 1)
    answers = choices_of(play, asked, orders) if _are_few(play, orders) else []
    stake = ""
    if any(one.odds for one in answers):
        stake = ", ".join(f"{term.what} {term.amount}" for term in play.game.terms(play.position))
    answers.sort(key=lambda one: one.line != PASS)
    decline = PASS if answers and answers[0].line == PASS else ""
    always = _always(play, asked) if decline else ""
    usual, fight = _usual(play, asked), _fight(play, asked)
    return Between(answers, stake, usual, decline, always, fight, asked.plain or asked.prompt)


def _are_few(play: Play, orders: Sequence[tuple[Any, str]]) -> bool:
    alike = numbers(play.game, orders)
    rows = {(alike[text].word, alike[text].like) if text in alike else text for _, text in orders}
    return len(orders) <= ANSWERS_MOST and len(rows) <= ROWS_MOST


def _always(play: Play, asked: Question) -> str:
    """Return the standing order that declines this question each time; empty if there is none."""
    game, position = play.game, play.position
    line = f"standing {asked.name} none"
    with suppress(PbemError):
        given = game.standing_answer(
            position, asked, game.parse_standing(position, asked.side, line)
        )
        if given is not None and game.text(given) == PASS:
            return line
    return ""


def _fight(play: Play, asked: Question) -> str:
    """Say who attacks whom: the units of the side asked by their names, where they are few."""
    arrows = [one for one in play.game.underway(play.position) if one.units and one.against]
    units = dict.fromkeys(unit for one in arrows for unit in one.units)
    places = dict.fromkeys(place for one in arrows for place in one.against)
    picture = play.game.picture(play.position)
    stand = dict.fromkeys(
        one.name or one.label
        for one in (picture.pieces if isinstance(picture, HexPicture) else ())
        if one.side == asked.side and one.space in places and not one.marker
    )
    whom = stand if 0 < len(stand) <= NAMED_MOST else places
    return f"{each(units, 'attacks', 'attack')} {listed(whom)}" if arrows else ""


def _usual(play: Play, asked: Question) -> str:
    game, position = play.game, play.position
    order = game.standing_answer(position, asked, game.sensible_standing(asked.side))
    return game.text(order) if order is not None and is_legal(play, order) else ""

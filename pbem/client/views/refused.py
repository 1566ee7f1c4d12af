"""One order judged: whether it is legal, and if not each paragraph against it.

For an order of several units, each is judged by itself too (`pbem.play.refusals`). An order that
does not answer the question is refused by that first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from pbem.client.views.naming import Places
from pbem.client.views.odds import short_odds_of
from pbem.client.views.reach import beside
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.kit.contract import Question
from pbem.kit.wording import listed
from pbem.play.play import Play
from pbem.play.refusals import Against, against, spellings

LOOKED_AT = 2_000
"""So many legal orders are looked at for one that names the unit."""
VARIANTS_MOST = 12
"""So many orders that may have been meant are judged."""
_COLUMN = re.compile(r"^column \d+: ")
MOVE = "move"
"""The form of the orders to move, in every game that has them."""
OF_A_FORM = 4
"""So many orders of one form that others can give are judged of a unit that can give none."""


class Ruling(msgspec.Struct, frozen=True):
    """An order judged: ``legal``, or each paragraph ``against`` it; ``odds`` of a legal one."""

    order: str
    legal: bool
    against: list[Against] = []
    odds: str = ""


class RulingsAt(msgspec.Struct, frozen=True):
    """Orders judged ``at`` a place in a log, as ``12`` or ``12.3``."""

    at: str
    rulings: list[Ruling]


def judged(play: Play, asked: Question, line: str) -> Ruling | None:
    """Judge an order of the side that is asked; None where the words are no order at all.

    ``line``: the order as it is written. Raises FormError for one that is not written as an order.
    """
    game = play.game
    try:
        order = game.parse(play.position, asked.side, line)
    except FormError:
        # More words than a unit and a place, or the word of an answer, were meant as an order.
        words = line.casefold().split()
        if len(words) > 2 or (words and words[0] in asked.forms):
            raise
        return None
    if refused := against(play, order):
        return Ruling(game.text(order), legal=False, against=refused)
    return Ruling(game.text(order), legal=True, odds=short_odds_of(play, asked.side, order) or "")


def meant(play: Play, asked: Question, words: list[str]) -> list[Ruling]:
    """Judge the orders that a unit and a place may stand for: one of each form that is asked for.

    Nothing where these words are no unit and place, or no such order can be written.
    """
    if len(words) != 2:
        return []
    unit, place = words
    found = dict[str, Ruling]()
    for line in _lines(play, asked, unit, place):
        try:
            one = judged(play, asked, line)
        except FormError:
            continue
        if one is not None:
            found.setdefault(one.order, one)
        if len(found) == VARIANTS_MOST:
            break
    return list(found.values())


def why_none(play: Play, asked: Question, unit: str) -> list[str]:
    """Say why a unit can do nothing of what is asked for, for each form of which that is plain.

    It is plain where the orders of that form which other units can give are refused it for one
    reason, and that names nothing else of theirs. If moves are asked for, it is why the unit cannot
    move, if need be to each place beside it. The other things that it cannot do are left out.
    """
    reasons: dict[str, set[str]] = {}
    for line in _as_others(play, unit):
        form, *said = line.split()
        reasons.setdefault(form, set()).add(_reason(play, asked, line, {*said} - {unit}))
    for form in set(asked.forms) - set(reasons):
        reasons[form] = {_reason(play, asked, f"{form} {unit}", None)}
    forms: dict[str, list[str]] = {}
    for form, why in sorted(reasons.items()):
        if len(why) == 1:
            forms.setdefault(next(iter(why)), []).append(form)
    forms.pop("", None)
    reported = [f"{', '.join(those)}: {why}" for why, those in forms.items()]
    if MOVE not in asked.forms:
        return reported
    moving = [f"{', '.join(those)}: {why}" for why, those in forms.items() if MOVE in those]
    return moving or _shut_in(play, asked, unit) or reported


def _shut_in(play: Play, asked: Question, unit: str) -> list[str]:
    """Say why a unit cannot move to the places beside it: once, or for each paragraph.

    Nothing where that is not plain of one of them.
    """
    game, at = play.game, Places(play)[unit.casefold()]
    shut: dict[str, dict[str, str]] = {}
    picture = game.picture(game.view(play.position, asked.side))
    for place in sorted(beside(picture, at) or ()):
        try:
            one = judged(play, asked, f"{MOVE} {unit} {place}")
        except FormError:
            return []
        if one is None or one.legal:
            return []
        shut.setdefault(one.against[0].paragraph, {})[place] = one.against[0].why
    whys = {(why, paragraph) for paragraph, places in shut.items() for why in places.values()}
    if len(whys) == 1:
        return [f"{MOVE}: {why} [{paragraph}]" for why, paragraph in whys]
    return [
        f"{MOVE} to {listed(places)}: {next(iter(places.values()))} [{paragraph}]"
        for paragraph, places in shut.items()
    ]


def _reason(play: Play, asked: Question, line: str, others: set[str] | None) -> str:
    """Return why an order is refused; empty where the reason lies in ``others`` that it names.

    None: words may be missing in it, and that is no reason.
    """
    try:
        one = judged(play, asked, line)
    except FormError as error:
        return "" if others is None else _COLUMN.sub("", str(error))
    if one is None or one.legal or set(others or ()) & set(one.against[0].why.split()):
        return ""
    return f"{one.against[0].why} [{one.against[0].paragraph}]"


def _as_others(play: Play, unit: str) -> Iterator[str]:
    """Yield orders that one other unit can give, a few of each form, as orders of this one."""
    game, tried = play.game, Counter[str]()
    for order in islice(game.legal(play.position), LOOKED_AT):
        arrow = game.arrow(play.position, order)
        if arrow is None or len(arrow.units) != 1:
            continue
        own, said = spellings(arrow.units[0]), game.text(order).split()
        own_words = [word for word in said if word.casefold() in own]
        if own_words and tried[said[0]] < OF_A_FORM:
            tried[said[0]] += 1
            yield " ".join(unit if word in own_words else word for word in said)


def _lines(play: Play, asked: Question, unit: str, place: str) -> Iterator[str]:
    yield from (f"{form} {unit} {place}" for form in asked.forms)
    game, wanted = play.game, unit.casefold()
    places = {*_places(play)}
    for number, order in enumerate(game.legal(play.position)):
        if number == LOOKED_AT:
            return
        line = game.text(order)
        named = line.split()
        if not any(wanted in spellings(word) for word in named[1:]):
            continue
        ends = [word for word in named if word.upper() in places]
        if len(ends) == 1:
            yield " ".join(place if word == ends[0] else word for word in named)


def _places(play: Play) -> Iterator[str]:
    names: Mapping[str, Any] = play.game.names
    for key, known in names.items():
        if key != "UNIT":
            yield from (str(word).upper() for word in known.words)


def ruling_lines(found: Ruling) -> list[str]:
    """Say whether an order is legal, and what is against it."""
    if found.legal:
        odds = f": {found.odds}" if found.odds else ""
        return [f"{escape(found.order)}", f"  Legal{escape(odds)}."]
    first, *parts = found.against
    reported = [escape(found.order), f"  Refused by {_reported(first)}"]
    said = {(first.paragraph, first.why)}
    for one in parts:
        if (one.paragraph, one.why) not in said:
            said.add((one.paragraph, one.why))
            reported.append(f"  And '{escape(one.order)}' alone by {_reported(one)}")
    return reported


def _reported(one: Against) -> str:
    more = f" {escape(one.instead)}" if one.instead else ""
    return escape(f"[{one.paragraph}]: {one.why}.") + more

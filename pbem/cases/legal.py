"""The claims of a case about orders that are not given: which are legal, and what a move costs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec

from pbem.cases.words import words_of
from pbem.errors import FormError, IllegalOrder
from pbem.kit.contract import RawOrder
from pbem.kit.plain import lower
from pbem.kit.typed.suggest import did_you_mean
from pbem.play.lists import read_text
from pbem.play.play import Play
from pbem.play.refusals import is_legal

MOST = 50_000
"""Answers that are looked at, legal or not."""

REPORTED = 10
"""Legal answers that a case did not expect and that are reported."""


def legal(play: Play, wanted: Any) -> list[str]:
    """Say which answers to the open question are legal but not wanted, and the other way round.

    Args:
        play: The game.
        wanted: Orders as text; or the beginning of orders -> all their endings.

    Raises:
        FormError: ``wanted`` is neither, an order cannot be read, or there are too many answers.

    Source: docs/cases.md, "The words of `then`".
    """
    if isinstance(wanted, list):
        return _differ(play, _listed(play), [str(text) for text in wanted])
    if not isinstance(wanted, Mapping):
        raise FormError("legal: write a list of orders, or pairs of a start and a list of ends")
    failed = []
    for begins, rests in wanted.items():
        if not isinstance(rests, list):
            raise FormError(f"legal: {begins}: write a list of the ends of these orders")
        some = _listed(play, lower(begins).split())
        if not some and not rests:
            _check_words(play, begins, _listed(play))
        failed += _differ(play, some, [f"{begins} {rest}" for rest in rests])
    return failed


def cost(play: Play, wanted: Any) -> list[str]:
    """Say which orders do not cost the movement points that are wanted: order -> points.

    Raises:
        FormError: ``wanted`` is no mapping, or an order is no legal move.
    """
    if not isinstance(wanted, Mapping):
        raise FormError("cost: write pairs of an order and its movement points")
    failed = []
    for text, points in wanted.items():
        raw = read_one(play, text)
        order = play.game.read_order(raw)
        try:
            play.game.check(play.position, order)
        except IllegalOrder as error:
            failed.append(f"cost of `{text}`: the order is illegal: {error}")
            continue
        arrow = play.game.arrow(play.position, order)
        reported = None if arrow is None else arrow.cost
        if reported is None:
            raise FormError(f"cost: `{text}` is not a move")
        if reported != points or isinstance(points, bool):
            failed.append(f"cost of `{text}`: expected {points!r}, got {reported}")
    return failed


class _Answer(msgspec.Struct, frozen=True):
    """A legal answer: as it stands in an event, and as a player writes it."""

    raw: RawOrder
    text: str


def _listed(play: Play, head: Sequence[str] = ()) -> list[_Answer]:
    """Return the legal answers to the open question that begin with ``head``.

    Those that the rules yield, then the candidates that are legal; [] where nobody is asked.
    """
    game, position = play.game, play.position
    if play.asked is None:
        return []
    found: dict[str, _Answer] = {}
    looked = chain(
        ((order, True) for order in game.legal(position)),
        ((order, False) for order in game.candidates(position)),
    )
    for number, (order, legal) in enumerate(looked):
        if number == MOST:
            raise FormError(f"legal: more than {MOST:,} answers are too many to compare")
        text = game.text(order)
        if text in found or lower(text).split()[: len(head)] != [*head]:
            continue
        if legal or is_legal(play, order):
            found[text] = _Answer(game.write_order(order), text)
    return list(found.values())


def _differ(play: Play, listed: list[_Answer], wanted: list[str]) -> list[str]:
    """Compare the answers that a game lists with those that a case says are all.

    Whatever a case names must be legal, also where a game lists it under another name or with
    others only (several units that move at once).
    """
    failed = []
    left = list(listed)
    effects: dict[int, bytes] = {}
    for text in wanted:
        raw = read_one(play, text)
        if any(raw == one.raw for one in listed):
            left = [one for one in left if one.raw != raw]
            continue
        try:
            play.game.check(play.position, play.game.read_order(raw))
        except IllegalOrder as error:
            failed.append(f"`{text}` should be legal, but is not: {error}")
            continue
        effect = _effect(play, raw)
        for place, one in enumerate(listed):
            if one.raw["do"] == raw["do"] and place not in effects:
                effects[place] = _effect(play, one.raw)
        same = [listed[place].raw for place, done in effects.items() if done == effect]
        left = [one for one in left if one.raw not in same]
    failed += [f"`{one.text}` is legal, but should not be" for one in left[:REPORTED]]
    if len(left) > REPORTED:
        failed.append(f"{len(left) - REPORTED} more are legal, but should not be")
    return failed


def read_one(play: Play, text: str) -> RawOrder:
    """Read one order, by the side that is asked.

    Raises:
        FormError: Nobody is asked, or the text is not exactly one order.
    """
    if play.asked is None:
        raise FormError(f"no question is open, so `{text}` cannot be legal")
    parsed = read_text(play, play.asked.side, text)
    if len(parsed.orders) != 1 or parsed.standing:
        raise FormError(f"`{text}`: write exactly one order")
    return parsed.orders[0]


def _effect(play: Play, raw: RawOrder) -> bytes:
    """Return what an order makes of the position, up to the next need; the order of names aside.

    Orders with the same effect are one answer: paths to one place, one list of names in two orders.
    """
    if play.asked is not None and play.asked.secret is not None:
        return msgspec.json.encode(raw)
    tried = play.copy()
    game, position = tried.game, tried.position
    for outcome in game.adjudicate(position, game.read_order(raw), tried.cups):
        game.apply(position, outcome)
    return msgspec.json.encode(_unordered(msgspec.to_builtins(position)))


def _unordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _unordered(part) for key, part in sorted(value.items())}
    if isinstance(value, list):
        return sorted((_unordered(part) for part in value), key=msgspec.json.encode)
    return value


def _check_words(play: Play, begins: str, listed: list[_Answer]) -> None:
    """Refuse a beginning that no order could have: that nothing begins so would always be true."""
    known = set(_known(play, listed))
    for word in re.split(r"[ ,+]+", lower(begins)):
        if word not in known:
            raise FormError(
                f"legal: {begins}: no possible answer has the word {word!r}"
                f"{did_you_mean(word, sorted(known))}"
            )


def _known(play: Play, listed: list[_Answer]) -> Iterator[str]:
    if play.asked is not None:
        yield from play.asked.forms
    for one in listed:
        yield from lower(one.text).split()
    yield from words_of(play.game)

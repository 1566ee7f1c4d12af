"""Answers to questions that nobody has to be asked (protocol section 4).

A list of orders that goes on, a standing order, the only one that is legal; for a seat whose player
is out, the table. The rest of a list that can go on no more is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Protocol

from pbem.errors import IllegalOrder, RulesFault
from pbem.kit.asking import refuse_form
from pbem.kit.contract import Outcome, Question, RawOrder
from pbem.kit.hidden import shown_by
from pbem.kit.stocks import moved_by
from pbem.play import guards, moving
from pbem.play.listed import STOP, OrderList, first_replaced, last_is_over, not_again
from pbem.play.outcomes import REPLACED, Lapsed, LeftOut, Settled, StandingLapsed


class Play(moving.Play, Protocol):
    """The needed part of a play (`pbem.play.play.Play`, which stands above)."""

    seats: dict[str, str]
    gone: set[str]
    standing: dict[str, dict[str, dict[str, Any]]]
    reported: list[Outcome]
    read: dict[int, tuple[RawOrder, Any]]
    doing: tuple[str, RawOrder] | None


def unasked(play: Play, need: Question, *, answering: bool) -> Any | None:
    """Return an answer that needs no player, and report it; None if it needs one.

    Args:
        play: The play.
        need: The question.
        answering: The list that was just given has to begin with the answer.

    Raises:
        IllegalOrder: An order of that list is not legal.
        RulesFault: No order is legal.
    """
    handle = play.seats[need.side]
    if need.secret is not None:
        close_lists(play, need.paragraph, f"the question about {need.name} came first")
        return _settle(play, need, _for_gone(play, need), "out") if handle in play.gone else None
    listed = list_of(play, handle, need)
    if handle in play.gone:
        return _settle(play, need, _for_gone(play, need), "out")
    if listed is not None:
        order, stopped = _from_list(play, listed, need, answering=answering)
        if order is not None or stopped:
            return order
    legal = _legal(play, need)
    two = list(islice(legal, 2))
    if not two:
        raise RulesFault(f"the question {need.name!r} has no answer [{need.paragraph}]")
    if len(two) == 1 and not is_proven(play, two[0]):
        return _settle(play, need, two[0], "only")
    return _from_standing(play, need, handle)


def is_proven(play: Play, order: Any) -> bool:
    """Say whether an order shows a card or moves a hidden supply: nobody else can prove it."""
    shows, moves = shown_by(play.game, order), moved_by(play.game, play.position, order)
    return shows is not None or moves is not None


def list_of(play: Play, handle: str, need: Question) -> OrderList | None:
    """Return the list that may answer a question; close lists that cannot continue.

    None if no list may.

    Args:
        play: The play.
        handle: The player who is asked.
        need: The question.
    """
    if len(play.lists) == 1 and play.lists[0].by == handle:
        return play.lists[0]  # nobody is interrupted, which is the rule
    while last_is_over(play.lists, handle, need):
        _skip_rest(play, need.paragraph, "the question that it answered is over")
    if need.phase:
        for i in reversed(range(len(play.lists))):
            if play.lists[i].by != handle:
                _skip_rest(play, need.paragraph, f"it is now {handle}'s move", i)
    if play.lists and play.lists[-1].by == handle:
        return play.lists[-1]
    return None


def drop_lists(play: Play, handle: str, asked: Question, orders: list[RawOrder]) -> None:
    """Drop the rest of an author's list, and the lists that interrupted it.

    An order that is in the new list again continues, and is not reported as skipped.

    Args:
        play: The play.
        handle: The author.
        asked: The question that the new list answers.
        orders: The new list.
    """
    first = first_replaced(play.lists, handle, asked)
    for listed in play.lists[first:]:
        if listed.by == handle:
            listed.orders = not_again(listed.orders, orders)
    while len(play.lists) > first:
        _skip_rest(play, "", f"{handle} {REPLACED}", first)


def close_lists(play: Play, paragraph: str, why: str) -> None:
    """Skip the rest of all lists for one reason.

    Args:
        play: The play.
        paragraph: The rulebook paragraph.
        why: The reason.
    """
    while play.lists:
        _skip_rest(play, paragraph, why)


def _legal(play: Play, need: Question) -> Iterator[Any]:
    """Yield the legal answers; a game made of modules does not ask itself again what is asked."""
    known: Any = getattr(play.game, "answering", None)
    return play.game.legal(play.position) if known is None else known(play.position, need)


def _check(play: Play, need: Question, order: Any) -> None:
    """Raise `IllegalOrder` unless an order answers the question; as `_legal`."""
    known: Any = getattr(play.game, "check_answer", None)
    if known is None:
        play.game.check(play.position, order)
    else:
        known(play.position, need, order)


def _for_gone(play: Play, need: Question) -> Any:
    """Choose for a seat whose player is out: as little as the question allows, no card."""
    # Among the legal orders, because an `end` has fields of its own in some games.
    for do in ("pass", "end"):
        if do in need.forms:
            for order in play.game.legal(play.position):
                if play.game.write_order(order)["do"] == do:
                    return order
    legal = play.game.legal(play.position)
    order = next((one for one in legal if not is_proven(play, one)), None)
    if order is None:
        raise RulesFault(f"{need.name!r} has no answer for a player who is out [{need.paragraph}]")
    return order


def _from_list(
    play: Play, listed: OrderList, need: Question, *, answering: bool
) -> tuple[Any | None, bool]:
    """Return (the order that answers or None, whether the list wants to stop here)."""
    forms = need.forms
    while listed.orders:
        raw = listed.orders[0]
        do = raw["do"]
        if do == STOP:
            if answering:
                raise IllegalOrder(need.paragraph, "a list cannot begin with 'stop'")
            moving.take_first(play, listed)
            return None, True
        if not (need.phase or answering or guards.bare(raw)["do"] in (STOP, *forms)):
            return None, False
        if do == "if":
            _guard(play, listed, raw, need.paragraph)
            continue
        known = play.read.get(id(raw))
        order = play.game.read_order(raw) if known is None else known[1]
        try:
            _check(play, need, order)
            if do not in forms:
                refuse_form(need, do, need.paragraph)
            moving.check(play, listed, need.side, order)
        except IllegalOrder as error:
            _skip_or_raise(play, listed, raw, error)
            continue
        if need.phase:
            play.doing = (need.side, raw)
        moving.take_first(play, listed)
        return order, False
    if listed in play.lists:
        play.lists.remove(listed)
    return None, False


def _guard(play: Play, listed: OrderList, raw: RawOrder, paragraph: str) -> None:
    """Put the order in its guard's place, or leave both out."""
    when, then, by = raw["when"], raw["then"], listed.by
    holds = guards.holds(when, play.game, play.position)
    if not holds:
        moving.forget_first(play, listed)
    listed.orders[:1] = [then] if holds else []
    if not holds:
        play.reported.append(LeftOut(paragraph=paragraph, by=by, when=when, order=then))


def _skip_or_raise(play: Play, listed: OrderList, raw: RawOrder, error: IllegalOrder) -> None:
    """Let the first order of a list be skipped, or refuse the whole list for it."""
    if listed.strict:
        raise error
    moving.forget_first(play, listed)
    del listed.orders[0]
    play.reported.append(Lapsed(paragraph=error.paragraph, by=listed.by, order=raw, why=error.why))
    if isinstance(error, moving.ChangedMeanwhile):
        _skip_rest(play, error.paragraph, error.why, play.lists.index(listed))


def _skip_rest(play: Play, paragraph: str, why: str, which: int = -1) -> None:
    """Close a list, the last one or another: what remains of it is skipped."""
    listed = play.lists.pop(which)
    for raw in listed.orders:
        play.reported.append(Lapsed(paragraph=paragraph, by=listed.by, order=raw, why=why))
    listed.orders = []


def _from_standing(play: Play, need: Question, handle: str) -> Any | None:
    """Return a standing order; None where there is none, or it is not legal."""
    standing = play.standing.get(handle, {}).get(need.side)
    if not standing:
        return None
    order = play.game.standing_answer(play.position, need, standing)
    if order is None:
        return None
    try:
        _check(play, need, order)
    except IllegalOrder as error:
        play.reported.append(
            StandingLapsed(
                paragraph=error.paragraph, side=need.side, question=need.name, why=error.why
            )
        )
        return None
    left = play.game.standing_left(standing, order)
    if left is not standing:
        play.standing[handle] = {**play.standing[handle], need.side: dict(left)}
    return _settle(play, need, order, "standing")


def _settle(play: Play, need: Question, order: Any, how: str) -> Any:
    """Say that a question was answered without an event; return the order."""
    raw = play.game.write_order(order)
    if need.phase:
        play.doing = (need.side, raw)
    play.reported.append(
        Settled(paragraph=need.paragraph, side=need.side, question=need.name, order=raw, how=how)
    )
    return order

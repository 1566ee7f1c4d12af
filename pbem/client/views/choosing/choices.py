"""The legal orders that name a unit or a place, with what each does there.

After the orders that they have written already: these are rehearsed first, up to the first die or
question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.client.session.mistakes import END
from pbem.client.session.next_step import what_comes, what_next
from pbem.client.session.reported import Reported
from pbem.client.views.choosing.between import Between, between
from pbem.client.views.choosing.choice import Choice, choices_of
from pbem.client.views.choosing.known import Known
from pbem.client.views.choosing.later import Phases, leads_to, of_enemy, of_own, orders_later
from pbem.client.views.choosing.pointed import (
    answers,
    both_ends,
    calls_reserves,
    each_alone,
    orders_of,
    plain_orders,
)
from pbem.client.views.choosing.underway import Mark, marks
from pbem.client.views.choosing.written import Written, ahead_of, write
from pbem.client.views.counters import Enemy, enemies_at, enemy_in, is_own
from pbem.client.views.course import Stage, course
from pbem.client.views.legal import unfit
from pbem.errors import NotYourPen
from pbem.kit.plain import capital
from pbem.kit.typed.words import NEXT
from pbem.kit.wording import without_stop
from pbem.play import guards
from pbem.play.play import Play

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.kit.contract import Question, RawOrder
    from pbem.kit.picture import Picture

CHOICES_MOST = 400
"""So many orders are listed for a unit or place; a player who wants another can write it."""


TURNS = frozenset((END, "over", "pass", "agree"))
"""The forms of orders by which the turn goes on and nothing is done."""


class _Whose(NamedTuple):
    """The owner of a name: an ``enemy``, a place where an enemy stands (``there``), or oneself."""

    enemy: Enemy | None = None
    there: Enemy | None = None
    own: bool = False


_NOBODY = _Whose()
"""The name is no one thing."""


class _Wanted(NamedTuple):
    """The pointed-at thing, and the possible answers as far as they were worked out already."""

    about: str | None
    at: str
    known: Known


class Choices(msgspec.Struct, frozen=True, rename={"skipping": "lapsing"}):
    """The legal orders after the lines written so far, for the thing that was pointed at.

    ``prompt``: what is asked then, by ``paragraph``; ``forms`` begin an answer, and ``plain`` are
    whole ones, as of `plain_orders`. ``open``: it is oneself who is asked: else there is nothing to
    choose. If dice or somebody else's answer come first, the question of one's own phase is looked
    at as it lay before them (``beforehand``). The prompt then says what is awaited. ``line``: in
    front of this line of the list an order is to stand, since those from there on wait for it or
    end the phase; 0: after all of it. ``skipping``: what waits of an earlier list and is not in
    this one. ``more``: not all are reported. ``outcomes``: what the lines written so far do.
    ``written``: what each of them is on the map. ``underway``: an attack that waits there and is
    none of them. ``picture``: the map after them, None if nothing is written. ``note``: why there
    are none of what was pointed at; ``later``: what a unit could attack after the end of the phase,
    or that all of them lead to an enemy. ``between``: of a question that comes in between what can
    be answered to it, whatever was pointed at. ``course``: the phases of the turn then.
    ``ready``: a unit off the map can be ordered; said of an empty list if nothing was pointed at.
    ``ends``: that of ``plain`` which ends the phase and does no more; ``turns``: those that only
    hand the turn on. ``comes``: what comes next if it is not oneself who is asked, and ``next`` the
    same in fewer words.
    """

    prompt: str
    open: bool
    choices: list[Choice]
    more: bool = False
    outcomes: list[Reported] = []
    picture: Picture | None = None
    written: list[Choice] = []
    paragraph: str = ""
    forms: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    beforehand: bool = False
    note: str = ""
    later: str = ""
    line: int = 0
    skipping: list[str] = []
    between: Between | None = None
    underway: list[Mark] = []
    course: list[Stage] = []
    ready: bool = False
    ends: str = ""
    turns: tuple[str, ...] = ()
    comes: str = ""
    next: str = ""


def choices(
    session: Session,
    written: str,
    about: str | None = "",
    at: str = "",
    *,
    known: Known | None = None,
) -> Choices:
    """Return the legal orders that name something, after those that are written.

    Args:
        session: The game.
        written: The orders that are written.
        about: A unit or a place; empty for all orders; None for none, only the next question.
        at: The place that was pointed at, for names that several counters have.
        known: Results that were worked out for this position already.

    Raises:
        NotYourPen: You are not asked for orders.
        OrderMistake: The written orders cannot be given.
    """
    play = session.table.play
    now = session.table.active()
    if play is None or now.handle != session.me or not {"orders", "seal"} & set(now.kinds):
        raise NotYourPen(now.why)
    return choices_in(
        play.trial(), session.me, written, about, at, viewer=session.side, known=known
    )


def choices_in(
    play: Play,
    handle: str,
    written: str,
    about: str | None = "",
    at: str = "",
    *,
    viewer: str | None,
    known: Known | None = None,
) -> Choices:
    """Return the same in a play, which is changed.

    Args:
        play: The play.
        handle: The player who is asked.
        written: The orders that are written.
        about: As for `choices`.
        at: As for `choices`.
        viewer: The side that looks at the map after them.
        known: As for `choices`.

    Raises:
        NotYourPen: The player is not asked for orders.
        OrderMistake: The written orders cannot be given.
    """
    asked = play.asked
    wanted = _Wanted(about, at, Known() if known is None else known)
    if asked is not None and asked.secret is not None and not asked.opens and written.strip():
        return Choices("A secret choice is one order. Seal this one, or remove it.", False, [])
    list_ = write(play, handle, written)
    play = list_.after
    picture = play.game.picture(play.game.view(play.position, viewer)) if written else None
    fought = marks(play, list_.lines)
    reported = Choices(
        "", False, [], False, list_.reported, picture, list_.lines,
        skipping=list_.skipping, underway=fought, course=course(play),
    )  # fmt: skip
    if _asks(play, handle):
        waits = list_.waits_at
        if waits == len(list_.orders):
            return _open(reported, play, list_, wanted)
        if line := list_.line_of(waits):
            reported, list_ = replace(reported, line=line), list_._replace(settled=[])
            return _open(reported, play, list_, wanted)
    reported = _awaited(reported, play)
    held_up = _held_up(play, list_)
    if held_up is None:
        return reported
    found = _open(reported, held_up.play, list_._replace(settled=[]), wanted)
    # The question after the list is another one: no odds of these are calculated there.
    free = [replace(one, unreckoned=False) for one in found.choices if not held_up.has_used(one)]
    note = found.note
    if found.choices and not free:
        note = f"{about} can do nothing now: an order in your list already uses it"
    plain = () if held_up.line else found.plain
    return replace(
        found,
        prompt=reported.prompt,
        comes=reported.comes,
        next=reported.next,
        beforehand=True,
        choices=free,
        note=note,
        plain=plain,
        turns=tuple(line for line in found.turns if line in plain),
        line=held_up.line,
    )


def _awaited(reported: Choices, play: Play) -> Choices:
    """Say what comes next where it is not oneself who is asked."""
    comes, short = what_comes(play), without_stop(what_comes(play, briefly=True))
    return replace(
        reported,
        prompt=what_next(play),
        comes=capital(comes) if play.due is not None else comes,
        next=f"then {short}" if play.result is None else f"the game is over: {play.result.why}",
    )


def following(
    play: Play, handle: str, written: str, ordered: Callable[[Play], list[str]]
) -> list[str]:
    """Return what ``ordered`` says, as lines that can follow the written ones.

    Args:
        play: The play.
        handle: The player who is asked.
        written: The orders that are written.
        ordered: Returns lines for the play after the list, and changes it.

    Raises:
        NotYourPen: As `carried_out`.
        OrderMistake: As `carried_out`.
    """
    list_ = carried_out(play, handle, written)
    lines = ordered(list_.after)
    return [*(ahead_of(list_, lines[0]) if list_.settled and lines else ()), *lines]


def carried_out(play: Play, handle: str, written: str) -> Written:
    """Carry out a list whose author is asked again after it; return the list.

    Args:
        play: The play, which is changed.
        handle: The author.
        written: The orders that are written.

    Raises:
        NotYourPen: The author is asked nothing after the list.
        OrderMistake: The list cannot be given.
    """
    list_ = write(play, handle, written)
    after = list_.after
    if not _asks(after, handle) or list_.waits_at < len(list_.orders):
        raise NotYourPen(
            "You can order nothing more until this list is carried out. " + what_next(after)
        )
    return list_


def _asks(play: Play, handle: str) -> bool:
    """Whether a play asks somebody for an order."""
    if play.result is not None or play.due is not None or play.settling:
        return False
    return play.asked is not None and play.seats[play.asked.side] == handle


def _open(reported: Choices, play: Play, list_: Written, wanted: _Wanted) -> Choices:
    """Return what is legal where a play asks somebody."""
    asked, about, at = play.asked, wanted.about, wanted.at
    assert asked is not None  # noqa: S101 - somebody is asked
    reported = replace(
        reported, prompt=asked.prompt, open=True, paragraph=asked.paragraph, forms=asked.forms
    )
    play.position = play.seen_by(asked.side)
    plain = wanted.known.once("plain", list_.text, lambda: _plain(play, asked, list_))
    ends = (line for line in plain if line.startswith(f"{END} ") and NEXT not in line)
    turns = tuple(line for line in plain if line.partition(" ")[0] in TURNS)
    reported = replace(reported, plain=plain, ends=next(ends, ""), turns=turns)
    answered = list[Choice]()
    if not asked.phase and asked.secret is None:
        found = wanted.known.once("between", list_.text, lambda: between(play, asked))
        answered = found.answers
        reported = replace(reported, between=replace(found, answers=_with_ahead(list_, answered)))
    if about is None:
        if list_.text.strip():
            return reported
        ready = wanted.known.once("ready", "", lambda: calls_reserves(play, asked.side))
        return replace(reported, ready=ready)
    names = about.split()
    enemy, there, own = _whose(play, asked.side, names[0], at) if len(names) == 1 else _NOBODY
    orders = orders_of(play, asked, names, enemy, CHOICES_MOST + 1)
    if not orders and (enemy or own):
        orders = answers(play)
    most = CHOICES_MOST
    if not orders and len(names) > 1 and _all_own(play, asked.side, names):
        orders, most = each_alone(play, names, CHOICES_MOST), CHOICES_MOST * len(names)
    lines = {text for _, text in orders}
    chosen = [one for one in answered if one.line in lines]
    if len(chosen) < len(lines):
        chosen = choices_of(play, asked, orders[:most])
    reported = replace(reported, choices=_with_ahead(list_, chosen), more=len(orders) > most)
    phases = wanted.known.once("phases", list_.text, lambda: Phases(play, asked, reported.plain))
    note, later = _said(play, names, enemy or there, reported, phases)
    return replace(reported, note=note, later=later)


def _plain(play: Play, asked: Question, list_: Written) -> tuple[str, ...]:
    """Return the lines for which nobody has to point at anything, with what comes before them."""
    plain = plain_orders(play)
    if any(line.startswith(END) for line in plain) and (both := both_ends(play, asked)):
        plain = (*plain, both)
    if plain and (before := "; ".join(ahead_of(list_, plain[0]))):
        plain = tuple(f"{before}; {line}" for line in plain)
    return plain


def _with_ahead(list_: Written, found: list[Choice]) -> list[Choice]:
    """Return choices with what has to stand in the list before them, so that they are legal."""
    ahead = "; ".join(ahead_of(list_, found[0].line)) if list_.settled and found else ""
    if not ahead:
        return found
    return [replace(one, line=f"{ahead}; {one.line}", ahead=ahead) for one in found]


def _whose(play: Play, side: str, name: str, at: str) -> _Whose:
    """Return whose a name is, in the position as its side sees it."""
    view = play.game.picture(play.game.view(play.position, side))
    return _Whose(
        enemy_in(view, side, name, at), enemies_at(view, side, name), is_own(view, side, name)
    )


def _all_own(play: Play, side: str, names: list[str]) -> bool:
    view = play.game.picture(play.game.view(play.position, side))
    return all(is_own(view, side, name) for name in names)


def _said(
    play: Play, names: list[str], enemy: Enemy | None, reported: Choices, phases: Phases
) -> tuple[str, str]:
    """Say why nothing is offered, and of what was pointed at which attacks come in a later phase.

    Each is empty where there is nothing to say of it. ``reported``: what is
    offered; where these are attacks, nothing comes later. ``phases``: those to come.
    """
    if not names or any(one.against for one in reported.choices):
        return "", ""
    if enemy is not None and reported.choices:
        leads = any(one.path for one in reported.choices)
        return "", leads_to(enemy) if leads else ""
    later = phases.attacks
    if enemy is not None:
        return of_enemy(enemy, later), ""
    asked = play.asked
    assert asked is not None  # noqa: S101 - somebody is asked
    note = "" if reported.choices else unfit(play, asked, asked.side, names)
    then = of_own(names[0], later) if len(names) == 1 else ""
    if note and not then and len(names) == 1:
        then = orders_later(phases, names[0])
    return note, then


class _HeldUp(NamedTuple):
    """A play where a phase asked for an order that dice or an answer hold up, and those orders.

    ``line``: that of the order among them which ends the phase; 0: none does.
    """

    play: Play
    lines: list[Choice]
    line: int

    def has_used(self, one: Choice) -> bool:
        """Whether an order is one of those, or one of its units has one of them already."""
        return any(one.line == other.line or set(one.units) & set(other.units)
                   for other in self.lines)  # fmt: skip


def _held_up(play: Play, list_: Written) -> _HeldUp | None:
    """Return where a phase's question of their own stood before the dice that a play waits for.

    None where what is written ends there: nothing that is written below is theirs to choose yet.
    """
    if play.result is not None or (play.asked is not None and play.asked.phase):
        return None
    left = sum(len(one.orders) for one in play.lists if one.by == list_.by)
    done = len(list_.orders) - left - 1
    if done < 0:
        return None
    asked_then = list_.before
    asked_then.standing[list_.by] = play.standing.get(list_.by, {})
    if done:
        asked_then.order(list_.by, list_.orders[:done])
    question = asked_then.asked
    if not _asks(asked_then, list_.by) or question is None:
        return None
    if not question.phase or question.secret is not None:
        return None
    end = next((at for at in range(done, len(list_.orders)) if _ends(list_.orders[at])), None)
    line = 0 if end is None else list_.line_of(end)
    if end is not None and (end == done or not line):
        return None
    return _HeldUp(asked_then, list_.lines[done:], line)


def _ends(raw: RawOrder) -> bool:
    return bool(guards.bare(raw)["do"] == END)

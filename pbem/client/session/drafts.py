"""Drafts: what a player wrote, read and rehearsed before anything is signed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pbem.client.session.ahead import hand_in_watched
from pbem.client.session.mistakes import OrderMistake, refused
from pbem.client.session.next_step import deed, hint, what_next
from pbem.client.session.reported import Reported, report_all
from pbem.crypto.canonical import LIST_MEMBERS
from pbem.errors import FormError, IllegalOrder, NotYourPen
from pbem.kit.contract import Question, RawOrder
from pbem.kit.sides import side_name
from pbem.kit.typed.strict_yaml import text_of
from pbem.play.begun import Begun
from pbem.play.listed import not_again, replaced
from pbem.play.lists import ParsedList, read_text, read_yaml, write_text
from pbem.play.play import Play
from pbem.play.watched import Watched
from pbem.table.events.kinds import Standing

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.table.table import Table

BYTES_MOST = 1 << 20
"""The limit of a list of orders: far more than an event may hold."""


class Draft(msgspec.Struct, frozen=True, rename={"skipping": "lapsing"}):
    """A list of orders that can be signed.

    - ``lines``: The orders as they will stand.
    - ``outcomes``: Their effects, up to the first die or question.
    - ``then``: The next step, in one sentence.
    - ``standing``: All standing orders of the player afterwards; None if they stay as they are.
    - ``answers``: The same as lines, by side.
    - ``sides``: The names of these sides.
    - ``warnings``: Points to look into before you sign.
    - ``waiting``: How many orders wait for that die or question.
    - ``numbers``: The line on which each order was written (none: no text).
    - ``skipping``: Waiting orders of an earlier list that are not in this one, so that they are
      skipped.
    """

    orders: list[RawOrder]
    standing: Standing | None
    lines: list[str]
    outcomes: list[Reported]
    then: str
    answers: dict[str, list[str]] = {}
    sides: dict[str, str] = {}
    warnings: list[str] = []
    waiting: int = 0
    numbers: list[int] = []
    skipping: list[str] = []


class Rehearsed(NamedTuple):
    """A draft, and the play at the first die or question of its list.

    ``watched``: what its orders were on the map, and what battles began in it.
    """

    draft: Draft
    begun: Begun
    watched: Watched


def draft(
    session: Session, text: bytes, *, yaml: bool = False, name: str = "orders", clear: bool = False
) -> Draft:
    """Read and rehearse orders; nothing is written.

    Args:
        session: The game.
        text: The orders.
        yaml: The orders are YAML, not lines of text.
        name: The name of the file, for messages.
        clear: Withdraw all standing orders given before.

    Raises:
        NotYourPen: You are not asked for orders.
        OrderMistake: A line cannot be read, or an order is not legal.
    """
    return rehearse(session, text, yaml=yaml, name=name, clear=clear).draft


def rehearse(
    session: Session, text: bytes, *, yaml: bool = False, name: str = "orders", clear: bool = False
) -> Rehearsed:
    """Return the same draft with the game at its end; arguments as `draft`.

    Raises:
        NotYourPen: You are not asked for orders.
        OrderMistake: A line cannot be read, or an order is not legal.
    """
    found = rehearse_in(_asked(session), session.me, text, yaml=yaml, name=name, clear=clear)
    return found._replace(draft=msgspec.structs.replace(found.draft, warnings=session.forked()))


def rehearse_again(session: Session, drafted: Draft) -> Rehearsed:
    """Return a draft that can be signed with where its list stands; raises NotYourPen."""
    play = _asked(session).trial(session.me, drafted.standing)
    return Rehearsed(drafted, *hand_in_watched(play, drafted.orders))


def draft_in(
    play: Play, handle: str, text: bytes, *, yaml: bool = False, name: str = "orders"
) -> Draft:
    """Return a draft in a play, which is not changed.

    Args:
        play: The play.
        handle: The player who is asked.
        text: The orders.
        yaml: The orders are YAML, not lines of text.
        name: The name of the file, for messages.

    Raises:
        OrderMistake: A line cannot be read, or an order is not legal.
    """
    return rehearse_in(play, handle, text, yaml=yaml, name=name).draft


def rehearse_in(
    play: Play,
    handle: str,
    text: bytes,
    *,
    yaml: bool = False,
    name: str = "orders",
    clear: bool = False,
) -> Rehearsed:
    """Return the same as `draft_in`, with the game at its end; ``clear`` as for `draft`.

    Raises:
        OrderMistake: The text is too long, has no order or too many, or a line is wrong.
    """
    if len(text) > BYTES_MOST:
        raise OrderMistake(f"{name} has {len(text):,} bytes, too many for a list of orders")
    side = _question(play).side
    parsed = _read(play, side, text, yaml=yaml, name=name)
    if (many := len(parsed.orders) + len(parsed.unread)) > LIST_MEMBERS:
        raise OrderMistake(
            f"{name} has {many:,} orders, and one event holds at most {LIST_MEMBERS:,}. Remove some"
        )
    standing = _standing(play, handle, side, parsed, clear=clear)
    if not parsed.orders and not parsed.unread:
        raise OrderMistake(_no_order(_question(play), name, empty=standing is None))
    try:
        begun, watched = hand_in_watched(play.trial(handle, standing), parsed.orders)
    except (IllegalOrder, FormError):
        raise refused(play, handle, parsed, standing) from None
    if parsed.unread:
        raise refused(play, handle, parsed, standing)
    drafted = Draft(
        orders=parsed.orders,
        standing=standing,
        lines=write_text(play, parsed.orders),
        outcomes=report_all(begun.play, begun.play.reported),
        then=what_next(begun.play),
        answers=(answers := _answers(play, handle, standing)),
        sides={side: side_name(play.game, side) for side in answers},
        waiting=sum(len(one.orders) for one in begun.play.lists if one.by == handle),
        numbers=parsed.lines,
        skipping=skipping(play, handle, parsed.orders),
    )
    return Rehearsed(drafted, begun, watched)


def skipping(play: Play, handle: str, orders: Sequence[RawOrder]) -> list[str]:
    """Return as lines the waiting orders of a list that these orders replace.

    An order that is in both lists continues.

    Args:
        play: The play.
        handle: The author.
        orders: The new orders.
    """
    waiting = replaced(play.lists, handle, _question(play))
    return write_text(play, not_again(waiting, orders))


def _no_order(asked: Question, name: str, *, empty: bool) -> str:
    if empty:
        return f"{name} has no orders. Write one order a line; 'pbem legal' lists them"
    forms = ", ".join(asked.forms)
    return (
        "Standing orders alone are no answer. Put them into the list that answers this question: "
        f"{asked.prompt} (one of: {forms})"
    )


def draft_secret(session: Session, text: bytes) -> RawOrder:
    """Read the one order that is to be sealed.

    Raises:
        NotYourPen: You are not asked for a secret choice.
        OrderMistake: The text is not one order on one line, or the rules forbid it.
    """
    now = session.table.active()
    if now.handle != session.me or "seal" not in now.kinds:
        raise NotYourPen(f"You are not asked for a secret choice now. {now.why}")
    play = _playing(session.table)
    asked = _question(play)
    parsed = _read(play, asked.side, text, yaml=False, name="the secret choice")
    if parsed.unread:
        raise OrderMistake(parsed.unread[0].why)
    if len(parsed.orders) != 1 or parsed.standing:
        raise OrderMistake("A secret choice is one order on one line")
    try:
        order = play.game.read_order(parsed.orders[0])
        play.game.check_secret(play.position, asked.secret or "", order)
    except IllegalOrder as error:
        raise OrderMistake(f"'{write_text(play, parsed.orders)[0]}': {error}") from None
    return parsed.orders[0]


def _asked(session: Session) -> Play:
    """Return the play if one's orders are what it waits for; raises NotYourPen otherwise."""
    now = session.table.active()
    if now.handle != session.me or "orders" not in now.kinds:
        if now.handle != session.me:
            raise NotYourPen(now.why)
        raise NotYourPen(now.why, deed(now), hint(now))
    return _playing(session.table)


def _playing(table: Table) -> Play:
    if table.play is None:
        raise NotYourPen(table.active().why)
    return table.play


def _question(play: Play) -> Question:
    assert play.asked is not None  # noqa: S101 - somebody may write for orders
    return play.asked


def _read(play: Play, side: str, text: bytes, *, yaml: bool, name: str) -> ParsedList:
    try:
        if yaml:
            return read_yaml(play, text, name)
        return read_text(play, side, text_of(text, name), all_of_it=True)
    except FormError as error:
        raise OrderMistake(str(error)) from None


def _standing(
    play: Play, handle: str, side: str, parsed: ParsedList, *, clear: bool
) -> Standing | None:
    """Return what replaces all that the player had given: the other sides' answers stay."""
    if not parsed.standing and not clear:
        return None
    before = {} if clear else dict(play.standing.get(handle, {}))
    if parsed.standing:
        try:
            play.game.check_standing(side, parsed.standing)
        except FormError as error:
            raise OrderMistake(f"Standing orders: {error}") from None
        before[side] = parsed.standing
    return before


def _answers(play: Play, handle: str, standing: Standing | None) -> dict[str, list[str]]:
    """Return new standing orders as lines; a side whose answers are withdrawn has none."""
    if standing is None:
        return {}
    sides = dict.fromkeys((*play.standing.get(handle, {}), *standing))
    return {side: play.game.standing_text(standing.get(side, {})) for side in sides}

"""Drafts: what a player wrote, read and rehearsed before anything is signed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from pbem.crypto.canonical import LIST_MEMBERS
from pbem.crypto.text import escape
from pbem.desk.seat.next_step import hint
from pbem.desk.seat.told import Told, tell_all
from pbem.errors import FormError, IllegalOrder, NotYourPen, PbemError
from pbem.kit.contract import Question, RawOrder
from pbem.kit.maps.hexwords import looks_like_hex
from pbem.kit.stocks import has_to_be_alone
from pbem.kit.typed.strict_yaml import text_of
from pbem.kit.wording import listed
from pbem.play import guards, moving
from pbem.play.listed import not_again, replaced
from pbem.play.lists import MISTAKES_MOST, ParsedList, quoted, read_text, read_yaml, write_text
from pbem.play.play import STOP, Play
from pbem.table.events.kinds import Standing
from pbem.table.handlers.pen import who_plays

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.table.table import Table

BYTES_MOST = 1 << 20
"""Of a list of orders: far more than an event may hold."""

END = "end"
"""How an order begins that ends a phase."""

_LEGAL_LOOKED_AT = 3000
_LEGAL_SHOWN = 4


class Mistake(NamedTuple):
    """One thing wrong in a list: its line (0: it has none), the order as written, and what it is.

    ``why`` names the line, says what is wrong and what would be legal. ``ahead``: it is an order of
    another phase than the one in which it came to its turn.
    """

    line: int
    written: str
    why: str
    ahead: bool = False


class OrderMistake(PbemError):
    """Orders that cannot be given: each line, what is wrong, and what would be legal.

    ``mistakes``: one by one; empty where no single line is at fault.
    """

    def __init__(self, message: str, mistakes: Sequence[Mistake] = ()) -> None:
        super().__init__(message)
        self.mistakes = tuple(mistakes)


class Draft(msgspec.Struct, frozen=True):
    """A list of orders that can be signed.

    ``lines``: the orders as they will stand; ``outcomes``: what they do, up to the first die or
    question; ``then``: what comes then, in one sentence; ``standing``: all standing answers of the
    player afterwards, None where they stay as they are; ``answers``: the same as lines, by side;
    ``warnings``: what to look into before one signs; ``waiting``: how many orders wait behind that
    die or question; ``numbers``: the line on which each order was written (none: no text);
    ``lapsing``: orders of an earlier list that wait, are not in this one and lapse by it.
    """

    orders: list[RawOrder]
    standing: Standing | None
    lines: list[str]
    outcomes: list[Told]
    then: str
    answers: dict[str, list[str]] = {}
    warnings: list[str] = []
    waiting: int = 0
    numbers: list[int] = []
    lapsing: list[str] = []


def draft(
    sitting: Sitting, text: bytes, *, yaml: bool = False, name: str = "orders", clear: bool = False
) -> Draft:
    """Read and rehearse orders, as text lines or as YAML; nothing is written.

    ``clear``: withdraw all standing answers given before. Raises NotYourPen; OrderMistake for a
    line that cannot be read or an order that is not legal.
    """
    play = _asked(sitting)
    drafted = draft_in(play, sitting.me, text, yaml=yaml, name=name, clear=clear)
    return msgspec.structs.replace(drafted, warnings=sitting.forked())


def draft_in(
    play: Play,
    handle: str,
    text: bytes,
    *,
    yaml: bool = False,
    name: str = "orders",
    clear: bool = False,
) -> Draft:
    """Read and rehearse orders of ``handle``, who is asked for them in a play; raises OrderMistake.

    The play is left as it is.
    """
    if len(text) > BYTES_MOST:
        raise OrderMistake(f"{name}: {len(text):,} bytes are no list of orders")
    side = _question(play).side
    parsed = _read(play, side, text, yaml=yaml, name=name)
    if (many := len(parsed.orders) + len(parsed.unread)) > LIST_MEMBERS:
        raise OrderMistake(
            f"{name}: {many:,} orders are more than an event holds, which is {LIST_MEMBERS:,}: "
            "take out what you do not mean"
        )
    standing = _standing(play, handle, side, parsed, clear=clear)
    if not parsed.orders and not parsed.unread:
        raise OrderMistake(_no_order(_question(play), name, empty=standing is None))
    rehearsed = _rehearsal(play, handle, standing)
    try:
        rehearsed.order(handle, parsed.orders)
    except (IllegalOrder, FormError):
        raise _refused(play, handle, parsed, standing) from None
    if parsed.unread:
        raise _refused(play, handle, parsed, standing)
    return Draft(
        orders=parsed.orders,
        standing=standing,
        lines=write_text(play, parsed.orders),
        outcomes=tell_all(rehearsed, rehearsed.told),
        then=what_next(rehearsed),
        answers=_answers(play, handle, standing),
        waiting=sum(len(one.orders) for one in rehearsed.lists if one.by == handle),
        numbers=parsed.lines,
        lapsing=lapsing(play, handle, parsed.orders),
    )


def lapsing(play: Play, handle: str, orders: Sequence[RawOrder]) -> list[str]:
    """Return as lines what waits of an earlier list and lapses by one of these ``orders``.

    An order that stands in both is written anew, and goes on.
    """
    waiting = replaced(play.lists, handle, _question(play))
    return write_text(play, not_again(waiting, orders))


def _no_order(asked: Question, name: str, *, empty: bool) -> str:
    if empty:
        return f"{name}: there is no order in it"
    forms = ", ".join(asked.forms)
    return (
        "these are standing answers alone, and they are given together with orders: put them "
        f"into the list that answers what you are asked now: {asked.prompt} (one of: {forms})"
    )


def draft_secret(sitting: Sitting, text: bytes) -> RawOrder:
    """Read the one order that is to be sealed; raises NotYourPen, OrderMistake."""
    now = sitting.table.pen()
    if now.handle != sitting.me or "seal" not in now.kinds:
        raise NotYourPen(f"no secret choice of yours is asked now. {now.why}")
    play = _playing(sitting.table)
    asked = _question(play)
    parsed = _read(play, asked.side, text, yaml=False, name="the secret choice")
    if parsed.unread:
        raise OrderMistake(parsed.unread[0].why)
    if len(parsed.orders) != 1 or parsed.standing:
        raise OrderMistake("a secret choice is one order on one line")
    try:
        order = play.game.read_order(parsed.orders[0])
        play.game.check_secret(play.position, asked.secret or "", order)
    except IllegalOrder as error:
        raise OrderMistake(f"'{write_text(play, parsed.orders)[0]}': {error}") from None
    return parsed.orders[0]


def what_next(play: Play) -> str:
    """Say what a play waits for, in one sentence."""
    if play.result is not None:
        return f"The game is over: {play.result.why}"
    if play.settling is not None:
        return "Then it has happened, or an ally's program says whether it came."
    if play.due is not None:
        return f"Then dice are due: {play.due.purpose} [{play.due.paragraph}]."
    if play.asked is not None:
        who = who_plays(play.seats[play.asked.side], play.asked.side)
        return f"Then {who} is asked: {play.asked.prompt}"
    if play.deal is not None:
        return "Then cards are shuffled or drawn."
    return "Then nobody is asked anything."


def _asked(sitting: Sitting) -> Play:
    """Return the play if one's orders are what it waits for; raises NotYourPen otherwise."""
    now = sitting.table.pen()
    if now.handle != sitting.me or "orders" not in now.kinds:
        type_it = hint(now) if now.handle == sitting.me else ""
        raise NotYourPen(f"{now.why}{f' For you: {type_it}.' if type_it else ''}")
    return _playing(sitting.table)


def _playing(table: Table) -> Play:
    if table.play is None:
        raise NotYourPen(table.pen().why)
    return table.play


def _question(play: Play) -> Question:
    assert play.asked is not None  # noqa: S101 - somebody has the pen for orders
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
            raise OrderMistake(f"standing answers: {error}") from None
        before[side] = parsed.standing
    return before


def _answers(play: Play, handle: str, standing: Standing | None) -> dict[str, list[str]]:
    """Return new standing answers as lines; a side whose answers are withdrawn has none."""
    if standing is None:
        return {}
    sides = dict.fromkeys((*play.standing.get(handle, {}), *standing))
    return {side: play.game.standing_text(standing.get(side, {})) for side in sides}


# --- mistakes --------------------------------------------------------------------------------


def _rehearsal(play: Play, handle: str, standing: Standing | None) -> Play:
    """Return a copy of the game in which the new standing answers are given."""
    rehearsed = play.trial()
    if standing is not None:
        rehearsed.standing[handle] = standing
    return rehearsed


def _refused(
    play: Play, handle: str, parsed: ParsedList, standing: Standing | None
) -> OrderMistake:
    """Say of every order of a list what is wrong with it, and what would be legal in its place.

    What is refused is taken out, and the rest tried without it. An order about what an earlier
    mistake is about may be refused for that alone, and it is said.
    """
    found = [Mistake(*one) for one in parsed.unread]
    left = list(range(len(parsed.orders)))
    while left and len(found) < MISTAKES_MOST:
        tried = _rehearsal(play, handle, standing)
        orders = [parsed.orders[place] for place in left]
        try:
            tried.order(handle, orders)
        except (IllegalOrder, FormError) as error:
            at = _culprit(tried, orders, error)
            before = _rehearsal(play, handle, standing)
            one = _mistake(before, parsed, left[at], orders[:at], error)
            found.append(one._replace(ahead=_is_ahead(tried, orders[at])))
            del left[at]
        else:
            break
    found.sort(key=lambda mistake: mistake.line)
    unread = {line for line, _, _ in parsed.unread}
    told = [
        one if one.line in unread else one._replace(why=one.why + _follows(one, found[:number]))
        for number, one in enumerate(found)
    ]
    return OrderMistake("\n".join(_in_short(told, _gates(play))), told)


def _is_ahead(play: Play, raw: RawOrder) -> bool:
    """Say whether an order that was just refused belongs to another phase."""
    need, bare = play.game.need(play.position), guards.bare(raw)
    if not isinstance(need, Question) or not need.phase:
        return False
    return bare["do"] not in need.forms or bare.get("phase", need.name) != need.name


def _gates(play: Play) -> tuple[str, ...]:
    """Return how an order begins behind which another phase comes: an end, the one thing asked."""
    need = play.game.need(play.position)
    forms = set(need.forms) - {END, "pass"} if isinstance(need, Question) else set()
    return (END, *forms) if len(forms) == 1 else (END,)


def _in_short(mistakes: Sequence[Mistake], gates: tuple[str, ...]) -> list[str]:
    """Tell mistakes; of several orders behind an end that is refused, that they stand behind it."""
    end = next((one for one in mistakes if one.written.startswith(gates) and one.line), None)
    behind = [one for one in mistakes if end is not None and one.ahead and one.line > end.line]
    if end is None or len(behind) < 2:
        return [one.why for one in mistakes]
    lines = listed(str(one.line) for one in behind)
    what = f"belong to what comes behind line {end.line}: they are looked at when that is right."
    return [*(one.why for one in mistakes if one not in behind), f"lines {lines} {what}"]


def _culprit(play: Play, orders: Sequence[RawOrder], error: IllegalOrder | FormError) -> int:
    """Return the place of the order that was refused."""
    if isinstance(error, IllegalOrder):
        begun = next((one for one in play.lists if one.strict), None)
        return _barred(play, orders) if begun is None else len(orders) - len(begun.orders)
    return next(place for place, raw in enumerate(orders) if not _has_form(play, raw))


def _barred(play: Play, orders: Sequence[RawOrder]) -> int:
    """Return the place of the order for which a list was refused before it began."""
    for place, raw in enumerate(orders):
        bare = dict(guards.bare(raw))
        if bare["do"] == STOP:
            continue
        try:
            play.check_shown(play.game.read_order(bare))
        except IllegalOrder:
            return place
    return next(
        place for place, raw in enumerate(orders)
        if has_to_be_alone(moving.moved(play.game, play.position, raw))
    )  # fmt: skip


def _has_form(play: Play, raw: RawOrder) -> bool:
    try:
        write_text(play, [raw])
    except FormError:
        return False
    return True


def _mistake(
    play: Play,
    parsed: ParsedList,
    place: int,
    before: list[RawOrder],
    error: IllegalOrder | FormError,
) -> Mistake:
    """Say what is wrong with an order, and what would be legal behind those ``before`` it."""
    line = _text(play, parsed.orders[place])
    if parsed.written:
        number, written = parsed.lines[place], parsed.written[place]
        where = f"line {number}, {_as_written(written, line)}"
    else:
        number, written = 0, line
        where = f"order {place + 1}, '{line}'"
    told = f"{where}: {error}"
    if isinstance(error, IllegalOrder) and not error.instead:
        near = _nearest(play, before, line)
        if near:
            told += f". Legal here: {'; '.join(near)}."
    return Mistake(number, written, told)


def _follows(mistake: Mistake, before: Sequence[Mistake]) -> str:
    """Say of which earlier mistake one may be a consequence: the first about the same thing.

    Behind an end that could not be read everything is about another phase.
    """
    about = _named(mistake.written)
    for one in before:
        if about & _named(one.written) or one.written.startswith(END):
            return f" (Perhaps because of line {one.line} alone.)" if one.line else ""
    return ""


def _named(line: str) -> set[str]:
    """Return the units that a line names, or may name: no hex, no plain word."""
    words = line.replace(":", " ").split()
    return {word for word in words if _is_name(word) or _is_number_of_unit(word)}


def _is_number_of_unit(word: str) -> bool:
    return word.isdecimal() and not looks_like_hex(word)


def _as_written(written: str, line: str) -> str:
    """Quote an order as its author wrote it, and as it was read if that says something else."""
    plain = [re.sub(r"[\s,]+", " ", re.sub(r"\s*:\s*", ": ", text)) for text in (written, line)]
    if plain[0].casefold() == plain[1].casefold():
        return f"'{line}'"
    return f"'{quoted(written)}' (read as '{line}')"


def _nearest(play: Play, before: list[RawOrder], line: str) -> list[str]:
    """Return legal orders like ``line`` where it was to be given."""
    if before:
        play.order(play.seats[_question(play).side], before)
    if play.asked is None or play.asked.secret is not None:
        return []
    legal = islice(play.game.legal(play.seen_by(play.asked.side)), _LEGAL_LOOKED_AT)
    return nearest_orders(line, map(play.game.text, legal))


def nearest_orders(line: str, legal: Iterable[str]) -> list[str]:
    """Return the few of ``legal`` that share most words with ``line``, about what it names.

    A name is a word that is neither a number nor plain small letters. Orders about other things
    than those that the line names would lead astray; a line that names none is like those that
    begin with its word. Of all these, orders with the same short number come first: it may be the
    name of a unit, and is no hex.
    """
    words = line.split()
    wanted = set(filter(_is_name, words)) or set(words[:1])
    numbers = set(filter(_is_number_of_unit, words))
    best, found = (False, 1), list[str]()
    for text in legal:
        said = set(text.split())
        if not wanted & said:
            continue
        alike = bool(numbers & said), len(said.intersection(words))
        if alike > best:
            best, found = alike, []
        if alike == best:
            found.append(text)
    return found[:_LEGAL_SHOWN]


def _is_name(word: str) -> bool:
    word = word.rstrip(":")
    return bool(word) and not word.isdecimal() and not (word.isalpha() and word.islower())


def _text(play: Play, order: dict[str, Any]) -> str:
    try:
        return write_text(play, [order])[0]
    except PbemError:
        return escape(str(order))[:80]

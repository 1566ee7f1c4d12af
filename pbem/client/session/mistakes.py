"""The mistakes in a list of orders: each line, why, and what would be legal in its place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.crypto.text import escape
from pbem.errors import FormError, IllegalOrder, PbemError
from pbem.kit.contract import Question, RawOrder
from pbem.kit.maps.hexwords import looks_like_hex
from pbem.kit.stocks import has_to_be_alone
from pbem.kit.wording import listed
from pbem.play import guards, moving
from pbem.play.listed import STOP
from pbem.play.lists import MISTAKES_MOST, ParsedList, quoted, write_text
from pbem.play.play import Play

if TYPE_CHECKING:
    from pbem.table.events.kinds import Standing

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


def refused(play: Play, handle: str, parsed: ParsedList, standing: Standing | None) -> OrderMistake:
    """Say what is wrong with each order of a list, and what would be legal instead.

    A refused order is left out, and the rest is tried without it. An order on the same thing as an
    earlier mistake may be refused for that alone; the message says so.

    Args:
        play: The play.
        handle: The author.
        parsed: The list.
        standing: The standing orders that the list gives, or None.
    """
    found = [Mistake(*one) for one in parsed.unread]
    left = list(range(len(parsed.orders)))
    while left and len(found) < MISTAKES_MOST:
        tried = play.trial(handle, standing)
        orders = [parsed.orders[place] for place in left]
        try:
            tried.order(handle, orders)
        except (IllegalOrder, FormError) as error:
            at = _culprit(tried, orders, error)
            before = play.trial(handle, standing)
            one = _mistake(before, parsed, left[at], orders[:at], error)
            found.append(one._replace(ahead=_is_ahead(tried, orders[at])))
            del left[at]
        else:
            break
    found.sort(key=lambda mistake: mistake.line)
    unread = {line for line, _, _ in parsed.unread}
    reported = [
        one if one.line in unread else one._replace(why=one.why + _follows(one, found[:number]))
        for number, one in enumerate(found)
    ]
    return OrderMistake("\n".join(_in_short(reported, _gates(play))), reported)


def _is_ahead(play: Play, raw: RawOrder) -> bool:
    """Say whether an order that was just refused belongs to another phase."""
    need, bare = play.game.need(play.position), guards.bare(raw)
    if not isinstance(need, Question) or not need.phase:
        return False
    return bare["do"] not in need.forms or bare.get("phase", need.name) != need.name


def _gates(play: Play) -> tuple[str, ...]:
    """Return how an order begins after which another phase comes: an end, the one thing asked."""
    need = play.game.need(play.position)
    forms = set(need.forms) - {END, "pass"} if isinstance(need, Question) else set()
    return (END, *forms) if len(forms) == 1 else (END,)


def _in_short(mistakes: Sequence[Mistake], gates: tuple[str, ...]) -> list[str]:
    """Describe mistakes; of orders after a refused end, only that they come after it."""
    end = next((one for one in mistakes if one.written.startswith(gates) and one.line), None)
    following = [one for one in mistakes if end is not None and one.ahead and one.line > end.line]
    if end is None or len(following) < 2:
        return [one.why for one in mistakes]
    lines = listed(str(one.line) for one in following)
    what = f"come after line {end.line}. Correct that line first; then pbem checks them."
    return [*(one.why for one in mistakes if one not in following), f"lines {lines} {what}"]


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
    """Say what is wrong with an order, and what would be legal after those ``before`` it."""
    line = _text(play, parsed.orders[place])
    if parsed.written:
        number, written = parsed.lines[place], parsed.written[place]
        where = f"line {number}, {_as_written(written, line)}"
    else:
        number, written = 0, line
        where = f"order {place + 1}, '{line}'"
    reported = f"{where}: {error}"
    if isinstance(error, IllegalOrder) and not error.instead:
        near = _nearest(play, before, line)
        if near:
            reported += f". Legal here: {'; '.join(near)}."
    return Mistake(number, written, reported)


def _follows(mistake: Mistake, before: Sequence[Mistake]) -> str:
    """Say of which earlier mistake one may be a consequence: the first about the same thing.

    After an end that could not be read everything is about another phase.
    """
    about = _named(mistake.written)
    for one in before:
        if about & _named(one.written) or one.written.startswith(END):
            return f" (Line {one.line} may be the only cause.)" if one.line else ""
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
        assert play.asked is not None  # noqa: S101 - whose list is refused was asked
        play.order(play.seats[play.asked.side], before)
    if play.asked is None or play.asked.secret is not None:
        return []
    legal = islice(play.game.legal(play.seen_by(play.asked.side)), _LEGAL_LOOKED_AT)
    return nearest_orders(line, map(play.game.text, legal))


def nearest_orders(line: str, legal: Iterable[str]) -> list[str]:
    """Return the few of ``legal`` that share most words with ``line``, about what it names.

    A name is a word that is neither a number nor plain small letters. Orders about other things
    than those that the line names would lead astray; a line that names none is like those that
    begin with its word. Among these, orders with the same short number come first: it may be the
    name of a unit, and is no hex.
    """
    words = line.split()
    written = set(words)
    wanted = set(filter(_is_name, words)) or set(words[:1])
    numbers = set(filter(_is_number_of_unit, words))
    best, found = (False, 1), list[str]()
    for text in legal:
        said = set(text.split())
        if not wanted & said:
            continue
        alike = bool(numbers & said), len(said & written)
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

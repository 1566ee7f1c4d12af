"""Order lists as people write them: text or YAML, with the words that every game has.

``stop`` suspends a list; ``if CONDITION: ORDER`` guards an order; ``standing ...`` gives a
standing order, and ``standing usual`` the usual one to every question that no other line is
about. ``;`` parts the orders of one line; ``#`` begins a comment. A condition is
facts of the game joined by ``and`` or by ``or``::

    if empty 1204: advance 1/2 1204
    if not alive 317 and turn >= 3: stop

A guard covers every order after it on its line: ``if empty 1204: A; B`` is two orders, ``if empty
1204: A`` and ``if empty 1204: B``. Each is looked at when its own turn comes, so B may be left out
where A was carried out. Everything else is the game's own language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pbem.errors import FormError, IllegalOrder, WrongSide
from pbem.kit import plain
from pbem.kit.contract import Fact, Game, Question, RawOrder
from pbem.kit.cups import Cups
from pbem.kit.typed.standing import USUAL, spell_out
from pbem.kit.typed.words import COMMENT, NEXT
from pbem.play import guards
from pbem.play.listed import STOP
from pbem.play.play import Play

Condition = dict[str, Any]

MISTAKES_MOST = 50
"""Orders of one list that are reported as wrong; the rest is not looked at."""

ORDERS_MOST = 4_096
"""Orders of one list: an event holds no more. So no recipe makes a list without end."""

QUOTED_MOST = 60
"""Signs of an order that a message repeats."""

_APART = "standing orders always hold, whatever comes before them. Write them on lines of their own"
_COLUMN = re.compile("column [0-9]+")
_GUARD = re.compile(r"\s*if\s", re.IGNORECASE)
COMPARISON = re.compile(r"\s(!=|<=|>=|=|<|>)\s*(\S.*)$")


class Unread(NamedTuple):
    """An order that cannot be read: its line, how it was written, and why, with line and column."""

    line: int
    written: str
    why: str


class ParsedList(msgspec.Struct):
    """The text of a player: orders as they stand in an event, and their side's standing orders.

    ``lines`` has the number of the line that each order stands on, from 1, and ``written`` how the
    player wrote each; both are empty for YAML. ``unread``: what could not be read.
    ``spelled``: the list again, each order on a line of its own and in place of each recipe what it
    stands for; empty if the list has no recipe.
    """

    orders: list[RawOrder]
    standing: dict[str, Any]
    lines: list[int] = []
    written: list[str] = []
    unread: list[Unread] = []
    spelled: list[str] = []


def read_text(play: Play, side: str, text: str, *, all_of_it: bool = False) -> ParsedList:
    """Read an order list as text: one order a line, or several separated by ``;``.

    Lines are read one after the other on a copy of the game, so that a line may depend on the lines
    before it. After the first die, a line is read on the last known position.

    Args:
        play: The play.
        side: The side of the author.
        text: The list.
        all_of_it: Keep mistakes instead of raising them, and read the other lines, up to
            `MISTAKES_MOST` mistakes.

    Raises:
        FormError: A line cannot be read; the message begins with its number.
        WrongSide: A line names a unit of a side that cannot be meant there. It is a `FormError`.
    """
    parsed = ParsedList([], {})
    rehearsal = Rehearsal(play)
    usual, recipes = False, False
    for number, line in enumerate(text.splitlines(), 1):
        over: tuple[Condition, ...] = ()
        guarding = ""
        for words in _orders_in(line):
            try:
                conditions, order = _unguarded(play, side, words)
                over += conditions
                guarding += words[: len(order) - len(order.lstrip())].lstrip()
                if _is_standing(order):
                    if over:
                        raise FormError(_APART)
                    usual |= _stood(play, rehearsal, side, order, parsed.standing)
                    parsed.spelled.append(order.strip())
                    continue
                for raw, written in _spelled(play, rehearsal, side, order):
                    _require_room(parsed)
                    recipes |= bool(written)
                    parsed.spelled.append(f"{guarding}{written or order.strip()}")
                    parsed.orders.append(_guarded(play, over, raw))
                    parsed.lines.append(number)
                    parsed.written.append(written or words.strip())
                    rehearsal.order(parsed.orders[-1])
            except FormError as error:
                reported = f"line {number}{_place_in(words, str(error))}"
                parsed.unread.append(Unread(number, words.strip(), reported))
                if not all_of_it:
                    raise (WrongSide if isinstance(error, WrongSide) else FormError)(
                        reported
                    ) from None
                if len(parsed.unread) == MISTAKES_MOST or len(parsed.orders) == ORDERS_MOST:
                    return parsed
    if usual:
        spell_out(parsed.standing, play.game.sensible_standing(side))
    parsed.spelled = parsed.spelled if recipes else []
    parsed.orders = _patient(play.game, parsed.orders)
    return parsed


def _require_room(parsed: ParsedList) -> None:
    if len(parsed.orders) == ORDERS_MOST:
        raise FormError(f"one event holds at most {ORDERS_MOST:,} orders")


def _patient(game: Any, orders: list[RawOrder]) -> list[RawOrder]:
    """Let what a list waits for wait until its end, if the game can do that."""
    return list(game.patient(orders)) if hasattr(game, "patient") else orders


def _orders_in(line: str) -> Iterator[str]:
    """Yield the orders of a line, with blanks before each, so that its columns are the line's."""
    reported = line.partition(COMMENT)[0]
    for found in re.finditer(f"[^{NEXT}]+", reported):
        if found[0].strip():
            yield " " * found.start() + found[0].rstrip()


def _place_in(words: str, error: str) -> str:
    """Return what is wrong with an order, its column before it: it is that of the whole line."""
    column, colon, why = error.partition(": ")
    if colon and _COLUMN.fullmatch(column):
        return f", {column}, '{quoted(words)}': {why}"
    return f", '{quoted(words)}': {error}"


def quoted(words: str) -> str:
    """Return an order as a message repeats it."""
    words = words.strip()
    return words if len(words) <= QUOTED_MOST else f"{words[:QUOTED_MOST]}..."


def read_yaml(play: Play, data: bytes, name: str) -> ParsedList:
    """Read an order list as YAML: ``orders`` (a list) and ``standing`` (a mapping).

    Args:
        play: The play.
        data: The text.
        name: The name of the file, for messages.

    Raises:
        FormError: The text cannot be read.
    """
    from pbem.kit.typed import strict_yaml  # noqa: PLC0415 - most lists are text

    document: Any = strict_yaml.read(data, name=name)
    document = {} if document is None else document
    if not isinstance(document, dict) or not set(document) <= {"orders", "standing"}:
        raise FormError(f"{name}: an order file can have only the fields 'orders' and 'standing'")
    orders = document.get("orders") or []
    if not isinstance(orders, list):
        raise FormError(f"{name}: 'orders' must be a list of orders")
    for number, order in enumerate(orders, 1):
        try:
            bare = guards.check_form(order, play.game)
            if bare["do"] != STOP:
                play.game.read_order(dict(bare))
        except FormError as error:
            line = (
                " (a line of text is not a YAML order: put lines into a file without the "
                "ending .yaml)"
            )
            hint = line if isinstance(order, str) else ""
            raise FormError(f"{name}, order {number}: {error}{hint}") from None
    standing = document.get("standing") or {}
    if not isinstance(standing, dict):
        raise FormError(f"{name}: 'standing' must be a mapping")
    return ParsedList(orders, standing)


def write_text(play: Play, orders: Iterable[RawOrder]) -> list[str]:
    """Write orders as lines that `read_text` reads back."""
    return [_line_of(play, raw) for raw in orders]


def merge(standing: dict[str, Any], new: Mapping[str, Any]) -> None:
    """Add the standing orders of one line, ``new``, to those of the lines before it.

    Raises FormError where a question is left to the usual answer and answered otherwise too.
    """
    for key, value in new.items():
        old = standing.get(key)
        if old is not None and old != value and USUAL in (old, value):
            raise FormError(
                f"`standing {key} {USUAL}` answers the whole question. Leave out the other "
                f"lines about {key}, or this one"
            )
        if isinstance(old, dict) and isinstance(value, dict):
            merge(old, value)
        elif isinstance(old, list) and isinstance(value, list):
            old.extend(value)
        else:
            standing[key] = msgspec.to_builtins(value)


def _spelled(
    play: Play, rehearsal: Rehearsal, side: str, order: str
) -> Iterator[tuple[RawOrder, str]]:
    """Yield the orders that a line stands for: several, if players gave them one name.

    Beside each stands how it is written, if the line does not say it.
    """
    spell: Callable[[Any, str], Sequence[str]] | None = getattr(play.game, "recipe", None)
    for step in (order,) if spell is None else spell(rehearsal.position, order):
        conditions, bare = _unguarded(play, side, step)
        raw = _read_order(play, rehearsal.position, side, bare)
        yield _guarded(play, conditions, raw), "" if step == order else step


def _stood(
    play: Play, rehearsal: Rehearsal, side: str, line: str, standing: dict[str, Any]
) -> bool:
    """Add what a line of standing orders says; return whether it leaves all to the usual ones."""
    if plain.lower(line).split() == ["standing", USUAL]:
        return True
    merge(standing, play.game.parse_standing(rehearsal.position, side, line))
    return False


def _is_standing(words: str) -> bool:
    return plain.lower(words.lstrip()).startswith("standing")


def _unguarded(play: Play, side: str, words: str) -> tuple[tuple[Condition, ...], str]:
    """Return the conditions before an order, and the order in the columns where it stands."""
    conditions: tuple[Condition, ...] = ()
    while _GUARD.match(words):
        if len(conditions) == guards.MAX_DEPTH:
            raise FormError(f"conditions are nested more than {guards.MAX_DEPTH} deep")
        colon = _end_of_guard(words, play.game.sides)
        guard, order = words[:colon], words[colon + 1 :]
        if colon < 0 or not order.strip():
            raise FormError("write a condition before an order as 'if CONDITION: ORDER'")
        conditions += (_read_condition(play.game, side, guard.strip()[3:]),)
        words = " " * (len(guard) + 1) + order
    return conditions, words


def _end_of_guard(words: str, sides: Collection[str]) -> int:
    """Return where the colon after a condition stands, -1 without one.

    The colon in ``us:1/2``, a unit with its side before it, is none.
    """
    for colon in re.finditer(":", words):
        before, following = words[: colon.start()].split(), words[colon.end() :]
        if before[-1:] and before[-1] in sides and following[:1].strip():
            continue
        return colon.start()
    return -1


def _read_order(play: Play, position: Any, side: str, words: str) -> RawOrder:
    if plain.lower(words.strip()) == STOP:
        return {"do": STOP}
    return play.game.write_order(play.game.parse(position, side, words))


def _guarded(play: Play, over: tuple[Condition, ...], order: RawOrder) -> RawOrder:
    """Return an order after the guards over it, the outermost first."""
    for condition in reversed(over):
        order = {"do": "if", "when": condition, "then": order}
    guards.check_form(order, play.game)
    return order


def _read_condition(game: Game[Any, Any], side: str, text: str, depth: int = 1) -> Condition:
    if depth > guards.MAX_DEPTH:
        raise FormError(f"conditions are nested more than {guards.MAX_DEPTH} deep")
    for word, key in ((" and ", "all"), (" or ", "any")):
        parts = re.split(re.escape(word), f" {text.strip()} ", flags=re.IGNORECASE)
        if len(parts) > 1:
            if any(re.search(r"\s(and|or)\s", part, re.IGNORECASE) for part in parts):
                raise FormError("join the facts of a condition by 'and' or by 'or', not by both")
            return {key: [_read_condition(game, side, part, depth + 1) for part in parts]}
    text = text.strip()
    if plain.lower(text).startswith("not "):
        return {"not": _read_condition(game, side, text[4:], depth + 1)}
    compared = COMPARISON.search(text)
    fact = text[: compared.start()] if compared else text
    words = fact.split()
    if not words:
        raise FormError("a condition must name a fact")
    name = plain.lower(words[0])
    known = game.facts.get(name)
    read: dict[str, Any] = {"fact": name, "args": words[1:]}
    if known is not None and len(known.args) == len(words) - 1:
        pairs = zip(known.args, words[1:], strict=True)
        read["args"] = [guards.spelt(game, side, about, word) or word for about, word in pairs]
    if compared:
        value = _read_value(known, compared.group(2))
        read |= {"op": compared.group(1), "value": value}
    return read


def _read_value(fact: Fact | None, text: str) -> int | str:
    """Read what a fact is compared with: a text is spelt as the game spells it."""
    if fact is None or fact.value != "text":
        return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text
    words = {plain.lower(word or guards.NOTHING): word for word in fact.words}
    return words.get(" ".join(plain.lower(text).split()), text)


def _line_of(play: Play, raw: RawOrder) -> str:
    if raw["do"] == STOP:
        return STOP
    if raw["do"] == "if":
        return f"if {condition_text(raw['when'])}: {_line_of(play, raw['then'])}"
    return play.game.text(play.game.read_order(raw))


def condition_text(when: Mapping[str, Any]) -> str:
    """Write ``when``, a condition, as it stands between ``if`` and the colon."""
    if "not" in when:
        return f"not {condition_text(when['not'])}"
    for key, word in (("all", " and "), ("any", " or ")):
        if key in when:
            return word.join(condition_text(part) for part in when[key])
    words = " ".join([when["fact"], *when["args"]])
    if "op" not in when:
        return words
    value = when["value"] if when["value"] != "" else guards.NOTHING
    return f"{words} {when['op']} {value}"


class Rehearsal:
    """The position as a list goes on, as far as it can be foreseen: up to the first die."""

    def __init__(self, play: Play) -> None:
        self._game = play.game
        self._cups = msgspec.json.decode(msgspec.json.encode(play.cups), type=Cups)
        known = play.position if play.asked is None else play.seen_by(play.asked.side)
        encoded = msgspec.json.encode(known)
        self.position = msgspec.json.decode(encoded, type=play.game.position_type)

    def order(self, raw: RawOrder) -> None:
        """Carry out an order if it answers what is asked now; otherwise nothing happens.

        ``raw``: the order as a list has it. A guard is looked at: up to the first die it holds now
        if it will hold in its turn.
        """
        need = self._game.need(self.position)
        while raw["do"] == "if":
            if not guards.holds(raw["when"], self._game, self.position):
                return
            raw = raw["then"]
        if not isinstance(need, Question) or raw["do"] not in need.forms or need.secret:
            return
        if hasattr(self._game, "waiting"):
            raw = self._game.waiting(raw)  # more lines may follow it
        order = self._game.read_order(raw)
        try:
            self._game.check(self.position, order)
        except IllegalOrder:
            return
        for outcome in self._game.adjudicate(self.position, order, self._cups):
            self._game.apply(self.position, outcome)

"""Orders of a table as players write them, in few words.

A label, a card or a counter is the rest of a line, blanks and all, so that no quotes are needed. A
card may be written by the beginning of its title, if no other fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from pbem.errors import FormError
from pbem.games.table.data.pack import plain_title
from pbem.games.table.rules import orders as o
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.questions import heaps_of, to_find
from pbem.games.table.rules.setting import Setting
from pbem.games.table.words import pieces_text, recipes, waiting
from pbem.kit import plain
from pbem.kit.contract import Order
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.suggest import did_you_mean
from pbem.kit.typed.words import LONGEST

WRITE: Mapping[str, str] = {
    "roll": "roll 2d6 for LABEL",
    "draw": "draw 2 from DECK",
    "play": "play CARD",
    "discard": "discard CARD",
    "remove": "remove CARD",
    "put": "put CARD to table",
    "shuffle": "shuffle discards into DECK",
    "add": "add NAME to DECK",
    "take": "take CARD out of DECK",
    "dead": "dead DECK",
    "pull": "pull from CUP",
    "return": "return COUNTER to CUP",
    "value": "value NAME 12",
    "recipe": recipes.WRITE,
    "pause": "pause for SIDE",
    "over": "over to SIDE",
    "pass": "pass",
    "end": "end turn",
    "result": "result SIDE wins 12 to 8",
    "agree": "agree",
    **pieces_text.WRITE,
}
"""How each order is written."""

_WRITTEN = {**WRITE, **pieces_text.ALSO}

SAME = {"back": "pass", "no": "end result", "done": "end turn"}
"""The other words that people write."""

TAKEN = frozenset({*_WRITTEN, *SAME, "if", "stop", "standing"})
"""Words that begin a line, so that no recipe can be written by them."""

_ROLL = re.compile(r"(?:([1-9][0-9]{0,2}) )?([a-z0-9._-]+?)(?: ?([+-][0-9]{1,3}))? for (.+)")
_RESULT = re.compile(r"(?:(.+?) wins?|(?:draw|tie|nobody(?: wins)?))(?:,? (-?[0-9].*))?")
_DISCARDS = re.compile("(?:the )?discards into ")
_PLACED = re.compile(r"place ([0-9]+) of ([a-z0-9._-]+) ([0-9]+)")
_MANY_DICE = re.compile(r"([1-9][0-9]?)?d([1-9][0-9]{0,3})")


class Seen(NamedTuple):
    """The context in which a line is read."""

    setting: Setting
    position: Position
    side: str


class TableText:
    """The lines of one table."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def parse(self, setting: Setting, position: Position, side: str, line: str) -> Order:
        """Read one line; raise `FormError` with what would be right."""
        said = " ".join(plain.words(line))
        if not said:
            raise FormError("this line has no order; write one, or leave the line out")
        if len(said) > LONGEST:
            raise FormError(f"the line has {len(said)} characters; write at most {LONGEST}")
        said = SAME.get(plain.lower(said), said)
        do, _, rest = said.partition(" ")
        rest, waits = waiting.split(plain.lower(do), rest)
        reader = _READERS.get(plain.lower(do))
        if reader is None:
            raise FormError(f"{do!r} is not an order{did_you_mean(do, _WRITTEN) or _which()}")
        order = reader(Seen(setting, position, side), rest)
        if order is None:
            raise FormError(f"that cannot be read; write `{_WRITTEN[plain.lower(do)]}`")
        if waits and isinstance(order, o.Waiting):
            order = replace(order, wait=True)
        read: Order = self._game.read_order(self._game.write_order(order))  # within the limits
        if not isinstance(read, o.Dead) and position.turn == side:
            refuse_doubles(setting, position)
        return read

    def print_order(self, order: Order) -> str:
        """Write an order as the line that `parse` reads back."""
        setting: Setting = self._game.setting
        do = str(order.__struct_config__.tag)
        return " ".join([do, *_words(setting, order)])


def refuse_doubles(setting: Setting, position: Position) -> None:
    """[3.6] Warn in time a player who has drawn a double, and would lose by keeping it.

    Raises:
        FormError: The player drew a card that they drew before.
    """
    for deck, place in to_find(setting, position):
        card = next(card for one, at, card in position.known if (one, at) == (deck, place))
        name = deck.partition("#")[0]
        title = setting.cards[name][card]
        raise FormError(
            f"this {title} is a double of one that you drew before: write `dead {name}` first, and "
            "you draw another card. Nobody learns which card it was"
        )


def _which() -> str:
    return f"; write one of {', '.join(WRITE)}"


# --- printing -----------------------------------------------------------------------------------


def _words(setting: Setting, order: Order) -> Iterable[str]:  # noqa: PLR0911 - one line a form
    match order:
        case o.Roll(dice, label, many, plus):
            more = [f"{plus:+}"] if plus else []
            return [*([str(many)] if many else []), dice, *more, "for", label]
        case o.DrawCards(deck, many, openly, waits):
            return [str(many), "from", deck, *(["open"] if openly else []), *waiting.word(waits)]
        case o.Play(deck, _, card, table):
            return [_title(setting, deck, card), *(["to table"] if table else [])]
        case o.Discard(deck, _, card) | o.Remove(deck, _, card):
            return [_title(setting, deck, card)]
        case o.Put(deck, card, to):
            return [_title(setting, deck, card), "to", to]
        case o.Shuffle(deck, waits):
            return ["discards into", deck, *waiting.word(waits)]
        case o.Add(deck, later, cards, waits):
            what = later or " + ".join(_title(setting, deck, card) for card in cards)
            return [what, "to", deck, *waiting.word(waits)]
        case o.TakeOut(deck, card, waits):
            return [_title(setting, deck, card), "out of", deck, *waiting.word(waits)]
        case o.Dead(deck, places, waits):
            return [deck.partition("#")[0], *map(str, places), *waiting.word(waits)]
        case _:
            return _more_words(setting, order)


def _more_words(  # noqa: PLR0911 - one line a form
    setting: Setting, order: Order
) -> Iterable[str]:
    match order:
        case o.Pull(cup):
            return ["from", cup]
        case o.Return(counter, cup):
            return [counter, "to", cup]
        case o.Value(name, to):
            return [name, str(to)]
        case o.Recipe():
            return recipes.words(order)
        case o.Lay(deck, number, to):
            return [f"place {number} of {deck.replace('#', ' ')}", "at", to]
        case o.Pause(side):
            return ["for", side]
        case o.Over(side):
            return ["to", side]
        case o.End(phase):
            return [phase]
        case o.Claim(winner, scores):
            who = ["draw"] if winner is None else [winner, "wins"]
            at = setting.sides.index(winner) if winner in setting.sides else 0
            ordered = [*scores[at : at + 1], *scores[:at], *scores[at + 1 :]]
            return [*who, *([" to ".join(map(str, ordered))] if ordered else [])]
    return pieces_text.words(order) or []


def _title(setting: Setting, deck: str, card: int) -> str:
    titles = setting.cards.get(deck.partition("#")[0], ())
    return titles[card] if card < len(titles) else f"card {card}"


# --- reading ------------------------------------------------------------------------------------


def _read(form: re.Pattern[str], said: str) -> list[str] | None:
    """Return the groups of a form, in which letters are small; what is not there is empty."""
    found = form.fullmatch(plain.lower(said))
    if found is None:
        return None
    spans = map(found.span, range(1, form.groups + 1))
    return [said[max(first, 0) : max(last, 0)] for first, last in spans]


def _roll(seen: Seen, rest: str) -> Order | None:
    found = _read(_ROLL, rest)
    if found is None:
        named = [*seen.setting.data.dice, *seen.setting.data.faces] or ["2d6"]
        raise FormError(f"say what the roll is for: `roll {named[0]} for LABEL`")
    many, said, plus, label = found
    dice, times = plain.lower(said), plain.number(many) or 1
    counted = _MANY_DICE.fullmatch(dice)
    if counted is not None:
        dice = f"{(plain.number(counted[1] or '1') or 1) * times}d{plain.number(counted[2])}"
        times = 1
    elif seen.setting.dice(dice) is None:
        named = [*seen.setting.data.dice, *seen.setting.data.faces]
        near = did_you_mean(dice, named) or f"; write 2d6{', or ' * bool(named)}{', '.join(named)}"
        raise FormError(f"there are no dice {said!r}{near}")
    return o.Roll(dice, label, None if times == 1 else times, plain.signed(plus) or 0)


def _draw(seen: Seen, rest: str) -> Order | None:
    """Read `draw 2 cards from DECK openly`; after `from` stands a deck, whatever it is called."""
    words = plain.words(rest)
    many = plain.number(words[0], 3) if words else None
    words = words if many is None else words[1:]
    if many is not None and words and plain.lower(words[0]) in ("card", "cards"):
        del words[0]
    named = len(words) > 1 and plain.lower(words[0]) == "from"
    deck = words.pop(1 if named else 0) if named or (words and not _openly(words)) else ""
    words = words[1:] if named else words
    if words and not _openly(words):
        return None
    decks = seen.setting.data.decks
    if not deck:
        own = [name for name, data in decks.items() if data.for_ in (None, seen.side)]
        if len(own) != 1:
            raise FormError(f"say from which deck: {', '.join(own) or 'there is none'}")
        deck = own[0]
    return o.DrawCards(_one_of(deck, decks, "deck"), 1 if many is None else many, bool(words))


def _openly(words: list[str]) -> bool:
    return len(words) == 1 and plain.lower(words[0]) in ("open", "openly")


def _one_of(said: str, names: Iterable[str], what: str) -> str:
    known = {plain.lower(name): name for name in names}
    found = known.get(plain.lower(said))
    if found is None:
        hint = did_you_mean(said, known.values()) or f". There is {', '.join(known) or 'none'}"
        raise FormError(f"there is no {what} {said!r}{hint}")
    return found


def _side(seen: Seen, said: str) -> str:
    low = plain.lower(said)
    if low in seen.setting.sides:
        return low
    codes = {plain_title(name): code for code, name in seen.setting.side_names.items()}
    return codes.get(low) or _one_of(said, seen.setting.sides, "side")


def _fitting(said: str, titles: Mapping[str, Any], what: str) -> Any:
    """Return what stands under a title, or under the only one that begins like this."""
    low = plain_title(said)
    exact = [one for title, one in titles.items() if plain_title(title) == low]
    begin = [title for title in titles if low and plain_title(title).startswith(low)]
    if exact:
        return exact[0]
    if len(begin) == 1:
        return titles[begin[0]]
    if begin:
        raise FormError(f"{said!r} can be {', '.join(begin[:5])}; write more of it")
    hint = did_you_mean(said, titles)
    raise FormError(f"{what} {said!r}{hint or ''}")


def _hand(seen: Seen) -> dict[str, tuple[str, int, int]]:
    held = set(seen.position.held.get(seen.side, ()))
    cards = seen.setting.cards
    return {
        cards[deck.partition("#")[0]][card]: (deck, place, card)
        for deck, place, card in reversed(seen.position.known)
        if (deck, place) in held
    }


def _lying(seen: Seen) -> dict[str, tuple[str, int]]:
    return {
        seen.setting.cards[deck][card]: (deck, card)
        for deck in seen.setting.data.decks
        for heap in heaps_of(seen.position, deck).values()
        for card in heap
    }


def _card(seen: Seen, said: str) -> tuple[str, int, int]:
    """Read a card of the hand."""
    hand = _hand(seen)
    missing = f"you hold {len(seen.position.held.get(seen.side, ()))} cards, and none is"
    return _fitting(said, hand, missing)  # type: ignore[no-any-return]


def _play(seen: Seen, rest: str) -> Order | None:
    if not rest:
        return None
    said = rest.removesuffix(" to table")  # with which no title ends
    return o.Play(*_card(seen, said), table=said != rest)


def _away(form: Callable[[str, int, int], Order], to: Any) -> Callable[[Seen, str], Order | None]:
    """Return the reader of `discard` and `remove`: of a hand, or of what lies open."""

    def read(seen: Seen, rest: str) -> Order | None:
        if not rest:
            return None
        hand, lying = _hand(seen), _lying(seen)
        low = plain_title(rest)
        own = [title for title in hand if plain_title(title).startswith(low)]
        if not own and any(plain_title(title).startswith(low) for title in lying):
            deck, card = _fitting(rest, lying, "no card lies open that is called")
            return o.Put(deck, card, to)
        return form(*_card(seen, rest))

    return read


def _put(seen: Seen, rest: str) -> Order | None:
    said, _, to = rest.rpartition(" to ")
    if not said:
        return None
    heap = _one_of(to.removeprefix("the "), ("discards", "removed", "table"), "heap")
    deck, card = _fitting(said, _lying(seen), "no card lies open that is called")
    return o.Put(deck, card, heap)  # type: ignore[arg-type]


def _shuffle(seen: Seen, rest: str) -> Order | None:
    found = _DISCARDS.match(plain.lower(rest))
    said = rest[found.end() :] if found else rest
    return o.Shuffle(_one_of(said, seen.setting.data.decks, "deck")) if said else None


def _add(seen: Seen, rest: str) -> Order | None:
    said, _, to = rest.rpartition(" to ")
    if not said:
        return None
    deck = _one_of(to, seen.setting.data.decks, "deck")
    if (name := plain.lower(said)) in seen.setting.data.decks[deck].later:
        return o.Add(deck, name)
    lying = {title: card for title, (one, card) in _lying(seen).items() if one == deck}
    wanted = f"nothing that waits for {deck} and no card that lies open is called"
    titles = {plain_title(title) for title in lying}
    cards = {_fitting(one, lying, wanted) for one in _parts(said, titles)}
    return o.Add(deck, None, tuple(sorted(cards)))


def _parts(said: str, titles: Collection[str]) -> Iterator[str]:
    """Yield the titles of a list; one that has a plus in it is written whole."""
    parts = said.split(" + ")
    while parts:
        ends = range(len(parts), 1, -1)
        many = next((at for at in ends if plain_title(" + ".join(parts[:at])) in titles), 1)
        yield " + ".join(parts[:many])
        del parts[:many]


def _take(seen: Seen, rest: str) -> Order | None:
    said, _, of = rest.rpartition(" out of ")
    if not said:
        return None
    deck = _one_of(of, seen.setting.data.decks, "deck")
    titles = {title: card for card, title in enumerate(seen.setting.cards[deck])}
    return o.TakeOut(deck, _fitting(said, titles, f"{deck} has no card"))


def _dead(seen: Seen, rest: str) -> Order | None:
    said, *places = plain.words(rest) or [""]
    deck = _one_of(said, seen.setting.data.decks, "deck")
    names = [f"{deck}#{part.number}" for part in reversed(seen.position.piles[deck].parts)]
    if not places:
        doubles = list(seen.setting.doubles(seen.position, seen.side))
        for name in names:
            if found := tuple(place for one, place in doubles if one == name):
                return o.Dead(name, found)
        raise FormError(f"you have drawn no double from {deck}, so nothing is dead")
    numbers = [one for one in (plain.number(place, 3) for place in places) if one is not None]
    if len(numbers) < len(places):
        return None
    fresh = set(seen.position.fresh[seen.side])
    drawn = (name for name in names if {(name, one) for one in numbers} <= fresh)
    return o.Dead(next(drawn, names[0]), tuple(numbers))


def _lay(seen: Seen, rest: str) -> Order | None:
    """Read `lay CARD at PLACE`: which card it is does not stand in the order."""
    said, _, to = rest.rpartition(" at ")
    if not said:
        return None
    found = _PLACED.fullmatch(said)
    deck, number = (
        _card(seen, said)[:2] if found is None else (f"{found[2]}#{found[3]}", int(found[1]))
    )
    return o.Lay(deck, number, pieces_text.place(seen.setting, to))


def _pull(seen: Seen, rest: str) -> Order | None:
    said = rest.removeprefix("from ")
    cups = seen.setting.data.cups
    if not said and len(cups) == 1:
        said = next(iter(cups))
    return o.Pull(_one_of(said, cups, "cup"))


def _return(seen: Seen, rest: str) -> Order | None:
    said, _, to = rest.rpartition(" to ")
    if not said:
        return None
    cup = _one_of(to, seen.setting.data.cups, "cup")
    out = {one: one for one in seen.position.out[cup]}
    return o.Return(_fitting(said, out, f"no counter is out of {cup} that is called"), cup)


def _value(seen: Seen, rest: str) -> Order | None:
    said, _, to = rest.replace(" to ", " ").rpartition(" ")
    number = plain.signed(to, 6)
    if not said or number is None:
        return None
    return o.Value(_one_of(said, seen.setting.data.values, "value"), number)


def _recipe(rest: str) -> Order | None:
    order = recipes.read(rest)
    if isinstance(order, o.Recipe) and order.name in TAKEN:
        raise FormError(f"{order.name} is an order already; give the recipe another name")
    return order


def _over(seen: Seen, rest: str) -> Order | None:
    return o.Over(_side(seen, rest.removeprefix("to "))) if rest else o.End("turn")


def _result(seen: Seen, rest: str) -> Order | None:
    found = _read(_RESULT, rest)
    if found is None:
        return None
    who, scored = found
    winner = _side(seen, who) if who else None
    numbers = re.split(r" to |, ?| ", scored) if scored else []
    scores = [one for one in (plain.signed(number, 6) for number in numbers) if one is not None]
    if len(scores) < len(numbers):
        return None
    if winner is not None and scores:
        scores.insert(seen.setting.sides.index(winner), scores.pop(0))
    return o.Claim(winner, tuple(scores))


def _end(seen: Seen, rest: str) -> Order | None:
    asked = "turn" if seen.position.claim is None else "result"
    phase = plain.lower(rest) or asked
    return o.End(phase) if phase in ("turn", "result") else None  # type: ignore[arg-type]


def _alone(order: Order) -> Callable[[Seen, str], Order | None]:
    return lambda _, rest: None if rest else order


def _of_pieces(
    reader: Callable[[Setting, Position, str], Order | None],
) -> Callable[[Seen, str], Order | None]:
    return lambda seen, rest: reader(seen.setting, seen.position, rest)


_READERS: Mapping[str, Callable[[Seen, str], Order | None]] = {
    "roll": _roll,
    "draw": _draw,
    "play": _play,
    "discard": _away(o.Discard, "discards"),
    "remove": _away(o.Remove, "removed"),
    "put": _put,
    "shuffle": _shuffle,
    "add": _add,
    "take": _take,
    "dead": _dead,
    "lay": _lay,
    "pull": _pull,
    "return": _return,
    "value": _value,
    "recipe": lambda _, rest: _recipe(rest),
    "pause": lambda seen, rest: o.Pause(_side(seen, rest.removeprefix("for "))) if rest else None,
    "over": _over,
    "pass": _alone(Pass()),
    "end": _end,
    "result": _result,
    "agree": _alone(o.Agree()),
    **{word: _of_pieces(reader) for word, reader in pieces_text.READERS.items()},
}

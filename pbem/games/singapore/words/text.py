"""Orders as players write them, both ways: docs/games/singapore.md is the authority."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.errors import FormError
from pbem.games.singapore.data.forms import ARMIES, Army
from pbem.games.singapore.rules.corps.ch4_movement import reach
from pbem.games.singapore.rules.orders import (
    FORMS,
    Agree,
    Arrive,
    Assist,
    Attack,
    Choose,
    Deploy,
    Drop,
    End,
    Fight,
    Fire,
    Fly,
    Give,
    Hand,
    Land,
    Lead,
    Leave,
    Line,
    Move,
    Offer,
    Plane,
    Pursue,
    Ready,
    Retreat,
    Send,
    Split,
    Strike,
    Support,
    Withdraw,
)
from pbem.games.singapore.rules.position import Position, veil_of
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants.ch7_hidden import due_of
from pbem.games.singapore.rules.variants.ch7_logistics import FACES
from pbem.games.singapore.words.line import Line as Words
from pbem.games.singapore.words.text_cards import CARD_READERS, reported_card
from pbem.kit.contract import Order
from pbem.kit.typed.orders import Pass
from pbem.kit.typed.words import read_order

ENDS = ("setup", "combat", "air", "movement", "barrage", "deploy")
MOST = 99
"""Tokens are given by numbers up to this."""
TACTICS = ("standard", "concentrate", "flank")


def parse(setting: Setting, position: Position, side: str, line: str) -> Order:
    """Read one line that ``side`` wrote.

    It decides only what the words mean, not whether the order is legal.

    Raises:
        FormError: The line cannot be read. The message has the column and what would be right.
    """
    order = read_order(Words(setting, position, side, line), _READERS)
    FORMS.check(order)
    return order


def print_order(order: Order) -> str:
    """Write an order as the line that `parse` reads back to the same order."""
    match order:
        case Choose(army, units):
            reported: list[object] = [army, *units]
        case Line(units) | Leave(units):
            reported = [*units]
        case Attack(tactic, lent, strike):
            reported = [tactic, *([lent] if lent else [])]
            if strike is not None:
                reported += ["strike", *(strike or ["none"])]
        case Land(units, place) | Fly(units, place) | Fire(units, place) | Deploy(units, place):
            reported = [*units, place]
        case Move(units, path, road):
            reported = [*units, *path, *(["road"] if road else [])]
        case Support(units, places):
            reported = [word for pair in zip(units, places, strict=True) for word in pair]
        case Pursue(units, targets):
            reported = [f"{unit} at {aim}" for unit, aim in zip(units, targets, strict=True)]
        case Strike(point, support):
            reported = [*point, *(["support", *support] if support else [])]
        case _:
            reported = [*(reported_card(order) or _reported_tokens(order))]
    return " ".join(map(str, (order.__struct_config__.tag, *reported)))


def _reported_tokens(order: Order) -> list[object]:
    """Return the fields of an order; of tokens how many, where it says so, and not whose."""
    if isinstance(order, Split | Ready | Send | Hand):
        return [] if order.tokens is None else [order.tokens]
    if isinstance(order, Withdraw):
        return [*filter(None, (order.unit, order.place))]
    return [getattr(order, field) for field in order.__struct_fields__]


def _choose(words: Words) -> Order:
    return Choose(words.army(), words.kinds())


def _end(words: Words) -> Order:
    phase = words.choice("phase that can be ended", ENDS)
    return End(phase)  # type: ignore[arg-type]


def _attack(words: Words) -> Order:
    said: dict[str, Any] = {"tactic": words.choice("tactic", TACTICS)}
    if said["tactic"] == "concentrate" and not words.done() and words.peek() != "strike":
        said["lent"] = words.die()
    if words.take_if("strike"):
        said["strike"] = () if words.take_if("none") else words.units(stop=("none",))
    return Attack(**said)


def _strike(words: Words) -> Order:
    point: tuple[str, ...] = ()
    if words.peek() != "support":
        point = words.units(stop=("support",))
    support = words.units() if words.take_if("support") else ()
    return Strike(point, support)


def _move(words: Words) -> Order:
    units = words.units_before_place()
    path: list[str] = []
    while not path or words.at_place():
        path.append(words.place())
    road = words.take_if("road")
    return Move(units, whole_path(words, units[0], tuple(path), road=road), road)


def whole_path(words: Words, unit: str, path: tuple[str, ...], *, road: bool) -> tuple[str, ...]:
    """Return a path with what was left out: a sector that is farther off, by a shortest way.

    ``words``: the line, for its position; ``unit``: who goes; ``road``: by road.
    """
    if len(path) > 1 or words.position.war is None:
        return path
    ways = reach(words.setting, words.position, unit, road=road)
    return next((way for way in ways if way[-1] == path[0]), path)


def _support(words: Words) -> Order:
    units: list[str] = []
    places: list[str] = []
    while not units or not words.done():
        some = words.units_before_place()
        units += some
        places += [words.place()] * len(some)
    return Support(tuple(units), tuple(places))


def _pursue(words: Words) -> Order:
    units: list[str] = []
    targets: list[str] = []
    while not units or not words.done():
        units.append(words.unit())
        words.choice("word between a unit and its target", ("at",))
        targets.append(words.target())
    return Pursue(tuple(units), tuple(targets))


def _withdraw(words: Words) -> Order:
    unit = None if words.done() or words.at_place() else words.unit_before_place()
    return Withdraw(words.place(), unit)


def _give(words: Words) -> Order:
    word = words.peek()
    tokens = words.number("supply tokens", MOST)
    if not 1 <= tokens <= FACES:
        raise FormError(
            f"give: {word} is not a number from 1 to {FACES}; write `pass` to give nothing"
        )
    return Give(tokens)


def _split(words: Words) -> Order:
    war = words.position.war
    if words.done() and war is not None and veil_of(war) is not None:
        return Split()
    return Split(words.number("supply tokens", MOST))


def _ready(words: Words) -> Order:
    word = words.peek()
    tokens = words.number("supply tokens", MOST)
    if not tokens:
        raise FormError(f"ready: {word} is not a number from 1 to {MOST}")
    return Ready(_side(words), tokens)


def _hand(words: Words) -> Order:
    veil = None if words.position.war is None else veil_of(words.position.war)
    asks = None if veil is None else veil.bill
    due = 1 if asks is None else due_of(asks)
    word = words.peek()
    tokens = words.number("supply tokens", MOST)
    if tokens > due:
        raise FormError(f"hand: {word} is not a number from 0 to {due}")
    return Hand(_side(words), due, tokens)


def _send(words: Words) -> Order:
    veil = None if words.position.war is None else veil_of(words.position.war)
    most = veil.die if veil is not None and veil.die else FACES
    if words.done():
        return Send(_side(words), most)
    word = words.peek()
    tokens = words.number("supply tokens", MOST)
    if tokens > most:
        raise FormError(f"send: {word} is not a number from 0 to {most}")
    return Send(_side(words), most, tokens)


def _side(words: Words) -> Army:
    return next((army for army in ARMIES if army == words.side), "br")


_READERS: dict[str, Callable[[Words], Order]] = {
    "choose": _choose,
    "line": lambda words: Line(words.liners()),
    "end": _end,
    "plane": lambda words: Plane(words.unit()),
    "leave": lambda words: Leave(words.units()),
    "attack": _attack,
    "strike": _strike,
    "drop": lambda words: Drop(words.die()),  # type: ignore[arg-type]
    "lead": lambda _: Lead(),
    "assist": lambda _: Assist(),
    "land": lambda words: Land(words.units_before_place(), words.place()),
    "fly": lambda words: Fly(words.units_before_place(), words.place()),
    "move": _move,
    "fire": lambda words: Fire(words.units_before_place(), words.place()),
    "support": _support,
    "battle": lambda words: Fight(words.place()),
    **CARD_READERS,
    "retreat": lambda _: Retreat(),
    "deploy": lambda words: Deploy(words.pieces_before_place(), words.place()),
    "arrive": lambda words: Arrive(words.place()),
    "split": _split,
    "ready": _ready,
    "hand": _hand,
    "offer": lambda _: Offer(),
    "send": _send,
    "agree": lambda _: Agree(),
    "give": _give,
    "pursue": _pursue,
    "withdraw": _withdraw,
    "pass": lambda _: Pass(),
}

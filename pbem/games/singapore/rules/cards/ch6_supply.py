"""[6.S1 to 6.S5] Supply cards, which are played when the battles of a turn are over."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_target import Effect, Target
from pbem.games.singapore.rules.cards.outcomes_cards import StockChanged, UnitReturned
from pbem.games.singapore.rules.ch5_supply import is_source
from pbem.games.singapore.rules.corps.ch4_control import settle
from pbem.games.singapore.rules.position import Position, is_veiled, open_cards, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import allied, safe
from pbem.games.singapore.rules.variants.ch7_hidden import charge
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die

STORES, FIRED = 4, 3
"""[6.S1, 6.S5] So many tokens."""
FACES = 6
"""[6.S2, 6.S3] The die of tokens."""


def _own(_setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    if open_war(position).army == army:
        yield Target()


def _enemy(_setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    if not allied(open_war(position).army, army):
        yield Target()


def _stores(_setting: Setting, _position: Position, army: Army, _on: Target) -> Iterator[Outcome]:
    yield StockChanged(paragraph="6.S1", army=army, card="S1", tokens=STORES)


def roll(position: Position, card: str, army: Army, dice: Dice) -> Iterator[Outcome]:
    """[6.S2, 6.S3] Roll how many tokens an army loses or finds; of what it has at most half.

    ``card``: the name of the card, S2 or S3.
    """
    face = die(dice, FACES, f"tokens of card {card}", f"6.{card}")
    tokens = face
    if card == "S2" and is_veiled(open_war(position), army):
        yield from charge(position, card, army, face, (face,))
        return
    if card == "S2":
        tokens = -min(face, open_war(position).stock[army] // 2)
    yield StockChanged(paragraph=f"6.{card}", army=army, card=card, tokens=tokens, die=face)


def stragglers(setting: Setting, position: Position, army: Army) -> list[str]:
    """[6.S4, R119] Return the infantry of an army that was eliminated, but not by a card."""
    war, taken = open_war(position), open_cards(position).taken
    pieces = setting.tables.units
    lost = [u for u in war.gone if (pieces[u].army, pieces[u].kind) == (army, "infantry")]
    return setting.in_order([unit for unit in lost if unit not in taken])


def _rally(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    war = open_war(position)
    if war.army != army or not (units := stragglers(setting, position, army)):
        return
    for place in setting.tables.data.map.sectors:
        if _rallies(setting, position, place, army):
            yield Target((units[0],), (place,))


def _rallies(setting: Setting, position: Position, place: str, army: Army) -> bool:
    war = open_war(position)
    return is_source(setting, war.active, place) and safe(setting, war, place, army)


def _why_no_rally(setting: Setting, position: Position, army: Army, on: Target) -> str:
    war = open_war(position)
    if war.army != army or len(on.units) != 1 or len(on.places) != 1:
        return "name an eliminated infantry and a supply point, and play the card in your own turn"
    if on.units[0] not in stragglers(setting, position, army):
        return f"{on.units[0]} is not one of your eliminated infantry units"
    known = on.places[0] in war.control
    if not known or not _rallies(setting, position, on.places[0], army):
        return f"{on.places[0]} is not a friendly supply point with room"
    return ""


def _return(setting: Setting, position: Position, _army: Army, on: Target) -> Iterator[Outcome]:
    yield UnitReturned(paragraph="6.S4", unit=on.units[0], place=on.places[0])
    yield from settle(setting, position, on.places[0])


EFFECTS: dict[str, Effect] = {
    "S1": Effect(_own, _stores),
    "S2": Effect(_enemy),
    "S3": Effect(_own),
    "S4": Effect(_rally, _return, _why_no_rally, listed=False),
    "S5": Effect(_enemy),
}

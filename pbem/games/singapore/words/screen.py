"""The screen of Singapore; the rest of it is the kit's."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pbem.games.singapore.data.forms import KINDS
from pbem.games.singapore.rules import orders as o
from pbem.games.singapore.rules.corps.ch4_turn import WITH_CARDS
from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import held_by_enemy
from pbem.games.singapore.words.report_hidden import seen
from pbem.games.singapore.words.wording import ARMY, TACTIC, place_name, units_words
from pbem.kit import plain
from pbem.kit.contract import Order
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.screen import ScoreLine, ScorePart
from pbem.kit.wording import counted, listed


class Screen(FromTheRest):
    """The screen of one game: a unit is called by its kind and number."""

    DECLINED: Mapping[str, str] = {
        "retreat": "Fight on",
        "pursue": "Strike at nobody",
        "strikes": "Nobody strikes",
        "defence": "No guns fire",
        "drive": "Go no further",
        "cards": "Play no card",
        "event": "Play no card",
        "deployment": "Play no card",
        "combat": "Play no card",
        "supply": "Play no card",
        "transfer": "Hand over nothing",
        "pools": "As printed",
    }

    PASSING: Collection[str] = frozenset(WITH_CARDS[:16:2])

    def turn(self, setting: Setting, position: Position) -> str:
        """Return the period; of a board without a map nothing."""
        war = position.war
        return "" if war is None else f"Period {setting.tables.periods[war.period]}"

    def standing(self, setting: Setting, position: Position) -> tuple[ScoreLine, ...]:
        """Return the supply tokens of each army that anybody may count."""
        war = position.war
        if war is None or not war.stock:
            return super().standing(setting, position)
        parts = (ScorePart(ARMY[army], str(seen(war, army)), army) for army in setting.armies)
        return (ScoreLine("Supply tokens", tuple(parts)),)

    def unit_name(self, setting: Setting, side: str, unit: str) -> str:
        """Return a unit by its kind and number, else by its name."""
        if unit not in setting.tables.units:
            return super().unit_name(setting, side, unit)
        return plain.capital(units_words(setting, (unit,)))

    def order_words(self, setting: Setting, position: Any, order: Order) -> str:
        """Return what an order does."""
        if isinstance(order, o.PlayCard | o.ShowEvent | o.Discard):
            said = _card(setting, order, self.card_text(setting, order.card[:-1]).title)
        elif isinstance(order, o.Move):
            said = _move(setting, position, order)
        else:
            said = _on_map(setting, order) or _in_fight(setting, order)
        return plain.capital(said) or super().order_words(setting, position, order)


def _move(setting: Setting, position: Position, order: o.Move) -> str:
    units, end = units_words(setting, order.units), order.path[-1]
    war = position.war
    if war is not None and held_by_enemy(setting, war, end, war.army):
        return f"{units} attack{'' if len(order.units) > 1 else 's'} {place_name(end)}"
    return f"{units} to {place_name(end)}{' by road' if order.road else ''}"


def _card(setting: Setting, order: o.PlayCard | o.ShowEvent | o.Discard, title: str) -> str:
    if not isinstance(order, o.PlayCard):
        return f"{'event' if isinstance(order, o.ShowEvent) else 'discard'} {title}"
    about = [units_words(setting, order.units)] if order.units else []
    about += map(place_name, order.places)
    return f"play {title}{': ' if about else ''}{listed(about)}"


def _on_map(setting: Setting, order: Order) -> str:
    said = ""
    match order:
        case o.Fly(units, place):
            said = f"{units_words(setting, units)} over {place_name(place)}"
        case o.Land(units, place) | o.Deploy(units, place) | o.Shift(units, place):
            said = f"{units_words(setting, units)} to {place_name(place)}"
        case o.Fire(units, place):
            said = f"{units_words(setting, units)} fire at {place_name(place)}"
        case o.Support(units, places):
            pairs = zip(units, places, strict=True)
            said = "; ".join(
                f"{units_words(setting, (unit,))} supports {place_name(place)}"
                for unit, place in pairs
            )
        case o.Withdraw(place, unit):
            who = units_words(setting, (unit,)) + " to" if unit else "to"
            said = f"{who} {place_name(place)}"
        case o.Fight(place):
            said = f"battle of {place_name(place)}"
        case o.Arrive(place):
            said = f"arrive by {place_name(place)}"
        case o.Evacuate(unit):
            said = f"{units_words(setting, (unit,))} is evacuated"
        case o.Keep(armies):
            said = f"keep it for {listed(ARMY[army] for army in armies)}"
    return said


def _in_fight(setting: Setting, order: Order) -> str:  # noqa: C901, PLR0912 - a case a kind
    said = ""
    match order:
        case o.Choose(army, kinds):
            said = f"{ARMY[army]}: {_kinds(kinds)}"
        case o.Line(units):
            said = f"line up {units_words(setting, units)}"
        case o.Plane(unit):
            said = f"{units_words(setting, (unit,))} is the point"
        case o.Leave(units):
            said = f"{units_words(setting, units)} leave"
        case o.Attack(tactic, lent, strike):
            lends = f", lends a d{lent}" if lent else ""
            strikes = ""
            if strike is not None:
                who = units_words(setting, strike) if strike else "nobody"
                strikes = f"; {who} strike{'' if len(strike) > 1 else 's'}"
            said = f"{TACTIC[tactic]}{lends}{strikes}"
        case o.Strike(point, support):
            at = {"the point": point, "its support": support}
            said = "; ".join(
                f"{units_words(setting, units)} at {what}" for what, units in at.items() if units
            )
        case o.Drop(die):
            said = f"leave out the {die}"
        case o.Lead():
            said = "it leads"
        case o.Assist():
            said = "it assists the next in line"
        case o.Retreat():
            said = "retreat"
        case o.Pursue(units, targets):
            pairs = zip(units, targets, strict=True)
            said = ", ".join(
                f"{units_words(setting, (unit,))} at {units_words(setting, (target,))}"
                for unit, target in pairs
            )
        case o.Give(tokens):
            said = f"hand over {counted(tokens, 'token')}"
        case o.Agree():
            said = "agree"
    return said


def _kinds(kinds: Iterable[str]) -> str:
    found = list(kinds)
    return listed(f"{found.count(kind)} {kind}" for kind in KINDS if kind in found)

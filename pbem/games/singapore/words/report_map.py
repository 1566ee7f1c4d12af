"""The outcomes and units on the map, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.games.singapore.rules import outcomes as o
from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, OFF_MAP, REPAIR, War
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.report_cards import CARD_SENTENCES, describe_cards
from pbem.games.singapore.words.report_hidden import HIDDEN_SENTENCES, seen
from pbem.games.singapore.words.wording import ARMY, FORCE, place_name
from pbem.kit import plain
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted, listed

PHASE = {
    "deploy-br": "the British deploy", "deploy-au": "the Australians deploy",
    "deploy-jp": "the Japanese deploy",
    "deal": "the opening hands are dealt", "refuel": "aircraft refuel",
    "air": "aircraft are deployed", "movement": "units move",
    "barrage": "offensive barrages", "defence": "defensive barrages",
    "combat": "battles are fought", "reinforce": "reinforcements come",
    "resupply": "supply is collected", "transfer": "supply may be handed over",
    "draw": "cards are drawn", "discard": "cards are discarded",
    **{f"before-{step}": f"cards may be played before the step {step}" for step in (
        "refuel", "air", "movement", "barrage", "defence", "combat", "reinforce", "resupply"
    )},
}  # fmt: skip


def describe_map(setting: Setting, war: War) -> list[str]:
    """Describe the period and who stands where, sector by sector."""
    period = setting.tables.periods[war.period]
    lines = [f"Period {period}, the turn of {FORCE[war.army]}."]
    if war.stock:
        reported = [f"{ARMY[army]} {seen(war, army)}" for army in setting.armies]
        lines.append(f"Supply tokens: {', '.join(reported)}.")
    if war.reached:
        lines.append(f"{plain.capital(FORCE[setting.invader])} have reached a {war.reached}.")
    if war.cards is not None:
        lines += describe_cards(setting, war)
    by_place: dict[str, list[str]] = {}
    for unit in setting.in_order(list(war.at)):
        by_place.setdefault(war.at[unit], []).append(unit)
    for place in (*setting.tables.data.map.sectors, OFF_MAP, REPAIR):
        if place in by_place:
            held = f" ({ARMY[war.control[place]]})" if place in war.control else ""
            lines.append(f"{place_name(place)}{held}: {', '.join(by_place[place])}.")
    return lines


def _several(units: Iterable[str], one: str, more: str) -> str:
    names = list(units)
    return f"{listed(names)} {one if len(names) == 1 else more}"


def _turn(setting: Setting, reported: o.TurnBegun) -> str:
    return f"{setting.tables.periods[reported.period]}: the turn of {FORCE[reported.army]}"


def _plane(_: Setting, reported: o.PlaneMoved) -> str:
    where = place_name(reported.place)
    return {
        "ready": f"{reported.unit} is ready in {where}",
        "landed": f"{reported.unit} lands in {where}",
        "mended": f"{reported.unit} is repaired and comes to {where}",
        "repair": f"{reported.unit} goes to the repair box",
        "mission": f"{reported.unit} flies over {where}",
    }[reported.state]


def _moved(_: Setting, reported: o.UnitsMoved) -> str:
    *between, end = (place_name(place) for place in reported.path)
    way = f" by way of {', '.join(between)}" if between else ""
    start = place_name(reported.start)
    if reported.attacks:
        return f"{_several(reported.units, 'attacks', 'attack')} {end} from {start}{way}"
    return f"{_several(reported.units, 'goes', 'go')} from {start} to {end}{way}"


def _barrage(_: Setting, reported: o.BarrageOrdered) -> str:
    pairs = zip(reported.units, reported.places, strict=True)
    return f"guns fire: {listed([f'{unit} at {place_name(to)}' for unit, to in pairs])}"


def _battle(_: Setting, reported: o.BattleBegun) -> str:
    us, them = (listed(reported.lines[role]) for role in (ATTACKER, DEFENDER))
    return f"battle of {place_name(reported.place)}: {us} against {them}"


def _pursuit(_: Setting, reported: o.PursuitOrdered) -> str:
    pairs = [f"{u} at {t}" for u, t in zip(reported.units, reported.targets, strict=True)]
    return (
        f"{FORCE[reported.army]} strike at retreating units: {listed(pairs) if pairs else 'nobody'}"
    )


def _struck(_: Setting, reported: o.RetreatStruck) -> str:
    result = "no effect" if reported.result == "none" else reported.result
    strike = f"{reported.unit} strikes at {reported.target}, which retreats"
    return f"{strike}, die {reported.die}: {result}"


def _over(_: Setting, reported: o.BattleEnded) -> str:
    rest = "it stays contested" if reported.contested else "it is no longer contested"
    return f"the battle of {place_name(reported.place)} is over for this turn: {rest}"


def _stays(_: Setting, reported: o.Stayed) -> str:
    return f"the {listed(reported.armies)} fights on"


def _depot(_: Setting, reported: o.DepotLost) -> str:
    return f"{FORCE[reported.army]} lose the supply point {place_name(reported.place)}"


def _supply_lost(_: Setting, reported: o.SupplyLost) -> str:
    shown = "-".join(map(str, reported.dice))
    return (
        f"{FORCE[reported.army]} hand {counted(reported.tokens, 'supply token')} to "
        f"{FORCE[reported.to]}, dice {shown}"
    )


def _offered(_: Setting, reported: o.TransferOffered) -> str:
    many = counted(reported.tokens, "supply token") if reported.tokens else "no supply tokens"
    return f"{FORCE[reported.army]} offer {many}"


def _given(_: Setting, reported: o.TokensGiven) -> str:
    what = counted(reported.tokens, "supply token")
    return f"{FORCE[reported.army]} hand {what} to {FORCE[reported.to]}, die {reported.die}"


def _arrived(_: Setting, reported: o.UnitsArrived) -> str:
    return f"{_several(reported.units, 'arrives', 'arrive')} in {place_name(reported.place)}"


MAP_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    o.TurnBegun: _turn,
    o.PhaseBegun: lambda _, reported: PHASE[reported.phase],
    o.PlaneMoved: _plane,
    o.UnitsMoved: _moved,
    o.ControlChanged: lambda _, t: f"{place_name(t.place)} is now {ARMY[t.army]}",
    o.BarrageOrdered: _barrage,
    o.DefenceOrdered: lambda _, reported: f"{FORCE[reported.army]} have ordered their barrages",
    o.BattleBegun: _battle,
    o.LineOrdered: lambda _, reported: f"the {reported.role} lines up {', '.join(reported.units)}",
    o.Stayed: _stays,
    o.RetreatAgreed: lambda _, reported: f"{FORCE[reported.army]} agree to retreat",
    o.RetreatBegun: lambda _, reported: (
        f"the {reported.role} retreats: {', '.join(reported.units)}"
    ),
    o.PursuitOrdered: _pursuit,
    o.RetreatStruck: _struck,
    o.Withdrew: lambda _, reported: f"{reported.unit} withdraws to {place_name(reported.place)}",
    o.UnitRemoved: lambda _, reported: f"{reported.unit} is out of play",
    o.BatteryCaptured: lambda _, reported: f"{FORCE[reported.army]} capture {reported.unit}",
    o.BatterySettled: lambda _, reported: (
        f"the battery {reported.unit} is {ARMY[reported.army]} now"
    ),
    o.BattleEnded: _over,
    o.UnitsArrived: _arrived,
    o.SupplyPaid: lambda _, t: f"{FORCE[t.army]} pay {counted(t.tokens, 'supply token')}",
    o.DepotLost: _depot,
    o.SupplyLost: _supply_lost,
    **CARD_SENTENCES,
    **HIDDEN_SENTENCES,
    o.UnitsDeployed: lambda _, t: (
        f"{_several(t.units, 'is deployed', 'are deployed')} in {place_name(t.place)}"
    ),
    o.AxesActivated: lambda _, t: f"active axes: {listed([place_name(axis) for axis in t.axes])}",
    o.SplitProposed: lambda _, t: (
        f"the British propose to begin with {counted(t.tokens, 'supply token')}"
    ),
    o.PoolsSplit: lambda _, t: (
        f"the British begin with {counted(t.br, 'supply token')}, the Australians with {t.au}"
    ),
    o.TransferOffered: _offered,
    o.TokensGiven: _given,
    o.LevelReached: lambda _, t: f"{FORCE[t.army]} have reached a {t.level}",
    o.Resupplied: lambda _, t: f"{FORCE[t.army]} collect {counted(t.tokens, 'supply token')}",
}
"""Outcome of the map -> its sentence, without the full stop."""

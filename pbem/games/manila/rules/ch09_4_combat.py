"""[9.4, 9.5] Combat Resolution: the reveal, the Defense Strategies, values, dice and results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pbem.errors import IllegalOrder
from pbem.games.manila.data.tables import Terrain
from pbem.games.manila.rules import ch09_5_retreats as retreats
from pbem.games.manila.rules.ch03_morale import change
from pbem.games.manila.rules.ch09_5_support import check_support, counted, legal_support, trimmed
from pbem.games.manila.rules.ch09_attacks import check_given_up, check_lead, leads
from pbem.games.manila.rules.orders import BREAK_OFF, Barrage, Fight, Sniper
from pbem.games.manila.rules.outcomes import (
    BecameSpent,
    BrokenOff,
    Captured,
    CombatResolved,
    CombatResult,
    FightJoined,
    OutOfAction,
    Revealed,
)
from pbem.games.manila.rules.position import Battle, Position, open_battle
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import always

# --- the reveal and what follows from it -----------------------------------------------------


def reveal(setting: Setting, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """[9.4] Turn up the Japanese unit; go on as far as the plan of the attack says."""
    battle = open_battle(position)
    member = position.defender(battle.area)
    assert member is not None  # noqa: S101 - an attack has a defender
    name = cups.turn_up(member, dice, f"the defender of Area {battle.area}", "9.4")
    counter = setting.tables.counters[name]
    yield Revealed(
        paragraph="9.4",
        area=battle.area,
        counter=name,
        factor=counter.factor,
        strategy=counter.strategy,
    )
    yield from go_on(setting, position)


def go_on(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Take the next steps of an attack that its plan has an answer for."""
    battle = open_battle(position)
    if battle.stage == "barrage" and battle.plan.barrage is not None:
        given = None if battle.plan.barrage == BREAK_OFF else battle.plan.barrage
        yield from answer_barrage(setting, position, Barrage(given))
    elif battle.stage == "fight" and battle.plan.lead in battle.units:
        plan = battle.plan
        wanted = {"artillery": plan.artillery, "engineer": plan.engineer, "air": plan.air}
        if declared_lead(setting, battle) and not any(wanted.values()):
            return  # under 11.5 a lead alone is no answer to what support there is
        kept = trimmed(setting, position, battle.area, battle.units, wanted)
        yield from join(position, Fight(battle.plan.lead, **kept))


def check_barrage(setting: Setting, position: Position, order: Barrage) -> None:
    """[9.4] Refuse a unit that may not be given up."""
    battle = open_battle(position)
    if order.lose is not None:
        check_given_up(setting, battle.units, order.lose, declared_lead(setting, battle))


def declared_lead(setting: Setting, battle: Battle) -> str | None:
    """[11.5] Return the lead that stands since before the reveal, or None.

    Only who has just been Revealed has a strategy left.
    """
    return battle.plan.lead if setting.options.early_lead and battle.strategy else None


def able_leads(setting: Setting, battle: Battle) -> list[str]:
    """Return the units that may be named as the Lead Attacking Unit now."""
    declared = declared_lead(setting, battle)
    return leads(setting, battle.units) if declared is None else [declared]


def legal_barrage(setting: Setting, position: Position) -> Iterator[Barrage]:
    """Yield every unit that may be given up, then breaking off."""
    battle = open_battle(position)
    able = leads(setting, battle.units)
    lead = declared_lead(setting, battle)
    if len(able) > 1:
        yield from (Barrage(unit) for unit in able if unit != lead)
    yield Barrage()


def answer_barrage(setting: Setting, position: Position, order: Barrage) -> Iterator[Outcome]:
    """Give up a unit and go on with the attack, or break it off and retreat."""
    battle = open_battle(position)
    if order.lose is not None:
        yield OutOfAction(paragraph="9.4", unit=order.lose, area=battle.area, by="Barrage")
        yield from go_on(setting, position)
        return
    units = tuple(battle.units)
    yield BrokenOff(paragraph="9.4", area=battle.area)
    yield BecameSpent(paragraph="6.4.3", units=units)
    yield from retreats.go_on(setting, position)


# --- lead and support ------------------------------------------------------------------------


def check_fight(setting: Setting, position: Position, order: Fight) -> None:
    """Refuse a lead or support that the attack may not have (9.5A, 9.5B)."""
    battle = open_battle(position)
    declared = declared_lead(setting, battle)
    if declared not in {None, order.lead}:
        raise IllegalOrder("11.5", f"{declared} was named to lead the attack")
    check_lead(setting, battle.units, order.lead)
    check_support(setting, position, battle.area, battle.units, order)


def legal_fights(setting: Setting, position: Position) -> Iterator[Fight]:
    """Yield every lead with every support."""
    battle = open_battle(position)
    for lead in able_leads(setting, battle):
        for support in legal_support(setting, position, battle.area, battle.units):
            yield Fight(lead, **support)


def join(position: Position, order: Fight) -> Iterator[Outcome]:
    """Designate the Lead Attacking Unit and place the support."""
    yield FightJoined(
        paragraph="9.5",
        area=open_battle(position).area,
        lead=order.lead,
        artillery=order.artillery,
        engineer=order.engineer,
        air=order.air,
    )


# --- values ----------------------------------------------------------------------------------


def attack_value(setting: Setting, position: Position, battle: Battle) -> int:
    """[9.5.2] Return the AV."""
    return _sum(attack_parts(setting, position, battle))


class Part(NamedTuple):
    """A part of a value: what it adds (negative: takes away), what it is, and its paragraph."""

    adds: int
    what: str
    paragraph: str


@lru_cache(maxsize=1000)
def _sum(parts: tuple[Part, ...]) -> int:
    return sum(part.adds for part in parts)


def attack_parts(setting: Setting, position: Position, battle: Battle) -> tuple[Part, ...]:
    """Return what makes up the AV."""
    refugees = position.event == "civilians" and bool(battle.origins)
    given = battle.support["artillery"], battle.support["engineer"]
    terms = setting.strong(position), refugees
    return _attack_parts(setting, battle.area, battle.lead, tuple(battle.units), given, terms)


@always
def _attack_parts(  # noqa: PLR0917 - what is kept has no names
    setting: Setting,
    area: int,
    lead: str,
    units: tuple[str, ...],
    given: tuple[int, int],
    terms: tuple[bool, bool],
) -> tuple[Part, ...]:
    """Return what makes up the AV of units.

    ``given``: their Artillery and Engineers; ``terms``: Strong Morale, and refugees in the way.
    """
    markers, (artillery, engineer), (strong, refugees) = setting.tables.data.markers, given, terms
    parts = [
        Part(setting.unit(lead).attack, f"{lead} leads", "9.5.2A"),
        Part(len(counted(setting, units)) - 1, "other units", "9.5.2B"),
        Part(artillery * markers.artillery.adds, "Artillery Support", "9.5.2C"),
        Part(engineer * markers.engineer.adds, "Engineer Support", "9.5.2C"),
        Part(_combined_arms(setting, area, units, given), "Combined Arms Bonus", "9.5.2D"),
        Part(strong, "Strong Morale", "9.5.2E"),
        Part(-refugees, "Civilians and Refugees", "9.5.2F"),
    ]
    if setting.options.parent_formation:
        others = len({setting.unit(unit).division for unit in units}) - 1
        parts.append(Part(-others, "other divisions", "11.3"))
    return tuple(parts)


def _combined_arms(
    setting: Setting, area: int, units: tuple[str, ...], given: tuple[int, int]
) -> bool:
    """[9.5.2D, 11.1] Whether the Combined Arms Bonus is earned."""
    if not {"infantry", "armor"} <= {setting.unit(unit).kind for unit in units}:
        return False
    artillery, engineer = given
    if setting.options.rubble and setting.tables.areas[area].terrain != "Clear":
        return engineer > 0
    return engineer + artillery > 0


def defense_value(setting: Setting, position: Position, battle: Battle, air: int) -> int:
    """[9.5.3] Return the DV; ``air`` is the die of the Air Support, 0 for none."""
    return max(0, _sum(defense_parts(setting, position, battle)) - air)


def defense_parts(setting: Setting, position: Position, battle: Battle) -> tuple[Part, ...]:
    """Return what makes up the DV without Air Support."""
    terrain = setting.tables.areas[battle.area].terrain
    assert terrain is not None  # noqa: S101 - no Japanese unit ever stands elsewhere
    factor, shaken = _factor(setting, position, battle), not setting.strong(position)
    return _defense_parts(setting, terrain, factor, shaken)


@always
def _defense_parts(
    setting: Setting, terrain: Terrain, factor: int, shaken: int
) -> tuple[Part, ...]:
    """Return what makes up the DV of a unit with a Defense Factor; ``shaken``: 1 if Morale is."""
    return (
        Part(factor, "Defense Factor", "9.5.3A"),
        Part(setting.tables.data.terrain.kinds[terrain].modifier, terrain, "9.5.3B"),
        Part(shaken, "Shaken Morale", "9.5.3C"),
    )


def _factor(setting: Setting, position: Position, battle: Battle) -> int:
    return setting.tables.counters[str(position.defender(battle.area))].factor


# --- the dice --------------------------------------------------------------------------------


class _Aftermath(NamedTuple):
    """The rest of a resolved attack that is to be done: the battle itself is over by then."""

    area: int
    units: tuple[str, ...]
    lead: str
    strategy: str
    sniper: str | None


def resolve(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[9.5] Roll for both sides and carry out the result."""
    battle = open_battle(position)
    after = _Aftermath(
        battle.area, tuple(battle.units), battle.lead, battle.strategy, battle.plan.sniper
    )
    resolved = _resolved(setting, position, battle, dice)
    yield resolved
    yield from _result(setting, position, after, resolved.result)
    yield from _strategy_losses(setting, position, after)
    yield from retreats.go_on(setting, position)


def _resolved(setting: Setting, position: Position, battle: Battle, dice: Dice) -> CombatResolved:
    where = f"attack on Area {battle.area}"
    american = tuple(die(dice, 6, f"{where}, American", "9.5.1") for _ in range(2))
    faces = 3 if battle.strategy == "Elite" else 2
    japanese = tuple(die(dice, 6, f"{where}, Japanese", "9.5.1") for _ in range(faces))
    air = die(dice, 6, f"{where}, Air Support", "9.5.3") if battle.support["air"] else 0
    av = attack_value(setting, position, battle)
    dv = defense_value(setting, position, battle, air)
    attack = av + sum(american)
    defense = dv + sum(sorted(japanese)[-2:])
    raw = compare(setting, position, battle, attack - defense)
    held = raw == "Success" and battle.strategy == "Fanatic"
    return CombatResolved(
        paragraph="9.5.5",
        area=battle.area,
        av=av,
        dv=dv,
        american=american,
        japanese=japanese,
        air=air,
        at=attack,
        dt=defense,
        raw=raw,
        result="Stalemate" if held else raw,
    )


def compare(setting: Setting, position: Position, battle: Battle, difference: int) -> CombatResult:
    """[9.5.5, 11.1] Return what a difference of the totals means, above 0 for the attacker."""
    if difference <= 0:
        return "Repulse" if difference < 0 else "Stalemate"
    fort = setting.tables.areas[battle.area].terrain == "Fort"
    if difference > _factor(setting, position, battle) and not (setting.options.rubble and fort):
        return "Overrun"
    return "Success"


def _result(
    setting: Setting, position: Position, after: _Aftermath, result: CombatResult
) -> Iterator[Outcome]:
    """[9.5.5] Carry out the result itself."""
    if result in {"Success", "Overrun"}:
        yield Captured(paragraph="9.5.5", area=after.area)
        if setting.tables.areas[after.area].flag:
            yield from change(setting, position, 1, "9.5.8")
    if result == "Repulse":
        yield OutOfAction(paragraph="9.5.5", unit=after.lead, area=after.area)
    if result != "Overrun":
        spent = tuple(u for u in after.units if position.fresh(u))
        if spent:
            yield BecameSpent(paragraph="9.5.5", units=spent)
    if result == "Repulse":
        yield from change(setting, position, -1, "9.5.5")


def _strategy_losses(setting: Setting, position: Position, after: _Aftermath) -> Iterator[Outcome]:
    """[9.4] What a Sniper or an Ambush costs, whatever the result of the combat."""
    leaders = [unit for unit in after.units if setting.leader(unit)]
    alone = after.strategy == "Sniper" and not leaders
    if after.strategy == "Ambush" or (alone and setting.options.sniper_alone == "ambush"):
        if after.lead in position.at:
            yield OutOfAction(paragraph="9.4", unit=after.lead, area=after.area, by=after.strategy)
    elif after.strategy == "Sniper" and leaders:
        hit = after.sniper if len(leaders) > 1 else leaders[0]
        if hit in leaders:
            yield OutOfAction(paragraph="9.4", unit=str(hit), area=after.area, by="Sniper")


def check_sniper(setting: Setting, position: Position, order: Sniper) -> None:
    """[9.4] Refuse anybody but a Leader who took part."""
    if order.unit not in open_battle(position).units or not setting.leader(order.unit):
        raise IllegalOrder("9.4", f"{order.unit} is not a Leader who took part in the attack")


def legal_snipers(setting: Setting, position: Position) -> Iterator[Sniper]:
    """Yield every Leader whom the Sniper may hit."""
    yield from (Sniper(unit) for unit in open_battle(position).units if setting.leader(unit))


def answer_sniper(setting: Setting, position: Position, order: Sniper) -> Iterator[Outcome]:
    """Lose the Leader chosen, then let the others retreat if they have to."""
    area = open_battle(position).area
    yield OutOfAction(paragraph="9.4", unit=order.unit, area=area, by="Sniper")
    yield from retreats.go_on(setting, position)

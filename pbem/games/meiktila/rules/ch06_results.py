"""[6.5.2 to 6.5.4, 11.1] What a combat's result costs: plans, retreats, advance, charges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import IllegalOrder
from pbem.games.meiktila.data.forms import ENEMY
from pbem.games.meiktila.rules import ch06_combat as combat
from pbem.games.meiktila.rules import ch06_stacking as stacking
from pbem.games.meiktila.rules import ch08_positions as positions
from pbem.games.meiktila.rules import ch11_options as options
from pbem.games.meiktila.rules.ch06_zones import Zones
from pbem.games.meiktila.rules.ch09_victory import visited
from pbem.games.meiktila.rules.orders import Advance, Defend, Plan
from pbem.games.meiktila.rules.outcomes import (
    Advanced,
    CombatEnded,
    CombatWentOn,
    Declined,
    Eliminated,
    LossesPlanned,
    PlanStopped,
    Retreated,
    RetreatRolled,
    StepLost,
)
from pbem.games.meiktila.rules.position import Battle, Part, Position, open_battle
from pbem.games.meiktila.rules.setting import Setting, halved
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept, kept_each
from pbem.kit.wording import counted

FAILS = 6
"""A die of so much, by itself or by addition, always fails (6.5.3, A104)."""
ELIMINATED = "E"


def run(setting: Setting, position: Position, dice: Dice | None = None) -> Iterator[Outcome]:
    """Go on with a combat by itself, up to a question or, without ``dice``, where they are due."""
    while (battle := position.battle) is not None:
        if waits(setting, position) or (dice is None and dice_due(setting, position)):
            return
        yield from positions.clear(setting, position)
        match battle.stage:
            case "defend":
                yield from combat.defend(setting, position, Defend())
            case "dice":
                assert dice is not None  # noqa: S101 - it is due
                yield from combat.roll(setting, position, dice)
            case "hold" | "losses":
                yield from _settle(setting, position, dice)
            case "advance":
                yield from _advance_by_itself(setting, position)
            case _:
                if battle.banzai:
                    assert dice is not None  # noqa: S101 - it is due
                    yield from _charges(setting, position, dice)
                yield CombatEnded(paragraph="6.5", hex=battle.hex)


def waits(setting: Setting, position: Position) -> bool:
    """Whether a player is asked about the combat now."""
    battle = open_battle(position)
    match battle.stage:
        case "defend":
            return combat.asks_defender(setting, position)
        case "hold" | "losses":
            return not battle.plan and _owing(setting, position)
        case "advance":
            return battle.advance is None and bool(able_to_advance(setting, position))
    return False


def dice_due(setting: Setting, position: Position) -> bool:
    """Whether the combat, in which nobody is asked now, needs a die."""
    battle = open_battle(position)
    match battle.stage:
        case "dice":
            return True
        case "hold" | "losses":
            return _retreats_next(setting, position)
        case "banzai":
            return bool(battle.banzai)
    return False


@kept
def payers(setting: Setting, position: Position) -> list[str]:
    """[6.5.2, A79, A80] Return the units that may still pay for the half that is settled."""
    battle = open_battle(position)
    if battle.stage == "hold":
        return combat.defenders(setting, position, battle)
    done = {*battle.retreated, *(battle.paid if by_units(setting, battle) else ())}
    return setting.ordered(unit for unit in battle.with_ if unit not in done)


def by_units(setting: Setting, battle: Battle) -> bool:
    """[6.5.2, A79] Whether the half that is settled counts units, of which each pays once."""
    return battle.stage == "losses" and setting.options.attacker_mode == "units"


def _owing(setting: Setting, position: Position) -> bool:
    return open_battle(position).owed > 0 and bool(payers(setting, position))


def asked(position: Position) -> str:
    """Return the side that is to pay."""
    battle = open_battle(position)
    return ENEMY[battle.side] if battle.stage == "hold" else battle.side


def _length(setting: Setting, position: Position) -> int:
    """[A79, A80] Return how many hexes a unit that retreats now has to go."""
    battle = open_battle(position)
    return 1 if by_units(setting, battle) else battle.owed


# --- E ---------------------------------------------------------------------------------------


def _eliminate(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[6.5.2, A34] Carry out an E of the half that is settled; guns in support are untouched."""
    battle = open_battle(position)
    attacker, defender = battle.result.split("/")
    if (defender if battle.stage == "hold" else attacker) == ELIMINATED:
        for unit in payers(setting, position):
            yield _lost(setting, position, unit)


def _lost(setting: Setting, position: Position, unit: str, why: str = "combat") -> Eliminated:
    return Eliminated(
        paragraph="6.5.3" if why == "retreat" else "6.5.2",
        unit=unit,
        hex=position.at[unit],
        steps=setting.steps(position, unit),
        why=why,
    )


def lose_step(setting: Setting, position: Position, unit: str, why: str = "combat") -> Outcome:
    """[6.5.3] Return the loss of one step; ``why`` is reported if it was the last."""
    if setting.steps(position, unit) > 1:
        return StepLost(paragraph="6.5.3", unit=unit, hex=position.at[unit])
    return Eliminated(paragraph="6.5.3", unit=unit, hex=position.at[unit], steps=1, why=why)


# --- retreats --------------------------------------------------------------------------------


def retreat_refused(setting: Setting, position: Position, unit: str, path: Sequence[str]) -> str:
    """[6.5.3, A81] Return why a unit cannot retreat along a path, nothing if it can."""
    tables, here = setting.tables, position.at[unit]
    zones = Zones(setting, position, setting.side(unit))
    closed = zones.closed
    for there in path:
        if there not in tables.land.get(here, ()):
            return f"{there} is not land next to {here}"
        if there in zones.enemies:
            return f"an enemy is in {there}"
        if there in closed:
            return f"{there} is in an enemy zone and has no friendly unit"
        here = there
    return _end_refused(setting, position, unit, path)


def _end_refused(setting: Setting, position: Position, unit: str, path: Sequence[str]) -> str:
    """[6.5.3, A81] Return why a unit cannot stop where a path of free hexes ends, if it cannot."""
    here = position.at[unit]
    end = path[-1] if path else here
    if setting.tables.distance(here, end) != len(path):
        return f"{end} is not {len(path)} hexes away"
    for there in path if _rolls_by_hexes(setting, position) else path[-1:]:
        if not stacking.room(setting, position, there, unit):
            return f"{unit} cannot stack in {there}"
    return ""


def _rolls_by_hexes(setting: Setting, position: Position) -> bool:
    """[A101] Whether each hex has a die of its own: a unit may have to stop in any of them."""
    return setting.options.retreat_rolls and open_battle(position).stage == "hold"


def retreats(
    setting: Setting, position: Position, unit: str, length: int
) -> Iterator[tuple[str, ...]]:
    """Yield every path of so many hexes along which a unit can retreat."""
    paths: list[tuple[str, ...]] = [()]
    closed = Zones(setting, position, setting.side(unit)).closed
    for _ in range(length):
        paths = [
            (*path, there)
            for path in paths
            for there in setting.tables.land[path[-1] if path else position.at[unit]]
            if there not in closed
        ]
    return (path for path in paths if not _end_refused(setting, position, unit, path))


def off_map(setting: Setting, position: Position, unit: str) -> bool:
    """[6.5.3, A81] Whether a unit may leave the map: it stands in a hex of the edge."""
    return position.at[unit] in setting.tables.rim


@kept
def factor(setting: Setting, position: Position, unit: str) -> int:
    """[6.5.3, A30] Return the combat factor that a retreat die is compared with."""
    battle = open_battle(position)
    face = setting.face(position, unit)
    highest = max(face.attack or 0, face.defence)
    if unit in battle.oos:
        highest = halved(highest)
    return highest + (combat.bonus(setting, battle, unit) if battle.stage == "hold" else 0)


# --- plans -----------------------------------------------------------------------------------


def check_plan(setting: Setting, position: Position, order: Plan) -> None:
    """[6.5.2, 6.5.3] Refuse who does not pay, and retreats that cannot be."""
    able, most = payers(setting, position), _length(setting, position)
    once = by_units(setting, open_battle(position))
    for place, part in enumerate(order.parts):
        before = order.parts[:place]
        if part.unit not in able:
            raise IllegalOrder("6.5.2", f"{part.unit} is not one of the units that pay")
        if once and any(other.unit == part.unit for other in before):
            raise IllegalOrder("6.5.2", f"{part.unit} can pay only once")
        if part.off and not off_map(setting, position, part.unit):
            raise IllegalOrder("6.5.3", f"{part.unit} is not at the edge of the map")
        least = _length_after(setting, position, before, part.unit)
        if part.to and not least <= len(part.to) <= most:
            raise IllegalOrder("6.5.3", f"{part.unit} must retreat {counted(least, 'hex')}")
        if part.to and (why := retreat_refused(setting, position, part.unit, part.to)):
            raise IllegalOrder("6.5.3", why)


def _length_after(setting: Setting, position: Position, before: Sequence[Part], unit: str) -> int:
    """[A32, A80] Return the most hexes that ``unit`` may have to go after other parts of a plan.

    Payments that are sure by then are not owed any more: steps, and for a unit that retreats again
    those of its dice that failed.
    """
    if by_units(setting, open_battle(position)):
        return 1
    owed = open_battle(position).owed
    for other in dict.fromkeys(part.unit for part in before):
        its = [part for part in before if part.unit == other]
        steps = setting.steps(position, other)
        sure = sum(not part.to or other == unit for part in its)
        owed -= steps if any(part.off for part in its) else min(sure, steps)
    return max(1, owed)


@kept_each
def legal_plans(setting: Setting, position: Position) -> Iterator[Plan]:
    """Yield for each unit a step, every retreat, and leaving the map: each a plan of one part."""
    length = _length(setting, position)
    for unit in payers(setting, position):
        yield Plan((Part(unit),))
        for path in retreats(setting, position, unit, length):
            yield Plan((Part(unit, path),))
        if off_map(setting, position, unit):
            yield Plan((Part(unit, off=True),))


def plan(position: Position, order: Plan) -> Iterator[Outcome]:
    """[6.5.3] Note how a result is to be paid for."""
    yield LossesPlanned(paragraph="6.5.3", side=asked(position), parts=order.parts)


def _settle(setting: Setting, position: Position, dice: Dice | None) -> Iterator[Outcome]:
    """[6.5.2, 6.5.3, A79, A80] Carry out the next part of the plan, or go on where all is paid."""
    battle = open_battle(position)
    if not _owing(setting, position):
        yield from _eliminate(setting, position)
        yield _on(battle, "losses" if battle.stage == "hold" else "advance")
        return
    part = battle.plan[0]
    path = part.to[: _length(setting, position)]
    if part.unit not in payers(setting, position) or _stopped(setting, position, part.unit, part):
        yield PlanStopped(paragraph="6.5.3", unit=part.unit)
    elif part.off:
        yield _lost(setting, position, part.unit, "retreat")
    elif not path:
        yield lose_step(setting, position, part.unit)
    else:
        assert dice is not None  # noqa: S101 - it is due
        yield from _retreat(setting, position, part.unit, path, dice)


def _on(battle: Battle, stage: str) -> CombatWentOn:
    return CombatWentOn(paragraph="6.5.2", hex=battle.hex, stage=stage)


def _retreats_next(setting: Setting, position: Position) -> bool:
    """Whether the next part of the plan is a retreat that can be carried out."""
    plan_ = open_battle(position).plan
    if not plan_ or not plan_[0].to or not _owing(setting, position):
        return False
    able = plan_[0].unit in payers(setting, position)
    return able and not _stopped(setting, position, plan_[0].unit, plan_[0])


def _stopped(setting: Setting, position: Position, unit: str, part: Part) -> bool:
    """Whether a retreat that was planned is none any more."""
    if not part.to:
        return False
    length = _length(setting, position)
    short = len(part.to) < length
    return short or bool(retreat_refused(setting, position, unit, part.to[:length]))


def _retreat(
    setting: Setting, position: Position, unit: str, path: tuple[str, ...], dice: Dice
) -> Iterator[Outcome]:
    """[6.5.3, A32, A80, A101] Roll for a retreat; a unit that fails loses a step and stays.

    With `retreat_rolls` a path of two is rolled for hex by hex.
    """
    by_hexes = _rolls_by_hexes(setting, position)
    gone: list[str] = []
    for _ in range(len(path) if by_hexes else 1):
        rolled = _roll(setting, position, unit, dice)
        yield rolled
        if rolled.passed:
            gone.append(path[len(gone)])
            continue
        lost = lose_step(setting, position, unit)
        yield lost
        if isinstance(lost, Eliminated):
            return
        if not by_hexes:
            return
    if gone:
        way = tuple(gone) if by_hexes else path
        yield Retreated(paragraph="6.5.3", unit=unit, path=way)
        yield from visited(setting, position, setting.side(unit), way)


def _roll(setting: Setting, position: Position, unit: str, dice: Dice) -> RetreatRolled:
    """[6.5.3, 8.3, A104] Roll whether a unit retreats."""
    battle = open_battle(position)
    face = die(dice, 6, f"retreat of {unit}", "6.5.3")
    more = battle.stage == "losses" and battle.anti_tank and setting.side(unit) == "al"
    modified, against = face + more, factor(setting, position, unit)
    return RetreatRolled(
        paragraph="6.5.3",
        unit=unit,
        die=face,
        modified=modified,
        factor=against,
        passed=modified <= against and modified < FAILS,
    )


# --- advance ---------------------------------------------------------------------------------


def able_to_advance(setting: Setting, position: Position) -> list[str]:
    """[6.5.4, A82, A83] Return who may advance, each alone: attackers that did not retreat."""
    battle = open_battle(position)
    if position.units_at(battle.hex):
        return []
    return setting.ordered(unit for unit in battle.with_ if unit not in battle.retreated)


def check_advance(setting: Setting, position: Position, order: Advance) -> None:
    """[6.5.4] Refuse who may not advance, and too many."""
    able = able_to_advance(setting, position)
    for unit in order.units:
        if unit not in able:
            raise IllegalOrder("6.5.4", f"{unit} cannot advance", f"May: {', '.join(able)}.")
    if not stacking.fits(setting, order.units):
        raise IllegalOrder("6.3", f"{', '.join(order.units)} cannot stack in one hex")


def legal_advances(setting: Setting, position: Position) -> Iterator[Advance]:
    """Yield each unit alone, and all that stack together."""
    able = able_to_advance(setting, position)
    yield from (Advance((unit,)) for unit in able)
    together = stacked(setting, able)
    if len(together) > 1:
        yield Advance(together)


def stacked(setting: Setting, units: Sequence[str]) -> tuple[str, ...]:
    """Return as many of ``units`` as stack together, the first ones."""
    chosen: list[str] = []
    for unit in units:
        if stacking.fits(setting, [*chosen, unit]):
            chosen.append(unit)
    return tuple(chosen)


def advance(setting: Setting, position: Position, units: Sequence[str]) -> Iterator[Outcome]:
    """[6.5.4] Advance units into the hex that was attacked."""
    battle = open_battle(position)
    for unit in units:
        yield Advanced(paragraph="6.5.4", unit=unit, hex=battle.hex)
        yield from visited(setting, position, battle.side, (battle.hex,))
    yield _on(battle, "banzai")


def decline(position: Position) -> Iterator[Outcome]:
    """[6.5.4] Advance nobody."""
    battle = open_battle(position)
    yield Declined(paragraph="6.5.4", side=battle.side, question="advance")
    yield _on(battle, "banzai")


def _advance_by_itself(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[A83] Advance those whom the attack named, as far as they can."""
    able = able_to_advance(setting, position)
    named = [unit for unit in open_battle(position).advance or () if unit in able]
    yield from advance(setting, position, stacked(setting, named))


# --- charges ---------------------------------------------------------------------------------


def _charges(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[11.1, A57, A84] Roll for everybody who has charged and lives, last of all."""
    for unit in list(open_battle(position).banzai):
        checked = options.check_charge(setting, position, unit, dice)
        yield checked
        if checked.lost:
            yield lose_step(setting, position, unit, "banzai")

"""[3.9] A fight from the first plane to the last attack: what comes next, rounds, who has won."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.rules import ch1_combat as combat
from pbem.games.singapore.rules import ch2_tactics as tactics
from pbem.games.singapore.rules import ch3_air as air
from pbem.games.singapore.rules import ch3_strikes as strikes
from pbem.games.singapore.rules import ch4_results as retreats
from pbem.games.singapore.rules.ch4_results import lose
from pbem.games.singapore.rules.ch5_supply import owed
from pbem.games.singapore.rules.ch7_variants import broken_through
from pbem.games.singapore.rules.outcomes import (
    Fatigued,
    GameEnded,
    Loss,
    RoundBegun,
    RoundFought,
    UnitLost,
)
from pbem.games.singapore.rules.position import (
    ATTACKER,
    ATTACKS,
    DEFENDER,
    PAIRS,
    SIDES,
    Battle,
    Position,
    open_battle,
)
from pbem.games.singapore.rules.setting import COMPANY, REGIMENT, Setting
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice

ROLLS = ("air", "strike", "round", "hunt")
"""What dice are due for."""


def comes(setting: Setting, position: Position) -> str:
    """Return what a fight comes to next.

    ``plane``, ``group``, ``alone``, ``strikes`` and ``drop`` are asked, on the map ``line``,
    ``retreat``, ``pursue`` and ``withdraw`` too; `ROLLS` are rolled; ``replace``, ``quiet`` (no
    strikes), ``perish`` (no place to withdraw to) and ``over`` go by themselves.
    """
    battle = open_battle(position)
    if battle.unlined:
        return "line"
    if wants := retreats.comes(setting, position):
        return wants
    if all(battle.planes[side] for side in SIDES):
        return "plane" if air.asked(battle) else "air"
    if not battle.defender or not (battle.group or battle.line[ATTACKER]):
        return "over"
    return "retreat" if retreats.asked(setting, position) else _round_wants(setting, battle)


def round_due(setting: Setting, position: Position) -> bool:
    """Whether the dice of a round are what a position waits for."""
    if position.phase != "fight" or owed(position) is not None:
        return False
    return comes(setting, position) == "round"


def _round_wants(setting: Setting, battle: Battle) -> str:
    """Return what a round waits for: a group, strikes, a die to leave out, or its dice."""
    if wants := _group_wants(battle):
        return wants
    if strikes.open_window(battle):
        return _strikes_want(battle)
    return "drop" if tactics.must_drop(setting, battle) else "round"


def _group_wants(battle: Battle) -> str:
    """Return what an incomplete group waits for, or nothing."""
    if not battle.group:
        return "group"
    behind = bool(battle.line[ATTACKER])
    if not battle.point:
        return "alone" if battle.struck and behind else "replace"
    empty = battle.tactic in PAIRS and not battle.support
    return "replace" if empty and behind else ""


def _strikes_want(battle: Battle) -> str:
    """Return what the strikes of a new pair wait for."""
    if strikes.asked(battle):
        return "strikes"
    return "strike" if any(battle.declared.values()) else "quiet"


def go_on(setting: Setting, position: Position) -> Iterator[Outcome]:
    """Take the steps that nobody decides, up to the next question or dice."""
    while position.phase == "fight" and owed(position) is None:
        battle = open_battle(position)
        match comes(setting, position):
            case "perish":
                yield from retreats.perish(setting, position)
            case "replace":
                yield tactics.replaced(setting, battle)
            case "quiet":
                yield strikes.over(battle)
            case "over" if position.war is not None:
                yield from retreats.conclude(setting, position)
            case "over":
                yield ended(setting, battle)
            case "round" if battle.stage != "dice":
                yield begin(setting, battle)
            case _:
                return


def begin(setting: Setting, battle: Battle) -> RoundBegun:
    """[1.9] Say which dice are rolled."""
    return RoundBegun(
        paragraph="1.9",
        point=battle.point,
        support=battle.support,
        defender=battle.defender,
        attack=tactics.attack_dice(setting, battle),
        defence=tactics.defence_dice(setting, battle),
        bonus=tactics.bonus(setting, battle),
    )


def roll(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """Carry out the dice that are due, and what follows."""
    match comes(setting, position):
        case "hunt":
            yield from retreats.hunt(setting, position, dice)
        case "air":
            yield from air.fight(setting, position, dice)
        case "strike":
            yield from strikes.roll(setting, position, dice)
        case _:
            yield from fight_round(setting, position, dice)
    yield from go_on(setting, position)


def fight_round(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[1.10, 2.7, 2.8] Roll a round; the losers are out, who has attacked twice is set aside."""
    battle = open_battle(position)
    group, defender, tactic = battle.group, battle.defender, battle.tactic
    what = f"{' and '.join(group)} against {defender}"
    faces = tactics.attack_dice(setting, battle)
    attack = combat.throw(dice, faces, f"attack of {what}", "1.10")
    against = tactics.defence_dice(setting, battle)
    defence = combat.throw(dice, against, f"defence: {what}", "1.10")
    bonus = tactics.bonus(setting, battle)
    margin = combat.margin_of(attack, defence, bonus)
    result = combat.result_of(margin)
    yield RoundFought(
        paragraph="1.11",
        point=battle.point,
        support=battle.support,
        defender=defender,
        attack=attack,
        defence=defence,
        bonus=bonus,
        margin=margin,
        result=result,
    )
    how: Loss = "eliminated" if result.endswith("eliminated") else "suppressed"
    if margin > 0:
        told = UnitLost(paragraph="1.12", unit=defender, how=how, by="round")
        yield from lose(setting, position, told)
        yield from broken_through(setting, position, group[0], attack, defence)
    elif margin < 0:
        step = "2.7" if len(group) > 1 else "1.12"
        for unit in group:
            told = UnitLost(paragraph=step, unit=unit, how=how, by="round")
            yield from lose(setting, position, told)
    for unit in group:
        if position.phase == "fight" and unit in battle.group and battle.spent[unit] >= ATTACKS:
            yield Fatigued(paragraph="1.13" if tactic == "standard" else "2.8", unit=unit)


# --- the end ----------------------------------------------------------------------------------


def ended(setting: Setting, battle: Battle) -> GameEnded:
    """[1.14, 2.9, 3.10, R53] Return who has won on the combat board."""
    attackers, defenders = battle.attackers(), battle.line[DEFENDER]
    here = {COMPANY: "1.14", REGIMENT: "3.10"}.get(setting.scenario, "2.9")
    if setting.board is not None:
        here = "3.11"
    if setting.scenario == COMPANY and attackers and defenders:
        why = "both rounds were drawn"
        return GameEnded(paragraph="1.13", winner=None, why=why)
    if defenders:
        why = "the defender has units left on the board"
        return GameEnded(paragraph=here, winner=DEFENDER, why=why)
    if attackers:
        why = "the attacker has units left, and the defender none"
        return GameEnded(paragraph=here, winner=ATTACKER, why=why)
    return GameEnded(paragraph=here, winner=None, why="no unit is left in either line")

"""[3.9] A fight from the first plane to the last attack: what comes next, rounds, who has won."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.rules.cards import ch6_play as plays
from pbem.games.singapore.rules.cards.ch6_effects import disguise_bonus
from pbem.games.singapore.rules.cards.outcomes_cards import RolledAgain, RoundRolled
from pbem.games.singapore.rules.ch5_supply import owed
from pbem.games.singapore.rules.corps import ch4_results as retreats
from pbem.games.singapore.rules.corps.ch4_results import lose
from pbem.games.singapore.rules.fights import ch1_combat as combat
from pbem.games.singapore.rules.fights import ch2_tactics as tactics
from pbem.games.singapore.rules.fights import ch3_air as air
from pbem.games.singapore.rules.fights import ch3_strikes as strikes
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
    Rolled,
    open_battle,
)
from pbem.games.singapore.rules.setting import COMPANY, REGIMENT, Setting
from pbem.games.singapore.rules.variants.ch7_variants import broken_through
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept

DISGUISE = 6
"""[6.C2] The die of a disguise."""


@kept
def comes(setting: Setting, position: Position) -> str:
    """Return what a fight comes to next.

    These are asked: ``plane``, ``group``, ``alone``, ``strikes`` and ``drop``; on the map also
    ``line``, ``retreat``, ``pursue``, ``withdraw`` and ``cards``. These are rolled: ``air``,
    ``strike``, ``round``, ``hunt`` and ``again``.

    These go by themselves: ``replace``, ``quiet`` (no strikes), ``perish`` (no place to withdraw
    to), ``settle`` (the dice lie there, and nobody plays a card more) and ``over``.
    """
    battle = open_battle(position)
    if battle.unlined:
        return "line"
    if wants := _rolled_wants(setting, position) or retreats.comes(setting, position):
        return wants
    return _next_round(setting, position)


def _rolled_wants(setting: Setting, position: Position) -> str:
    """[6.7] Return what dice that lie there wait for, nothing where none do."""
    battle = open_battle(position)
    if battle.rolled is None:
        return ""
    if battle.again:
        return "again"
    return "cards" if plays.asked(setting, position) else "settle"


def _next_round(setting: Setting, position: Position) -> str:
    """Return what comes before the next round, or that round; after its beginning only dice do."""
    battle = open_battle(position)
    if battle.stage == "dice":
        return "round"
    if all(battle.planes[side] for side in SIDES):
        return "plane" if air.asked(battle) else "air"
    if not battle.defender or not (battle.group or battle.line[ATTACKER]):
        return "over"
    if retreats.asked(setting, position):
        return "retreat"
    wants = _round_wants(setting, battle)
    if wants in {"strike", "round"} and _cards_wanted(setting, position):
        return "cards"
    return wants


def _cards_wanted(setting: Setting, position: Position) -> bool:
    """[6.7] Whether somebody is asked for cards before dice are rolled."""
    return position.war is not None and plays.asked(setting, position) is not None


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
    following = bool(battle.line[ATTACKER])
    if not battle.point:
        return "alone" if battle.struck and following else "replace"
    empty = battle.tactic in PAIRS and not battle.support
    return "replace" if empty and following else ""


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
            case "settle":
                yield from settle(setting, position)
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
    """Carry out the dice that are due, and what follows from them at once."""
    match comes(setting, position):
        case "hunt":
            yield from retreats.hunt(setting, position, dice)
        case "air":
            yield from air.fight(setting, position, dice)
        case "strike":
            yield from strikes.roll(setting, position, dice)
        case "again":
            yield from roll_again(setting, position, dice)
        case _:
            yield from fight_round(setting, position, dice)


def fight_round(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[1.10] Roll a round, and settle it unless cards may be played on its dice."""
    battle = open_battle(position)
    with_cards = position.war is not None and position.war.cards is not None
    disguise = die(dice, DISGUISE, "the disguise", "6.C2") if battle.disguised else 0
    what = f"{' and '.join(battle.group)} against {battle.defender}"
    faces = tactics.attack_dice(setting, battle)
    attack = combat.throw(dice, faces, f"attack of {what}", "1.10")
    against = tactics.defence_dice(setting, battle)
    defence = combat.throw(dice, against, f"defence: {what}", "1.10")
    bonus = tactics.bonus(setting, battle) + disguise_bonus(battle, disguise)
    if not with_cards:
        fell = Rolled(list(attack), list(defence), bonus)
        yield from _settle(setting, position, fell)
        return
    yield RoundRolled(
        paragraph="1.10",
        point=battle.point,
        defender=battle.defender,
        attack=attack,
        defence=defence,
        bonus=bonus,
        disguise=disguise,
    )


def roll_again(setting: Setting, position: Position, dice: Dice) -> Iterator[Outcome]:
    """[6.C3] A role rolls all its dice of the round again."""
    battle = open_battle(position)
    attacks = battle.again == ATTACKER
    faces = (tactics.attack_dice if attacks else tactics.defence_dice)(setting, battle)
    shown = combat.throw(dice, faces, f"the {battle.again} rolls again", "6.C3")
    yield RolledAgain(paragraph="6.C3", role=battle.again, dice=shown)


def settle(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[6.7] Settle the round whose dice lie there, when nobody plays a card on them any more."""
    rolled = open_battle(position).rolled
    if rolled is not None:
        yield from _settle(setting, position, rolled)


def _settle(setting: Setting, position: Position, fell: Rolled) -> Iterator[Outcome]:
    """[1.11, 1.12, 2.7, 2.8] Read the dice; the losers are out, who has attacked twice is tired."""
    battle = open_battle(position)
    group, defender, tactic = battle.group, battle.defender, battle.tactic
    attack, defence, bonus = tuple(fell.attack), tuple(fell.defence), fell.bonus
    margin = combat.margin_of(attack, defence, bonus)
    result = combat.result_of(margin)
    if battle.stood and result == "defender suppressed":
        result, margin = "draw", 0
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
        reported = UnitLost(paragraph="1.12", unit=defender, how=how, by="round")
        yield from lose(setting, position, reported)
        yield from broken_through(setting, position, group[0], attack, defence)
    elif margin < 0:
        step = "2.7" if len(group) > 1 else "1.12"
        for unit in group:
            reported = UnitLost(paragraph=step, unit=unit, how=how, by="round")
            yield from lose(setting, position, reported)
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

"""[6.C1 to 6.C8] Combat cards: before strikes, before a round, and on its dice."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_target import Effect, Target
from pbem.games.singapore.rules.cards.outcomes_cards import StrikeCancelled, UnitTaken
from pbem.games.singapore.rules.corps.ch4_results import lose
from pbem.games.singapore.rules.fights.ch1_combat import margin_of, result_of
from pbem.games.singapore.rules.outcomes import UnitLost
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    OTHER,
    Battle,
    Position,
    open_battle,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import allied
from pbem.kit.contract import Outcome

POINTS = {
    "strikes": ("C1", "C8"),
    "round": ("C2", "C5", "C6", "C7"),
    "dice": ("C3", "C4"),
}
"""[6.7] Point of a battle -> the cards that are played there."""


def point(position: Position) -> str:
    """[6.7] Return at which point of a battle it stands, if cards are asked for now."""
    battle = open_battle(position)
    if battle.rolled is not None:
        return "dice"
    faces = battle.faced != [battle.point, battle.defender]
    return "strikes" if faces and any(battle.declared.values()) else "round"


def role_of(battle: Battle, army: Army) -> str:
    """Return the role of an army's side in a battle, also where the army itself sits out."""
    return ATTACKER if any(allied(army, seat) for seat in _armies(battle, ATTACKER)) else DEFENDER


def _armies(battle: Battle, role: str) -> list[Army]:
    return [army for army in ("jp", "au", "br") if army in battle.seats[role]]


def losing(battle: Battle) -> tuple[str, ...]:
    """[6.7] Return the roles that lost the round whose dice lie there; after a draw both."""
    rolled = battle.rolled
    if rolled is None:
        return ()
    margin = margin_of(tuple(rolled.attack), tuple(rolled.defence), rolled.bonus)
    return (DEFENDER, ATTACKER) if not margin else (DEFENDER,) if margin > 0 else (ATTACKER,)


# --- before strikes ---------------------------------------------------------------------------


def _shells(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    battle = open_battle(position)
    role = role_of(battle, army)
    able = [gun for gun in battle.guns[role] if setting.tables.units[gun].kind == "fixed"]
    if able and role not in battle.shells:
        yield Target()


def _strikes(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    battle = open_battle(position)
    enemy = OTHER[role_of(battle, army)]
    committed = [gun for targets in battle.declared.values() for gun in targets]
    for gun in setting.in_order(committed):
        if gun in battle.guns[enemy]:
            yield Target((gun,))


def _cancel(_setting: Setting, _position: Position, _army: Army, on: Target) -> Iterator[Outcome]:
    yield StrikeCancelled(paragraph="6.C8", unit=on.units[0])


# --- before a round ---------------------------------------------------------------------------


def _disguise(_setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    """[R118] The Japanese come disguised: they attack."""
    battle = open_battle(position)
    if role_of(battle, army) == ATTACKER and not battle.disguised:
        yield Target()


def _join(setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    battle = open_battle(position)
    on_foot = setting.tables.units[battle.defender].kind == "infantry"
    if role_of(battle, army) == DEFENDER and on_foot:
        yield Target()


def _ambush(_setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    battle = open_battle(position)
    if role_of(battle, army) == DEFENDER and not battle.ambushed:
        yield Target()


def _defectors(setting: Setting, position: Position, _army: Army) -> Iterator[Target]:
    battle = open_battle(position)
    units = [*battle.attackers(), *battle.line[DEFENDER]]
    for unit in setting.in_order(units):
        piece = setting.tables.units[unit]
        if (piece.army, piece.kind) == ("br", "infantry"):
            yield Target((unit,))


def _defect(setting: Setting, position: Position, _army: Army, on: Target) -> Iterator[Outcome]:
    unit = on.units[0]
    yield UnitTaken(paragraph="6.C7", unit=unit)
    reported = UnitLost(paragraph="6.C7", unit=unit, how="eliminated", by="card")
    yield from lose(setting, position, reported)


# --- on the dice ------------------------------------------------------------------------------


def _charge(_setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    battle = open_battle(position)
    if charging(battle, army):
        yield Target()


def charging(battle: Battle, army: Army) -> str:
    """[6.C3] Return the role whose dice an army would roll again: its own unit fights."""
    for role in losing(battle):
        unit = battle.defender if role == DEFENDER else battle.point
        if unit and battle.army(unit) == army:
            return role
    return ""


def _stand(_setting: Setting, position: Position, army: Army) -> Iterator[Target]:
    battle, rolled = open_battle(position), open_battle(position).rolled
    if rolled is None or battle.stood or role_of(battle, army) != DEFENDER:
        return
    margin = margin_of(tuple(rolled.attack), tuple(rolled.defence), rolled.bonus)
    if result_of(margin) == "defender suppressed":
        yield Target()


EFFECTS: dict[str, Effect] = {
    "C1": Effect(_shells),
    "C2": Effect(_disguise),
    "C3": Effect(_charge),
    "C4": Effect(_stand),
    "C5": Effect(_join),
    "C6": Effect(_ambush),
    "C7": Effect(_defectors, _defect),
    "C8": Effect(_strikes, _cancel),
}

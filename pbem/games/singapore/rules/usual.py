"""The usual answers (`standing usual`): units, tactics, planes, strikes, who leads.

A part of the rules' version: each answer is the one that weighs most, what is weighed is
computed here, and a change of a weight changes the adjudication. No player of the program
stands below this module, so that players may learn without changing it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from pbem.games.singapore.data.tables import FACES_OF_A_STRIKE
from pbem.games.singapore.rules import questions
from pbem.games.singapore.rules.fights import ch1_combat as combat
from pbem.games.singapore.rules.fights.ch3_air import asked as names_plane
from pbem.games.singapore.rules.fights.ch3_strikes import writes
from pbem.games.singapore.rules.orders import (
    Agree,
    Assist,
    Attack,
    Choose,
    Drop,
    Fight,
    Give,
    Hand,
    Land,
    Leave,
    Line,
    Move,
    Offer,
    Plane,
    PlayCard,
    Pursue,
    Ready,
    Retreat,
    Send,
    Split,
    Strike,
    Support,
    Withdraw,
)
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    OFF_MAP,
    OTHER,
    Battle,
    Position,
    open_battle,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.keeping import always
from pbem.kit.typed.orders import Pass

HIT = 1000
"""The worth of being sure that a target is out of the fight, for each of its dice's faces."""
STRIKER = 900
"""The worth of a strike unit that is kept for later, for each pair of points to come."""

WHOLE = 10**6
"""A chance of one in what tactics promise, so that worths are whole numbers."""
MEAN = 1000
"""More than the mean of any highest die in hundredths, to weigh the front of a line first."""


OUTNUMBERED = 3
"""So many times as many attackers make it usual that defenders retreat."""


WINDOWS = ("deployment", "supply", "cards")
"""Questions that offer cards and a pass alone: nobody shows a card beforehand, so the pass."""


def asked(setting: Setting, _side: str) -> tuple[str, ...]:
    """Return the questions that have a usual answer: every one that can interrupt.

    But for `drawn` and `discard`: their answers show a card, and nobody has that beforehand.
    """
    on_board = ("plane", "strikes", "drop", "alone")
    on_map = ("line", "retreat", "pursue", "withdraw", "defence", "land", "combat")
    cards = ("drive", "shift", "evacuate", "deployment", "supply", "cards")
    if not setting.on_map:
        return on_board
    drive = ("drive",) if setting.options.penetration else ()
    shared: tuple[str, ...] = ("pools", "transfer") if setting.transfers else ()
    shared += ("arrive",) if setting.deploys else ()
    return on_board + on_map + shared + (cards if setting.with_cards else drive)


def answer(setting: Setting, position: Position, question: Question) -> Order:
    """Return the usual answer to the open question: the first of those that weigh most."""
    if question.name in WINDOWS:
        return Pass()
    if question.name == "line":
        return _line(setting, position)
    able = questions.answering(setting, position, question)
    return max(able, key=lambda order: worth(setting, position, question, order))


def _line(setting: Setting, position: Position) -> Order:
    """Return the strongest line without weighing every one: each unit counts more than all after.

    Units alike in strength stay in the order of the data.
    """
    battle = open_battle(position)
    role = setting.tables.attack if battle.unlined[0] == ATTACKER else setting.tables.defence
    units = setting.in_order(battle.line[battle.unlined[0]])
    return Line(tuple(sorted(units, key=lambda unit: _middle(role(unit)), reverse=True)))


def worth(setting: Setting, position: Position, question: Question, order: Order) -> int:
    """Return what a legal answer to the open question weighs."""
    if position.battle is None or isinstance(order, PlayCard | Ready | Hand):
        return _on_map(setting, order)
    battle = open_battle(position)
    found = 0
    match order:
        case Retreat() | Pursue() | Withdraw():
            found = _leaving(setting, battle, question, order)
        case Choose() | Line():
            found = _front(setting, position, order)
        case Attack():
            found = _promise(setting, position, order)
        case Plane(unit):
            tables = setting.tables
            defends = names_plane(battle) == DEFENDER
            found = sum(tables.defence(unit) if defends else tables.attack(unit))
        case Leave(units):
            found = -len(units)
        case Strike(point, support):
            attacks = battle.role(writes(setting, battle)) == ATTACKER
            aimed = battle.defender if attacks else battle.point
            found = _hits(setting, aimed, point) + _hits(setting, battle.support, support)
            found -= STRIKER * (len(point) + len(support))
        case Drop(die):
            found = die if setting.options.flank_die == "attacker" else -die
        case Assist():
            found = 1
    return found


def _on_map(setting: Setting, order: Order) -> int:
    """Return what an answer weighs while nobody fights: all guns, the safest airfield, no push."""
    found = 0
    match order:
        case Support(units, _):
            found = len(units)
        case Land(units, place):
            found = 2 * len(units) + (place == OFF_MAP)
        case PlayCard():
            found = -1  # nobody shows a card beforehand
        case Split() | Agree() | Give() | Ready() | Offer() | Send():
            found = -1  # tokens stay as they are printed, and where they are collected
        case Move():
            found = -1  # vehicles that have captured a sector hold it
        case Fight(place):
            found = -_to_objective(setting, place)
    return found


def _leaving(
    setting: Setting, battle: Battle, question: Question, order: Retreat | Pursue | Withdraw
) -> int:
    """Return what an answer weighs that has to do with leaving a battle."""
    match order:
        case Retreat():
            return _flight(battle, battle.role(question.side))
        case Pursue(units, _):
            return len(units)
    return -_to_objective(setting, order.place)


def _flight(battle: Battle, role: str) -> int:
    """Return what it weighs that the force of a role retreats, 0 being what it weighs to stay."""
    ours, theirs = battle.force(role), battle.force(OTHER[role])
    return 1 if role == DEFENDER and len(theirs) >= OUTNUMBERED * len(ours) else -1


def can_flee(battle: Battle, defenders: int) -> bool:
    """Whether it can still become usual that so many defenders retreat: forces only shrink."""
    return defenders > 0 and len(battle.attackers()) >= OUTNUMBERED


def _to_objective(setting: Setting, place: str) -> int:
    """Return how far the nearest strategic objective is."""
    away = setting.tables.distance(place)
    sectors = setting.tables.data.map.sectors
    return min(away[to] for to, sector in sectors.items() if sector.objective)


@always
def _hits(setting: Setting, target: str, strikers: Sequence[str]) -> int:
    """[3.8.3] Return what strikes at one target promise: its dice by the chance that one hits."""
    if not strikers:
        return 0
    tables = setting.tables
    rows = (tables.data.strikes[tables.units[unit].kind] for unit in strikers)
    dice = sum(max(tables.attack(target), tables.defence(target)))
    return _promised(dice, tuple(sorted(row.suppressed for row in rows)))


@cache
def _promised(dice: int, needed: tuple[int, ...]) -> int:
    """Return the same for the dice of a target, and what each strike must show."""
    missed = Fraction(1)
    for face in needed:
        missed *= Fraction(face - 1, FACES_OF_A_STRIKE)
    return int(HIT * dice * (1 - missed) / 2)


def _front(setting: Setting, position: Position, order: Choose | Line) -> int:
    """Return how strong a line is, each unit counting more than all after it."""
    battle = open_battle(position)
    attacks = ATTACKER in (position.phase, *battle.unlined[:1])
    dice: list[tuple[int, ...]] = []
    if isinstance(order, Choose):
        strength = setting.tables.strength[order.army]
        rows = [strength[kind] for kind in order.units]
        dice = [tuple(row.attack.dice if attacks else row.defence.dice) for row in rows]
    else:
        role = setting.tables.attack if attacks else setting.tables.defence
        dice = [role(unit) for unit in order.units]
    found = 0
    for faces in dice:
        found = MEAN * found + _middle(faces)
    return found


@cache
def _middle(faces: tuple[int, ...]) -> int:
    """Return the mean of the highest die in hundredths, 0 where there are no dice."""
    ways = combat.tops(faces) if faces else {}
    total = sum(ways.values()) or 1
    return 100 * sum(top * many for top, many in ways.items()) // total


def _promise(setting: Setting, position: Position, order: Attack) -> int:
    """Return what a tactic promises in its first round, for each attack that it costs."""
    battle, tables = open_battle(position), setting.tables
    line = battle.line[ATTACKER]
    attack, defence = tables.attack(line[0]), list(tables.defence(battle.defender))
    bonus, units = setting.bonus + battle.edge.get(line[0], 0), 1
    if order.lent is not None:
        attack, units = (*attack, order.lent), 2
    elif order.tactic == "flank":
        units = 2
        if len(defence) > 1:
            defence.remove(min(defence))
        else:
            bonus -= combat.POINT
    return _first_round(attack, tuple(defence), bonus, units)


@cache
def _first_round(attack: tuple[int, ...], defence: tuple[int, ...], bonus: int, units: int) -> int:
    """Return the same for dice that are known: a victory counts for each unit's part of it."""
    chances = combat.chances(attack, defence, bonus)
    won = chances["defender suppressed"] + chances["defender eliminated"]
    lost = chances["attacker suppressed"] + chances["attacker eliminated"]
    return int(WHOLE * (won / units - lost))

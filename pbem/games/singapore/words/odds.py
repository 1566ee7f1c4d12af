"""The odds of a round, an air round and strikes; and which rolls differ at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod

from pbem.games.singapore.data.tables import FACES_OF_A_STRIKE
from pbem.games.singapore.rules import ch5_supply as supply
from pbem.games.singapore.rules.cards import ch6_supply as stores
from pbem.games.singapore.rules.cards.ch6_effects import row_of, throw
from pbem.games.singapore.rules.fights import ch1_combat as combat
from pbem.games.singapore.rules.fights import ch2_tactics as tactics
from pbem.games.singapore.rules.fights.ch3_fight import comes, round_due
from pbem.games.singapore.rules.fights.ch3_strikes import seats
from pbem.games.singapore.rules.outcomes import (
    AirRound,
    RoundFought,
    RoundResult,
    UnitLost,
)
from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    Battle,
    Position,
    Throw,
    is_veiled,
    open_battle,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants import ch7_variants as variants
from pbem.games.singapore.words.wording import dice, half
from pbem.kit.contract import Fall, Outcome, Reading, Term
from pbem.kit.cups import Cups

TELLING = frozenset((RoundFought, AirRound, UnitLost))
"""The outcomes of which `reading`, `lost` or `out` says something."""

FAVOUR: dict[RoundResult, int] = {
    "defender eliminated": 2,
    "defender suppressed": 1,
    "draw": 0,
    "attacker suppressed": -1,
    "attacker eliminated": -2,
}
"""How good a result is for the attacker (1.11)."""


def reading(_setting: Setting, outcome: Outcome) -> Reading | None:
    """Return the result of a round (1.11); None for any other outcome."""
    if not isinstance(outcome, RoundFought | AirRound):
        return None
    group = (
        [outcome.point, outcome.support] if isinstance(outcome, RoundFought) else [outcome.attacker]
    )
    column = f"{'+'.join(filter(None, group))} v {outcome.defender}"
    return Reading(outcome.result, column, favour=FAVOUR[outcome.result])


def lost(_setting: Setting, outcome: Outcome) -> tuple[str, ...]:
    """Return who is eliminated."""
    return _gone(outcome, for_good=True)


def out(outcome: Outcome) -> tuple[str, ...]:
    """Return who is suppressed, or a plane that left: it may fight again (4.10.2)."""
    return _gone(outcome, for_good=False)


def _gone(outcome: Outcome, *, for_good: bool) -> tuple[str, ...]:
    if not isinstance(outcome, UnitLost) or (outcome.how == "eliminated") != for_good:
        return ()
    return (outcome.unit,)


def terms(setting: Setting, position: Position) -> tuple[Term, ...]:
    """Return the dice of both sides and the bonus of the round that is due."""
    if not round_due(setting, position):
        return ()
    battle = open_battle(position)
    found = [
        Term("attack", dice(tactics.attack_dice(setting, battle)), "1.9"),
        Term("defence", dice(tactics.defence_dice(setting, battle)), "1.9"),
    ]
    if bonus := tactics.bonus(setting, battle):
        found.append(Term("defender's highest die", half(bonus), "2.12" if bonus < 0 else "3.11"))
    return tuple(found)


def falls(setting: Setting, position: Position, _cups: Cups) -> Iterable[Fall] | None:
    """Return the rolls that differ: by the result, or by the best strike at each target.

    None if no such roll is due.
    """
    if (debt := supply.owed(position)) is not None:
        return _losses(supply.most(open_war(position), debt))
    if (thrown := throw(position)) is not None:
        return _tokens(position, thrown)
    if position.phase != "fight" or open_battle(position).again:
        return None
    return _in_fight(setting, position)


def _in_fight(setting: Setting, position: Position) -> Iterable[Fall] | None:
    """Return the rolls of a fight that differ."""
    battle = open_battle(position)
    match comes(setting, position):
        case "air":
            units = battle.named
            attack = setting.tables.attack(units[ATTACKER])
            return _rounds(attack, setting.tables.defence(units[DEFENDER]), 0)
        case "strike":
            return _strikes(setting, position, battle)
        case "hunt":
            return _hunts(setting, position, battle)
    return _of_round(setting, position)


def _of_round(setting: Setting, position: Position) -> Iterable[Fall] | None:
    """Return the rolls of a round that differ; cards may still be played on its dice."""
    battle = open_battle(position)
    attack = tactics.attack_dice(setting, battle)
    defence = tactics.defence_dice(setting, battle)
    variants_used = setting.options.breakthrough or setting.options.rout
    if position.war is not None and position.war.cards is not None:
        return None if battle.disguised or variants_used else _tops(attack, defence)
    if variants_used:
        return _variants(setting, battle, attack, defence)
    return _rounds(attack, defence, tactics.bonus(setting, battle))


@cache
def _losses(most: int) -> tuple[Fall, ...]:
    """Return one fall of the dice for each number of tokens that a supply point may cost (5.7)."""
    found: dict[int, Fall] = {}
    for shown in product(*map(range, supply.LOSS)):
        tokens = min(sum(shown) + len(shown), most)
        before, first = found.get(tokens, (Fraction(0), shown))
        found[tokens] = before + Fraction(1, prod(supply.LOSS)), first
    return tuple(found.values())


@cache
def _rounds(attack: tuple[int, ...], defence: tuple[int, ...], bonus: int) -> tuple[Fall, ...]:
    """Return one fall for each result of a round: all dice of a side show its highest number."""
    found: dict[str, Fall] = {}
    for ours, theirs, chance in combat.pairs(attack, defence):
        result = combat.result_of(combat.POINT * (ours - theirs) - bonus)
        before, first = found.get(
            result, (Fraction(0), (*_show(attack, ours), *_show(defence, theirs)))
        )
        found[result] = before + chance, first
    return tuple(found.values())


def _show(faces: tuple[int, ...], top: int) -> tuple[int, ...]:
    """Return a fall of dice, from 0, whose highest number is ``top``: each as high as it can be."""
    return tuple(min(face, top) - 1 for face in faces)


def _variants(
    setting: Setting, battle: Battle, attack: tuple[int, ...], defence: tuple[int, ...]
) -> Iterator[Fall]:
    """Yield one fall for each result with what breakthrough and rout add to it (7.4, 7.5)."""
    bonus = tactics.bonus(setting, battle)
    ours, theirs = _counted(attack, 8), _counted(defence, 1)
    found: dict[object, Fall] = {}
    for (one, (many, first)), (other, (more, second)) in product(ours.items(), theirs.items()):
        margin = combat.POINT * (one[0] - other[0]) - bonus
        extra: tuple[bool, bool] = (False, False)
        if margin > 0:
            broken = variants.breaks_through(setting, battle.point, tuple(n + 1 for n in first))
            extra = broken, variants.routs(setting, tuple(n + 1 for n in second))
        key = combat.result_of(margin), extra
        before, shown = found.get(key, (Fraction(0), (*first, *second)))
        found[key] = before + Fraction(many * more, prod(attack) * prod(defence)), shown
    yield from found.values()


def _counted(
    faces: tuple[int, ...], number: int
) -> Mapping[tuple[int, int], tuple[int, tuple[int, ...]]]:
    """Count the falls of dice by the highest number and how often a number shows; with one each."""
    found: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
    for shown in product(*map(range, faces)):
        key = max(shown) + 1, sum(one + 1 == number for one in shown)
        before, first = found.get(key, (0, shown))
        found[key] = before + 1, first
    return found


def _tokens(position: Position, thrown: Throw) -> Iterator[Fall] | None:
    """Yield the numbers of tokens that a card's die can come to, those alike as one (6.S2)."""
    if thrown.unit or thrown.card != "S2":
        return None
    if is_veiled(open_war(position), thrown.army):
        return None
    most = min(stores.FACES, open_war(position).stock[thrown.army] // 2)
    if not most:
        return iter([(Fraction(1), (0,))])
    shares = [(Fraction(1, stores.FACES), (face - 1,)) for face in range(1, most)]
    return iter([*shares, (Fraction(stores.FACES - most + 1, stores.FACES), (most - 1,))])


def _tops(attack: tuple[int, ...], defence: tuple[int, ...]) -> Iterator[Fall]:
    """Yield one fall for each pair of highest dice, all dice of a side as high as they can be."""
    for ours, theirs, chance in combat.pairs(attack, defence):
        yield chance, (*_show(attack, ours), *_show(defence, theirs))


def _hunts(setting: Setting, position: Position, battle: Battle) -> Iterator[Fall]:
    """Yield the falls of strikes at units that retreat, hit or not (4.10.4)."""
    ways = []
    for unit in setting.in_order(list(battle.hunters)):
        top = row_of(setting, position, unit).eliminated
        steps = ((1, top), (top, FACES_OF_A_STRIKE + 1))
        shares = [(Fraction(high - low, FACES_OF_A_STRIKE), low - 1) for low, high in steps]
        ways.append([one for one in shares if one[0]])
    for way in product(*ways):
        yield prod((chance for chance, _ in way), start=Fraction(1)), tuple(n for _, n in way)


def _strikes(setting: Setting, position: Position, battle: Battle) -> Iterator[Fall]:
    """Yield the falls of strikes that differ in the best result of a target (3.8.3)."""
    kept: dict[tuple[tuple[str, int], ...], Fall] = {(): (Fraction(1), ())}
    for side in seats(battle):
        targets = battle.declared.get(side, {})
        for unit in setting.in_order(list(targets)):
            row = row_of(setting, position, unit)
            top = row.eliminated
            steps = ((1, row.suppressed), (row.suppressed, top), (top, FACES_OF_A_STRIKE + 1))
            after: dict[tuple[tuple[str, int], ...], Fall] = {}
            for (best, (chance, shown)), (hit, (low, high)) in product(
                kept.items(), enumerate(steps)
            ):
                if low == high:
                    continue
                result = {**dict(best), targets[unit]: max(dict(best).get(targets[unit], 0), hit)}
                key = tuple(sorted(result.items()))
                share = chance * Fraction(high - low, FACES_OF_A_STRIKE)
                before, first = after.get(key, (Fraction(0), (*shown, low - 1)))
                after[key] = before + share, first
            kept = after
    yield from kept.values()

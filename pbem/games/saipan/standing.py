"""Standing answers: what a side has said beforehand to the questions that interrupt a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pbem.games.saipan import fire, retreat
from pbem.games.saipan.data import ENEMY
from pbem.games.saipan.data import UnitName as Name
from pbem.games.saipan.orders import Advance, FinalFire, Lose, Pass, Points, Retreat
from pbem.games.saipan.position import Battle, Position
from pbem.games.saipan.setting import Setting
from pbem.kit import chains
from pbem.kit.contract import Order, Question
from pbem.kit.hexes import Hex
from pbem.kit.hexstanding import AdvanceAnswers, RetreatAnswers, hexes_named, units_advancing
from pbem.kit.standing import check_known, check_once, read_form


class FireLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``for_`` one of my units under attack: those of ``with_`` that are able, and points."""

    for_: Name = field(name="for")
    with_: Annotated[tuple[Name, ...], Meta(max_length=100)] = field(default=(), name="with")
    gsp: Points = 0


class FireAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Final protective fire: the first line that fits, else perhaps none."""

    lines: Annotated[tuple[FireLine, ...], Meta(max_length=200)] = ()
    else_: Literal["none"] | None = field(default=None, name="else")


class LoseAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Losses in an exchange: these first, then perhaps the weakest that pay."""

    first: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    rest: Literal["weakest"] | None = None


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing answers of one side; every part may be left out."""

    retreat: RetreatAnswers | None = None
    fpf: FireAnswers | None = None
    advance: AdvanceAnswers | None = None
    lose: LoseAnswers | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing answers; raise `FormError` where it is none."""
    return read_form(Standing, standing, "Saipan")


def check_standing(setting: Setting, side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing answers of ``side``."""
    answers = read(standing)
    units = setting.tables.units
    check_known(_own_names(answers), units[side], f"{side} has no unit")
    if answers.retreat is not None:
        check_known(answers.retreat.units, {**units["us"], **units["jp"]}, "there is no unit")
    check_known(
        hexes_named(answers.retreat, answers.advance), setting.tables.terrain, "the map has no hex"
    )
    check_once(_lists(answers))


def _lists(answers: Standing) -> Iterator[tuple[str, ...]]:
    if answers.retreat is not None:
        yield from answers.retreat.units.values()
    if answers.fpf is not None:
        yield from (line.with_ for line in answers.fpf.lines)
    yield from units_advancing(answers.advance)
    if answers.lose is not None:
        yield answers.lose.first


def _own_names(answers: Standing) -> Iterator[str]:
    if answers.fpf is not None:
        for line in answers.fpf.lines:
            yield from (name for name in (line.for_, *line.with_) if name != "any")
    for units in units_advancing(answers.advance):
        yield from units
    if answers.lose is not None:
        yield from answers.lose.first


def answer(
    setting: Setting, position: Position, question: Question, standing: Mapping[str, Any]
) -> Order | None:
    """Return what the standing answers of the side asked say, or None if they say nothing."""
    battle = position.battle
    if battle is None:
        return None
    if question.name not in standing:
        return None
    # The other parts are left unread: of a question they say nothing.
    answers = read({question.name: standing[question.name]})
    if answers.retreat is not None:
        return _retreat(setting, position, battle, answers.retreat)
    if answers.fpf is not None:
        return _fire(setting, position, battle, answers.fpf)
    if answers.advance is not None:
        return _advance(battle, answers.advance)
    return None if answers.lose is None else _lose(setting, position, battle, answers.lose)


def _retreat(
    setting: Setting, position: Position, battle: Battle, answers: RetreatAnswers
) -> Retreat | None:
    """The first unit still to retreat for which every choice on its way has an answer."""
    for unit in battle.retreating:
        to = _chain(setting, position, battle, unit, answers)
        if to is not None:
            return Retreat(unit, to)
    return None


def _chain(
    setting: Setting, position: Position, battle: Battle, unit: str, answers: RetreatAnswers
) -> tuple[Hex, ...] | None:
    """Where ``unit`` goes, then whoever it displaces, each by what is said about it."""
    side = battle.losers
    here = position.hex_of(side, unit)
    if here is None:
        return None
    ways = retreat.ways_of(setting, position, side)
    chain: tuple[Hex, ...] = (here,)
    while True:
        steps = chains.first_steps(chain, ways)
        number = answers.choose(unit, steps, setting.tables.distance)
        if number is None:
            return None
        chain = (*chain, number)
        if number not in position.on[side]:
            return chain[1:]
        unit = position.on[side][number]


def _fire(
    setting: Setting, position: Position, battle: Battle, answers: FireAnswers
) -> Order | None:
    """The first line that fits the first unit under attack that has one; named units first."""
    left = position.gsp[ENEMY[position.side]]
    for target in fire.unsupported(battle):
        able = fire.in_range(setting, position, target)
        lines = [line for line in answers.lines if line.for_ == target]
        lines += [line for line in answers.lines if line.for_ == "any"]
        for line in lines:
            units = tuple(unit for unit in line.with_ if unit in able)
            gsp = min(line.gsp, left)
            if units or gsp:
                return FinalFire(units, gsp, target if len(battle.on) > 1 else None)
    return Pass() if answers.else_ == "none" else None


def _advance(battle: Battle, answers: AdvanceAnswers) -> Order | None:
    """Who advances, by the lines; else perhaps nobody."""
    found = answers.choose(battle.vacated, battle.victors)
    if found is not None:
        return Advance(*found)
    return Pass() if answers.else_ == "none" else None


def _lose(
    setting: Setting, position: Position, battle: Battle, answers: LoseAnswers
) -> Order | None:
    """These units in order until they pay; then the smallest sum, fewest units, lowest names."""
    side = position.side
    paid: tuple[str, ...] = ()
    owed = battle.owed
    for unit in answers.first:
        if owed > 0 and unit in battle.attackers:
            paid = (*paid, unit)
            owed -= setting.attack_strength(side, unit)
    if owed <= 0:
        return Lose(paid)
    if answers.rest != "weakest":
        return None
    others = sorted(unit for unit in battle.attackers if unit not in paid)
    best: tuple[int, int, tuple[str, ...]] | None = None
    for size in range(1, len(others) + 1):
        for units in combinations(others, size):
            strength = sum(setting.attack_strength(side, unit) for unit in units)
            if strength >= owed and (best is None or (strength, size, units) < best):
                best = (strength, size, units)
    return Lose((*paid, *best[2])) if best is not None else None

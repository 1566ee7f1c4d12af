"""Standing orders: what a side answers to questions that interrupt a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pbem.kit.contract import Order
from pbem.kit.hexgame.rules.orders import Unit
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.maps.hexstanding import AdvanceAnswers, RetreatAnswers, hexes_named, units_advancing
from pbem.kit.typed.standing import check_known, check_once, read_form
from pbem.kit.typed.terms import ONCE


class LoseAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Losses: a step of each of these first, as often as they have one; then the weakest."""

    first: Annotated[tuple[Unit, ...], Meta(max_length=100), ONCE] = ()
    rest: Literal["weakest"] | None = None


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing orders of one side; every part may be left out."""

    retreat: RetreatAnswers | None = None
    advance: AdvanceAnswers | None = None
    lose: LoseAnswers | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders; raise `FormError` where it is none."""
    return read_form(Standing, standing, "this game")


def check_standing(setting: HexSetting, side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders of ``side``."""
    answers, tables = read(standing), setting.tables
    own = [unit.name for unit in setting.data.units[side]]
    who = setting.side_names[side]
    check_known(_own_names(answers), own, f"{who}: there is no unit")
    if answers.retreat is not None:
        check_known(answers.retreat.units, tables.units, "there is no unit")
    check_known(hexes_named(answers.retreat, answers.advance), tables.terrain, "the map has no hex")
    check_once(_lists(answers))


def left(standing: Mapping[str, Any], _: Order) -> Mapping[str, Any]:
    """Return all of them: no answer has a limit."""
    return standing


def _lists(answers: Standing) -> Iterator[tuple[str, ...]]:
    if answers.retreat is not None:
        yield from answers.retreat.units.values()
    yield from units_advancing(answers.advance)
    if answers.lose is not None:
        yield answers.lose.first


def _own_names(answers: Standing) -> Iterator[str]:
    for units in units_advancing(answers.advance):
        yield from units
    if answers.lose is not None:
        yield from answers.lose.first

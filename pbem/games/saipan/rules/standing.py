"""Standing orders: what a side has said beforehand to the questions that interrupt a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pbem.games.saipan.data.tables import UnitName as Name
from pbem.games.saipan.rules.orders import FinalFire, Points
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.maps.hexstanding import AdvanceAnswers, RetreatAnswers, hexes_named, units_advancing
from pbem.kit.maps.terms import UNIT
from pbem.kit.typed.standing import check_known, check_once, count_down, read_form
from pbem.kit.typed.terms import ONCE


class FireLine(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``for_`` one of my units under attack: those of ``with_`` that are able, and points."""

    for_: Name = field(name="for")
    with_: Annotated[tuple[Name, ...], Meta(max_length=100)] = field(default=(), name="with")
    gsp: Points = 0


class FireAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Final protective fire: the first line that fits, else perhaps none.

    ``in_all``: points that are left to all lines together, until the player replaces it.
    """

    lines: Annotated[tuple[FireLine, ...], Meta(max_length=200)] = ()
    in_all: Points | None = None
    else_: Literal["none"] | None = field(default=None, name="else")


class LoseAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Losses in an exchange: these first, then perhaps the weakest that pay."""

    first: Annotated[tuple[Annotated[Name, UNIT], ...], Meta(max_length=100), ONCE] = ()
    rest: Literal["weakest"] | None = None


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing orders of one side; every part may be left out."""

    retreat: RetreatAnswers | None = None
    fpf: FireAnswers | None = None
    advance: AdvanceAnswers | None = None
    lose: LoseAnswers | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders.

    Raises:
        FormError: They are not in this form.
    """
    return read_form(Standing, standing, "Saipan")


def check_standing(setting: Setting, side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders of ``side``."""
    answers = read(standing)
    units = setting.tables.units
    check_known(_own_names(answers), units[side], "you have no unit")
    if answers.retreat is not None:
        check_known(answers.retreat.units, {**units["us"], **units["jp"]}, "there is no unit")
    check_known(
        hexes_named(answers.retreat, answers.advance), setting.tables.terrain, "the map has no hex"
    )
    check_once(_lists(answers))


def left(standing: Mapping[str, Any], order: Order) -> Mapping[str, Any]:
    """Return what is left of standing orders that have given ``order``."""
    if isinstance(order, FinalFire):
        return count_down(standing, ("fpf", "in_all"), order.gsp)
    return standing


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

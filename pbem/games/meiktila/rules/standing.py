"""Standing orders: what a side has said beforehand to the questions that interrupt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pbem.games.meiktila.rules.orders import Defend, Planes, SomeNames
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.maps.hexes import LETTERED_FORM, LetteredHex
from pbem.kit.typed.standing import check_known, check_once, count_down, read_form

Often = Annotated[int, Meta(ge=0, le=99)]
HexOrAny = Annotated[str, Meta(pattern=LETTERED_FORM.replace("^", "^(").replace("$(", "|any)$("))]


class AllotAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """As many as there are: supply first, then north, then south."""

    supply: Annotated[int, Meta(ge=0, le=2)] = 0
    north: Planes = 0
    south: Planes = 0


class FirstAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first of these that can be; ``else`` "any": otherwise the first of all."""

    first: Annotated[tuple[str, ...], Meta(max_length=60)] = ()
    else_: Literal["any"] | None = field(default=None, name="else")


class Guns(Struct, frozen=True, forbid_unknown_fields=True):
    """Every gun that can fire, at most so often."""

    in_all: Often


class Air(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to ``each`` air units a combat, at most ``in_all``."""

    each: Annotated[int, Meta(ge=1, le=5)]
    in_all: Often


class DefendAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The commitment to a defence."""

    guns: Guns | None = None
    air: Air | None = None


class PayAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Pay in steps, or retreat near to ``toward``; the units named ``first`` before the others."""

    how: Literal["step", "retreat"]
    toward: HexOrAny | None = None
    first: Annotated[tuple[str, ...], Meta(max_length=60)] = ()


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing orders of one side; every part may be left out."""

    allot: AllotAnswers | None = None
    land: Literal["none"] | Annotated[tuple[LetteredHex, ...], Meta(max_length=60)] | None = None
    edges: Literal["any", "north", "south"] | None = None
    opener: FirstAnswers | None = None
    defend: Literal["none"] | DefendAnswers | None = None
    hold: PayAnswers | None = None
    losses: PayAnswers | None = None
    advance: Literal["none", "all"] | SomeNames | None = None
    remove: FirstAnswers | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders.

    Raises:
        FormError: They are not in this form.
    """
    return read_form(Standing, standing, "Meiktila")


def check_standing(setting: Setting, side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders of ``side``."""
    answers, tables = read(standing), setting.tables
    units = list(_unit_lists(answers))
    own = set(tables.of(side))
    check_known((unit for names in units for unit in names), own, "you have no unit")
    check_known(_hexes(answers), tables.ground, "the map has no land hex")
    markers = answers.opener.first if answers.opener else ()
    check_known(markers, tables.markers_of(side), "you have no marker")
    check_once([*units, markers])


def left(standing: Mapping[str, Any], order: Order) -> Mapping[str, Any]:
    """Return what is left of standing orders that have given ``order``."""
    if isinstance(order, Defend):
        if order.guns:
            standing = count_down(standing, ("defend", "guns", "in_all"), 1)
        if order.air:
            standing = count_down(standing, ("defend", "air", "in_all"), order.air)
    return standing


def _unit_lists(answers: Standing) -> Iterator[tuple[str, ...]]:
    for part in (answers.hold, answers.losses, answers.remove):
        if part is not None:
            yield part.first
    if isinstance(answers.advance, tuple):
        yield answers.advance


def _hexes(answers: Standing) -> Iterator[str]:
    if isinstance(answers.land, tuple):
        yield from answers.land
    for part in (answers.hold, answers.losses):
        if part is not None and part.toward not in {None, "any"}:
            yield str(part.toward)

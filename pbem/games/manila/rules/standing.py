"""Standing orders: what the player has said beforehand to the questions that interrupt a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pbem.errors import FormError
from pbem.games.manila.data.tables import MARKERS, AreaNumber, Marker
from pbem.games.manila.data.tables import UnitName as Name
from pbem.games.manila.rules.orders import Barrage, Count, Fight, SomeAreas, SomeNames
from pbem.games.manila.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.typed.standing import check_known, check_once, count_down, read_form


class BarrageAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Barrage: the first of ``lose`` who takes part and may be given up, else perhaps this.

    ``in_all``: how many more units may be given up; when none may, the attack is broken off.
    """

    lose: SomeNames = ()
    in_all: Count | None = None
    else_: Literal["weakest", "break off"] | None = field(default=None, name="else")


class FightAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A fight: the first of ``lead`` who may, else perhaps the strongest; at most this support.

    ``in_all``: markers of a kind that are left to all fights, until the player replaces it.
    """

    lead: SomeNames = ()
    else_: Literal["strongest"] | None = field(default=None, name="else")
    artillery: Count = 0
    engineer: Count = 0
    air: Count = 0
    in_all: dict[Marker, Count] = {}


class SniperAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Sniper: the first of these Leaders who takes part, else perhaps any."""

    first: SomeNames = ()
    else_: Literal["any"] | None = field(default=None, name="else")


class RetreatAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A retreat: who goes ``first``; ``to``: the first of these that is legal, else perhaps any."""

    first: SomeNames = ()
    to: SomeAreas = ()
    else_: Literal["any"] | None = field(default=None, name="else")


class StreetsAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Bloody Streets: the first of these that is there, else perhaps the weakest."""

    first: SomeNames = ()
    else_: Literal["weakest"] | None = field(default=None, name="else")


class PlaceAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Arrivals: ``units``: Areas each prefers, in order; ``to``: Areas for all others."""

    units: Annotated[dict[Name, SomeAreas], Meta(min_length=1)] = {}
    to: SomeAreas = ()


class BreakoutAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Iwabuchi breakout: the first of these Areas that is eligible, else perhaps any."""

    first: SomeAreas = ()
    else_: Literal["any"] | None = field(default=None, name="else")


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing orders of the player; every part may be left out."""

    barrage: BarrageAnswers | None = None
    fight: FightAnswers | None = None
    sniper: SniperAnswers | None = None
    retreat: RetreatAnswers | None = None
    streets: StreetsAnswers | None = None
    place: PlaceAnswers | None = None
    breakout: BreakoutAnswers | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders.

    Raises:
        FormError: They are not in this form.
    """
    return read_form(Standing, standing, "Manila")


def check_standing(setting: Setting, _side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders."""
    answers = read(standing)
    for question in answers.__struct_fields__:
        part = getattr(answers, question)
        if part is not None and part == type(part)():
            raise FormError(f"standing {question}: this line says nothing; leave it out")
    units, areas = list(_unit_lists(answers)), list(_area_lists(answers))
    check_known(chain(*units), setting.tables.units, "you have no unit")
    check_known(chain(*areas), setting.tables.areas, "the map has no Area")
    check_once(units)
    check_once(areas)


def left(standing: Mapping[str, Any], order: Order) -> Mapping[str, Any]:
    """Return what is left of standing orders that have given ``order``."""
    match order:
        case Barrage(lose=lost):
            return count_down(standing, ("barrage", "in_all"), int(lost is not None))
        case Fight():
            for marker in MARKERS:
                way = ("fight", "in_all", marker)
                standing = count_down(standing, way, getattr(order, marker))
    return standing


def _unit_lists(answers: Standing) -> Iterator[tuple[str, ...]]:
    if answers.barrage is not None:
        yield answers.barrage.lose
    if answers.fight is not None:
        yield answers.fight.lead
    for part in (answers.sniper, answers.retreat, answers.streets):
        if part is not None:
            yield part.first
    if answers.place is not None:
        yield tuple(answers.place.units)


def _area_lists(answers: Standing) -> Iterator[tuple[AreaNumber, ...]]:
    if answers.retreat is not None:
        yield answers.retreat.to
    if answers.place is not None:
        yield answers.place.to
        yield from answers.place.units.values()
    if answers.breakout is not None:
        yield answers.breakout.first

"""Standing orders: what a side has said beforehand to the questions that interrupt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pbem.errors import FormError
from pbem.games.singapore.data.forms import PlaceName
from pbem.games.singapore.rules.orders import Strike
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.typed.standing import count_down, read_form

Number = Annotated[int, Meta(ge=0, le=99)]
Some = Annotated[int, Meta(ge=1, le=99)]


class StrikeAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Strikes: up to ``each`` at every new pair, at most ``in_all``; ``at`` whom they are aimed.

    Guns strike before planes, both in the order of the data. At a supporting unit that is not
    there nobody strikes: then the point is struck.
    """

    each: Some
    in_all: Number | None = None
    at: Literal["support"] | None = None


class PassFor(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pass that is declared for a turn of an army, by its number from 0, or a battle in it."""

    turn: Annotated[int, Meta(ge=0, le=999)]
    battle: PlaceName | None = None


class Standing(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All standing orders of one side; every part may be left out."""

    plane: Literal["fight", "leave"] | None = None
    strikes: Literal["none"] | StrikeAnswers | None = None
    drop: Literal["lowest", "highest"] | None = None
    alone: Literal["lead", "assist"] | None = None
    retreat: Literal["never"] | None = None
    pursue: Literal["all", "none"] | None = None
    defence: Literal["none"] | None = None
    line: Literal["listed"] | None = None
    withdraw: Literal["first"] | None = None
    land: Literal["first"] | None = None
    combat: Literal["first"] | None = None
    drive: Literal["none"] | None = None
    arrive: Literal["first"] | None = None
    pools: Literal["printed"] | None = None
    transfer: Literal["none"] | None = None
    shift: Literal["first"] | None = None
    evacuate: Literal["first"] | None = None
    deployment: Literal["pass"] | PassFor | None = None
    supply: Literal["pass"] | PassFor | None = None
    cards: Literal["pass"] | PassFor | None = None


def read(standing: Mapping[str, Any]) -> Standing:
    """Read the form of standing orders.

    Raises:
        FormError: They are not in this form.
    """
    return read_form(Standing, standing, "Singapore")


def check_standing(_setting: Setting, _side: str, standing: Mapping[str, Any]) -> None:
    """Raise `FormError` unless ``standing`` has the form of standing orders."""
    for question, part in standing.items():
        if part is None:
            raise FormError(f"standing {question}: this line says nothing; leave it out")
    read(standing)


def left(standing: Mapping[str, Any], order: Order) -> Mapping[str, Any]:
    """Return what is left of standing orders that have given ``order``."""
    if isinstance(order, Strike):
        spent = len(order.point) + len(order.support)
        return count_down(standing, ("strikes", "in_all"), spent)
    return standing

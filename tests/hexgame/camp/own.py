"""The Camp: The Mill with one more order. A unit that does not move may get a step back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from pbem.errors import IllegalOrder
from pbem.kit.contract import Need, Order, Outcome, Question, Tells
from pbem.kit.hexgame.rules import changes, movement, questions
from pbem.kit.hexgame.rules import orders as o
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.words import text
from pbem.kit.hexgame.words.line import Line
from pbem.kit.typed.grammar import Grammar
from pbem.kit.typed.orders import OrderForms


class Rest(Order, frozen=True, tag="rest"):
    """[3.4] A unit rests."""

    unit: o.Unit


class Rested(Outcome, frozen=True, kw_only=True):
    """[3.4] A unit has got a step back."""

    tells = Tells("{unit} rested", "after")

    side: str
    unit: str


def check_rest(setting: HexSetting, position: HexPosition, order: Rest) -> None:
    """[3.4] A unit on the map that has lost a step, and has not moved."""
    movement.check_own(setting, position, order.unit, "3.4")
    if order.unit not in tired(setting, position):
        raise IllegalOrder("3.4", f"{order.unit} cannot rest")


def tired(setting: HexSetting, position: HexPosition) -> list[str]:
    """[3.4] Return the units that may rest."""
    faces = setting.tables.faces
    able = (unit for unit in movement.able(setting, position) if unit in position.at)
    return [unit for unit in able if position.steps[unit] < len(faces[unit])]


def rest(_: HexSetting, position: HexPosition, order: Rest) -> Iterator[Outcome]:
    """[3.4] Rest."""
    yield Rested(paragraph="3.4", side=position.side, unit=order.unit)


def rested(_: HexSetting, position: HexPosition, outcome: Rested) -> None:
    """Give the step back."""
    position.steps[outcome.unit] += 1
    position.moved.append(outcome.unit)


def moves_and_rests(setting: HexSetting, position: HexPosition) -> Iterator[Order]:
    """Yield what can be ordered in a movement phase."""
    yield from movement.legal_moves(setting, position)
    yield from map(Rest, tired(setting, position))


def need(setting: HexSetting, position: HexPosition) -> Need:
    """Ask in the movement phase for rests too."""
    asked = questions.need(setting, position)
    if isinstance(asked, Question) and asked.name == "movement":
        return msgspec.structs.replace(asked, forms=("move", "rest", "end"))
    return asked


class Questions(questions.Questions):
    """The questions of the base, with rests."""

    every = replace(
        questions.ASKING,
        need=need,
        answers={**questions.ASKING.answers, "movement": moves_and_rests},
        checks={**questions.ASKING.checks, Rest: check_rest},
    )


FORMS: OrderForms[Order] = OrderForms(o.AnyOrder | Rest)
GRAMMAR: Grammar[Line] = Grammar(FORMS, text.OWN)
parse = text.parser(GRAMMAR)
print_order = GRAMMAR.write
apply = changes.applying({**changes.CHANGES, Rested: rested})

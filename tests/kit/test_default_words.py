"""Defaults that read fields: lines of orders, facts, cases, reports, and the computer player."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from pbem.errors import FormError
from pbem.kit.contract import Order, Outcome, Question, Result, Roll
from pbem.kit.cups import Cups
from pbem.kit.defaults.cases import FieldCases
from pbem.kit.defaults.facts import FieldFacts
from pbem.kit.defaults.fields import fields_of, shown
from pbem.kit.defaults.picture import NoMap
from pbem.kit.defaults.report import FieldsReported
from pbem.kit.defaults.sensible import OneStepAhead
from pbem.kit.defaults.text import FieldLines
from pbem.kit.typed.orders import OrderForms, Pass

Unit = Annotated[str, Meta(min_length=1, max_length=16)]


class Shell(Order, frozen=True, tag="shell"):
    at: str
    guns: Annotated[tuple[Unit, ...], Meta(min_length=1, max_length=9)]
    points: Annotated[int, Meta(ge=0, le=20)] = 0
    smoke: bool = False
    why: str | None = None


class Move(Order, frozen=True, tag="move"):
    units: Annotated[tuple[Unit, ...], Meta(max_length=9)]
    to: str
    pace: Literal["slow", "fast"]


class End(Order, frozen=True, tag="end"):
    phase: Literal["combat", "movement"]


FORMS: OrderForms[Order] = OrderForms(Shell | Move | End | Pass)


class Position(Struct):
    garrison: Annotated[str, Meta(title="the garrison", extra={"words": ("outpost", "company")})]
    turn: int = 1
    steps: Annotated[int, Meta(title="steps left")] = 2
    dug: Annotated[bool, Meta(title="whether it has dug in")] = False
    at: Annotated[str, Meta(title="where it is", pattern="[0-9]{4}")] = "0101"
    sky: Annotated[Literal["", "clear"], Meta(title="the sky")] = ""
    units: dict[str, str] = {}
    side: str = "red"
    ended: Result | None = None


class Game:
    """The requests of the defaults to a game."""

    sides = ("red", "blue")
    side_names = {"red": "Reds"}  # noqa: RUF012
    position_type = Position
    modules = SimpleNamespace(orders=SimpleNamespace(FORMS=FORMS))
    read_order = staticmethod(FORMS.read)
    write_order = staticmethod(FORMS.write)

    def set_up(self, cups: Cups) -> Position:
        cups.fill("garrisons", ["outpost", "company"])
        return Position(cups.draw_blind("garrisons"))

    def legal(self, position: Any) -> Iterator[Order]:
        return iter((Shell("1204", ("A/1", "B/1")), Pass()))

    def describe(self, position: Any) -> list[str]:
        return FieldsReported(self).describe(None, position)  # type: ignore[arg-type]


GAME: Any = Game()
LINES = FieldLines(GAME)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("shell 1204 A/1 B/1", Shell("1204", ("A/1", "B/1"))),
        ("shell 1204 A/1 points 2 smoke", Shell("1204", ("A/1",), 2, True)),
        ("shell 1204 A/1 B/1 smoke why rain", Shell("1204", ("A/1", "B/1"), 0, True, "rain")),
        ("move A B to 1204 pace fast", Move(("A", "B"), "1204", "fast")),
        ("end movement", End("movement")),
        ("pass", Pass()),
    ],
)
def test_an_order_is_read_and_printed_by_its_fields(line: str, order: Order) -> None:
    assert LINES.parse(None, None, "red", line) == order
    assert LINES.print_order(order) == line


def test_parts_stand_in_any_order_and_names_in_any_case() -> None:
    read = LINES.parse(None, None, "red", "SHELL 1204 a/1 smoke points 2 # so")
    assert read == Shell("1204", ("A/1",), 2, smoke=True)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("shel 1204 A/1", "column 1: 'shel' is not an order.*shell"),
        ("shell 1204", "ends too early: guns must follow"),
        ("shell 1204 A/1 points 21", "column 23: '21' is not a number of points from 0 to 20"),
        ("shell 1204 A/1 smoke smoke", "column 22: `smoke` is there twice"),
        ("shell 1204 A/1 smoke pionts 2", "column 22: 'pionts' is not a part of `shell`.*points"),
        ("end compat", "column 5: 'compat' is not a phase.*combat"),
        ("pass now", "column 6: 'now' is too much here"),
        ("move A B", "to|pace"),
    ],
)
def test_a_wrong_line_is_refused_with_its_column_and_a_cure(line: str, why: str) -> None:
    with pytest.raises(FormError, match=why):
        LINES.parse(None, None, "red", line)


def test_a_form_that_no_line_can_spell_is_refused_when_the_game_is_made() -> None:
    class Plan(Order, frozen=True, tag="plan"):
        steps: dict[str, int]

    class Flag(Order, frozen=True, tag="flag"):
        up: bool

    for form in (Plan, Flag):
        modules = SimpleNamespace(orders=SimpleNamespace(FORMS=OrderForms(form)))
        with pytest.raises(TypeError, match="write a module `text`"):
            FieldLines(SimpleNamespace(modules=modules))


def test_facts_are_the_turn_and_the_fields_with_a_title() -> None:
    facts = FieldFacts(GAME)
    assert facts.names(None) == {}
    assert {name: (one.value, one.words, one.form) for name, one in facts.FACTS.items()} == {
        "garrison": ("text", ("", "outpost", "company"), ""),
        "turn": ("number", (), ""),
        "steps": ("number", (), ""),
        "dug": ("yes or no", (), ""),
        "at": ("text", ("",), "[0-9]{4}"),
        "sky": ("text", ("", "clear"), ""),
    }
    position = Position("?1", steps=1)
    said = {name: facts.fact(None, position, name, ()) for name in facts.FACTS}
    assert said == {
        "garrison": "", "turn": 1, "steps": 1, "dug": False, "at": "0101", "sky": ""
    }  # fmt: skip
    assert facts.fact(None, Position("company"), "garrison", ()) == "company"

    class Untyped(Struct):
        name: Annotated[str, Meta(title="a name")]

    with pytest.raises(TypeError, match="the field name of the position"):
        FieldFacts(SimpleNamespace(position_type=Untyped))  # type: ignore[arg-type]


def test_a_case_gives_fields_and_nothing_that_lies_face_down() -> None:
    cases, cups = FieldCases(GAME), Cups()
    Game().set_up(cups)
    position = cases.arrange(None, {"steps": 1, "scenario": "ford", "options": {}}, cups)
    assert (position.steps, position.turn, position.garrison) == (1, 1, "?1")
    plain = cases.facts_of(None, position)
    assert cases.facts_of(None, cases.arrange(None, plain, cups)) == plain
    for given, why in (
        ({"stepps": 1}, "no word 'stepps'.*steps"),
        ({"steps": "one"}, "given: .*steps"),
        ({"garrison": "company"}, "garrison has a counter that lies face down"),
    ):
        with pytest.raises(FormError, match=why):
            cases.arrange(None, given, cups)

    class Refusing(FieldCases):
        def refuse(self, setting: Any, position: Any) -> None:
            raise FormError("given: never reached")

    with pytest.raises(FormError, match="never reached"):
        Refusing(GAME).arrange(None, {}, cups)


class StepLost(Outcome, frozen=True, kw_only=True):
    unit: str
    points: int
    side: str | None = None
    seen: bool = False
    others: tuple[str, ...] = ()


class DayBegun(Outcome, frozen=True, kw_only=True):
    pass


def test_outcomes_and_positions_are_told_by_their_names() -> None:
    words = FieldsReported(GAME)
    lost = StepLost(paragraph="4.1", unit="A/1", points=2, side="red", others=("B", "?3"))
    assert words.report(None, lost) == (
        "Step lost: unit A/1, points 2, side Reds, seen no, others B, face down."
    )
    assert words.report(None, DayBegun(paragraph="3.0")) == "Day begun."
    position = Position("?1", units={"A": "0101", "B": ""}, ended=Result("red", "the ford", "5"))
    assert words.describe(None, position) == [
        "The garrison: face down.", "Turn: 1.", "Steps left: 2.", "Whether it has dug in: no.",
        "Where it is: 0101.", "Units: A 0101, B.", "Side: Reds.", "Reds wins: the ford.",
    ]  # fmt: skip
    drawn = NoMap(GAME).picture(None, position)
    assert drawn.notes == tuple(words.describe(None, position))
    assert not drawn.areas


def test_a_struct_in_a_field_is_told_by_its_fields() -> None:
    assert shown([Result("red", "so", "5"), None, 0]) == "winner red, why so, paragraph 5, , 0"
    assert [one.required for one in fields_of(Shell)] == [True, True, False, False, False]


# --- the computer player ---------------------------------------------------------------------


class Table(Struct):
    """``points`` of red; ``rolls``: dice are due, for so many points."""

    points: int = 0
    rolls: int = 0
    over: bool = False
    dared: int = 0
    hidden: str = "?1"


class Take(Order, frozen=True, tag="take"):
    points: int


class Gamble(Order, frozen=True, tag="gamble"):
    points: int


class Dare(Order, frozen=True, tag="dare"):
    points: int


class Dig(Order, frozen=True, tag="dig"):
    pass


class Did(Outcome, frozen=True, kw_only=True):
    points: int = 0
    rolls: int = 0
    over: bool = False
    dared: int = 0


class Plain:
    """A game in which red has one decision."""

    answers = True

    def __init__(self, *orders: Order, secret: str | None = None, winner: str = "red") -> None:
        self.orders = list(orders)
        self.secret, self.winner = secret, winner

    def need(self, position: Table) -> Any:
        if position.over:
            return None
        if position.rolls:
            return Roll("a gamble", "1")
        if position.dared:
            return Question("blue", "dared", "Well?", "1", ("pass",))
        return Question("red", "turn", "What?", "1", ("take",), secret=self.secret)

    def bunches(self, position: Table) -> Any:
        return iter([self.orders])

    def adjudicate(self, position: Table, order: Any, cups: Cups) -> Iterator[Outcome]:
        match order:
            case Take():
                yield Did(paragraph="1", points=order.points, over=order.points == 99)
            case Gamble():
                yield Did(paragraph="1", rolls=order.points)
            case Dare():
                yield Did(paragraph="1", dared=order.points)
            case Pass() if position.dared:
                yield Did(paragraph="1", rolls=position.dared)
            case Dig():
                cups.draw_blind("pool")

    def roll(self, position: Table, dice: Any, cups: Cups) -> Iterator[Outcome]:
        won = dice.uniform(6, "gamble", "1") >= 3
        yield Did(paragraph="1", points=position.rolls if won else 0)
        if won:
            cups.turn_up("?1", dice, "what", "1")

    def apply(self, position: Table, outcome: Any) -> None:
        position.points += outcome.points
        position.rolls, position.over = outcome.rolls, outcome.over
        position.dared = outcome.dared

    def sensible_standing(self, side: str) -> dict[str, str]:
        return {"dared": "usual"} if self.answers else {}

    def standing_answer(self, position: Table, question: Question, standing: Any) -> Any:
        return Pass() if question.name in standing else None

    def result(self, position: Table) -> Result:
        return Result(self.winner, "so", "1")

    def scores(self, position: Table) -> dict[str, int]:
        return {"red": position.points, "blue": 3, "white": 1}

    def merit(self, position: Table, side: str) -> int:
        return OneStepAhead(self).merit(None, position, side)  # type: ignore[arg-type]


def chosen(game: Plain, seed: int = 0) -> Order:
    position = Table()
    [order] = OneStepAhead(game).sensible(None, position, seed)  # type: ignore[arg-type]
    assert position == Table()
    return order


def test_the_player_takes_what_is_worth_most_one_order_ahead() -> None:
    assert Plain().merit(Table(points=5), "red") == 2
    assert Plain().merit(Table(points=5), "white") == -4
    assert chosen(Plain(Take(1), Take(4), Take(2))) == Take(4)
    assert chosen(Plain(Take(1), Gamble(4))) == Gamble(4)  # half of the time 4
    assert chosen(Plain(Take(3), Gamble(4))) == Take(3)
    assert chosen(Plain(Take(5), Take(99))) == Take(99)
    assert chosen(Plain(Take(5), Take(99), winner="blue")) == Take(5)


def test_the_player_supposes_that_others_answer_by_default() -> None:
    dares = Plain(Take(1), Dare(4))
    assert chosen(dares) == Dare(4)  # as a gamble for 4
    dares.answers = False  # who is dared decides, and nothing has come of it yet
    assert chosen(dares) == Take(1)


def test_the_player_ends_a_phase_that_it_cannot_better_and_looks_under_no_counter() -> None:
    assert chosen(Plain(Take(0), Take(-1), Pass())) == Pass()
    assert chosen(Plain(Dig(), Take(1))) == Take(1)
    assert chosen(Plain(Dig(), Take(-1))) == Dig()


def test_ties_and_secret_choices_are_drawn_by_the_seed_alone() -> None:
    equal = Plain(*(Take(2) for _ in range(3)), Pass(), Dig())
    assert chosen(equal) == chosen(equal)
    secret = Plain(*(Take(n) for n in range(9)), secret="plan")  # noqa: S106
    assert len({chosen(secret, seed).points for seed in range(40)}) > 4  # type: ignore[attr-defined]
    assert chosen(secret, 7) == chosen(secret, 7)


def test_of_very_many_orders_some_of_each_part_are_tried() -> None:
    assert chosen(Plain(*(Take(n) for n in range(5000)))).points > 4900  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="no question"):
        OneStepAhead(Plain()).sensible(None, Table(over=True), 0)  # type: ignore[arg-type]

"""The declarations of orders, standing orders and outcomes beside their fields."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct, field

from pbem.errors import FormError
from pbem.kit.contract import News, Order, Outcome, Tells
from pbem.kit.sentences import Sentences, filled, parts_of, units_lost
from pbem.kit.typed.grammar import Grammar, Own, OwnLines, StandingGrammar
from pbem.kit.typed.orders import OrderForms, Pass
from pbem.kit.typed.terms import ONCE, After, Term
from pbem.kit.typed.words import Words

UNITS = ("A/1", "B/1", "C")


class Line(Words):
    """A game with three units."""

    def unit(self) -> str:
        word = self.take("a unit")
        found = word.among(UNITS)
        if found is None:
            raise word.wrong(f"there is no unit {word.text!r}")
        return found


def _path(line: Line, stop: Collection[str]) -> tuple[str, ...]:
    return line.several(lambda: line.take("a hex").text, stop)


def _no_return(path: tuple[str, ...]) -> None:
    if path[0] == path[-1] and len(path) > 1:
        raise FormError("a path does not end where it began")


UNIT: Term[Line] = Term("UNIT", lambda line, _: line.unit())
HEX: Term[Line] = Term("HEX", lambda line, _: line.take("a hex").text)
PATH: Term[Line] = Term("HEX ...", _path, check=_no_return)
JOINED: Term[Line] = Term(
    "UNIT+UNIT", lambda line, _: tuple(line.take("units").text.split("+")),
    write=lambda names: ["+".join(names)],
)  # fmt: skip

Unit = Annotated[str, Meta(min_length=1), UNIT]
Units = Annotated[tuple[Unit, ...], Meta(max_length=9), ONCE]


class Shell(Order, frozen=True, tag="shell"):
    at: Annotated[str, HEX]
    guns: Annotated[Units, After("with")]
    also: Units = ()
    points: Annotated[int, Meta(ge=0, le=20), After("gsp")] = 0
    smoke: bool = False
    leader: Unit | None = None


class Move(Order, frozen=True, tag="move"):
    unit: Unit
    path: Annotated[tuple[str, ...], PATH]


class Join(Order, frozen=True, tag="join"):
    with_: Annotated[tuple[str, ...], JOINED] = field(name="with")


class End(Order, frozen=True, tag="end"):
    phase: Literal["movement", "combat"]


def _move(line: Line) -> Move:
    unit = line.unit()
    return Move(unit, ("0101",)) if line.take_if("home") else Move(unit, _path(line, ()))


FORMS: OrderForms[Order] = OrderForms(Shell | Move | Join | End | Pass)
GRAMMAR: Grammar[Line] = Grammar(FORMS, {Move: Own(_move, ("UNIT HEX ...", "UNIT home"))})


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("shell 1204 with A/1 B/1", Shell("1204", ("A/1", "B/1"))),
        (
            "shell 1204 with A/1 also B/1 gsp 2 smoke leader C",
            Shell("1204", ("A/1",), ("B/1",), 2, True, "C"),
        ),
        ("move A/1 0101 0102", Move("A/1", ("0101", "0102"))),
        ("join A/1+C", Join(("A/1", "C"))),
        ("end combat", End("combat")),
        ("pass", Pass()),
    ],
)
def test_a_line_is_read_and_written_as_declared(line: str, order: Order) -> None:
    assert GRAMMAR.read(Line(line)) == order
    assert GRAMMAR.write(order) == line


def test_parts_stand_in_any_order_and_a_game_reads_what_it_must_by_itself() -> None:
    assert GRAMMAR.read(Line("SHELL 1204 smoke gsp 1 with a/1")) == Shell(
        "1204", ("A/1",), (), 1, smoke=True
    )
    assert GRAMMAR.read(Line("move c home")) == Move("C", ("0101",))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("shell 1204", "the line ends too early: `with` must follow"),
        ("shell 1204 with", "the line ends too early: a unit must follow"),
        ("shell 1204 with A/1 A/1", "column 21: A/1 is named twice; name it once"),
        ("shell 1204 with A/1 also A/1", "A/1 is named twice"),
        ("shell 1204 with A/1 smoke smoke", "column 27: `smoke` is there twice"),
        ("shell 1204 with A/1 gsp 21", "column 25: '21' is not a number of points from 0 to 20"),
        ("shell 1204 wiht A/1", "column 12: 'wiht' is not a part of `shell`; did you mean with?"),
        ("move A/1 0101 0102 0101", "a path does not end where it began"),
        ("end combta", "column 5: 'combta' is not a phase of `end`; did you mean combat?"),
        ("end combat now", "column 12: 'now' is too much here"),
    ],
)
def test_a_wrong_line_is_refused_with_its_column_and_a_cure(line: str, why: str) -> None:
    with pytest.raises(FormError) as caught:
        GRAMMAR.read(Line(line))
    assert why in str(caught.value)


def test_an_event_is_refused_by_the_same_declarations() -> None:
    for raw, why in (
        ({"do": "shell", "at": "1204", "guns": ["A/1"], "also": ["A/1"]}, "A/1 is named twice"),
        ({"do": "move", "unit": "C", "path": ["1", "2", "1"]}, "does not end where it began"),
    ):
        with pytest.raises(FormError, match=why):
            FORMS.read(raw)


def test_usages_say_how_a_line_is_written() -> None:
    assert GRAMMAR.usages() == {
        "shell": ("shell HEX with UNIT ... [also UNIT ...] [gsp N] [smoke] [leader UNIT]",),
        "move": ("move UNIT HEX ...", "move UNIT home"),
        "join": ("join UNIT+UNIT",),
        "end": ("end movement|combat",),
        "pass": ("pass",),
    }


def test_a_field_without_a_term_is_found_when_the_grammar_is_made() -> None:
    class Plan(Order, frozen=True, tag="plan"):
        choice: str

    class Flag(Order, frozen=True, tag="flag"):
        up: bool

    for form, why in ((Plan, "Plan.choice is no whole number"), (Flag, "Flag.up is a flag")):
        with pytest.raises(TypeError, match=why):
            Grammar(OrderForms(form))


# --- standing orders ---------------------------------------------------------------------------


class AdvanceLine(Struct, frozen=True, forbid_unknown_fields=True):
    into: Annotated[str, HEX]
    with_: Annotated[Units, After("with")] = field(name="with")


class Advances(Struct, frozen=True, omit_defaults=True):
    lines: tuple[AdvanceLine, ...] = ()
    most: Annotated[int | None, Meta(le=9), After("most")] = None
    else_: Literal["none"] | None = field(default=None, name="else")


class Losses(Struct, frozen=True, omit_defaults=True):
    first: Units = ()
    rest: Literal["weakest", "strongest"] | None = None


class Standing(Struct, frozen=True, omit_defaults=True):
    pursuit: Literal["always", "never"] | None = None
    advance: Advances | None = None
    lose: Losses | None = None
    retreat: dict[str, str] | None = None


STANDING: StandingGrammar[Line] = StandingGrammar(
    Standing,
    {
        "retreat": OwnLines(
            lambda line: {line.unit(): line.take("a hex").text},
            lambda said: (f"{unit} {hex_}" for unit, hex_ in said.items()),
            ("UNIT HEX",),
        )
    },
)


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("standing pursuit always", {"pursuit": "always"}),
        (
            "standing advance 1204 with A/1 C",
            {"advance": {"lines": [{"into": "1204", "with": ["A/1", "C"]}]}},
        ),
        ("standing advance most 2", {"advance": {"most": 2}}),
        ("standing advance none", {"advance": {"else": "none"}}),
        ("standing lose C A/1", {"lose": {"first": ["C", "A/1"]}}),
        ("standing lose weakest", {"lose": {"rest": "weakest"}}),
        ("standing retreat C 0101", {"retreat": {"C": "0101"}}),
    ],
)
def test_a_standing_order_is_read_and_written_as_declared(line: str, part: object) -> None:
    assert STANDING.read(Line(line)) == part
    assert STANDING.write(part) == [line]  # type: ignore[arg-type]


def test_usual_stands_for_any_part() -> None:
    assert STANDING.read(Line("standing lose usual")) == {"lose": "usual"}


def test_the_lines_of_a_part_come_in_the_order_of_its_fields() -> None:
    assert STANDING.write({"lose": {"first": []}, "advance": {"lines": [], "most": None}}) == []
    lose = {"first": ["C"], "rest": "weakest"}
    advance = {"else": "none", "lines": [{"into": "1", "with": ["C"]}] * 2, "most": 0}
    assert STANDING.write({"lose": lose, "advance": advance}) == [
        "standing advance 1 with C",
        "standing advance 1 with C",
        "standing advance most 0",
        "standing advance none",
        "standing lose C",
        "standing lose weakest",
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("standing pursuit alwas", "column 18: 'alwas' is not an answer; did you mean always?"),
        ("standing advance 1204 wit C", "'wit' is not a part of `standing advance`"),
        ("standing lose C C", "column 17: C is named twice"),
        ("standing lose weekest", "there is no unit 'weekest'"),
    ],
)
def test_a_wrong_standing_order_is_refused(line: str, why: str) -> None:
    with pytest.raises(FormError) as caught:
        STANDING.read(Line(line))
    assert why in str(caught.value)


def test_usages_of_standing_orders() -> None:
    assert STANDING.usages() == {
        "pursuit": ("standing pursuit always|never", "standing pursuit usual"),
        "advance": (
            "standing advance HEX with UNIT ...",
            "standing advance most N",
            "standing advance none",
            "standing advance usual",
        ),
        "lose": (
            "standing lose UNIT ...",
            "standing lose weakest|strongest",
            "standing lose usual",
        ),
        "retreat": ("standing retreat UNIT HEX", "standing retreat usual"),
    }


class Both(Struct):
    first: Units = ()
    then: Units = ()


class Form(Struct):
    lose: Both | None = None


def test_two_fields_that_begin_alike_are_found_when_the_grammar_is_made() -> None:
    with pytest.raises(TypeError, match="two fields begin with no word"):
        StandingGrammar(Form)


# --- sentences ---------------------------------------------------------------------------------


class Shelled(Outcome, frozen=True, kw_only=True):
    tells = Tells(
        "{guns} fired at {hex}[ with {points} points]: {result}", "result", "{hex}: {result}"
    )

    guns: tuple[str, ...]
    hex: str
    result: str
    points: int = 0


class Lost(Outcome, frozen=True, kw_only=True):
    tells = Tells("{units} were lost (reconstructed)", "lost", lost="units")

    units: tuple[str, ...]


class Moved(Outcome, frozen=True, kw_only=True):
    tells = Tells(matter="after")

    unit: str


class Waited(Outcome, frozen=True, kw_only=True):
    tells = Tells("nobody moved")


class Undeclared(Outcome, frozen=True, kw_only=True):
    pass


SENTENCES: Sentences[None] = Sentences(
    {"hex": lambda _, hex_: f"hex {hex_}"},
    {Moved: lambda _, one: f"{one.unit} moved (second-hand)"},
)


def shelled(points: int = 0) -> Shelled:
    return Shelled(paragraph="7", guns=("A", "B", "C"), hex="1204", result="De", points=points)


def test_a_sentence_names_fields_and_leaves_out_what_is_empty() -> None:
    assert SENTENCES.report(None, shelled()) == "A, B and C fired at hex 1204: De."
    assert SENTENCES.report(None, shelled(2)) == ("A, B and C fired at hex 1204 with 2 points: De.")
    assert SENTENCES.report(None, Moved(paragraph="5", unit="A")) == "A moved (second-hand)."


def test_news_are_the_short_words_the_units_or_the_sentence_without_its_doubts() -> None:
    assert SENTENCES.news(None, shelled()) == News("result", "hex 1204: De")
    assert SENTENCES.news(None, Lost(paragraph="7", units=("A", "B"))) == News("lost", "A and B")
    assert SENTENCES.news(None, Moved(paragraph="5", unit="A")) == News("after", "A moved")
    assert SENTENCES.news(None, Waited(paragraph="5")) is None


def test_who_is_lost_stands_in_the_field_that_the_outcome_names() -> None:
    assert units_lost(Lost(paragraph="7", units=("A", "B"))) == ("A", "B")
    assert units_lost(shelled()) == units_lost(Undeclared(paragraph="1")) == ()


def test_a_template_is_texts_and_fields() -> None:
    assert [part.optional for part in parts_of("a[ {b}]{c}")] == [False, True, False]
    assert filled("{unit}!", Moved(paragraph="5", unit="A"), lambda name, _: name) == "unit!"


def test_what_is_not_declared_or_twice_is_found() -> None:
    class Wrong(Outcome, frozen=True, kw_only=True):
        tells = Tells("{unit} and {hexx}", short="{gone}", lost="lots")

        unit: str

    both = Sentences[None]({}, {Moved: lambda _, __: "", Waited: lambda _, __: ""})
    assert list(both.unsaid((Moved, Waited, Undeclared, Wrong))) == [
        "Waited needs a sentence or a function, and not both",
        "Undeclared needs a sentence or a function, and not both",
        "Wrong has no field gone",
        "Wrong has no field hexx",
        "Wrong has no field lots",
    ]
    assert list(SENTENCES.unsaid((Shelled, Lost, Moved, Waited))) == []

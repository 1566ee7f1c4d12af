"""The interface between a rules module and the table.

A rules module restates one rulebook. Its author knows the game and Python, and never sees a key,
a hash or an email. Everything passes through five kinds of plain values:

* a **position**: one mutable ``msgspec.Struct``, plain data, with one canonical JSON text;
* an **order**: a frozen Struct, tagged by the field ``do``, one form per thing a player may do;
* a **need**: what the position waits for - a `Question` to a side, a `Roll` of dice, a deck to be
  made or drawn from, hidden supplies to be settled, or nothing;
* an **outcome**: a frozen Struct, tagged by the field ``is``, one small named fact with the
  rulebook paragraph that caused it. Applying outcomes is the only way a position changes;
* a **result**: how the game ended.

Determinism: nothing here may depend on the order of sets, hash seeds, time, locale, platform,
floating point. Chance enters through `Dice` alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from pbem.kit.charts import Chart
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.picture import Picture, Tray
from pbem.kit.screen import CardText, Phase, ScorePart, Summary

RawOrder = dict[str, Any]
"""An order as it stands in an event: a JSON object with ``do`` and the fields of its form."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True,
            tag_field="do"):  # fmt: skip
    """The base of every order; subclasses are tagged with the word that players write."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, tag_field="is"):
    """The base of every outcome. ``paragraph`` is the rulebook's, e.g. ``"12.34"``."""

    paragraph: str

    tells: ClassVar[Tells | None] = None
    """How it reads; None if a function of the game says that."""


class Question(msgspec.Struct, frozen=True):
    """Somebody must decide before the game can go on.

    ``side`` is asked; ``name`` is the question's own word (``"movement"``, ``"retreat"``);
    ``prompt`` is one sentence for a person; ``forms`` are the ``do`` words that answer it.

    ``phase``: a phase's own question ("what do you do next?"), answered again and again until the
    phase is ended. The others interrupt a phase and are answered once.

    ``plain``: the same question without terms of the rulebook, if the prompt has some.

    ``secret``: the label of a secret choice (protocol 7.2), unique in the game, or None. With
    ``opens`` false the answer is sealed now; with ``opens`` true the sealed answer is opened now.
    """

    side: str
    name: str
    prompt: str
    paragraph: str
    forms: tuple[str, ...]
    phase: bool = False
    secret: str | None = None
    opens: bool = False
    plain: str = ""


class Roll(msgspec.Struct, frozen=True):
    """Dice are due; ``purpose`` says in words what for."""

    purpose: str
    paragraph: str


class MakeDeck(msgspec.Struct, frozen=True):
    """A deck is to be shuffled: ``deck`` is its name and number (``situation#1``).

    ``cards`` are numbers of the data's list, rising. Anyone who is asked next answers by an event.
    """

    deck: str
    cards: tuple[int, ...]
    paragraph: str


class Draw(msgspec.Struct, frozen=True):
    """``side`` draws the next ``count`` places of a deck; ``open``: for everybody to see.

    The next question of the position must not depend on which card a hidden draw brought. It is a
    question that an event answers, or another draw.
    """

    deck: str
    side: str
    count: int
    paragraph: str
    open: bool = False


Deal = MakeDeck | Draw
"""The work of the players' programs with a deck: no choice is in it (`pbem.kit.hidden`)."""


class Settle(msgspec.Struct, frozen=True):
    """Hidden supplies were given or split: ``stocks`` are the pair (`pbem.kit.stocks`).

    Those who are to know say whether they do. The next question of the position rests on whether
    the order took effect, never on an amount. An event answers it.
    """

    stocks: tuple[str, str]
    paragraph: str


Need = Question | Roll | None
"""The needs of a game without decks and hidden supplies."""

Wanted = Need | Deal | Settle


class Result(msgspec.Struct, frozen=True):
    """How a game ended: ``winner`` is a side, or None for a draw; ``why`` one sentence."""

    winner: str | None
    why: str
    paragraph: str


class Option(msgspec.Struct, frozen=True):
    """A choice made when the game is opened. ``choices`` holds every value allowed.

    ``later``: logs are older than this option; where one leaves it out, the default is played.
    """

    default: str | int | bool
    choices: tuple[str | int | bool, ...]
    title: str
    paragraph: str
    later: bool = False


class Fact(msgspec.Struct, frozen=True):
    """A question that a condition may ask about the position: ``args`` are keys of `Game.names`.

    ``value`` is what it answers: a whole number, yes or no, or a text. A text is one of ``words``
    (``""``, which players write ``nothing``, where nothing is) or has the ``form`` of a regular
    expression, as in `Names`. With anything else it cannot be compared.
    """

    args: tuple[str, ...]
    title: str
    value: Literal["number", "yes or no", "text"]
    words: tuple[str, ...] = ()
    form: str = ""


@dataclass(frozen=True)
class Names:
    """The arguments of a fact: one of ``words``, or a text of the ``form``.

    ``form`` is a regular expression over ASCII that bounds the length, empty where ``words`` are
    all. Both are known when the game is made: whether a condition has its form never depends on
    the position.
    """

    words: Collection[str]
    form: str = ""


Fall = tuple[Fraction, tuple[int, ...]]
"""Numbers that the dice of one `Roll` show, from 0, and the chance of all that do the same."""


class Term(NamedTuple):
    """A strength or a modifier: ``what`` it is in words, by how much, and its paragraph.

    ``unit``: the unit that brings it alone, by its name in orders, and what it ``does``, in words.
    """

    what: str
    amount: str
    paragraph: str
    unit: str = ""
    does: str = ""


class Reading(NamedTuple):
    """The deciding part of an outcome: the ``result`` in the table's word, and how it was read.

    ``column`` of the table, empty where there is none; ``face`` of the die, 0 where no single one
    decides; not ``final`` if somebody may still void it. ``last``: nothing else is read for the
    order, whatever follows. ``favour``: how good it is for the attacker, from 2 to -2.
    """

    result: str
    column: str = ""
    face: int = 0
    final: bool = True
    last: bool = False
    favour: int = 0


class Arrow(NamedTuple):
    """An order on the map: its ``units`` go along ``path``, or fight ``against`` places.

    The path begins where the units stand; it is one place where they only come to stand, and empty
    where nobody moves. ``cost``: the movement points of a move, None where none are counted; in
    halves of one where the game counts them so (`Game.half_points`). ``on``: the units that are
    attacked, if the order names them and not their places. ``storms``: the move is an attack.
    """

    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    cost: int | None = None
    on: tuple[str, ...] = ()
    storms: bool = False


class Price(NamedTuple):
    """The price of an order in a pool of points: how many, how many are ``left``, one's name."""

    cost: int
    left: int
    what: str


Matter = Literal[
    "attack", "result", "after", "lost", "taken", "unsupplied", "moved", "event", "phase", "end"
]
"""The matters of a short report: an attack, its result, its effects, losses, places, units out of
supply, moves, other events, the phase that begins, the end of the game."""


class Called(NamedTuple):
    """A unit as people call it: its ``name`` or number, and one and several of its kind, if named.

    ``Called("3", "tank", "tanks")`` is tank 3; with another it is tanks 3 and 4.
    """

    name: str
    one: str = ""
    several: str = ""


class Detail(NamedTuple):
    """The parts that an outcome adds to a line of the log, in words; empty if it says nothing.

    - ``turn``, ``phase``: those that begin;
    - ``side``: who acts; ``who``: the units that do; ``does``: their verb, as of several;
    - ``whom``: the units that are attacked; ``place``: the place of the fight, or where units go;
    - ``odds``: the sum or the column; ``result``: the result in a word or two.
    """

    turn: str = ""
    phase: str = ""
    side: str = ""
    who: tuple[Called, ...] = ()
    does: str = ""
    whom: tuple[Called, ...] = ()
    place: str = ""
    odds: str = ""
    result: str = ""


NO_DETAIL = Detail()


class News(NamedTuple):
    """An outcome for anyone who hears of a turn in short, without a mark at its end.

    The ``words`` of ``lost``, ``unsupplied`` and ``moved`` are the units; those of all else are a
    sentence. ``detail``: the same in parts, for a line that folds several outcomes.
    """

    matter: Matter
    words: str
    detail: Detail = NO_DETAIL


class Tells(NamedTuple):
    """How an outcome reads, declared beside its fields (`pbem.kit.sentences`).

    ``sentence`` has no mark at its end. A field's name in braces stands for what the field is in
    words. A part in brackets is left out if a field in it is empty. If the sentence is empty, a
    function of the game gives it.

    ``matter``: what it is in the news; None: it is left out there. ``short``: the words of the
    news, if they are not the sentence. ``lost``: the field with the units that it takes away for
    good; they are the words of the news.
    """

    sentence: str = ""
    matter: Matter | None = None
    short: str = ""
    lost: str = ""


P = TypeVar("P", bound=msgspec.Struct)
O = TypeVar("O", bound=Order)  # noqa: E741 - P and O, position and order, as everywhere here


class Game(Protocol, Generic[P, O]):
    """One scenario with its options and data; holds no position of its own.

    Methods that take a position never change it, `apply` excepted. The two generators
    (`adjudicate`, `roll`) are driven one outcome at a time: the caller applies each outcome
    before it asks for the next, so the generator sees the position as it has become.
    """

    sides: tuple[str, ...]
    side_names: Mapping[str, str]
    """Side -> what it is called where people read of it; one without a name goes by its code."""
    position_type: type[P]
    facts: Mapping[str, Fact]
    names: Mapping[str, Names]
    """The values of each word of `Fact.args`: ``{"HEX": ..., "UNIT": ...}``."""
    half_points: bool
    """Whether the movement points of `arrow` are counted in halves of one as it is printed."""
    tracks: tuple[str, ...]
    """Names of the facts without arguments that are worth following turn by turn (simulations):
    whole numbers, all of them."""

    def set_up(self, cups: Cups) -> P:
        """Return the position before the first decision; may fill cups."""

    def need(self, position: P) -> Wanted:
        """Say what the position waits for; None when the game is over."""

    def legal(self, position: P) -> Iterator[O]:
        """Yield every legal answer to the question open now, lazily, in a fixed order.

        If a form has countless useless variants (a unit walking in circles), one representative of
        each different effect is enough. `check` accepts the others.
        """

    def bunches(self, position: P) -> Iterator[Sequence[O]]:
        """Yield what `legal` yields, in its order, in bunches that are not empty, of one form each.

        A bunch knows how many orders it is, and may make one only when it is asked for: for anyone
        who draws an order by chance.
        """

    def candidates(self, position: P, about: str = "") -> Iterator[O]:
        """Yield, lazily, answers to the open question that `legal` may have left out.

        Whether one is legal `check` says. A list of legal orders goes on with these. If only orders
        are wanted that name the unit ``about``, or one in the place ``about``, as somebody may type
        it, the others may be left out.
        """

    def unlisted(self, position: P) -> list[str]:
        """Say which legal answers neither `legal` nor `candidates` yields, a sentence each.

        It names the form in backquotes; empty where nothing is left out.
        """

    def check(self, position: P, order: O) -> None:
        """Raise `pbem.errors.IllegalOrder` unless ``order`` answers the open question legally."""

    def adjudicate(self, position: P, order: O, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need.

        Args:
            position: The position before, which is not changed.
            order: A legal order.
            cups: The cups, from which dice draw counters.

        Yields:
            The events, one outcome after the other.
        """

    def roll(self, position: P, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need.

        Args:
            position: The position before, which is not changed.
            dice: The dice.
            cups: The cups, from which dice draw counters.

        Yields:
            The events, one outcome after the other.
        """

    def apply(self, position: P, outcome: Outcome) -> None:
        """Change the position by one outcome: the only method that changes one."""

    def result(self, position: P) -> Result | None:
        """Return the result once `need` is None."""

    def scores(self, position: P) -> Mapping[str, int]:
        """Return the game's own score of each side once it is over, the more the better.

        Tournaments give places by it. Empty where the rules count none that says who did better.
        """

    def arrow(self, position: P, order: O) -> Arrow | None:
        """Return what a legal order is on the map; None for what has no place there."""

    def underway(self, position: P) -> Sequence[Arrow]:
        """Return the attack that is not finished, as arrows (`pbem.kit.fought`).

        Its answers or dice are still to come. An attacker goes along the one place where they
        stand. If the result is already known, the places alone show that the attack is still about.
        """

    def price(self, position: P, order: O) -> Price | None:
        """Return what a legal order takes of a pool that is counted; None for what takes none."""

    def falls(self, position: P, cups: Cups) -> Iterable[Fall] | None:
        """Return the ways in which the dice due can fall, those alike as one; None: every way.

        Alike are those after which the game goes on alike; what is reported may name other dice.
        """

    def reading(self, outcome: Outcome) -> Reading | None:
        """Return what an outcome decides: the result of an attack or the like, else None."""

    def terms(self, position: P) -> Sequence[Term]:
        """Return what makes up the strengths that are compared, just before a result is read."""

    def lost(self, outcome: Outcome) -> Sequence[str]:
        """Return the units that an outcome takes away for good."""

    def out(self, outcome: Outcome) -> Sequence[str]:
        """Return the units that an outcome takes out of a battle, and that may fight again."""

    def news(self, outcome: Outcome) -> News | None:
        """Return what an outcome is in a summary; None for what is left out of it."""

    def read_order(self, raw: RawOrder) -> O:
        """Return the order that ``raw`` spells; raise `pbem.errors.FormError`."""

    def write_order(self, order: O) -> RawOrder:
        """Return the one spelling of ``order`` in an event: the inverse of `read_order`."""

    def parse(self, position: P, side: str, line: str) -> O:
        """Read one line as a player writes it.

        Args:
            position: The position.
            side: The writer's side.
            line: The line.

        Raises:
            FormError: It cannot be read; the message has a suggestion.
        """

    def text(self, order: O) -> str:
        """Write an order as a line that `parse` reads back to the same order."""

    def order_words(self, position: P, order: O) -> str:
        """Return what an order does, in a few words for a person: ``3/10 fires``.

        It has no mark at its end. A player types and signs the line of `text`.
        """

    def parse_standing(self, position: P, side: str, line: str) -> Mapping[str, Any]:
        """Read one line of standing orders: the part of the side's mapping that it sets.

        Args:
            position: The position.
            side: The writer's side.
            line: The line.

        Raises:
            FormError: It cannot be read; the message has a suggestion.
        """

    def standing_text(self, standing: Mapping[str, Any]) -> list[str]:
        """Write a side's standing orders as lines that `parse_standing` reads back."""

    def check_standing(self, side: str, standing: Mapping[str, Any]) -> None:
        """Raise `pbem.errors.FormError` unless ``standing`` has the form of standing orders."""

    def standing_answer(self, position: P, question: Question,
                        standing: Mapping[str, Any]) -> O | None:  # fmt: skip
        """Return what the asked side's standing orders say, if anything; maybe illegal.

        Args:
            position: The position.
            question: The question.
            standing: The standing orders of the asked side.
        """

    def standing_left(self, standing: Mapping[str, Any], order: O) -> Mapping[str, Any]:
        """Return what is left of standing orders that have given ``order``.

        A limit "in all" is less by what the order spends; answers without one stay as they are.
        """

    def check_secret(self, position: P, label: str, order: O) -> None:
        """Check that an order could have been sealed legally.

        Args:
            position: The position when the choice is opened.
            label: The name of the secret choice.
            order: The order.

        Raises:
            IllegalOrder: It could not.
        """

    def sealed(self, position: P, label: str) -> Iterator[Outcome]:
        """Go on after the secret choice ``label`` was sealed."""

    def fact(self, position: P, name: str, args: Sequence[str]) -> int | str | bool:
        """Answer one of `facts` about anything that `names` allow: it never fails.

        If the data have something that the map does not have, the answer is false, 0 or ``""``.

        Args:
            position: The position.
            name: The name of the fact.
            args: The arguments of the fact.
        """

    def view(self, position: P, side: str | None) -> P:
        """Return what ``side`` may see (None: what anybody may see)."""

    def report(self, outcome: Outcome) -> str:
        """Describe an outcome in one sentence for a person."""

    def describe(self, position: P) -> list[str]:
        """Describe the position in short lines: turn, phase, forces, tracks."""

    def picture(self, position: P) -> Picture:
        """Return where pieces stand on which map."""

    def unit_name(self, side: str, unit: str) -> str:
        """Return the name in words of the unit of ``side`` that orders call ``unit``."""

    def phases(self, position: P) -> Sequence[Phase]:
        """Return the steps of the turn in which a position of a game not over stands, in order.

        `stage` is one of their names.
        """

    def score(self, position: P) -> Sequence[ScorePart]:
        """Return how it stands, in one to three short parts that everybody may see."""

    def summary(self, position: P) -> Summary:
        """Return turn, phase, score and losses for the head of a screen."""

    def drawers(self, position: P) -> Sequence[Tray]:
        """Return what is off the map and worth a drawer of its own, in the order of the drawers."""

    def card_text(self, card: str) -> CardText:
        """Return a card, by its name in the data, in the words of this project."""

    def charts(self) -> Sequence[Chart]:
        """Return what the tables that the game is played with say, with where each is from.

        The first column of the topic ``sequence`` names the steps, in the order of play.
        """

    def stage(self, position: P) -> str:
        """Return the step of the sequence of play where a position of a game not over stands."""

    def coming(self, position: P) -> str:
        """Return the step that follows when nothing ends the game before; ``end`` after the last.

        One that nobody has a part in may pass unseen.
        """

    def arrange(self, given: Mapping[str, Any], cups: Cups) -> P:
        """Build the position that a numbered case gives; raise `pbem.errors.FormError`.

        Args:
            given: The words under ``given`` of the case, as data.
            cups: As `set_up` left them. They may change, so that what the case says lies face down
                is what turns up.
        """

    def facts_of(self, position: P) -> Mapping[str, Any]:
        """Return the position in the words of a numbered case (what ``then`` compares with)."""

    def sensible(self, position: P, seed: int) -> list[O]:
        """Return orders that a sensible (not a random) player would give for the open question.

        A pure function of the position and ``seed``; the first ones answer the open question.
        """

    def merit(self, position: P, side: str) -> int:
        """Return how well a side stands, in whole numbers that compare positions of one game.

        Only what everybody may see is weighed, and not who has won: for players who look ahead.
        """

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        """Return standing orders to every question that can interrupt: the usual ones.

        ``standing usual`` stands for them (`pbem.kit.typed.standing.USUAL`). They belong to the
        version of the rules, whatever the program's players answer when they are asked.
        """

    def usual_words(self, side: str) -> Mapping[str, str]:
        """Return question -> what the usual answer to it is, in a phrase for a person.

        It has every question of `sensible_standing`.
        """


class Rules(Protocol):
    """One entry of the registry: one version of one game."""

    name: str
    version: int
    title: str
    reconstructed: tuple[str, ...]
    """The reconstructed parts of the data, in words: shown wherever their value matters."""

    @property
    def scenarios(self) -> Mapping[str, str]:
        """Scenario -> title; the first is the default."""

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that players can agree on."""

    def of(self, data: msgspec.Struct) -> Rules:
        """Return these rules with the scenarios and options that go with ``data``.

        The same rules, unless scenarios and options stand in the data: then ``scenarios`` and
        ``options`` of the rules as they are found are those of the module's own data.
        """

    def data(self, pack: bytes | None = None) -> msgspec.Struct:
        """Load the rules data: the module's own, or an owner's pack; raise `PackError`."""

    def export(self) -> bytes:
        """Return the module's own data as a pack (YAML) that an owner may edit."""

    def game(
        self, scenario: str, options: Mapping[str, Any], data: msgspec.Struct
    ) -> Game[Any, Any]:
        """Return a game, bound to a scenario, its options and its data.

        Args:
            scenario: The scenario.
            options: All options with their values.
            data: The data, as `data` or `of` returns them.

        Raises:
            FormError: There is no such scenario, or an option is wrong.
        """

    def migrate(self, version: int, position: dict[str, Any]) -> dict[str, Any]:
        """Return the position of an older version in the form of this one."""

    def schemas(self) -> Mapping[str, dict[str, Any]]:
        """Return the JSON Schemas of orders, position, standing orders and data pack."""

"""A game made of modules; a rules module adds what differs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

import msgspec
from msgspec.structs import replace

from pbem.errors import IllegalOrder
from pbem.kit.charts import Chart
from pbem.kit.contract import (
    Arrow,
    Fact,
    Fall,
    Names,
    News,
    Order,
    Outcome,
    Price,
    Question,
    RawOrder,
    Reading,
    Result,
    Term,
    Wanted,
)
from pbem.kit.copying import copied
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.keeping import NOTHING, Keeps
from pbem.kit.modules import GameModules
from pbem.kit.picture import HexPicture, Picture, Tray
from pbem.kit.screen import AtHand, CardText, Phase, ScorePart, Summary
from pbem.kit.typed.standing import USUAL

S = TypeVar("S")
P = TypeVar("P", bound=msgspec.Struct)


class _Ends(Protocol):
    """A position whose game can end."""

    ended: Result | None


class Pictured(NamedTuple):
    """Pictures of a game that are in its players' own files: of which module, and their names.

    ``version``: of that module; ``build``: the SHA-256 of its build file, in hexadecimal digits.
    """

    module: str
    names: tuple[str, ...]
    version: str = ""
    build: str = ""


class ModularGame(ABC, Generic[S, P]):
    """A game made of modules; see `pbem.kit.contract.Game` for what each method means.

    A subclass gives ``modules``, ``position_type`` and ``tracks``, and the methods that differ:
    ``set_up``, ``adjudicate``, ``roll``. It gives ``sides`` and ``side_names`` if the setting does
    not say who plays (``setting.sides``, ``setting.side_names``), and ``half_points`` if a move may
    cost half a point. A game overrides other methods, too, if something is chosen secretly, or if
    not everybody may see the whole position. So does a game whose position has no field ``ended``
    that says how the game ended.
    """

    modules: GameModules
    sides: tuple[str, ...]
    position_type: type[P]
    tracks: tuple[str, ...] = ()
    track_names: Mapping[str, str] = {}
    half_points: bool = False
    side_names: Mapping[str, str] = {}

    def __init__(self, setting: S) -> None:
        self.setting = setting
        said: Any = setting
        self._keeping: Keeps = said if isinstance(said, Keeps) else Keeps()
        if not hasattr(self, "sides"):
            self.sides = said.sides
        self.side_names = self.side_names or getattr(said, "side_names", {})
        self.modules = self.modules.of(self)
        self.facts: Mapping[str, Fact] = self.modules.facts.FACTS
        self.names: Mapping[str, Names] = self.modules.facts.names(setting)
        self.outcomes: tuple[type[Outcome], ...] = outcomes_in(self.modules.outcomes)
        self.telling: frozenset[type[Outcome]] | None = getattr(self.modules.odds, "TELLING", None)
        self.also_named: Mapping[str, tuple[str, ...]] = self.modules.cases.ALSO_NAMED

    @abstractmethod
    def set_up(self, cups: Cups) -> P:
        """Return the position before the first decision; may fill cups."""

    @abstractmethod
    def adjudicate(self, position: P, order: Any, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""

    @abstractmethod
    def roll(self, position: P, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need."""

    def need(self, position: P) -> Wanted:
        """Say what the position waits for; None when the game is over."""
        return self.modules.questions.need(self.setting, position)

    def legal(self, position: P) -> Iterator[Order]:
        """Yield the legal answers to the open question, in a fixed order."""
        return self.modules.questions.legal(self.setting, position)

    def answering(self, position: P, asked: Question) -> Iterator[Order]:
        """Yield what `legal` yields, where it is known already that this is asked."""
        questions = self.modules.questions
        known: Any = getattr(questions, "answering", None)
        if known is None:
            return questions.legal(self.setting, position)
        legal: Iterator[Order] = known(self.setting, position, asked)
        return legal

    def bunches(self, position: P) -> Iterator[Sequence[Order]]:
        """Yield what `legal` yields in bunches of one form, counted before they are made."""
        return self.modules.questions.legal_in_bunches(self.setting, position)

    def candidates(self, position: P, about: str = "") -> Iterator[Order]:
        """Yield answers to the open question that `legal` may have left out."""
        return self.modules.listing.candidates(self.setting, position, about)

    def unlisted(self, position: P) -> list[str]:
        """Say which legal answers neither `legal` nor `candidates` yields."""
        return self.modules.listing.unlisted(self.setting, position)

    def check(self, position: P, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` answers the open question legally."""
        self.modules.questions.check(self.setting, position, order)

    def check_answer(self, position: P, asked: Question, order: Order) -> None:
        """Do what `check` does, where it is known already that this is asked."""
        questions = self.modules.questions
        known: Any = getattr(questions, "check_answer", None)
        if known is None:
            questions.check(self.setting, position, order)
        else:
            known(self.setting, position, asked, order)

    def keep(self, position: P | None) -> bool:
        """Keep in mind what is found out about a position, which `apply` alone changes from now on.

        None: about no position any more. Return whether that is new.
        """
        if self._keeping.kept[0] is position:
            return False
        self._keeping.kept = NOTHING if position is None else (position, {})
        return True

    def apply(self, position: P, outcome: Outcome) -> None:
        """Change the position by one outcome: the only method that changes one."""
        if self._keeping.kept[0] is not position:
            self.modules.changes.apply(self.setting, position, outcome)
            return
        self._keeping.kept = NOTHING
        self.modules.changes.apply(self.setting, position, outcome)
        self._keeping.kept = (position, {})

    def reading(self, outcome: Outcome) -> Reading | None:
        """Return what an outcome decides (`pbem.kit.chances.odds`); None if it decides nothing."""
        return self.modules.odds.reading(self.setting, outcome)

    def terms(self, position: P) -> Sequence[Term]:
        """Return what makes up the strengths just before a result is read."""
        return self.modules.odds.terms(self.setting, position)

    def lost(self, outcome: Outcome) -> Sequence[str]:
        """Return the units that an outcome takes away for good."""
        return self.modules.odds.lost(self.setting, outcome)

    def out(self, outcome: Outcome) -> Sequence[str]:  # noqa: ARG002
        """Return nobody: who is out of a battle is lost, unless a game overrides this."""
        return ()

    def news(self, outcome: Outcome) -> News | None:
        """Return what an outcome is in a summary; None for what is left out of it."""
        return self.modules.news.news(self.setting, outcome)

    def falls(self, position: P, cups: Cups) -> Iterable[Fall] | None:
        """Return the ways that differ in which the dice due can fall, None for every one."""
        return self.modules.odds.falls(self.setting, position, cups)

    def falls_by_result(self, position: P, cups: Cups, most: int) -> Iterable[Fall] | None:  # noqa: ARG002
        """Return the same where nothing is of interest but what is read; None: as `falls` says.

        Alike are those of which the same is read, and after which the same is asked up to the
        last reading. Raises `TooManyWaysError` where more than ``most`` would have to be looked at.
        """
        return None

    def read_order(self, raw: RawOrder) -> Order:
        """Return the order that ``raw`` spells; raise `FormError`."""
        return self.modules.orders.FORMS.read(raw)

    def write_order(self, order: Order) -> RawOrder:
        """Return the one spelling of ``order`` in an event."""
        return self.modules.orders.FORMS.write(order)

    def parse(self, position: P, side: str, line: str) -> Order:
        """Read one line as a player writes it; raise `FormError` with a suggestion."""
        return self.modules.text.parse(self.setting, position, side, line)

    def pictured(self) -> Pictured | None:
        """Return the pictures that a board may show out of a player's own file, if any."""
        return None

    def recipe(self, position: P, line: str) -> Sequence[str]:  # noqa: ARG002
        """Return the lines that a line stands for: itself, unless players named several."""
        return (line,)

    def patient(self, raws: Sequence[RawOrder]) -> list[RawOrder]:
        """Return a list so that it ends no sooner than it must: as it is, if a game cannot wait."""
        return list(raws)

    def waiting(self, raw: RawOrder) -> RawOrder:
        """Return an order so that its list goes on after it: as it is, if a game cannot wait."""
        return raw

    def text(self, order: Order) -> str:
        """Write an order as a line that `parse` reads back to the same order."""
        return self.modules.text.print_order(order)

    def parse_standing(self, position: P, side: str, line: str) -> Mapping[str, Any]:
        """Read one line of standing orders: the part of the side's mapping that it sets."""
        return self.modules.standing_text.parse_standing(self.setting, position, side, line)

    def standing_text(self, standing: Mapping[str, Any]) -> list[str]:
        """Write a side's standing orders as lines that `parse_standing` reads back."""
        usual = [question for question, part in standing.items() if part == USUAL]
        said = {question: part for question, part in standing.items() if part != USUAL}
        lines = self.modules.standing_text.print_standing(said)
        return lines + [f"standing {question} {USUAL}" for question in usual]

    def check_standing(self, side: str, standing: Mapping[str, Any]) -> None:
        """Raise `FormError` unless ``standing`` has the form of standing orders."""
        self.modules.standing.check_standing(self.setting, side, standing)

    def standing_answer(
        self, position: P, question: Question, standing: Mapping[str, Any]
    ) -> Order | None:
        """Return what the standing orders of the side asked say, if anything; maybe illegal."""
        if standing.get(question.name) == USUAL:
            return self.modules.usual.answer(self.setting, position, question)
        return self.modules.answers.answer(self.setting, position, question, standing)

    def standing_left(self, standing: Mapping[str, Any], order: Order) -> Mapping[str, Any]:
        """Return what is left of standing orders that have given ``order``."""
        return self.modules.standing.left(standing, order)

    def check_secret(self, position: P, label: str, order: Order) -> None:  # noqa: ARG002
        """Raise `IllegalOrder`: nothing is chosen secretly here."""
        raise IllegalOrder("secret", f"this game has no secret choice {label!r}")

    def sealed(self, position: P, label: str) -> Iterator[Outcome]:  # noqa: ARG002
        """Raise `IllegalOrder`: nothing is chosen secretly here."""
        raise IllegalOrder("secret", f"this game has no secret choice {label!r}")

    def fact(self, position: P, name: str, args: Sequence[str]) -> int | str | bool:
        """Answer one of `facts` about anything that `names` allow."""
        return self.modules.facts.fact(self.setting, position, name, args)

    def result(self, position: P) -> Result | None:
        """Return what stands in the field ``ended`` of a position: None while the game goes on."""
        return cast("_Ends", position).ended

    def scores(self, position: P) -> Mapping[str, int]:  # noqa: ARG002
        """Return nothing: most rules say who wins, and not by how much."""
        return {}

    def view(self, position: P, side: str | None) -> P:  # noqa: ARG002
        """Return a copy: a position holds nothing that anybody may not see."""
        return copied(position)

    def report(self, outcome: Outcome) -> str:
        """Describe an outcome in one sentence for a person."""
        return self.modules.report.report(self.setting, outcome)

    def describe(self, position: P) -> list[str]:
        """Describe the position in short lines."""
        return self.modules.report.describe(self.setting, position)

    def picture(self, position: P) -> Picture:
        """Return where pieces stand on the map; a hex map names the sides as the game does."""
        found = self.modules.picture.picture(self.setting, position)
        if isinstance(found, HexPicture) and not found.names:
            return replace(found, names=dict(self.side_names))
        return found

    def sensible(self, position: P, seed: int) -> list[Order]:
        """Return orders that a computer player would give for the open question."""
        return self.modules.sensible.sensible(self.setting, position, seed)

    def merit(self, position: P, side: str) -> int:
        """Return how well a side stands, in whole numbers that compare positions of one game.

        Only what everybody sees is weighed; who has won is not. For players who look ahead.
        """
        return self.modules.sensible.merit(self.setting, position, side)

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        """Return the usual answer for every question that can interrupt a side."""
        return dict.fromkeys(self.modules.usual.asked(self.setting, side), USUAL)

    def usual_words(self, side: str) -> Mapping[str, str]:
        """Return the same questions, with what the usual answer is, in a phrase."""
        reported = self.modules.standing_text.WHAT_IS_USUAL
        return {name: reported[name] for name in self.modules.usual.asked(self.setting, side)}

    def unit_name(self, side: str, unit: str) -> str:
        """Return the name in words of the unit of ``side`` that orders call ``unit``."""
        return self.modules.screen.unit_name(self.setting, side, unit)

    def order_words(self, position: P, order: Order) -> str:
        """Return what an order does, in a few words for a person."""
        return self.modules.screen.order_words(self.setting, position, order)

    def phases(self, position: P) -> Sequence[Phase]:
        """Return the steps of the turn in which a position stands, in their order."""
        return self.modules.screen.phases(self.setting, position)

    def score(self, position: P) -> Sequence[ScorePart]:
        """Return how it stands, in one to three short parts."""
        return self.modules.screen.score(self.setting, position)

    def summary(self, position: P) -> Summary:
        """Return turn, phase, score and losses for the head of a screen."""
        return self.modules.screen.summary(self.setting, position)

    def drawers(self, position: P) -> Sequence[Tray]:
        """Return what is off the map and worth a drawer of its own."""
        return self.modules.screen.drawers(self.setting, position)

    def at_hand(self, position: P, side: str) -> AtHand | None:
        """Return dice and cards with buttons for a side, if the game has no map of its own."""
        return self.modules.screen.at_hand(self.setting, position, side)

    def card_text(self, card: str) -> CardText:
        """Return a card, by its name in the data, in the words of this project."""
        return self.modules.screen.card_text(self.setting, card)

    def charts(self) -> Sequence[Chart]:
        """Return what the tables that the game is played with say (`pbem.kit.charts`)."""
        return self.modules.charts.charts(self.setting)

    def stage(self, position: P) -> str:
        """Return the step of the sequence of play where a position stands."""
        return self.modules.charts.stage(self.setting, position)

    def coming(self, position: P) -> str:
        """Return the step that follows."""
        return self.modules.charts.coming(self.setting, position)

    def arrange(self, given: Mapping[str, Any], cups: Cups) -> P:
        """Build the position that a numbered case gives; raise `FormError`."""
        arranged: P = self.modules.cases.arrange(self.setting, given, cups)
        return arranged

    def facts_of(self, position: P) -> Mapping[str, Any]:
        """Return the position in the words of a numbered case."""
        return self.modules.cases.facts_of(self.setting, position)

    def arrow(self, position: P, order: Order) -> Arrow | None:
        """Return what a legal order is on the map; None for what has no place there."""
        return self.modules.arrows.arrow(self.setting, position, order)

    def underway(self, position: P) -> Sequence[Arrow]:
        """Return the attack that is not finished, as arrows."""
        return self.modules.arrows.underway(self.setting, position)

    def price(self, position: P, order: Order) -> Price | None:  # noqa: ARG002
        """Return nothing: most orders take nothing of a pool."""
        return None


def outcomes_in(module: ModuleType) -> tuple[type[Outcome], ...]:
    """Return the classes of outcomes that a module defines, in its order."""
    return tuple(
        form
        for form in vars(module).values()
        if isinstance(form, type)
        and issubclass(form, Outcome)
        and form.__module__ == module.__name__
    )

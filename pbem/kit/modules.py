"""The modules of a game, and what each has to offer.

A module writes functions of a *setting* (scenario, options, tables) and a position, in Python
modules that are called alike in every game. `pbem.kit.game` makes a game of them: it says which
method of a game each function is, and `pbem.kit.contract.Game` what that means.
"""

# ruff: noqa: D102 - what the methods mean stands in one place, `pbem.kit.contract.Game`

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from types import ModuleType
from typing import Any, Protocol

from pbem.kit.charts import Chart
from pbem.kit.contract import (
    Arrow,
    Fact,
    Fall,
    Game,
    Names,
    News,
    Order,
    Outcome,
    Question,
    Reading,
    Term,
    Wanted,
)
from pbem.kit.cups import Cups
from pbem.kit.defaults import answers, arrows, charts, listing, odds
from pbem.kit.defaults.cases import FieldCases
from pbem.kit.defaults.facts import FieldFacts
from pbem.kit.defaults.made import ForGame, for_game
from pbem.kit.defaults.news import LossesAndResults
from pbem.kit.defaults.picture import NoMap
from pbem.kit.defaults.report import FieldsReported
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.defaults.sensible import OneStepAhead
from pbem.kit.defaults.standing import UsualAlone
from pbem.kit.defaults.standing_text import UsualLines
from pbem.kit.defaults.text import FieldLines
from pbem.kit.defaults.usual import PassOrFirst
from pbem.kit.picture import Picture, Tray
from pbem.kit.screen import AtHand, CardText, Phase, ScorePart, Summary
from pbem.kit.typed.orders import OrderForms


class Answers(Protocol):
    """The answers of standing orders."""

    def answer(
        self, setting: Any, position: Any, question: Question, standing: Mapping[str, Any], /
    ) -> Order | None: ...


class Arrows(Protocol):
    """Orders on the map, and the attack that is not finished."""

    def arrow(self, setting: Any, position: Any, order: Order, /) -> Arrow | None: ...

    def underway(self, setting: Any, position: Any, /) -> Sequence[Arrow]: ...


class Cases(Protocol):
    """The words of numbered cases.

    ``ALSO_NAMED``: key of `Facts.names` -> what outcomes name there beside those names.
    """

    ALSO_NAMED: Mapping[str, tuple[str, ...]]

    def arrange(self, setting: Any, given: Mapping[str, Any], cups: Cups, /) -> Any: ...

    def facts_of(self, setting: Any, position: Any, /) -> Mapping[str, Any]: ...


class Changes(Protocol):
    """The effects of outcomes on a position."""

    def apply(self, setting: Any, position: Any, outcome: Outcome, /) -> None: ...


class Charts(Protocol):
    """The content of the tables of the game, and its sequence of play."""

    def charts(self, setting: Any, /) -> Sequence[Chart]: ...

    def stage(self, setting: Any, position: Any, /) -> str: ...

    def coming(self, setting: Any, position: Any, /) -> str: ...


class Facts(Protocol):
    """The facts of a position that guards may ask for."""

    FACTS: Mapping[str, Fact]

    def names(self, setting: Any, /) -> Mapping[str, Names]: ...

    def fact(
        self, setting: Any, position: Any, name: str, args: Sequence[str], /
    ) -> int | str | bool: ...


class Listing(Protocol):
    """The orders in a list of legal ones beyond those that the rules yield."""

    def candidates(self, setting: Any, position: Any, about: str, /) -> Iterator[Order]: ...

    def unlisted(self, setting: Any, position: Any, /) -> list[str]: ...


class NewsModule(Protocol):
    """The summary of outcomes."""

    def news(self, setting: Any, outcome: Outcome, /) -> News | None: ...


class OddsModule(Protocol):
    """The possible results of an order's dice."""

    def reading(self, setting: Any, outcome: Outcome, /) -> Reading | None: ...

    def terms(self, setting: Any, position: Any, /) -> Sequence[Term]: ...

    def lost(self, setting: Any, outcome: Outcome, /) -> Sequence[str]: ...

    def falls(self, setting: Any, position: Any, cups: Cups, /) -> Iterable[Fall] | None: ...


class Orders(Protocol):
    """The forms of orders."""

    FORMS: OrderForms[Order]


class Pictures(Protocol):
    """The picture of a position."""

    def picture(self, setting: Any, position: Any, /) -> Picture: ...


class Questions(Protocol):
    """The questions, and their answers."""

    def need(self, setting: Any, position: Any, /) -> Wanted: ...

    def check(self, setting: Any, position: Any, order: Order, /) -> None: ...

    def legal(self, setting: Any, position: Any, /) -> Iterator[Order]: ...

    def legal_in_bunches(self, setting: Any, position: Any, /) -> Iterator[Sequence[Order]]: ...


class Screen(Protocol):
    """The screen of a game besides its map."""

    def unit_name(self, setting: Any, side: str, unit: str, /) -> str: ...

    def order_words(self, setting: Any, position: Any, order: Order, /) -> str: ...

    def phases(self, setting: Any, position: Any, /) -> Sequence[Phase]: ...

    def score(self, setting: Any, position: Any, /) -> Sequence[ScorePart]: ...

    def summary(self, setting: Any, position: Any, /) -> Summary: ...

    def drawers(self, setting: Any, position: Any, /) -> Sequence[Tray]: ...

    def at_hand(self, setting: Any, position: Any, side: str, /) -> AtHand | None: ...

    def card_text(self, setting: Any, card: str, /) -> CardText: ...


class Sensible(Protocol):
    """A computer player, and how it values a position."""

    def sensible(self, setting: Any, position: Any, seed: int, /) -> list[Order]: ...

    def merit(self, setting: Any, position: Any, side: str, /) -> int: ...


class Standing(Protocol):
    """The form of standing orders."""

    def check_standing(self, setting: Any, side: str, standing: Mapping[str, Any], /) -> None: ...

    def left(self, standing: Mapping[str, Any], order: Order, /) -> Mapping[str, Any]: ...


class StandingText(Protocol):
    """Standing orders as players write them, and what the usual ones are, in words.

    ``WHAT_IS_USUAL``: each question that can interrupt -> a phrase.
    """

    WHAT_IS_USUAL: Mapping[str, str]

    def parse_standing(
        self, setting: Any, position: Any, side: str, line: str, /
    ) -> Mapping[str, Any]: ...

    def print_standing(self, standing: Mapping[str, Any], /) -> list[str]: ...


class Report(Protocol):
    """Outcomes and positions in words."""

    def report(self, setting: Any, outcome: Outcome, /) -> str: ...

    def describe(self, setting: Any, position: Any, /) -> list[str]: ...


class Text(Protocol):
    """Orders as players write them."""

    def parse(self, setting: Any, position: Any, side: str, line: str, /) -> Order: ...

    def print_order(self, order: Order, /) -> str: ...


class Usual(Protocol):
    """The usual answers, which are a part of the rules and no player's.

    ``asked``: the questions that can interrupt a side; ``answer``: what is usual when one of them
    is open; ``worth``: what any legal answer weighs, by which the usual one is chosen.
    """

    def asked(self, setting: Any, side: str, /) -> tuple[str, ...]: ...

    def answer(self, setting: Any, position: Any, question: Question, /) -> Order: ...

    def worth(self, setting: Any, position: Any, question: Question, order: Order, /) -> int: ...


@dataclass(frozen=True, kw_only=True)
class GameModules:
    """The modules of a game; ``outcomes`` is the module of their classes.

    Four must be given. Each of the others has a default (`pbem.kit.defaults`), which is right for a
    game that has no more to say.
    """

    changes: Changes
    orders: Orders
    outcomes: ModuleType
    questions: Questions
    answers: Answers = answers
    arrows: Arrows = arrows
    cases: Cases = for_game(FieldCases)
    charts: Charts = charts
    facts: Facts = for_game(FieldFacts)
    listing: Listing = listing
    news: NewsModule = for_game(LossesAndResults)
    odds: OddsModule = odds
    picture: Pictures = for_game(NoMap)
    report: Report = for_game(FieldsReported)
    screen: Screen = for_game(FromTheRest)
    sensible: Sensible = for_game(OneStepAhead)
    standing: Standing = for_game(UsualAlone)
    standing_text: StandingText = for_game(UsualLines)
    text: Text = for_game(FieldLines)
    usual: Usual = for_game(PassOrFirst)

    def of(self, game: Game[Any, Any]) -> GameModules:
        """Return the modules of one game: those that are made for it are made now."""
        made = {
            one.name: module.of(game)
            for one in fields(self)
            if isinstance(module := getattr(self, one.name), ForGame)
        }
        return replace(self, **made) if made else self


def defaults_of(modules: GameModules) -> list[str]:
    """Return the names of the modules that a game leaves to the defaults."""
    return [one.name for one in fields(modules) if getattr(modules, one.name) is one.default]

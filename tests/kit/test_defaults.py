"""The defaults of the modules of a game, and which game leaves which module to a default."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from data_game.module import RaidsRules
from example_game.module import ExampleRules
from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.contract import News, Order, Outcome, Question
from pbem.kit.cups import Cups
from pbem.kit.defaults import arrows, charts, listing, odds
from pbem.kit.defaults.news import LossesAndResults
from pbem.kit.defaults.standing import UsualAlone
from pbem.kit.defaults.standing_text import UsualLines
from pbem.kit.defaults.usual import PassOrFirst
from pbem.kit.game import ModularGame
from pbem.kit.hexgame.game import HexGame
from pbem.kit.modules import defaults_of
from pbem.kit.typed.orders import Pass

LEFT_TO_DEFAULTS: dict[str, list[str]] = {
    "lantern": [],
    "manila": [],
    "meiktila": [],
    "saipan": [],
    "singapore": [],
    "table": ["arrows", "news", "odds"],
    "tokyo": [],
    "hexgame": [],
    "ford": ["facts", "listing", "news", "screen", "text"],
    "raids": [
        "answers",
        "arrows",
        "cases",
        "charts",
        "facts",
        "listing",
        "news",
        "odds",
        "picture",
        "report",
        "screen",
        "standing",
        "standing_text",
        "text",
    ],
}
"""Game, or base of games -> the modules that it does not write: a decision, not an oversight."""


def test_each_game_leaves_to_defaults_what_it_means_to() -> None:
    games = [registry.find(name, version) for name, version in registry.RULES]
    found = {}
    for rules in [*games, ExampleRules(), RaidsRules()]:
        assert rules is not None
        options = {name: option.default for name, option in rules.options.items()}
        game = rules.game(next(iter(rules.scenarios)), options, rules.data())
        assert isinstance(game, ModularGame)
        found[rules.name] = defaults_of(type(game).modules)
    found["hexgame"] = defaults_of(HexGame.modules)
    assert found == LEFT_TO_DEFAULTS


# --- what each default says ------------------------------------------------------------------


class Wait(Order, frozen=True, tag="wait"):
    """An order."""


class Struck(Outcome, frozen=True, kw_only=True):
    """A unit is lost."""

    lost: str | tuple[str, ...]


class Asked:
    """A game of which the defaults ask what they need."""

    def __init__(self, *questions: str) -> None:
        self.questions = questions

    def sensible_standing(self, side: str) -> dict[str, Any]:
        return dict.fromkeys(self.questions, "usual")

    def legal(self, position: Any) -> Any:
        return iter((Wait(), Pass()))

    def lost(self, outcome: Struck) -> Any:
        return odds.lost(None, outcome)

    def reading(self, outcome: Outcome) -> Any:
        return odds.reading(None, outcome)

    def report(self, outcome: Outcome) -> str:
        return "A unit is lost."


ASKED: Any = Asked("pursuit")
PURSUIT = Question("blue", "pursuit", "Do you pursue?", "4.2", ("wait", "pass"))


def test_by_default_nothing_is_drawn_charted_or_listed_beyond_what_is_legal() -> None:
    assert arrows.arrow(None, None, Wait()) is None
    assert list(arrows.underway(None, None)) == []
    assert list(charts.charts(None)) == []
    assert charts.stage(None, None) == charts.coming(None, None) == "turn"
    assert list(listing.candidates(None, None, "A")) == listing.unlisted(None, None) == []


def test_by_default_a_unit_is_lost_that_the_field_lost_names_and_stands_in_the_news() -> None:
    news = LossesAndResults(ASKED).news
    for named, units, words in [("A", ("A",), "A"), (("A", "B"), ("A", "B"), "A and B")]:
        struck = Struck(paragraph="1", lost=named)
        assert tuple(odds.lost(None, struck)) == units
        assert news(None, struck) == News("lost", words)
    nothing = Struck(paragraph="1", lost=())
    assert not odds.lost(None, nothing)
    assert (
        news(None, nothing) is odds.reading(None, nothing) is odds.falls(None, None, Cups()) is None
    )
    assert not odds.terms(None, None)


def test_the_default_response_is_a_pass_else_the_first_legal_order() -> None:
    class Responses(PassOrFirst):
        interrupting: ClassVar = {"blue": ("pursuit",)}

    usual = Responses(ASKED)
    assert usual.asked(None, "blue") == ("pursuit",)
    assert usual.asked(None, "red") == PassOrFirst(ASKED).asked(None, "blue") == ()
    must = Question("blue", "pursuit", "Which one?", "4.2", ("wait",))
    assert usual.answer(None, None, PURSUIT) == Pass()
    assert usual.answer(None, None, must) == Wait()
    assert [usual.worth(None, None, must, order) for order in (Wait(), Pass())] == [1, 0]
    assert [usual.worth(None, None, PURSUIT, order) for order in (Wait(), Pass())] == [0, 1]


def test_by_default_standing_orders_say_usual_or_nothing() -> None:
    form, lines = UsualAlone(ASKED), UsualLines(ASKED)
    for good in ({}, {"pursuit": "usual"}):
        form.check_standing(None, "blue", good)
        assert form.left(good, Wait()) == good
    for bad, why in (
        ({"pursuit": "always"}, "pursuit can be 'usual' and nothing else"),
        ({"pursiut": "usual"}, "blue is never asked 'pursiut'.*pursuit"),
    ):
        with pytest.raises(FormError, match=why):
            form.check_standing(None, "blue", bad)
    assert lines.parse_standing(None, None, "blue", "standing pursuit usual") == {
        "pursuit": "usual"
    }
    with pytest.raises(FormError, match="column 18: 'always' is no answer here; write `usual`"):
        lines.parse_standing(None, None, "blue", "standing pursuit always")
    with pytest.raises(FormError):
        UsualLines(Asked()).parse_standing(None, None, "red", "standing pursuit usual")  # type: ignore[arg-type]
    assert lines.print_standing({}) == []
    assert "pass" in lines.WHAT_IS_USUAL["pursuit"]

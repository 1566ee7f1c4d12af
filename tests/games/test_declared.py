"""Every declaration of every game is read once: terms of orders, standing orders, sentences."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from data_game.module import RaidsRules
from example_game.module import ExampleRules
from hexgame import games as hexgames
from pbem.games import registry
from pbem.kit.contract import Order, Outcome, Tells
from pbem.kit.dice import SeededDice
from pbem.kit.hexgame.rules import orders, outcomes
from pbem.kit.sentences import filled, parts_of
from pbem.kit.typed.orders import forms_in
from pbem.play.play import Play
from pbem.selfplay import unsigned
from pbem.selfplay.simulate import answer_sensible

MODULES_PAGE = (
    Path(__file__).resolve().parents[2] / "docs" / "writing-a-rules-module.md"
).read_text()
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "hex-games.md").read_text()

TESTED: dict[str, Callable[[], Any]] = {
    "ford": ExampleRules,
    "raids": RaidsRules,
    "mill": lambda: hexgames.rules("mill"),
    "salt": lambda: hexgames.rules("salt"),
    "camp": lambda: hexgames.rules("camp"),
}
GAMES = sorted({*registry.names(), *TESTED})

ORDERS_BY_HAND = {"singapore", "table"}
STANDING_BY_HAND = {"manila", "meiktila", "raids", "singapore"}
SENTENCES_BY_HAND = {"manila", "meiktila", "saipan", "singapore", "tokyo"}
"""Games whose lines and sentences are written by hand: these sets only get smaller."""


def game_of(name: str) -> Any:
    """Return a game of the registry, or a test game, as it is opened by default."""
    made = TESTED.get(name)
    rules = made() if made else registry.find(name, registry.newest(name) or 0)
    options = {option: one.default for option, one in rules.options.items()}
    return rules.game(next(iter(rules.scenarios)), options, rules.data())


def walked(game: Any, seed: int, steps: int) -> Iterator[Play]:
    """Play a game for so many dice and answers, and yield it before each."""
    play = unsigned.begin(game)
    rng, secrets = random.Random(seed), unsigned.Secrets()  # noqa: S311 - no secret
    dice = SeededDice(rng)
    for _ in range(steps):
        yield play
        if play.result is not None:
            return
        if play.due is not None:
            play.roll(dice)
            continue
        assert play.asked is not None
        secrets.answer(play, play.asked, answer_sensible(play, rng))


def form_of(usage: str) -> re.Pattern[str]:
    """Return what lines of a usage look like."""
    found = re.sub(r" ?\[([^\]]*)\]", r"(?: \1)?", re.sub(r"\[([a-z]+)\] ", r"(?:\1 )?", usage))
    found = re.sub(r"([A-Z]+) \.\.\.\|([a-z]+)", r"(?:\1(?: \1)*|\2)", found)
    found = re.sub(r"([A-Z]+) \.\.\.", r"\1(?: \1)*", found)
    found = re.sub(r"(?<![(:])\b[\w-]+(?:\|[\w-]+)+", r"(?:\g<0>)", found)
    return re.compile(re.sub(r"\b[A-Z]+\b", r"[^ ]+", found))


@pytest.mark.parametrize(
    ("usage", "line", "fits"),
    [
        ("attack HEX with UNIT ...", "attack 0101 with A B", True),
        ("attack HEX with UNIT ...", "attack 0101 A B", False),
        ("retreat UNIT [to] HEX ...", "retreat A 0101", True),
        ("move UNIT HEX ... [off]", "move A 0101 off", True),
        ("end movement|combat", "end combat", True),
        ("end movement|combat", "end", False),
        ("standing advance HEX|any with UNIT ...|any", "standing advance any with A B", True),
        ("standing advance HEX|any with UNIT ...|any", "standing advance 0101 with any", True),
    ],
)
def test_a_usage_says_which_lines_fit(usage: str, line: str, fits: bool) -> None:
    assert bool(form_of(usage).fullmatch(line)) == fits


# --- orders ------------------------------------------------------------------------------------


def grammar_of(game: Any) -> Any:
    return getattr(game.modules.text, "GRAMMAR", None)


def test_which_games_write_lines_and_sentences_by_hand() -> None:
    games = {name: game_of(name) for name in GAMES}
    assert {name for name, game in games.items() if not grammar_of(game)} == ORDERS_BY_HAND
    assert {
        name for name, game in games.items() if not hasattr(game.modules.standing_text, "GRAMMAR")
    } == STANDING_BY_HAND
    assert {
        name for name, game in games.items() if any(one.tells is None for one in game.outcomes)
    } == SENTENCES_BY_HAND


@pytest.mark.parametrize("name", sorted({*GAMES} - ORDERS_BY_HAND))
def test_each_order_has_a_usage_and_each_line_has_the_form_of_one(name: str) -> None:
    game = game_of(name)
    usages: dict[str, tuple[str, ...]] = grammar_of(game).usages()
    tags = [str(form.__struct_config__.tag) for form in forms_in(game.modules.orders.FORMS.union)]
    assert [*usages] == tags
    seen: set[str] = set()
    for play in walked(game, 3, 150):
        if play.asked is None or play.asked.opens:
            continue
        for order in some(game, play):
            line = game.text(order)
            fitting = [one for one in usages[line.split()[0]] if form_of(one).fullmatch(line)]
            assert fitting, line
            assert game.parse(play.position, play.asked.side, line) == order
            seen.add(line.split()[0])
    assert len(seen) >= min(4, len(tags) - 1)


def some(game: Any, play: Play) -> Iterable[Order]:
    """Return a few legal orders of each form."""
    found: dict[type, list[Order]] = {}
    for order in islice(game.legal(play.position), 300):
        found.setdefault(type(order), []).append(order)
    return [order for orders in found.values() for order in orders[:3]]


def rows(heading: str) -> list[str]:
    """Return the lines that a table of the page shows."""
    table = PAGE.partition(heading)[2].partition("\n\n## ")[0]
    return [
        line
        for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)
        for line in re.findall("`([^`]*)`", row)
    ]


def test_the_page_of_the_base_shows_each_usage_of_an_order() -> None:
    usages = grammar_of(game_of("mill")).usages()
    shown = [line for line in rows("\n## Orders\n") if not line.startswith("standing")]
    every = [(usage, form_of(usage)) for forms in usages.values() for usage in forms]
    assert [line for line in shown if not any(form.fullmatch(line) for _, form in every)] == []
    assert [usage for usage, form in every if not any(form.fullmatch(line) for line in shown)] == []


@pytest.mark.parametrize(("name", "module"), [("Attack", orders), ("UnitLost", outcomes)])
def test_the_page_of_rules_modules_shows_what_the_base_declares(name: str, module: Any) -> None:
    [shown] = re.findall(rf"```python\n(class {name}\(.*?)```", MODULES_PAGE, re.DOTALL)
    assert shown in inspect.getsource(module)
    assert "`attack HEX with UNIT ...`" in MODULES_PAGE
    assert grammar_of(game_of("mill")).usages()["attack"] == ("attack HEX with UNIT ...",)


@pytest.mark.parametrize("name", sorted({*registry.names()}))
def test_the_list_of_lines_has_the_usages_and_nothing_else(name: str) -> None:
    """The list is what `pbem chart GAME orders` and the game's page show."""
    rules = registry.find(name, registry.newest(name) or 0)
    assert rules is not None
    modules, lines = game_of(name).modules, rules.lines()
    for module, listed in ((modules.text, lines.orders), (modules.standing_text, lines.standing)):
        grammar = getattr(module, "GRAMMAR", None)
        if grammar is None:
            assert name in ORDERS_BY_HAND | STANDING_BY_HAND
            continue
        forms = {one: form_of(one) for some in grammar.usages().values() for one in some}
        begin = {" ".join(one.split()[: 1 + one.startswith("standing ")]) for one in forms}
        shown = [line for one in listed for line in re.findall("`([^`]*)`", one.write)]
        shown = [re.sub(r"[\[\]]", "", line) for line in shown]
        shown = [line for line in shown if " ".join(line.split()[:2]) != "standing usual"]
        shown = [one for one in shown if any(one == b or one.startswith(f"{b} ") for b in begin)]
        assert [one for one in shown if not any(f.fullmatch(one) for f in forms.values())] == []
        shown += [line for one in listed for line in re.findall("`([^`]*)`", one.means)]
        missing = [one for one, form in forms.items() if not any(map(form.fullmatch, shown))]
        assert [one for one in missing if not one.endswith(" usual")] == []


# --- standing orders ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted({*GAMES} - STANDING_BY_HAND))
def test_each_question_has_usages(name: str) -> None:
    game = game_of(name)
    usages = game.modules.standing_text.GRAMMAR.usages()
    assert {*usages} >= {*game.modules.standing_text.WHAT_IS_USUAL}
    for question, forms in usages.items():
        assert forms[-1] == f"standing {question} usual"
        assert all(one.startswith(f"standing {question} ") for one in forms)


def test_the_page_of_the_base_shows_each_usage_of_a_standing_order() -> None:
    usages = game_of("mill").modules.standing_text.GRAMMAR.usages()
    shown = [line for line in rows("\n## Orders\n") if line.startswith("standing")]
    for question, forms in usages.items():
        lines = [line for line in shown if line.startswith(f"standing {question}")]
        assert lines, question
        assert all(any(form_of(one).fullmatch(line) for one in forms) for line in lines), question


# --- sentences ---------------------------------------------------------------------------------


def declared() -> list[tuple[str, type[Outcome]]]:
    return [
        (name, one) for name in GAMES for one in game_of(name).outcomes if one.tells is not None
    ]


@pytest.mark.parametrize(("name", "kind"), declared())
def test_each_template_renders(name: str, kind: type[Outcome]) -> None:
    tells = kind.tells
    assert isinstance(tells, Tells)
    fields = [one for one in kind.__struct_fields__ if one != "paragraph"]
    outcome = kind(paragraph="1", **{one: (f"<{one}>",) for one in fields})
    for template in (tells.sentence, tells.short):
        said = filled(template, outcome, lambda _, value: value[0])
        used = [field for part in parts_of(template) for _, field in part.pieces if field]
        assert re.findall("<([a-z_]+)>", said) == used
        assert "{" not in said
        assert "[" not in said
        assert not said.endswith((".", " "))
        assert not said.startswith(" ")
    assert not tells.lost or tells.lost in fields
    assert not tells.lost or tells.matter == "lost"


@pytest.mark.parametrize("name", sorted({*GAMES} - SENTENCES_BY_HAND))
def test_each_outcome_is_reported_and_news_are_short(name: str) -> None:
    game = game_of(name)
    words = getattr(game.modules.report, "SENTENCES", None)
    if words is not None:
        assert list(words.unsaid(game.outcomes)) == []
    else:
        assert all(one.tells.sentence for one in game.outcomes)
    seen: set[type[Outcome]] = set()
    walks = (walked(game, seed, 120) for seed in range(6 if name == "ford" else 2))
    for outcome in (one for walk in walks for play in walk for one in play.reported):
        if isinstance(outcome, tuple(game.outcomes)):
            seen.add(type(outcome))
            said = game.report(outcome)
            assert re.fullmatch(r"[^\s{\[].*[^\s.]\.", said), said
            news = game.news(outcome)
            assert (news is None) == (type(outcome).tells.matter is None)
            assert news is None or news.words
    assert len(seen) * 2 > len(game.outcomes)


def test_fields_of_outcomes_that_are_lost_are_units() -> None:
    for name, kind in declared():
        if kind.tells is not None and kind.tells.lost:
            form = {one.name: one.type for one in msgspec.structs.fields(kind)}[kind.tells.lost]
            assert form in {str, tuple[str, ...]}, name

"""The lines of an order list: each form of order has one, and `pbem chart GAME orders` prints all.

They must do what the page of a game promises. An author of a list finds every word that the game
reads, and no word that it does not.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest

from pbem.client.views.charts import charts_of_rules, on_topic
from pbem.errors import FormError
from pbem.games import registry
from pbem.kit.module import RulesModule
from pbem.kit.typed.lines import Line, Lines, lines_charts, read_lines


def rules_of(name: str) -> RulesModule[Any]:
    found = registry.find(name, registry.newest(name) or 0)
    assert isinstance(found, RulesModule)
    return found


def questions(rules: RulesModule[Any]) -> set[str]:
    """Return the questions that a standing order can answer, of all scenarios."""
    options = {word: option.default for word, option in rules.options.items()}
    games = [rules.game(scenario, options, rules.data()) for scenario in rules.scenarios]
    return {one for game in games for side in game.sides for one in game.usual_words(side)}


@pytest.mark.parametrize("name", registry.names())
def test_every_form_of_order_has_a_line_and_every_line_a_form(name: str) -> None:
    rules = rules_of(name)
    forms = {form.__struct_config__.tag for form in get_args(rules.types["order"])}
    assert {word for one in rules.lines().orders for word in one.words} | {"pass"} == forms | {
        "pass"
    }


@pytest.mark.parametrize("name", registry.names())
def test_every_question_has_a_standing_order(name: str) -> None:
    rules = rules_of(name)
    lines = rules.lines().standing
    assert {one.words[0] for one in lines} == {"standing"}
    text = " ".join(one.write for one in lines)
    if "every question" not in text:
        asked = questions(rules)
        assert {one for one in asked if f"standing {one}" not in text and one not in text} == set()


@pytest.mark.parametrize("name", registry.names())
def test_the_charts_print_every_line(name: str) -> None:
    shown = on_topic(charts_of_rules(name), ["orders"]).charts
    told = [row.cells[-1] for chart in shown for row in chart.rows]
    lines = rules_of(name).lines()
    assert [chart.title for chart in shown] == ["Orders", "Standing orders"]
    for line, row in zip((*lines.orders, *lines.standing), told, strict=True):
        assert row == f"{line.write}: {line.means}".replace("`", "")


def test_a_game_without_the_file_has_no_such_charts() -> None:
    assert lines_charts(Lines()) == []


def test_a_file_in_another_form_is_refused_by_its_name() -> None:
    with pytest.raises(FormError, match=r"lines\.yaml"):
        read_lines(b"orders: [{write: pass}]", "lines.yaml")
    read = read_lines(b"orders: [{write: '`go A`, `go B`', means: goes}]", "lines.yaml")
    assert read == Lines((Line("`go A`, `go B`", "goes"),))
    assert read.orders[0].words == ["go", "go"]

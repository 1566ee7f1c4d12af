"""The example of a rules module keeps the contract and its rulebook, `example_game/README.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from example_game.game import ExampleGame
from example_game.module import ExampleRules
from long import times
from pbem.cases.coverage import coverage, lines
from pbem.cases.run import run_file
from pbem.errors import FormError, PackError
from pbem.games import registry
from pbem.generated.pages import cases_list
from pbem.kit.chances.odds import reckon
from pbem.kit.charts import ORIGINS, TOPICS
from pbem.kit.cups import Cups
from pbem.kit.modules import GameModules, defaults_of
from pbem.selfplay.general import check_game

FOLDER = Path(__file__).resolve().parent.parent / "example_game"
CASES = FOLDER / "cases" / "ford.yaml"
PAGE = (FOLDER.parents[1] / "docs" / "writing-a-rules-module.md").read_text()
GARRISONS = {"outpost": 4, "platoon": 6, "company": 8}
"""As `example_game/README.md` says."""


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.RULES, ("ford", 1), ("example_game.module", "ExampleRules"))


def game(*, barrage: bool = True) -> Any:
    rules = ExampleRules()
    return rules.game("ford", {"barrage": barrage}, rules.data())


@pytest.mark.parametrize("seed", range(times(6, 60)))
@pytest.mark.parametrize("barrage", [True, False])
def test_it_holds_to_the_contract(seed: int, barrage: bool) -> None:
    assert check_game(game(barrage=barrage), seed).decisions


def test_every_case_is_as_it_says_and_every_paragraph_has_one() -> None:
    ran = list(run_file(CASES))
    assert {one.id: one.failed for one in ran if not one.ok} == {}
    assert len(ran) >= 15
    assert "0 without a case" in list(lines(coverage(CASES.parent)))[-1]
    assert (FOLDER / "data" / "cases.json").read_text() == cases_list(CASES.parent)


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("day", [1, 2, 3])
def test_odds_are_those_that_the_rulebook_gives(day: int, steps: int) -> None:
    """Counted by hand: a die and two a step, less the barrage, against garrison and works."""
    ford = game()
    for garrison, barrage in product([None, *GARRISONS], [1, 2, 3]):
        if steps < 2 and garrison is None:
            continue  # after an attack it is turned up
        cups = Cups()
        given = {"day": day, "phase": "day", "steps": steps, "barrage": barrage}
        position = ford.arrange(given | ({"garrison": garrison} if garrison else {}), cups)
        [found] = reckon(ford, position, cups, "red", ford.parse(position, "red", "attack"))
        may_be = [GARRISONS[garrison]] if garrison else list(GARRISONS.values())
        ways = [
            die + 2 * steps - 2 * (barrage == day) >= strength + day - 1
            for die in range(1, 7)
            for strength in may_be
        ]
        reported = sum((one.chance for one in found.cases if one.result == "taken"), Fraction(0))
        assert reported == Fraction(sum(ways), len(ways)), (garrison, barrage)


def test_nobody_knows_the_garrison_before_it_is_turned_up() -> None:
    """Neither the position nor an order list has a word of it, and each counter is as likely."""
    ford, cups = game(), Cups()
    position = ford.set_up(cups)
    assert not set(GARRISONS) & set(re.findall("[a-z]+", repr(position)))
    chances = {name: chance for name, chance, _ in cups.chances(position.garrison)}
    assert chances == dict.fromkeys(GARRISONS, Fraction(1, 3))


def given() -> Iterator[dict[str, Any]]:
    """Every position in the middle of a game that words of a case make."""
    phases = ["day", "assault", "pursuit"]
    for day, phase, steps, barrage in product([1, 2, 3], phases, [1, 2], [1, 2, 3]):
        yield {
            "day": day,
            "phase": phase,
            "steps": steps,
            "barrage": barrage,
            "garrison": "company",
        }


def test_a_position_in_words_is_read_back() -> None:
    ford, read = game(), 0
    for words in given():
        if words["phase"] == "pursuit" and words["steps"] == 2:
            with pytest.raises(FormError, match="at most 1 steps"):
                ford.arrange(words, Cups())
            continue
        reported = ford.facts_of(ford.arrange(words, Cups()))
        assert {word: reported[word] for word in words} == words
        read += 1
    assert read == 45


def test_charts_and_pictures_are_whole() -> None:
    ford = game()
    charts = ford.charts()
    assert set(TOPICS) <= {chart.topic for chart in charts}
    for row in (row for chart in charts for row in chart.rows):
        assert re.match("[a-z-]+", row.provenance)[0] in ORIGINS  # type: ignore[index]
    hidden = ford.picture(ford.set_up(Cups()))
    [piece] = hidden.pieces
    assert (piece.space, piece.look.hidden, piece.look.factors) == ("0101", True, "")
    [tray] = hidden.trays
    assert [one.label for one in tray.holds] == ["1/7"]


def test_a_pack_without_a_counter_is_refused_where_it_is_wrong() -> None:
    pack = ExampleRules().export().replace(b", company: 8", b"")
    with pytest.raises(PackError, match=r"line 15, .*\(garrisons.counters\): company is missing"):
        ExampleRules().data(pack)


def test_what_the_page_types_to_try_a_game_runs() -> None:
    [shown] = (
        code for code in re.findall("```python\n(.*?)```", PAGE, re.DOTALL) if "ford" in code
    )
    assert "range(100)" in shown
    names: dict[str, Any] = {}
    exec(shown.replace("range(100)", "range(2)"), names)  # noqa: S102 - the page's own words
    assert names["seed"] == 1


def test_the_page_names_the_example_and_every_module_of_a_game() -> None:
    """The example has a file for each module, unless it leaves it to a default of the kit."""
    assert "tests/example_game" in PAGE
    named = set(re.findall("`([a-z_]+)`", PAGE))
    left_out = defaults_of(ExampleGame.modules)
    for part in GameModules.__dataclass_fields__:
        assert part in named, part
        assert len([*FOLDER.glob(f"*/{part}.py")]) == (part not in left_out), part

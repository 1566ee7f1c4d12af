"""The Mill, a game that is a file of data and nothing else, as `docs/hex-games.md` describes it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from long import times
from pbem.kit.charts import ORIGINS, TOPICS
from pbem.kit.cups import Cups
from pbem.kit.hexgame.module import HexRules, rules_of
from pbem.selfplay.general import check_game
from pbem.view.drawing.ground import GROUND

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).parent / "mill" / "mill.yaml"
PAGE = (ROOT / "docs" / "hex-games.md").read_text()


def rules() -> HexRules:
    return rules_of(FILE.read_bytes())()


def game() -> Any:
    return rules().game("mill", {}, rules().data())


@pytest.mark.parametrize("seed", range(times(10, 200)))
def test_it_keeps_the_contract(seed: int) -> None:
    assert check_game(game(), seed).decisions


def test_the_page_shows_the_whole_game_and_a_case() -> None:
    shown = re.findall("```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert shown[0] == FILE.read_text()
    assert shown[-1] in (FILE.parent / "cases.yaml").read_text()
    assert len(shown) == 3


def test_what_the_page_types_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    [shown] = [code for code in re.findall("```python\n(.*?)```", PAGE, re.DOTALL) if "100" in code]
    monkeypatch.chdir(FILE.parent)
    names: dict[str, Any] = {}
    exec(shown.replace("range(100)", "range(2)"), names)  # noqa: S102 - the page's own words
    assert names["seed"] == 1


def test_charts_have_every_topic_and_a_source() -> None:
    charts = game().charts()
    assert set(TOPICS) <= {chart.topic for chart in charts}
    for row in (row for chart in charts for row in chart.rows):
        assert re.match("[a-z-]+", row.provenance)[0] in ORIGINS  # type: ignore[index]


def test_the_picture_shows_the_set_up() -> None:
    mill = game()
    picture = mill.picture(mill.set_up(Cups()))
    where = {piece.label: piece.space for piece in picture.pieces}
    assert where == {"R1": "0102", "R2": "0103", "R3": "0104", "B1": "0403", "B2": "0404"}
    assert {one.label for tray in picture.trays for one in tray.holds} == {"R4", "B3"}
    [stream] = picture.edges
    assert ("0303", "0403") not in stream.pairs
    assert picture.roads == (("0303", "0403"),)


def test_the_page_lists_every_terrain_that_has_a_colour() -> None:
    """But those that are places of one game."""
    [listed] = re.findall("```\n(sea .*?)```", PAGE, re.DOTALL)
    assert listed.split() == [word for word in GROUND if word and "tokyo" not in word]

"""A game leaves the base by replacing functions: The Camp has an order of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hexgame import games
from hexgame.camp.own import Rest, Rested
from pbem.errors import FormError, IllegalOrder
from pbem.kit.cups import Cups

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "hex-games.md").read_text()


@pytest.mark.parametrize(
    ("first", "file"),
    [("def", "salt/hooks.py"), ("class Rested", "camp/own.py"), ("class CampGame", "camp/game.py")],
)
def test_the_page_shows_what_the_games_do(first: str, file: str) -> None:
    [shown] = re.findall(rf"```python\n({first}\b.*?)```", PAGE, re.DOTALL)
    assert shown in (games.FOLDER / file).read_text()


@pytest.fixture
def camp() -> Any:
    return games.game("camp")


def arranged(camp: Any, **units: str) -> Any:
    return camp.arrange({"clear": True, "units": units}, Cups())


def test_it_has_the_order_and_the_outcome(camp: Any) -> None:
    position = arranged(camp, R1="0102 1", R2="0103")
    assert camp.parse(position, "red", "rest R1") == Rest("R1")
    assert camp.text(Rest("R1")) == "rest R1"
    assert [order for order in camp.legal(position) if isinstance(order, Rest)] == [Rest("R1")]
    assert Rested in camp.outcomes
    (outcome,) = camp.adjudicate(position, Rest("R1"), Cups())
    assert camp.report(outcome) == "R1 rested."
    camp.apply(position, outcome)
    assert position.steps["R1"] == 2
    assert position.moved == ["R1"]


def test_who_has_lost_no_step_does_not_rest(camp: Any) -> None:
    position = arranged(camp, R1="0102 1", R2="0103")
    with pytest.raises(IllegalOrder, match=r"R2 cannot rest"):
        camp.check(position, Rest("R2"))


def test_the_base_does_not_know_it() -> None:
    mill = games.game("mill")
    with pytest.raises(FormError):
        mill.read_order({"do": "rest", "unit": "R1"})
    with pytest.raises(FormError, match="'rest' is not an order"):
        mill.parse(mill.set_up(Cups()), "red", "rest R1")

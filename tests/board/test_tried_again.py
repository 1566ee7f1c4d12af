"""A list that is tried, and tried again with another line by now: nothing is found twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.board.practising import PracticeBoard, begin
from pbem.client.client import Client
from pbem.client.session.trying import TriedBattle
from pbem.kit.chances import battles
from pbem.practice.beginning import PracticeOptions
from pbem.practice.beginning import begin as beginning_of

LIST = ["end air", "move ji7 ji8 Buloh"]
"""Two against one, who retreats or stays."""


def practised(folder: Path, name: str) -> PracticeBoard:
    client, scenario = Client(folder, "sqlite://"), "brigade" if name == "singapore" else None
    begun = beginning_of(client, name, PracticeOptions(seed=1, scenario=scenario))
    return PracticeBoard(client.library, begin(begun, client.library, folder))


@pytest.fixture
def board(tmp_path: Path) -> PracticeBoard:
    """The Japanese move first on the map of Singapore."""
    return practised(tmp_path, "singapore")


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return how many battles were followed since this was asked last."""
    trees, grown = list[Any](), battles._Tree.grown

    def noted(tree: Any, *begun: Any) -> Any:
        trees.append(tree)
        return grown(tree, *begun)

    def many() -> int:
        seen = len(trees)
        trees.clear()
        return seen

    monkeypatch.setattr(battles._Tree, "grown", noted)
    return many


def tried(board: PracticeBoard, lines: list[str]) -> list[TriedBattle]:
    return board.tried("\n".join(lines)).trial.battles


LANDED = ["land 1/2 1203", "land 1/6 1102", "land 1/8 1002"]


def carried_out(board: PracticeBoard, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count from now on how often each order is carried out."""
    game, often = board._opened()._play.game, Counter[str]()
    real = game.adjudicate

    def counted(position: Any, order: Any, cups: Any) -> Any:
        often[game.text(order)] += 1
        return real(position, order, cups)

    monkeypatch.setattr(game, "adjudicate", counted)
    return often


@pytest.mark.parametrize(("name", "lines"), [("singapore", LIST), ("saipan", LANDED)])
def test_each_order_is_carried_out_as_it_is_read_and_once_more(
    name: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That says all: what it does, what becomes of it, and to which battles it leads."""
    board = practised(tmp_path, name)
    often = carried_out(board, monkeypatch)
    found = board.tried("\n".join(lines))
    assert {line: often[line] for line in lines} == dict.fromkeys(lines, 2)
    assert [one.done for one in found.trial.orders] == ["1"] * len(lines)
    assert bool(found.trial.battles) == (name == "singapore")


def test_nor_more_often_to_draw_it_as_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = practised(tmp_path, "saipan")
    often = carried_out(board, monkeypatch)
    drawn = board.choices("\n".join(LANDED), None)
    assert [one.line for one in drawn.written] == LANDED
    assert often == dict.fromkeys(LANDED, 2)


def test_a_battle_that_another_line_leaves_as_it_is_is_followed_once(
    board: PracticeBoard, followed: Callable[[], int]
) -> None:
    found = tried(board, LIST)
    assert followed() == len(found) > 0
    assert tried(board, LIST) == found
    assert followed() == 0
    other = [one for one in tried(board, [*LIST, "move ji1 Murai"]) if one not in found]
    assert {one.order for one in other} == {"battle Murai"}
    assert followed() == len(other)
    assert tried(board, LIST) == found
    assert followed() == 0
    more = tried(board, [*LIST, "move ji9 Buloh"])
    assert followed() == len(more)
    assert not any(one in found for one in more)


def test_what_an_order_promises_was_found_for_the_list_with_it(
    board: PracticeBoard, followed: Callable[[], int]
) -> None:
    *before, line = LIST
    board.promised("\n".join(before), line)
    assert followed() > 0
    assert tried(board, LIST)
    assert followed() == 0


def test_after_another_step_nothing_is_remembered(
    board: PracticeBoard, followed: Callable[[], int]
) -> None:
    """The report then is about the position as it is then."""
    tried(board, LIST)
    followed()
    board.order(LIST[0], board.state().shown.head)
    (first, *_) = tried(board, LIST[1:])
    assert followed() > 0
    twin = PracticeBoard(board._library, board._path)
    assert tried(twin, LIST[1:])[0] == first
    assert followed() > 0, "each board has its own"

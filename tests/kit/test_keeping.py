"""A result kept beside a position says the same as the rules (`pbem.kit.keeping`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from long import sample
from pbem.games.registry import find
from pbem.kit import keeping as keeping_module
from pbem.kit.game import ModularGame
from pbem.kit.keeping import Keeps, always, changed, keeping, kept, kept_each, kept_of
from pbem.log.file import read_events
from pbem.table.library import Library
from pbem.table.table import Table

GAMES = ("lantern", "manila", "meiktila", "saipan", "singapore", "table", "tokyo")
KEPT = [sorted(Path("logs", game).glob("*.pbem")) for game in GAMES]
LOGS = [own[at] for at in range(max(map(len, KEPT))) for own in KEPT if at < len(own)]
"""The first log of each game, then the second, and so on."""


def course(log: Path) -> list[str]:
    """Return what each event of a log brings, and where it leaves the game."""
    table, found = Table(Library(find)), list[str]()
    for event in read_events(log):
        table.take(event)
        found += map(repr, table.reported())
        if table.play is not None:
            play = table.play
            found.append(repr((play.position, play.asked, play.due, play.lists, play.result)))
    return found


@pytest.mark.parametrize("log", sample(LOGS, len(GAMES)), ids=lambda log: "-".join(log.parts[1:]))
def test_a_log_that_keeps_nothing_is_the_same(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeping = course(log)
    monkeypatch.setattr(ModularGame, "keep", lambda *_: None)
    monkeypatch.setattr(keeping_module, "ALWAYS_MOST", 0)
    assert course(log) == keeping


class Asked(Keeps):
    """A setting of which every look-up is counted."""

    def __init__(self) -> None:
        self.times = 0


@kept
def _double(setting: Asked, position: dict[str, int]) -> int:
    setting.times += 1
    return 2 * position["a"]


@kept_each
def _up_to(setting: Asked, position: dict[str, int], step: int) -> Any:
    for number in range(0, position["a"], step):
        setting.times += 1
        yield number


def test_what_is_kept_is_looked_up_once() -> None:
    setting, position = Asked(), {"a": 3}
    setting.kept = (position, {})
    assert [_double(setting, position), _double(setting, position)] == [6, 6]
    assert setting.times == 1


@kept_each
def _fails_once(setting: Asked, _: dict[str, int]) -> Any:
    setting.times += 1
    yield 1
    if setting.times == 1:
        raise ValueError("it fails")
    yield 2


def test_what_failed_in_the_middle_is_not_kept_as_a_short_list() -> None:
    setting, position = Asked(), {"a": 3}
    setting.kept = (position, {})
    with pytest.raises(ValueError, match="it fails"):
        list(_fails_once(setting, position))
    assert list(_fails_once(setting, position)) == [1, 2]


def test_a_copy_of_the_position_is_another_position() -> None:
    setting, position = Asked(), {"a": 3}
    setting.kept = (position, {})
    assert _double(setting, position) == 6
    assert _double(setting, {"a": 3}) == 6
    assert setting.times == 2


def test_nothing_is_kept_where_nobody_plays() -> None:
    setting, position = Asked(), {"a": 3}
    assert _double(setting, position) == 6
    position["a"] = 4
    assert _double(setting, position) == 8


@always
def _sum(setting: Asked, numbers: tuple[int, ...]) -> int:
    setting.times += 1
    return sum(numbers)


def test_what_hangs_on_no_position_is_looked_up_once_for_each_setting() -> None:
    one, other = Asked(), Asked()
    assert [_sum(one, (1, 2)), _sum(one, (1, 2)), _sum(one, (3,)), _sum(other, (1, 2))] == [3] * 4
    assert (one.times, other.times) == (2, 1)


def test_no_more_is_kept_of_a_setting_than_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping_module, "ALWAYS_MOST", 2)
    setting = Asked()
    for number in (1, 2, 3, 1):
        assert _sum(setting, (number,)) == number
    assert setting.times == 4


class Game:
    """A game that keeps facts about a position, as `ModularGame` does."""

    def __init__(self) -> None:
        self.kept: Any = None
        self.found = 0

    def keep(self, position: Any) -> bool:
        if self.kept is position:
            return False
        self.kept, self.found = position, 0
        return True


def test_who_keeps_a_position_inside_of_it_forgets_nothing() -> None:
    game, position = Game(), {"a": 3}
    with keeping(game, position):
        game.found = 1
        with keeping(game, position):
            assert game.found == 1
        assert (game.kept, game.found) == (position, 1)
    assert game.kept is None


def test_what_was_read_is_read_again_and_then_the_rest() -> None:
    setting, position = Asked(), {"a": 3}
    setting.kept = (position, {})
    assert next(_up_to(setting, position, 1)) == 0
    assert setting.times == 1
    assert list(_up_to(setting, position, 1)) == [0, 1, 2]
    assert list(_up_to(setting, position, 2)) == [0, 2]
    assert setting.times == 5


def test_a_part_of_the_position_is_known_by_its_field() -> None:
    class Board:
        def __init__(self) -> None:
            self.war = {"a": 1}

    @kept_of("war")
    def a_of(setting: Asked, war: dict[str, int]) -> int:
        setting.times += 1
        return war["a"]

    setting, board = Asked(), Board()
    setting.kept = (board, {})
    found = [a_of(setting, war) for war in (board.war, board.war, {"a": 2})]
    assert found == [1, 1, 2]
    assert setting.times == 2


@pytest.mark.parametrize(
    ("now", "who"),
    [
        ({"b": 1, "a": 2}, []),
        ({"b": 3, "a": 3}, ["a", "b"]),
        ({"a": 2}, ["b"]),
        ({"c": 1, "b": 1, "a": 1}, ["a", "c"]),
    ],
)
def test_who_moved_came_or_went_is_named_in_order(now: dict[str, int], who: list[str]) -> None:
    assert changed({"b": 1, "a": 2}, now) == who

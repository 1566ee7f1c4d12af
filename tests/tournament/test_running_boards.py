"""Published boards whose games go on: how far they have come, by logs that lie among the pages."""

from __future__ import annotations

import pytest

from pbem.director.judging import verify
from pbem.director.pages.publishing import publish
from pbem.kit.screen import Summary
from pbem.log.file import create
from pbem.table.library import Library
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds
from pbem.tournament.history import BoardOf
from tournament.test_publishing import check_whole, text
from toy.branches import side as another
from toy.group import END, Group, toy_library
from toy.meeting import Meeting, robin
from toy.rules import ToyGame


@pytest.fixture
def running(tmp_path, monkeypatch):
    """A round of two boards: one game has begun, of the other nothing is known."""
    monkeypatch.setattr(ToyGame, "summary", in_turns, raising=False)
    meeting = Meeting(robin(name="Toy Cup"), "ann", "bob", "cas", "dan")
    meeting.begins()
    meeting.pairs()
    group = Group(tmp_path / "game", terms(meeting.now, BoardOf(1, 1)))
    group.join_all()
    where = {"round": 1, "board": 1, "game": group.events[0].id}
    meeting.write("game", kinds.GameOf(**where))
    log = tmp_path / "cup.tournament"
    create(log, meeting.events)
    return meeting, log, group


def in_turns(self, position):
    return Summary(f"Turn {position.round} of {self.rounds}", "", (), ())


def results_of(folder, page="round-1.html"):
    (table, *_) = check_whole(folder)[page].findall("body//section//table")
    return [text(row.findall("td")[3]) for row in table.findall("tbody/tr")]


def test_a_board_that_goes_on_says_its_turn(running, tmp_path):
    meeting, log, group = running
    early, game, pages = tmp_path / "early.pbem", tmp_path / "game.pbem", tmp_path / "pages"
    create(early, group.events[:-1])
    create(game, group.events)
    files, left = publish(meeting.fold, log, pages, [early, game], toy_library())
    assert left == []
    assert results_of(pages) == ["Turn 1 of 4", "not begun"]
    published = pages / "games" / "r1b1.pbem"
    assert published.read_bytes() == game.read_bytes()  # the newest of two copies
    assert {one.name for one in files if one.parent.name == "games"} == {"r1b1.pbem"}
    assert "1 game, " in text(check_whole(pages)["index.html"])
    report = verify(pages / log.name, [pages / "games" / "r1b1.pbem"], toy_library())
    assert report.ok
    publish(meeting.fold, pages / log.name, tmp_path / "again", [published], toy_library())
    made = {one.name: one.read_bytes() for one in pages.rglob("*") if one.is_file()}
    assert made == {one.name: one.read_bytes() for one in (tmp_path / "again").rglob("*")
                    if one.is_file()}  # fmt: skip


def test_a_board_that_goes_on_without_a_log_or_rules_is_being_played(running, tmp_path):
    meeting, log, group = running
    game = tmp_path / "game.pbem"
    create(game, group.events)
    publish(meeting.fold, log, tmp_path / "none", [], toy_library())
    assert results_of(tmp_path / "none") == ["being played", "not begun"]
    publish(meeting.fold, log, tmp_path / "bare", [game], Library(lambda *_: None))
    assert results_of(tmp_path / "bare") == ["being played", "not begun"]


def test_rules_that_fail_cost_the_turn_alone(running, tmp_path, monkeypatch):
    meeting, log, group = running
    game = tmp_path / "game.pbem"
    create(game, group.events)
    monkeypatch.setattr(ToyGame, "summary", lambda *_: 1 / 0)
    _, left = publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    assert len(left) == 1
    assert left[0].endswith("Its log is published, without the turn")
    assert results_of(tmp_path / "pages") == ["being played", "not begun"]
    assert (tmp_path / "pages" / "games" / "r1b1.pbem").exists()


def test_a_bad_log_of_a_game_that_goes_on_costs_its_turn_alone(running, tmp_path):
    meeting, log, group = running
    game = tmp_path / "game.pbem"
    create(game, group.events)
    lines = game.read_bytes().splitlines(keepends=True)
    place = lines[-1].index(b'"sig":"') + 7
    lines[-1] = lines[-1][:place] + (b"0" if lines[-1][place] != 48 else b"1") + (
        lines[-1][place + 1 :]
    )  # fmt: skip
    game.write_bytes(b"".join(lines))
    _, left = publish(meeting.fold, log, tmp_path / "pages", [game], toy_library())
    assert len(left) == 1
    assert str(game) in left[0]
    assert results_of(tmp_path / "pages") == ["being played", "not begun"]
    assert not (tmp_path / "pages" / "games").exists()


def test_of_two_histories_of_a_game_that_goes_on_none_is_shown(running, tmp_path):
    meeting, log, group = running
    game, other = tmp_path / "game.pbem", tmp_path / "other.pbem"
    player = group.table.active().handle
    create(other, another(group, (player, "resign", {"note": "enough"})).events)
    group.orders(player, END)
    create(game, group.events)
    _, left = publish(meeting.fold, log, tmp_path / "pages", [game, other], toy_library())
    assert left == [f"{other}: it goes on otherwise than another log of round 1, board 1"]
    assert results_of(tmp_path / "pages") == ["being played", "not begun"]
    assert not (tmp_path / "pages" / "games").exists()

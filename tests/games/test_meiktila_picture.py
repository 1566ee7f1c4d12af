"""Meiktila as a picture: its tracks, and the markers that are no units."""

from __future__ import annotations

import pytest

from pbem.games.meiktila.data import pack
from pbem.games.meiktila.data.tables import Tables
from pbem.games.meiktila.rules.ch10_setup import set_up
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.picture import picture
from pbem.kit.cups import Cups
from pbem.kit.picture import Track
from pbem.view.terminal import draw

SETTING = Setting({}, Tables(pack.load()))


def start() -> Position:
    return set_up(SETTING, Cups())


def tracks(position: Position) -> dict[str, Track]:
    return {track.title: track for track in picture(SETTING, position).tracks}


def marked(track: Track) -> list[str]:
    return [slot.label for slot in track.slots if slot.here]


def test_every_track_of_the_map_has_its_marker() -> None:
    """[3.0] Turn 1, the supply level at 4, both totals of Victory Points at 0."""
    found = tracks(start())
    assert {title: marked(track) for title, track in found.items()} == {
        "Turn": ["1"],
        "Allied Supply Level": ["4"],
        "Allied points": ["0"],
        "Japanese points": ["0"],
    }
    assert [slot.label for slot in found["Turn"].slots] == [str(n) for n in range(1, 11)]
    assert [slot.label for slot in found["Allied Supply Level"].slots] == list("012345678")


@pytest.mark.parametrize(("points", "last"), [(7, "20"), (20, "20"), (33, "33")])
def test_a_track_of_points_has_room_for_all_of_them(points: int, last: str) -> None:
    position = start()
    position.vp = {"al": points, "jp": 3}
    found = tracks(position)
    assert marked(found["Allied points"]) == [str(points)]
    assert marked(found["Japanese points"]) == ["3"]
    assert found["Allied points"].slots[-1].label == last
    assert found["Japanese points"].slots[-1].label == last


def test_the_terminal_shows_the_tracks_below_the_map() -> None:
    position = start()
    position.turn, position.level, position.vp = 4, 3, {"al": 10, "jp": 2}
    reported = draw(picture(SETTING, position), width=100, colour=False).splitlines()
    assert "Turn: 1 2 3 [4] 5 6 7 8 9 10" in reported
    assert "Allied Supply Level: 0 1 2 [3] 4 5 6 7 8" in reported
    assert any(line.startswith("Allied points: 0 1 ") and "[10]" in line for line in reported)
    assert any(line.startswith("Japanese points: 0 1 [2] 3 ") for line in reported)


def test_an_improved_position_is_a_marker_and_a_unit_is_none() -> None:
    position = start()
    position.at = {"WY1": "H11", "1/55": "M8"}
    position.dug = {"H11": 2}
    pieces = {one.label: one for one in picture(SETTING, position).pieces}
    assert pieces["IP2"].marker
    assert pieces["IP2"].space == "H11"
    assert not pieces["WY1"].marker
    assert not pieces["1/55"].marker


def test_marks_say_who_is_reduced_out_of_supply_and_has_fired() -> None:
    position = start()
    position.at = {"WY1": "H11", "FD129": "H11"}
    position.reduced, position.oos, position.fired = ["WY1"], ["WY1", "FD129"], ["FD129"]
    labels = {one.name: one.label for one in picture(SETTING, position).pieces}
    assert labels == {"WY1": "WY1-?", "FD129": "FD129?!"}

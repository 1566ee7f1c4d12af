"""`pbem show --steps`: what happened outcome by outcome, with the part of the map where."""

from __future__ import annotations

from pathlib import Path

import pytest

LANDINGS = """
land 1/2 1203
land 1/6 1102
land 1/8 1002
land 1/23 0902
land 1/24 0801
land 1/25 0802 from 0703
end movement
"""


@pytest.fixture
def landed(game):
    ann, bob = game
    ann("show")
    bob("show")
    ann("order", stdin=LANDINGS)
    bob("take", ann.sends())
    return ann, bob


def test_each_step_stands_with_what_it_moved_and_where(landed):
    _, bob = landed
    reported = bob("show", "--steps")
    at = reported.index("U.S. 1/2 lands at 1203. [12.31]")
    moved = reported.index("1/2 (U.S.) comes to 1203", at)
    drawn = reported.index("10   11   12   13   14", moved)
    assert at < moved < drawn < reported.index("U.S. 1/6 lands at 1102.")
    assert "    > land 1/2 1203\n" in reported
    assert "Nothing happened since event 3." in bob("show", "--steps")


def test_from_an_event_that_is_named_and_without_a_map(landed):
    ann, _ = landed
    reported = ann("show", "--steps", "--since", "2", "--no-map")
    assert "1/2 (U.S.) comes to 1203" in reported
    assert "10   11   12" not in reported
    assert reported == ann("show", "--steps", "--since", "2", "--no-map")
    assert "--since works only with --steps or --draw" in ann.fails("show", "--since", "2")


def test_for_another_program(landed):
    ann, _ = landed
    [event] = ann.run("show", "--steps", "--since", "2", "--json").json
    assert event["entry"]["seq"] == 3
    moved = [one for step in event["steps"] for one in step["moved"]]
    assert {"side": "us", "piece": "1/2", "origin": "", "to": "1203"} in moved
    assert all(step["near"] is None for step in event["steps"])


def test_what_was_taken_back_is_reported_as_moves(landed):
    """An undo reports no outcomes of the rules, but the pieces that went back all the same."""
    ann, bob = landed
    ann("offer", "undo", "--yes")
    bob("take", ann.sends())
    bob("answer", "yes")
    reported = bob("show", "--steps", "--since", "3")
    assert "1/2 (U.S.) leaves 1203" in reported


@pytest.mark.long
def test_what_moved_since_an_event_is_drawn_as_arrows(game, tmp_path):
    ann, _ = game
    log = str(Path(__file__).parents[2] / "logs" / "saipan" / "historical.pbem")
    plain, moved = tmp_path / "plain.svg", tmp_path / "moved.svg"
    ann("show", log, "--no-map", "--draw", str(plain))
    ann("show", log, "--no-map", "--draw", str(moved), "--since", "20")
    assert 'class="moves"' not in plain.read_text()
    assert 'class="moves"' in moved.read_text()
    assert moved.read_text() != plain.read_text()

"""The map of a game in a file, as one asks for it at the command line."""

from __future__ import annotations

import json


def test_the_map_is_drawn_into_a_file(game, tmp_path):
    ann, bob = game
    said = ann("show", "--no-map", "--draw", str(tmp_path / "ann.svg"))
    assert "Your move" in said
    drawn = (tmp_path / "ann.svg").read_text()
    assert ">Saipan, Game-Turn 1 of 15" in drawn
    reported = bob("show", "--json", "--draw", str(tmp_path / "bob.svg"))
    assert json.loads(reported)["you"] == "bob"
    assert (tmp_path / "bob.svg").read_text() == drawn


def test_what_cannot_be_drawn_is_reported_before_anything_is_looked_at(game, tmp_path):
    ann, _ = game
    assert "a file that ends with .svg" in ann.fails("show", "--draw", str(tmp_path / "map.jpg"))
    nowhere = str(tmp_path / "nowhere" / "map.svg")
    assert "No such file or directory" in ann.fails("show", "--draw", nowhere)
    assert "Since your last look" not in ann("show")


def test_a_game_that_has_not_begun_has_no_map(both, tmp_path):
    ann, _ = both
    ann("new", "saipan", "--seat", "us=ann", "--seat", "jp=bob")
    path = tmp_path / "map.svg"
    assert "no map yet" in ann.fails("show", "--draw", str(path))
    assert not path.exists()

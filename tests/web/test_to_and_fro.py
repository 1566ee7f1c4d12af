"""A backup of a browser is opened by the program, which plays on, and one of its own goes back."""

from __future__ import annotations

from pathlib import Path

from commands.conftest import Home
from web.test_forks import Game, restored
from web.test_safety import both

__all__ = ["both"]


def test_a_game_goes_from_a_browser_to_the_program_and_back(both, tmp_path):
    game = Game(*both)
    game.signs(game.ann)
    (tmp_path / "ann.zip").write_bytes(game.ann.saves())
    game.passes(game.ann, game.bob)

    native = Home(tmp_path / "native")
    native("store", "restore", str(tmp_path / "ann.zip"))
    (tmp_path / "bob.eml").write_bytes(game.mail_of(game.bob))
    native("take", str(tmp_path / "bob.eml"), "--recovered")
    assert f"{game.name}: Your move." in native("games")
    native("order", game.name, "-m", "end combat")
    sent = native.sends(game.name)
    game.bob.asks("/came", Path(sent).read_bytes())
    native("store", "backup", "--to", str(tmp_path / "back.zip"))

    ann = restored((tmp_path / "back.zip").read_bytes(), tmp_path / "back")
    assert ann.asks("/browser/state")["waits"] == [game.name]
    game.passes(game.bob, ann)
    assert ann.asks("/browser/state")["waits"] == []
    assert game.events(ann) == game.events(game.bob)

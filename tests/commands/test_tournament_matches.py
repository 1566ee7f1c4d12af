"""Two games for each pairing, as two players and a director type them."""

from __future__ import annotations

import pytest

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\ngames: 2\npoints: {win: 2, draw: 1, loss: 0, bye: 0}\n"  # noqa: E501


@pytest.mark.long
def test_each_opens_one_game_and_both_count(home, tmp_path):
    dora, ann, bob = (home(name) for name in ("dora", "ann", "bob"))
    (tmp_path / "cup.yaml").write_text(PLAN)
    dora("tournament", "found", str(tmp_path / "cup.yaml"))
    log = str(dora.folder / "tournaments" / "cup.tournament")
    (tmp_path / "inbox").mkdir()
    for one in (ann, bob):
        one("tournament", "take", log)
        one("tournament", "enter", "--to", str(tmp_path / "inbox"))
    dora("tournament", "collect", str(tmp_path / "inbox"))
    dora("tournament", "pair")
    for one, other in ((ann, bob), (bob, ann)):
        other("card", "export", "--to", str(tmp_path / f"{other.folder.name}.card"))
        one("card", "import", str(tmp_path / f"{other.folder.name}.card"))
        one("tournament", "take", log)
        assert one("tournament", "play").count("the opening of") == 1
    games = {one: next((one.folder / "games").glob("*.pbem")).stem for one in (ann, bob)}
    assert {*games.values()} == {"cup-r1b1", "cup-r1b2"}
    ended = []
    for one, other in ((ann, bob), (bob, ann)):
        other("take", one.sends(games[one]))
        other("join", games[one])
        one("take", other.sends(games[one]))
        one("resign", games[one], "--yes")
        ended.append(one.sends(games[one]))
    said = dora("tournament", "collect", *ended)
    assert "ann wins" in said
    assert "bob wins" in said
    assert "rank player points" in (shown := " ".join(dora("tournament", "show").split()))
    assert "ann 2" in shown
    assert "bob 2" in shown
    dora("tournament", "close")
    assert "Everything follows from the files." in dora("tournament", "verify", log, *ended)

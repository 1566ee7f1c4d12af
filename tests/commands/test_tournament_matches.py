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
    assert "ann 1.0" in shown  # the plan counts 2 for a win, which people write as one
    assert "bob 1.0" in shown
    dora("tournament", "close")
    assert "Everything follows from the files." in dora("tournament", "verify", log, *ended)


def test_a_ruling_with_the_games_own_scores(home, tmp_path):
    dora = home("dora")
    plan = PLAN.replace("games: 2\n", "ties: [score]\n")
    (tmp_path / "cup.yaml").write_text(plan)
    said = dora.fails("tournament", "found", str(tmp_path / "cup.yaml"))
    assert "the tie-break 'score' needs the term 'scores'" in said
    (tmp_path / "cup.yaml").write_text(f"{plan}scores: {{win: 20, draw: 10, loss: 0, bye: 10}}\n")
    dora("tournament", "found", str(tmp_path / "cup.yaml"))
    (tmp_path / "inbox").mkdir()
    for name in ("ann", "bob"):
        one = home(name)
        one("tournament", "take", str(dora.folder / "tournaments" / "cup.tournament"))
        one("tournament", "enter", "--to", str(tmp_path / "inbox"))
    dora("tournament", "collect", str(tmp_path / "inbox"))
    dora("tournament", "pair")
    words = ("tournament", "rule", "1", "ann", "--why", "adjudicated")
    assert "'12' is not a score here. Write two whole numbers" in dora.fails(
        *words, "--score", "12"
    )
    assert "ann wins, 12:5" in dora(*words, "--score", "12:5")
    assert "12" in next(line for line in dora("tournament", "show").splitlines() if " ann " in line)
    said = dora("tournament", "rule", "1", "ann", "--forfeit", "--why", "no answer", "--yes")
    assert "ann wins, 20:0" in said or "ann wins, 0:20" in said

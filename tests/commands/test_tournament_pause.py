"""Two players agree to a later deadline, as they and a director type it."""

from __future__ import annotations

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\npauses: true\n"


def test_a_pause_that_both_agree_to(home, tmp_path):
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
    dora("tournament", "due", "2099-12-06", "--round", "1", "--zone", "UTC", "--then", "remind")
    words = ("tournament", "pause", "2099-12-20", "--round", "1")
    assert "import it with" in ann.fails(*words)  # ann's log is older
    for one in (ann, bob):
        one("tournament", "take", log)
    assert "'soon' is not a day" in ann.fails("tournament", "pause", "soon", "--round", "1")
    assert "not later" in ann.fails("tournament", "pause", "2099-12-01", "--round", "1")
    for one in (ann, bob):
        file = str(tmp_path / "inbox" / f"{one.folder.name}.word")
        one(*words, "--to", file)
        assert "asks for a pause" in dora("tournament", "collect", file)
        said = dora("tournament", "show")
    assert "Deadline of round 1: 20 December 2099, 23:59 (UTC, UTC+00:00)." in said
    assert "if all agree" not in said

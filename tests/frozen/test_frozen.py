"""The logs in ``logs/`` are read for ever as the table says (docs/protocol.md, 12)."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import frozen.__main__ as command
import pbem
from frozen import honest, season, table
from pbem.director.season.publishing import publish_season
from pbem.games import registry
from pbem.games.saipan.game import SaipanGame
from pbem.table.library import Library

ROWS = table.rows()
LOGS = [place for place in ROWS if not place.startswith("tests/")]
FINISHED = [place for place in LOGS if place.split("/")[1] in registry.names()]
OTHERS = [place for place in LOGS if place not in FINISHED]
AGAIN = "PYTHONPATH=tests python -m frozen"


def test_what_is_kept_is_in_the_table():
    assert list(table.kept()) == list(ROWS), AGAIN
    changed = [place for place in ROWS if table.digest(place) != ROWS[place].sha256]
    assert changed == [], f"{AGAIN} --again, and why"


RELEASED = sorted(Path(__file__).parent.glob("*.txt"))
"""A file for each release: what it kept, and a digest of how it read that."""
IN_PLACE = {"1.0.0": {"logs/singapore/brigade.pbem", "tests/court/cases/late-and-agreed"}}
"""The changes in place that docs/protocol.md, 12, lists. After 1.1.0 there are no more."""
WITHOUT = {"1.0.0": "statements"}
"""1.0.0 had words for people in this digest."""


@pytest.mark.parametrize("release", RELEASED, ids=lambda path: path.stem)
def test_what_a_release_kept_is_read_as_that_release_read_it(release):
    """Else ``--again`` could replace what somebody outside has."""
    now = table.stamps(ROWS.values(), WITHOUT.get(release.stem, ""))
    kept = dict(reversed(line.split(" ")) for line in release.read_text().splitlines())
    assert {one for one in kept if kept[one] != now.get(one)} == IN_PLACE.get(release.stem, set())


def test_a_release_writes_what_it_keeps(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "RELEASED", tmp_path)
    assert command.main("--release") == 0
    [written] = tmp_path.iterdir()
    assert written.name == f"{pbem.__version__}.txt"
    assert len(written.read_text().splitlines()) == len(ROWS)
    with pytest.raises(FileExistsError):
        command.main("--release")


@pytest.mark.parametrize("place", FINISHED)
def test_a_finished_game_is_read_as_the_table_says(place):
    assert table.differing(ROWS[place], table.read(place)) == []
    assert ROWS[place].reads["level"] == 3
    assert ROWS[place].reads["result"].endswith(" victory")


@pytest.mark.few(40)
@pytest.mark.parametrize("place", OTHERS)
def test_what_else_is_kept_is_read_as_the_table_says(place):
    assert table.differing(ROWS[place], table.read(place)) == []


def test_the_honest_tournament_is_current():
    folder = table.LOGS / "tournaments" / "robin"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == honest.files()


def test_the_season_is_current():
    folder = table.LOGS / "season"
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*.*")}
    assert {name: path.read_bytes() for name, path in found.items()} == season.files()


def test_the_site_of_the_season_is_made_again_from_its_own_files(tmp_path):
    library = Library(registry.find)
    _, left, notes = publish_season(table.LOGS / "season" / "club.yaml", tmp_path / "site", library)
    assert (left, notes) == ([], [])
    publish_season(tmp_path / "site" / "season.yaml", tmp_path / "again", library)
    first, second = (digests(tmp_path / name) for name in ("site", "again"))
    assert first == second
    assert len([name for name in first if name.endswith(".pbem")]) == 9
    assert "Everything checks" in (tmp_path / "site" / "index.html").read_text()


def digests(folder):
    """The SHA-256 of each file of a folder, by its name."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


# --- the command that makes the table ------------------------------------------------------------


@pytest.fixture
def few_logs(tmp_path, monkeypatch):
    """A tree with three logs, and the table of them."""
    for name in (
        "saipan/historical.pbem", "manila/practice.pbem", "hostile/pen.wrong-out-of-turn.pbem",
    ):  # fmt: skip
        path = tmp_path / "logs" / name
        path.parent.mkdir(parents=True)
        path.write_bytes((table.LOGS / name).read_bytes())
    monkeypatch.setattr(table, "ROOT", tmp_path)
    monkeypatch.setattr(table, "LOGS", tmp_path / "logs")
    monkeypatch.setattr(table, "TABLE", tmp_path / "logs" / "frozen.jsonl")
    (tmp_path / "disputes").mkdir()
    monkeypatch.setattr(table, "DISPUTES", tmp_path / "disputes")
    assert command.main() == 0
    return tmp_path / "logs"


def test_what_is_new_is_entered_and_reported(capsys, few_logs):
    assert capsys.readouterr().out.count(": new, reads {") == len(table.rows()) == 3
    for place, row in table.rows().items():
        assert row == ROWS[place]
    assert command.main() == 0
    assert capsys.readouterr().out == ""


def test_what_is_read_otherwise_is_named_and_the_table_stays(capsys, few_logs, monkeypatch):
    """A program whose Americans never win Saipan is found out by name."""
    before = (few_logs / "frozen.jsonl").read_bytes()
    capsys.readouterr()
    monkeypatch.setattr(SaipanGame, "result", lambda *_: None)
    assert command.main() == 1
    reported = capsys.readouterr().out.splitlines()
    assert all(line.startswith("logs/saipan/historical.pbem: ") for line in reported)
    assert "logs/saipan/historical.pbem: result was 'us victory', is None" in reported
    assert (few_logs / "frozen.jsonl").read_bytes() == before


def test_another_file_and_one_that_is_gone_are_named(capsys, few_logs):
    changed, gone = few_logs / "manila" / "practice.pbem", few_logs / "saipan" / "historical.pbem"
    changed.write_bytes(changed.read_bytes()[:-1])
    gone.unlink()
    before = (few_logs / "frozen.jsonl").read_bytes()
    capsys.readouterr()
    assert command.main() == 1
    reported = capsys.readouterr().out
    assert "logs/saipan/historical.pbem: it is gone\n" in reported
    assert "logs/manila/practice.pbem: it is another file than is in the table\n" in reported
    assert (few_logs / "frozen.jsonl").read_bytes() == before
    assert command.main("logs/manila/practice.pbem", "logs/saipan/historical.pbem") == 0
    assert "logs/manila/practice.pbem: it is another file" in capsys.readouterr().out
    assert len(table.rows()) == 2

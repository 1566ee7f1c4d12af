"""Every lie of a tournament is current, and a stranger finds exactly it, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from hostile.cups import INDEX, LIES, files
from pbem.director.judging import verify
from pbem.director.words.reporting import report_lines
from pbem.games import registry
from pbem.table.library import Library
from second import cup_games
from second.cup_reader import read

LOGS = Path(__file__).parents[2] / "logs" / "hostile-tournaments"
ENTRIES = yaml.safe_load((LOGS / INDEX).read_text()) if (LOGS / INDEX).exists() else []


def test_the_files_are_current():
    """If not: ``PYTHONPATH=tests python -m hostile.cups logs/hostile-tournaments``."""
    there = {path.name: path.read_bytes() for path in LOGS.iterdir()}
    built = files()
    assert {name for name in built if there.get(name) != built[name]} == set()
    assert set(there) == set(built)
    assert len(LIES) >= 40


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"])
def test_a_stranger_finds_it(entry):
    report = verify(
        LOGS / entry["file"],
        [LOGS / name for name in entry["games"]],
        Library(registry.find),
    )
    assert not report.ok
    if entry["code"] == "log.missing":
        assert report.missing
        assert not report.faults
    else:
        (fault,) = report.faults
        reported = {"code": fault.code, "event": fault.event, "whose": fault.whose}
        assert reported == {key: entry[key] for key in reported}, fault.message
        lines = list(report_lines(report, []))
        assert sum(line.startswith(f"{fault.code}: ") for line in lines) == 1
        assert not report.missing
        assert entry["event"] is None or f"the event before {entry['event']}." in lines[-1]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["file"])
def test_the_second_reader_finds_it_too(entry):
    contest, finding = read((LOGS / entry["file"]).read_bytes())
    if entry["event"] is not None:
        assert finding is not None
        assert (finding.code, finding.seq) == (entry["code"], entry["event"])
        return
    assert finding is None
    if entry["file"].startswith("log.unfinished"):
        return  # it has no rules: for all it knows the game may have ended
    for name in entry["games"]:
        assert cup_games.check(contest, 1, 1, (LOGS / name).read_bytes()) == entry["code"]

"""Every hostile log is current, and verifying it gives exactly the finding of the index."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import yaml

from hostile.all_faults import INDEX, files
from hostile.faults import FAULTS
from pbem.audit.compare import judge_fork_file
from pbem.audit.verify import verify
from pbem.games import registry
from pbem.log.finding import BadLog
from pbem.table.library import Library

LOGS = Path(__file__).parents[2] / "logs" / "hostile"


@cache
def entries():
    return yaml.safe_load((LOGS / INDEX).read_text())


@pytest.fixture(scope="module")
def built():
    return files()


@pytest.mark.long
def test_the_files_are_current(built):
    """If not: ``PYTHONPATH=tests python -m hostile logs/hostile``."""
    there = {path.name: path.read_bytes() for path in LOGS.iterdir()}
    assert {name for name in built if there.get(name) != built[name]} == set()
    assert set(there) == set(built)


def test_there_are_at_least_forty_faults():
    assert len(FAULTS) >= 40
    assert len({one.file for one in FAULTS}) == len(FAULTS)


@pytest.mark.few(25)
@pytest.mark.parametrize("name", [one.file for one in sorted(FAULTS) if one.file.endswith(".pbem")])
def test_a_log_gives_exactly_this_finding(name):
    (expected,) = [entry for entry in entries() if entry["file"] == name]
    verdict = verify(LOGS / name, Library(registry.find))
    found = verdict.finding
    assert found is not None, "no fault was found"
    reported = {
        "code": found.code,
        "seq": found.seq,
        "blame": list(found.blame),
        "good": found.good,
    }
    assert reported == {key: expected[key] for key in ("code", "seq", "blame", "good")}, (
        found.message
    )
    assert verdict.events == found.good


@pytest.mark.parametrize("name", [one.file for one in sorted(FAULTS) if one.file.endswith(".fork")])
def test_a_fork_file_gives_exactly_this_finding(name):
    (expected,) = [entry for entry in entries() if entry["file"] == name]
    if expected["code"] == "fork.author":
        verdict = judge_fork_file(LOGS / name, Library(registry.find))
        assert verdict.proven
        assert verdict.finding.code == "fork.author"
        assert list(verdict.finding.blame) == expected["blame"]
        return
    if "two-authors" in name:
        with pytest.raises(BadLog) as caught:
            judge_fork_file(LOGS / name, Library(registry.find))
        assert caught.value.finding.code == expected["code"]
    else:
        assert not judge_fork_file(LOGS / name, Library(registry.find)).proven


@pytest.mark.few(10, 50)
@pytest.mark.parametrize("name", [one.file for one in sorted(FAULTS) if one.file.endswith(".pbem")])
def test_what_stands_before_the_fault_is_good(name, tmp_path):
    (expected,) = [entry for entry in entries() if entry["file"] == name]
    lines = (LOGS / name).read_bytes().split(b"\n")[: expected["good"]]
    if not lines or name == "chain.seq-no-beginning.pbem":
        return
    good = tmp_path / "good.pbem"
    good.write_bytes(b"".join(line + b"\n" for line in lines))
    assert verify(good, Library(registry.find)).finding is None

"""Speeds of a release in a file, the next one held against it; no time is tested."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from commands.conftest import Home
from pbem.bench import comparing, run
from pbem.bench.measure import Row
from pbem.bench.suite import suite_rows
from pbem.errors import FormError, PbemError

ROWS = [
    Row("start", 2.0, "times", "<= 3", True),
    Row("two cores / one", 1.8, "times", ">= 1.9", False),
    Row("page", 100.0, "ms"),
    Row("audit", 1000.0, "events/s"),
    Row("log", 500.0, "bytes"),
    Row("share", 50.0, "%"),
]
YARD = 0.010
RELEASES = Path(__file__).resolve().parents[2] / "docs" / "speeds"


@pytest.fixture
def kept(tmp_path):
    path = tmp_path / "old.speeds"
    comparing.keep(path, ROWS, YARD)
    return path


@pytest.mark.parametrize(
    "path",
    sorted(RELEASES.glob("*.json")),
    ids=[path.stem for path in sorted(RELEASES.glob("*.json"))],
)
def test_a_release_has_kept_its_speeds_of_each_kind(path: Path) -> None:
    """Start-up, audits, what is typed, boards, checks in browsers, and the tests' own."""
    kept = comparing.read(path)
    assert kept.release == path.stem
    reported = " ".join(one.name for one in kept.speeds)
    for what in (
        "start of", "full audit / floor", "'pbem show'", "what a unit can do", "the board opened",
        "a step back", "checked in Chromium", "checked in Firefox", "suite: processor time",
    ):  # fmt: skip
        assert what in reported
    assert all(one.value > 0 and one.yard > 0 for one in kept.speeds)


def test_the_first_release_has_kept_its_speeds() -> None:
    assert (RELEASES / "1.0.0.json").is_file()


def costs(path: Path, rows: list[Row], yard: float = YARD) -> dict[str, float | None]:
    """The cost of each row now, by then."""
    return {one.name: one.dearer for one in comparing.compared(comparing.read(path), rows, yard)}


def changed(by: float) -> list[Row]:
    return [msgspec.structs.replace(row, value=row.value * by) for row in ROWS]


def test_the_same_on_the_same_machine_is_one(kept):
    assert costs(kept, ROWS) == {
        "start": 1, "two cores / one": 1, "page": 1, "audit": 1, "log": 1, "share": None,
    }  # fmt: skip


def test_a_machine_of_half_the_speed_changes_times_and_rates_and_neither_is_dearer(kept):
    slow = [
        Row("page", 200.0, "ms"), Row("audit", 500.0, "events/s"), Row("start", 2.0, "times"),
        Row("log", 500.0, "bytes"),
    ]  # fmt: skip
    assert costs(kept, slow, 2 * YARD) == {"page": 1, "audit": 1, "start": 1, "log": 1}


def test_more_of_a_cost_is_dearer_and_more_of_a_rate_is_cheaper(kept):
    assert costs(kept, changed(2)) == {
        "start": 2, "two cores / one": 0.5, "page": 2, "audit": 0.5, "log": 2, "share": None,
    }  # fmt: skip


def test_what_is_reported(kept):
    now = [*changed(2)[1:], Row("new", 1, "ms")]
    reported = list(comparing.lines(comparing.read(kept), now, YARD))
    assert reported[0].startswith(f"Against release {comparing.__version__} (Python 3.")
    assert [" ".join(line.split()) for line in reported[1:]] == [
        "two cores / one 1.80 -> 3.60 times 2.00 cheaper, 2.00 times",
        "page 100.00 -> 200.00 ms 2.00 dearer, 2.00 times",
        "audit 1,000.00 -> 2,000.00 events/s 2.00 cheaper, 2.00 times",
        "log 500.00 -> 1,000.00 bytes 2.00 dearer, 2.00 times",
        "share 50.00 -> 100.00 % 2.00",
        "Only in this run: new",
        "Rows only in the file: 1.",
    ]
    small = list(comparing.lines(comparing.read(kept), changed(1.2), YARD))
    assert not any("dearer" in line or "cheaper" in line for line in small)


def test_a_row_that_a_former_release_called_otherwise_is_compared(kept):
    former = [Row("taking in a turn, game of 100 events", 4.0, "ms")]
    comparing.keep(kept, former, YARD)
    assert costs(kept, [Row("importing a turn, game of 100 events", 2.0, "ms")]) == {
        "importing a turn, game of 100 events": 0.5
    }


def test_other_measurements_of_a_release_stand_beside_each_other(kept):
    comparing.keep(kept, [Row("suite", 200.0, "s"), Row("page", 90.0, "ms")], 2 * YARD)
    speeds = {one.name: (one.value, one.yard) for one in comparing.read(kept).speeds}
    assert speeds["suite"] == (200.0, 2 * YARD)
    assert speeds["page"] == (90.0, 2 * YARD)
    assert speeds["audit"] == (1000.0, YARD)
    assert len(speeds) == len(ROWS) + 1


def test_the_file_of_another_release_is_never_written_into(kept, monkeypatch):
    before = kept.read_bytes()
    monkeypatch.setattr(comparing, "__version__", "9.0.0")
    with pytest.raises(FormError, match="Use another file for --keep, and compare with"):
        comparing.keep(kept, ROWS, YARD)
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[:-9],
        lambda _: b"",
        lambda _: b"\xff\xfe{}",
        lambda whole: whole.replace(b"speeds/v1", b"speeds/v2"),
        lambda whole: whole.replace(b'"yard": 0.01', b'"yard": "long"'),
        lambda whole: whole.replace(b'"yard": 0.01', b'"yard": 0'),
    ],
)
def test_what_is_no_file_of_speeds_is_reported_and_left_alone(kept, damage):
    whole = kept.read_bytes()
    kept.write_bytes(damage(whole))
    before = kept.read_bytes()
    assert before != whole
    for tries in (lambda: comparing.read(kept), lambda: comparing.keep(kept, ROWS, YARD)):
        with pytest.raises(FormError, match=r"old\.speeds is not a file of measurements"):
            tries()
    assert kept.read_bytes() == before


def test_the_yardstick_is_some_time():
    assert comparing.yardstick(rounds=1) > 0


# --- the command ----------------------------------------------------------------------------------


@pytest.fixture
def measured(monkeypatch):
    """How often something was measured, by a bench that has figures already."""
    times: list[object] = []

    def rows(**_: object) -> list[Row]:
        times.append(None)
        return ROWS

    monkeypatch.setattr(run, "rows", rows)
    monkeypatch.setattr(comparing, "yardstick", lambda: YARD)
    return times


def test_a_release_keeps_its_speeds_and_the_next_one_compares(tmp_path, measured):
    home, file = Home(tmp_path / "ann"), str(tmp_path / "1.speeds")
    reported = home("bench", "--keep", file)
    assert "audit" in reported
    assert reported.endswith(f"Wrote the measurements to {file}.\n")
    reported = home("bench", "--compare", file)
    assert " 1.00\n" in reported
    found = json.loads(home("bench", "--compare", file, "--json"))
    assert {one["name"]: one["ratio"] for one in found} == {row.name: 1 for row in ROWS}
    assert len(measured) == 3


def test_what_cannot_be_compared_is_reported_before_anything_is_measured(tmp_path, measured):
    home, wrong = Home(tmp_path / "ann"), tmp_path / "wrong.speeds"
    assert "wrong.speeds" in home.fails("bench", "--compare", str(wrong))
    assert "There is no folder" in home.fails("bench", "--keep", str(tmp_path / "no" / "1.speeds"))
    wrong.write_text("{}")
    for option in ("--compare", "--keep"):
        assert "is not a file of measurements" in home.fails("bench", option, str(wrong))
    assert "only one of --board, --suite" in home.fails("bench", "--board", "--suite")
    assert measured == []


# --- the tests of a checkout ----------------------------------------------------------------------


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they take seconds to load
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    (tmp_path / "tests" / "test_two.py").write_text("def test_a(): pass\ndef test_b(): pass\n")
    return tmp_path


def test_the_tests_of_a_checkout_are_measured(checkout):
    rows = {row.name: row for row in suite_rows(checkout, "-p", "no:cacheprovider")}
    assert rows["suite: as in the README"].note == "2 tests"
    assert all(row.value > 0 for row in rows.values())


def test_nothing_is_measured_by_tests_that_fail_or_are_not_there(checkout):
    (checkout / "tests" / "test_two.py").write_text("def test_a(): assert False\n")
    with pytest.raises(PbemError, match="The tests do not pass"):
        suite_rows(checkout, "-p", "no:cacheprovider")
    with pytest.raises(PbemError, match="This folder is not a checkout"):
        suite_rows(checkout / "tests")

"""How many of its tests are run every day, and how many where somebody asks for more."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import long
from long import far, sample, times

CONFTEST = """
import pytest
import long

def pytest_configure(config):
    config.addinivalue_line("markers", "long(number=1): long")
    config.addinivalue_line("markers", "few(number, of=all): few")

def pytest_collection_modifyitems(config, items):
    config.hook.pytest_deselected(items=long.leave_out(items))
"""
TESTS = """
import pytest
from long import sample

@pytest.mark.few(3)
@pytest.mark.parametrize("case", range(20))
def test_few_now_and_all_of_them_long(case): ...

@pytest.mark.few(3, 6)
@pytest.mark.parametrize("case", range(20))
def test_few_now_and_some_long(case): ...

@pytest.mark.parametrize("case", sample(range(20), 3, 6))
def test_the_first_of_a_sample(case): ...

@pytest.mark.long
def test_the_long_one(): ...

def test_always(): ...
"""
RUN = {0: 3 + 3 + 3 + 0 + 1, 3: 20 + 18 + 18 + 1 + 1, 10: 20 * 3 + 2}
PARTS = [5, 4, 4, 4]
"""So many of the 17 long cases of the first test are run, each time that it has its turn."""

pytest_plugins = ["pytester"]


def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, asked: int) -> int:
    """Run the tests of this page; return how many passed, the others were left out."""
    return len(names(pytester, monkeypatch, asked))


def names(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, asked: int) -> list[str]:
    monkeypatch.setattr(long, "ASKED", asked)
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_of_page=TESTS)
    ran = pytester.inline_run("-p", "no:cacheprovider")
    passed, *others = ran.listoutcomes()
    left = [item for call in ran.getcalls("pytest_deselected") for item in call.items]
    assert (len(passed) + len(left), others) == (62, [[], []])
    return [report.nodeid for report in passed]


@pytest.mark.parametrize("asked", RUN)
def test_so_many_are_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    assert run(pytester, monkeypatch, asked) == RUN[asked]


def test_each_long_test_has_its_turn_in_ci(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commit by commit another part of the long tests is run, and each case in 16 rounds."""
    monkeypatch.delenv("PBEM_ROUND", raising=False)
    daily = {*names(pytester, monkeypatch, 0)}
    more: list[Counter[str]] = []
    for number in range(long.ROUNDS * long.SMALL):
        monkeypatch.setattr(long, "this_round", lambda number=number: number)
        ran = names(pytester, monkeypatch, 1)
        assert daily < {*ran} or daily == {*ran}
        more.append(Counter(name for name in ran if name not in daily))
    of_one = [sum("few_now_and_all" in name for name in one) for one in more]
    assert sorted(filter(None, of_one)) == sorted(PARTS)
    tried = sum(more, Counter())
    assert {name: many for name, many in tried.items() if many > 1} == {
        "test_of_page.py::test_the_long_one": 4  # it is one case, which has each turn
    }
    assert len(tried) == sum(PARTS) + 1


@pytest.mark.parametrize("number", range(long.SMALL))
def test_each_long_test_has_its_turn_where_all_rounds_are_asked_for(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setenv("PBEM_ROUND", "all")
    monkeypatch.setattr(long, "this_round", lambda: number)
    assert run(pytester, monkeypatch, 1) - RUN[0] in {part + 1 for part in PARTS}


def test_a_round_is_given_or_follows_from_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_ROUND", raising=False)
    long.this_round.cache_clear()
    assert long.this_round() >= 0
    long.this_round.cache_clear()
    monkeypatch.setenv("PBEM_ROUND", "7")
    assert long.this_round() == 7
    long.this_round.cache_clear()


def test_what_took_long_is_long(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long, "SLOW", {"test_of_page.py::test_always"})
    assert run(pytester, monkeypatch, 0) == RUN[0] - 1


DURATIONS = """<testsuites><testsuite>
<testcase classname="tests.a.test_b" name="test_c[1]" time="0.2"/>
<testcase classname="tests.a.test_b" name="test_c[2]" time="0.2"/>
<testcase classname="tests.a.test_b" name="test_d" time="0.1"/>
<testcase classname="tests.a.test_f" name="test_g" time="1.1"/>
<testcase classname="tests.a.test_h" name="test_i" time="9"/>
<testcase classname="tests.test_tidy" name="test_e" time="9"/>
</testsuite></testsuites>"""


def test_what_took_long_is_read_from_durations(tmp_path: Path) -> None:
    """All cases count together; the quickest test of a file may take longer."""
    (tmp_path / "durations.xml").write_text(DURATIONS)
    assert long.slow(tmp_path / "durations.xml") == [
        "a/test_b.py::test_c",
        "a/test_h.py::test_i",
    ]


def test_every_test_that_took_long_is_there() -> None:
    """Else it was renamed, and would be run every day: list them again (tests/long.py)."""
    for name in sorted(long.SLOW):
        file, _, function = name.partition("::")
        assert f"def {function}(" in (long.HERE / file).read_text(), name


@pytest.mark.parametrize(
    ("asked", "many", "where"), [(0, 3, 2), (1, 3, 2), (2, 16, 9), (10, 80, 9)]
)
def test_more_is_tried_and_no_further(
    monkeypatch: pytest.MonkeyPatch, asked: int, many: int, where: int
) -> None:
    monkeypatch.setattr(long, "ASKED", asked)
    assert (times(3, of=8), far(2, of=9)) == (many, where)
    assert len(sample("abc", 1)) == 3

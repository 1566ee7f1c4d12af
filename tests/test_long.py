"""How many of its tests are run every day, and how many where somebody asks for more."""

from __future__ import annotations

import pytest

import long
from long import far, sample, times

CONFTEST = """
import pytest
import long

def pytest_configure(config):
    config.addinivalue_line("markers", "long(number=1): long")
    config.addinivalue_line("markers", "few(number, of=all): few")

def pytest_collection_modifyitems(items):
    long.leave_out(items)
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
def test_long(): ...

def test_always(): ...
"""
RUN = {0: 3 + 3 + 3 + 0 + 1, 1: 7 + 3 + 3 + 1 + 1, 3: 20 + 18 + 18 + 1 + 1, 10: 20 * 3 + 2}

pytest_plugins = ["pytester"]


@pytest.mark.parametrize("asked", RUN)
def test_so_many_are_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    monkeypatch.setattr(long, "ASKED", asked)
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(TESTS)
    pytester.inline_run("-p", "no:cacheprovider").assertoutcome(
        passed=RUN[asked], skipped=20 * 3 + 2 - RUN[asked]
    )


@pytest.mark.parametrize(
    ("asked", "many", "where"), [(0, 3, 2), (1, 3, 2), (2, 16, 9), (10, 80, 9)]
)
def test_more_is_tried_and_no_further(
    monkeypatch: pytest.MonkeyPatch, asked: int, many: int, where: int
) -> None:
    monkeypatch.setattr(long, "ASKED", asked)
    assert (times(3, of=8), far(2, of=9)) == (many, where)
    assert len(sample("abc", 1)) == 3

"""docs/findings.md lists exactly the codes there are, each with something that produces it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hostile.all_faults import index
from pbem.log.codes import CODES
from toy.findings import MARK, TESTED, blame_of, written

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "findings.md"


def test_the_page_lists_every_code_and_is_current():
    """If not: ``PYTHONPATH=tests python -m toy.findings docs/findings.md``."""
    page = PAGE.read_text()
    assert MARK in page
    assert page == written(page)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_produced_by_a_hostile_log_or_a_test(code):
    logs = [entry for entry in index() if entry["code"] == code]
    if logs:
        assert all((ROOT / "logs" / "hostile" / entry["file"]).exists() for entry in logs)
    else:
        assert f'"{code}"' in (ROOT / TESTED[code]).read_text()


@pytest.mark.parametrize("code", CODES)
def test_the_blame_reported_is_the_blame_of_the_logs(code):
    for entry in index():
        if entry["code"] == code and not entry["file"].endswith(".fork"):
            nobody = blame_of(code) == "nobody"
            assert not (nobody and entry["blame"]), entry["file"]


def test_every_code_raised_is_in_the_register():
    import re

    raised = set()
    for path in (ROOT / "pbem").rglob("*.py"):
        text = path.read_text()
        raised |= set(re.findall(r'finding\(\s*"([a-z]+\.[a-z]+)"', text))
    assert raised <= set(CODES)

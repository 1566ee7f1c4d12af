"""Every numbered case of Saipan, one test each."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.audit import cases
from pbem.games import registry

FOLDER = Path(__file__).parents[1] / "cases" / "saipan"
RULES = registry.find("saipan", 1)
CASES = [case for file in cases.files_in(FOLDER) for case in cases.read_file(file).cases]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_case(case: cases.Case) -> None:
    assert RULES is not None
    ran = cases.run_case(RULES, case)
    assert ran.ok, "\n".join((ran.line(), *ran.failed))


def test_no_two_cases_have_one_id() -> None:
    ids = [case.id for case in CASES]
    assert sorted(ids) == sorted(set(ids))

"""docs/trust.md holds exactly one row for each attack that is tested here."""

from __future__ import annotations

import ast
from pathlib import Path

from toy.cheat import ATTACKS, OWN, table

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "trust.md"
PROMISES = {"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", OWN}


def load_all() -> None:
    from importlib import util

    for path in sorted(HERE.glob("test_*.py")):
        known = any(one.test.startswith(f"{path.name}::") for one in ATTACKS)
        if path != Path(__file__) and not known:
            spec = util.spec_from_file_location(path.stem + "_for_the_table", path)
            assert spec is not None
            assert spec.loader is not None
            spec.loader.exec_module(util.module_from_spec(spec))


def test_every_test_here_is_an_attack():
    load_all()
    tests = {
        f"{path.name}::{node.name}"
        for path in HERE.glob("test_*.py")
        if path != Path(__file__)
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }
    assert {one.test for one in ATTACKS} == tests


def test_every_promise_is_attacked():
    load_all()
    assert {one.promise for one in ATTACKS} == PROMISES


def test_the_table_is_current():
    """If not, put the rows of `toy.cheat.table` into the page."""
    load_all()
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ")]
    assert [row for row in rows if row.split(" | ")[0][2:] in PROMISES] == table()[2:]

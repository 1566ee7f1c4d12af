"""The table of rules that need memory (memory.md): each has cases, and they test it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).with_name("memory.md").read_text(encoding="utf-8")
LINE = re.compile(r"^\| ([\w.]+) \| ([^|]+) \|$", re.MULTILINE)
SECTION = re.compile(r"^### (?:Race to )?(\w+)\n(.*?)(?=^##)", re.MULTILINE | re.DOTALL)
ROWS = [
    (title.lower(), of, ids.split(", "))
    for title, table in SECTION.findall(PAGE)
    for of, ids in LINE.findall(table)
    if of != "paragraph"
]


QUICK = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as quick, where it is built: the cases are three megabytes."""


@cache
def cases_of(game: str) -> dict[str, Any]:
    """Return the cases of a game by their names."""
    found: dict[str, Any] = {}
    for path in sorted((ROOT / "tests" / "cases" / game).glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for case in yaml.load(text, QUICK)["cases"]:  # noqa: S506 - it is a safe loader
            found[str(case["id"])] = case
    return found


def test_every_game_is_in_the_table() -> None:
    games = {"lantern", "manila", "meiktila", "saipan", "singapore", "tokyo"}
    assert {row[0] for row in ROWS} == games
    assert len({row[:2] for row in ROWS}) == len(ROWS) > 90


@pytest.mark.parametrize(("game", "of", "ids"), ROWS, ids=[" ".join(row[:2]) for row in ROWS])
def test_a_rule_that_needs_memory_has_cases_of_its_paragraph(
    game: str, of: str, ids: list[str]
) -> None:
    missing = [name for name in ids if name not in cases_of(game)]
    assert missing == []
    named = [cases_of(game)[name]["paragraph"] for name in ids]
    paragraphs = {one for some in named for one in ([some] if isinstance(some, str) else some)}
    assert of in {str(one) for one in paragraphs}


def test_cases_beside_units_alike_are_there() -> None:
    reported = re.findall(r"\(((?:[\d.]+-\d+(?:, )?)+)\) \|$", PAGE, re.MULTILINE)
    names = [name for some in reported for name in some.split(", ")]
    assert names
    assert [name for name in names if name not in cases_of("singapore")] == []

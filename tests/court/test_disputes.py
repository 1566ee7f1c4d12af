"""Each dispute gets the verdict that the pages give it (docs/court.md), and no other."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from court import making
from court.heaps import CASES, heaps, write
from frozen.table import ROOT, differing, dispute, rows
from pbem.court.document import line

ROWS = rows()

EXPECTED = {path.parent.name: path for path in sorted(CASES.glob("*/expected.yaml"))}


def test_every_dispute_has_a_verdict_to_get():
    assert set(EXPECTED) == set(making.DISPUTES)


@pytest.mark.parametrize("name", making.DISPUTES)
def test_the_files_are_current(name):
    """If not: ``python -m court.making court/cases``, from tests/."""
    there = {path.name: path.read_bytes() for path in (CASES / name).iterdir()}
    del there["expected.yaml"]
    assert there == making.files(name)


@pytest.mark.parametrize("name", EXPECTED)
def test_the_verdict(name, hearing, tmp_path):
    expected = yaml.safe_load(EXPECTED[name].read_text())
    heard = hearing(write(heaps()[name], tmp_path / name))
    kept = ROWS[str((CASES / name).relative_to(ROOT))]
    assert differing(kept, dispute(heard)) == []
    case = json.loads(line(heard.case))
    assert answers(case) == expected["claims"]
    stated = [one["fact"] for game in case["games"] for one in game["statements"]]
    stated += [one["fact"] for one in case["others"]]
    for wanted in expected["stated"]:
        assert any(wanted.items() <= fact.items() for fact in stated), wanted
    assert {fact["fact"] for fact in stated} & set(expected["never"]) == set()
    assert blamed(case) == set(expected["blames"])
    assert [
        one["says"] for policy in case["policies"] for one in policy["follows"]
    ] == expected.get("follows", [])
    assert case["unread"] == []
    [game] = case["games"]
    if expected["counts"] is None:
        assert game["counting"] is None
    else:
        assert expected["counts"] in names(case, game["counting"])


def answers(case: dict[str, Any]) -> dict[str, str]:
    """Return the answer to each claim, by the name of its file."""
    called = {one["digest"]: one["names"][0] for one in case["exhibits"]}
    return {called[one["exhibit"]]: one["answer"] for one in case["claims"]}


def blamed(case: dict[str, Any]) -> set[str]:
    statements = [one for game in case["games"] for one in game["statements"]]
    return {handle for one in (*statements, *case["others"]) for handle in one["blames"]}


def names(case: dict[str, Any], copy: str | None) -> set[str]:
    """The names of files that a copy rests on, also of what they lie in."""
    by_number = {one["number"]: one for one in case["exhibits"]}
    found: set[str] = set()
    for rests in (one["exhibits"] for one in case["copies"] if one["digest"] == copy):
        inner = [one for one in case["exhibits"] if one["digest"] in rests]
        while inner:
            found |= {name for one in inner for name in one["names"]}
            inner = [by_number[one["within"]] for one in inner if one["within"] is not None]
    return found

"""The checker says of every log here what verifying it at level 2 says."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from pbem.audit.verify import verify
from replay.conftest import Checker, library

ROOT = Path(__file__).parents[2]
GAMES = sorted(
    path for path in (ROOT / "logs").glob("*/*.pbem") if not path.parent.name.startswith("hostile")
)
HOSTILE = sorted((ROOT / "logs" / "hostile").glob("*.pbem"))
SHORT = 1 << 20
"""Bytes of a log that is checked every day."""


def kinds(path: Path) -> list[str]:
    return [json.loads(line)["body"]["kind"] for line in path.read_bytes().splitlines()]


def test_every_game_holds(in_browser: Checker):
    paths = [*GAMES, ROOT / "docs" / "vector" / "saipan.pbem"]
    for path, report in zip(
        paths, in_browser.reports([path.read_bytes() for path in paths]), strict=True
    ):
        written = kinds(path)
        assert report["finding"] is None, (path.name, report)
        assert report["good"] == report["total"] == len(written)
        assert report["counts"]["signatures"] >= len(written)
        assert report["counts"]["proofs"] == written.count("dice") + written.count("join")
        assert report["counts"]["seals"] == written.count("reveal")
        assert report["checked"]
        assert report["unchecked"]


def test_hostile_logs_have_the_finding_of_level_2(in_browser: Checker):
    index = {
        entry["file"]: entry
        for entry in yaml.safe_load((ROOT / "logs/hostile/index.yaml").read_text())
    }
    reports = in_browser.reports([path.read_bytes() for path in HOSTILE])
    told = 0
    for path, report in zip(HOSTILE, reports, strict=True):
        found = verify(path, library(), level=2).finding
        mine = report["finding"]
        if found is None:
            assert mine is None, (path.name, mine)
            continue
        told += 1
        assert (mine["code"], mine["event"], report["good"]) == (
            found.code,
            found.seq,
            found.good,
        ), (path.name, mine)
        assert mine["promise"] == found.promise
        assert index[path.name]["code"] == found.code or index[path.name]["good"] <= report["good"]
        assert mine["text"].startswith(found.title)
    assert told > 80


def test_a_reader_that_believes_everything_would_be_seen(in_browser: Checker):
    """One byte of each kind of thing that is checked, changed: no log holds any more."""
    log = (ROOT / "docs" / "vector" / "saipan.pbem").read_bytes()
    lines = log.splitlines(keepends=True)
    changed = []
    for number, line in enumerate(lines):
        for at in range(8, len(line) - 1, 97):
            other = bytes([line[at] ^ 1])
            changed.append(
                b"".join([*lines[:number], line[:at], other, line[at + 1 :], *lines[number + 1 :]])
            )
    reports = in_browser.reports(changed)
    assert len(reports) > 60
    assert all(report["finding"] is not None for report in reports)

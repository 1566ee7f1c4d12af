"""The checker says of every log here what verifying it at level 2 says."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
import yaml

from long import PATIENCE
from pbem.audit.verify import verify
from pbem.replays import checker
from replays.conftest import Checker, library
from second.new_keys import NEW_KEYS
from second.writer import Writer

ROOT = Path(__file__).parents[2]
GAMES = sorted(
    path for path in (ROOT / "logs").glob("*/*.pbem") if not path.parent.name.startswith("hostile")
)
HOSTILE = sorted((ROOT / "logs" / "hostile").glob("*.pbem"))


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
    reported = 0
    for path, report in zip(HOSTILE, reports, strict=True):
        found = verify(path, library(), level=2).finding
        mine = report["finding"]
        if found is None:
            assert mine is None, (path.name, mine)
            continue
        reported += 1
        assert (mine["code"], mine["event"], report["good"]) == (
            found.code,
            found.seq,
            found.good,
        ), (path.name, mine)
        assert mine["promise"] == found.promise
        assert index[path.name]["code"] == found.code or index[path.name]["good"] <= report["good"]
        assert mine["text"].startswith(found.title)
    assert reported > 80


def test_new_keys_settle_a_fork_if_somebody_else_agreed(in_browser: Checker):
    games = [(write(), settled) for write, settled in NEW_KEYS.values()]
    reports = in_browser.reports([b"".join(game.lines) for game, _ in games])
    for (game, settled), report in zip(games, reports, strict=True):
        found = report["finding"]
        reported = found and (found["code"], found["event"])
        assert reported == (("ruling.wrong", len(game.ids) - 1) if settled else None)


def test_of_two_faults_the_first_is_found_though_the_next_line_is_read_ahead(in_browser: Checker):
    """And the second, of which nobody hears, is no error of the page."""
    lines = (ROOT / "docs" / "vector" / "saipan.pbem").read_bytes().splitlines(keepends=True)
    digit = lines[3][-5:-4]
    forged = lines[3][:-5] + (b"1" if digit == b"0" else b"0") + lines[3][-4:]
    torn = [*lines[:4], b"{\n"]
    reports = in_browser.reports([b"".join([*lines[:3], forged, b"{\n"]), b"".join(torn)])
    found = [(one["finding"]["code"], one["good"]) for one in reports]
    assert found == [("sig.bad", 3), ("json.form", 4)]
    in_browser.page.evaluate("new Promise((then) => setTimeout(then))")  # it would be known by then
    assert not in_browser.wrong


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


@pytest.mark.parametrize(
    ("file", "code", "by"),
    [
        ("fork.author-two-thoughts.fork", None, "ann"),
        ("fork.form-two-authors.fork", "fork.form", None),
        # Only rules know that one of the two is not legal: it is reported as what it may be.
        ("fork.form-one-illegal.fork", None, "ann"),
    ],
)
def test_forks_are_reported_and_nobody_is_convicted(
    in_browser: Checker, file: str, code: str | None, by: str | None
):
    [report] = in_browser.reports([(ROOT / "logs" / "hostile" / file).read_bytes()])
    finding, fork = report["finding"], report["fork"]
    assert (finding and finding["code"], fork and fork["by"]) == (code, by)


def test_a_changed_fork_is_none(in_browser: Checker):
    lines = (ROOT / "logs/hostile/fork.author-two-thoughts.fork").read_bytes().splitlines(True)
    wrong = [
        [*lines[:-2], lines[-1], lines[-2]],
        lines[:-1],
        [*lines[:-1], lines[-2]],
        [*lines, lines[-1]],
        [lines[0].replace(b"4", b"5"), *lines[1:]],
        [*lines[:-1], lines[-1][:-4] + b'0"}\n'],
    ]
    reports = in_browser.reports([b"".join(one) for one in wrong])
    assert [one["finding"]["code"] for one in reports] == ["fork.form"] * len(wrong)
    assert all(one["fork"] is None for one in reports)


def test_nothing_and_what_is_no_log_do_not_hold(in_browser: Checker):
    reports = in_browser.reports([b"", b"\n", b"hello", b"null\n", b"{}\n", b"\xff\n"])
    codes = ["file.empty", "file.line", "file.torn", "event.fields", "event.fields", "json.form"]
    assert [one["finding"]["code"] for one in reports] == codes


def test_a_text_is_its_bytes(in_browser: Checker):
    log = (ROOT / "docs" / "vector" / "saipan.pbem").read_text()
    said = """async (text) => {
      const seen = [];
      const { good, finding } = await X.check(text, (done, total) => seen.push([done, total]));
      return [good, finding && finding.code, seen.at(-1)];
    }"""
    reported = in_browser.each(said, [log, log[:-1]])
    count = log.count("\n")
    assert reported[0] == [count, None, [count, count]]
    assert reported[1][:2] == [count - 1, "file.torn"]
    lone = "(log) => X.check(log.replace('ann', 'a\\ud800n')).then(({ finding }) => finding.code)"
    assert in_browser.each(lone, [log]) == ["json.form"]


def test_each_ruling_on_a_fork_is_judged_once(tmp_path: Path):
    """Section 8: a reader goes back twice a player.

    Counted is how often an event is read.
    """
    names = ["ann", "bob", "cal", "dan"]
    writer = Writer(names, dict(zip(names, names, strict=True)), "opponents")
    before = []
    for by in names:
        writer.forked(by, by, "branch")
        before.append(len(writer.lines) - 1)
    log = tmp_path / "forks.pbem"
    log.write_bytes(b"".join(writer.lines))
    reported = subprocess.run(
        ["node", "-e", COUNTING.replace("SCRIPT", checker.assembled("check", "Table")), str(log)],
        capture_output=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    found = json.loads(reported.stdout)
    assert found["report"]["finding"] is None
    assert found["taken"] <= len(writer.lines) + sum(before)


COUNTING = """SCRIPT
const { Table, check } = globalThis.PbemChecker, take = Table.prototype.take;
let taken = 0;
Table.prototype.take = function (event) { taken++; return take.call(this, event); };
check(new Uint8Array(require("fs").readFileSync(process.argv[1]))).then((report) =>
  console.log(JSON.stringify({ taken, report })));
"""

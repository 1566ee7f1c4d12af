"""Every block of code on a page has a mark above it, and what can be typed is typed.

A mark is a comment, which no reader of the page sees:

- ``given: WHAT``: its lines are typed in order, in a folder where that lies (`GIVEN`);
- ``each given: WHAT``: each line is typed by itself there;
- ``told given: WHAT, by: COMMAND``: that command prints its lines, in order;
- ``test: FILE``: that test, which names the page, runs it;
- ``not typed: WHY``;
- one of those of `OWN`, which a page's own test goes by.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from long import PATIENCE
from nursery import commands
from test_pages import PAGES, ROOT

FENCE = re.compile(r"(?:^<!-- ([^>]*) -->\n)?^```([a-z]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
WORDS = re.compile(r"<(?:title|text|tspan)\b[^>]*>([^<]+)<")
"""The words of a drawing, and not how it looks."""

OWN = {
    "docs/first-game.md": {
        "run: ": "tests/test_readme.py",
        "written: ": "tests/board/test_first_game.py",
    },
    "docs/first-game-by-mail.md": {"clicked: ": "tests/lobby/test_page.py"},
    "docs/practice.md": {"run: ": "tests/test_readme.py", "typed: ": "tests/test_readme.py"},
    "docs/judging.md": {"typed: ": "tests/test_readme.py"},
    "docs/many-games.md": {"typed: ": "tests/test_readme.py"},
    "docs/directing.md": {
        "run: ": "tests/test_readme.py",
        "typed: ": "tests/test_readme.py",
        "evening": "tests/commands/test_evening.py",
    },
    "README.md": {
        "by mail: ": "tests/test_readme.py",
        "tests": ".ci/run",
        "main job": "tests/test_wheel.py",
    },
    "tests/saipan_first_turn.md": {"by mail: ": "tests/test_readme.py"},
    "CONTRIBUTING.md": {"release: ": "tests/test_release.py"},
    "docs/how-to-break-it.md": {"try: ": "tests/test_pages.py"},
}
"""The marks of a page that a test of its own goes by."""

PARTY = """\
as() { who=$1; shift; PBEM_HOME=$PWD/homes/$who pbem "$@"; }
pass() { as $1 send --to $2.pbem; shift; for to in "${@:2}"; do as $to take $1.pbem; done; }
for who in ann bob uma; do as $who identity new $who; as $who card export; done
for who in ann bob uma; do
  for card in *.card; do test $card = $who.card || as $who card import $card; done
done
as ann new saipan --seat us=bob --seat jp=ann --umpire uma --days 7
pass ann 1 uma
as uma join
pass uma 2 ann
as ann join
pass ann 3 bob
as bob join
pass bob 4 ann uma
ln -s uma homes/me
"""
FORK = """\
cp -r homes/bob homes/copy
as bob offer tie --yes
as copy offer tie --yes --note 'a second thought'
pass bob 5 uma
pass copy 6 uma || mv homes/uma/games/*.fork saipan-12.fork
"""
ORDERED = """\
for who in ann bob; do as $who identity new $who; as $who card export; done
as ann card import bob.card
ln -s ann homes/me
"""
CHANGED = """\
cp logs/saipan/historical.pbem theirs.pbem
sed -e '7s/"note":"/"note":"!/;7s/"salt":"./"salt":"0/' theirs.pbem > ours.pbem
"""
GIVEN = {
    "nothing": "",
    "logs": "mkdir -p docs/games",
    "a finished game": "cp logs/saipan/historical.pbem saipan-alice-bob_017.pbem",
    "a changed copy": CHANGED,
    "a card": PARTY.splitlines()[0] + "\n" + ORDERED,
    "a game with a clock": PARTY,
    "a fork": PARTY + FORK,
    "a season": "cp logs/season/spring/spring.tournament .; cp -r logs/season/spring inbox",
}
"""The files in a folder, beside ``logs``, and in the typist's home: how they came there."""


class Block(NamedTuple):
    """A block of code on a page, and the line of the page where it begins."""

    page: str
    line: int
    mark: str
    language: str
    text: str


def blocks() -> Iterator[Block]:
    for page in PAGES:
        text = page.read_text()
        for found in FENCE.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield Block(str(page.relative_to(ROOT)), line, found[1] or "", found[2], found[3])


ALL = list(blocks())


def named(block: Block) -> str:
    return f"{block.page}:{block.line}"


@pytest.mark.parametrize("block", ALL, ids=named)
def test_a_block_says_what_becomes_of_it(block: Block) -> None:
    kind, _, rest = block.mark.partition(": ")
    if kind == "test":
        test = ROOT / rest
        assert Path(block.page).name in test.read_text(), f"{rest} does not name {block.page}"
    elif kind == "not typed":
        assert len(rest.split()) > 2, "no reason is given"
    elif kind in ("given", "each given", "told given"):
        assert rest.partition(", by: ")[0] in GIVEN
    else:
        own = OWN.get(block.page, {})
        [test] = {own[mark] for mark in own if block.mark.startswith(mark)} or {""}
        assert test, "it has no mark that is known"
        assert (ROOT / test).is_file()


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a command that is loaded once."""
    with commands(tmp_path_factory.mktemp("nursery")) as folder:
        yield folder


def typed(folder: Path, script: str, programs: Path) -> str:
    """Type a script in a folder; return what it printed."""
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("PBEM_")}
    own = {"PBEM_HOME": str(folder / "homes" / "me"), "PBEM_PASSPHRASE": "correct horse"}
    path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=environment | own | {"PATH": path, "COLUMNS": "200"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, script + done.stdout
    assert "Traceback" not in done.stdout
    return done.stdout


def prepared(folder: Path, given: str, programs: Path) -> Path:
    """Lay into a new folder what a block goes on from."""
    folder.mkdir()
    (folder / "logs").symlink_to(ROOT / "logs")
    typed(folder, GIVEN[given], programs)
    return folder


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "block", [one for one in ALL if re.match("(each |told )?given: ", one.mark)], ids=named
)
def test_what_a_page_shows_can_be_typed(block: Block, tmp_path: Path, loaded: Path) -> None:
    """And what it shows of answers is printed, and what it draws of the tree has those words.

    If they differ: type what the page shows, at the top of the tree.
    """
    kind, _, rest = block.mark.partition(": ")
    given, _, reported_by = rest.partition(", by: ")
    folder = prepared(tmp_path / "before", given, loaded)
    if kind == "told given":
        reported = re.sub(r"\s+", " ", typed(folder, reported_by, loaded))
        at = 0
        for line in (" ".join(one.split()) for one in block.text.splitlines()):
            at = reported.find(line, at)
            assert at >= 0, f"{reported_by} does not tell {line!r}, but {reported}"
    elif kind == "given":
        typed(folder, block.text, loaded)
    else:
        for number, line in enumerate(block.text.splitlines()):
            once = shutil.copytree(folder, tmp_path / str(number), symlinks=True)
            typed(once, line, loaded)
    for drawn in folder.glob("docs/**/*.*"):
        there = ROOT / drawn.relative_to(folder)
        assert WORDS.findall(drawn.read_text()) == WORDS.findall(there.read_text()), there

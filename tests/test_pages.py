"""Every page of the tree is true where it names something: commands, options, links, files."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Container, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import pbem
import prose
from command_line import whole
from long import PATIENCE
from pbem.log.codes import CODES
from pbem.tournament.faults import FAULTS

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(p for top in ("docs", "logs", "tests") for p in ROOT.glob(f"{top}/**/*.md")),
    ]
)
PEOPLE = "pbem|alice|bob|ann|dora|uma|eve|kim"
"""The words before a command: the program, or somebody who types it."""

BEGINS = {"practice"}
"""The commands that may have the name of a game after them: they begin one."""

FENCE = re.compile(r"(?:<!-- ([^>]*) -->\n)?```[a-z]*\n(.*?)```", re.DOTALL)
CALL = re.compile(rf"(?:PBEM_\w+=\S+ |\$ )*(?:\.venv/bin/)?(?:{PEOPLE}) (.+)")


@cache
def text_of(page: Path) -> str:
    return page.read_text()


def bare(page: Path) -> str:
    """Return a page without its blocks of code."""
    return FENCE.sub("", text_of(page))


def calls(page: Path) -> Iterator[list[str]]:
    """Yield every use of a command as words, in blocks and in running text."""
    blocks = "\n".join(block for _, block in FENCE.findall(text_of(page)))
    lines = blocks.replace("\\\n", " ").splitlines()
    lines += re.findall(r"`([^`]+)`", bare(page).replace("\n", " "))
    for line in lines:
        call = CALL.fullmatch(line.strip())
        if call is not None:
            yield shlex.split(re.split(r"\s+#|>|\|", call[1])[0])


def fault(words: list[str]) -> str:
    """Say what no command knows of such a call."""
    command = whole()
    for word in words:
        if hasattr(command, "commands") and not word.startswith("-"):
            if word not in command.commands and command.name in BEGINS:
                return ""
            if word not in command.commands:
                return f"there is no command {word}"
            command = command.commands[word]
    options = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    for word in words:
        named = word.partition("=")[0]
        if re.match("-[^0-9]", named) and named not in {*options, "--help"}:
            return f"{command.name} has no option {named}"
    return ""


def test_every_command_and_option_that_a_page_names_is_there() -> None:
    known: dict[tuple[str, ...], str] = {}
    for page in PAGES:
        for words in calls(page):
            reported = known.setdefault(tuple(words), fault(words))
            assert not reported, f"{page.relative_to(ROOT)}: {shlex.join(words)}: {reported}"
    assert len(known) > 300
    assert fault(["verify", "--nonsense"])
    assert fault(["verfy"])


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", bare(page), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", head.lower()) for head in heads)
    return {re.sub(r"[^\w\- ]", "", head).replace(" ", "-") for head in plain}


def test_every_link_leads_somewhere() -> None:
    links = 0
    for page in PAGES:
        text = bare(page)
        for target in re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(
            r'<img src="([^"]+)"', text
        ):
            if target.startswith("https://"):
                continue  # no test asks the network
            path, _, anchor = target.partition("#")
            there = page.parent / path if path else page
            where = f"{page.relative_to(ROOT)}: {target}"
            assert there.exists(), where
            assert not anchor or anchor in anchors(there), where
            links += 1
    assert links > 200


def test_every_file_that_a_page_names_is_there() -> None:
    named = 0
    for page in PAGES:
        for path in re.findall(r"`((?:pbem|tests|docs|logs|schemas)/[^`\s]*)`", bare(page)):
            if re.search(r"[<*{]|[A-Z]{2}|/v1$", path):
                continue  # stands for many, or is no file but a tag of the protocol
            assert (ROOT / path).exists(), f"{page.relative_to(ROOT)}: {path}"
            named += 1
    assert named > 200


def folders(top: str) -> set[str]:
    """Return what stands in a folder as folders with a file in them that is no byte code."""
    files = (one for one in (ROOT / top).glob("*/**/*") if one.is_file() and one.suffix != ".pyc")
    names = {one.relative_to(ROOT / top).parts[0] for one in files}
    return {name for name in names if not name.startswith(".")}  # what tools leave there


def test_where_the_tests_of_each_folder_are_is_reported() -> None:
    """A folder of tests has the name of what it tries, or the page says what it is."""
    reported = (ROOT / "tests" / "README.md").read_text()
    packages, tests = folders("pbem"), folders("tests")
    assert packages & tests
    assert {one for one in tests - packages if f"`tests/{one}/`" not in reported} == set()
    assert {one for one in packages - tests if f"`pbem/{one}/`" not in reported} == set()


@cache
def program() -> str:
    """Return all code of the tree, tests and settings included."""
    files = [*ROOT.glob("pbem/**/*.py"), *ROOT.glob("tests/**/*.py"), ROOT / "pyproject.toml"]
    return "\n".join(path.read_text() for path in files)


def options(command: Any) -> Iterator[str]:
    for one in command.params:
        yield from (*one.opts, *one.secondary_opts)
    for inner in getattr(command, "commands", {}).values():
        yield from options(inner)


KINDS = "|".join(sorted({code.partition(".")[0] for code in (*CODES, *FAULTS)}))
NO_FINDING = "(?:py|js|md|json|yaml|data)\\b"
"""The endings after the dot of a file's name, or of a part of a program."""
NAMED: dict[str, tuple[str, Callable[[], Container[str]]]] = {
    "a test": (r"`(?:\w[\w./]*::)?(test_\w+)`", lambda: re.findall(r"def (\w+)\(", program())),
    "a file of tests": (r"(test_\w+\.py)", lambda: {p.name for p in ROOT.glob("tests/**/*.py")}),
    "a variable": (r"`(PBEM_[A-Z_]+)", program),
    "an option": (r"`(--[a-z][a-z-]*)[^`]*`", lambda: [*options(whole())]),
    "a finding": (rf"`((?:{KINDS})\.(?!{NO_FINDING})[a-z]+)`", lambda: {*CODES, *FAULTS}),
}
"""The names of this form on a page -> those that there are."""


@pytest.mark.parametrize("what", NAMED)
def test_whatever_else_a_page_names_is_there(what: str) -> None:
    form, of_the_tree = NAMED[what]
    there, named = of_the_tree(), 0
    for page in PAGES:
        for name in re.findall(form, bare(page)):
            # Other programs than pbem have options too: those of the tests, and of tools set here.
            known = name in there or (what == "an option" and name in program())
            assert known, f"{page.relative_to(ROOT)}: {what} {name}"
            named += 1
    assert named > 10


def typed(script: str, **variables: str) -> str:
    """Type something at the top of the tree; return what it printed."""
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("PBEM_")}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=ROOT,
        env=environment | variables | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, script + done.stdout + done.stderr
    return done.stdout


WORKS = ROOT / "docs" / "how-it-works.md"
BREAK = ROOT / "docs" / "how-to-break-it.md"
BLOCKS = {mark: block for mark, block in FENCE.findall(text_of(BREAK)) if mark}


def test_the_chain_is_checked_in_so_many_lines() -> None:
    """The script on the page finds the head that the program finds, and a changed byte."""
    [script] = re.findall(r"```python\n(.*?)```", text_of(WORKS), re.DOTALL)
    log = ROOT / "logs" / "saipan" / "historical.pbem"
    run = [sys.executable, "-W", "error", "-c", script]
    reported = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert reported == f"the head is {pbem.verify(log).head}\n"
    changed = script.replace(".read_bytes()", '.read_bytes().replace(b"1/25", b"1/24")')
    assert changed != script
    assert subprocess.run(
        [*run[:-1], changed], cwd=ROOT, capture_output=True, check=False
    ).returncode


def test_both_pages_are_as_short_as_they_say() -> None:
    """Six minutes, at 200 words a minute."""
    for page in (WORKS, BREAK):
        read = [text for _, text, _ in prose.paragraphs(text_of(page))]
        assert sum(prose.words(text) for text in read) <= 6 * 200


@pytest.mark.parametrize("line", BLOCKS["try: at once"].splitlines())
def test_what_is_to_be_tried_at_once_runs(line: str, tmp_path: Path) -> None:
    typed(line, PBEM_HOME=str(tmp_path))


def test_what_takes_longer_is_there() -> None:
    """Each is run by tests of its own folder."""
    for line in BLOCKS["try: longer"].splitlines():
        call = re.fullmatch(
            r"(?:PYTHONPATH=tests )?python -m ([a-z.]+)(?: [0-9 ]+| (tests/\w+))", line
        )
        assert call is not None, line
        assert find_spec(call[1]) is not None
        assert call[2] is None or (ROOT / call[2]).is_dir()

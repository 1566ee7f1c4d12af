"""The tutorial of docs/writing-a-rules-module.md, typed from its first line to its last.

`pip install` is done by the fixture that writes what pip does; `test_skeleton.py` tries the tool
that pip calls.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from shutil import copy, copytree

import pytest

import prose
from commands.conftest import Home

from .conftest import Install, forget

ROOT = Path(__file__).resolve().parents[2]
PAGES = [(ROOT / "docs" / one).read_text() for one in ("writing-a-rules-module.md", "hex-games.md")]
TUTORIAL = PAGES[0].partition("## Tutorial")[2].partition("## Modules of others")[0]
BLOCKS = [one[1] for one in re.findall("```([a-z]*)\n(.*?)```", TUTORIAL, re.DOTALL)]
DATA, CASES, RULES = (
    "orchard/orchard/orchard.yaml",
    "orchard/orchard/cases.yaml",
    "orchard/RULES.md",
)
WHERE = {
    "    - {name: R3": (DATA, "name: R2"),
    "arrivals:": (DATA, "zones: {"),
    '  "3.4": {about': (DATA, '  "3.3": {about'),
    "**3.4**": (RULES, "**3.3**"),
    '  - id: "3.4-1"': (CASES, "    then: {result: {winner: red}}"),
}
"""The additions to a file -> the file, and the line after which each stands."""


def add(block: str) -> None:
    [(path, after)] = [where for begins, where in WHERE.items() if block.startswith(begins)]
    lines = Path(path).read_text().splitlines(keepends=True)
    [at] = [number for number, line in enumerate(lines) if line.startswith(after) or
            (after == "name: R2" and after in line)]  # fmt: skip
    gap = "" if path == DATA else "\n"
    Path(path).write_text("".join([*lines[: at + 1], gap, block, *lines[at + 1 :]]))


def typed(home: Home, install: Install, line: str) -> str:
    words = shlex.split(line)
    if words[0] == "pip":
        assert words[:3] == ["pip", "install", "-e"]
        install(Path(words[3]))
        return ""
    assert words[0] == "pbem"
    if words[1] == "board":
        return ""  # it serves a page until Ctrl-C; tests/author/test_skeleton.py asks for the page
    forget()  # every command is a process of its own
    ran = home.run(*words[1:])
    assert not ran.err or words[1] == "module", ran.err
    return ran.out


@pytest.mark.usefixtures("there")
def test_the_tutorial_ends_with_a_game_by_mail(
    there: Home, install: Install, met: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = next(n for n, block in enumerate(BLOCKS) if "--from" in block)
    for block in BLOCKS[:first]:
        if block.startswith(("pbem", "pip")):
            last = [typed(there, install, line) for line in block.splitlines()][-1]
        elif any(block.startswith(begins) for begins in WHERE):
            add(block)
            last = typed(there, install, "pbem module check orchard")
        else:
            checked = there.run("module", "check", "orchard").out
            assert " ".join(block.split()) in " ".join(checked.split())
    assert "200 games." in last
    shares = re.findall(r"(Blue|Red): +\d+ +([\d.]+)%", last)
    assert 65 < float(dict(shares)["Red"]) < 85
    text = Path(DATA).read_text()
    assert "margin: 5" in text
    Path(DATA).write_text(text.replace("margin: 5", "margin: 4"))
    again = typed(there, install, "pbem simulate orchard --games 200")
    shares = re.findall(r"(Blue|Red): +\d+ +([\d.]+)%", again)
    assert 40 < float(dict(shares)["Red"]) < 60
    assert there("module", "check", "orchard").endswith("The module is right.\n")
    mine = digest(there)

    # The friend has another computer.
    sent = [there.folder.parent / "here" / path for path in (DATA, CASES)]
    install.nothing()  # type: ignore[attr-defined]
    friend = tmp_path / "friend"
    friend.mkdir()
    monkeypatch.chdir(friend)
    for path in sent:
        copy(path, friend)
    for line in BLOCKS[first].splitlines():
        last = typed(there, install, line)
    assert last.endswith("The module is right.\n")
    assert digest(there) == mine
    assert Path(DATA).read_bytes() == sent[0].read_bytes()
    by_mail(BLOCKS[first + 1], install, met, tmp_path, monkeypatch)


def digest(home: Home) -> str:
    [found] = json.loads(home("module", "check", "orchard", "--games", "1", "--json"))
    return str(found["data"])


def by_mail(
    block: str, install: Install, met: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is typed by whom it names; what is written is saved by the other."""
    names = {"alice": "ann", "bob": "bob"}  # whose homes there are
    folders = {}
    for who, home in names.items():
        folders[who] = tmp_path / "mail" / who
        folders[who].mkdir(parents=True)
        copytree(met / home, folders[who] / "home")
    for line in block.splitlines():
        who, command = re.split(r"\$ +", line.strip(), maxsplit=1)
        monkeypatch.chdir(folders[who])
        words = [re.sub("=alice", "=ann", word) for word in shlex.split(command)]
        assert words[0] == "pbem"
        Home(folders[who] / "home")(*words[1:])
        other = folders["bob" if who == "alice" else "alice"]
        for message in folders[who].glob("*.eml"):
            if not message.name.startswith("from-"):
                message.rename(other / f"from-{who}.eml")
    monkeypatch.chdir(folders["bob"])
    bob = Home(folders["bob"] / "home")
    install.nothing()  # type: ignore[attr-defined]
    without = bob.run("mail", "read", "from-alice.eml")
    said = " ".join((without.out + without.err).split())
    log = bob.folder / "games" / "orchard-ann-bob.pbem"
    opening = json.loads(log.read_text().split("\n")[0])["body"]["data"]["rules"]
    assert (opening["name"], opening["version"]) == ("orchard", 1)
    assert "orchard version 1" in said
    assert opening["data"][:16] in said
    assert "level 2" in said
    verified = " ".join(bob.run("verify", str(log)).out.split())
    assert "Only level 2 was reached" in verified


def test_both_pages_are_short() -> None:
    """As much as one reads in 20 minutes, at 180 words a minute."""
    read = [text for page in PAGES for _, text, _ in prose.paragraphs(page)]
    assert sum(prose.words(text) for text in read) <= 3700

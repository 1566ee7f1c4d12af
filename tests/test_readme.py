"""README and the pages for players and judges are true: what they show can be typed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from fractions import Fraction
from pathlib import Path

import pytest

import pbem
import watched
from command_line import whole
from long import PATIENCE, sample
from nursery import commands
from pbem.games import registry
from test_pages import calls

ROOT = Path(__file__).resolve().parent.parent
INSTALLED = Path(sys.executable).parent
FIRST_GAME = "docs/first-game.md"
GUIDE = (
    "README.md",
    FIRST_GAME,
    "docs/first-game-by-mail.md",
    "docs/playing-by-mail.md",
    "docs/keys.md",
    "docs/agent.md",
    "docs/practice.md",
    "docs/judging.md",
    "docs/replay.md",
    "docs/time.md",
    "docs/directing.md",
    "docs/many-games.md",
    "docs/any-game.md",
    "docs/browser.md",
    "docs/dice-and-cards.md",
    "docs/balance.md",
    "docs/writing-a-rules-module.md",
)
"""The pages that name every command between them."""
TEXTS = {page: (ROOT / page).read_text() for page in GUIDE}
FENCE = re.compile(r"(?:<!-- ([^>]*) -->\n)?```\n(.*?)```", re.DOTALL)
FENCES = [block for text in TEXTS.values() for block in FENCE.findall(text)]


def test_the_readme_is_short() -> None:
    assert len(TEXTS["README.md"].splitlines()) <= 200


def test_the_readme_lists_every_game() -> None:
    rows = re.findall(r"^\|.*\]\(docs/games/(\w+)\.md\)", TEXTS["README.md"], re.MULTILINE)
    assert sorted(rows) == registry.names()


def test_every_command_stands_in_the_guide() -> None:
    named = {words[0] for page in GUIDE for words in calls(ROOT / page) if words}
    assert set(whole().commands) - named <= {"identity", "store"}


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a command that is loaded once."""
    with commands(tmp_path_factory.mktemp("nursery")) as folder:
        yield folder


@pytest.mark.parametrize(
    "which", sample(["alone", "first game", "practice", "hot seat", "tournament"], 1)
)
def test_what_it_shows_can_be_played(tmp_path: Path, loaded: Path, which: str) -> None:
    """The first game by the command as it is installed, the others by one that is loaded once.

    Its first turn is clicked on a board in tests/board/test_first_game.py.
    """
    blocks = [block for mark, block in FENCES if mark == f"run: {which}"]
    assert blocks
    script = "".join(blocks)
    if which == "first game":
        said = typed_and_watched(tmp_path, script)
    else:
        said = typed(tmp_path, script, loaded)
    assert "whose pen" not in said
    assert "Traceback" not in said


def test_a_second_terminal_knows_the_players(tmp_path: Path, loaded: Path) -> None:
    """It is opened in the same folder, and knows only what the page has one type there."""
    begun = next(block for mark, block in FENCES if mark == "run: first game")
    typed(tmp_path, begun, loaded)
    found = re.search(r"In each new\s+terminal,\s+type\s+`([^`]+)`", TEXTS[FIRST_GAME])
    assert found
    assert "lantern-alice-bob" in typed(tmp_path, f"{found[1]}\nalice show\nbob show", loaded)


def test_what_is_asked_before_signing_can_be_typed(tmp_path: Path, loaded: Path) -> None:
    """Each command of that table, in the game that the page has begun, before its first turn."""
    begun = next(block for mark, block in FENCES if mark == "run: first game")
    table = TEXTS[FIRST_GAME].partition("## Before you sign\n")[2]
    rows = re.findall(r"^\|.*\|$", table, re.MULTILINE)
    asked = [one for row in rows for one in re.findall(r"`pbem ([^`]+)`", row)]
    assert len(asked) > 8
    [turn] = [block for mark, block in FENCES if mark == "by mail: turn1.txt"]
    (tmp_path / "turn1.txt").write_text(turn)
    typed(tmp_path, "\n".join([begun, *(f"alice {one}" for one in asked)]), loaded)
    assert (tmp_path / "map.svg").is_file()


def typed_and_watched(folder: Path, script: str) -> str:
    """Type a script, and hold what it did to docs/what-it-touches.md; return what it printed.

    It sends nothing and starts nothing, writes into its home, the folder where it is and that of
    temporary files, which it leaves empty, and reads those and what is installed.
    """
    here, made, reported = folder / "here", folder / "temporary", folder / "told"
    here.mkdir()
    made.mkdir()
    own = {"HOME": str(here), "XDG_CONFIG_HOME": "", "TMPDIR": str(made)}  # not the tester's home
    said = typed(here, script, INSTALLED, **own, **watched.variables(reported))
    program = tuple({sys.prefix, sys.base_prefix, str(ROOT), str(Path(pbem.__file__).parent)})
    known = {"reads": (str(here), str(made), *program), "writes": (str(here), str(made))}
    count = {"reads": 0, "writes": 0}
    for word, what in watched.did(reported):
        assert word in known, f"{word} {what}"
        if "__pycache__" not in what:  # Python's own
            assert what.startswith(known[word]), f"{word} {what}"
            count[word] += 1
    assert min(count.values()) > 100
    assert list(made.iterdir()) == []
    return said


def typed(folder: Path, script: str, programs: Path, **variables: str) -> str:
    """Type a script in a folder; return what it printed."""
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("PBEM_")}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=environment | variables | {"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, script + done.stdout + done.stderr
    return done.stdout + done.stderr


TYPED = {mark.removeprefix("typed: "): block for mark, block in FENCES if "typed: " in mark}
"""The commands that are typed on files that others sent, or alone."""

FORKED = "pbem compare a.pbem b.eml"
"""Its copies part: it says so, and ends with 1."""


def sent(log: bytes, number: int) -> bytes:
    """Return a message with a log attached, as a mail program saves it."""
    message = EmailMessage()
    message["From"], message["To"] = "bob@example.org", "ann@example.org"
    message["Subject"], message["Message-ID"] = "your turn", f"<{number}@example.org>"
    message["Date"] = "Tue, 24 Nov 2026 10:00:00 +0000"
    message.set_content("here")
    message.add_attachment(log, maintype="application", subtype="octet-stream", filename="x.pbem")
    return bytes(message)


def handed_in(folder: Path) -> None:
    """Put into a folder what two angry people mailed: logs, two that part, the proof, mailboxes."""
    whole = (ROOT / "logs" / "saipan" / "historical.pbem").read_bytes()
    log = b"".join(whole.splitlines(keepends=True)[:14])
    proof = (ROOT / "logs" / "hostile" / "fork.author-two-thoughts.fork").read_bytes()
    _, *before, one, other = proof.splitlines(keepends=True)
    for name, data in {
        "their.pbem": log,
        "a.pbem": b"".join([*before, one]),
        "b.eml": sent(b"".join([*before, other]), 1),
        "c.fork": proof,
        "ours.pbem": b"".join([*before, one]),
        "theirs.pbem": b"".join([*before, other]),
        "ann.mbox": b"From bob\n" + sent(log, 2),
        "bob/1.eml": sent(log, 3),
        "inbox/a.pbem": b"".join([*before, one]),
        "inbox/c.fork": proof,
        "orders.txt": b"end movement\n",
        "round1/one.pbem": whole,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)


@pytest.mark.parametrize("which", sample(["round", "court", "judging"], 1))
def test_a_judge_types_what_it_shows(tmp_path: Path, loaded: Path, which: str) -> None:
    """Each line, with nothing of the judge's own; and it leaves a home that was none."""
    handed_in(tmp_path)
    for line in TYPED[which].splitlines():
        command = re.split(r"\s+#", line)[0]
        if command.startswith("pbem luck"):
            continue  # seconds: tests/commands/test_luck.py has it
        wanted = " && exit 1 || test $? = 1" if command.startswith(FORKED) else ""
        typed(tmp_path, command + wanted, loaded, PBEM_HOME=str(tmp_path / "home"))
    assert not (tmp_path / "home").exists()
    if which == "round":
        assert json.loads((tmp_path / "round1.json").read_text())["ok"]


@pytest.mark.long  # what its commands do is in tests/commands and tests/client/many
def test_who_plays_alone_and_who_keeps_dice_type_what_it_shows(
    tmp_path: Path, loaded: Path
) -> None:
    """A player opens a game in each way; the umpire's folder has the one with an umpire."""
    cards = "pbem card export; mv *.card cards"
    for who, folder in (("ann", tmp_path / "ann"), ("eve", tmp_path), ("bob", tmp_path / "bob")):
        (folder / "cards").mkdir(parents=True)
        home = {"PBEM_HOME": str(folder / "home"), "PBEM_PASSPHRASE": "correct horse"}
        typed(folder, f"pbem identity new {who}; {cards}", loaded, **home)
    home["PBEM_HOME"] = str(tmp_path / "ann" / "home")
    typed(tmp_path, "pbem card import cards/eve.card bob/cards/bob.card", loaded, **home)
    said = typed(tmp_path, TYPED["opening"], loaded, **home)
    assert said.count("Signed event 0: the opening of") == 3
    assert "artillery_limit=" in said
    (tmp_path / "inbox").mkdir()
    for game in (tmp_path / "ann" / "home" / "games").glob("*.pbem"):
        shutil.copy(game, tmp_path / "inbox")
    home["PBEM_HOME"] = str(tmp_path / "home")
    typed(tmp_path, "pbem card import ann/cards/ann.card", loaded, **home)
    typed(tmp_path, TYPED["umpire"], loaded, **home)
    assert list((tmp_path / "inbox" / "answers").iterdir())


ORDER = re.compile(r"^(?:move|end|attack) [^#\n]*", re.MULTILINE)


def test_a_first_attack_plays_well() -> None:
    """On each page the first attack is on Miller's Ford at 3:1, and never fails."""
    lists = [block for _, block in FENCES if "move B6 to 0705" in block]
    assert len(lists) == 3
    for block in lists:
        game = pbem.new_game("lantern", seed=1)
        lines = [one.strip() for one in ORDER.findall(block)]
        assert lines.pop() == "attack 0605 with B2 B3 B6"
        game.apply("; ".join(lines))
        (odds,) = game.odds("attack 0605 with B2 B3 B6")
        found = {case.result: case.chance for case in odds.cases}
        assert found == {"dr": Fraction(1, 2), "dl": Fraction(1, 3), "de": Fraction(1, 6)}


SAIPAN = (ROOT / "tests" / "saipan_first_turn.md").read_text()


@pytest.mark.parametrize(
    ("text", "game"),
    [(TEXTS["README.md"], "lantern"), (SAIPAN, "saipan")],
    ids=["readme", "saipan"],
)
def test_the_first_turn_of_the_readme_can_be_played(
    tmp_path: Path, loaded: Path, text: str, game: str
) -> None:
    """Each line is typed by whom it names; what it writes is mailed to the other."""
    blocks = {mark: block for mark, block in FENCE.findall(text) if "by mail" in mark}
    people = {"alice": tmp_path / "alice", "bob": tmp_path / "bob"}
    for folder in people.values():
        folder.mkdir()
    (people["alice"] / "turn1.txt").write_text(blocks["by mail: turn1.txt"])
    for line in (blocks["by mail: cards"] + blocks["by mail: turn"]).splitlines():
        who, command = re.split(r"\$ +", line, maxsplit=1)
        secret = f"the passphrase of {who}"
        home = {"PBEM_HOME": f"{people[who]}/home", "PBEM_PASSPHRASE": secret}
        typed(people[who], command, loaded, **home)
        mailed(people[who], who, people["bob" if who == "alice" else "alice"])
    logs = [folder / "home" / "games" / f"{game}-alice-bob.pbem" for folder in people.values()]
    assert max(log.read_text().count('"kind":"dice"') for log in logs) == 1


def mailed(folder: Path, who: str, to: Path) -> None:
    """Save what somebody wrote in the other's folder, under the name that the page says."""
    for file in folder.glob(f"{who}.card"):
        shutil.copy(file, to)
    for message in folder.glob("*.eml"):
        if not message.name.startswith("from-"):
            message.rename(to / f"from-{who}.eml")


def test_ci_runs_the_readme_command() -> None:
    run = (ROOT / ".ci" / "run").read_text()
    assert "<!-- tests -->" in run
    assert any(mark == "tests" and "pytest" in block for mark, block in FENCES)

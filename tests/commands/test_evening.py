"""The evening of docs/directing.md, line by line: what is typed, and what the others mail."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

from commands.conftest import Home
from long import ASKED

PAGE = Path(__file__).parents[2] / "docs" / "directing.md"
NAMES = ("ann", "bob", "cas", "dan", "eve", "fay", "gus", "hal")
FENCE = re.compile(r"<!-- evening -->\n```\n(.*?)```", re.DOTALL)
LINES = FENCE.findall(PAGE.read_text())[0].splitlines()
SHORT = LINES.index("# the eighth enters")
"""Up to here it is tried every day, and the long tests try all of it."""


class Evening:
    """dora directs; eight others have homes of their own, and mail into the folder ``inbox``."""

    def __init__(self, home: Callable[[str], Home]) -> None:
        self.homes = {name: home(name) for name in ("dora", *NAMES)}
        self.inbox = Path("inbox").absolute()
        self.inbox.mkdir()
        self.entered = 0
        self.reported: dict[str, str] = {}

    @property
    def log(self) -> str:
        return str(self.homes["dora"].folder / "tournaments" / "evening.tournament")

    def types(self, line: str) -> None:
        """Run a line of the director's, or do what it says that others do."""
        if line.startswith("# "):
            self.ACTS[line](self)
            return
        command = line.split(" # ", maxsplit=1)[0].strip()
        command, _, to = command.partition(" > ")
        who, *words = shlex.split(command)
        home = self.homes["dora"]
        if who == "pbem":
            words = [self.log if word.endswith(".tournament") else word for word in words]
        else:
            assert who == "dora"
        if words[1] in ("rule", "dismiss"):
            words[3] = self.at_board(words[3], words)
        asked = "y\n" if words[1] == "rule" else None  # a ruling against a log is asked about
        reported = home(*words, stdin=asked)
        self.reported[" ".join(words)] = reported
        if to:
            Path(to).write_text(reported)

    def at_board(self, name: str, words: list[str]) -> str:
        """Lots decide who sits at a board: a name of the page stands for the first of them."""
        pair = self.boards(int(words[words.index("--round") + 1]))[int(words[2]) - 1]
        return name if name in ("draw", "none", *pair) else pair[0]

    def boards(self, number: int) -> list[tuple[str, str]]:
        reported = self.homes["dora"]("tournament", "show", "--round", str(number))
        return re.findall(r"^ +\d+  (\w+) - (\w+): ", reported, re.MULTILINE)

    def enters(self, count: int) -> None:
        for name in NAMES[self.entered : self.entered + count]:
            self.homes[name]("tournament", "take", self.log)
            self.homes[name]("tournament", "enter", "--to", str(self.inbox))
        self.entered += count

    def withdraws(self) -> None:
        self.homes["gus"]("tournament", "take", self.log)
        self.homes["gus"]("tournament", "withdraw", "--to", str(self.inbox))

    def plays(self) -> None:
        """Each board that is owed: one opens, the other joins, somebody gives up."""
        for name in NAMES[: self.entered]:
            self.homes[name]("tournament", "take", self.log)
        reported = self.homes["dora"]("tournament", "show")
        number = re.findall(r"^Round (\d+):", reported, re.MULTILINE)[0]
        owed = re.findall(
            r"^ +(\d+)  (\w+) - (\w+): waiting for \w+ to open", reported, re.MULTILINE
        )
        for board, *pair in owed:
            first, second = (self.homes[name] for name in pair)
            game = f"evening-r{number}b{board}"
            first("tournament", "open")
            second("take", first.sends(game), "--name", game)
            second("join", game)
            first("take", second.sends(game))
            first("resign", game, "--yes")
            first("send", game, "--to", str(self.inbox))

    ACTS: dict[str, Callable[[Evening], None]] = {  # noqa: RUF012 - nobody changes it
        "# seven enter": lambda self: self.enters(7),
        "# the eighth enters": lambda self: self.enters(1),
        "# one withdraws": withdraws,
        "# everybody takes the log, opens, plays, and mails what ended": plays,
    }


def test_the_evening_of_the_page(home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    evening = Evening(home)
    for line in LINES if ASKED else LINES[:SHORT]:
        evening.types(line)
    assert len(evening.boards(1)) == 3
    if not ASKED:
        assert evening.reported["tournament collect inbox"].count(" wins") == 3
        return
    reported = evening.reported["tournament show"]
    second = evening.homes["dora"]("tournament", "show", "--round", "2")
    assert len(evening.boards(2)) == len(evening.boards(3)) == 3
    assert "gus has withdrawn, from round 2 on." in second
    played = re.split("gus has withdrawn", second)[0]
    assert "hal" in played
    assert "gus" not in played
    assert "not played (ruled: no answer in three weeks)" in played
    assert "(ruled: adjudicated: every hex but one is taken)" in reported
    assert "Appeal dismissed: round 1, board 2" in reported
    assert sum(1 for _ in Path("pages").glob("*.html")) == 3 + 3 + 8  # front page, games, log
    assert "NOT" not in evening.homes["dora"](
        "tournament", "verify", "pages/evening.tournament", "pages/games"
    )
    report = Path("evening.txt").read_text()
    assert "Players: 8\n" in report
    assert "Decided by the director: 3\n" in report
    assert "Appeals dismissed: 1\n" in report
    (verified,) = (reported for words, reported in evening.reported.items() if " verify " in words)
    assert "6 results computed again from the logs of the games." in verified
    assert verified.count("By the director's word: ") == 3
    assert verified.endswith("Everything follows from the files.\n")

"""The evenings of docs/directing.md, line by line: what is typed, and what the others hand in."""

from __future__ import annotations

import html
import os
import re
import shlex
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from commands.conftest import WORDS, Home

PAGE = Path(__file__).parents[2] / "docs" / "directing.md"
NAMES = ("ann", "bob", "cas", "dan", "eve", "fay", "gus", "hal")
BLOCKS = {
    mark: block.splitlines()
    for mark, block in re.findall(
        r"<!-- (evening(?:: \w+)?) -->\n```\n(.*?)```", PAGE.read_text(), re.DOTALL
    )
}
ORDINARY, RULINGS = BLOCKS["evening"], BLOCKS["evening: rulings"]
PLAYED = "# everybody takes the log, opens, plays, and hands in what ended"
LOG = "inbox/evening.tournament"
"""The log in the folder that all share, from which players take it."""

FAR = "2099-12-06T20:00"
"""In place of the day of the page, which will have passed."""

MOST = 14
"""The commands of an ordinary evening, from nothing to the pages."""


class Evening:
    """dora directs; eight others have homes of their own. ``inbox`` is a folder that all share."""

    def __init__(self, folder: Path) -> None:
        self.homes = {name: Home(folder / "homes" / name) for name in ("dora", *NAMES)}
        self.entered = 0
        self.reported: dict[str, str] = {}

    def types(self, lines: list[str]) -> None:
        """Type lines of the director's, and do what the remarks between them say of others."""
        left = iter(lines)
        for line in left:
            self.typed(line, left)

    def typed(self, line: str, left: Iterator[str]) -> None:
        if line.startswith("# "):
            self.ACTS[line](self)
            return
        command = line.split(" # ", maxsplit=1)[0].strip()
        if command.startswith("mkdir "):
            Path(command.removeprefix("mkdir ")).mkdir()
        elif command.startswith("cat > "):
            name, end = re.findall(r"cat > (\S+) << (\w+)", command)[0]
            Path(name).write_text("".join(f"{one}\n" for one in iter(left.__next__, end)))
        else:
            self.runs(command)

    def runs(self, command: str) -> None:
        who, *words = shlex.split(command)
        assert who == "pbem"
        if words[1] in ("rule", "dismiss"):
            words[3] = self.at_board(words[3], words)
        # A ruling against a log, and the first pairing, are asked about.
        words = [FAR if re.match(r"\d{4}-", word) else word for word in words]
        asked = "y\n" if words[1] == "rule" or "--pair" in words else None
        self.reported[" ".join(words)] = self.homes["dora"](*words, stdin=asked)

    def at_board(self, name: str, words: list[str]) -> str:
        """Lots decide who sits at a board: a name of the page stands for the first of them."""
        pair = self.boards(int(words[words.index("--round") + 1]))[int(words[2]) - 1]
        return name if name in ("draw", "none", *pair) else pair[0]

    def boards(self, number: int) -> list[tuple[str, str]]:
        reported = self.homes["dora"]("tournament", "show", "--round", str(number))
        return re.findall(r"^ +\d+  (\w+) \(\w+\) - (\w+) \(\w+\): ", reported, re.MULTILINE)

    def enter(self, count: int) -> None:
        """The page's own lines, but that of each round."""
        *lines, _ = BLOCKS["evening: player"]
        for name in NAMES[self.entered : self.entered + count]:
            for line in lines:
                words = shlex.split(line.split(" # ")[0])[1:]
                self.homes[name](*(name if word == "ann" else word for word in words))
        self.entered += count

    def withdraws(self) -> None:
        self.homes["gus"]("tournament", "take", LOG)
        self.homes["gus"]("tournament", "withdraw", "--to", "inbox")

    def plays(self) -> None:
        """Each board that is owed: one opens, the other joins, somebody gives up."""
        *_, line = BLOCKS["evening: player"]
        words = shlex.split(line.split(" # ")[0])[1:-1]
        reported = self.homes["dora"]("tournament", "show")
        number = re.findall(r"^Round (\d+):", reported, re.MULTILINE)[0]
        owed = re.findall(
            r"^ +(\d+)  (\w+) \(\w+\) - (\w+) \(\w+\): no log here: ask",
            reported,
            re.MULTILINE,
        )
        for board, *pair in owed:
            first, second = (self.homes[name] for name in pair)
            game = f"evening-r{number}b{board}"
            first(*words, LOG)
            second(*words, LOG, first.sends(game))
            first("take", second.sends(game))
            first("resign", game, "--yes")
            first("send", game, "--to", "inbox")

    ACTS: dict[str, Callable[[Evening], None]] = {  # noqa: RUF012 - nobody changes it
        "# eight enter": lambda self: self.enter(8),
        "# seven enter": lambda self: self.enter(7),
        "# the eighth enters": lambda self: self.enter(1),
        "# one withdraws": withdraws,
        PLAYED: plays,
    }


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Evening(tmp_path)


def commands(lines: list[str]) -> int:
    """Count what is typed: lines that are no remarks, and a file with its text as one."""
    text = re.sub(r"(<< (\w+)\b.*?\n)(?:.*\n)*?\2$", r"\1", "\n".join(lines), flags=re.MULTILINE)
    return sum(bool(line) and not line.startswith("#") for line in text.splitlines())


def test_an_evening_takes_few_commands():
    assert commands(["a", "# b", "cat > c << END", "d", "END", "e"]) == 3
    assert commands(ORDINARY) <= MOST


@pytest.mark.long
def test_the_evening_of_the_page(evening):
    evening.types(ORDINARY)
    for reported in evening.reported.values():
        assert "NO" not in reported  # NO ADDRESS, NOT reached, Not published
        assert "evening.tournament is" not in reported  # a file of the director's own
        assert "/tournaments/" not in reported  # a hidden folder, out of which nobody copies
    own = evening.homes["dora"].folder / "tournaments" / "evening.tournament"
    assert Path(LOG).read_bytes() == own.read_bytes()  # closed, as all who look there read
    collected = evening.reported["tournament collect inbox --pair"]
    assert collected.count(" wins") == 4
    assert "\nRound 3:\n" in collected
    assert (
        "To end it, type 'pbem tournament close'." in evening.reported["tournament collect inbox"]
    )
    assert [len(evening.boards(number)) for number in (1, 2, 3)] == [4, 4, 4]
    assert evening.reported["tournament publish pages inbox"] == "Wrote pages/index.html.\n"
    assert "Everything follows from the files." in evening.homes["dora"](
        "tournament", "verify", "pages"
    )


def test_the_folder_has_the_log_as_it_stands(evening):
    """Nobody copies it: founding and collecting do, and a strange file stays as it is."""
    evening.types(ORDINARY[: ORDINARY.index("# eight enter")])
    copy, home = Path(LOG), evening.homes["dora"]
    own = home.folder / "tournaments" / copy.name
    assert copy.read_bytes() == own.read_bytes()
    evening.enter(2)
    reported = home("tournament", "collect", "inbox", "--pair", "--yes")
    assert reported.count(str(copy)) == 1
    assert reported.endswith(f"Players take the tournament's log from {copy}.\n")
    assert copy.read_bytes() == own.read_bytes()
    copy.write_bytes(b"".join(own.read_bytes().splitlines(keepends=True)[:-1]))  # an older one
    assert "take the tournament's log" in home(
        "tournament", "collect", *map(str, copy.parent.iterdir()), "inbox"
    )
    copy.write_text("something else")
    reported = home.fails("tournament", "collect", "inbox")
    assert f"{copy} is not a copy of " in reported
    assert copy.read_text() == "something else"


def test_who_shares_the_folder_may_read_what_lies_there(evening):
    """Public files go by the umask; keys and the rest of a home stay with their owner."""
    before = os.umask(0o027)
    try:
        evening.types(ORDINARY[: ORDINARY.index("# eight enter")])
        evening.enter(2)
        evening.homes["dora"]("tournament", "collect", "inbox", "--pair", "--yes")
        evening.plays()
        evening.homes["dora"]("tournament", "export", "--form", "csv")
    finally:
        os.umask(before)
    shared = [*Path("inbox").iterdir(), Path("evening.csv")]
    assert {one.suffix for one in shared} == {".word", ".card", ".pbem", ".tournament", ".csv"}
    assert {stat.S_IMODE(one.stat().st_mode) for one in shared} == {0o640}
    kept = [one for one in Path("homes").rglob("*") if one.is_file() and "outbox" not in one.parts]
    assert {stat.S_IMODE(one.stat().st_mode) for one in kept} == {0o600}


def test_who_publishes_reads_what_they_sign_before_they_type(evening, monkeypatch):
    evening.types(ORDINARY[: ORDINARY.index("# eight enter")])
    monkeypatch.setattr("getpass.getpass", lambda _: WORDS)
    dora = evening.homes["dora"]
    done = dora.run("tournament", "publish", "pages", PBEM_PASSPHRASE="")
    assert done.code == 0, done.err
    assert "You sign 2 events of the log." in done.err
    assert "You sign" not in dora("tournament", "publish", "pages")  # nobody is asked


@pytest.mark.long
def test_open_games_at_the_deadline(evening, monkeypatch):
    """Nobody claims what only a game's log can say; a log that came says who must do what."""
    evening.types(ORDINARY[: ORDINARY.index("# eight enter")])
    evening.enter(2)
    dora = evening.homes["dora"]
    dora("tournament", "collect", "inbox", "--pair", "--yes")
    dora("tournament", "due", FAR, "--round", "1", "--zone", "Europe/Berlin")
    ((first, second),) = evening.boards(1)
    ask = f"no log here: ask {first} or {second} to type 'pbem send evening-r1b1"
    player = evening.homes[first]
    player("tournament", "play", LOG)
    assert f"{ask}', also if the game is not over" in dora("tournament", "show")
    assert f"{ask} --to inbox', also if the game is not over" in dora(
        "tournament", "collect", "inbox"
    )
    player("send", "evening-r1b1", "--to", "inbox")
    reported = dora("tournament", "collect", "inbox")
    assert "no log here" not in reported
    assert f"{second} has not joined this game yet" in reported
    assert "no log here" not in player("tournament", "show")  # who does not direct has it at home
    other = evening.homes[second]
    other("tournament", "play", LOG, *map(str, Path("inbox").glob("*.pbem")))
    other("send", "evening-r1b1", "--to", "inbox")
    dora("tournament", "collect", "inbox")
    dora("tournament", "rule", "1", first, "--why", "adjudicated on the map", "--yes")
    dora("tournament", "publish", "pages", "inbox")
    assert Path("pages/games/r1b1.pbem").stat().st_size == max(
        one.stat().st_size for one in Path("inbox").glob("*.pbem")
    )
    assert list(Path("pages").glob("**/r1b1*.svg"))  # the last map, and the replay
    page = html.unescape(Path("pages/index.html").read_text())
    assert "the director's word (round 1, board 1: adjudicated on the map)" in page
    verified = dora("tournament", "verify", "pages")
    assert verified.endswith("Everything follows from the files. It is not over.\n")


def test_the_first_pairing_is_asked_about(evening):
    evening.types(ORDINARY[: ORDINARY.index("# eight enter") + 1])
    dora = evening.homes["dora"]
    refused = dora.run("tournament", "collect", "inbox", "--pair", stdin="n\n")
    assert f"Entered (8): {', '.join(NAMES)}." in refused.out
    assert refused.code == 1
    assert "Entries are open." in dora("tournament", "show")
    reported = dora.fails("tournament", "collect", "inbox", "--pair")
    assert "add --yes" in reported
    assert "Round 1:" in dora("tournament", "collect", "inbox", "--pair", "--yes")
    again = dora.fails("tournament", "collect", "inbox", "--pair")
    assert "4 boards have neither result nor ruling" in again


def test_nothing_is_paired_over_what_was_refused(evening):
    evening.types(ORDINARY[: ORDINARY.index("# eight enter") + 1])
    Path("inbox/zoe.word").write_text("{}")
    dora = evening.homes["dora"]
    reported = dora.fails("tournament", "collect", "inbox", "--pair", "--yes")
    assert "pbem paired no round, so that you can look at what was refused" in reported
    assert "Entries are open." in dora("tournament", "show")
    assert "Round 1:" in dora("tournament", "pair")


@pytest.mark.long
def test_the_evening_with_rulings_of_the_page(evening):
    evening.types([*ORDINARY[: ORDINARY.index("# eight enter")], *RULINGS])
    reported = evening.reported["tournament show"]
    second = evening.homes["dora"]("tournament", "show", "--round", "2")
    assert len(evening.boards(1)) == len(evening.boards(2)) == len(evening.boards(3)) == 3
    assert "gus has withdrawn, from round 2 on." in second
    played = re.split("gus has withdrawn", second)[0]
    assert "hal" in played
    assert "gus" not in played
    assert "not played (ruled: no answer in three weeks)" in played
    assert "(ruled: adjudicated: every hex but one is taken)" in reported
    assert "Appeal dismissed: round 1, board 2" in reported
    assert sum(1 for _ in Path("pages").glob("*.html")) == 3 + 3 + 8  # front page, games, log
    report = Path("evening.txt").read_text()
    assert "Players: 8\n" in report
    assert "Decided by the director: 3\n" in report
    assert "Appeals dismissed: 1\n" in report
    verified = evening.reported["tournament verify pages"]
    assert "6 results computed again from the logs of the games." in verified
    assert verified.count("By the director's word: ") == 3
    assert verified.endswith("Everything follows from the files.\n")

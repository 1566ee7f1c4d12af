"""An evening with eight by real mail: the director founds it, decides three times, and no more.

dora's agent runs as cron would run it, every few minutes. It collects, pairs, sets deadlines,
reminds, mails, publishes and closes. The players do what its mails say.
"""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from commands.conftest import Home
from pbem.client.storage import tournaments
from pbem.log.file import read_events
from pbem.tournament.history import BoardOf
from servers.mailhost import MailHost
from servers.test_tournament import Member

NAMES = ("ann", "bob", "cas", "dan", "eli", "fay", "gus", "hal")
PLAN = """\
name: Club Evening
format: swiss
rounds: 3
game: saipan
unattended:
  players: 8
  days: 14
  zone: Europe/Berlin
  pages: site
  close: 0
"""


class Evening:
    """The events of an evening; ``typed`` are the commands of the director."""

    def __init__(self, host: MailHost, folder: Path) -> None:
        homes = [Home(folder / name) for name in ("dora", *NAMES)]
        for home in homes:
            home("identity", "new", home.folder.name)
        self.dora, *self.players = (Member(home, host, "alone") for home in homes)
        self.of = {one.name: one for one in self.players}
        for one in self.players:  # the members of a club know each other
            card = one.home("card", "export", "--to", str(one.mails)).split()[-1]
            assert Path(one.mails / f"{one.name}.card").is_file(), card
            self.dora.home("card", "import", str(one.mails / f"{one.name}.card"))
        (folder / "evening.yaml").write_text(PLAN)
        self.typed: list[tuple[str, ...]] = []
        self.types("found", str(folder / "evening.yaml"))
        self.log = self.dora.home.folder / "tournaments" / "evening.tournament"
        self.site = folder / "site"

    def types(self, *words: str) -> None:
        self.typed.append(words)
        result = self.dora.home.run("tournament", *words)
        assert result.code == 0, result.out + result.err

    @property
    def now(self):
        return tournaments.read(self.log).now

    def enter(self) -> None:
        for one in self.players:
            one.home("tournament", "take", str(self.log))
            one.home("tournament", "enter", "--to", str(one.mails))
            one.sends(self.dora, one.mails / f"evening-{one.name}-enter.word")
        self.dora.agent()

    def play(self, at: BoardOf) -> None:
        """The first opens the game, the second joins it; the first gives up, and mails the end."""
        first, second = (self.of[one.handle] for one in self.now.pair_of(at))
        first.plays()
        second.plays()
        second.agent()
        second.plays()
        first.agent()
        [log] = (first.home.folder / "games").glob(f"*r{at.round}b{at.board}*.pbem")
        first.home("resign", log.stem, "--yes")
        first.sends(self.dora, log)


@pytest.mark.long
def test_an_evening_without_its_director(mailhost, tmp_path):
    evening = Evening(mailhost, tmp_path)
    evening.enter()
    assert len(evening.now.rounds) == 1
    for number in (1, 2, 3):
        boards = evening.now.boards(number)
        assert len(boards) == 4
        due = evening.now.deadlines[number]
        day = datetime.fromisoformat(due.until) - datetime.now(UTC)
        assert timedelta(days=13) < day <= timedelta(days=15)
        assert due.zone == "Europe/Berlin"
        for one in evening.players:
            assert sum(f"round {number}, board" in line for line in one.subjects()) >= 1
        silent = BoardOf(number, 4)  # of each round one board is decided by a person
        for at in boards:
            if at != silent:
                evening.play(at)
        evening.dora.agent()
        assert evening.now.owed() == [silent]
        winner = evening.now.pair_of(silent)[0].handle
        evening.types(
            "rule", "4", winner, "--round", str(number), "--forfeit", "--why", "no answer"
        )
        evening.dora.agent()
    assert evening.now.over
    assert [words[0] for words in evening.typed] == ["found", "rule", "rule", "rule"]
    for one in evening.players:
        assert sum("is over" in line for line in one.subjects()) == 1
        assert len(one.subjects()) == len(set(one.subjects()))
    for at in itertools.islice(evening.now.proven, 9):
        assert (evening.site / "games" / f"r{at.round}b{at.board}.html").is_file(), at
    said = evening.players[0].home("tournament", "verify", str(evening.site))
    assert said.endswith("Everything follows from the files.\n")
    kinds = [event.kind for event in read_events(evening.log)]
    assert kinds.count("result") == 9

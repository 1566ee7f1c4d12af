"""One agent for hundreds of games of a tournament: a mail for one opens no other.

By hand: ``PYTHONPATH=tests python -m agent.test_many_games 300`` says what each of so many costs.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from pbem.agent import running
from pbem.identity.card import make_card
from pbem.log.file import create, to_bytes
from pbem.mail.letter import plain
from pbem.tournament.binding import terms
from pbem.tournament.folding import Fold
from toy.directing import DORA, Directed
from toy.group import Group, identity
from toy.meeting import Meeting, robin

AT = datetime(2026, 3, 1, tzinfo=UTC)
GAMES, TOURNAMENT, MAIL, LOCKS = ".pbem opened", ".tournament opened", "mail opened", ".lock opened"
FOLDED = "events of the tournament"
CARDS = ".card opened"
LOOKED_AT = "games looked at"
REPORTED = (MAIL, GAMES, LOOKED_AT, CARDS, TOURNAMENT, FOLDED)
_counting: list[Counter[str]] = []


def _heard(event: str, args: tuple[object, ...]) -> None:
    if _counting and event == "open" and isinstance(args[0], str):
        path = Path(args[0])
        _counting[-1][MAIL if "reading" in path.parts else f"{path.suffix} opened"] += 1


@cache
def _listens() -> None:
    """Have whatever is opened reported; once, because no process can stop that again."""
    sys.addaudithook(_heard)


class Club:
    """dora directs one round of so many boards; the mailbox of the agent is a folder."""

    def __init__(self, folder: Path, boards: int) -> None:
        self.dora = Directed(folder)
        self.meeting = Meeting(robin(), *(f"p{no:03}" for no in range(2 * boards)))
        self.meeting.begins()
        self.meeting.pairs()
        self.dora.client.tournaments.mkdir(mode=0o700)
        create(self.dora.log, self.meeting.events)
        self.dora.has_an_agent()
        client = self.dora.client
        for one in self.meeting.now.entrants:  # as collecting their entries leaves them
            card = make_card(identity(one.handle), f"{one.handle}@example.org")
            (client.cards / f"{one.handle}.card").write_bytes(card)
        client.identities.mkdir(mode=0o700, exist_ok=True)
        (client.identities / "dora.card").write_bytes(make_card(DORA, "dora@example.org"))
        (client.identities / "dora.key").write_text("it is not asked for")
        self.box = folder / "box" / "new"
        self.groups = []
        for at in self.meeting.now.owed():
            group = Group(folder / f"game-{at.board}", terms(self.meeting.now, at))
            self.groups.append(group)

    def all_mail(self) -> None:
        """Everybody mails their game as it stands."""
        for number, group in enumerate(self.groups):
            handle = group.opening.players[0].handle
            made = plain(
                "game", (handle, f"{handle}@example.org"), {"dora": "dora@example.org"},
                "Here it is.", AT, files={"game.pbem": to_bytes(group.events)},
            )  # fmt: skip
            (self.box / f"{number:04}.{len(group.events)}").write_bytes(bytes(made))

    def reads(self) -> Counter[str]:
        """Dora's agent reads all of it; return what that took."""
        counted: Counter[str] = Counter()
        take = Fold.take

        def counting(self: Fold, event: object) -> None:
            counted[FOLDED] += 1
            take(self, event)

        def looking(look: Callable[..., object]) -> Callable[..., object]:
            def looked(path: object, *args: object, **kwargs: object) -> object:
                counted[LOOKED_AT] += str(path).endswith(".pbem")
                return look(path, *args, **kwargs)

            return looked

        with (
            patch.object(Fold, "take", counting),
            patch.object(os, "stat", looking(os.stat)),
            patch.object(os, "lstat", looking(os.lstat)),
        ):
            _listens()
            began = time.process_time()
            _counting.append(counted)
            try:
                running.fetch(self.dora.client, "dora", lambda _: DORA, lambda _: None)
            finally:
                _counting.pop()
        counted["seconds"] = round(time.process_time() - began)
        return counted


def worked(folder: Path, boards: int) -> tuple[Counter[str], Counter[str], Club]:
    """Each board's game comes when it is opened, and when it has ended: what either takes."""
    club = Club(folder, boards)
    club.all_mail()
    opened = club.reads()
    for group in club.groups:
        group.join_all()
        group.play(group.table.active().handle or "", "resign")
    club.all_mail()
    return opened, club.reads(), club


def test_a_mail_for_one_game_opens_no_other(tmp_path):
    """Twice as many games are twice the work, and the tournament's log is read once, not for each.

    For a log here, the first event is read once more, when it has been written to. That of the
    newest is not, as no mail comes after its own, and it is looked at three times less. At no other
    game's file a mail has anybody look.
    """
    (few, few_ended, _), (many, many_ended, club) = (
        worked(tmp_path / str(boards), boards) for boards in (5, 10)
    )
    assert len(club.dora.client.logs()) == 10
    for one, other in ((few, many), (few_ended, many_ended)):
        assert one[MAIL] > 10
        assert other[MAIL] <= 2 * one[MAIL]
        assert one[GAMES] > 10
        assert other[GAMES] + 1 <= 2 * (one[GAMES] + 1)
        assert one[LOOKED_AT] > 50
        assert other[LOOKED_AT] + 3 <= 2 * (one[LOOKED_AT] + 3)
        assert other[CARDS] <= 2 * one[CARDS]
        assert other[LOCKS] <= 2 * one[LOCKS]
    events = len(club.meeting.events)
    assert many[FOLDED] == events
    assert many_ended[FOLDED] == 0


if __name__ == "__main__":
    count = int(sys.argv[1])
    with TemporaryDirectory() as made_here:
        begun, ended, there = worked(Path(made_here), count)
        sys.stdout.write(f"{len(there.dora.client.logs())} games\n")
        for name, counted in (("opened", begun), ("ended", ended)):
            each = ", ".join(f"{counted[what] / count:.1f} {what}" for what in REPORTED)
            sys.stdout.write(f"{name}: {each} a mail; {counted['seconds']} s\n")

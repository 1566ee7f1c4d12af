"""An observer's agent by real mail: it imports each move of a game, and mails nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from commands.conftest import Home
from pbem.log.file import read_events
from servers.test_tournament import Member

PLAN = "name: Club Cup\nformat: round-robin\ngame: saipan\nobservers: [zoe]\n"


@pytest.mark.long
def test_an_observers_agent_follows_a_game(mailhost, tmp_path):
    homes = [Home(tmp_path / name) for name in ("dora", "zoe", "ann", "bob")]
    for home in homes:
        home("identity", "new", home.folder.name)
    dora, zoe, *players = (Member(home, mailhost, "watch") for home in homes)
    zoe.home("card", "export", "--to", str(zoe.mails))
    dora.home("card", "import", str(zoe.mails / "zoe.card"))
    (tmp_path / "cup.yaml").write_text(PLAN)
    dora.home("tournament", "found", str(tmp_path / "cup.yaml"))
    log = dora.home.folder / "tournaments" / "cup.tournament"
    for one in players:
        one.home("tournament", "take", str(log))
        one.home("tournament", "enter", "--to", str(one.mails))
        one.sends(dora, one.mails / f"cup-{one.name}-enter.word", one.mails / f"{one.name}.card")
    dora.home.run("tournament", "collect", "--mailbox")
    dora.home("tournament", "pair")
    dora.home.run("tournament", "mail", "--send")
    dora.agent()
    zoe.home("tournament", "take", str(log))

    by_name = {one.name: one for one in players}
    (file,) = by_name["ann"].new_mail()
    first = by_name["ann" if "ann plays" in mail_text(file).split("opens the game")[0] else "bob"]
    (second,) = (one for one in players if one is not first)
    for reader in (first, second):
        reader.home.run("tournament", "play", file)
        reader.agent()
    zoe.agent()  # as cron runs it: of several mails by strangers it reads the smallest first
    second.agent()
    second.home.run("tournament", "play")
    second.agent()
    first.agent()

    zoe.agent()
    (watched,) = zoe.games()
    before = len(list(read_events(watched)))
    assert before >= 2  # the opening, and who joined
    first.home("resign", "--yes")
    first.agent()
    zoe.agent()
    theirs = list(read_events(watched))
    assert [one.id for one in theirs] == [one.id for one in read_events(first.games()[0])]
    assert len(theirs) > before
    assert theirs[-1].kind == "resign"
    for one in (dora, *players):
        assert not any(b"From: zoe" in data for data in mailhost.messages(one.box)), one.name
    assert "cup-r1b1" in zoe.home("games")


def mail_text(file: str) -> str:
    return Path(file).read_text()

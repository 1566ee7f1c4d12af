"""Whole games between agents that mail through Postfix and read by IMAP from Dovecot."""

from __future__ import annotations

from collections import Counter
from email import message_from_bytes

import pytest

from long import sample
from pbem.audit.verify import verify
from pbem.client.play import acting
from pbem.client.session.session import sit
from servers.players import Player, finished, opens, play_on, players

GAMES = {
    "saipan": {"rules": "saipan", "seats": {"us": "ann", "jp": "bob"}},
    "tokyo": {"rules": "tokyo", "scenario": "two", "seats": {"1ag": "ann", "8ag": "bob"}},
    "manila": {"rules": "manila", "seats": {"us": "ann"}, "witnesses": ("bob",)},
}


def delivered(player: Player) -> Counter[str]:
    """How often each message lies in a mailbox."""
    name = player.account.address.partition("@")[0]
    found = player.host.messages(name)
    return Counter(str(message_from_bytes(one)["Message-ID"]) for one in found)


def is_whole_and_equal(first: Player, second: Player) -> None:
    """The logs of two people verify, with nobody's word needed, and are the same to the byte."""
    for one, other in zip(first.client.logs(), second.client.logs(), strict=True):
        verdict = verify(one, first.client.library)
        assert verdict.ok, verdict
        assert verdict.level == 3
        assert one.read_bytes() == other.read_bytes()


@pytest.mark.parametrize("game", sample(GAMES, 0, of=1))
def test_two_agents_play_a_whole_game(mailhost, tmp_path, game):
    ann, bob = players(mailhost, tmp_path, ("ann", "bob"), game)
    opens(ann, **GAMES[game])
    play_on([ann, bob], lambda: finished(ann) and finished(bob))
    is_whole_and_equal(ann, bob)
    for one in (ann, bob):
        assert max(delivered(one).values()) == 1
        assert one.decisions or game == "manila"
        one.close()


@pytest.mark.long(2)
@pytest.mark.parametrize(("handles", "each"), sample([("a", 2), ("abcdf", 2)], 0, of=1))
def test_an_umpires_agent_keeps_the_dice_of_games_at_once(mailhost, tmp_path, handles, each):
    games = each * len(handles)
    eve, *competitors = players(mailhost, tmp_path, ("eve", *handles), f"u{games}")
    for one in competitors:
        for number in range(each):
            name = f"manila-{one.handle}-{number}"
            opens(one, rules="manila", seats={"us": one.handle}, umpire="eve", name=name)
    everybody = [*competitors, eve]
    play_on(everybody, lambda: len(eve.client.logs()) == games and all(map(ended, everybody)))
    for log in eve.client.logs():
        acting.rule_result(sit(eve.client, log, "eve"), eve.identity)
    play_on(everybody, lambda: all(finished(one) and closed(one) for one in everybody))
    theirs = {log.name: log.read_bytes() for one in competitors for log in one.client.logs()}
    assert len(theirs) == games
    assert sorted(theirs.values()) == sorted(log.read_bytes() for log in eve.client.logs())
    for log in eve.client.logs():
        verdict = verify(log, eve.client.library)
        assert verdict.ok, verdict
    for one in everybody:
        assert max(delivered(one).values()) == 1
        one.close()


def ended(player: Player) -> bool:
    tables = [sit(player.client, path, player.handle).table for path in player.client.logs()]
    return all(one.result is not None for one in tables)


def closed(player: Player) -> bool:
    tables = [sit(player.client, path, player.handle).table for path in player.client.logs()]
    return all(one.closed for one in tables)

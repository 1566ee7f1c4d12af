"""A computer's clock that is wrong for a while costs nobody their mail (docs/agent.md)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.agent.servers.smtp import NotSentError
from pbem.client.play import acting

BOB = "bob@example.org"
YEARS = timedelta(days=3_650)


def refuse(office) -> None:
    def fail(_sender, _message):
        raise NotSentError("451 later", for_good=False)

    office.fail = fail


def heads(*agents) -> set[bytes]:
    return {one.person.log.read_bytes().splitlines()[-1] for one in agents}


def settle(office, *agents, minutes: int = 0) -> None:
    for _ in range(3):
        office.passes(minutes=minutes)
        for one in agents:
            one.rounds(2)


@pytest.mark.parametrize("wrong", [YEARS, timedelta(days=6)])
def test_a_clock_that_jumps_ahead_gives_no_message_up(both, office, wrong):
    ann, bob = both
    ann.person.orders("end")
    refuse(office)
    ann.rounds()
    ann.clock = lambda: office.now + wrong
    ann.rounds(2)
    office.fail = lambda _sender, _message: None
    ann.clock = lambda: office.now
    settle(office, ann, bob, minutes=90)
    assert len(heads(ann, bob)) == 1
    assert not [text for text in ann.reported if "NOT delivered" in text]


def test_a_server_that_takes_nothing_is_given_up_after_days_and_twenty_tries(both, office):
    ann, _ = both
    ann.person.orders("end")
    refuse(office)
    tries = []
    for _ in range(22):
        ann.rounds()
        tries.append(any(row.state == "failed" for row in ann.agent.database.outbox()))
        office.passes(days=1)
    assert tries.index(True) == 19


def test_what_was_mailed_by_a_clock_ahead_uses_up_no_day_of_today(playing, secretary, office):
    ann, bob = secretary(playing[0], most_a_day=2), secretary(playing[1])
    ann.clock = lambda: office.now + YEARS
    for number in range(2):
        ann.agent._reporting.note([(f"thing {number}", f"thing {number}")], ann.clock())
        ann.rounds()
        office.passes(minutes=11)
    ann.clock = lambda: office.now
    settle(office, ann, bob)
    count = len(ann.reported)
    ann.agent._reporting.note([("news", "something new")], office.now)
    settle(office, ann, minutes=11)
    assert len(ann.reported) == count + 1


@pytest.mark.parametrize("wrong", [YEARS, -YEARS])
def test_the_end_of_a_game_is_mailed_whatever_the_clock_says(playing, secretary, office, wrong):
    ann, bob = secretary(playing[0]), secretary(playing[1])
    if wrong > timedelta():  # the agent began with a clock ahead
        ann.clock = lambda: office.now + wrong
    settle(office, ann, bob)
    now, ann.clock = office.now, lambda: office.now
    office.now = now + min(wrong, timedelta())  # what is written by hand is dated by it
    ann.person.does(acting.resign)
    office.now = now
    settle(office, ann, bob, minutes=1)
    assert len(heads(ann, bob)) == 1


def test_a_game_that_was_over_when_an_agent_began_is_not_mailed_again(playing, secretary, office):
    ann = playing[0]
    ann.does(acting.resign)
    office.passes(hours=-1)  # the agent's first round is an hour earlier, by the clock
    settle(office, secretary(ann))
    assert office.messages(BOB) == []

"""An agent plays its part at an open table: dice, cards, seals and keys, and no choice."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from agent.conftest import Begun, Office, Secretary, at, go_on, kept
from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.client.views.hand import InHand, hand
from pbem.log.file import read_events
from toy.people import Person


def kinds(person) -> list[str]:
    return [event.kind for event in read_events(person.log)]


def settle(*agents, rounds: int = 6) -> None:
    """Let agents read and write until all of them wait for a person."""
    for _ in range(rounds):
        for one in agents:
            one.rounds()


@pytest.fixture(scope="session")
def war(tmp_path_factory) -> Begun:
    """Ann has opened a war, bob's agent has joined, and both have shuffled: made once."""
    folder = tmp_path_factory.mktemp("war")
    office = Office(folder / "post")
    with at(office):
        ann, bob = Person("ann", folder), Person("bob", folder)
        ann.meets(bob)
        bob.meets(ann)
        ann.opens("table", seats={"crown": "ann", "league": "bob"})
        both = [Secretary(ann, office), Secretary(bob, office, join=True)]
        settle(*both)
        return kept(folder, office, both)


@pytest.fixture
def table(war, tmp_path, person, secretary, office):
    """Ann and bob at the table, with an agent each."""
    shutil.copytree(war.folder, tmp_path, dirs_exist_ok=True)
    office.number = war.delivered
    both = secretary(person("ann")), secretary(person("bob"), join=True)
    go_on(war, tmp_path, both)
    return both


def seals(person, line: str) -> None:
    person.does(acting.seal, drafts.draft_secret(person.sits(), line.encode()))


def test_agents_shuffle_and_the_first_player_is_asked(table) -> None:
    ann, bob = table
    assert kinds(bob.person) == ["open", "join", "join", *["shuffle"] * 6]
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()
    assert any("Waiting for ann" in text for text in ann.reported)


def test_agents_give_dice_and_cards_and_choose_nothing(table) -> None:
    ann, bob = table
    ann.person.orders("roll battle for Kessel; if thrown >= 1: value vp 9; draw 3 from crown")
    settle(ann, bob, rounds=2)
    assert kinds(ann.person)[-3:] == ["orders", "dice", "unmask"]
    play: Any = ann.person.sits().table.play
    assert (play.position.values["vp"], len(play.position.held["crown"])) == (9, 3)
    assert len([one for one in hand(ann.person.sits()) if isinstance(one, InHand)]) == 3
    before = kinds(bob.person)
    settle(ann, bob, rounds=2)
    assert kinds(bob.person) == before, "nobody moves, draws or gives the turn for a person"


@pytest.mark.long
def test_agents_open_what_was_sealed_and_all_keys_at_the_end(table) -> None:
    ann, bob = table
    ann.person.orders("seal for the landing")
    settle(ann, bob, rounds=1)
    seals(ann.person, "place f1 at Ostrel")
    settle(ann, bob, rounds=1)
    assert kinds(bob.person)[-2:] == ["orders", "seal"], "no agent seals for a person"
    seals(bob.person, "place nothing")
    settle(bob, ann, rounds=2)
    assert kinds(ann.person)[-4:] == ["seal", "seal", "reveal", "reveal"]
    ann.person.orders("result crown wins 9 to 6")
    settle(ann, bob, rounds=1)
    assert kinds(bob.person)[-1] == "orders", "no agent agrees for a person"
    bob.person.orders("agree")
    settle(bob, ann)
    result = ann.person.sits().table.result
    assert (result.winner, result.why) == ("crown", "victory")
    assert ann.person.sits().table.active().handle is None
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()


def test_a_standing_answer_spares_the_mail_of_a_pause(table) -> None:
    ann, bob = table
    ann.person.orders("over to league")
    settle(ann, bob, rounds=1)
    bob.person.orders("standing reaction pass", "over to crown")
    settle(bob, ann, rounds=1)
    before = len(kinds(ann.person))
    ann.person.orders("pause for league; move f1 to Kessel; pause for league; value vp 3")
    play: Any = ann.person.sits().table.play
    assert (len(kinds(ann.person)), play.position.values["vp"]) == (before + 1, 3)

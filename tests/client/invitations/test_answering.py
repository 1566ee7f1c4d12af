"""An invitation by one link, between two homes: made, answered, joined, and what is refused."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
import pytest

from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.exchange.taking import TakeOptions
from pbem.client.invitations import answering
from pbem.client.invitations.answering import (
    Proposal,
    accept,
    check_accept,
    invite,
    invited,
    take_card,
)
from pbem.client.invitations.carried import events_link, linked_files
from pbem.client.invitations.link import invitation_link, linked_invitation
from pbem.client.invitations.words import invited_lines
from pbem.client.messages.composing import compose, parts
from pbem.client.messages.reading import take_mail
from pbem.client.play import acting
from pbem.client.session.session import sit
from pbem.errors import FormError, KeyFileError
from pbem.table.events.kinds import Clock

TODAY = date(2026, 11, 29)
WORDS = "correct horse battery staple"
CLOCK = Clock(days=7, bank=30, grace=7, turn=None)


@pytest.fixture
def alice(tmp_path):
    client = Client(tmp_path / "alice")
    people.new_identity(client, "alice", WORDS, "alice@example.org")
    return client


@pytest.fixture
def bob(tmp_path):
    client = Client(tmp_path / "bob")
    people.new_identity(client, "bob", WORDS)
    return client


def proposal(rules="lantern", **more):
    whole = {"scenario": None, "side": None, "options": {}, "clock": CLOCK, "words": "Shall we?"}
    return Proposal(rules, **(whole | more))


def link(alice, **more):
    return invitation_link(invite(alice, "alice", proposal(**more), TODAY))


def answers(client, handle, text, today=TODAY):
    identity = people.unlock(client, handle, WORDS)
    return accept(client, identity, linked_invitation(text), today)


def session(client, game):
    return sit(client, client.log_called(game))


def test_one_link_out_one_back_and_the_game_begins(alice, bob):
    done = answers(bob, "bob", link(alice, side="tarle"))
    table = session(bob, done.game).table
    assert table.seats == {"brask": "bob", "tarle": "alice"}
    assert table.opening.clock == CLOCK
    back = linked_files(events_link(parts(session(bob, done.game))))
    assert take_card(alice, back[0]).handle == "bob"
    took = take_mail(alice, [], TakeOptions(day=TODAY), stdin=back[1]).taken[0]
    assert took.good
    mine = session(alice, took.game)
    assert "join" in mine.table.active().kinds
    acting.join(mine, people.unlock(alice, "alice", WORDS))
    assert session(alice, took.game).table.play is not None


def test_the_first_mail_of_an_answer_has_a_card_and_the_next_has_none(alice, bob):
    done = answers(bob, "bob", link(alice))
    letter = compose(session(bob, done.game))
    assert list(letter.cards) == ["bob.card"]
    took = take_mail(alice, [], TakeOptions(day=TODAY), stdin=letter.data).taken[0]
    acting.join(session(alice, took.game), people.unlock(alice, "alice", WORDS))
    take_mail(bob, [], TakeOptions(day=TODAY), stdin=compose(session(alice, took.game)).data)
    assert compose(session(bob, done.game)).cards == {}


def test_a_game_that_was_opened_otherwise_carries_no_card(alice, bob):
    from pbem.client.play.opening import Wanted, new

    take_card(alice, people.card_file(bob, "bob"))
    identity = people.unlock(alice, "alice", WORDS)
    done = new(alice, identity, Wanted(rules="lantern", seats={"brask": "alice", "tarle": "bob"}))
    assert compose(session(alice, done.game)).cards == {}


def test_an_invitation_signs_nothing_and_is_shown_in_words(alice, bob):
    text = link(alice)
    assert alice.logs() == []
    assert not (alice.folder / "record").exists()
    lines = invited_lines(invited(linked_invitation(text)))
    assert lines == [
        "alice invites you to Lantern Bridge.",
        "You play Tarle, alice plays Brask.",
        "7 days for each answer.",
        "You can answer until 2026-12-13.",
        "alice writes: Shall we?",
    ]


def test_ones_own_link_is_for_somebody_else(alice):
    with pytest.raises(FormError, match="your own invitation"):
        answers(alice, "alice", link(alice))


def test_an_old_link_is_refused_on_the_day_after_the_last(alice, bob):
    text = link(alice)
    check_accept(bob, "bob", linked_invitation(text), TODAY + timedelta(days=14))
    with pytest.raises(FormError, match=r"ended on 2026-12-13\. Ask alice"):
        answers(bob, "bob", text, TODAY + timedelta(days=15))
    assert bob.logs() == []


def test_a_link_is_answered_once(alice, bob):
    text = link(alice)
    game = answers(bob, "bob", text).game
    with pytest.raises(FormError, match=f"already: the game is {game}"):
        answers(bob, "bob", text)
    assert len(bob.logs()) == 1


def test_a_link_is_answered_once_although_the_program_was_ended(alice, bob, monkeypatch):
    text = link(alice)

    def ended(*_):  # the game is opened, and its id is not remembered
        raise KeyboardInterrupt

    with monkeypatch.context() as once:
        once.setattr(answering, "first_id", ended)
        with pytest.raises(KeyboardInterrupt):
            answers(bob, "bob", text)
    again = Client(bob.folder)
    with pytest.raises(FormError, match="the game is lantern-"):
        answers(again, "bob", text)
    assert len(list(again.logs())) == 1
    answers(again, "bob", link(alice, words="Another?"))
    assert len(list(again.logs())) == 2


def test_two_programs_at_one_home_answer_a_link_once(alice, bob, monkeypatch):
    """One person may use a lobby and a command at once."""
    text, other, take = link(alice), bob.twin(), answering.take_card

    def meanwhile(client, data):
        if client is bob:
            answers(other, "bob", text)
        return take(client, data)

    monkeypatch.setattr(answering, "take_card", meanwhile)
    with pytest.raises(FormError, match="Another program of yours answers"):
        answers(bob, "bob", text)
    assert len(bob.logs()) == 1


def test_who_has_the_same_name_answers_with_another(alice, tmp_path):
    other = Client(tmp_path / "other")
    people.new_identity(other, "alice", WORDS)
    with pytest.raises(FormError, match="You are called alice"):
        answers(other, "alice", link(alice))


def test_a_known_handle_with_another_key_is_refused_as_any_card(alice, bob, tmp_path):
    other = Client(tmp_path / "other")
    people.new_identity(other, "alice", WORDS)
    take_card(bob, people.card_file(other, "alice"))
    with pytest.raises(KeyFileError):
        answers(bob, "bob", link(alice))
    assert bob.logs() == []


def test_comparing_words_is_as_needed_as_with_any_card(alice, bob):
    answers(bob, "bob", link(alice))
    assert not people.known(bob, "alice").compared


def test_a_game_that_is_not_here_is_named(alice, bob):
    made = invite(alice, "alice", proposal(), TODAY)
    for wrong, error in (
        ({"version": 999}, "version 999"),
        ({"rules": "nowhere"}, "nowhere"),
        ({"scenario": "other"}, "no scenario 'other'"),
        ({"options": {"none": "x"}}, "no option 'none'"),
        ({"side": "third"}, "no side 'third'"),
    ):
        text = invitation_link(msgspec.structs.replace(made, **wrong))
        with pytest.raises((NotFound, FormError), match=error):
            answers(bob, "bob", text)
    assert bob.logs() == []
    assert people.find_card(bob, "alice") is None


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"rules": "manila"}, "one side"),
        ({"side": "brasc"}, "no side 'brasc'"),
        ({"scenario": "x"}, "no scenario"),
        ({"options": {"x": "1"}}, "no option"),
        ({"words": "two\nlines"}, "one line"),
        ({"days": 0}, "1 to 365 days"),
    ],
)
def test_what_nobody_can_be_invited_to_is_said_to_the_inviter(alice, more, error):
    with pytest.raises((FormError, NotFound), match=error):
        invite(alice, "alice", proposal(**more), TODAY)

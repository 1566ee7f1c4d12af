"""When a game is over, agents confirm its end to each other, so that two ends are noticed."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec import structs

from long import times
from pbem.agent.agent import database_of
from pbem.agent.servers.smtp import DoubtError
from pbem.audit.heads import judge_head
from pbem.audit.verify import verify
from pbem.client import people
from pbem.client.play import acting
from pbem.errors import KeyFileError
from pbem.log.file import read_events
from pbem.log.fork import read_fork
from pbem.log.head import head_from_bytes, head_to_bytes, make_head
from pbem.table.events.kinds import TakeBack
from toy.group import identity
from toy.people import Person

ANN, BOB, EVE = (f"{one}@example.org" for one in ("ann", "bob", "eve"))


def rounds(*agents, count: int = 3) -> None:
    for _ in range(count):
        for one in agents:
            one.rounds()


def attached(message) -> dict[str, bytes]:
    return {
        part.get_filename(): part.get_payload(decode=True)
        for part in message.walk()
        if part.get_filename()
    }


def confirmations(office, address: str, by: str) -> list[dict[str, bytes]]:
    """The mails of somebody's agent with a confirmation: a mailbox has its own mail too."""
    found = [attached(m) for m in office.messages(address) if f"{by}@" in str(m["From"])]
    return [one for one in found if any(name.endswith(".head") for name in one)]


def heads(office, address: str, by: str) -> list[str]:
    """The ids of the ends that somebody's agent confirmed."""
    found = confirmations(office, address, by)
    return [
        head_from_bytes(data).head
        for one in found
        for name, data in one.items()
        if name.endswith(".head")
    ]


def logs(office) -> int:
    """How many messages have a log in them."""
    everything = [m for to in (ANN, BOB, EVE) for m in office.messages(to)]
    return sum(any(name.endswith(".pbem") for name in attached(m)) for m in everything)


def reports(one, words: str) -> bool:
    return any(words in " ".join(text.split()) for text in one.reported)


@pytest.fixture
def three(person, secretary, office):
    """Ann and bob play, eve is the umpire; all have agents, and all have joined."""
    folk = [person(name) for name in ("ann", "bob", "eve")]
    for one, other in itertools.permutations(folk, 2):
        one.meets(other)
    folk[0].opens(seats={"red": "ann", "blue": "bob"}, umpire="eve")
    agents = [secretary(one, join=True) for one in folk]
    rounds(*agents, count=5)
    return agents


def signed_ends(one: Person, folder: Path, count: int) -> list[bytes]:
    """The log of a cheat who signs its end again and again, each at a client of its own."""
    one.client.close()
    for number in range(count):
        shutil.copytree(one.folder, folder / str(number) / one.handle)
    ends = []
    for number in range(count):
        client = Person(one.handle, folder / str(number))
        client.does(acting.resign, note=f"end {number}")
        ends.append(client.log.read_bytes())
        client.client.close()
    return ends


def mails(office, one: Person, to: str, data: bytes, name: str = "turn.pbem") -> None:
    message = EmailMessage()
    message["From"], message["To"] = f"{one.handle}@example.org", to
    message["Subject"] = "the end"
    message.set_content("As attached.")
    message.add_attachment(data, "application", "octet-stream", filename=name)
    office.deliver(to, bytes(message))


# --- the confirmation --------------------------------------------------------------------------


def test_anyone_did_not_write_the_end_confirms_it_with_the_whole_log(both, office, tmp_path):
    ann, bob = both
    ann.person.does(acting.resign)
    rounds(ann, bob)
    [files] = confirmations(office, ANN, "bob")
    [log, head] = files
    assert files[log] == bob.person.log.read_bytes()
    saved = [tmp_path / "the.pbem", tmp_path / "the.head"]
    for path, data in zip(saved, files.values(), strict=True):
        path.write_bytes(data)
    held = judge_head(saved[1], [verify(saved[0], ann.person.client.library)])
    assert held.ok
    assert "bob confirms the log up to event" in held.message
    assert "its end" in held.message
    assert head == f"{bob.person.sits().name}_{bob.person.count - 1:03}_bob.head"
    assert not confirmations(office, BOB, "ann")  # who wrote the end has said so by that


def test_a_confirmation_has_a_postmark_and_says_what_it_is(both, office):
    ann, bob = both
    ann.person.does(acting.resign)
    rounds(ann, bob)
    [message] = [m for m in office.messages(ANN) if any(".head" in one for one in attached(m))]
    assert message["X-Pbem-Postmark"]
    assert message["Auto-Submitted"] == "auto-generated"
    text = " ".join(message.get_payload()[0].get_payload(decode=True).decode().split())
    last = bob.person.count - 1
    name = bob.person.sits().name
    assert f"bob confirms that this is the whole log of {name}. It ends with event {last}" in text
    # Two who confirm the same must not seem to have sent the same message.
    assert message["Message-ID"].startswith("<pbem.")
    assert ".confirmed-bob@" in message["Message-ID"]


def test_an_end_is_confirmed_once_and_nobody_answers_a_confirmation(three, office):
    ann, *others = three
    ann.person.does(acting.resign)
    rounds(*three, count=6)
    sent = logs(office)
    for one in three:
        one.agent.close()
        one.start()
    office.passes(days=3)
    rounds(*three, count=4)
    assert logs(office) == sent
    for one in others:
        last = list(read_events(one.person.log))[-1].id
        assert heads(office, ANN, one.person.handle) == [last]
        assert len(set(heads(office, ANN, one.person.handle))) == 1
    assert [m["Message-ID"] for m in office.messages(ANN) if "confirmed" in m["Message-ID"]] == [
        f"<pbem.{ann.person.sits().table.game_id[:20]}.{ann.person.count - 1}.1.confirmed-{one}"
        "@pbem.invalid>"
        for one in ("bob", "eve")
    ]


def test_a_confirmation_is_one_message_however_long_the_log_is(both, office, monkeypatch):
    ann, bob = both
    monkeypatch.setattr("pbem.mail.letter.LINES_A_MESSAGE", 5)
    ann.person.does(acting.resign)
    ann.rounds()
    monkeypatch.setattr("pbem.mail.letter.LINES_A_MESSAGE", 4)
    rounds(bob)
    found = [m for m in office.messages(ANN) if "confirmed-bob" in str(m["Message-ID"])]
    [message] = found
    assert bob.person.log.read_bytes() in attached(message).values()
    assert "It is only in the attachment" in message.get_payload()[0].get_payload()


@pytest.mark.parametrize("arrived", [True, False])
def test_killed_while_it_confirms_an_agent_confirms_once(both, office, arrived):
    ann, bob = both
    ann.person.does(acting.resign)
    ann.rounds()

    def fail(*_):
        raise DoubtError("the line broke behind the message")

    office.fail, office.lost_after = fail, arrived
    bob.rounds()
    assert len(confirmations(office, ANN, "bob")) == arrived
    bob.agent.close()
    office.fail = lambda *_: None
    bob.start()
    for _ in range(3):
        office.passes(minutes=11)
        rounds(bob)
    assert len(confirmations(office, ANN, "bob")) == 1


def test_it_is_confirmed_while_the_owner_is_away_too(both, office):
    ann, bob = both
    with bob.agent.database.writing() as page:
        page.put("away", "2026-07-01 2026-07-30")
    ann.person.does(acting.resign)
    rounds(ann, bob)
    assert len(confirmations(office, ANN, "bob")) == 1


def test_a_game_that_goes_on_is_not_confirmed(both, office):
    ann, bob = both
    ann.person.orders("draw", "turn-up")
    rounds(ann, bob)
    ann.person.orders("end")
    rounds(ann, bob)
    assert not confirmations(office, ANN, "bob")
    assert not confirmations(office, BOB, "ann")


def test_what_was_over_when_the_agent_began_is_not_confirmed(playing, secretary, office):
    ann, bob = playing
    ann.does(acting.resign)
    bob.takes(ann.sends())
    rounds(secretary(bob))
    assert not confirmations(office, ANN, "bob")


def test_an_agent_of_before_does_not_confirm_the_ends_of_former_years(both, office):
    ann, bob = both
    ann.person.does(acting.resign)
    bob.person.takes(ann.person.sends())
    with bob.agent.database.writing() as page:
        page.put("ends", "known")  # as a release wrote it whose agents confirmed nothing
    bob.agent.close()
    bob.start()
    rounds(bob)
    assert not confirmations(office, ANN, "bob")
    assert reports(bob, "is over. blue (bob) wins")  # while all else is done that was not done yet


def test_who_was_replaced_confirms_nothing(three, office, person, secretary):
    ann, _, eve = three
    dan = person("dan")
    for one in three:
        dan.meets(one.person)
        one.person.meets(dan)
    eve.person.does(acting.rule_out, "ann", "dan")
    dan.takes(eve.person.sends())
    instead = secretary(dan, join=True)
    rounds(*three, instead, count=4)
    dan.does(acting.resign)
    ann.person.takes(dan.sends())
    rounds(*three, instead, count=2)
    for one in ("bob", "eve"):
        assert len(heads(office, "dan@example.org", one)) == 1
    assert ann.person.sits().table.result is not None
    assert not confirmations(office, BOB, "ann")


# --- keys --------------------------------------------------------------------------------------


def test_who_has_lost_the_key_of_a_game_is_reported_and_the_agent_goes_on(
    both, office, monkeypatch
):
    ann, bob = both
    ann.person.does(acting.resign)
    ann.rounds()
    renewed = replace(identity("bob"), sign_seed=bytes(32))
    monkeypatch.setattr(Person, "identity", property(lambda _: renewed))
    rounds(bob)
    office.passes(minutes=11)
    rounds(bob)
    assert not confirmations(office, ANN, "bob")
    assert reports(bob, "could NOT sign the confirmation of its end: bob plays")
    before = len(bob.reported)
    office.passes(days=1)
    rounds(bob)
    assert len(bob.reported) == before


def test_a_key_file_that_opens_no_more_stops_no_agent(both, office, monkeypatch):
    ann, bob = both

    def unlock(_):
        raise KeyFileError("the passphrase opens no key file of bob")

    ann.person.does(acting.resign)
    ann.rounds()
    monkeypatch.setattr(bob.agent._reporting, "_unlock", unlock)
    rounds(bob)
    assert reports(bob, "the passphrase opens no key file of bob")
    assert not confirmations(office, ANN, "bob")


def test_the_game_of_a_namesake_is_neither_confirmed_nor_reported(
    both, office, tmp_path, monkeypatch
):
    ann, bob = both
    monkeypatch.setattr(people, "has_key", lambda _client, handle, _sign: handle != "bob")
    ann.person.does(acting.resign)
    rounds(ann, bob)
    assert not confirmations(office, ANN, "bob")
    assert not reports(bob, "confirm")


# --- two ends ----------------------------------------------------------------------------------


def test_two_ends_are_noticed_by_anyone_has_one_of_them(three, office, tmp_path):
    ann, bob, eve = three
    for to, end in zip((BOB, EVE), signed_ends(ann.person, tmp_path / "ends", 2), strict=True):
        mails(office, ann.person, to, end)
    rounds(bob, eve)
    for one in (bob, eve):  # the one who finds it mails the proof to the other
        assert {read_fork(proof).a.by for proof in one.person.folder.rglob("*.fork")} == {"ann"}
        office.passes(minutes=11)
        rounds(bob, eve)
        assert reports(one, "ann signed two different events 4")


def test_nothing_is_confirmed_where_a_fork_waits_for_a_ruling(three, office, tmp_path):
    ann, bob, eve = three
    first, second, *others = signed_ends(ann.person, tmp_path / "ends", 7)
    mails(office, ann.person, BOB, first)
    for end in (first, second):
        mails(office, ann.person, EVE, end)
    eve.rounds()  # eve has both ends before confirming one
    rounds(bob, eve)
    assert len(heads(office, EVE, "bob")) == 1
    assert not heads(office, BOB, "eve")
    for end, to in itertools.product(others, (BOB, EVE)):
        mails(office, ann.person, to, end)
    rounds(bob, eve)
    assert len(heads(office, EVE, "bob")) == 1
    assert not heads(office, BOB, "eve")


def test_an_umpire_who_rules_without_end_makes_agents_mail_no_more_than_for_turns(three, office):
    ann, bob, eve = three
    ann.person.does(acting.resign)
    rounds(*three)
    before = len(confirmations(office, EVE, "bob"))
    for _ in range(50):
        session = eve.person.sits()
        back = TakeBack(back=session.table.chain.head)
        session.put(session.writer(eve.person.identity).ruling(back))
        mails(office, eve.person, BOB, eve.person.log.read_bytes())
        bob.rounds()
    assert 20 < len(confirmations(office, EVE, "bob")) - before <= bob.config.at_once


def test_a_log_that_was_cut_before_the_end_brings_no_confirmation(both, office):
    ann, bob = both
    cut = bob.person.log.read_bytes()
    ann.person.does(acting.resign)
    rounds(ann, bob)
    assert len(confirmations(office, ANN, "bob")) == 1
    last = list(read_events(bob.person.log))[-2]
    head = make_head(last, by="ann", seed=identity("ann").sign_seed)
    mails(office, ann.person, BOB, cut)
    mails(office, ann.person, BOB, head_to_bytes(head), "cut.head")
    rounds(ann, bob)
    assert len(confirmations(office, ANN, "bob")) == 1
    assert bob.person.sits().table.result is not None


def test_a_home_put_back_from_a_backup_confirms_an_older_end_which_harms_nobody(
    three, office, tmp_path, secretary
):
    ann, bob, eve = three
    ann.person.does(acting.resign)
    rounds(*three)
    bob.agent.close()
    with closing(sqlite3.connect(database_of(bob.person.client, "bob"))) as database, database:
        database.execute("DELETE FROM out")  # it is older than what the agent sent
        database.execute("DELETE FROM seen")
    bob.person.client.close()
    eve.person.does(acting.rule_result)
    eve.rounds()
    box = office.box(BOB)
    (box / "new").rename(box / "late")  # the ruling has not come when the agent begins again
    (box / "new").mkdir()
    again = secretary(Person("bob", tmp_path), join=True)
    rounds(again, ann, eve)
    for path in (box / "late").iterdir():
        path.rename(box / "new" / path.name)
    rounds(again, ann, eve)
    older, newer = [list(read_events(ann.person.log))[at].id for at in (-2, -1)]
    assert heads(office, EVE, "bob") == [older, older, newer]
    office.passes(minutes=11)
    rounds(ann, eve, again)
    for one in (ann, eve):
        assert not reports(one, "confirms the log up to")
        assert one.person.log.read_bytes() == again.person.log.read_bytes()
        assert not list(one.person.folder.rglob("*.fork"))
    again.person.client.close()


# --- confirmations of others -------------------------------------------------------------------


def confirmation(one: Person, id_: str = "", seq: int | None = None, by: str = "") -> bytes:
    """The confirmation of an end, which may never have been."""
    last = list(read_events(one.log))[-1]
    said = structs.replace(last, id=id_ or last.id, seq=last.seq if seq is None else seq)
    return head_to_bytes(make_head(said, by=by or one.handle, seed=identity(one.handle).sign_seed))


def brings(office, to: str, sender: str, data: bytes, *, automatic: bool = True) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "the end"
    if automatic:
        message["Auto-Submitted"] = "auto-generated"
    message.set_content("")
    message.add_attachment(data, "application", "octet-stream", filename="x.head")
    office.deliver(to, bytes(message))


def reported_of_confirmations(one, office) -> list[str]:
    office.passes(minutes=11)
    one.rounds(2)
    return [" ".join(text.split()) for text in one.reported if "confirm" in text]


def test_the_owner_is_not_reported_of_a_confirmation_that_fits(both, office):
    ann, bob = both
    ann.person.does(acting.resign)
    rounds(ann, bob)
    assert len(confirmations(office, ANN, "bob")) == 1
    brings(office, ANN, BOB, confirmation(bob.person), automatic=False)
    before_the_end = list(read_events(bob.person.log))[-2]
    older = make_head(before_the_end, by="bob", seed=identity("bob").sign_seed)
    brings(office, ANN, BOB, head_to_bytes(older))  # as of a home that was put back from a backup
    assert reported_of_confirmations(ann, office) == []
    assert len(list((ann.person.folder / "agent").rglob("*.head"))) == 2  # and they are kept


def test_the_owner_is_reported_of_an_end_that_is_not_here_once_however_many_are_said(both, office):
    ann, bob = both
    ann.person.does(acting.resign)
    rounds(ann, bob)
    for number in range(30):
        brings(office, ANN, BOB, confirmation(bob.person, f"{number:064x}"))
        brings(office, ANN, BOB, confirmation(bob.person, f"{number:064x}", seq=70 + number))
    [reported] = reported_of_confirmations(ann, office)
    assert reported.count("bob confirms the log up to event") == 2
    assert "of another history" in reported
    assert "your log has only" in reported
    assert not list(ann.person.client.games.glob("*.fork"))  # it is bob's word, and proves nothing


def test_confirmations_in_the_names_of_others_and_of_no_game_move_nobody(both, office):
    ann, bob = both
    ann.person.does(acting.resign)
    rounds(ann, bob)
    sent = logs(office)
    for number in range(times(5, of=20)):
        forged = confirmation(bob.person, f"{number:064x}").replace(b'"by":"bob"', b'"by":"ann"')
        brings(office, ANN, BOB, forged)
        nowhere = confirmation(bob.person).replace(
            bob.person.sits().table.game_id.encode(), b"a" * 64
        )
        brings(office, ANN, BOB, nowhere)
        brings(office, ANN, BOB, b'{"by":' + b"[" * (1 << 20))
    assert reported_of_confirmations(ann, office) == []
    assert logs(office) == sent

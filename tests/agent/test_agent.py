"""An agent's own acts, the people it writes to, and the things it leaves to its owner."""

from __future__ import annotations

import itertools
from datetime import date
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from agent.marked import marked
from long import times
from pbem.agent import budget, running
from pbem.agent.config import Maildir, write_config
from pbem.agent.servers.smtp import DoubtError, NotSentError
from pbem.client.messages import composing
from pbem.client.play import acting
from pbem.client.session import prepared
from pbem.client.session.session import Session
from pbem.director.words.letters import TournamentLetter
from pbem.errors import MailError
from pbem.log.file import read_events
from pbem.mail.letter import messages


def kinds(person) -> list[str]:
    return [event.kind for event in read_events(person.log)]


def ids(office, address: str) -> list[str]:
    return [message["Message-ID"] for message in office.messages(address)]


def reports(one, words: str) -> bool:
    return any(words in " ".join(text.split()) for text in one.reported)


def writes(office, to: str, text: str, **headers: str) -> None:
    message = EmailMessage()
    message["From"] = headers.pop("sender", "bob@example.org")
    message["Subject"] = "something"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    office.deliver(to, bytes(message))


# --- a turn ------------------------------------------------------------------------------------


def test_what_the_owner_wrote_by_hand_is_mailed_and_the_dice_come_back(both, office):
    ann, bob = both
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    bob.rounds()
    assert kinds(bob.person)[-2:] == ["orders", "dice"]
    ann.rounds()
    assert ann.person.log.read_bytes() == bob.person.log.read_bytes()
    assert reports(ann, "Waiting for ann (red)")  # what needs a decision, with the position
    assert reports(ann, "#pbem game ann")


def test_every_message_says_that_a_program_made_it(both, office):
    ann, bob = both
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    bob.rounds()
    for address in ("bob@example.org", "ann@example.org", "ann@home.example"):
        made = office.messages(address)
        assert made
        assert {message["Auto-Submitted"] for message in made} == {"auto-generated"}


def test_nothing_is_mailed_twice_however_often_it_looks(both, office):
    ann, bob = both
    ann.person.orders("draw", "turn-up")
    for _ in range(5):
        ann.rounds()
        bob.rounds()
    for address in ("ann@example.org", "bob@example.org", "ann@home.example", "bob@home.example"):
        assert len(ids(office, address)) == len(set(ids(office, address)))


def test_a_second_agent_for_the_same_book_says_nothing_again(both, office):
    ann, _ = both
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    before = {address: ids(office, address) for address in ("bob@example.org", "ann@home.example")}
    ann.agent.close()
    ann.start()
    ann.rounds(3)
    assert {address: ids(office, address) for address in before} == before


def test_a_choice_is_left_to_the_owner(both, office):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    before = kinds(bob.person)
    bob.rounds(3)
    assert kinds(bob.person) == [*before, "orders"]
    assert reports(bob, "Waiting for bob (blue)")


def test_joining_is_a_choice_unless_the_owner_says_otherwise(person, secretary, office):
    ann, bob = person("ann"), person("bob")
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    first, second = secretary(ann), secretary(bob)
    first.rounds()
    second.rounds(2)
    assert kinds(bob) == ["open", "join"]
    assert reports(second, "join with 'pbem join'")
    second.agent.close()
    third = secretary(bob, join=True)
    third.rounds()
    assert kinds(bob) == ["open", "join", "join"]
    first.rounds()
    assert kinds(ann) == ["open", "join", "join"]


def test_who_has_no_address_is_reported_to_the_owner_once(person, secretary, office):
    ann, bob = person("ann"), person("bob")
    from pbem.identity.card import make_card

    bob.card.write_bytes(make_card(bob.identity, None))
    ann.meets(bob)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    one = secretary(ann)
    one.rounds(3)
    assert (
        sum("you have no address of theirs" in " ".join(text.split()) for text in one.reported) == 1
    )
    assert [m["To"] for m in office.messages("ann@example.org")] == ["ann <ann@home.example>"]


# --- prepared orders and absence -----------------------------------------------------------------


def test_prepared_orders_are_signed_when_they_are_asked_for(both):
    ann, bob = both
    prepared.prepare(bob.person.sits(), b"move 2\nend\n")
    bob.rounds()
    assert kinds(bob.person)[-1] == "join"  # it is not bob's turn
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    assert kinds(bob.person)[-2:] == ["orders", "orders"]
    bob.office.passes(hours=1)
    bob.rounds()
    assert reports(bob, "signed your prepared orders")
    ann.rounds()
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    assert kinds(bob.person)[-3:] == ["orders", "orders", "orders"]  # once, and no more


def test_prepared_orders_that_are_wrong_are_reported_and_kept(both):
    ann, bob = both
    prepared.prepare(bob.person.sits(), b"advance\n")
    ann.person.orders("end")
    ann.rounds()
    bob.office.passes(hours=1)
    bob.rounds(2)
    assert sum("'advance'" in text for text in bob.reported) == 1
    assert prepared.place(bob.person.sits()).exists()


def test_prepared_orders_whose_guards_do_not_hold_wait(both):
    ann, bob = both
    prepared.prepare(bob.person.sits(), b"if round = 2: end\n")
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    assert prepared.place(bob.person.sits()).exists()
    before = kinds(bob.person)
    bob.person.orders("end")
    bob.rounds()
    ann.rounds()
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    assert kinds(bob.person) == [*before, "orders", "orders", "orders"]
    assert not prepared.place(bob.person.sits()).exists()


def test_orders_prepared_anew_while_the_former_are_signed_are_not_lost(both, monkeypatch):
    """To open a key takes half a second: their owner may change their mind in it."""
    ann, bob = both
    prepared.prepare(bob.person.sits(), b"move 1\n")
    claim = prepared.claim

    def meanwhile(session, *read):
        monkeypatch.setattr(prepared, "claim", claim)
        prepared.prepare(session, b"move 2\n")
        claim(session, *read)

    monkeypatch.setattr(prepared, "claim", meanwhile)
    ann.person.orders("end")
    ann.rounds()
    bob.rounds(3)
    mine = [one for one in read_events(bob.person.log) if (one.by, one.kind) == ("bob", "orders")]
    assert [one.data["orders"] for one in mine] == [[{"do": "move", "n": 2}]]
    assert not prepared.place(bob.person.sits()).exists()


def test_killed_while_signing_prepared_orders_they_are_signed_once(both):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    session = bob.person.sits()
    prepared.prepare(session, b"move 1\n")
    prepared.claim(session, b"move 1\n")  # killed before the signature
    bob.office.passes(days=1)
    bob.rounds()
    assert kinds(bob.person)[-2:] == ["orders", "orders"]
    prepared.prepare(bob.person.sits(), b"move 1\n")
    session = bob.person.sits()
    prepared.claim(session, b"move 1\n")
    bob.person.orders("move 1")  # killed after it
    bob.office.passes(days=1)
    bob.rounds(2)
    assert kinds(bob.person)[-3:] == ["orders", "orders", "orders"]


def test_killed_before_the_log_has_them_prepared_orders_are_mailed_as_they_were_signed(
    both, monkeypatch
):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    session = bob.person.sits()
    prepared.prepare(session, b"move 1\n")

    def killed(*_):
        raise KeyboardInterrupt

    bob.office.passes(days=1)
    with monkeypatch.context() as for_once:
        for_once.setattr(Session, "enter", killed)
        with pytest.raises(KeyboardInterrupt):
            bob.rounds()
    signed = bob.person.client.record("bob", session.table.game_id).signed_on(
        bob.person.sits().table.chain.head
    )
    bob.office.passes(days=1)
    bob.rounds(2)
    ann.rounds()
    assert kinds(ann.person)[-2:] == ["orders", "orders"]
    last = list(read_events(ann.person.log))[-1]
    assert (last.by, last.id) == ("bob", signed.id)
    assert not prepared.place(bob.person.sits()).exists()


def test_prepared_orders_that_a_full_disk_stopped_outlive_an_offer(both):
    """The log goes on before the agent can sign: orders that were never signed still wait."""
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    session = bob.person.sits()
    prepared.prepare(session, b"move 1\n")
    prepared.claim(session, b"move 1\n")  # after this the disk was full
    bob.person.does(acting.offer_tie)
    bob.rounds()
    ann.rounds()
    ann.person.does(acting.answer, yes=False)
    ann.rounds()
    bob.office.passes(days=1)
    bob.rounds(2)
    assert kinds(bob.person)[-3:] == ["offer", "answer", "orders"]


def test_away_only_standing_answers_act(both, office):
    ann, bob = both
    with bob.agent.database.writing() as page:
        page.put("away", "2026-07-01 2026-07-05")
    prepared.prepare(bob.person.sits(), b"move 2\n")
    bob.rounds()
    away = [m for m in office.messages("ann@example.org") if "is away until" in m["Subject"]]
    assert [message["To"] for message in away] == ["ann <ann@example.org>"]
    asked = len(bob.reported)
    ann.person.orders("draw", "turn-up", "end")
    ann.rounds()
    bob.rounds()
    assert kinds(bob.person)[-2:] == ["orders", "dice"]  # dice are given
    ann.rounds()
    bob.rounds(3)
    assert kinds(bob.person)[-1] == "dice"
    assert len(bob.reported) == asked  # nothing is asked of bob
    office.passes(days=5)
    bob.rounds()
    assert kinds(bob.person)[-1] == "orders"  # 6 July: back


# --- nothing twice, nothing lost -----------------------------------------------------------------


def dies(error: Exception):
    """Make the next transaction fail, and only that."""
    left = [error]

    def fail(_sender, _message):
        if left:
            raise left.pop()

    return fail


@pytest.mark.parametrize("arrived", [True, False])
def test_what_is_in_doubt_is_settled_by_the_copy(both, office, arrived):
    ann, bob = both
    ann.person.orders("end")
    office.fail, office.lost_after = dies(DoubtError("lost")), arrived
    before = len(ids(office, "bob@example.org"))
    ann.rounds()
    ann.rounds(3)
    assert len(ids(office, "bob@example.org")) == before + arrived
    office.passes(minutes=11)
    ann.rounds(3)
    assert len(ids(office, "bob@example.org")) == before + 1
    bob.rounds()
    assert kinds(bob.person)[-1] == "orders"


@pytest.mark.parametrize("arrived", [True, False])
def test_killed_between_the_last_byte_and_the_answer(both, office, arrived):
    class Killed(BaseException):
        pass

    ann, _ = both
    ann.person.orders("end")
    before = len(ids(office, "bob@example.org"))
    wire = ann.agent._delivery._outbound

    class Kills:
        def send(self, message, sender, to, heard):
            if arrived:
                wire.send(message, sender, to, heard)
            raise Killed

        def close(self):
            pass

    ann.agent._delivery._outbound = Kills()
    with pytest.raises(Killed):
        ann.rounds()
    ann.agent.close()
    ann.start()
    ann.rounds()
    assert len(ids(office, "bob@example.org")) == before + arrived
    office.passes(minutes=11)
    ann.rounds(2)
    assert len(ids(office, "bob@example.org")) == before + 1


@pytest.mark.long
def test_a_server_that_takes_nothing_now_is_tried_again_and_given_up_after_five_days(both, office):
    ann, bob = both
    ann.person.orders("end")

    def closed(_sender, _message):
        raise NotSentError("451 later", for_good=False)

    office.fail = closed
    for _ in range(20):
        ann.rounds()
        office.passes(hours=2)
    before = len(ids(office, "bob@example.org"))
    office.fail = lambda _sender, _message: None
    ann.rounds()
    assert len(ids(office, "bob@example.org")) == before + 1
    office.fail = closed
    bob.rounds()
    bob.person.orders("end")
    for _ in range(28):  # a week: after five days and twenty tries
        bob.rounds()
        office.passes(hours=6)
    office.fail = lambda _sender, _message: None
    bob.rounds(2)
    assert reports(bob, "NOT delivered")


def test_a_letter_that_was_given_up_is_sent_when_its_director_asks_for_it_again(both, office):
    ann, _ = both
    box = Maildir(str(office.box(ann.address)))
    write_config(running.config_of(ann.person.client, "ann"), replace(ann.config, maildir=box))
    letter = TournamentLetter(
        name="cup-r1b1", reason="tournament paired 1", subject="[PBEM] Cup", text="You play.",
        to={"bob": "bob@example.org"}, files={},
    )  # fmt: skip
    before = len(ids(office, "bob@example.org"))

    def posted() -> int:
        return running.post(ann.person.client, "ann", [letter], office.now)

    office.refused["bob@example.org"] = office.refused["ann@example.org"] = True
    assert posted() == 1
    ann.rounds(2)
    assert reports(ann, "NOT delivered")
    office.refused.clear()
    ann.rounds()
    assert len(ids(office, "bob@example.org")) == before, "it was given up"
    assert posted() == 1
    ann.rounds()
    assert len(ids(office, "bob@example.org")) == before + 1
    assert posted() == 0
    ann.rounds()
    assert len(ids(office, "bob@example.org")) == before + 1


def test_who_is_refused_for_good_is_reported_and_the_others_have_it(person, secretary, office):
    ann, bob, cat = person("ann"), person("bob"), person("cat")
    for one in (ann, bob, cat):
        one.meets(*(other for other in (ann, bob, cat) if other is not one))
    office.refused["bob@example.org"] = True
    ann.opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    one = secretary(ann)
    one.rounds()
    office.passes(minutes=11)
    one.rounds(2)
    assert len(ids(office, "cat@example.org")) == 1
    assert ids(office, "bob@example.org") == []
    assert sum("bob@example.org: refused" in text for text in one.reported) == 1


def test_who_is_refused_for_now_gets_it_later_and_the_others_only_once(person, secretary, office):
    ann, bob, cat = person("ann"), person("bob"), person("cat")
    for one in (ann, bob, cat):
        one.meets(*(other for other in (ann, bob, cat) if other is not one))
    office.refused["bob@example.org"] = False
    ann.opens(seats={"red": "ann", "blue": "bob", "green": "cat"}, scenario="trio")
    one = secretary(ann)
    one.rounds(3)
    del office.refused["bob@example.org"]
    one.rounds()
    assert ids(office, "bob@example.org") == []  # not before its time
    office.passes(minutes=5)
    one.rounds(3)
    assert len(ids(office, "bob@example.org")) == 1
    assert len(ids(office, "cat@example.org")) == 1


# --- what others send --------------------------------------------------------------------------


def changed(letter_bytes: bytes) -> bytes:
    return letter_bytes.replace(b'"do":"end"', b'"do":"fly"')


def letters(person) -> list[bytes]:
    return [bytes(one) for one in messages(composing.compose(person.sits()))]


def forged(person, tmp_path: Path, sender: str = "bob@example.org", **headers: str) -> bytes:
    """A message with the person's log in which somebody changed an event."""
    data = person.log.read_bytes().replace(b'"note"', b'"nota"')
    lines = data.splitlines(keepends=True)
    lines[-1] = lines[-1].replace(b'"sig":"', b'"sig":"00', 1)[:-4] + b'"}\n'
    message = EmailMessage()
    message["From"] = sender
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content("here")
    message.add_attachment(
        b"".join(lines), maintype="application", subtype="octet-stream", filename="x.pbem"
    )
    return bytes(message)


def test_a_finding_is_reported_to_both_sides_once(both, office, tmp_path):
    ann, bob = both
    bob_log = bob.person
    bob_log.client.games.mkdir(exist_ok=True)
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    bob.person.orders("end")
    for _ in range(3):
        data = forged(bob.person, tmp_path)
        office.deliver("ann@example.org", marked(data, bob.person, "ann", office.now))
        office.passes(seconds=1)
    office.passes(minutes=11)
    before = len(ids(office, "bob@example.org"))
    ann.rounds(3)
    found = [m for m in office.messages("bob@example.org")[before:] if "finding" in m["Subject"]]
    assert len(found) == 1
    assert reports(ann, "NOT valid") or reports(ann, "[P")


def test_an_automatic_stranger_makes_nobody_write_to_the_others(both, office, tmp_path):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    bob.person.orders("end")
    mail = forged(bob.person, tmp_path, "robot@elsewhere.example", Auto_Submitted="auto-replied")
    before = len(ids(office, "bob@example.org"))
    office.deliver("ann@example.org", mail)
    ann.rounds(2)
    assert len(ids(office, "bob@example.org")) == before


def test_no_mail_is_ever_answered_to_its_sender(both, office):
    ann, _ = both
    for number in range(5):
        writes(office, "ann@example.org", f"hello {number}", sender="eve@elsewhere.example")
        writes(
            office, "ann@example.org", "#pbem game ann\nend\n#end\n", sender="eve@elsewhere.example"
        )
    office.passes(minutes=11)
    ann.rounds(3)
    assert office.messages("eve@elsewhere.example") == []


def test_orders_in_a_mail_are_echoed_and_never_signed(both, office):
    ann, _ = both
    before = ann.person.count
    writes(office, "ann@example.org", "#pbem game ann\nend\nfly\n#end\n", sender="ann@home.example")
    office.passes(minutes=11)
    ann.rounds(2)
    assert ann.person.count == before
    assert reports(ann, "OK")
    assert reports(ann, "'fly'")


def test_what_cannot_be_read_is_in_quarantine_and_reported_once(both, office):
    ann, _ = both
    broken = "-----BEGIN PBEM-----\n/ABCDEF-1-!!!!-XXXXX\n-----END PBEM-----\n"
    for _ in range(3):
        writes(office, "ann@example.org", broken)
    office.passes(minutes=11)
    ann.rounds(3)
    kept = list((ann.person.client.agent("ann") / "quarantine").iterdir())
    assert len(kept) == 1
    assert sum(str(kept[0]) in text for text in ann.reported) == 1


def test_what_has_nothing_of_pbem_leaves_no_trace(both, office):
    ann, _ = both
    reported = len(ann.reported)
    writes(office, "ann@example.org", "Shall we have lunch?", sender="mum@elsewhere.example")
    office.passes(minutes=11)
    ann.rounds(2)
    assert len(ann.reported) == reported
    assert not (ann.person.client.agent("ann") / "quarantine").exists()


def test_a_bounce_is_reported_and_starts_nothing(both, office):
    ann, _ = both
    ann.person.orders("end")
    ann.rounds()
    [*_, sent] = office.messages("bob@example.org")
    bounce = EmailMessage()
    bounce["From"] = "MAILER-DAEMON@example.org"
    bounce["Auto-Submitted"] = "auto-replied"
    bounce["Return-Path"] = "<>"
    bounce["Subject"] = "Undelivered Mail Returned to Sender"
    bounce.set_content("sorry")
    bounce.make_mixed()
    bounce.add_attachment(
        "Final-Recipient: rfc822; bob@example.org\nStatus: 5.1.1\n"
        "Diagnostic-Code: smtp; 550 no such user\n",
        subtype="plain",
    )
    bounce.add_attachment(f"Message-ID: {sent['Message-ID']}\n", subtype="rfc822-headers")
    raw = bytes(bounce).replace(b"multipart/mixed", b"multipart/report", 1)
    before = {a: ids(office, a) for a in ("bob@example.org", "MAILER-DAEMON@example.org")}
    office.deliver("ann@example.org", raw)
    office.passes(minutes=11)
    ann.rounds(3)
    assert {a: ids(office, a) for a in before} == before
    assert reports(ann, "NOT delivered")


@pytest.mark.long
def test_parts_wait_for_each_other_in_any_order(playing, secretary, office, monkeypatch):
    monkeypatch.setattr("pbem.mail.letter.LINES_A_MESSAGE", 3)
    ann, bob = playing
    ann.orders("end")
    made = messages(composing.compose(ann.sits(), whole=True))
    assert len(made) > 3
    one = secretary(bob)
    one.rounds()
    first, *rest = made
    plain = EmailMessage()  # the attachment was dropped on the way
    plain["From"] = "ann@example.org"
    plain.set_content(first.get_body(("plain",)).get_content())
    for message in [*reversed(rest), plain]:
        office.deliver("bob@example.org", bytes(message))
        one.rounds()
    assert bob.log.read_bytes() == ann.log.read_bytes()
    assert one.agent.database.held() == []
    office.passes(hours=2)
    one.rounds()
    assert not reports(one, "is a part of a log")


def test_a_part_that_is_lost_is_reported_after_an_hour(playing, secretary, office, monkeypatch):
    monkeypatch.setattr("pbem.mail.letter.LINES_A_MESSAGE", 3)
    ann, bob = playing
    ann.orders("end")
    made = messages(composing.compose(ann.sits(), whole=True))
    one = secretary(bob)
    one.rounds()
    office.deliver("bob@example.org", bytes(made[1]))
    one.rounds()
    assert not reports(one, "is a part of a log")
    office.passes(hours=2)
    one.rounds(2)
    assert sum("is a part of a log" in text for text in one.reported) == 1
    office.passes(days=15)
    one.rounds()
    assert one.agent.database.held() == []


# --- limits --------------------------------------------------------------------------------------


def test_one_stranger_is_read_so_much_an_hour_and_friends_go_on(both, office, monkeypatch):
    monkeypatch.setattr(budget, "STRANGERS", budget.STRANGERS._replace(messages=5))
    ann, bob = both
    for number in range(12):
        writes(office, "ann@example.org", f"spam {number}", sender=f"eve{number}@elsewhere.example")
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    bob.rounds()
    ann.rounds()
    assert kinds(ann.person)[-1] == "dice"  # bob's mail is after them all
    seen = len(ann.agent.database.seen(f"maildir {office.box('ann@example.org')}"))
    office.passes(hours=1, minutes=1)
    ann.rounds()
    assert (
        len(ann.agent.database.seen(f"maildir {office.box('ann@example.org')}")) == seen + 6
    )  # and our own copy


HUNDREDS = min(times(400, of=400), 1_000)


@pytest.mark.long(2)
def test_hundreds_of_messages_at_once(both, office):
    ann, bob = both
    ann.person.orders("end")
    [letter] = letters(ann.person)
    for _ in range(HUNDREDS):
        office.deliver("bob@example.org", letter)
    before = len(bob.agent.database.seen(f"maildir {office.box('bob@example.org')}"))
    rounds = 0
    while bob.agent.round()[0]:
        rounds += 1
    assert rounds >= 2
    read = len(bob.agent.database.seen(f"maildir {office.box('bob@example.org')}")) - before
    assert read < HUNDREDS  # of one address so many an hour
    for _ in range(6):
        office.passes(minutes=61)
        while bob.agent.round()[0]:
            pass
    assert (
        len(bob.agent.database.seen(f"maildir {office.box('bob@example.org')}")) - before
        >= HUNDREDS
    )
    assert bob.person.log.read_bytes() == ann.person.log.read_bytes()
    assert len(bob.reported) < 10


def test_only_so_many_messages_leave_in_a_day(person, secretary, office):
    ann, bob = person("ann"), person("bob")
    ann.meets(bob)
    one = secretary(ann, most_a_day=3)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    for _ in range(6):
        one.rounds()
        ann_count = len(office.messages("bob@example.org")) + len(one.reported)
        office.passes(hours=1)
    assert ann_count <= 3
    assert date(2026, 7, 1) <= office.now.date()


def test_a_resignation_and_the_end_are_mailed_and_ask_nobody(both, office):
    ann, bob = both
    ann.person.does(acting.resign)
    ann.rounds()
    bob.rounds(3)
    assert bob.person.sits().table.result is not None
    assert sum("is over" in text for text in bob.reported) == 1
    assert not any("#pbem" in text for text in bob.reported)


def test_an_umpire_who_keeps_the_dice_is_reported_to_confirm_the_result(person, secretary, office):
    ann, bob, eve = people = [person(name) for name in ("ann", "bob", "eve")]
    for one, other in itertools.permutations(people, 2):
        one.meets(other)
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="eve", dice="umpire")
    agents = [secretary(one, join=True) for one in people]
    for one in agents * 5:
        one.rounds()
    ann.does(acting.resign)
    for one in agents * 3:
        one.rounds()
    assert sum("'pbem rule --result'" in text for text in agents[2].reported) == 1
    assert not any("'pbem rule --result'" in text for text in agents[0].reported)
    eve.does(acting.rule_result)
    for one in agents * 2:
        one.rounds()
    assert bob.sits().table.closed


# --- what its owner hears ----------------------------------------------------------------------


def test_going_away_and_coming_back_are_noticed_by_an_agent_that_runs(both, office):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    with bob.agent.database.writing() as page:
        page.put("away", "2026-07-01 2026-07-05")
    bob.rounds(2)
    prepared.prepare(bob.person.sits(), b"end\n")
    bob.rounds(2)
    assert kinds(bob.person)[-1] == "orders"
    before = bob.person.count
    with bob.agent.database.writing() as page:
        page.put("away", "")
    bob.rounds()
    assert bob.person.count == before + 1


def test_one_absence_is_reported_once_to_each_however_many_games(person, secretary, office):
    ann, bob = person("ann"), person("bob")
    ann.meets(bob)
    bob.meets(ann)
    for _ in range(3):
        ann.opens(seats={"red": "ann", "blue": "bob"})
    one = secretary(ann)
    with one.agent.database.writing() as page:
        page.put("away", "2026-07-01 2026-07-05")
    one.rounds(2)
    away = [m for m in office.messages("bob@example.org") if "is away" in m["Subject"]]
    assert len(away) == 1
    assert all(name in str(away[0]) for name in ("game", "game-2", "game-3"))


def test_a_stranger_who_mails_a_damaged_log_alarms_nobody_but_the_owner(both, office, tmp_path):
    ann, bob = both
    ann.person.orders("end")
    ann.rounds()
    bob.rounds()
    bob.person.orders("end")
    before = len(ids(office, "bob@example.org"))
    office.deliver("ann@example.org", forged(bob.person, tmp_path, "mallory@elsewhere.example"))
    office.passes(minutes=11)
    ann.rounds(2)
    assert len(ids(office, "bob@example.org")) == before
    assert reports(ann, "mallory@elsewhere.example")


def test_what_a_friend_writes_to_the_games_mailbox_reaches_the_owner(both, office):
    ann, _ = both
    writes(office, "ann@example.org", "> old words\nSorry, I am in hospital until Friday.")
    writes(office, "ann@example.org", "Buy now!", sender="eve@elsewhere.example")
    office.passes(minutes=11)
    ann.rounds(2)
    assert reports(ann, "I am in hospital until Friday.")
    assert not reports(ann, "old words")
    assert not reports(ann, "Buy now!")


def test_the_owner_hears_how_his_dice_fell_even_where_nothing_is_asked_of_him(both, office):
    ann, bob = both
    ann.person.orders("draw", "turn-up", "end")
    ann.rounds()
    bob.rounds()
    office.passes(minutes=11)
    ann.rounds(2)
    assert reports(ann, "Die for which counter")
    bob.rounds()
    assert kinds(ann.person)[-1] == "dice"


def test_what_the_owner_did_himself_is_no_news(both, office):
    ann, _ = both
    before = len(ann.reported)
    ann.person.orders("end")
    ann.rounds()
    office.passes(minutes=11)
    ann.rounds(2)
    assert len(ann.reported) == before


def test_who_reads_the_agents_mailbox_is_not_reported_twice(playing, secretary, office):
    one = secretary(playing[0], owner=None)
    one.rounds(2)
    assert not [m for m in office.messages(one.address) if "your turn" in m["Subject"]]


def test_a_reply_without_orders_between_the_lines_is_said_to_have_none(both, office):
    ann, _ = both
    office.passes(minutes=11)
    ann.rounds()
    [*_, asked] = office.messages("ann@home.example")
    for _ in range(3):
        writes(
            office,
            "ann@example.org",
            "end\n\n> #pbem game ann\n> # move 1\n> #end\n",
            sender="ann@home.example",
            In_Reply_To=asked["Message-ID"],
        )
        ann.rounds(2)  # at once, without ten minutes to wait
        office.passes(minutes=2)
    assert sum("no orders were read" in " ".join(text.split()) for text in ann.reported) == 1


def test_once_says_that_a_mailbox_does_not_work(both, office):
    ann, _ = both

    def closed(_sender, _message):
        raise NotSentError("451 later", for_good=False)

    ann.person.orders("end")
    office.fail = closed
    with pytest.raises(MailError):
        ann.agent.once()


def test_once_says_that_mail_waits_though_it_read_something_in_between(both, office):
    ann, _ = both

    def closed(_sender, _message):
        raise NotSentError("451 later", for_good=False)

    ann.person.orders("end")
    office.fail = closed
    office.deliver("ann@example.org", b"From: x@y.example\nSubject: hello\n\nhello\n")
    with pytest.raises(MailError):
        ann.agent.once()

"""Deadlines as agents keep them, with a clock that is moved by hand (docs/time.md)."""

from __future__ import annotations

import itertools
import shutil
from datetime import UTC, date, datetime
from email.message import EmailMessage

import msgspec
import pytest

from agent.conftest import Office, Secretary, at, go_on, kept
from pbem.client.play import acting
from pbem.client.session.day_record import Timekeeping, days_in
from pbem.client.umpire import signing_days
from pbem.log.days import days_to_bytes, make_days, read_days
from pbem.log.file import read_events
from pbem.table.events.kinds import Clock
from toy.people import Person

NAMES = ("ann", "bob", "eve")


NOW = datetime(2026, 7, 3, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def judged_once(tmp_path_factory):
    """Ann plays bob, eve is the umpire: 7 days to answer, 3 of bank, 2 of grace; all have agents.

    Ann is active since 3 July.
    """
    folder = tmp_path_factory.mktemp("judged")
    office = Office(folder / "post")
    office.now = NOW
    with at(office):
        people = {name: Person(name, folder) for name in NAMES}
        for one, other in itertools.permutations(people.values(), 2):
            one.meets(other)
        people["ann"].opens(
            seats={"red": "ann", "blue": "bob"}, umpire="eve", clock=Clock(7, 3, 2, None)
        )
        agents = [Secretary(one, office, join=True) for one in people.values()]
        for one in agents * 5:
            one.rounds()
    return kept(folder, office, agents)


@pytest.fixture
def judged(judged_once, person, secretary, office, tmp_path):
    """Its agents by name, in a copy that is the test's own."""
    shutil.copytree(judged_once.folder, tmp_path, dirs_exist_ok=True)
    office.now, office.number = NOW, judged_once.delivered
    agents = {name: secretary(person(name), join=True) for name in NAMES}
    go_on(judged_once, tmp_path, list(agents.values()))
    return agents


def on(agents, office, day: date, *, rounds: int = 2) -> None:
    office.now = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    for _ in range(rounds):
        for one in agents.values():
            one.rounds()


def subjects(office, address: str) -> list[str]:
    return [str(message["Subject"]) for message in office.messages(address)]


@pytest.mark.long
def test_the_umpire_records_the_day_on_which_mail_reached_the_mailbox(judged, office):
    eve = judged["eve"]
    office.now = datetime(2026, 7, 5, 23, 30, tzinfo=UTC)
    judged["ann"].person.orders("end")
    judged["ann"].rounds()
    office.now = datetime(2026, 7, 9, 8, tzinfo=UTC)  # eve's agent was not running
    eve.rounds()
    [*_, last] = read_events(eve.person.log)
    record = Timekeeping(eve.person.client, "eve", eve.person.sits().table.game_id)
    assert days_in(record.entries)[last.id] == date(2026, 7, 5)


@pytest.mark.long
def test_everybody_is_reported_as_the_deadline_comes_and_passes(judged, office):
    ann, eve = judged["ann"], judged["eve"]
    start = max(days_in(keeper(eve).entries).values())
    assert start == date(2026, 7, 3)
    reported = {}
    for day in range(4, 17):
        before = {
            a: len(subjects(office, a))
            for a in ("ann@home.example", "ann@example.org", "eve@home.example", "bob@home.example")
        }
        on(judged, office, date(2026, 7, day))
        reported[day] = {
            address: [s for s in subjects(office, address)[count:] if "game" in s or "toy" in s]
            for address, count in before.items()
        }
    # Days: 7 from 3 July is the 10th; bank 3 the 13th; grace 2 the 15th.
    mine = {
        day: reported[day]["ann@home.example"]
        for day in reported
        if reported[day]["ann@home.example"]
    }
    assert list(mine) == [8, 10, 11, 14, 16]
    assert "due on 2026-07-10" in mine[8][0]
    assert "due today" in mine[10][0]
    assert "the bank is in use" in mine[11][0]
    assert "the grace period runs" in mine[14][0]
    assert "late" in mine[16][0]
    # The mails of the umpire's agent to ann.
    by_eve = {
        day: [s for s in reported[day]["ann@example.org"] if "ann: " in s]
        for day in reported
        if any("ann: " in s for s in reported[day]["ann@example.org"])
    }
    assert list(by_eve) == [10, 11, 14, 16]
    ruling = [
        s for day in reported for s in reported[day]["eve@home.example"] if "you may rule" in s
    ]
    assert len(ruling) == 1
    assert any("you may rule" in s for s in reported[16]["eve@home.example"])
    late = [s for day in reported for s in reported[day]["bob@home.example"] if "is late" in s]
    assert len(late) == 1
    text = next(t for t in eve.reported if "is late in" in t)
    assert "pbem rule" in text
    assert "--late" in text
    assert "2026-07-15" in text
    assert ann.person.sits().table.result is None  # nothing is ruled but by ann


def keeper(eve) -> Timekeeping:
    return Timekeeping(eve.person.client, "eve", eve.person.sits().table.game_id)


@pytest.mark.long
def test_an_absence_that_the_umpire_entered_puts_the_reminders_off(judged, office):
    keeper(judged["eve"]).absent("ann", date(2026, 7, 5), date(2026, 7, 14))
    before = len(subjects(office, "ann@example.org"))
    for day in range(4, 20):
        on(judged, office, date(2026, 7, day), rounds=1)
    assert not any("ann: " in s for s in subjects(office, "ann@example.org")[before:])
    on(judged, office, date(2026, 7, 20))  # 10 July and ten days
    assert any("ann: due today" in s for s in subjects(office, "ann@example.org")[before:])


def test_who_answers_in_time_is_reminded_of_nothing(judged, office):
    for day in (4, 5, 6):
        on(judged, office, date(2026, 7, day))
    judged["ann"].person.orders("end")
    before = len(judged["ann"].reported)
    on(judged, office, date(2026, 7, 7))
    on(judged, office, date(2026, 7, 10))
    assert not any("due" in text.splitlines()[0] for text in judged["ann"].reported[before:])


def test_an_answer_that_came_late_uses_the_bank_in_the_umpires_count(judged, office):
    judged["ann"].person.orders("end")
    on(judged, office, date(2026, 7, 12))
    from pbem.client.umpire.timekeeping import clock_of

    clock = clock_of(judged["eve"].person.sits(), date(2026, 7, 12))
    assert clock.left == {"ann": 1, "bob": 3}
    assert clock.held.handle == "bob"
    assert clock.held.due == date(2026, 7, 19)


@pytest.mark.long
def test_stand_in_dice_are_given_by_the_umpires_agent_after_the_ruling(judged, office):
    ann, bob, eve = judged.values()
    bob.agent.close()  # bob has gone
    ann.person.orders("draw", "turn-up")
    ann.rounds()
    eve.rounds()
    for day in range(4, 17):
        office.now = datetime(2026, 7, day, 12, tzinfo=UTC)
        ann.rounds()
        eve.rounds()
    assert any("bob is late in" in text for text in eve.reported)
    eve.person.does(acting.rule_out, "bob", note="late")
    eve.rounds(2)
    ann.rounds()
    kinds = [event.kind for event in read_events(ann.person.log)]
    assert "ruling" in kinds
    bob.start()


def test_a_damaged_record_of_days_is_reported_and_holds_up_no_mail(judged, office):
    ann, eve = judged["ann"], judged["eve"]
    record = keeper(eve).path
    record.write_bytes(b"no record\n")
    ann.person.orders("end")
    ann.rounds()
    office.passes(minutes=11)
    eve.rounds(2)
    assert [event.kind for event in read_events(eve.person.log)][-1] == "orders"
    assert any("is damaged" in " ".join(text.split()) for text in eve.reported)
    assert record.read_bytes() == b"no record\n"


# --- days that the umpire signed ---------------------------------------------------------------


def test_agents_keep_signed_days_and_report_once_that_two_differ(judged, office):
    ann, eve = judged["ann"], judged["eve"]
    session = eve.person.sits()
    signed = signing_days.sign_days(session, eve.person.identity, date(2026, 7, 20))
    on(judged, office, date(2026, 7, 20), rounds=1)
    eve.person.does(acting.rule_out, "ann")
    on(judged, office, date(2026, 7, 20))
    kept = ann.person.log.with_suffix(".days")
    assert kept.read_bytes() == signed.read_bytes()
    assert not any("signed two days" in text for text in ann.reported)
    [*_, last] = read_days(signed)[-1].days
    other = make_days(
        None, [msgspec.structs.replace(last, day="2026-07-19")],
        game=session.table.game_id, by="eve", seed=eve.person.identity.sign_seed,
    )  # fmt: skip
    for hour in (13, 14):  # the same once more is no news
        message = EmailMessage()
        message["From"], message["To"] = "eve@example.org", "ann@example.org"
        message.set_content("The days.")
        message.add_attachment(
            days_to_bytes(other) + b"\n", maintype="application", subtype="octet-stream",
            filename=f"{hour}.days",
        )  # fmt: skip
        office.now = datetime(2026, 7, 20, hour, tzinfo=UTC)
        office.deliver("ann@example.org", message.as_bytes())
        ann.rounds()
    [reported] = [text for text in ann.reported if "signed two days" in text]
    assert "eve signed two days for event" in " ".join(reported.split())
    assert other in read_days(kept)

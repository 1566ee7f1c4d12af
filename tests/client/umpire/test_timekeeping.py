"""The umpire's record of days, and what the clock of a game says by it (docs/time.md)."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import msgspec
import pytest

from pbem.client.client import Client, NotFound
from pbem.client.many.dice_for_all import Keep, keep_files
from pbem.client.play import acting
from pbem.client.session import consents, drafts
from pbem.client.session.day_record import Timekeeping, away_in, days_in, more_in
from pbem.client.umpire import entering_days
from pbem.client.umpire.lateness import draft_ruling, find_late, late
from pbem.client.umpire.timekeeping import clock_of
from pbem.client.umpire.words import clock_lines, due_words
from pbem.client.views import looking
from pbem.errors import FormError, LogFileError, NotYourPen
from pbem.log.file import read_events
from pbem.table.events import kinds
from pbem.table.events.kinds import Clock
from toy.moved import Moved, day


@pytest.fixture
def calendar(monkeypatch):
    return Moved(monkeypatch)


@pytest.fixture
def opened(calendar, person, tmp_path, judged_folder):
    """Return how ann opens a game with bob that uma judges; all join on the 1st.

    Each such game is played once, and every test has a copy of its own.
    """
    assert calendar.day == day(1)

    def begin(clock=None):
        shutil.copytree(judged_folder(clock), tmp_path, dirs_exist_ok=True)
        return person("ann"), person("bob"), person("uma")

    return begin


@pytest.fixture
def judged(opened):
    """7 days, 10 of bank, 2 of grace: ann is active by event 3, bob's join."""
    return opened(clock=Clock(7, 10, 2, None))


def record(uma) -> Timekeeping:
    return Timekeeping(uma.client, "uma", uma.sits().table.game_id)


def events(person):
    return list(read_events(person.log))


def reached(uma, **days: int) -> None:
    """Enter on which days mail with the events came: reached(uma, e3=5)."""
    logged = events(uma)
    for name, number in days.items():
        record(uma).reached([logged[int(name[1:])]], day(number))


# --- the record --------------------------------------------------------------------------------

LOG = list(read_events(Path(__file__).parents[3] / "docs" / "vector" / "saipan.pbem"))[:4]


@pytest.fixture
def empty(tmp_path):
    """A record of a game of which it needs to know nothing."""
    return Timekeeping(Client(tmp_path), "uma", LOG[0].id)


def test_the_first_day_counts(empty):
    assert empty.entries == []
    empty.reached(LOG, day(5))
    before = empty.path.read_bytes()
    empty.reached(LOG, day(5))
    empty.reached(LOG, day(9))
    assert empty.path.read_bytes() == before
    empty.reached(LOG[3:], day(4))  # mail that had come before it was looked at
    assert list(days_in(empty.entries).values()) == [day(5)] * 3 + [day(4)]


def test_it_is_a_file_of_lines_at_the_umpires_client(empty, tmp_path):
    empty.reached(LOG[3:], day(5))
    empty.absent("bob", day(20), day(24))
    empty.back("bob", day(22))
    empty.more("ann", 3, LOG[3].id)
    assert empty.path == tmp_path / "clock" / "uma" / f"{LOG[0].id}.jsonl"
    assert [msgspec.json.decode(line) for line in empty.path.read_bytes().splitlines()] == [
        {"what": "reached", "seq": 3, "event": LOG[3].id, "day": "2026-12-05"},
        {"what": "absent", "handle": "bob", "first": "2026-12-20", "last": "2026-12-24"},
        {"what": "back", "handle": "bob", "day": "2026-12-22"},
        {"what": "more", "handle": "ann", "days": 3, "event": LOG[3].id},
    ]
    assert empty.path.stat().st_mode & 0o077 == 0


def test_a_write_that_was_cut_off_counts_for_nothing(empty):
    empty.reached(LOG[2:3], day(3))
    whole = empty.path.read_bytes()
    for cut in (whole[:-1], whole[:20]):
        empty.path.write_bytes(whole + cut)
        assert len(empty.entries) == 1
    empty.reached(LOG[3:], day(4))
    assert empty.path.read_bytes().startswith(whole + b'{"what":"reached","seq":3')
    assert len(empty.entries) == 2


@pytest.mark.parametrize(
    "damage",
    [
        b"{}\n",
        b'{"what":"\xcc "}\n',
        b'{"what":"reached","seq":1,"event":"x","day":"2026-02-30"}\n',
        b"\xff\n",
        b"\n",
    ],
)
def test_a_damaged_record_is_reported_and_not_written_to(empty, damage):
    empty.path.parent.mkdir(parents=True)
    empty.path.write_bytes(damage)
    for write in (
        lambda: empty.reached(LOG, day(5)),
        lambda: empty.absent("bob", day(5), day(6)),
        lambda: empty.more("bob", 5, LOG[3].id),
    ):
        with pytest.raises(LogFileError, match=r"damaged .* Restore it from a copy"):
            write()
    assert empty.path.read_bytes() == damage


def test_many_write_at_once(empty):
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: empty.reached([LOG[n % 4]], day(1 + n % 7)), range(40)))
    assert list(days_in(empty.entries).values()) == [day(1)] * 4


def test_absences_and_their_end(empty):
    empty.absent("bob", day(10), day(14))
    empty.absent("bob", day(20), day(24))
    empty.absent("ann", day(1), day(1))
    with pytest.raises(FormError, match="ends before it begins"):
        empty.absent("bob", day(10), day(9))
    with pytest.raises(FormError, match="Check the year"):
        empty.absent("bob", day(10), date(2036, 12, 10))
    empty.back("bob", day(12))
    away = away_in(empty.entries)
    assert away == {"bob": [(day(10), day(11))], "ann": [(day(1), day(1))]}
    with pytest.raises(FormError, match="no absence of bob on 2026-12-12 UTC or later"):
        empty.back("bob", day(12))
    empty.absent("bob", day(30), day(31))
    assert away_in(empty.entries)["bob"] == [(day(10), day(11)), (day(30), day(31))]


def test_more_days_add_up_within_bounds(empty):
    empty.more("ann", 3, LOG[3].id)
    empty.more("ann", 2, LOG[3].id)
    empty.more("ann", 1, LOG[2].id)
    assert more_in(empty.entries) == {("ann", LOG[3].id): 5, ("ann", LOG[2].id): 1}
    for days in (0, -1, 366):
        with pytest.raises(FormError, match="1 to 365 days"):
            empty.more("ann", days, LOG[3].id)


# --- the clock ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("today", "said"),
    [
        (4, "due on 2026-12-11 UTC ("),
        (11, "due on 2026-12-11 UTC ("),
        (12, "using the bank since 2026-12-12 UTC, due on 2026-12-23 UTC at the latest ("),
        (21, "using the bank since 2026-12-12 UTC, due on 2026-12-23 UTC at the latest ("),
        (22, "in the grace period since 2026-12-22 UTC, due on 2026-12-23 UTC at the latest ("),
        (23, "in the grace period since 2026-12-22 UTC, due on 2026-12-23 UTC at the latest ("),
        (24, "late since 2026-12-24 UTC: the umpire may rule ("),
    ],
)
def test_what_the_umpire_is_reported(judged, today, said):
    _, _, uma = judged
    reached(uma, e3=4)
    why = (
        "7 days from event 3, which reached the umpire on 2026-12-04 UTC; then 10 of 10 days of "
        "bank, then 2 of grace)"
    )
    assert looking.deadline(uma.sits(), day(today)) == said + why


def test_what_a_player_is_reported(judged):
    ann, bob, uma = judged
    reached(uma, e3=4)  # which only uma knows
    for one in (ann, bob):
        assert looking.deadline(one.sits(), day(5)) == (
            "due on 2026-12-08 UTC (7 days from event 3, 2026-12-01 UTC by the dates in the log; "
            "then 10 of 10 days of bank, then 2 of grace; what counts is when mail reached the "
            "umpire, uma)"
        )


def test_the_bank_of_each_and_who_is_away(judged, calendar):
    ann, _, uma = judged
    calendar.to(12)
    ann.orders("move 1", "end")
    uma.takes(ann.sends())
    reached(uma, e3=2, e4=14)
    record(uma).absent("bob", day(16), day(18))
    record(uma).absent("ann", day(2), day(4))  # over; the day of the event counts for nobody
    found = clock_of(uma.sits(), day(17))
    assert found is not None
    assert found.left == {"ann": 7, "bob": 10}
    assert found.away == {"bob": [(day(16), day(18))]}
    assert found.held is not None
    assert (found.held.handle, found.held.away, found.held.due) == ("bob", 2, day(24))
    assert clock_lines(uma.sits(), found) == [
        "toy-ann-bob: 7 days to answer, 10 days of bank, 2 days of grace; umpire uma.",
        "  ann  7 days of bank left",
        "  bob  10 days of bank left; away 2026-12-16 to 2026-12-18 UTC",
        uma.sits().table.active().why,
        f"The answer is {due_words(found)}.",
    ]
    assert "not counting 2 days of absence" in due_words(found)


def test_dates_are_brought_between_what_is_certain(judged, calendar):
    """Events 4 to 7, three of which the record lacks, with dates that cannot be."""
    ann, bob, uma = judged
    for dated, who, order in ((30, ann, "move 1"), (1, ann, "end"), (20, bob, "move 1")):
        calendar.to(dated)
        who.orders(order)
        for other in (ann, bob, uma):
            other.takes(who.sends())
    reached(uma, e3=6, e5=10)
    reached(uma, e6=8)  # no event counts as earlier than the one that it extends
    assert clock_of(uma.sits(), day(15)).held.day == day(10)


def test_what_is_not_in_the_log_counts_for_nothing(judged):
    _, _, uma = judged
    reached(uma, e3=4)
    before = clock_of(uma.sits(), day(9))
    record(uma).more("ann", 30, "0" * 64)
    other = msgspec.structs.replace(events(uma)[3], id="1" * 64)
    record(uma).reached([other], day(1))
    assert clock_of(uma.sits(), day(9)) == before


def test_no_clock_runs(opened):
    _, _, uma = opened()
    assert clock_of(uma.sits(), day(9)) is None
    assert looking.deadline(uma.sits()) is None
    assert "without a clock" in clock_lines(uma.sits(), None)[0]
    with pytest.raises(NotYourPen, match="without a clock"):
        late(uma.sits(), day(30))
    with pytest.raises(FormError, match="without a clock"):
        entering_days.absent(uma.sits(), "ann", "2026-12-01", "2026-12-02")


def test_after_the_end_none_runs(judged):
    ann, _, uma = judged
    ann.does(acting.resign)
    uma.takes(ann.sends())
    assert clock_of(uma.sits(), day(9)) is None
    assert clock_lines(uma.sits(), None)[1] == "No clock runs. The game is over."


def test_while_the_umpire_has_the_active_none_runs(calendar, ann, bob, person):
    uma = person("uma")
    ann.meets(bob, uma)
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma", clock=Clock(7, 10, 2, None))
    found = clock_of(ann.sits(), day(31))
    assert found is not None
    assert found.held is None
    assert looking.deadline(ann.sits(), day(31)) is None
    assert clock_lines(ann.sits(), found)[-1] == "No clock runs for the umpire."


def test_for_who_was_put_out_none_runs(calendar, ann, bob, person):
    """Bob owes the opening of a plan still, and nobody can put bob out twice."""
    uma = person("uma")
    ann.meets(bob, uma)
    seats = {"red": "ann", "blue": "bob"}
    ann.opens(seats=seats, umpire="uma", clock=Clock(7, 10, 2, None), scenario="plans")
    last = ann
    for one, does in (
        (uma, acting.join), (ann, acting.join), (bob, acting.join),
        (ann, sealing), (bob, sealing), (ann, acting.resign),
    ):  # fmt: skip
        if last is not one:
            one.takes(last.sends())
        one.does(does)
        last = one
    uma.takes(ann.sends())
    assert clock_of(uma.sits(), day(9)).held.handle == "bob"
    uma.does(acting.rule_out, "bob")
    ann.takes(uma.sends())
    ann.does(acting.reveal)
    uma.takes(ann.sends())
    assert "Waiting for bob to reveal the sealed plan-blue" in uma.sits().table.active().why
    assert clock_of(uma.sits(), date(2027, 6, 1)) is None
    with pytest.raises(NotYourPen, match="No clock runs"):
        late(uma.sits(), date(2027, 6, 1))


def sealing(session, identity):
    return acting.seal(session, identity, drafts.draft_secret(session, b"plan 3"))


# --- what is entered by hand -------------------------------------------------------------------


def test_what_an_umpire_takes_in_is_entered(judged, calendar):
    ann, bob, uma = judged
    ann.orders("move 1", "end")
    reached(uma, e3=1)
    uma.takes(ann.sends(), day=day(7))
    uma.takes(ann.sends(), day=day(9))  # nothing new
    assert days_in(record(uma).entries) == {events(uma)[3].id: day(1), events(uma)[4].id: day(7)}
    bob.takes(ann.sends(), day=day(7))
    assert not (bob.folder / "clock").exists()
    bob.orders("end")
    uma.takes(bob.sends(), day=day(8))
    assert days_in(record(uma).entries)[events(uma)[5].id] == day(8)


def test_what_a_keeper_of_many_games_takes_in_is_entered(judged):
    ann, _, uma = judged
    ann.orders("move 1", "end")
    list(keep_files(uma.client, lambda _: uma.identity, Keep("uma", day=day(7)), [ann.sends()]))
    assert days_in(record(uma).entries) == {events(uma)[4].id: day(7)}


def test_what_only_the_umpire_may_enter(judged, calendar):
    ann, _, uma = judged
    calendar.to(12)
    with pytest.raises(NotYourPen, match=r"The umpire, uma, keeps the days of game\. Ask by mail"):
        entering_days.absent(ann.sits(), "ann", "2026-12-01", "2026-12-02")
    with pytest.raises(NotFound, match=r"'anne' does not play in toy-ann-bob; did you mean ann\?"):
        entering_days.absent(uma.sits(), "anne", "2026-12-01", "2026-12-02")
    with pytest.raises(FormError, match=r"'1 June' is not a day\. Write it as 2026-12-20"):
        entering_days.absent(uma.sits(), "ann", "1 June", "2026-12-02")
    with pytest.raises(NotYourPen, match=r"bob has none to answer: Waiting for ann \(red\)"):
        entering_days.more(uma.sits(), "bob", "3")
    with pytest.raises(FormError, match="'-3' is not a number of days"):
        entering_days.more(uma.sits(), "ann", "-3")
    assert record(uma).entries == []
    entering_days.absent(uma.sits(), "ann", "2026-12-10", "2026-12-20")
    entering_days.back(uma.sits(), "ann")
    entering_days.more(uma.sits(), "ann", "3")
    held = clock_of(uma.sits(), day(12)).held
    assert (held.allowed, held.more, held.due) == (10, 3, day(13))  # 1st, ten days, two absent


def test_without_an_umpire_nobody_keeps_days(calendar, ann, bob):
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"}, clock=Clock(7, 0, 0, None))
    with pytest.raises(NotYourPen, match="no umpire"):
        entering_days.absent(ann.sits(), "bob", "2026-12-01", "2026-12-02")
    assert looking.deadline(ann.sits(), day(12)) == (
        "late since 2026-12-09 UTC: nobody can rule without an umpire (7 days from event 1, "
        "2026-12-01 UTC by the dates in the log; no umpire keeps the days, and the dates in a log "
        "are only claims)"
    )


# --- rulings -----------------------------------------------------------------------------------


def test_a_ruling_is_drafted_for_the_umpire_when_somebody_is_late(judged):
    _, bob, uma = judged
    reached(uma, e3=4)
    assert draft_ruling(uma.sits(), day(23)) is None
    with pytest.raises(NotYourPen, match=r"Nobody is late .* you may rule from 2026-12-24 UTC on"):
        late(uma.sits(), day(23))
    found = late(uma.sits(), day(24))
    assert found.handle == "ann"
    assert found.facts == (
        f"ann has been the active player since event 3 ({events(uma)[3].id[:16]}, by bob), which "
        "reached the umpire uma on 2026-12-04 UTC. 7 days to answer, 10 of 10 days of bank and 2 "
        "of grace ended on 2026-12-23 UTC. On 2026-12-24 UTC, no answer had come."
    )
    drafted = draft_ruling(uma.sits(), day(24))
    assert drafted is not None
    assert found.facts in drafted
    assert "'pbem rule toy-ann-bob --late'" in drafted
    assert draft_ruling(bob.sits(), day(24)) is None
    assert uma.count == 4  # nothing is signed


def test_what_the_record_does_not_show_is_not_ruled_on(judged):
    """By its own date event 3 is long past; nobody says when it reached the umpire."""
    _, _, uma = judged
    assert "late since" in looking.deadline(uma.sits(), day(31))
    with pytest.raises(NotYourPen, match="lacks the days on which event 3"):
        late(uma.sits(), day(31))
    assert draft_ruling(uma.sits(), day(31)) is None


def test_while_a_fork_is_not_settled_nobody_is_late(judged, calendar, tmp_path):
    """ann signs two histories; only the umpire's word says which one bob was to answer."""
    ann, _, uma = judged
    backup = tmp_path / "backup"
    shutil.copytree(ann.folder, backup)
    ann.orders("move 1", "end")
    uma.takes(ann.sends())
    ann.client.close()
    shutil.rmtree(ann.folder)
    shutil.move(backup, ann.folder)
    ann.orders("move 2", "end")
    assert uma.takes(ann.sends()).status == "fork"
    reached(uma, e4=2)
    with pytest.raises(NotYourPen, match=r"not settled .* FORK: ann has signed two .* branch'"):
        late(uma.sits(), day(28))
    assert draft_ruling(uma.sits(), day(28)) is None
    calendar.to(28)
    [proof] = uma.client.games.glob("*.fork")
    uma.does(acting.rule_fork, proof, forfeit=False)
    held = clock_of(uma.sits(), day(28)).held
    assert (held.handle, held.day, held.stage) == ("bob", day(28), "time")


def test_who_is_not_late_is_put_out_with_anyway_only(judged):
    _, _, uma = judged
    with pytest.raises(
        NotYourPen, match=r"lacks the days .* With --anyway you can sign the ruling"
    ):
        find_late(uma.sits(), "ann", anyway=False, today=day(31))
    assert find_late(uma.sits(), "ann", anyway=True, today=day(31)) is None
    reached(uma, e3=4)
    with pytest.raises(
        NotYourPen, match=r"Nobody is late .* With --anyway .* it is not about days"
    ):
        find_late(uma.sits(), "ann", anyway=False, today=day(23))
    assert find_late(uma.sits(), "ann", anyway=True, today=day(23)) is None
    with pytest.raises(NotYourPen, match="bob is not late: ann is"):
        find_late(uma.sits(), "bob", anyway=False, today=day(24))
    # A late player is put out as by --late, with the days.
    for anyway in (False, True):
        assert find_late(uma.sits(), "ann", anyway=anyway, today=day(24)) == late(
            uma.sits(), day(24)
        )


def test_the_days_stand_in_the_ruling(judged, calendar):
    ann, _, uma = judged
    reached(uma, e3=4)
    record(uma).absent("ann", day(6), day(7))
    record(uma).more("ann", 1, events(uma)[3].id)
    calendar.to(9)
    ann.orders("move 1")
    uma.takes(ann.sends())
    reached(uma, e4=9)
    with pytest.raises(NotYourPen):
        late(uma.sits(), day(26))
    found = late(uma.sits(), day(27))
    ruling = kinds.PutOut(out=found.handle, as_="forfeit", late=found.late)
    assert kinds.write_data(ruling)["late"] == {
        "owed": "orders", "event": events(uma)[3].id, "day": "2026-12-04", "on": "2026-12-27",
        "allowed": 8, "granted": 1, "used": 21, "absent": 2, "bank": 10, "grace": 2, "turn": None,
    }  # fmt: skip
    uma.does(acting.rule_out, found.handle, late=found.late)
    assert events(uma)[-1].data["late"]["used"] == 21


def test_the_facts_stand_in_the_ruling(judged):
    _, bob, uma = judged
    reached(uma, e3=4)
    found = late(uma.sits(), day(24))
    done = uma.does(acting.rule_out, found.handle, note=found.facts)
    assert done.result == "blue (bob) wins (forfeit)"
    assert events(uma)[-1].data["note"] == found.facts
    taken = bob.takes(uma.sends())
    assert taken.happened[-1].note == found.facts


def test_a_replacement_has_a_full_bank_and_all_of_his_days(judged, calendar, person):
    """The ruling of the 24th makes cat active, who joins."""
    _, _, uma = judged
    cat = person("cat")
    uma.meets(cat)
    reached(uma, e3=4)
    calendar.to(24)
    found = late(uma.sits(), day(24))
    uma.does(acting.rule_out, found.handle, "cat", note=found.facts)
    clock = clock_of(uma.sits(), day(24))
    assert clock.left == {"bob": 10, "cat": 10}
    assert (clock.held.handle, clock.held.day, clock.held.due) == ("cat", day(24), day(31))
    assert clock.kept  # the umpire knows the day of the ruling


def test_dice_owed_by_who_is_put_out_are_the_umpires(judged, calendar, person, tmp_path):
    ann, bob, uma = judged
    cat = person("cat")
    uma.meets(cat)
    bob.meets(cat)
    calendar.to(2)
    ann.orders("attack blue")
    bob.takes(ann.sends())
    bob.orders("pass")  # whether to fire first
    uma.takes(bob.sends())
    assert uma.sits().table.active().why == "Waiting for ann's computer to roll (event 5)."
    record(uma).reached(events(uma), day(2))
    found = late(uma.sits(), day(22))
    assert found.handle == "ann"
    to = consents.wanted(bob.sits(), found.handle, "cat")
    agreed = consents.consent(bob.sits(), bob.identity, to, tmp_path)
    uma.does(acting.rule_out, found.handle, "cat", consents=[agreed], note=found.facts)
    assert acting.after_ruling(uma.sits()) == [
        "You keep these dice in place of the player who is out: pbem dice toy-ann-bob"
    ]
    assert clock_of(uma.sits(), day(29)).held is None
    uma.does(acting.dice)
    assert acting.after_ruling(uma.sits()) == []

"""Attacks on the clock: time that a player takes without being late (P11)."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from pbem.audit import report
from pbem.audit.judging import JudgeOptions, judge
from pbem.client.exchange.taking import TakeOptions as Take
from pbem.client.messages.bundles import take_what_came
from pbem.games import registry
from pbem.log.days import Days, Row, days_to_bytes, make_days
from pbem.log.file import to_bytes
from pbem.table.clock import Course, Held, Move, reckon
from pbem.table.events.kinds import Clock, read_data
from pbem.table.words.reporting import ruling_words
from toy.cheat import attack
from toy.group import PASS, Group, identity, move, retreat, toy_library
from toy.group import attack as attack_order
from toy.people import Person

BEGAN = date(2026, 3, 1)
LIGHT = {"turn": move(1), "fire": PASS, "retreat": retreat(1), "advance": PASS}
"""An answer to each question of the toy game."""


class Weeks:
    """A game that uma judges; the record says on which day each event came."""

    def __init__(self, folder, terms: Clock) -> None:
        self.group = Group.joined(folder, umpire="uma", clock=terms)
        self.terms = terms
        self.days = [BEGAN] * len(self.group.events)

    def enters(self, today: date) -> None:
        self.days += [today] * (len(self.group.events) - len(self.days))

    def held(self, today: date) -> Held:
        table, moves = self.group.table, []
        for event, day in zip(self.group.events, self.days, strict=True):
            moves.append(Move(event.seq, event.kind, event.by, day))
        phases = frozenset(seq for seq, _ in table.phases)
        course = Course(terms=self.terms, moves=moves, umpire="uma", phases=phases)
        held = reckon(course, table.active().handle, today).held
        assert held is not None
        return held


@attack("P11", "write one event a week that does almost nothing", "late: the clock runs on")
def test_an_event_a_week(tmp_path):
    game = Weeks(tmp_path, Clock(7, 10, 2, None))
    for week, order in enumerate((move(1), {"do": "draw"}, {"do": "draw"}), 1):
        assert game.held(BEGAN + timedelta(7 * week)).stage == (
            "late" if week == 3 else "bank" if week == 2 else "time"
        )
        game.group.orders("ann", order)
        game.enters(BEGAN + timedelta(7 * week))
    held = game.held(BEGAN + timedelta(22))
    assert (held.handle, held.used, held.stage) == ("ann", 22, "late")


@attack(
    "P11",
    "attack once a week, each attack answered at once",
    "it uses up the days of the turn, then the bank",
)
def test_an_attack_a_week(tmp_path):
    limited, endless = (Weeks(tmp_path / f"{turn}", Clock(7, 3, 2, turn)) for turn in (14, None))
    for week in range(1, 4):
        today = BEGAN + timedelta(7 * week)
        for game in (limited, endless):
            answer_all(game, "ann", attack_order("blue"))
            game.enters(today)
    # Three weeks for three attacks: 21 days, of which 14 are the turn's, 3 the bank's, 2 grace. The
    # umpire could have ruled on the 20th; nothing is left for what the umpire is asked now.
    tomorrow = today + timedelta(1)
    assert (limited.held(tomorrow).stage, endless.held(tomorrow).stage) == ("late", "time")


@attack(
    "P11",
    "umpire: put out a player who is not late, and do not mention days",
    "refused, or the ruling says so",
)
def test_a_ruling_that_says_nothing_of_days(tmp_path):
    group = Weeks(tmp_path, Clock(7, 10, 2, None)).group
    out = {"out": "ann", "as": "forfeit"}
    group.refused(group.forge("uma", "ruling", out), "event.kind", blame=[])
    said = group.forge("uma", "ruling", out | {"late": None})
    assert ruling_words(read_data("ruling", said.data), {}) == (
        "rules that ann has forfeited. The ruling does not say that ann was late."
    )


def answer_all(game: Weeks, who: str, order) -> None:
    """``who`` orders; then everybody answers, and dice are given, until ``who`` is asked again."""
    group = game.group
    group.orders(who, order)
    while True:
        now, play = group.table.active(), group.table.play
        if now.kinds == ("dice",):
            group.play(now.handle, "dice")
        elif play.asked.phase:
            assert now.handle == who
            return
        else:
            group.orders(now.handle, LIGHT[play.asked.name])


# --- the umpire's days -------------------------------------------------------------------------


def signed(group: Group, days: dict[int, int], before: Days | None = None) -> Days:
    """The umpire signs that event n came on the day days[n] after BEGAN."""
    rows = [
        Row(0, f"{BEGAN + timedelta(number)}", group.events[seq].id, 0)
        for seq, number in days.items()
    ]
    uma = identity("uma")
    game = group.events[0].id
    return make_days(before, rows, game=game, by="uma", seed=uma.sign_seed)


def judged(folder, group: Group, *lines: Days):
    log, days = folder / "game.pbem", folder / "game.days"
    log.write_bytes(to_bytes(group.events))
    days.write_bytes(b"".join(days_to_bytes(one) + b"\n" for one in lines))
    return judge([log, days], toy_library, JudgeOptions(processes=1))


LATE = {
    "owed": "orders", "day": "2026-03-02", "on": "2026-03-22", "used": 20, "absent": 0,
    "allowed": 7, "granted": 0, "bank": 10, "grace": 2, "turn": None,
}  # fmt: skip


def ruled(tmp_path, **changes) -> Group:
    """Ann is active by event 3, and is put out on 22 March."""
    terms = Clock(7, 10, 2, None)
    group = Group.joined(tmp_path / "table", umpire="uma", clock=terms)
    late = LATE | {"event": group.events[3].id} | changes
    data = {"out": "ann", "as": "forfeit", "late": late}
    group.take(group.forge("uma", "ruling", data))
    return group


@attack("P11", "umpire: sign one day for one player and another for the rest", "convicted")
def test_two_days_for_one_event(tmp_path):
    group = ruled(tmp_path)
    first = signed(group, {3: 1})
    assert judged(tmp_path, group, first).ok
    found = judged(tmp_path, group, first, signed(group, {3: 9}, first))
    assert not found.ok
    assert found.days[0].convicted
    assert found.days[0].messages[0] == (
        "uma signed two days for event 3: 2026-03-02 in line 0 and 2026-03-10 in line 1"
    )


@attack(
    "P11", "umpire: rule by other days than those signed", "the verdict reports it, with each day"
)
def test_a_ruling_by_other_days(tmp_path):
    group = ruled(tmp_path)
    found = judged(tmp_path, group, signed(group, {3: 9}))
    assert found.logs[0].ok  # no date makes a ruling invalid
    assert not found.days[0].ok
    assert not found.days[0].convicted
    says = "the ruling in event 4 and the days that uma signed differ on ann, "
    by_days = "by the days that uma signed"
    assert found.days[0].messages == (
        f"{says}day on which the clock started: 2026-03-02 in the ruling, 2026-03-10 by the days",
        f"{says}days used: 20 in the ruling, 12 by the days",
        f"{by_days}, ann was not late on 2026-03-22 and had time until 2026-03-29",
    )


@attack(
    "P11",
    "change a day that the umpire signed, or sign one in the umpire's name",
    "it does not count",
)
def test_days_that_the_umpire_did_not_sign(tmp_path):
    group = ruled(tmp_path)
    good = signed(group, {3: 1})
    forged = msgspec.structs.replace(good, days=signed(group, {3: 9}).days)
    found = judged(tmp_path, group, good, forged)
    assert not found.ok
    assert not found.days[0].convicted
    [said] = found.days[0].messages
    assert "lines that the umpire of this game did not sign do not count" in said


@attack(
    "P11",
    "umpire: mail different signed days to two players",
    "both are kept; the first copy shows it",
)
def test_two_players_are_given_different_days(tmp_path, monkeypatch):
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))
    group = ruled(tmp_path)
    log = tmp_path / "game.pbem"
    log.write_bytes(to_bytes(group.events))
    given = {"ann": signed(group, {3: 1}), "bob": signed(group, {3: 9})}
    for name, days in given.items():
        person = Person(name, tmp_path)
        assert person.takes(log).good
        for number, line in enumerate((days, given["bob" if name == "ann" else "ann"])):
            path = tmp_path / f"{number}.days"
            path.write_bytes(days_to_bytes(line) + b"\n")
            [taken] = take_what_came(person.client, [path], Take(name))
            assert taken.good is (number == 0)
        assert taken.warnings[0].startswith("uma signed two days for event 3: 2026-03-")
        found = judge(
            [log, person.log.with_suffix(".days")], toy_library, JudgeOptions(processes=1)
        )
        assert found.days[0].convicted
        person.client.close()


@attack(
    "P11", "umpire: rule by days that no reader of the verdict sees", "the verdict has each day"
)
def test_a_verdict_reports_the_days_of_a_ruling(tmp_path):
    turn = {"allowed": 14, "used": 30, "granted": 3, "absent": 4}
    group = ruled(tmp_path, absent=5, granted=2, turn=turn)
    log = tmp_path / "game.pbem"
    log.write_bytes(to_bytes(group.events))
    [verdict] = judge([log], toy_library, JudgeOptions(processes=1)).logs
    [reported] = [line for line in report.lines(verdict) if line.startswith("Event 4:")]
    event = group.events[3].id
    assert reported == (
        "Event 4: uma rules that ann has forfeited, who was late on 2026-03-22 by the "
        f"umpire's count (20 days since 2026-03-02). Due since event {event[:16]}..., which "
        "reached the umpire on 2026-03-02: orders. Up to 2026-03-22, 20 days counted, "
        "and 5 of absence did not; 7 were allowed (2 of them granted). 10 of bank and 2 "
        "of grace were left when this move began. In the whole turn 30 days counted, "
        "and 4 of absence did not; 14 were allowed (3 of them granted)."
    )
    late = LATE | {"event": event, "absent": 5, "granted": 2, "turn": turn}
    [said] = msgspec.json.decode(report.to_json(verdict))["rulings"]
    assert said["late"] == late

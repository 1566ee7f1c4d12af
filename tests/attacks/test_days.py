"""Attacks on the clock: time that a player takes without being late (P11)."""

from __future__ import annotations

from datetime import date, timedelta

from pbem.table.clock import Course, Held, Move, reckon
from pbem.table.kinds import Clock, read_data
from pbem.table.telling import ruling_words
from toy.cheat import attack
from toy.group import PASS, Group, move, retreat
from toy.group import attack as attack_order

BEGAN = date(2026, 3, 1)
LIGHT = {"turn": move(1), "fire": PASS, "retreat": retreat(1), "advance": PASS}
"""An answer to each question of the toy game."""


class Weeks:
    """A game that uma judges; her record says on which day each event reached her."""

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
        held = reckon(course, table.pen().handle, today).held
        assert held is not None
        return held


@attack("P11", "one event a week that does next to nothing", "late: the clock runs on")
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


@attack("P11", "one attack a week, each answered at once", "the days of the turn, then the bank")
def test_an_attack_a_week(tmp_path):
    limited, endless = (Weeks(tmp_path / f"{turn}", Clock(7, 3, 2, turn)) for turn in (14, None))
    for week in range(1, 4):
        today = BEGAN + timedelta(7 * week)
        for game in (limited, endless):
            answer_all(game, "ann", attack_order("blue"))
            game.enters(today)
    # Three weeks for three attacks: 21 days, of which 14 are the turn's, 3 the bank's, 2 grace.
    # The umpire could have ruled on the 20th; nothing is left for what she is asked now.
    tomorrow = today + timedelta(1)
    assert (limited.held(tomorrow).stage, endless.held(tomorrow).stage) == ("late", "time")


@attack("P11", "put a player out who is not late, and say nothing of it", "refused, or it says so")
def test_a_ruling_that_says_nothing_of_days(tmp_path):
    group = Weeks(tmp_path, Clock(7, 10, 2, None)).group
    out = {"out": "ann", "as": "forfeit"}
    group.refused(group.forge("uma", "ruling", out), "ruling.wrong", blame=["uma"])
    said = group.forge("uma", "ruling", out | {"late": None})
    assert ruling_words(read_data("ruling", said.data), {}) == (
        "rules that ann has forfeited, which is no matter of days."
    )


def answer_all(game: Weeks, who: str, order) -> None:
    """``who`` orders; then everybody answers, and dice are given, until he has the phase again."""
    group = game.group
    group.orders(who, order)
    while True:
        now, play = group.table.pen(), group.table.play
        if now.kinds == ("dice",):
            group.play(now.handle, "dice")
        elif play.asked.phase:
            assert now.handle == who
            return
        else:
            group.orders(now.handle, LIGHT[play.asked.name])

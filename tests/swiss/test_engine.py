"""The engine that pairs a Swiss against another one, in tournaments by chance.

The other, py4swiss, pairs by the rules in force until January 2026, with the matching of
bbpPairings. If both differ, the criteria of the rules in force now say that ours is better, or say
nothing, and the other's is better only by what was a float until then. By hand, with what decided:
``PYTHONPATH=tests python -m swiss.test_engine FIRST COUNT``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from long import times
from pbem.errors import FormError
from pbem.tournament.exchange import trf
from pbem.tournament.history import Decided, Entrant, History, Paired
from pbem.tournament.pairings import pairing
from pbem.tournament.ranking.meetings import met
from swiss.criteria import Numbers, Player, Round
from toy.meeting import Meeting, swiss

WORSE = ("tournament 105, round 5: C6",)
"""The tournaments from 0 to 1,599 in which the engine is wrong: it makes one pair where there are
two."""

EVERY = 25
"""How many tournaments one test plays."""


class Field:
    """A Swiss of four to twelve, of whom some go and come back; an outcome may be a forfeit."""

    def __init__(self, number: int, least: int = 4, most: int = 12) -> None:
        self.rng = random.Random(number)  # noqa: S311 - no secret
        count = self.rng.randint(least, most)
        self.history = Meeting(swiss(min(count - 1, self.rng.randint(2, 7)))).now
        self.history.closed = "0" * 64
        for no in range(1, count + 1):
            self.history.entrants.append(Entrant(no, f"p{no:02}", f"{no:064x}", 1, 0))
        self.history.order = list(range(1, count + 1))
        self.history.first_has_first = self.rng.random() < 0.5

    def turns(self) -> None:
        """Somebody goes, or comes back."""
        if self.rng.random() < 0.2:
            who, next_ = self.rng.choice(self.history.entrants), self.history.next_round
            self.history.turn(who, next_, back=not who.plays(next_))

    def plays(self, made: pairing.Pairings) -> None:
        """Play a round as it is paired."""
        self.history.add_round(Paired(f"{self.history.next_round:064x}", *made))
        for at in self.history.owed():
            played = self.rng.random() > 0.06
            outcome = self.rng.choice(("first", "second", *(("draw",) if played else ())))
            self.history.decide(at, Decided(outcome, played, "", ""))


def theirs(history: History, folder: Path) -> set[tuple[int, int]]:
    """Return whom the other engine pairs, the first first."""
    lines = trf(history).splitlines()
    gone = {
        place
        for place, number in enumerate(history.places(), 1)
        if not history.entrant(number).plays(history.next_round)
    }
    file = folder / "cup.trf"
    file.write_text(
        "".join(
            line + ("  0000 - Z" if line[:3] == "001" and int(line[4:8]) in gone else "") + "\n"
            for line in lines
        )
    )
    made = DutchEngine.generate_pairings(TrfParser.parse(file, strict=True))
    numbers = history.places()
    return {(numbers[one.white - 1], numbers[one.black - 1]) for one in made if one.black}


def judged(history: History, *, before_2026: bool = False) -> Round:
    """Return who plays in the next round, as the criteria look at them.

    Before 2026 anyone who had no game in a round, for whatever reason, floated down.
    """
    rounds, next_ = met(history), history.next_round
    before = pairing._before(history, rounds)
    names = {"first": "w", "second": "b"}
    players = {}
    for one in history.entrants:
        if not one.plays(next_):
            continue
        had = {there.round: there for there in rounds[one.number]}
        played = [there for there in had.values() if there.played]
        given = (there.points and not there.played for there in had.values())
        players[one.number] = Player(
            Fraction(before[one.number, next_], 2),
            "".join(names[there.side] for there in played),
            tuple(
                pairing._float(had[no], one.number, before)
                if no in had and (had[no].played or not before_2026)
                else ("none", "down")[before_2026]
                for no in range(1, next_)
            ),
            frozenset(there.opponent for there in played),
            next_ - 1 - len(played),
            not any(given),
        )
    last = next_ == history.length
    return Round(players, Fraction(history.length, 2) if last else None)


def compared(first: int, count: int, folder: Path) -> tuple[Counter[str], list[str]]:
    """Play so many tournaments; return why our engine is right, and where nothing says so.

    The reasons are counted by rounds: that both engines agree, or the criterion.
    """
    right: Counter[str] = Counter()
    wrong: list[str] = []
    for number in range(first, first + count):
        field = Field(number)
        now = field.history
        while now.next_round <= now.length:
            field.turns()
            try:
                made = pairing.pairings(now)
            except FormError:
                break
            assert made is not None
            mine, his = {*made[0]}, theirs(now, folder)
            assert not {pair[::-1] for pair in mine} & his, (number, now.next_round)
            who, why = told_apart(now, *({frozenset(pair) for pair in one} for one in (mine, his)))
            if who == "mine":
                right[why] += 1
            else:
                wrong.append(f"tournament {number}, round {now.next_round}: {why}")
            field.plays(made)
    return right, wrong


def told_apart(now: History, mine: set[Numbers], his: set[Numbers]) -> tuple[str, str]:
    """Return whose pairing of the next round is right, and why."""
    if mine == his:
        return "mine", "both agree"
    who, why = judged(now).better(mine, his)
    if who:
        return who, why
    # The rest is the order of candidates, and then only older floats can speak for the other's.
    who, why = judged(now, before_2026=True).better(mine, his)
    return ("mine" if who == "his" else "his"), f"floats before 2026, {why}"


@pytest.mark.parametrize("first", range(0, times(EVERY, 8 * EVERY), EVERY))
def test_two_engines_agree_or_the_criteria_say_that_ours_is_right(first, tmp_path):
    right, wrong = compared(first, EVERY, tmp_path)
    here = {f"tournament {number}," for number in range(first, first + EVERY)}
    assert wrong == [one for one in WORSE if one[: one.index(",") + 1] in here]
    assert right["both agree"] > 2 * EVERY


if __name__ == "__main__":
    with TemporaryDirectory() as made_here:
        right, wrong = compared(int(sys.argv[1]), int(sys.argv[2]), Path(made_here))
    sys.stdout.write("".join(f"{why}: {count}\n" for why, count in right.most_common()))
    sys.stdout.write("".join(f"NOT right, {one}\n" for one in wrong))

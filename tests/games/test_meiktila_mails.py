"""How many mails an activation takes: a reinforcement, moves, two attacks, a charge.

The Japanese marker that activates everybody is up. The attackers pay for both results, the
defenders for one, which empties its hex. An Allied marker is still in the cup. A mail is what one
player sends before the other writes again: the keeper of the dice sends them with whatever the
keeper writes next (protocol section 6).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pbem.kit.contract import Outcome
from pbem.play.lists import read_text
from pbem.play.outcomes import Lapsed
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, bind

# Every die shows a four. 16 against 7 is 2-1, and 9 against 3 is 3-1: both 1/1 there; with the gun
# that may fire for the defence the first is 1-1 and 1/-. A reinforcement enters on turn 4.
GIVEN: dict[str, Any] = {
    "turn": 4,
    "phase": "activation jp",
    "initiative": "al",
    "up": ["A-63", "J-ALL"],
    "known": ["A-ALL"],
    "attacked": True,
    "units": {
        "1/55": "M8",
        "2/55": "M8",
        "3/55": "M8",
        "1/14": "M8",
        "1/214": "N8",
        "2/214": "N8",
        "GR13": "M7",
        "PH5": "M7",
        "SP18": "L7",
        "WY1": "H11",
        # a reduced battalion, of 3 with its back up, two hexes from three that come to it
        "FFH": "D10",
        "1/106": "D13",
        "2/106": "D13",
        "3/106": "D13",
    },
    "reduced": ["FFH"],
}
ACTIVATION = [
    "activate move-attack enter NFM",
    "enter NFM N1 N2",
    "move 1/106 D12 D11",
    "move 2/106 D12 D11",
    "move 3/106 D12 D11",
    "end movement",
    "attack M7 with 1/55 2/55 3/55 1/14 1/214 2/214 banzai 1/55 1/214",
    "attack D10 with 1/106 2/106 3/106",
    "end combat",
]
STANDING = "standing usual"
OTHER = {"al": "jp", "jp": "al"}


class Fours:
    """Dice that show a four."""

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return min(3, n - 1)


class Exchange:
    """An activation played event by event; ``authors`` are those who wrote, in order."""

    def __init__(self, *, standing: bool, whole: bool) -> None:
        game = bind(Setup("meiktila", "meiktila"))
        self.play = Play(game, {"al": "al", "jp": "jp"})
        self.play.position = game.arrange(GIVEN, self.play.cups)
        self.play.start()
        self.whole = whole
        self.left = list(ACTIVATION)
        self.authors: list[str] = []
        self.reported: list[Outcome] = []
        for side in ("al", "jp") if standing else ():
            parsed = read_text(self.play, side, STANDING)
            self.play.standing[side] = {side: parsed.standing}

    def mails(self) -> int:
        return len(self.authors) and 1 + sum(a != b for a, b in pairwise(self.authors))

    def until_the_next_marker(self) -> int:
        """Play until an Allied marker is up; return how many mails it took."""
        for _ in range(60):
            position, asked = self.play.position, self.play.asked
            if self.play.due is not None:
                self.authors.append(OTHER[self.authors[-1]])
                self.play.roll(Fours())
            elif asked is not None and asked.name == "activation" and position.side == "al":
                return self.mails()
            else:
                self.answer()
            self.reported += self.play.forget()
        raise AssertionError(self.authors)

    def answer(self) -> None:
        asked = self.play.asked
        assert asked is not None
        self.authors.append(asked.side)
        if asked.phase:
            lines = self.lines()
        else:
            lines = [self.play.game.text(next(self.play.game.legal(self.play.position)))]
        orders = read_text(self.play, asked.side, "\n".join(lines)).orders
        if not asked.phase:
            # The answer replaces what its author had written, so they write the rest again.
            orders += [o for w in self.play.lists if w.by == asked.side for o in w.orders]
        self.play.order(asked.side, orders)

    def lines(self) -> list[str]:
        """Return the lines when they are asked: all that is left, or up to the next dice."""
        cuts = [i + 1 for i, line in enumerate(self.left) if line.startswith(("act", "att"))]
        number = len(self.left) if self.whole or not cuts else cuts[0]
        lines, self.left = self.left[:number], self.left[number:]
        return lines

    def count(self, kind: str) -> int:
        return sum(type(outcome).__name__ == kind for outcome in self.reported)


def check_reported(exchange: Exchange) -> None:
    """Everything ordered was done."""
    assert exchange.count("AttackDeclared") == exchange.count("CombatRolled") == 2
    assert exchange.count("Moved") == 4
    assert exchange.count("EntryRolled") == 1
    assert exchange.count("BanzaiChecked") == 2
    assert exchange.count("LossesPlanned") >= 3
    # An order that its author replaces by a new one, and writes again, is skipped without a
    # paragraph.
    assert not [one for one in exchange.reported if isinstance(one, Lapsed) and one.paragraph]


def test_with_standing_answers_an_activation_takes_one_mail_and_one_receipt() -> None:
    exchange = Exchange(standing=True, whole=True)
    assert exchange.until_the_next_marker() == 2
    assert exchange.authors == ["jp", "al"]
    check_reported(exchange)


def test_the_receipt_is_the_mail_that_brings_the_next_activation() -> None:
    """The dice decide whose marker comes next: an Allied one, so its owner writes with them."""
    exchange = Exchange(standing=True, whole=True)
    exchange.until_the_next_marker()
    asked = exchange.play.asked
    assert asked is not None
    assert (exchange.authors[-1], asked.side) == ("al", "al")


def test_a_look_at_what_may_enter_costs_one_exchange_more() -> None:
    exchange = Exchange(standing=True, whole=True)
    text = f"{ACTIVATION[0]}\nstop"
    exchange.authors.append("jp")
    exchange.play.order("jp", read_text(exchange.play, "jp", text).orders)
    exchange.authors.append("al")
    exchange.play.roll(Fours())
    exchange.reported += exchange.play.forget()
    assert exchange.count("EntryRolled") == 1
    exchange.left = ACTIVATION[1:]
    assert exchange.until_the_next_marker() == 4
    check_reported(exchange)


def test_between_two_turns_nobody_is_asked_with_standing_answers() -> None:
    """The end of a turn, air, initiative, supply of every unit, markers: dice, and no mail."""
    exchange = Exchange(standing=True, whole=True)
    exchange.until_the_next_marker()
    exchange.play.order("al", read_text(exchange.play, "al", "end activation").orders)
    exchange.authors = ["al"]
    reported: list[Outcome] = []
    while exchange.play.due is not None:
        exchange.play.roll(Fours())
        reported += exchange.play.forget()
    names = [type(outcome).__name__ for outcome in reported]
    assert "SupplyRolled" in names
    assert "StatusRolled" in names
    assert "MarkersDrawn" in names
    assert (exchange.play.position.turn, exchange.play.position.phase) == (5, "activation")


@pytest.mark.parametrize(("whole", "mails"), [(True, 6), (False, 10)])
def test_without_standing_answers_it_takes_many(whole: bool, mails: int) -> None:
    """With the whole activation in one list, and with a list up to each of its dice."""
    exchange = Exchange(standing=False, whole=whole)
    assert exchange.until_the_next_marker() == mails
    check_reported(exchange)

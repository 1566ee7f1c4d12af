"""How many mails a player turn of two takes: three American attacks, two Japanese ones.

A player moves their own Americans, then the Japanese on the other player's front. Every attack
makes a unit of the other player retreat, and lets one of the attacker's own advance; Japanese armor
is rolled for. A mail is what one player sends before the other writes again: the keeper of the dice
sends them with whatever the keeper writes next (protocol section 6).
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

# Every die shows a two. 6 against 4, 7 against 5, 4 + 3 against 7: all are 1:1, where a two is Dr.
GIVEN: dict[str, Any] = {
    "turn": 3,
    "phase": "1ag recon",
    "clear": True,
    "units": {
        # three Americans of the First Army Group beside the Japanese that the Eighth commands
        "7": "0107",
        "U1": "0207",
        "96": "1502",
        "U2": "1402",
        "1M": "2506",
        "U3": "2406",
        # two Americans of the Eighth beside the Japanese that the First commands
        "24": "1018",
        "Z1": "0918",
        "U5": "0919",
        "31": "1718",
        "U6": "1617",
        "U7": "1618",
        "2Tk": "2815",
        "3Tk": "2714",
        "4M": "2702",
        "37": "3217",
    },
    "counters": {
        "U1": "140",
        "U2": "147",
        "U3": "1Gd",
        "Z1": "81",
        "U5": "44",
        "U6": "3Gd",
        "U7": "84",
    },
    "box": ["27"],
}
AMERICAN = {
    "recon": ["place 27 3103", "end recon"],
    "movement": ["move 4M 2703", "end movement"],
    "combat": ["attack 0207 with 7", "attack 1402 with 96", "attack 2406 with 1M", "end combat"],
}
JAPANESE = {
    "recon": ["recon 2413", "enter infantry 2525", "end recon"],
    "movement": [
        "move 2Tk 2814 2813 2812 as far as it goes", "roll 3Tk", "move 3Tk 2715", "end movement",
    ],
    "combat": ["attack 1018 with Z1 U5", "attack 1718 with U6 U7", "end combat"],
}  # fmt: skip
PHASES = {"1ag": AMERICAN, "jw": JAPANESE}
STANDING = {
    "1ag": "standing advance none\nstanding retreat any",
    "8ag": "standing advance none\nstanding retreat any",
}
OWN_TURN = "standing advance none"
"""The lines that a player who keeps their retreats unread gives with their own turn: they replace
what was given then."""

OTHER = {"1ag": "8ag", "8ag": "1ag"}


class Twos:
    """Dice that show a two."""

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return min(1, n - 1)


class Exchange:
    """A turn played event by event; ``authors`` are those who wrote, in order.

    ``late``: the defender lets nobody read where the defender would retreat. The defender answers
    the first question of a turn by hand, and gives standing orders for the rest of it in the same
    event.
    """

    def __init__(self, *, standing: bool, whole: bool, late: bool = False) -> None:
        game = bind(Setup("tokyo", "two"))
        self.play = Play(game, {"1ag": "1ag", "8ag": "8ag"})
        self.play.position = game.arrange(GIVEN, self.play.cups)
        self.play.start()
        self.whole = whole
        self.authors: list[str] = []
        self.reported: list[Outcome] = []
        self.late = late
        self.read_before: list[bool] = []
        for side, text in STANDING.items() if standing else ():
            self._stand(side, OWN_TURN if late else text)

    def _stand(self, side: str, text: str) -> None:
        self.play.stand(side, {side: read_text(self.play, side, text).standing})

    def until(self, turn: int, army: str) -> int:
        """Play until an army begins its turn; return how many mails it took."""
        while (self.play.position.turn, self.play.position.army) != (turn, army):
            if self.play.due is not None:
                self.authors.append(OTHER[self.authors[-1]])
                self.play.roll(Twos())
            else:
                self._answer()
            self.reported += self.play.forget()
        return 1 + sum(a != b for a, b in pairwise(self.authors))

    def _answer(self) -> None:
        asked, position = self.play.asked, self.play.position
        assert asked is not None
        self.authors.append(asked.side)
        if self.late:
            handle = self.play.seats[asked.side]
            self.read_before.append("retreat" in self.play.standing[handle][handle])
            self._stand(handle, OWN_TURN if asked.phase else STANDING[handle])
        if asked.phase:
            lines = self._phases()
        elif asked.name == "advance":
            lines = ["pass"]
        else:
            lines = [self.play.game.text(next(self.play.game.legal(position)))]
        orders = read_text(self.play, asked.side, "\n".join(lines)).orders
        if not asked.phase:
            # The answer replaces what its author had written, so they write the rest again.
            orders += [o for w in self.play.lists if w.by == asked.side for o in w.orders]
        self.play.order(asked.side, orders)

    def _phases(self) -> list[str]:
        """Return the lines when a phase begins: this phase, or all that are left of the turn."""
        army, phase = self.play.position.army, self.play.position.phase
        armies = ["1ag", "jw"] if army in PHASES else ["8ag", "je"]
        lines: list[str] = []
        for one in armies[armies.index(army) :]:
            mine = PHASES.get(one, {p: [f"end {p}"] for p in ("recon", "movement", "combat")})
            order = list(mine)
            for which in order[order.index(phase) if one == army else 0 :]:
                lines += mine[which]
                if not self.whole:
                    return lines
        return lines

    def count(self, kind: str) -> int:
        return sum(type(outcome).__name__ == kind for outcome in self.reported)


def check_reported(exchange: Exchange) -> None:
    """Everything ordered was done."""
    assert exchange.count("AttackDeclared") == exchange.count("Retreated") == 5
    assert exchange.count("MovementRolled") == 2
    assert exchange.count("Reconstituted") == exchange.count("Entered") == 1
    assert exchange.count("Placed") == 1
    # An order that its author replaces by a new one, and writes again, is skipped without a
    # paragraph.
    assert not [one for one in exchange.reported if isinstance(one, Lapsed) and one.paragraph]


def test_with_standing_answers_a_player_turn_takes_one_mail_and_one_receipt() -> None:
    exchange = Exchange(standing=True, whole=True)
    exchange.until(3, "8ag")
    assert exchange.authors == ["1ag", "8ag"]
    check_reported(exchange)


def test_with_standing_answers_a_game_turn_takes_two_mails() -> None:
    exchange = Exchange(standing=True, whole=True)
    exchange.until(4, "1ag")
    # The dice of the first player turn come with the second one.
    assert exchange.authors[:3] == ["1ag", "8ag", "8ag"]
    assert exchange.until(4, "1ag") == 2


def test_answers_given_when_first_asked_take_three_and_are_read_by_nobody_before() -> None:
    exchange = Exchange(standing=True, whole=True, late=True)
    assert exchange.until(3, "8ag") == 3
    # Orders; the dice and the first answer, a trigger that the attacker keeps; the other dice.
    assert exchange.authors == ["1ag", "8ag", "8ag", "1ag"]
    assert exchange.read_before == [False, False]
    check_reported(exchange)


def test_a_look_at_the_armor_before_it_moves_costs_one_exchange_more() -> None:
    exchange = Exchange(standing=True, whole=True)
    stop = JAPANESE["movement"].index("roll 3Tk") + 1
    lines = [*JAPANESE["recon"], *JAPANESE["movement"][:stop], "stop"]
    text = "\n".join([line for phase in AMERICAN.values() for line in phase] + lines)
    exchange.authors.append("1ag")
    exchange.play.order("1ag", read_text(exchange.play, "1ag", text).orders)
    exchange.authors.append("8ag")
    exchange.play.roll(Twos())
    assert exchange.play.position.rolled == {"2Tk": 2, "3Tk": 2}
    left = [*JAPANESE["movement"][stop:], *JAPANESE["combat"]]
    exchange.authors.append("1ag")
    exchange.play.order("1ag", read_text(exchange.play, "1ag", "\n".join(left)).orders)
    assert exchange.until(3, "8ag") == 4
    exchange.reported += exchange.play.forget()
    check_reported(exchange)


@pytest.mark.parametrize(("whole", "mails"), [(True, 11), (False, 13)])
def test_without_standing_answers_it_takes_many(whole: bool, mails: int) -> None:
    """With the whole turn in one list, and with a list for each phase."""
    exchange = Exchange(standing=False, whole=whole)
    assert exchange.until(3, "8ag") == mails
    check_reported(exchange)

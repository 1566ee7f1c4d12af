"""How many mails to the keeper of the dice a turn takes.

The turn has five attacks on Unrevealed units: a Barrage that is not stood, a Sniper who may hit two
Leaders, an Ambush, a Fanatic and an Elite unit. Bloody Streets cost a unit. A mail to the keeper is
an event that dice have to follow.
"""

from __future__ import annotations

from typing import Any

import pytest

from pbem.games import registry
from pbem.kit.contract import Game
from pbem.play.lists import read_text
from pbem.play.play import Play

GIVEN: dict[str, Any] = {
    "turn": 3,
    "phase": "purchase",
    "clear": True,
    "morale": 15,
    "supply": 12,
    "areas": {
        "9": "american",
        "8": "5 Sniper",
        "10": "hidden 8 Barrage",
        "7": "hidden 4 Sniper",
        "6": "hidden 6 Ambush",
        "3": "hidden 4 Fanatic",
        "28": "hidden 9 Elite",
    },
    "units": {
        # Bloody Streets in Area 8
        "1/148": "8",
        "White": "8",
        "637/A": "9",
        "1/145": "9",
        "2/145": "9",
        **dict.fromkeys(("44/A", "1/5", "Chase", "2/7", "Hoffman", "44/B", "1/12", "44/D"), "2"),
        **dict.fromkeys(("1/511", "2/511", "3/511", "Haugen"), "30"),
    },
}
BUY = ["buy artillery 4 engineer 3", "end supply"]
STREETS = "streets 8 1/148"
ATTACKS = [
    # (moves, attack, its plan, what is answered when it is asked)
    (
        "activate 9: 637/A 1/145 2/145 to 10",
        "attack 10",
        "lead 637/A artillery 1 if barrage break off",
        {"barrage": "barrage break off"},
    ),
    (
        "activate 2: 44/A 1/5 Chase 2/7 Hoffman to 7",
        "attack 7",
        "lead 44/A artillery 1 engineer 1 if sniper lose Chase",
        {"fight": "fight lead 44/A artillery 1 engineer 1", "sniper": "sniper Chase"},
    ),
    (
        "activate 2: 44/B 1/12 to 6",
        "attack 6",
        "lead 44/B engineer 1",
        {"fight": "fight lead 44/B engineer 1"},
    ),
    ("activate 2: 44/D to 3", "attack 3", "lead 44/D", {"fight": "fight lead 44/D"}),
    (
        "activate 30: 1/511 2/511 3/511 Haugen to 28",
        "attack 28",
        "lead 1/511 artillery 1 engineer 1",
        {"fight": "fight lead 1/511 artillery 1 engineer 1"},
    ),
]
STANDING = "standing streets 1/148"


class Threes:
    """Dice that show a three, and a four for the Bloody Streets."""

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return min(n - 1, 3 if paragraph == "6.4.1" else 2)


class Turn:
    """One turn, event by event; ``mails`` counts the events that dice had to follow."""

    def __init__(self) -> None:
        rules = registry.find("manila", 1)
        assert rules is not None
        options = {name: option.default for name, option in rules.options.items()}
        game: Game[Any, Any] = rules.game("campaign", options, rules.data())
        self.play = Play(game, {"us": "ann"})
        self.play.position = game.arrange(GIVEN, self.play.cups)
        self.play.await_need()
        self.mails = 0

    def write(self, text: str) -> None:
        parsed = read_text(self.play, "us", text)
        if parsed.standing:
            self.play.standing["ann"] = {"us": parsed.standing}
        self.play.order("ann", parsed.orders)
        self.roll()

    def roll(self) -> None:
        if self.play.due is not None:
            self.mails += 1
            self.play.roll(Threes())

    def reported(self) -> list[str]:
        return [type(outcome).__name__ for outcome in self.play.forget()]


def in_one_list(*, standing: bool) -> Turn:
    turn = Turn()
    lines = list(BUY) if standing else [*BUY, STREETS]
    for moves, attack, plan, _ in ATTACKS:
        lines += [moves, f"{attack} {plan}"]
    if standing:
        lines.insert(0, STANDING)
    turn.write("\n".join([*lines, "end combat"]))
    return turn


def one_at_a_time() -> Turn:
    """Nothing planned: every question is answered when it is asked."""
    turn = Turn()
    turn.write("\n".join(BUY))
    turn.write(STREETS)
    for moves, attack, _, answers in ATTACKS:
        turn.write(f"{moves}\n{attack}")
        for _ in range(20):
            asked = turn.play.asked
            assert asked is not None
            if asked.phase:
                break
            turn.write(answers[asked.name])
    turn.write("end combat")
    return turn


@pytest.mark.parametrize("standing", [True, False])
def test_a_whole_turn_takes_one_mail_to_the_keeper(standing: bool) -> None:
    turn = in_one_list(standing=standing)
    reported = turn.reported()
    assert turn.mails == 1
    assert reported.count("AttackDeclared") == reported.count("Revealed") == 5
    assert reported.count("StreetsRolled") == 1
    assert "Lapsed" not in reported
    # The keeper's answer has brought the next turn's event and supply with it.
    assert (turn.play.position.turn, turn.play.position.phase) == (4, "purchase")


def test_with_a_look_in_between_it_takes_two() -> None:
    turn = Turn()
    first, *rest = ATTACKS
    turn.write("\n".join([STANDING, *BUY, first[0], f"{first[1]} {first[2]}", "stop"]))
    assert turn.play.position.turn == 3
    lines = [line for moves, attack, plan, _ in rest for line in (moves, f"{attack} {plan}")]
    turn.write("\n".join([*lines, "end combat"]))
    assert turn.mails == 2
    assert turn.play.position.turn == 4


def test_without_plans_and_standing_answers_it_takes_many() -> None:
    turn = one_at_a_time()
    assert turn.reported().count("AttackDeclared") == 5
    # Streets, five reveals, four fights, the end of the turn
    assert turn.mails == 11
    assert turn.play.position.turn == 4

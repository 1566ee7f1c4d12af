"""How many mails a Game-Turn takes: eight attacks of one side, five of the other.

A mail is what one player sends before the other writes again. The dice keeper sends them with
whatever they write next (protocol section 6).
"""

from __future__ import annotations

from itertools import cycle, pairwise
from typing import Any

from pbem.games import registry
from pbem.kit.contract import Game
from pbem.play.lists import read_text
from pbem.play.play import Play

# Eight places out of each other's reach. Three of them are attacked by two units (10 against 3
# and a point of final protective fire: +6, die 1 is De), five by one (5 - 4 = +1, die 5 is "=").
# The five Japanese units left attack in their turn: 2 - (4 + 1) = -3, die 2 is "=".
PLACES = {
    "317": ("0506", {"1/2": "0507", "2/2": "0605"}),
    "318": ("0709", {"3/2": "0710", "1/6": "0808"}),
    "316": ("0803", {"2/6": "0903", "3/6": "0904"}),
    "1/118": ("1006", {"1/8": "1106"}),
    "3/118": ("1109", {"2/8": "1209"}),
    "1/18": ("1304", {"3/8": "1404"}),
    "7": ("1509", {"1/29": "1510"}),
    "2/118": ("1514", {"1/23": "1515"}),
}
US_ATTACKS = "\n".join(f"attack {jp} with {' '.join(us)}" for jp, (_, us) in PLACES.items())
JP_ATTACKS = "\n".join(
    f"attack {next(iter(us))} with {jp}" for jp, (_, us) in list(PLACES.items())[3:]
)
PHASES = {
    ("us", "movement"): "end movement",
    ("us", "combat"): f"{US_ATTACKS}\nend combat",
    ("jp", "movement"): "end movement",
    ("jp", "combat"): f"{JP_ATTACKS}\nend combat",
}
FACES = [1, 1, 1, 5, 5, 5, 5, 5, 2, 2, 2, 2, 2]
STANDING = {
    "us": "standing fpf any gsp 1\nstanding advance none\nstanding retreat any",
    "jp": "standing fpf any gsp 1\nstanding advance none\nstanding retreat any",
}
OWN_TURN = "standing advance none"
"""The lines that a player who keeps their fire unread gives with their own turn: they replace what
was given when asked."""

OTHER = {"us": "jp", "jp": "us"}


class Faces:
    """Dice that fall as the test says, again and again."""

    def __init__(self) -> None:
        self.faces = cycle(FACES)

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return next(self.faces) - 1


class Exchange:
    """One Game-Turn played event by event; ``authors`` are those who wrote, in order.

    ``late``: the defender lets nobody read what the defender's guns will do. The defender answers
    the first question of a turn by hand, and gives standing orders for the rest of it in the same
    event.
    """

    def __init__(self, *, standing: bool, late: bool = False) -> None:
        rules = registry.find("saipan", 1)
        assert rules is not None
        options = {name: option.default for name, option in rules.options.items()}
        game: Game[Any, Any] = rules.game("historical", options | {"jp_gsp": 10}, rules.data())
        self.play = Play(game, {"us": "us", "jp": "jp"})
        self.play.position = game.arrange(
            {
                "turn": 5,
                "phase": "us movement",
                "clear": True,
                "units": {
                    "us": {unit: at for _, us in PLACES.values() for unit, at in us.items()}
                    | {"2/23": "2410"},
                    "jp": {jp: at for jp, (at, _) in PLACES.items()} | {"1/135": "3418"},
                },
                "beachheads": ["1203"],
            },
            self.play.cups,
        )
        self.authors: list[str] = []
        self.attacks: list[str] = []
        self.standing = standing
        self.late = late
        self.read_before: list[bool] = []
        for side, text in STANDING.items():
            if standing:
                self._stand(side, OWN_TURN if late else text)

    def _stand(self, side: str, text: str) -> None:
        self.play.stand(side, {side: read_text(self.play, side, text).standing})

    def game_turn(self) -> int:
        """Play to the next Game-Turn and return the number of mails."""
        faces = Faces()
        self.play.start()
        while self.play.position.turn == 5:
            if self.play.due is not None:
                self.authors.append(OTHER[self.authors[-1]])
                self.play.roll(faces)
            else:
                self._answer()
            for outcome in self.play.forget():
                if type(outcome).__name__ == "AttackDeclared":
                    self.attacks.append(outcome.side)
        # Dice of the American player travel with that player's orders of the next Game-Turn, others
        # alone.
        return sum(a != b for a, b in pairwise([*self.authors, "us"]))

    def _answer(self) -> None:
        asked = self.play.asked
        assert asked is not None
        self.authors.append(asked.side)
        if asked.name in ("movement", "combat"):
            text = PHASES[asked.side, asked.name]
            if asked.name == "movement" and self.standing:
                text += "\n" + PHASES[asked.side, "combat"]
            orders = read_text(self.play, asked.side, text).orders
            done = set(self.play.position.fought)
            orders = [o for o in orders if not done & set(o.get("with", ()))]
            if self.late:
                self._stand(asked.side, OWN_TURN)
        else:
            if self.late:
                self.read_before.append("fpf" in self.play.standing[asked.side][asked.side])
                self._stand(asked.side, STANDING[asked.side])
            line = {"fpf": "fpf gsp 1", "advance": "pass"}[asked.name]
            orders = read_text(self.play, asked.side, line).orders
            # The attacker's earlier orders go on by themselves; an answer by them replaces these.
            rest = [w for w in self.play.lists if w.by == asked.side]
            orders += rest[0].orders if rest else []
        self.play.order(asked.side, orders)


def test_with_standing_answers_a_game_turn_takes_two_mails() -> None:
    exchange = Exchange(standing=True)
    assert exchange.game_turn() == 2
    assert (exchange.attacks.count("us"), exchange.attacks.count("jp")) == (8, 5)
    # The Japanese player's dice for the American attacks come with that player's own turn.
    assert exchange.authors == ["us", "jp", "jp", "us"]


def test_answers_given_when_first_asked_take_six_and_are_read_by_nobody_before() -> None:
    exchange = Exchange(standing=True, late=True)
    assert exchange.game_turn() == 6
    assert (exchange.attacks.count("us"), exchange.attacks.count("jp")) == (8, 5)
    # Attacks; the first answer, a trigger that the attacker keeps; the attacker's dice for all the
    # others.
    assert exchange.authors == ["us", "jp", "us", "jp", "us", "jp"]
    assert exchange.read_before == [False, False]


def test_without_standing_answers_it_takes_about_twenty_eight() -> None:
    exchange = Exchange(standing=False)
    assert 26 <= exchange.game_turn() <= 30
    assert (exchange.attacks.count("us"), exchange.attacks.count("jp")) == (8, 5)

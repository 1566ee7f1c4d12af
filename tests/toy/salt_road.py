"""Two turns of the *Salt Road War*, the table file that comes with pbem, between two homes by mail.

They have what two turns of a card-driven game have: a sealed set-up, hands, cards for their event
and for their number, moves of stacks, battles with losses on both sides, a reaction. They have a
unit that lies face down, reinforcements, replacements, decks that grow while cards are held, and a
result that both sign.

``PYTHONPATH=tests python -m toy.salt_road logs/table/salt-road.pbem`` plays them and keeps the log.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.client.views.hand import InHand, hand
from toy.homes import Home

SIDES = {"crown": "ann", "league": "bob"}
SEALS = {
    "crown": "place f1 at Vell + f2 at Kessel + h1 at Kessel",
    "league": "place nothing",
}
"""How each side places its pieces at the beginning of each turn."""

WORKS = 12
"""So many mails at most bring a list to its end: those of programs."""


class War:
    """The war as it goes on. ``mails`` counts those of people and of programs."""

    def __init__(self, folder: Path) -> None:
        self.homes = {side: Home(who, folder) for side, who in SIDES.items()}
        self.crown, self.league = self.homes.values()
        self.crown.meets(self.league)
        self.league.meets(self.crown)
        self.mails: Counter[str] = Counter()
        self.crown.opens("table", seats=SIDES)
        self.send(self.crown, "people")
        self.league.does(acting.join)
        self.settle(self.league)

    @property
    def asked(self) -> str:
        """The side that is asked; nothing at the end."""
        now = self.crown.sits().table.active().handle
        return next((side for side, who in SIDES.items() if who == now), "")

    def other(self, home: Home) -> Home:
        return self.league if home is self.crown else self.crown

    def send(self, home: Home, whose: str) -> None:
        """Let a home mail what is new; the other one reads it, and does what needs no choice."""
        posted = self.other(home).reads(home.mails())
        assert posted.good, posted
        self.other(home).works()
        self.mails[whose] += 1

    def settle(self, home: Home) -> None:
        """Mail what somebody has written, until both homes have all that their programs write."""
        home.works()
        self.send(home, "people")
        for _ in range(WORKS):
            home = self.other(home)
            if home.sits().table.chain.count == self.other(home).sits().table.chain.count:
                return
            self.send(home, "programs")
        raise AssertionError(f"{WORKS} mails did not bring it to an end")

    def held(self, side: str) -> list[str]:
        """Return the titles in a hand, as its owner's home shows them."""
        shown = hand(self.homes[side].sits())
        return [one.card for one in shown if isinstance(one, InHand)]

    def doubled(self, home: Home, side: str) -> bool:
        play = home.sits().table.play
        return play is not None and any(play.game.setting.doubles(play.seen_by(side), side))

    def says(self, side: str, *lines: str) -> None:
        """Let a side write a list, and put away what it draws twice."""
        home = self.homes[side]
        home.orders(*lines)
        self.settle(home)
        while self.doubled(home, side):
            home.orders(f"dead {side}")
            self.settle(home)

    def seal(self, label: str) -> None:
        """Let all place pieces at once."""
        self.says(self.asked, f"seal for {label}")
        for side in (self.asked, *(one for one in SIDES if one != self.asked)):
            home = self.homes[side]
            home.does(acting.seal, drafts.draft_secret(home.sits(), SEALS[side].encode()))
            self.settle(home)
        for side in SIDES:
            self.homes[side].does(acting.reveal)
            self.settle(self.homes[side])

    def battle(self, side: str, at: str, lines: str, losses: str) -> None:
        """Fight: a card, moves and both dice in one list; then who lost what."""
        self.says(
            side,
            f"{lines}\nroll battle for attack on {at}; roll battle for defence of {at}"
            "\nif thrown >= 8: value vp 9",
        )
        self.says(side, losses)


def played(folder: Path) -> Iterator[War]:
    """Play two turns and the end; yield the war after each part."""
    war = War(folder)
    yield war
    war.seal("the first day")
    yield war
    # The first turn: cards, a march, a battle, and the answer of the other side.
    war.says("crown", "roll check for mandate of the Crown; draw 4 from crown")
    war.says("crown", "recipe retreat: move PIECE to PLACE then step PIECE -1\nover to league")
    war.says("league", "standing reaction usual", "pull from weather; draw 4 from league")
    war.says("league", "new depot at Ostrel; over to crown")
    first, second, *_ = war.held("crown")
    war.battle("crown", "Ostrel", f"remove {first}\nmove f2 h1 to Ostrel", "lost f2 at Kessel")
    war.says("crown", "pause for league; over to league")
    war.says("league", f"lay {war.held('league')[0]} at Ostrel; roll siege for Ostrel")
    war.says("league", "box n1; over to crown")
    yield war
    # Replacements, a card for its number, reinforcements that lie face down.
    war.says("crown", f"discard {second}; value turn 2; flip f2; over to league")
    war.says("league", f"play {war.held('league')[1]} to table; over to crown")
    war.seal("the second day")
    yield war
    # The second turn: decks grow while cards are held.
    war.says("crown", "add spring to crown")
    war.says("crown", "draw 3 from crown")
    war.says("crown", "over to league")
    war.says("league", "add spring to league")
    war.says("league", "draw 2 from league")
    war.says("league", "reveal n2; move n2 to Kessel; over to crown")
    war.battle(
        "crown", "Kessel", f"play {war.held('crown')[-1]}\nmove f1 to Kessel", "retreat f1 at Vell"
    )
    yield war
    war.says("crown", "result crown wins 9 to 6")
    war.says("league", "agree")
    for home in (war.crown, war.league, war.crown):
        home.works()
        war.send(home, "programs")
    yield war


def main(to: Path) -> None:
    """Play the war and keep its log."""
    with tempfile.TemporaryDirectory() as name:
        *_, war = played(Path(name))
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(war.crown.log.read_bytes())
        sys.stdout.write(f"{to}: {war.crown.sits().table.result}, {dict(war.mails)}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Two turns of a card-driven war between two homes, with each mail that it takes.

Beside it stands what the same play takes with VASSAL and a server for dice and cards. In a turn,
each side has six rounds. Some have battles, before some of which the defender is asked. Then come
dice for sieges and mandates, replacements, and new hands. A `Cast` says with which pieces, places
and decks, so any table file can be played.

How it is counted:

- A mail is one message that leaves a home. It is a person's if it has orders or
  opens or joins a game, else a program's.
- VASSAL: one mail with a log whenever the other side is to see something or to choose.
- The server: one mail of results for each request. One request has all dice of a battle, or all
  cards of a draw. Making the game there is one, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pbem.client.play import acting
from pbem.client.views.hand import InHand, hand
from toy.homes import Home

WORKS = 12
"""So many mails at most bring a list to its end: those of programs."""


@dataclass(frozen=True)
class Side:
    """A side: its deck, how many cards it draws, pieces that move, and where to."""

    name: str
    deck: str
    draws: tuple[int, int]
    pieces: Sequence[str]
    places: Sequence[str]


@dataclass(frozen=True)
class Cast:
    """A table file, and who does what: ``first`` moves first. ``die``: an order for one die."""

    pack: Path
    first: Side
    second: Side
    die: str


@dataclass
class Count:
    """Mails and clicks, of people and of programs or servers."""

    people: int = 0
    programs: int = 0
    clicks: Counter[str] = field(default_factory=Counter)

    @property
    def mails(self) -> int:
        return self.people + self.programs


ROUNDS = ("asked", "battle", "event", "pressed", "march", "battle")
"""The six rounds of a side.

`asked`: a battle before which the other may act. `pressed`: one whose dice a player must see before
they go on.
"""

LOBBY = 8
"""Clicks around what one does: drop the mail, open the game, sign, back to the lobby, send (4)."""

VASSAL = 17
"""Clicks around it: save the log (2), load it (4), begin one (4), end it (2), attach (3), send (2).

To step through a log is one click more for each thing that is done in it.
"""

REQUEST = 7
"""Clicks at the server: open it, sign in, the game, the kind, the dice, the purpose, submit."""

BY_HAND = {"move": 1, "draw": 1, "over": 1, "pass": 1}
"""Clicks of an order on the board; 2 for every other one."""

AT_VASSAL = {"move": 1, "roll": 0, "draw": 0, "over": 0, "pass": 0, "pause": 0}
"""The same with VASSAL: the mail says a pass, and whose turn it is."""


class TwoTurns:
    """The war as it goes on: ``pbem`` is counted, ``vassal`` beside it is reckoned."""

    def __init__(self, folder: Path, cast: Cast) -> None:
        self.cast = cast
        self.first, self.second = Home("ann", folder), Home("bob", folder)
        self.first.meets(self.second)
        self.second.meets(self.first)
        self.pbem, self.vassal = Count(), Count()
        self.last: Home | None = None
        self.seen = 0
        # The side that moves second opens, so that the answer can have the first orders.
        seats = {cast.first.name: "ann", cast.second.name: "bob"}
        self.second.opens("table", seats=seats, pack=cast.pack)
        self._mails(self.second, "people")
        self.first.does(acting.join)
        self._until_asked()
        # VASSAL: an invitation, and the game at the server. The first log has the set-up.
        self.vassal.people += 1
        self.vassal.programs += 1

    def _until_asked(self) -> None:
        """Let programs shuffle what is shuffled before anybody plays."""
        home, whose = self.first, "people"
        self._works(home)
        while self.first.sits().table.active().handle != "ann":
            self._mails(home, whose)
            home, whose = self.second if home is self.first else self.first, "programs"
        # The last mail reached its reader already, who shuffled all that is theirs.

    def _works(self, home: Home) -> None:
        """Let a home do what needs no choice: one click for each event."""
        before = home.sits().table.chain.count
        home.works()
        self.pbem.clicks["duties"] += home.sits().table.chain.count - before

    def _mails(self, home: Home, whose: str) -> None:
        """Let a home mail what is new; the other reads it and does what needs no choice."""
        other = self.second if home is self.first else self.first
        posted = other.reads(home.mails())
        assert posted.good, posted
        self._works(other)
        setattr(self.pbem, whose, getattr(self.pbem, whose) + 1)
        self.pbem.clicks["mails"] += LOBBY - (whose == "programs")

    def says(self, side: Side, text: str) -> None:
        """Let a side write a list and mail it, until somebody else or it can go on."""
        home = self.first if side is self.cast.first else self.second
        other = self.second if home is self.first else self.first
        home.orders(*text.split("; "))
        self._works(home)
        self._reckon(home, text.split("; "))
        self._mails(home, "people")
        for _ in range(WORKS):
            waits = other.sits().table.active()
            if waits.handle == other.handle:
                return
            home, other = other, home
            self._mails(home, "programs")
            if other.sits().table.active().handle == other.handle:
                return
        raise AssertionError(f"{WORKS} mails did not bring it to an end")

    def _reckon(self, home: Home, lines: Sequence[str]) -> None:
        """Count what the same takes with VASSAL, and the clicks of both."""
        words = [line.rpartition(": ")[2].split(" ")[0] for line in lines]
        for count, clicks in ((self.pbem, BY_HAND), (self.vassal, AT_VASSAL)):
            count.clicks["orders"] += sum(clicks.get(word, 2) for word in words)
        for word in ("roll", "draw"):
            if word in words:
                self.vassal.programs += 1
                self.vassal.clicks["server"] += REQUEST
        if home is not self.last:
            self.vassal.people += 1
            self.vassal.clicks["mails"] += VASSAL + self.seen
            self.last, self.seen = home, 0
        self.seen += sum(word not in ("over", "pass", "pause", "roll", "draw") for word in words)

    def held(self, side: Side) -> list[str]:
        home = self.first if side is self.cast.first else self.second
        return [one.card for one in hand(home.sits()) if isinstance(one, InHand)]


def played(folder: Path, cast: Cast) -> TwoTurns:
    """Play two turns, and return what they took."""
    war = TwoTurns(folder, cast)
    first, second = cast.first, cast.second
    war.says(first, f"draw {first.draws[0]} from {first.deck}; over to {second.name}")
    war.says(second, f"draw {second.draws[0]} from {second.deck}; over to {first.name}")
    for turn in range(2):
        for number, kind in enumerate(ROUNDS):
            for side, other in ((first, second), (second, first)):
                _round(war, side, other, turn * len(ROUNDS) + number, kind)
        _end(war, turn)
    return war


def _round(war: TwoTurns, side: Side, other: Side, number: int, kind: str) -> None:
    """Play one round: a card, moves, and perhaps a battle; the other goes on with its own."""
    die, over = war.cast.die, f"over to {other.name}"
    piece = side.pieces[number % len(side.pieces)]
    to = side.places[number % len(side.places)]
    held = war.held(side)
    card = f"discard {held[0]}; " if held else ""
    mandate = f"roll {die} for mandate of {side.name}; " if number % len(ROUNDS) == 0 else ""
    back = side.places[(number + 1) % len(side.places)]
    fire = f"roll {die} for attack on {to}; roll {die} for defence of {to}"
    match kind:
        case "event":
            war.says(side, f"{card}{mandate}{over}")
        case "march":
            war.says(side, f"{card}{mandate}move {piece} to {to}; {over}")
        case "battle":
            # The defender has nothing to choose: both dice come with the turn, and losses follow.
            war.says(side, f"{card}{mandate}move {piece} to {to}; {fire}; {over}")
        case "pressed":
            war.says(side, f"{card}{mandate}move {piece} to {to}; {fire}")
            war.says(side, f"move {piece} to {back}; {over}")
        case "asked":
            war.says(side, f"{card}{mandate}move {piece} to {to}; pause for {other.name}; {fire}")
            war.says(other, "pass")
            war.says(side, f"move {piece} to {back}; {over}")


def _end(war: TwoTurns, turn: int) -> None:
    """End a turn: a siege, replacements, and after the first turn a new hand for each side."""
    first, second = war.cast.first, war.cast.second
    for side, other in ((first, second), (second, first)):
        lines = [f"roll {war.cast.die} for siege by {side.name}"]
        if turn == 0:
            lines.append(f"draw {side.draws[1]} from {side.deck}")
        war.says(side, "; ".join([*lines, f"over to {other.name}"]))

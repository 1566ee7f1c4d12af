"""Parties that play Fate, the toy with a deck."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.table.events import kinds
from pbem.table.handlers.groups import answering
from pbem.table.library import Library, data_digest
from pbem.table.own.dealing import Dealer, HeldCard
from pbem.table.own.private import PrivateFile
from toy.cards import CardRules
from toy.group import END, Group, opening

RULES = CardRules()
DEALT = (("shuffle",), ("answer",), ("unmask",))
TAKE = {"do": "take"}
GIVE = {"do": "give"}
TURN_UP = {"do": "turn-up"}
KEEP = {"do": "keep"}
ROLL = {"do": "roll"}
AGAIN = {"do": "anew"}


def play(held: HeldCard) -> dict[str, Any]:
    return {"do": "play", "deck": held.deck, "place": held.place, "card": held.card}


def fate_library() -> Library:
    return Library(lambda name, version: RULES if (name, version) == ("fate", 1) else None)


class FateGroup(Group):
    """Ann plays red, bob blue, and cec green where there are three."""

    def __init__(
        self,
        folder: Path,
        *,
        umpire: str | None = None,
        seats: Mapping[str, str] | None = None,
        cards: int = 8,
        trio: bool = False,
        **changes: Any,
    ) -> None:
        rules = kinds.RulesId("fate", 1, data_digest(RULES.data()))
        if trio:
            three = {"groups": (("ann",), ("bob", "cec")), "players": ("ann", "bob", "cec")}
            changes = {**three, "scenario": "trio", **changes}
        data = opening(seats=seats, umpire=umpire, rules=rules, options={"cards": cards}, **changes)
        super().__init__(folder, data, fate_library())

    def dealer(self, handle: str) -> Dealer:
        return self.writer(handle)._dealer

    def hand(self, handle: str) -> list[HeldCard]:
        """The cards that somebody holds now."""
        private = PrivateFile(self.folder / handle / "private")
        assert self.table.play is not None
        side = next(side for side, who in self.table.seats.items() if who == handle)
        held = self.table.play.position.hands[side]
        seen = Dealer(self.table, handle, private.masks).hand()
        return [card for card in seen if (card.deck, card.place) in held]

    def deal(self) -> None:
        """Let everybody do what needs no choice."""
        while (active := self.table.active()).kinds[:1] in (*DEALT, ("dice",)):
            if active.kinds[0] == "answer" and not answering(self.table):
                return
            assert active.handle is not None
            self.play(active.handle, "open_box" if active.kinds[0] == "answer" else active.kinds[0])

    def finish(self) -> None:
        """End every turn that is left, and open everything."""
        while self.table.result is None:
            handle = self.table.active().handle
            assert handle is not None
            self.orders(handle, END)
        while (handle := self.table.active().handle) is not None:
            self.play(handle, "lay_open")

    def branch(self, upto: int | None = None) -> FateGroup:
        """The same players with the same records of masks, at a log of their own."""
        return self.at(self.events[:upto])


def started(folder: Path, **changes: Any) -> FateGroup:
    """A game in which somebody is asked."""
    party = FateGroup(folder, **changes)
    party.join_all()
    party.deal()
    return party

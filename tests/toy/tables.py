"""Parties at an open table, with a table file of their own."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fords import packed
from pbem.client.storage.tables import as_yaml
from pbem.games.table.module import TableRules
from pbem.play.lists import read_text
from pbem.table.events import kinds
from pbem.table.library import Library, data_digest
from pbem.table.own.dealing import Dealer, HeldCard
from pbem.table.own.private import PrivateFile
from pbem.vassal.reading import read_table
from toy.group import Group, opening

RULES = TableRules()

WAR = b"""\
table: box
title: A war of cards
sides: [cp, ap]
dice: {fire: 1d6, mandated-offensive: 1d6}
faces: {siege: [no effect, no effect, no effect, no effect, fort falls, fort falls]}
decks:
  ap:
    {for: ap, cards: [A1, A2, A3, A4, A5, A6, A7, A8, A9],
     start: 4, later: {limited: 3, total: 2}}
  cp:
    {for: cp, cards: [C1, C2, C3, C4, C5, C6, C7, C8, C9],
     start: 4, later: {limited: 3, total: 2}}
cups: {chits: [Ney, Davout, Lannes]}
values: {vp: 10}
"""

FIVE = b"""\
table: box
title: Five at a table
sides: [a, b, c, d, e]
dice: {x: 2d6+1}
faces: {s: [hit, miss, miss]}
cups: {chits: [Ney, Davout, Lannes, Ney]}
values: {vp: 3}
"""

SHARED = b"""\
table: box
title: One deck for both
sides: [us, jp]
decks:
  events: {cards: [E1, E2, E3, E4, E5, E6, E7, E8, E9], start: 6, later: {second: 3}}
  seen: {cards: [S1, S2, S3], open: true}
"""


UNITS = {"blue": ("1st Foot", "Guards", "Dummy 1"), "red": ("Red Horse", "Trench", "Dummy 2")}
"""The units of each side that lie face down on the fords; dummies are no kind of piece."""


@cache
def fords_table() -> bytes:
    """Return the table file of our own module, with what tables can hide beside it.

    These are units of both sides, a deck of both that is drawn from open or not, cards that wait.
    """
    with TemporaryDirectory() as folder:
        data: Any = read_table(packed(Path(folder) / "fords.vmod"), "Long game").made.data
    data["decks"] |= {f"{side}-units": {"for": side, "cards": [*UNITS[side]]} for side in UNITS}
    events = [f"Event {number}" for number in range(6)]
    data["decks"]["red-events"] = {"for": "red", "cards": events, "start": 4, "later": {"more": 2}}
    news = [f"News {number}" for number in range(5)]
    data["decks"]["news"] = {"cards": news, "start": 3, "later": {"late": 2}}
    return as_yaml(data)


def game(pack: bytes | None = None) -> Any:
    """Return the game of a table file."""
    data = RULES.data(pack)
    return RULES.of(data).game("table", {}, data)


def library(pack: bytes) -> Library:
    return Library(lambda name, _: RULES if name == "table" else None, lambda _: pack)


class TableGroup(Group):
    """Ann plays the first side, bob the second."""

    def __init__(self, folder: Path, pack: bytes = WAR, **changes: Any) -> None:
        data = RULES.data(pack)
        sides = tuple(data.sides)
        players = changes.pop("players", ("ann", "bob"))
        fields = {
            "rules": kinds.RulesId("table", 1, data_digest(data)),
            "scenario": "table",
            "options": {},
            "seats": dict(zip(sides, players, strict=False)),
        }
        super().__init__(folder, opening(players, **{**fields, **changes}), library(pack))

    def dealer(self, handle: str) -> Dealer:
        return self.writer(handle)._dealer

    def side(self, handle: str) -> str:
        return next(side for side, who in self.table.seats.items() if who == handle)

    def hand(self, handle: str) -> list[HeldCard]:
        """The cards that somebody holds now."""
        private = PrivateFile(self.folder / handle / "private")
        assert self.table.play is not None
        held = self.table.play.position.held[self.side(handle)]
        seen = Dealer(self.table, handle, private.masks).hand()
        return [card for card in seen if (card.deck, card.place) in held]

    def titles(self, handle: str) -> list[str]:
        """Return what the cards of a hand are called."""
        play = self.table.play
        assert play is not None
        return [play.game.card(one.deck, one.card) for one in self.hand(handle)]

    def says(self, handle: str, text: str) -> None:
        """Let a player write lines; then let everybody do what needs no choice."""
        self.play(handle, "orders", self.read(handle, text))
        self.deal()

    def read(self, handle: str, text: str) -> list[Any]:  # type: ignore[override]
        """Read lines as their writer does, who knows their own hand."""
        play = self.table.play
        assert play is not None
        side, twin = self.side(handle), play.copy()
        twin.hands = {side: {(one.deck, one.place): one.card for one in self.hand(handle)}}
        return read_text(twin, side, text).orders

    def deal(self) -> None:
        """Let everybody do what needs no choice."""
        while (active := self.table.active()).kinds[:1] in (("shuffle",), ("unmask",), ("dice",)):
            assert active.handle is not None
            self.play(active.handle, active.kinds[0])

    def finish(self) -> None:
        """Agree that nobody wins, and open everything."""
        first = self.table.active().handle
        assert first is not None
        self.orders(first, {"do": "result", "winner": None})
        while self.table.result is None and self.table.active().kinds[:1] == ("orders",):
            self.orders(str(self.table.active().handle), {"do": "agree"})
        while (handle := self.table.active().handle) is not None:
            self.play(handle, "lay_open")

    def branch(self, upto: int | None = None) -> TableGroup:
        """The same players with the same records, at a log of their own."""
        return self.at(self.events[:upto])


def started(folder: Path, pack: bytes = WAR, **changes: Any) -> TableGroup:
    """A game in which the first side is asked."""
    party = TableGroup(folder, pack, **changes)
    party.join_all()
    party.deal()
    return party


def written(party: TableGroup, handle: str) -> int:
    """Return the bytes that somebody had to write since the joins: nothing of it was chosen."""
    return sum(len(one.line) + 1 for one in party.events
               if one.by == handle and one.kind in ("shuffle", "unmask", "dice"))  # fmt: skip

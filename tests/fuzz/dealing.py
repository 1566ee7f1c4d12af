"""Each party's work with the decks of a game: with its card keys, or anybody's old events."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from fuzz import openings
from fuzz.world import World
from pbem.errors import PbemError
from pbem.kit.hidden import Hand, cards_of
from pbem.kit.stocks import stocks_of
from pbem.table.events import kinds
from pbem.table.handlers import groups
from pbem.table.own import proving
from pbem.table.own.dealing import Dealer
from pbem.table.own.private import MaskFile, OpeningFile, OwnMask, OwnOpening
from pbem.table.own.stocking import StockKeeper

Data = dict[str, Any]
POINT, SCALAR = "5866666666666666666666666666666666666666666666666666666666666666", "01" + "00" * 31
NOTHING: dict[str, Data] = {
    "shuffle": {
        "deck": "fate#1", "of": [0, 1], "ref": POINT, "cards": [POINT, POINT],
        "proof": ["00" * 160, "00" * 128, "00" * 128],
    },
    "unmask": {"deck": "fate#1", "draws": [[0, POINT, "00" * 64]]},
    "lay-open": {"masks": [{"deck": "fate#1", "scalar": SCALAR}]},
}  # fmt: skip
"""Good in form, and nothing else."""


class Masks(MaskFile):
    """Masks that are kept in memory; they are taken off for anybody, on whatever branch."""

    def __init__(self) -> None:
        super().__init__(Path())
        self.kept: list[OwnMask] = []

    def masks(self) -> list[OwnMask]:
        return self.kept

    def add(self, mask: OwnMask) -> None:
        self.kept.append(mask)

    def give(self, mask: OwnMask, places: Iterable[int], to: str) -> None:
        pass


class Openings(OpeningFile):
    """The openings of hidden supplies, kept in memory."""

    def __init__(self) -> None:
        super().__init__(Path())
        self.kept: list[OwnOpening] = []

    def openings(self) -> list[OwnOpening]:
        return self.kept

    def add(self, opening: OwnOpening) -> None:
        self.kept.append(opening)


class Hands:
    """All parties at the decks and the hidden stocks of one game."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.of: dict[str, Masks] = {}
        self.stocks: dict[str, Openings] = {}

    def keeper(self, by: str) -> StockKeeper:
        return StockKeeper(self.world.table, by, self.stocks.setdefault(by, Openings()))

    def dealer(self, by: str) -> Dealer:
        return Dealer(self.world.table, by, self.of.setdefault(by, Masks()))

    def data(self, kind: str, by: str) -> Data:
        """Return what somebody would write who is to: or what was written once, or nothing good."""
        made = self._made(kind, by)
        if made is not None:
            return made
        old = [event.data for event in self.world.events if event.kind == kind]
        return self.world.rng.choice([*old[-3:], NOTHING[kind]])

    def _made(self, kind: str, by: str) -> Data | None:
        dealer = self.dealer(by)
        acts: dict[str, Callable[[], Any]] = {
            "shuffle": dealer.shuffle,
            "unmask": dealer.unmask,
            "lay-open": lambda: proving.lay_open(dealer, self.keeper(by)),
        }
        try:
            data = kinds.write_data(acts[kind]())
        except (PbemError, StopIteration):  # the author has no mask, or shares no hand
            return None
        return data if kind != "lay-open" or data else None

    def opens(self, by: str) -> Data:
        """Say whether a box opens; now and then it does not, whatever is in it."""
        try:
            stocks = groups.being_moved(self.world.table) is not None
            room = self.keeper(by) if stocks else self.dealer(by)
            data = kinds.write_data(room.open_box(openings.identity(by).box_secret))
        except PbemError:
            data = {"yes": True}
        return {"yes": False} if self.world.rng.random() < 0.2 else data

    def hand(self, by: str) -> Hand:
        """Return the cards that somebody sees."""
        try:
            return {(one.deck, one.place): one.card for one in self.dealer(by).hand()}
        except PbemError:
            return {}

    def known(self, by: str) -> Any:
        """Return the position as somebody knows it."""
        play = self.world.table.play
        assert play is not None
        seen, cards, stocks = play.position, cards_of(play.game), stocks_of(play.game)
        if cards is not None:
            seen = cards.knowing(seen, self.hand(by))
        return seen if stocks is None else stocks.holding(seen, self.amounts(by))

    def amounts(self, by: str) -> dict[str, int]:
        """Return what somebody knows to be in stocks."""
        try:
            return self.keeper(by).amounts()
        except PbemError:
            return {}

    def proofs(self, by: str, orders: list[Data]) -> Data:
        """Return what a list proves, where that can be proven."""
        if self.world.table.play is None:
            return {}
        try:
            proofs = proving.proofs(self.dealer(by), self.keeper(by), orders)
            said = self.keeper(by).hushed(orders)
        except PbemError:
            return {}
        return {"orders": said, "proofs": msgspec.to_builtins(proofs)} if proofs else {}

    def answers(self, by: str) -> bool:
        """Say whether somebody has to say now that a box opens."""
        return by in groups.answering(self.world.table)

"""Players around a game of Depots: hidden stocks at a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec import UNSET

from pbem.table.events import kinds
from pbem.table.library import Library, data_digest
from pbem.table.own import proving
from pbem.table.own.stocking import StockKeeper
from toy.depots import DepotRules
from toy.group import END, Group, opening

RULES = DepotRules()
EARN = {"do": "earn", "stock": "red.a"}
ROLL = {"do": "roll"}
LEVY = {"do": "levy"}
SHARE = {"do": "share"}
OUT = {"as": "forfeit", "late": None}
"""The rest of a ruling that puts somebody out."""


def split(n: int) -> dict[str, Any]:
    return {"do": "split", "n": n}


def spend(n: int, stock: str = "red.a") -> dict[str, Any]:
    return {"do": "spend", "stock": stock, "n": n}


def give(n: int, stock: str = "red.a") -> dict[str, Any]:
    return {"do": "give", "stock": stock, "n": n}


def pay(n: int) -> dict[str, Any]:
    return {"do": "pay", "n": n}


def depot_library() -> Library:
    return Library(lambda name, version: RULES if (name, version) == ("depots", 1) else None)


class DepotGroup(Group):
    """Ann plays red, bob blue, and cec green where there are three."""

    def __init__(
        self, folder: Path, *, umpire: str | None = None, trio: bool = False, **changes: Any
    ) -> None:
        rules = kinds.RulesId("depots", 1, data_digest(RULES.data()))
        if trio:
            three = {"groups": (("ann",), ("bob", "cec")), "players": ("ann", "bob", "cec")}
            changes = {**three, "scenario": "trio", **changes}
        data = opening(umpire=umpire, rules=rules, options={}, **changes)
        super().__init__(folder, data, depot_library())

    def keeper(self, handle: str) -> StockKeeper:
        return self.writer(handle)._stocks

    def amounts(self, handle: str) -> dict[str, int]:
        """Return what somebody knows to be in hidden supplies."""
        return self.keeper(handle).amounts()

    def written(self, handle: str, *orders: dict[str, Any]) -> dict[str, Any]:
        """The data of an order list that somebody would sign now."""
        assert self.table.play is not None
        assert self.table.play.asked is not None
        author = self.writer(handle)
        proofs = proving.proofs(author._dealer, author._stocks, orders)
        data = kinds.Orders(
            side=self.table.play.asked.side,
            orders=tuple(author._stocks.hushed(orders)),
            state=self.table.digest(),
            proofs=proofs or UNSET,
        )
        return kinds.write_data(data)

    def boxes(self) -> None:
        """Let everybody answer their box."""
        while (active := self.table.active()).kinds[:1] == ("answer",):
            assert active.handle is not None
            self.play(active.handle, "open_box")

    def asked(self) -> tuple[str, str]:
        assert self.table.play is not None
        assert self.table.play.asked is not None
        return self.table.play.asked.side, self.table.play.asked.name

    def game(self) -> Any:
        assert self.table.play is not None
        return self.table.play.position

    def finish(self) -> None:
        """End every turn that is left, and open everything."""
        while self.table.result is None:
            handle = self.table.active().handle
            assert handle is not None
            self.orders(handle, END)
        while (handle := self.table.active().handle) is not None:
            self.play(handle, "lay_open")


def started(folder: Path, red: int = 5, blue: int = 8, **changes: Any) -> DepotGroup:
    """A game in which both pairs are split: so much of twelve is in the first of each."""
    party = DepotGroup(folder, **changes)
    party.join_all()
    party.orders("ann", split(red))
    party.boxes()
    party.orders("bob", split(blue))
    party.boxes()
    return party


def abandoned(folder: Path) -> DepotGroup:
    """A game in which cec gives, and bob is put out before they have opened their box."""
    party = started(folder, trio=True, umpire="uli")
    party.orders("ann", END)
    party.orders("bob", END)
    party.orders("cec", give(1, "blue.b"))
    party.take(party.forge("uli", "ruling", {"out": "bob", **OUT}))
    return party


def ended_while_boxed(folder: Path, *, giving: bool) -> DepotGroup:
    """A game that a ruling on ann's fork ends before an ally has said whether their box opens.

    Cec gives, with a false box for bob; or bob splits, with a box for cec.
    """
    party = DepotGroup(folder, trio=True, umpire="uli")
    party.join_all()
    other = party.forge("ann", "orders", party.written("ann", split(4)))
    party.orders("ann", split(5))
    data = party.written("bob", split(8))
    party.take(party.forge("bob", "orders", data))
    if giving:
        party.boxes()
        party.orders("ann", END)
        party.orders("bob", END)
        data = party.written("cec", give(2, "blue.b"))
        data["proofs"][0]["give"]["boxes"]["bob"] = "ab" * 84
        party.take(party.forge("cec", "orders", data))
    fork = [json.loads(other.line)]
    party.take(party.forge("uli", "ruling", {"fork": fork, "then": "forfeit"}))
    return party


def opened_by_all(party: DepotGroup) -> list[tuple[str, int]]:
    """Let everybody open what they owe: who opened how many moves."""
    opened = []
    while (handle := party.table.active().handle) is not None:
        event = party.play(handle, "lay_open")
        opened.append((handle, len(event.data["stocks"])))
    return opened

"""The walk of model and table in Fate, the toy with a deck: with everybody's own masks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fuzz.dealing import NOTHING
from model.decks import Decks, Draw, Make
from model.walking import Walk
from model.writing import Event, Then, active, take
from pbem.errors import PbemError
from pbem.kit.contract import Draw as RealDraw
from pbem.kit.contract import MakeDeck
from pbem.log import event as real
from pbem.table.events import kinds
from pbem.table.handlers.groups import answering
from toy.fates import FateGroup, fate_library
from toy.group import Group, identity

SIDES = ("red", "blue", "green")


class DealtWalk(Walk):
    """One game of Fate."""

    group: FateGroup

    def sit(self, folder: Path, opening: Any) -> Group:
        party = FateGroup.__new__(FateGroup)
        Group.__init__(party, folder, opening, fate_library())
        return party

    def lies(self) -> Decks:
        return Decks(tuple(tuple(group) for group in self.group.table.groups))

    def write(self, e: Event, line: real.Event) -> None:
        if e.kind == "answer" and answering(self.group.table) and e.what:
            self.group.dealer(e.by).open_box(identity(e.by).box_secret)
        if e.kind != "lay-open":
            super().write(e, line)
            return
        # Only the rules know who broke a duty: those who are out by it, in the order of the sides.
        seats, before = self.group.table.seats, self._out()
        self.group.take(line)
        order = dict.fromkeys(seats[side] for side in SIDES if side in seats)
        e = e._replace(then=tuple(one for one in order if one in self._out() - before))
        self.log.append(e)
        self.model = take(self.model, e)

    def _out(self) -> set[str]:
        return {one.handle for one in self.group.table.roster.players if one.out}

    def need(self) -> Then:
        play = self.group.table.play
        deal = None if play is None else play.deal
        if isinstance(deal, MakeDeck):
            return Make()
        if isinstance(deal, RealDraw):
            return Draw(deal.side, deal.open)
        return super().need()

    def _join(self, e: Event) -> dict[str, Any]:
        return {**super()._join(e), "box": identity(e.by).box_public.hex()}

    def _orders(self, e: Event) -> dict[str, Any] | None:
        play = self.group.table.play
        if (
            play is None
            or play.asked is None
            or self.model.gone(self.group.table.seats[play.asked.side])
        ):
            return super()._orders(e)
        hand = {(one.deck, one.place): one.card for one in self.group.dealer(e.by).hand()}
        legal = list(play.game.legal(play.game.knowing(play.position, hand)))
        order = play.game.write_order(self.chance.choice(legal))
        data = self.group.orders_data(play.asked.side, order)
        if active(self.model)[0] == e.by:
            proofs = self.group.dealer(e.by).proofs([order])
            if proofs:
                data["proofs"] = kinds.write_data(
                    kinds.Orders(side="red", orders=(order,), state="00" * 32, proofs=proofs)
                )["proofs"]
        return data

    def _shuffle(self, e: Event) -> dict[str, Any]:
        return self._dealt(e, "shuffle")

    def _unmask(self, e: Event) -> dict[str, Any]:
        return self._dealt(e, "unmask")

    def _lay_open(self, e: Event) -> dict[str, Any]:
        return self._dealt(e, "lay_open")

    def _dealt(self, e: Event, act: str) -> dict[str, Any]:
        """Return what is owed, for a player who owes it; for others something of that form."""
        if active(self.model)[0] != e.by or e.kind not in active(self.model)[1]:
            return NOTHING[e.kind]
        try:
            return kinds.write_data(getattr(self.group.dealer(e.by), act)())
        except PbemError as error:
            raise self.apart(f"{e.by} cannot {act}: {error}") from error

"""A player's own hidden supplies: proofs, boxes sent and opened, openings.

Everything here knows secrets; what others see of it is checked by `pbem.table.handlers.stocks`.

Source: docs/protocol-cards.md, sections 4 and 6.6.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from msgspec import UNSET

from pbem.crypto.statement import ENTROPY_BYTES, Where, nonces
from pbem.crypto.stocks import pair as pairs
from pbem.crypto.stocks import stock as stocks
from pbem.crypto.stocks.ranges import Opening
from pbem.errors import FormError, IllegalOrder, RulesFault
from pbem.kit.contract import RawOrder
from pbem.kit.stocks import Capped, Give, Move, Spend, Split, StockGame, pair_of, stocks_of
from pbem.play import moving
from pbem.play.keeper import Keeper
from pbem.table.events.kinds import Answer
from pbem.table.events.proof_kinds import (
    Proof,
    StockCapped,
    StockGiven,
    StockOpening,
    StockSpent,
    StockSplit,
)
from pbem.table.handlers import groups
from pbem.table.handlers.stocks import crypto_pair, find, opener, to_open
from pbem.table.own.private import OpeningFile, OwnOpening
from pbem.table.state import StockPair
from pbem.table.table import Table


class StockKeeper:
    """The work of one player, ``handle``, with the hidden supplies of a table.

    ``openings`` are theirs.
    """

    def __init__(self, table: Table, handle: str, openings: OpeningFile) -> None:
        self.table = table
        self.handle = handle
        self.openings = openings

    def amounts(self) -> dict[str, int]:
        """Return what is in each hidden supply that the player knows."""
        game, play = self._game(), self.table.play
        if game is None or play is None:
            return {}
        known = (state for state in self.table.stocks if self.handle in state.by)
        return {
            name: self._opening(state, name, game.changed(play.position, name)).amount
            for state in known
            if state.point and state.open is UNSET
            for name in state.names
        }

    def known(self) -> Keeper | None:
        """Return the same as a keeper of these supplies alone; None in a game without any.

        Raises KeyFileError where they were split on another machine.
        """
        game = self._game()
        if game is None:
            return None
        keeper = Keeper(game)
        for state in self.table.stocks:
            if self.handle in state.by and state.point and state.open is UNSET:
                keeper.know(state.names, state.total, self._first(state).amount)
        return keeper

    def hushed(self, orders: Sequence[RawOrder]) -> list[RawOrder]:
        """Return orders as a log has them: one that gives or splits never says how much."""
        play = self.table.play
        return list(orders) if play is None else moving.hushed(play, orders)

    def proof(self, move: Move, changed: int) -> Proof:
        """Prove what an order does; ``changed``: by how much its supply will have changed then.

        Raises IllegalOrder where it is not there.
        """
        try:
            return self._proof(move, changed)
        except FormError as error:
            raise IllegalOrder("P9", str(error)) from None

    def _proof(self, move: Move, changed: int) -> Proof:
        if isinstance(move, Split):
            return Proof(split=self._split(move))
        state = self._hidden(move.stock)
        own = crypto_pair(state).stock(move.stock, changed)
        opening = self._opening(state, move.stock, changed)
        match move:
            case Spend(stock, amount):
                proof = stocks.prove_spending(self._where(), own, opening, amount, _entropy())
                return Proof(spend=StockSpent(stock, changed, amount, proof.hex()))
            case Capped(stock, cap, amount):
                due, proof = stocks.prove_capped(self._where(), own, opening, cap, _entropy())
                if due != amount:
                    raise IllegalOrder("P9", f"{stock} must hand over {due}, not {amount}")
                return Proof(capped=StockCapped(stock, changed, cap, amount, proof.hex()))
            case Give():
                return Proof(give=self._give(state, move, changed))

    def _split(self, move: Split) -> StockSplit:
        game = self._game()
        assert game is not None  # noqa: S101 - an order splits
        bits = pair_of(game, move.stocks[0]).bits
        first = Opening(_said(move.amount), _scalar())
        made = stocks.prove_halves(
            self._where(), move.stocks, bits, move.total, first=first, entropy=_entropy()
        )
        self._keep(made.commitment, first)
        proofs = (made.first.hex(), made.second.hex())
        boxes = self._boxes(first)
        point = made.commitment.hex()
        return StockSplit(move.stocks, bits, move.total, point, proofs, boxes or UNSET)

    def _give(self, state: StockPair, move: Give, changed: int) -> StockGiven:
        pair = crypto_pair(state)
        to, sent = pair.other(move.stock), Opening(_said(move.amount), _scalar())
        made = stocks.prove_parcel(
            self._where(),
            pair.stock(move.stock, changed),
            to,
            opening=self._opening(state, move.stock, changed),
            cap=move.cap,
            parcel=sent,
            entropy=_entropy(),
        )
        self._keep_sent(state, made.commitment, sent, by_first=move.stock == state.names[0])
        return StockGiven(
            move.stock,
            to,
            changed,
            move.cap,
            made.commitment.hex(),
            (made.give.hex(), made.rest.hex(), made.left.hex()),
            self._boxes(sent) or UNSET,
        )

    def open_box(self, secret: bytes) -> Answer:
        """Open the box in which an amount was sent; it is on disk when this returns.

        ``secret``: that of one's box key. The answer is no where what is in it is not the amount.

        Raises:
            RulesFault: Nobody sent you a box.
        """
        state = groups.being_moved(self.table)
        made = None if state is None else state.offered
        if state is None or made is None or made is UNSET or self.handle not in made.boxes:
            raise RulesFault("no box was sent")
        move = self.table.moved[-1]
        point = bytes.fromhex(move.point)
        sent = pairs.out_of_box(secret, bytes.fromhex(made.boxes[self.handle]), point)
        if sent is None:
            return Answer(yes=False)
        if state.point:
            self._keep_sent(state, point, sent, by_first=move.sign < 0)
        else:
            self._keep(point, sent)
        return Answer(yes=True)

    def lay_open(self) -> tuple[StockOpening, ...]:
        """Open what is owed of the moves of pairs."""
        mine = [one for one in to_open(self.table) if opener(self.table, one) == self.handle]
        names = [state.names for state in mine]
        found = (
            (made.of, self.openings.find(made.point))
            for made in self.table.moved
            if made.names in names
        )
        return tuple(StockOpening(of, own.amount, own.scalar) for of, own in found)

    # --- what is kept --------------------------------------------------------------------------

    def _keep(self, point: bytes, opening: Opening) -> None:
        own = OwnOpening(point.hex(), opening.amount, opening.scalar.hex())
        self.openings.add(own)

    def _keep_sent(self, state: StockPair, point: bytes, sent: Opening, *, by_first: bool) -> None:
        """Keep what is handed over, and what the pair's point is then."""
        before = self._first(state)
        self._keep(point, sent)
        after = pairs.moved(bytes.fromhex(state.point), point, by_first)
        self._keep(after, pairs.after(before, sent, by_first=by_first))

    def _first(self, state: StockPair) -> Opening:
        own = self.openings.find(state.point)
        return Opening(own.amount, bytes.fromhex(own.scalar))

    def _opening(self, state: StockPair, name: str, changed: int) -> Opening:
        return pairs.known(crypto_pair(state), name, changed, self._first(state))

    def _hidden(self, stock: str) -> StockPair:
        state = find(self.table, stock)
        hidden = state is not None and state.point and state.open is UNSET
        if state is None or not hidden or self.handle not in state.by:
            raise IllegalOrder("P9", f"{self.handle} has no hidden supply {stock}")
        return state

    def _boxes(self, opening: Opening) -> dict[str, str]:
        group: list[str] = next((one for one in self.table.groups if self.handle in one), [])
        others = [one for one in groups.playing(self.table, group) if one != self.handle]
        players = ((handle, self.table.roster.find(handle)) for handle in others)
        return {
            handle: pairs.into_box(bytes.fromhex(player.box), opening).hex()
            for handle, player in players
            if player is not None and player.box is not None
        }

    def _game(self) -> StockGame | None:
        return None if self.table.play is None else stocks_of(self.table.play.game)

    def _where(self) -> Where:
        return Where(self.table.game_id, self.table.chain.head, self.handle)


def _said(amount: int | None) -> int:
    if amount is None:
        raise IllegalOrder("P9", "the order must say how much")
    return amount


def _scalar() -> bytes:
    return nonces(_entropy(), "stock")()


def _entropy() -> bytes:
    return secrets.token_bytes(ENTROPY_BYTES)

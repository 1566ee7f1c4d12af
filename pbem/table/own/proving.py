"""The proofs that a player's software puts beside orders: of cards shown and supplies moved.

Everything here knows secrets; what others see of it is checked by `decks` and `stocks`.

Source: docs/protocol-cards.md, section 6.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from pbem.kit.contract import RawOrder
from pbem.play import moving
from pbem.table.events.kinds import LayOpen, Proof
from pbem.table.own.dealing import Dealer
from pbem.table.own.stocking import StockKeeper


def proofs(dealer: Dealer, keeper: StockKeeper, orders: Sequence[RawOrder]) -> tuple[Proof, ...]:
    """Prove what an order list shows and moves.

    ``orders``: the list with the amounts that the log will not have.

    Raises:
        IllegalOrder: It is not there.
    """
    play, made = dealer.table.play, list[Proof]()
    if play is None:
        return ()
    numbers = iter(moving.foreseen(play, dealer.handle, keeper.hushed(orders)))
    for raw in orders:
        made += dealer.proofs([raw])
        move = moving.moved(play.game, play.position, raw)
        if move is not None:
            changed = next(numbers) if isinstance(move, moving.NUMBERED) else 0
            made.append(keeper.proof(move, changed))
    return tuple(made)


def lay_open(dealer: Dealer, keeper: StockKeeper) -> LayOpen:
    """Open every layer that was put on, and the supplies that are to be opened."""
    masks = () if dealer.table.result is None else dealer.masks_owed()
    return LayOpen(masks=masks or UNSET, stocks=keeper.lay_open() or UNSET)

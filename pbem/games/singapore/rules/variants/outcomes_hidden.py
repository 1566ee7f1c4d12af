"""The outcomes for supply tokens of which nobody else sees how many there are (7.2)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.singapore.data.forms import Army
from pbem.kit.contract import Outcome


class PoolsSplitting(Outcome, frozen=True, kw_only=True):
    """The British have split the Commonwealth's tokens, ``total`` in all, and only it sees how."""

    total: int


class PoolsHidden(Outcome, frozen=True, kw_only=True):
    """The split stands: both armies have hidden supplies, ``total`` tokens in all."""

    total: int


class SupplyReadied(Outcome, frozen=True, kw_only=True):
    """An army has laid tokens before its screen, to pay with them."""

    army: Army
    tokens: int


class SupplyPutBack(Outcome, frozen=True, kw_only=True):
    """The tokens before an army's screen go back into its hidden supply."""

    army: Army
    tokens: int


class SupplyDue(Outcome, frozen=True, kw_only=True):
    """An army with a hidden supply has to hand over ``due``, as far as it has to (5.7, 6.S2, 6.E8).

    ``card``: which card asks for it, "" where a supply point was lost.
    """

    card: str
    army: Army
    due: int
    dice: tuple[int, ...]


class SupplySpared(Outcome, frozen=True, kw_only=True):
    """The loss of card E8 is taken, or there is nothing left."""

    army: Army


class TransferAsked(Outcome, frozen=True, kw_only=True):
    """An army asks for the die of a hidden transfer, or says that it hands nothing over."""

    army: Army
    wanted: bool


class TransferDie(Outcome, frozen=True, kw_only=True):
    """The die that says how many tokens may be handed over."""

    die: int


class TransferSending(Outcome, frozen=True, kw_only=True):
    """An army hands over tokens, and only the Commonwealth sees how many."""

    army: Army


class TransferSent(Outcome, frozen=True, kw_only=True):
    """A hidden transfer of an army is over; ``done``: it took effect, if only with no tokens."""

    army: Army
    done: bool


class SuppliesOpened(Outcome, frozen=True, kw_only=True):
    """Both hidden supplies of the Commonwealth are seen by everybody from now on."""

    amounts: Mapping[Army, int]

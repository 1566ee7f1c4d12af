"""How the outcomes about hidden supply tokens change a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.position import (
    Bill,
    Position,
    War,
    is_veiled,
    open_veil,
    open_war,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants import outcomes_hidden as h
from pbem.kit.contract import Outcome

TRANSFER = "transfer"


def change(war: War, army: Army, tokens: int) -> None:
    """Change what an army has in all by so many tokens: after its screen where nobody sees that."""
    if is_veiled(war, army):
        open_veil(Position(war=war)).changed[army] += tokens
    else:
        war.stock[army] += tokens


def _splitting(_setting: Setting, position: Position, reported: h.PoolsSplitting) -> None:
    veil = open_veil(position)
    veil.total, veil.settling = reported.total, "split"


def _hidden(_setting: Setting, position: Position, reported: h.PoolsHidden) -> None:
    veil, war = open_veil(position), open_war(position)
    veil.total, veil.settling, veil.changed = reported.total, "", {"br": 0, "au": 0}
    war.stock["br"] = war.stock["au"] = 0


def _readied(_setting: Setting, position: Position, reported: h.SupplyReadied) -> None:
    open_veil(position).changed[reported.army] -= reported.tokens
    open_war(position).stock[reported.army] += reported.tokens


def _put_back(_setting: Setting, position: Position, reported: h.SupplyPutBack) -> None:
    open_veil(position).changed[reported.army] += reported.tokens
    open_war(position).stock[reported.army] -= reported.tokens


def _due(_setting: Setting, position: Position, reported: h.SupplyDue) -> None:
    open_veil(position).bill = Bill(reported.card, reported.army, reported.due, list(reported.dice))


def _spared(_setting: Setting, position: Position, _reported: h.SupplySpared) -> None:
    open_veil(position).bill = None


def _asked(_setting: Setting, position: Position, reported: h.TransferAsked) -> None:
    open_veil(position).offers[reported.army] = reported.wanted


def _die(_setting: Setting, position: Position, reported: h.TransferDie) -> None:
    open_veil(position).die = reported.die


def _sending(_setting: Setting, position: Position, reported: h.TransferSending) -> None:
    open_veil(position).settling = reported.army  # type: ignore[assignment]


def _sent(_setting: Setting, position: Position, reported: h.TransferSent) -> None:
    veil = open_veil(position)
    veil.settling, veil.sent = "", [*veil.sent, reported.army]


def _opened(_setting: Setting, position: Position, reported: h.SuppliesOpened) -> None:
    veil, war = open_veil(position), open_war(position)
    veil.changed, veil.known = {}, {}
    for army, tokens in reported.amounts.items():
        war.stock[army] += tokens
    if position.phase == TRANSFER:  # nobody is asked once more in this turn
        war.offers = dict.fromkeys(reported.amounts, 0)


HIDDEN_CHANGES: dict[type[Outcome], Callable[[Setting, Position, Any], None]] = {
    h.PoolsSplitting: _splitting,
    h.PoolsHidden: _hidden,
    h.SupplyReadied: _readied,
    h.SupplyPutBack: _put_back,
    h.SupplyDue: _due,
    h.SupplySpared: _spared,
    h.TransferAsked: _asked,
    h.TransferDie: _die,
    h.TransferSending: _sending,
    h.TransferSent: _sent,
    h.SuppliesOpened: _opened,
}
"""Outcome of hidden supply -> what it changes."""

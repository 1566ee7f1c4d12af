"""The outcomes for hidden supply tokens, in sentences; and what everybody sees of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.position import War, is_veiled
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants import outcomes_hidden as h
from pbem.games.singapore.words.wording import ARMY, FORCE
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted


def seen(war: War, army: Army) -> str:
    """Return what everybody sees of an army's supply tokens."""
    many = str(war.stock[army])
    return f"hidden, and {many} before the screen" if is_veiled(war, army) else many


def _due(_: Setting, reported: h.SupplyDue) -> str:
    shown = f", dice {'-'.join(map(str, reported.dice))}" if reported.dice else ""
    why = f"for card {reported.card}" if reported.card else "for the supply point"
    return f"{FORCE[reported.army]} hand over at most {reported.due} {why}{shown}"


def _asked(_: Setting, reported: h.TransferAsked) -> str:
    what = "ask for the die of a transfer" if reported.wanted else "hand nothing over"
    return f"{FORCE[reported.army]} {what}"


def _sent(_: Setting, reported: h.TransferSent) -> str:
    what = (
        "have handed over an amount that nobody else sees"
        if reported.done
        else "have handed nothing over"
    )
    return f"{FORCE[reported.army]} {what}"


def _opened(_: Setting, reported: h.SuppliesOpened) -> str:
    shown = [f"{ARMY[army]} {many}" for army, many in sorted(reported.amounts.items())]
    return f"the screens are removed: {', '.join(shown)}"


HIDDEN_SENTENCES: dict[type[Outcome], Callable[[Setting, Any], str]] = {
    h.PoolsSplitting: lambda _, t: (
        f"the British split {counted(t.total, 'supply token')}, and nobody else sees how"
    ),
    h.PoolsHidden: lambda _, t: (
        f"the Commonwealth begins with {counted(t.total, 'supply token')}, split in secret"
    ),
    h.SupplyReadied: lambda _, t: (
        f"{FORCE[t.army]} lay {counted(t.tokens, 'supply token')} before the screen"
    ),
    h.SupplyPutBack: lambda _, t: f"{FORCE[t.army]} hide {counted(t.tokens, 'supply token')} again",
    h.SupplyDue: _due,
    h.SupplySpared: lambda _, t: f"{FORCE[t.army]} owe nothing more",
    h.TransferAsked: _asked,
    h.TransferDie: lambda _, t: f"at most {counted(t.die, 'supply token')} may change hands",
    h.TransferSending: lambda _, t: f"{FORCE[t.army]} hand over an amount that nobody else sees",
    h.TransferSent: _sent,
    h.SuppliesOpened: _opened,
}
"""Outcome of hidden supply -> its sentence, without the full stop."""

"""[6.4] What a situation card is played on, and how its text is written down as functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.position import Position
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Outcome


class Target(NamedTuple):
    """Units and sectors that a card is played on; which of them it wants says its text."""

    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def nothing(_setting: Setting, _position: Position, _army: Army, _on: Target) -> Iterator[Outcome]:
    """Report nothing more: the card that was played says it all."""
    return iter(())


def fits(_setting: Setting, _position: Position, _army: Army, _on: Target) -> str:
    """Refuse nothing: what is listed is all that there is."""
    return ""


class Effect(NamedTuple):
    """A card: what it can be played on now, and what it does.

    - ``legal``: Targets for an army, at least one of each sort; none if the card does nothing.
    - ``why_not``: A reason why it may not be played on a target; empty if it may be.
    - ``listed``: Whether ``legal`` has every target.
    - ``does``: The outcomes besides the one that it was played.
    """

    legal: Callable[[Setting, Position, Army], Iterator[Target]]
    does: Callable[[Setting, Position, Army, Target], Iterator[Outcome]] = nothing
    why_not: Callable[[Setting, Position, Army, Target], str] = fits
    listed: bool = True

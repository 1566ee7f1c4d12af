"""No arrows: for a game whose orders have no place on a map."""

from __future__ import annotations

from pbem.kit.contract import Arrow, Order


def arrow(_setting: object, _position: object, _order: Order) -> Arrow | None:
    """Return None: no order has a place."""
    return None


def underway(_setting: object, _position: object) -> tuple[Arrow, ...]:
    """Return nothing: no attack waits for an answer or for dice."""
    return ()

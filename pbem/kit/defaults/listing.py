"""Nothing beyond what the rules list: `legal` yields every legal order."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.contract import Order


def candidates(_setting: object, _position: object, _about: str) -> Iterator[Order]:
    """Yield nothing."""
    return iter(())


def unlisted(_setting: object, _position: object) -> list[str]:
    """Name nothing."""
    return []

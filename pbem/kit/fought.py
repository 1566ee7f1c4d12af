"""The unfinished attack as arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.kit.contract import Arrow


def fought(attackers: Iterable[tuple[str, str]], against: Sequence[str]) -> tuple[Arrow, ...]:
    """Return arrows of ``attackers``, each with its place; without any, one of nobody.

    ``against``: the places that are attacked; nothing is fought where there are none.
    """
    if not against:
        return ()
    stands: dict[str, list[str]] = {}
    for unit, place in attackers:
        stands.setdefault(place, []).append(unit)
    if not stands:
        return (Arrow((), against=tuple(against)),)
    return tuple(Arrow(tuple(units), (place,), tuple(against)) for place, units in stands.items())

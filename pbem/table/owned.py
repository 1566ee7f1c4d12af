"""An owner's data pack: which it is, and what differs in it."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.crypto.text import escape
from pbem.table.events.kinds import RulesId
from pbem.table.library import Library, UnknownRules, data_digest

REPORTED_MOST = 5
"""So many fields that differ are reported in a line; how many there are besides, only as a
number."""

_VALUE_LENGTH = 40
_NOTHING = object()


class OwnersPack(msgspec.Struct, frozen=True):
    """An owner's data pack: its digest, and the fields in which it differs from the module's data.

    ``differs``: a dotted path, the pack's value and the module's; empty where the pack is not here.
    ``called``: the title of a game that is all in its data, so that nothing differs from a module.
    """

    digest: str
    differs: tuple[str, ...] = ()
    called: str = ""


def owners_pack(library: Library, rules_id: RulesId) -> OwnersPack | None:
    """Return the owner's pack of a game; None for the module's own data, or rules not here."""
    try:
        own = library.own(rules_id.name, rules_id.version)
    except UnknownRules:
        return None
    if data_digest(own) == rules_id.data:
        return None
    try:
        rules, data = library.load(rules_id)
    except UnknownRules:
        return OwnersPack(rules_id.data)
    if getattr(rules, "carried", False):
        return OwnersPack(rules_id.data, called=str(getattr(data, "title", rules_id.name)))
    return OwnersPack(rules_id.data, differing(own, data))


def differing(own: msgspec.Struct, data: msgspec.Struct) -> tuple[str, ...]:
    """Return where ``data`` differs from the module's ``own``, in the order of the fields."""
    return tuple(_differing("", msgspec.to_builtins(own), msgspec.to_builtins(data)))


def differing_words(differs: tuple[str, ...]) -> str:
    """Describe the first fields that differ, and how many more there are.

    ``differs``: as in `OwnersPack`.
    """
    more = len(differs) - REPORTED_MOST
    reported = "; ".join(escape(one) for one in differs[:REPORTED_MOST])
    return reported + (f"; and {more} more" if more > 0 else "")


def pack_words(pack: OwnersPack) -> str:
    """Say in a sentence that a game is played with an owner's pack."""
    if pack.called:
        return (
            f"This is '{escape(pack.called)}', by the file of the player who opened the game "
            f"({pack.digest[:16]}...)."
        )
    said = f"Played with an owner's data pack ({pack.digest[:16]}...)"
    if not pack.differs:
        return said + "; that pack is not here, so nobody can say how it differs."
    return f"{said}, which differs in: {differing_words(pack.differs)}."


def _differing(path: str, own: Any, other: Any) -> list[str]:
    if isinstance(own, dict) and isinstance(other, dict):
        places = [(str(key), key) for key in [*own, *(key for key in other if key not in own)]]
        parts = [(name, own.get(key, _NOTHING), other.get(key, _NOTHING)) for name, key in places]
    elif isinstance(own, list | tuple) and isinstance(other, list | tuple):
        if len(own) != len(other):
            return [f"{path} {len(other)} entries (module: {len(own)})"]
        pairs = zip(own, other, strict=True)
        parts = [(str(place), one, two) for place, (one, two) in enumerate(pairs)]
    elif own == other and type(own) is type(other):
        return []
    else:
        return [f"{path} {_shown(other)} (module: {_shown(own)})"]
    return [
        line
        for name, one, two in parts
        for line in _differing(f"{path}.{name}" if path else name, one, two)
    ]


def _shown(value: Any) -> str:
    if value is _NOTHING:
        return "not there"
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= _VALUE_LENGTH else f"{text[:_VALUE_LENGTH]}..."

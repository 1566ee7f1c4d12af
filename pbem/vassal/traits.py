"""The traits of pieces: what each is called, and prototypes put in their places.

A piece is a list of traits, outermost first, and ends with the bare piece. Each has a type, which
never changes in a game, and a state, which does. A prototype is a list of traits with a name.
"""

from __future__ import annotations

from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.vassal import refusal
from pbem.vassal.refusal import ModuleRefused
from pbem.vassal.sequences import levels, split

UNDERSTOOD = frozenset(
    {
        "piece", "emb2", "emb", "mark", "prototype", "immob", "obs", "hide", "rotate", "sendto",
        "return", "label", "PROP", "basicName", "clone", "delete", "placemark", "replace",
        "markmoved", "mat",
    }
)  # fmt: skip
"""Traits that are described, or that every table does by itself."""

LEFT_OUT = frozenset(
    {
        "button", "calcProp", "deselect", "footprint", "globalhotkey", "globalkey", "hideCmd",
        "locCommand", "locmsg", "macro", "matPiece", "menuSeparator", "nonRect", "nonRect2",
        "report", "restrict", "setprop", "submenu", "translate", "border", "playSound",
        "AreaOfEffect", "propertysheet", "table", "pivot", "cmt", "attach", "setpieceprop",
        "setattachprop", "suppress",
    }
)  # fmt: skip
"""Scripts, which players do by hand, and drawing and menus, which nobody misses."""


class Trait(NamedTuple):
    """A trait: its name, its type in parts, and its state."""

    name: str
    parts: list[str]
    state: str

    def part(self, index: int, default: str = "") -> str:
        """Return a part of the type; ``default`` if it is not there.

        ``index``: from 0, which is the trait's name.
        """
        return self.parts[index] if index < len(self.parts) else default


class Definition(NamedTuple):
    """The text of a piece in a file: its type and state, not yet taken apart."""

    type: str
    state: str


def definition(text: str) -> Definition | None:
    """Return what `+/id/type/state` says; None if it is not in that form."""
    parts = split(text.strip("\n"), "/")
    return Definition(parts[2], parts[3]) if len(parts) >= 4 and parts[0] == "+" else None


class Prototypes:
    """The prototypes of a module. `expand` puts them in the places where pieces name them.

    ``defined``: name -> prototype.
    """

    def __init__(self, defined: dict[str, Definition]) -> None:
        self._defined = defined
        self._known: dict[str, list[Trait]] = {}
        self._open: list[str] = []
        self.missing: set[str] = set()
        self.count = 0

    def expand(self, piece: Definition) -> list[Trait]:
        """Return all traits of a piece, outermost first.

        Raises:
            ModuleRefused: It has too many, or a prototype that contains itself.

        """
        found = self._expanded(piece)
        self.count += len(found)
        if self.count > refusal.ALL_TRAITS:
            raise ModuleRefused(f"Its pieces have more than {refusal.ALL_TRAITS:,} traits.")
        return found

    def _expanded(self, piece: Definition) -> list[Trait]:
        types = levels(piece.type, refusal.TRAITS)
        states = levels(piece.state, refusal.TRAITS)
        states += [""] * (len(types) - len(states))
        found: list[Trait] = []
        for one, state in zip(types, states, strict=False):
            name = one.partition(";")[0]
            parts = [] if name in LEFT_OUT and name != "locmsg" else split(one, ";")
            if name == "prototype":
                found += self._prototype(parts[1] if len(parts) > 1 else "")
            else:
                found.append(Trait(name, parts, state))
            if len(found) > refusal.TRAITS:
                raise ModuleRefused(f"A piece has more than {refusal.TRAITS:,} traits.")
        return found

    def _prototype(self, name: str) -> list[Trait]:
        if name in self._known:
            return self._known[name]
        if name in self._open:
            raise ModuleRefused(f"The prototype {escape(name[:80])} contains itself.")
        if len(self._open) >= refusal.DEPTH:
            raise ModuleRefused(f"Its prototypes contain each other at {refusal.DEPTH} levels.")
        if name not in self._defined:
            self.missing.add(name)
            return []
        self._open.append(name)
        found = [one for one in self._expanded(self._defined[name]) if one.name != "piece"]
        self._open.pop()
        self._known[name] = found
        return found

"""Standing orders about retreats and advances from hex to hex: form, lines, and choice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from pbem.kit.maps.hexes import Hex, HexNumber
from pbem.kit.maps.hexwords import HexWords
from pbem.kit.typed.grammar import OwnLines
from pbem.kit.typed.pack import UNIT_NAME
from pbem.kit.typed.terms import After, Term

Name = Annotated[str, Meta(pattern=UNIT_NAME)]
Some = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]


def _hex_or_any(words: HexWords, _: Collection[str]) -> Hex:
    return "any" if words.take_if("any") else words.hex("any", "none")


def _units_or_any(words: HexWords, _: Collection[str]) -> Any:
    return "any" if words.take_if("any") else words.units(stop=("any",))


HEX_OR_ANY: Term[HexWords] = Term("HEX|any", _hex_or_any)
UNITS_OR_ANY: Term[HexWords] = Term("UNIT ...|any", _units_or_any)

HexOrAny = Annotated[str, Meta(pattern=r"^([0-9]{4}|any)$(?!\n)"), HEX_OR_ANY]


class RetreatAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``units``: hexes each prefers, in order; ``toward``: otherwise, a hex to come near."""

    units: dict[Name, Annotated[tuple[HexNumber, ...], Meta(min_length=1, max_length=100)]] = {}
    toward: HexOrAny | None = None

    def choose(
        self, unit: str, steps: Sequence[Hex], distance: Callable[[Hex, Hex], int]
    ) -> Hex | None:
        """Return the first of ``steps`` that the unit prefers, else the nearest to ``toward``.

        None where nothing is said about it. If hexes are equally near, it is the lowest number.
        ``distance`` counts the hexes from one to the other.
        """
        for number in self.units.get(unit, ()):
            if number in steps:
                return number
        toward = self.toward
        if toward is None or not steps:
            return None
        if toward == "any":
            return min(steps)
        return min(steps, key=lambda number: (distance(number, toward), number))


class AdvanceLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Into a hex (or any), the first of these units (or any) that may."""

    into: HexOrAny
    with_: Annotated[Some | Literal["any"], UNITS_OR_ANY, After("with")] = field(name="with")


class AdvanceAnswers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Advances: the first line that fits, else perhaps none."""

    lines: Annotated[tuple[AdvanceLine, ...], Meta(max_length=200)] = ()
    else_: Literal["none"] | None = field(default=None, name="else")

    def choose(self, vacated: Iterable[Hex], victors: Sequence[str]) -> tuple[str, Hex] | None:
        """Return who of ``victors`` advances into which hex of ``vacated``; None if no line fits.

        The first line that fits the first hex that has one; lines that name the hex come first.
        """
        for number in vacated:
            lines = [line for line in self.lines if line.into == number]
            lines += [line for line in self.lines if line.into == "any"]
            for line in lines:
                for unit in victors if line.with_ == "any" else line.with_:
                    if unit in victors:
                        return unit, number
        return None


def hexes_named(retreat: RetreatAnswers | None, advance: AdvanceAnswers | None) -> Iterator[Hex]:
    """Yield every hex that standing orders name."""
    if retreat is not None:
        for hexes in retreat.units.values():
            yield from hexes
        if retreat.toward not in {None, "any"}:
            yield str(retreat.toward)
    if advance is not None:
        yield from (line.into for line in advance.lines if line.into != "any")


def units_advancing(advance: AdvanceAnswers | None) -> Iterator[tuple[str, ...]]:
    """Yield every list of units that standing orders about advances hold."""
    if advance is not None:
        yield from (line.with_ for line in advance.lines if line.with_ != "any")


def read_retreat(words: HexWords) -> dict[str, Any]:
    """Read what follows ``standing retreat``; return the part that it sets."""
    if words.take_if("any"):
        return {"toward": "any"}
    if words.take_if("toward"):
        return {"toward": words.hex()}
    unit = words.unit(what="a unit, `toward` or `any`", others=("toward", "any"))
    return {"units": {unit: list(words.hexes())}}


def print_retreat(retreat: Mapping[str, Any]) -> Iterator[str]:
    """Yield what follows ``standing retreat`` in the lines of a part."""
    for unit, hexes in retreat.get("units", {}).items():
        yield " ".join((unit, *hexes))
    if toward := retreat.get("toward"):
        yield "any" if toward == "any" else f"toward {toward}"


RETREAT_LINES: OwnLines[HexWords] = OwnLines(
    read_retreat, print_retreat, ("UNIT HEX ...", "toward HEX", "any")
)
"""The lines of `RetreatAnswers`: a mapping, so no declaration says them."""


def standing_line(*words: str) -> str:
    """Write a line of standing orders."""
    return " ".join(("standing", *words))

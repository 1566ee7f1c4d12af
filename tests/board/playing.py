"""Games that stand where somebody has the pen."""

from __future__ import annotations

from pbem.desk.play import acting
from toy.people import Person

PASSPHRASE = "a passphrase"  # noqa: S105 - of a key made for a test
"""Of ann's key file."""

LANDINGS = (
    "land 1/2 1203",
    "land 2/2 1102",
    "land 3/2 1002",
    "land 1/6 0902",
    "land 2/6 0801",
    "land 3/6 0802 from 0703",
)
"""A first list of the US in Saipan: all six landings, after which combat begins by itself."""


def saipan(ann: Person, bob: Person) -> None:
    """Have ann open Saipan as the US; bob joins, and she has the pen."""
    ann.opens("saipan", seats={"us": "ann", "jp": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())

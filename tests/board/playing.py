"""Games in which somebody is the active player."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shutil import copytree
from types import MappingProxyType
from typing import NamedTuple

from pbem.client.play import acting
from pbem.identity import keyfile
from toy.people import Person

PASSPHRASE = "a passphrase"  # noqa: S105 - of a key made for a test
"""The passphrase of ann's key file."""

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
    """Have ann open Saipan as the U.S.; bob joins, and ann moves."""
    begin(ann, bob, "saipan", "us", "jp")


def begin(ann: Person, bob: Person, game: str, first: str, second: str) -> None:
    """Have ann open a game as its first side; bob joins as the second, and ann moves."""
    ann.opens(game, seats={first: "ann", second: "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())


ATTACKS = ("end movement", "attack 16 with 2/6 1/6 3/6")
"""Orders that may follow these: bob is asked for final protective fire, and ann rolls then."""


def pass_twice(ann: Person, bob: Person, folder: Path) -> list[Path]:
    """Have ann attack, and bob sign two events on that, each with other words; return both logs.

    Bob writes the second with a copy of bob's home in ``folder``.
    """
    ann.orders(*LANDINGS, *ATTACKS)
    bob.takes(ann.sends())
    copytree(bob.folder, folder / "bob")
    other = Person("bob", folder)
    bob.orders("pass", note="the first of two")
    other.orders("pass", note="the second of two")
    logs = [bob.sends(), other.sends()]
    other.client.close()
    return logs


class Wanted(NamedTuple):
    """A game to be played: ``seats``: side -> handle; ``few``: so many turns every day."""

    rules: str
    scenario: str
    seats: dict[str, str]
    few: int
    options: Mapping[str, str] = MappingProxyType({})
    dice: str | None = None


def sit_down(folder: Path, wanted: Wanted) -> list[Person]:
    """Have people open a game and join it."""
    people = [Person(handle, folder) for handle in dict.fromkeys(wanted.seats.values())]
    for one in people:
        (one.client.identities / f"{one.handle}.key").unlink()
        keyfile.save(one.identity, one.client.identities / f"{one.handle}.key", PASSPHRASE)
        one.meets(*(other for other in people if other is not one))
    first, *others = people
    first.opens(
        wanted.rules,
        scenario=wanted.scenario,
        seats=wanted.seats,
        options=wanted.options,
        dice=wanted.dice,
    )
    for number, one in enumerate(others):
        one.takes(people[number].sends())
        one.does(acting.join)
    for one in people[:-1]:
        one.takes(people[-1].sends())
    return people


BATTLE = {"attacker": "ann", "defender": "bob"}
GAMES = {
    "lantern": Wanted("lantern", "lantern", {"brask": "ann", "tarle": "bob"}, 3),
    "saipan": Wanted("saipan", "historical", {"us": "ann", "jp": "bob"}, 3),
    "manila": Wanted("manila", "campaign", {"us": "ann"}, 4, dice="self"),
    "tokyo": Wanted("tokyo", "two", {"8ag": "ann", "1ag": "bob"}, 2),
    "meiktila": Wanted("meiktila", "meiktila", {"al": "ann", "jp": "bob"}, 3),
    "practice battle": Wanted("singapore", "company", BATTLE, 6),
    "battle": Wanted("singapore", "sarimbun_beach", BATTLE, 2),
    "map with cards": Wanted("singapore", "corps", {"jp": "ann", "au": "bob", "br": "bob"}, 5),
}
"""A game of each module, of Singapore one on each of its boards."""

"""The page of an invitation before the program is there: games, sides and maps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from pbem.client.client import Client
from pbem.crypto.text import as_json
from pbem.errors import PbemError
from pbem.lobby.forms import Scenario
from pbem.lobby.lobby import Lobby

OFFERS = "page/offers.json"
LARGE = 100_000
"""Bytes of a drawing from which all scenarios of a game share one: they are on one map."""


class Offered(msgspec.Struct, frozen=True):
    """A scenario: its title, side -> name, the file of its map, how many mails a game took."""

    title: str
    sides: dict[str, str]
    scene: str
    mails: int | None


class Usual(msgspec.Struct, frozen=True):
    """An option of a game: its title, and its value by default as it is typed."""

    title: str
    value: str


class Game(msgspec.Struct, frozen=True):
    """A game, with its scenarios by id, and its options by name; ``one``: there is one scenario."""

    title: str
    one: bool
    scenarios: dict[str, Offered]
    options: dict[str, Usual]


def proposed() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the page: maps of all scenarios for several players, then the list."""
    games: dict[str, Game] = {}
    with TemporaryDirectory() as name:
        lobby = Lobby(Client(Path(name) / "home"), lambda _path, _make: "")
        for offer in lobby.offers():
            found: dict[str, Offered] = {}
            large = ""
            for scenario, title in offer.scenarios.items():
                sides = {side.id: side.name for side in offer.sides[scenario]}
                if len(sides) < 2:
                    continue
                file = f"page/scenes/{offer.rules}-{scenario}.svg"
                try:
                    drawn = lobby.scene(Scenario(offer.rules, scenario)).data
                except PbemError:  # a game may have no map
                    file, drawn = "", b""
                if len(drawn) > LARGE and large:
                    file = large
                elif drawn:
                    large = file if len(drawn) > LARGE else large
                    yield file, drawn
                mails = offer.mails.get(scenario)
                found[scenario] = Offered(str(title), sides, file, mails)
            usual = {one.name: Usual(one.title, one.default) for one in offer.options}
            games[offer.rules] = Game(offer.title, len(offer.scenarios) == 1, found, usual)
    yield OFFERS, as_json(games).encode()

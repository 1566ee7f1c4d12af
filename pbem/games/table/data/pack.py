"""Reading table files, and what is wrong with those that cannot be played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.games.table.data.forms import ALL_CARDS_MOST, CARDS_MOST, TITLE, WANTED, TableData
from pbem.games.table.data.pieces import piece_faults
from pbem.kit import plain
from pbem.kit.offer import CODE_WANTED, offer_faults
from pbem.kit.typed.pack import Fault, Packs, repeated

FILE = "table.yaml"
SCENARIO = "table"
"""The one scenario of every table file: another set-up is another file."""

_DICE = re.compile("[0-9]*d[0-9]+")
_UNCLEAR = re.compile(r" \+ | to table$| \[[^ ]+ [0-9]+\]$")
"""The texts that could be other words of an order, or the number of another card."""
_TITLE = re.compile(TITLE)

SIDES_MOST = 8
SHORT = 3
"""The code of a side with so many letters is written in capitals, if the file has no name."""


class Tables(NamedTuple):
    """The tables of a table file: deck -> the names of its cards, each name once."""

    cards: Mapping[str, Sequence[str]]


def ease(raw: dict[str, Any]) -> None:
    """Let a file say less: sides as a list, faces that are numbers, no scenario."""
    sides = raw.get("sides")
    if isinstance(sides, list) and all(isinstance(one, str) for one in sides):
        raw["sides"] = {side: named(side) for side in sides}
    dice: Any = raw.get("dice")
    if isinstance(dice, dict):
        raw["dice"] = {name: str(one) if type(one) is int else one for name, one in dice.items()}
    for kind in ("faces", "cups"):
        named_: Any = raw.get(kind)
        for name, says in named_.items() if isinstance(named_, dict) else ():
            if isinstance(says, list):
                named_[name] = [str(one) if type(one) is int else one for one in says]
    if isinstance(raw.get("title"), str):
        raw.setdefault("scenarios", {SCENARIO: {"title": raw["title"]}})
    _say_orders(raw)


def _say_orders(raw: dict[str, Any]) -> None:
    """Say in lists which side comes first, and which cards: no digest covers an order of names.

    Otherwise two files with one digest are two games, and moves of the one are wrong in the other.
    """
    scenarios: Any = raw.get("scenarios")
    for one in scenarios.values() if isinstance(scenarios, dict) else ():
        if isinstance(one, dict) and (names := _unsorted(raw.get("sides"))):
            one.setdefault("sides", names)
    decks: Any = raw.get("decks")
    for one in decks.values() if isinstance(decks, dict) else ():
        if isinstance(one, dict) and (names := _unsorted(one.get("later"))):
            one.setdefault("order", names)


def _unsorted(named_: Any) -> list[str]:
    """Return names in their order; nothing if that is the order of their letters."""
    names = list(named_) if isinstance(named_, dict) else []
    return names if names != sorted(names) else []


def named(side: str) -> str:
    """Return the name of a side that the file gives only a code."""
    if len(side) <= SHORT:
        return plain.upper(side)
    return plain.capital(side.replace("-", " ").replace("_", " "))


def faults(data: TableData) -> Iterator[Fault]:
    """Yield where a file contradicts itself."""
    yield from offer_faults(data)
    yield from _of_sides(data)
    yield from _of_size(data)
    yield from _of_tracks(data)
    yield from (
        (("faces", name), f"there are dice and faces called {name}; rename one")
        for name in data.faces
        if name in data.dice
    )
    yield from (
        ((kind, name), f"{name} is how dice are written; use another word")
        for kind, names in (("dice", data.dice), ("faces", data.faces))
        for name in names
        if _DICE.fullmatch(name) and data.dice.get(name) not in (name, f"1{name}")
    )
    yield from (
        (("cups", name), "a cup cannot be called by a number; use a word")
        for name in data.cups
        if plain.number(name) is not None
    )
    yield from _of_teams(data)
    yield from piece_faults(data)
    yield from _of_decks(data)


def _of_sides(data: TableData) -> Iterator[Fault]:
    if list(data.scenarios) != [SCENARIO]:
        yield ("scenarios",), f"a table file has one set-up, called {SCENARIO}; leave this out"
    for name, one in data.scenarios.items():
        if one.sides is not None and {*one.sides} != {*data.sides}:
            yield ("scenarios", name, "sides"), f"name all sides: {', '.join(data.sides)}"
    if data.options:
        yield ("options",), "a table has no options; leave this out"
    if len(data.sides) > SIDES_MOST:
        yield ("sides",), f"{len(data.sides)} sides; there can be {SIDES_MOST}"


def _of_decks(data: TableData) -> Iterator[Fault]:
    if data.decks and len(groups(data)) == 1:
        why = "nobody can hide a card from themselves; use cups instead, or add a side"
        yield ("decks",), f"all sides see the same hands, and {why}"
    for name, deck in data.decks.items():
        where = ("decks", name)
        if deck.for_ is not None and deck.for_ not in data.sides:
            yield (*where, "for"), f"there is no side {deck.for_}; sides: {', '.join(data.sides)}"
        many = deck.begins + sum(deck.later.values())
        if many != len(deck.cards) or deck.begins < 1:
            said = f"`start` and `later` make {many} cards, and the list has {len(deck.cards)}"
            yield where, f"{said}; change one of them"
        if deck.order and sorted(deck.order) != sorted(deck.later):
            yield (*where, "order"), f"name what is in `later`, each once: {', '.join(deck.later)}"
        if len(deck.every) > CARDS_MOST:
            yield where, f"a deck has {CARDS_MOST} cards at most, and this has {len(deck.every)}"


def _of_size(data: TableData) -> Iterator[Fault]:
    """Yield what is not on one line, and what there is too much of."""
    for side, name in data.sides.items():
        if not _TITLE.fullmatch(name):
            yield ("sides", side), WANTED[TITLE]
    said = data.provenance
    pieces = (said[at : at + 80].strip(" ") for at in range(0, len(said), 80))
    if not all(_TITLE.fullmatch(one) for one in pieces if one):
        yield ("provenance",), "write it on one line, without ; and #"
    every = [len(deck.every) for deck in data.decks.values()] + [*map(len, data.cups.values())]
    if sum(every) > ALL_CARDS_MOST:
        yield (), f"its decks and cups have {sum(every):,} cards; {ALL_CARDS_MOST:,} can be there"


def _of_tracks(data: TableData) -> Iterator[Fault]:
    for name, track in data.tracks.items():
        if name not in data.values:
            yield ("tracks", name), f"there is no value {name}"
        elif not track.first <= data.values[name] <= track.last:
            yield ("values", name), f"the track goes from {track.first} to {track.last}"
        elif track.names and len(track.names) != track.last - track.first + 1:
            yield ("tracks", name), "give one name for each number from first to last"


def _of_teams(data: TableData) -> Iterator[Fault]:
    for at, team in enumerate(data.teams):
        for place, side in enumerate(team):
            if side not in data.sides:
                yield ("teams", at, place), f"there is no side {side}"
    every = [side for team in data.teams for side in team]
    yield from repeated(("teams",), every)


def groups(data: TableData) -> list[tuple[str, ...]]:
    """Return the sides by team; who is in no team is one of their own."""
    teamed = {side for team in data.teams for side in team}
    return [*data.teams, *((side,) for side in data.sides if side not in teamed)]


def plain_title(title: str) -> str:
    """Return a title as orders compare it: small letters, one blank between words."""
    return plain.lower(" ".join(plain.words(title)))


def tables(data: TableData) -> Tables:
    """Return what each card is called: no two alike, and none as other words of orders."""
    every = Counter(plain_title(card) for deck in data.decks.values() for card in deck.every)
    called: dict[str, tuple[str, ...]] = {}
    for name, deck in data.decks.items():
        titles: list[str] = []
        for number, card in enumerate(deck.every, 1):
            low = plain_title(card)
            clear = every[low] == 1 and low not in deck.later and not _UNCLEAR.search(low)
            titles.append(card if clear else f"{card} [{name} {number}]")
        called[name] = tuple(titles)
    return Tables(called)


PACKS = Packs(
    TableData,
    __package__,
    FILE,
    faults=faults,
    tables=tables,
    wanted={**CODE_WANTED, **WANTED},
    ease=ease,
    free=True,
)

__all__ = ["CARDS_MOST", "PACKS", "SCENARIO", "Tables", "groups", "named", "plain_title"]

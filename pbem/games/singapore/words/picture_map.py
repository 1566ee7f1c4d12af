"""The mapboard: sectors, axes of attack, who holds them, and who stands there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from string import ascii_lowercase

from pbem.games.singapore.data.forms import Edge
from pbem.games.singapore.data.pack import PACKS
from pbem.games.singapore.rules.position import OFF_MAP, REPAIR, Cards, War
from pbem.games.singapore.rules.setting import SCENARIOS, Setting
from pbem.games.singapore.rules.theatre import contested
from pbem.games.singapore.words.report_hidden import seen
from pbem.games.singapore.words.wording import place_name
from pbem.kit.picture import (
    Area,
    AreaPicture,
    Box,
    Counter,
    Look,
    Pair,
    Side,
    Slot,
    Symbol,
    Track,
    Tray,
    Waiting,
)
from pbem.kit.shapes import Shapes, read_shapes

ROWS = (
    {"Axis-A": 0, "Axis-B": 2, "Axis-C": 4, "Axis-D": 6, "Axis-E": 10, "Axis-F": 14},
    {"Sarimbun": 0, "Buloh": 2, "Kranji": 4, "Woodlands": 6, "Sembawang": 10, "Seletar": 12,
     "Punggol": 14, "Pulau-Ubin": 16},
    {"Murai": 0, "Ama-Keng": 2, "Mandai": 6, "Nee-Soon": 8, "Yio-Chu-Kang": 12},
    {"Pasir-Laba": 0, "Tengah": 2, "Choa-Chu-Kang": 4, "Bukit-Panjang": 6, "Peirce": 8,
     "MacRitchie": 10, "Paya-Lebar": 12, "Tampines": 14, "Changi": 16},
    {"Tuas": 0, "Jurong": 2, "Bukit-Batok": 4, "Bukit-Timah": 6, "Tanglin": 8,
     "Singapore-City": 10, "Kallang": 12, "Katong": 14, "Bedok": 16},
    {"Axis-G": 0, "Pandan": 4, "Pasir-Panjang": 6, "Alexandra": 8, "Keppel": 10, "Axis-H": 12,
     "Axis-I": 16},
)  # fmt: skip
"""Row from the north -> sector -> half boxes from the west."""
SHORT = {
    "Choa-Chu-Kang": "Choa Chu K", "Bukit-Panjang": "B. Panjang", "Bukit-Batok": "B. Batok",
    "Bukit-Timah": "B. Timah", "Pasir-Panjang": "P. Panjang", "Singapore-City": "Singapore",
    "Yio-Chu-Kang": "Yio Chu K",
}  # fmt: skip
"""Names of more than ten letters."""
SIDES_OF_MAP = {"jp": Side("Japanese", "jp", "jp"), "au": Side("Australian", "au", "cw"),
                "br": Side("British", "br", "cw")}  # fmt: skip


SYMBOLS: dict[str, Symbol] = {
    "infantry": "infantry", "vehicle": "armour", "field": "artillery", "fixed": "fort",
    "fighter": "fighter", "bomber": "bomber",
}  # fmt: skip


def look(kind: str, *, spent: bool = False, name: str = "") -> Look:
    """Return how a counter of a kind looks: its dice stand in a table, not on it.

    ``spent``: it has done its part for now; ``name``: what stands on it in place of its label.
    """
    return Look(SYMBOLS[kind], spent=spent, name=name)


@cache
def shapes() -> Shapes:
    """Return the shapes of the areas: our own drawing, made of which of them are neighbours."""
    return read_shapes(PACKS.beside("shapes.json"))


def picture_of_map(
    setting: Setting, war: War, kinds: dict[str, str], notes: tuple[str, ...]
) -> AreaPicture:
    """Return the map with its units.

    ``kinds``: kind of unit -> its letter; ``notes``: lines to print below.
    """
    period = setting.tables.periods[war.period]
    boxes = [Box(title, tuple(_at(setting, war, place))) for title, place in BESIDE.items()]
    if war.stock:
        # A position that was kept has its armies in another order than one that was played.
        armies = [army for army in setting.armies if army in war.stock]
        reported = (f"{SIDES_OF_MAP[army].word} {seen(war, army)}" for army in armies)
        boxes.append(Box("Supply tokens", tuple(reported)))
    if war.cards is not None:
        boxes += _cards(setting, war.cards)
    edges = setting.tables.data.map.edges
    slots = tuple(Slot(name, here=name == period) for name in setting.tables.periods)
    return AreaPicture(
        title=f"{SCENARIOS[setting.scenario]}, {period}",
        areas=tuple(_areas(setting, war)),
        counters=tuple(_counters(setting, war)),
        sides={army: SIDES_OF_MAP[army] for army in setting.armies},
        kinds=kinds,
        flag="strategic objective",
        tracks=(Track("Periods", slots),),
        boxes=tuple(box for box in boxes if box.holds),
        notes=notes,
        trays=tuple(_trays(setting, war)),
        roads=tuple(edge.between for edge in edges if edge.road),
        waters=tuple(edge.between for edge in edges if edge.water),
        fortified=tuple(_fortified(edges)),
        shapes=shapes(),
    )


def _fortified(edges: Sequence[Edge]) -> Iterator[Pair]:
    """[R4] Yield where a fortified line is met: from which sector, and of which."""
    for edge in edges:
        if edge.spikes is not None:
            one, other = edge.between
            yield (edge.spikes, other if edge.spikes == one else one)


BESIDE = {"Airfield off the map": OFF_MAP, "Aircraft repair": REPAIR}
"""Title -> where planes are that are not on the map."""


def _at(setting: Setting, war: War, place: str) -> list[str]:
    return setting.in_order([unit for unit, at in war.at.items() if at == place])


def _trays(setting: Setting, war: War) -> Iterator[Tray]:
    for title, place in BESIDE.items():
        for army in setting.armies:
            units = [unit for unit in _at(setting, war, place) if war.of(unit) == army]
            waiting = (
                Waiting(unit, ", ".join((unit, *_state(setting, war, unit))), _looks(setting, unit))
                for unit in units
            )
            yield Tray(f"{SIDES_OF_MAP[army].word}: {title}", army, tuple(waiting))


def _state(setting: Setting, war: War, unit: str) -> Iterator[str]:
    """Yield what a unit is, and of a plane in which state."""
    piece = setting.tables.units[unit]
    yield setting.tables.strength[piece.army][piece.kind].name
    if unit in war.air:
        yield war.air[unit]


def _looks(setting: Setting, unit: str) -> Look:
    """Return how a unit looks: its number stands on it, since colour and symbol say the rest."""
    return look(setting.tables.units[unit].kind, name=unit.lstrip(ascii_lowercase))


def _cards(setting: Setting, cards: Cards) -> list[Box]:
    """Return what everybody knows of the situation cards."""
    called = setting.tables.called_card
    armies = [army for army in setting.armies if army in cards.hands]
    held = tuple(f"{SIDES_OF_MAP[army].word} {len(cards.hands[army])}" for army in armies)
    return [
        Box("Situation cards", (*held, f"undrawn {cards.left}")),
        Box("Events in force", tuple(called(one.card) for one in cards.force)),
        Box("Cards face up", tuple(map(called, cards.up))),
    ]


def _areas(setting: Setting, war: War) -> Iterator[Area]:
    known = setting.tables.data.map.sectors
    spots = {
        place: (column, row) for row, here in enumerate(ROWS) for place, column in here.items()
    }
    beyond = [place for place in known if place not in spots]
    spots |= {place: (2 * i, len(ROWS)) for i, place in enumerate(beyond)}
    for place, (column, row) in spots.items():
        if place not in known:
            continue
        sector = known[place]
        words = [word for word in ("airfield", "depot") if getattr(sector, word)]
        yield Area(
            id=place,
            column=column,
            row=row,
            name=place_name(place),
            short=SHORT.get(place, place_name(place))[:10],
            terrain=f"axis by {sector.axis}" if sector.axis else ", ".join(words),
            modifier="",
            holder=war.control[place],
            contested=contested(setting, war, place),
            flag=sector.objective,
            next_to=setting.tables.beside[place],
        )


def _counters(setting: Setting, war: War) -> Iterator[Counter]:
    for unit in setting.in_order(list(war.at)):
        if war.at[unit] in (OFF_MAP, REPAIR):
            continue
        yield Counter(
            area=war.at[unit],
            side=war.of(unit),
            label=unit,
            text=", ".join(_state(setting, war, unit)),
            kind=setting.tables.units[unit].kind,
            look=_looks(setting, unit),
        )

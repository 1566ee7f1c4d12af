"""The combat board as boxes: both lines, guns and skies, and who is set aside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec.structs import replace

from pbem.games.singapore.rules.position import (
    ATTACKER,
    DEFENDER,
    SIDES,
    Battle,
    Position,
    open_battle,
)
from pbem.games.singapore.rules.setting import SCENARIOS, Setting
from pbem.games.singapore.words.picture_map import look, picture_of_map
from pbem.games.singapore.words.report import doing, fight
from pbem.games.singapore.words.wording import place_name
from pbem.kit.picture import Area, AreaPicture, Box, Counter, Inset, Side

SPOTS = {
    "Attack-sky": (0, 0, "Att. sky", ATTACKER),
    "Attack-guns": (2, 0, "Att. guns", ATTACKER),
    "Defence-guns": (6, 0, "Def. guns", DEFENDER),
    "Defence-sky": (8, 0, "Def. sky", DEFENDER),
    "Attack-line": (0, 1, "Att. line", ATTACKER),
    "Support": (2, 1, "Support", ATTACKER),
    "Attack-point": (4, 1, "Att. point", ATTACKER),
    "Defence-line": (6, 1, "Def. line", DEFENDER),
}
"""Area -> column and row, short name, whose it is."""
WORD = {ATTACKER: "Attack", DEFENDER: "Defence"}
LINE = ("Attack-line", "Support", "Attack-point", "Defence-line")
"""Areas that follow each other; where two meet stand who fight."""
KIND = {"infantry": "I", "vehicle": "V", "field": "G", "fixed": "X", "fighter": "F", "bomber": "B"}


def picture(setting: Setting, position: Position) -> AreaPicture:
    """Return the board with the units on it, or the map, with the board of a battle beside it."""
    notes = tuple(doing(setting, position))
    war, battle = position.war, position.battle
    if war is not None:
        if battle is None:
            return picture_of_map(setting, war, dict(KIND), notes)
        fought = (*fight(setting, battle), *notes)
        return replace(
            picture_of_map(setting, war, dict(KIND), fought), insets=(_inset(setting, battle),)
        )
    battle = open_battle(position)
    sides = {side: side for side in SIDES}
    return AreaPicture(
        title=f"{SCENARIOS[setting.scenario]}, round {battle.rounds + 1}",
        areas=tuple(_areas(sides)),
        counters=tuple(_counters(setting, battle, by_army=False)),
        sides={ATTACKER: Side("Attacker", "red"), DEFENDER: Side("Defender", "blu")},
        kinds=dict(KIND),
        boxes=tuple(_boxes(battle)),
        notes=notes,
    )


def _inset(setting: Setting, battle: Battle) -> Inset:
    """Return the board of a battle on the map, in the colours of the armies that fight."""
    return Inset(
        title=f"Battle of {place_name(battle.sector)}, round {battle.rounds + 1}",
        areas=tuple(_areas({role: battle.seats[role][0] for role in SIDES})),
        counters=tuple(_counters(setting, battle, by_army=True)),
        boxes=tuple(_boxes(battle)),
    )


def _boxes(battle: Battle) -> Iterator[Box]:
    """Yield those who are in no area of the board any more."""
    out = tuple(f"{unit} {how}" for unit, how in sorted(battle.lost.items()))
    for title, units in (
        ("Set aside", tuple(battle.tired)),
        ("Have struck", tuple(battle.used)),
        ("Out of the fight", out),
    ):
        if units:
            yield Box(title, units)


def _areas(holders: Mapping[str, str]) -> Iterator[Area]:
    """Yield the areas of the board; ``holders``: role -> the side in whose colours they are."""
    for spot, (column, row, short, role) in SPOTS.items():
        yield Area(
            id=spot,
            column=column,
            row=row,
            name=spot.replace("-", " "),
            short=short,
            terrain="",
            modifier="",
            holder=holders[role],
            contested=False,
            flag=False,
            next_to=tuple(
                other for pair in pairwise(LINE) if spot in pair for other in pair if other != spot
            ),
        )


def _counters(setting: Setting, battle: Battle, *, by_army: bool) -> Iterator[Counter]:
    """Yield the units of a fight, of the side of their role or of their army."""
    here = [("Attack-point", battle.point), ("Support", battle.support)]
    for role in SIDES:
        word = WORD[role]
        here += [(f"{word}-line", unit) for unit in battle.line[role]]
        here += [(f"{word}-guns", unit) for unit in battle.guns[role]]
        here += [(f"{word}-sky", unit) for unit in battle.planes[role]]
    for spot, unit in here:
        if unit:
            piece = setting.tables.units[unit]
            name = setting.tables.strength[piece.army][piece.kind].name
            spent = battle.spent.get(unit, 0) > 0
            yield Counter(
                area=spot,
                side=battle.army(unit) if by_army else SPOTS[spot][3],
                label=unit,
                text=f"{name}, the point" if unit == battle.defender else name,
                kind=piece.kind,
                spent=spent,
                look=look(piece.kind, spent=spent),
            )

"""The combat board as boxes: both lines, guns and skies, and who is set aside."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.rules.position import ATTACKER, DEFENDER, SIDES, Position, open_battle
from pbem.games.singapore.rules.setting import SCENARIOS, Setting
from pbem.games.singapore.words.picture_map import look, picture_of_map
from pbem.games.singapore.words.tell import doing, fight
from pbem.kit.picture import Area, AreaPicture, Box, Counter, Side

SPOTS = {
    "red-sky": (0, 0, "Attacker's sky", "red sky", ATTACKER),
    "red-guns": (2, 0, "Attacker's guns", "red guns", ATTACKER),
    "blue-guns": (6, 0, "Defender's guns", "blue guns", DEFENDER),
    "blue-sky": (8, 0, "Defender's sky", "blue sky", DEFENDER),
    "red-line": (0, 1, "Attacker's line", "red line", ATTACKER),
    "support": (2, 1, "Supporting unit", "support", ATTACKER),
    "point": (4, 1, "Attacker's point", "red point", ATTACKER),
    "blue-line": (6, 1, "Defender's line, the point first", "blue line", DEFENDER),
}
"""Area -> column and row, name, short name, whose it is."""
BESIDE = (("red-line", "support"), ("support", "point"), ("point", "blue-line"))
KIND = {"infantry": "I", "vehicle": "V", "field": "G", "fixed": "X", "fighter": "F", "bomber": "B"}


def picture(setting: Setting, position: Position) -> AreaPicture:
    """Return the board with the units on it, or the map."""
    if position.war is not None:
        fought = [] if position.battle is None else fight(setting, position.battle)
        notes = (*fought, *doing(setting, position))
        return picture_of_map(setting, position.war, dict(KIND), notes)
    battle = open_battle(position)
    out = tuple(f"{unit} {how}" for unit, how in sorted(battle.lost.items()))
    boxes = [Box(title, units) for title, units in (
        ("Set aside", tuple(battle.tired)),
        ("Have struck", tuple(battle.used)),
        ("Out of the fight", out),
    ) if units]  # fmt: skip
    return AreaPicture(
        title=f"{SCENARIOS[setting.scenario]}, round {battle.rounds + 1}",
        areas=tuple(_areas()),
        counters=tuple(_counters(setting, position)),
        sides={ATTACKER: Side("Attacker", "red"), DEFENDER: Side("Defender", "blu")},
        kinds=dict(KIND),
        boxes=tuple(boxes),
        notes=tuple(doing(setting, position)),
    )


def _areas() -> Iterator[Area]:
    for spot, (column, row, name, short, holder) in SPOTS.items():
        yield Area(
            id=spot,
            column=column,
            row=row,
            name=name,
            short=short,
            terrain="",
            modifier="",
            holder=holder,
            contested=False,
            flag=False,
            next_to=tuple(
                other for pair in BESIDE if spot in pair for other in pair if other != spot
            ),
        )


def _counters(setting: Setting, position: Position) -> Iterator[Counter]:
    battle = open_battle(position)
    here = [("point", battle.point), ("support", battle.support)]
    here += [("red-line", unit) for unit in battle.line[ATTACKER]]
    here += [("blue-line", unit) for unit in battle.line[DEFENDER]]
    for side, colour in zip(SIDES, ("red", "blue"), strict=True):
        here += [(f"{colour}-guns", unit) for unit in battle.guns[side]]
        here += [(f"{colour}-sky", unit) for unit in battle.planes[side]]
    for spot, unit in here:
        if unit:
            piece = setting.tables.units[unit]
            name = setting.tables.strength[piece.army][piece.kind].name
            yield Counter(
                area=spot,
                side=SPOTS[spot][4],
                label=unit,
                text=name,
                kind=piece.kind,
                spent=battle.spent.get(unit, 0) > 0,
                look=look(piece.kind, spent=battle.spent.get(unit, 0) > 0),
            )

"""Doubtful data of a game, which an author hardly means: warnings of a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.kit.hexgame.data.forms import HexData
from pbem.kit.hexgame.data.offer import each_alone
from pbem.kit.hexgame.data.tables import grid_of
from pbem.kit.typed.pack import Fault, Path
from pbem.kit.typed.suggest import distance

DICE = (4, 6, 8, 10, 12, 20)
"""Faces of the dice that people have."""
SIDES_OF_A_HEX = 6
SHORT = 5
"""Kinds with fewer letters are often like each other: foot, fort."""


def doubts(data: HexData) -> Iterator[Fault]:
    """Yield what the author hardly means, also of scenarios and options."""
    own = [*_kinds(data), *_die(data), *_changing(data)]
    yield from own
    for place, changed in each_alone(data):
        more = (one for one in _changing(changed) if one not in own)
        yield from (((*place, *path), what) for path, what in more)


def _changing(data: HexData) -> Iterator[Fault]:
    """Yield doubts about what a scenario or an option may change."""
    yield from _supply(data)
    yield from _gap(data)
    yield from _held(data)
    yield from _inland(data)


def _supply(data: HexData) -> Iterator[Fault]:
    """To be out of supply makes a unit weaker."""
    if data.supply is None:
        return
    if data.supply.attack > 0:
        what = f"`attack: {data.supply.attack}` helps an attacker who is out of supply"
        yield ("supply", "attack"), f"{what}; write `attack: -{data.supply.attack}`"
    if data.supply.defence < 0:
        what = f"`defence: {data.supply.defence}` helps a defender who is out of supply"
        yield ("supply", "defence"), f"{what}; write `defence: {-data.supply.defence}`"


def _gap(data: HexData) -> Iterator[Fault]:
    """Between a draw and a win there is no lead that loses."""
    draw, margin = data.victory.draw, data.victory.margin
    if draw is None or draw >= margin - 1:
        return
    (loser,) = (side.name for side in data.sides if side.id != data.victory.side)
    leads = f"{draw + 1}" if draw + 2 == margin else f"{draw + 1} to {margin - 1}"
    what = f"a lead of {draw} is a draw, but with a lead of {leads} {loser} wins"
    yield ("victory", "draw"), f"{what}; write `draw: {margin - 1}`"


def _held(data: HexData) -> Iterator[Fault]:
    """If `held` says who holds hexes, it names all that count."""
    held = data.victory.held
    lines = (*data.victory.points, *data.victory.at_once)
    for hex_ in dict.fromkeys(hex_ for line in lines for hex_ in line.hexes):
        if held and hex_ not in held:
            yield ("victory", "held"), f"nobody holds {hex_} at first; add it to `held`"


def _inland(data: HexData) -> Iterator[Fault]:
    """Units come and go at the edge of the map, or beside what is closed to all."""
    named: list[tuple[Path, str, Iterable[str]]] = []
    if data.exits is not None:
        exits = data.exits.hexes.items()
        named += [(("exits", "hexes", side), "leave", hexes) for side, hexes in exits]
    for side, units in data.units.items():
        named += [
            (("units", side, i, "entry"), "enter", unit.entry or ()) for i, unit in enumerate(units)
        ]
    if data.plan is not None:
        choices = data.plan.choices.items()
        named += [(("plan", "choices", word, "entry"), "enter", one.entry) for word, one in choices]
    if data.cup is not None:
        named.append((("cup", "entry"), "enter", data.cup.entry))
    rows = [line.split() for line in data.map.grid]
    closed = {kind.symbol for kind in data.terrain.values() if kind.cost is None}
    grid = grid_of(data)
    for path, verb, hexes in named:
        for hex_ in hexes:
            near = grid.neighbours[hex_]
            open_ = [one for one in near if rows[int(one[2:]) - 1][int(one[:2]) - 1] not in closed]
            if len(open_) == SIDES_OF_A_HEX:
                yield path, f"units {verb} the map at {hex_}, which is not at its edge"


def _kinds(data: HexData) -> Iterator[Fault]:
    """A kind of one unit alone is not nearly another kind."""
    often = Counter(unit.kind for units in data.units.values() for unit in units)
    for side, units in data.units.items():
        for i, unit in enumerate(units):
            near = [kind for kind in often if distance(unit.kind, kind, 1) == 1]
            if often[unit.kind] == 1 and near and len(max(unit.kind, near[0], key=len)) >= SHORT:
                what = f"{unit.name} alone is of the kind {unit.kind}"
                yield ("units", side, i, "kind"), f"{what}; is it {near[0]}?"


def _die(data: HexData) -> Iterator[Fault]:
    """The table is read with a die that people have."""
    if (faces := len(data.combat.rows)) not in DICE:
        yield ("combat", "rows"), f"{faces} rows make a die of {faces} faces; is a row missing?"

"""Faults in the data of a game, in words that say what would be right."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from itertools import chain, pairwise

import msgspec

from pbem.kit.hexgame.data.beginning import begins, set_up, special
from pbem.kit.hexgame.data.forms import HexData
from pbem.kit.hexgame.data.named import named, unknown
from pbem.kit.hexgame.data.offer import each_alone, each_together
from pbem.kit.hexgame.data.policy import Count
from pbem.kit.hexgame.data.tables import ends, grid_of, read_effect
from pbem.kit.maps.hexes import HEX_FORM
from pbem.kit.maps.sheet import sheet_faults
from pbem.kit.typed.pack import Fault, Path, name_faults, repeated

WORDS = "to with off any none toward weakest usual movement combat"
"""Words of orders that would hide a unit of that name."""


def faults(data: HexData) -> Iterator[Fault]:
    """Yield where the data contradict themselves, and how.

    The parts that rest on wrong parts are not judged before these are right.
    """
    for judges in ((_sheet,), PARTS, (_offered,)):
        found = [one for judge in judges for one in judge(data)]
        yield from found
        if found:
            return


def _sheet(data: HexData) -> Iterator[Fault]:
    """The map has as many hexes as it says, and each symbol is that of one terrain."""
    symbols = [kind.symbol for kind in data.terrain.values()]
    for name, kind in data.terrain.items():
        if symbols.count(kind.symbol) > 1:
            yield ("terrain", name, "symbol"), f"two kinds have the symbol {kind.symbol}"
    yield from sheet_faults(data.map, {kind.symbol for kind in data.terrain.values()})


def _offered(data: HexData) -> Iterator[Fault]:
    """Each scenario and each choice of an option gives data that are right."""
    yield from _scenarios(data)
    for name, option in () if data.options is msgspec.UNSET else data.options.items():
        path: Path = ("options", name)
        yield from unknown((*path, "default"), option.default, option.choices, "choice")
        if len(option.choices) < 2:
            yield (*path, "choices"), "an option needs two choices or more"
    for place, changed in each_alone(data):
        alone = msgspec.structs.replace(changed, scenarios=msgspec.UNSET, options=msgspec.UNSET)
        for side, units in alone.units.items():
            if not units:
                yield (*place, "units"), f"no unit of {side} is left; leave one of them in"
        found = chain(
            begins(alone), _sides(alone), special(alone), _needed(alone), _hexes(alone),
            _counts(alone, _kinds(data)), _zones(alone, _kinds(data)), _draw(alone),
            _paragraphs(alone),
        )  # fmt: skip
        yield from ((_in_variant(place, path, alone), what) for path, what in found)
    for name, place, changed in each_together(data):
        yield from ((place, f"with the scenario {name}, {what}") for _, what in set_up(changed))


def _scenarios(data: HexData) -> Iterator[Fault]:
    """Each scenario places units that there are, and none of the plan or the cup."""
    scenarios = {} if data.scenarios is msgspec.UNSET else data.scenarios
    names = {unit.name for units in data.units.values() for unit in units}
    for name, scenario in scenarios.items():
        for unit in scenario.units:
            at: Path = ("scenarios", name, "units", unit)
            yield from unknown(at, unit, names, "unit")
            for part, drawn in (("plan", data.plan), ("cup", data.cup)):
                if drawn is not None and unit in drawn.units:
                    yield at, f"{unit} is in the {part}; no scenario can change how it begins"


def _in_variant(place: Path, path: Path, alone: HexData) -> Path:
    """Return where a fault of changed data stands: of a unit's place, with the unit's name."""
    match path:
        case ("units", side, int(number), *rest):
            return (*place, "units", alone.units[str(side)][number].name, *rest)
        case ("about", "turns"):
            return (*place, "turns")
    return (*place, *path)


def _sides(data: HexData) -> Iterator[Fault]:
    sides = [side.id for side in data.sides]
    yield from repeated(("sides",), sides)
    for side in data.units:
        yield from unknown(("units", side), side, sides, "side")
    for side in sides:
        if side not in data.units:
            yield ("units",), f"the side {side} has no units; add some"
    named: list[tuple[Path, str]] = [(("victory", "side"), data.victory.side)]
    named += [(("victory", "held", one), side) for one, side in data.victory.held.items()]
    for part in ("plan", "cup"):
        if (one := getattr(data, part)) is not None:
            named.append(((part, "side"), one.side))
    if data.exits is not None:
        named += [(("exits", "hexes", side), side) for side in data.exits.hexes]
    if data.supply is not None:
        named += [(("supply", "sources", side), side) for side in data.supply.sources]
    for path, side in named:
        yield from unknown(path, side, sides, "side")


def _hexsides(data: HexData) -> Iterator[Fault]:
    grid = grid_of(data)
    for i, kind in enumerate(data.hexsides):
        for j, one in enumerate(kind.sides):
            here, there = ends(one)
            if there not in grid.neighbours.get(here, ()):
                near = ", ".join(grid.neighbours.get(here, ())) or "no hex: it is off the map"
                yield ("hexsides", i, "sides", j), f"{here} has no side with {there}; it has {near}"


def _units(data: HexData) -> Iterator[Fault]:
    names: list[tuple[Path, str]] = []
    for side, units in data.units.items():
        names += [(("units", side, i, "name"), unit.name) for i, unit in enumerate(units)]
    yield from name_faults(names, WORDS.split(), "a hex", HEX_FORM)
    kinds = _kinds(data)
    for name, terrain in data.terrain.items():
        for kind in (*terrain.costs, *terrain.closed):
            yield from unknown(("terrain", name), kind, kinds, "kind of unit")
    yield from _zones(data, kinds)


def _zones(data: HexData, kinds: Collection[str]) -> Iterator[Fault]:
    for kind in () if data.zones is None else data.zones.kinds:
        yield from unknown(("zones", "kinds"), kind, kinds, "kind of unit")


def _kinds(data: HexData) -> list[str]:
    """Return the kinds of units."""
    return sorted({unit.kind for units in data.units.values() for unit in units})


def _combat(data: HexData) -> Iterator[Fault]:
    combat = data.combat
    odds = combat.compare == "odds"
    for i, column in enumerate(combat.columns):
        if odds != (":" in column):
            form = '"2:1"' if odds else '"-1"'
            yield ("combat", "columns", i), f"{column} is not of the form {form}"
            return
    values = [Fraction(column.replace(":", "/")) for column in combat.columns]
    for i, (low, high) in enumerate(pairwise(values), 1):
        if low >= high:
            yield ("combat", "columns", i), "write the columns in ascending order"
    for i, row in enumerate(combat.rows):
        if len(row) != len(combat.columns):
            what = f"{len(row)} results for {len(combat.columns)} columns"
            yield ("combat", "rows", i), f"{what}; write one result for each"
        for j, result in enumerate(row):
            yield from unknown(("combat", "rows", i, j), result, combat.results, "result")


def _effects(data: HexData) -> Iterator[Fault]:
    """Units that retreat are out of the battle: nothing can happen to them after that."""
    for word, one in data.combat.results.items():
        effects = [read_effect(words) for words in one.effects]
        for j, (effect, words) in enumerate(zip(effects, one.effects, strict=True)):
            if any(e.verb == "retreats" and e.attacker == effect.attacker for e in effects[:j]):
                what = f"{words} comes after a retreat, when nobody is there; write it before that"
                yield ("combat", "results", word, "effects", j), what


def _needed(data: HexData) -> Iterator[Fault]:
    """A policy is there if something needs it: the first thing that does is where it is missing."""
    results = data.combat.results.items()
    effects = [(("combat", "results", word), " ".join(one.effects)) for word, one in results]
    arriving: list[Path] = [
        ("units", side, number)
        for side, units in data.units.items()
        for number, unit in enumerate(units)
        if unit.arrives
    ]
    arriving += [(part,) for part in ("plan", "cup") if getattr(data, part) is not None]
    needed: tuple[tuple[str, list[Path], str], ...] = (
        (
            "losses",
            [at for at, words in effects if "loses" in words or "is lost" in words],
            "results that cost steps",
        ),
        (
            "retreat",
            [at for at, words in effects if "retreats" in words],
            "results that make units retreat",
        ),
        ("arrivals", arriving, "units that arrive"),
    )
    for part, places, why in needed:
        if places and getattr(data, part) is None:
            yield places[0], f"`{part}` is missing, and there are {why}; add it"


def _hexes(data: HexData) -> Iterator[Fault]:
    """Hexes that are named are on the map."""
    named: list[tuple[Path, Iterable[str]]] = [(("victory", "held"), data.victory.held)]
    for side, units in data.units.items():
        named += [(("units", side, i, "entry"), unit.entry or ()) for i, unit in enumerate(units)]
    if data.exits is not None:
        named += [(("exits", "hexes", side), hexes) for side, hexes in data.exits.hexes.items()]
    if data.supply is not None:
        named += [(("supply", "sources", s), hexes) for s, hexes in data.supply.sources.items()]
    if data.plan is not None:
        named += [(("plan", "choices", w), one.entry) for w, one in data.plan.choices.items()]
    if data.cup is not None:
        named.append((("cup", "entry"), data.cup.entry))
    known = set(grid_of(data).hexes)
    for path, hexes in named:
        for hex_ in hexes:
            if hex_ not in known:
                yield path, f"{hex_} is off the map"


def _draw(data: HexData) -> Iterator[Fault]:
    """A lead that draws the game is no lead that wins it."""
    victory = data.victory
    if victory.draw is not None and victory.draw >= victory.margin:
        what = f"a lead of {victory.draw} wins, because `margin` is {victory.margin}"
        yield ("victory", "draw"), f"{what}; make `draw` less than `margin`"


def _counted(data: HexData) -> Iterator[Fault]:
    return _counts(data, _kinds(data))


def _counts(data: HexData, kinds: Collection[str]) -> Iterator[Fault]:
    """Yield the faults of counts that cannot be counted; ``kinds``: those of units."""
    known = set(grid_of(data).hexes)
    parts: tuple[tuple[str, tuple[Count, ...]], ...] = (
        ("points", data.victory.points),
        ("at_once", data.victory.at_once),
    )
    for part, lines in parts:
        for i, line in enumerate(lines):
            path: Path = ("victory", part, i)
            yield from unknown((*path, "side"), line.side, [s.id for s in data.sides], "side")
            if (line.what == "hexes") != bool(line.hexes):
                yield path, "`hexes` stand beside `what: hexes`, and nowhere else"
            for hex_ in line.hexes:
                if hex_ not in known:
                    yield (*path, "hexes"), f"{hex_} is off the map"
            for kind in line.kinds:
                yield from unknown((*path, "kinds"), kind, kinds, "kind of unit")
            if line.what == "left" and (data.exits is None or line.side not in data.exits.hexes):
                yield path, f"{line.side} has no hexes from which units leave; add `exits`"


def _paragraphs(data: HexData) -> Iterator[Fault]:
    """Every paragraph that decides something is described."""
    for path, paragraph in named(data):
        if paragraph not in data.paragraphs:
            yield path, f"`paragraphs` says nothing about {paragraph}; add an entry"


PARTS: tuple[Callable[[HexData], Iterator[Fault]], ...] = (
    _sides, _hexsides, _units, special, begins, _combat, _effects, _needed, _hexes, _counted,
    _draw, _paragraphs,
)  # fmt: skip
"""The judges of data whose map is right; none rests upon the findings of another one."""

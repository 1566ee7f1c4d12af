"""The rules data as people edit them (`typed.pack`): what a pack of Manila may say wrongly.

`load`, `export` and `check` are those of `pbem.kit.typed.pack.Packs`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.games.manila.data.tables import AREA_KEY, TERRAINS, ManilaData, Tables, UnitGroup
from pbem.kit.typed.pack import Fault, Packs, Path, name_faults, repeated
from pbem.kit.typed.suggest import did_you_mean

_WANTED = {
    AREA_KEY: "write the number of an Area, from 1 to 99",
}
_WORDS = """to with lead if lose break off artillery engineer air barrage sniper retreat any first
strongest weakest"""
"""Words of the order text (docs/games/manila.md) that would hide a unit of that name."""


def _faults(data: ManilaData) -> Iterator[Fault]:
    """Yield where the data contradict themselves, and how; the first one is reported."""
    yield from _border_faults(data)
    yield from _reach_faults(data)
    yield from _water_faults(data)
    yield from _terrain_faults(data)
    for i, group in enumerate(data.american):
        yield from _group_faults(data, ("american", i), group)
    names: list[tuple[Path, str]] = [
        (("american", i, "units", j), name)
        for i, group in enumerate(data.american)
        for j, name in enumerate(group.units)
    ]
    yield from name_faults(names, _WORDS.split(), "an Area", "[0-9]+")
    yield from _withdrawal_faults(data)
    yield from _landing_faults(data)
    yield from _counter_faults(data)
    yield from _bag_faults(data)
    yield from _track_faults(data)


def _no_area(data: ManilaData, number: int) -> str:
    """Return what is wrong with the number of an Area, or nothing."""
    if str(number) in data.map.areas:
        return ""
    return f"there is no Area {number} on the map; name one of its Areas, or add it there"


def _no_home(data: ManilaData, number: int) -> str:
    """Return why units could not always be placed in an Area, or nothing."""
    if wrong := _no_area(data, number):
        return wrong
    if data.map.areas[str(number)].terrain is None:
        return ""
    return f"Area {number} has a Japanese unit in it; name an Area whose terrain is null"


def _border_faults(data: ManilaData) -> Iterator[Fault]:
    """Every border stands with both of its Areas; a flag can be captured."""
    areas = data.map.areas
    for key, area in areas.items():
        path: Path = ("map", "areas", key, "adjacent")
        yield from repeated(path, area.adjacent)
        for i, other in enumerate(area.adjacent):
            if wrong := _no_area(data, other):
                yield (*path, i), wrong
            elif str(other) == key:
                yield (*path, i), f"Area {key} is adjacent to itself; leave that out"
            elif int(key) not in areas[str(other)].adjacent:
                what = f"{key} is adjacent to {other}, but {other} not to {key}"
                yield (*path, i), f"{what}; write {key} there, or leave {other} out here"
        if area.flag and area.terrain is None:
            what = f"Area {key} is American from the start and is never captured (9.5.8)"
            yield ("map", "areas", key, "flag"), f"{what}; leave the flag out"


def _reach_faults(data: ManilaData) -> Iterator[Fault]:
    """Every Area can be reached from where the Americans begin."""
    areas = data.map.areas
    reached = [key for key, area in areas.items() if area.terrain is None]
    if not reached:
        yield ("map", "areas"), "no Area is American from the start; give one the terrain null"
    for key in reached:  # grows while it is read
        reached += [str(n) for n in areas[key].adjacent if str(n) not in reached]
    for key in areas:
        if key not in reached:
            what = f"no unit can ever get to Area {key}"
            yield ("map", "areas", key, "adjacent"), f"{what}; write the Areas next to it"


def _water_faults(data: ManilaData) -> Iterator[Fault]:
    """Pairs across water are two Areas without a border, each pair once."""
    seen: set[frozenset[int]] = set()
    for i, pair in enumerate(data.map.water):
        path: Path = ("map", "water", i)
        for j, number in enumerate(pair):
            if wrong := _no_area(data, number):
                yield (*path, j), wrong
        one, other = pair
        if one == other:
            yield path, f"{one} cannot face itself; name two Areas"
        if frozenset(pair) in seen:
            yield path, f"{one} and {other} are here twice; keep one"
        if other in data.map.areas[str(one)].adjacent:
            what = f"{one} and {other} are adjacent, but units cannot move across water (8.3.3)"
            yield path, f"{what}; leave them out here or there"
        seen.add(frozenset(pair))


def _terrain_faults(data: ManilaData) -> Iterator[Fault]:
    """Each terrain of the map is in the key, with a symbol of its own."""
    kinds = data.terrain.kinds
    for key, area in data.map.areas.items():
        if area.terrain is not None and area.terrain not in kinds:
            what = f"Area {key} is {area.terrain}, which is not among the terrain types"
            yield ("terrain", "kinds"), f"{what}; add {area.terrain}"
    symbols: dict[str, str] = {}
    for terrain, kind in kinds.items():
        if kind.symbol in symbols:
            what = f"{symbols[kind.symbol]} and {terrain} have the same symbol"
            yield ("terrain", "kinds", terrain, "symbol"), f"{what}; write another"
        symbols[kind.symbol] = terrain


def _group_faults(data: ManilaData, path: Path, group: UnitGroup) -> Iterator[Fault]:
    """Figures fit the kind of unit, and the units arrive in the game at a place of their own."""
    if group.kind == "leader" and group.attack is not None:
        what = "a Leader has an asterisk instead of an Attack Factor"
        yield (*path, "attack"), f"{what}; write null"
    if group.kind != "leader" and group.attack is None:
        yield (*path, "attack"), f"{group.kind} has an Attack Factor; write the left figure"
    if group.kind == "armor" and group.command:
        yield (*path, "command"), "armor has no command (4.2.3); leave this out"
    if group.kind == "leader":
        commands = [
            other.command
            for other in data.american
            if other.kind == "infantry" and other.division == group.division and other.command
        ]
        if group.command not in commands:
            what = f"no infantry of the {group.division} has the command {group.command!r}"
            hint = did_you_mean(group.command, dict.fromkeys(commands))
            yield (*path, "command"), what + (hint or "; write what its counters share")
    if wrong := _no_home(data, group.area):
        yield (*path, "area"), wrong
    if group.turn > data.length.turns:
        what = f"turn {group.turn} is after the last, {data.length.turns}"
        yield (*path, "turn"), f"{what}; these units would never arrive"


def _withdrawal_faults(data: ManilaData) -> Iterator[Fault]:
    """The battalion's units exist before it leaves, and have somewhere to come back to."""
    gone = data.withdrawal
    arrives = {name: group.turn for group in data.american for name in group.units}
    for i, name in enumerate(gone.battalion):
        path: Path = ("withdrawal", "battalion", i)
        if name not in arrives:
            what = f"no American unit {name}"
            yield path, what + (did_you_mean(name, arrives) or "; name them as in `american`")
        elif arrives[name] >= gone.turn:
            what = f"{name} arrives on turn {arrives[name]}, but must leave on turn {gone.turn}"
            yield path, f"{what}; correct one of the two"
        if name in gone.battalion[:i]:
            yield path, f"the unit {name} is here twice; keep one"
    if gone.turn > data.length.turns:
        what = f"turn {gone.turn} is after the last, {data.length.turns}"
        yield ("withdrawal", "turn"), f"{what}; the battalion would never leave"
    places: Path = ("withdrawal", "areas")
    if not gone.areas:
        yield places, "a battalion that comes back needs an Area; write at least one"
    yield from repeated(places, gone.areas)
    for i, number in enumerate(gone.areas):
        if wrong := _no_home(data, number):
            yield (*places, i), wrong


def _landing_faults(data: ManilaData) -> Iterator[Fault]:
    """Somebody lands, and has one Area at least that is always American."""
    landing = data.landing
    if not any(group.turn == landing.turn for group in data.american):
        what = f"no unit of `american` arrives on turn {landing.turn}"
        yield ("landing", "turn"), f"{what}; correct one of the two"
    places: Path = ("landing", "areas")
    yield from repeated(places, landing.areas)
    for i, number in enumerate(landing.areas):
        if wrong := _no_area(data, number):
            yield (*places, i), wrong
    if all(_no_home(data, number) for number in landing.areas):
        yield places, "one of these must be American from the start: its terrain is null"


def _counter_faults(data: ManilaData) -> Iterator[Fault]:
    """Counters alike stand together, with `copies`."""
    seen: set[tuple[str, int, str]] = set()
    for i, group in enumerate(data.japanese.counters):
        for j, strategy in enumerate(group.strategies):
            counter = (group.terrain, group.factor, strategy)
            if counter in seen:
                what = f"{group.terrain} {group.factor} {strategy} is here twice"
                yield (
                    ("japanese", "counters", i, "strategies", j),
                    f"{what}; keep one, and write copies: 2 if there are two",
                )
            seen.add(counter)


def _bag_faults(data: ManilaData) -> Iterator[Fault]:
    """[4.4, 5.4] There is a counter for every Area, and some are left for later breakouts.

    An Iwabuchi breakout takes one that was set aside; on turn 1 there can be none (6.2.1).
    """
    events = data.events
    breakouts = "iwabuchi breakout" in events.chart and events.iwabuchi_from <= 6
    spaces = Counter(area.terrain for area in data.map.areas.values())
    for terrain in TERRAINS:
        there = sum(
            group.copies * len(group.strategies)
            for group in data.japanese.counters
            if group.terrain == terrain
        )
        spare = data.length.turns - 1 if breakouts and terrain != "Clear" and spaces[terrain] else 0
        if there < spaces[terrain] + spare:
            what = f"{there} {terrain} counters for {spaces[terrain]} Areas"
            more = f" and {spare} breakouts" if spare else ""
            yield ("japanese", "counters"), f"{what}{more}; write all that the game has"


def _track_faults(data: ManilaData) -> Iterator[Fault]:
    """Turns have dates, tracks reach as far as is said, victory is possible."""
    length, morale, victory = data.length, data.morale, data.victory
    if len(length.dates) != length.turns:
        what = f"{len(length.dates)} dates for {length.turns} turns"
        yield ("length", "dates"), f"{what}; write one for each"
    if morale.start > morale.most:
        yield ("morale", "start"), f"{morale.start} is beyond the end of the track, {morale.most}"
    if morale.strong_from > morale.most:
        what = f"{morale.strong_from} is beyond the end of the track, {morale.most}"
        yield ("morale", "strong_from"), f"{what}: Morale could never be Strong"
    if data.markers.air.adds:
        what = "Air adds nothing, it lowers the Defense Value (9.5.3D)"
        yield ("markers", "air", "adds"), f"{what}; write 0"
    if wrong := _no_area(data, victory.must_hold):
        yield ("victory", "must_hold"), wrong
    if victory.areas > len(data.map.areas):
        what = f"the victory needs {victory.areas} Areas, but the map has {len(data.map.areas)}"
        yield ("victory", "areas"), f"{what}; nobody could win by 10.2"


PACKS = Packs(
    ManilaData,
    __package__,
    "manila.yaml",
    faults=_faults,
    tables=Tables,
    wanted=_WANTED,
)
load, export, check = PACKS.load, PACKS.export, PACKS.check

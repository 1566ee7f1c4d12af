"""The rules data as people edit them (`pbem.kit.typed.pack`): what a pack may say wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import get_args

from pbem.games.singapore.data.forms import (
    ARMIES,
    LINE,
    PERIOD_FORM,
    PLACE_FORM,
    Army,
    Board,
    Kind,
    Place,
    Roster,
    Setup,
    SingaporeData,
    Strength,
)
from pbem.games.singapore.data.tables import Tables, colour, periods
from pbem.kit.typed.pack import Fault, Packs, Path
from pbem.kit.typed.suggest import did_you_mean

HISTORIC = "historic"
"""The set-up in which an option says with how many tokens the Japanese begin (R1)."""


def _contradictions(data: SingaporeData) -> Iterator[Fault]:
    """Yield where the data contradict themselves, and how; the first one is reported."""
    for field, words in (("practice", get_args(Place)), ("boards", get_args(Board))):
        for word in words:
            if word not in getattr(data, field):
                yield (field,), f"{word} is missing; add it as in an exported pack"
                return
    for field in ("strength", "pieces"):
        for army in ARMIES:
            if army not in getattr(data, field):
                yield (field,), f"the army {army} is missing; add it as in an exported pack"
                return
    yield from _strength_faults(data)
    yield from _strike_faults(data)
    yield from _practice_faults(data)
    yield from _map_faults(data)
    yield from _setup_faults(data, HISTORIC, data.historic)
    yield from _setup_faults(data, "tiderace", data.tiderace)
    for name, board in data.boards.items():
        for side in ("attacker", "defender"):
            yield from _roster_faults(data, ("boards", name, side), getattr(board, side))


def _strength_faults(data: SingaporeData) -> Iterator[Fault]:
    """Every piece of the box has dice; who can attack in the line has some to attack with."""
    for army, pieces in data.pieces.items():
        for kind in pieces.kinds:
            if kind not in data.strength[army]:
                what = f"there are pieces of {army} {kind}, but no dice for them"
                yield ("strength", army), f"{what}; add {kind} here"
        if "vehicle" not in pieces.kinds or "infantry" not in pieces.kinds:
            yield ("pieces", army, "kinds"), "an army must have infantry and vehicles; add both"
    yield from _dice_faults((), data.strength)
    yield from _dice_faults((HISTORIC,), data.historic.strength)
    yield from _dice_faults(("tiderace",), data.tiderace.strength)


def _dice_faults(where: Path, strengths: Mapping[Army, Mapping[Kind, Strength]]) -> Iterator[Fault]:
    """Everybody has dice to defend with, and all but batteries to attack with."""
    for army, kinds in strengths.items():
        for kind, strength in kinds.items():
            path: Path = (*where, "strength", army, kind)
            if not strength.defence.dice:
                yield (
                    (*path, "defence", "dice"),
                    "a unit must defend with at least one die; add one",
                )
            if not strength.attack.dice and kind != "fixed":
                yield (*path, "attack", "dice"), "a unit must attack with at least one die; add one"


def _strike_faults(data: SingaporeData) -> Iterator[Fault]:
    """A unit that strikes has a row, and eliminating takes the higher number."""
    for kind in ("field", "fixed", "fighter", "bomber"):
        if kind not in data.strikes:
            yield ("strikes",), f"{kind} is missing; add its row"
    for kind, row in data.strikes.items():
        if kind in LINE:
            yield ("strikes", kind), f"{kind} does not strike; leave it out"
        if row.eliminated is not None and row.eliminated <= row.suppressed:
            what = "the number that eliminates must be above the number that suppresses"
            yield ("strikes", kind, "eliminated"), f"{what}; write a higher number"


def _practice_faults(data: SingaporeData) -> Iterator[Fault]:
    """Both sides find the pieces that they choose, and somebody for the line."""
    for place, practice in data.practice.items():
        path: Path = ("practice", place, "units")
        wanted = [kind for one in practice.units for kind in one.kinds]
        if not set(wanted) & set(LINE):
            yield path, "the line would have no units; add infantry or vehicles"
        if len(set(wanted)) < len(wanted):
            yield path, "a kind is here twice; write it once"
        for i, one in enumerate(practice.units):
            for army in ("jp", "br") if place == "regiment" else ARMIES:
                have = data.pieces[army].kinds
                if not any(have.get(kind, 0) >= one.count for kind in one.kinds):
                    what = f"{army} does not have {one.count} pieces of any of these kinds"
                    yield (*path, i, "count"), f"{what}; write a lower number"


def _roster_faults(data: SingaporeData, path: Path, roster: Roster) -> Iterator[Fault]:
    """Forces are of pieces that there are, with somebody for the line."""
    count: Counter[Kind] = Counter()
    for army, kinds in roster.items():
        have: Mapping[Kind, int] = data.pieces[army].kinds
        for kind, number in kinds.items():
            count[kind] += number
            if number > have.get(kind, 0):
                what = f"there are only {have.get(kind, 0)} pieces of {army} {kind}"
                yield (*path, army, kind), f"{what}; write no more"
    if not any(count[kind] for kind in LINE):
        yield path, "the line would have no units; add infantry or vehicles"


def _map_faults(data: SingaporeData) -> Iterator[Fault]:
    """Edges part two sectors of the map, each pair once, and every sector can be reached."""
    sectors = data.map.sectors
    seen: set[frozenset[str]] = set()
    for i, edge in enumerate(data.map.edges):
        path: Path = ("map", "edges", i)
        one, other = edge.between
        for place in edge.between:
            if place not in sectors:
                yield (*path, "between"), _no_sector(data, place)
        if one == other or frozenset(edge.between) in seen:
            yield (*path, "between"), f"{one} and {other} are here twice; keep one"
        if edge.spikes is not None and edge.spikes not in edge.between:
            what = "spikes must point at one of the two sectors"
            yield (*path, "spikes"), f"{what}; write {one} or {other}"
        seen.add(frozenset(edge.between))
    reached = list(sectors)[:1]
    for place in reached:  # grows while it is read
        beside = [name for pair in seen if place in pair for name in sorted(pair)]
        reached += [name for name in beside if name not in reached]
    for place in sectors:
        if place not in reached:
            yield ("map", "sectors", place), f"no unit can ever get to {place}; add an edge"


def _no_sector(data: SingaporeData, place: str) -> str:
    return f"there is no sector {place}{did_you_mean(place, data.map.sectors)}"


def _setup_faults(data: SingaporeData, name: str, setup: Setup) -> Iterator[Fault]:
    """Units stand and arrive in sectors, and are no more than there are pieces."""
    armies = setup.turns.armies
    count: Counter[tuple[Army, Kind]] = Counter(
        {(armies[0], kind): number for kind, number in setup.deployment.off_map.items()}
    )
    for path, army, place, units in _sent(setup):
        if place not in data.map.sectors:
            yield (name, *path), _no_sector(data, place)
        if army not in armies:
            yield (name, *path), f"{army} has no turn here; leave it out, or add it to the turns"
        for kind, number in units.items():
            count[colour(data, army, kind), kind] += number
    for (army, kind), number in count.items():
        have = data.pieces[army].kinds.get(kind, 0)
        if number > have:
            what = (
                f"{number} units of {army} {kind} are set up or arrive, but there are {have} pieces"
            )
            yield (name,), f"{what}; write fewer, or more pieces"
    for i, place in enumerate(setup.deployment.active):
        if place not in data.map.sectors or data.map.sectors[place].axis is None:
            what = f"{place} is not an axis of attack"
            yield (name, "deployment", "active", i), f"{what}; name one"
    yield from _period_faults(name, setup)
    yield from _turn_faults(name, setup)


def _period_faults(name: str, setup: Setup) -> Iterator[Fault]:
    """There is an income for each period, and the period of a total victory is one of them."""
    span = setup.periods
    many = len(periods(span.first, span.last))
    until = setup.victory.total.until
    if until not in periods(span.first, span.last):
        what = f"there is no period {until}"
        yield (name, "victory", "total", "until"), f"{what}; write a period of the game"
    for army in setup.turns.armies:
        reported = len(getattr(setup.supply.income, army))
        if reported != many:
            what = f"there are {reported} numbers for {many} periods"
            yield (name, "supply", "income", army), f"{what}; write one for each"


def _turn_faults(name: str, setup: Setup) -> Iterator[Fault]:
    """Each army has one turn, both sides have one, and Australians who play can win."""
    armies, asked = setup.turns.armies, setup.victory
    if len({*armies}) < len(armies) or "jp" not in armies:
        yield (name, "turns", "armies"), "each army must be here once, with the Japanese among them"
    bars = {"": asked.units, "decisive": asked.decisive.units, "total": asked.total.units}
    for word, units in bars.items():
        if "au" in armies and units is None:
            path: Path = (name, "victory", word) if word else (name, "victory")
            yield path, "the Australians play here; write under units how many units they need"
    for army in armies:
        begins = getattr(setup.supply.start, army)
        if begins is None and (army != "jp" or name != HISTORIC):
            yield (name, "supply", "start"), f"{army} begins with nothing; add its tokens"


def _sent(setup: Setup) -> Iterator[tuple[Path, Army, str, Mapping[Kind, int]]]:
    """Yield all units that are set up or arrive in a set-up, with where they stand."""
    for army in ARMIES:
        path: Path = ("deployment", army)
        for place, units in getattr(setup.deployment, army).items():
            yield (*path, place), army, place, units
        path = ("reinforcements", army)
        for i, arrival in enumerate(getattr(setup.reinforcements, army)):
            yield (*path, i, "place"), army, arrival.place, arrival.units


PACKS = Packs(
    SingaporeData,
    __package__,
    "singapore.yaml",
    faults=_contradictions,
    tables=Tables,
    wanted={
        PLACE_FORM: "write a sector in letters, with a dash for a space, as in Ama-Keng",
        PERIOD_FORM: "write a period as a date and D or N, as in 08N",
    },
)
load = PACKS.load
export = PACKS.export
check = PACKS.check

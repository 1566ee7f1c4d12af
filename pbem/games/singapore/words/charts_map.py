"""The charts of the mapboard: sectors, edges, movement, ranges, who stands and arrives where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.games.singapore.data.forms import ARMIES, GROUND, Kind, SingaporeData
from pbem.games.singapore.rules.position import Position, War
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.charts import END, Chart, row, rows


def map_charts(data: SingaporeData) -> tuple[Chart, ...]:
    """Return every chart of the map."""
    return (_moves(data), _ranges(data), *_map(data), *_setup(data))


STEPS = {
    "refuel": ("4.1", "planes land; those that have landed are ready a turn later"),
    "air": ("4.2", "planes are sent over sectors"),
    "movement": ("4.4", "units move and attack"),
    "barrage": ("4.8", "guns support attacks"),
    "defence": ("4.9", "guns of who is attacked support their sectors"),
    "combat": ("4.10", "battles, sector by sector"),
    "reinforce": ("4.11", "units that are due come"),
}


def map_sequence() -> Chart:
    """Return the phases of a turn on the map."""
    return Chart(
        "sequence",
        "Sequence of play on the map: each army has these phases, then the next army",
        "4.19",
        ("step", "paragraph", "what"),
        rows("rulebook 4", ((step, *told) for step, told in STEPS.items())),
    )


def coming_on_map(setting: Setting, position: Position, war: War) -> str:
    """Return the phase that follows when nothing ends the game before."""
    phase = "combat" if position.phase == "fight" else position.phase
    steps = list(STEPS)
    if phase != steps[-1]:
        return steps[steps.index(phase) + 1]
    last = war.period == len(setting.tables.periods) - 1 and war.army == ARMIES[-1]
    return END if last else steps[0]


def _moves(data: SingaporeData) -> Chart:
    moves = data.movement
    lines = [(kind, moves.normal.get(kind), moves.road.get(kind)) for kind in GROUND]
    columns = ("kind", "normal", "on the road")
    found = rows(moves.provenance, lines)
    return Chart("terrain", "Movement, in sectors", "4.4", columns, found)


def _ranges(data: SingaporeData) -> Chart:
    found = rows(data.range.provenance, data.range.sectors.items())
    columns = ("kind", "range")
    return Chart("combat", "Firing ranges, in sectors", "4.7", columns, found)


def _map(data: SingaporeData) -> Iterator[Chart]:
    lines = []
    for name, sector in data.map.sectors.items():
        words = [word for word in ("airfield", "objective", "depot") if getattr(sector, word)]
        if sector.axis is not None:
            words.append(f"axis by {sector.axis}")
        words += [f"battery {battery}" for battery in sector.batteries]
        lines.append((name, sector.control, ", ".join(words) or None))
    columns = ("sector", "control", "what lies there")
    found = rows(data.map.provenance, lines)
    yield Chart("map", "Sectors", "4.14", columns, found)
    edges = []
    for edge in data.map.edges:
        words = [word for word in ("water", "road") if getattr(edge, word)]
        if edge.spikes is not None:
            words.append(f"spikes towards {edge.spikes}")
        edges.append((*edge.between, ", ".join(words) or None))
    found = rows(data.map.provenance, edges)
    yield Chart("map", "Edges", "4.14", ("sector", "and", "between them"), found)


def _setup(data: SingaporeData) -> Iterator[Chart]:
    sent, periods = data.historic.deployment, data.historic.periods
    lines = [
        row(sent.provenance, army, place, _told(units))
        for army in ARMIES
        for place, units in getattr(sent, army).items()
    ]
    lines.append(row(sent.provenance, "jp", "off the map", _told(sent.off_map)))
    lines.append(row(sent.provenance, "jp", "active axes", ", ".join(sent.active)))
    columns = ("army", "where", "units")
    title = "The historic scenario: deployment"
    yield Chart("setup", title, "4.17", columns, tuple(lines))
    coming = data.historic.reinforcements
    arrivals = rows(
        coming.provenance,
        (
            (army, one.period, one.place, _told(one.units))
            for army in ARMIES
            for one in getattr(coming, army)
        ),
    )
    heads = ("army", "period", "where", "units")
    title = "The historic scenario: reinforcements"
    yield Chart("setup", title, "4.11", heads, arrivals)
    span = rows(periods.provenance, [(periods.first, periods.last)])
    title = "The historic scenario: periods, D by day, N by night"
    yield Chart("track", title, "4.18", ("first", "last"), span)


def _told(units: Mapping[Kind, int]) -> str:
    return ", ".join(f"{kind} {number}" for kind, number in units.items())

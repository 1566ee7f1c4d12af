"""The charts of the mapboard: sectors, edges, movement, ranges, who stands and arrives where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, starmap

from pbem.games.singapore.data.forms import GROUND, Kind, Setup, SingaporeData
from pbem.games.singapore.data.tables import periods
from pbem.games.singapore.rules.corps.ch4_turn import phases
from pbem.games.singapore.rules.position import Position, War
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants.ch7_deployment import DEPLOYS
from pbem.games.singapore.rules.variants.ch7_logistics import POOLS, TRANSFER
from pbem.games.singapore.words.charts_cards import CARD_STEPS, DEAL, EACH_DRAWS, card_charts
from pbem.kit.charts import END, Chart, row, rows


def map_charts(data: SingaporeData) -> tuple[Chart, ...]:
    """Return every chart of the map."""
    return (
        _moves(data),
        _ranges(data),
        *_map(data),
        *chain.from_iterable(starmap(_setup, setups(data))),
        _costs(),
        *chain.from_iterable(starmap(_tokens, setups(data))),
        *card_charts(data),
    )


def setups(data: SingaporeData) -> tuple[tuple[str, Setup], ...]:
    """Return the title of every set-up on the map, and the set-up."""
    return ("Impregnable Fortress", data.historic), ("Operation Tiderace", data.tiderace)


STEPS = {
    "refuel": ("4.1", "planes land; those that have landed are ready a turn later"),
    "air": ("4.2", "planes are sent over sectors"),
    "movement": ("4.4", "units move and attack"),
    "barrage": ("4.8", "guns support attacks"),
    "defence": ("4.9", "guns of attacked armies support their sectors"),
    "combat": ("4.10", "battles, sector by sector"),
    "reinforce": ("4.11", "units that are due come"),
}
RESUPPLY = {
    "resupply": ("5.10", "supply tokens are collected"),
    TRANSFER: ("7.2", "an army of the Commonwealth may hand tokens to its ally"),
}
"""The last phases of a turn, where there is supply."""
ONCE = {
    POOLS: ("7.2", "once: the Commonwealth divides its tokens"),
    "deploy-br": ("7.1", "once: the British deploy their units"),
    "deploy-au": ("7.1", "once: the Australians deploy theirs"),
    "deploy-jp": ("7.1", "once: the Japanese deploy theirs"),
    "deal": DEAL,
}
"""Steps before the first turn."""


def _steps(setting: Setting) -> dict[str, tuple[str, str]]:
    """Return the steps of a turn, with situation cards the windows and what comes before all."""
    every = ONCE | STEPS | RESUPPLY | CARD_STEPS
    if "au" not in setting.armies:
        every |= {"draw": EACH_DRAWS}
    pools = (POOLS,) if setting.transfers else ()
    deploys = tuple(DEPLOYS) if setting.deploys else ()
    deal = ("deal",) if setting.with_cards else ()
    return {step: every[step] for step in (*pools, *deploys, *deal, *phases(setting))}


def map_sequence(setting: Setting) -> Chart:
    """Return the phases of a turn on the map."""
    more = " with supply" if setting.supplied else ""
    cards = " and situation cards" if setting.with_cards else ""
    return Chart(
        "sequence",
        f"Sequence of play on the map{more}{cards}, one army after the other",
        "4.19",
        ("step", "paragraph", "what"),
        rows(
            ("rulebook 4, 5, 6" if setting.with_cards else "rulebook 4, 5")
            if more
            else "rulebook 4",
            ((step, *reported) for step, reported in _steps(setting).items()),
        ),
    )


def coming_on_map(setting: Setting, position: Position, war: War) -> str:
    """Return the phase that follows when nothing ends the game before."""
    phase = "combat" if position.phase == "fight" else position.phase
    steps = list(_steps(setting))
    turn = [step for step in steps if step not in ONCE]
    if phase != steps[-1]:
        after = steps[steps.index(phase) + 1]
        begins = phase in ONCE and after == "refuel"
        return "air" if begins else after  # nobody refuels before the first turn
    last = war.period == len(setting.tables.periods) - 1 and war.army == setting.armies[-1]
    return END if last else turn[0]


def _moves(data: SingaporeData) -> Chart:
    moves = data.movement
    lines = [(kind, moves.normal.get(kind), moves.road.get(kind)) for kind in GROUND]
    columns = ("kind", "normal", "on the road")
    found = rows(moves.provenance, lines)
    noted = ("Off the road only infantry crosses water, and stops there; landings: R31 (4.4.3).",)
    return Chart("terrain", "Movement, in sectors", "4.4", columns, found, noted)


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


def _setup(what: str, setup: Setup) -> Iterator[Chart]:
    sent, played, armies = setup.deployment, setup.periods, setup.turns.armies
    lines = [
        row(sent.provenance, army, place, _reported(units))
        for army in armies
        for place, units in getattr(sent, army).items()
    ]
    lines.append(row(sent.provenance, armies[0], "off the map", _reported(sent.off_map)))
    lines.append(row(sent.provenance, armies[0], "active axes", ", ".join(sent.active)))
    if sent.control is not None:
        lines.append(row(sent.provenance, sent.control, "all other sectors", "in control"))
    columns = ("army", "where", "units")
    title = f"{what}: deployment"
    yield Chart("setup", title, "4.17", columns, tuple(lines))
    coming = setup.reinforcements
    arrivals = rows(
        coming.provenance,
        (
            (army, one.period, one.place, _reported(one.units))
            for army in armies
            for one in getattr(coming, army)
        ),
    )
    heads = ("army", "period", "where", "units")
    title = f"{what}: reinforcements"
    yield Chart("setup", title, "4.11", heads, arrivals)
    order = rows(setup.turns.provenance, [(at + 1, army) for at, army in enumerate(armies)])
    yield Chart("setup", f"{what}: turns", "4.12", ("turn", "army"), order)
    span = rows(played.provenance, [(played.first, played.last)])
    title = f"{what}: periods, the day of the month, D by day, N by night"
    yield Chart("track", title, "4.18", ("first", "last"), span)


def _costs() -> Chart:
    costs = (
        ("a ground unit moves to where enemies stand", 1, "5.8"),
        ("a gun is ordered to a barrage", 1, "5.9"),
        ("a move where no enemy stands", 0, "5.8"),
        ("a battle that goes on, planes", 0, "5.8"),
        ("a supply point is lost", "3d6, at most half", "5.7"),
    )
    columns = ("what", "tokens", "paragraph")
    return Chart("supply", "What costs supply", "5.5", columns, rows("rulebook 5", costs))


def _tokens(what: str, setup: Setup) -> Iterator[Chart]:
    supply, armies = setup.supply, setup.turns.armies
    begins = [(army, getattr(supply.start, army)) for army in armies]
    first = rows(supply.start.provenance, [one for one in begins if one[1] is not None])
    if supply.start.jp is None:
        japan = row("published errata (40) and rulebook 5.2 (30)", "jp", "40, by option 30")
        first = (japan, *first)
    title = f"{what}: supply tokens at the start"
    yield Chart("supply", title, "5.2", ("army", "tokens"), first)
    span = setup.periods
    each = (getattr(supply.income, army) for army in armies)
    income = zip(periods(span.first, span.last), *each, strict=True)
    heads = ("period", *armies)
    found = rows(supply.income.provenance, income)
    yield Chart("supply", f"{what}: supply tokens that are collected", "5.10", heads, found)


def _reported(units: Mapping[Kind, int]) -> str:
    return ", ".join(f"{kind} {number}" for kind, number in units.items())

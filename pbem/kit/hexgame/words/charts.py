"""What the tables of the game say, made of its data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.kit.charts import END, Chart, cell, row, rows, signed
from pbem.kit.hexgame.data.policy import Count
from pbem.kit.hexgame.data.terms import OWN
from pbem.kit.hexgame.rules.position import HexPosition
from pbem.kit.hexgame.rules.sequence import following, phases
from pbem.kit.hexgame.rules.setting import HexSetting

RECKONING = "reckoning"
PHASES = {
    "plan": "writes down its plan",
    "show": "shows its plan",
    "draw": "draws a unit from the cup",
    "movement": "moves units, and brings on those that arrive",
    "combat": "attacks, one hex after the other",
}


def charts(setting: HexSetting) -> tuple[Chart, ...]:
    """Return every chart."""
    return (
        *_combat(setting),
        *_terrain(setting),
        *_sequence(setting),
        *_units(setting),
        *_victory(setting),
        *_supply(setting),
    )


def stage(_: HexSetting, position: HexPosition) -> str:
    """Return the step of the sequence of play where a position stands."""
    return position.phase if position.phase == RECKONING else f"{position.side} {position.phase}"


def coming(setting: HexSetting, position: HexPosition) -> str:
    """Return the step that follows."""
    if position.phase == RECKONING:
        return END
    found = following(setting, position)
    if found is None:
        return RECKONING if position.sealed else END
    _, side, phase = found
    return f"{side} {phase}"


def _combat(setting: HexSetting) -> Iterator[Chart]:
    combat, data = setting.data.combat, setting.data
    title = "Combat table, by odds" if combat.compare == "odds" else "Combat table, by difference"
    lines = ((face, *line) for face, line in enumerate(combat.rows, 1))
    columns = ("die", *combat.columns)
    yield Chart("combat", title, combat.paragraph, columns, rows(combat.provenance, lines))
    results = ((word, one.text) for word, one in combat.results.items())
    yield Chart(
        "combat", "Results", combat.paragraph, ("result", "what"), rows(combat.provenance, results)
    )
    after = []
    if (retreat := data.retreat) is not None:
        shut = {"lost": "is lost", "step": "loses a step and stays"}[retreat.stuck]
        after += [
            row(retreat.provenance, "retreat", f"the {retreat.by} chooses the path"),
            row(retreat.provenance, "retreat", f"a unit without a path {shut}"),
        ]
    if (advance := data.advance) is not None:
        after.append(row(advance.provenance, "advance", f"units that may advance: {advance.units}"))
    if after:
        yield Chart("combat", "After a result", combat.paragraph, ("what", "how"), tuple(after))


def _terrain(setting: HexSetting) -> Iterator[Chart]:
    data = setting.data
    found = []
    for word, kind in data.terrain.items():
        others = [f"{unit} {cost}" for unit, cost in kind.costs.items()]
        others += [f"{unit} -" for unit in kind.closed]
        found.append(
            row(kind.provenance, word, kind.symbol, cell(kind.cost), ", ".join(others),
                signed(kind.shift), signed(kind.defence), kind.text or "")
        )  # fmt: skip
    columns = ("terrain", "drawn", "cost", "others", "shift", "defence", "what")
    yield Chart("terrain", "Terrain", data.movement.paragraph, columns, tuple(found))
    sides = []
    for edge in data.hexsides:
        cost = "closed" if edge.closed else f"+{edge.cost}"
        if edge.instead is not None:
            cost = f"{edge.instead} in all"
        sides.append(
            row(edge.provenance, edge.name, edge.sign or "road", cost, signed(edge.shift),
                "yes" if edge.zone and not edge.closed else "no", edge.text or "")
        )  # fmt: skip
    if sides:
        names = ("hexside", "drawn", "cost", "shift", "zones", "what")
        yield Chart("terrain", "Hexsides", data.movement.paragraph, names, tuple(sides))


def _sequence(setting: HexSetting) -> Iterator[Chart]:
    about, steps = setting.data.about, dict[str, str]()
    turns = range(1, about.turns + 1)
    for side in setting.tables.sides:
        some = {phase for turn in turns for phase in phases(setting, turn, side)}
        steps |= {f"{side} {phase}": what for phase, what in PHASES.items() if phase in some}
    if setting.data.plan is not None:
        steps[RECKONING] = "after the end a plan that is still sealed is shown"
    lines = rows(about.provenance, steps.items())
    yield Chart("sequence", "A turn", about.sequence, ("step", "what"), lines)
    turns_row = rows(about.provenance, [(about.turns,)])
    yield Chart("sequence", "How long", about.sequence, ("turns",), turns_row)


def _units(setting: HexSetting) -> Iterator[Chart]:
    data = setting.data
    columns = ("unit", "kind", "faces", "size", "begins", "whole name")
    for side in data.sides:
        found = [
            row(unit.provenance, unit.name, unit.kind, " ".join(unit.faces), unit.size,
                _begins(setting, unit.name), unit.text)
            for unit in data.units[side.id]
        ]  # fmt: skip
        yield Chart("units", side.name, data.about.paragraph, columns, tuple(found))


def _begins(setting: HexSetting, name: str) -> str:
    unit, data = setting.tables.units[name], setting.data
    if unit.at is not None:
        return unit.at
    if unit.arrives is not None:
        return f"turn {unit.arrives} at {' '.join(unit.entry or ())}"
    return "cup" if data.cup is not None and name in data.cup.units else "plan"


def _victory(setting: HexSetting) -> Iterator[Chart]:
    victory = setting.data.victory
    lines = [
        row(line.provenance, line.side, f"{line.each} each", counts(line))
        for line in victory.points
    ]
    if lines:
        columns = ("side", "points", "what")
        yield Chart("victory", "Victory points", victory.paragraph, columns, tuple(lines))
    wins = [(line.side, f"at once: {line.why}") for line in victory.at_once]
    enemy = setting.tables.enemy[victory.side]
    wins.append((victory.side, f"its points exceed those of {enemy} by {victory.margin} or more"))
    if victory.draw is not None:
        wins.append(("nobody", f"its points exceed them by exactly {victory.draw}"))
    wins.append((enemy, "otherwise, after the last turn"))
    found = rows(victory.provenance, wins)
    yield Chart("victory", "Who wins", victory.paragraph, ("side", "when"), found)


def counts(line: Count) -> str:
    """Return in words what a line of victory counts."""
    kinds = f"{' or '.join(line.kinds)} " if line.kinds else ""
    match line.what:
        case "left":
            return f"{kinds}units that left the map"
        case "lost":
            return f"{kinds}units of the enemy that were lost"
        case "steps":
            return f"{kinds}steps of the enemy that were lost"
    return f"hexes held, of {' '.join(line.hexes)}"


def _supply(setting: HexSetting) -> Iterator[Chart]:
    supply = setting.data.supply
    if supply is None:
        return
    lines: list[Sequence[object]] = [
        (f"sources of {side}", " ".join(hexes)) for side, hexes in supply.sources.items()
    ]
    lines.append(("length in hexes", supply.length))
    lines.append(("shift, an attacker out of supply", signed(supply.attack)))
    lines.append(("shift, a defender out of supply", signed(supply.defence)))
    lines.append(("most movement points out of supply", cell(supply.move)))
    found = rows(supply.provenance or OWN, lines)
    yield Chart("supply", "Supply", supply.paragraph, ("what", "value"), found)

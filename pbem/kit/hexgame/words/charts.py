"""The content of the tables of the game, made of its data."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.kit.charts import END, Chart, cell, row, rows, signed
from pbem.kit.hexgame.data.forms import Unit
from pbem.kit.hexgame.data.policy import Count
from pbem.kit.hexgame.data.terms import Part
from pbem.kit.hexgame.rules.position import RECKONING, HexPosition
from pbem.kit.hexgame.rules.sequence import following, phases
from pbem.kit.hexgame.rules.setting import HexSetting
from pbem.kit.hexgame.words.parts import COLUMNS, filled, part_rows, spelled

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
        *_setup(setting),
        *_units(setting),
        *_victory(setting),
        *_supply(setting),
    )


def of_parts(topic: str, title: str, **parts: Part | None) -> Iterator[Chart]:
    """Yield a chart of all values of ``parts`` by name, if the game has any of them."""
    found = {name: part for name, part in parts.items() if part is not None}
    if found:
        lines = [line for name, part in found.items() for line in part_rows(name, part)]
        paragraph = next(iter(found.values())).paragraph
        yield Chart(topic, title, paragraph, COLUMNS, tuple(lines))


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
    data, combat = setting.data, setting.data.combat
    lines = ((face, *line) for face, line in enumerate(combat.rows, 1))
    columns = ("die", *combat.columns)
    title, paragraph = f"Combat table, by {combat.compare}", combat.paragraph
    yield Chart("combat", title, paragraph, columns, rows(combat.provenance, lines))
    results = [
        row(one.provenance, word, one.paragraph or paragraph, filled(", ".join(one.effects)),
            one.text)
        for word, one in combat.results.items()
    ]  # fmt: skip
    columns = ("result", "paragraph", "effects", "what")
    yield Chart("combat", "Results", paragraph, columns, tuple(results))
    parts = {"losses": data.losses, "retreat": data.retreat, "advance": data.advance}
    yield from of_parts("combat", "Fighting", combat=combat, **parts)


def _terrain(setting: HexSetting) -> Iterator[Chart]:
    data, paragraph = setting.data, setting.data.movement.paragraph
    kinds = []
    for word, kind in data.terrain.items():
        others = [f"{unit} {cost}" for unit, cost in kind.costs.items()]
        others += [f"{unit} closed" for unit in kind.closed]
        what = [*others, *([kind.text] if kind.text else [])]
        kinds.append(
            row(kind.provenance, word, kind.symbol, cell(kind.cost), signed(kind.shift),
                signed(kind.defence), filled("; ".join(what)))
        )  # fmt: skip
    columns = ("terrain", "drawn", "cost", "shift", "defence", "other kinds of units, and more")
    yield Chart("terrain", "Terrain", paragraph, columns, tuple(kinds))
    if data.hexsides:
        sides = [
            row(kind.provenance, kind.name, kind.sign or "road",
                "closed" if kind.closed else kind.cost, cell(kind.instead), signed(kind.shift),
                kind.zone and not kind.closed,
                f"{kind.text}; {spelled(kind.sides)}" if kind.text else spelled(kind.sides))
            for kind in data.hexsides
        ]  # fmt: skip
        names = ("hexside", "drawn", "cost", "instead", "shift", "zones", "where")
        yield Chart("terrain", "Hexsides", paragraph, names, tuple(sides))
    parts = {"stacking": data.stacking, "zones": data.zones}
    yield from of_parts("terrain", "Moving", movement=data.movement, **parts)
    sheet = data.map
    size = [("columns", sheet.columns), ("rows", sheet.rows), ("lower columns", sheet.low_columns)]
    found = rows(sheet.provenance, [*size, *sheet.places.items()])
    yield Chart("map", "The map", paragraph, ("what", "value"), found)


def _sequence(setting: HexSetting) -> Iterator[Chart]:
    about, steps = setting.data.about, dict[str, str]()
    turns = range(1, about.turns + 1)
    for side in setting.tables.sides:
        some = {phase for turn in turns for phase in phases(setting, turn, side)}
        steps |= {f"{side} {phase}": what for phase, what in PHASES.items() if phase in some}
    if setting.data.plan is not None:
        steps[RECKONING] = "a plan that is still sealed after the end is shown"
    lines = rows(about.provenance, steps.items())
    yield Chart("sequence", "A turn", about.sequence, ("step", "what"), lines)


def _setup(setting: HexSetting) -> Iterator[Chart]:
    data = setting.data
    yield from of_parts("setup", "The game", game=data.about)
    sides = [row(side.provenance, side.id, side.name) for side in data.sides]
    paragraph = data.about.paragraph
    yield Chart("setup", "Sides, in their order", paragraph, ("side", "name"), tuple(sides))
    yield from of_parts("setup", "Coming and going", arrivals=data.arrivals, exits=data.exits)
    if (plan := data.plan) is not None:
        yield from of_parts("setup", "The plan", plan=plan)
        choices = [
            row(one.provenance, word, one.paragraph or plan.paragraph, spelled(one.entry), one.text)
            for word, one in plan.choices.items()
        ]
        columns = ("choice", "paragraph", "entry", "what")
        yield Chart("setup", "Choices of the plan", plan.paragraph, columns, tuple(choices))
    yield from of_parts("setup", "The cup", cup=data.cup)


def _units(setting: HexSetting) -> Iterator[Chart]:
    data = setting.data
    columns = ("unit", "kind", "faces", "size", "symbol", "begins", "name")
    for side in data.sides:
        found = [
            row(unit.provenance, unit.name, unit.kind, " ".join(unit.faces), unit.size,
                filled(unit.symbol), _begins(setting, unit), unit.text)
            for unit in data.units[side.id]
        ]  # fmt: skip
        yield Chart("units", f"Units: {side.name}", data.about.paragraph, columns, tuple(found))


def _begins(setting: HexSetting, unit: Unit) -> str:
    if unit.at is not None:
        return unit.at
    if unit.arrives is not None:
        return f"turn {unit.arrives}: {spelled(unit.entry)}"
    cup = setting.data.cup
    return "cup" if cup is not None and unit.name in cup.units else "plan"


def _victory(setting: HexSetting) -> Iterator[Chart]:
    victory, paragraph = setting.data.victory, setting.data.victory.paragraph
    names = setting.tables.side_names
    lines = [
        row(line.provenance, names[line.side], line.paragraph or paragraph, line.each, counts(line))
        for line in victory.points
    ]
    if lines:
        columns = ("side", "paragraph", "points", "each of these")
        yield Chart("victory", "Victory points", paragraph, columns, tuple(lines))
    wins = [
        row(line.provenance, names[line.side], line.paragraph or paragraph, line.count,
            f"{counts(line)}: {line.why}")
        for line in victory.at_once
    ]  # fmt: skip
    if wins:
        columns = ("winner", "paragraph", "at once", "of these")
        yield Chart("victory", "A win at once", paragraph, columns, tuple(wins))
    side, enemy = names[victory.side], names[setting.tables.enemy[victory.side]]
    last = [(side, f"by {victory.margin} points or more ahead of {enemy}")]
    if victory.draw is not None:
        last.append(("nobody", f"{side} is ahead by exactly {victory.draw}"))
    last.append((enemy, "otherwise"))
    found = rows(victory.provenance, last)
    yield Chart("victory", "After the last turn", paragraph, ("winner", "when"), found)
    yield from of_parts("victory", "Winning", victory=victory)


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
    return f"hexes that it holds, of {spelled(line.hexes)}"


def _supply(setting: HexSetting) -> Iterator[Chart]:
    yield from of_parts("supply", "Supply", supply=setting.data.supply)

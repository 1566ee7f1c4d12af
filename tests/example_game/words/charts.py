"""The charts of The Ford."""

from __future__ import annotations

from collections.abc import Iterator

from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.kit.charts import END, Chart, row, rows

RULE = "project, made up with the game"


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    return tuple(_charts(setting))


def stage(_: Setting, position: Position) -> str:
    """Return the step of the sequence of play where a position stands."""
    return {"barrage": "barrage", "reckoning": "reckoning"}.get(position.waits, "day")


def coming(setting: Setting, position: Position) -> str:
    """Return the step that follows."""
    match stage(setting, position):
        case "reckoning":
            return END
        case "day" if position.turn == setting.days:
            sealed = setting.options.barrage and not position.barrage
            return "reckoning" if sealed else END
    return "day"


def _charts(setting: Setting) -> Iterator[Chart]:
    data = setting.data
    ford, unit = data.ford, data.battalion
    yield Chart(
        "combat", "What an attack comes to", "4.1", ("result", "when", "what"),
        rows(RULE, [
            ("taken", "a die and what counts are at least the garrison", "Red wins"),
            ("held", "they are less", "Red loses a step"),
        ]),
    )  # fmt: skip
    yield Chart(
        "combat", "What counts in an attack", "4.1", ("side", "points", "what"),
        (
            row(unit.provenance, "Red", f"+{unit.each_step}", "each step"),
            row(data.barrage.provenance, "Red", f"-{data.barrage.minus}", "on the barrage's day"),
            row(data.days.provenance, "Blue", f"+{data.days.dug_in}", "each day that it has held"),
        ),
    )  # fmt: skip
    yield Chart(
        "combat", "Pursuit", "4.2", ("die", "result"),
        rows(data.pursuit.provenance, enumerate(data.pursuit.results, 1)),
    )  # fmt: skip
    where = (ford.hex, ford.name, ford.terrain, ford.symbol)
    yield Chart(
        "terrain", "The map", "1.1", ("hex", "name", "terrain", "drawn"),
        rows(ford.provenance, [where]),
        ("Nobody moves: who takes the ford has won.",),
    )  # fmt: skip
    yield Chart("sequence", "A game", "3.0", ("step", "what"), rows(RULE, _SEQUENCE))
    yield Chart(
        "sequence", "How long", "3.0", ("days",), rows(data.days.provenance, [(setting.days,)])
    )
    yield Chart(
        "units", "Red", "1.1", ("unit", "steps", "its whole name"),
        rows(unit.provenance, [(unit.name, unit.steps, unit.text)]),
    )  # fmt: skip
    counters = data.garrisons
    yield Chart(
        "units", "What the garrison can be", "2.1", ("counter", "strength"),
        rows(counters.provenance, counters.counters.items()),
    )  # fmt: skip
    yield Chart("victory", "Who wins", "5.0", ("winner", "when"), rows(RULE, _WINS))


_SEQUENCE = (
    ("barrage", "Blue writes down a day"),
    ("day", "Red attacks, probes or does nothing; what follows of it; the garrison digs in"),
    ("reckoning", "behind the last day Blue shows what he wrote down, if he has not yet"),
)
_WINS = (
    ("Red", "he takes the ford"),
    ("Blue", "Red has no step left"),
    ("Blue", "the last day is over"),
)

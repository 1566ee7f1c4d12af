"""The charts of supply in Meiktila: the level, who is in supply, air units, replacements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.games.meiktila.data.forms import MeiktilaData
from pbem.games.meiktila.rules import ch05_air as air
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import ch08_replacements as replacements
from pbem.kit.charts import Chart, rows, signed


def supply_charts(data: MeiktilaData) -> Iterator[Chart]:
    """Yield what supply comes to (7.0), and what air units bring (5.0)."""
    table = data.supply
    lowest, lines = None, []
    for one in table.rows:
        lines.append((_die(lowest, one.up_to), signed(one.change)))
        lowest = None if one.up_to is None else one.up_to + 1
    yield Chart(
        "supply",
        "The Supply Table",
        "7.1.1",
        ("die, modified", "what comes to the level"),
        rows(table.provenance, lines),
        (
            "+1 for each air unit on Air Supply; -1 for each airfield in Japanese hands.",
            "-1 with the 64 Sentai in play.",
        ),
    )
    yield Chart(
        "supply",
        "The level",
        "3.0",
        ("at the start", "at most"),
        rows(table.provenance, [(table.start, table.most)]),
        (
            "It falls by 1 for each Allied gun that fires (8.5), and never below 0.",
            "When a turn ends it falls by 1 on an even die, by 2 on an odd one (7.1.1).",
        ),
    )
    yield _status(data)
    yield _air_and_replacements()


def _status(data: MeiktilaData) -> Chart:
    status = data.status
    spans = level_spans(one.up_to for one in status.allied)
    some = [
        (f"Allied, {span}", _needs(one.die)) for span, one in zip(spans, status.allied, strict=True)
    ]
    some.append(("Japanese, with the interdiction of the edge", _needs(status.japanese)))
    return Chart(
        "supply",
        "The Supply Status Table",
        "7.1.2",
        ("who", "in supply on"),
        rows(status.provenance, some),
        (f"A line has at most {supply.OFF_ROAD} hexes without a road.",),
    )


def _air_and_replacements() -> Chart:
    most = replacements.JAPANESE_MOST
    return Chart(
        "supply",
        "Air units and replacements",
        "5.2",
        ("paragraph", "what", "how many"),
        rows(
            "rulebook 5.1, 5.2.1, 8.1.4",
            (
                ("5.1", "Allied air units in a turn: what the air die shows", "1 to 5"),
                ("5.1", "appearances of the 64 Sentai", air.APPEARANCES),
                (
                    "5.2.1",
                    "air units on Air Supply, each with a step of either kind",
                    air.MOST_SUPPLY,
                ),
                ("8.1.4", "Japanese dice for replacements in a turn, north", most["north"]),
                ("8.1.4", "the same, south", most["south"]),
                (
                    "8.1.4",
                    "highest die, with interdiction, that brings a step",
                    replacements.JAPANESE_DIE,
                ),
            ),
        ),
        (
            "A 6 gives the Allies none; the first two bring the 64 Sentai.",
            "Both sides roll for the initiative, Allies with an air unit +1 (4.1).",
        ),
    )


def _die(lowest: int | None, top: int | None) -> str:
    if lowest is None or top is None:
        return (
            "any" if lowest == top else f"{top} or less" if lowest is None else f"{lowest} or more"
        )
    return str(top) if top == lowest else f"{lowest} to {top}"


def _needs(die: int | None) -> str:
    return "always" if die is None else "never" if die == 0 else f"{die} or less"


def level_spans(tops: Iterable[int]) -> list[str]:
    """Return spans of supply levels by the highest of each, from 0 on."""
    lowest, spans = 0, []
    for top in tops:
        spans.append(f"level {top}" if top == lowest else f"level {lowest} to {top}")
        lowest = top + 1
    return spans

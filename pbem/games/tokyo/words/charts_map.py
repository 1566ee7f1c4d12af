"""The charts of the map of Race to Tokyo, and of how a game begins."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.tokyo.data.forms import ARMIES, TokyoData
from pbem.games.tokyo.rules.setting import COMMAND, GROUPS
from pbem.kit.charts import Chart, Row, rows

_BEACHES = {"1ag": "Kujukuri Beach", "8ag": "Sagami Bay"}
"""The names in the rulebook (9.0)."""


def map_charts(data: TokyoData) -> Iterator[Chart]:
    """Yield what lies where."""
    sheet = data.map
    yield Chart(
        "map",
        "The map as it is drawn",
        "5.1",
        ("columns", "rows", "half a hex lower"),
        rows(sheet.provenance, [(sheet.columns, sheet.rows, f"{sheet.low_columns} columns")]),
        ("Columns count southward, rows westward.",),
    )
    yield Chart(
        "map", "Waters", "5.1", ("hex", "name"), rows(sheet.provenance, sheet.places.items())
    )
    boundary = data.boundary
    yield Chart(
        "map",
        "The Operational Boundary",
        "5.41",
        ("columns", "first row in the west"),
        rows(boundary.provenance, _runs(boundary.first_western_row)),
    )
    places = [
        (f"{_BEACHES[group]}, the beach of {group}", "9.0", beach.hexes, beach.provenance)
        for group, beach in data.beaches.items()
    ]
    places.append(("zone of the 36th Army", "5.44", data.zone.hexes, data.zone.provenance))
    places.append(
        ("entries of the Strategic Reserve", "8.1", data.entries.hexes, data.entries.provenance)
    )
    yield Chart(
        "map",
        "Beaches, the zone of the 36th Army, entries",
        "9.1",
        ("what", "paragraph", "hexes"),
        tuple(
            Row((what, paragraph, ", ".join(hexes)), provenance)
            for what, paragraph, hexes, provenance in places
        ),
    )
    chains = ((chain[0], chain[-1], ", ".join(chain)) for chain in data.roads.chains)
    yield Chart("map", "Roads", "5.1", ("from", "to", "hexes"), rows(data.roads.provenance, chains))
    banks = (
        (name, bank, ", ".join(across))
        for name, course in data.rivers.courses.items()
        for bank, across in course.items()
    )
    yield Chart(
        "map",
        "Rivers",
        "6.81",
        ("river", "hex", "across from it"),
        rows(data.rivers.provenance, banks),
    )


def _runs(first_rows: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Yield columns that have the same first western row together."""
    begin = 0
    for column, first in enumerate(first_rows):
        if column + 1 == len(first_rows) or first_rows[column + 1] != first:
            last = f"{column + 1:02d}"
            yield last if begin == column else f"{begin + 1:02d} to {last}", str(first)
            begin = column + 1


def setup_charts(data: TokyoData) -> Iterator[Chart]:
    """Yield how a game begins, and who commands what."""
    setup = data.setup
    yield Chart(
        "setup",
        "Japanese set-up",
        "11.1",
        ("who", "hexes"),
        rows(
            setup.provenance,
            [
                ("infantry, drawn blindly", ", ".join(setup.infantry)),
                ("infantry of the 36th Army", ", ".join(setup.zone_infantry)),
                *setup.armor.items(),
            ],
        ),
    )
    yield Chart(
        "setup",
        "Who commands what",
        "2.52",
        ("army", "in the game of two", "what"),
        rows(
            "rulebook 2.52, 12.1",
            [
                (army, COMMAND.get(army, army if army in GROUPS else "-"), name)
                for army, name in ARMIES.items()
            ],
        ),
        ("In the game of three jp has every Japanese unit.",),
    )

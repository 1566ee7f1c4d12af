"""The charts of the map of Meiktila, and of who begins and enters where."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.meiktila.data.tables import Tables
from pbem.kit.charts import Chart, rows
from pbem.kit.maps.hexes import Hex


def map_charts(tables: Tables) -> Iterator[Chart]:
    """Yield what lies where: places, roads, railroads, streams."""
    data = tables.data
    sheet = data.map
    size = (sheet.columns, sheet.rows, f"{sheet.low_columns} columns")
    yield Chart(
        "map",
        "The map as it is drawn",
        "2.1",
        ("columns", "rows", "half a hex lower"),
        rows(sheet.provenance, [size]),
        ("Letters count eastward, numbers southward; column A is the first, and so odd.",),
    )
    places = data.places
    lines = [(here, name, _built(tables, here) or None) for here, name in places.names.items()]
    lines += [
        (here, name, ", ".join(filter(None, (_built(tables, here), "airfield"))))
        for here, name in places.airfields.items()
    ]
    found = rows(places.provenance, lines)
    yield Chart("map", "Places", "2.1", ("hex", "name", "what"), found)
    for title, chains in (("Roads", data.roads), ("Railroads", data.railroads)):
        courses = [(" ".join(chain),) for chain in chains.chains]
        yield Chart("map", title, "6.2", ("course",), rows(chains.provenance, courses))
    pairs = data.streams.pairs
    reported = [
        (", ".join(f"{a} {b}" for a, b in pairs[i : i + 7]),) for i in range(0, len(pairs), 7)
    ]
    found = rows(data.streams.provenance, reported)
    yield Chart("map", "Streams, each between two hexes", "6.5.1", ("where",), found)


def _built(tables: Tables, here: Hex) -> str:
    """Return whether a hex is a town or the city, which count in the set-up (10.1), or nothing."""
    return word if (word := tables.terrain[here]) in {"town", "city"} else ""


def setup_chart() -> Chart:
    """Return who begins and enters where (10.0)."""
    return Chart(
        "setup",
        "Set-up and entry hexes",
        "10.0",
        ("entry", "where"),
        rows(
            "rulebook 8.1.1, 8.1.2, 10.1, 10.2, 11.2",
            (
                ("setup", "Allies: in or beside the city, an airfield or a town"),
                ("setup", "Japanese: on the northern edge, not beside an Allied unit"),
                ("setup", "Japanese: each unit perhaps in an Improved Position"),
                ("air", "at an airfield in Allied hands, by Air Supply"),
                ("north", "any hex of the northern edge, on a die up to the turn, never a 6"),
                ("south", "a road hex of the southern edge, on a die up to the turn, never a 6"),
                ("reserve", "the northern edge, on a die below the turn (option kimura)"),
            ),
        ),
    )

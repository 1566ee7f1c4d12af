"""The charts of Meiktila: what its data say, and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.meiktila.data.forms import MeiktilaData, Side
from pbem.games.meiktila.rules import ch05_air as air
from pbem.games.meiktila.rules import ch06_reach as reach
from pbem.games.meiktila.rules import ch07_supply as supply
from pbem.games.meiktila.rules import ch08_replacements as replacements
from pbem.games.meiktila.rules import ch09_victory as victory
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.tell import SIDE
from pbem.kit.charts import END, Chart, row, rows, signed
from pbem.kit.wording import as_points

_STEPS = {
    "setup": ("10.0", "first the Allied units, then the Japanese, before turn 1"),
    "air": ("4.1", "the air die; both sides roll for initiative"),
    "supply": ("4.2", "air units are allotted; the Supply Table; landings; status of each unit"),
    "activations": ("4.3", "markers are drawn; one opens, the others come out of the cup"),
    "end of turn": ("4.4", "stacking; the supply level falls; points; markers are removed"),
}
_STEP_OF = {
    "setup": "setup",
    "air": "air",
    **dict.fromkeys(
        ("allot", "supply", "land", "allied status", "edges", "japanese status"), "supply"
    ),
    "stacking": "end of turn",
    "end": "end of turn",
}
"""Phase -> the step of the turn that it belongs to; all others are activations."""
_ACTIVATION = (
    ("4.3", "a marker is up", "its die, if it has one; who has nothing to do lays it aside"),
    ("6.1", "activation", "its owner chooses the mode, and asks for units; dice for them"),
    ("6.2", "movement", "its units move; in the mode attack-move after combat"),
    ("6.5", "combat", "its units attack; in the mode attack-move first, a column better"),
    ("4.3", "end", "perhaps its owner passes; the next marker, until the cup is empty"),
)


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    data = setting.tables.data
    return (
        *_combat(setting),
        *_terrain(data),
        *_sequence(setting),
        *_units(setting),
        *_victory(setting),
        *_supply(data),
        *_map(data),
        *_setup(),
    )


def stage(_: Setting, position: Position) -> str:
    """Return the step of the sequence of play where a position stands."""
    return _STEP_OF.get(position.phase, "activations")


def coming(setting: Setting, position: Position) -> str:
    """Return the step that follows."""
    here = stage(setting, position)
    if here == "end of turn":
        return END if position.turn == setting.tables.turns else "air"
    steps = list(_STEPS)
    return steps[steps.index(here) + 1]


def _combat(setting: Setting) -> Iterator[Chart]:
    table = setting.tables.data.combat
    faces = [(face, *results) for face, results in enumerate(table.rows, 1)]
    yield Chart(
        "combat",
        "The combat results table",
        "6.5",
        ("die", *table.columns),
        rows(table.provenance, faces),
        ("Attacker before the stroke, defender behind it; odds beyond the ends read as the ends.",),
    )
    yield Chart(
        "combat",
        "What the results do",
        "6.5.2",
        ("result", "attacker", "defender"),
        rows(
            "rulebook 6.5.2, 6.5.3",
            (
                ("-", "nothing", "nothing"),
                ("1, 2", "so many units lose a step or retreat a hex", "so many hexes or steps"),
                ("E", "the attackers are eliminated", "the defenders are eliminated"),
            ),
        ),
        ("The defender pays first. A retreat needs a die up to the highest factor; 6 fails.",),
    )
    yield Chart(
        "combat",
        "Shifts",
        "6.5.1",
        ("paragraph", "what", "columns"),
        rows(
            "rulebook 6.5.1, 8.2, 8.3",
            (
                ("8.2", "each attacking armoured unit", "+1"),
                ("8.2", "each defending armoured unit", "-1"),
                ("8.3", "each anti-tank unit in the hex, for an armoured attacker", "-1"),
                ("5.2", "each attacking air unit", "+1"),
                ("5.2", "each defending air unit", "-1"),
                ("6.1.1", "attack before movement", "+1"),
            ),
        ),
        ("An Improved Position gives one defender +1 (8.4); Banzai doubles an attack (11.1).",),
    )


def _terrain(data: MeiktilaData) -> Iterator[Chart]:
    kinds = data.terrain.kinds.items()
    lines = (
        (
            word,
            kind.token,
            None if kind.halves is None else as_points(kind.halves),
            kind.halves,
            signed(kind.attacker),
            signed(kind.defender),
            signed(kind.one),
        )
        for word, kind in kinds
    )
    yield Chart(
        "terrain",
        "Terrain",
        "6.2",
        ("terrain", "drawn", "points", "halves", "attacker", "defenders", "one defender"),
        rows(data.terrain.provenance, lines),
        ("Attacker: for each attacking infantry unit. Where no points stand nobody enters.",),
    )
    ways = data.ways
    zone = as_points(reach.ZONE_TO_ZONE)
    yield Chart(
        "terrain",
        "Roads, railroads, streams",
        "6.2",
        ("what", "points", "halves", "combat"),
        rows(
            ways.provenance,
            (
                ("along a road, instead of all else", as_points(ways.road), ways.road, "0"),
                ("along a railroad, instead", as_points(ways.railroad), ways.railroad, "0"),
                (
                    "across a stream, more",
                    as_points(ways.stream),
                    ways.stream,
                    signed(ways.across),
                ),
            ),
        ),
        ("Combat: for each infantry unit that attacks across.",),
    )
    yield Chart(
        "terrain",
        "Zones of control",
        "6.4",
        ("what", "points"),
        rows(
            "rulebook 6.4, 8.4",
            (
                ("entering or leaving a zone", "0"),
                ("the same beside an Improved Position, more", as_points(reach.STRONG)),
                ("from zone to zone, in all", zone),
                ("from zone to zone beside an Improved Position", None),
            ),
        ),
    )


def _sequence(setting: Setting) -> Iterator[Chart]:
    turns = setting.tables.data.turns
    yield Chart(
        "sequence",
        "A turn",
        "4.0",
        ("step", "paragraph", "what"),
        (
            *rows("rulebook 4.0, 6.1", ((step, *told) for step, told in _STEPS.items())),
            row(turns.provenance, END, "9.2", f"after turn {len(turns.days)}"),
        ),
    )
    yield Chart(
        "track",
        "The turns",
        "4.0",
        ("turn", "day"),
        rows(turns.provenance, enumerate(turns.days, 1)),
    )
    yield Chart(
        "events",
        "An activation",
        "6.1",
        ("paragraph", "what", "how"),
        rows("rulebook 4.3, 6.1", _ACTIVATION),
    )
    yield from _markers(setting.tables.data)


def _markers(data: MeiktilaData) -> Iterator[Chart]:
    told = {"all": "every unit", "die": "as many units as a die says"}
    sides: Sequence[tuple[Side, dict[str, object]]] = (
        ("al", dict(data.markers.allied)),
        ("jp", dict(data.markers.japanese)),
    )
    lines = [
        (name, SIDE[side], marker.units, told.get(marker.units, ", ".join(marker.formations)))  # type: ignore[attr-defined]
        for side, markers in sides
        for name, marker in markers.items()
    ]
    yield Chart(
        "events",
        "Activation markers",
        "6.1.1",
        ("marker", "side", "kind", "whom it activates"),
        rows(data.markers.provenance, lines),
    )
    counts = data.counts
    some = [(f"Allied, up to level {r.up_to}", r.markers) for r in counts.allied]
    some += [("Japanese", counts.japanese)]
    some += [("Japanese with the initiative", counts.japanese_with_initiative)]
    yield Chart(
        "events",
        "Markers in play",
        "6.1.1",
        ("side", "markers"),
        rows(counts.provenance, some),
        ("One Allied marker until the Japanese have attacked (10.1).",),
    )


def _units(setting: Setting) -> Iterator[Chart]:
    tables = setting.tables
    for side in setting.sides:
        units = [tables.units[name] for name in tables.of(side)]
        yield Chart(
            "units",
            f"{SIDE[side]} counters",
            "2.2",
            ("unit", "full", "reduced", "range", "kind", "name"),
            tuple(
                row(u.provenance, u.name, *(*u.printed, None)[:2], u.range or None, u.kind, u.text)
                for u in units
            ),
            ("Attack, defence, movement; * is no attack. The rulebook names two fronts only.",),
        )
        yield Chart(
            "units",
            f"{SIDE[side]} order of battle",
            "6.1.1",
            ("unit", "entry", "formation"),
            tuple(row(u.provenance, u.name, u.entry, u.formation) for u in units),
        )
    formations = tables.data.formations
    lines = [
        (name, SIDE[side], one.alone, one.either, one.any_marker)
        for side, some in (("al", formations.allied), ("jp", formations.japanese))
        for name, one in some.items()
    ]
    yield Chart(
        "units",
        "Formations",
        "6.3",
        ("formation", "side", "each alone", "alone or not", "acts under any marker"),
        rows(formations.provenance, lines),
        ("Alone: independent in stacking, each unit one by itself.",),
    )


def _victory(setting: Setting) -> Iterator[Chart]:
    given = {"Allied": setting.options.points_al, "Japanese": setting.options.points_jp}
    yield Chart(
        "victory",
        "Victory Points",
        "9.1",
        ("points", "side", "for what"),
        (
            *rows(
                "rulebook 9.1",
                (
                    (1, "either", "each enemy step lost"),
                    (victory.AIRFIELD, "either", "each airfield held at the end"),
                    (victory.CITY, "either", "Meiktila held at the end"),
                    (victory.NO_SUPPLY, "Japanese", "each turn that ends at supply level 0"),
                ),
            ),
            *rows(
                "project: a handicap (options points_al, points_jp)",
                [(points, side, "beforehand") for side, points in given.items() if points],
            ),
        ),
    )
    yield Chart(
        "victory",
        "Who wins",
        "9.2",
        ("Allied points less Japanese", "what"),
        rows(
            "rulebook 9.2",
            (
                ("0 or less", "a Japanese victory"),
                (f"1 to {victory.MAJOR - 1}", "a minor Allied victory"),
                (f"{victory.MAJOR} or more", "a major Allied victory"),
            ),
        ),
    )


def _supply(data: MeiktilaData) -> Iterator[Chart]:
    table = data.supply
    lines = [(row.up_to, signed(row.change)) for row in table.rows]
    yield Chart(
        "supply",
        "The Supply Table",
        "7.1.1",
        ("die, modified, up to", "level"),
        rows(table.provenance, [("any" if top is None else top, by) for top, by in lines]),
        (
            f"From {table.start} at the start up to {table.most}.",
            "+1 for each air unit on Air Supply; -1 for each airfield lost.",
            "-1 with the 64 Sentai in play.",
        ),
    )
    yield Chart(
        "supply",
        "The level",
        "3.0",
        ("at the start", "at most"),
        rows(table.provenance, [(table.start, table.most)]),
    )
    status = data.status
    some = [(f"Allied, level up to {row.up_to}", _needs(row.die)) for row in status.allied]
    some.append(("Japanese, with the interdiction of the edge", _needs(status.japanese)))
    yield Chart(
        "supply",
        "The Supply Status Table",
        "7.1.2",
        ("who", "in supply on"),
        rows(status.provenance, some),
        (f"A line has at most {supply.OFF_ROAD} hexes without a road.",),
    )
    most = replacements.JAPANESE_MOST
    yield Chart(
        "supply",
        "Air units and replacements",
        "5.2",
        ("paragraph", "what", "how many"),
        rows(
            "rulebook 5.1, 5.2.1, 8.1.4",
            (
                ("5.1", "appearances of the 64 Sentai", air.APPEARANCES),
                ("5.2.1", "air units on Air Supply, each with a step of either kind",
                 air.MOST_SUPPLY),
                ("8.1.4", "Japanese dice for replacements in a turn, north", most["north"]),
                ("8.1.4", "the same, south", most["south"]),
                ("8.1.4", "highest die, with interdiction, that brings a step",
                 replacements.JAPANESE_DIE),
            ),
        ),
    )  # fmt: skip


def _needs(die: int | None) -> str:
    return "always" if die is None else "never" if die == 0 else f"{die} or less"


def _map(data: MeiktilaData) -> Iterator[Chart]:
    sheet = data.map
    size = (sheet.columns, sheet.rows, f"{sheet.low_columns} columns")
    yield Chart(
        "map",
        "The map, which 'pbem show' draws",
        "2.1",
        ("columns", "rows", "half a hex lower"),
        rows(sheet.provenance, [size]),
    )
    places = data.places
    lines = [(here, name, "") for here, name in places.names.items()]
    lines += [(here, name, "airfield") for here, name in places.airfields.items()]
    found = rows(places.provenance, [(h, name, what or "place") for h, name, what in lines])
    yield Chart("map", "Places", "2.1", ("hex", "name", "what"), found)
    for title, chains in (("Roads", data.roads), ("Railroads", data.railroads)):
        courses = [(" ".join(chain),) for chain in chains.chains]
        yield Chart("map", title, "6.2", ("course",), rows(chains.provenance, courses))
    pairs = data.streams.pairs
    told = [(", ".join(f"{a} {b}" for a, b in pairs[i : i + 7]),) for i in range(0, len(pairs), 7)]
    found = rows(data.streams.provenance, told)
    yield Chart("map", "Streams, each between two hexes", "6.5.1", ("where",), found)


def _setup() -> Iterator[Chart]:
    yield Chart(
        "setup",
        "Who begins and enters where",
        "10.0",
        ("entry", "where"),
        rows(
            "rulebook 8.1.1, 8.1.2, 10.1, 10.2, 11.2",
            (
                ("setup", "Allies: in or beside the city, an airfield or a town"),
                ("setup", "Japanese: on the northern edge, not beside an Allied unit"),
                ("air", "at an airfield in Allied hands, by Air Supply"),
                ("north", "any hex of the northern edge, on a die up to the turn, never a 6"),
                ("south", "a road hex of the southern edge, on a die up to the turn, never a 6"),
                ("reserve", "the northern edge, on a die below the turn (option kimura)"),
            ),
        ),
    )

"""The charts of Meiktila: what its data say, and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.meiktila.data.forms import Formation, MeiktilaData, Side
from pbem.games.meiktila.rules import ch06_reach as reach
from pbem.games.meiktila.rules import ch09_victory as victory
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.games.meiktila.words.charts_map import map_charts, setup_chart
from pbem.games.meiktila.words.charts_supply import level_spans, supply_charts
from pbem.games.meiktila.words.report import SIDE
from pbem.kit.charts import END, Chart, row, rows, signed
from pbem.kit.wording import as_points

_STEPS = {
    "setup": ("10.0", "first the Allied units, then the Japanese, before turn 1"),
    "air": ("4.1", "the air die; both sides roll for initiative"),
    "supply": ("4.2", "air units are allotted; the Supply Table; landings; status of each unit"),
    "activations": ("4.3", "markers are drawn; one opens, the others come out of the cup"),
    "end of turn": ("4.4", "stacking; the supply level falls; markers are removed; points"),
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
    ("4.3", "a marker is up", "its die, if it has one; a side with nothing to do sets it aside"),
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
        *_terrain(setting),
        *_sequence(setting),
        *_units(setting),
        *_victory(setting),
        *supply_charts(data),
        *map_charts(setting.tables),
        setup_chart(),
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
        (
            "Columns are odds, attacker to defender, rounded in favour of the defender (A23).",
            "Odds beyond the ends read as the ends. Attacker before the stroke, defender after it.",
        ),
    )
    yield Chart(
        "combat",
        "Results of combat",
        "6.5.2",
        ("result", "attacker", "defender"),
        rows(
            "rulebook 6.5.2, 6.5.3",
            (
                ("-", "nothing", "nothing"),
                ("1, 2", _PAID[setting.options.attacker_mode], "so many hexes or steps"),
                ("E", "the attackers are eliminated", "the defenders are eliminated"),
            ),
        ),
        (
            "The defender pays first. A retreat needs a die up to the highest factor; 6 fails.",
            "Option attacker_mode says what an attacker's number counts.",
        ),
    )
    yield Chart(
        "combat",
        "Shifts",
        "6.5.1",
        ("paragraph", "what", "columns"),
        rows(
            "rulebook 5.2, 6.1.1, 6.5.1, 8.2, 8.3",
            (
                ("8.2", "each attacking armoured unit", "+1"),
                ("8.2", "each defending armoured unit", "-1"),
                ("8.3", "each anti-tank unit in the hex, against one Allied armour", "-1"),
                ("5.2", "each attacking air unit", "+1"),
                ("5.2", "each defending air unit", "-1"),
                ("6.1.1", "attack before movement", "+1"),
            ),
        ),
        (
            "Columns: + to the right, for the attacker; - to the left.",
            "An Improved Position gives one defender +1 (8.4); a gun in range adds its own (8.5).",
            "Banzai doubles units that charge (11.1); out of supply is half, rounded up (7.2).",
        ),
    )


_PAID = {
    "units": "so many units lose a step or retreat a hex",
    "all": "so many hexes or steps, as the defender",
}


def _terrain(setting: Setting) -> Iterator[Chart]:
    data = setting.tables.data
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
        ("terrain", "drawn", "points", "in halves", "attacker", "defenders", "one defender"),
        rows(data.terrain.provenance, lines),
        (
            "Added to factors: of each attacking infantry unit, of every defender, of one.",
            "Without points nobody enters. An airfield changes nothing (6.5.1).",
        ),
    )
    ways = data.ways
    zone = as_points(reach.ZONE_TO_ZONE)
    yield Chart(
        "terrain",
        "Roads, railroads, streams",
        "6.2",
        ("what", "points", "in halves", "combat"),
        rows(
            ways.provenance,
            (
                ("along a road, instead of all else", as_points(ways.road), ways.road, "0"),
                ("along a railroad, instead", as_points(ways.railroad), ways.railroad, "0"),
                (
                    "across a stream, besides",
                    as_points(ways.stream),
                    ways.stream,
                    signed(ways.across),
                ),
            ),
        ),
        ("Combat: what comes to each infantry unit that attacks across.",),
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
                ("the same, of a unit in an Improved Position", f"{as_points(reach.STRONG)} more"),
                ("from zone to zone", _STEP[setting.options.zoc_step].format(zone)),
                ("from zone to zone, of a unit in an Improved Position", "never"),
            ),
        ),
        ("Between zones: rulings A16 and A17, option zoc_step.",),
    )


_STEP = {"max": "{} in all, or what the ground costs if that is more", "add": "{} more"}


def _sequence(setting: Setting) -> Iterator[Chart]:
    turns = setting.tables.data.turns
    yield Chart(
        "sequence",
        "A turn",
        "4.0",
        ("step", "paragraph", "what"),
        (
            *rows("rulebook 4.0, 6.1", ((step, *reported) for step, reported in _STEPS.items())),
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
    reported = {"all": "every unit", "die": "as many units as a die says"}
    sides: Sequence[tuple[Side, dict[str, object]]] = (
        ("al", dict(data.markers.allied)),
        ("jp", dict(data.markers.japanese)),
    )
    lines = [
        (name, SIDE[side], marker.units, reported.get(marker.units, ", ".join(marker.formations)))  # type: ignore[attr-defined]
        for side, markers in sides
        for name, marker in markers.items()
    ]
    yield Chart(
        "events",
        "Activation markers",
        "6.1.1",
        ("marker", "side", "kind", "whom it activates"),
        rows(data.markers.provenance, lines),
        ("Every Japanese marker also activates units that act under any marker (see Formations).",),
    )
    counts = data.counts
    spans = level_spans(r.up_to for r in counts.allied)
    some = [(f"Allied, {span}", r.markers) for span, r in zip(spans, counts.allied, strict=True)]
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
            ("Attack, defence, movement; * is no attack. Range in hexes.",),
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
        (name, SIDE[side], _stacked(one), one.any_marker)
        for side, some in (("al", formations.allied), ("jp", formations.japanese))
        for name, one in some.items()
    ]
    yield Chart(
        "units",
        "Formations",
        "6.3",
        ("formation", "side", "stacks as", "acts under any marker"),
        rows(formations.provenance, lines),
    )


def _stacked(formation: Formation) -> str:
    if formation.either:
        return "a formation or independent units"
    return "independent units" if formation.alone else "a formation"


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

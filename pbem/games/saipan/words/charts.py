"""The charts of Saipan: what its data say, and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.saipan.data.tables import SIDES, SaipanData, Side, Unit
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.charts import END, Chart, Row, ranges, row, rows

STANDARD = "reconstructed: the standard rules, paragraphs 3.0 to 10.0, were not found"
CONFIRMED = "second-hand: from the publisher's errata and reports of play"


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    data = setting.tables.data
    return (
        *_combat(setting),
        _terrain(data),
        *_sequence(setting),
        *_units(setting),
        *_victory(setting),
        *_map(data),
        *_setup(setting),
    )


def stage(_: Setting, position: Position) -> str:
    """Return the step of the sequence of play where a position stands."""
    return f"{position.side} {position.phase}"


def coming(setting: Setting, position: Position) -> str:
    """Return the step that follows."""
    steps = [*_DEPLOYING, *_STEPS]
    at = steps.index(stage(setting, position))
    if at + 1 < len(steps):
        return steps[at + 1]
    return END if position.turn >= setting.tables.turns else next(iter(_STEPS))


def _combat(setting: Setting) -> Iterator[Chart]:
    table = setting.tables.data.combat
    faces = ((face, *results) for face, results in enumerate(table.rows, 1))
    yield Chart(
        "combat",
        "Combat results: attack less defence, and the die",
        "7.4",
        ("die", *ranges(table.lowest)),
        rows(table.provenance, faces),
        ("The first and the last column take all that lies beyond them.",),
    )
    yield Chart(
        "combat",
        "Results of combat",
        "7.6",
        ("result", "who", "what"),
        (row(CONFIRMED, "=", "nobody", "everybody stays"), *rows(STANDARD, _RESULTS)),
        (
            "Barraging units and ground support points suffer nothing.",
            "A unit that cannot retreat is eliminated (7.7).",
            "A unit that waits at sea is lost if the beach is not emptied (12.32, A10).",
        ),
    )
    yield Chart(
        "combat",
        "Strengths in an attack",
        "7.4",
        ("paragraph", "side", "what"),
        rows(STANDARD, _strengths(setting)),
    )


_PAY = "so are adjacent attackers, of as much attack as the defence printed, or more"
_RESULTS = (
    ("Dr", "every defender", "retreats one hex"),
    ("Ar", "every adjacent attacker", "retreats one hex"),
    ("De", "every defender", "is eliminated"),
    ("Ae", "every adjacent attacker", "is eliminated"),
    ("Ex", "every defender", f"is eliminated; {_PAY}"),
)


def _strengths(setting: Setting) -> Iterator[tuple[object, ...]]:
    with_what = {"barrage": "its barrage", "combat": "the strength after the stroke"}
    yield "7.4", "attack", "each adjacent infantry or armour: its attack strength"
    guns = with_what[setting.options.artillery_adjacent]
    yield "8.0", "attack", f"each adjacent artillery: {guns} (artillery_adjacent)"
    yield "8.0", "attack", "each artillery in range and not adjacent: its barrage, into one hex"
    yield "9.0", "attack", "each ground support point: 1"
    banzai = "on" if setting.options.banzai else "off"
    charge = "adjacent Japanese infantry in a Banzai attack: twice, and Ar is Ae, = is Ex"
    yield "10.0", "attack", f"{charge}; {banzai} here"
    yield "7.4", "defence", "each defender: its defence, multiplied by its terrain"
    yield "8.0", "defence", "each artillery in range of one defender: its fpf, whatever the terrain"
    yield "9.0", "defence", "each ground support point: 1, whatever the terrain"
    for side, points in (("us", setting.options.us_gsp), ("jp", setting.options.jp_gsp)):
        yield "9.0", side, f"{points} points in each combat phase, of either side ({side}_gsp)"


def _terrain(data: SaipanData) -> Chart:
    kinds = data.terrain.kinds.items()
    lines = ((word, kind.token, kind.cost, kind.defence) for word, kind in kinds)
    return Chart(
        "terrain",
        "The terrain key",
        "5.0",
        ("terrain", "drawn", "movement points", "defence multiplied by"),
        rows(data.terrain.provenance, lines),
        (
            "Without points nobody may enter.",
            "One hex may always be entered, as a whole move, whatever it costs (5.13).",
            "Zones of control cost nothing. Units that enter one stop; units in one stay (6.0).",
        ),
    )


_STEPS = {
    "us movement": ("4.0", "the units on the island move; then reinforcements land (12.2)"),
    "us combat": ("7.1", "attacks, one after the other; on Game-Turn 1 markers follow (12.34)"),
    "jp movement": ("4.0", "units move"),
    "jp combat": ("7.1", "attacks, one after the other; then the Game-Turn is over"),
}
_DEPLOYING = {
    "us beaches": ("14.22", "six beach hexes are written down secretly"),
    "jp deploy": ("14.21", "every unit is put on a land hex of its own"),
    "us reveal": ("14.22", "the beach hexes are shown"),
}


def _sequence(setting: Setting) -> Iterator[Chart]:
    columns = ("step", "paragraph", "what")
    if setting.scenario == "free":
        steps = ((step, *reported) for step, reported in _DEPLOYING.items())
        deploying = rows("rulebook 14.21, 14.22", steps)
        yield Chart("sequence", "Before Game-Turn 1", "14.21", columns, deploying)
    steps = ((step, *reported) for step, reported in _STEPS.items())
    provenance = "second-hand: from reports of play, and rulebook 12.2, 12.34, 14.13"
    length = setting.tables.data.length
    yield Chart(
        "sequence",
        "A Game-Turn",
        "4.0",
        columns,
        (*rows(provenance, steps), *rows(length.provenance, [_end(length.turns)])),
        ("In combat phases the other side may be asked for fire, retreats and advances.",),
    )


def _end(turns: int) -> tuple[str, str, str]:
    return END, "13.0", f"after Game-Turn {turns}"


def _units(setting: Setting) -> Iterator[Chart]:
    counters = setting.tables.data.counters
    names = {"us": "American", "jp": "Japanese"}
    for side in SIDES:
        units = setting.tables.units[side].values()
        for title, artillery in (("infantry and armour", False), ("artillery", True)):
            key = counters.artillery if artillery else counters.infantry
            lines = [unit for unit in units if (unit.kind == "artillery") is artillery]
            yield Chart(
                "units",
                f"{names[side]} {title}",
                "2.3",
                ("unit", *key.fields, "kind", "its whole name"),
                tuple(_unit(setting, side, unit, key.fields) for unit in lines),
                (
                    f"Which figure of a counter says what: {key.provenance}.",
                    "Whole names are history, and on no counter.",
                ),
            )
    for title, key in (
        ("infantry and armour", counters.infantry),
        ("artillery", counters.artillery),
    ):
        yield Chart(
            "units",
            f"Figures on a counter: {title}",
            "2.3",
            ("place", "what it says"),
            rows(key.provenance, enumerate(key.fields, 1)),
        )


def _unit(setting: Setting, side: Side, unit: Unit, fields: tuple[str, ...]) -> Row:
    shown = setting.unit(side, unit.name)
    figures = tuple(str(getattr(shown, field)) for field in fields)
    return Row((unit.name, *figures, unit.kind, unit.text), unit.provenance)


_WINS = (
    ("us", "by the end of the game", "every Japanese unit is eliminated"),
    ("jp", "by the end of the game", "no American unit is left on the island"),
    ("nobody", "at the end of the game", "anything else is a draw"),
)
_RULED = (
    ("us", "at once (A18)", "the last Japanese unit is eliminated"),
    ("jp", "when a Game-Turn ends (A17)", "no American unit is on the island, landed yet or not"),
    ("nobody", "at once (A19, A34)", "neither side has a unit left on the island"),
)


def _handicap(setting: Setting) -> Iterator[tuple[str, str, str]]:
    by = setting.options.us_by
    if by:
        yield "jp", f"when Game-Turn {by} ends", "a Japanese unit is left, and the U.S. has not won"


def _victory(setting: Setting) -> Iterator[Chart]:
    length = setting.tables.data.length
    yield Chart(
        "victory",
        "Who wins",
        "13.0",
        ("winner", "when", "by what"),
        (
            *rows("rulebook 13.0", _WINS),
            *rows("project ruling on rulebook 13.0", _RULED),
            *rows("project: a handicap (option us_by)", _handicap(setting)),
        ),
        ("There are no victory points.",),
    )
    yield Chart(
        "victory",
        "How long",
        "14.13",
        ("Game-Turns",),
        rows(length.provenance, [(length.turns,)]),
    )


def _map(data: SaipanData) -> Iterator[Chart]:
    sheet = data.map
    yield Chart(
        "map",
        "The map as it is drawn",
        "5.0",
        ("columns", "rows", "half a hex lower"),
        rows(sheet.provenance, [(sheet.columns, sheet.rows, f"{sheet.low_columns} columns")]),
        ("Columns count northward, rows eastward.",),
    )
    yield Chart(
        "map", "Places", "5.0", ("hex", "name"), rows(sheet.provenance, sheet.places.items())
    )
    beaches = data.beaches
    yield Chart(
        "map",
        "Beach hexes",
        "12.31",
        ("hexes",),
        rows(beaches.provenance, [(", ".join(beaches.hexes),)]),
    )


def _setup(setting: Setting) -> Iterator[Chart]:
    data = setting.tables.data
    yield Chart(
        "setup",
        "Japanese set-up in the historical scenario",
        "14.11",
        ("unit", "hex"),
        rows(data.setup.provenance, data.setup.hexes.items()),
    )
    lists = (
        Row((name, ", ".join(entry.hexes)), entry.provenance)
        for name, entry in data.landing.items()
    )
    yield Chart(
        "setup",
        "The landing of Game-Turn 1, by the option `landing`",
        "14.12",
        ("reading", "hexes"),
        tuple(lists),
        (f"Here: {setting.options.landing}.",),
    )
    yield Chart(
        "setup",
        "Reinforcements",
        "12.1",
        ("Game-Turn", "how many", "which, and where"),
        rows(
            "rulebook 12.1, 12.31, 12.32, 12.34, 14.12, 14.22",
            [
                (
                    "1",
                    "6",
                    "infantry, on six beach hexes, or at sea before those that enemies hold",
                ),
                ("2 on", "1 for each vacant beachhead marker", "any unit, on a marker's hex"),
            ],
        ),
    )

"""The charts of Race to Tokyo: what its data say, and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.games.tokyo.data.forms import (
    BAGS,
    COLUMNS,
    FIRST_COLUMN,
    Bag,
    TokyoData,
    japanese_bag,
)
from pbem.games.tokyo.data.tables import Tables
from pbem.games.tokyo.rules.ch03_turns import ECORPS_FROM, acts, first_phase, next_army
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, Setting
from pbem.games.tokyo.words.charts_map import map_charts, setup_charts
from pbem.kit.charts import END, Chart, Row, row, rows, signed


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    data = setting.tables.data
    return (
        *_combat(setting),
        *_terrain(data),
        *_sequence(setting),
        *_units(setting.tables),
        *_victory(setting),
        *_track(data),
        *map_charts(data),
        *setup_charts(data),
    )


def stage(_: Setting, position: Position) -> str:
    """Return the step of the sequence of play where a position stands."""
    return f"{position.army} {position.phase}"


def coming(setting: Setting, position: Position) -> str:
    """Return the step that follows."""
    army, turn = position.army, position.turn
    match position.phase:
        case "setup":
            if army == GROUPS[0]:
                return f"{GROUPS[1]} setup"
            return f"{setting.armies[0]} {first_phase(position, setting.armies[0], turn)}"
        case "combat":
            following = next_army(setting, position)
            if following is None and turn >= setting.tables.turns:
                return END
            if following is None:
                following, turn = setting.armies[0], turn + 1
            return f"{following} {first_phase(position, following, turn)}"
    phases = list(_PHASES)
    return f"{army} {phases[phases.index(position.phase) + 1]}"


# --- combat and terrain ----------------------------------------------------------------------

_RESULTS = (
    ("De", "the defender", "is removed"),
    ("Ae", "every attacker", "is removed"),
    ("Ex", "the defender and the strongest attacker", "are removed"),
    ("Ar", "every attacker", "retreats one hex, by the attacker's choice"),
    ("Dr", "the defender", "retreats one hex, by the defender's choice"),
)


def _combat(setting: Setting) -> Iterator[Chart]:
    data = setting.tables.data
    columns = (_ratio(FIRST_COLUMN + number) for number in range(COLUMNS))
    faces = ((face, *results) for face, results in enumerate(data.combat.rows, 1))
    yield Chart(
        "combat",
        "Combat results: the ratio of attack to defense, and the die",
        "6.1",
        ("die", *columns),
        rows(data.combat.provenance, faces),
        (
            "The ratio is rounded down for the attacker: 7 to 4 is 1:1, 3 to 4 is 1:2.",
            "Shifts come first; what is then beyond the table is played in its outermost column.",
        ),
    )
    results = rows("rulebook 6.2", _RESULTS)
    noted = (
        "A unit that cannot retreat is removed (6.23).",
        "A Japanese unit that is turned up with defense 0 is removed before the die (6.63).",
    )
    yield Chart("combat", "Results of combat", "6.2", ("result", "who", "what"), results, noted)
    yield Chart(
        "combat",
        "Shifts and halving",
        "6.1",
        ("paragraph", "what", "when"),
        (*rows(data.terrain.provenance, _terrain_shifts(data)), *_other_shifts(data)),
        (
            "Columns: + to the right, for the attacker; - to the left.",
            "6.82 names City and Tokyo City; that Central Tokyo is one of them is reconstructed.",
        ),
    )


def _other_shifts(data: TokyoData) -> Iterator[Row]:
    reach = data.headquarters
    armored = "an American armored division attacks an anti-aircraft division, alone or with others"
    near = f"the defender's hex is within {reach.range} hexes of a headquarters of their group"
    alone = "; not where a headquarters is the defender"
    crossing = "the attack of all units that attack over a river, added up"
    dice = "Japanese armor: the whole of it for a division, half rounded up for a brigade"
    yield row("rulebook 6.64", "6.64", "-1", armored)
    yield row(reach.provenance, "6.10", "1 for the Americans", near + alone)
    yield row("rulebook 6.81", "6.81", "half, rounded down", crossing)
    yield row("rulebook 6.62", "6.62", "a die", dice)


def _ratio(column: int) -> str:
    return f"{column + 1}:1" if column >= 0 else f"1:{1 - column}"


def _terrain_shifts(data: TokyoData) -> Iterator[tuple[str, str, str]]:
    for word, kind in data.terrain.kinds.items():
        for shift, who in (
            (kind.shift, "anybody"),
            (kind.shift_us, "an American unit"),
            (kind.shift_japan, "a Japanese unit"),
        ):
            if shift:
                yield "6.82", signed(shift), f"{who} defends in {_name(word)}"


def _name(terrain: str) -> str:
    return terrain.replace("_", " ")


def _terrain(data: TokyoData) -> Iterator[Chart]:
    terrain = data.terrain
    lines = (
        (
            _name(word),
            kind.token,
            "road only" if kind.road_only else kind.movement,
            *map(signed, (kind.shift, kind.shift_us, kind.shift_japan)),
        )
        for word, kind in terrain.kinds.items()
    )
    yield Chart(
        "terrain",
        "Terrain effects",
        "5.1",
        ("terrain", "drawn", "movement", "shift", "more, against U.S.", "more, against Japan"),
        rows(terrain.provenance, lines),
        (
            "Without points nobody may enter. No Japanese unit enters Central Tokyo (5.11).",
            "The shift is that against a defender there; more comes to it against either nation.",
        ),
    )
    yield Chart(
        "terrain",
        "Roads and rivers",
        "5.1",
        ("what", "movement points"),
        rows(
            terrain.provenance,
            [
                ("a hex along a road", terrain.road),
                ("a river crossed off the road", f"{terrain.river} more"),
            ],
        ),
        (
            "Zones of control cost nothing, but a unit that enters one stops (4.0).",
            "A unit leaves one only if it began the phase there, not straight into another (4.3).",
        ),
    )


# --- sequence --------------------------------------------------------------------------------

_PHASES = {
    "ecorps": ("8.5", f"from turn {ECORPS_FROM} on: is E Corps called?"),
    "recon": ("7.2", "reconstitution and reinforcements"),
    "movement": ("5.0", "units move"),
    "combat": ("6.0", "attacks, one after the other"),
}


def _sequence(setting: Setting) -> Iterator[Chart]:
    columns = ("step", "asked", "paragraph", "what")
    before = [
        (f"{group} setup", group, "11.2", "six units are put on the beach") for group in GROUPS
    ]
    yield Chart("sequence", "Before turn 1", "11.2", columns, rows("rulebook 11.2", before))
    paragraph = "3.0" if setting.scenario == "two" else "12.2"
    length = setting.tables.data.track.length
    taken = {
        "two": "or as soon as Central Tokyo is taken",
        "three": "or a turn that ends with Americans in Central Tokyo (12.5)",
    }
    end = (END, "-", "10.0", f"after turn {length.turns}, {taken[setting.scenario]}")
    yield Chart(
        "sequence",
        f"A turn, scenario {setting.scenario}",
        paragraph,
        columns,
        (*rows(f"rulebook {paragraph}", _steps(setting)), *rows(length.provenance, [end])),
    )


def _steps(setting: Setting) -> Iterator[tuple[str, str, str, str]]:
    for army in setting.armies:
        for phase, (paragraph, what) in _PHASES.items():
            if phase == "ecorps" and army not in GROUPS:
                continue
            late = "" if acts(setting, army, 1) else "; not on turn 1"
            late = "; on turn 1 only in the east (R43)" if army == "jp" else late
            yield f"{army} {phase}", setting.commander(army), paragraph, f"{what}{late}"


# --- units -----------------------------------------------------------------------------------


def _units(tables: Tables) -> Iterator[Chart]:
    data = tables.data
    yield Chart(
        "units",
        "American units",
        "2.53",
        ("unit", "attack", "defense", "movement", "kind", "group", "turn", "its whole name"),
        tuple(_americans(data)),
        (
            "Each group lands six units of turn 1 at the start, the others from turn 2 on (11.2).",
            f"E Corps belongs to the player who calls it, from turn {ECORPS_FROM} on (8.5).",
        ),
    )
    yield _armor(data)
    for bag in BAGS:
        yield _bag(data, bag)


def _americans(data: TokyoData) -> Iterator[Row]:
    for group in data.american:
        figures = (*group.counter.split("-"), group.kind, group.group, group.turn)
        yield from rows(
            group.provenance, ((name, *figures, text) for name, text in group.units.items())
        )


_BAG_TITLES: Mapping[Bag, str] = {
    "general": "Japanese counters of the general pool",
    "36a": "Japanese counters of the 36th Army",
    "reserve": "Japanese counters of the Strategic Reserve",
}


def _bag(data: TokyoData, bag: Bag) -> Chart:
    counters = japanese_bag(data, bag)
    lines = (
        (name, *one.counter.split("-"), "anti-aircraft" if one.aa else "infantry", one.name)
        for name, one in counters.counters.items()
    )
    return Chart(
        "units",
        _BAG_TITLES[bag],
        "2.53",
        ("counter", "attack", "defense", "movement", "kind", "its whole name"),
        rows(counters.provenance, lines),
        ("On the map they lie face down under other names; one with defense 0 deserts (6.61).",),
    )


def _armor(data: TokyoData) -> Chart:
    armor = data.japanese.armor
    lines = (
        (
            name,
            "a die" if one.division else "half a die, rounded up",
            "a die",
            "36th Army" if one.zone else "reserve" if one.reserve else "map",
            one.name,
        )
        for name, one in armor.units.items()
    )
    return Chart(
        "units",
        "Japanese armor",
        "6.62",
        ("unit", "attack and defense", "movement", "begins with", "its whole name"),
        rows(armor.provenance, lines),
    )


# --- victory and the track -------------------------------------------------------------------


def _victory(setting: Setting) -> Iterator[Chart]:
    data = setting.tables.data
    towns = data.towns
    lines = ((hex_, town.points, town.name) for hex_, town in sorted(towns.places.items()))
    yield Chart(
        "victory",
        "Victory points of towns, for the American group that was there last",
        "10.0",
        ("hex", "points", "town"),
        rows(towns.provenance, lines),
        ("The worth of Central Tokyo depends on the turn: see the turn track.",),
    )
    yield Chart(
        "victory",
        "What else counts",
        "10.0",
        ("paragraph", "points", "for what"),
        (*_other_points(data), *_handicaps(setting)),
    )
    yield Chart(
        "victory",
        "When a game ends",
        "10.0",
        ("paragraph", "when", "what"),
        (*_ends(data), *_ties(setting)),
    )


def _handicaps(setting: Setting) -> Iterator[Row]:
    for side in setting.sides:
        if setting.given[side]:
            what = f"{side}, beforehand, as a handicap"
            yield row(f"project: option points_{side}", "10.0", setting.given[side], what)


def _other_points(data: TokyoData) -> Iterator[Row]:
    palace = data.track.palace
    span = f"{max(palace.points)} to {min(palace.points)}"
    called = "the player who called E Corps, if no American holds Central Tokyo"
    lost = "Japan in the game of three, for each American headquarters lost"
    cities = "Japan in the game of three, for each city that it held last"
    yield row(palace.provenance, "10.2", span, "Central Tokyo, by the turn in which it is taken")
    yield row(data.ecorps.provenance, "8.5", -data.ecorps.penalty, called)
    yield row(data.headquarters.provenance, "12.5", data.headquarters.points, lost)
    yield row("rulebook 12.5", "12.5", "its points", cities)


def _ends(data: TokyoData) -> Iterator[Row]:
    length, volunteers = data.track.length, data.volunteers
    over = f"turn {length.turns} is over"
    palace = "most points win: at once in the game of two, when the turn ends in the game of three"
    summed = f"a side's Volunteer Corps sum up to {volunteers.limit} or more"
    chits = ", ".join(map(str, volunteers.chits))
    numbers = f"it has lost (option `volunteers`; the numbers are {chits})"
    yield row(length.provenance, "10.0", over, "most points win, a tie for most is a draw")
    yield row("rulebook 10.0, 12.5", "10.0", "an American unit is in Central Tokyo", palace)
    yield row("rulebook 9.2", "9.2", "Japanese units hold a whole beach", "its group has lost")
    yield row(volunteers.provenance, "13.2", summed, numbers)


def _ties(setting: Setting) -> Iterator[Row]:
    winner = setting.options.ties
    if winner in setting.sides:
        what = f"{winner} wins, as a handicap"
        yield row("project: option ties", "10.0", f"a tie for most with {winner} in it", what)


def _track(data: TokyoData) -> Iterator[Chart]:
    track = data.track
    turns = tuple(map(str, range(1, track.length.turns + 1)))
    yield Chart(
        "track",
        "Dates of the turns",
        "10.0",
        ("turn", "date"),
        rows(track.length.provenance, enumerate(track.length.dates, 1)),
    )
    yield Chart(
        "track",
        "The turn track: how many units, and what Central Tokyo is worth",
        "7.2",
        ("turn", *turns),
        (
            *rows(
                track.recon.provenance,
                ((f"reconstituted, {army}", *quota) for army, quota in track.recon.armies.items()),
            ),
            *rows(
                track.reserve.provenance,
                (
                    (f"Strategic Reserve, {army}", *quota)
                    for army, quota in track.reserve.armies.items()
                ),
            ),
            *rows(track.palace.provenance, [("Central Tokyo", *track.palace.points)]),
        ),
        ("jw is Japan west, je Japan east of the Operational Boundary.",),
    )

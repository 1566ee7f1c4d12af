"""The charts of Manila: what its data say, and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.manila.data.tables import ManilaData
from pbem.games.manila.rules.ch06_1_dawn import KILLED, WOUNDED
from pbem.games.manila.rules.ch06_4_streets import areas
from pbem.games.manila.rules.ch08_movement import STACK
from pbem.games.manila.rules.position import Position
from pbem.games.manila.rules.setting import Setting
from pbem.games.manila.words.charts_turn import event_charts, supply_charts
from pbem.kit.charts import END, Chart, Row, row, rows, signed


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    data = setting.tables.data
    return (
        *_combat(setting),
        *_terrain(data),
        *_sequence(data),
        *_units(data),
        *_victory(setting),
        *supply_charts(data),
        *event_charts(data),
        *_map(data),
    )


def stage(_: Setting, position: Position) -> str:
    """Return the step of the sequence of play where a position stands."""
    return position.phase


def coming(setting: Setting, position: Position) -> str:
    """Return the step that follows."""
    match position.phase:
        case "end":
            return "dawn"
        case "event":
            return "supply"
        case "purchase":
            return "streets" if areas(setting, position) else "combat"
    steps = [step for step, _, _ in _STEPS]
    return steps[steps.index(position.phase) + 1]


# --- combat and terrain ----------------------------------------------------------------------


def _combat(setting: Setting) -> Iterator[Chart]:
    data = setting.tables.data
    yield Chart(
        "combat",
        "Results: the Attack Total less the Defense Total",
        "9.5.5",
        ("difference", "result", "what"),
        rows("rulebook 9.5.5", _RESULTS),
        (
            "Each total is the value and two dice.",
            "Only the units of a failed Mandatory Attack retreat (9.5.7).",
            "Capturing a flag gives 1 Morale (9.5.8).",
            "With the option `rubble` no Fort is overrun (11.1).",
        ),
    )
    yield Chart(
        "combat",
        "The Attack Value",
        "9.5.2",
        ("paragraph", "adds", "for what"),
        (
            *rows("rulebook 9.5.2", _LEAD),
            *_markers(data),
            *rows("rulebook 9.5.2", _ATTACK),
            row("rulebook 11.3", "11.3", "-1", "each division but one (option `parent_formation`)"),
        ),
    )
    yield Chart(
        "combat",
        "The Defense Value",
        "9.5.3",
        ("paragraph", "adds", "for what"),
        tuple(_defense(data)),
    )
    yield Chart(
        "combat",
        "Defense Strategies, once, when the unit is turned up",
        "9.4",
        ("strategy", "what it does"),
        tuple(_strategies(setting)),
    )


def _markers(data: ManilaData) -> Iterator[Row]:
    for marker in ("artillery", "engineer"):
        kind = getattr(data.markers, marker)
        yield row(kind.provenance, "9.5.2C", signed(kind.adds), f"each {marker} marker")


def _defense(data: ManilaData) -> Iterator[Row]:
    shaken = f"Shaken Morale: below {data.morale.strong_from}"
    yield row("rulebook 9.5.3", "9.5.3A", "its Defense Factor", "the Japanese unit")
    for word, kind in data.terrain.kinds.items():
        yield row(data.terrain.provenance, "9.5.3B", signed(kind.modifier), word)
    yield row(data.morale.provenance, "9.5.3C", "+1", shaken)
    air = "Air Support, one marker (option `air`); never below 0"
    yield row("rulebook 9.5.3", "9.5.3D", "a die less", air)


_RESULTS = (
    ("below 0", "Repulse", "the lead is Out of Action, the others are Spent, 1 Morale is lost"),
    ("0", "Stalemate", "the attackers are Spent"),
    ("1 to the Defense Factor", "Success", "the Area is taken, the attackers are Spent"),
    ("above the Defense Factor", "Overrun", "the Area is taken, the attackers stay Fresh"),
)
_LEAD = (
    ("9.5.2A", "its Attack Factor", "the Lead Attacking Unit, which is no Leader"),
    ("9.5.2B", "+1", "each other unit; a Leader only with a unit of the same colour"),
)
_ATTACK = (
    ("9.5.2D", "+1", "Combined Arms: infantry, armor, and an artillery or engineer marker"),
    ("9.5.2E", "+1", "Strong Morale"),
    ("9.5.2F", "-1", "Civilians and Refugees, in a Mandatory Attack"),
)


def _strategies(setting: Setting) -> Iterator[Row]:
    alone = {"ambush": "without one it is an Ambush", "nothing": "without one nothing happens"}
    leader = f"a Leader who took part is Out of Action; {alone[setting.options.sniper_alone]}"
    choice = "before the dice: a unit goes Out of Action, or the attack is broken off"
    dice = "the defender rolls three dice and drops the lowest; Bloody Streets +1 for good"
    yield row(
        "second-hand, one source for `sniper_alone`; that a Leader is hit is rulebook 15.3",
        "Sniper",
        f"{leader} (sniper_alone)",
    )
    yield row("rulebook 9.5.6, 15.3", "Ambush", "the lead is Out of Action, whatever the result")
    yield row(
        "second-hand, one source for who may be given up; the choice is rulebook 15.3",
        "Barrage",
        choice,
    )
    yield row("rulebook 9.5.5, 13.4", "Fanatic", "a Success is a Stalemate; an Overrun stands")
    yield row("rulebook 9.5.1, 6.4.1", "Elite", dice)


def _terrain(data: ManilaData) -> Iterator[Chart]:
    yield Chart(
        "terrain",
        "Terrain of Areas",
        "3.1.2",
        ("terrain", "drawn", "added to the Defense Value"),
        rows(
            data.terrain.provenance,
            ((word, kind.symbol, kind.modifier) for word, kind in data.terrain.kinds.items()),
        ),
    )
    yield Chart(
        "terrain",
        "Movement Factors to enter an Area, the highest that applies",
        "8.2",
        ("movement factors", "which Area"),
        rows("rulebook 8.2", _COSTS),
        (f"An Area holds {STACK} units, Leaders and the American Areas of the start apart (7.1).",),
    )


_COSTS = (
    (1, "Vacant"),
    (2, "Vacant, beside an Area with a Japanese unit"),
    (3, "with a Revealed Japanese unit"),
    (4, "with an Unrevealed Japanese unit"),
    ("all", "none: to attack in the Contested Area where the unit stands"),
)


# --- sequence --------------------------------------------------------------------------------

_STEPS = (
    ("dawn", "6.1", "reinforcements and returning units are placed; Leaders are rolled for"),
    ("event", "6.2", "the Random Event is rolled"),
    ("breakout", "6.2", "with `iwabuchi_target` = player only: its Area is picked"),
    ("supply", "6.3", "Supply Points are rolled"),
    ("purchase", "6.3", "support and Morale are bought, units return"),
    ("streets", "6.4.1", "Bloody Streets are rolled for"),
    ("combat", "6.4.2", "Action Rounds: an Area is activated, its units move and attack"),
    (END, "6.5", "units are Fresh again, 1 Morale is lost, the next turn begins"),
)


def _sequence(data: ManilaData) -> Iterator[Chart]:
    yield Chart(
        "sequence",
        "A turn",
        "6.0",
        ("step", "paragraph", "what"),
        rows("rulebook 6.0", _STEPS),
        ("us is asked for everything; dice decide for the Japanese.",),
    )
    length = data.length
    yield Chart(
        "sequence",
        "Turns",
        "5.1",
        ("turn", "date"),
        rows(length.provenance, enumerate(length.dates, 1)),
    )


# --- units -----------------------------------------------------------------------------------


def _units(data: ManilaData) -> Iterator[Chart]:
    yield Chart(
        "units",
        "American units",
        "4.2",
        ("unit", "attack", "movement", "kind", "Area", "turn", "command and division"),
        tuple(_americans(data)),
        ("*: a Leader, who leads no attack (4.2.3).",),
    )
    counters = data.japanese
    yield Chart(
        "units",
        "Japanese counters",
        "4.4",
        ("terrain", "Defense Factor", "counters of each", "strategies"),
        rows(
            counters.provenance,
            (
                (one.terrain, one.factor, one.copies, ", ".join(one.strategies))
                for one in counters.counters
            ),
        ),
    )
    yield Chart(
        "units",
        "Later arrivals and withdrawals",
        "6.1",
        ("paragraph", "turn", "who, and where"),
        tuple(_comings(data)),
    )


def _americans(data: ManilaData) -> Iterator[Row]:
    for group in data.american:
        attack = "*" if group.attack is None else group.attack
        whose = f"{group.command}, {group.division}" if group.command else group.division
        figures = (attack, group.movement, group.kind, group.area, group.turn, whose)
        yield from rows(group.provenance, ((name, *figures) for name in group.units))


def _comings(data: ManilaData) -> Iterator[Row]:
    landing, leaving = data.landing, data.withdrawal
    due = [name for group in data.american if group.turn == landing.turn for name in group.units]
    among = f"{', '.join(due)}, in American Areas among {_listed(landing.areas)}"
    gone = f"{', '.join(leaving.battalion)} leave for good; 1 Morale for each Out of Action"
    back = f"after a breakout of Kembu or Shimbu they come back in {_listed(leaving.areas)}"
    late = f"{KILLED + 1} to {WOUNDED}"
    fate = f"a Leader Out of Action: dead on 1 to {KILLED}, a turn late on {late}, else back"
    yield row(landing.provenance, "6.1.1", landing.turn, among)
    for group in data.american:
        if group.turn not in {1, landing.turn}:
            arrives = f"{', '.join(group.units)}, in {group.area}"
            yield row(group.provenance, "6.1.1", group.turn, arrives)
    yield row(leaving.provenance, "6.1.2", leaving.turn, gone)
    yield row(leaving.provenance, "6.2.2", "next", back)
    yield row("rulebook 6.1.3", "6.1.3", "next", fate)


def _listed(areas: tuple[int, ...]) -> str:
    return ", ".join(map(str, areas))


# --- victory ---------------------------------------------------------------------------------


def _victory(setting: Setting) -> Iterator[Chart]:
    data = setting.tables.data
    yield Chart(
        "victory",
        "Who wins",
        "10.1",
        ("paragraph", "winner", "when"),
        tuple(_wins(setting)),
    )
    morale = data.morale
    yield Chart(
        "victory",
        "Morale",
        "3.3",
        ("at the start", "most", "Strong from"),
        rows(morale.provenance, [(morale.start, morale.most, morale.strong_from)]),
        (
            "An End Phase takes 1 (6.5), a Repulse 1 (9.5.5); a captured flag gives 1 (9.5.8).",
            "The events say what Bloody Streets and breakouts take. 0 is the least.",
        ),
    )


def _wins(setting: Setting) -> Iterator[Row]:
    data = setting.tables.data
    wanted, length = data.victory, data.length
    last = f"turn {length.turns} ends"
    areas, goal = setting.wanted(), wanted.must_hold
    held = f"{last} with {areas} Areas or more American, Area {goal} among them"
    whence = "project: a handicap (option areas)" if setting.options.areas else wanted.provenance
    automatic = "rulebook 10.1"
    yield row(automatic, "10.1", "us", "a Combat Phase ends with every Area American")
    yield row(automatic, "10.1", "jp", "a Combat Phase ends with Morale 0")
    yield row(whence, "10.2", "us", held)
    yield row(wanted.provenance, "10.2", "jp", f"{last} otherwise")
    yield row(length.provenance, "5.1", "-", f"the last turn is {length.turns}")


# --- the map ---------------------------------------------------------------------------------


def _map(data: ManilaData) -> Iterator[Chart]:
    sheet = data.map
    areas = (
        (
            number,
            area.terrain or "American",
            area.flag,
            area.name,
            ", ".join(map(str, area.adjacent)),
        )
        for number, area in sheet.areas.items()
    )
    pairs = [f"{one} and {other}" for one, other in sheet.water]
    yield Chart(
        "map",
        "The Areas",
        "3.1",
        ("Area", "terrain", "flag", "name", "adjacent"),
        rows(sheet.provenance, areas),
        (f"Across water, where nobody moves: {'; '.join(pairs)} (8.3.3).",),
    )

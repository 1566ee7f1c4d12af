"""The charts of Singapore: what its data say, and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.games.singapore.data.forms import (
    ARMIES,
    Army,
    Decisive,
    DiceSet,
    Kind,
    Roster,
    Setup,
    SingaporeData,
    Strength,
    Total,
)
from pbem.games.singapore.data.tables import FACES_OF_A_STRIKE
from pbem.games.singapore.rules.position import DEFENDER, Position, open_battle
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.words.charts_map import coming_on_map, map_charts, map_sequence, setups
from pbem.games.singapore.words.wording import ARMY, FORCE, half
from pbem.kit.charts import END, Chart, row, rows

_STEPS = {
    "defender": ("2.2", "the defender chooses units, or lines them up"),
    "attacker": ("2.3", "then the attacker, who sees the defender's line"),
    "air": ("3.7", "planes fight until one side has none left in the sky"),
    "tactics": ("2.6", "a group is formed; a new pair of points may be struck at"),
    "combat": ("1.10", "the round is rolled, and its loser is out of the fight"),
}
_STEP_OF = {"air": "air", "tactics": "tactics", "dice": "combat"}


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    data = setting.tables.data
    return (
        *_combat(data),
        *_terrain(data),
        map_sequence(setting) if setting.on_map else _sequence(),
        *_units(data),
        *_victory(data),
        *_setup(data),
        *map_charts(data),
    )


def stage(_setting: Setting, position: Position) -> str:
    """Return the step of the sequence of play where a position stands."""
    if position.war is not None:
        return "combat" if position.phase == "fight" else position.phase
    if position.phase in _STEPS:
        return position.phase
    return _STEP_OF[open_battle(position).stage]


def coming(setting: Setting, position: Position) -> str:
    """Return the step that follows when nothing ends the game before."""
    if position.war is not None:
        return coming_on_map(setting, position, position.war)
    match stage(setting, position):
        case "defender":
            return "attacker"
        case "attacker":
            return "air" if _will_fly(setting, position) else "tactics"
        case "tactics":
            return "combat"
    return "tactics" if position.phase == "fight" else END


def _will_fly(setting: Setting, position: Position) -> bool:
    """Whether both sides will have planes: the defender has, and what the attacker brings."""
    kinds = [kind for one in setting.practice.units for kind in one.kinds] if (
        setting.practice is not None
    ) else [setting.tables.units[unit].kind for unit in setting.roster("attacker")]  # fmt: skip
    return bool(open_battle(position).planes[DEFENDER]) and bool({*kinds} & {"fighter", "bomber"})


def _combat(data: SingaporeData) -> Iterator[Chart]:
    yield Chart(
        "combat",
        "Results of a round",
        "1.12",
        ("attacker's highest die", "result", "what happens"),
        rows(
            "rulebook 1.12, 1.13, 2.7",
            (
                ("3 or more above", "defender eliminated", "the defender's point is eliminated"),
                ("less than 3 above", "defender suppressed", "the defender's point is suppressed"),
                ("equal", "draw", "nothing; the attack is spent"),
                ("less than 3 below", "attacker suppressed", "the attacking group is suppressed"),
                ("3 or more below", "attacker eliminated", "the attacking group is eliminated"),
            ),
        ),
    )
    lines = [
        row(
            strike.provenance,
            kind,
            f"1..{strike.suppressed - 1}",
            strike.suppressed,
            strike.eliminated,
        )
        for kind, strike in data.strikes.items()
    ]
    yield Chart(
        "combat",
        f"The direct strike chart (a die of {FACES_OF_A_STRIKE})",
        "3.8.3",
        ("strike unit", "no effect", "suppresses from", "eliminates from"),
        tuple(lines),
    )


def _terrain(data: SingaporeData) -> Iterator[Chart]:
    yield Chart(
        "terrain",
        "Ground on a combat board",
        "3.11",
        ("where", "the defender's highest die"),
        rows(
            "project: no map is in use on a combat board",
            (("practice of a rank", "+0"), ("a combat board scenario", "the bonus of its set-up")),
        ),
    )
    edges = (("river", data.bonus.river), ("axis of attack", data.bonus.axis),
             ("spikes of a fortified line", data.bonus.spikes))  # fmt: skip
    yield Chart(
        "terrain",
        "Edges of the map, against an attack across them",
        "4.10",
        ("edge", "in halves", "the defender's highest die"),
        tuple(row(its.provenance, what, its.halves, half(its.halves)) for what, its in edges),
        ("Only the largest counts, of the edge by which the point came this turn (R5, R6, R81).",),
    )


def _sequence() -> Chart:
    return Chart(
        "sequence",
        "Sequence of play on a combat board",
        "3.9",
        ("step", "paragraph", "what"),
        rows("rulebook 1 to 3", ((step, *reported) for step, reported in _STEPS.items())),
    )


def _units(data: SingaporeData) -> Iterator[Chart]:
    yield from _strengths("", data.strength)
    for what, setup in setups(data):
        if setup.strength:
            yield from _strengths(f"{what}: what differs in the ", setup.strength)
    count = [
        row(data.pieces[army].provenance, army, ARMY[army], kind, number)
        for army in ARMIES
        for kind, number in data.pieces[army].kinds.items()
    ]
    heads = ("army", "whose", "kind", "pieces")
    noted = ("The rulebook's list of equipment has 122 in all.",)
    yield Chart("units", "Pieces in the box", "1.2", heads, tuple(count), noted)


def _strengths(title: str, strength: Mapping[Army, Mapping[Kind, Strength]]) -> Iterator[Chart]:
    dice_of = []
    pieces = []
    for army, kind, its in (
        (a, kind, its) for a, of in strength.items() for kind, its in of.items()
    ):
        whose = f"{army} {kind}"
        dice_of.append(row(its.attack.provenance, whose, "attack", _faces(its.attack)))
        dice_of.append(row(its.defence.provenance, whose, "defence", _faces(its.defence)))
        pieces.append(row(its.provenance, whose, its.name, "armoured" if its.armoured else None))
    named = ("Unit strength charts", "What units are") if not title else (
        f"{title}unit strength charts", f"{title}units"
    )  # fmt: skip
    columns = ("unit", "role", "dice, by their faces")
    yield Chart("units", named[0], "1.9", columns, tuple(dice_of))
    heads = ("unit", "piece", "armour")
    noted = ("R66 says which units are armoured and break through (7.4), except the light tank.",)
    yield Chart("units", named[1], "1.2", heads, tuple(pieces), noted)


def _faces(its: DiceSet) -> str | None:
    return " ".join(map(str, its.dice)) or None


def _victory(data: SingaporeData) -> Iterator[Chart]:
    lines = (
        ("2.9", "Battalion", "the defender while a unit is left in the line; else the attacker"),
        ("3.10", "Regiment", "the same, of infantry and vehicles alone"),
        ("3.11", "board scenarios", "the same"),
    )
    columns = ("paragraph", "rank", "who")
    reported = (
        row("rulebook 1.13, 1.14", "1.14", "Company", "whose unit is left; two draws are a draw"),
        *rows(
            "project ruling R53 on rulebook 2.9, 3.10, which name the side with units left", lines
        ),
    )
    yield Chart("victory", "Victory on a combat board", "2.9", columns, reported)
    for what, setup in setups(data):
        yield from _on_map(what, setup)


def _on_map(what: str, setup: Setup) -> Iterator[Chart]:
    asked, armies = setup.victory, setup.turns.armies
    invader, keeper = FORCE[armies[0]], FORCE[armies[-1]]
    holds = "that the Commonwealth controls" if armies[-1] == "br" else "that they control"
    captured = "objectives that they control before the last period"
    on_map = [(invader, asked.objectives, captured)]
    on_map += [(keeper, asked.objectives, f"objectives {holds} when the last turn ends")]
    if asked.units is not None:
        left = "ground units left when the game ends; with supply, those in supply (5.11)"
        on_map.append((FORCE["au"], asked.units, left))
    better: tuple[tuple[str, Decisive | Total], ...] = (
        ("decisive", asked.decisive),
        ("total", asked.total),
    )
    more = ("units",) if asked.units is not None else ()
    higher = [
        row(one.provenance, name, one.objectives, *(getattr(one, of) for of in more))
        for name, one in better
    ]
    most = asked.total.sectors
    left = "ground units of" if most is None else "sectors of the main island that are of"
    island = f"{left} {invader}, at most" + (", on the main island" if most is None else "")
    limits = rows(
        asked.total.provenance,
        (
            (invader, asked.total.until, "the period in which they have it at the latest"),
            (keeper, most or 0, island),
        ),
    )
    heads = ("who", "number", "what is asked for")
    found = rows(asked.provenance, on_map)
    yield Chart("victory", f"{what}: victory", "4.20", heads, found)
    columns = ("level", "objectives", *(["Australian units"] if more else []))
    yield Chart("victory", f"{what}: levels of victory", "7.6", columns, tuple(higher))
    yield Chart("victory", f"{what}: a total victory besides", "7.6", heads, limits)


def _setup(data: SingaporeData) -> Iterator[Chart]:
    chosen = [
        row(one.provenance, place, choice.count, " or ".join(choice.kinds), one.title)
        for place, one in data.practice.items()
        for choice in one.units
    ]
    columns = ("rank", "units", "of", "scenario")
    yield Chart("setup", "Choices of each side in practice", "3.3", columns, tuple(chosen))
    forces = [
        row(
            board.provenance,
            name,
            board.bonus,
            half(board.bonus),
            side,
            f"{board.title}: {_forces(its)}",
        )
        for name, board in data.boards.items()
        for side, its in (("attacker", board.attacker), ("defender", board.defender))
    ]
    heads = ("board", "in halves", "bonus", "side", "scenario and forces")
    yield Chart("setup", "Combat board scenarios", "3.11", heads, tuple(forces))


def _forces(roster: Roster) -> str:
    return ", ".join(
        f"{army} {kind} {number}"
        for army, kinds in roster.items()
        for kind, number in kinds.items()
    )

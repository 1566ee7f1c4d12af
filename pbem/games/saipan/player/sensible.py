"""A computer player of either side: neither random nor clever, always legal, never slow.

The US lands, builds up, attacks with all it has where that pays, and drives north. The Japanese
close in on the landing from everywhere while it is weak, later delay on rough ground with their
guns in range, and hold the central mountains and then the north. The same position and seed always
give the same orders.
"""

from __future__ import annotations

from pbem.games.saipan.player.attacks import plan_phase
from pbem.games.saipan.player.field import FAR, Field
from pbem.games.saipan.player.moves import Marshal, landings_first, nearest_first
from pbem.games.saipan.rules import ch03_setup as setup
from pbem.games.saipan.rules import ch04_phases as phases
from pbem.games.saipan.rules import ch12_reinforcements as reinforcements
from pbem.games.saipan.rules import changes, questions, usual
from pbem.games.saipan.rules.orders import Beaches, Deploy, End, Land
from pbem.games.saipan.rules.outcomes import Landed
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.contract import Order
from pbem.kit.copying import copied
from pbem.kit.maps.hexes import Hex

NORTH = 26
"""Columns from here on are the north of the island."""

WEAK = 2
"""A landing is weak while there are so many Japanese for each American ashore, or more."""

EAGER = 2
"""Until this Game-Turn the Japanese attack wherever it pays at all."""

LAST_STAND = 6
"""From this Game-Turn on the Japanese fall back to the north."""

TURN = 20
"""The worth of another Game-Turn to the Japanese."""

REACH = 8
"""Movement points of the infantry that pursues the Japanese."""

CENTRE = ("1809", "1810", "1709", "1911", "2011", "1608")
MARPI = ("3217", "3316", "3317", "2916", "2917")


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a computer player orders now; the first order answers the open question.

    For a phase: all its orders, as if nothing unforeseen happened. For an interruption: one answer.
    The position does not change.

    Raises:
        ValueError: Nothing is asked.
    """
    match questions.open_question(position):
        case "beaches" | "reveal":
            return [choose_beaches(setting)]
        case "deploy":
            return deployment(setting, position)
        case "movement":
            return move_phase(setting, position, seed)
        case "combat":
            own = copied(position)
            return plan_phase(Field(setting, own, own.side, seed), own)
        case "fpf" | "retreat" | "lose" | "advance":
            return [usual.Judge(setting, position).answer()]
    raise ValueError("no question is open now")


def merit(setting: Setting, position: Position, side: str) -> int:
    """Return how a side stands: what is left of both, and for the Japanese the time won.

    The US must eliminate every Japanese unit (13.0), so those weigh double; who has not landed yet
    is not lost.
    """
    sight = Field(setting, position, "jp", 0)
    left = {
        side: sum(sight.worth(side, u) for u in units if u not in position.dead[side])
        for side, units in setting.tables.units.items()
    }
    americans = left["us"] - 2 * left["jp"] - TURN * position.turn
    return americans if side == "us" else -americans


def choose_beaches(setting: Setting) -> Beaches:
    """[14.22] Choose the six beach hexes that lie closest together."""
    beaches, distance = setting.tables.beaches, setting.tables.distance

    def strip(middle: Hex) -> list[Hex]:
        return sorted(beaches, key=lambda n: (distance(middle, n), n))[:6]

    best = min(beaches, key=lambda n: (sum(distance(n, m) for m in strip(n)), n))
    return Beaches(tuple(sorted(strip(best))))


def deployment(setting: Setting, position: Position) -> list[Order]:
    """[14.21] Deploy as in the historical scenario, next to it where somebody stands there."""
    taken = set(position.on["jp"])
    orders: list[Order] = []
    for unit in setup.missing(setting, position):
        wanted = setting.tables.data.setup.hexes[unit]
        number = min(
            (n for n in setting.tables.cost if n not in taken),
            key=lambda n: (setting.tables.distance(wanted, n), n),
        )
        taken.add(number)
        orders.append(Deploy(unit, number))
    return [*orders, End("deployment")]


def move_phase(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return the moves, the landings, the attacks after them, and the ends of both phases."""
    own = copied(position)
    sight = Field(setting, own, own.side, seed)
    marshal = Marshal(sight, own)
    if own.side == "us":
        _move_us(sight, marshal)
        _land(sight, own, marshal.orders)
    else:
        _move_jp(sight, own, marshal)
    for outcome in phases.end_movement(own):
        changes.apply(setting, own, outcome)
    attacks = plan_phase(Field(setting, own, own.side, seed), own)
    return [*marshal.orders, End("movement"), *attacks]


def _move_us(sight: Field, marshal: Marshal) -> None:
    """Assault what is near and pays, bring the guns into range, and close up to the rest."""
    if not sight.foe:
        return
    near = sight.march(sight.own)
    marshal.assault(nearest_first(sight, near), 0)
    far = sight.march(sight.foe)

    def gunner(unit: str, goal: Hex, steps: int) -> int:
        reach = sight.setting.unit("us", unit).range
        away = min(sight.tables.distance(goal, h) for h in sight.foe)
        score = -10 * max(0, away - reach // 2) - 50 * (goal in sight.held)
        return score - 30 * (away < 3) - steps - 40 * (goal in sight.position.beachheads)

    def walker(_unit: str, goal: Hex, _steps: int) -> int:
        blocked = 30 * (goal in sight.position.beachheads)
        return -4 * far.get(goal, FAR) - 100 * (goal in sight.held) - blocked

    by_distance = sorted(marshal.idle(guns=False), key=lambda u: (far[marshal.where[u]], u))
    marshal.spread(by_distance, walker)
    marshal.spread(marshal.idle(guns=True), gunner)


def _land(sight: Field, position: Position, orders: list[Order]) -> None:
    """Land as much as may land (12.0), the best suited first."""
    setting = sight.setting
    for unit in landings_first(setting.not_landed(position), sight):
        ways = [o for o in reinforcements.legal_landings(setting, position) if o.unit == unit]
        if not ways:
            if position.turn == 1:
                continue
            return
        order: Land = ways[0]
        landed = Landed(paragraph="12.31", unit=unit, hex=order.hex, sea=order.sea)
        changes.apply(setting, position, landed)
        orders.append(order)


def _move_jp(sight: Field, position: Position, marshal: Marshal) -> None:
    """Close in on a landing that is weak; later strike where it pays, else stand out of reach."""
    weak = WEAK * len(sight.foe) <= len(sight.own)
    eager = weak or position.turn <= EAGER
    marshal.assault(nearest_first(sight, sight.march(sight.own)), 0 if eager else 40)
    tables = sight.tables
    centre = sight.march(_on_land(sight.setting, CENTRE))
    north = sight.march(_on_land(sight.setting, MARPI))
    threat = sight.approach(sight.foe)

    def coming(goal: Hex) -> int:
        return min((threat.get(n, FAR) for n in sight.land[goal]), default=FAR)

    def marker(goal: Hex) -> int:
        return 60 * (goal in position.beachheads) * (goal not in sight.held)

    def close_in(unit: str, goal: Hex, steps: int) -> int:
        return marker(goal) - 4 * coming(goal) - steps + sight.noise(unit, goal)

    def stand(unit: str, goal: Hex, steps: int) -> int:
        counter = sight.setting.unit("jp", unit)
        late = position.turn >= LAST_STAND or int(marshal.where[unit][:2]) >= NORTH
        home = (north if late else centre).get(goal, FAR)
        score = 4 * counter.defence * tables.cover[goal] - 2 * home
        away = coming(goal)
        score -= (80 + 6 * (REACH - away)) * (away <= REACH)
        score -= 200 * (goal in sight.held)
        guns = sight.guns("jp", sight.own)
        score += 4 * any(tables.distance(goal, h) <= 8 for _, h in guns)
        return score + marker(goal) - steps + sight.noise(unit, goal)

    judge = close_in if weak else stand
    marshal.spread(marshal.idle(guns=False) + marshal.idle(guns=True), judge)


def _on_land(setting: Setting, hexes: tuple[Hex, ...]) -> list[Hex]:
    """Return those of our favourite hexes that an owner's map has on land too."""
    return [number for number in hexes if number in setting.tables.cost]

"""A computer player of either side: neither random nor clever, always legal, never slow.

An American group lands its best, attacks where the odds are good, takes the towns on its way and
makes for Central Tokyo, which it enters when that wins. A Japanese army rebuilds round Tokyo, bars
the ways there, and strikes what stands exposed. The same position and seed always give the same
orders.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.games.tokyo.player.attacks import plan_combat
from pbem.games.tokyo.player.field import Field
from pbem.games.tokyo.player.moves import move_american, move_japanese
from pbem.games.tokyo.rules import ch07_recon as recon
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules import ch11_setup as setup
from pbem.games.tokyo.rules import questions, usual
from pbem.games.tokyo.rules.orders import Deploy, End, Enter, Place, Recon
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import Setting
from pbem.kit.contract import Order, Question
from pbem.kit.maps.hexes import Hex

POINT = 100
FACTOR = 8
HEX = 3
"""The worth of a Victory Point, an attack factor on the map, a hex nearer to Central Tokyo."""


def sensible(setting: Setting, position: Position, seed: int) -> list[Order]:
    """Return what a computer player orders now; the first order answers the open question.

    For a phase: all its orders, some of which dice may make impossible. For an interruption: one
    answer. The position does not change.

    Raises:
        ValueError: Nothing is asked.
    """
    asked = questions.need(setting, position)
    if not isinstance(asked, Question):
        raise ValueError("no question is open now")  # noqa: TRY004 - a state, no wrong type
    if asked.phase:
        return _PHASES[asked.name](Field(setting, position, position.army, seed))
    return [usual.answer(setting, position, asked)]


def land(field: Field) -> list[Order]:
    """[11.2] Land the six strongest, those that are fast on the hexes nearest to Tokyo."""
    setting, position, tables = field.setting, field.position, field.tables
    beach = [h for h in _by_way(field, tables.beach[field.army]) if h not in field.taken]
    ashore = setup.deployed(setting, position)
    units = sorted(
        (unit for unit in setup.starters(setting, position) if unit not in ashore),
        key=lambda u: (-tables.americans[u].attack, field.noise(u), u),
    )
    pairs = zip(units[: setup.STARTERS - len(ashore)], beach, strict=False)
    return [*(Deploy(unit, here) for unit, here in pairs), End("setup")]


def bring_on(field: Field) -> list[Order]:
    """[7.2, 8.0] Bring on what is due, and rebuild; the strongest first, HQs only into safety."""
    setting, position, tables = field.setting, field.position, field.tables
    orders: list[Order] = []
    lost = recon.rebuildable(setting, position)
    lost.sort(key=lambda u: (-tables.americans[u].attack, u))
    for unit in [*recon.due(setting, position), *lost[: position.quota]]:
        kind = tables.americans[unit].kind
        able = [h for h in recon.landing(setting, position, unit) if h not in field.taken]
        if kind == "hq":
            able = [h for h in able if h not in field.held]
        if not able:
            continue
        here = _drop(field, able) if kind == "airborne" else _by_way(field, able)[0]
        field.taken.add(here)
        orders.append(Place(unit, here))
    return [*orders, End("recon")]


def _by_way(field: Field, hexes: tuple[Hex, ...] | list[Hex]) -> list[Hex]:
    return sorted(hexes, key=lambda h: (field.far(field.tables.palace, h), h))


def _drop(field: Field, able: list[Hex]) -> Hex:
    """[8.4] Choose where the airborne come down: points, near Tokyo, not among enemies."""
    tables = field.tables

    def worth(here: Hex) -> tuple[int, str]:
        foes = sum(1 for n in tables.next_to[here] if n in field.foe)
        near = field.far(tables.palace, here)
        return 100 * field.gain([here]) - 15 * near - 60 * foes, here

    return max(able, key=worth)


def muster(field: Field) -> list[Order]:
    """[7.22, 8.1] Rebuild on the side of Tokyo that is threatened; reserves come the short way."""
    setting, position, tables = field.setting, field.position, field.tables
    orders: list[Order] = []
    # Two may share a hex until the end of the movement: who stood there goes forward.
    ring = [h for h in recon.ring(setting, position) if h not in field.taken or h not in field.held]
    ring.sort(key=lambda h: (h in field.taken, field.threat(h), h))
    orders += [Recon(here) for here in ring[: min(position.quota, position.pool)]]
    gates = list(recon.entries(setting, position))
    gates.sort(key=lambda h: (tables.distance(h, tables.palace), h))
    armor, foot = len(position.reserve), position.infantry
    left = dict(position.arrivals)
    for here in gates:
        side = tables.side[here]
        if left.get(side, 0) < 1:
            continue
        left[side] -= 1
        if armor and (not foot or field.noise("reserve", here) >= 5):
            armor -= 1
            orders.append(Enter("armor", here))
        elif foot:
            foot -= 1
            orders.append(Enter("infantry", here))
    return [*orders, End("recon")]


_PHASES: dict[str, Callable[[Field], list[Order]]] = {
    "setup": land,
    "recon": lambda field: bring_on(field) if field.american else muster(field),
    "movement": lambda field: move_american(field) if field.american else move_japanese(field),
    "combat": plan_combat,
}


def merit(setting: Setting, position: Position, side: str) -> int:
    """Return how a side stands: points against the best other side, and the Americans' strength."""
    points, tables = victory.points(setting, position), setting.tables
    worth = POINT * (points[side] - max(n for other, n in points.items() if other != side))
    for unit, here in position.at.items():
        if setting.american(unit):
            power = FACTOR * tables.americans[unit].attack - HEX * tables.distance(
                here, tables.palace
            )
            ours = setting.commander(setting.army(position, unit)) == side
            worth += power if ours else -power
    return worth

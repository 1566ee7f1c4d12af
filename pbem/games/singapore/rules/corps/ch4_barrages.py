"""[4.7 to 4.9] Guns fire at contested sectors within their range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_effects import barrage_cost, in_force
from pbem.games.singapore.rules.ch5_supply import check_cost, linked, pay, purse, supplies
from pbem.games.singapore.rules.fights.ch3_strikes import alike
from pbem.games.singapore.rules.orders import Fire, Support
from pbem.games.singapore.rules.outcomes import BarrageOrdered, DefenceOrdered
from pbem.games.singapore.rules.position import Position, War, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import attacked, contested, enemies, of_army
from pbem.kit.contract import Outcome
from pbem.kit.keeping import always, kept, kept_of
from pbem.kit.typed.orders import Pass


def why_not(setting: Setting, war: War, gun: str, army: Army) -> str:
    """[4.7, 4.8] Return why a gun cannot fire for an army this turn, or nothing."""
    if gun not in war.at or war.of(gun) != army or gun in war.aside:
        return f"{gun} is not a gun of {army} on the map"
    reasons = (
        (setting.tables.units[gun].kind not in setting.tables.data.range.sectors, "has no range"),
        (gun in war.moved and army == war.army, "has moved this turn"),
        (gun in war.barrage, "already fires here or elsewhere in this turn"),
        (gun in war.barred, "was captured, so it can fire only from the next turn on"),
        (contested(setting, war, war.at[gun]), "fights in its own sector"),
    )
    return next((f"{gun} {why}" for holds, why in reasons if holds), "")


def targets(setting: Setting, war: War, gun: str, army: Army) -> list[str]:
    """[4.7, R17, R68] Return the sectors that a gun reaches and may support."""
    return _in_range(setting, war, gun, supported(setting, war, army))


def _in_range(setting: Setting, war: War, gun: str, places: Iterable[str]) -> list[str]:
    """[4.7, R17] Return which of these sectors a gun reaches."""
    reach = setting.tables.data.range.sectors[setting.tables.units[gun].kind]
    away = setting.tables.distance(war.at[gun])
    return [place for place in places if 0 < away[place] <= reach]


@kept_of("war")
def supported(setting: Setting, war: War, army: Army) -> list[str]:
    """[4.8, 4.9, R68] Return the sectors where the guns of an army may fire this turn."""
    fights = attacked(setting, war)
    if army == war.army or setting.options.defensive_fire == "side":
        return fights
    return [
        place
        for place in fights
        if war.control[place] == army or of_army(setting, war, place, army)
    ]


@kept
def guns(setting: Setting, position: Position, army: Army) -> list[str]:
    """Return the guns of an army that could fire somewhere now, were it paid for (5.9)."""
    return setting.in_order([*_guns(setting, open_war(position), army)])


def _guns(setting: Setting, war: War, army: Army) -> Iterator[str]:
    """Yield these guns as they come."""
    places = supported(setting, war, army)
    if not places:
        return
    links = linked(setting, war, army) if setting.supplied else ()
    for unit in _with_range(setting):
        if (
            unit in war.at
            and war.of(unit) == army
            and not why_not(setting, war, unit, army)
            and _in_range(setting, war, unit, places)
            and supplies(setting, war, army, war.at[unit], links)
        ):
            yield unit


@always
def _with_range(setting: Setting) -> tuple[str, ...]:
    """[4.7] Return every gun of the box, in the order of the data."""
    units, ranges = setting.tables.units, setting.tables.data.range.sectors
    return tuple(unit for unit in units if units[unit].kind in ranges)


@kept
def asked(setting: Setting, position: Position) -> Army | None:
    """[4.9, 6.E3] Return the army that is asked for its defensive barrages next.

    None if nobody is asked.
    """
    war = open_war(position)
    if in_force(war, "E3"):
        return None
    return next(
        (
            army
            for army in enemies(setting, war.army)
            if army not in war.answered and any(_guns(setting, war, army))
        ),
        None,
    )


def _check(setting: Setting, position: Position, gun: str, place: str, army: Army) -> None:
    war, here = open_war(position), "4.8" if army == open_war(position).army else "4.9"
    if why := why_not(setting, war, gun, army):
        raise IllegalOrder("4.7" if "range" in why else here, why)
    able = targets(setting, war, gun, army)
    if place in able:
        return
    instead = f"It can fire at {', '.join(able)}." if able else "It cannot fire at any sector."
    if place not in setting.tables.beside:
        raise IllegalOrder("4.7", f"there is no sector {place}", instead)
    if not _in_range(setting, war, gun, [place]):
        raise IllegalOrder("4.7", f"{place} is out of range of {gun}", instead)
    why = f"{gun} reaches {place}, but no unit that it can help fights there"
    raise IllegalOrder(here, why, instead)


def check_fire(setting: Setting, position: Position, order: Fire) -> None:
    """Raise `IllegalOrder` unless these guns may fire there."""
    war = open_war(position)
    for gun in order.units:
        _check(setting, position, gun, order.place, war.army)
    each = barrage_cost(war, war.army)
    check_cost(setting, war, war.army, order.units, paragraph="5.9", each=each)


def check_support(setting: Setting, position: Position, order: Support) -> None:
    """Raise `IllegalOrder` unless these guns of the army that is asked may fire so."""
    army = asked(setting, position)
    for gun, place in zip(order.units, order.places, strict=True):
        if army is not None:
            _check(setting, position, gun, place, army)
    if army is not None:
        war = open_war(position)
        each = barrage_cost(war, army)
        check_cost(setting, war, army, order.units, paragraph="5.9", each=each)


def cost(setting: Setting, position: Position, order: Fire | Support) -> tuple[Army, int]:
    """[5.9] Return who pays for barrages, and how many tokens."""
    war = open_war(position)
    army = war.army if isinstance(order, Fire) else asked(setting, position) or war.army
    return army, len(order.units) * barrage_cost(war, army)


def legal_fires(setting: Setting, position: Position) -> Iterator[Fire]:
    """Yield barrages of so many guns alike."""
    war = open_war(position)
    for group in _groups(setting, position, war.army):
        able = min(len(group), purse(setting, war, war.army) // barrage_cost(war, war.army))
        for place in targets(setting, war, group[0], war.army):
            for many in range(1, able + 1):
                yield Fire(tuple(group[:many]), place)


def legal_supports(setting: Setting, position: Position) -> Iterator[Support]:
    """Yield so many guns alike at one sector, and all guns at the first that each can reach.

    With supply, no more than can be paid for.
    """
    war, army = open_war(position), asked(setting, position)
    if army is None:
        return
    able = purse(setting, war, army) // barrage_cost(war, army)
    groups = list(_groups(setting, position, army))
    for group in groups:
        for place in targets(setting, war, group[0], army):
            for many in range(1, min(len(group), able) + 1):
                yield Support(tuple(group[:many]), (place,) * many)
    everybody = guns(setting, position, army)[:able]
    if len(everybody) > 1:
        places = tuple(targets(setting, war, gun, army)[0] for gun in everybody)
        whole = Support(tuple(everybody), places)
        one_group = any(set(everybody) <= set(group) for group in groups) and len(set(places)) == 1
        if not one_group:
            yield whole


def _groups(setting: Setting, position: Position, army: Army) -> Iterator[list[str]]:
    war = open_war(position)
    for kind in alike(setting, guns(setting, position, army)):
        for place in dict.fromkeys(war.at[unit] for unit in kind):
            yield [unit for unit in kind if war.at[unit] == place]


def fire(setting: Setting, position: Position, order: Fire) -> Iterator[Outcome]:
    """[4.8] Guns support an attack."""
    yield BarrageOrdered(
        paragraph="4.8", units=order.units, places=(order.place,) * len(order.units)
    )
    war = open_war(position)
    yield from pay(setting, war.army, len(order.units) * barrage_cost(war, war.army), "5.9")


def support(setting: Setting, position: Position, order: Support | Pass) -> Iterator[Outcome]:
    """[4.9] Guns of an army that is attacked support its sectors, or none does."""
    army = asked(setting, position)
    if isinstance(order, Support) and army is not None:
        yield BarrageOrdered(paragraph="4.9", units=order.units, places=order.places)
        cost = len(order.units) * barrage_cost(open_war(position), army)
        yield from pay(setting, army, cost, "5.9")
    if army is not None:
        yield DefenceOrdered(paragraph="4.9", army=army)

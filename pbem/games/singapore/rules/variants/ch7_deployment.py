"""[7.1] The Almost Naked Island: the units of the historic scenario are deployed freely."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import structs

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.data.tables import Coming
from pbem.games.singapore.rules.corps.ch4_control import settle
from pbem.games.singapore.rules.fights.ch3_strikes import alike
from pbem.games.singapore.rules.orders import Deploy, End
from pbem.games.singapore.rules.outcomes import AxesActivated, PhaseBegun, UnitsDeployed
from pbem.games.singapore.rules.position import OFF_MAP, Position, War, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import allied, is_axis, room
from pbem.kit.contract import Order, Outcome, Question

DEPLOYS: Mapping[str, Army] = {"deploy-br": "br", "deploy-au": "au", "deploy-jp": "jp"}
"""[R50] Phase -> who deploys in it, in this order, before the first turn."""


def first_phase(setting: Setting) -> tuple[str, str]:
    """Return the paragraph and the phase with which a game begins, but for its tokens (7.2)."""
    return ("7.1", next(iter(DEPLOYS))) if setting.deploys else _first_turn(setting)


def _first_turn(setting: Setting) -> tuple[str, str]:
    """Return the paragraph and the phase that come when everybody is deployed."""
    return ("6.2", "deal") if setting.with_cards else ("4.2", "air")


def pool(setting: Setting, army: Army) -> list[str]:
    """[7.1] Return what an army deploys: not who took an island before, nor planes off the map."""
    sectors, units = setting.tables.data.map.sectors, setting.tables.units
    return setting.in_order(
        [
            unit
            for unit, place in setting.tables.deployed.items()
            if units[unit].army == army and place != OFF_MAP and not sectors[place].apart
        ]
    )


def printed(setting: Setting) -> dict[str, str]:
    """[7.1] Return where those stand from the start whom nobody deploys."""
    free = {unit for army in DEPLOYS.values() for unit in pool(setting, army)}
    return {unit: at for unit, at in setting.tables.deployed.items() if unit not in free}


def waiting(setting: Setting, position: Position) -> list[str]:
    """Return who is not deployed yet of the army that deploys."""
    war = open_war(position)
    return [unit for unit in pool(setting, DEPLOYS[position.phase]) if unit not in war.at]


def why_not(setting: Setting, war: War, unit: str, place: str) -> tuple[str, str] | None:
    """[7.1, R132] Return the paragraph and the reason why a unit is not deployed in a sector.

    None where it may be.
    """
    piece, sector = setting.tables.units[unit], setting.tables.data.map.sectors.get(place)
    if sector is None or (sector.axis is not None) != (piece.army == "jp"):
        what = "axis of attack" if piece.army == "jp" else "sector of the island"
        return "7.1", f"there is no {what} {place}"
    if piece.army == "jp":
        return None
    if piece.flies:
        able = sector.airfield and allied(sector.control, piece.army)
        return None if able else ("7.1", f"{place} is not an airfield of your side")
    if not _lets_in(setting, sector.control, piece.army):
        return "7.1", f"{place} is not one of your sectors"
    if piece.kind == "fixed" and _guns(setting, war, place) >= len(sector.batteries):
        return "7.1", f"{place} has no emplacement for {unit}"
    full = room(setting, war, place, piece.army) < 1
    return ("4.16", f"{place} has no room for {unit}") if full else None


def _lets_in(setting: Setting, holder: Army, army: Army) -> bool:
    """[R132] Whether an army may deploy in sectors of another: an ally, where that is agreed."""
    return holder == army or (setting.options.deployment == "shared" and allied(holder, army))


def _guns(setting: Setting, war: War, place: str) -> int:
    """Return how many batteries stand in a sector."""
    units = setting.tables.units
    return sum(units[one].kind == "fixed" for one, at in war.at.items() if at == place)


def need(position: Position) -> Question:
    """[7.1] Ask who is deployed where."""
    prompt = "Where do you deploy your units? Then end the phase."
    return Question(DEPLOYS[position.phase], "deploy", prompt, "7.1", ("deploy", "end"), phase=True)


def legal(setting: Setting, position: Position) -> Iterator[Order]:
    """Yield where one of each kind may be deployed that is not yet.

    If no waiting unit has a place, a unit in the way is deployed again.
    """
    war, left = open_war(position), waiting(setting, position)
    ways = [
        Deploy((group[0],), place)
        for group in alike(setting, left)
        for place in setting.tables.data.map.sectors
        if why_not(setting, war, group[0], place) is None
    ]
    yield from ways or (_making_room(setting, position, left) if left else ())


def _making_room(setting: Setting, position: Position, left: list[str]) -> Iterator[Order]:
    """[7.1] Yield who could go elsewhere so that one of those left has a place, one of each kind.

    A battery alone can be left so: there is room enough on the island, but not in its emplacement.
    """
    war, army = open_war(position), DEPLOYS[position.phase]
    for at in setting.tables.data.map.sectors:
        for group in alike(setting, [one for one in pool(setting, army) if war.at.get(one) == at]):
            unit = group[0]
            trial = structs.replace(war, at={one: war.at[one] for one in war.at if one != unit})
            if all(why_not(setting, trial, one, at) is not None for one in left):
                continue
            for place in setting.tables.data.map.sectors:
                if place != at and why_not(setting, war, unit, place) is None:
                    yield Deploy((unit,), place)


def check(setting: Setting, position: Position, order: Deploy) -> None:
    """[7.1] Raise `IllegalOrder` unless units may be deployed so, for the first time or again."""
    war, own = open_war(position), pool(setting, DEPLOYS[position.phase])
    others = {unit: at for unit, at in war.at.items() if unit not in order.units}
    trial = structs.replace(war, at=others)
    for unit in order.units:
        if unit not in own:
            raise IllegalOrder("7.1", f"{unit} is not one of the units that you deploy")
        if (why := why_not(setting, trial, unit, order.place)) is not None:
            raise IllegalOrder(*why)
        trial = structs.replace(trial, at=trial.at | {unit: order.place})


def check_end(setting: Setting, position: Position, order: End) -> None:
    """[7.1] Raise `IllegalOrder` while units are not deployed."""
    if order.phase != "deploy":
        raise IllegalOrder("7.1", "the units must be deployed now", "Write `end deploy`.")
    if left := waiting(setting, position):
        raise IllegalOrder(
            "7.1", f"these units are not deployed yet: {', '.join(left)}", "All units are deployed."
        )


def deploy(order: Deploy) -> Iterator[Outcome]:
    """[7.1] Units are deployed."""
    yield UnitsDeployed(paragraph="7.1", units=order.units, place=order.place)


def end(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[7.1, R50] The next army deploys; the axes where the Japanese stand are active.

    Once the Commonwealth stands, sectors where an ally alone does are theirs (4.15).
    """
    phases, war = list(DEPLOYS), open_war(position)
    after = phases.index(position.phase) + 1
    if after < len(phases):
        for place in list(war.control) if phases[after] == "deploy-jp" else ():
            yield from settle(setting, position, place)
        yield PhaseBegun(paragraph="7.1", phase=phases[after])
        return
    places = {war.at[unit] for unit in pool(setting, "jp")}
    axes = tuple(sorted(place for place in places if is_axis(setting, place)))
    yield AxesActivated(paragraph="7.1", axes=axes)
    paragraph, phase = _first_turn(setting)
    yield PhaseBegun(paragraph=paragraph, phase=phase)


# --- reinforcements ---------------------------------------------------------------------------


def axes_for(setting: Setting, war: War, coming: Coming) -> list[str]:
    """[7.1] Return where reinforcements may come: as printed, or on active axes of that kind."""
    sectors = setting.tables.data.map.sectors
    kind = sectors[coming.place].axis
    if not setting.deploys or kind is None or not war.active:
        return [coming.place]
    same = [place for place in war.active if sectors[place].axis == kind]
    return same or list(war.active)

"""[5.1 to 5.10] Supply: tokens, what they pay for, supply lines, supply points that are lost.

Without supply (`Setting.supplied`) everybody may do everything, and nothing is reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import NamedTuple

from pbem.errors import IllegalOrder
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.cards.ch6_effects import Roads, in_force, roads_of, runs
from pbem.games.singapore.rules.outcomes import Resupplied, SupplyLost, SupplyPaid
from pbem.games.singapore.rules.position import Debt, Position, War, is_veiled, open_war
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import CAMP, allied, contested_places, is_axis
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.kit.contract import Outcome
from pbem.kit.dice import Dice, die
from pbem.kit.keeping import kept_of

LOSS = (6, 6, 6)
"""[5.7] The dice for a supply point that is lost, by their faces."""


def begin(setting: Setting) -> dict[Army, int]:
    """[5.2, R1] Return what each army has at the start; nothing where there is no supply."""
    if not setting.supplied:
        return {}
    start = setting.tables.setup.supply.start
    reported = {"jp": start.jp, "au": start.au, "br": start.br}
    return {
        army: setting.options.japan_start if (own := reported[army]) is None else own
        for army in setting.armies
    }


# --- supply lines -----------------------------------------------------------------------------


def is_source(setting: Setting, active: Collection[str], place: str) -> bool:
    """[5.6, R30] Whether a sector is a supply point: a depot, or an axis that is active."""
    return setting.tables.data.map.sectors[place].depot or place in active


class _Lines(NamedTuple):
    """[5.6, R28] What supply comes over: an army's own sectors, active axes, roads."""

    friendly: frozenset[str]
    active: frozenset[str]
    roads: Roads


@kept_of("war")
def _lines(setting: Setting, war: War, army: Army) -> _Lines:
    fought, camp = contested_places(setting, war), CAMP[army]
    friendly = [at for at, own in war.control.items() if CAMP[own] == camp and at not in fought]
    return _Lines(frozenset(friendly), frozenset(war.active), roads_of(war))


def _carries(setting: Setting, lines: _Lines, one: str, other: str) -> bool:
    """[5.6, R29, R30] Whether supply comes across an edge: not over water, but from an axis."""
    if is_axis(setting, one) or is_axis(setting, other):
        return one in lines.active or other in lines.active
    bridges = setting.options.bridges_supply == "yes"
    return not setting.tables.edges[one, other].water or (
        bridges and runs(setting, lines.roads, one, other)
    )


@kept_of("war")
def linked(setting: Setting, war: War, army: Army) -> frozenset[str]:
    """[5.6, R28, R115] Return the sectors of an army's side that a supply point is linked to.

    Contested sectors are none of them, and pass nothing on.
    """
    return _linked(setting, _lines(setting, war, army))


@lru_cache(maxsize=64)
def _linked(setting: Setting, lines: _Lines) -> frozenset[str]:
    found = [at for at in sorted(lines.friendly) if is_source(setting, lines.active, at)]
    seen = set(found)
    for here in found:  # grows while it is read
        for there in setting.tables.beside[here]:
            new = there in lines.friendly and there not in seen
            if new and _carries(setting, lines, here, there):
                seen.add(there)
                found.append(there)
    return frozenset(seen)


def supplies(
    setting: Setting, war: War, army: Army, place: str, links: Collection[str] | None = None
) -> bool:
    """[5.6, R27, R28, R85] Whether units of an army in a sector are in supply.

    ``links``: what `linked` returns, where that is known. If they fight there, their own sector
    does not cut them off, and a supply point there serves them while their side controls it.
    """
    if not setting.supplied:
        return True
    links = linked(setting, war, army) if links is None else links
    if place in links:
        return True
    lines = _lines(setting, war, army)
    own = allied(war.control[place], army) and is_source(setting, war.active, place)
    beside = setting.tables.beside[place]
    return own or any(there in links and _carries(setting, lines, place, there) for there in beside)


# --- what it costs ----------------------------------------------------------------------------


def purse(setting: Setting, war: War, army: Army) -> int:
    """[5.5] Return how many tokens an army can pay; without supply more than it ever needs."""
    return war.stock[army] if setting.supplied else len(setting.tables.units)


def check_cost(
    setting: Setting,
    war: War,
    army: Army,
    units: Collection[str],
    *,
    paragraph: str,
    each: int = 1,
) -> None:
    """[5.5, 5.6, R109] Raise `IllegalOrder` unless units are in supply, and their army can pay.

    ``each``: the tokens for each unit; ``paragraph``: that of what they do.
    """
    if not setting.supplied:
        return
    links = linked(setting, war, army)
    for unit in units:
        if not supplies(setting, war, army, war.at[unit], links):
            why = f"{unit} in {war.at[unit]} is not in supply ({paragraph})"
            raise IllegalOrder("5.6", why, "No chain of friendly sectors reaches a supply point.")
    able = purse(setting, war, army)
    if len(units) * each > able:
        veiled = is_veiled(war, army)
        has = f"{army} has {able}{' before its screen' if veiled else ''}"
        why = f"this costs {len(units) * each} supply tokens ({paragraph}), but {has}"
        raise IllegalOrder("5.5", why, *(["Put more there with `ready`."] if veiled else []))


def pay(setting: Setting, army: Army, tokens: int, paragraph: str) -> Iterator[Outcome]:
    """[5.5] Report that an army pays."""
    if setting.supplied and tokens:
        yield SupplyPaid(paragraph=paragraph, army=army, tokens=tokens)


# --- losses and income ------------------------------------------------------------------------


def owed(position: Position) -> Debt | None:
    """[5.7] Return the supply point that is paid for before anything else, if there is one."""
    war = position.war
    return war.debts[0] if war is not None and war.debts and position.phase != "over" else None


def most(war: War, debt: Debt) -> int:
    """[5.7] Return the most that a supply point costs: half of the tokens, rounded down."""
    return war.stock[debt.army] // 2


def lose(position: Position, debt: Debt, dice: Dice) -> Iterator[Outcome]:
    """[5.7, R86] Roll for a supply point that was lost, and hand the tokens over."""
    what = f"supply lost in {debt.place}"
    faces = tuple(die(dice, face, what, "5.7") for face in LOSS)
    if is_veiled(open_war(position), debt.army):
        yield from hidden.charge(position, "", debt.army, sum(faces), faces)
        return
    tokens = min(sum(faces), most(open_war(position), debt))
    yield SupplyLost(
        paragraph="5.7", place=debt.place, army=debt.army, to=debt.to, dice=faces, tokens=tokens
    )


def collect(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[5.10] The army whose turn it is collects its tokens of the period."""
    war = open_war(position)
    yield from hidden.put_back(position, *setting.armies)
    income: tuple[int, ...] = getattr(setting.tables.setup.supply.income, war.army)
    tokens = income[war.period]
    if war.cards is not None:
        if war.army != "jp" and in_force(war, "E6"):
            tokens //= 2  # R124: halved first, then less by what was fired
        tokens = max(tokens - war.cards.fewer, 0)
    yield Resupplied(paragraph="5.10", army=war.army, tokens=tokens)

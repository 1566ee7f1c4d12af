"""[6.1] Activation: whom a marker activates, in which mode, and its parts."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import IllegalOrder
from pbem.games.meiktila.rules import ch08_reinforcements as reinforcements
from pbem.games.meiktila.rules import ch08_replacements as replacements
from pbem.games.meiktila.rules.orders import Activate, End, Mode
from pbem.games.meiktila.rules.outcomes import Activated, PhaseBegun, Replaced
from pbem.games.meiktila.rules.position import Position, acting
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted

MODES: tuple[Mode, Mode] = ("move-attack", "attack-move")


def active(setting: Setting, position: Position, unit: str) -> bool:
    """[6.1.1] Whether the marker that is up is for a unit, wherever it is."""
    now = acting(position)
    return setting.side(unit) == now.side and setting.activates(now.marker, unit)


def can_act(setting: Setting, position: Position, unit: str) -> bool:
    """[6.1.1, A71] Whether a unit is active, and one of as many as the number allows."""
    now = acting(position)
    left = not now.number or unit in now.counted or len(now.counted) < now.number
    return left and setting.side(unit) == now.side and unit in setting.activated(now.marker)


def check_active(setting: Setting, position: Position, unit: str) -> None:
    """Refuse a unit that may not act under this marker."""
    now = acting(position)
    if not active(setting, position, unit):
        raise IllegalOrder("6.1.1", f"{now.marker} does not activate {unit}")
    if not can_act(setting, position, unit):
        done = ", ".join(now.counted)
        raise IllegalOrder("6.1.1", f"{now.marker} activates {counted(now.number, 'unit')}: {done}")


def idle(setting: Setting, position: Position) -> bool:
    """[A70] Whether the marker that is up has nothing to do."""
    side = acting(position).side
    here = any(active(setting, position, unit) for unit in setting.on_map(position, side))
    coming = any(
        active(setting, position, unit)
        for unit in (
            *reinforcements.able_to_enter(setting, position),
            *reinforcements.able_to_commit(setting, position),
        )
    )
    return not here and not coming


def check_activate(setting: Setting, position: Position, order: Activate) -> None:
    """[8.1] Refuse units that cannot have what is asked for."""
    for unit in (*order.enter, *order.replace, *order.commit):
        if not active(setting, position, unit):
            raise IllegalOrder("6.1.1", f"{acting(position).marker} does not activate {unit}")
    reinforcements.check_enter(setting, position, order.enter)
    reinforcements.check_commit(setting, position, order.commit)
    replacements.check(setting, position, order.replace)
    number = acting(position).number
    if number and len(order.replace) > number:
        raise IllegalOrder("6.1.1", f"the marker activates only {counted(number, 'unit')}")


def legal_activations(setting: Setting, position: Position) -> Iterator[Activate]:
    """Yield each mode: asking for nothing, for each unit alone, and for all that can be had."""

    def mine(units: list[str]) -> tuple[str, ...]:
        return tuple(unit for unit in units if active(setting, position, unit))

    enter = mine(reinforcements.able_to_enter(setting, position))
    commit = mine(reinforcements.able_to_commit(setting, position))
    single = mine(replacements.able(setting, position))
    several = replacements.most(position, single, acting(position).number)
    for mode in MODES:
        yield Activate(mode)
        yield from (Activate(mode, enter=(unit,)) for unit in enter)
        yield from (Activate(mode, replace=(unit,)) for unit in single)
        yield from (Activate(mode, commit=(unit,)) for unit in commit)
        if len(enter) + len(several) + len(commit) > 1:
            yield Activate(mode, enter, several, commit)


def activate(position: Position, order: Activate) -> Iterator[Outcome]:
    """[6.1.1, 8.1] Choose the mode; ask for units, whose dice come together."""
    now = acting(position)
    yield Activated(
        paragraph="6.1.1",
        marker=now.marker,
        mode=order.mode,
        enter=order.enter,
        replace=order.replace,
        commit=order.commit,
    )
    if now.side == "al":
        for unit in order.replace:
            yield Replaced(paragraph="8.1.3", unit=unit)
    if reinforcements.dice_due(position):
        yield _part(position, "requests")
    else:
        yield from begin_part(position)


def begin_part(position: Position) -> Iterator[Outcome]:
    """[6.1.1] Begin the first part of the activation."""
    first = "movement" if acting(position).mode == "move-attack" else "combat"
    yield _part(position, first)


def last_part(position: Position) -> bool:
    """Whether this is the second part of the activation."""
    mode = acting(position).mode
    return position.phase == ("combat" if mode == "move-attack" else "movement")


def check_end(position: Position, order: End, in_cup: int) -> None:
    """[4.3, A69] Refuse a pass before the end of an activation, and one of who has no marker.

    ``in_cup``: how many markers of the active side are in the cup.
    """
    if order.passing and not last_part(position):
        early = position.phase == "activation"
        instead = "Write `pass`." if early else f"Write `end {position.phase}`."
        raise IllegalOrder(
            "4.3", "only the last part of an activation can end with a pass", instead
        )
    if order.passing and not in_cup:
        raise IllegalOrder("4.3", "you have no marker in the cup, so you have nothing to pass")


def second_part(position: Position) -> Iterator[Outcome]:
    """[6.1.1] Go on to the second part of the activation."""
    yield _part(position, "combat" if position.phase == "movement" else "movement")


def _part(position: Position, phase: str) -> PhaseBegun:
    side = acting(position).side
    return PhaseBegun(paragraph="6.1.1", turn=position.turn, phase=phase, side=side)

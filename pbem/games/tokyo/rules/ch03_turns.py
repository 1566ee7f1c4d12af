"""[3.0, 12.2] Sequence of play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NoReturn

from pbem.errors import IllegalOrder
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules.outcomes import ECorpsCalled, PhaseBegun, Removed
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, HOME, Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups

ECORPS_FROM = 6
"""The turn from which E Corps may be called (8.5)."""


def acts(setting: Setting, army: str, turn: int) -> bool:
    """[3.0] Whether an army has a part in a turn: Japan West has none in the first."""
    return army in setting.armies and not (army == "jw" and turn == 1)


def end_setup(setting: Setting, position: Position) -> Iterator[Outcome]:
    """The other group deploys, then the first turn begins."""
    if position.army == "1ag":
        yield PhaseBegun(paragraph="11.2", turn=1, army="8ag", phase="setup")
    else:
        yield from begin(position, setting.armies[0], 1)


def begin(position: Position, army: str, turn: int) -> Iterator[Outcome]:
    """Begin an army's part of a turn."""
    phase = first_phase(position, army, turn)
    paragraph = "8.5" if phase == "ecorps" else "3.0"
    yield PhaseBegun(paragraph=paragraph, turn=turn, army=army, phase=phase)


def first_phase(position: Position, army: str, turn: int) -> str:
    """[8.5] Return what an army's part of a turn begins with: who may call E Corps is asked."""
    asked = army in GROUPS and turn >= ECORPS_FROM and not position.ecorps
    return "ecorps" if asked else "recon"


def call(position: Position) -> Iterator[Outcome]:
    """[8.5] E Corps comes to the acting group."""
    yield ECorpsCalled(paragraph="8.5", side=position.army)
    yield from to_recon(position)


def refuse_call(_: Setting, position: Position) -> NoReturn:
    """[8.5] Refuse to call E Corps where that is not asked."""
    if position.ecorps:
        raise IllegalOrder("8.5", f"{position.ecorps} has already called E Corps")
    why = "an American player can call E Corps only at the start of their own turn"
    raise IllegalOrder("8.5", why, f"The question comes from turn {ECORPS_FROM} on.")


def to_recon(position: Position) -> Iterator[Outcome]:
    """The Reconstitution Phase follows the question about E Corps."""
    yield PhaseBegun(paragraph="3.0", turn=position.turn, army=position.army, phase="recon")


def end_recon(position: Position) -> Iterator[Outcome]:
    """The Movement Phase follows."""
    yield PhaseBegun(paragraph="3.0", turn=position.turn, army=position.army, phase="movement")


def end_movement(position: Position) -> Iterator[Outcome]:
    """The Combat Phase follows."""
    yield PhaseBegun(paragraph="3.0", turn=position.turn, army=position.army, phase="combat")


def end_combat(setting: Setting, position: Position, cups: Cups) -> Iterator[Outcome]:
    """The next army acts; after the last one the next turn begins, or the game is over."""
    following = next_army(setting, position)
    if following is None or setting.commander(following) != setting.commander(position.army):
        yield from _remove_strayed(setting, position, cups)
    if following is not None:
        yield from begin(position, following, position.turn)
        return
    end = victory.at_end_of_turn(setting, position)
    if end is not None:
        yield end
        return
    yield from begin(position, setting.armies[0], position.turn + 1)


def next_army(setting: Setting, position: Position) -> str | None:
    """Return the army that acts next in this turn, None after the last one."""
    number = setting.armies.index(position.army) + 1
    later = (army for army in setting.armies[number:] if acts(setting, army, position.turn))
    return next(later, None)


def _remove_strayed(setting: Setting, position: Position, cups: Cups) -> Iterator[Outcome]:
    """[5.42] At the end of its player turn an American who strayed before it must be home."""
    group = setting.commander(position.army)
    if group not in GROUPS:
        return
    for unit, since in sorted(position.strayed.items()):
        home = HOME[group]
        if setting.group(position, unit) != group or since >= position.serial:
            continue
        here = position.at[unit]
        if setting.tables.side[here] not in {home, "both"}:
            results.return_counter(setting, position, unit, cups)
            yield Removed(paragraph="5.42", unit=unit, hex=here, why="strayed")

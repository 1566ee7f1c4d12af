"""Positions in the words of numbered cases, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from example_game.data.tables import Counter
from example_game.rules.ch02_setup import set_up
from example_game.rules.position import Position
from example_game.rules.setting import Setting
from pbem.errors import FormError
from pbem.kit.cups import Cups
from pbem.kit.typed.given import no_phase, read_given

ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}
FACE_DOWN = "face down"
PHASES = ("barrage", "day", "probe", "opening", "assault", "pursuit", "chase", "reckoning")
CLOSED = ("barrage", "opening", "reckoning")
"""The phases in which Blue has not shown the day."""


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; ``lies``: what the garrison is, which lies face down."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    day: Annotated[int, Meta(ge=1)] = 1
    phase: str | None = None
    steps: Annotated[int, Meta(ge=1)] | None = None
    garrison: Counter | None = None
    lies: Counter | None = None
    dug: Annotated[int, Meta(ge=0)] | None = None
    barrage: Annotated[int, Meta(ge=0)] = 0


def arrange(setting: Setting, given: Mapping[str, Any], cups: Cups) -> Position:
    """Build the position that a case gives; raise `FormError` where no game reaches it."""
    case = read_given(given, Given)
    cups.members.clear()
    position = set_up(setting, cups)
    if case.day > setting.days or case.barrage > setting.days:
        raise FormError(f"given: the game has {setting.days} days (3.0)")
    position.turn = case.day
    phase = case.phase or ("day" if case.day > 1 or case.barrage else position.waits)
    _check_phase(setting, case, phase)
    position.waits, position.barrage = phase, case.barrage
    _set_forces(setting, position, case)
    if case.garrison is not None and case.lies is not None:
        raise FormError("given: the garrison lies face down or up, not both")
    if case.lies is not None:
        cups.let_be(position.garrison, case.lies)
    if case.garrison is not None:
        cups.let_be(position.garrison, case.garrison)
        cups.members[position.garrison[1:]].clear()
        position.garrison = case.garrison
    elif phase in {"pursuit", "chase"} or position.steps < setting.data.battalion.steps:
        raise FormError("given: behind an attack the garrison is turned up (4.1)")
    return position


def _check_phase(setting: Setting, case: Given, phase: str) -> None:
    if phase not in PHASES:
        raise no_phase(phase, PHASES)
    sealed = setting.options.barrage
    if case.barrage and (phase in CLOSED or not sealed):
        raise FormError(f"given: nobody has shown the day of a barrage in {phase} (2.2)")
    if phase in CLOSED and not sealed:
        raise FormError(f"given: no {phase} without a barrage (2.2)")
    if sealed and not case.barrage and phase in {"assault", "pursuit", "chase"}:
        raise FormError(f"given: before {phase} the day of the barrage was shown: give it (4.1)")
    if phase == "barrage" and case.day > 1:
        raise FormError("given: the barrage is written down on day 1 (2.2)")
    if phase == "reckoning" and case.day < setting.days:
        raise FormError("given: the reckoning is behind the last day (5.0)")
    if phase == "probe" and case.garrison is not None:
        raise FormError("given: one that is turned up is not probed (3.1)")


def _set_forces(setting: Setting, position: Position, case: Given) -> None:
    full = setting.data.battalion.steps
    if case.steps is not None:
        position.steps = case.steps
    elif position.waits in {"pursuit", "chase"}:
        position.steps = full - 1
    most = full - (position.waits in {"pursuit", "chase"})
    if position.steps > most:
        raise FormError(f"given: Red has at most {most} steps here (1.1, 4.1)")
    if position.steps < full and position.waits in CLOSED:
        raise FormError("given: who has attacked has seen the day of the barrage (4.1)")
    held = (position.turn - 1) * setting.data.days.dug_in
    position.dug = held if case.dug is None else case.dug
    if position.dug > held:
        raise FormError(f"given: a garrison has dug in by {held} at most on day {case.day} (3.0)")


def facts_of(setting: Setting, position: Position) -> Mapping[str, Any]:
    """Return the position in the words of a case: what ``then`` compares with."""
    return {
        "day": position.turn,
        "phase": position.waits,
        "steps": position.steps,
        "garrison": FACE_DOWN if position.face_down else position.garrison,
        "dug": position.dug,
        "barrage": position.barrage,
        "strength": _strength(setting, position),
    }


def _strength(setting: Setting, position: Position) -> dict[str, int] | None:
    """Return the strengths of the attack that is being made, without the die; else None."""
    return {"attack": setting.attack(position)} if position.waits == "assault" else None

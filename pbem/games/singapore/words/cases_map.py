"""Positions of the map in the words of numbered cases, both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pbem.errors import FormError
from pbem.games.singapore.data.forms import Army
from pbem.games.singapore.rules.corps.ch4_turn import phases, set_up, waits
from pbem.games.singapore.rules.position import (
    OFF_MAP,
    REPAIR,
    AirState,
    Battle,
    Debt,
    Level,
    Position,
    War,
    open_war,
    veil_of,
)
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.theatre import contested, ground, is_ground
from pbem.games.singapore.rules.variants.ch7_deployment import DEPLOYS
from pbem.games.singapore.words.cases_cards import arrange_cards, facts_of_cards
from pbem.kit.typed.given import known_names, no_phase, read_given


class GivenMap(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case on the map; the maker of the game reads scenario and options."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    phase: str = "movement"
    period: str | None = None
    """``08N`` to ``18N``, in ``tiderace`` ``05D`` to ``12N``; default: the first."""
    turn: Army | None = None
    clear: bool = False
    units: dict[str, str] = {}
    """Unit -> sector, ``Off-Map`` (the airfield), ``Repair``, ``off``."""
    air: dict[str, AirState] = {}
    holder: dict[str, Army] = {}
    aside: list[str] = []
    barred: list[str] = []
    control: dict[str, Army] = {}
    active: list[str] | None = None
    gone: list[str] = []
    """Units out of play."""
    moved: list[str] = []
    """Units that moved in this turn."""
    steps: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    """Vehicle -> sectors that it moved in this turn."""
    on_road: list[str] = []
    """Vehicles that moved by road in this turn."""
    drive: str = ""
    entered: dict[str, str] = {}
    launches: dict[str, list[str]] = {}
    barrage: dict[str, str] = {}
    over: list[str] = []
    """Sectors after their battle."""
    answered: list[Army] = []
    stock: dict[Army, Annotated[int, Meta(ge=0, le=999)]] = {}
    """Army -> supply tokens; with hidden supplies, those before the screens."""
    debts: list[Debt] = []
    """Lost supply points whose dice are due."""
    offers: dict[Army, int] = {}
    reached: Level = ""
    """The attacker's level of victory (7.6)."""
    cards: dict[str, Any] | None = None
    """The words ``hands`` to ``deal``; default: nobody holds a card."""
    battle: Annotated[dict[str, Any], Meta(max_length=40)] | None = None
    """A battle in progress, as in ``schemas/singapore-1-position.json``."""


LISTS = ("aside", "barred", "gone", "moved", "on_road")


def arrange_map(setting: Setting, given: Mapping[str, Any]) -> Position:
    """Build the position on the map that a case gives.

    Without ``clear`` all other units stand as in the set-up.

    Raises:
        FormError: No game can reach what the case gives.
    """
    case = read_given(given, GivenMap)
    position = set_up(setting)
    war = open_war(position)
    if case.clear:
        war.at, war.air = {}, {}
    _time(setting, case, position, war)
    known = setting.tables.units
    for unit, place in case.units.items():
        known_names("units", [unit], known, "unit")
        _place(setting, war, unit, place, case)
    war.control |= _sectors(setting, "control", case.control)
    if case.active is not None:
        war.active = sorted(case.active)
    for word in LISTS:
        setattr(war, word, known_names(word, getattr(case, word), known, "unit"))
    war.holder |= case.holder
    known_names("steps", case.steps, known, "unit")
    known_names("drive", [case.drive] if case.drive else [], war.control, "sector")
    war.steps, war.drive = dict(case.steps), case.drive
    war.entered = dict(case.entered)
    war.launches = {place: list(came) for place, came in case.launches.items()}
    war.barrage, war.over, war.answered = dict(case.barrage), list(case.over), list(case.answered)
    _tokens(setting, case, war)
    war.reached = case.reached
    arrange_cards(setting, position, case.cards)
    for unit in war.gone:
        war.at.pop(unit, None)
        war.air.pop(unit, None)
    if case.battle is not None:
        position.battle = msgspec.convert(case.battle, Battle)
        position.phase = "fight"
    _check(setting, position)
    return position


def _tokens(setting: Setting, case: GivenMap, war: War) -> None:
    """[5.2, 5.7] Tokens and debts are given only where there is supply."""
    if not setting.supplied and (case.stock or case.debts):
        raise FormError("given: stock: this scenario has no supply; leave it out")
    war.stock |= case.stock
    war.debts, war.offers = list(case.debts), dict(case.offers)


def _time(setting: Setting, case: GivenMap, position: Position, war: War) -> None:
    first = setting.tables.periods[0]
    period = first if case.period is None else case.period
    if period not in setting.tables.periods:
        raise FormError(f"given: period: there is no {period}; the first is {first}")
    turn = setting.invader if case.turn is None else case.turn
    if turn not in setting.armies:
        raise FormError(
            f"given: turn: {turn} does not play here; {' and '.join(setting.armies)} do"
        )
    if case.phase not in (*phases(setting), "fight", "deal", "pools", *DEPLOYS):
        raise no_phase(case.phase, phases(setting))
    position.phase, war.army = case.phase, turn
    war.period = setting.tables.periods.index(period)


def _place(setting: Setting, war: War, unit: str, place: str, case: GivenMap) -> None:
    if place == "off":
        war.at.pop(unit, None)
        war.air.pop(unit, None)
        return
    known_names("units", [place], [*setting.tables.data.map.sectors, OFF_MAP, REPAIR], "sector")
    war.at[unit] = place
    if not is_ground(setting, unit):
        war.air[unit] = case.air.get(unit, "repair" if place == REPAIR else "ready")


def _sectors(setting: Setting, word: str, given: Mapping[str, Army]) -> dict[str, Army]:
    known_names(word, given, setting.tables.data.map.sectors, "sector")
    return dict(given)


def _check(setting: Setting, position: Position) -> None:
    """[4.15] Refuse positions that no game reaches."""
    war = open_war(position)
    for unit, state in war.air.items():
        if (state == "repair") != (war.at.get(unit) == REPAIR):
            raise FormError(
                f"given: air: {unit} must be in the repair box in both places, or in neither"
            )
    for place, army in war.control.items():
        here = {war.of(unit) for unit in ground(setting, war, place)}
        if len(here) == 1 and army not in here:
            raise FormError(f"given: control: {place} is {army}, but has only units of {min(here)}")
    asked = position.phase in {"fight", "deal"} or war.debts
    if not asked and not waits(setting, position):
        raise FormError(f"given: the phase {position.phase} has no question; give another phase")


def facts_of_map(setting: Setting, position: Position) -> dict[str, Any]:
    """Return the map in the words of a case."""
    war = open_war(position)
    return {
        "phase": position.phase,
        "period": setting.tables.periods[war.period],
        "turn": war.army,
        "units": {unit: war.at.get(unit, "off") for unit in setting.tables.units},
        "air": dict(war.air),
        "holder": dict(war.holder),
        "control": dict(war.control),
        "active": list(war.active),
        "steps": dict(war.steps),
        "drive": war.drive,
        "entered": dict(war.entered),
        "launches": {place: list(came) for place, came in war.launches.items()},
        "barrage": dict(war.barrage),
        "over": list(war.over),
        "answered": list(war.answered),
        "stock": dict(war.stock),
        **(
            {}
            if (veil := veil_of(war)) is None
            else {
                "hidden": dict(veil.changed),
                "own": dict(veil.known),
            }
        ),
        "reached": war.reached,
        "offers": dict(war.offers),
        "debts": msgspec.to_builtins(war.debts),
        "cards": facts_of_cards(setting, war.cards),
        "contested": [place for place in war.control if contested(setting, war, place)],
        "battle": None if position.battle is None else msgspec.to_builtins(position.battle),
        **{word: list(getattr(war, word)) for word in LISTS},
    }

"""[3.0] Set-up: the Historical Scenario (14.1) and the Free Deployment Scenario (14.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from math import comb

from pbem.errors import IllegalOrder
from pbem.games.saipan.rules.orders import Beaches, Deploy
from pbem.games.saipan.rules.outcomes import BeachesChosen, BeachesSealed, Deployed, PhaseBegun
from pbem.games.saipan.rules.position import Position
from pbem.games.saipan.rules.setting import Setting
from pbem.kit.bunches import Bunch, combination
from pbem.kit.contract import Outcome
from pbem.kit.maps.hexes import Hex

LABEL = "beaches"
"""The label of the secret choice of 14.22."""


def set_up(setting: Setting) -> Position:
    """Return the position before the first decision.

    14.11, 14.12: the Japanese stand as listed and the landing hexes are given. 14.21, 14.22: the
    map is empty, and the US first writes down where it will land.
    """
    data = setting.tables.data
    empty: dict[str, dict[str, str]] = {"us": {}, "jp": {}}
    if setting.scenario == "free":
        return Position(turn=1, side="us", phase="beaches", on=empty, gsp=dict(setting.gsp))
    return Position(
        turn=1,
        side="us",
        phase="movement",
        on={"us": {}, "jp": {number: unit for unit, number in sorted(data.setup.hexes.items())}},
        beaches=list(data.landing[setting.options.landing].hexes),
        gsp=dict(setting.gsp),
    )


def check_beaches(setting: Setting, order: Beaches) -> None:
    """[14.22] Six different beach hexes."""
    for number in order.hexes:
        if number not in setting.tables.beaches:
            beaches = ", ".join(setting.tables.beaches)
            raise IllegalOrder("14.22", f"{number} is not a beach hex", f"Choose from {beaches}.")
    if len(order.hexes) != 6 or len(set(order.hexes)) != 6:
        raise IllegalOrder(
            "14.22", f"six different hexes are needed, but {len(order.hexes)} are given"
        )


def legal_beaches(setting: Setting) -> Sequence[Beaches]:
    """Return every choice of six beach hexes: 38,760 of them with twenty beaches."""
    beaches = setting.tables.beaches
    return Bunch(
        Beaches,
        comb(len(beaches), 6),
        lambda place: Beaches(combination(beaches, 6, place)),
        lambda: map(Beaches, combinations(beaches, 6)),
    )


def seal(position: Position) -> Iterator[Outcome]:
    """[14.22] The choice is sealed; then the Japanese deploy."""
    yield BeachesSealed(paragraph="14.22")
    yield PhaseBegun(paragraph="14.22", turn=position.turn, side="jp", phase="deploy")


def reveal(position: Position, order: Beaches) -> Iterator[Outcome]:
    """[14.22] The choice is shown; then the first Player-Turn begins."""
    yield BeachesChosen(paragraph="14.22", hexes=order.hexes)
    yield PhaseBegun(paragraph="4.0", turn=position.turn, side="us", phase="movement")


def check_deploy(setting: Setting, position: Position, order: Deploy) -> None:
    """[14.21] A Japanese unit on a land hex that no other holds (A21)."""
    if order.unit not in setting.tables.units["jp"]:
        raise IllegalOrder("14.21", f"there is no Japanese unit {order.unit}")
    if order.hex not in setting.tables.cost:
        raise IllegalOrder("14.21", f"{order.hex} is not a land hex", "Choose any land hex.")
    there = position.on["jp"].get(order.hex)
    if there is not None:
        raise IllegalOrder(
            "14.21", f"{there} is already in {order.hex}: only one unit fits in a hex"
        )


def missing(setting: Setting, position: Position) -> list[str]:
    """Return the Japanese units that are not deployed yet, in the order of the data."""
    placed = set(position.on["jp"].values())
    return [unit for unit in setting.tables.units["jp"] if unit not in placed]


def check_deployed(setting: Setting, position: Position) -> None:
    """[14.21] The whole force is deployed."""
    left = missing(setting, position)
    if left:
        raise IllegalOrder(
            "14.21", "the whole force is already deployed", f"Missing: {', '.join(left)}."
        )


def legal_deployments(setting: Setting, position: Position) -> Iterator[Sequence[Deploy]]:
    """Yield every hex for every unit not deployed, a bunch for each unit.

    A unit may also be deployed once more elsewhere; whatever that leads to, these lead to too.
    """
    free = [number for number in setting.tables.cost if number not in position.on["jp"]]
    if free:
        for unit in missing(setting, position):
            yield Bunch(Deploy, len(free), partial(_deployed, unit, free))


def _deployed(unit: str, free: Sequence[Hex], place: int) -> Deploy:
    return Deploy(unit, free[place])


def deploy(order: Deploy) -> Iterator[Outcome]:
    """Place a unit, or place it again elsewhere."""
    yield Deployed(paragraph="14.21", unit=order.unit, hex=order.hex)


def end_deployment(position: Position) -> Iterator[Outcome]:
    """[14.22] Then the US shows which hexes it has chosen."""
    yield PhaseBegun(paragraph="14.22", turn=position.turn, side="us", phase="reveal")

"""[7.4, 7.5] Variants of combat: breakthrough and rout."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.singapore.rules.corps.ch4_results import lose
from pbem.games.singapore.rules.outcomes import BrokeThrough, UnitLost
from pbem.games.singapore.rules.position import DEFENDER, Position, open_battle
from pbem.games.singapore.rules.setting import Setting
from pbem.kit.contract import Outcome

EIGHTS = 2
"""[7.4] So many eights break through."""


def breaks_through(setting: Setting, point: str, attack: tuple[int, ...]) -> bool:
    """[7.4, R47, R66] Whether a round that was won is a breakthrough; lent dice count.

    ``point``: the attacker's first unit; ``attack``: the numbers that the attacker rolled.
    """
    wanted = setting.options.breakthrough and setting.tables.armoured(point)
    return wanted and attack.count(8) >= EIGHTS


def routs(setting: Setting, defence: tuple[int, ...]) -> bool:
    """[7.5, R49] Whether a round in which the defender rolled ``defence`` and lost is a rout."""
    return setting.options.rout and set(defence) == {1}


def broken_through(
    setting: Setting,
    position: Position,
    point: str,
    attack: tuple[int, ...],
    defence: tuple[int, ...],
) -> Iterator[Outcome]:
    """Suppress half of the defenders that are left, rounded up, from the front (R48).

    If a round is both, it happens twice (R112). The parameters are those of `breaks_through` and
    `routs`.
    """
    battle = open_battle(position)
    for how, step, happens in (
        ("breakthrough", "7.4", breaks_through(setting, point, attack)),
        ("rout", "7.5", routs(setting, defence)),
    ):
        line = battle.line[DEFENDER]
        if not happens or not line:
            continue
        units = tuple(line[: (len(line) + 1) // 2])
        yield BrokeThrough(paragraph=step, how=how, units=units)  # type: ignore[arg-type]
        for unit in units:
            reported = UnitLost(paragraph=step, unit=unit, how="suppressed", by=how)
            yield from lose(setting, position, reported)

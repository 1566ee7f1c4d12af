"""[9.2, 10.0, 12.5, 13.2] The end of the game, and Victory Points."""

from __future__ import annotations

from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules import ch09_beachheads as beaches
from pbem.games.tokyo.rules.outcomes import GameEnded
from pbem.games.tokyo.rules.position import Position
from pbem.games.tokyo.rules.setting import GROUPS, Setting

CITY = frozenset({"city", "tokyo_city"})


def points(setting: Setting, position: Position) -> dict[str, int]:
    """[10.0, 10.1, 10.2, 12.5] Return the Victory Points of each side as the position stands.

    The handicap of a side (``points_...``) is among them.
    """
    tables = setting.tables
    found = {side: setting.given[side] for side in setting.sides}
    holders = towns.holders(setting, position)
    for town, value in tables.points.items():
        by = holders[town]
        if by in GROUPS or (by in found and tables.terrain[town] in CITY):
            found[by] += value
    palace = position.control.get(tables.palace, "jp")
    if palace in GROUPS:
        found[palace] += tables.palace_points[(position.palace_turn or position.turn) - 1]
    if position.ecorps and holders[tables.palace] not in GROUPS:
        found[position.ecorps] -= tables.penalty
    if "jp" in found:
        found["jp"] += tables.hq_points * position.hq_lost
    return found


def scores(setting: Setting, position: Position) -> dict[str, int]:
    """[9.2, 10.0, 13.2] Return Victory Points; who has lost at once has less than all others."""
    found = points(setting, position)
    lost = [side for side in setting.sides if _called_too_many(setting, position, side)]
    lost += [group for group in [beaches.lost(setting, position)] if group is not None]
    least = min(found.values()) - 1
    return found | dict.fromkeys(lost, least)


def occupied(setting: Setting, position: Position) -> bool:
    """Whether an American unit stands in Central Tokyo: nobody else ever does."""
    return position.unit_at(setting.tables.palace) is not None


def at_once(setting: Setting, position: Position) -> GameEnded | None:
    """Return the end that comes in the middle of a turn, or None."""
    for side, total in position.called.items():
        if _called_too_many(setting, position, side):
            why = f"{side} called Volunteer Corps worth {total}."
            return _lost(setting, position, side, why, "13.2")
    group = beaches.lost(setting, position)
    if group is not None:
        why = f"Japanese units hold the whole beach of {group}."
        return _lost(setting, position, group, why, "9.2")
    if setting.scenario == "two" and occupied(setting, position):
        return by_points(setting, position, "An American unit occupies Central Tokyo.")
    return None


def at_end_of_turn(setting: Setting, position: Position) -> GameEnded | None:
    """Return the end that the end of a turn brings, or None."""
    if position.turn >= setting.tables.turns:
        return by_points(setting, position, f"Turn {position.turn} is over.")
    if occupied(setting, position):
        return by_points(setting, position, "An American unit occupies Central Tokyo.")
    return None


def by_points(setting: Setting, position: Position, why: str) -> GameEnded:
    """[10.0] Compare Victory Points; most win, a tie for most is a draw.

    ``why``: the sentence that says why the game ends now.

    Unless the players agreed beforehand whose victory it is (``ties``).
    """
    return _ended(setting, position, list(setting.sides), why, "10.0")


def _called_too_many(setting: Setting, position: Position, side: str) -> bool:
    return position.called.get(side, 0) >= setting.tables.chit_limit


def _lost(setting: Setting, position: Position, side: str, why: str, paragraph: str) -> GameEnded:
    """Let a side lose at once; of several others the one with most points wins."""
    others = [other for other in setting.sides if other != side]
    return _ended(setting, position, others, why, paragraph)


def _ended(
    setting: Setting, position: Position, among: list[str], why: str, paragraph: str
) -> GameEnded:
    found = points(setting, position)
    most = max(found[side] for side in among)
    best = [side for side in among if found[side] == most]
    winner = best[0] if len(best) == 1 else None
    if winner is None and setting.options.ties in best:
        winner = setting.options.ties
        why += f" Of those with most points {winner} wins, as agreed (ties)."
    return GameEnded(paragraph=paragraph, winner=winner, why=why, points=found)

"""How the reader sees who has won: plainly, by levels, by objectives (4.20, 7.6, 7.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.singapore_reader.ground import AXES, GROUND
from games.singapore_reader.hidden import Screens

LEVELS = ("defeat", "victory", "decisive victory", "total victory")
AGREED = {"victory": 1, "decisive": 2, "total": 3}
NAMES = {"jp": "Japanese", "br": "British", "au": "Australian"}
STARS = ("Bukit-Timah", "MacRitchie", "Singapore-City")
SURRENDER = 14
"""[7.6] The night of the 15th of February, as a period from 0."""
TIDERACE_TOTAL = 9
"""[7.6] The night of the 9th of September."""
APART = {"Pulau-Ubin", *AXES}
"""[R103] What is no part of the main island."""


class Standings(Screens):
    """The table with what everybody has won."""

    def __init__(self, scenario: str, options: Mapping[str, Any], start: Any) -> None:
        super().__init__(scenario, options, start)
        self.ended = False
        self.level = self.level_reported = 0
        """The level that who takes objectives has reached, by the reader and by the game."""
        self.total_by = SURRENDER if "au" in self.card.armies else TIDERACE_TOTAL
        self.over_period = -1
        """The last period whose end was looked at."""

    def see(self) -> None:
        """[4.20, R40] Objectives count when control changes, before the last period."""
        if self.o["japan_victory"] == "capture":
            self._raise_to(self.objectives(self.side(self.card.taker)))

    def see_period(self) -> None:
        """[R40] By option at the end of a period, and only those that nobody contests."""
        if self.o["japan_victory"] == "capture" or self.over_period == self.period:
            return
        self.over_period = self.period
        side = self.side(self.card.taker)
        held = [s for s in STARS if self.side(self.control[s]) == side and not self.contested(s)]
        self._raise_to(len(held))

    def _raise_to(self, objectives: int) -> None:
        if self.period < self.card.last and objectives >= 2:
            level = objectives - 1 + (objectives == 3 and self.period <= self.total_by)
            self.level = max(self.level, level)

    def levels_reported(self) -> None:
        """Check that a level that was reached has been reported, if levels count."""
        if self.o["victory"] in {"levels", "decisive", "total"}:
            self.want("the level reached", LEVELS[self.level], LEVELS[self.level_reported])

    def hear_level_reached(self, reported: Mapping[str, Any]) -> None:
        self.see_period()
        self.want("who reaches a level", self.card.taker, reported["army"])
        self.level_reported = LEVELS.index(reported["level"])
        self.levels_reported()

    def final_level(self, army: str) -> int:
        """[7.6, R103, R128] The level of an army, at the end."""
        if army == self.card.taker:
            return self.level
        if army == "au":
            return sum(self.units_left("au") >= many for many in (12, 15, 18))
        held = self.objectives(self.side(army))
        if held < 3:
            return int(held == 2)
        return 3 if self._total_defence(army) else 2

    def _total_defence(self, army: str) -> bool:
        if army == "jp":
            return not any(
                unit[1] in GROUND and self.army_of(unit) == "br" and place not in APART
                and place in self.control
                for unit, place in self.at.items()
            )  # fmt: skip
        japanese = [p for p, one in self.control.items() if one == "jp" and p not in APART]
        return len(japanese) <= 6

    def hear_game_ended(self, reported: Mapping[str, Any]) -> None:
        """[4.20, 5.11, 7.6, 7.7] Who has won, and how each army stands."""
        self.ended = True
        self.see_period()
        if self.o["victory"] == "plain":
            self._plain(reported)
            return
        self.levels_reported()
        self.want("the last turn", (self.card.last, self.card.armies[-1]), (self.period, self.army))
        if self.o["victory"] == "objectives":
            stands = {army: sum(self.control[s] == army for s in STARS) for army in self.hands}
            first = {army for army, many in stands.items() if many == max(stands.values())}
            words = {army: str(many) for army, many in stands.items()}
        else:
            stands = {army: self.final_level(army) for army in self.hands}
            most = max(1, *stands.values())
            need = AGREED.get(str(self.o["victory"]), most)
            first = {army for army, level in stands.items() if level >= need}
            words = {army: LEVELS[level] for army, level in stands.items()}
        self.want("the winner", self._named(first), reported["winner"])
        for army, word in words.items():
            self.sure(f"{reported['why']!r} tells: {NAMES[army]} {word}", (
                f"{NAMES[army]} {word}," in reported["why"] + ","))  # fmt: skip

    def _named(self, winners: set[str]) -> str | None:
        """[R128, R129] Whom the result names: nobody of both sides, of two allies the British.

        By an agreed level the Australians are named where nobody else wins.
        """
        if self.o["victory"] in AGREED and len(winners) > 1:
            winners = winners - {"au"}
        if not winners or len({self.side(army) for army in winners}) > 1:
            return None
        return "br" if "br" in winners else next(iter(winners))

    def _plain(self, reported: Mapping[str, Any]) -> None:
        """[4.20, 5.11, R40, R41, R114] Two objectives, before the last period or at the end."""
        other = "jp" if self.card.taker == "br" else "br"
        winner = None
        if self.level:
            winner = self.card.taker
        else:
            self.want("the last turn", self.card.last, self.period)
            if self.objectives(self.side(other)) >= 2:
                winner = other
            elif "au" in self.card.armies and self.units_left("au") >= 12:
                winner = "au"
        self.want("the winner", winner, reported["winner"])
        reported_of = "Australians win" in reported["why"]
        if "au" in self.card.armies:
            self.want("the Australians besides", self.units_left("au") >= 12, reported_of)

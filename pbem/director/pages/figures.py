"""The figures of a tournament that its pages show, each computed once."""

from __future__ import annotations

from functools import cached_property

from pbem.tournament.history import History
from pbem.tournament.ranking.meetings import Met, games_of, shown
from pbem.tournament.ranking.standings import Row, standings


class Figures:
    """Standings and rounds of a history that does not change any more."""

    def __init__(self, history: History) -> None:
        self.history = history

    @cached_property
    def rows(self) -> list[Row]:
        """The standings, the first first."""
        return standings(self.history)

    @cached_property
    def row_of(self) -> dict[int, Row]:
        """Number of an entrant -> their row."""
        return {row.number: row for row in self.rows}

    @cached_property
    def rounds(self) -> dict[int, list[Met]]:
        """Number of an entrant -> what every round was for them."""
        return shown(self.history)

    @cached_property
    def games(self) -> dict[int, list[Met]]:
        """Number of an entrant -> their games, of teams those of their players (`games_of`)."""
        return games_of(self.history)

    @property
    def leader(self) -> tuple[Row, str] | None:
        """The winner or leader, and the word for that; None before anything is decided."""
        history = self.history
        if not self.rows or not (history.decided or history.over):
            return None
        if history.is_open_ended:
            return self.rows[0], "Leader at the end" if history.over else "Leader"
        return self.rows[0], "Winner" if history.over else "Leader"

"""Teams of a tournament: who enters, who is lined up, whom a player may name. Section 4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Signer = dict[str, str]


@dataclass
class Player:
    """A player of a team who has entered."""

    handle: str
    sign: str
    claim: int
    last: int
    name: str = ""


class Squads:
    """The teams of ``found``, who of them has entered, and who is lined up in each round."""

    def __init__(self, teams: dict[str, Any]) -> None:
        self.boards: int = teams["boards"]
        self.teams: list[dict[str, Any]] = teams["list"]
        self.there: dict[str, Player] = {}
        self.numbers: dict[str, int] = {}
        """The number of each team that has entered, by its handle."""
        self.said: dict[int, list[tuple[int, list[Signer]]]] = {}
        self.lined: list[dict[int, list[Signer]]] = []

    def of(self, handle: str, sign: str) -> dict[str, Any] | None:
        """Give the team that lists somebody."""
        me = {"handle": handle, "sign": sign}
        return next((team for team in self.teams if me in team["players"]), None)

    def entered(self, team: dict[str, Any]) -> list[Player]:
        keys = [one["sign"] for one in team["players"]]
        return [self.there[key] for key in keys if key in self.there]

    def team(self, number: int) -> dict[str, Any]:
        handle = next(one for one, at in self.numbers.items() if at == number)
        return next(team for team in self.teams if team["handle"] == handle)

    def can_line_up(self, number: int, places: list[int]) -> bool:
        players = self.team(number)["players"]
        return (
            len(places) == self.boards
            and places == sorted(set(places))
            and places[-1] <= len(players)
            and all(players[at - 1]["sign"] in self.there for at in places)
        )

    def line_up(self, number: int, places: list[int], since: int) -> None:
        players = self.team(number)["players"]
        self.said.setdefault(number, []).append((since, [players[at - 1] for at in places]))

    def pair(self, numbers: set[int], round_: int) -> None:
        """Fix who plays for these teams in a round that is paired now."""
        fixed = {}
        for number in numbers:
            usual = self.entered(self.team(number))[: self.boards]
            fixed[number] = [{"handle": one.handle, "sign": one.sign} for one in usual]
            for since, players in self.said.get(number, []):
                fixed[number] = players if since <= round_ else fixed[number]
        self.lined.append(fixed)

    def seat(self, number: int, round_: int, board: int) -> Signer:
        return self.lined[round_ - 1][number][(board - 1) % self.boards]

    def barred(self, number: int, round_: int, *, back: bool) -> list[Signer]:
        """Give the listed players who cannot sit for one of a team."""
        free = [] if back else self.team(number)["players"]
        busy = self.lined[round_ - 1][number]
        listed = [one for team in self.teams for one in team["players"]]
        return [one for one in listed if one not in free or one in busy]

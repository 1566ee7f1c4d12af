"""The simulated games of Singapore in decision 49: its tables add up, and are played again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.client.play.opening import read_options
from pbem.selfplay.simulate import Setup, simulate
from pbem.selfplay.unsigned import rules_of

PAGE = Path(__file__).parents[2] / "docs/decisions/0049-simulated-games.md"
GAMES = 300


class Row(NamedTuple):
    """A row of the page on so many games: wins of the first side, of the second, of `au`, draws."""

    setup: Setup
    said: tuple[int, int, int, int]

    @property
    def name(self) -> str:
        plain = self.setup
        options = [f"{name}={value}" for name, value in plain.options.items()]
        return " ".join([plain.scenario, *options, *["standing"] * plain.standing])


def rows() -> Iterator[Row]:
    """Yield every row of both tables, one for each set-up that it names."""
    section = PAGE.read_text().split("\n## Singapore\n")[1].split("\n### ")[0]
    head: list[str] = []
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line[:1] == "|" else []
        if not cells:
            head = []
        elif not head:
            head = cells
        elif set(line) - set("|- "):
            yield from _row(head[1:], *cells)


def _row(bonuses: list[str], label: str, *cells: str) -> Iterator[Row]:
    scenario, *words = re.findall(r"`([^`]*)`", label)
    given = dict.fromkeys(word for word in words if word == "situation_cards")
    for bonus, cell in zip(bonuses, cells, strict=True):
        if not cell:
            continue
        said = _said(cell)
        plain = dict.fromkeys(given, "true")
        if "standing usual" in words:
            yield Row(_setup(scenario, {**plain, **_bonus(bonus)}, standing=True), said)
        else:
            yield Row(_setup(scenario, {**plain, **_bonus(bonus)}), said)


def _bonus(bonus: str) -> dict[str, str]:
    value = int(bonus.strip("`"))
    return {"defender_bonus": str(value)} if value else {}


def _setup(scenario: str, options: dict[str, str], *, standing: bool = False) -> Setup:
    read = read_options(rules_of("singapore"), options)
    return Setup("singapore", scenario, {name: read[name] for name in options}, standing=standing)


def _said(cell: str) -> tuple[int, int, int, int]:
    first, second, *rest = cell.split(", ")
    au, draws = rest or ("0", "0")
    return int(first), int(second), int(au), int(draws)


ROWS = list(rows())


def test_all_rows_are_read():
    names = [row.name for row in ROWS]
    assert len(names) == len(set(names))
    assert "tiderace situation_cards=True defender_bonus=2" in names


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_a_row_adds_up(row):
    assert sum(row.said) == GAMES


@pytest.mark.parametrize(
    "row",
    [
        # A game of a Company takes a millisecond, one with cards seconds.
        pytest.param(row, marks=() if row.name == "company" else pytest.mark.long(10), id=row.name)
        for row in ROWS
    ],
)
def test_the_games_end_as_the_page_says(row):
    won = Counter(one.winner for one in simulate(row.setup, range(GAMES)))
    first, second = won["jp"] + won["attacker"], won["br"] + won["defender"]
    assert (first, second, won["au"], won[None]) == row.said

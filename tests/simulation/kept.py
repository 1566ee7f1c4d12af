"""Figures of years that were lived through, a line of JSON each, so that nights add up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple


class Year(NamedTuple):
    """One year: of which plan, how long it took, what happened in it, and what did not hold."""

    seed: int
    plan: str
    seconds: float
    things: int
    messages: int
    broken: str = ""


class Kept:
    """The years of a file, to which more are added; a line that was cut off counts for nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.years: list[Year] = []
        reported = path.read_text() if path is not None and path.exists() else ""
        whole, _, cut = reported.rpartition("\n")
        self.years += [Year(**json.loads(line)) for line in whole.splitlines()]
        if cut and path is not None:
            path.write_text(whole + "\n" if whole else "")

    def add(self, year: Year) -> None:
        """Keep a year."""
        self.years.append(year)
        if self.path is not None:
            with self.path.open("a") as file:
                file.write(json.dumps(year._asdict()) + "\n")

    def good(self) -> set[tuple[str, int]]:
        """Return the years that held when they were lived through last."""
        last = {(one.plan, one.seed): one.broken for one in self.years}
        return {year for year, broken in last.items() if not broken}

    def bad(self) -> set[tuple[str, int]]:
        """Return the others."""
        return {(one.plan, one.seed) for one in self.years} - self.good()

    def reported(self) -> str:
        """Return what all of it comes to."""
        hours = sum(one.seconds for one in self.years) / 3600
        things, mail = (sum(column) for column in list(zip(*self.years, strict=True))[3:5])
        return (
            f"{len(self.good())} years were good and {len(self.bad())} were not, in {hours:.2f} "
            f"hours of one processor: {things} things happened, {mail} messages were sent"
        )

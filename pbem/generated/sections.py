"""Sections of pages that are made of the code: public names, codes, the speeds of a release.

A page has ``<!-- generated: COMMAND (WHAT) -->`` above a section and ``<!-- end -->`` below it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

import msgspec

import pbem
from pbem.bench.comparing import Speed, read
from pbem.errors import PbemError
from pbem.games import registry
from pbem.generated.forms import forms
from pbem.generated.given import given
from pbem.generated.layers import forbidden, layers, packages
from pbem.play.outcomes import Lapsed, LeftOut, Rolled, Settled, StandingLapsed
from pbem.tournament.faults import FAULTS

PAGES = (
    "docs/api.md",
    "docs/architecture.md",
    "docs/cases.md",
    "docs/performance.md",
    "docs/tournaments.md",
)
LAYERED = ("table", "client", "tournament", "director", "agent", "kit")
"""Packages whose layers a page lists."""
COMMAND = "python -m pbem.generated.pages ."
"""The command that makes the sections again."""

_SECTION = re.compile(
    rf"(<!-- generated: {re.escape(COMMAND)} \(([^)]+)\) -->\n).*?(<!-- end -->\n)", re.DOTALL
)
SPEEDS = Path("docs/speeds/unreleased/2026-12-01.json")
BEFORE = Path("docs/speeds/1.0.0.json")
EVERY_GAMES = (Rolled, Settled, StandingLapsed, Lapsed, LeftOut)
"""Outcomes of every game that a numbered case may meet: none has agreements or ends by hand."""
LOGS = (
    "read_log", "verify", "verify_many", "replay", "replay_page", "game_at",
    "Event", "Verdict", "Finding", "Step", "Entry", "Happening",
)  # fmt: skip
CASES = ("run_cases", "CaseRun")
ERRORS = tuple(
    name
    for name in pbem.__all__
    if inspect.isclass(found := getattr(pbem, name)) and issubclass(found, PbemError)
)
GAMES = tuple(name for name in pbem.__all__ if name not in (*LOGS, *CASES, *ERRORS))


def filled(page: str, root: Path) -> str:
    """Return a page with its sections made again, of a copy of the repository in ``root``."""
    made: dict[str, Callable[[], Iterator[str]]] = {
        "outcomes": outcomes,
        "names: logs": lambda: names(LOGS),
        "names: games": lambda: names(GAMES),
        "names: a game": members,
        "names: cases": lambda: names(CASES),
        "names: errors": lambda: names(ERRORS),
        "codes of faults": codes,
        "speeds": lambda: speeds(read(root / SPEEDS).speeds, read(root / BEFORE).speeds),
    }
    made |= {"layers": partial(packages, root), "forbidden": partial(forbidden, root)}
    made |= {f"layers: {one}": partial(layers, root, one) for one in LAYERED}
    made |= {f"given: {game}": partial(given, game, page) for game in registry.own()}
    return _SECTION.sub(lambda one: "\n".join([one[1].rstrip(), *made[one[2]](), one[3]]), page)


# --- public names ----------------------------------------------------------------------------


def names(which: Iterable[str]) -> Iterator[str]:
    """Yield a table of public names: how each is called, in short what it is, and its fields."""
    yield "\n| Name | Meaning | Fields |\n| --- | --- | --- |"
    for name in which:
        found = getattr(pbem, name)
        fields = _fields(found) if inspect.isclass(found) else []
        shown = f"`{', '.join(fields)}`" if fields else ""
        yield f"| `{_called(name, found)}` | {_summary(found)} | {shown} |"


def members() -> Iterator[str]:
    """Yield a table of what a `Game` has."""
    yield "\n| of a `Game` | |\n| --- | --- |"
    for name, found in vars(pbem.Game).items():
        if not name.startswith("_"):
            yield f"| `{_called(name, found)}` | {_summary(found)} |"


def codes() -> Iterator[str]:
    """Yield a table of the codes by which a tournament is judged."""
    yield "\n| code | what it means |\n| --- | --- |"
    yield from (f"| `{code}` | {meaning} |" for code, meaning in FAULTS.items())


def outcomes() -> Iterator[str]:
    """Yield a table of the outcomes that the table of every game adds to those of its rules."""
    yield ""
    yield from (one for one in forms("outcome", EVERY_GAMES) if one)


def _called(name: str, found: object) -> str:
    """Return a name, and of a function its arguments without their types."""
    if not inspect.isfunction(found):
        return name
    signature = inspect.signature(found)
    bare = [
        one.replace(annotation=inspect.Parameter.empty)
        for one in signature.parameters.values()
        if one.name != "self"
    ]
    return f"{name}{inspect.Signature(bare)}"


def _summary(found: object) -> str:
    """Return the first paragraph of a docstring, in Markdown."""
    first = (inspect.getdoc(found) or "").partition("\n\n")[0]
    first = first.replace(" (docs/cases.md)", "")  # the page has a link to it
    return " ".join(first.replace("``", "`").split()).replace("|", "\\|")


def _fields(cls: type) -> list[str]:
    """Return the public fields of a type, as its docstring or its struct has them."""
    if issubclass(cls, BaseException):
        return re.findall(r"^- ``(\w+)``", inspect.getdoc(cls) or "", re.MULTILINE)
    if cls is pbem.Game or cls is pbem.Order:
        return []
    if issubclass(cls, msgspec.Struct):
        own = [field.name for field in msgspec.structs.fields(cls)]
    else:
        own = [*cls.__annotations__]
    own += [name for name, one in vars(cls).items() if isinstance(one, property)]
    return [name for name in own if not name.startswith("_")]


# --- speeds ----------------------------------------------------------------------------------

_OF_A_GAME = re.compile(rf"({'|'.join(registry.own())})(?:, (\d+) events)?[:,] (.*)")
_PLAY = re.compile(r"random legal (play|games), (\w+) (\w+)")
_ALIKE = {
    r"one of \d+ units": "a unit",
    r"a list of \d+ tried": "a list tried",
    r"'pbem legal [^']+'": "'pbem legal UNIT'",
    r"--try of \d+ orders": "--try of a list",
}
"""The parts of the name of a row that differ from game to game -> their form in all of them."""


def speeds(found: Iterable[Speed], before: Iterable[Speed]) -> Iterator[str]:
    """Yield tables of what was measured: by game, by scenario, and the rest.

    ``before``: what was measured then, to stand in front of the row of the same name.
    """
    then = {one.name: f"{_digits(one.value)} → " for one in before}
    by_game: dict[str, dict[str, str]] = {}
    by_scenario: dict[str, dict[str, str]] = {}
    rest: list[Speed] = []
    for one in found:
        goal = f", {_goal(one)}" if one.goal else ""
        if of := _OF_A_GAME.fullmatch(one.name):
            row = of[3]
            for form, name in _ALIKE.items():
                row = re.sub(form, name, row)
            cells = by_game.setdefault(f"{row} ({one.unit}{goal})", {})
            shown = f"{then.get(one.name, '')}{_value(one)}{f' ({of[2]})' if of[2] else ''}"
            cells[of[1]] = f"{cells[of[1]]}; {shown}" if of[1] in cells else shown
        elif of := _PLAY.fullmatch(one.name):
            cells = by_scenario.setdefault(f"{of[2]} {of[3]}", {})
            cells[f"{one.unit}{goal}"] = then.get(one.name, "") + _value(one)
        else:
            rest.append(one)
    measured = [name for name in registry.own() if any(name in one for one in by_game.values())]
    yield from _table("row", by_game, measured)
    units = dict.fromkeys(unit for cells in by_scenario.values() for unit in cells)
    yield from _table("random play", by_scenario, units)
    yield "\n| row | measured | goal |\n| --- | ---: | --- |"
    for one in rest:
        yield f"| {one.name} | {then.get(one.name, '')}{_value(one)} {one.unit} | {_goal(one)} |"


def _table(
    title: str, rows: Mapping[str, Mapping[str, str]], columns: Iterable[str]
) -> Iterator[str]:
    named = list(columns)
    yield f"\n| {title} | {' | '.join(named)} |\n| --- |{' ---: |' * len(named)}"
    for row, cells in rows.items():
        yield f"| {row} | {' | '.join(cells.get(name, '') for name in named)} |"


def _value(one: Speed) -> str:
    """Return a value, in bold where it misses the goal."""
    sign, _, goal = one.goal.partition(" ")
    missed = bool(goal) and (one.value > float(goal) if sign == "<=" else one.value < float(goal))
    return f"**{_digits(one.value)}**" if missed else _digits(one.value)


def _goal(one: Speed) -> str:
    sign, _, goal = one.goal.partition(" ")
    return f"{sign} {_digits(float(goal))}" if goal else ""


def _digits(value: float) -> str:
    """Return a number with three digits that count."""
    return f"{float(f'{value:.3g}'):,.10g}"

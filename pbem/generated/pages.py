"""What of the tree is made of the games' data: charts and rulings in pages, the list of cases.

``python -m pbem.generated.pages .`` writes it in a copy of the repository; a test checks that it is
current.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from pbem.cases.run import files_in, read_file
from pbem.games import registry
from pbem.kit.charts import MORE_TOPICS, ORIGINS, TOPICS, Chart, provenances
from pbem.kit.module import RulesModule
from pbem.kit.paragraphs import SHOWN_BY, Meanings, Shown, glossary_chart

_RULINGS = re.compile("(<!-- rulings ([A-Z]) -->\n).*?(<!-- end -->\n)", re.DOTALL)
"""Where a page has the rulings of one letter."""


def all_pages(root: Path) -> dict[Path, str]:
    """Return what is made, by its path below ``root``, a copy of the repository."""
    made: dict[Path, str] = {}
    for name in registry.names():
        rules = registry.find(name, registry.newest(name) or 0)
        assert isinstance(rules, RulesModule)  # noqa: S101 - every game of the registry is one
        pages = Path("docs/games")
        made[pages / f"{name}-charts.md"] = charts_page(rules)
        rulings = pages / f"{name}-rulings.md"
        made[rulings] = rulings_page((root / rulings).read_text(), rules.meanings())
        cases = Path("pbem/games") / name / "data" / SHOWN_BY
        made[cases] = cases_list(root / "tests/cases" / name)
    return made


def write(root: Path) -> list[Path]:
    """Write everything that is made into a copy of the repository; return the files."""
    made = all_pages(root)
    for path, text in made.items():
        (root / path).write_text(text)
    return list(made)


# --- charts ----------------------------------------------------------------------------------


def charts_page(rules: RulesModule[Any]) -> str:
    """Return the page of a game's charts, those of every scenario once."""
    return "\n".join(_charts_lines(rules))


def _charts_lines(rules: RulesModule[Any]) -> Iterator[str]:
    name = rules.name
    yield f"# {rules.title}: charts\n"
    first, *others = rules.scenarios
    where = f" for the scenario `{first}`" if others else ""
    yield (
        "These are the charts with which pbem plays, and the source of each value. In a terminal,"
        f" `pbem chart {name} combat` prints the same{where}. For one of your games, `pbem chart"
        " GAME combat` prints the charts for its options and pack, and its current step in the"
        " sequence of play. `python -m pbem.generated.pages .` generates this page.\n"
    )
    yield "\n".join(f"- *{origin}*: {meaning}" for origin, meaning in ORIGINS.items())
    yield (
        f"\nDo you own the printed game? Then write the values to a file with `pbem pack export"
        f" {name}`, enter the printed ones, and run `pbem pack check`. Then open games with"
        f" `--pack`. The [rulings]({name}-rulings.md) decide cases that the rulebook leaves open."
        f" [Orders and options]({name}.md) are on another page.\n"
    )
    options = {word: option.default for word, option in rules.options.items()}
    charts: list[Chart] = []
    for scenario in rules.scenarios:
        shown = rules.game(scenario, options, rules.data()).charts()
        charts += [chart for chart in shown if chart not in charts]
    words = rules.glossary()
    charts += [glossary_chart(words)] if words else []
    about = TOPICS | MORE_TOPICS
    for topic in dict.fromkeys(chart.topic for chart in charts):
        yield f"## {topic}: {about[topic]}\n"
        for chart in charts:
            if chart.topic == topic:
                yield from _chart_lines(chart)


def _chart_lines(chart: Chart) -> Iterator[str]:
    origins = provenances(chart)
    several = len(origins) > 1
    paragraph = f" [{chart.paragraph}]" if chart.paragraph else ""
    yield f"### {chart.title}{paragraph}\n"
    columns = [*chart.columns, *(["from"] if several else [])]
    yield _line(columns)
    yield _line(["---"] * len(columns))
    for row in chart.rows:
        mark = [f"({origins.index(row.provenance) + 1})"] if several else []
        yield _line([*map(_plain, row.cells), *mark])
    yield ""
    yield from (f"{_plain(note)}\n" for note in chart.notes)
    for number, origin in enumerate(origins, 1):
        yield f"({number}) {_plain(origin)}  " if several else f"From: {_plain(origin)}"
    yield ""


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    """Return a text so that nothing in it is read as markup, but what is quoted as code."""
    return re.sub(r"([|*<])", r"\\\1", text)


# --- rulings and cases -----------------------------------------------------------------------


def rulings_page(page: str, meanings: Meanings) -> str:
    """Return the page of rulings with those of each letter where it has a place for them."""

    def table(place: re.Match[str]) -> str:
        lines = ["| no. | paragraph | ruling |", "| --- | --- | --- |"]
        for name, ruling in meanings.rulings.items():
            if name.startswith(place[2]):
                text = ruling.text.replace("|", "\\|")
                lines.append(f"| {name} | {', '.join(ruling.of)} | {text} |")
        return "\n".join([place[1].rstrip(), *lines, place[3]])

    return _RULINGS.sub(table, page)


def cases_list(folder: Path) -> str:
    """Return the numbered cases of a game in short, a line each, as they stand in their files."""
    lines = [
        msgspec.json.encode(Shown(case.id, tuple(case.paragraphs), case.title)).decode()
        for file in files_in(folder)
        for case in read_file(file).cases
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    write(Path(sys.argv[1]))

"""The parts of the tree made of code and the games' data: pages, parts of pages, lists of cases.

``python -m pbem.generated.pages .`` writes it in a copy of the repository; a test checks that it is
current.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Any, get_args

import msgspec

from pbem.cases.run import files_in, read_file
from pbem.court.facts import AnyFact
from pbem.games import registry
from pbem.generated import rulebook, sections
from pbem.generated.forms import forms, line, table
from pbem.kit.charts import MORE_TOPICS, ORIGINS, TOPICS, Chart, provenances
from pbem.kit.contract import Fact, Option, Outcome
from pbem.kit.hexgame.module import HexRules
from pbem.kit.module import RulesModule
from pbem.kit.options import spans
from pbem.kit.paragraphs import SHOWN_BY, Meanings, Shown, glossary_chart
from pbem.kit.typed.lines import Line

_RULINGS = re.compile("(<!-- rulings ([A-Z]) -->\n).*?(<!-- end -->\n)", re.DOTALL)
"""The place in a page of the rulings of one letter."""
_FACTS = re.compile("(<!-- generated: facts of a verdict -->\n).*?(<!-- end -->\n)", re.DOTALL)
"""The place in the page of dispute reports of the forms of facts."""


def all_pages(root: Path) -> dict[Path, str]:
    """Return what is made, by its path below ``root``, a copy of the repository."""
    made: dict[Path, str] = {}
    for name in registry.own():
        rules = registry.find(name, registry.newest(name) or 0)
        assert isinstance(rules, RulesModule)  # noqa: S101 - every game of the registry is one
        pages = Path("docs/games")
        made[pages / f"{name}-charts.md"] = charts_page(rules)
        made[pages / f"{name}-orders.md"] = orders_page(rules)
        rulings = pages / f"{name}-rulings.md"
        made[rulings] = rulings_page((root / rulings).read_text(), rules.meanings())
        cases = Path("pbem/games") / name / "data" / SHOWN_BY
        made[cases] = cases_list(root / "tests/cases" / name)
        made |= rulebook.pictures(root, rules)
    court = Path("docs/court.md")
    made[court] = court_page((root / court).read_text())
    for page in map(Path, sections.PAGES):
        made[page] = sections.filled((root / page).read_text(), root)
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
    yield _filled(
        "These are the charts with which pbem plays, and the source of each value. In a terminal,"
        f" `pbem chart {name} combat` prints the same{where}. For one of your games, `pbem chart"
        " GAME combat` prints the charts for its options and pack, and its current step in the"
        " sequence of play. `python -m pbem.generated.pages .` generates this page."
    )
    options = {word: option.default for word, option in rules.options.items()}
    charts: list[Chart] = []
    for scenario in rules.scenarios:
        shown = rules.game(scenario, options, rules.data()).charts()
        charts += [chart for chart in shown if chart not in charts]
    whose = {origin.partition(":")[0] for chart in charts for origin in provenances(chart)}
    yield from _sources(name, own=whose == {"project"})
    words = rules.glossary()
    charts += [glossary_chart(words)] if words else []
    about = TOPICS | MORE_TOPICS
    for topic in dict.fromkeys(chart.topic for chart in charts):
        yield f"## {topic}: {about[topic]}\n"
        for chart in charts:
            if chart.topic == topic:
                yield from _chart_lines(chart)


def _sources(name: str, *, own: bool) -> Iterator[str]:
    """Yield what the sources of values mean, and how to play with other values."""
    if not own:
        yield "\n".join(f"- *{origin}*: {meaning}" for origin, meaning in ORIGINS.items())
    begins = (
        "This is a game of our own, and all its values are ours. To try others, write them to a"
        f" file with `pbem pack export {name}`, change them,"
        if own
        else f"Do you own the printed game? Then write the values to a file with `pbem pack export"
        f" {name}`, enter the printed ones,"
    )
    yield "\n" * (not own) + _filled(
        f"{begins} and run `pbem pack check`. Then open games with `--pack`. The"
        f" [rulings]({name}-rulings.md) decide cases that the rulebook leaves open. [Orders and"
        f" options]({name}.md) are on another page."
    )


def _filled(text: str) -> str:
    """Return a paragraph in lines that are not too long."""
    return fill(text, 100, break_on_hyphens=False, break_long_words=False) + "\n"


def _chart_lines(chart: Chart) -> Iterator[str]:
    origins = provenances(chart)
    several = len(origins) > 1
    paragraph = f" [{chart.paragraph}]" if chart.paragraph else ""
    yield f"### {chart.title}{paragraph}\n"
    columns = [*chart.columns, *(["from"] if several else [])]
    yield line(columns)
    yield line(["---"] * len(columns))
    for row in chart.rows:
        mark = [f"({origins.index(row.provenance) + 1})"] if several else []
        yield line([*map(_plain, row.cells), *mark])
    yield ""
    yield from (_filled(_plain(note)) for note in chart.notes)
    for number, origin in enumerate(origins, 1):
        start, end = (f"({number})", "  ") if several else ("From:", "")
        yield _filled(f"{start} {_plain(origin)}").removesuffix("\n") + end
    yield ""


def _plain(text: str) -> str:
    """Return a text so that nothing in it is read as markup, but what is quoted as code."""
    return re.sub(r"([|*<])", r"\\\1", text)


# --- orders, and what a program reads ---------------------------------------------------------


def orders_page(rules: RulesModule[Any]) -> str:
    """Return the page of a game's options, facts, default responses, orders and outcomes."""
    return "\n".join(_orders_lines(rules))


def _orders_lines(rules: RulesModule[Any]) -> Iterator[str]:
    name = rules.name
    yield f"# {rules.title}: orders\n"
    yield "<!-- generated: python -m pbem.generated.pages . -->\n"
    yield from _lines(rules)
    if rules.options:
        yield "## Options\n"
        yield "`pbem new` takes each with `--option NAME=VALUE`.\n"
        yield from table(
            ("option", "values", "meaning", "paragraph"),
            ((f"`{word}`", _values(one), one.title, one.paragraph)
             for word, one in rules.options.items()),
        )  # fmt: skip
    defaults = {word: option.default for word, option in rules.options.items()}
    game = rules.game(next(iter(rules.scenarios)), defaults, rules.data())
    yield "## Facts for conditions\n"
    yield from table(
        ("fact", "value", "meaning"),
        ((f"`{' '.join((word, *fact.args))}`", _answers(fact), fact.title)
         for word, fact in game.facts.items()),
    )  # fmt: skip
    yield "## Default responses\n"
    place = "pbem/kit/hexgame" if isinstance(rules, HexRules) else f"pbem/games/{name}"
    yield _filled(f"In short. The module `{place}/rules/usual.py` has the exact weights.")
    usual: dict[str, str] = {}
    sides: set[str] = set()
    for scenario in rules.scenarios:
        bound = rules.game(scenario, defaults, rules.data())
        sides.update(bound.sides)
        for side in bound.sides:
            usual |= bound.usual_words(side)
    yield from table(("question", "answer"), ((f"`{one}`", usual[one]) for one in usual))
    yield "## Orders in an event\n"
    schema = f"schemas/{name}-{rules.version}"
    about = (
        f"An event leaves out a part that an order leaves out. `{schema}-order.json` has the exact"
        f" forms, `{schema}-standing.json` those of standing orders."
    )
    yield fill(about, 100, break_on_hyphens=False) + "\n"
    yield from forms("`do`", get_args(rules.types["order"]), sides)
    yield "## Outcomes\n"
    yield "Each has `is` (its name) and `paragraph` too.\n"
    within = f"pbem.games.{name}."
    own = [one for one in Outcome.__subclasses__() if one.__module__.startswith(within)]
    based: Any = game
    yield from forms("`is`", own or based.outcomes, sides)
    yield "## Paragraphs\n"
    yield f"`pbem why {name} PARAGRAPH` says what one means here, with its rulings and cases.\n"
    known, rulings = rules.paragraphs(), rules.meanings().rulings
    what = {**known.heads, **known.paragraphs}
    listed = (one for one in known.names if one not in rulings)
    yield from table(("paragraph", "about"), ((one, what[one]) for one in listed))


def _lines(rules: RulesModule[Any]) -> Iterator[str]:
    """Yield the lines that players write."""
    yield _filled(
        f"In a terminal, `pbem chart {rules.name} orders` prints these lines. [Writing"
        " orders](../playing-by-mail.md#writing-orders) says what holds in every game."
    )
    found: dict[str, tuple[Line, ...]] = {
        "Orders": rules.lines().orders,
        "Standing orders": rules.lines().standing,
    }
    for title, lines in found.items():
        yield f"## {title}\n"
        yield from table(("line", "meaning"), ((one.write, one.means) for one in lines))


def _values(option: Option) -> str:
    """Return what an option may be, with its default."""
    reported = ", ".join(spans(option.choices, lambda one: f"`{_typed(one)}`"))
    default = f"`{_typed(option.default)}`"
    if default in reported:
        return reported.replace(default, f"{default} (default)", 1)
    return f"{reported}; {default} (default)"


def _answers(fact: Fact) -> str:
    """Return what a fact can be; players write `nothing` for an empty text."""
    words = ", ".join(f"`{one or 'nothing'}`" for one in fact.words)
    more = ", or a text" if words and fact.form else ""
    return f"{words}{more}" or fact.value


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def court_page(page: str) -> str:
    """Return the page of dispute reports with the forms of facts, where it has a place for them."""
    facts = "\n".join(forms("fact", get_args(AnyFact)))
    return _FACTS.sub(lambda place: f"{place[1]}{facts}{place[2]}", page)


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

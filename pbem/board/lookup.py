"""Lookups beside the map, as markup: charts, paragraphs, why something is as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.audit.explaining.words import cause_words, head_words
from pbem.kit.charts import MORE_TOPICS, SEQUENCE, TOPICS, provenances
from pbem.view.markup import Markup, joined, table, tag

if TYPE_CHECKING:
    from pbem.audit.explaining.explain import Explanation
    from pbem.audit.explaining.story import Cause
    from pbem.client.views.charts import Charted
    from pbem.client.views.why import Explained
    from pbem.kit.charts import Chart

CASES_MOST = 5
"""So many numbered cases of a paragraph are named; `pbem why` names more."""
_CITED = re.compile(r"\[([^\[\]]+)\]")
"""The places where a text names paragraphs, in brackets with commas between them."""
_PARAGRAPH = re.compile(r"[0-9]+(\.[0-9]+)+[A-Za-z]?|[A-Z]+[0-9]+")
"""A paragraph, or a ruling."""


def charts(found: Charted) -> Markup:
    """Return the charts of a game, topic by topic."""
    return joined(_charts(found))


def _charts(found: Charted) -> Iterator[Markup]:
    about = TOPICS | MORE_TOPICS
    for topic in dict.fromkeys(chart.topic for chart in found.charts):
        now = _now(found) if topic == SEQUENCE else ()
        yield tag(
            "details",
            tag("summary", tag("b", topic), f": {about[topic]}" if topic in about else ""),
            *now,
            *(part for chart in found.charts if chart.topic == topic for part in _chart(chart)),
        )


def _now(found: Charted) -> Iterator[Markup]:
    """Say where the game stands in the sequence of play."""
    if found.stage is not None:
        turn = "" if found.turn is None else f"turn {found.turn}, "
        coming = "" if found.coming is None else f" Next: {found.coming}."
        yield tag("p", f"Now: {turn}{found.stage}.{coming}")


def _chart(chart: Chart) -> Iterator[Markup]:
    origins = provenances(chart)
    several = len(origins) > 1
    yield tag("h3", *_linked(f"{chart.title}{f' [{chart.paragraph}]' if chart.paragraph else ''}"))
    yield table(
        [*chart.columns, *(["from"] if several else [])],
        (
            [*one.cells, *([f"({origins.index(one.provenance) + 1})"] if several else [])]
            for one in chart.rows
        ),
    )
    for note in chart.notes:
        yield tag("p", note)
    for number, origin in enumerate(origins, 1):
        yield tag("p", f"({number}) {origin}" if several else f"From: {origin}", class_="help")


def paragraph(found: Explained) -> Markup:
    """Return what a paragraph or a ruling means, with the rulings on it and cases that show it."""
    return joined(_paragraph(found))


def _paragraph(found: Explained) -> Iterator[Markup]:
    yield tag("h3", f"{found.name}{f': {found.about}' if found.about else ''}")
    yield tag("p", found.means)
    if found.of:
        yield tag("p", "A ruling on ", *_linked(f"[{', '.join(found.of)}]"))
    if found.rulings:
        yield tag("ul", *(tag("li", f"Ruling {name}: {ruling.text}")
                          for name, ruling in found.rulings.items()))  # fmt: skip
    if found.cases:
        shown = (tag("li", f"{case.id}: {case.title}") for case in found.cases[:CASES_MOST])
        yield tag("p", f"Numbered cases that show it, {len(found.cases)}:")
        yield tag("ul", *shown)


def reasons(found: Explanation) -> Markup:
    """Return why an event or a step of one is as it is."""
    return joined(_reasons(found))


def _reasons(found: Explanation) -> Iterator[Markup]:
    yield tag("h3", *_linked(head_words(found)))
    if found.finding is not None:
        blame = ", then ".join(found.finding.blame)
        yield tag("p", f"NOT valid: {found.finding.code}, {found.finding.title}.", class_="wrong")
        if blame:
            yield tag("p", f"To blame, as far as the log proves it: {blame}.")
    yield tag("ul", *(tag("li", *_cause(one)) for one in found.causes))
    if found.steps:
        yield tag("p", "Results:")
        steps = ((one.cites, one.text) for one in found.steps)
        yield tag("ul", *(tag("li", f"{place}  {text}", *_linked(f" [{by}]" if by else ""))
                          for (place, by), text in steps))  # fmt: skip


def _cause(cause: Cause) -> Iterator[Markup | str]:
    # A later event is cited by its place in the log first, which is written as a paragraph is.
    return _linked(cause_words(cause), cause.cites[:1] if cause.about == "step" else ())


def _linked(text: str, but: Sequence[str] = ()) -> Iterator[Markup | str]:
    """Yield a text whose paragraphs in brackets, ``but`` some, can be asked for."""
    end = 0
    for cited in _CITED.finditer(text):
        yield text[end : cited.start()]
        for number, name in enumerate(cited[1].split(", ")):
            yield ", " if number else "["
            if _PARAGRAPH.fullmatch(name) and name not in but:
                yield tag("button", name, type="button", data_paragraph=name, class_="cited")
            else:
                yield name
        yield "]"
        end = cited.end()
    yield text[end:]

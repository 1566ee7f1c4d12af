"""The charts of a game at the client, or of a game as this release has it, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.cells import cells, wrap
from pbem.client.play.opening import scenario_of
from pbem.client.session.session import Session, result_of
from pbem.client.storage.packs import newest
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.kit.charts import MORE_TOPICS, SEQUENCE, TOPICS, Chart, provenances
from pbem.kit.contract import Game, Rules
from pbem.kit.module import RulesModule
from pbem.kit.options import options_chart
from pbem.kit.paragraphs import glossary_chart, rulings_chart
from pbem.kit.typed.lines import lines_charts
from pbem.kit.typed.suggest import did_you_mean
from pbem.play import fence
from pbem.play.play import Play
from pbem.table.owned import OwnersPack, owners_pack, pack_words

_LAST_COLUMN_LEAST = 12
"""So many cells the last column has, however little room is left for it."""


class Charted(msgspec.Struct, frozen=True, kw_only=True, rename={"active": "pen"}):
    """The charts of a game.

    ``game``: its name at this client, null for a ``scenario`` as this release has it, with no
    option chosen. ``pack``: an owner's data pack. If the game goes on:

    - ``turn``: The number of the turn.
    - ``stage`` and ``coming``: This step of the sequence of play, and the next.
    - ``active``: The active player, and what they are to do.
    """

    title: str
    rules: str
    scenario: str
    game: str | None
    charts: list[Chart]
    pack: OwnersPack | None = None
    turn: int | None = None
    stage: str | None = None
    coming: str | None = None
    active: str | None = None


def charts_of_rules(name: str, wanted: str | None = None) -> Charted:
    """Return the charts of the newest version of some rules; raises NotFound.

    ``wanted``: of this scenario, the first where none is named.
    """
    rules = newest(name)
    scenario = scenario_of(rules, wanted)
    options = {word: option.default for word, option in rules.options.items()}
    game = fence.bound(rules, scenario, options, fence.asked(rules, "data"))
    charts = _all_charts(rules, game, options)
    return Charted(title=rules.title, rules=rules.name, scenario=scenario, game=None, charts=charts)


def charts_of_game(session: Session) -> Charted:
    """Return the charts of a game as it is played: its scenario, options and data."""
    table, library = session.table, session.client.library
    opening = table.opening
    assert opening is not None  # noqa: S101 - a log begins with its opening
    now = table.rules_now()
    rules, data = library.load(now)
    play = table.play
    game = play.game if play else fence.bound(rules, opening.scenario, opening.options, data)
    found = Charted(
        title=rules.title,
        rules=rules.name,
        scenario=opening.scenario,
        game=session.name,
        charts=_all_charts(rules, game, opening.options),
        pack=owners_pack(library, now),
        active=result_of(table) or table.active().why,
    )
    return found if play is None else _standing(found, play, goes_on=table.result is None)


def charts_of_play(rules: Rules, play: Play, scenario: str, options: Mapping[str, Any]) -> Charted:
    """Return the charts of a game that is played without a log; ``options``: name -> value."""
    found = Charted(
        title=rules.title,
        rules=rules.name,
        scenario=scenario,
        game=None,
        charts=_all_charts(rules, play.game, options),
    )
    return _standing(found, play, goes_on=play.result is None)


def _standing(charted: Charted, play: Play, *, goes_on: bool) -> Charted:
    """Return charts that say where the game stands."""
    game, position = play.game, play.position
    return msgspec.structs.replace(
        charted,
        turn=int(game.fact(position, "turn", ())) if "turn" in game.facts else None,
        stage=game.stage(position) if goes_on else None,
        coming=game.coming(position) if goes_on else None,
    )


def _all_charts(rules: Rules, game: Game[Any, Any], options: Mapping[str, Any]) -> list[Chart]:
    """Return a game's own charts, then those that are the same for all."""
    reported = [options_chart(rules.options, options)]
    if isinstance(rules, RulesModule):
        words = rules.glossary()
        reported = [
            *lines_charts(rules.lines()),
            *([glossary_chart(words)] if words else []),
            *reported,
            rulings_chart(rules.meanings()),
        ]
    return [*game.charts(), *reported]


class Meaning(msgspec.Struct, frozen=True):
    """The meaning of an abbreviation, with its paragraph, and in a word or two (``short``).

    ``bare``: a result beside those whom it befalls. ``unit`` and ``units``: what a letter of the
    name of a unit says of it, and of several.
    """

    means: str
    short: str
    bare: str
    unit: str = ""
    units: str = ""


def abbreviations(rules: Rules) -> dict[str, Meaning]:
    """Return what each abbreviation of a game stands for."""
    words = rules.glossary() if isinstance(rules, RulesModule) else {}
    return {
        word: Meaning(
            f"{one.means} [{one.of}]",
            short := one.short or one.means,
            one.bare or short,
            one.unit,
            one.units or one.unit,
        )
        for word, one in words.items()
    }


def on_topic(charted: Charted, words: Sequence[str]) -> Charted:
    """Return the charts of one topic, as somebody typed it.

    Raises FormError with the topics that there are.
    """
    known = list(dict.fromkeys(chart.topic for chart in charted.charts))
    [topic, *more] = words
    if more and topic not in known and more[0] in known:
        raise FormError(f"There is no game called '{escape(topic)}' here")
    if more or topic not in known:
        said = escape(" ".join(words))
        raise FormError(
            f"There is no chart about '{said}'{did_you_mean(said, known) or '.'} "
            f"Topics: {', '.join(known)}"
        )
    charts = [chart for chart in charted.charts if chart.topic == topic]
    return msgspec.structs.replace(charted, charts=charts)


# --- in lines --------------------------------------------------------------------------------


def topic_lines(charted: Charted, width: int) -> Iterator[str]:
    """Describe what there are charts about, a line each; ``width``: as for `chart_lines`."""
    yield from _head(charted, width)
    about = TOPICS | MORE_TOPICS
    for topic in dict.fromkeys(chart.topic for chart in charted.charts):
        yield f"  {topic:9} {about.get(topic, '')}".rstrip()
    yield f"Add a topic: pbem chart {charted.game or charted.rules} combat"


def chart_lines(charted: Charted, width: int) -> Iterator[str]:
    """Describe charts; the last column of each is folded to ``width`` cells."""
    yield from _head(charted, width)
    for chart in charted.charts:
        yield ""
        yield from _chart(chart, charted.stage if chart.topic == SEQUENCE else None, width)
    if charted.game is not None and any(chart.topic == SEQUENCE for chart in charted.charts):
        turn = "" if charted.turn is None else f"turn {charted.turn}, "
        stage = "" if charted.stage is None else f"{charted.stage}. "
        yield ""
        yield from wrap(f"Now: {turn}{stage}{escape(charted.active or '')}", width)
        if charted.coming is not None:
            yield f"Next: {charted.coming}."


def _head(charted: Charted, width: int) -> list[str]:
    if charted.game is None:
        own = f"{escape(charted.title)}, {charted.scenario}: as this release has it."
        return wrap(own, width, subsequent_indent="  ")
    lines = [f"{charted.game}: {escape(charted.title)}, {charted.scenario}"]
    lines += [] if charted.pack is None else [pack_words(charted.pack)]
    return [part for line in lines for part in wrap(line, width, subsequent_indent="  ")]


def _chart(chart: Chart, now: str | None, width: int) -> Iterator[str]:
    """Describe one chart: where it comes from, once or by number; ``now`` marks a row."""
    origins = provenances(chart)
    paragraph = f" [{chart.paragraph}]" if chart.paragraph else ""
    yield from wrap(escape(f"{chart.title}{paragraph}"), width, subsequent_indent="  ")
    several = len(origins) > 1
    rows = [
        [*([f"({origins.index(row.provenance) + 1})"] if several else []), *map(escape, row.cells)]
        for row in chart.rows
    ]
    columns = [*([""] if several else []), *chart.columns]
    before = [max(map(cells, (row[at] for row in [columns, *rows]))) for at in range(len(columns))]
    marks = ["  ", *("> " if row.cells[0] == now else "  " for row in chart.rows)]
    for mark, row in zip(marks, [columns, *rows], strict=True):
        yield from _line(mark, row, before[:-1], width)
    for note in chart.notes:
        yield from wrap(escape(note), width, initial_indent="  ", subsequent_indent="  ")
    for number, origin in enumerate(origins, 1):
        begin = f"  ({number}) " if several else "  From: "
        yield from wrap(escape(origin), width, initial_indent=begin, subsequent_indent="      ")


def _line(mark: str, row: Sequence[str], before: Sequence[int], width: int) -> Iterator[str]:
    """Describe a row whose last column is folded under itself."""
    begun = mark + "".join(
        f"{text}{' ' * (room - cells(text) + 2)}" for text, room in zip(row, before, strict=False)
    )
    room = max(width - cells(begun), _LAST_COLUMN_LEAST)
    first, *others = wrap(row[-1], room) or [""]
    yield f"{begun}{first}".rstrip()
    for other in others:
        yield f"{' ' * cells(begun)}{other}"

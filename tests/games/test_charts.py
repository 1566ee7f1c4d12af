"""The charts of every game: nothing of the data is left out, and everything says its origin."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from long import far
from pbem.client.storage.packs import newest
from pbem.client.views import charts as look
from pbem.crypto.text import escape
from pbem.games import registry
from pbem.kit.charts import MORE_TOPICS, ORIGINS, TOPICS, Chart, cell
from pbem.kit.contract import Game
from pbem.kit.module import RulesModule
from pbem.kit.options import spans
from pbem.selfplay.simulate import SeededDice, Setup, answer_sensible, begin, bind

GAMES = sorted(registry.RULES)
DRAWN = {"grid"}
"""The data that a map shows and no chart."""
EXPLAINED = {"paragraphs", "rulings", "glossary"}
"""The data that `pbem why` and the pages show: most games have a file for each beside their data.
"""
WIDTH = 80
DECISIONS = far(200, of=400)
"""More than a whole game, or its first turns."""


def module(name: str, version: int) -> RulesModule[Any]:
    rules = registry.find(name, version)
    assert isinstance(rules, RulesModule)
    return rules


def games(rules: RulesModule[Any], data: Any = None) -> Iterator[Game[Any, Any]]:
    """Every scenario with the default options."""
    options = {word: option.default for word, option in rules.options.items()}
    for scenario in rules.scenarios:
        yield rules.game(scenario, options, data or rules.data())


def everything(rules: RulesModule[Any]) -> list[Chart]:
    return [chart for game in games(rules) for chart in game.charts()]


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_every_topic_has_charts_and_every_chart_a_topic(name, version):
    for game in games(module(name, version)):
        topics = {chart.topic for chart in game.charts()}
        assert set(TOPICS) <= topics <= {*TOPICS, *MORE_TOPICS}


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_charts_are_whole(name, version):
    rules = module(name, version)
    paragraphs = rules.paragraphs().names
    for chart in everything(rules):
        assert chart.title
        assert chart.paragraph in paragraphs, chart
        assert chart.rows, chart.title
        for row in chart.rows:
            assert len(row.cells) == len(chart.columns), row
            assert all(row.cells), row


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_every_row_says_where_it_comes_from_in_a_known_word(name, version):
    for chart in everything(module(name, version)):
        for row in chart.rows:
            assert re.match("[a-z-]+", row.provenance)[0] in ORIGINS, row


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_text_is_safe_for_a_terminal(name, version):
    for chart in everything(module(name, version)):
        said = [chart.title, *chart.columns, *chart.notes]
        said += [text for row in chart.rows for text in (*row.cells, row.provenance)]
        for text in said:
            assert escape(text) == text
            assert text == text.strip()


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_no_line_is_wider_than_a_terminal(name, version):
    for line in look.chart_lines(look.charts_of_rules(name), WIDTH):
        assert len(line) <= WIDTH, line


# --- nothing of the data is left out -----------------------------------------------------------


def words(text: str) -> str:
    """A text as words between blanks, without what is between them."""
    return f" {' '.join(re.findall('[0-9A-Za-z]+', text))} "


def leaves(part: Any, mark: str) -> Iterator[tuple[str, str]]:
    """Every name and value of some data with the mark that stands where its provenance was.

    Yes, no, nothing and an empty text have no word of their own.
    """
    if isinstance(part, dict):
        mark = part.get("provenance", mark)
        for key, value in part.items():
            if key in DRAWN | EXPLAINED | {"provenance"}:
                continue
            part_of_the_data = isinstance(value, dict) and "provenance" in value
            if not key.isidentifier() and not part_of_the_data:
                yield key, mark
            yield from leaves(value, mark)
    elif isinstance(part, list | tuple):
        for value in part:
            yield from leaves(value, mark)
    elif part not in {None, ""} and not isinstance(part, bool):
        yield str(part), mark


def marked(part: Any, count: list[int]) -> Any:
    """The same data, each provenance made a word that stands nowhere else."""
    if isinstance(part, dict):
        count[0] += 1
        mark = {"provenance": f"printed mark{count[0]}e"} if "provenance" in part else {}
        return {key: marked(value, count) for key, value in part.items()} | mark
    if isinstance(part, list | tuple):
        return [marked(value, count) for value in part]
    return part


LEAST = {"lantern": 250, "table": 50}
"""So many values the data of a small game have at least."""


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_every_value_of_the_data_is_shown_with_where_it_comes_from(name, version):
    """Also for an owner's pack: what is shown is of the data that a game is played with."""
    rules = module(name, version)
    plain = marked(msgspec.to_builtins(rules.data()), [0])
    data = msgspec.convert(plain, type(rules.data()))
    shown: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for game in games(rules, data):
        names |= game.side_names
        for chart in game.charts():
            for row in chart.rows:
                shown.setdefault(row.provenance, []).extend(
                    [*chart.columns, *chart.notes, *row.cells]
                )
    reported = {mark: (set(texts), words(" ".join(texts))) for mark, texts in shown.items()}
    seen = 0
    for leaf, mark in leaves(plain, ""):
        cells, text = reported.get(mark, (set(), ""))
        if names.get(leaf) not in cells:  # else it is a side, by its name
            assert words(leaf) in text if words(leaf).strip() else leaf in cells, (leaf, mark)
        seen += 1
    assert seen > LEAST.get(name, 300)
    own = {row.provenance for chart in everything(rules) for row in chart.rows}
    assert not {mark for mark in shown if mark.startswith("printed")} & own


@pytest.mark.parametrize("name", registry.names())
def test_every_option_is_told_by_its_title_its_paragraph_and_what_it_may_be(name):
    """Titles of options too: they are no part of the game's own charts."""
    found = look.charts_of_rules(name)
    (chart,) = (one for one in found.charts if one.topic == "options")
    rules = newest(name)
    rows = {row.cells[0]: row.cells for row in chart.rows}
    assert list(rows) == list(rules.options)
    for word, option in rules.options.items():
        _, paragraph, here, may_be, what = rows[word]
        assert paragraph == option.paragraph
        assert words(str(cell(option.default))) == words(here)
        assert what == option.title or what.startswith(f"{option.title} (")
        assert all(one in f"{may_be} {what}" for one in spans(option.choices)), (word, may_be, what)


# --- where a game stands -----------------------------------------------------------------------


class Watched:
    """A game that notes how its stage changes: what it was, what was coming, what it became."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self.changes: list[tuple[str, str, str]] = []
        self.stages: list[tuple[int, str]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, position: Any, outcome: Any) -> None:
        before, coming = self._game.stage(position), self._game.coming(position)
        self._game.apply(position, outcome)
        if self._game.result(position) is None:
            after = self._game.stage(position)
            self.stages.append((int(self._game.fact(position, "turn", ())), after))
            if after != before:
                self.changes.append((before, coming, after))


@pytest.mark.few(1, 3)
@pytest.mark.parametrize(("name", "version"), GAMES)
@pytest.mark.parametrize("seed", [0, 1])
def test_where_a_game_stands_is_a_step_of_its_sequence_and_the_next_one_follows(
    name, version, seed
):
    rules = module(name, version)
    for scenario in rules.scenarios:
        game = Watched(bind(Setup(name, scenario, {})))
        charts = [chart for chart in game.charts() if chart.topic == look.SEQUENCE]
        steps = [row.cells[0] for chart in charts for row in chart.rows]
        rng = random.Random(seed)  # noqa: S311 - no secret
        while len(game.changes) <= 6:  # a single fight has few steps: then the next one too
            game.stages.clear()
            play, before = begin(game), len(game.changes)
            for _ in range(DECISIONS):
                if play.result is not None:
                    break
                on(play, rng)
            order = [(turn, steps.index(stage)) for turn, stage in game.stages]
            assert order == sorted(order)
            assert len(game.changes) > before
        for before, coming, after in game.changes:
            assert coming == after, (scenario, before)


def on(play: Any, rng: random.Random) -> None:
    """Go on by one answer or one roll."""
    asked = play.asked
    if play.due is not None:
        play.roll(SeededDice(rng))
        return
    raw = answer_sensible(play, rng)[0]
    if asked.secret is not None:
        play.open(raw) if asked.opens else play.seal(asked.secret)
    else:
        play.order(play.seats[asked.side], [raw])

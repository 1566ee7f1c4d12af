"""The screen of a game, taken from its charts, tracks and picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.kit import plain
from pbem.kit.charts import END, SEQUENCE, WHAT_IT_DOES, WHOLE_NAME, Chart, Row
from pbem.kit.contract import Game, Order, Question
from pbem.kit.picture import Tray
from pbem.kit.screen import MOST_PARTS, AtHand, CardText, Phase, ScoreLine, ScorePart, Summary
from pbem.kit.sides import side_name
from pbem.kit.typed.orders import Pass

LABEL_MOST = 24
"""Letters of a label of the score."""


class FromTheRest:
    """The screen of one game, as its other modules describe it.

    ``DECLINED``: question -> what `pass` means there. ``PASSING``: the steps in which one is only
    asked for a card.
    """

    DECLINED: Mapping[str, str] = {"advance": "Nobody advances"}
    PASSING: Collection[str] = ()

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    @cached_property
    def _charts(self) -> Sequence[Chart]:
        return self._game.charts()  # of the setting alone, which never changes

    def unit_name(self, _setting: Any, _side: str, unit: str) -> str:
        """Return the name of a unit in the charts of units, else what orders call it.

        It stands in the column `pbem.kit.charts.WHOLE_NAME`, or in ``name``. If units of two sides
        have one name, the game has to say which is meant.
        """
        rows = list(self._rows("units", unit))
        cells = (_cell(*row, column) for column in (WHOLE_NAME, "name") for row in rows)
        return next(filter(None, cells), unit)

    def order_words(self, _setting: Any, position: Any, order: Order) -> str:
        """Return the line of an order; for `pass`, what the open question lets a player decline."""
        if isinstance(order, Pass):
            asked = self._game.need(position)
            name = asked.name if isinstance(asked, Question) else ""
            return self.DECLINED.get(name, "Pass")
        return plain.capital(self._game.text(order))

    def phases(self, _setting: Any, position: Any) -> tuple[Phase, ...]:
        """Return the steps of the chart of the sequence of play in which a position stands."""
        now = self._game.stage(position)
        for chart in self._charts:
            steps = [row.cells[0] for row in chart.rows]
            if chart.topic == SEQUENCE and now in steps:
                return tuple(self._phase(step) for step in steps if step != END)
        return (self._phase(now),)

    def score(self, _setting: Any, position: Any) -> tuple[ScorePart, ...]:
        """Return the first tracks with their values; of a game without tracks, the turn."""
        game = self._game
        tracks = game.tracks or tuple({"turn"} & set(game.facts))
        return tuple(
            ScorePart(_label(name, game.facts[name].title), str(game.fact(position, name, ())))
            for name in tracks[:MOST_PARTS]
        )

    def summary(self, setting: Any, position: Any) -> Summary:
        """Return the turn by the facts, the present phase, and the score without that turn.

        A game with more to say has its own `turn`, `standing` or `losses`.
        """
        return Summary(
            self.turn(setting, position),
            self._phase(self._game.stage(position)).title,
            self.standing(setting, position)[:MOST_PARTS],
            self.losses(setting, position),
        )

    def turn(self, _setting: Any, position: Any) -> str:
        """Return the turn in words; empty if no fact says it."""
        if "turn" not in self._game.facts:
            return ""
        return f"Turn {self._game.fact(position, 'turn', ())}"

    def standing(self, _setting: Any, position: Any) -> tuple[ScoreLine, ...]:
        """Return the lines of the score: each of its parts that is not the turn."""
        turn = {"turn"} & set(self._game.facts)
        told = {_label(name, self._game.facts[name].title) for name in turn}
        return tuple(
            ScoreLine("", (one,)) for one in self._game.score(position) if one.label not in told
        )

    def losses(self, _setting: Any, _position: Any) -> tuple[ScorePart, ...]:
        """Return nothing: where lost units are, only the game knows."""
        return ()

    def at_hand(self, _setting: Any, _position: Any, _side: str) -> AtHand | None:
        """Return nothing: a game with a map has no buttons for dice and cards."""
        return None

    def drawers(self, _setting: Any, position: Any) -> tuple[Tray, ...]:
        """Return the trays of the picture: counters that are off the map."""
        return self._game.picture(position).trays

    def card_text(self, _setting: Any, card: str) -> CardText:
        """Return what the charts of cards say of a card, by its name or the first word of it."""
        names = (card, card.partition(" ")[0])
        rows = [row for name in names for row in self._rows("cards", name)]
        kind = next((said for row in rows if (said := _cell(*row, "type"))), "")
        text = next((said for row in rows if (said := _cell(*row, WHAT_IT_DOES))), "")
        return CardText(card, kind, text)

    def _rows(self, topic: str, name: str) -> Iterator[tuple[Chart, Row]]:
        for chart in self._charts:
            if chart.topic == topic:
                yield from ((chart, row) for row in chart.rows if row.cells[0] == name)

    def _phase(self, step: str) -> Phase:
        words = [side_name(self._game, word) for word in step.replace("-", " ").split(" ")]
        return Phase(step, plain.capital(" ".join(words)), step in self.PASSING)


def _cell(chart: Chart, row: Row, column: str) -> str:
    """Return the cell of a column, empty where there is none."""
    cells = dict(zip(chart.columns, row.cells, strict=True))
    said = cells.get(column, "")
    return "" if said == "-" else said


def _label(fact: str, title: str) -> str:
    """Return the title of a fact if it is short, else the fact's name."""
    short = title.removeprefix("the ")
    return plain.capital(short if len(short) <= LABEL_MOST else fact.replace("_", " "))

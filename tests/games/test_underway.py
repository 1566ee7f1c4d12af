"""An attack that waits for an answer or dice: what the map shows, to whom, and when.

The target is read off the order, as things lay when its turn came. The picture is asked of the
position alone, at everything that a game waits for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.walking import awaited
from pbem.crypto import canonical
from pbem.games import registry
from pbem.kit.chances.battles import battles_of
from pbem.kit.contract import Game, Outcome
from pbem.kit.cups import Cups
from pbem.log.file import read_events
from pbem.play.play import Play
from pbem.table.library import Library
from pbem.table.table import Table

LOGS = Path(__file__).parents[2] / "logs"
PLAYED = {
    "lantern": "lantern",
    "saipan": "historical", "manila": "campaign", "meiktila": "meiktila", "tokyo": "two",
    "singapore": "brigade",
}  # fmt: skip
KEPT = {
    "lantern": "lantern",
    "saipan": "historical", "manila": "witness", "meiktila": "first", "tokyo": "two-players",
    "singapore": "brigade",
}  # fmt: skip
"""Games of which a log is kept, and its name."""
STEPS = {"singapore": 900, "meiktila": 500}
ATTACKS = {"singapore": ("battle",)}
"""The words that begin an attack; else `attack`."""


class Followed:
    """The attack that was begun last; whether it, or a whole battle, is not over."""

    def __init__(self, play: Play, words: tuple[str, ...]) -> None:
        self.against: tuple[str, ...] = ()
        self.waits = False
        self._plain: Game[Any, Any] = play.game
        self._words = words
        play.game = watched = copy(play.game)
        watched.adjudicate = self._adjudicate  # type: ignore[method-assign]
        watched.apply = self._apply  # type: ignore[method-assign]

    def _adjudicate(self, position: Any, order: Any, cups: Cups) -> Iterator[Outcome]:
        arrow = self._plain.arrow(position, order)
        if arrow is not None and self._plain.write_order(order)["do"] in self._words:
            self.against, self.waits = arrow.against, True
        return self._plain.adjudicate(position, order, cups)

    def _apply(self, position: Any, outcome: Outcome) -> None:
        fought = battles_of(self._plain)
        over = (
            self._plain.reading(outcome)
            if fought is None
            else fought.battle_over(position, outcome)
        )
        self.waits = self.waits and over is None
        self._plain.apply(position, outcome)


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_attacked_is_shown_until_nothing_of_it_waits(name: str) -> None:
    followed, counted = None, Counter[str]()
    for play in awaited(name, PLAYED[name], seed=3, steps=STEPS.get(name, 300)):
        followed = followed or Followed(play, ATTACKS.get(name, ("attack",)))
        game, position = play.game, play.position
        underway = game.underway(position)
        assert all(len(one.path) <= 1 and one.against for one in underway)
        again = msgspec.json.decode(canonical.encode_trusted(position), type=game.position_type)
        assert game.underway(again) == underway
        if followed.waits:
            shown = {place for one in underway for place in one.against}
            assert shown >= set(followed.against) != set()
            counted["dice" if play.due else "question"] += 1
        elif play.asked is not None and play.asked.phase and position.battle is None:
            barrages = position.war.barrage if name == "singapore" else {}
            assert {unit for one in underway for unit in one.units} <= set(barrages)
            counted["nothing"] += 1
        else:
            counted["behind"] += bool(underway)
    assert counted["dice"] > 5
    assert counted["nothing"] > 5
    assert counted["behind"] + counted["question"] > 5


@pytest.mark.parametrize("name", KEPT)
def test_a_table_that_is_resumed_shows_what_one_that_went_on_shows(name: str) -> None:
    table, counted = Table(Library(registry.find)), 0
    for event in read_events(LOGS / name / f"{KEPT[name]}.pbem"):
        table.take(event)
        if table.play is None or (table.play.asked is not None and table.play.asked.phase):
            continue
        shown = table.play.game.underway(table.play.position)
        again = Table.thaw(Library(registry.find), table.freeze()).play
        assert again is not None
        assert again.game.underway(again.position) == shown
        counted += bool(shown)
    assert counted > 0

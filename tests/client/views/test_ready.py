"""A board opens the drawer of units off the map only if one of them can be ordered now."""

from __future__ import annotations

from pathlib import Path

import pytest

from long import far
from pbem.client.views.choosing.choices import choices_in
from pbem.client.views.naming import words_in
from pbem.games import registry
from pbem.log.file import read_events
from pbem.play.play import Play
from pbem.table.library import Library
from pbem.table.table import Table

LOGS = Path(__file__).resolve().parents[3] / "logs"
GAMES = ("lantern", "saipan", "manila", "meiktila", "tokyo", "singapore")
KEPT = [path for game in GAMES for path in sorted(LOGS.glob(f"{game}/*.pbem"))]
EVERY = far(11, 1)
"""One in so many positions is looked at every day."""


def named(play: Play, side: str) -> bool:
    """Say whether any legal order at all has the name of a unit in a tray."""
    trays = play.game.picture(play.game.view(play.position, side)).trays
    off = {one.label.casefold() for tray in trays if tray.side == side for one in tray.holds}
    legal = play.game.legal(play.position) if off else ()
    return any(off & words_in(play.game.text(order)) for order in legal)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_units_off_the_map_are_ready_if_an_order_names_one(path: Path) -> None:
    table = Table(Library(registry.find))
    for event in read_events(path):
        table.take(event)
        play = table.play
        if play is None or play.asked is None or event.seq % EVERY or play.result is not None:
            continue
        if play.due is not None or play.settling:
            continue
        side = play.asked.side
        found = choices_in(play.trial(), play.seats[side], "", None, viewer=side)
        seen = play.trial()
        seen.position = seen.seen_by(side)
        assert found.ready == named(seen, side), event.seq


def test_landings_of_a_first_turn_are_ready_and_planes_between_flights_are_not() -> None:
    table = Table(Library(registry.find))
    answers = []
    for event in read_events(LOGS / "singapore" / "division.pbem"):
        table.take(event)
        play = table.play
        if play is None or play.asked is None or play.asked.name != "movement":
            continue
        side = play.asked.side
        answers.append(choices_in(play.trial(), play.seats[side], "", None, viewer=side).ready)
    assert answers
    assert not any(answers)

"""A form of the lobby founds every format, tables of three and games by score among them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lobby.homes import PASSPHRASE, Home, two_homes
from pbem.client.storage import tournaments
from pbem.errors import FormError
from pbem.lobby import founding
from pbem.lobby.forms import Planned
from pbem.tournament.events import kinds, term_kinds


def of(format_: str, game: str, scenario: str, umpire: str = "") -> Planned:
    return Planned(
        name="Cup", format=format_, game=game, scenario=scenario, passphrase=PASSPHRASE,
        rounds=2, umpire=umpire,
    )  # fmt: skip


def founded(home: Home, wish: Planned) -> kinds.Found:
    done = founding.found_by_form(home.client, wish)
    assert not any("Check the plan" in line for line in done.lines)
    log = home.client.tournaments / f"{done.cup}{tournaments.SUFFIX}"
    return tournaments.read_here(home.client, log).now.found


def test_tables_give_points_for_places(tmp_path: Path) -> None:
    with two_homes(tmp_path) as (ann, _):
        found = founded(ann, of("tables", "tokyo", "three"))
        assert isinstance(found.format, term_kinds.Tables)
        assert (found.points.win, found.points.draw, found.points.loss) == (12, 6, 0)


def test_a_game_alone_is_played_by_score_with_an_umpire(tmp_path: Path) -> None:
    with two_homes(tmp_path) as (ann, _):
        with pytest.raises(FormError, match="umpire"):
            founded(ann, of("score", "manila", ""))
        found = founded(ann, of("score", "manila", "", "bob"))
        assert isinstance(found.format, term_kinds.Solitaire)
        assert found.board.dice == "umpire"
        assert found.points.bye == 0

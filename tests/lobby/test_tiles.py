"""The list says how games ended in sentences, and says what each mail contains."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from lobby.homes import PASSPHRASE, lantern, two_homes
from pbem.board.game import BoardGame
from pbem.board.signing import Wish
from pbem.lobby import tiles
from pbem.lobby.forms import OneGame, Opening
from pbem.table.events.kinds import GameResult

LOG = Path(__file__).resolve().parents[2] / "logs" / "lantern" / "lantern.pbem"


def ended(winner: str | None, why: str, seats: dict[str, str], me: str = "") -> str:
    """Return how a game without turns ended."""
    result = msgspec.convert({"winner": winner, "why": why}, GameResult)
    table: Any = SimpleNamespace(result=result, seats=seats, play=None, game=None)
    session: Any = SimpleNamespace(table=table, handle=me)
    return tiles.ending(session)


TWO = {"brask": "ann", "tarle": "bob"}


@pytest.mark.parametrize(
    ("winner", "why", "seats", "said"),
    [
        ("brask", "victory", TWO, "You win as brask."),
        ("tarle", "victory", TWO, "Bob wins as tarle."),
        ("tarle", "resigned", TWO, "Bob wins as tarle: an opponent resigned."),
        ("japan", "victory", {"us": "ann"}, "japan, played by the rules, wins."),
        (None, "tie", TWO, "The game is drawn: the players agreed on a tie."),
        (None, "resigned", {"us": "ann"}, "Nobody wins: it was given up."),
        (None, "tie", {"us": "ann"}, "Nobody wins: the players agreed on a tie."),
    ],
)
def test_how_a_game_ended_is_a_sentence(
    winner: str | None, why: str, seats: dict[str, str], said: str
) -> None:
    """It was "Brask (ann) wins (victory)"."""
    assert ended(winner, why, seats, "ann") == said


def test_a_game_that_has_turns_says_in_which_it_ended(tmp_path: Path) -> None:
    with two_homes(tmp_path) as (ann, _):
        ann.lobby.came(LOG.read_bytes())
        [game] = ann.lobby.hall().games
        assert game.words == "Alice wins as Brask in turn 5."


def test_a_mail_to_be_sent_says_what_it_contains(tmp_path: Path) -> None:
    """It was "what you signed"."""
    with two_homes(tmp_path) as (ann, bob):
        game = lantern(ann)
        assert ann.lobby.hall().games[0].brings == "the opening of the game and that you play"
        bob.joins(ann, game)
        assert bob.lobby.hall().games[0].brings == "that you play"
        ann.lobby.came(bob.mail(game))
        ann.lobby.board(OneGame(game))
        [board] = ann.boards
        assert isinstance(board, BoardGame)
        head = board.state().shown.head
        text = "move B2 0503 0504 0505\nmove B3 0503 0504 0604\n"
        board.sign(Wish("orders", head, text, passphrase=PASSPHRASE))
        assert ann.lobby.hall().games[0].brings == "2 orders"


def test_what_was_decided_comes_before_the_dice() -> None:
    events: list[Any] = [
        SimpleNamespace(kind=kind, data=data)
        for kind, data in (
            ("dice", {}),
            ("orders", {"orders": [1, 2]}),
            ("dice", {}),
            ("orders", {"orders": [3]}),
            ("answer", {}),
        )
    ]
    assert tiles.contents(events) == "3 orders, your answer and 2 rolls of dice"
    assert tiles.contents([SimpleNamespace(kind="orders", data={"orders": []})]) == "that you pass"  # type: ignore[list-item]
    assert tiles.contents([]) == ""


def test_a_side_has_the_colour_and_the_mark_that_it_has_where_it_is_chosen(tmp_path: Path) -> None:
    with two_homes(tmp_path) as (ann, bob):
        game = lantern(ann)
        bob.lobby.came(ann.mail(game))
        [offer] = [one for one in ann.lobby.offers() if one.rules == "lantern"]
        chosen = offer.sides["lantern"]
        mine = [*ann.lobby.hall().games[0].mine, *bob.lobby.hall().games[0].mine]
        assert mine == chosen
        assert [one.place for one in mine] == [0, 1]
        alone = Opening("manila", "campaign", {"us": "ann"}, PASSPHRASE)
        ann.lobby.new(alone)
        assert all(one.mine for one in ann.lobby.hall().games)

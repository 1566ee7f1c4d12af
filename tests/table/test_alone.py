"""One player against the rules: a side without a seat, its victory, and no winner at all."""

from __future__ import annotations

import msgspec
import pytest

from pbem.log.file import to_bytes
from pbem.log.finding import BadLog
from pbem.play.outcomes import Ended
from pbem.table.events import kinds
from pbem.table.events.kinds import GameResult
from pbem.table.words.reporting import report, result_words
from second.reader import read as second_read
from toy.group import END, Group, attack, identity, opening

WAYS = {
    "witness": {"players": ("ann", "wil")},
    "umpire": {"players": ("ann",), "umpire": "uma", "dice": "umpire"},
    "self": {"players": ("ann",), "dice": "self"},
}


def alone(folder, way):
    return Group.joined(folder, seats={"red": "ann"}, scenario="alone", **WAYS[way])


def lose(group):
    """Ann waits until the rules have killed red."""
    while group.table.result is None:
        group.rig_orders("ann", END, dice=(6,))


@pytest.mark.parametrize(
    ("way", "keeper"), [("witness", "wil"), ("umpire", "uma"), ("self", "ann")]
)
def test_who_keeps_the_dice_of_a_player_alone(tmp_path, way, keeper):
    group = alone(tmp_path, way)
    group.orders("ann", attack("blue"), END)
    assert [one.handle for one in group.table.dicing.keepers] == [keeper]
    assert group.roll()
    group.check_all()


@pytest.mark.parametrize("way", WAYS)
def test_a_side_without_a_seat_wins(tmp_path, way):
    group = alone(tmp_path, way)
    lose(group)
    assert group.table.result == GameResult("blue", "victory")
    assert group.table.active().why == "The game is over."
    assert result_words(group.table.result, group.table.seats) == (
        "blue, played by the rules, wins (victory)"
    )
    group.check_all()


def test_an_umpire_confirms_the_victory_of_a_side_without_a_seat(tmp_path):
    group = alone(tmp_path, "umpire")
    lose(group)
    wrong = kinds.Close(result=GameResult("red", "victory"))
    group.refused(group.forge("uma", "ruling", wrong), "ruling.wrong", blame=["uma"])
    group.play("uma", "ruling", kinds.Close(result=group.table.result))
    assert group.table.closed
    group.check_all()


def test_a_seat_for_the_side_of_the_rules_is_refused(tmp_path):
    for seats in ({"red": "ann", "blue": "ann"}, {"blue": "ann"}):
        with pytest.raises(BadLog) as caught:
            Group(tmp_path, opening(("ann",), seats, scenario="alone", dice="self"))
        assert caught.value.finding.code == "open.bad"


@pytest.mark.parametrize("way", WAYS)
def test_a_player_alone_who_resigns_has_not_drawn(tmp_path, way):
    group = alone(tmp_path, way)
    group.play("ann", "resign")
    assert group.table.result == GameResult(None, "resigned")
    reported = [
        report(group.table.play, one) for one in group.table.reported() if isinstance(one, Ended)
    ]
    assert reported == ["The game is over, no player wins: it was given up."]
    assert result_words(group.table.result, group.table.seats) == "no player wins (resigned)"
    group.check_all()


def test_a_player_alone_who_is_put_out_has_not_drawn(tmp_path):
    group = alone(tmp_path, "umpire")
    group.play("uma", "ruling", kinds.PutOut(out="ann", as_="forfeit", late=None))
    assert group.table.result == GameResult(None, "forfeit")
    assert result_words(group.table.result, group.table.seats) == "no player wins (forfeit)"
    group.check_all()


def test_a_tie_that_nobody_had_to_agree_to_is_no_draw(tmp_path):
    group = alone(tmp_path, "witness")
    group.play("ann", "offer", kinds.OfferTie())
    assert result_words(group.table.result, group.table.seats) == "no player wins (tie)"
    two = Group.joined(tmp_path / "two")
    two.play("ann", "offer", kinds.OfferTie())
    two.play("bob", "answer", yes=True)
    assert result_words(two.table.result, two.table.seats) == "drawn (tie)"


def test_an_illegal_opening_after_the_rules_have_won(tmp_path):
    """A side without a seat has nobody who could lose its victory by a forfeit."""
    group = Group.joined(tmp_path, ("ann", "bob", "cay"), scenario="trio")
    group.table.result = GameResult("black", "victory")
    group.table.forfeit("ann")
    assert group.table.result == GameResult("black", "victory")


def test_a_sole_witness_who_is_put_out_ends_the_game_and_nobody_has_won(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann"}, scenario="alone", umpire="uma")
    group.orders("ann", END)
    group.play("uma", "ruling", kinds.PutOut(out="wil", as_="forfeit", late=None))
    assert group.table.result == GameResult(None, "forfeit")
    assert group.table.dicing is None
    group.check_all()


def test_a_witness_who_gives_no_dice_is_replaced(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann"}, scenario="alone", umpire="uma")
    group.orders("ann", END)
    new = identity("xan").sign_public.hex()
    group.play(
        "uma", "ruling", kinds.PutOut(out="wil", as_="replace", late=None, handle="xan", sign=new)
    )
    assert group.roll()
    assert group.table.active().handle == "xan"  # who has still to join
    group.play("xan", "join")
    assert group.table.active().handle == "ann"
    group.check_all()


@pytest.mark.parametrize("way", WAYS)
def test_the_second_verifier_reads_games_against_the_rules(tmp_path, way):
    group = alone(tmp_path, way)
    lose(group)
    reader, found = second_read(to_bytes(group.events))
    assert found is None
    given_up = alone(tmp_path / "up", way)
    given_up.play("ann", "resign")
    reader, found = second_read(to_bytes(given_up.events))
    assert found is None
    assert reader.result == msgspec.to_builtins(given_up.table.result)

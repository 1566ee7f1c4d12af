"""Blind draws in a game: what nobody has seen, no log, digest or reader knows (section 7.1)."""

from __future__ import annotations

from toy.group import END, Group, move

DRAW = {"do": "draw"}
UP = {"do": "turn-up"}


def test_a_blind_draw_takes_no_dice_and_decides_nothing(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", DRAW, move(1))
    assert group.table.dicing is None
    play = group.table.play
    assert play.position.reserve["red"] == ["?1"]
    assert play.cups.members == {"bag": ["?1"] * 3, "1": ["a1", "a1", "b2", "c3"]}
    group.check_all()


def test_turning_up_is_decided_by_dice_and_what_was_seen_goes_back_as_itself(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", DRAW, DRAW, UP, END)
    rolls = group.roll()
    assert rolls[0][0] == 4
    counter = ("a1", "a1", "b2", "c3")[rolls[0][1]]
    play = group.table.play
    assert play.position.strength["red"] == 3 + int(counter[1])
    assert play.cups.members["bag"][-1] == counter
    assert sorted([counter, *play.cups.members["1"]]) == ["a1", "a1", "b2", "c3"]
    group.check_all()


def test_an_undo_takes_a_blind_draw_back(tmp_path):
    group = Group.joined(tmp_path)
    before = group.table.digest()
    first = group.orders("ann", DRAW)
    group.play("ann", "offer", group.read_offer({"what": "undo", "to": first.id}))
    group.play("bob", "answer", True)
    assert group.table.digest() == before


def test_reading_orders_as_text_leaves_the_cups_alone(tmp_path):
    from pbem.play.lists import read_text

    group = Group.joined(tmp_path)
    before = group.table.digest()
    parsed = read_text(group.table.play, "red", "draw\ndraw\nend\n")
    assert parsed.orders == [DRAW, DRAW, END]
    group.table.position_changed()
    assert group.table.digest() == before

"""Singapore's hidden supply at the client, with two players: one has both armies of it."""

from __future__ import annotations

import pytest

from pbem.client.play import acting
from pbem.client.session.drafts import draft
from pbem.client.session.mistakes import OrderMistake
from pbem.client.views.hand import hand, hand_lines
from pbem.client.views.legal import legal


@pytest.fixture
def two(person):
    """Ann is Japan; Bob has split 26 and 14, and is asked for the Australians' movement."""
    ann, bob = person("ann"), person("bob")
    ann.meets(bob)
    bob.meets(ann)
    seats = {"jp": "ann", "au": "bob", "br": "bob"}
    ann.opens("singapore", scenario="division", seats=seats, options={"logistics": "hidden"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    bob.orders("split 26")
    ann.takes(bob.sends())
    ann.orders("end air", "end movement", "end barrage")
    bob.takes(ann.sends())
    return ann, bob


def tried(person, *lines):
    return draft(person.sits(), "\n".join(lines).encode())


def test_one_sees_ones_own_tokens_and_nobody_elses(two):
    ann, bob = two
    assert hand_lines(hand(bob.sits())) == ["br: 26 in br.tokens", "au: 14 in au.tokens"]
    assert hand_lines(hand(ann.sits())) == ["You hold no cards and no hidden supplies."]


def test_one_is_reported_what_one_can_lay_out_and_of_an_opponent_no_amount(two):
    ann, bob = two
    bob.orders("ready 11")
    ann.takes(bob.sends())
    mine = legal(bob.sits(), about="ready", most=300)
    assert [one for one in mine.lines if one.startswith("ready")] == [
        "ready 1", "ready 2", "ready 3",
    ]  # fmt: skip
    theirs = legal(ann.sits(), about="ready", most=300, theirs=True)
    assert "ready 12" in theirs.lines


def test_a_draft_knows_what_lies_after_the_screen(two):
    ann, bob = two
    with pytest.raises(
        OrderMistake, match=r"^line 2, 'ready 5': au\.tokens does not have 5 to spend"
    ):
        tried(bob, "ready 10", "ready 5", "end movement")
    assert tried(bob, "ready 10", "ready 4").lines == ["ready 10", "ready 4"]
    bob.orders("ready 10", "ready 4")
    ann.takes(bob.sends())
    assert hand_lines(hand(bob.sits()))[1] == "au: 0 in au.tokens"
    assert ann.sits().table.play.position.war.stock["au"] == 14


def test_a_transfer_says_no_amount_in_the_log(two):
    """The die is asked for, then the army sends as much as it shows at most."""
    ann, bob = two
    bob.orders("end movement")
    bob.orders("offer")
    ann.takes(bob.sends())
    ann.does(acting.dice)
    bob.takes(ann.sends())
    before = held(bob)
    bob.orders("send 1")
    ann.takes(bob.sends())
    assert held(bob) == {"au": before["au"] - 1, "br": before["br"] + 1}
    log = ann.sits().path.read_text()
    assert '"do":"send"' in log
    assert '"tokens":1' not in log


def held(person):
    lines = (line.split() for line in hand_lines(hand(person.sits())))
    return {side.strip(":"): int(amount) for side, amount, *_ in lines}

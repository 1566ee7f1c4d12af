"""Hidden stocks at the client: the owner sees what is there, and drafts nothing that is not."""

from __future__ import annotations

import msgspec
import pytest

from pbem.agent.duties import WITH_A_DECK, perform
from pbem.client.play import acting
from pbem.client.session import prepared
from pbem.client.session.drafts import draft, rehearse_again
from pbem.client.session.mistakes import OrderMistake
from pbem.client.session.next_step import hint
from pbem.client.session.trying import never, try_out
from pbem.client.views.following import Following
from pbem.client.views.hand import hand, hand_lines
from pbem.client.views.legal import legal
from pbem.client.views.odds import odds
from pbem.errors import FormError, KeyFileError, NotYourPen
from pbem.games import registry
from pbem.view.history import history
from toy.depots import End, Send


@pytest.fixture
def people(monkeypatch, person):
    monkeypatch.setitem(registry.RULES, ("depots", 1), ("toy.depots", "DepotRules"))
    people = [person(handle) for handle in ("ann", "bob", "cec")]
    for one in people:
        for other in people:
            if one is not other:
                one.meets(other)
    return people


@pytest.fixture
def two(people):
    """Ann has split five and seven, Bob eight and four."""
    ann, bob, _ = people
    ann.opens("depots", scenario="duel", seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    ann.orders("split 5")
    bob.takes(ann.sends())
    bob.orders("split 8")
    ann.takes(bob.sends())
    return ann, bob


def tried(person, *lines):
    return draft(person.sits(), "\n".join(lines).encode())


def test_one_sees_what_is_in_ones_own_stocks(two):
    ann, bob = two
    assert hand_lines(hand(ann.sits())) == ["red: 5 in red.a", "red: 7 in red.b"]
    assert hand_lines(hand(bob.sits())) == ["blue: 8 in blue.a", "blue: 4 in blue.b"]


def test_a_draft_knows_what_is_there(two):
    ann, _ = two
    with pytest.raises(OrderMistake, match=r"^line 3, 'spend red\.a 4': red\.a does not") as bad:
        tried(ann, "earn red.a", "spend red.a 4", "spend red.a 4", "spend red.b 8")
    assert [mistake.line for mistake in bad.value.mistakes] == [3, 4]
    assert "Legal here: spend red.a 1; spend red.a 2; spend red.a 3." in str(bad.value)
    drafted = tried(ann, "earn red.a", "spend red.a 4", "spend red.a 3", "spend red.b 7")
    assert drafted.then.startswith("Then ann (red) is asked")
    ann.orders("earn red.a", "spend red.a 4", "spend red.a 3", "spend red.b 7")
    assert hand_lines(hand(ann.sits())) == ["red: 0 in red.a", "red: 0 in red.b"]


def test_a_draft_after_dice_knows_what_is_there_by_then(two):
    ann, bob = two
    assert tried(ann, "roll", "spend red.a 5").waiting == 1
    ann.orders("roll", "spend red.a 5")
    bob.takes(ann.sends())
    bob.does(acting.dice)
    ann.takes(bob.sends())


def test_a_stock_that_nobody_has_is_reported(two):
    with pytest.raises(OrderMistake, match="line 1, 'spend red"):
        tried(two[0], "spend red.c 3", "end")


def test_an_order_says_its_amount_to_its_author_alone(two):
    ann, bob = two
    with pytest.raises(OrderMistake, match="4 is not from 0 to 3: choose another amount"):
        tried(ann, "give red.a 4")
    with pytest.raises(OrderMistake, match="must say how much"):
        tried(ann, "give red.a")
    with pytest.raises(OrderMistake, match="alone in its list"):
        tried(ann, "give red.a 2", "end")
    assert tried(ann, "give red.a 2").lines == ["give red.a 2"]
    ann.orders("give red.a 2")
    bob.takes(ann.sends())
    assert hand_lines(hand(ann.sits())) == ["red: 3 in red.a", "red: 9 in red.b"]
    for person in two:
        log = person.sits().path.read_text()
        assert '"do":"give","stock":"red.a"}' in log


def test_what_is_legal_is_what_is_there(two):
    ann, bob = two
    mine = legal(ann.sits(), most=200).lines
    assert "spend red.a 5" in mine
    assert "spend red.a 6" not in mine
    assert [one for one in mine if one.startswith("give red.a")] == [
        f"give red.a {n}" for n in range(4)
    ]
    theirs = legal(bob.sits(), most=200, theirs=True).lines
    assert "spend red.a 6" in theirs
    assert [one for one in theirs if one.startswith("give red.a")] == ["give red.a"]


def test_what_a_levy_takes_is_known_to_who_pays(two):
    ann, bob = two
    ann.orders("levy")
    bob.takes(ann.sends())
    assert legal(bob.sits()).lines == ["pay 3"]
    with pytest.raises(OrderMistake, match="the amount must be 3"):
        tried(bob, "pay 2")
    bob.orders("pay 3")
    ann.takes(bob.sends())
    assert hand_lines(hand(bob.sits()))[0] == "blue: 5 in blue.a"


def test_looking_reports_nobody(two):
    ann, _ = two
    session = ann.sits()
    before = msgspec.json.encode(session.table.play.position), session.table.digest()
    legal(session, about="red.a")
    tried(ann, "spend red.a 2")
    after = msgspec.json.encode(session.table.play.position), session.table.digest()
    assert before == after


def test_a_list_can_be_tried_past_its_dice(two):
    ann, _ = two
    drafted = tried(ann, "roll", "spend red.a 4", "spend red.a 1", "spend red.a 1")
    session = ann.sits()
    rehearsed = rehearse_again(session, drafted)
    orders = try_out(rehearsed).orders
    assert [(one.order, one.done) for one in orders] == [
        ("roll", "1"), ("spend red.a 4", "1/2"), ("spend red.a 1", "1/2"), ("spend red.a 1", "0"),
    ]  # fmt: skip
    assert [(one.order, one.skips[0].why) for one in never(rehearsed).orders] == [
        ("spend red.a 1", "red.a does not have 1 to spend")
    ]
    assert odds(session, "spend red.a 5; roll")


def test_orders_prepared_for_later_are_signed(two):
    ann, bob = two
    prepared.prepare(bob.sits(), b"spend blue.a 8\nend\n")
    ann.orders("end")
    bob.takes(ann.sends())
    done = list(perform(bob.sits(), lambda _: bob.identity, join=False, away=False))
    assert [one.wrong for one in done] == [""]
    assert hand_lines(hand(bob.sits()))[0] == "blue: 0 in blue.a"
    ann.takes(bob.sends())


def test_stocks_that_are_elsewhere_are_reported(two):
    ann, _ = two
    for path in (ann.folder / "private").rglob("*.stocks"):
        path.unlink()
    with pytest.raises(FormError, match="another computer"):
        hand(ann.sits())
    with pytest.raises(KeyFileError, match="another computer"):
        ann.orders("spend red.a 1")
    ann.orders("end")


def test_what_is_legal_after_an_order_is_looked_for(two):
    ann, _ = two
    session = ann.sits()
    play = session.table.play
    following = Following(play, play.asked, {"give red.a 2": Send("red.a", 2), "end": End()})
    assert following.found(lambda _: False) == []
    assert "Nothing here is called" in legal(session, about="nowhere").note


def test_who_owes_nothing_opens_nothing(two):
    with pytest.raises(NotYourPen, match="You have no card work to do"):
        two[1].does(acting.deal)


def test_the_end_is_opened_by_the_agent(two):
    ann, bob = two
    for now, other in ((ann, bob), (bob, ann), (ann, bob), (bob, ann)):
        now.orders("end")
        other.takes(now.sends())
    now = ann.sits().table.active()
    assert hint(now) == "" or "reveal" in hint(now)
    for now, other in ((ann, bob), (bob, ann)):
        done = list(perform(now.sits(), lambda _, who=now: who.identity, join=False, away=False))
        assert [(one.what, one.wrong) for one in done] == [(WITH_A_DECK, "")]
        other.takes(now.sends())
    assert ann.sits().table.active().handle is None
    reported = [one.did for one in history(ann.sits().path, ann.client.library).entries]
    assert reported[-2:] == ["reveals hidden supplies.", "reveals hidden supplies."]


def test_allies_open_a_box_and_see_both_stocks(people):
    ann, bob, cec = people
    ann.opens("depots", scenario="trio", seats={"red": "ann", "blue": "bob", "green": "cec"})
    for one, before in ((bob, ann), (cec, bob)):
        one.takes(before.sends())
        one.does(acting.join)
    ann.takes(cec.sends())
    ann.orders("split 5")
    bob.takes(ann.sends())
    bob.orders("split 8")
    cec.takes(bob.sends())
    why = (
        "Waiting for cec to say whether the box from bob opens. It holds part of the "
        "supplies blue.a and blue.b."
    )
    assert (
        cec.sits().table.active().why == why
    )  # subjects and other people's mail have this sentence
    assert "'pbem deal'" in hint(cec.sits().table.active())
    with pytest.raises(NotYourPen, match="pbem deal"):
        cec.does(acting.answer, yes=True)
    cec.does(acting.deal)
    assert hand_lines(hand(cec.sits())) == ["blue: 8 in blue.a", "green: 4 in blue.b"]
    bob.takes(cec.sends())
    assert hand_lines(hand(bob.sits())) == hand_lines(hand(cec.sits()))
    reported = [one.did for one in history(cec.sits().path, cec.client.library).entries]
    assert reported[-1] == "says that the box with a part of a hidden supply opens."
    ann.takes(bob.sends())
    assert hand_lines(hand(ann.sits())) == ["red: 5 in red.a", "red: 7 in red.b"]


@pytest.fixture
def allies_and_umpire(people, person):
    """Cec and bob share a hand; uma is the umpire; ann's list waits for bob."""
    ann, bob, cec = people
    uma = person("uma")
    for one in people:
        one.meets(uma)
        uma.meets(one)
    everybody = (ann, bob, cec, uma)

    def mailed(by):
        log = by.sends()
        for other in everybody:
            if other is not by:
                other.takes(log)

    seats = {"red": "ann", "blue": "bob", "green": "cec"}
    ann.opens("depots", scenario="trio", seats=seats, umpire="uma")
    mailed(ann)
    for one in (uma, ann, bob, cec):
        one.does(acting.join)
        mailed(one)
    ann.orders("split 5")
    mailed(ann)
    bob.orders("split 8")
    mailed(bob)
    cec.does(acting.deal)
    mailed(cec)
    ann.orders("levy", "roll")
    mailed(ann)
    return *everybody, mailed


def test_an_agent_says_yes_so_that_dice_can_follow_a_ruling(allies_and_umpire):
    """It opens what an ally who is out knew, and then lets the game go on, unasked."""
    ann, _, cec, uma, mailed = allies_and_umpire
    uma.does(acting.rule_out, "bob")
    mailed(uma)
    done = list(perform(cec.sits(), lambda _: cec.identity, join=True, away=False))
    assert [one.what for one in done] == [WITH_A_DECK] * 2
    assert [one.wrong for one in done] == ["", ""]
    mailed(cec)
    assert ann.sits().table.active().kinds == ("dice",)
    ann.does(acting.dice)


def test_deal_says_yes_so_that_dice_can_follow_a_ruling(allies_and_umpire):
    _, _, cec, uma, mailed = allies_and_umpire
    uma.does(acting.rule_out, "bob")
    mailed(uma)
    cec.does(acting.deal)
    now = cec.sits().table.active()
    assert (now.handle, now.kinds, hint(now)) == (
        "cec",
        ("answer", "resign"),
        "continue with 'pbem deal'",
    )
    assert now.why == (
        "Waiting for cec to say yes, so that the next dice can be rolled. No ruling can stop "
        "these dice."
    )
    cec.does(acting.deal)
    assert cec.sits().table.active().kinds == ("dice",)

"""Orders, dice, secrets, offers and rulings as a player's own software writes them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import ClassVar

import pytest

from long import PATIENCE
from pbem.client.client import NotFound
from pbem.client.lock import WentOnError, locked_game
from pbem.client.many.dice_for_all import Keep, keep_all
from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.client.session.joining_answers import standing_at_join
from pbem.client.session.mistakes import OrderMistake, nearest_orders
from pbem.client.session.session import sit
from pbem.client.session.words import draft_lines
from pbem.client.views import looking
from pbem.client.views.words import shown_lines
from pbem.errors import FormError, KeyFileError, NotYourPen, StoreError
from pbem.log.file import append
from pbem.table.words.reporting import _whose
from pbem.view.history import history


def mistake(person, *lines: str, **options) -> str:
    with pytest.raises(OrderMistake) as caught:
        drafts.draft(person.sits(), "\n".join(lines).encode(), **options)
    return str(caught.value)


def test_a_draft_signs_nothing(playing):
    ann, _ = playing
    draft = drafts.draft(ann.sits(), b"move 1\nattack blue\n")
    assert draft.lines == ["move 1", "attack blue"]
    assert "move" in draft.outcomes[0].text
    assert draft.then == "Then bob (blue) is asked: Fire?"
    assert ann.count == 3
    assert ann.client.record("ann", ann.sits().table.game_id).last().seq == 1


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["mvoe 1"], "line 1, 'mvoe 1'"),
        (["# a remark", "move 1", "", "jump 3"], "line 4, 'jump 3'"),
        (["move 1", "move 2"], "line 2, 'move 2': that is not possible here"),
        (["# only a remark"], "has no orders"),
        (["standing fire yes"], "Standing orders alone are no answer"),
        (["move 1", "standing fly yes"], "no standing order"),
    ],
)
def test_a_mistake_names_its_line(playing, lines, words):
    ann, _ = playing
    assert words in mistake(ann, *lines)
    assert ann.count == 3


def test_standing_answers_alone_are_reported_which_list_they_go_with(playing):
    ann, _ = playing
    reported = mistake(ann, "standing fire yes")
    assert "the list that answers this question: What do you do next?" in reported
    assert "one of: move, attack, draw, turn-up, end" in reported


def test_an_order_confirms_the_standing_answers_it_signs(playing):
    ann, _ = playing
    draft = drafts.draft(ann.sits(), b"standing retreat 1\nstanding fire yes\nmove 1")
    assert draft.answers == {"red": ["standing retreat 1", "standing fire True"]}
    lines = draft_lines(draft)
    assert lines[lines.index("Standing orders from now on:") :][1:] == [
        "  standing retreat 1", "  standing fire True"
    ]  # fmt: skip
    assert not any("Standing" in line for line in draft_lines(drafts.draft(ann.sits(), b"end")))
    ann.orders("standing fire yes", "move 1")
    withdrawn = drafts.draft(ann.sits(), b"end", clear=True)
    assert draft_lines(withdrawn)[-1] == "  none"


def test_a_mistake_quotes_the_order_as_it_was_written(playing):
    """The reading of it is reported beside it, if that says something else."""
    ann, _ = playing
    assert mistake(ann, "move  1; attack   red").startswith("line 1, 'attack red': that is not")
    reported = mistake(ann, "if round = 1: move 1; attack red")
    assert reported.startswith(
        "line 1, 'attack red' (read as 'if round = 1: attack red'): that is not"
    )


def test_what_would_be_legal_is_about_what_the_order_names():
    """Orders about other units are no help, however many other words they share."""
    legal = ["move 2/129 to 2", "move 302RCN to 7", "move 302RCN to 30 2", "end combat", "draw"]
    for line, near in (
        ("activate 9: 1/145 to 8", []),
        ("activate 2: 302RCN to 30", ["move 302RCN to 30 2"]),
        ("move 302RCN to 9", ["move 302RCN to 7", "move 302RCN to 30 2"]),
        ("end supply", ["end combat"]),
        ("attack 2", []),
    ):
        assert nearest_orders(line, legal) == near


def test_a_short_number_may_be_the_name_of_a_unit():
    legal = ["move 6M 2701", "move 6M 2702", "move 7 2601", "move 7 2602", "attack 2701 with 7"]
    assert nearest_orders("move 7 2701", legal) == ["move 7 2601", "move 7 2602"]
    assert nearest_orders("move 6M 2703", legal) == ["move 6M 2701", "move 6M 2702"]
    attacks = ["attack 3003 with 24", "attack 2903 with 7 24", "attack 2903 with 7"]
    assert nearest_orders("attack 3003 with 7", attacks) == attacks[1:]


@pytest.mark.parametrize("text", [b"", b"\n\n", b"# nothing yet\n"])
@pytest.mark.parametrize("name", ["o.yaml", "o.txt"])
def test_a_list_without_an_order_is_named(playing, text, name):
    ann, _ = playing
    with pytest.raises(OrderMistake) as caught:
        drafts.draft(ann.sits(), text, yaml=name.endswith("yaml"), name=name)
    assert str(caught.value) == (
        f"{name} has no orders. Write one order a line; 'pbem legal' lists them"
    )


@pytest.mark.parametrize(
    ("name", "head", "line"),
    [("o.txt", b"", b"move 1\n"), ("o.yaml", b"orders:\n", b"- {do: draw}\n")],
)
def test_what_no_event_holds_is_reported_and_not_tried(playing, monkeypatch, name, head, line):
    """Protocol section 2: lists of at most 4,096 members."""
    ann, _ = playing
    session, tried = ann.sits(), []
    monkeypatch.setattr("pbem.play.play.Play.order", lambda *_, **__: tried.append(1))
    with pytest.raises(OrderMistake, match="4,097 orders, and one event holds at most") as caught:
        drafts.draft(session, head + line * 4_097, yaml=name.endswith("yaml"), name=name)
    assert str(caught.value).startswith(f"{name} has ")
    assert not tried
    drafts.draft(session, head + line * 4_096, yaml=name.endswith("yaml"), name=name)
    assert tried


def test_a_mistake_reports_what_would_be_legal(playing):
    ann, _ = playing
    assert "[3.0]. Legal here: attack blue" in mistake(ann, "attack red")
    assert "Legal here: attack blue" in mistake(ann, "attack red")
    assert "Legal here: move 1" in mistake(ann, "move 1", "move 2")


def test_the_mistake_is_the_first_one(playing):
    ann, _ = playing
    orders = ["move 1", *["draw"] * 2, "draw", "attack red"]
    assert mistake(ann, *orders).startswith("line 4, 'draw'")


def test_yaml(playing):
    ann, _ = playing
    draft = drafts.draft(ann.sits(), b"orders:\n- {do: move, n: 1}\n", yaml=True, name="o.yaml")
    assert draft.lines == ["move 1"]
    assert "order 1" in mistake(ann, "orders: [{do: move, n: 3}]", yaml=True, name="o.yaml")
    assert "not an order" in mistake(ann, "orders: [{do: fly}]", yaml=True, name="o.yaml")


def test_an_order_file_is_utf_8_with_or_without_its_mark(playing):
    ann, _ = playing
    draft = drafts.draft(ann.sits(), "move 1\r\nend".encode("utf-8-sig"))
    assert draft.lines == ["move 1", "end"]
    with pytest.raises(OrderMistake, match=r"o\.txt: this is UTF-16 text; save it as UTF-8"):
        drafts.draft(ann.sits(), "move 1".encode("utf-16"), name="o.txt")
    with pytest.raises(OrderMistake, match=r"o\.txt, line 2, column 1: not UTF-8"):
        drafts.draft(ann.sits(), b"end\n\xff", name="o.txt")


def test_usual_answers_are_confirmed_and_signed_as_what_they_are(playing):
    """A reader of the log needs no program that knows what was usual."""
    ann, _ = playing
    given = {"retreat": 2, "fire": True, "advance": True}
    draft = drafts.draft(ann.sits(), b"standing usual\nstanding retreat 2\nmove 1")
    assert draft.standing == {"red": given}
    assert set(draft.answers["red"]) == {
        "standing retreat 2", "standing fire True", "standing advance True"
    }  # fmt: skip
    ann.orders("standing usual", "standing retreat 2", "move 1")
    (event,) = ann.sits().since(3)
    assert event.data["standing"] == {"red": given}
    assert ann.sits().table.play.standing == {"ann": {"red": given}}


def test_standing_answers_replace_and_are_withdrawn(playing):
    ann, bob = playing
    ann.orders("standing fire yes", "move 1")
    ann.orders("standing retreat 1", "move 1")
    assert ann.sits().table.play.standing == {"ann": {"red": {"retreat": 1}}}
    draft = drafts.draft(ann.sits(), b"end", clear=True)
    assert draft.standing == {}
    acting.order(ann.sits(), ann.identity, draft)
    assert ann.sits().table.play.standing == {}
    del bob


def test_not_ones_active(playing):
    ann, bob = playing
    with pytest.raises(NotYourPen, match=r"Waiting for ann .*"):
        bob.orders("move 1")
    ann.orders("attack blue")
    bob.takes(ann.sends())
    bob.orders("pass")
    ann.takes(bob.sends())
    with pytest.raises(NotYourPen, match="pbem dice"):
        ann.orders("move 1")


def test_another_key_cannot_write(playing):
    ann, bob = playing
    with pytest.raises(NotYourPen, match="does not play"):
        acting.resign(ann.sits(), bob_as("cay"))
    with pytest.raises(KeyFileError, match="another key"):
        acting.resign(ann.sits(), bob_as("ann"))
    del bob


def bob_as(handle: str):
    from pbem.identity.identity import create

    return create(handle)


def test_dice_in_every_game(ann, bob):
    """Three games, and in two of them ann owes dice."""
    ann.meets(bob)
    bob.meets(ann)
    for _ in range(3):
        ann.opens(seats={"red": "bob", "blue": "ann"}, players=["ann", "bob"])
    for path in ann.client.logs():
        bob.takes(path)
    for path in bob.client.logs():
        session = sit(bob.client, str(path))
        acting.join(session, bob.identity)
        if path != bob.client.logs()[0]:
            draft = drafts.draft(session, b"attack blue")
            acting.order(session, bob.identity, draft)
        ann.takes(path)
    for path in ann.client.logs():
        session = sit(ann.client, str(path))
        if session.table.active().handle == "ann":
            acting.order(session, ann.identity, drafts.draft(session, b"pass"))
            bob.takes(path)
    done = list(keep_all(bob.client, lambda _: bob.identity, Keep()))
    assert [kept.did for kept in done] == ["gave", "gave"]
    assert list(keep_all(bob.client, lambda _: bob.identity, Keep())) == []


def test_nobody_owes_dice(playing):
    ann, _ = playing
    with pytest.raises(NotYourPen, match="You have no dice to roll"):
        acting.check_dice(ann.sits())
    with pytest.raises(NotYourPen, match="no dice are due"):
        ann.does(acting.dice)


def test_undo_tie_and_no(playing):
    ann, bob = playing
    with pytest.raises(FormError, match="cannot undo anything: nothing was ordered yet"):
        ann.does(acting.offer_undo)
    ann.orders("move 1")
    ann.orders("move 1")
    with pytest.raises(FormError, match="to before 3, 4"):
        ann.does(acting.offer_undo, 2)
    ann.does(acting.offer_undo, 3, note="wrong way")
    [_, _, offered] = bob.takes(ann.sends()).happened
    assert [one.text for one in offered.reported] == [
        "ann offers to go back to before event 3 (by ann)."
    ]
    done = bob.does(acting.answer, yes=True)
    assert "goes back to before event 3." in done.outcomes[0].text
    assert bob.sits().table.play.position.ground["red"] == 1
    ann.takes(bob.sends())
    ann.orders("move 2")
    ann.does(acting.offer_tie)
    bob.takes(ann.sends())
    assert bob.does(acting.answer, yes=False).result is None
    ann.takes(bob.sends())
    ann.orders("end")
    bob.takes(ann.sends())
    bob.does(acting.offer_tie)
    ann.takes(bob.sends())
    assert ann.does(acting.answer, yes=True).result == "drawn (tie)"


def test_newer_rules_are_offered_if_there_are_any(playing, monkeypatch):
    from pbem.games import registry

    ann, bob = playing
    with pytest.raises(FormError, match="no newer one"):
        ann.does(acting.offer_rules)
    monkeypatch.setitem(registry.RULES, ("toy", 2), ("toy.group", "NewerRules"))
    monkeypatch.setattr("toy.group.NewerRules", newer, raising=False)
    ann.does(acting.offer_rules)
    bob.takes(ann.sends())
    bob.does(acting.answer, yes=True)
    assert bob.sits().table.rules_now().version == 2


def newer():
    from toy.rules import ToyRules

    return ToyRules(2)


def test_the_one_reason_that_holds_says_why_nothing_can_be_undone(playing):
    """A player who wants to undo reads which orders, and their results: no three reasons."""
    ann, bob = playing
    ann.orders("attack blue")
    bob.takes(ann.sends())
    bob.orders("pass")
    with pytest.raises(FormError, match=r"^You cannot undo event 4: dice are due for "):
        acting.taken_back_to(bob.sits(), None)
    ann.takes(bob.sends())
    ann.does(acting.dice)
    with pytest.raises(
        FormError, match=r"^You cannot undo event 4: its dice were rolled in event 5"
    ):
        acting.taken_back_to(ann.sits(), None)


def test_resigning(playing):
    ann, _ = playing
    assert ann.does(acting.resign).result == "blue (bob) wins (resigned)"
    with pytest.raises(NotYourPen, match="over"):
        ann.orders("move 1")


def test_secrets(ann, bob, monkeypatch):
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"}, scenario="plans")
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    with pytest.raises(NotYourPen, match="pbem seal"):
        ann.orders("plan 3")
    for text in (b"plan 9", b"plan 1\nplan 2", b"nothing"):
        with pytest.raises(OrderMistake):
            drafts.draft_secret(ann.sits(), text)
    value = read_plan(ann, monkeypatch)
    ann.does(acting.seal, value)
    assert b'"n":3' not in ann.log.read_bytes()
    assert b'"to":3' not in ann.log.read_bytes()
    bob.takes(ann.sends())
    bob.does(acting.seal, {"do": "plan", "to": 5})
    with pytest.raises(NotYourPen, match="You are not asked for a secret choice"):
        drafts.draft_secret(ann.sits(), b"plan 3")
    ann.takes(bob.sends())
    ann.orders("end")
    bob.takes(ann.sends())
    bob.orders("end")
    ann.takes(bob.sends())
    with pytest.raises(NotYourPen, match="pbem reveal"):
        ann.orders("end")
    ann.does(acting.reveal)
    assert ann.sits().table.play.position.strength["red"] == 6


def read_plan(ann, monkeypatch):
    # "plan 3" is no line that the toy reads: its only number is called n.
    session = ann.sits()
    game = session.table.play.game
    with monkeypatch.context() as taught:
        plan = game.read_order({"do": "plan", "to": 3})
        taught.setattr(game, "parse", lambda *_: plan)
        return drafts.draft_secret(session, b"plan 3")


def test_the_umpire_rules(ann, bob, person):
    uma, cay = person("uma"), person("cay")
    ann.meets(bob, uma)
    uma.meets(ann, bob, cay)
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma")
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one.takes(other.sends())
        one.does(acting.join)
    uma.takes(bob.sends())
    with pytest.raises(NotYourPen, match="umpire"):
        bob.does(acting.rule_out, "ann")
    with pytest.raises(NotYourPen, match="not over"):
        uma.does(acting.rule_result)
    with pytest.raises(NotFound, match="no card of 'dan'"):
        uma.does(acting.rule_out, "ann", "dan")
    assert uma.does(acting.rule_back, "0" * 64).result is None
    done = uma.does(acting.rule_out, "ann", "cay", note="no answer since June")
    assert done.active == "Waiting for cay to join the game."
    cay.takes(uma.sends())
    cay.does(acting.join)
    assert cay.does(acting.resign).result == "blue (bob) wins (resigned)"
    uma.takes(cay.sends())
    uma.does(acting.rule_result)
    assert uma.sits().table.closed


def test_standing_answers_with_the_join(ann, bob):
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    for text in (b"fire", b"standing fly yes", b"\xff", b""):
        with pytest.raises(OrderMistake):
            standing_at_join(bob.sits(), text)
    standing = standing_at_join(bob.sits(), b"# always\nstanding fire yes\n")
    bob.does(acting.join, standing=standing)
    assert bob.sits().table.play.standing == {"bob": {"blue": {"fire": True}}}
    with pytest.raises(OrderMistake, match="exactly one side"):
        standing_at_join(two_sides(ann), b"standing fire yes")


def two_sides(ann):
    session = ann.sits()
    session.table.seats = {"red": "ann", "blue": "ann"}
    return session


def test_a_database_that_refuses_loses_nothing(playing, monkeypatch):
    ann, bob = playing
    with monkeypatch.context() as broken:
        broken.setattr("pbem.store.store.Store.take", refuse)
        with pytest.raises(StoreError, match="Event 3 is signed and in the log"):
            ann.orders("end")
    assert bob.takes(ann.log).last == 3
    assert ann.sits().table.chain.count == 4


def refuse(*_args):
    raise StoreError("the database is busy")


def test_a_message_repeats_no_more_of_a_line_than_one_can_read(playing):
    ann, _ = playing
    with pytest.raises(OrderMistake, match="too many for a list of orders"):
        drafts.draft(ann.sits(), b"a" * 2_000_000)
    assert len(mistake(ann, "mvoe " + "1" * 3000)) < 300


@pytest.mark.parametrize("written", ["orders: [{do: move, steps: 1}, 5]", "orders: [x, move 1]"])
def test_a_mistake_in_yaml_names_the_file_and_the_order(playing, written):
    ann, _ = playing
    with pytest.raises(OrderMistake, match=r"o\.yaml, order [12]: "):
        drafts.draft(ann.sits(), written.encode(), yaml=True, name="o.yaml")


def test_what_cannot_be_written_now_says_when_it_can(playing):
    ann, bob = playing
    with pytest.raises(NotYourPen, match=r"no offer for you to answer\. Waiting for ann"):
        ann.does(acting.answer, yes=True)
    with pytest.raises(NotYourPen, match=r"only the active player.*\. Waiting for ann"):
        bob.does(acting.offer_tie)
    with pytest.raises(NotYourPen, match=r"not your turn to join\. Waiting for ann"):
        bob.does(acting.join)


def test_who_ordered_meanwhile_is_reported_so_and_nothing_is_signed_twice(playing):
    ann, _ = playing
    late = ann.sits()
    draft = drafts.draft(late, b"move 1")
    ann.orders("move 1")
    count, record = ann.count, ann.client.record("ann", late.table.game_id).path.read_bytes()
    with pytest.raises(
        WentOnError, match=r"Nothing was signed.*wrote event 3 meanwhile.*pbem show"
    ):
        acting.order(late, ann.identity, draft)
    assert ann.count == count
    assert ann.client.record("ann", late.table.game_id).path.read_bytes() == record


def test_a_second_command_waits_for_the_first(playing):
    ann, _ = playing
    late, first = ann.sits(), ann.sits()
    draft = drafts.draft(late, b"move 1")
    with ThreadPoolExecutor() as pool:
        with locked_game(first.path):
            waiting = pool.submit(acting.order, late, ann.identity, draft)
            with pytest.raises(TimeoutError):
                waiting.result(timeout=0.2)
        assert [event.seq for event in waiting.result(timeout=PATIENCE).events] == [3]


def test_a_look_between_the_log_and_the_database_does_no_harm(playing, monkeypatch):
    ann, _ = playing
    session = ann.sits()
    draft = drafts.draft(session, b"move 1")
    monkeypatch.setattr(
        "pbem.client.session.session.append",
        lambda path, events: (append(path, events), ann.sits()),
    )
    assert [event.seq for event in acting.order(session, ann.identity, draft).events] == [3]


def test_whose_orders_are_replaced_in_good_english():
    """In a practice a side writes its orders itself: it has a name, which may end in s."""

    class Raiders:
        side_names: ClassVar = {"raiders": "Raiders"}

    practice = SimpleNamespace(game=Raiders, seats={"raiders": "raiders", "garrison": "garrison"})
    by_mail = SimpleNamespace(game=Raiders, seats={"raiders": "ann", "garrison": "chris"})
    said = [_whose(practice, "raiders"), _whose(practice, "garrison"), _whose(by_mail, "ann")]
    assert said == ["Raiders'", "garrison's", "ann's"]


def test_who_writes_again_reads_what_he_gives_up(playing):
    """The player's next orders replace what remains of the list (protocol section 6)."""
    ann, bob = playing
    ann.orders("move 1", "stop", "move 1", "if round > 7: end")
    shown = looking.show(ann.sits())
    assert shown.waiting == ["move 1", "if round > 7: end"]
    assert any("Rest of your list" in line and "move 1" in line for line in shown_lines(shown))
    bob.takes(ann.sends())
    assert looking.show(bob.sits()).waiting == []
    draft = drafts.draft(ann.sits(), b"end")
    given_up = "ann's new orders replace 'move 1' and 'if round > 7: end', which waited."
    assert [reported.text for reported in draft.outcomes if "waited" in reported.text] == [given_up]
    assert draft.skipping == ["move 1", "if round > 7: end"]
    again = drafts.draft(ann.sits(), b"end\nif round > 7: end")
    assert again.skipping == ["move 1"]
    [reported] = [reported.text for reported in again.outcomes if "waited" in reported.text]
    assert reported == "ann's new orders replace 'move 1', which waited."
    done = ann.orders("end")
    assert [reported.text for reported in done.outcomes if "waited" in reported.text] == [given_up]
    assert not any(
        "is skipped" in reported.text for reported in done.outcomes
    )  # nothing was lost by it
    [last] = history(ann.log, ann.client.library).entries[-1:]
    assert [one.sort for one in last.happened if "waited" in one.text] == ["replaced"]


def test_a_ruling_is_reported_to_anyone_takes_it_in(ann, bob, person):
    uma, cay = person("uma"), person("cay")
    ann.meets(bob, uma, cay)
    uma.meets(ann, bob, cay)
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma")
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one.takes(other.sends())
        one.does(acting.join)
    uma.takes(bob.sends())
    uma.does(acting.rule_out, "ann", "cay")
    [entry] = ann.takes(uma.sends()).happened[-1:]
    said = (
        "uma rules that cay takes the place of ann and now plays red. The ruling does "
        "not say that ann was late."
    )
    assert [one.text for one in entry.reported] == [said]

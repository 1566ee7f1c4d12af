"""The second verifier on logs of its own: dice, rulings, consent, forks, starts."""

from __future__ import annotations

from typing import Any

import pytest

from second.reader import Reader
from second.writer import Writer


@pytest.fixture
def three() -> Writer:
    """A game of three whose umpire keeps dice too; ann has just ordered."""
    writer = Writer(["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire")
    writer.orders("ann", "us")
    return writer


def test_umpire_and_opponents_keep_in_this_order(three: Writer) -> None:
    three.dice("uma")
    three.dice("bob")
    three.dice("cal", last=True)
    three.orders("bob", "jp")
    assert three.reported() is None


def test_the_umpire_stands_in_for_who_was_put_out_and_his_heir_joins_after(three: Writer) -> None:
    three.dice("uma")
    three.replace("bob", "dan", "ann", "cal")
    three.dice("uma", instead="bob")
    three.dice("cal", last=True)
    three.join("dan")
    three.orders("dan", "jp")
    three.dice("uma")
    three.dice("ann")
    three.dice("cal", last=True)
    assert three.reported() is None


def test_an_heir_does_not_join_while_dice_are_owed(three: Writer) -> None:
    three.dice("uma")
    three.replace("bob", "dan", "ann", "cal")
    three.join("dan")
    assert three.reported() == ("join.order", 8)


@pytest.mark.parametrize(
    ("by", "kind", "data", "code"),
    [
        ("bob", "orders", {"side": "jp", "orders": [{}], "state": "0" * 64}, "kind.wrong"),
        ("ann", "orders", {"side": "us", "orders": [{}], "state": "0" * 64}, "pen.wrong"),
        ("bob", "resign", {}, "resign.wrong"),
        ("cal", "dice", {"proof": "0" * 160}, "dice.keeper"),
        ("bob", "dice", {"proof": "0" * 160}, "dice.proof"),
        ("uma", "ruling", {"out": "ann", "as": "forfeit", "late": None}, "ruling.wrong"),
    ],
)
def test_between_two_keepers_comes_nothing_else(
    three: Writer, by: str, kind: str, data: dict[str, Any], code: str
) -> None:
    three.dice("uma")
    three.write(by, kind, **data)
    assert three.reported() == (code, 7)


def test_a_trigger_has_its_dice_once(three: Writer) -> None:
    three.dice("uma")
    three.dice("bob")
    three.dice("cal", last=True)
    three.dice("uma")
    assert three.reported() == ("dice.keeper", 9)


def test_only_the_last_keeper_lists_rolls(three: Writer) -> None:
    three.dice("uma", last=True)
    assert three.reported() == ("dice.rolls", 6)


@pytest.mark.parametrize("friends", [(), ("ann",), ("cal", "ann"), ("ann", "bob")])
def test_who_owes_dice_is_replaced_by_agreement_of_all_others_in_order(
    three: Writer, friends: tuple[str, ...]
) -> None:
    three.dice("uma")
    three.replace("bob", "dan", *friends)
    assert three.reported() == ("ruling.wrong", 7)


def test_an_agreement_is_to_one_replacement_after_one_event(three: Writer) -> None:
    three.dice("uma")
    three.replace("bob", "dan", "ann", "cal")
    consent = three.cut()["body"]["data"]["consent"]
    three.write("uma", "ruling", back="0" * 64)
    said = {"out": "bob", "handle": "dan", "sign": three.signer("dan")["sign"], "consent": consent}
    three.write("uma", "ruling", **{"as": "replace", "late": None}, **said)
    assert three.reported() == ("ruling.wrong", 8)


def test_nobody_agrees_where_no_dice_are_owed(three: Writer) -> None:
    for handle in ("uma", "bob"):
        three.dice(handle)
    three.dice("cal", last=True)
    three.replace("bob", "dan", "ann", "cal")
    assert three.reported() == ("ruling.wrong", 9)


def forked(writer: Writer, then: str, *, whole: bool = True) -> None:
    """Rule on two orders of ann after the last event of the log."""
    writer.orders("ann", "us")
    first = writer.cut()
    writer.write("ann", "resign")
    second = writer.cut()
    pair = sorted([first, second], key=writer.name)
    writer.write("uma", "ruling", fork=pair if whole else pair[::-1], then=then)


def test_a_fork_of_two_events_beside_the_log_is_ruled_on_once() -> None:
    writer = Writer(["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire")
    at = len(writer.ids)
    forked(writer, "branch")
    writer.orders("ann", "us")
    assert writer.reported() is None
    assert writer.reported(1) is None
    forked(writer, "branch")
    assert writer.reported() == ("ruling.wrong", at + 2)


def test_a_fork_is_reported_with_the_lower_id_first() -> None:
    writer = Writer(["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire")
    at = len(writer.ids)
    forked(writer, "branch", whole=False)
    assert writer.reported() == ("ruling.wrong", at)


def test_one_event_forks_with_the_first_of_the_log_that_is_no_ruling(three: Writer) -> None:
    ordered = three.event(-1), three.ids[-1]
    three.cut()
    three.write("ann", "resign")
    other = three.cut()
    three.write("uma", "ruling", back="0" * 64)
    three.orders("ann", "us")
    three.write("uma", "ruling", fork=[other], then="forfeit")
    three.dice("uma")
    three.dice("bob")
    three.dice("cal", last=True)
    three.orders("ann", "us")
    assert three.reported() == ("pen.wrong", len(three.ids) - 1)
    assert ordered[1] not in three.ids


def test_a_fork_of_somebody_else_than_the_author_of_the_log_is_none(three: Writer) -> None:
    ann = three.cut()
    three.write("bob", "orders", side="jp", orders=[{"do": "pass"}], state="0" * 64)
    three.write("uma", "ruling", fork=[ann], then="forfeit")
    assert three.reported() == ("ruling.wrong", len(three.ids) - 1)


def test_what_an_old_key_forked_is_settled_by_the_new_one() -> None:
    writer = Writer(["ann", "bob"], {"us": "ann", "jp": "bob"}, "umpire")
    writer.orders("ann", "us")
    other = writer.cut()
    writer.keys("ann", "ann2", "ann2")
    writer.write("bob", "answer", yes=True)
    assert writer.reported() is None
    writer.write("uma", "ruling", fork=[other], then="forfeit")
    assert writer.reported() == ("ruling.wrong", len(writer.ids) - 1)


def test_a_key_is_offered_with_a_proof_of_its_own() -> None:
    writer = Writer(["ann", "bob"], {"us": "ann", "jp": "bob"}, "umpire")
    writer.keys("ann", "ann2", "ann")
    assert writer.reported() == ("key.proof", 4)


def test_a_game_after_a_ruling_starts_with_the_answer_of_the_first_with_a_seat() -> None:
    writer = Writer(
        ["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire", joined=False
    )
    writer.join("ann")
    writer.join("bob")
    writer.write("uma", "ruling", out="cal", **{"as": "forfeit", "late": None})
    assert writer.reported() is None
    writer.orders("ann", "us")
    assert writer.reported() == ("join.order", 5)
    writer.cut()
    writer.write("ann", "answer", yes=False)
    assert writer.reported() == ("answer.wrong", 5)
    writer.cut()
    writer.write("ann", "answer", yes=True)
    writer.orders("bob", "jp")
    assert writer.reported() is None


def test_a_game_starts_with_a_resignation_after_which_nobody_has_to_join() -> None:
    writer = Writer(
        ["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire", joined=False
    )
    writer.join("ann")
    writer.join("bob")
    writer.write("cal", "resign")
    writer.orders("ann", "us")
    writer.dice("uma")
    writer.dice("bob", last=True)
    assert writer.reported() is None


def test_who_may_have_been_put_out_by_an_opening_keeps_or_not() -> None:
    """An opening that could not have been sealed legally is known to the rules alone."""
    for keeps in (True, False):
        writer = Writer(["ann", "bob", "cal"], {"us": "ann", "jp": "bob", "uk": "cal"}, "umpire")
        writer.secret_choice("bob", "plan")
        writer.orders("ann", "us")
        writer.dice("uma")
        if keeps:
            writer.dice("bob")
        writer.dice("cal", last=True)
        assert writer.reported() is None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"out": "ann", "as": "forfeit"}, "event.kind"),
        ({"branch": "0" * 64}, "event.kind"),
        ({"back": "0" * 64}, None),
        ({"result": {"winner": None, "why": "tie"}}, None),
        ({"out": "ann", "as": "replace", "late": None}, "ruling.wrong"),
        ({"out": "ann", "as": "forfeit", "late": None, "handle": "dan"}, "ruling.wrong"),
        ({"fork": [{}], "then": "branch"}, "ruling.wrong"),
    ],
)
def test_a_ruling_has_one_of_four_forms(data: dict[str, Any], code: str | None) -> None:
    writer = Writer(["ann", "bob"], {"us": "ann", "jp": "bob"}, "umpire")
    writer.write("uma", "ruling", **data)
    assert writer.reported() == (code and (code, 4))


def test_each_ruling_on_a_fork_is_judged_once(three: Writer, monkeypatch: Any) -> None:
    """A reader goes back twice a player (section 8), and not again for what it goes back over."""
    taken, event = list[object](), Reader.event
    monkeypatch.setattr(Reader, "event", lambda at, value: (taken.append(value), event(at, value)))
    before = []
    for by, side in (("ann", "us"), ("bob", "jp"), ("cal", "uk"), ("ann", "us")):
        three.forked(by, side, "forfeit" if before[2:] else "branch")
        before.append(len(three.lines) - 1)
    assert three.reported() is None
    assert len(taken) <= len(three.lines) + sum(before)

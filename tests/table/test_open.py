"""Opening a game: what an opening may say (protocol section 4)."""

from __future__ import annotations

import pytest

from pbem.log.event import NO_EVENT, compose
from pbem.log.finding import BadLog
from pbem.table.events import kinds
from pbem.table.own import writer
from pbem.table.table import Table
from toy.group import Group, identity, opening, rules_id, signer, toy_library


def test_a_game_can_be_opened(tmp_path):
    group = Group(tmp_path)
    assert group.table.active().why == "Waiting for ann to join the game."
    assert group.table.game_id == group.events[0].id


@pytest.mark.parametrize(
    ("players", "changes"),
    [
        (("ann", "ann"), {}),
        (("ann", "bob"), {"seats": {"red": "ann", "blue": "eve"}}),
        (("ann", "bob"), {"seats": {"red": "ann"}}),
        (("ann", "bob"), {"seats": {"red": "ann", "blue": "bob", "green": "bob"}}),
        (("ann", "bob"), {"umpire": "ann"}),
        (("ann", "bob"), {"dice": "umpire"}),
        (("ann", "bob"), {"dice": "self"}),
        (("ann",), {"dice": "opponents", "seats": {"red": "ann", "blue": "ann"}}),
        (("ann", "bob"), {"scenario": "war"}),
        (("ann", "bob"), {"options": {}}),
        (("ann", "bob"), {"options": {"rounds": 4, "wind": 1}}),
        (("ann", "bob"), {"options": {"rounds": 9}}),
        (("ann", "bob"), {"options": {"rounds": True}}),
    ],
)
def test_an_opening_that_does_not_fit_together_is_refused(players, changes):
    with pytest.raises(BadLog) as caught:
        writer.open_game(identity("ann"), toy_library(), opening(players, **changes))
    assert caught.value.finding.code == "open.bad"
    assert caught.value.finding.blame == ("ann",)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_an_opening_without_a_seat_is_refused_at_every_level(level):
    """Nobody could start such a game: the first player with a seat would be nobody."""
    event = _open(kinds.write_data(opening(("ann", "bob"))) | {"seats": {}})
    with pytest.raises(BadLog) as caught:
        Table(toy_library(), level).take(event)
    found = caught.value.finding
    assert (found.code, found.blame, found.good) == ("open.bad", ("ann",), 0)
    assert "no side has a seat" in found.message


@pytest.mark.parametrize(
    ("opener", "code", "blame"), [("eve", "sig.unknown", ()), ("uma", "open.bad", ("uma",))]
)
def test_only_a_player_opens_a_game(opener, code, blame):
    with pytest.raises(BadLog) as caught:
        writer.open_game(identity(opener), toy_library(), opening(umpire="uma"))
    found = caught.value.finding
    assert (found.code, found.seq, found.good, found.blame) == (code, 0, 0, blame)
    assert len(found.event) == 64
    assert opener in found.message


def test_an_altered_opening_blames_nobody():
    data = kinds.write_data(opening(("ann", "ann")))
    event = _open(data, seed=identity("eve").sign_seed)
    with pytest.raises(BadLog) as caught:
        Table(toy_library()).take(event)
    assert caught.value.finding.blame == ()


@pytest.mark.parametrize(
    "field", ["rules", "scenario", "options", "players", "seats", "umpire", "dice", "clock"]
)
def test_every_field_must_be_there(field):
    data = kinds.write_data(opening())
    del data[field]
    _refuse_form(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", []),
        ("players", [{"handle": f"p{i}", "sign": "00" * 32} for i in range(9)]),
        ("players", [{"handle": "Ann", "sign": "00" * 32}]),
        ("players", [{"handle": "ann\n", "sign": "00" * 32}]),
        ("players", [{"handle": "ann", "sign": "00" * 31}]),
        ("players", [{"handle": "ann", "sign": "00" * 32 + "\n"}]),
        ("players", [{"handle": "ann", "sign": "AA" * 32}]),
        ("players", [{"handle": "ann", "sign": "00" * 32, "vrf": "00" * 32}]),
        ("seats", {"red": "ann\n"}),
        ("dice", "nobody"),
        ("clock", {"days": 0, "bank": 0, "grace": 0, "turn": None}),
        ("clock", {"days": 366, "bank": 0, "grace": 0, "turn": None}),
        ("clock", {"days": 7, "bank": 0, "grace": 0}),
        ("clock", {"days": 7, "bank": 0, "grace": 0, "turn": 0}),
        ("clock", {"days": 7, "bank": 0, "grace": 0, "turn": 3651}),
        ("clock", {"days": 7, "bank": 0, "grace": 0, "turn": True}),
        ("clock", {"days": 7}),
        ("scenario", "Duel"),
        ("rules", {"name": "toy", "version": 0, "data": "00" * 32}),
        ("rules", {"name": "toy", "version": 1}),
        ("options", {"rounds": [4]}),
        ("rules", {"name": "toy", "version": 1, "data": "00" * 32, "more": 1}),
        ("clock", {"days": 7, "bank": 0, "grace": 0, "turn": None, "more": 1}),
        ("umpire", {"handle": "uma", "sign": "00" * 32, "more": 1}),
        ("more", 1),
    ],
)
def test_a_field_that_is_not_in_its_form_is_refused(field, value):
    _refuse_form(kinds.write_data(opening()) | {field: value})


def test_a_clock_is_admitted(tmp_path):
    group = Group(tmp_path, opening(clock=kinds.Clock(days=7, bank=30, grace=2, turn=60)))
    assert group.table.opening.clock.days == 7


def test_two_players_with_one_key_are_refused():
    ann, bob = signer("ann"), kinds.Signer("bob", signer("ann").sign)
    _refuse(_with_players(ann, bob), "key.same")


@pytest.mark.parametrize("key", ["00" * 32, "01" + "00" * 31, "ed" + "ff" * 30 + "7f"])
def test_a_key_of_small_order_is_refused(key):
    _refuse(_with_players(signer("ann"), kinds.Signer("bob", key)), "key.bad")


def test_unknown_rules_are_nobodys_fault():
    strange = kinds.RulesId("chess", 1, "00" * 32)
    finding = _refuse(opening(rules=strange), "rules.unknown")
    assert finding.blame == ()
    assert not finding.fault
    other_data = kinds.RulesId("toy", 1, "00" * 32)
    assert "data pack" in _refuse(opening(rules=other_data), "rules.unknown").message


def test_a_log_begins_with_one_opening(tmp_path):
    group = Group(tmp_path)
    again = group.forge("ann", "open", kinds.write_data(opening()))
    group.refused(again, "kind.wrong")
    first = compose(
        game="", seq=0, prev=NO_EVENT, by="ann", at="2026-11-20T15:04:05Z", kind="resign",
        data={}, seed=identity("ann").sign_seed,
    )  # fmt: skip
    with pytest.raises(BadLog) as caught:
        Table(toy_library()).take(first)
    assert caught.value.finding.code == "kind.wrong"


def test_the_rules_are_not_asked_below_level_3():
    event = _open(kinds.write_data(opening(rules=kinds.RulesId("chess", 1, "00" * 32))))
    for level in (1, 2):
        Table(toy_library(), level).take(event)


def test_the_newest_rules_may_be_opened_with(tmp_path):
    assert Group(tmp_path, opening(rules=rules_id(2))).table.rules_now().version == 2


def _with_players(*signers):
    data = kinds.write_data(opening())
    data["players"] = [{"handle": s.handle, "sign": s.sign} for s in signers]
    return kinds.read_data("open", data)


def _open(data, seed=None):
    return compose(
        game="", seq=0, prev=NO_EVENT, by="ann", at="2026-11-20T15:04:05Z", kind="open",
        data=data, seed=seed or identity("ann").sign_seed,
    )  # fmt: skip


def _refuse(data, code):
    with pytest.raises(BadLog) as caught:
        Table(toy_library()).take(_open(kinds.write_data(data)))
    assert caught.value.finding.code == code
    return caught.value.finding


def _refuse_form(data):
    with pytest.raises(BadLog) as caught:
        Table(toy_library()).take(_open(data))
    assert caught.value.finding.code == "event.kind"

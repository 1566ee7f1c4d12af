"""Attacks on the history: altering, dropping, cutting, forking, denying (P1, P2, P3)."""

from __future__ import annotations

import pytest

from pbem.audit.compare import compare
from pbem.audit.verify import verify
from pbem.crypto import signing, vrf
from pbem.log.event import compose
from pbem.log.finding import BadLog
from pbem.log.fork import check_fork, make_fork
from pbem.log.head import make_head, verify_head
from pbem.table.table import Table
from toy.cheat import attack
from toy.group import END, FIRE, PASS, Group, identity, move, toy_library
from toy.group import attack as attack_order


@pytest.fixture
def played(tmp_path):
    """Ann attacked, bob answered, ann gave the dice, bob's list went on."""
    group = Group.joined(tmp_path)
    group.orders("ann", attack_order("blue"), END)
    group.rig_orders("bob", PASS, dice=(1,))
    group.orders("bob", END)
    return group


def judged(events, tmp_path):
    path = tmp_path / "doctored.pbem"
    path.write_bytes(b"".join(event.line + b"\n" for event in events))
    found = verify(path, toy_library()).finding
    return None if found is None else found.code


def first_fault(events):
    table = Table(toy_library())
    try:
        for event in events:
            table.take(event)
    except BadLog as bad:
        return bad.finding
    return None


def signed_again(event, **changes):
    fields = {
        "game": event.game, "seq": event.seq, "prev": event.prev, "by": event.by, "at": event.at,
        "kind": event.kind, "data": event.data, "salt": bytes.fromhex(event.salt),
        "seed": identity(event.by).sign_seed,
    }  # fmt: skip
    return compose(**{**fields, **changes})


@attack("P1", "change your own event after others built on it", "`chain.prev`")
def test_changing_an_event(played, tmp_path):
    events = list(played.events)
    events[3] = signed_again(events[3], data={**events[3].data, "note": "better"})
    assert judged(events, tmp_path) == "chain.prev"


@attack("P1", "change somebody else's event", "`sig.bad`")
def test_changing_an_event_of_somebody_else(played, tmp_path):
    last = played.events[-1]
    ours = signed_again(last, data={**last.data, "note": "x"}, seed=identity("ann").sign_seed)
    assert judged([*played.events[:-1], ours], tmp_path) == "sig.bad"


@attack("P1", "swap two events", "`chain.seq`")
def test_swapping_events(played, tmp_path):
    events = list(played.events)
    for i in range(1, len(events) - 1):
        swapped = [*events[:i], events[i + 1], events[i], *events[i + 2 :]]
        assert judged(swapped, tmp_path) == "chain.seq"


@attack("P1", "drop an event", "`chain.seq`")
def test_dropping_an_event(played, tmp_path):
    for i in range(1, len(played.events) - 1):
        assert judged(played.events[:i] + played.events[i + 1 :], tmp_path) == "chain.seq"


@attack("P1", "insert an event", "`chain.seq`; if renumbered, `chain.prev` or `sig.bad`")
def test_inserting_an_event(played, tmp_path):
    events = played.events
    new = signed_again(events[3], salt=bytes(16), data={**events[3].data, "note": "more"})
    assert judged([*events[:4], new, *events[4:]], tmp_path) == "chain.seq"
    after = signed_again(new, seq=4, prev=events[3].id)
    assert judged([*events[:4], after, *events[4:]], tmp_path) in ("state.digest", "pen.wrong")


@attack("P1", "give an event an earlier date", "`chain.prev` for every later event")
def test_back_dating(played, tmp_path):
    events = list(played.events)
    events[3] = signed_again(events[3], at="2026-01-01T00:00:00Z")
    assert judged(events, tmp_path) == "chain.prev"


@attack(
    "P1",
    "cut the log short before a bad roll",
    "valid, but its head is not the one that others confirmed",
)
def test_cutting_the_log_short(played, tmp_path):
    short = played.events[:-2]
    assert judged(short, tmp_path) is None
    confirmed = make_head(played.events[-1], by="bob", seed=identity("bob").sign_seed)
    assert verify_head(confirmed, identity("bob").sign_public)
    assert (confirmed.seq, confirmed.head) != (short[-1].seq, short[-1].id)
    # A keeper who is asked for the missing dice sends those that they gave before.
    gave = played.events[-2]
    played.events = list(short)
    played.table = played.replay()
    assert played.play("ann", "dice").line == gave.line


@attack("P1", "confirm a head in another player's name", "the signature does not verify")
def test_confirming_a_head_for_another(played):
    forged = make_head(played.events[-1], by="bob", seed=identity("ann").sign_seed)
    assert not verify_head(forged, identity("bob").sign_public)


@attack("P2", "deny an event: find another key or text for its signature", "nothing else verifies")
def test_denying_an_event(played):
    event = played.events[3]
    signature, text = bytes.fromhex(event.sig), b"pbem/event/v1\n" + event.body
    assert signing.verify(identity("ann").sign_public, text, signature)
    for handle in ("bob", "uma", "eve"):
        assert not signing.verify(identity(handle).sign_public, text, signature)
    for i in range(0, len(text), 7):
        other = text[:i] + bytes([text[i] ^ 1]) + text[i + 1 :]
        assert not signing.verify(identity("ann").sign_public, other, signature)


@attack(
    "P2", "claim that the signature was altered: make a second one for the same event", "refused"
)
def test_a_second_signature_of_the_same_event(played):
    event = played.events[3]
    signature = bytes.fromhex(event.sig)
    order = 2**252 + 27742317777372353535851937790883648493
    scalar = int.from_bytes(signature[32:], "little") + order
    malleable = signature[:32] + scalar.to_bytes(32, "little")
    text = b"pbem/event/v1\n" + event.body
    assert not signing.verify(identity("ann").sign_public, text, malleable)


@attack("P3", "sign a second version of an event that was answered", "a fork file convicts")
def test_a_second_thought_beside_an_answered_event(played, tmp_path):
    before = played.events[:4]
    honest = Group(tmp_path / "other", played.opening)
    honest.events, honest.table = list(before), played.replay(upto=4)
    second = honest.forge("bob", "orders", honest.orders_data("blue", FIRE))
    fork = make_fork(before, played.events[4], second)
    finding = check_fork(fork, first_fault)
    assert (finding.code, finding.blame) == ("fork.author", ("bob",))


@attack("P3", "show two players two histories", "a comparison of the logs writes the proof")
def test_forking(played, tmp_path):
    shown_to_cat = tmp_path / "cat.pbem"
    shown_to_dan = tmp_path / "dan.pbem"
    other = Group(tmp_path / "other", played.opening)
    other.events, other.table = played.events[:3], played.replay(upto=3)
    second = other.forge("ann", "orders", other.orders_data("red", END))
    for path, events in ((shown_to_cat, played.events), (shown_to_dan, [*other.events, second])):
        path.write_bytes(b"".join(event.line + b"\n" for event in events))
    verdict = compare(shown_to_cat, shown_to_dan, toy_library(), lambda _: tmp_path / "proof.fork")
    assert verdict.proven
    assert verdict.author == "ann"
    assert (tmp_path / "proof.fork").exists()


@attack("P3", "frame an opponent with an illegal event as the second half of a fork", "no fork")
def test_framing_an_opponent(played):
    before = played.events[:3]
    table = played.replay(upto=3)
    data = {"side": "red", "orders": [move(9)], "state": table.digest()}
    illegal = signed_again(played.events[3], data=data)
    with pytest.raises(BadLog) as caught:
        check_fork(make_fork(before, played.events[3], illegal), first_fault)
    assert caught.value.finding.code == "fork.form"


@attack("P3", "write out of turn, so that two events follow the same event", "`pen.wrong`")
def test_writing_out_of_turn(played):
    for by in ("bob", "eve"):
        event = played.forge(by, "resign", {})
        played.refused(event, "pen.wrong" if by == "bob" else "sig.unknown")


@attack(
    "P3",
    "a dice keeper signs two proofs of one output",
    "the same roll, and a fork by the dice keeper",
)
def test_two_proofs_of_one_output(tmp_path):
    group = Group.joined(tmp_path)
    group.orders("ann", attack_order("blue"))
    group.orders("bob", PASS)
    data = group.dice_data()
    one, two = (group.forge("ann", "dice", data, salt=bytes([n] * 16)) for n in (1, 2))
    finding = check_fork(make_fork(group.events, one, two), first_fault)
    assert finding.blame == ("ann",)
    assert vrf.output(bytes.fromhex(one.data["proof"])) == vrf.output(
        bytes.fromhex(two.data["proof"])
    )

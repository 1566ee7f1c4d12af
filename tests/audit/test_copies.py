"""Any number of copies as one tree: what is common, who signed what, and which field differs."""

from __future__ import annotations

import hashlib
import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from nacl import bindings

from pbem.audit import copies_words, report
from pbem.audit.compared import Compared, GameTree
from pbem.audit.copies import compare_copies
from pbem.log.event import Event, read_event, signed_bytes
from pbem.log.file import to_bytes
from pbem.log.fork import keep_fork, make_fork, read_fork
from pbem.log.head import make_head, write_head
from pbem.table.events import kinds
from pbem.table.library import Library
from toy.group import END, Group, identity, move, toy_library

SCHEMA = Path(__file__).parents[2] / "schemas" / "compare.json"


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return Group.joined(tmp_path, umpire="una")


def save(group: Group, name: str, events: Any) -> Path:
    path = group.folder / name
    path.write_bytes(to_bytes(events))
    return path


def compared(*paths: Path, library: Library | None = None) -> Compared:
    found = compare_copies(paths, library or toy_library()).found
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(json.loads(report.to_json(found)))
    return found


def tree(*paths: Path) -> GameTree:
    (game,) = compared(*paths).games
    return game


def said(*paths: Path) -> str:
    return "\n".join(copies_words.lines(compared(*paths)))


def forged(group: Group, *orders: Any) -> Any:
    return group.forge("ann", "orders", group.orders_data("red", *orders))


def edited(group: Group, name: str, old: bytes, new: bytes) -> Path:
    """A copy of which somebody without a key has changed one line."""
    path = save(group, name, group.events)
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    return path


# --- copies that agree ---------------------------------------------------------------------------


def test_copies_of_one_line_are_one_branch(group: Group) -> None:
    group.orders("ann", END)
    whole = save(group, "whole.pbem", group.events)
    short = save(group, "short.pbem", group.events[:3])
    part = save(group, "part.pbem", group.events[2:4])
    found = compared(whole, short, part)
    (game,) = found.games
    assert found.ok
    (branch,) = game.branches
    assert (branch.name, branch.first, branch.last, branch.good) == ("0", 0, 4, 5)
    assert sum(branch.signed.values()) == 5
    assert (game.common, game.branch_points, game.counts) == (2, (), None)
    by_name = {Path(one.path).name: one for one in game.copies}
    assert by_name["whole.pbem"].lacks is None
    lacks = by_name["short.pbem"].lacks
    assert lacks is not None
    assert (lacks.first, lacks.last) == (3, 4)
    assert sum(lacks.signed.values()) == 2
    assert lacks.signed["ann"] >= 1
    assert (by_name["part.pbem"].first, by_name["part.pbem"].last) == (2, 3)
    assert game.newest == {"0": (str(whole),)}
    reported = said(whole, short, part)
    assert f"{whole} goes furthest, to event 4." in reported
    assert f"{short}: events 0 to 2, ends on the common part; it lacks events 3 to 4" in reported


def test_the_order_of_the_copies_changes_nothing_but_theirs(group: Group) -> None:
    paths = [
        save(group, f"{number}.pbem", [*group.events, forged(group, *orders)])
        for number, orders in enumerate(([move(1)], [END], [move(2), END]))
    ]
    found = [tree(*some) for some in permutations(paths)]
    for one in found[1:]:
        assert (one.branch_points, one.counts, one.why) == (
            found[0].branch_points,
            found[0].counts,
            found[0].why,
        )
        assert [b.head for b in one.branches] == [b.head for b in found[0].branches]


# --- a fork --------------------------------------------------------------------------------------


def test_a_fork_of_three_is_one_branch_point_with_its_fields(group: Group) -> None:
    paths = [
        save(group, f"{number}.pbem", [*group.events, forged(group, *orders)])
        for number, orders in enumerate(([move(1), END], [move(2), END], [move(1)]))
    ]
    (branch_point,) = tree(*paths).branch_points
    assert branch_point.seq == 4
    assert len(branch_point.sides) == 3
    assert all(side.good and side.signed for side in branch_point.sides)
    assert (branch_point.proven, branch_point.both) == (("ann",), ("ann",))
    fields = {one.field: one.values for one in branch_point.differences}
    assert set(fields) == {"order 1", "order 2"}
    assert sorted(map(str, fields["order 1"])) == ["move 1", "move 1", "move 2"]
    assert sorted(map(str, fields["order 2"])) == ["None", "end", "end"]
    reported = said(*paths)
    assert "There are 3 different events 4:" in reported
    assert "ann signed the events on A, B and C, and each is valid there." in reported
    assert "The signatures alone prove that ann forked" in reported
    assert "neither is newer than the other" in reported


def test_the_proof_of_a_fork_is_made_and_read_again(group: Group, tmp_path: Path) -> None:
    one, two = forged(group, move(1)), forged(group, END)
    paths = [
        save(group, "a.pbem", [*group.events, one]),
        save(group, "b.pbem", [*group.events, two]),
    ]
    (fork,) = compare_copies(paths, toy_library()).forks
    assert fork == make_fork(group.events, one, two)
    proof = keep_fork(tmp_path / "proof.fork", fork)
    assert read_fork(proof) == fork
    game = tree(proof)
    assert [copy.path for copy in game.copies] == [f"{proof} (a)", f"{proof} (b)"]
    assert game.branch_points == tree(*paths).branch_points


def test_what_others_wrote_after_is_reported_of_each_side(group: Group) -> None:
    """Bob went on with one side: bob stands on it alone; both stand on ann alone."""
    other = forged(group, END)
    b = save(group, "b.pbem", [*group.events, other])
    group.orders("ann", move(1), END)
    group.orders("bob", END)
    game = tree(save(group, "a.pbem", group.events), b)
    (branch_point,) = game.branch_points
    assert branch_point.both == ("ann",)
    signed = {one.name: one.signed for one in game.branches}
    assert {"ann": 1, "bob": 1} in signed.values()
    assert {"ann": 1} in signed.values()
    # Section 9, rule 4: all others continued with it.
    assert game.counts == group.events[-1].id
    assert "all others continued with it" in game.why[0]


def test_nested_branch_points(group: Group) -> None:
    a = save(group, "a.pbem", [*group.events, forged(group, END)])
    group.orders("ann", move(1), END)
    before = list(group.events)
    b = save(
        group, "b.pbem", [*before, group.forge("bob", "orders", group.orders_data("blue", END))]
    )
    c_event = group.forge("bob", "orders", group.orders_data("blue", move(1), END))
    c = save(group, "c.pbem", [*before, c_event])
    game = tree(a, b, c)
    assert [(one.seq, one.proven) for one in game.branch_points] == [(4, ("ann",)), (5, ("bob",))]
    names = {one.name: one.on for one in game.branches}
    assert set(names) == {"0", "A", "B", "C", "D"}
    assert names["A"] == names["B"] == "0"
    assert names["C"] == names["D"] != "0"
    assert game.common == 3


# --- what proves nothing -------------------------------------------------------------------------


def test_who_signed_nothing_is_not_blamed(group: Group) -> None:
    group.orders("ann", move(1), END)
    good = save(group, "good.pbem", group.events)
    bad = edited(group, "bad.pbem", b'"do":"move","n":1', b'"do":"move","n":2')
    found = compared(good, bad)
    (branch_point,) = found.games[0].branch_points
    assert not found.ok
    assert branch_point.proven == ()
    assert sorted((side.good, side.signed) for side in branch_point.sides) == [
        (False, False),
        (True, True),
    ]
    assert [one.field for one in branch_point.differences] == ["order 1"]
    reported = said(good, bad)
    assert "has ann's name, but ann's key did not sign it" in reported
    assert "it proves nothing against ann" in reported
    assert "ann forked" not in reported
    assert "is the only branch on which every event is valid" in reported


def test_an_illegal_order_that_was_signed_is_no_fork(group: Group) -> None:
    illegal = group.forge("ann", "orders", group.orders_data("red", move(99)))
    bad = save(group, "bad.pbem", [*group.events, illegal])
    group.orders("ann", END)
    (branch_point,) = tree(save(group, "good.pbem", group.events), bad).branch_points
    assert branch_point.proven == ()
    assert any(
        "ann signed the event on" in one and "not valid there" in one for one in branch_point.says
    )


def test_two_authors_are_no_fork(group: Group) -> None:
    """Bob was not active: the event is signed and not valid."""
    bobs = group.forge("bob", "orders", group.orders_data("blue", END))
    b = save(group, "b.pbem", [*group.events, bobs])
    group.orders("ann", END)
    (branch_point,) = tree(save(group, "a.pbem", group.events), b).branch_points
    assert branch_point.proven == ()
    assert {side.by: side.good for side in branch_point.sides} == {"ann": True, "bob": False}


def test_an_event_after_a_ruling_is_a_fork_too(group: Group) -> None:
    """Protocol section 3: one on a predecessor, one after a ruling that put nobody out."""
    hers = save(group, "hers.pbem", [*group.events, forged(group, move(1))])
    before = list(group.events)
    group.play("una", "ruling", kinds.read_data("ruling", {"back": "ab" * 32}))
    group.orders("ann", END)
    a = save(group, "a.pbem", group.events)
    for paths in permutations((hers, a, save(group, "short.pbem", before))):
        found = compare_copies(paths, toy_library())
        (branch_point,) = found.found.games[0].branch_points
        assert (branch_point.seq, branch_point.proven, found.forks) == (4, (), [])
        (following,) = branch_point.following
        assert (following.by, following.seq, len(following.rulings)) == ("ann", 5, 1)
        assert following.second == group.events[5].id
    text = said(hers, a)
    assert "prove that ann forked" in text
    assert "That is no fork" not in text
    assert "ann wrote on more than one side" not in text


def test_a_ruling_alone_is_no_fork(group: Group) -> None:
    hers = save(group, "hers.pbem", [*group.events, forged(group, move(1))])
    group.play("una", "ruling", kinds.read_data("ruling", {"back": "ab" * 32}))
    (branch_point,) = tree(hers, save(group, "a.pbem", group.events)).branch_points
    assert branch_point.following == ()
    assert any("That is no fork" in one for one in branch_point.says)


def test_events_of_two_kinds_are_reported_in_words(group: Group) -> None:
    """Not field by field: a ruling has none of the fields of orders."""
    hers = save(group, "hers.pbem", [*group.events, forged(group, move(1), END)])
    ruling = {"back": "ab" * 32, "note": "it crossed in the mail"}
    group.play("una", "ruling", kinds.read_data("ruling", ruling))
    (branch_point,) = tree(hers, save(group, "a.pbem", group.events)).branch_points
    (reported,) = branch_point.differences
    assert reported.field == "what it says"
    by_kind = dict(zip([side.kind for side in branch_point.sides], reported.values, strict=True))
    assert by_kind["orders"] == "ann gives 2 orders for red: move 1; end"
    assert by_kind["ruling"] == (
        "una withdraws the ruling abababababababab..., if that is in another log. "
        "Nothing in this log changes. Note: it crossed in the mail"
    )


def test_after_what_is_not_good_nothing_is_judged(group: Group) -> None:
    group.orders("ann", END)
    bad = edited(group, "bad.pbem", b'"kind":"join"', b'"kind":"jojn"')
    game = tree(bad)
    (branch,) = game.branches
    assert branch.finding is not None
    assert branch.good < 5
    lines = bad.read_bytes().splitlines(keepends=True)
    (group.folder / "cut.pbem").write_bytes(b"".join(lines[:2]))
    assert not compared(group.folder / "cut.pbem", bad).ok


def test_a_part_without_its_beginning_is_not_judged(group: Group) -> None:
    group.orders("ann", END)
    game = tree(save(group, "part.pbem", group.events[3:]))
    (copy,) = game.copies
    assert copy.loose
    assert copy.branch == "?1"
    assert game.common == -1
    assert "NOT judged: no copy has the event before it" in said(group.folder / "part.pbem")


def test_one_event_signed_otherwise_is_one_event(group: Group) -> None:
    """The signature is no part of the id: a copy with a false one is reported, and no branch."""
    group.orders("ann", END)
    good = save(group, "good.pbem", group.events)
    sig = group.events[2].sig
    other = "01" if sig.endswith("00") else "00"
    bad = edited(group, "bad.pbem", sig.encode(), (sig[:-2] + other).encode())
    for paths in ((good, bad), (bad, good)):
        found = compared(*paths)
        (game,) = found.games
        assert not found.ok
        assert len(game.branches) == 1
        assert game.branches[0].finding is None
        unsigned = {Path(one.path).name: one.unsigned for one in game.copies}
        assert unsigned == {"good.pbem": (), "bad.pbem": (2,)}
    assert "Event 2 in it lacks its author's signature" in said(good, bad)
    (branch,) = tree(bad).branches
    assert branch.finding is not None
    assert branch.finding.code == "sig.bad"


def signed_again(event: Event) -> Event:
    """The same event, signed a second time by its author, with another nonce."""
    seed, message = identity(event.by).sign_seed, signed_bytes(event.body)
    secret = bytearray(hashlib.sha512(seed).digest()[:32])
    secret[0], secret[31] = secret[0] & 248, secret[31] & 127 | 64
    reduced = bindings.crypto_core_ed25519_scalar_reduce
    nonce = reduced(b"\x07" * 64)
    r = bindings.crypto_scalarmult_ed25519_base_noclamp(nonce)
    public, _ = bindings.crypto_sign_seed_keypair(seed)
    factor = bindings.crypto_core_ed25519_scalar_mul(
        reduced(hashlib.sha512(r + public + message).digest()), reduced(bytes(secret) + bytes(32))
    )
    s = bindings.crypto_core_ed25519_scalar_add(nonce, factor)
    return read_event(b'{"body":' + event.body + b',"sig":"' + (r + s).hex().encode() + b'"}')


def test_an_event_that_its_author_signed_twice_is_signed_in_both_copies(group: Group) -> None:
    group.orders("ann", END)
    *before, event = group.events
    again = signed_again(event)
    assert (again.id, again.line != event.line) == (event.id, True)
    one = save(group, "one.pbem", group.events)
    two = save(group, "two.pbem", [*before, again])
    sig = again.sig
    spoilt = sig[:-2] + ("01" if sig.endswith("00") else "00")
    bad = save(group, "bad.pbem", group.events)
    bad.write_bytes(two.read_bytes().replace(sig.encode(), spoilt.encode()))
    for paths in permutations((one, two)):
        assert compared(*paths).ok
        assert "lacks its author's signature" not in said(*paths)
    for paths in permutations((one, two, bad)):
        unsigned = {Path(copy.path).name: copy.unsigned for copy in tree(*paths).copies}
        assert unsigned == {"one.pbem": (), "two.pbem": (), "bad.pbem": (event.seq,)}


def test_a_torn_copy_is_compared_as_far_as_it_goes(group: Group) -> None:
    group.orders("ann", END)
    good = save(group, "good.pbem", group.events)
    torn = group.folder / "torn.pbem"
    torn.write_bytes(good.read_bytes()[:-40])
    found = compared(good, torn)
    copy = next(one for one in found.games[0].copies if one.path == str(torn))
    assert copy.finding is not None
    assert (copy.last, copy.finding.code) == (3, "file.torn")
    assert not found.ok


def test_files_that_are_nothing_keep_no_other_out(group: Group) -> None:
    good = save(group, "good.pbem", group.events)
    junk = group.folder / "junk.pbem"
    junk.write_text("hello\n")
    card = group.folder / "ann.card"
    card.write_text("{}")
    found = compared(junk, good, card)
    assert len(found.games) == 1
    assert len(found.unread) == 1
    assert found.unread[0].startswith(str(junk))
    assert found.passed == (str(card),)
    assert not found.ok


# --- other games, rules, heads -------------------------------------------------------------------


def test_copies_of_two_games_are_two_trees(group: Group, tmp_path: Path) -> None:
    other = Group.joined(tmp_path / "other", scenario="duel")
    (tmp_path / "other").mkdir(exist_ok=True)
    other.folder = tmp_path
    found = compared(save(group, "a.pbem", group.events), save(other, "b.pbem", other.events))
    assert len(found.games) == 2
    assert found.ok


def test_where_the_rules_are_not_here_no_fork_is_proven(group: Group) -> None:
    paths = [
        save(group, f"{number}.pbem", [*group.events, forged(group, *orders)])
        for number, orders in enumerate(([move(1)], [END]))
    ]
    found = compared(*paths, library=Library(lambda _name, _version: None))
    (game,) = found.games
    assert game.level == 2
    assert game.branch_points[0].proven == ()
    assert "That is a fork if the rules allow both." in game.branch_points[0].says[0]
    assert not found.ok


def test_heads_are_reported_with_the_branch_that_they_confirm(group: Group) -> None:
    one = save(group, "a.pbem", [*group.events, forged(group, move(1))])
    two = forged(group, END)
    path = group.folder / "bob.head"
    write_head(path, make_head(two, by="bob", seed=identity("bob").sign_seed))
    (head,) = tree(one, path).heads
    assert (head.by, head.seq, head.signed, head.branch) == ("bob", 4, True, None)
    game = tree(one, save(group, "b.pbem", [*group.events, two]), path)
    (head,) = game.heads
    side = next(side for side in game.branch_points[0].sides if side.id == two.id)
    assert head.branch == side.branch
    false = group.folder / "false.head"
    write_head(false, make_head(two, by="bob", seed=identity("ann").sign_seed))
    (head,) = tree(one, false).heads
    assert not head.signed
    assert "NOT signed by a key of bob: it confirms nothing" in said(one, false)


def test_dice_are_compared_die_by_die(group: Group) -> None:
    from pbem.audit.differing import differences

    a = group.events[-1]
    one = type(a)(**{name: getattr(a, name) for name in a.__struct_fields__}
                  | {"data": {"rolls": [[6, 0], [6, 5]], "proof": "aa"}})  # fmt: skip
    two = type(a)(**{name: getattr(a, name) for name in a.__struct_fields__}
                  | {"data": {"rolls": [[6, 0], [6, 2], [6, 1]], "proof": "aa"}})  # fmt: skip
    found = {one.field: one.values for one in differences((one, two), None)}
    assert found == {"die 2": ("6 of 6", "3 of 6"), "die 3": (None, "2 of 6")}


def test_an_old_key_proves_no_fork(group: Group) -> None:
    """Protocol section 8: what an old key signed on earlier events is settled by its change."""
    stolen = save(group, "thief.pbem", [*group.events, forged(group, move(1))])
    group.play("ann", "offer", group.new_keys("ann", "ann2"))
    early = save(group, "early.pbem", group.events)
    group.play("bob", "answer", True)
    game = save(group, "game.pbem", group.events)
    assert tree(early, stolen).branch_points[0].proven == ("ann",)
    for paths in permutations((game, stolen, early)):
        found = compare_copies(paths, toy_library())
        assert not found.forks
        [branch_point] = found.found.games[0].branch_points
        assert branch_point.proven == ()
        assert any("changed by agreement in event 5" in one for one in branch_point.says)

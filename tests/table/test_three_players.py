"""Three players who do not trust each other: dice, forks, who leaves, who confirms.

The facts that three have in common with two stand in the tests beside this one. So do offers
(test_offers), resignations (test_resign) and rulings (test_rulings) of three.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from pbem.audit.compare import compare, judge_fork_file
from pbem.audit.heads import judge_head
from pbem.audit.verify import verify
from pbem.bench.auditing import make_library
from pbem.bench.games import finished_game, write_log
from pbem.crypto import dice as crypto_dice
from pbem.crypto import vrf
from pbem.errors import KeyFileError
from pbem.log.file import to_bytes
from pbem.log.head import make_head, write_head
from pbem.table.events.kinds import Consent, PutOut
from second.reader import read as second_read
from toy.group import END, Group, attack, identity, move, opening, signer

PLAYERS = ("ann", "bob", "cat")
SIDES = ("red", "blue", "green")
SILENT = {
    handle: {side: {"fire": False, "retreat": 1, "advance": False}}
    for handle, side in zip(PLAYERS, SIDES, strict=True)
}
"""Standing orders of everybody, so that who attacks also writes the trigger."""


def trio(tmp_path, **kwargs):
    group = Group(tmp_path, opening(PLAYERS, scenario="trio", **kwargs))
    group.join_all(SILENT)
    return group


def branch(group):
    """Another history from here on: what one of the players shows to somebody else."""
    twin = Group.__new__(Group)
    twin.folder, twin.library, twin.opening = group.folder, group.library, group.opening
    twin.events, twin.table = list(group.events), group.table.copy()
    return twin


def to_move(group, handle):
    """Let the turns pass until somebody is to move."""
    while (active := group.table.active()).handle != handle:
        group.orders(active.handle, END)
    return SIDES[PLAYERS.index(handle)]


def logs(tmp_path, **groups):
    """Write what each player has."""
    paths = {}
    for name, group in groups.items():
        paths[name] = tmp_path / f"{name}.pbem"
        paths[name].write_bytes(to_bytes(group.events))
    return paths


# --- dice ------------------------------------------------------------------------------------


@pytest.mark.parametrize("handle", PLAYERS)
def test_the_dice_of_one_players_choice_are_kept_by_both_others_in_turn(tmp_path, handle):
    group = trio(tmp_path)
    side = to_move(group, handle)
    trigger = group.orders(handle, attack("red" if side == "blue" else "blue"), END)
    first, last = (other for other in PLAYERS if other != handle)
    assert group.table.dicing.trigger == trigger.id
    assert [keeper.handle for keeper in group.table.dicing.keepers] == [first, last]
    data = group.dice_data()
    for other in (handle, last):
        group.refused(group.forge(other, "dice", data), "dice.keeper", blame=[other])
    assert set(group.play(first, "dice").data) == {"proof"}
    for other in (handle, first):
        group.refused(group.forge(other, "dice", group.dice_data()), "dice.keeper", blame=[other])
    assert set(group.play(last, "dice").data) == {"proof", "rolls", "then"}
    assert group.table.dicing is None
    group.check_all()


@pytest.mark.parametrize("place", [0, 1])
def test_neither_of_two_keepers_decides_the_roll(tmp_path, place):
    """Whatever one of them gives, and knows beforehand, the other one's key makes it any face."""
    group = trio(tmp_path)
    trigger = group.orders("ann", attack("blue"), END)
    game = group.table.game_id
    alpha = crypto_dice.alpha(game, trigger.id)
    secrets = [identity(handle).vrf_secret(game) for handle in ("bob", "cat")]
    faces = set()
    for number in range(60):
        secrets[place] = bytes([number] * 32)
        betas = [vrf.output(vrf.prove(secret, alpha)) for secret in secrets]
        faces.add(crypto_dice.Stream(crypto_dice.seed(alpha, betas)).uniform(6))
    assert faces == set(range(6))


def test_a_whole_game_verifies_at_every_level(tmp_path):
    group = trio(tmp_path)
    while group.table.result is None:
        active = group.table.active()
        if active.kinds == ("dice",):
            group.play(active.handle, "dice")
        else:
            after = SIDES[(SIDES.index(group.table.play.asked.side) + 1) % 3]
            group.orders(active.handle, move(1), attack(after), END)
    path = logs(tmp_path, whole=group)["whole"]
    for level in (1, 2, 3):
        verdict = verify(path, group.library, level=level)
        assert (verdict.ok, verdict.level, verdict.players) == (True, level, PLAYERS)
    assert verdict.result == group.table.result
    assert {event.by for event in group.events if event.kind == "dice"} == set(PLAYERS)
    reader, found = second_read(to_bytes(group.events))
    assert found is None
    assert reader.ids == [event.id for event in group.events]
    group.check_all()


@pytest.mark.long  # of the toy game one is verified in every run
def test_a_whole_game_of_race_to_tokyo(tmp_path):
    library = make_library()
    events = finished_game(library, "three", 1, "tokyo")
    path = write_log(tmp_path / "tokyo.pbem", events)
    for level in (1, 2, 3):
        verdict = verify(path, library, level=level)
        assert (verdict.ok, verdict.level) == (True, level)
    assert verdict.result is not None
    assert len(verdict.players) == 3
    assert second_read(to_bytes(events))[1] is None
    # One trigger, then the two who did not write it
    for place, event in enumerate(events):
        if "rolls" in event.data:
            first, last = events[place - 1], event
            assert first.kind == "dice"
            assert {first.by, last.by, events[place - 2].by} == set(verdict.players)


# --- forks -----------------------------------------------------------------------------------


def orders_forked(group):
    """Ann shows Bob one turn, Cat another one."""
    other = branch(group)
    group.orders("ann", move(1), END)
    other._take(other.forge("ann", "orders", other.orders_data("red", move(2), END)))
    return other


def trigger_forked(group):
    """Ann shows Bob one attack, Cat another one, to have two rolls to choose from."""
    other = branch(group)
    group.orders("ann", attack("blue"))
    other._take(other.forge("ann", "orders", other.orders_data("red", attack("green"))))
    return other


def first_dice_forked(group):
    """Ann attacks; Bob gives the same dice twice, in two events."""
    group.orders("ann", attack("blue"))
    other = branch(group)
    group.play("bob", "dice")
    again = {**other.dice_data(), "note": "sent again"}
    other._take(other.forge("bob", "dice", again))
    return other


def last_dice_forked(group):
    group.orders("ann", attack("blue"))
    group.play("bob", "dice")
    other = branch(group)
    group.play("cat", "dice")
    again = {**other.dice_data(), "note": "sent again"}
    other._take(other.forge("cat", "dice", again))
    return other


@pytest.mark.parametrize(
    ("forked", "author"),
    [
        (orders_forked, "ann"),
        (trigger_forked, "ann"),
        (first_dice_forked, "bob"),
        (last_dice_forked, "cat"),
    ],
)
def test_a_fork_is_proven_anyone_is_shown_which_history(tmp_path, forked, author):
    """One player has the one history, the others the other one: any two who differ have proof."""
    one = trio(tmp_path)
    other = forked(one)
    proofs = set()
    for number, names in enumerate([*combinations(PLAYERS, 1), *combinations(PLAYERS, 2)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        paths = logs(folder, **{name: one if name in names else other for name in PLAYERS})
        for a, b in combinations(PLAYERS, 2):
            proof = folder / f"{a}-{b}.fork"
            verdict = compare(paths[a], paths[b], one.library, lambda _, to=proof: to)
            assert verdict.proven == ((a in names) != (b in names))
            if verdict.proven:
                assert (verdict.author, verdict.finding.blame) == (author, (author,))
                proofs.add(proof.read_bytes())
    # One fork has one file, and anyone who gets it can judge it.
    (proof,) = proofs
    path = tmp_path / "proof.fork"
    path.write_bytes(proof)
    assert judge_fork_file(path, one.library).author == author


@pytest.mark.parametrize("forked", [orders_forked, trigger_forked, first_dice_forked])
def test_a_fork_is_proven_after_others_have_built_on_both_histories(tmp_path, forked):
    one = trio(tmp_path / "one")
    other = forked(one)
    # The others do not know of each other: each history has records of its own.
    other.folder = tmp_path / "other"
    for group in (one, other):
        for _ in range(4):
            active = group.table.active()
            if active.kinds == ("dice",):
                group._take(group.forge(active.handle, "dice", group.dice_data()))
            else:
                data = group.orders_data(group.table.play.asked.side, END)
                group._take(group.forge(active.handle, "orders", data))
    paths = logs(tmp_path, one=one, other=other)
    verdict = compare(paths["one"], paths["other"], one.library)
    assert verdict.proven
    assert verdict.author == ("bob" if forked is first_dice_forked else "ann")
    for path in paths.values():  # and each history alone is valid
        assert verify(path, one.library).ok


def test_dice_given_twice_are_the_same_roll(tmp_path):
    one = trio(tmp_path)
    other = first_dice_forked(one)
    assert one.events[-1].id != other.events[-1].id
    assert one.dice_data()["rolls"] == other.dice_data()["rolls"]


def test_two_attacks_shown_to_two_keepers_give_no_roll_to_choose_from(tmp_path):
    """Each roll needs both keepers, and each of them gives for one trigger on a predecessor."""
    one = trio(tmp_path)
    other = trigger_forked(one)
    one.play("bob", "dice")
    assert other.table.active().handle == "bob"
    with pytest.raises(KeyFileError, match="dice for the other one"):
        other.play("bob", "dice")
    one.play("cat", "dice")
    # Even where Bob gives twice, Cat does not.
    other._take(other.forge("bob", "dice", other.dice_data()))
    assert other.table.active().handle == "cat"
    with pytest.raises(KeyFileError, match="dice for the other one"):
        other.play("cat", "dice")


# --- who leaves ------------------------------------------------------------------------------


def rule(group, **data):
    return group.play("uma", "ruling", PutOut(late=None, **data))


def test_three_play_on_when_one_is_replaced_and_one_resigns(tmp_path):
    group = trio(tmp_path, umpire="uma")
    trigger = group.orders("ann", attack("green"), END)
    group.play("bob", "dice")
    # Cat sees that the roll will be cat's to finish, and stops.
    consent = tuple(Consent(**one) for one in group.consent("cat", "dan"))
    rule(group, out="cat", as_="replace", handle="dan", sign=signer("dan").sign, consent=consent)
    assert group.table.active().why == (
        f"Waiting for uma's computer to roll in place of cat (event {trigger.seq})."
    )
    given = group.play("uma", "dice")
    assert "rolls" in given.data
    group.play("dan", "join")
    assert group.table.seats == {"red": "ann", "blue": "bob", "green": "dan"}
    # From here on the new player keeps, in the order of the players.
    group.orders("bob", attack("red"), END)
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["ann", "dan"]
    group.roll()
    group.orders("dan", END)
    group.play("ann", "resign")
    assert group.table.result is None
    group.orders("bob", attack("green"), END)
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["dan"]
    group.roll()
    # A draw needs everybody who is left, and nobody else.
    group.play("dan", "offer", group.read_offer({"what": "tie"}))
    assert group.table.offer.waiting == ["bob"]
    group.play("bob", "answer", True)
    assert (group.table.result.winner, group.table.result.why) == (None, "tie")
    verdict = verify(logs(tmp_path, log=group)["log"], group.library)
    assert verdict.ok
    assert verdict.ruled_from == trigger.seq + 2
    assert second_read(to_bytes(group.events))[1] is None
    group.check_all()


def test_two_play_on_when_one_is_put_out_over_his_dice(tmp_path):
    group = trio(tmp_path, umpire="uma")
    trigger = group.orders("ann", attack("blue"), END)
    rule(group, out="bob", as_="forfeit")
    assert [event.by for event in (group.play("uma", "dice"), group.play("cat", "dice"))] == [
        "uma", "cat",
    ]  # fmt: skip
    assert group.table.result is None
    # Blue's turn came on the stream of those dice, and was passed for.
    assert group.table.active().handle == "cat"
    group.orders("cat", attack("red"), END)
    assert [keeper.handle for keeper in group.table.dicing.keepers] == ["ann"]
    group.roll()
    verdict = verify(logs(tmp_path, log=group)["log"], group.library)
    assert verdict.ok
    assert verdict.ruled_from == trigger.seq + 1
    group.check_all()


# --- who confirms ----------------------------------------------------------------------------


def test_each_other_player_confirms_the_head(tmp_path):
    """If one keeps back the end, the confirmation of either of the others shows it."""
    group = trio(tmp_path)
    group.orders("ann", attack("blue"), END)
    group.roll()
    short = branch(group)
    short.events = group.events[:-1]
    other = trigger_forked(branch(short_of(group)))
    paths = logs(tmp_path, whole=group, short=short, other=other)
    verdicts = {name: verify(path, group.library) for name, path in paths.items()}
    for handle in ("bob", "cat"):
        path = tmp_path / f"{handle}.head"
        write_head(path, make_head(group.events[-1], by=handle, seed=identity(handle).sign_seed))
        whole = judge_head(path, [verdicts["whole"]])
        assert (whole.ok, whole.by, whole.seq) == (True, handle, group.events[-1].seq)
        assert "cut short" in judge_head(path, [verdicts["short"]]).message
        assert not judge_head(path, [verdicts["short"]]).ok
        assert not judge_head(path, [verdicts["other"]]).ok
    # Neither confirms in the name of the other.
    path = tmp_path / "forged.head"
    write_head(path, make_head(group.events[-1], by="bob", seed=identity("cat").sign_seed))
    assert "not signed by bob" in judge_head(path, [verdicts["whole"]]).message


def short_of(group):
    """The log before its last choice."""
    before = branch(group)
    last = max(event.seq for event in group.events if event.kind == "orders")
    before.events, before.table = group.events[:last], group.replay(upto=last)
    return before

"""Two logs of one game: where they part, and who is convicted."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.audit import judging
from pbem.audit.compare import compare, judge_fork_file
from pbem.audit.copies import compare_copies
from pbem.audit.report import fork_lines
from pbem.crypto import canonical, commitment
from pbem.errors import KeyFileError
from pbem.identity.card import make_card
from pbem.log.disk import LogFileError
from pbem.log.file import to_bytes
from pbem.log.fork import Fork
from pbem.log.head import make_head, write_head
from pbem.table.events import kinds
from pbem.table.library import Library
from toy.branches import orders, side
from toy.group import END, Group, identity, move, plan, toy_library


@pytest.fixture
def group(tmp_path: Path) -> Group:
    return Group.joined(tmp_path, umpire="una")


def save(group: Group, name: str, *more: object) -> Path:
    path = group.folder / name
    path.write_bytes(to_bytes([*group.events, *more]))  # type: ignore[list-item]
    return path


def two_branches(group: Group) -> tuple[Path, Path]:
    """Ann moves on one branch, and ends the turn on the other."""
    first = group.forge("ann", "orders", group.orders_data("red", move(1)))
    second = group.forge("ann", "orders", group.orders_data("red", END))
    return save(group, "a.pbem", first), save(group, "b.pbem", second)


def test_the_same_log(group: Group) -> None:
    paths = save(group, "a.pbem"), save(group, "b.pbem")
    assert compare(*paths, toy_library()).message == "Both files are the same log."


def test_a_longer_copy(group: Group) -> None:
    short = save(group, "short.pbem")
    group.orders("ann", END)
    found = compare(save(group, "long.pbem"), short, toy_library())
    assert not found.proven
    assert found.seq == 4
    assert found.message.startswith(f"Nobody forked. {short} is the beginning of ")


def test_a_fork_is_proven_in_a_file(group: Group, tmp_path: Path) -> None:
    proof = tmp_path / "proof.fork"
    found = compare(*two_branches(group), toy_library(), lambda _: proof)
    assert found.proven
    assert (found.author, found.seq, found.proof) == ("ann", 4, str(proof))
    assert found.finding is not None
    assert found.finding.code == "fork.author"
    assert str(proof) in fork_lines(found)[1]
    again = judge_fork_file(proof, toy_library())
    assert again.proven
    assert again.author == "ann"
    # Once more is harmless; over something else nothing is written.
    assert compare(*two_branches(group), toy_library(), lambda _: proof).proof == str(proof)
    proof.write_text("my own notes\n")
    beside = compare(*two_branches(group), toy_library(), lambda _: proof)
    assert proof.read_text() == "my own notes\n"
    assert beside.proof == str(tmp_path / "proof-2.fork")
    assert judge_fork_file(tmp_path / "proof-2.fork", toy_library()).proven


def test_an_event_with_a_finding_is_no_branch(group: Group) -> None:
    good = group.forge("ann", "orders", group.orders_data("red", END))
    bad = group.forge("ann", "orders", group.orders_data("red", move(2), move(2)))
    found = compare(save(group, "a.pbem", good), save(group, "b.pbem", bad), toy_library())
    assert not found.proven
    assert "is not valid (orders.illegal)" in found.message
    assert found.message.startswith(f"{group.folder / 'b.pbem'}: ")


def test_two_authors_do_not_fork(group: Group) -> None:
    hers = group.forge("ann", "orders", group.orders_data("red", END))
    his = group.forge("bob", "resign", {})
    found = compare(save(group, "a.pbem", hers), save(group, "b.pbem", his), toy_library())
    assert not found.proven
    assert "Only one of them was the active player" in found.message


def test_a_ruling_stands(group: Group) -> None:
    hers = group.forge("ann", "orders", group.orders_data("red", END))
    ruling = group.forge("una", "ruling", kinds.PutOut(out="ann", as_="forfeit", late=None))
    found = compare(save(group, "a.pbem", hers), save(group, "b.pbem", ruling), toy_library())
    assert not found.proven
    assert "the events after that decide which one counts" in found.message


def test_two_games(group: Group, tmp_path: Path) -> None:
    other = Group.joined(tmp_path / "other", ("bob", "ann"))
    found = compare(save(group, "a.pbem"), save(other, "b.pbem"), toy_library())
    assert found.message == "These are logs of two different games."


# --- somebody in doubt ------------------------------------------------------------------------


@pytest.fixture
def doubtful(tmp_path: Path) -> tuple[Path, Path]:
    """Cat opened an illegal plan. Then ann forked: bob built on one event, a ruling is on both."""
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="pacts", umpire="una")
    for who in ("ann", "bob"):
        group.play(who, "seal", plan(3))
    label, salt = group.table.play.asked.secret, "ab" * 32
    commit = commitment.commit(
        game=group.table.game_id, handle="cat", prev=group.events[-1].id, label=label, salt=salt,
        value_jcs=canonical.encode_trusted(plan(99)),
    )  # fmt: skip
    sealed = group.take(group.forge("cat", "seal", {"label": label, "commit": commit}))
    while group.table.active().kinds[0] != "reveal":
        group.orders(group.table.active().handle, END)
    for who in ("ann", "bob"):
        group.play(who, "reveal")
    opened = {"of": group.events[sealed.seq].id, "salt": salt, "value": plan(99)}
    group.take(group.forge("cat", "reveal", opened))
    assert group.table.roster.find("cat").out == "forfeit"
    one, two = (side(group, orders("ann", *data)) for data in ((END,), (move(1), END)))
    built = side(one, orders("bob"))
    both = sorted((one.events[-1], two.events[-1]), key=lambda event: event.id)
    fork = [canonical.decode(event.line) for event in both]
    ruled = side(group, ("una", "ruling", {"fork": fork, "then": "forfeit"}))
    paths = tmp_path / "built.pbem", tmp_path / "ruled.pbem"
    for path, log in zip(paths, (built, ruled), strict=True):
        path.write_bytes(to_bytes(log.events))
    return paths


def test_with_rules_all_that_is_left_have_built(doubtful: tuple[Path, Path]) -> None:
    judged = judging.judge([*doubtful], toy_library, judging.JudgeOptions(processes=1))
    assert [one.counts for one in judged.counts] == [(str(doubtful[0]),)]


@pytest.mark.parametrize("level", [1, 2])
def test_without_rules_nothing_decides_while_somebody_may_be_out(
    doubtful: tuple[Path, Path], level: int
) -> None:
    """Whether cat is one of all, who have not all built on the event, only the rules know."""
    wish = judging.JudgeOptions(processes=1, level=level)
    judged = judging.judge([*doubtful], toy_library, wish)
    (counts,) = judged.counts
    assert (counts.counts, counts.ok) == ((), False)
    (point,) = counts.branch_points
    assert (point.decided, point.rules, counts.seq) == (None, (), point.seq - 1)
    assert point.why == (
        f"only the rules of the game decide between the events {point.seq}: ann, bob and cat may "
        f"be out by an illegal opening, and level {level} does not ask the rules"
    )
    assert point.why in "\n".join(judging.lines(judged))


def test_copies_are_compared_without_rules_as_far_as_nobody_is_in_doubt(
    doubtful: tuple[Path, Path],
) -> None:
    (game,) = compare_copies([*doubtful], Library(lambda *_: None)).found.games
    assert (game.level, game.counts) == (2, None)
    assert "only the rules of the game decide" in game.why[0]


# --- many files -------------------------------------------------------------------------------


def test_judging_two_branches(group: Group, tmp_path: Path) -> None:
    proof = tmp_path / "found.fork"
    judged = judging.judge([*two_branches(group)], toy_library, judging.JudgeOptions(proof=proof))
    assert [one.ok for one in judged.logs] == [True, True]
    assert [one.proven for one in judged.forks] == [True]
    assert not judged.ok
    assert "forfeit" in "\n".join(judging.lines(judged))
    assert not judging.judge([proof], toy_library, judging.JudgeOptions()).ok


def test_a_proof_gets_a_name(group: Group, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    judged = judging.judge([*two_branches(group)], toy_library, judging.JudgeOptions())
    assert judged.forks[0].proof == f"{group.events[0].id[:16]}-4.fork"


def test_many_good_logs_are_reported_in_a_line_each(group: Group) -> None:
    paths = [save(group, f"{name}.pbem") for name in "abcde"]
    judged = judging.judge(paths, toy_library, judging.JudgeOptions(processes=1))
    assert judged.ok
    assert judged.forks == ()
    assert len(list(judging.lines(judged))) == 5


def test_reading_cards(tmp_path: Path) -> None:
    path = tmp_path / "ann.card"
    path.write_bytes(make_card(identity("ann")))
    assert judging.read_cards([path])[0].handle == "ann"
    path.write_bytes(b"no card\n")
    with pytest.raises(KeyFileError):
        judging.read_cards([path])
    with pytest.raises(LogFileError):
        judging.read_cards([tmp_path / "none"])


def test_a_fork_of_nothing(group: Group) -> None:
    """The name of the proof is made of the game and the number of the event."""
    made: list[Fork] = []

    def place(fork: Fork) -> Path:
        made.append(fork)
        return group.folder / "x.fork"

    compare(*two_branches(group), toy_library(), place)
    assert (made[0].a.game, made[0].a.seq) == (group.events[0].id, 4)


# --- what cannot be read ------------------------------------------------------------------------


def test_a_torn_log_keeps_no_other_from_being_judged(group: Group) -> None:
    """Two copies of one game, one of them torn, and a third log: all three are judged."""
    group.orders("ann", END)
    whole = save(group, "whole.pbem")
    torn = group.folder / "torn.pbem"
    torn.write_bytes(whole.read_bytes()[:-40])
    judged = judging.judge([torn, whole], toy_library, judging.JudgeOptions(processes=1))
    assert [one.ok for one in judged.logs] == [False, True]
    assert judged.logs[0].finding is not None
    assert judged.logs[0].finding.code == "file.torn"
    reported = "\n".join(judging.lines(judged))
    assert f"{torn}: NOT valid" in reported
    assert f"{whole}: valid, 5 events" in reported
    assert [one.proven for one in judged.forks] == [False]
    assert (
        f"As far as both are valid: Nobody forked. {torn} is the beginning of {whole}" in reported
    )


@pytest.mark.long
def test_a_fork_is_seen_in_a_log_that_is_torn_after_it(group: Group, tmp_path: Path) -> None:
    one, other = two_branches(group)
    one.write_bytes(one.read_bytes() + b'{"torn')
    judged = judging.judge(
        [one, other], toy_library, judging.JudgeOptions(proof=tmp_path / "p.fork")
    )
    assert [found.proven for found in judged.forks] == [True]


@pytest.mark.parametrize("processes", [1, 2])
def test_a_file_that_is_not_there_keeps_no_other_out(group: Group, processes: int) -> None:
    good, none = save(group, "good.pbem"), group.folder / "none.pbem"
    wish = judging.JudgeOptions(processes=processes, absent={none: "there is no game 'none' here."})
    judged = judging.judge([none, good], toy_library, wish)
    assert [one.ok for one in judged.logs] == [False, True]
    assert not judged.ok
    assert next(judging.lines(judged)) == f"{none}: NOT judged. there is no game 'none' here."
    unread = judging.judge([none], toy_library, judging.JudgeOptions()).logs[0]
    assert "No such file" in unread.unread


def test_what_is_no_proof_and_no_confirmation_is_reported_with_its_name(group: Group) -> None:
    good = save(group, "good.pbem")
    fork, head = group.folder / "no.fork", group.folder / "no.head"
    fork.write_text("mine\n")
    head.write_text("mine\n")
    judged = judging.judge([fork, head, good], toy_library, judging.JudgeOptions())
    assert not judged.ok
    assert judged.logs[0].ok
    reported = "\n".join(judging.lines(judged))
    assert f"{fork}: " in reported
    assert f"{head}: " in reported


def test_logs_of_two_games_are_reported_to_be_that(group: Group, tmp_path: Path) -> None:
    other = Group.joined(tmp_path / "other", ("bob", "ann"))
    logs = [save(group, "a.pbem"), save(other, "b.pbem")]
    reported = list(
        judging.lines(judging.judge(logs, toy_library, judging.JudgeOptions(processes=1)))
    )
    assert reported[-1].startswith("These are logs of 2 different games")
    same = judging.judge([logs[0], logs[0]], toy_library, judging.JudgeOptions(processes=1))
    assert "different games" not in "\n".join(judging.lines(same))


def test_of_several_copies_the_one_that_a_confirmation_fits_is_whole(group: Group) -> None:
    """A copy that was cut short beside it takes nothing from that."""
    group.orders("ann", END)
    head = group.folder / "bob.head"
    write_head(head, make_head(group.events[-1], by="bob", seed=identity("bob").sign_seed))
    whole, short = save(group, "whole.pbem"), group.folder / "short.pbem"
    short.write_bytes(to_bytes(group.events[:-1]))
    for paths in ([short, whole, head], [whole, short, head]):
        (one,) = judging.judge(paths, toy_library, judging.JudgeOptions(processes=1)).heads
        assert (one.ok, one.log) == (True, str(whole))
    (one,) = judging.judge([short, head], toy_library, judging.JudgeOptions()).heads
    assert (one.ok, one.log) == (False, str(short))


# --- a key that was changed since (protocol sections 3 and 8) ------------------------------------


@pytest.fixture
def renewed(group: Group) -> tuple[Path, Path, Path]:
    """The game with new keys of ann's, agreed on; a thief's log by the old key; a log up to there.

    In the third ann's own event stands and nothing after it.
    """
    stolen = group.forge("ann", "orders", group.orders_data("red", move(1)))
    thief = save(group, "thief.pbem", stolen)
    offer = group.play("ann", "offer", group.new_keys("ann", "ann2"))
    early = save(group, "early.pbem")
    assert offer.seq == stolen.seq
    group.play("bob", "answer", True)
    return save(group, "game.pbem"), thief, early


def test_an_old_key_convicts_nobody(
    renewed: tuple[Path, Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a thief of the key could convict its owner; in whatever order the logs are named."""
    monkeypatch.chdir(tmp_path)
    game, thief, early = renewed
    for paths in ([game, thief], [thief, game], [thief, early, game], [early, game, thief]):
        found = judging.judge(paths, toy_library, judging.JudgeOptions(processes=1))
        assert not any(one.proven or one.finding or one.proof for one in found.forks)
        reported = "\n".join(judging.lines(found))
        assert "changed by agreement in event 5" in reported
        assert "forfeit" not in reported
    assert not list(tmp_path.glob("*.fork"))
    convicting = judging.judge([thief, early], toy_library, judging.JudgeOptions(processes=1))
    assert convicting.forks[0].proven


def test_a_fork_file_convicts_unless_a_log_goes_on_with_another_key(
    renewed: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    """The file ends with the two events: of a later change it cannot know, and says so."""
    game, thief, early = renewed
    proof = tmp_path / "old.fork"
    assert compare(thief, early, toy_library(), lambda _: proof).proven
    alone = judge_fork_file(proof, toy_library())
    assert alone.proven
    assert "a log continues after them with another key of ann" in alone.message
    assert alone.message.endswith("so it shows nothing that came after them.")
    wish = judging.JudgeOptions(processes=1)
    for paths in ([proof, game], [game, proof]):
        found = judging.judge(paths, toy_library, wish)
        assert not found.ok
        assert not found.forks[0].proven
        assert found.forks[0].renewed == 5


@pytest.mark.parametrize("agreed", [True, False])
def test_a_change_before_the_fork_or_refused_settles_nothing(group: Group, agreed: bool) -> None:
    stolen = save(group, "other.pbem", group.forge("ann", "resign", {}))
    group.play("ann", "offer", group.new_keys("ann", "ann2"))
    group.play("bob", "answer", agreed)
    if agreed:
        seed = identity("ann2").sign_seed
        stolen = save(group, "other.pbem", group.forge("ann", "resign", {}, seed=seed))
        group.take(group.forge("ann", "resign", {"note": "x"}, seed=seed))
    wish = judging.JudgeOptions(processes=1, proof=group.folder / "p.fork")
    found = judging.judge([save(group, "game.pbem"), stolen], toy_library, wish)
    assert found.forks[0].proven
    assert found.forks[0].author == "ann"


# --- an event after rulings on the predecessor -----------------------------------------------


def after_a_ruling(group: Group, **ruling: object) -> tuple[Path, Path]:
    """Ann moves; on another branch the umpire rules, and ann moves after that."""
    first = group.forge("ann", "orders", group.orders_data("red", move(1)))
    hers = save(group, "a.pbem", first)
    group.play("una", "ruling", kinds.read_data("ruling", ruling or {"back": "ab" * 32}))
    group.orders("ann", END)
    return hers, save(group, "b.pbem")


@pytest.mark.parametrize("turned", [False, True])
def test_an_event_after_a_ruling_is_a_fork_too(group: Group, tmp_path: Path, turned: bool) -> None:
    """Protocol section 3: so is one on a predecessor and one after rulings that put nobody out."""
    paths = after_a_ruling(group)
    proof = tmp_path / "proof.fork"
    found = compare(*paths[:: -1 if turned else 1], toy_library(), lambda _: proof)
    assert (found.ok, found.proven, found.author, found.seq) == (False, True, "ann", 4)
    assert found.finding is not None
    assert (found.finding.code, found.finding.blame) == ("fork.author", ("ann",))
    assert "after a ruling on the same predecessor that did not put ann out" in found.message
    assert found.proof is None
    assert not proof.exists(), "a fork file proves two events on one predecessor"
    judged = judging.judge(paths, toy_library, judging.JudgeOptions())
    assert not judged.ok
    assert [one.author for one in judged.forks] == ["ann"]
    assert "ann signed event 4" in "\n".join(judging.lines(judged))


def test_what_is_not_valid_after_a_ruling_is_no_fork(group: Group) -> None:
    hers, _ = after_a_ruling(group)
    bad = save(group, "bad.pbem")
    lines = bad.read_bytes().splitlines(keepends=True)
    bad.write_bytes(b"".join([*lines[:-1], lines[-1].replace(b'"at":"2026', b'"at":"2025', 1)]))
    found = compare(hers, bad, toy_library())
    assert (found.ok, found.proven) == (True, False)


def test_another_player_after_a_ruling_forks_nothing(group: Group) -> None:
    first = group.forge("ann", "orders", group.orders_data("red", move(1)))
    hers = save(group, "a.pbem", first)
    group.play("una", "ruling", kinds.PutOut(out="ann", as_="forfeit", late=None))
    found = compare(hers, save(group, "b.pbem"), toy_library())
    assert (found.ok, found.proven) == (True, False)


def test_a_changed_key_settles_a_fork_after_a_ruling_too(group: Group) -> None:
    paths = after_a_ruling(group)
    while group.table.active().handle != "ann":
        group.orders("bob", END)
    group.play("ann", "offer", group.new_keys("ann", "ann2"))
    group.play("bob", "answer", True)
    logs = judging.judge([paths[0], save(group, "later.pbem")], toy_library, judging.JudgeOptions())
    [found] = logs.forks
    assert (found.ok, found.proven, found.author) == (True, False, None)
    assert "changed by agreement" in found.message

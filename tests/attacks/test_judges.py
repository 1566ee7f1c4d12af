"""Attacks on judges: what is valid, and what somebody would make a judge believe wrongly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from pbem.audit import judging, report
from pbem.audit.compare import judge_fork_file
from pbem.audit.verify import verify
from pbem.games import registry
from pbem.identity.card import Card, make_card, read_card
from pbem.log.event import read_event, verify_signature
from pbem.log.file import to_bytes
from pbem.table.events import kinds
from pbem.table.library import Library
from toy.cheat import attack
from toy.group import END, PASS, Group, identity, move, signer, toy_library
from toy.group import attack as attack_order

HOSTILE = Path(__file__).parents[2] / "logs" / "hostile"
NO_RULES = Library(lambda _name, _version: None)


def saved(group, name="game.pbem", *more):
    path = group.folder / name
    path.write_bytes(to_bytes([*group.events, *more]))
    return path


def judged(*paths, library=toy_library, **wish):
    """Return what `pbem verify` prints, for people and for programs."""
    found = judging.judge(paths, library, judging.JudgeOptions(processes=1, **wish))
    return "\n".join(judging.lines(found)), json.loads(report.to_json(found))


def no_rules():
    return NO_RULES


# --- who signs --------------------------------------------------------------------------------


@attack(
    "P2",
    "play on under a name with somebody else's key, by a change of keys that the judge "
    "does not see",
    "the verdict names the event, the key and who agreed",
)
def test_a_change_of_keys_is_reported(tmp_path):
    three = {"red": "ann", "blue": "bob", "green": "cat"}
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), three, scenario="trio")
    new = identity("mallory").sign_public.hex()
    group.play("ann", "offer", group.new_keys("ann", "mallory"))
    group.play("bob", "answer", True)
    path = saved(group)
    said, found = judged(path)
    assert found["logs"][0]["keys_changed"] == []
    assert "another key" not in said
    group.play("cat", "answer", True)
    changed = group.events[-1].seq
    path = saved(group)
    for level in (1, 2, 3):
        said, found = judged(path, level=level)
        assert found["logs"][0]["keys_changed"] == [
            {
                "handle": "ann",
                "event": changed,
                "was": signer("ann").sign,
                "sign": new,
                "box": None,
                "agreed": ["bob", "cat"],
            }
        ]
        assert f"After event {changed}, ann signs with key {new}" in said
        assert "bob and cat agreed" in said


@attack(
    "P2",
    "alone: change your keys, although nobody has to agree",
    "the verdict says that nobody agreed",
)
def test_a_change_of_keys_that_nobody_agreed_to_is_reported(tmp_path):
    group = Group.joined(tmp_path, ("ann", "wil"), {"red": "ann"}, scenario="alone")
    group.play("ann", "offer", group.new_keys("ann", "mallory"))
    said, found = judged(saved(group))
    assert found["logs"][0]["keys_changed"][0]["agreed"] == []
    assert "Nobody had to agree" in said


@attack("P2", "play under a handle whose card the judge has, with another key", "`ok` is false")
def test_another_key_under_a_known_handle(tmp_path):
    group = Group.joined(tmp_path)
    own, other = (read_card(make_card(identity(name))) for name in ("bob", "mallory"))
    card = Card("bob", other.sign, other.box, None, 1)
    for given in ({"cards": [card]}, {"book": [card]}):
        said, found = judged(saved(group), **given)
        assert (found["ok"], found["logs"][0]["ok"]) == (False, False)
        assert found["logs"][0]["strangers"] == ["bob"]
        assert ": valid, " not in said
        assert "NOT verified as asked" in said
    said, found = judged(saved(group), cards=[own])
    assert (found["ok"], found["logs"][0]["ok"]) == (True, True)


@attack(
    "P2",
    "have a signed event with a finding reported as unsigned, as if anyone could have made it",
    "an event with a valid signature is never reported so",
)
def test_a_signed_event_is_not_reported_to_be_unsigned():
    """Every hostile log whose finding blames nobody: is its event signed by a key of the log?"""
    signed = 0
    for entry in yaml.safe_load((HOSTILE / "index.yaml").read_text()):
        path = HOSTILE / entry["file"]
        if entry["blame"] or path.suffix != ".pbem":
            continue
        found = verify(path, Library(registry.find))
        assert found.finding is not None
        if found.finding.event is None or found.finding.line is None:
            continue
        event = read_event(path.read_bytes().splitlines()[found.finding.line - 1])
        keys = [one.sign for one in found.signers if one.handle == event.by]
        opened = event.data.get("players", ())
        keys += [one["sign"] for one in opened if one["handle"] == event.by]
        if any(verify_signature(event, bytes.fromhex(key)) for key in keys):
            signed += 1
            reported = "\n".join(report.lines(found))
            assert "does not carry a valid signature" not in reported, entry["file"]
            assert "anyone could have written" not in reported.lower(), entry["file"]
    assert signed > 5


# --- who rolled -------------------------------------------------------------------------------


@attack(
    "P11",
    "be replaced while you owe no dice, and have the verdict say that the umpire rolled for you",
    "the verdict lists only dice that the umpire gave for somebody, with their events",
)
def test_stand_in_dice_are_reported_where_there_were_any(tmp_path):
    three = {"red": "ann", "blue": "bob", "green": "cat"}
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), three, umpire="uma", scenario="trio")

    def replace(old, new, **more):
        to = {"out": old, "as": "replace", "late": None, "handle": new, **more}
        to["sign"] = signer(new).sign
        group.play("uma", "ruling", kinds.read_data("ruling", to))

    replace("ann", "dan")
    group.play("dan", "join")
    said, found = judged(saved(group))
    assert found["logs"][0]["stood_in"] == []
    assert "gave" not in said
    group.orders("dan", attack_order("green"), END)
    group.orders("cat", PASS)
    group.play("dan", "dice")
    replace("bob", "eve", consent=group.consent("bob", "eve"))
    assert "gave" not in judged(saved(group))[0]
    group.play("uma", "dice")
    seq = group.events[-1].seq
    for level in (2, 3):
        said, found = judged(saved(group), level=level)
        assert found["logs"][0]["stood_in"] == [{"event": seq, "place": "bob"}]
        reported = f"The umpire uma rolled the dice that bob owed when put out (event {seq})."
        assert reported in said
    assert said.count("rolled the dice") == 1


# --- what was checked -------------------------------------------------------------------------


@attack(
    "P10",
    "have illegal orders pass as valid before a judge who lacks the rules or the data pack",
    "`ok` is false, and the verdict says which level was reached",
)
def test_a_log_whose_rules_are_missing(tmp_path):
    group = Group.joined(tmp_path)
    illegal = group.forge("ann", "orders", group.orders_data("red", move(2), move(2)))
    path = saved(group, "game.pbem", illegal)
    said, found = judged(path, library=no_rules)
    one = found["logs"][0]
    assert (found["ok"], one["ok"], one["level"], one["wanted"]) == (False, False, 2, 3)
    assert ": valid, " not in said
    assert "level 2" in said
    assert "level 3" in said
    # A judge who asks for less gets what they asked for.
    said, found = judged(path, library=no_rules, level=2)
    assert (found["ok"], found["logs"][0]["ok"]) == (True, True)
    assert f"{path}: valid, " in said


@attack(
    "P11",
    "hide in a long list that the umpire has not closed a result",
    "the list says what each result still needs",
)
def test_a_result_that_does_not_count_in_a_list(tmp_path):
    group = Group.joined(tmp_path, umpire="uma", dice="umpire")
    group.play("ann", "resign")
    paths = [saved(group, f"{name}.pbem") for name in "abcd"]
    said, found = judged(*paths)
    assert said.count("blue (bob) wins (resigned)") == len(paths)
    assert said.count("counts only after the umpire's closing ruling") == len(paths)
    assert {json.dumps(log["needs"]) for log in found["logs"]} == {
        '[{"what": "closing", "by": "uma"}]'
    }


# --- forks ------------------------------------------------------------------------------------


def variants(group, count):
    """Logs that differ in ann's next event."""
    orders = ([move(1)], [move(2)], [END])[:count]
    return [
        saved(group, f"{number}.pbem", group.forge("ann", "orders", group.orders_data("red", *one)))
        for number, one in enumerate(orders)
    ]


@attack(
    "P3",
    "sign three events after one event, so that the proofs want the same file name",
    "every fork is reported, with its own file",
)
def test_several_forks_of_one_game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    paths = variants(Group.joined(tmp_path), 3)
    for _ in range(2):  # once more is harmless
        said, found = judged(*paths)
        assert [fork["proven"] for fork in found["forks"]] == [True] * 3
        assert found["ok"] is False
        proofs = {fork["proof"] for fork in found["forks"]}
        assert len(proofs) == 3
        assert all(judge_fork_file(Path(proof), toy_library()).author == "ann" for proof in proofs)
        assert all(proof in said for proof in proofs)
    assert len(list(tmp_path.glob("*.fork"))) == 3


@attack(
    "P3",
    "be judged in a folder where nothing can be written",
    "the verdict is the same, and says why there is no proof file",
)
def test_a_fork_where_nothing_can_be_written(tmp_path):
    paths = variants(Group.joined(tmp_path), 2)
    nowhere = tmp_path / "a file"
    nowhere.write_text("mine")
    said, found = judged(*paths, proof=nowhere / "proof.fork")
    (fork,) = found["forks"]
    assert (fork["proven"], fork["author"], fork["proof"]) == (True, "ann", None)
    assert fork["unwritten"]
    assert fork["unwritten"] in said
    assert "ann signed two different events" in said


@attack(
    "P3",
    "fork before a judge who lacks the rules",
    "not called a fork if it may be none: the verdict reports it, and `ok` is false",
)
def test_a_fork_whose_rules_are_missing(tmp_path):
    paths = variants(Group.joined(tmp_path), 2)
    said, found = judged(*paths, library=no_rules, level=2)
    (fork,) = found["forks"]
    assert (found["ok"], fork["ok"], fork["proven"]) == (False, False, False)
    assert "This is not a fork" not in said
    assert "ann signed two different events 3" in said


@pytest.mark.parametrize("level", [1, 2, 3])
@attack(
    "P11",
    "have a result shown without winner, seats, options, clock and dates",
    "all of these are in text and JSON, at every level",
)
def test_a_result_comes_with_who_and_when(tmp_path, level):
    group = Group.joined(tmp_path, umpire="uma", clock=kinds.Clock(7, 14, 2, 30))
    group.play("ann", "resign")
    said, found = judged(saved(group), level=level)
    one = found["logs"][0]
    assert one["winner"] == "bob"
    assert one["seats"] == {"blue": "bob", "red": "ann"}
    assert one["options"] == {"rounds": 4}
    assert (one["clock"]["days"], one["clock"]["bank"], one["clock"]["grace"]) == (7, 14, 2)
    assert (one["opened"], one["ended"]) == (group.events[0].at, group.events[-1].at)
    for word in (
        "ann plays red",
        "bob plays blue",
        "rounds 4",
        "7 days",
        "14",
        one["ended"],
        "uma",
    ):
        assert word in said

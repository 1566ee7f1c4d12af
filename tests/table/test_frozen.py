"""A table frozen and thawed anywhere goes on as if nothing had happened; levels agree."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.log.finding import BadLog
from pbem.table.library import Library
from pbem.table.table import Table
from toy.group import ADVANCE, END, PASS, RULES, Group, toy_library


def wander(group: Group, rng: random.Random, events: int) -> None:
    """Random legal play with offers, answers, seals and resignations, by the players' software."""
    while group.table.result is None and len(group.events) < events:
        active = group.table.active()
        play = group.table.play
        if "dice" in active.kinds:
            group.play(active.handle, "dice")
        elif "answer" in active.kinds:
            group.play(active.handle, "answer", rng.random() < 0.5)
        elif "seal" in active.kinds:
            group.play(active.handle, "seal", {"do": "plan", "to": rng.randint(1, 6)})
        elif "reveal" in active.kinds:
            group.play(active.handle, "reveal")
        elif "offer" in active.kinds and rng.random() < 0.2 and group.table.snapshots:
            to = rng.choice(group.table.snapshots).event
            group.play(active.handle, "offer", group.read_offer({"what": "undo", "to": to}))
        elif rng.random() < 0.02:
            group.play(active.handle, "resign")
        elif play.seats[play.asked.side] in play.gone:
            group.orders(active.handle, PASS)
        else:
            legal = [play.game.write_order(order) for order in play.game.legal(play.position)]
            more = rng.choices([END, ADVANCE, PASS, {"do": "attack", "on": "red"}], k=2)
            side = play.asked.side
            standing = rng.choice([None, None, {}, {side: {"fire": True, "retreat": 1}}])
            with_more = [rng.choice(legal), *more] if play.asked.name == "fire" else legal[:1]
            orders = with_more if rng.random() < 0.3 else [rng.choice(legal)]
            group.orders(active.handle, *orders, standing=standing)


@pytest.mark.few(1, 2)
@pytest.mark.parametrize("scenario", ["duel", "trio", "plans", "weather"])
def test_freezing_at_every_event_gives_the_digests_of_a_straight_replay(tmp_path, scenario):
    players = ("ann", "bob", "cat") if scenario == "trio" else ("ann", "bob")
    for seed in range(4):
        group = Group.joined(tmp_path / str(seed), players, scenario=scenario)
        wander(group, random.Random(seed), 60)  # noqa: S311 - a fixed walk
        group.check_all()


def test_a_copy_is_independent(tmp_path):
    group = Group.joined(tmp_path)
    before = group.table.freeze()
    copy = group.table.copy()
    copy.take(group.forge("ann", "orders", group.orders_data("red", END)))
    assert group.table.freeze() == before
    assert copy.freeze() != before


def test_a_table_without_rules_freezes_too(tmp_path):
    group = Group.joined(tmp_path, scenario="weather")
    for level in (1, 2):
        table = group.replay(level)
        thawed = Table.thaw(toy_library(), table.freeze())
        for event in group.events[len(group.events) :]:
            thawed.take(event)
        group.roll()
        thawed.take(group.events[-1])
        group.events.pop()
        group.table = group.replay()


def test_thawing_without_the_rules_says_what_is_missing(tmp_path):
    group = Group.joined(tmp_path)
    with pytest.raises(BadLog) as caught:
        Table.thaw(Library(lambda _name, _version: None), group.table.freeze())
    assert caught.value.finding.code == "rules.unknown"


DIGESTS = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from toy.group import Group
group = Group.read(Path("."), Path(sys.argv[1]))
print(group.table.digest(), group.table.active().why)
"""


def test_the_same_digests_under_two_hash_seeds(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob", "cat"), scenario="trio")
    wander(group, random.Random(7), 40)  # noqa: S311 - a fixed walk
    log = tmp_path / "log"
    log.write_bytes(b"".join(event.line + b"\n" for event in group.events))
    reported = set()
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", DIGESTS, str(log), str(Path(__file__).parent.parent)],
            capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed},
        )  # fmt: skip
        reported.add(done.stdout)
    assert reported == {f"{group.table.digest()} {group.table.active().why}\n"}


def test_the_table_position_has_exactly_the_fields_of_the_protocol(tmp_path):
    group = Group.joined(tmp_path, umpire="uma")
    position = json.loads(group.table.position())
    assert set(position) == {"table", "game"}
    assert set(position["table"]) == {
        "players", "seats", "umpire", "questions", "lists", "standing", "seals", "urns", "offer",
        "result",
    }  # fmt: skip
    assert position["table"]["offer"] is None
    assert position["table"]["lists"] == []
    assert set(position["table"]["players"][0]) == {"handle", "sign", "vrf", "box", "out"}


def test_a_newer_version_of_the_rules_survives_a_freeze(tmp_path):
    assert RULES["toy", 2].version == 2
    group = Group.joined(tmp_path)
    group.play("ann", "offer_rules", _rules(2))
    group.play("bob", "answer", True)
    assert Table.thaw(toy_library(), group.table.freeze()).rules_now().version == 2


def test_every_level_takes_what_level_3_takes(tmp_path):
    group = Group.joined(tmp_path, ("ann", "bob"), scenario="plans", umpire="uma")
    wander(group, random.Random(3), 50)  # noqa: S311 - a fixed walk
    for level in (1, 2, 3):
        assert group.replay(level).chain.count == len(group.events)
        assert isinstance(group.replay(level), Table)


def _rules(version):
    from toy.group import rules_id

    return rules_id(version)

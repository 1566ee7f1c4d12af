"""Which finished games are kept in logs/; tests/frozen has them verified."""

from __future__ import annotations

from pathlib import Path

from pbem.audit.verify import verify
from pbem.games import registry
from pbem.log.file import read_events
from pbem.table.library import Library

FOLDER = Path(__file__).parents[2] / "logs"
LOGS = sorted(path for game in registry.names() for path in (FOLDER / game).glob("*.pbem"))


def test_there_is_one_of_each_scenario_and_way_to_keep_dice() -> None:
    found = [verify(path, Library(registry.find), level=2) for path in LOGS]
    assert [(one.rules, one.scenario) for one in found] == [
        ("lantern version 1", "lantern"),  # of a browser
        ("lantern version 1", "lantern"),
        ("manila version 1", "campaign"),
        ("manila version 1", "campaign"),
        ("meiktila version 1", "meiktila"),
        ("meiktila version 1", "meiktila"),
        ("saipan version 1", "free"),
        ("saipan version 1", "historical"),
        ("saipan version 1", "historical"),  # witnesses keep the dice
        ("singapore version 1", "division"),  # army
        ("singapore version 1", "brigade"),
        ("singapore version 1", "corps"),  # of three players, whose cards are played
        ("singapore version 1", "corps"),
        ("singapore version 1", "division"),
        ("singapore version 1", "regiment"),
        ("singapore version 1", "sarimbun_beach"),
        ("singapore version 1", "tiderace"),
        ("table version 1", "table"),
        ("tokyo version 1", "three"),
        ("tokyo version 1", "two"),
    ]
    assert [one.dice.split(":")[1].split()[0] for one in found] == [
        *["kept"] * 2,
        "honest",  # practice
        "kept",  # by a witness
        *["kept"] * 16,  # by opponents, and in a game of version 2 by witnesses
    ]


def test_in_the_game_of_three_both_groups_play_cards() -> None:
    """A card is seen as it is played: each list says which it shows."""
    path = FOLDER / "singapore" / "corps-three.pbem"
    events = list(read_events(path))
    parts = [
        (event.by, what)
        for event in events
        for part in event.data.get("proofs", ())
        for what in part
    ]
    assert parts.count(("alice", "show")) > 12
    assert parts.count(("carol", "show")) > 12
    assert {what for by, what in parts if by != "alice"} == {
        "show", "spend", "capped", "give", "split",
    }  # fmt: skip
    boxes = [event.by for event in events if event.kind == "answer"]
    assert boxes == ["carol", "bob", "carol", "carol"]  # a mask, the split, two transfers

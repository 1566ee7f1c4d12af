"""Three readers name the same first bad event; ``python -m readers`` reads as many as one likes."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from fuzz.world import World, chance, remembered
from long import times
from pbem.log.event import Event
from pbem.table.events import kinds
from pbem.table.handlers import decks, doubt, stocks
from pbem.table.table import HANDLERS
from pbem.table.tabletop import Tabletop
from readers import growing, run
from readers.javascript import Node, Reported
from readers.judging import Readers, judge_file, twin
from readers.permitted import differences, may_differ
from readers.quick import quick
from readers.shrinking import shrunk
from second.reader import Reader, read
from toy.depot_group import OUT, abandoned

ROOT = Path(__file__).parents[2]
HOSTILE = ROOT / "logs" / "hostile"
ONCE = ROOT / "tests" / "second" / "logs"
ENDED = 22
"""The log of this number is played to its end, and somebody forked."""
NUMBERS = times(2, of=len(run.GAMES))
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as made:
        yield made


@needs_node
def test_all_readers_say_the_same_of_logs_that_grew_and_were_changed(
    node: Node, tmp_path: Path
) -> None:
    seen: Counter[str] = Counter()
    found = [one.why for number in range(NUMBERS) for one in run.run(number, node, seen, tmp_path)]
    assert found == []
    assert seen["logs"] > 50 * NUMBERS
    assert seen["found: nothing"] > 10 * NUMBERS
    assert seen["read whole"]
    assert seen["read again from scratch"]
    assert seen["without rules, in doubt"] > NUMBERS


@needs_node
def test_the_games_are_mixed_as_a_long_run_needs_them(node: Node, tmp_path: Path) -> None:
    """A third of all logs is long; of 100,000, at least 5,000 each show what is named below."""
    sums: Counter[str] = Counter()
    for turn, name in product(range(5, 5 + times(3, of=8)), ("toy", "fate", "depots")):
        # The other games only add to what these three show.
        seen: Counter[str] = Counter()
        run.run(run.GAMES.index(name) + turn * len(run.GAMES), node, seen, tmp_path)
        share = run.GAMES.count(name)
        sums += Counter({what: count * share for what, count in seen.items()})
        sums["of all games"] += seen["logs"] * len(run.GAMES) // 3
    assert sums["past event 20"] * 3 >= sums["of all games"]
    for what in ("with decks", "with hidden stocks", "with rulings"):
        assert sums[what] * 20 >= sums["of all games"], what


def test_singapore_is_read_with_hands() -> None:
    world = run.world_of(run.DEALT, random.Random(1))  # noqa: S311 - no secret
    assert world.name == "singapore"
    assert run.dealt(world)


@needs_node
def test_one_line_after_another_or_the_whole_file_is_the_same(node: Node, tmp_path: Path) -> None:
    log = (HOSTILE / "commit.open-other-beaches.pbem").read_bytes()
    *before, last = log.splitlines()[:7]
    readers, head = Readers(node), "0" * 64
    for number, line in enumerate(before):
        name = str(number)
        reported = readers.judge(line, name, head, (1, 2))
        assert {one.code for one in reported.values()} == {None}
        head = name
    reported = readers.judge(last, "last", head, (1, 2))
    whole = judge_file(b"".join(one + b"\n" for one in (*before, last)), tmp_path, node)
    assert reported["checker"] == reported["second 2"] == whole["checker"] == whole["program 2"]
    assert reported["checker"].code == "commit.open"


@needs_node
def test_a_reader_that_says_something_else_is_found_and_the_log_is_shrunk(
    node: Node, tmp_path: Path
) -> None:
    """The checker is made to think that resignations are none of its business."""

    def deaf(self: Readers, line: bytes, name: str, head: str, levels: tuple[int, ...]) -> dict:
        reported = judge(self, line, name, head, levels)
        if b'"kind":"resign"' in line and "checker" in reported:
            reported["checker"] = Reported("resign.wrong", 0, 0)
        return reported

    judge, found = Readers.judge, []
    with patch.object(Readers, "judge", deaf):
        for number in range(40):
            found = run.run(number, node, Counter(), tmp_path)
            if found:
                break
    assert "checker says resign.wrong" in found[0].why[0]


@needs_node
def test_all_readers_follow_stocks_that_an_ally_left(node: Node, tmp_path: Path) -> None:
    party = abandoned(tmp_path)
    party.take(party.forge("uli", "ruling", {"out": "cec", **OUT}))
    party.play("ann", "lay_open")
    data = kinds.write_data(kinds.LayOpen(stocks=party.keeper("cec").lay_open()))
    for by, held in (("bob", False), ("cec", True)):
        last = party.forge(by, "lay-open", data)
        log = b"".join(event.line + b"\n" for event in (*party.events, last))
        reported = judge_file(log, tmp_path, node)
        assert differences(reported) == []
        assert (reported["program 3"].code is None) is held


def _forgets_the_end(table: Tabletop) -> str | None:
    """Do as `stocks.next_to_open`, but take no opening for the end."""
    if not table.laid or table.result is not None or table.closed:
        return NEXT(table)
    table.laid = False
    try:
        return NEXT(table)
    finally:
        table.laid = True


def _judges_masks_first(table: Tabletop, event: Event, data: kinds.LayOpen) -> None:
    """Do as `opening.lay_open`, but say who owes which pair after the masks."""
    stocks.drop(table)
    decks.lay_open(table, event, data)
    mine = stocks.opened_by(table, event.by, data, lambda _: True)
    stocks.lay_open(table, event, data, mine)
    table.laid = table.laid or table.blind


def _counts_any_event(table: Tabletop) -> bool:
    """Do as `doubt.perhaps_over`, but take any event after a trigger for its dice."""
    trigger = table.last_trigger
    if trigger is None or table.dicing is not None or table.last_written == trigger.id:
        return OVER(table)
    table.last_trigger = msgspec.structs.replace(trigger, rolled=True)
    try:
        return OVER(table)
    finally:
        table.last_trigger = trigger


NEXT, OVER = stocks.next_to_open, doubt.perhaps_over
FAULTS: dict[str, tuple[Callable[[], Any], int]] = {
    "an opening is no end": (
        lambda: patch.object(stocks, "next_to_open", _forgets_the_end),
        10,
    ),
    "masks are judged first": (
        lambda: patch.dict(HANDLERS, {"lay-open": _judges_masks_first}),
        88,
    ),
    "any event is dice": (lambda: patch.object(doubt, "perhaps_over", _counts_any_event), 44),
}
"""Faults that the program once had, each with a number whose log shows it."""


@needs_node
@pytest.mark.parametrize("name", FAULTS)
def test_logs_of_allies_show_the_faults_that_the_program_once_had(
    name: str, node: Node, tmp_path: Path
) -> None:
    faulty, number = FAULTS[name]
    assert run.hidden(number, node, Counter(), tmp_path) == []
    with faulty():
        assert run.hidden(number, node, Counter(), tmp_path) != []


@needs_node
@pytest.mark.parametrize("log", sorted(ONCE.glob("*.pbem")), ids=lambda one: one.stem)
def test_no_reader_differs_on_a_log_on_which_one_did(log: Path, node: Node, tmp_path: Path) -> None:
    assert differences(judge_file(log.read_bytes(), tmp_path, node)) == []


@needs_node
def test_a_log_played_to_its_end_shows_a_level_that_knows_no_end(
    node: Node, tmp_path: Path
) -> None:
    """All readers below the rules took a ruling after the end for one while the game went on."""
    seen: Counter[str] = Counter()
    assert run.ending(ENDED, node, seen, tmp_path) == []
    assert seen["behind the end"]
    forgotten = property(lambda _: False, lambda *_: None)
    with patch.object(Tabletop, "maybe_over", forgotten, create=True):
        found = run.ending(ENDED, node, Counter(), tmp_path)
    assert any("refuses what level 3 accepts" in one.why[0] for one in found)


def test_a_log_is_shrunk_to_what_is_needed() -> None:
    with remembered(), chance(random.Random(5)):  # noqa: S311 - no secret
        world = World("toy", random.Random(5))  # noqa: S311 - no secret
        reading = growing.Fuzz(world, growing.Tally())
        while len(world.events) < 12 and (
            made := reading.legal() if world.events else reading.first()
        ):
            reading.one(made)
    lines = [event.line for event in world.events]

    def wrong(log: bytes) -> list[str]:
        kinds = [json.loads(line)["body"]["kind"] for line in log.splitlines()]
        return ["two"] if kinds.count("join") > 1 else []

    kinds = [json.loads(line)["body"]["kind"] for line in shrunk(lines, wrong).splitlines()]
    assert kinds[0] == "open"
    assert kinds[-1] == json.loads(lines[-1])["body"]["kind"]
    assert len(kinds) <= 4


def test_the_second_verifier_says_the_same_by_another_arithmetic() -> None:
    paths = [
        path
        for path in sorted(HOSTILE.glob("*.pbem"))
        if "deck." in path.name or "stock." in path.name
    ]
    for path in paths[:: times(6, of=1)]:
        log = path.read_bytes()
        slow = read(log)[1]
        with quick():
            fast = read(log)[1]
        assert (slow and (slow.code, slow.seq)) == (fast and (fast.code, fast.seq)), path.name


def test_a_copy_of_a_reader_goes_its_own_way() -> None:
    lines = (HOSTILE / "commit.open-other-beaches.pbem").read_bytes().splitlines()
    one = Reader(2)
    one.event(json.loads(lines[0]))
    other = twin(one)
    other.event(json.loads(lines[1]))
    assert (len(one.ids), len(other.ids)) == (1, 2)
    assert not any(player.vrf for player in one.players)


@pytest.mark.parametrize(
    ("low", "high", "level", "may"),
    [
        (Reported(None, None, 5), Reported("dice.proof", 4, 4), 2, True),
        (Reported(None, None, 5), Reported("pen.wrong", 4, 4), 2, False),
        (Reported(None, None, 5), Reported("pen.wrong", 4, 4), 3, True),
        (Reported(None, None, 5), Reported("sig.bad", 4, 4), 3, False),
        (Reported("dice.proof", 4, 4), Reported(None, None, 5), 3, False),
        (Reported("dice.proof", 4, 4), Reported("sig.bad", 4, 4), 3, False),
        (Reported("commit.open", 4, 4), Reported("pen.wrong", 4, 4), 3, True),
        (Reported("commit.open", 4, 4), Reported("pen.wrong", 5, 5), 3, False),
        # A deck that is not due: rules alone know (level 3 of section 6.2 of the page of cards).
        (Reported(None, None, 5), Reported("deck.turn", 4, 4), 3, True),
        (Reported(None, None, 5), Reported("deck.turn", 4, 4), 2, False),
        (Reported("deck.shuffle", 4, 4), Reported("deck.turn", 4, 4), 3, True),
        (Reported("deck.shuffle", 4, 4), Reported("deck.unmask", 4, 4), 3, False),
        (Reported("key.bad", 4, 4), Reported("ruling.wrong", 4, 4), 3, True),
        (Reported("key.bad", 4, 4), Reported("ruling.wrong", 4, 4), 2, False),
        (Reported("deck.unmask", 4, 4), Reported("ruling.wrong", 4, 4), 3, False),
    ],
)
def test_levels_may_differ_as_the_page_says(
    low: Reported, high: Reported, level: int, may: bool
) -> None:
    assert may_differ(low, high, level) is may


def test_readers_of_one_level_may_not_differ() -> None:
    reported = {"program 1": Reported(None, None, 3), "second 1": Reported("sig.bad", 2, 2)}
    assert len(differences(reported)) == 1

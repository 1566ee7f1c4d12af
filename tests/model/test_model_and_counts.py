"""Program and model agree on which of several logs counts, and on who is named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations
from pathlib import Path
from random import Random

import pytest

from fuzz.world import remembered
from long import times
from model.counting import Known, Log, known
from model.forest import Forest, ends
from model.writing import ROLL, Event, Rules
from toy import group as toy

PEOPLE = ("ann", "bob", "cat")
ONE_OF_THREE = {"players": PEOPLE, "seats": {"red": "ann", "blue": "ann"}, "scenario": "weather"}
GAMES = {
    "a duel": {"umpire": "uma"},
    "a duel that the umpire keeps": {"umpire": "uma", "dice": "umpire"},
    "a die first, and a witness": {"players": PEOPLE, "umpire": "uma", "scenario": "weather"},
    "three": {"players": PEOPLE, "umpire": "uma", "scenario": "trio"},
    "three without an umpire": {"players": PEOPLE, "scenario": "trio"},
    "alone with two": {
        "players": PEOPLE, "umpire": "uma", "scenario": "alone", "seats": {"red": "bob"},
    },
    "practice": {"players": ("ann",), "umpire": "uma", "scenario": "alone", "dice": "self"},
    "three with sealed plans": {"players": PEOPLE, "umpire": "uma", "scenario": "pacts"},
    "both sides and two witnesses": {"umpire": "uma", **ONE_OF_THREE},
    "both sides, two witnesses, and an umpire who keeps": {
        "umpire": "uma", "dice": "umpire", **ONE_OF_THREE,
    },
}  # fmt: skip
TREES = 4
EVENTS = 9
EVERY_SO_MANY = 101


@pytest.fixture(autouse=True)
def _remembered() -> Iterator[None]:
    with remembered():
        yield


def forest_of(folder: Path, name: str) -> Forest:
    return Forest(folder, toy.opening(**{"players": PEOPLE[:2], **GAMES[name]}))


def compare_trees(forest: Forest, name: str, numbers: range) -> int:
    """Compare all logs of each tree, and each two of them in both orders; return how often."""
    compared = 0
    for number in numbers:
        chance = Random(f"{name} {number}")  # noqa: S311 - chance, no secret
        logs = ends(forest.grown(chance, EVENTS))
        for some in (logs, *permutations(logs, 2)):
            forest.compare(some)
            compared += 1
    return compared


@pytest.mark.few(2, 16)
@pytest.mark.parametrize("name", GAMES)
def test_of_logs_that_anybody_grew_the_same_counts(tmp_path: Path, name: str) -> None:
    assert compare_trees(forest_of(tmp_path, name), name, range(TREES)) > 5 * TREES


def compare_every_two(forest: Forest, events: int, step: int) -> int:
    """Compare every so many-th two of all logs up to some events, both ways; return how many."""
    logs = sorted(forest.every(events), key=repr)
    pairs = list(islice(combinations(logs, 2), 0, None, step))
    for a, b in pairs:
        forest.compare((a, b))
        forest.compare((b, a))
    return len(pairs)


@pytest.mark.parametrize("name", ["a duel", "both sides and two witnesses"])
def test_of_every_two_short_logs_the_same_counts(tmp_path: Path, name: str) -> None:
    assert compare_every_two(forest_of(tmp_path, name), 2, EVERY_SO_MANY) > 50


def told_apart(forest: Forest, rules: str, pairs: Iterator[tuple[Log, Log]]) -> int:
    """Count pairs of logs of which another counts by rules given up: none counts so now."""
    given_up = Rules(**dict.fromkeys(rules.split(), True))
    found, old = 0, forest.reader._replace(rules=given_up)
    for pair in pairs:
        tree = known(*pair)
        if old.counts(tree) != forest.reader.counts(tree):
            found += 1
            forest.compare(pair)
    return found


@pytest.mark.few(1, 8)
@pytest.mark.parametrize(
    "rule", ["ruling_stands", "any_ruling_voids", "first_ruling_only", "fork_ruling_stands"]
)
def test_the_program_has_given_up_what_the_model_has(tmp_path: Path, rule: str) -> None:
    forest = forest_of(tmp_path, "a duel")
    logs = sorted(forest.every(2), key=repr)
    assert told_apart(forest, rule, islice(combinations(logs, 2), 0, None, 13)) > 5


def test_the_program_counts_no_friend_who_speaks_at_last(tmp_path: Path) -> None:
    forest = forest_of(tmp_path, "three")
    ruled = forest.written(
        Event("uma", "ruling", ("forfeit", "ann")),
        *(Event(by, "orders") for by in ("bob", "bob", "cat")),
    )
    late = forest.written(
        Event("ann", "orders", None, ROLL), Event("bob", "dice"), Event("cat", "dice")
    )
    assert told_apart(forest, "late_friends_count", iter([(ruled, late)])) == 1


SEALED = [Event(by, "seal") for by in PEOPLE]


def endings(forest: Forest) -> Known:
    """Three logs with sealed plans that part; two of them have ended by rulings."""
    ann, bob = (Event("uma", "ruling", ("forfeit", by)) for by in ("ann", "bob"))
    orders = Event("ann", "orders")
    some = [(ann, bob), (orders, bob, ann), (orders, Event("bob", "resign"))]
    return known(*(forest.written(*SEALED, *following) for following in some))


@pytest.mark.few(1)
@pytest.mark.parametrize("number", range(times(3, of=30)))
def test_of_logs_in_which_plans_were_opened_the_same_counts(tmp_path: Path, number: int) -> None:
    forest = forest_of(tmp_path, "three with sealed plans")
    chance = Random(f"opened {number}")  # noqa: S311 - chance, no secret
    logs = ends(forest.grown(chance, EVENTS, endings(forest)))
    for some in (logs, *permutations(logs, 2)):
        forest.compare(some)


def test_the_program_takes_back_no_plan_that_was_opened(tmp_path: Path) -> None:
    """Two rulings end the game, cat opens a plan, and the umpire takes the first ruling back."""
    forest = forest_of(tmp_path, "three with sealed plans")
    out = [Event("uma", "ruling", ("forfeit", by)) for by in ("ann", "bob")]
    ruled = forest.written(*SEALED, *out)
    opened = forest.add(ruled, Event("cat", "reveal", True))
    back = Event("uma", "ruling", ("back", ruled[: len(SEALED) + 1]))
    late = forest.written(*SEALED, Event("ann", "orders"), back)
    assert opened is not None
    rules = "openings_are_taken_back removed_are_waited_for"
    assert told_apart(forest, rules, iter([(ruled, late)])) == 0
    assert told_apart(forest, rules, iter([(opened, late)])) == 1


def of_two(forest: Forest, rules: str, one: list[Event], other: list[Event]) -> int:
    """Whether of two logs another counts by rules that were given up: 1 for yes."""
    logs = forest.written(*one), forest.written(*other)
    return told_apart(forest, rules, iter([logs]))


OUT = Event("uma", "ruling", ("forfeit", "cat"))
ANN, BOB, CAT = (Event(by, "orders") for by in PEOPLE)
AGAIN = Event("ann", "orders", None, ROLL)


def test_the_program_waits_for_nobody_who_was_removed(tmp_path: Path) -> None:
    forest = forest_of(tmp_path, "three")
    assert of_two(forest, "removed_are_waited_for", [ANN, BOB, OUT, ANN], [AGAIN]) == 1
    # A player who has built on the other side is waited for.
    bob = Event("uma", "ruling", ("forfeit", "bob"))
    on = [AGAIN, Event("bob", "dice"), Event("cat", "dice")]
    assert of_two(forest, "removed_are_waited_for", [ANN, bob, ANN, CAT], on[:2]) == 0


def test_the_program_takes_no_ruling_back_with_which_all_went_on(tmp_path: Path) -> None:
    forest = forest_of(tmp_path, "a duel")
    none = Event("uma", "ruling", ("back", None))
    back = Event("uma", "ruling", ("back", forest.written(none)))
    assert of_two(forest, "back_before_all", [none, ANN], [back]) == 0
    assert of_two(forest, "back_before_all", [none, ANN, BOB], [back]) == 1


def test_the_program_counts_the_side_with_new_keys_and_then_the_closed_one(tmp_path: Path) -> None:
    """There are two events of bob's: cat, who was put out, has gone on with the other one."""
    forest = forest_of(tmp_path, "three")
    late = [ANN, Event("bob", "orders", None, None, 1), CAT]
    on = [ANN, BOB, OUT, ANN, ANN]
    assert forest.reader.counts(known(forest.written(*on), forest.written(*late))) == tuple(
        forest.written(ANN)
    )
    keys = [*on, Event("bob", "offer", "keys"), Event("ann", "answer", True)]
    assert of_two(forest, "keys_freeze", keys, late) == 1
    closed = [*on, Event("bob", "resign"), Event("uma", "ruling", ("result",))]
    assert of_two(forest, "closed_freeze", closed, late) == 1

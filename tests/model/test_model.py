"""Every log that a small party can write, and every two that part: what is promised holds in each.

And the rules that were given up: with each the search finds what it broke.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, permutations

import pytest

from long import far, sample
from model.counting import Log, Reader, known, taken
from model.growing import grow, opened_for_nothing, overruled, report_tree, voided
from model.searching import Broken, search
from model.writing import NOW, ROLL, Ask, Event, Opening, Rules, active, may, opened, take

RED_BLUE = (("red", "ann"), ("blue", "bob"))
RED_BLUE_GREEN = (*RED_BLUE, ("green", "cat"))
TWO = Opening(("ann", "bob"), RED_BLUE, "eve")
TWO_AND_WITNESS = Opening(("ann", "bob", "will"), RED_BLUE, "eve")
THREE = Opening(("ann", "bob", "cat"), RED_BLUE_GREEN, "eve")
ALONE = Opening(("ann", "will"), (("red", "ann"),), "eve")
ALONE_WITH_TWO = Opening(("ann", "will", "wim"), (("red", "ann"),), "eve")
ALONE_AND_UMPIRE = Opening(("ann", "will"), (("red", "ann"),), "eve", "umpire")
UMPIRE_KEEPS = Opening(("ann", "bob"), RED_BLUE, "eve", "umpire")
NO_UMPIRE = Opening(("ann", "bob", "cat"), RED_BLUE_GREEN)
SOLITAIRE = Opening(("ann",), (("red", "ann"),), "eve", "self")
WHOLE = 99
NEXT, FAR = far(6, of=7), far(7, of=8)
"""So many events where there is no end to all that can be written."""


@pytest.mark.parametrize(
    ("opening", "length", "secrets", "states"),
    [
        (TWO, WHOLE, False, 1_500),
        (UMPIRE_KEEPS, WHOLE, False, 1_500),
        (ALONE, WHOLE, False, 1_000),
        (ALONE_AND_UMPIRE, WHOLE, False, 1_000),
        (NO_UMPIRE, WHOLE, False, 100),
        (SOLITAIRE, WHOLE, False, 50),
        (TWO, FAR, True, 1_000),
        (ALONE_WITH_TWO, NEXT, False, 1_000),
        (TWO_AND_WITNESS, NEXT, False, 1_000),
        (THREE, NEXT, False, 1_000),
    ],
)
def test_the_promises_hold_in_every_log(
    opening: Opening, length: int, secrets: bool, states: int
) -> None:
    visited, _ = search(opening, length=length, secrets=secrets)
    assert visited > states


@pytest.mark.parametrize("opening", [ALONE, SOLITAIRE])
def test_new_keys_settle_no_fork_while_nobody_else_agrees(opening: Opening) -> None:
    visited, _ = search(opening, keys=True)
    assert visited > 100


@pytest.mark.parametrize("dice", ["opponents", "umpire"])
def test_with_hidden_stocks_no_trigger_is_rolled_twice(dice: str) -> None:
    opening = THREE._replace(dice=dice)
    after = (*JOINED, Event("cat", "join", None, Ask("red")))
    visited, _ = search(opening, after=after, length=far(6, of=7), forks=False, allies=ALLIES)
    assert visited > 500


def test_a_game_in_which_nobody_has_a_seat_is_not_opened() -> None:
    with pytest.raises(ValueError, match="has a seat"):
        search(NOBODY_SITS)


ALLIES = ("bob", "cat")
NOBODY_SITS = Opening(("ann", "bob", "cat"), (), "eve")
JOINED = (*(Event(handle, "join") for handle in ("eve", "ann", "bob")),)
ANN_ASKED = (*JOINED, Event("cat", "join", None, Ask("red")))
ANN_ROLLS = (*ANN_ASKED, Event("ann", "orders", None, ROLL))
ANN_OFFERS = (*JOINED, Event("will", "join", None, Ask("red")), Event("ann", "offer", "tie"))
CAT_OFFERS = (
    *ANN_ASKED[:-1],
    Event("cat", "join", None, Ask("green")),
    Event("cat", "offer", "tie"),
)
GIVEN_UP = [
    ("ruling_may_leave_no_start", TWO_AND_WITNESS, (), "somebody has the pen or the game is over"),
    ("ruling_goes_on", THREE, (), "no roll comes of an event that was there before it was known"),
    ("ruling_goes_on", THREE, ANN_ASKED, "no roll comes of an event that was there before it was"),
    ("witnesses_keep", TWO_AND_WITNESS, (), "will saw a roll and got another for less than a seat"),
    ("replace_at_will", TWO, (), "ann saw a roll and got another for less than a seat"),
    ("replacement_resigns", THREE, ANN_ROLLS, "who owes dice has a dice key"),
]


FOUND_SINCE = [
    ("opening_rolls", THREE, ANN_ASKED, ALLIES, "one trigger is rolled once"),
    ("ruling_ends_offer", TWO_AND_WITNESS, ANN_OFFERS, (), "no ruling lets somebody else write"),
    ("ruling_ends_offer", THREE, CAT_OFFERS, (), "no ruling lets somebody else write"),
    ("keys_settle_alone", ALONE, (), (), "a fork stays a fork"),
    ("seats_may_lack", NOBODY_SITS, (), (), "somebody has the pen or the game is over"),
]


@pytest.mark.parametrize(("rule", "opening", "after", "allies", "promise"), FOUND_SINCE)
def test_a_rule_that_was_found_wrong_by_an_attack_breaks_a_promise(
    rule: str,
    opening: Opening,
    after: tuple[Event, ...],
    allies: tuple[str, ...],
    promise: str,
) -> None:
    with pytest.raises(Broken) as caught:
        search(opening, Rules(**{rule: True}), after=after, keys=not allies, allies=allies)
    print(caught.value)  # noqa: T201 - the story, for anyone who asks pytest
    assert promise in caught.value.promise


@pytest.mark.parametrize(("rule", "opening", "after", "promise"), GIVEN_UP)
def test_a_rule_that_was_given_up_breaks_a_promise(
    rule: str, opening: Opening, after: tuple[Event, ...], promise: str
) -> None:
    with pytest.raises(Broken) as caught:
        search(opening, Rules(**{rule: True}), after=after, length=8, forks=False)
    print(caught.value)  # noqa: T201 - the story, for anyone who asks pytest
    assert promise in caught.value.promise


def test_where_nobody_has_the_active_anybody_played() -> None:
    """The game that never starts, as it was: anyone could write anything."""
    never = opened(TWO_AND_WITNESS, Rules(ruling_may_leave_no_start=True))
    for e in (*JOINED, Event("eve", "ruling", ("forfeit", "will"))):
        never = take(never, e)
    assert may(never, Event("bob", "orders"))
    starts = opened(TWO_AND_WITNESS)
    for e in (*JOINED, Event("eve", "ruling", ("forfeit", "will"))):
        starts = take(starts, e)
    assert not may(starts, Event("bob", "orders"))
    assert active(starts) == ("ann", ("answer", "resign"))


# --- several logs ---


OF_TWO = (*JOINED[:2], Event("bob", "join", None, Ask("red")))


def parties(opening: Opening) -> list[frozenset[str]]:
    """Everybody who may be friends, but one player."""
    players = opening.players
    return [frozenset(some) for n in range(len(players)) for some in combinations(players, n)]


def first_broken(
    opening: Opening,
    trunk: Log,
    length: int,
    rules: Rules = NOW,
    *,
    slow: bool,
    friends: frozenset[str] | None = None,
) -> list[str]:
    """The first tree of logs in which a promise is broken, described; nothing if none is."""
    reader = Reader(opening, trunk, rules)
    for cheats in [friends] if friends is not None else parties(opening):
        for before, tree in grow(reader, cheats, length, slow=slow):
            lost = voided(reader, tree, cheats, slow=slow)
            if lost or overruled(reader, before, tree):
                return report_tree(reader, tree)
    return []


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize(
    ("opening", "trunk", "length"),
    [(TWO, OF_TWO, far(4, of=5)), (THREE, ANN_ASKED, far(3, of=4))],
)
def test_no_log_that_comes_late_takes_back_what_others_built_on(
    opening: Opening, trunk: Log, length: int, slow: bool
) -> None:
    assert first_broken(opening, trunk, length, slow=slow) == []


@pytest.mark.parametrize(
    ("rule", "slow", "length", "friends"),
    sample(
        [
            ("ruling_stands", True, 4, ()),
            ("fork_ruling_stands", False, 5, ("ann",)),
            ("trigger_has_spoken", False, 6, ("bob", "cat")),
            ("stands_in_without_looking", True, 5, ()),
            ("any_ruling_voids", False, 5, ("bob", "cat")),  # the program is held to these two
            ("first_ruling_only", False, 5, ("ann",)),  # in every run, by test_model_and_counts.py
        ],
        2,
        of=4,
    ),
)
def test_a_rule_that_was_given_up_lets_a_late_log_win(
    rule: str, slow: bool, length: int, friends: tuple[str, ...]
) -> None:
    rules = Rules(**{rule: True})
    story = first_broken(THREE, ANN_ASKED, length, rules, slow=slow, friends=frozenset(friends))
    print("\n".join(story))  # noqa: T201 - the story, for anyone who asks pytest
    assert story


def test_a_friend_who_speaks_at_last_took_back_what_all_had_played_since() -> None:
    """Ann's trigger crossed the ruling, bob kept for it, then all went on after the ruling."""
    late = (ANN_ROLLS[-1], Event("bob", "dice"))
    out = (Event("eve", "ruling", ("forfeit", "ann")),)
    on = (
        *out,
        Event("bob", "orders", None, Ask("green")),
        Event("cat", "orders", None, Ask("blue")),
    )
    for rules, found in ((NOW, False), (Rules(late_friends_count=True), True)):
        reader = Reader(THREE, ANN_ASKED, rules)
        grown = grow(reader, frozenset({"ann", "cat"}), 1, slow=False, start=known(late, on))
        assert any(overruled(reader, *both) for both in grown) is found


def test_nobody_plays_on_with_a_plan_that_a_ruling_had_opened() -> None:
    """Rulings have ended the game, and cat opens a plan; ann and an umpire want to go on."""
    seals = (
        Event(who, "seal", None, Ask(side, "seal"))
        for who, side in (("ann", "blue"), ("bob", "green"))
    )
    trunk = (
        *JOINED,
        Event("cat", "join", None, Ask("red", "seal")),
        *seals,
        Event("cat", "seal", None, Ask("red")),
    )
    ended = known(tuple(Event("eve", "ruling", ("forfeit", who)) for who in ("ann", "bob")))
    cheats = frozenset({"ann"})
    then = Rules(openings_are_taken_back=True, removed_are_waited_for=True)
    for rules, found in ((NOW, False), (then, True)):
        reader = Reader(THREE, trunk, rules)
        grown = grow(reader, cheats, 3, slow=True, start=ended)
        assert any(opened_for_nothing(reader, *both, cheats) for both in grown) is found


@pytest.mark.long
def test_a_keeper_who_answers_two_triggers_lets_a_friend_choose_between_rolls() -> None:
    """Ann signs two triggers; cat, who keeps last, knows the first roll when the umpire rules."""
    again = Event("ann", "orders", None, ROLL, 1)
    two = known((ANN_ROLLS[-1], Event("bob", "dice")), (again,))
    friends = frozenset({"ann", "cat"})
    for rules, found in ((NOW, False), (Rules(keeper_answers_twice=True), True)):
        reader = Reader(THREE, ANN_ASKED, rules)
        grown = grow(reader, friends, 3, slow=False, start=two)
        assert any(voided(reader, tree, friends, slow=False) for _, tree in grown) is found


def trees(reader: Reader, length: int, step: int) -> Iterator[tuple[Log, ...]]:
    """The ends of every so many-th tree that cheats and a slow umpire can grow."""
    cheats = frozenset({"ann", "cat"})
    grown = (tree for _, tree in grow(reader, cheats, length, slow=True))
    for tree in islice(grown, 0, None, step):
        yield tuple(log for log in tree if not any(one[:-1] == log for one in tree if one))


def differ(reader: Reader, logs: tuple[Log, ...]) -> bool:
    return len({taken(reader, order) for order in permutations(logs)}) > 1


def test_in_whatever_order_logs_arrive_the_same_one_counts() -> None:
    reader = Reader(THREE, ANN_ASKED)
    some = [logs for logs in trees(reader, far(4, of=5), 7) if 1 < len(logs) < 5]
    assert len(some) > far(30, of=300)
    assert not any(differ(reader, logs) for logs in some)


def test_log_against_log_the_order_of_arrival_chose() -> None:
    reader = Reader(THREE, ANN_ASKED, Rules(log_against_log=True))
    assert any(differ(reader, logs) for logs in trees(reader, 5, 1) if len(logs) == 3)

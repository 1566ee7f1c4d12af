"""Cups against the physical game: the same odds, exactly (protocol section 7.1).

A history is a sequence of acts: draw blind, turn up what was laid down, return it (seen or not).
The physical game is a cup of counters and an honest hand; its distribution over everything that
is ever turned up is enumerated with fractions and compared with that of the cups.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.kit.cups import Cups


class _Ask(Exception):
    def __init__(self, n):
        self.n = n


class Scripted:
    """Dice that follow a script, and ask for one more number where it ends."""

    def __init__(self, script):
        self.script = list(script)
        self.asked = 0

    def uniform(self, n, purpose, paragraph):
        if n == 1:
            return 0
        if self.asked == len(self.script):
            raise _Ask(n)
        self.asked += 1
        return self.script[self.asked - 1]


def distribution(run):
    """Every outcome of ``run(dice)`` with its exact probability."""
    found: dict[tuple[str, ...], Fraction] = {}
    open_scripts = [((), Fraction(1))]
    while open_scripts:
        script, weight = open_scripts.pop()
        try:
            outcome = run(Scripted(script))
        except _Ask as ask:
            open_scripts += [((*script, got), weight / ask.n) for got in range(ask.n)]
        else:
            found[outcome] = found.get(outcome, Fraction(0)) + weight
    return found


def physical(bag, history):
    """Counters in a cup; a hand that draws decides at once which one, and nobody looks."""

    def run(dice):
        cup, table, seen = list(bag), [], []
        for act, which in history:
            if act == "draw":
                table.append([cup.pop(dice.uniform(len(cup), "", "")), False])
            elif act == "up":
                table[which][1] = True
                seen.append(table[which][0])
            else:
                cup.append(table.pop(which)[0])
        return tuple(seen)

    return distribution(run)


def virtual(bag, history):
    def run(dice):
        cups, table, seen = Cups(), [], []
        cups.fill("cup", list(bag))
        for act, which in history:
            if act == "draw":
                table.append(cups.draw_blind("cup"))
            elif act == "up":
                table[which] = cups.turn_up(table[which], dice, "", "")
                seen.append(table[which])
            else:
                cups.put_back("cup", table.pop(which))
        return tuple(seen)

    return distribution(run)


def histories(size, length):
    """Every history of ``length`` acts with a bag of ``size`` counters that ends by looking."""

    def grow(history, cup, table):
        if len(history) == length:
            if history[-1][0] == "up":
                yield tuple(history)
            return
        if cup:
            yield from grow([*history, ("draw", 0)], cup - 1, [*table, False])
        for which, seen in enumerate(table):
            if not seen:
                up = [s or i == which for i, s in enumerate(table)]
                yield from grow([*history, ("up", which)], cup, up)
            rest = table[:which] + table[which + 1 :]
            yield from grow([*history, ("back", which)], cup + 1, rest)

    return grow([], size, [])


def shows_something_new(history):
    """Histories that return or redraw; the others are a plain shuffle."""
    return any(act == "back" for act, _ in history) and sum(a == "up" for a, _ in history) >= 2


@pytest.mark.few(1, 4)
@pytest.mark.parametrize(("bag", "length"), [("abc", 8), ("aab", 8), ("abcd", 7), ("ab", 9)])
def test_the_odds_are_exactly_those_of_the_physical_game(bag, length):
    compared = 0
    for history in histories(len(bag), length):
        if shows_something_new(history):
            assert virtual(bag, history) == physical(bag, history), history
            compared += 1
    assert compared >= 100


def test_nothing_is_drawn_before_it_is_turned_up():
    cups = Cups()
    cups.fill("cup", ["a", "b"])
    laid = cups.draw_blind("cup")
    assert laid == "?1"
    assert cups.members == {"cup": ["?1"], "1": ["a", "b"]}
    assert cups.turn_up(laid, Scripted([1]), "", "") == "b"
    assert cups.members == {"cup": ["?1"], "1": ["a"]}


def test_members_stand_in_the_order_in_which_they_entered():
    cups = Cups()
    cups.fill("cup", ["a", "b"])
    cups.put_back("cup", "c")
    assert cups.members["cup"] == ["a", "b", "c"]


def test_one_of_an_cup_may_be_one_of_another():
    cups = Cups()
    cups.fill("cup", ["a", "b", "c"])
    first = cups.draw_blind("cup")
    second = cups.draw_blind("cup")
    assert cups.members == {"cup": ["?2"], "1": ["a", "b", "c"], "2": ["?1", "?1"]}
    assert cups.turn_up(second, Scripted([0, 2]), "", "") == "c"
    assert cups.turn_up(first, Scripted([0]), "", "") == "a"


def test_an_empty_pool_gives_nothing():
    cups = Cups()
    cups.fill("cup", [])
    with pytest.raises(ValueError, match="cup"):
        cups.draw_blind("cup")


def test_a_bag_is_filled_once_and_no_bag_is_named_like_an_cup():
    cups = Cups()
    cups.fill("cup", ["a"])
    for name in ("cup", "1", "27"):
        with pytest.raises(ValueError, match=name):
            cups.fill(name, ["a"])


def test_what_a_counter_may_be_and_the_numbers_that_turn_it_up() -> None:
    cups = Cups()
    cups.fill("cup", ["wolf", "hare", "wolf", "owl"])
    first, second = cups.draw_blind("cup"), cups.draw_blind("cup")
    for member in (first, second):
        found = list(cups.chances(member))
        assert {counter: chance for counter, chance, _ in found} == {
            "wolf": Fraction(1, 2),
            "hare": Fraction(1, 4),
            "owl": Fraction(1, 4),
        }
        for counter, _, numbers in found:
            script = Scripted(numbers)
            assert cups.copy().turn_up(member, script, "who it is", "1") == counter
            assert script.asked == len(numbers)
    assert cups.turn_up(first, Scripted([1]), "who it is", "1") == "hare"
    assert {counter: chance for counter, chance, _ in cups.chances(second)} == {
        "wolf": Fraction(2, 3),
        "owl": Fraction(1, 3),
    }


def test_who_is_known_is_himself_and_the_last_one_needs_no_number() -> None:
    cups = Cups()
    cups.fill("cup", ["hare"])
    assert list(cups.chances("wolf")) == [("wolf", Fraction(1), ())]
    assert list(cups.chances(cups.draw_blind("cup"))) == [("hare", Fraction(1), ())]


def test_chances_are_multiplied_once_for_each_cup_and_not_for_each_counter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Late in a game one of a cup is one of another, and so on, with counters put back between."""
    cups, deep = Cups(), 20
    cups.fill("bag", ["a", "b"])
    for counter in range(deep):
        last = cups.draw_blind("bag")
        cups.put_back("bag", f"seen {counter}")
    made: list[object] = []
    monkeypatch.setattr("pbem.kit.cups.Fraction", lambda *of: made.append(of) or Fraction(*of))
    found = list(cups.chances(last))
    assert sum(chance for _, chance, _ in found) == 1
    assert len(found) == deep + 1
    assert len(made) <= 3 * deep


def test_a_copy_of_cups_is_independent() -> None:
    cups = Cups()
    cups.fill("cup", ["wolf", "hare"])
    other = cups.copy()
    other.draw_blind("cup")
    assert cups == Cups({"cup": ["wolf", "hare"]}, 0)
    assert other != cups


@pytest.mark.parametrize("which", [0, 1, 2])
def test_what_one_is_said_to_be_no_other_is(which):
    """Three are drawn from a, b, c, d; one of them is b, so the others are two of a, c, d."""

    def run(dice):
        cups = Cups()
        cups.fill("bag", ["a", "b", "c", "d"])
        drawn = [cups.draw_blind("bag") for _ in range(3)]
        cups.let_be(drawn[which], "b")
        return tuple(cups.turn_up(one, dice, "who", "1.0") for one in drawn)

    found = distribution(run)
    others = [(first, second) for first in "acd" for second in "acd" if first != second]
    wanted = {}
    for pair in others:
        three = list(pair)
        three.insert(which, "b")
        wanted[tuple(three)] = Fraction(1, 6)
    assert found == wanted


def test_several_are_said_to_be_something_and_the_bag_holds_the_rest():
    cups = Cups()
    cups.fill("bag", ["a", "b", "c", "d"])
    first, second = cups.draw_blind("bag"), cups.draw_blind("bag")
    cups.let_be(second, "d")
    cups.let_be(first, "a")
    left = {counter for one in cups.members["bag"] for counter, _, _ in cups.chances(one)}
    assert left == {"b", "c"}
    assert [counter for counter, _, _ in cups.chances(first)] == ["a"]
    assert [counter for counter, _, _ in cups.chances(second)] == ["d"]

"""Some thousands of random events of the fuzz; ``python -m fuzz`` tries as many as one likes."""

from __future__ import annotations

import random

import pytest

from fuzz.run import Fuzz, Tally, run
from fuzz.world import World, chance, remembered, take
from long import times
from pbem.kit.hidden import cards_of
from pbem.kit.stocks import stocks_of
from pbem.log.codes import CODES
from pbem.table.events import kinds
from pbem.table.events.kinds import KINDS

LOGS = {
    "toy": times(25, of=40), "fate": times(12, of=20), "depots": times(4, of=20),
    "fords": times(4, of=20), "table": times(3, of=10),
    "saipan": times(3, of=5), "tokyo": times(2, of=4),
    "manila": times(3, of=5), "meiktila": times(3, of=5), "singapore": times(8, of=10),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_whatever_anybody_writes_the_table_keeps_its_promises(name: str) -> None:
    tally = Tally()
    for number in range(LOGS[name]):
        run(number, tally, name)
    assert tally.tried > 30 * LOGS[name]
    assert sum(tally.accepted.values()) > 10 * LOGS[name]
    assert set(tally.refused) <= set(CODES)


@pytest.mark.long
def test_the_fuzz_reaches_every_kind_of_event_and_of_ruling() -> None:
    tally = Tally()
    for number in range(1000, 1040):
        run(number, tally, "toy")
    for number in range(4):
        run(number, tally, "fate")
    reported = set(tally.accepted)
    assert {form.split()[0] for form in reported} == set(KINDS)
    assert {"ruling out forfeit", "ruling result", "ruling back"} <= reported
    assert any(form.startswith("ruling fork") for form in reported)
    assert len(tally.refused) > 15


@pytest.mark.parametrize("name", ["depots", "singapore"])
def test_an_opening_with_hidden_stocks_and_one_holder_is_refused(name: str) -> None:
    worlds = (World(name, random.Random(number)) for number in range(40))  # noqa: S311
    world = next(world for world in worlds if hidden(world))
    data = {word: what for word, what in world.opening.items() if word != "groups"}
    data |= {"seats": dict.fromkeys(data["seats"], "ann")}
    event = world.compose("ann", "open", data)
    assert event is not None
    found = take(world.thawed(3), event)
    assert found is not None
    assert (found.code, "needs 2 groups of players" in found.message) == ("open.bad", True)
    assert take(world.thawed(1), event) is None


def test_the_fuzz_meets_the_hidden_stocks_of_singapore() -> None:
    """By the numbers of every day: stocks are split or made public, and the game goes on."""
    numbers = range(LOGS["singapore"])
    assert any(hidden(World("singapore", random.Random(number))) for number in numbers)  # noqa: S311


def test_anyone_knows_cards_and_stocks_shows_only_cards_that_they_hold() -> None:
    """Singapore has both at once: every order that is legal for them can be proven."""
    with remembered(), chance(random.Random(52)):  # noqa: S311 - no secret
        world = World("singapore", random.Random(52))  # noqa: S311 - no secret
        fuzz = Fuzz(world, Tally())
        while not asks(world, "drawn"):
            made = fuzz.legal() if world.events else fuzz.first()
            if made is not None and take(world.thawed(3), made.event) is None:
                world.fold(made.event)
        play = world.table.play
        assert play is not None
        assert play.asked is not None
        assert cards_of(play.game) is not None
        assert stocks_of(play.game) is not None
        legal = fuzz.parties.legal(60)
        by = play.seats[play.asked.side]
        proven = [fuzz.parties.hands.proofs(by, [order]) for order in legal if "card" in order]
    assert proven
    assert all(proven)


def asks(world: World, question: str) -> bool:
    """Whether a question of this name is asked."""
    play = world.table.play
    return play is not None and play.asked is not None and play.asked.name == question


def hidden(world: World) -> bool:
    """Whether its game hides stocks."""
    _, game = world.library.game(kinds.read_data("open", world.opening))
    return stocks_of(game) is not None


def test_one_number_is_one_log() -> None:
    first, second = (run(3, Tally(), "toy") for _ in range(2))
    assert [event.line for event in first.events] == [event.line for event in second.events]

"""Nobody joins a game whose witnesses keep all dice without their cards (docs/trust.md)."""

from __future__ import annotations

import pytest

from pbem.agent import duties
from pbem.client.many import dice_for_all
from pbem.client.play import acting
from pbem.errors import KeyFileError
from toy.people import Person

NO_CARD = "wil keeps all dice, and you have no card of wil"


@pytest.fixture
def three(person) -> tuple[Person, Person, Person]:
    """Ann has opened a game with bob, who has never heard of wil."""
    ann, bob, wil = person("ann"), person("bob"), person("wil")
    ann.meets(bob, wil)
    bob.meets(ann)
    wil.meets(ann, bob)
    ann.opens(seats={"red": "ann", "blue": "bob"}, witnesses=["wil"], dice="witnesses")
    bob.takes(ann.sends())
    return ann, bob, wil


def test_a_player_does_not_join_with_an_unknown_witness(three):
    """Ann may hold that key, too, and can choose rolls then."""
    _, bob, wil = three
    with pytest.raises(KeyFileError, match=NO_CARD):
        acting.check_join(bob.sits())
    with pytest.raises(KeyFileError, match=NO_CARD):
        bob.does(acting.join)
    bob.meets(wil)
    bob.does(acting.join)
    assert bob.count == 3


def test_a_player_who_says_so_joins_all_the_same(three):
    _, bob, _ = three
    bob.does(acting.join, anyway=True)
    assert bob.count == 3


def test_an_agent_reports_it_and_joins_nothing(three):
    _, bob, _ = three
    (duty,) = duties.perform(bob.sits(), lambda _: bob.identity, join=True, away=False)
    assert duty.done is None
    assert NO_CARD in duty.wrong


def test_one_who_rolls_for_many_games_joins_nothing(three):
    _, bob, _ = three
    wish = dice_for_all.Keep("bob", True, None, None)
    (kept,) = dice_for_all.keep_all(bob.client, lambda _: bob.identity, wish)
    assert (kept.did, bob.count) == ("refused", 2)
    assert NO_CARD in kept.why


def test_a_witness_needs_no_card_of_another(person):
    ann, bob, wil = person("ann"), person("bob"), person("wil")
    ann.meets(bob, wil, person("xan"))
    bob.meets(ann, wil, Person("xan", ann.folder))
    ann.opens(seats={"red": "ann", "blue": "bob"}, witnesses=["wil", "xan"], dice="witnesses")
    bob.takes(ann.sends())
    bob.does(acting.join)
    wil.takes(bob.sends())
    wil.does(acting.join)
    assert wil.count == 4

"""An agent whose rules module fails at every call goes on with every other game."""

from __future__ import annotations

import pytest

from pbem.client.play.opening import Wanted, new
from pbem.client.session.session import sit
from pbem.client.views.overview import overview
from pbem.games import registry
from pbem.play.fence import GAME
from toy.brittle import FAILS, always
from toy.people import Person

REPORTED = "rules of brittle version 1 have a fault"


@pytest.fixture
def pair(monkeypatch, person, secretary):
    """Ann opened two games, which bob's agent joins; in both, ann's owes the first dice then."""
    monkeypatch.setitem(registry.RULES, ("brittle", 1), ("toy.brittle", "BrittleRules"))
    ann, bob = person("ann"), person("bob")
    ann.meets(bob)
    bob.meets(ann)
    for name in ("brittle", "toy"):
        wanted = Wanted(rules=name, name=name, scenario="weather",
                        seats={"red": "ann", "blue": "bob"})  # fmt: skip
        new(ann.client, ann.identity, wanted)
    return secretary(ann), secretary(bob, join=True)


def kinds(secretary, name):
    log = (secretary.person.client.games / f"{name}.pbem").read_text()
    return [line.partition('"kind":"')[2].partition('"')[0] for line in log.splitlines()]


def test_the_other_game_goes_on_and_the_owner_is_reported(monkeypatch, office, pair):
    ann, bob = pair
    ann.rounds()
    office.passes(minutes=30)
    bob.rounds()
    for name in GAME:
        monkeypatch.setitem(FAILS, name, always)
    for _ in range(3):
        office.passes(minutes=30)
        ann.rounds()
        bob.rounds()
    assert kinds(ann, "toy")[-1] == "dice"
    assert "dice" not in kinds(ann, "brittle")
    assert any(REPORTED in one for one in [*ann.reported, *ann.said])
    FAILS.clear()  # the release that mends it
    ann.agent.close()
    ann.person = Person("ann", ann.person.folder.parent)
    ann.start()
    game = next(
        bob.person.client.games / f"{one.game}.pbem"
        for one in overview(bob.person.client)
        if sit(bob.person.client, one.game, "bob").table.opening.rules.name == "brittle"
    )
    ann.person.takes(game)  # what bob mailed while it failed
    ann.rounds()
    assert kinds(ann, "brittle")[-1] == "dice"
    ann.person.client.close()

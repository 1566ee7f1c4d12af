"""Attacks by one who plays alone against the rules, on the umpire who keeps the dice (P5)."""

from __future__ import annotations

import pytest

from pbem.games import registry
from toy.cheat import attack
from toy.club import UMPIRE, Competitor, Umpire
from toy.group import END, identity, move


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The registry has the toy game."""
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def umpire(tmp_path):
    made = Umpire(tmp_path / UMPIRE)
    yield made
    made.desk.close()


@pytest.fixture
def eve(tmp_path, umpire):
    """Plays alone; the umpire has joined, and she has the pen."""
    made = Competitor(tmp_path, "eve")
    [kept] = umpire.keeps(made.mails(tmp_path / "begin"))
    made.takes(kept)
    made.play("eve", "join")
    return made


def mailed(umpire, eve, events, *, apart=False, lost=False):
    """Mail variants, together or one by one; return those that got dice, by their triggers."""
    box = eve.folder / "box"
    paths = [eve.mails(box, f"-{n:02}", [event]) for n, event in enumerate(events)]
    for group in [[path] for path in paths] if apart else [paths]:
        umpire.keeps(*group)
        umpire.restarts()
        if lost:
            umpire.loses_logs()
    return {event.prev for event in umpire.mailed.values()}


@attack("P5", "alone: mail twenty variants of a turn together", "one gets dice; a fork convicts")
def test_variants_mailed_together(umpire, eve):
    tried = eve.variants(20)
    assert mailed(umpire, eve, tried) == {tried[0].id}
    assert umpire.proofs()


@attack("P5", "alone: mail other variants after the answer", "the first has the dice; a fork")
def test_variants_after_the_answer(umpire, eve):
    tried = eve.variants(10)
    assert mailed(umpire, eve, tried, apart=True) == {tried[0].id}
    assert umpire.proofs()


@attack(
    "P5",
    "alone: mail variants to an umpire who lost the logs",
    "the umpire's record refuses, and convicts alone",
)
def test_variants_to_an_umpire_who_lost_his_logs(umpire, eve):
    tried = eve.variants(5)
    assert mailed(umpire, eve, tried, apart=True, lost=True) == {tried[0].id}
    assert umpire.proofs()


@attack("P5", "alone: sign the event before the trigger again too", "refused: dice are missing")
def test_variants_of_the_event_before_the_trigger(umpire, eve):
    data = eve.orders_data("red", move(1))
    before = [eve.forge("eve", "orders", data, salt=bytes([n]) * 16) for n in range(5)]
    base, table, paths = list(eve.events), eve.table, []
    for number, first in enumerate(before):
        eve.events, eve.table = list(base), table.copy()
        eve._take(first)
        paths.append(eve.mails(eve.folder / "box", f"-{number}", eve.variants(1)))
    for path in paths:
        umpire.keeps(path)
        umpire.loses_logs()
    assert len({event.prev for event in umpire.mailed.values()}) == 1


@attack("P5", "alone: take a trigger back by an undo that nobody has to agree to", "`offer.wrong`")
def test_undoing_a_trigger_alone(umpire, eve):
    eve.orders("eve", END)
    [kept] = umpire.keeps(eve.mails(eve.folder / "box"))
    trigger = eve.events[-1]
    eve.takes(kept)
    data = {"what": "undo", "to": trigger.id}
    eve.refused(eve.forge("eve", "offer", data), "offer.wrong", blame=["eve"])


@attack("P5", "alone: keep one's own dice where an umpire was named", "`dice.keeper`")
def test_keeping_ones_own_dice_beside_an_umpire(umpire, eve):
    eve.orders("eve", END)
    secret = identity("eve").vrf_secret(eve.table.game_id)
    event = eve.forge("eve", "dice", eve.dice_data(secret=secret))
    eve.refused(event, "dice.keeper", blame=["eve"])

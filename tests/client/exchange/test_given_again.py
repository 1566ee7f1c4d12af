"""Dice and masks that somebody gave bind them also after a backup was put back.

Protocol section 6: one trigger on a predecessor gets dice. docs/protocol-cards.md, section 6: a
mask comes off a place for one player. A restored player learns from others what they gave.
"""

from __future__ import annotations

import shutil

import pytest

from pbem.client.play import acting
from pbem.errors import SecondTrigger
from pbem.games import registry
from pbem.log.file import read_events
from pbem.table.own import record
from toy.people import Person


@pytest.fixture
def clients(tmp_path):
    """Return who plays at a copy of each home as it was when it was last saved."""
    opened: list[Person] = []

    def at(handle, folder=tmp_path):
        opened.append(Person(handle, folder))
        return opened[-1]

    def save(*people):
        for one in people:
            one.client.close()
            shutil.copytree(one.folder, tmp_path / "saved" / one.handle, dirs_exist_ok=True)

    def restored(person):
        person.client.close()
        shutil.rmtree(person.folder)
        shutil.copytree(tmp_path / "saved" / person.handle, person.folder)
        return at(person.handle)

    at.save, at.restored, at.saved = save, restored, tmp_path / "saved"
    yield at
    for one in opened:
        one.client.close()


def begun(clients, rules, *, names=("ann", "bob", "cat"), **wanted):
    """Everybody has joined, and the umpire uma too."""
    people = [clients(name) for name in (*names, "uma")]
    for one in people:
        one.meets(*[other for other in people if other is not one])
    first, *others, uma = people
    first.opens(rules, umpire="uma", **wanted)
    last = first
    for one in (uma, first, *others):
        if one is not last:
            one.takes(last.sends())
        one.does(acting.join)
        last = one
    for one in people:
        if one is not last:
            one.takes(last.sends())
    return people


def forked(clients, author, cut, tmp_path, *orders):
    """The author forks from a copy of their home; uma rules that this side counts.

    The umpire's log.

    ``cut``: the log as it was when the other of the two events was signed last.
    """
    other = clients(author, clients.saved)
    other.orders(*orders, note="another")
    uma = clients("uma", clients.saved)
    uma.takes(other.sends())
    uma.takes(cut)
    [proof] = uma.client.games.glob("*.fork")
    uma.does(acting.rule_fork, proof, forfeit=False)
    return shutil.copy(uma.sends(), tmp_path / "ruled.pbem")


WAYS = ("at home", "restored", "the other side first", "the record alone")


@pytest.mark.parametrize("way", WAYS)
def test_a_second_trigger_gets_no_dice_of_who_was_restored(clients, tmp_path, way):
    seats = {"red": "ann", "blue": "bob", "green": "cat"}
    ann, bob, _, uma = begun(clients, "toy", scenario="trio", seats=seats)
    ann.orders("attack blue")
    for one in (bob, uma):
        one.takes(ann.sends())
    clients.save(ann, bob, uma)
    ann, bob = clients("ann"), clients("bob")
    bob.orders("pass", note="one")
    cut = shutil.copy(bob.sends(), tmp_path / "cut.pbem")
    ann.takes(bob.sends())
    ann.does(acting.dice)
    given = shutil.copy(ann.sends(), tmp_path / "given.pbem")
    ruled = forked(clients, "bob", cut, tmp_path, "pass")
    if way == "the record alone":
        path = ann.sits().client.record("ann", ann.sits().table.game_id).path
        shutil.copy(clients.saved / "ann" / path.relative_to(ann.folder), path)
        ann.takes(given, recovered=True)
    elif way != "at home":
        ann = clients.restored(ann)
    if way == "restored":
        ann.takes(given, recovered=True)
    ann.takes(ruled, recovered=way == "the other side first")
    if way == "the other side first":
        ann.takes(given, recovered=True)
    assert [one.kind for one in read_events(ann.log)][-1] == "ruling"
    with pytest.raises(SecondTrigger, match="You gave dice for the other one"):
        ann.does(acting.dice)
    kept = record.Record(ann.sits().client.record("ann", ann.sits().table.game_id).path)
    assert len([entry for entry in kept.entries if entry.on]) == 1
    with pytest.raises(SecondTrigger):
        ann.does(acting.dice)


@pytest.mark.parametrize("way", ["at home", "restored", "the masks alone"])
def test_a_mask_that_came_off_stays_off_for_one_player(clients, tmp_path, monkeypatch, way):
    monkeypatch.setitem(registry.RULES, ("fate", 1), ("toy.cards", "CardRules"))
    seats = {"red": "ann", "blue": "bob", "green": "cat"}
    people = begun(clients, "fate", scenario="trio", seats=seats)
    ann, bob, _, uma = people
    while "orders" not in (active := people[0].sits().table.active()).kinds:
        [one] = [one for one in people if one.handle == active.handle]
        one.does(acting.deal)
        for other in people:
            if other is not one:
                other.takes(one.sends())
    clients.save(ann, bob, uma)
    ann, bob = clients("ann"), clients("bob")
    ann.orders("take")
    cut = shutil.copy(ann.sends(), tmp_path / "cut.pbem")
    bob.takes(cut)
    bob.does(acting.deal)
    given = shutil.copy(bob.sends(), tmp_path / "given.pbem")
    ruled = forked(clients, "ann", cut, tmp_path, "turn-up")
    if way == "restored":
        bob = clients.restored(bob)
        bob.takes(given, recovered=True)
    elif way == "the masks alone":
        [masks] = (bob.folder / "private").rglob("*.masks")
        shutil.copy(clients.saved / "bob" / masks.relative_to(bob.folder), masks)
    bob.takes(ruled)
    assert [one.kind for one in read_events(bob.log)][-1] == "ruling"
    with pytest.raises(SecondTrigger, match="for ann, so you never decrypt it for everybody"):
        bob.does(acting.deal)

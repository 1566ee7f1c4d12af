"""Faults of games whose dice witnesses keep, and of their version of the protocol."""

from __future__ import annotations

from pathlib import Path

from hostile.base import dice_due, go_on, saipan_group, saipan_opening
from hostile.faults import fault, forged
from pbem.log.event import NO_EVENT
from toy.group import Group, signer

PLAYERS = (signer("ann"), signer("bob"), signer("wil"))


def begun(folder: Path) -> Group:
    """Events 0 to 4: all have joined, and wil is to give all dice."""
    return saipan_group(folder, "witnesses", players=PLAYERS, dice="witnesses")


def asked(folder: Path) -> Group:
    """Events 0 to 6: bob's event 6 is a trigger, wil owes the dice, and bob closes the roll."""
    return go_on(begun(folder), dice_due)


def given(folder: Path) -> Group:
    """Events 0 to 7: wil has given dice, and bob is to close the roll."""
    group = asked(folder)
    group.play("wil", "dice")
    return group


@fault("dice.keeper-opponent-beside-witnesses", asked, good=7, blame="ann")
def opponent_keeps(group: Group) -> bytes:
    """Ann, bob's opponent, gives the dice that the witness owes."""
    return forged(group, "ann", "dice", group.dice_data())


@fault("dice.keeper-author-closes-first", asked, good=7, blame="bob")
def author_first(group: Group) -> bytes:
    """Bob closes the roll before the witness has given dice."""
    return forged(group, "bob", "dice", group.dice_data())


@fault("dice.rolls-witness-closes", asked, good=7, blame="wil")
def witness_closes(group: Group) -> bytes:
    """The witness gives the rolls, too, which the author of the trigger has to close."""
    data = {**group.dice_data(), "rolls": [[6, 5]], "then": "0" * 64}
    return forged(group, "wil", "dice", data)


@fault("dice.proof-author-as-witness", given, good=8, blame="bob")
def proof_of_another_key(group: Group) -> bytes:
    """Bob closes the roll with another key than that of bob's join."""
    return forged(group, "bob", "dice", group.dice_data(secret=bytes(32)))


@fault("resign.wrong-roll-not-closed", given, good=8, blame="bob")
def not_closed(group: Group) -> bytes:
    """Bob sees the roll after the witness's dice, and resigns instead of closing it."""
    return forged(group, "bob", "resign", {})


@fault("ruling.wrong-witness-replaced", asked, good=7, blame="uma")
def witness_replaced(group: Group) -> bytes:
    """The umpire puts dan in the place of a witness on whom all had agreed."""
    dan = signer("dan")
    ruling = {"out": "wil", "as": "replace", "handle": "dan", "sign": dan.sign, "late": None}
    return forged(group, "uma", "ruling", ruling)


@fault("event.version-1-behind-2", begun, good=5)
def another_version(group: Group) -> bytes:
    """An event of version 1 stands in a game of version 2."""
    data = group.orders_data("us", {"do": "pass"})
    return forged(group, "ann", "orders", data, version=1)


def opened_as(group: Group, version: int, dice: str, players: tuple[object, ...]) -> bytes:
    data = saipan_opening(players=players, dice=dice)
    first = group.forge("ann", "open", data, game="", seq=0, prev=NO_EVENT, version=version)
    return first.line + b"\n"


@fault("event.kind-witnesses-in-version-1", begun, good=0)
def witnesses_in_version_1(group: Group) -> bytes:
    """Witnesses are to keep the dice of a game of version 1."""
    return opened_as(group, 1, "witnesses", PLAYERS)


@fault("event.kind-opponents-in-version-2", begun, good=0)
def opponents_in_version_2(group: Group) -> bytes:
    """Opponents are to keep the dice of a game of version 2."""
    return opened_as(group, 2, "opponents", PLAYERS)


@fault("open.bad-no-witness", begun, good=0, blame="ann")
def no_witness(group: Group) -> bytes:
    """Witnesses are to keep the dice, and every player has a seat."""
    return opened_as(group, 2, "witnesses", PLAYERS[:2])

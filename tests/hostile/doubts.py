"""Faults that level 2 sees while it does not know who is in the game, or whether it is over.

The logs are of a game that has no rules, so whoever verifies them is told so, and what level 2
finds. Readers that were written apart from each other once judged each of them differently.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from hostile.faults import fault
from second.writer import Writer

TIE = {"result": {"winner": None, "why": "tie"}}


def begun(players: list[str], seats: dict[str, str], dice: str) -> Writer:
    """Return a game of its own, for each log is judged alone: the digest of its rules is random."""
    return Writer(players, seats, dice, rules=secrets.token_hex(32))


def two(_: Path) -> Writer:
    """Events 0 to 3: ann and bob have joined."""
    return begun(["ann", "bob"], {"us": "ann", "jp": "bob"}, "opponents")


def two_and_umpire(_: Path) -> Writer:
    """Events 0 to 3, and the umpire keeps before the players."""
    return begun(["ann", "bob"], {"us": "ann", "jp": "bob"}, "umpire")


def three(_: Path) -> Writer:
    """Events 0 to 4: ann, bob and cal have joined."""
    seats = {"us": "ann", "jp": "bob", "uk": "cal"}
    return begun(["ann", "bob", "cal"], seats, "opponents")


def whole(writer: Writer) -> bytes:
    return b"".join(writer.lines)


def forfeit(writer: Writer, out: str) -> None:
    writer.write("uma", "ruling", **{"as": "forfeit", "out": out, "late": None})


def tied(writer: Writer, by: str, *others: str) -> None:
    writer.write(by, "offer", what="tie")
    for handle in others:
        writer.write(handle, "answer", yes=True)


@fault("dice.keeper-behind-the-closing", two, good=9, blame="ann")
def behind_the_closing(writer: Writer) -> bytes:
    """Ann gives dice for an opening that was owed when the umpire had closed the game."""
    sealed = writer.seal("bob", "plan")
    tied(writer, "ann", "bob")
    writer.write("uma", "ruling", **TIE)
    writer.reveal("bob", sealed)
    writer.trigger, writer.betas = writer.ids[-1], []
    writer.dice("ann", last=True)
    return whole(writer)


@fault("pen.wrong-nothing-to-open", two, good=6, blame="ann")
def nothing_to_open(writer: Writer) -> bytes:
    """Ann, who has hidden nothing, opens nothing while it is open whether bob is in the game."""
    writer.secret_choice("bob", "plan")
    writer.write("ann", "lay-open")
    return whole(writer)


@fault("end.over-nothing-to-open", two, good=7, blame="bob")
def nothing_to_open_at_the_end(writer: Writer) -> bytes:
    """Bob opens nothing, behind the closing ruling."""
    writer.secret_choice("bob", "plan")
    writer.write("uma", "ruling", **TIE)
    writer.write("bob", "lay-open")
    return whole(writer)


@fault("dice.rolls-as-if-alone", two_and_umpire, good=7, blame="uma")
def as_if_alone(writer: Writer) -> bytes:
    """The umpire's dice are whole, as if bob were out: then the game would be over."""
    writer.secret_choice("bob", "plan")
    writer.orders("ann", "us")
    writer.dice("uma", last=True)
    return whole(writer)


@fault("commit.open-undone-and-sealed-again", two, good=11, blame="ann")
def undone_and_sealed_again(writer: Writer) -> bytes:
    """Ann opens what was taken back. An undo names it a second time, which changes nothing."""
    first = writer.seal("ann", "plan")
    writer.write("ann", "offer", what="undo", to=first)
    writer.write("bob", "answer", yes=True)
    second = writer.seal("ann", "plan")
    writer.write("ann", "offer", what="undo", to=first)
    writer.write("bob", "answer", yes=True)
    writer.reveal("ann", second)
    writer.reveal("ann", first)
    return whole(writer)


@fault("commit.open-behind-an-undo-too-far", two, good=9, blame="ann")
def behind_an_undo_too_far(writer: Writer) -> bytes:
    """Ann opens her seal twice. An undo that would go back over bob's orders took nothing back."""
    sealed = writer.seal("ann", "plan")
    writer.orders("bob", "jp")
    writer.write("ann", "offer", what="undo", to=sealed)
    writer.write("bob", "answer", yes=True)
    writer.reveal("ann", sealed)
    writer.reveal("ann", sealed)
    return whole(writer)


@fault("ruling.wrong-out-already", three, good=13, blame="uma")
def out_already(writer: Writer) -> bytes:
    """Cal is put out twice. That bob, who was in doubt, is out by a ruling ends no doubt."""
    writer.seal("bob", "one")
    again = writer.seal("bob", "two")
    tied(writer, "ann", "bob", "cal")
    writer.reveal("bob", again)
    forfeit(writer, "bob")
    forfeit(writer, "cal")
    forfeit(writer, "cal")
    return whole(writer)


@fault("join.order-while-dice-are-owed", three, good=8, blame="bob")
def while_dice_are_owed(writer: Writer) -> bytes:
    """Bob orders while dan has to join, and the umpire owes the dice in the place of cal."""
    writer.orders("ann", "us")
    writer.dice("bob")
    writer.replace("cal", "dan", "ann", "bob")
    writer.write("bob", "orders", side="jp", orders=[{"do": "pass"}], state="0" * 64)
    return whole(writer)

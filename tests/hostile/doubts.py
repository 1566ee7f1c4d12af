"""Faults that level 2 sees while it does not know who is in the game, or whether it is over.

The logs are of a game that has no rules, so anyone who verifies them reads so, and what level 2
finds. Readers that were written apart from each other once judged each of them differently.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from hostile.faults import fault
from second.crypt import jcs, tagged
from second.writer import Writer
from toy.hider import Hider

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
def after_the_closing(writer: Writer) -> bytes:
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
    """Bob opens nothing, after the closing ruling."""
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
def after_an_undo_too_far(writer: Writer) -> bytes:
    """Ann opens one seal twice.

    An undo that would go back over bob's orders took nothing back.
    """
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


# --- who opens what, where allies have masks and know stocks -------------------------------------


def hiding(allies: list[list[str]], seats: dict[str, str]) -> Hider:
    """Return a game of its own in which some players are allied."""
    players = [*seats.values()]
    return Hider(players, seats, "opponents", allies, rules=secrets.token_hex(32))


def masked(_: Path) -> Hider:
    """Events 0 to 9: bob and cal have a mask and a pair, ann has a mask."""
    game = hiding([["ann"], ["bob", "cal"]], {"us": "ann", "jp": "bob", "uk": "cal"})
    game.shuffle("ann")
    game.shuffle("bob", "cal")
    game.split("bob", "s", "cal")
    return game


def pairs(_: Path) -> Hider:
    """Events 0 to 10: bob and cal know three pairs, the first of which bob has split."""
    game = hiding([["ann"], ["bob", "cal"]], {"us": "ann", "jp": "bob", "uk": "cal"})
    for by, name, other in (("bob", "s", "cal"), ("cal", "t", "bob"), ("cal", "u", "bob")):
        game.split(by, name, other)
    return game


def newcomer(_: Path) -> Hider:
    """Events 0 to 11: heir has to join, and ann has opened a pair, as cal was put out."""
    seats = {"us": "ann", "jp": "bob", "uk": "cal", "au": "dan"}
    game = hiding([["ann", "cal"], ["bob", "dan"]], seats)
    game.split("ann", "s", "cal")
    game.seal("dan", "plan")
    game.replace("bob", "heir")
    fork(game, "cal", 7)
    game.lay_open("ann", "s")
    return game


def fork(game: Hider, by: str, at: int) -> None:
    """Rule that somebody wrote their event of this number again, with another salt."""
    other = game.event(at)
    assert other["body"]["by"] == by
    other["body"]["salt"] = "1" * 32
    other["sig"] = game.key(by).sign(tagged("event", jcs(other["body"]))).signature.hex()
    game.write("uma", "ruling", fork=[other], then="forfeit")


@fault("stock.open-last-mask-alone", masked, good=14, blame="bob")
def last_mask_alone(game: Hider) -> bytes:
    """Bob opens the last mask, and leaves out the pair that is due with it."""
    tied(game, "ann", "bob", "cal")
    game.lay_open("ann", mask="ann")
    game.lay_open("bob", mask="bob")
    return whole(game)


@fault("deck.open-as-if-it-went-on", masked, good=15, blame="cal")
def as_if_it_went_on(game: Hider) -> bytes:
    """Cal opens the pair alone, as if the game went on without bob: ann has opened a mask."""
    game.orders("ann", "us")
    game.dice("bob")
    game.dice("cal", last=True)
    game.lay_open("ann", mask="ann")
    forfeit(game, "bob")
    game.lay_open("cal", "s")
    return whole(game)


@fault("ruling.wrong-not-the-next-to-open", pairs, good=14, blame="uma")
def not_the_next_to_open(game: Hider) -> bytes:
    """Bob, who has nothing to open, is put out after the end, where ann is the next to open."""
    game.split("ann", "v")
    game.lay_open("bob", "s")
    fork(game, "cal", 7)
    forfeit(game, "bob")
    return whole(game)


@fault("stock.open-one-of-several", pairs, good=13, blame="cal")
def one_of_several(game: Hider) -> bytes:
    """Cal opens bob's pair as if bob had left, and keeps two pairs of their own closed."""
    game.secret_choice("bob", "plan")
    game.lay_open("cal", "s")
    return whole(game)


@fault("deck.open-mask-while-dice-are-owed", masked, good=13, blame="cal")
def mask_while_dice_are_owed(game: Hider) -> bytes:
    """Cal opens a mask as if the game was over before bob was put out; bob had given dice."""
    game.orders("ann", "us")
    game.dice("bob")
    fork(game, "bob", 11)
    game.lay_open("cal", "s", mask="bob")
    return whole(game)


@fault("join.order-behind-an-early-opening", newcomer, good=12, blame="dan")
def after_an_early_opening(game: Hider) -> bytes:
    """Dan opens a seal while heir has to join; stocks were opened, and no dice came."""
    game.reveal("dan", game.ids[8])
    return whole(game)


@fault("ruling.wrong-closed-behind-an-early-opening", newcomer, good=12, blame="uma")
def closed_after_an_early_opening(game: Hider) -> bytes:
    """The umpire closes while heir has to join; stocks were opened, and no dice came."""
    game.write("uma", "ruling", **TIE)
    return whole(game)


@fault("ruling.wrong-nobody-agrees", three, good=9, blame="uma")
def nobody_agrees(writer: Writer) -> bytes:
    """The consent to replace bob is a list of nobody: all others are in doubt."""
    one, two = writer.seal("ann", "one"), writer.seal("cal", "two")
    writer.reveal("cal", two)
    writer.reveal("ann", one)
    said = {"handle": "heir", "sign": writer.signer("heir")["sign"], "late": None}
    writer.write("uma", "ruling", **{"as": "replace", "consent": [], "out": "bob", **said})
    return whole(writer)


def alone(_: Path) -> Hider:
    """Events 0 to 3: ann and bob have joined, each a group of their own."""
    return Hider(["ann", "bob"], {"us": "ann", "jp": "bob"}, "umpire", rules=secrets.token_hex(32))


@fault("ruling.wrong-won-already", alone, good=7, blame="uma")
def won_already(game: Hider) -> bytes:
    """Bob is put out after the end that putting ann out has decided."""
    game.split("bob", "s")
    game.lay_open("bob", "s")
    forfeit(game, "ann")
    forfeit(game, "bob")
    return whole(game)


def three_allies(_: Path) -> Hider:
    """Events 0 to 5: bob plays against three who are allied."""
    seats = {"us": "ann", "jp": "bob", "uk": "cal", "au": "dan"}
    return hiding([["ann", "cal", "dan"], ["bob"]], seats)


@fault("pen.wrong-box-of-who-is-in-doubt", three_allies, good=10, blame="bob")
def box_of_who_is_in_doubt(game: Hider) -> bytes:
    """Bob orders. If dan, who has not answered a box, is out, then ann has stocks to open."""
    game.secret_choice("dan", "plan")
    game.write("cal", "resign")
    game.split("ann", "s", "dan", answered=False)
    game.orders("bob", "jp")
    return whole(game)

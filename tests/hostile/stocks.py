"""Faults of hidden stocks: what level 2 sees, in logs of Depots, a game that this release has not.

Their rules are not here, so anyone who verifies them reads so, and what level 2 finds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hostile.faults import fault, forged
from pbem.crypto import group
from pbem.table.events import kinds
from toy.dealers import number
from toy.depot_group import (
    LEVY,
    ROLL,
    DepotGroup,
    ended_while_boxed,
    give,
    pay,
    spend,
    split,
    started,
)
from toy.group import END

OTHER = group.times_base(group.scalar(number("another amount"))).hex()


def joined(folder: Path) -> DepotGroup:
    """Events 0 to 2: ann is to split the total."""
    party = DepotGroup(folder)
    party.join_all()
    return party


def allies(folder: Path) -> DepotGroup:
    """Events 0 to 4: bob is to split what bob and cec have."""
    party = DepotGroup(folder, trio=True)
    party.join_all()
    party.orders("ann", split(5))
    return party


def halved(folder: Path) -> DepotGroup:
    """Events 0 to 4: ann has five and seven, bob eight and four, and ann is asked."""
    return started(folder)


def levied(folder: Path) -> DepotGroup:
    """Events 0 to 5: bob, who has eight, owes three."""
    party = halved(folder)
    party.orders("ann", {"do": "levy"})
    return party


def over(folder: Path) -> DepotGroup:
    """Events 0 to 6: ann has handed over twice and resigned; bob is to open first."""
    party = halved(folder)
    party.orders("ann", give(3))
    party.orders("ann", give(1, "red.b"))
    party.play("ann", "resign")
    party.play("bob", "lay_open")
    return party


def moving(party: Any, by: str, order: dict[str, Any], what: str, **changes: Any) -> bytes:
    """The log with an order whose proof was changed afterwards."""
    data = party.written(by, order)
    data["proofs"][0][what] |= changes
    return forged(party, by, "orders", data)


# --- turns -----------------------------------------------------------------------------------


@fault("stock.turn-of-an-opponent", halved, good=5, blame="ann")
def of_an_opponent(party: Any) -> bytes:
    """Ann spends from a stock of bob's."""
    return moving(party, "ann", spend(2), "spend", stock="blue.a")


@fault("stock.turn-nobodys", halved, good=5, blame="ann")
def nobodys(party: Any) -> bytes:
    """Ann spends from a stock that nobody has split."""
    return moving(party, "ann", spend(2), "spend", stock="red.c")


@fault("stock.turn-not-alone", halved, good=5, blame="ann")
def not_alone(party: Any) -> bytes:
    """Ann hands over in a list of which nobody could say without rules how far it got."""
    data = party.written("ann", give(2))
    data["orders"] = [*data["orders"], END]
    return forged(party, "ann", "orders", data)


@fault("stock.turn-to-another-pair", halved, good=5, blame="ann")
def to_another_pair(party: Any) -> bytes:
    """Ann hands over to a stock of another pair."""
    return moving(party, "ann", give(2), "give", to="blue.a")


@fault("stock.turn-split-again", halved, good=5, blame="ann")
def split_again(party: Any) -> bytes:
    """Ann founds the pair a second time, of as much again."""
    data = party.events[3].data
    return forged(party, "ann", "orders", {**data, "state": party.table.digest()})


@fault("stock.turn-no-box", allies, good=5, blame="bob")
def no_box(party: Any) -> bytes:
    """Bob keeps from cec, whose is the second stock, what is in it."""
    data = party.written("bob", split(8))
    del data["proofs"][0]["split"]["boxes"]
    return forged(party, "bob", "orders", data)


@fault("stock.turn-box-for-an-opponent", allies, good=5, blame="bob")
def box_for_an_opponent(party: Any) -> bytes:
    """Bob sends the split to ann, too."""
    data = party.written("bob", split(8))
    boxes = data["proofs"][0]["split"]["boxes"]
    boxes["ann"] = boxes["cec"]
    return forged(party, "bob", "orders", data)


# --- proofs ----------------------------------------------------------------------------------


@fault("stock.proof-overdrawn", halved, good=5, blame="ann")
def overdrawn(party: Any) -> bytes:
    """Ann spends six of five, with the proof for five."""
    return moving(party, "ann", spend(5), "spend", amount=6)


@fault("stock.proof-used-again", halved, good=6, blame="ann")
def used_again(party: Any) -> bytes:
    """Ann spends the same once more, with the same proof as before."""
    data = party.written("ann", spend(3))
    party.take(party.forge("ann", "orders", data))
    return forged(party, "ann", "orders", {**data, "state": party.table.digest()})


@fault("stock.proof-changed-otherwise", halved, good=5, blame="ann")
def changed_otherwise(party: Any) -> bytes:
    """Ann says that a stock has grown by ten, with the proof of one that has not."""
    return moving(party, "ann", spend(5), "spend", changed=10)


@fault("stock.proof-of-the-other", halved, good=5, blame="ann")
def of_the_other(party: Any) -> bytes:
    """Ann spends from one stock with the proof of another."""
    return moving(party, "ann", spend(6, "red.b"), "spend", stock="red.a")


@fault("stock.proof-short", halved, good=5, blame="ann")
def short(party: Any) -> bytes:
    """Ann proves one bit less."""
    data = party.written("ann", spend(2))
    proof = data["proofs"][0]["spend"]["proof"]
    return moving(party, "ann", spend(2), "spend", proof=proof[320:])


@fault("stock.proof-pays-too-little", levied, good=6, blame="bob")
def pays_too_little(party: Any) -> bytes:
    """Bob, who has eight, pays two instead of three as if it were half of that."""
    data = party.written("bob", pay(3))
    capped = data["proofs"][0]["capped"]
    return moving(party, "bob", pay(3), "capped", amount=2, proof=capped["proof"][:320])


@fault("stock.proof-gives-another", halved, good=5, blame="ann")
def gives_another(party: Any) -> bytes:
    """Ann hands over another commitment than the one of which ann proves how much it is."""
    return moving(party, "ann", give(2), "give", point=OTHER)


@fault("stock.proof-split-of-more", joined, good=3, blame="ann")
def split_of_more(party: Any) -> bytes:
    """Ann splits a total of thirteen, with the proofs for twelve."""
    return moving(party, "ann", split(5), "split", total=13)


# --- openings --------------------------------------------------------------------------------


def opening(party: Any, *stocks: Any) -> bytes:
    return forged(party, "ann", "lay-open", kinds.LayOpen(stocks=stocks))


def changed(one: Any, **changes: Any) -> kinds.StockOpening:
    fields = {"of": one.of, "amount": one.amount, "scalar": one.scalar, **changes}
    return kinds.StockOpening(**fields)


@fault("stock.open-another-amount", over, good=9, blame="ann")
def another_amount(party: Any) -> bytes:
    """Ann opens the split to one more than was in it."""
    first, *others = party.keeper("ann").lay_open()
    return opening(party, changed(first, amount=first.amount + 1), *others)


@fault("stock.open-amounts-swapped", over, good=9, blame="ann")
def amounts_swapped(party: Any) -> bytes:
    """Ann opens each of two hand-overs to what was in the other."""
    first, one, two = party.keeper("ann").lay_open()
    return opening(party, first, changed(two, of=one.of), changed(one, of=two.of))


@fault("stock.open-one-kept-back", over, good=9, blame="ann")
def one_kept_back(party: Any) -> bytes:
    """Ann opens all but a hand-over."""
    return opening(party, *party.keeper("ann").lay_open()[:-1])


# --- dice after what moves stocks ---------------------------------------------------------


def rolls_after(party: Any) -> bytes:
    """Let bob write dice after the last event, which calls for none."""
    data = {"proof": party.events[2].data["proof"], "rolls": [[6, 3]], "then": "0" * 64}
    return forged(party, "bob", "dice", data)


def first_split(folder: Path) -> DepotGroup:
    """Events 0 to 3: ann has split the total."""
    party = joined(folder)
    party.orders("ann", split(5))
    return party


def handed_over(folder: Path) -> DepotGroup:
    """Events 0 to 5: ann has handed over two."""
    party = halved(folder)
    party.orders("ann", give(2))
    return party


@fault("dice.keeper-behind-a-split", first_split, good=4, blame="bob")
def after_a_split(party: Any) -> bytes:
    """Bob gives dice for an order that splits a total."""
    return rolls_after(party)


@fault("dice.keeper-behind-a-hand-over", handed_over, good=6, blame="bob")
def after_a_hand_over(party: Any) -> bytes:
    """Bob gives dice for an order that hands over a part of a stock."""
    return rolls_after(party)


# --- after a ruling --------------------------------------------------------------------------


def opened(folder: Path, *orders: dict[str, Any]) -> DepotGroup:
    """Bob, who was asked in the middle of ann's list, is put out, and cec has opened."""
    party = started(folder, trio=True, umpire="uli")
    party.orders("ann", *orders)
    party.roll()
    party.take(party.forge("uli", "ruling", {"out": "bob", "as": "forfeit", "late": None}))
    party.play("cec", "lay_open")
    return party


def rolled_before(folder: Path) -> DepotGroup:
    """Events 0 to 12: the dice of event 8 were given, and ann's list needs more."""
    return opened(folder, ROLL, LEVY, ROLL)


def not_rolled(folder: Path) -> DepotGroup:
    """Events 0 to 10: ann's list needs dice, and nobody has given any."""
    return opened(folder, LEVY, ROLL)


@fault("dice.keeper-rolled-already", rolled_before, good=13, blame="cec")
def rolled_already(party: Any) -> bytes:
    """Cec gives dice once more for event 8, whose stream everybody knows."""
    proof = party.events[10].data["proof"]
    data = {"proof": proof, "rolls": [[6, 0]], "then": party.table.digest()}
    return forged(party, "cec", "dice", data)


@fault("answer.wrong-no-dice", rolled_before, good=13, blame="cec")
def no_dice(party: Any) -> bytes:
    """Cec says no where only yes lets the next dice follow."""
    return forged(party, "cec", "answer", {"yes": False})


@fault("answer.wrong-an-opponent-goes-on", not_rolled, good=11, blame="ann")
def an_opponent_goes_on(party: Any) -> bytes:
    """Ann lets the game go on to dice that ann keeps, in the place of cec, who opened."""
    return forged(party, "ann", "answer", {"yes": True})


@fault("answer.wrong-nobody-was-put-out", halved, good=7, blame="ann")
def nobody_was_put_out(party: Any) -> bytes:
    """Ann says yes after dice, and no ruling has put anybody out."""
    party.orders("ann", ROLL)
    party.roll()
    return forged(party, "ann", "answer", {"yes": True})


def levied_allies(folder: Path) -> DepotGroup:
    """Events 0 to 9: bob has resigned in the middle of ann's list."""
    party = started(folder, trio=True, umpire="uli")
    party.orders("ann", LEVY, ROLL)
    party.play("bob", "resign")
    return party


def keeps_owing(folder: Path) -> DepotGroup:
    """Events 0 to 11: bob gave dice, cec who owed the last was put out, and bob has opened."""
    party = started(folder, trio=True, umpire="uli")
    party.orders("ann", ROLL)
    party.play("bob", "dice")
    party.take(party.forge("uli", "ruling", {"out": "cec", "as": "forfeit", "late": None}))
    party.play("bob", "lay_open")
    return party


@fault("answer.wrong-dice-are-owed", keeps_owing, good=12, blame="bob")
def dice_are_owed(party: Any) -> bytes:
    """Bob asks for another roll than the one of which half is given."""
    return forged(party, "bob", "answer", {"yes": True})


def dropped(folder: Path) -> DepotGroup:
    """Events 0 to 11: a ruling has ended the game before bob answered what cec gave."""
    return ended_while_boxed(folder, giving=True)


@fault("stock.open-dropped", dropped, good=12, blame="bob")
def opens_what_was_dropped(party: Any) -> bytes:
    """Bob opens a hand-over, too, that the end of the game came before."""
    given = party.events[-2]
    own = party.keeper("cec").openings.find(given.data["proofs"][0]["give"]["point"])
    late = {"of": given.id, "amount": own.amount, "scalar": own.scalar}
    made = kinds.write_data(kinds.LayOpen(stocks=party.keeper("bob").lay_open()))
    return forged(party, "bob", "lay-open", {"stocks": [*made["stocks"], late]})


@fault("pen.wrong-dice-before-opening", levied_allies, good=10, blame="ann")
def dice_before_opening(party: Any) -> bytes:
    """Ann gives dice before cec has opened what bob, who left, knew."""
    return forged(party, "ann", "dice", {"proof": party.events[1].data["proof"]})


def said_yes(folder: Path) -> DepotGroup:
    """Events 0 to 13: cec has said yes, so that the next dice can follow."""
    party = rolled_before(folder)
    party.play("cec", "answer", True)
    return party


@fault("dice.keeper-who-said-yes", said_yes, good=14, blame="cec")
def who_said_yes(party: Any) -> bytes:
    """Cec gives the dice for cec's own yes, which are ann's to give."""
    data = {"proof": party.events[10].data["proof"], "rolls": [[6, 0]], "then": "0" * 64}
    return forged(party, "cec", "dice", data)

"""Faults of dice, commitments, pen, orders and agreements: what levels 2 and 3 see."""

from __future__ import annotations

from hostile.faults import (
    ended,
    fault,
    forged,
    joined,
    opening_due,
    owing,
    rolled,
    sealed,
)
from pbem.crypto import dice as crypto_dice
from pbem.crypto import vrf
from pbem.table.events import kinds
from toy.group import Group, identity, signer

ZERO = "0" * 64


def proof_for(group: Group, by: str, game: str, trigger: str) -> str:
    secret = identity(by).vrf_secret(group.table.game_id)
    return vrf.prove(secret, crypto_dice.alpha(game, trigger)).hex()


# --- dice ------------------------------------------------------------------------------------


@fault("dice.keeper-author-keeps", owing, good=6, blame="bob")
def author_keeps(group: Group) -> bytes:
    """Bob, whose orders triggered the dice, gives them too."""
    proof = proof_for(group, "bob", group.table.game_id, group.events[-1].id)
    return forged(group, "bob", "dice", {**group.dice_data(), "proof": proof})


@fault("dice.keeper-umpire-unasked", owing, good=6, blame="uma")
def umpire_unasked(group: Group) -> bytes:
    """The umpire gives dice in ann's place without a ruling."""
    proof = proof_for(group, "uma", group.table.game_id, group.events[-1].id)
    return forged(group, "uma", "dice", {**group.dice_data(), "proof": proof})


@fault("dice.keeper-none-due", joined, good=4, blame="bob")
def none_due(group: Group) -> bytes:
    """Bob gives dice that nobody asked for."""
    proof = proof_for(group, "bob", group.table.game_id, group.events[-1].id)
    return forged(group, "bob", "dice", {"proof": proof, "rolls": [[6, 5]], "then": ZERO})


@fault("dice.proof-other-trigger", owing, good=6, blame="ann")
def other_trigger(group: Group) -> bytes:
    """Ann proves the dice of the event before the trigger."""
    proof = proof_for(group, "ann", group.table.game_id, group.events[-2].id)
    return forged(group, "ann", "dice", {**group.dice_data(), "proof": proof})


@fault("dice.proof-other-game", owing, good=6, blame="ann")
def other_game(group: Group) -> bytes:
    """Ann proves a die of another game."""
    proof = proof_for(group, "ann", "ab" * 32, group.events[-1].id)
    return forged(group, "ann", "dice", {**group.dice_data(), "proof": proof})


@fault("dice.proof-other-key", owing, good=6, blame="ann")
def other_key(group: Group) -> bytes:
    """Ann proves with another key than that of ann's join, to have another roll."""
    return forged(group, "ann", "dice", group.dice_data(secret=bytes(32)))


@fault("dice.proof-bit-flipped", owing, good=6, blame="ann")
def bit_flipped(group: Group) -> bytes:
    """One bit of the proof is another."""
    proof = group.dice_data()["proof"]
    flipped = f"{int(proof[-20], 16) ^ 1:x}"
    return forged(group, "ann", "dice", group.dice_data(proof=proof[:-20] + flipped + proof[-19:]))


@fault("dice.rolls-one-changed", owing, good=6, blame="ann")
def one_changed(group: Group) -> bytes:
    """Ann's proof is good, but ann lists a better die than it gives."""
    data = group.dice_data()
    (n, got), *rest = data["rolls"]
    return forged(group, "ann", "dice", {**data, "rolls": [[n, (got + 1) % n], *rest]})


@fault("dice.rolls-one-more", owing, good=6, blame="ann")
def one_more(group: Group) -> bytes:
    """Ann lists one die more than the game takes: only who replays it sees that."""
    data = group.dice_data()
    stream = _stream(group, data["proof"])
    rolls = [[n, stream.uniform(n)] for n, _ in [*data["rolls"], [6, 0]]]
    return forged(group, "ann", "dice", {**data, "rolls": rolls})


@fault("dice.rolls-left-out", owing, good=6, blame="ann")
def left_out(group: Group) -> bytes:
    """The last keeper's event does not say what was rolled."""
    return forged(group, "ann", "dice", {"proof": group.dice_data()["proof"]})


@fault("then.digest-changed", owing, good=6)
def then_changed(group: Group) -> bytes:
    """The position after the dice is another than the replay gives."""
    return forged(group, "ann", "dice", group.dice_data(then=ZERO))


def _stream(group: Group, proof: str) -> crypto_dice.Stream:
    alpha = crypto_dice.alpha(group.table.game_id, group.events[-1].id)
    return crypto_dice.Stream(crypto_dice.seed(alpha, [vrf.output(bytes.fromhex(proof))]))


# --- the active player
# ---------------------------------------------------------------------------------


@fault("pen.wrong-out-of-turn", joined, good=4, blame="bob")
def out_of_turn(group: Group) -> bytes:
    """Bob orders while ann is active."""
    return forged(group, "bob", "orders", group.orders_data("jp", {"do": "end"}))


@fault("pen.wrong-side-of-another", joined, good=4, blame="ann")
def side_of_another(group: Group) -> bytes:
    """Ann orders for the Japanese."""
    return forged(group, "ann", "orders", group.orders_data("jp", {"do": "end"}))


@fault("pen.wrong-second-thought", owing, good=6, blame="bob")
def second_thought(group: Group) -> bytes:
    """Bob orders something else before the dice for the first thought are there."""
    return forged(group, "bob", "orders", group.orders_data("jp", {"do": "pass"}))


@fault("kind.wrong-orders-for-dice", owing, good=6, blame="ann")
def orders_for_dice(group: Group) -> bytes:
    """Ann owes dice and orders instead."""
    return forged(group, "ann", "orders", group.orders_data("us", {"do": "end"}))


@fault("resign.wrong-owes-dice", owing, good=6, blame="ann")
def resigns_instead(group: Group) -> bytes:
    """Ann resigns instead of giving the dice that are due."""
    return forged(group, "ann", "resign", {})


@fault("end.over-orders", ended, good=5, blame="bob")
def over(group: Group) -> bytes:
    """Bob orders after ann has resigned."""
    return forged(group, "bob", "orders", group.orders_data("jp", {"do": "end"}))


# --- orders ----------------------------------------------------------------------------------


@fault("state.digest-changed", joined, good=4)
def state_changed(group: Group) -> bytes:
    """The orders were written on another position than the replay gives."""
    data = group.orders_data("us", {"do": "end"}, state=ZERO)
    return forged(group, "ann", "orders", data)


@fault("orders.nothing-guards-fail", joined, good=4, blame="ann")
def guards_fail(group: Group) -> bytes:
    """Ann gives orders whose guards all fail, to stay active and write for ever."""
    late = {"fact": "turn", "args": [], "op": ">", "value": 99}
    never = {"do": "if", "when": late, "then": {"do": "pass"}}
    return forged(group, "ann", "orders", group.orders_data("us", never))


@fault("orders.illegal-unit-of-the-enemy", joined, good=4, blame="ann")
def unit_of_the_enemy(group: Group) -> bytes:
    """Ann moves a Japanese regiment."""
    move = {"do": "move", "unit": "317", "path": ["1104"]}
    return forged(group, "ann", "orders", group.orders_data("us", move))


@fault("orders.illegal-and-dice-given", owing, good=5, blame="bob ann")
def and_dice_given(group: Group) -> bytes:
    """Bob's answer is not legal, and ann, who should have seen it, gave dice for it."""
    bad = {"do": "move", "unit": "317", "path": ["1104"]}
    dice = group.events.pop()
    group.table = group.replay()
    illegal = group.forge("bob", "orders", group.orders_data("jp", bad))
    proof = proof_for(group, "ann", group.table.game_id, illegal.id)
    group.events.append(illegal)
    data = {"proof": proof, "rolls": [[6, 5]], "then": dice.id}
    return forged(group, "ann", "dice", data)


@fault("orders.form-unknown-order", joined, good=4, blame="ann")
def unknown_order(group: Group) -> bytes:
    """Ann gives an order that the game does not have."""
    return forged(group, "ann", "orders", group.orders_data("us", {"do": "nuke", "hex": "1104"}))


@fault("orders.form-second-spelling", joined, good=4, blame="ann")
def second_spelling(group: Group) -> bytes:
    """Ann writes out a default that is left out: one order has one spelling."""
    order = {"do": "land", "unit": "1/24", "hex": "1203", "sea": None}
    return forged(group, "ann", "orders", group.orders_data("us", order))


@fault("standing.form-side-of-another", joined, good=4, blame="ann")
def standing_of_another(group: Group) -> bytes:
    """Ann gives standing answers for the Japanese."""
    data = group.orders_data("us", {"do": "end"}, standing={"jp": {}})
    return forged(group, "ann", "orders", data)


# --- agreements ------------------------------------------------------------------------------


@fault("offer.wrong-undo-of-dice", rolled, good=7, blame="ann")
def undo_of_dice(group: Group) -> bytes:
    """Ann offers to go back to before the dice."""
    data = {"what": "undo", "to": group.events[4].id}
    return forged(group, "ann", "offer", data)


@fault("offer.wrong-again", joined, good=6, blame="ann")
def again(group: Group) -> bytes:
    """Ann offers a tie again at once after bob's no."""
    group.play("ann", "offer", kinds.OfferTie())
    group.play("bob", "answer", yes=False)
    return forged(group, "ann", "offer", {"what": "tie"})


@fault("answer.wrong-no-offer", joined, good=4, blame="ann")
def no_offer(group: Group) -> bytes:
    """Ann answers an offer that nobody made."""
    return forged(group, "ann", "answer", {"yes": True})


@fault("key.proof-published-key", joined, good=4, blame="ann")
def published_key(group: Group) -> bytes:
    """Ann offers dan's published key as ann's new one, to burn it for this game."""
    data = {"what": "keys", "sign": signer("dan").sign, "proof": "ab" * 64}
    return forged(group, "ann", "offer", data)


# --- secret choices --------------------------------------------------------------------------


@fault("commit.label-another", sealed, good=4, blame="ann")
def label_another(group: Group) -> bytes:
    """Ann seals something that nobody asked for."""
    return forged(group, "ann", "seal", {"label": "retreats", "commit": ZERO})


@fault("commit.open-other-beaches", opening_due, good=6, blame="ann")
def other_beaches(group: Group) -> bytes:
    """Ann saw the Japanese deployment and opens other beaches than were sealed."""
    seal = group.table.seals[0]
    secret = group.writer("ann").private.find(seal.label, seal.commit)
    hexes = list(secret.value["hexes"])
    value = {**secret.value, "hexes": [*hexes[1:], hexes[0]]}
    return forged(group, "ann", "reveal", {"of": seal.event, "salt": secret.salt, "value": value})


@fault("commit.open-other-salt", opening_due, good=6, blame="ann")
def other_salt(group: Group) -> bytes:
    """Ann opens the beaches with another salt."""
    seal = group.table.seals[0]
    value = group.writer("ann").private.find(seal.label, seal.commit).value
    return forged(group, "ann", "reveal", {"of": seal.event, "salt": ZERO, "value": value})


@fault("kind.wrong-plan-not-opened", opening_due, good=6, blame="ann")
def plan_not_opened(group: Group) -> bytes:
    """Ann goes on without opening the sealed beaches."""
    data = group.orders_data("us", {"do": "end"})
    return forged(group, "ann", "orders", data)

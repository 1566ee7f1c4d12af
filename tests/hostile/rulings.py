"""Faults of rulings."""

from __future__ import annotations

from hostile.dice_and_play import proof_for
from hostile.faults import ended, fault, forged, joined, owing, rolled, with_last
from pbem.crypto import canonical
from pbem.table.events import kinds
from toy.group import Group, signer


@fault("ruling.wrong-by-a-player", joined, good=4, blame="bob")
def by_a_player(group: Group) -> bytes:
    """Bob puts ann out."""
    return forged(group, "bob", "ruling", {"out": "ann", "as": "forfeit", "late": None})


@fault("ruling.wrong-not-his-turn", joined, good=4, blame="uma")
def not_his_turn(group: Group) -> bytes:
    """The umpire puts out bob, who owes nothing."""
    return forged(group, "uma", "ruling", {"out": "bob", "as": "forfeit", "late": None})


@fault("ruling.wrong-result", ended, good=5, blame="uma")
def wrong_result(group: Group) -> bytes:
    """The umpire confirms another result than the log has."""
    return forged(group, "uma", "ruling", {"result": {"winner": "us", "why": "resigned"}})


@fault("ruling.wrong-replaced-without-consent", owing, good=6, blame="uma")
def without_consent(group: Group) -> bytes:
    """The umpire replaces ann, who has seen the roll that is owed, and bob did not agree."""
    return forged(group, "uma", "ruling", replaced(group))


@fault("ruling.wrong-consent-to-another", owing, good=6, blame="uma")
def consent_to_another(group: Group) -> bytes:
    """Bob agreed to eve in ann's place, and the umpire puts in dan."""
    consent = group.consent("ann", "eve")
    return forged(group, "uma", "ruling", replaced(group, consent=consent))


@fault("ruling.wrong-fork-of-nothing", rolled, good=7, blame="uma")
def fork_of_nothing(group: Group) -> bytes:
    """The umpire rules on a fork and shows only what the log has itself."""
    return forged(group, "uma", "ruling", on_fork(group.events[4].line))


@fault("ruling.wrong-fork-one-illegal", rolled, good=7, blame="uma")
def fork_one_illegal(group: Group) -> bytes:
    """The event that the umpire shows beside ann's own is not legal there, so nobody forked."""
    illegal = [{"do": "move", "unit": "317", "path": ["1104"]}]
    return forged(group, "uma", "ruling", on_fork(other_orders(group, orders=illegal)))


@fault("ruling.wrong-fork-ruled-before", rolled, good=8, blame="uma")
def fork_ruled_before(group: Group) -> bytes:
    """The umpire let this log count after ann's fork, and rules on it once more."""
    ruling = on_fork(other_orders(group, note="a second thought"))
    group.play("uma", "ruling", kinds.read_data("ruling", {**ruling, "then": "branch"}))
    return forged(group, "uma", "ruling", ruling)


def replaced(group: Group, **more: object) -> dict[str, object]:
    sign = signer("dan").sign
    return {"out": "ann", "as": "replace", "late": None, "handle": "dan", "sign": sign, **more}


def on_fork(line: bytes) -> dict[str, object]:
    return {"fork": [canonical.decode(line)], "then": "forfeit"}


def other_orders(group: Group, **changes: object) -> bytes:
    """Return what ann might have signed instead of event 4."""
    data = {**group.events[4].data, **changes}
    return group.forge("ann", "orders", data, seq=4, prev=group.events[3].id).line


@fault("dice.proof-stand-in-as-own", owing, good=7, blame="uma")
def stand_in_as_own(group: Group) -> bytes:
    """The umpire keeps in the place of ann, who was replaced, with the proof of a keeper."""
    data = replaced(group, consent=group.consent("ann", "dan"))
    trigger = group.events[-1].id
    group.play("uma", "ruling", kinds.read_data("ruling", data))
    proof = proof_for(group, "uma", group.table.game_id, trigger)
    return with_last(group, group.forge("uma", "dice", {**group.dice_data(), "proof": proof}).line)

"""The keys of a game beside the cards at this client: who is who, and whose keys were renewed."""

from __future__ import annotations

from typing import NamedTuple

from pbem.client import people
from pbem.client.session.bound import paired_in
from pbem.client.session.session import Session
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.identity.card import Card
from pbem.identity.identity import Identity
from pbem.log.file import read_events
from pbem.table.events import kinds
from pbem.table.events.kinds import Signer
from pbem.table.state import Player


class Strangers(NamedTuple):
    """How the people of a game compare with the cards here.

    ``unknown``: no card; ``wrong``: another key than any card of theirs, or a replaced one where
    one has not joined yet; ``changed``: sentences on keys that were renewed, on one side or both.
    """

    unknown: list[str]
    wrong: list[str]
    changed: list[str]


def strangers(session: Session) -> Strangers:
    """Compare everybody's signing key with their card."""
    met = Strangers([], [], [])
    roster = session.table.roster
    me = None if session.handle is None else roster.find(session.handle)
    of = paired_in(session.client, session.path, session.table.opening)
    for player in (*roster.players, *([roster.umpire] if roster.umpire else [])):
        card = people.find_card(session.client, player.handle)
        if card is None:
            met.unknown.append(player.handle)
        elif card.sign != player.sign:
            # Before one joins, nothing binds one to a key that its owner gave up: anyone who found
            # it can open games with it. A tournament does, whose log names the key of the entry.
            bound = of is not None and of.names(Signer(player.handle, player.sign))
            joining = me is not None and me.vrf is None and not bound
            reported = _changed(session, player, card, joining=joining)
            if reported is None:
                met.wrong.append(player.handle)
            elif reported:
                met.changed.append(reported)
    return met


def _changed(session: Session, player: Player, card: Card, *, joining: bool) -> str | None:
    """Say how the key of the game and that of the card belong together; None if they do not."""
    who = player.handle
    if who in people.handles(session.client):
        if all(former.sign != player.sign for former in people.former_cards(session.client, who)):
            return None
        if session.table.result is not None:
            return ""  # a game that is over needs no new keys
        offer = f"offer the new ones with 'pbem offer {session.name} keys'"
        return f"{who} still signs here with the former keys: {offer}"
    keys = signing_keys(session, who)
    if card.sign in keys and keys.index(card.sign) < keys.index(player.sign):
        box = player.box
        words = "" if box is None else people.words_of(made_of(who, player.sign, box))
        return (
            f"{who} changed keys in this game by agreement, but your card of {who} is the former "
            f"one. Ask for the new card{f' ({words})' if words else ''}"
        )
    former = any(old.sign == player.sign for old in people.former_cards(session.client, who))
    if card.sign not in keys and (not former or joining):
        return None
    return (
        f"{who} has new keys, but plays here with the former ones until the new ones are offered "
        "and agreed on. Until then, anyone who has the former key file can sign here"
    )


def signing_keys(session: Session, handle: str) -> list[str]:
    """Return the signing keys that the log has for ``handle``, in order.

    Offered keys that were not agreed on are included, because they signed too.
    """
    keys: list[str] = []
    for event in read_events(session.path):
        data = event.data
        if event.kind == "open":
            signers = [*data["players"], *([data["umpire"]] if data["umpire"] else [])]
            keys += [signer["sign"] for signer in signers if signer["handle"] == handle]
            continue
        replacing = event.kind == "ruling" and data.get("handle") == handle
        offering = event.kind == "offer" and event.by == handle and "sign" in data
        if replacing or offering:
            keys.append(data["sign"])
    return keys


def made_of(handle: str, sign: str, box: str) -> Card:
    """Return a card of these public keys, in hex digits, for its words; nobody has signed it."""
    return Card(handle, sign, box, None, 1)


def offered_card(player: Player, data: kinds.OfferKeys) -> Card | None:
    """Return the card that these offered keys make; None if there is no box key."""
    box = data.box if isinstance(data.box, str) else player.box
    sign = data.sign if isinstance(data.sign, str) else player.sign
    return None if box is None else made_of(player.handle, sign, box)


def check_renewed(session: Session, renewed: Identity) -> None:
    """Raise FormError unless the keys of ``renewed`` are new to the game."""
    handle, sign = renewed.handle, renewed.sign_public.hex()
    if sign == session.sign:
        if not people.former_keys(session.client, handle):
            raise FormError(
                f"There are no renewed keys of {handle}. Make them with 'pbem identity renew "
                f"{handle}'"
            )
        raise FormError(f"{escape(session.name)} already uses the present keys of {handle}")
    if {sign, renewed.box_public.hex()} & session.table.roster.keys:
        raise FormError(
            f"The present keys of {handle} were offered here before, and not accepted. A key can "
            f"be offered once. Make other keys with 'pbem identity renew {handle}'"
        )

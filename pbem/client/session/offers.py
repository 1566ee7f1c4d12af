"""Offers in words: what is offered, whose keys they are, what an answer brought into force.

``by``: the handle of the author of an offer. ``data``: the data of its event.
"""

from __future__ import annotations

from typing import Any

from pbem.client import people
from pbem.client.session.keys import offered_card
from pbem.client.session.session import Session
from pbem.identity.card import Card
from pbem.log.event import Event
from pbem.table.events import kinds
from pbem.table.state import OfferOpen
from pbem.table.table import Table
from pbem.table.words.reporting import ruling_words, undo_words


def offer_sentence(table: Table, by: str, data: dict[str, Any]) -> str:
    """Return an offer as one sentence."""
    offered = kinds.read_data("offer", data)
    match offered:
        case kinds.OfferUndo(to=to):
            said = f"{by} {undo_words(to, table.snapshots)}"
        case kinds.OfferTie():
            said = f"{by} offers a draw."
        case kinds.OfferRules(rules=rules):
            said = f"{by} offers to continue with {rules.name} version {rules.version}."
        case _:
            words = card_words(table, by, data)
            made = f" The card with them has these words: {words}." if words else ""
            said = f"{by} offers new keys.{made}"
    return said


def event_sentences(table: Table, event: Event, before: OfferOpen | None) -> list[str]:
    """Describe an offer, an answer or a ruling.

    Args:
        table: The table after the event.
        event: The event.
        before: The offer that was open before it.
    """
    if event.kind == "ruling":
        ruled = kinds.read_data("ruling", event.data)
        assert isinstance(ruled, kinds.Ruling)  # noqa: S101 - what its kind says
        return [f"{event.by} {ruling_words(ruled, table.seats, table.game)}"]
    if event.kind == "offer":
        reported = [offer_sentence(table, event.by, event.data)]
        return (
            reported if table.offer is not None else [*reported, *_in_force(event.by, event.data)]
        )
    if event.kind == "answer" and before is not None:
        answered = "yes" if event.data["yes"] else "no"
        reported = [f"{event.by} answers {answered} to {before.by} ({before.offer['what']})."]
        agreed = event.data["yes"] and table.offer is None and table.in_the_game(before.by)
        return [*reported, *_in_force(before.by, before.offer)] if agreed else reported
    return []


def _in_force(by: str, data: dict[str, Any]) -> list[str]:
    if data["what"] == "rules":
        rules = data["rules"]
        return [f"From now on, {rules['name']} is played by version {rules['version']}."]
    if data["what"] != "keys":
        return []
    return [
        f"From the next event on, {by} signs with the new keys. The former keys no longer count."
    ]


def card_words(table: Table, by: str, data: dict[str, Any]) -> str:
    """Return the twelve words of offered keys; empty if there can be no card of them."""
    card = _card(table, by, data)
    return "" if card is None else people.words_of(card)


def _card(table: Table, by: str, data: dict[str, Any]) -> Card | None:
    offered, player = kinds.read_data("offer", data), table.roster.find(by)
    if not isinstance(offered, kinds.OfferKeys) or player is None:
        return None
    return offered_card(player, offered)


def open_lines(session: Session) -> list[str]:
    """Describe the offer that is open, and what to think of it before one answers."""
    opened = session.table.offer
    if opened is None:
        return []
    doubtful = doubt(session)
    reported = [offer_sentence(session.table, opened.by, opened.offer)]
    return [*reported, f"Note: {doubtful}."] if doubtful else reported


def doubt(session: Session) -> str:
    """Say whether the keys that are offered to one are those of a card here; empty for others.

    The offer is signed with the former key. If that key was stolen, the thief makes the offer.
    """
    opened = session.table.offer
    if opened is None or opened.offer["what"] != "keys" or opened.by == session.handle:
        return ""
    by, offered = opened.by, _card(session.table, opened.by, opened.offer)
    here = people.find_card(session.client, by)
    ask = "Anyone who has the former key file could offer keys of their own"
    if offered is None or here is None or (here.sign, here.box) != (offered.sign, offered.box):
        return (
            f"These are not the keys of a card of {by} that you have. Compare the words by "
            f"telephone before you say yes. {ask}"
        )
    if people.known(session.client, by).compared:
        return f"These are the keys of your card of {by}, whose words you have compared"
    return (
        f"These are the keys of your card of {by}, but you have not compared its words. Compare "
        f"them with 'pbem card words {by} WORDS'. {ask}"
    )

"""The content of an offer, and the signing of it once it was read.

``note``: a message to the other players.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from pbem.client import people
from pbem.client.play import acting
from pbem.client.session.history import Entry, chronicle
from pbem.client.session.keys import check_renewed, made_of
from pbem.client.session.session import Done, Session
from pbem.errors import FormError
from pbem.identity.identity import Identity
from pbem.kit.typed.suggest import did_you_mean

OFFERS = ("undo", "tie", "keys", "rules")
"""The kinds of offers."""


class Preview(msgspec.Struct, frozen=True):
    """An offer in a sentence; ``takes_back``: the events that an undo would take back."""

    what: str
    says: str
    takes_back: list[Entry] = []


class Offering(NamedTuple):
    """An offer that can be made: what is to be read first, and what signs it."""

    preview: Preview
    sign: Callable[[Identity], Done]


def check_what(words: list[str]) -> str:
    """Return the kind of offer that somebody typed, one of `OFFERS`; raises FormError."""
    said = " ".join(words)
    if said in OFFERS:
        return said
    if not words:
        raise FormError("Say what you offer: 'pbem offer GAME' needs undo, tie, keys or rules")
    near = did_you_mean(said, OFFERS)
    raise FormError(
        f"You cannot offer '{said}'{near or '.'} You can offer undo, tie, keys or rules"
    )


def undo(session: Session, to: int | None = None, note: str = "") -> Offering:
    """Return an offer to undo; ``to``: as for `acting.offer_undo`.

    Raises:
        NotYourPen: You may not offer it now.
        FormError: Nothing can be undone.
    """
    kept = acting.taken_back_to(session, to)
    acting.check_may(session, "offer")
    says = f"{session.me} offers to take back all events from event {kept.seq} on:"
    preview = Preview("undo", says, [one.entry for one in chronicle(session, kept.seq)])
    return Offering(
        preview, lambda identity: acting.offer_undo(session, identity, kept.seq, note=note)
    )


def tie(session: Session, note: str = "") -> Offering:
    """Return a draw; raises NotYourPen."""
    acting.check_may(session, "offer")
    preview = Preview("tie", f"{session.me} offers a draw.")
    return Offering(preview, lambda identity: acting.offer_tie(session, identity, note=note))


def keys(session: Session, renewed: Identity, note: str = "") -> Offering:
    """Return an offer of new keys; ``renewed``: the identity that has them.

    Raises:
        NotYourPen: You may not offer them now.
        FormError: The keys are not new.
    """
    if session.table.offer is None:
        check_renewed(session, renewed)
    acting.check_may(session, "offer")
    words = people.words_of(
        made_of(renewed.handle, renewed.sign_public.hex(), renewed.box_public.hex())
    )
    says = f"{session.me} offers new keys. The card with them has these words:"
    preview = Preview("keys", f"{says} {words}.")
    return Offering(
        preview, lambda identity: acting.offer_keys(session, identity, renewed, note=note)
    )


def rules(session: Session, version: int | None = None) -> Offering:
    """Return an offer of newer rules; ``version``: theirs, None: the newest.

    Raises NotYourPen, and FormError where there are none newer.
    """
    newer = acting.newer_rules(session, version)
    acting.check_may(session, "offer")
    says = f"{session.me} offers to continue with {newer.name} version {newer.version}."
    preview = Preview("rules", says)
    return Offering(preview, lambda identity: acting.offer_rules(session, identity, newer.version))

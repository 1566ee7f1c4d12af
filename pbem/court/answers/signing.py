"""Claims about who signed, who got what, and whose key it is."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import getaddresses

from pbem.court import facts
from pbem.court.answers.asked import Asked, Said, signed_there, state_signed
from pbem.court.verdict import Statement
from pbem.kit.wording import listed, quoted
from pbem.mail.evidence import CUT


def never_signed(asked: Asked) -> Said:
    """Answer that somebody did not sign an event."""
    claim = asked.claim
    mine = [(event, one) for event, one in asked.events.values() if event.by == claim.by]
    if mine:
        return Said(
            "refuted",
            f"It has the signature. Nobody can prove, for or against {claim.by}, who used the key.",
            [state_signed(asked, event, one) for event, one in mine],
        )
    if asked.events:
        signed = [state_signed(asked, event, one) for event, one in asked.events.values()]
        by = listed(dict.fromkeys(event.by for event, _ in asked.events.values()))
        return Said("proved", f"Event {claim.event} was signed with the key of {by}.", signed)
    for stated in signed_there(asked):
        by = getattr(stated.fact, "by", "")
        reported = f"The event is not valid, and has the signature of {by}'s key."
        return Said("refuted" if by == claim.by else "proved", reported, [stated])
    bad = [
        one
        for one in asked.stated("fault")
        if isinstance(one.fact, facts.Fault)
        and one.fact.code in ("sig.bad", "sig.unknown")
        and claim.event in (one.fact.seq, one.fact.good)
    ]
    if bad:
        return Said(
            "not shown",
            "No copy has a valid signature there. That only shows a damaged file: anyone who had "
            "it could have broken the signature.",
            bad,
        )
    return Said("not shown", "No copy that was handed in has that event whole.")


def never_got(asked: Asked) -> Said:
    """Answer that an event never came to somebody."""
    claim = asked.claim
    for _, one in asked.events.values():
        assert claim.event is not None  # noqa: S101 - the claim needs one
        later = next(
            (event for event in one.events[claim.event + 1 :] if event.by == claim.by), None
        )
        if later is None:
            continue
        event = one.events[claim.event]
        stated = asked.bench.state(
            facts.BuiltOn(
                game=asked.game.game,
                seq=event.seq,
                event=event.id,
                by=claim.by,
                seq_after=later.seq,
            ),
            copies=[one.digest],
            events=[event, later],
            check=f"pbem log {asked.bench.file(one)} --since {event.seq}",
        )
        return Said("refuted", f"{claim.by} signed a later event.", [stated])
    return Said(
        "cannot be proved",
        f"The files hold no later event by {claim.by}. Nobody can show that a mail did not arrive, "
        f"and only its headers say that it was sent. {_went_to(asked)}",
        asked.stated("mail"),
    )


def _went_to(asked: Asked) -> str:
    """Say to whom the headers say that the mail with an event went, beside the cards handed in."""
    by, seq = asked.claim.by, asked.claim.event
    assert seq is not None  # noqa: S101 - the claim needs one
    mails = [one.fact for one in asked.stated("mail") if isinstance(one.fact, facts.MailFact)]
    has = [one for one in mails if _carries(one, asked.game.game, seq)]
    if not has:
        return f"No mail handed in has event {seq}."
    written = [header for one in has for header in one.to]
    if not written:
        return f"The mails handed in that have event {seq} name no recipient."
    cards = [(exhibit, card) for exhibit, card in asked.bench.cards
             if card.handle == by and card.email is not None]  # fmt: skip
    if not cards:
        return (
            f"The court does not know whether the mail that has event {seq} went to an address of "
            f"{by}, because no card of {by} with an address was handed in."
        )
    named = {address.lower() for _, address in getaddresses(written)}
    found = [(exhibit, card) for exhibit, card in cards
             if str(card.email).lower() in named]  # fmt: skip
    for exhibit, card in found[:1]:
        return (
            f"A mail that has event {seq} is addressed to {quoted(str(card.email))}, which is the "
            f"address of {by} by the card {exhibit.label}. No header shows that it arrived."
        )
    if any(CUT in header for header in written):
        return "One of the mails has a header that is too long to show whole."
    addresses = listed(quoted(str(card.email)) for _, card in cards)
    return (
        f"By their headers, no mail that has event {seq} went to an address that a card has for "
        f"{by} ({addresses})."
    )


def _carries(mail: facts.MailFact, game: str, seq: int) -> bool:
    """Say whether a message carries an event with a number of a game."""
    return any(one.game == game and one.first <= seq <= one.last for one in mail.carries)


def stolen_key(asked: Asked) -> Said:
    """Answer that somebody else has signed with a key."""
    by = asked.claim.by
    changed = [one for one in asked.stated("keys") if getattr(one.fact, "by", "") == by]
    reported = [
        f"Everything that the key {one.fact.was[:16]}... signed up to event {one.fact.event} "
        f"counts. That key was changed {one.fact.how()}."
        for one in changed
        if isinstance(one.fact, facts.Keys)
    ]
    nothing = f"The files show no change of {by}'s key, so everything that it signed counts."
    why = "A signature shows which key signed, and not which person."
    return Said("cannot be proved", " ".join([why, *(reported or [nothing])]), changed)


def other_key(asked: Asked) -> Said:
    """Answer that somebody signs with another key than before."""
    against = asked.claim.against
    found, cards = (
        [one for one in asked.stated(tag) if against in (None, getattr(one.fact, "by", ""))]
        for tag in ("keys", "stranger")
    )
    if found:
        why = (
            f"{_agreed(found)} From there on, the new key signs in this game. That by itself is no "
            "fault. Nothing shows who has the new key."
        )
        return Said("proved", why, found)
    if cards:
        return Said(
            "not shown",
            "A card has a different key, but anyone can make a card with any handle. Nothing shows "
            "whose card it is.",
            cards,
        )
    opening = asked.stated("opening")
    return Said(
        "refuted",
        "In every copy, the key of the opening signs, and no card that was handed in has another.",
        opening,
    )


def _agreed(changes: Sequence[Statement]) -> str:
    """Say by which events keys were changed, and who agreed."""
    return " ".join(
        f"The key of {one.fact.by} was changed {one.fact.how()}."
        for one in changes
        if isinstance(one.fact, facts.Keys)
    )

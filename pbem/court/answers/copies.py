"""Claims about files: changed, cut short, two histories."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.court import facts
from pbem.court.answers.asked import Asked, Said, over, signed_there
from pbem.court.facts import with_article
from pbem.court.verdict import Statement
from pbem.kit.wording import listed


def edited(asked: Asked) -> Said:
    """Answer that an event was changed after its author's back."""
    seq = asked.claim.event
    edited = [one for one in asked.stated("edited") if getattr(one.fact, "seq", None) == seq]
    if edited:
        return Said("proved", _where_edited(asked, edited), edited)
    signed = signed_there(asked)
    if len(asked.events) != 1:
        forks = [
            one
            for one in asked.stated("fork")
            if isinstance(one.fact, facts.Forked) and one.fact.renewed is None
            if set(one.fact.events) == set(asked.events)
        ]
        if forks:
            return Said(
                "refuted",
                "The author signed both events, so nobody else changed anything.",
                forks,
            )
        if not asked.events and signed:
            return Said(
                "refuted",
                "The event is not valid, but every copy that has it has its author's signature. "
                "So nobody else changed it.",
                signed,
            )
        return Said("not shown", _none_to_compare(asked), asked.stated("parts"))
    broken = [
        one
        for one in asked.stated("fault", "version")
        if seq in (getattr(one.fact, "seq", None), getattr(one.fact, "good", None))
    ]
    if broken:
        why = "A copy is damaged there, and nothing shows the original line."
        return Said("not shown", why, broken)
    return Said(
        "refuted",
        "Every copy that has the event has the same one, with its author's signature. Any change "
        "would have broken that signature. If its author signed another event too, only that "
        "event would show it.",
        signed,
    )


def _where_edited(asked: Asked, edited: Sequence[Statement]) -> str:
    """Say who is not convicted by it, which copies were changed, which have what was signed."""
    found = [one.fact for one in edited if isinstance(one.fact, facts.Edited)]
    labels = asked.bench.labels
    changed, good = ({getattr(one, name) for one in found} for name in ("copy", "good"))
    against = asked.claim.against
    who = "NOT SHOWN: who did it" if against is None else f"NOT SHOWN: that {against} did it"
    return (
        f"{who}. Anyone who had the file could have done it. The changed event is in "
        f"{labels.with_files([*changed])}, the signed one in {labels.with_files([*good])}."
    )


def _none_to_compare(asked: Asked) -> str:
    """Say why no two copies show one event, as it was signed and as it was changed."""
    seq = asked.claim.event
    if not asked.events:
        return f"No copy has a valid event {seq}, so nothing shows what was changed."
    kinds = [f"{with_article(event.kind)} by {event.by}" for event, _ in asked.events.values()]
    return (
        f"The copies have {len(kinds)} different events {seq}: {listed(kinds)}. Each has a valid "
        "signature by its author, which a changed event would lack. So each is as its author "
        "signed it, as far as these copies show."
    )


def cut_short(asked: Asked) -> Said:
    """Answer that a copy ends before the game that was signed."""
    # A copy that is damaged at its end is no copy that was cut short: what stood there is unknown.
    # Nor is what the court itself joined of parts, or read out of the proof of a fork.
    handed = {exhibit.digest for exhibit in asked.bench.evidence.of("log")}
    whole = {
        digest
        for one in asked.stated("copy")
        if isinstance(one.fact, facts.CopyFact) and one.fact.whole
        for digest in one.fact.copies
        if digest in handed
    }
    begins = [
        one
        for one in asked.stated("begins")
        if isinstance(one.fact, facts.Begins) and whole & set(one.fact.copies)
    ]
    if begins:
        return Said(
            "proved",
            "More of the game was signed than this copy has. Nothing shows who called it complete, "
            "or why it is short.",
            begins,
        )
    short = asked.stated("short")
    if short:
        return Said(
            "not shown",
            "Only a confirmation says that there is more. It holds a number and an id, which its "
            "author can choose. The events themselves would show it.",
            short,
        )
    ended, opening = asked.stated("result"), asked.stated("opening")
    if (
        over(asked)
        and isinstance(opening[0].fact, facts.Opening)
        and opening[0].fact.umpire is None
    ):
        return Said(
            "refuted", "The game is over where the copy ends, and its result counts.", ended
        )
    return Said(
        "not shown",
        "A log that was cut short looks like a valid log of a game in progress. A longer copy "
        "would show it. A confirmed head is only a word.",
        [*asked.stated("copy"), *asked.stated("confirmed")],
    )


def two_histories(asked: Asked) -> Said:
    """Answer that somebody signed two events in one place."""
    against = asked.claim.against
    forks = [one for one in asked.stated("fork") if against in (None, getattr(one.fact, "by", ""))]
    proved = [one for one in forks if one.weight == "proved"]
    if proved:
        by = listed(sorted({one.fact.by for one in proved if isinstance(one.fact, facts.Forked)}))
        why = f"Both events have a valid signature by {by}, and each is valid in its place."
        return Said("proved", why, proved)
    if forks:
        if any(getattr(one.fact, "renewed", None) is not None for one in forks):
            return Said(
                "not shown",
                "Both events are signed, but the key was changed later by agreement. That settles "
                "everything that the old key signed before. Otherwise a thief of the old key could "
                "convict its owner (protocol, section 8).",
                forks,
            )
        return Said(
            "not shown",
            "Both events are signed. Nobody checked whether the rules allow both, because the "
            "rules of this game are not installed.",
            forks,
        )
    others = asked.stated("fork")
    of = sorted({one.fact.by for one in others if isinstance(one.fact, facts.Forked)})
    besides = f" Two by {listed(of)} were, which show nothing about {against}." if of else ""
    return Said(
        "not shown",
        f"No two good events by {against or 'one author'} in the same place of the log were handed "
        f"in.{besides} Two logs that differ, or a fork file, would show it.",
        [*others, *asked.stated("parts")],
    )

"""Claims about what the rules allow, and with which data and version it was played."""

from __future__ import annotations

from pbem.court import facts
from pbem.court.answers.asked import Asked, Said, copy_of, state_signed

_ILLEGAL = ("orders.illegal", "orders.form", "standing.form", "commit.label", "offer.wrong")


def illegal(asked: Asked) -> Said:
    """Answer that an event is against the rules."""
    seq = asked.claim.event
    bad = [
        one
        for one in asked.stated("fault")
        if isinstance(one.fact, facts.Fault)
        and one.fact.code in _ILLEGAL
        and seq in (one.fact.seq, one.fact.good)
    ]
    if bad:
        return Said(
            "proved", "It is not valid, and no reader takes it: the game stops before it.", bad
        )
    if not asked.events:
        return Said("not shown", f"No copy that was handed in has a good event {seq}.")
    event, one = next(iter(asked.events.values()))
    if one.verdict.level < 3:
        return Said("not shown", "The rules are not here, so nothing was replayed.")
    return Said(
        "refuted",
        f"{one.verdict.rules}, which the opening names and whoever joined agreed to, allows it. "
        "How it reads a paragraph that is open, its page of rulings says ('pbem why').",
        [state_signed(asked, event, one), *copy_of(asked, one)],
    )


def pack(asked: Asked) -> Said:
    """Answer that it was played with other data."""
    rules = asked.game.copies[0].verdict.rules or ""
    others = [
        one
        for one in asked.bench.statements
        if isinstance(one.fact, facts.OtherPack) and rules.startswith(f"{one.fact.rules} ")
    ]
    named = asked.stated("pack")
    if others:
        return Said(
            "not shown",
            "The opening, which whoever joined agreed to, names other data than the pack that was "
            "handed in. That anybody played with that pack, or who made it, nothing shows.",
            [*named, *others],
        )
    if named and getattr(named[0].fact, "handed", None) is not None:
        return Said("refuted", "The pack is the one that the opening names.", named)
    return Said(
        "not shown", "No pack of this game was handed in that is not the one it is played with.",
        named,
    )  # fmt: skip


def version(asked: Asked) -> Said:
    """Answer that it was played with another version of the rules."""
    found = asked.stated("version")
    if found:
        why = "Whether another program made it so or its author, nothing shows: it blames nobody."
        return Said("proved", why, found)
    one = asked.counting()
    if one is not None and one.verdict.level == 3:
        return Said(
            "refuted", "Every digest of a position in it is the one that this version gets.",
            copy_of(asked, one),
        )  # fmt: skip
    return Said("not shown", "The rules are not here, so no digest was compared.")

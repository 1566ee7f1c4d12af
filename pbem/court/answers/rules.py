"""Claims about what the rules allow, and with which data and version it was played."""

from __future__ import annotations

from pbem.court import facts
from pbem.court.answers.asked import Asked, Said, copy_of, state_signed

_ILLEGAL = ("orders.illegal", "orders.form", "standing.form", "commit.label", "offer.wrong")


def illegal(asked: Asked) -> Said:
    """Answer that an event is against the rules."""
    seq, against = asked.claim.event, asked.claim.against
    bad = [
        one
        for one in asked.stated("fault")
        if isinstance(one.fact, facts.Fault)
        and one.fact.code in _ILLEGAL
        and seq in (one.fact.seq, one.fact.good)
        and (against is None or against in one.fact.blame)
    ]
    if bad:
        return Said("proved", "No copy of pbem accepts it: the game stops before it.", bad)
    if not asked.events:
        return Said("not shown", f"No copy that was handed in has a good event {seq}.")
    event, one = next(iter(asked.events.values()))
    if one.verdict.level < 3:
        why = "The rules of this game are not installed, so nothing was replayed."
        return Said("not shown", why)
    free = asked.stated("without-rules")
    if free:
        return Said(
            "cannot be proved",
            "pbem does not know the rules of this game, so it refuses no move. "
            f"'pbem log {asked.bench.file(one)} --at {event.seq}' shows what was done, and "
            f"'pbem show {asked.bench.file(one)} --at {event.seq}' how the table stood then. "
            "Somebody who has the rulebook decides.",
            [state_signed(asked, event, one), *free],
        )
    return Said(
        "refuted",
        f"{one.verdict.rules} allows it. The opening names these rules, and everyone who joined "
        "agreed. If a paragraph is unclear, 'pbem why' prints how pbem reads it.",
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
            "The opening, to which everyone who joined agreed, names other data than the pack that "
            "was handed in. Nothing shows who made that pack, or that anybody played with it.",
            [*named, *others],
        )
    if named and getattr(named[0].fact, "handed", None) is not None:
        return Said("refuted", "The pack is the one that the opening names.", named)
    return Said(
        "not shown", "No other pack of this game was handed in.",
        named,
    )  # fmt: skip


def version(asked: Asked) -> Said:
    """Answer that it was played with another version of the rules."""
    found = asked.stated("version")
    if found:
        why = "Nobody is at fault: nothing shows whether its author or another program did it."
        return Said("proved", why, found)
    one = asked.counting()
    if one is not None and one.verdict.level == 3:
        return Said(
            "refuted", "This version reaches every position whose digest is in the log.",
            copy_of(asked, one),
        )  # fmt: skip
    why = "The rules of this game are not installed, so no position was compared."
    return Said("not shown", why)

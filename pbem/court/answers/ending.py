"""Claims about time, the umpire, and how the game ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from pbem.court import facts
from pbem.court.answers.asked import Asked, Said, copy_of, over
from pbem.court.facts import ended as ended_words
from pbem.court.verdict import Statement
from pbem.kit.wording import counted
from pbem.mail.evidence import station_time


def late(asked: Asked) -> Said:
    """Answer that somebody let the time pass."""
    against = asked.claim.against
    opening = next(iter(asked.stated("opening")), None)
    rulings = [
        one
        for one in asked.stated("ruling")
        if isinstance(one.fact, facts.Ruling) and one.fact.counts and one.fact.late
        and against in (None, one.fact.out)
    ]  # fmt: skip
    agree = [
        one
        for one in asked.stated("days")
        if isinstance(one.fact, facts.Day) and against in (None, one.fact.out)
    ]
    if rulings and agree:
        mails, carrying = mails_say(asked, rulings)
        return Said(
            "by the umpire's word",
            "The umpire alone says, and signed, on which day a mail arrived. A word is no proof. "
            f"{mails}",
            [*rulings, *agree, *carrying],
        )
    differ = [
        one
        for one in asked.stated("days-differ")
        if isinstance(one.fact, facts.DaysDiffer)
        and (one.fact.ruling is None or against in (None, one.fact.out))
    ]
    if rulings and any(getattr(one.fact, "in_time", False) for one in differ):
        return Said(
            "refuted",
            "The days that the umpire signed contradict the ruling: by those days there was time.",
            [*rulings, *differ],
        )
    if rulings and differ:
        return Said(
            "not shown",
            "The umpire says two things: the signed days of arrival contradict the ruling, or each "
            "other.",
            [*rulings, *differ],
        )
    if rulings:
        return Said(
            "not shown",
            "A ruling says so, which is the umpire's word. No signed days for it were handed in.",
            rulings,
        )
    if opening is not None and isinstance(opening.fact, facts.Opening) and opening.fact.umpire:
        return Said(
            "not shown",
            "No ruling that counts says so. The umpire's signed days, and a ruling that follows "
            "them, would show it.",
            asked.stated("going-on"),
        )
    return Said(
        "cannot be proved",
        "The game has no umpire, and the times in a log are only what the authors claim. The "
        "verdict states who must act.",
        asked.stated("going-on", "mail"),
    )


def mails_say(asked: Asked, rulings: Sequence[Statement]) -> tuple[str, list[Statement]]:
    """Hold the day on which a clock began, as a ruling says, beside what the headers of mail say.

    Returns sentences, and the statements about the mails.
    """
    reported, carrying = list[str](), list[Statement]()
    for seq, day in dict.fromkeys(_began(asked, rulings)):
        for one in asked.stated("mail"):
            fact = one.fact
            if not isinstance(fact, facts.MailFact) or not _carries(fact, asked.game.game, seq):
                continue
            carrying.append(one)
            last = station_time(fact.received[0]) if fact.received else None
            label = asked.bench.labels.exhibits[fact.exhibit]
            if last is None:
                reported.append(f"{label} carries event {seq}, but no header says when it arrived.")
                continue
            try:
                began = date.fromisoformat(day)
            except ValueError:  # a ruling is valid with any digits
                reported.append(
                    f"The umpire says that event {seq} arrived on {day}, which no calendar has."
                )
                continue
            apart = abs((date.fromisoformat(last[:10]) - began).days)
            differ = "the same day" if not apart else f"{counted(apart, 'day')} apart"
            reported.append(
                f"The umpire says that event {seq} arrived on {day}. The headers of {label} say "
                f"that its last server had it on {last[:10]} (UTC): {differ}."
            )
    rest = "No mail with the event that started the clock was handed in to compare."
    return " ".join(reported) or rest, carrying


def _began(asked: Asked, rulings: Sequence[Statement]) -> Iterator[tuple[int, str]]:
    """Yield number and day of the event from which each ruling counts, as the ruling says."""
    for one in asked.game.copies:
        for stated in rulings:
            fact = stated.fact
            if not isinstance(fact, facts.Ruling) or one.digest not in fact.copies:
                continue
            late = one.events[fact.event].data.get("late")
            if isinstance(late, dict):
                known = {event.id: event.seq for event in one.events}
                if late.get("event") in known:
                    yield known[late["event"]], str(late.get("day"))


def _carries(fact: facts.MailFact, game: str, seq: int) -> bool:
    return any(one.game == game and one.first <= seq <= one.last for one in fact.carries)


def umpire(asked: Asked) -> Said:
    """Answer that the umpire favoured somebody."""
    found = asked.stated("two-faces") + [
        one for one in asked.stated("days-differ") if one.weight == "proved"
    ]
    if found:
        return Said("proved", "Each has the umpire's valid signature.", found)
    differ = asked.stated("days-differ")
    if differ:
        return Said(
            "cannot be proved",
            "A ruling contradicts the days that the umpire signed. Ask the umpire about it. No log "
            "shows whether it was a mistake or a favour.",
            [*asked.stated("ruling"), *differ],
        )
    return Said(
        "cannot be proved",
        "The verdict states what the umpire ruled. No log shows whether it was fair.",
        asked.stated("ruling"),
    )


def resigned(asked: Asked) -> Said:
    """Answer that somebody gave up."""
    against = asked.claim.against
    found = [
        one for one in asked.stated("resigned") if against in (None, getattr(one.fact, "by", ""))
    ]
    if found:
        reported = [
            f"{one.fact.by} signed a resignation, event {one.fact.seq}."
            for one in found
            if isinstance(one.fact, facts.Resigned)
        ]
        return Said("proved", " ".join(reported), found)
    return _no_such(asked, "resignation")


def _no_such(asked: Asked, what: str) -> Said:
    """Say of what stands in no copy that it is not so, as far as more could not be missing."""
    one = asked.counting()
    if one is not None and over(asked):
        return Said(
            "refuted",
            f"The copy that counts has no such {what}, and the game is over there.",
            [*copy_of(asked, one), *asked.stated("result")],
        )
    return Said(
        "not shown",
        f"No copy that was handed in has such a {what}. A longer copy could have it.",
        asked.stated("copy"),
    )


def replaced(asked: Asked) -> Said:
    """Answer that the umpire put somebody out."""
    against = asked.claim.against
    found = [
        one
        for one in asked.stated("ruling")
        if isinstance(one.fact, facts.Ruling) and one.fact.counts
        and one.fact.out is not None and against in (None, one.fact.out)
    ]  # fmt: skip
    if found:
        reported = [
            f"{one.fact.by}, the umpire, ruled so in event {one.fact.event}."
            for one in found
            if isinstance(one.fact, facts.Ruling)
        ]
        return Said("proved", " ".join(reported), found)
    return _no_such(asked, "ruling")


def result(asked: Asked) -> Said:
    """Answer that the game has ended, and who has won it."""
    ended = asked.stated("result")
    if not ended:
        return Said("not shown", "The game is not over, or nothing decides which copy counts.",
                    asked.stated("going-on", "counts"))  # fmt: skip
    fact = ended[0].fact
    if isinstance(fact, facts.Outcome) and fact.waits:
        return Said("not shown", f"The result counts only after {fact.waits}.", ended)
    won = isinstance(fact, facts.Outcome) and asked.claim.against in (None, fact.winner)
    if won:
        words = fact.words if isinstance(fact, facts.Outcome) else ""
        return Said("proved", f"The log ends like this: {ended_words(words)}", ended)
    return Said("refuted", "The log ends with another result.", ended)

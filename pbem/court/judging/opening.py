"""The facts about one copy: its faults, how it was opened, its keys, its data."""

from __future__ import annotations

from collections import Counter

from pbem.audit import report
from pbem.court import facts
from pbem.court.facts import Fact
from pbem.court.judging.bench import Bench, Read
from pbem.crypto.text import escape
from pbem.play.outcomes import Rolled
from pbem.table.events import kinds
from pbem.table.table import Table

VERSIONS_DIFFER = ("state.digest", "then.digest", "rules.unknown", "event.version")
"""Findings after which two versions of a program stand, perhaps, and no person."""


def state_faults(bench: Bench, one: Read) -> None:
    """State the finding of a copy, if it has one, and what was not looked at."""
    found, verdict = one.verdict.finding, one.verdict
    if verdict.unread:
        bench.evidence.unread.append(f"{one.copy.label}: {escape(verdict.unread)}")
    if verdict.lower and found is None:
        message = verdict.lower
        fact = facts.Version(copies=(one.digest,), code="rules.unknown", seq=0, message=message)
        bench.state(fact, copies=[one.digest], check=f"pbem verify {bench.file(one)}")
    if found is None:
        return
    reported: Fact
    if found.code in VERSIONS_DIFFER:
        reported = facts.Version(
            copies=(one.digest,), code=found.code, seq=found.seq or 0, message=found.message
        )
    else:
        reported = facts.Fault(
            copies=(one.digest,),
            code=found.code,
            seq=found.seq,
            event=found.event,
            line=found.line,
            good=found.good or 0,
            message=found.message,
            blame=found.blame,
        )
    bench.state(
        reported, copies=[one.digest], blames=found.blame, check=f"pbem verify {bench.file(one)}"
    )


def state_opening(bench: Bench, game: str, one: Read) -> None:
    """State how a game was opened, and with which data."""
    verdict = one.verdict
    assert verdict.rules is not None  # noqa: S101 - a game that was opened
    assert verdict.policy is not None  # noqa: S101
    opened = kinds.read_data("open", one.events[0].data)
    assert isinstance(opened, kinds.Open)  # noqa: S101 - the first event of a game
    umpire = () if opened.umpire is None else (opened.umpire,)
    # As it was opened: who was put in later, or has another key, is reported where that happened.
    fact = facts.Opening(
        game=game,
        rules=verdict.rules,
        scenario=verdict.scenario or "",
        seats=opened.seats,
        options=verdict.options,
        umpire=verdict.umpire,
        policy=verdict.policy,
        clock=None if verdict.clock is None else report.clock_words(verdict.clock),
        opened=verdict.opened or "",
        signers={who.handle: who.sign for who in (*opened.players, *umpire)},
    )
    bench.state(
        fact, copies=[one.digest], events=one.events[:1], check=f"pbem verify {bench.file(one)}"
    )
    _pack(bench, game, one)


def state_free(bench: Bench, game: str, one: Read) -> None:
    """State that no rules are known of a game that is played without them, and what was rolled."""
    opening = kinds.read_data("open", one.events[0].data)
    assert isinstance(opening, kinds.Open)  # noqa: S101 - the first event of a game
    if one.verdict.level < 3 or one.verdict.rules is None:
        return
    rules, _ = bench.library.load(opening.rules)
    if getattr(rules, "judges", True):
        return
    fact = facts.WithoutRules(game=game, rules=one.verdict.rules, again=_again(bench, one))
    bench.state(fact, copies=[one.digest], check=f"pbem log {bench.file(one)}")


def _again(bench: Bench, one: Read) -> tuple[facts.Again, ...]:
    """Return for which purposes somebody rolled more than once."""
    table, by = Table(bench.library), ""
    found: Counter[tuple[str, str]] = Counter()
    for event in one.events:
        table.take(event)
        by = by if event.kind == "dice" else event.by
        happened = table.play.forget() if table.play is not None else []
        purposes = {outcome.purpose for outcome in happened if isinstance(outcome, Rolled)}
        found.update((by, purpose) for purpose in sorted(purposes))
    return tuple(facts.Again(*what, times) for what, times in found.items() if times > 1)


def state_keys(bench: Bench, game: str, one: Read) -> None:
    """State which signing keys were changed in a copy."""
    for change in one.verdict.keys_changed:
        if change.sign is None or change.was is None:
            continue
        offer = next(event for event in one.events[change.event :: -1] if event.kind == "offer")
        bench.state(
            facts.Keys(
                game=game,
                by=change.handle,
                offer=offer.seq,
                event=change.event,
                was=change.was,
                sign=change.sign,
                agreed=change.agreed,
            ),
            copies=[one.digest],
            events=[one.events[seq] for seq in dict.fromkeys((offer.seq, change.event))],
            check=f"pbem verify {bench.file(one)}",
        )


def _pack(bench: Bench, game: str, one: Read) -> None:
    """State with which data it is played; that follows from the log alone."""
    opening = kinds.read_data("open", one.events[0].data)
    assert isinstance(opening, kinds.Open)  # noqa: S101 - the first event of a game
    handed = next((pack for pack in bench.packs if pack.digest == opening.rules.data), None)
    own = one.verdict.pack is None and one.verdict.level == 3
    fact = facts.PackFact(
        game=game,
        digest=opening.rules.data,
        own=own,
        handed=None if handed is None else handed.exhibit,
        differs=() if handed is None else handed.differs,
    )
    exhibits = [] if handed is None else [handed.exhibit]
    bench.state(fact, copies=[one.digest], exhibits=exhibits, events=one.events[:1])

"""The rulings of an umpire, and whether the umpire's own days agree with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.audit.days import hold_days
from pbem.court import facts
from pbem.court.facts import Digest
from pbem.court.judging.bench import Bench, Read
from pbem.court.judging.signed import has
from pbem.crypto.text import escape
from pbem.log.event import Event


def state_rulings(
    bench: Bench,
    game: str,
    copies: Sequence[Read],
    counting: Read | None,
    decided: Sequence[Event],
) -> None:
    """State every ruling of every copy: what it did, and whether it counts.

    ``counting``: the copy that counts, None if that is open; ``decided``: the events that count in
    any case.
    """
    good = {event.id for event in decided}
    elsewhere = None if counting is None else False
    reported: set[str] = set()
    for one in copies:
        for place, ruled in enumerate(one.verdict.rulings):
            event = one.events[ruled.event]
            if event.id in reported:
                continue
            reported.add(event.id)
            counts = True if event.id in good else elsewhere
            have = tuple(copy.digest for copy in copies if has(copy, event))
            back_in = _back_in(copies, event)
            out, note = event.data.get("out"), event.data.get("note")
            bench.state(
                facts.Ruling(
                    game=game,
                    by=ruled.by,
                    event=ruled.event,
                    id=event.id,
                    copies=have,
                    out=out if isinstance(out, str) else None,
                    late=ruled.late is not None,
                    said=ruled.said,
                    note=note if isinstance(note, str) else "",
                    first=place == 0,
                    back_in=back_in,
                    counts=counts,
                ),
                copies=have if counts and not back_in else [copy.digest for copy in copies],
                events=[event],
                check=f"pbem log {bench.file(one)} --at {ruled.event}",
            )


def _back_in(copies: Sequence[Read], event: Event) -> tuple[Digest, ...] | None:
    """Return the copies that have the ruling which a ruling takes back; None for another one."""
    back = event.data.get("back")
    if back is None:
        return None
    return tuple(one.digest for one in copies if any(other.id == back for other in one.events))


def state_days(bench: Bench, game: str, one: Read) -> None:
    """State whether signed days agree with each other and with the rulings."""
    umpire = one.verdict.umpire
    exhibits = bench.days.get(game, [])
    if not exhibits or umpire is None:
        return
    paths = [bench.evidence.path(exhibit) for exhibit in exhibits]
    names = {str(path): bench.labels.exhibits[exhibit.digest]
             for path, exhibit in zip(paths, exhibits, strict=True)}  # fmt: skip
    found = hold_days(paths, bench.path(one), bench.library, one.verdict.events)
    digests = [exhibit.digest for exhibit in exhibits]
    # A line that nobody signed is no word of the umpire's: it must refute nothing.
    bench.evidence.unread += [escape(_renamed(reported, names)) for reported in found.wrong]
    for message in found.convicting:
        bench.state(
            facts.DaysDiffer(game=game, by=umpire, message=message),
            copies=[one.digest],
            exhibits=digests,
            blames=(umpire,),
        )
    for differing in found.differ:
        bench.state(
            facts.DaysDiffer(
                game=game,
                by=umpire,
                message=differing.reported,
                ruling=differing.ruling,
                out=differing.out,
                in_time=differing.in_time,
            ),
            "word",
            copies=[one.digest],
            exhibits=digests,
            events=[one.events[differing.ruling]],
        )
    if found.convicting:
        return
    apart = {differing.ruling for differing in found.differ}
    for ruled in one.verdict.rulings:
        out = one.events[ruled.event].data.get("out")
        if ruled.event in found.compared - apart and isinstance(out, str):
            bench.state(
                facts.Day(game=game, by=umpire, ruling=ruled.event, out=out),
                "word",
                copies=[one.digest],
                exhibits=digests,
                events=[one.events[ruled.event]],
            )


def _renamed(text: str, names: Mapping[str, str]) -> str:
    for path, label in names.items():
        text = text.replace(path, label)
    return text

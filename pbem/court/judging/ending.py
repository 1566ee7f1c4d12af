"""The dice of the copy that counts, who gave up, and how the game stands."""

from __future__ import annotations

from pbem.audit import trust
from pbem.court import facts
from pbem.court.judging.bench import Bench, Read


def state_dice(bench: Bench, game: str, one: Read) -> None:
    """State what is to be said of the dice of the copy that counts."""
    verdict = one.verdict
    assert verdict.policy is not None  # noqa: S101 - it was opened
    rolls = sum(len(event.data.get("rolls") or ()) for event in one.events if event.kind == "dice")
    bench.state(
        facts.Dice(
            game=game,
            level=verdict.level,
            policy=verdict.policy,
            rolls=rolls,
            together=verdict.dice,
        ),
        copies=[one.digest],
        check=f"pbem verify {bench.file(one)}",
    )


def state_how_it_stands(bench: Bench, game: str, one: Read) -> None:
    """State of the copy that counts who gave up, and the result or who has to write next."""
    verdict, check = one.verdict, f"pbem verify {bench.file(one)}"
    for event in one.events:
        if event.kind == "resign":
            bench.state(
                facts.Resigned(game=game, by=event.by, seq=event.seq, event=event.id),
                copies=[one.digest],
                events=[event],
                check=f"pbem explain {bench.file(one)} {event.seq}",
            )
    if verdict.result is None:
        if verdict.pen:
            bench.state(
                facts.GoingOn(game=game, active=verdict.pen), copies=[one.digest], check=check
            )
        return
    bench.state(
        facts.Outcome(
            game=game,
            words=verdict.won,
            winner=verdict.winner,
            waits=trust.needs_words(verdict.needs),
        ),
        copies=[one.digest],
        events=[one.events[-1]],
        check=check,
    )

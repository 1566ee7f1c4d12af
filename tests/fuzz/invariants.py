"""The invariants of every event at every level; sections are those of docs/protocol.md."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from fuzz.world import LEVELS, World
from pbem.log.event import Event
from pbem.log.finding import Finding
from pbem.table.handlers import groups, stocks
from pbem.table.handlers.active import ActivePlayer
from pbem.table.table import Table

BEFORE_THE_START = ("open", "join", "resign", "answer", "ruling")
OPENINGS = ("reveal", "lay-open")
AFTER_THE_END = (*OPENINGS, "ruling")


class Before(NamedTuple):
    """A game before an event, as who has the rules knows it."""

    active: ActivePlayer
    started: bool
    over: bool
    closed: bool
    trigger: str | None
    game: bytes | None
    boxed: bool

    @classmethod
    def of(cls, table: Table) -> Before:
        return cls(
            table.active(),
            table.started,
            table.result is not None,
            table.closed,
            None if table.dicing is None else table.dicing.trigger,
            None if table.play is None else table.game_bytes(),
            bool(groups.answering(table)),
        )


class Rolled:
    """The triggers of which all dice were given: none is rolled again (section 6)."""

    def __init__(self) -> None:
        self.triggers: set[str] = set()
        self.owed: str | None = None

    def wrote(self, event: Event) -> None:
        """Note that the last keeper of a trigger has given."""
        if event.kind == "dice" and "rolls" in event.data and self.owed is not None:
            self.triggers.add(self.owed)

    def check(self, table: Table) -> None:
        """Look whose dice are owed now."""
        self.owed = None if table.dicing is None else table.dicing.trigger
        assert self.owed not in self.triggers, f"event {self.owed} is rolled a second time"


def check_levels(verdicts: dict[int, Finding | None]) -> None:
    """Check that a level accepts what the next accepts, and blames nobody else (section 10)."""
    levels = sorted(verdicts)
    for low, high in pairwise(levels):
        below, above = verdicts[low], verdicts[high]
        if below is None:
            continue
        assert above is not None, f"level {low} refuses what level {high} accepts: {below}"
        assert set(below.blame) <= set(above.blame), (
            f"level {low} blames {below.blame} and level {high} {above.blame}: {below}; {above}"
        )


def check_refused(found: Finding, event: Event, *, signed: bool, good: int) -> None:
    """A refused event blames its author at most, and nobody where they have not signed it."""
    assert set(found.blame) <= {event.by}, f"{found.blame} blamed for an event of {event.by}"
    assert signed or not found.blame, f"blamed without a signature: {found}"
    assert found.good == good, f"{found.good} events are good, and {good} were: {found}"


def check_accepted(before: Before, event: Event, table: Table) -> None:
    """Check that it might be written, and somebody is active or the game over (section 5)."""
    allowed = BEFORE_THE_START
    if before.over:
        allowed = OPENINGS if before.closed else AFTER_THE_END
    elif before.started:
        allowed = (
            "join",
            "orders",
            "dice",
            "seal",
            "reveal",
            "offer",
            "answer",
            "resign",
            "ruling",
            "shuffle",
            "unmask",
        )
        if before.active.kinds == ("lay-open",):  # stocks, as an ally is out
            allowed = ("lay-open", "ruling")
    assert event.kind in allowed, f"{event.kind} was taken, and only {allowed} may be"
    if event.kind != "ruling":
        assert event.kind in before.active.kinds
        assert before.active.handle in (None, event.by)
    else:
        _check_ruling(before, table)
    assert table.result is not None or not before.over, "a game that was over goes on"
    _check_active(table)
    if table.dicing is not None and table.dicing.trigger == event.id:
        _check_keepers(event, table)


def _check_ruling(before: Before, table: Table) -> None:
    """A ruling moves no piece and is never a trigger (section 8)."""
    if table.play is not None and not before.boxed:  # a deck may be made by it
        assert table.game_bytes() == before.game, "a ruling moved something"
    trigger = None if table.dicing is None else table.dicing.trigger
    assert trigger == before.trigger or table.result is not None, "a ruling changed what is owed"
    assert table.started == before.started, "a ruling started a game"


def _check_active(table: Table) -> None:
    now = table.active()
    if table.result is not None:
        owed = [sealed for sealed in table.seals if not sealed.opened]
        masks = [*groups.openers(table), *stocks.openers_at_the_end(table)]
        assert bool(owed or masks) == (now.handle is not None), "the game is over: who opens?"
        assert now.kinds == (("reveal",) if owed else ("lay-open",) if masks else ())
        assert table.dicing is None
        assert table.offer is None
        return
    assert now.handle is not None, f"nobody has the pen: {now.why}"
    assert now.kinds
    player = table.roster.find(now.handle)
    assert player is not None
    assert player.out is None, f"{now.handle} has the pen and is out"
    assert table.started == (table.play is not None)
    if table.roster.umpire is not None and player is table.roster.umpire:
        assert now.kinds in (("join",), ("dice",))


def _check_keepers(event: Event, table: Table) -> None:
    """Check who keeps the dice of a trigger, in order (section 6 (f))."""
    owed = table.dicing
    assert owed is not None
    handles = [keeper.handle for keeper in owed.keepers]
    assert handles, "nobody keeps the dice"
    seated, playing = table.seated(), [player.handle for player in table.roster.playing()]
    if table.policy == "self":
        assert handles == [event.by]
        return
    witnesses = [one for one in playing if one not in seated and one != event.by]
    if table.policy == "witnesses" and witnesses:
        assert handles == witnesses + [one for one in seated if one == event.by]
        return
    witnesses = witnesses if len(seated) <= 1 else []
    umpire = table.roster.umpire
    keeps = [umpire.handle] if table.policy == "umpire" and umpire is not None else []
    wanted = [one for one in (*witnesses, *keeps, *seated) if one != event.by]
    assert handles == wanted, f"{handles} keep, and should {wanted}"


def check_same(world: World, thawed: dict[int, Table]) -> None:
    """A table that was thawed and one that took every event know the same."""
    for level in LEVELS:
        straight, other = world.straight[level], thawed[level]
        assert straight.active() == other.active()
        assert known(straight) == known(other), f"level {level}: thawed it is another table"
    if world.table.play is not None:
        assert world.table.digest() == thawed[3].digest()


def known(table: Table) -> Any:
    """Everything that a table knows; two mappings are the same in any order."""
    return msgspec.msgpack.decode(table.freeze())


def check_blind(world: World) -> None:
    """Check that levels 1 and 2 know without rules only what is so (section 10)."""
    whole = world.table
    for level in (1, 2):
        table = world.straight[level]
        assert table.started == whole.started, f"level {level}: the start"
        assert table.closed == whole.closed
        assert table.written == whole.written
        if table.perhaps_out or whole.perhaps_out:
            continue
        assert table.result is None or whole.result is not None, "over, and it is not"
        now = table.active()
        # A player put in a keeper's place joins after the dice, if only the rules know of them.
        following = now.kinds == ("join",) and whole.dicing is not None
        # The rules had ended the game, perhaps, before a ruling put an ally out.
        ended = table.maybe_over and now.kinds == ("lay-open",)
        if now.handle is not None and not (following or ended) and not _by_rules(whole):
            assert now.handle == whole.active().handle, f"level {level}: {now.why}"
        if not whole.started and whole.result is None:
            assert now.handle is not None, f"level {level} does not know the pen before the start"


def _by_rules(table: Table) -> bool:
    """Say whether only the rules know how the game ended."""
    return table.result is not None and table.result.why == "victory"

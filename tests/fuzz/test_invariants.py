"""Each invariant of the fuzz can fail: a table that breaks it is found out."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from fuzz.run import Tally, run
from pbem.log.event import Event
from pbem.log.finding import BadLog, finding
from pbem.table import table as at_table
from pbem.table.handlers.active import ActivePlayer
from pbem.table.table import Table

LOGS = 60
Change = Callable[[Table, Event], None]
Reported = Callable[[Table, ActivePlayer], ActivePlayer | None]


def after(change: Change) -> Callable[[pytest.MonkeyPatch], None]:
    """A table that goes wrong whenever it has taken an event."""

    def break_it(patch: pytest.MonkeyPatch) -> None:
        take = Table.take

        def broken(self: Table, event: Event) -> None:
            take(self, event)
            change(self, event)

        patch.setattr(Table, "take", broken)

    return break_it


def refusing(field: str, wrong: Callable[[Any], Any], level: int) -> Any:
    """A table that says something wrong of an event that it refuses."""

    def break_it(patch: pytest.MonkeyPatch) -> None:
        take = Table.take

        def broken(self: Table, event: Event) -> None:
            try:
                take(self, event)
            except BadLog as bad:
                if self.level != level:
                    raise
                found = bad.finding
                changes = {field: wrong(getattr(found, field))}
                raise BadLog(msgspec.structs.replace(found, **changes)) from None

        patch.setattr(Table, "take", broken)

    return break_it


def saying(wrong: Reported) -> Callable[[pytest.MonkeyPatch], None]:
    """A table that names another active player than it judges events by; None: the right one."""

    def break_it(patch: pytest.MonkeyPatch) -> None:
        active = Table.active
        patch.setattr(Table, "active", lambda self: wrong(self, active(self)) or active(self))

    return break_it


def admitting(kind: str, *, by_anybody: bool) -> Callable[[pytest.MonkeyPatch], None]:
    """A table that takes events of one kind out of turn, or of anybody where it is due."""

    def break_it(patch: pytest.MonkeyPatch) -> None:
        check = at_table.check_active

        def broken(table: Any, event: Event) -> None:
            due = kind in table.active().kinds
            if event.kind != kind or due is not by_anybody:
                check(table, event)

        patch.setattr(at_table, "check_active", broken)

    return break_it


def thawing(wrong: Callable[[Table], None]) -> Callable[[pytest.MonkeyPatch], None]:
    """A table that forgets something when it is thawed."""

    def break_it(patch: pytest.MonkeyPatch) -> None:
        thaw = Table.thaw.__func__  # type: ignore[attr-defined]

        def broken(cls: type[Table], *args: Any) -> Table:
            table: Table = thaw(cls, *args)
            wrong(table)
            return table

        patch.setattr(Table, "thaw", classmethod(broken))

    return break_it


# --- what goes wrong ---


def below(field: str, wrong: Any) -> Callable[[pytest.MonkeyPatch], None]:
    """A level without rules that knows something that is not so."""

    def change(table: Table, event: Event) -> None:
        if table.level == 1 and event.seq > 2:
            setattr(table, field, wrong(table) if callable(wrong) else wrong)

    return after(change)


def over_again(table: Table, event: Event) -> None:
    if event.kind == "ruling" and table.result is not None:
        table.result = None


def moved(table: Table, event: Event) -> None:
    if event.kind == "ruling" and table.play is not None:
        table.play.position.round += 1


def owed_otherwise(table: Table, event: Event) -> None:
    if event.kind == "ruling" and table.dicing is not None:
        table.dicing.trigger = "00" * 32


def started_by_ruling(table: Table, event: Event) -> None:
    if event.kind == "ruling":
        table.started = not table.started


def started_early(table: Table, event: Event) -> None:
    table.started = table.started or event.kind == "join"


def owes_after_the_end(table: Table, event: Event) -> None:
    if table.result is not None and table.last_trigger is not None:
        table.dicing = table.owed(table.last_trigger)
        table.dicing.keepers.clear()


def keepers_turned(table: Table, event: Event) -> None:
    if table.dicing is not None and table.dicing.trigger == event.id:
        table.dicing.keepers.reverse()


def nobody_keeps(table: Table, event: Event) -> None:
    if table.dicing is not None:
        table.dicing.keepers.clear()


def others_keep(table: Table, event: Event) -> None:
    if table.policy == "self" and table.dicing is not None:
        table.dicing.keepers = table.dicing.keepers * 2


def forgot_the_shares(table: Table) -> None:
    table.written = {}


def nobody_opens(table: Table, now: ActivePlayer) -> ActivePlayer | None:
    return ActivePlayer(None, (), "Nobody.") if table.result else None


def opens_and_resigns(table: Table, now: ActivePlayer) -> ActivePlayer | None:
    return ActivePlayer(now.handle, (*now.kinds, "resign"), now.why) if table.result else None


def nothing_to_write(table: Table, now: ActivePlayer) -> ActivePlayer | None:
    goes_on = table.chain.count > 5 and table.result is None
    return ActivePlayer(now.handle, (), now.why) if goes_on else None


def who_is_out(table: Table, now: ActivePlayer) -> ActivePlayer | None:
    out = [player.handle for player in table.roster.players if player.out is not None]
    return ActivePlayer(out[0], now.kinds, now.why) if out and not table.result else None


def the_umpire(table: Table, now: ActivePlayer) -> ActivePlayer | None:
    umpire = table.roster.umpire
    plays = umpire is not None and now.kinds[:1] == ("orders",)
    return ActivePlayer(umpire.handle, now.kinds, now.why) if umpire is not None and plays else None


def refusing_offers(patch: pytest.MonkeyPatch) -> None:
    check = at_table.check_active

    def broken(table: Any, event: Event) -> None:
        check(table, event)
        if table.level == 1 and event.kind == "offer":
            raise BadLog(finding("pen.wrong", event, message="No.", blame=()))

    patch.setattr(at_table, "check_active", broken)


def thawed_says_otherwise(patch: pytest.MonkeyPatch) -> None:
    def otherwise(table: Table, now: ActivePlayer) -> ActivePlayer | None:
        return (
            ActivePlayer(now.handle, now.kinds, "thawed") if hasattr(table, "was_thawed") else None
        )

    thawing(lambda table: setattr(table, "was_thawed", True))(patch)
    saying(otherwise)(patch)


def level_one_guesses(table: Table, now: ActivePlayer) -> ActivePlayer | None:
    if table.level > 1 or not table.started or table.result:
        return None
    return ActivePlayer("nobody", ("orders",), "nobody has the pen")


def level_one_knows_no_start(table: Table, now: ActivePlayer) -> ActivePlayer | None:
    return ActivePlayer(None, (), "") if table.level == 1 and not table.started else None


BROKEN = [
    ("refuses what level", refusing_offers),
    ("blames .* and level", refusing("blame", lambda blame: ("cat", *blame), 1)),
    ("blamed for an event of", refusing("blame", lambda blame: (*blame, "nobody"), 3)),
    ("blamed without a signature", refusing("blame", lambda blame: ("ann",), 3)),
    ("events are good", refusing("good", lambda good: good + 1, 3)),
    ("offer was taken, and only", admitting("offer", by_anybody=False)),
    ("event.kind in before.active.kinds", admitting("offer", by_anybody=False)),
    ("before.active.handle in", admitting("resign", by_anybody=True)),
    ("a game that was over goes on", after(over_again)),
    ("a ruling moved something", after(moved)),
    ("a ruling changed what is owed", after(owed_otherwise)),
    ("a ruling started a game", after(started_by_ruling)),
    ("who opens", saying(nobody_opens)),
    ("now.kinds == ", saying(opens_and_resigns)),
    ("table.dicing is None", after(owes_after_the_end)),
    ("nobody has the pen", after(nobody_keeps)),
    ("assert now.kinds\n", saying(nothing_to_write)),
    ("has the pen and is out", saying(who_is_out)),
    ("table.started == ", after(started_early)),
    ('now.kinds in [(][(]"join"', saying(the_umpire)),
    ("keep, and should", after(keepers_turned)),
    ("handles == \\[event.by\\]", after(others_keep)),
    ("straight.active[(][)] == other.active", thawed_says_otherwise),
    ("thawed it is another table", thawing(forgot_the_shares)),
    ("the start", below("started", lambda table: False)),
    ("table.closed == whole.closed", below("closed", lambda table: False)),
    ("table.written == whole.written", below("written", lambda table: {})),
    ("over, and it is not", below("result", "over")),
    ("level 1: nobody has the pen", saying(level_one_guesses)),
    ("does not know the pen before the start", saying(level_one_knows_no_start)),
]


@pytest.mark.few(4)
@pytest.mark.parametrize(("reported", "break_it"), BROKEN, ids=[reported for reported, _ in BROKEN])
def test_a_table_that_breaks_an_invariant_is_found_out(
    monkeypatch: pytest.MonkeyPatch, reported: str, break_it: Callable[[pytest.MonkeyPatch], None]
) -> None:
    """Some log of the fuzz meets it, and says just this."""
    break_it(monkeypatch)
    faults = []
    for number in range(LOGS):
        try:
            run(number, Tally(), "toy")
        except AssertionError as fault:
            faults.append(str(fault))
            if re.search(reported, faults[-1]):
                return
    pytest.fail(f"in {len(faults)} faulty logs nobody said {reported!r}")

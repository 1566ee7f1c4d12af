"""Signed days: two that convict an umpire, and rulings with other days (docs/time.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.audit.verdict import DaysVerdict
from pbem.errors import FormError, LogFileError
from pbem.log.days import Days, Row, conflicts, gaps, read_days, rows_of, verify_days
from pbem.log.event import Event
from pbem.log.file import read_events
from pbem.log.finding import BadLog
from pbem.table.clock import Course, Held, Move, days_of, reckon
from pbem.table.events import kinds
from pbem.table.library import Library
from pbem.table.table import Table


class Differing(NamedTuple):
    """A ruling with number ``ruling`` that has other days than were signed, in words.

    ``out``: whom it put out; ``in_time``: by the signed days they were not late.
    """

    ruling: int
    out: str
    reported: str
    in_time: bool = False


class DaysFound(NamedTuple):
    """The result of comparing signed days with a log, in sentences.

    - ``convicting``: two lines of the umpire's that cannot both be; ``differ``: rulings with
      other days; ``wrong``: what is no word of theirs, after its path; ``rest``: what is missing;
    - ``compared``: numbers of the rulings about an event that the days are about.
    """

    convicting: tuple[str, ...]
    differ: tuple[Differing, ...]
    wrong: tuple[str, ...]
    rest: tuple[str, ...]
    compared: frozenset[int]


def judge_days(paths: Sequence[Path], log: Path, library: Library, good: int) -> DaysVerdict:
    """Compare signed days with each other and with the rulings of a log.

    Days that nobody signed, or that belong to another game, are reported and ignored.

    Args:
        paths: The files with signed days.
        log: The log.
        library: Has the rules.
        good: How many events of the log are valid.
    """
    found = hold_days(paths, log, library, good)
    return DaysVerdict(
        path=str(log),
        ok=not found.convicting and not found.differ and not found.wrong,
        convicted=bool(found.convicting),
        messages=(
            *found.convicting,
            *(one.reported for one in found.differ),
            *found.wrong,
            *found.rest,
        ),
    )


def hold_days(paths: Sequence[Path], log: Path, library: Library, good: int) -> DaysFound:
    """Return what `judge_days` reports, part by part; the same arguments."""
    judge = _Judge(log, library, good)
    lines: list[Days] = []
    wrong: list[str] = []
    for path in paths:
        try:
            found = read_days(path)
        except (FormError, LogFileError) as error:
            wrong.append(f"{path}: {str(error).rstrip('.')}")
            continue
        mine = [one for one in found if judge.signed(one)]
        if len(mine) < len(found):
            wrong.append(f"{path}: lines that the umpire of this game did not sign do not count")
        lines += mine
    lines.sort(key=lambda line: (line.no, line.digest))
    rows = rows_of(lines)
    convicting = [
        f"{judge.umpire} {one.words(judge.number(one.event))}" for one in conflicts(lines)
    ]
    return DaysFound(
        convicting=tuple(convicting),
        differ=tuple(judge.differences(rows)),
        wrong=tuple(wrong),
        rest=(*judge.short(good), *gaps(lines)),
        compared=frozenset(event.seq for event, late, _, _ in judge.rulings if late.event in rows),
    )


_WHAT = {
    "event": "event that started the clock",
    "day": "day on which the clock started",
    "allowed": "days allowed for an answer",
    "used": "days used",
    "granted": "extra days granted",
    "absent": "days of absence",
    "bank": "days in the bank",
    "grace": "days of grace",
    "turn": "days of the whole turn (allowed, used, granted, absent)",
}
"""The meaning of each field of a ruling on days."""


def _reported(value: object) -> str:
    """Return the value of such a field in words."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)


class _Judge:
    """A log, read up to what is good of it, with the table before each ruling with days."""

    def __init__(self, log: Path, library: Library, good: int) -> None:
        self.events: list[Event] = []
        self.rulings: list[tuple[Event, kinds.Late, frozenset[int], bool]] = []
        table = Table(library)
        try:
            for event in read_events(log):
                if len(self.events) == good:
                    break
                self._keep(table, event)
                table.take(event)
                self.events.append(event)
        except BadLog:
            pass  # rules that are not here: what was read is judged
        self.opening = table.opening
        umpire = None if table.opening is None else table.opening.umpire
        self.umpire, self._key = ("", "") if umpire is None else (umpire.handle, umpire.sign)
        self._numbers = {event.id: event.seq for event in self.events}

    def _keep(self, table: Table, event: Event) -> None:
        late = event.data.get("late") if event.kind == "ruling" else None
        if late is not None:
            data = kinds.read_data("ruling", event.data)
            alone = len(set(table.seats.values())) == 1
            phases = frozenset(seq for seq, _ in table.phases)
            self.rulings.append((event, data.late, phases, alone))

    def signed(self, days: Days) -> bool:
        """Say whether the umpire of this game signed a line."""
        mine = bool(self.events) and days.game == self.events[0].id and days.by == self.umpire
        return mine and verify_days(days, bytes.fromhex(self._key))

    def short(self, good: int) -> Iterator[str]:
        """Say so where rulings were not looked at."""
        if len(self.events) < good:
            last = len(self.events) - 1
            yield (
                f"rulings after event {last} were not compared, because the rules of this game "
                "are not installed"
            )

    def number(self, event: str) -> str | None:
        """Return the number of an event, None for one that the log has not."""
        seq = self._numbers.get(event)
        return None if seq is None else str(seq)

    def differences(self, rows: Mapping[str, Row]) -> Iterator[Differing]:
        """Yield where a ruling has other days than were signed."""
        for event, late, phases, alone in self.rulings if rows else ():
            try:
                on = date.fromisoformat(late.on)
                date.fromisoformat(late.day)
            except ValueError:
                yield _differing(event, "names a day that no calendar has")
                continue
            held = self._held(event, late, rows, on, phases=phases, alone=alone)
            if held is None:
                yield _differing(event, "counts days of somebody without a clock")
                continue
            yield from self._compared(event, late, held)

    def _held(
        self,
        ruling: Event,
        late: kinds.Late,
        rows: Mapping[str, Row],
        on: date,
        *,
        phases: frozenset[int],
        alone: bool,
    ) -> Held | None:
        opening = self.opening
        if opening is None or opening.clock is None:
            return None
        before = self.events[: ruling.seq]
        known = {event: date.fromisoformat(row.day) for event, row in rows.items()}
        moves = []
        for event, day in zip(
            before, days_of([(e.id, e.at) for e in before], known, on), strict=True
        ):
            row = rows.get(event.id)
            moves.append(
                Move(event.seq, event.kind, event.by, day, 0 if row is None else row.absent)
            )
        out = str(ruling.data["out"])
        after = [event.by for event in before[1:]] + [out]
        more = {
            (who, event.seq): rows[event.id].more
            for event, who in zip(before, after, strict=True)
            if event.id in rows
        }
        course = Course(
            terms=opening.clock,
            moves=moves,
            umpire=self.umpire,
            phases=phases,
            more=more,
            alone=alone,
        )
        held = reckon(course, out, on).held
        if held is None:
            return None
        # The absence since the last event stands in the ruling alone.
        left = min(max(0, late.absent - held.away), max(0, (on - moves[-1].day).days))
        away = [(on - timedelta(days=left - 1), on)] if left else []
        return reckon(course, out, on, away=away).held

    def _compared(self, ruling: Event, late: kinds.Late, held: Held) -> Iterator[Differing]:
        turn = held.turn
        by_days = {
            "event": self.events[held.seq].id,
            "day": held.day.isoformat(),
            "allowed": held.allowed,
            "used": held.used,
            "granted": held.more,
            "absent": held.away,
            "bank": held.had,
            "grace": held.grace,
            "turn": None if turn is None else [turn.allowed, turn.used, turn.more, turn.away],
        }
        said = msgspec.structs.asdict(late)
        if late.turn is not None:
            reported = late.turn
            said["turn"] = [reported.allowed, reported.used, reported.granted, reported.absent]
        for name, value in by_days.items():
            if said[name] != value:
                yield _differing(
                    ruling,
                    f"and the days that {self.umpire} signed differ on {held.handle}, "
                    f"{_WHAT[name]}: {_reported(said[name])} in the ruling, {_reported(value)} by "
                    "the days",
                )
        if held.stage != "late":
            there_was = (
                f"by the days that {self.umpire} signed, {held.handle} was not late on {late.on} "
                f"and had time until {held.grace_end}"
            )
            yield Differing(ruling.seq, str(ruling.data["out"]), there_was, in_time=True)


def _differing(ruling: Event, what: str) -> Differing:
    out = str(ruling.data["out"])
    return Differing(ruling.seq, out, f"the ruling in event {ruling.seq} {what}")

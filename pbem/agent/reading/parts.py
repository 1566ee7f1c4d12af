"""Parts of armor that wait for each other: of a message its lines alone, so that it is parsed once.

Other files of a part are accepted when it comes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta

import msgspec

from pbem.agent.memory.database import AgentDatabase, Page
from pbem.agent.memory.rows import Held
from pbem.agent.memory.stamps import time_of
from pbem.agent.reading.quarantine import digest
from pbem.mail.armor import Line
from pbem.mail.contents import Contents
from pbem.mail.inside import of_mail

HELD_FOR = timedelta(days=14)
"""How long a part of armor waits for the others."""

HELD_MOST, HELD_BYTES = 200, 512 << 10
"""So many messages wait, each so large; of the address that has most of them the oldest goes."""

PARCELS_MOST = 20
"""The number of parcels of which one message may have lines to be kept: ours have one."""

REPORTED_AFTER = timedelta(hours=1)
"""Parts that came together are no news; those of which one is lost are."""


class Parts:
    """The parts that wait, in the agent database."""

    def __init__(self, database: AgentDatabase) -> None:
        self._database = database

    def of(self, parcels: Collection[str]) -> list[Held]:
        """Return what waits and has lines of these parcels."""
        if not parcels:
            return []
        return [one for one in self._database.held() if not _parcels(one).isdisjoint(parcels)]

    def waiting(self, held: Sequence[Held], parcels: Collection[str]) -> Iterator[Contents]:
        """Yield the lines of parts; ``parcels``: of these alone."""
        for one in held:
            lines = [line for line in self._lines(one) if line[0] in parcels]
            yield Contents("a part that waits", lines=lines)

    def _lines(self, held: Held) -> list[Line]:
        data = self._database.held_bytes(held)
        try:
            return msgspec.msgpack.decode(data, type=list[Line])
        except msgspec.DecodeError:  # a release before kept the message
            lines = of_mail(data, "a part that waits").lines
            with self._database.writing() as page:
                self.hold(page, held, lines)
            return lines

    def hold(self, page: Page, held: Held, lines: Sequence[Line]) -> None:
        """Keep the lines of a part; those of other parcels are dropped."""
        mine = [line for line in lines if line[0] in _parcels(held)]
        page.hold(held, msgspec.msgpack.encode(mine))

    def clean(self, now: datetime) -> None:
        """Report parts whose others do not come, and give up those that waited long enough."""
        held = self._database.held()
        if not held:
            return
        with self._database.writing() as page:
            for row in held:
                if now - time_of(row.at) > REPORTED_AFTER:
                    _missing(page, row, now)
            gone = [row for row in held if now - time_of(row.at) > HELD_FOR]
            page.let_go([*gone, *_over([row for row in held if row not in gone])])


def whole(held: Sequence[Held], parcels: Collection[str]) -> list[Held]:
    """Return the parts that need not wait longer, as these parcels were opened."""
    return [one for one in held if _parcels(one).issubset(parcels)]


def _missing(page: Page, row: Held, now: datetime) -> None:
    page.report(
        f"part {digest(f'{row.box} {row.key}'.encode())}",
        f"The message from {row.sender or 'somebody'} of {row.at[:10]} UTC, '{row.subject}', is a "
        "part of a log, and other parts are missing. Ask for them again, or for the log as an "
        f"attachment. The part waits {HELD_FOR.days} days",
        now,
    )


def _parcels(held: Held) -> set[str]:
    return set(held.parcels.split(" "))


def _over(held: Sequence[Held]) -> list[Held]:
    """Return what is more than may wait: the oldest of the sender who has most."""
    rows: dict[str, list[Held]] = {}
    for row in held:
        rows.setdefault(row.sender, []).append(row)
    over = len(held) - HELD_MOST
    return [max(rows.values(), key=len).pop(0) for _ in range(over)]

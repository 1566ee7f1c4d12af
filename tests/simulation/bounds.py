"""How long mail waits once nothing befalls it any more, and how much lies about at the end."""

from __future__ import annotations

import gc
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.agent.agent import database_of
from pbem.agent.memory.rows import OutRow
from pbem.agent.memory.stamps import time_of
from simulation.broken import Broken

if TYPE_CHECKING:
    from simulation.member import Member
    from simulation.world import Club

LEAVES_WITHIN = timedelta(hours=48)
"""Once the mail is good: after so long an agent has sent what is in its book. It works at each
visit of its owner then, thrice in two days, and whenever mail comes."""
FILES_MOST, BYTES_MOST = 1500, 16 << 20
"""So many files, and bytes in all, at most, lie in a member's home, an umpire's with the proofs of
every cheat too. Leftovers of kills do not pile up."""
GROWN_MOST = 96 << 20
"""By so many bytes, at most, the process grows within a year, after its first weeks."""
TRIED_AGAIN_WITHIN = timedelta(hours=1)
"""At most so long after a server did not take something it is tried again (docs/agent.md)."""
WARM = timedelta(days=30)
"""So long caches fill, and modules are loaded."""


class Bounds:
    """Looks at the books of agents, at homes and at this process after each day."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self._began = club.now
        self._waits: dict[tuple[str, int | None], datetime] = {}
        self._warm: int | None = None

    def after_a_day(self) -> None:
        """Raise `Broken` where mail waits for too long, or memory is not bounded."""
        if self.club.post.good:
            self._mail_leaves()
        for member in self.club.members:
            if member.secretary is not None and not member.ever_wrong:
                _is_tried_again(member, self.club.now)
        if self._warm is None and self.club.now - self._began > WARM:
            gc.collect()
            self._warm = resident()
        if self._warm is not None and resident() - self._warm > GROWN_MOST:
            gc.collect()  # in a large process Python does so seldom, and that is no growth
            if (grown := resident() - self._warm) > GROWN_MOST:
                raise Broken(f"the process has grown by {grown:,} bytes")

    def _mail_leaves(self) -> None:
        waiting = {
            (member.handle, row.id): row
            for member in self.club.members
            if member.secretary is not None
            for row in member.secretary.agent.database.outbox()
            if row.state != "sent" and not was_given_up(row)
        }
        now = self.club.now
        self._waits = {which: self._waits.get(which, now) for which in waiting}
        for which, since in self._waits.items():
            if now - since > LEAVES_WITHIN:
                row = waiting[which]
                raise Broken(f"the agent of {which[0]} has not sent {row.about} ({row.state})")


def _is_tried_again(member: Member, now: datetime) -> None:
    """Raise `Broken` where an agent puts off for too long what a server did not take for now.

    Both times are those of its clock, so nothing says who ever had a wrong one.
    """
    waiting = "SELECT about, tried, due FROM out WHERE state = 'waiting' AND tried IS NOT NULL"
    with closing(sqlite3.connect(database_of(member.person.client, member.handle))) as database:
        for about, tried, due in database.execute(waiting):
            if time_of(due) - max(now, time_of(tried)) > TRIED_AGAIN_WITHIN:
                raise Broken(f"the agent of {member.handle} tries {about} again on {due} only")


def home_is_bounded(member: Member) -> None:
    """Raise `Broken` where too much lies in somebody's home."""
    sizes = [*_sizes(member.folder)]
    if len(sizes) > FILES_MOST or sum(sizes) > BYTES_MOST:
        raise Broken(
            f"{len(sizes)} files of {sum(sizes):,} bytes lie in the home of {member.handle}"
        )


def _sizes(folder: Path | str) -> Iterator[int]:
    """Yield the sizes of all files in a folder."""
    with os.scandir(folder) as entries:
        for one in entries:
            if one.is_dir(follow_symlinks=False):
                yield from _sizes(one.path)
            else:
                yield one.stat(follow_symlinks=False).st_size


def was_given_up(row: OutRow) -> bool:
    """Whether it is a letter to a tournament, of a round that is over: its director knows."""
    return row.state == "failed" and row.reason.startswith("tournament ")


def resident() -> int:
    """Return how many bytes of memory this process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")

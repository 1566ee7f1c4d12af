"""Somebody who plays from two computers, with a copy of one home on each (docs/keys.md).

The member takes the whole home along, or forgets to, and goes on with the copy that was left there.
The member knows the place of what they wrote: what they wrote elsewhere they wait for. A copy that
knows of it signs nothing before the member has asked the others and said so.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.client.session.session import sit
from pbem.errors import PbemError
from pbem.log.event import Event
from simulation.broken import Broken
from simulation.looked_at import entries_of, events_of
from simulation.typed import RECOVERED

if TYPE_CHECKING:
    from simulation.member import Member

CHANGES = 0.4
"""How often who sits down does so at the other computer."""
TAKEN_ALONG = 0.3
"""How often, of these, the member has the whole home along."""


class Computers:
    """The two computers of ``member``, at one of which the member is."""

    def __init__(self, member: Member) -> None:
        self._member = member
        self._other = member.club.folder / "elsewhere" / member.handle
        self._read: set[str] = set()
        self._said: set[str] = set()
        """Events that the member wrote elsewhere, and of which the copy here heard."""
        self._said_there: set[str] = set()

    def changes(self) -> None:
        """Go on at the other one, now and then; what was written there alone is not overwritten."""
        member, rng = self._member, self._member.club.rng
        if rng.random() >= CHANGES:
            return
        member.gets_up()
        along = rng.random() < TAKEN_ALONG and not self.waits
        if along or not self._other.exists():
            shutil.rmtree(self._other, ignore_errors=True)
            shutil.copytree(member.folder, self._other)
            self._read, self._said_there = set(member.read), set(self._said)
            member.club.reports(f"{member.handle} takes his home along to another computer")
        else:
            aside = self._other.with_name("aside")
            member.folder.rename(aside)
            self._other.rename(member.folder)
            aside.rename(self._other)
            self._read, member.read = member.read, self._read
            self._said, self._said_there = self._said_there, self._said
            member.moved = True
            member.club.reports(
                f"{member.handle} goes on at another computer, where a copy was left"
            )
        member.sits_down()

    @property
    def waits(self) -> bool:
        """Say whether something was written elsewhere that is not known here."""
        here = {event.id for path in self._member.paths() for event in events_of(path)}
        return any(event.id not in here for event in self._elsewhere())

    def goes_on(self, path: Path) -> bool:
        """Say whether to go on with a game here; raise `Broken` where the copy would and must not.

        An event that was written elsewhere and that the copy lacks is not written once more. Once
        all of it came, the program refuses to sign, and is asked nothing more.
        """
        game = events_of(path)[0].game_id
        there = [event for event in self._elsewhere() if event.game_id == game]
        here = {event.id for event in events_of(path)}
        if any(event.id not in here for event in there):
            return False
        recorded = {event.id for event in self._member.recorded()} | self._said
        lacking = {event.id for event in there} - recorded
        if not lacking:
            return True
        if self._is_refused(path):
            for log in self._member.of_others():
                with suppress(PbemError):
                    if events_of(log)[0].game_id == game:
                        self._member.person.takes(log, recovered=True)
            self._said |= lacking
            self._member.club.reports(f"{self._member.handle} begins the record of a game again")
        return False

    def _is_refused(self, path: Path) -> bool:
        """Try to sign what one has to here: it is to be refused. False where one has not to."""
        member = self._member
        session = sit(member.person.client, path, member.handle)
        now = session.table.active()
        if now.handle != member.handle or not now.kinds:
            return False
        before = len(events_of(path))
        try:
            member.playing.does(session, now.kinds[0])
        except PbemError as error:
            return RECOVERED in str(error)
        known = {event.id for event in self._elsewhere()}
        signed = [event for event in events_of(path)[before:] if event.id not in known]
        if signed:
            raise Broken(f"a copy that was left behind has signed event {signed[0].seq}")
        return False

    def _elsewhere(self) -> Iterator[Event]:
        for record in (self._other / "record").rglob("*"):
            if record.is_file():
                yield from entries_of(record)

"""What this player has signed: an append-only file for each game, on disk before anything leaves.

Signing twice on one predecessor is a fork and forfeits the game; answering two triggers on one
predecessor lets an opponent choose between two rolls. So every event is entered here first, and
who is asked again sends the stored bytes again (protocol sections 3 and 6).

The record is no projection of the logs: rebuilding a store never touches it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.errors import KeyFileError, SecondTrigger
from pbem.log.disk import append_lines, told
from pbem.log.event import Event, read_event


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One signed event: number, predecessor, id and the whole line.

    If the event gives dice, ``on`` is the trigger's predecessor, ``trigger`` the trigger and
    ``asked`` its line: with it alone the record convicts who signs another one there. An entry
    without ``line`` adopts the head of another player's log after the record was lost.
    """

    seq: int
    prev: str
    id: str
    line: str = ""
    on: str = ""
    trigger: str = ""
    asked: str = ""


class Record:
    """The record of one player in one game, in ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._entries: list[Entry] | None = None

    @property
    def entries(self) -> list[Entry]:
        """Every entry, oldest first; raises KeyFileError if the file was damaged."""
        if self._entries is None:
            self._entries = self._read()
        return self._entries

    @property
    def missing(self) -> bool:
        """Whether there is no record of this game."""
        return not self.entries

    def signed_on(self, prev: str) -> Entry | None:
        """Return what was signed on this predecessor."""
        return next((e for e in self.entries if e.prev == prev and e.line), None)

    def check_trigger(self, on: str, trigger: str) -> None:
        """Raise SecondTrigger if dice were given for another trigger on this predecessor."""
        given = next((e for e in self.entries if e.on == on and e.trigger != trigger), None)
        if on and given is not None:
            first = read_event(given.asked.encode()) if given.asked else None
            who = "one player" if first is None else first.by
            where = "" if first is None else f", events number {first.seq}"
            raise SecondTrigger(
                f"{who} signed two different events on one predecessor{where}, and you gave dice "
                "for the other one: this one gets none, ever",
                given.asked,
            )

    def last(self) -> Entry | None:
        """Return the newest entry."""
        return self.entries[-1] if self.entries else None

    def add(self, event: Event, asked: Event | None = None) -> None:
        """Enter an event, and the trigger if it gives dice; it is on disk when this returns.

        Raises `LogFileError`, KeyFileError for a second event on one predecessor, SecondTrigger.
        """
        entry = Entry(event.seq, event.prev, event.id, event.line.decode())
        if asked is not None:
            entry = msgspec.structs.replace(
                entry, on=asked.prev, trigger=asked.id, asked=asked.line.decode()
            )
        with told(self.path, "Writing"):
            self._append(entry)

    def adopt(self, seq: int, head: str) -> None:
        """Begin again from the head of a log that the others have."""
        with told(self.path, "Writing"):
            self._append(Entry(seq, "", head))

    def _append(self, entry: Entry) -> None:
        from filelock import FileLock  # noqa: PLC0415 - who only reads needs no lock

        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with FileLock(f"{self.path}.lock"):
            # Read again under the lock: another process of this player may have signed.
            self._entries = self._read()
            twin = self.signed_on(entry.prev) if entry.line else None
            if twin is not None and twin.id != entry.id:
                raise KeyFileError(
                    f"{self.path} says that event {twin.seq} was signed already: send that one "
                    "again; a second one would forfeit the game"
                )
            self.check_trigger(entry.on, entry.trigger)
            append_lines(self.path, [msgspec.json.encode(entry)])
            self._entries.append(entry)

    def _read(self) -> list[Entry]:
        if not self.path.exists():
            return []
        # What stands after the last line feed is a write that was cut off: nothing of it was sent.
        *lines, _cut_off = self.path.read_bytes().split(b"\n")
        try:
            return [msgspec.json.decode(line, type=Entry) for line in lines]
        except msgspec.DecodeError as error:
            raise KeyFileError(
                f"{self.path} has been damaged ({error}): restore it from a copy, or move it away "
                "and ask the other players for their log before you sign anything"
            ) from None

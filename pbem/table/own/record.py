"""One player's signatures: an append-only file for each game, on disk before anything leaves.

Signing twice on one predecessor is a fork and forfeits the game; answering two triggers on one
predecessor lets an opponent choose between two rolls. So every event is entered here first, and
who is asked again sends the stored bytes again (protocol sections 3 and 6).

The record is no projection of the logs: rebuilding a store never touches it.

A line is ``{"crc32":NUMBER,"entry":{...}}``: the CRC-32 of the bytes of the entry as they stand
there. It finds faults of a disk and stops no person. A write is one line, synced before anything
leaves. So a last line that does not end, or whose sum is wrong, is a write that was cut off: nobody
was sent it, it counts for nothing, and the next write takes its place. If it was sent and has
rotted since, the log has an event that the record lacks, which is reported. A wrong line further up
is reported, and nothing more is signed until its owner has asked the others (`adopt`); what the
other lines say binds them still.
"""

from __future__ import annotations

import os
import zlib
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.errors import KeyFileError, SecondTrigger
from pbem.files import make_folder, read_plain
from pbem.locks import lock
from pbem.log.disk import append_lines, beside, explaining
from pbem.log.event import Event, read_event

BYTES_MOST = 256 << 20
"""The limit of a record: it holds lines of one log, each once, as text in JSON, and their ids."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One signed event: number, predecessor, id and the whole line.

    If the event gives dice, ``on`` is the trigger's predecessor, with rulings between them passed
    over, ``trigger`` the trigger and
    ``asked`` its line: with it alone the record convicts who signs another one there. An entry
    without ``line`` adopts the head of another player's log after the record was lost, or strikes
    out: ``struck`` is the finding by which no reader can ever accept the event ``id``. ``found``:
    it was not signed with this record, and came in a part of a log before what it stands on. With
    ``on`` and without ``line`` it says no more than that these dice were given (`Record.gave`).
    """

    seq: int
    prev: str
    id: str
    line: str = ""
    on: str = ""
    trigger: str = ""
    asked: str = ""
    struck: str = ""
    found: bool = False


_BEGIN = b'{"crc32":'


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    crc32: int
    entry: msgspec.Raw


class Record:
    """The record of one player in one game, in ``path``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept: _Kept | None = None

    @property
    def entries(self) -> list[Entry]:
        """Every entry that is whole, oldest first."""
        return self._whole.entries

    @property
    def damaged(self) -> int | None:
        """The number, from 1, of the first line that cannot be read; None where there is none."""
        return self._whole.damaged

    @property
    def missing(self) -> bool:
        """Whether there is no record of this game, but for what was found of it."""
        return all(entry.found for entry in self.entries) and self.damaged is None

    @property
    def restored(self) -> bool:
        """Whether a backup brought this game, and nothing has come of it since."""
        return self._restored.exists()

    @property
    def _restored(self) -> Path:
        return self.path.with_suffix(".restored")

    def wait(self) -> None:
        """Sign nothing from now on, until `go_on`: a backup may lack what was signed after it."""
        with explaining(self._restored, "Writing"):
            make_folder(self.path.parent)
            self._restored.touch()

    def go_on(self) -> None:
        """Sign again: what the others have was imported, or the owner says so."""
        with explaining(self._restored, "Removing"):
            self._restored.unlink(missing_ok=True)

    @property
    def _whole(self) -> _Kept:
        if self._kept is None:
            self._kept = _read(self.path)
        return self._kept

    @property
    def began_again(self) -> bool:
        """Whether the record may lack something that was signed before it: see `adopt`."""
        return any(_is_adopted(entry) or entry.found for entry in self.entries)

    @property
    def ids(self) -> set[str]:
        """The ids of all events that are entered as signed, adopted or struck out."""
        return {entry.id for entry in self.entries if not _is_given_alone(entry)}

    def signed_on(self, prev: str) -> Entry | None:
        """Return what was signed on the predecessor with this id; None if nothing was."""
        return next((e for e in self._standing() if e.prev == prev and e.line), None)

    def _standing(self) -> list[Entry]:
        """Return what was signed or adopted, and not struck out."""
        struck = {entry.id for entry in self.entries if entry.struck}
        return [entry for entry in self.entries if entry.id not in struck]

    def check_trigger(self, on: str, trigger: str, by: str) -> None:
        """Check that no dice were given for another trigger at the same place.

        Dice that were struck out bind too: their keeper has seen the roll.

        Args:
            on: The last event before the trigger that is no ruling.
            trigger: The id of the trigger.
            by: The author of the trigger.

        Raises:
            SecondTrigger: Dice were given for another trigger.
        """
        for given in self.entries:
            if given.on != on or given.trigger == trigger:
                continue
            first = read_event(given.asked.encode()) if given.asked else None
            if first is not None and first.by != by:
                continue  # a ruling had put the one out, and the other writes in their stead
            where = "" if first is None else f" {first.seq}"
            raise SecondTrigger(
                f"{by} signed two different events{where} on one predecessor. You gave "
                "dice for the other one, so this one never gets any",
                given.asked,
            )

    def last(self) -> Entry | None:
        """Return the newest entry that stands, and was not found: more may lack beside that.

        None if there is none.
        """
        return next((e for e in reversed(self._standing()) if not e.found), None)

    def found(self) -> list[Entry]:
        """Return what was found, and stands, since the record began, newest first."""
        since = takewhile(lambda entry: not _is_adopted(entry), reversed(self._standing()))
        return [entry for entry in since if entry.found and entry.line]

    def add(
        self, event: Event, asked: Event | None = None, on: str = "", *, found: bool = False
    ) -> None:
        """Record an event; it is on disk when this returns.

        Args:
            event: The event.
            asked: If it gives dice, the trigger.
            on: The last event before the trigger that is no ruling. Otherwise the same orders would
                have a second roll after a harmless ruling.
            found: The event was found in a log, not signed now.

        Raises:
            LogFileError: The record cannot be written.
            KeyFileError: Another event on the same predecessor is recorded.
            SecondTrigger: Dice were given for another trigger.
        """
        entry = Entry(event.seq, event.prev, event.id, event.line.decode(), found=found)
        if asked is not None:
            entry = msgspec.structs.replace(
                entry, on=on or asked.prev, trigger=asked.id, asked=asked.line.decode()
            )
        with explaining(self.path, "Writing"):
            self._append(entry)

    def gave(self, dice: Event, asked: Event, on: str) -> None:
        """Record that own dice were given for a trigger, as a log shows it.

        Args:
            dice: The event with the dice.
            asked: The trigger.
            on: The last event before the trigger that is no ruling.

        Raises:
            LogFileError: The record cannot be written.
        """
        entry = Entry(
            dice.seq, "", dice.id, on=on, trigger=asked.id, asked=asked.line.decode(), found=True
        )
        with explaining(self.path, "Writing"):
            self._append(entry)

    def adopt(self, seq: int, head: str) -> None:
        """Begin again from the head of a log that the others have; ``seq``: its number."""
        with explaining(self.path, "Writing"):
            self._append(Entry(seq, "", head))

    def strike(self, event: Event, code: str) -> None:
        """Enter that ``event``, which no reader accepts by the finding ``code``, never counted.

        Whether that is so is for the caller to see: see `pbem.client.session.striking`.
        """
        with explaining(self.path, "Writing"):
            self._append(Entry(event.seq, "", event.id, struck=code))

    def _append(self, entry: Entry) -> None:
        make_folder(self.path.parent)
        with lock(beside(self.path, ".lock")):
            # Read again under the lock: another process of this player may have signed.
            self._kept = _read(self.path)
            twin = self.signed_on(entry.prev) if entry.line else None
            if twin is not None and twin.id != entry.id:
                raise KeyFileError(
                    f"you already signed event {twin.seq}, as {self.path} shows. Send that "
                    "one again: a second one would forfeit the game"
                )
            if entry.on and entry.line:
                asked = read_event(entry.asked.encode())
                self.check_trigger(entry.on, entry.trigger, asked.by)
            if entry.line:
                self.check_whole()
            line, before = _line_of(entry), self._kept
            if self.path.exists():
                os.truncate(self.path, before.size)
            append_lines(self.path, [line])
            damaged = None if _is_adopted(entry) else before.damaged
            size = before.size + len(line) + 1
            self._kept = _Kept([*before.entries, entry], damaged, size)

    def check_whole(self) -> None:
        """Raise KeyFileError if nobody knows what one of the lines says."""
        if self.damaged is not None:
            raise KeyFileError(
                f"line {self.damaged} of {self.path}, your signing record for this game, "
                "is damaged. Restore the file from a copy. If you have none, ask the "
                "other players for their log, and import it and what you mailed yourself "
                "with 'pbem take FILE --recovered'"
            )


class _Kept(NamedTuple):
    """The content of a record: its entries, a damaged line, and the bytes up to a bad end."""

    entries: list[Entry]
    damaged: int | None
    size: int


def _read(path: Path) -> _Kept:
    if not path.exists():
        return _Kept([], None, 0)
    # Bytes after the last line feed are a write that was cut off: nothing of it was sent.
    *lines, _cut_off = read_plain(path, BYTES_MOST, own=True).split(b"\n")
    entries, damaged, size = list[Entry](), list[int](), 0
    for number, line in enumerate(lines, 1):
        entry = _entry_in(line)
        # Two lines of which the end of one rotted are not one write.
        if entry is None and number == len(lines) and line.count(_BEGIN) < 2:
            break
        size += len(line) + 1
        if entry is None:
            damaged.append(number)
            continue
        if _is_adopted(entry):
            damaged.clear()  # its owner has asked the others, and begins again here
        entries.append(entry)
    return _Kept(entries, damaged[0] if damaged else None, size)


def _is_given_alone(entry: Entry) -> bool:
    return bool(entry.on) and not entry.line


def _is_adopted(entry: Entry) -> bool:
    return not (entry.line or entry.struck or entry.on)


def _line_of(entry: Entry) -> bytes:
    data = msgspec.json.encode(entry)
    return msgspec.json.encode(_Line(zlib.crc32(data), msgspec.Raw(data)))


def _entry_in(line: bytes) -> Entry | None:
    try:
        read = msgspec.json.decode(line, type=_Line)
        if zlib.crc32(read.entry) == read.crc32:
            return msgspec.json.decode(read.entry, type=Entry)
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    return None

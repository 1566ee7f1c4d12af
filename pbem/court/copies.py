"""Copies: every log that follows from the exhibits, with the exhibits that it follows from.

A log is a copy as it stands. A stretch that came by mail is joined to what it stands on; each side
of the proof of a fork is a log with one more event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path

import msgspec

from pbem.court.exhibits import Evidence, Exhibit
from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.files import open_plain, writing
from pbem.log.disk import explaining
from pbem.log.event import Event
from pbem.log.file import read_events, read_stretch, to_bytes
from pbem.log.finding import BadLog
from pbem.log.fork import read_fork

LOG = ".pbem"
_BLOCK = 1 << 20


class Copy(msgspec.Struct, frozen=True, kw_only=True):
    """A log: ``number``, 1 for ``C1``; ``digest`` of its bytes; ``name`` in the case's ``copies``.

    ``exhibits``: numbers of those that it follows from, any one of the ``alone`` by itself, and
    otherwise all together.
    """

    number: int
    digest: str
    name: str
    exhibits: tuple[int, ...]
    alone: bool

    @property
    def label(self) -> str:
        """What the verdict calls it."""
        return f"C{self.number}"


class Copies(msgspec.Struct):
    """All copies in order; ``files``: digest -> where its bytes lie now; ``unread``: sentences."""

    copies: list[Copy] = []
    files: dict[str, Path] = {}
    unread: list[str] = []

    def path(self, copy: Copy) -> Path:
        """Return the file with the bytes of a copy."""
        return self.files[copy.digest]


def copies_of(evidence: Evidence, within: Path) -> Copies:
    """Make every copy; what has to be written for it is written into the folder ``within``."""
    maker = _Maker(evidence, within)
    stretches = []
    for exhibit in evidence.of("log"):
        first = _first(evidence.path(exhibit))
        if first is None or first.seq == 0:
            maker.add(evidence.path(exhibit), exhibit.digest, [exhibit], first)
        else:
            stretches.append((exhibit, first))
    for exhibit in evidence.of("fork"):
        maker.fork(exhibit)
    # A stretch may stand on another one, so those with lower numbers are joined first.
    for exhibit, first in sorted(stretches, key=lambda one: (one[1].seq, one[0].number)):
        maker.stretch(exhibit, first)
    return maker.done()


class _Made(msgspec.Struct):
    """A copy in the making."""

    digest: str
    exhibits: list[int]
    alone: bool
    first: Event | None


class _Maker:
    def __init__(self, evidence: Evidence, within: Path) -> None:
        self._evidence = evidence
        self._within = within
        self._made: dict[str, _Made] = {}
        self._files: dict[str, Path] = {}
        self._unread: list[str] = []

    def add(self, path: Path, digest: str, of: Sequence[Exhibit], first: Event | None) -> None:
        """Add a log that stands in a file."""
        numbers = [one.number for one in of]
        known = self._made.get(digest)
        if known is None:
            self._made[digest] = _Made(digest, numbers, len(numbers) == 1, first)
            self._files[digest] = path
        elif known.alone and len(numbers) == 1:
            known.exhibits += [one for one in numbers if one not in known.exhibits]

    def fork(self, exhibit: Exhibit) -> None:
        """Add both sides of the proof of a fork, as logs."""
        try:
            fork = read_fork(self._evidence.path(exhibit))
        except (BadLog, LogFileError) as error:
            self._unread.append(f"{exhibit.label} proves no fork: {escape(str(error))}")
            return
        for event in (fork.a, fork.b):
            self._write(chain(fork.before, (event,)), [exhibit], fork.before[0])

    def stretch(self, exhibit: Exhibit, first: Event) -> None:
        """Join a stretch to the first copy that has the event which it stands on."""
        path = self._evidence.path(exhibit)
        for made in list(self._made.values()):
            if made.first is None or made.first.game_id != first.game:
                continue
            before = _up_to(self._files[made.digest], first)
            if before is None:
                continue
            base = [self._evidence.exhibits[one - 1] for one in made.exhibits]
            of = [*(base[:1] if made.alone else base), exhibit]
            try:
                after = list(read_stretch(path))
            except (BadLog, LogFileError) as error:
                self._unread.append(f"{exhibit.label} is a damaged stretch: {escape(str(error))}")
                return
            self._write(chain(before, after), of, made.first)
            return
        self._unread.append(
            f"{exhibit.label} begins with event {first.seq}, and no log that was handed in has "
            "the event before it: what stands in it could not be judged"
        )

    def _write(self, events: Iterator[Event], of: Sequence[Exhibit], first: Event) -> None:
        data = to_bytes(events)
        digest = sha256(data).hexdigest()
        path = self._within / f"{digest}{LOG}"
        if digest not in self._files:
            with explaining(path, "Writing"), writing(path) as file:
                file.write(data)
        self.add(path, digest, of, first)

    def done(self) -> Copies:
        """Number the copies in the order of the exhibits that they follow from."""
        order = sorted(self._made.values(), key=lambda one: (max(one.exhibits), one.digest))
        copies = [
            Copy(
                number=number,
                digest=made.digest,
                name=f"C{number}-{_known_as(made.first)}{LOG}",
                exhibits=tuple(sorted(made.exhibits)),
                alone=made.alone,
            )
            for number, made in enumerate(order, 1)
        ]
        return Copies(copies, self._files, self._unread)


def _known_as(first: Event | None) -> str:
    """Return a name for a file that says which game it is of, as far as that can be a name."""
    if first is None:
        return "no-log"
    rules = first.data.get("rules") if first.kind == "open" else None
    name = rules.get("name") if isinstance(rules, dict) else None
    known = isinstance(name, str) and name.isascii() and name.isalnum() and len(name) <= 32
    return f"{name if known else 'game'}-{first.game_id[:8]}"


def _first(path: Path) -> Event | None:
    """Return the first event of a log or stretch, None where there is none in form."""
    try:
        return next(read_stretch(path), None)
    except (BadLog, LogFileError):
        return None


def _up_to(path: Path, first: Event) -> list[Event] | None:
    """Return the events of a copy up to the one that ``first`` stands on, None if it has it not."""
    before: list[Event] = []
    try:
        for event in read_events(path):
            before.append(event)
            if event.seq == first.seq - 1:
                return before if event.id == first.prev else None
    except (BadLog, LogFileError):
        pass
    return None


def keep(copies: Copies, folder: Path) -> None:
    """Write every copy into the folder of a case; raises `LogFileError`."""
    for copy in copies.copies:
        where = folder / copy.name
        put(copies.path(copy), where)


def put(source: Path, where: Path) -> None:
    """Copy a plain file into one that is not there yet; raises `LogFileError`."""
    with (
        explaining(where, "Writing"),
        open_plain(source) as handle,
        writing(where, new=True) as file,
    ):
        while block := handle.read(_BLOCK):
            file.write(block)

"""Copies: every log that follows from the exhibits, with the exhibits that it follows from.

A log is a copy as it stands. A stretch that came by mail is joined to what it stands on; each side
of the proof of a fork is a log with one more event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path

import msgspec

from pbem.court.exhibits import Evidence, Exhibit
from pbem.court.shares import ALL_LOGS, Sitting, Work
from pbem.crypto.text import escape
from pbem.errors import LogFileError, UnforeseenError
from pbem.files import MIB, open_plain, read_plain, writing
from pbem.games import registry
from pbem.items import item
from pbem.log.chain import LOG_BYTES_MAX
from pbem.log.disk import explaining, of_the_system
from pbem.log.event import Event
from pbem.log.file import read_events, read_stretch, to_bytes
from pbem.log.finding import BadLog
from pbem.log.fork import read_fork
from pbem.mail.armor import BYTES_MOST
from pbem.mail.contents import tidied
from pbem.table.library import Library
from pbem.table.table import Table

LOG = ".pbem"
LOGS_MOST = 128 * MIB
"""Bytes of logs that are judged out of one file that was handed in, joined ones included.

A part of one line is joined to a whole log, and a small archive holds thousands of either.
"""
LOG_MOST = LOG_BYTES_MAX + MIB
"""Bytes of a file that is judged as a log: no log is longer, with what editors add.

A small archive can hold one that alone is more than a sitting may have.
"""
_BLOCK = 1 << 20


class Copy(msgspec.Struct, frozen=True, kw_only=True):
    """A log: ``number``, 1 for ``C1``; ``digest`` of its bytes; ``name`` in the case's ``copies``.

    ``exhibits``: numbers of those that it follows from, any one of the ``alone`` by itself, and
    otherwise all together; ``also``: numbers of those with which it follows in another way too.
    """

    number: int
    digest: str
    name: str
    exhibits: tuple[int, ...]
    alone: bool
    also: tuple[int, ...] = ()

    @property
    def label(self) -> str:
        """The label in the verdict."""
        return f"C{self.number}"


class Copies(msgspec.Struct):
    """All copies in order; ``files``: digest -> where its bytes lie now; ``unread``: sentences."""

    copies: list[Copy] = []
    files: dict[str, Path] = {}
    unread: list[str] = []

    def path(self, copy: Copy) -> Path:
        """Return the file with the bytes of a copy."""
        return self.files[copy.digest]


def copies_of(evidence: Evidence, within: Path, work: Work) -> Copies:
    """Make every copy; what has to be written for it is written into the folder ``within``.

    Raises FormError where all logs have too many bytes, or take too much ``work``.
    """
    unread: list[str] = []
    begins = list[tuple[Exhibit, Path, Event | None]]()
    for exhibit in evidence.of("log"):
        with _taking(exhibit, unread):
            path = _tidied(evidence.path(exhibit), within)
            begins.append((exhibit, path, _first(path)))
    stretches = [
        (one, path, first) for one, path, first in begins if first is not None and first.seq > 0
    ]
    maker = _Maker(evidence, within, [first for _, _, first in stretches], unread)
    maker.library.meters.append(work.count)
    for exhibit, path, first in begins:
        if first is None or first.seq == 0:
            with _taking(exhibit, unread):
                maker.whole(exhibit, path, first)
    for exhibit in evidence.of("fork"):
        with _taking(exhibit, unread):
            maker.fork(exhibit)
    if stretches:
        maker.look_elsewhere(
            {(event.game_id, event.id) for _, path, _ in stretches for event in _events(path)}
        )
    # A stretch may stand on another one, so those with lower numbers are joined first.
    for exhibit, path, first in sorted(stretches, key=lambda one: (one[2].seq, one[0].number)):
        with _taking(exhibit, unread):
            maker.stretch(exhibit, path, first)
    return maker.done()


@contextmanager
def _taking(exhibit: Exhibit, unread: list[str]) -> Iterator[None]:
    """Take one exhibit; report a failure of the program in ``unread``, and go on."""
    try:
        with item(exhibit.label):
            yield
    except UnforeseenError as error:
        if of_the_system(error):
            raise
        unread.append(str(error))


class _Made(msgspec.Struct):
    """A copy in the making."""

    digest: str
    exhibits: list[int]
    alone: bool
    first: Event | None
    also: list[int] = []


class _Maker:
    """Makes copies; ``firsts``: the first events of stretches, each of which stands on another.

    Each copy of their games is read once for the ids of these: thousands of stretches beside
    thousands of logs are no reason to read each log for each stretch. Signatures are verified only
    where such an event is found.
    """

    def __init__(
        self, evidence: Evidence, within: Path, firsts: Sequence[Event], unread: list[str]
    ) -> None:
        self.library = Library(registry.find)
        self._evidence = evidence
        self._within = within
        self._ends: dict[str, set[str]] = {}  # game -> ids of ends
        for first in firsts:
            self._ends.setdefault(first.game_id, set()).add(first.prev)
        self._elsewhere: frozenset[str] = frozenset()  # ends that no log of the game itself has
        self._having: dict[str, _Made] = {}  # id of an end -> the first copy that has it
        self._good: set[str] = set()  # ends before which that copy is good
        self._made: dict[str, _Made] = {}
        self._files: dict[str, Path] = {}
        self._unread = unread
        self._bytes = Counter[int]()  # of logs, by the number of the file that was handed in
        self._sitting = Sitting(evidence, "logs, and those that parts are joined to,", ALL_LOGS)

    def whole(self, exhibit: Exhibit, path: Path, first: Event | None) -> None:
        """Add a log as it was handed in."""
        if self._has_room(exhibit):
            self._count(exhibit, exhibit.size)
            self.add(path, path.stem, [exhibit], first)

    def _has_room(self, exhibit: Exhibit) -> bool:
        """Say whether a log is still judged, and report it as unread if it is not."""
        if exhibit.size > LOG_MOST:
            self._unread.append(
                f"{exhibit.label} was not judged: it has {exhibit.size:,} bytes, and no log is so "
                "long"
            )
            return False
        source = self._evidence.source(exhibit)
        if source is exhibit or self._bytes[source.number] <= LOGS_MOST:
            return True
        self._unread.append(
            f"{exhibit.label} was not judged: the logs in {source.label}, and those that parts in "
            f"it are joined to, have more than {LOGS_MOST // MIB} MiB"
        )
        return False

    def _count(self, exhibit: Exhibit, size: int) -> None:
        self._bytes[self._evidence.source(exhibit).number] += size
        self._sitting.count(exhibit, size)

    def add(self, path: Path, digest: str, of: Sequence[Exhibit], first: Event | None) -> None:
        """Add a log that stands in a file."""
        numbers = [one.number for one in of]
        known = self._made.get(digest)
        if known is None:
            made = self._made[digest] = _Made(digest, numbers, len(numbers) == 1, first)
            self._files[digest] = path
            if first is not None:
                self._look(made, self._elsewhere.union(self._ends.get(first.game_id, ())))
        elif known.alone and len(numbers) == 1:
            known.exhibits += [one for one in numbers if one not in known.exhibits]
        else:
            known.also += [one for one in numbers if one not in known.also]

    def _look(self, made: _Made, wanted: Set[str]) -> None:
        """Note which of these events a copy has, and which of them are good."""
        wanted -= self._good
        found = _among(self._files[made.digest], wanted, self.library) if wanted else ()
        for end, good in found:
            if end not in self._having or (good and end not in self._good):
                self._having[end] = made
            self._good |= {end} if good else set()

    def look_elsewhere(self, coming: Set[tuple[str, str]]) -> None:
        """Look for ends among logs of other games: a stretch may name a game that it is not of.

        Args:
            coming: Game and id of each event of the stretches, which are joined later.
        """
        every = {(game, end) for game, ends in self._ends.items() for end in ends}
        missing = frozenset(end for _, end in every - coming)
        self._elsewhere = missing - self._having.keys()
        for made in self._made.values():
            self._look(made, self._elsewhere)

    def fork(self, exhibit: Exhibit) -> None:
        """Add both sides of the proof of a fork, as logs."""
        if not self._has_room(exhibit):
            return
        self._count(exhibit, 2 * exhibit.size)
        try:
            fork = read_fork(self._evidence.path(exhibit))
        except (BadLog, LogFileError) as error:
            self._unread.append(f"{exhibit.label} does not prove a fork: {escape(str(error))}")
            return
        for event in (fork.a, fork.b):
            self._write(chain(fork.before, (event,)), [exhibit], fork.before[0])

    def stretch(self, exhibit: Exhibit, path: Path, first: Event) -> None:
        """Join a stretch to the first copy that has the event which it stands on.

        One that is good up to there comes before all others: an id says nothing of signatures, so
        anybody could hand in a damaged copy to keep the stretch from being judged.
        """
        if not self._has_room(exhibit):
            return
        made = self._having.get(first.prev)
        before = None if made is None else _up_to(self._files[made.digest], first)
        if made is None or made.first is None or before is None:
            self._unread.append(
                f"{exhibit.label} was not judged: it begins with event {first.seq}, and no log "
                "that was handed in has the event before it"
            )
            return
        self._count(exhibit, exhibit.size + sum(len(one.line) for one in before))
        base = [self._evidence.exhibits[one - 1] for one in made.exhibits]
        of = [*(base[:1] if made.alone else base), exhibit]
        after: list[Event] = []
        try:
            after.extend(read_stretch(path))
        except (BadLog, LogFileError) as error:
            # Its sender may have damaged it after what convicts them.
            self._unread.append(f"{exhibit.label} is a damaged part: {escape(str(error))}")
            if not after:
                return
        self._write(chain(before, after), of, made.first)

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
                also=tuple(sorted({*made.also} - {*made.exhibits})),
            )
            for number, made in enumerate(order, 1)
        ]
        return Copies(copies, self._files, self._unread)


def _tidied(path: Path, within: Path) -> Path:
    """Return a log without what editors and mail programs add, as mail is read; else the same.

    Line ends, blanks and marks at the ends are in no event, so nothing that is signed changes.
    """
    with explaining(path, "Reading"):
        if path.stat().st_size > BYTES_MOST:
            return path
        data = read_plain(path, BYTES_MOST)
    plain = tidied(data)
    if not data.rstrip(b" \t\r\x1a").endswith(b"\n"):
        plain = plain.removesuffix(b"\n")  # it breaks off in its last line
    if plain == data or not plain.strip():
        return path
    made = within / f"{sha256(plain).hexdigest()}{LOG}"
    if not made.exists():
        with explaining(made, "Writing"), writing(made) as file:
            file.write(plain)
    return made


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


def _among(path: Path, wanted: Set[str], library: Library) -> Iterator[tuple[str, bool]]:
    """Yield the ids of the events of a copy that are wanted, as far as it can be read.

    With each comes whether every signature up to there is good.
    """
    places = dict[str, int]()
    with suppress(BadLog, LogFileError):
        places.update(
            (event.id, at) for at, event in enumerate(read_events(path)) if event.id in wanted
        )
    good = _good(path, max(places.values()) + 1, library) if places else 0
    yield from ((end, at < good) for end, at in places.items())


def _good(path: Path, most: int, library: Library) -> int:
    """Return how many of the first events of a copy have good signatures."""
    table, good = Table(library, 1), 0
    with suppress(BadLog, LogFileError):
        for event in islice(read_events(path), most):
            table.take(event)
            good += 1
    return good


def _events(path: Path) -> Iterator[Event]:
    """Yield the events of a stretch, as far as it can be read."""
    with suppress(BadLog, LogFileError):
        yield from read_stretch(path)


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
    """Write every copy into the folder of a case.

    Raises:
        LogFileError: A copy cannot be written.
    """
    for copy in copies.copies:
        where = folder / copy.name
        put(copies.path(copy), where)


def put(source: Path, where: Path) -> None:
    """Copy a plain file into one that is not there yet.

    Raises:
        LogFileError: The file cannot be read, or the other one exists or cannot be written.
    """
    with (
        explaining(where, "Writing"),
        open_plain(source) as handle,
        writing(where, new=True) as file,
    ):
        while block := handle.read(_BLOCK):
            file.write(block)

"""Taking in one message: what it brings goes to the desk, what it means into the book."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from pbem.agent import notices
from pbem.agent.book import Book, Page, time_of
from pbem.agent.config import AgentConfig
from pbem.agent.inbox import Arrived
from pbem.agent.notices import Notice
from pbem.agent.origin import Origin, not_delivered, origin_of, words_of
from pbem.agent.quarantine import Quarantine, digest
from pbem.agent.rows import HeldRow
from pbem.desk import people
from pbem.desk.desk import Desk
from pbem.desk.posted import Posted, take_mail
from pbem.desk.sitting import sit
from pbem.desk.taking import Taken, Wish
from pbem.desk.umpiring import note_arrivals
from pbem.errors import PbemError
from pbem.log.disk import told
from pbem.mail.reading import MESSAGE_BYTES

HOUR = timedelta(hours=1)
KNOWN_MESSAGES, KNOWN_BYTES = 2000, 500 << 20
OTHER_MESSAGES, OTHER_BYTES = 200, 50 << 20
"""What is read in an hour of an address that is on a card here, and of all others together."""

HELD_FOR = timedelta(days=14)
"""How long a part of armor waits for the others."""

HELD_MOST = 200
"""So many messages wait at most; the oldest goes first."""

TOLD_AFTER = timedelta(hours=1)
"""Parts that came together are no news; those of which one is lost are."""

ROOM_LEFT = 1 << 20
"""What must be left for cards and the like, which are small."""

Found = Callable[[Taken, Origin], None]
"""Told of each log with a finding that is to be reported to the others, and where it came from."""


class Budget:
    """How much of whom was read within the last hour (docs/agent.md)."""

    def __init__(self, book: Book, known: set[str], now: datetime) -> None:
        self._known = known
        self._read: dict[str, list[int]] = {}
        for sender, count, size in book.read_since(now - HOUR):
            self._add(sender, count, size)

    def allows(self, sender: str, size: int) -> bool:
        """Whether another message of this sender may be read now; if so, it counts."""
        count, total = self._read.get(self._who(sender), [0, 0])
        mine = self._who(sender) != ""
        most, bytes_most = (KNOWN_MESSAGES, KNOWN_BYTES) if mine else (OTHER_MESSAGES, OTHER_BYTES)
        if count + 1 > most or total + size > bytes_most:
            return False
        self._add(sender, 1, size)
        return True

    def most_of(self, sender: str) -> int:
        """Return the bytes that are read of a sender in an hour."""
        return KNOWN_BYTES if self._who(sender) else OTHER_BYTES

    def _add(self, sender: str, count: int, size: int) -> None:
        read = self._read.setdefault(self._who(sender), [0, 0])
        read[0] += count
        read[1] += size

    def _who(self, sender: str) -> str:
        return sender if sender in self._known else ""


class Incoming:
    """Takes in messages for ``handle``.

    ``found`` is told what the agent has to report.
    """

    def __init__(
        self,
        desk: Desk,
        book: Book,
        handle: str,
        config: AgentConfig,
        *,
        quarantine: Quarantine,
        found: Found,
    ) -> None:
        self._desk = desk
        self._book = book
        self._handle = handle
        self._folder = desk.agent(handle)
        self._quarantine = quarantine
        self._config = config
        self._found = found

    def take(self, arrived: Arrived, budget: Budget, now: datetime) -> str | None:
        """Take in a message; return what came of it in a word, None where it must wait.

        Raises `GoneError`, `InboxError`, and StoreError where the book cannot be written.
        """
        if arrived.size > MESSAGE_BYTES:
            return self._too_large(arrived, "", MESSAGE_BYTES, now)
        data = arrived.load()
        origin = origin_of(data)
        if origin.token is not None and (row := self._book.ours(origin.token)) is not None:
            with self._book.writing() as page:
                if not page.sent(row, now):
                    page.tell(*notices.put_off(row.about, row.reason), now)
                page.saw(arrived, origin.sender, "our own copy", now)
            return "our own copy"
        most = budget.most_of(origin.sender)
        if len(data) > min(MESSAGE_BYTES, most):
            return self._too_large(arrived, origin.sender, min(MESSAGE_BYTES, most), now)
        if not budget.allows(origin.sender, arrived.size):
            return None
        return self._read(arrived, data, origin, now)

    def _too_large(self, arrived: Arrived, sender: str, most: int, now: datetime) -> str:
        said = (
            f"a message of {sender or 'somebody'} of {arrived.at:%Y-%m-%d} lies in the mailbox "
            f"unread: it is larger than the {most >> 20} MiB that are read"
        )
        return self._saw(arrived, sender, "too large", [(_key(arrived), said)], now)

    def _saw(
        self,
        arrived: Arrived,
        sender: str,
        what: str,
        news: Sequence[tuple[str, str]],
        now: datetime,
    ) -> str:
        with self._book.writing() as page:
            for key, text in news:
                page.tell(key, text, now)
            page.saw(arrived, sender, what, now)
        return what

    # --- reading -----------------------------------------------------------------------------

    def _read(self, arrived: Arrived, data: bytes, origin: Origin, now: datetime) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "message.eml"
            with told(path, "Writing"):
                path.write_bytes(data)
            posted = self._take([path])
            used: list[HeldRow] = []
            if posted.partial and not _logs(posted):
                used = self._book.held()
                posted = self._with_held(path, used, posted)
        whole = not posted.partial or bool(_logs(posted))
        damaged: list[Notice] = []
        try:
            note_arrivals(self._desk, posted.taken, arrived.at.date())
        except PbemError as error:  # a record that cannot be written holds up no mail
            damaged.append((f"days {error}", f"The umpire's record of days: {error}"))
        for taken in posted.taken:
            if taken.finding is not None and self._may_report(origin, taken):
                self._found(taken, origin)
        news = damaged + [
            (key, text.replace(f"{path}, ", "").replace(f"{path}: ", ""))
            for key, text in self._told(arrived, data, origin, posted, held=not whole)
        ]
        with self._book.writing() as page:
            for key, text in news:
                page.tell(key, text, now)
            if not whole:
                page.hold(arrived, data, now)
            elif used:
                page.let_go(used)
            what = _word(posted, held=not whole)
            page.saw(arrived, origin.sender, what, now)
        return what

    def _take(self, paths: Sequence[Path]) -> Posted:
        return take_mail(self._desk, paths, Wish(self._handle), save=self._kept())

    def _with_held(self, path: Path, held: Sequence[HeldRow], alone: Posted) -> Posted:
        """Read a part once more, together with the others that wait."""
        if not held:
            return alone
        others = []
        for number, row in enumerate(held):
            others.append(path.with_name(f"held-{number}.eml"))
            others[-1].write_bytes(row.data)
        together = self._take([path, *others])
        return together if _logs(together) else alone

    def _kept(self) -> Path | None:
        """Return where cards and the like are put, None where there is no room any more."""
        return self._folder / "kept" if self._quarantine.has_room(ROOM_LEFT) else None

    # --- what is told ------------------------------------------------------------------------

    def _told(
        self, arrived: Arrived, data: bytes, origin: Origin, posted: Posted, *, held: bool
    ) -> Iterator[Notice]:
        """Yield what the owner is to know about a message."""
        where = _where(arrived, origin)
        if origin.bounce:
            yield from self._bounced(data)
        for taken in posted.taken:
            if not taken.good:
                yield notices.refused(taken, where)
        for ordered in posted.orders:
            if ordered.handle == self._handle and not origin.automatic:
                key, text = notices.echo(ordered, where, digest(data))
                yield (f"own {key}" if origin.sender == self._config.told.lower() else key), text
        yield from self._words(data, origin, posted, where)
        for number, text in enumerate(posted.hints):
            yield f"hint {digest(data)} {number}", f"{where}: {text}"
        if not origin.automatic:
            for text in posted.others:
                yield f"kept {digest(data)} {digest(text.encode())}", f"{where}: {text}"
        if posted.wrong and not held and not _logs(posted) and not origin.bounce:
            yield self._quarantined(data, where, posted.wrong)

    def _bounced(self, data: bytes) -> Iterator[tuple[str, str]]:
        ids, why = not_delivered(data)
        for message_id in ids:
            row = self._book.of_message_id(message_id)
            if row is not None:
                yield notices.bounced(row.about, row.reason, why)

    def _quarantined(self, data: bytes, where: str, wrong: Sequence[str]) -> tuple[str, str]:
        why = "; ".join(wrong[:3])
        kept = self._quarantine.keep(data)
        return f"quarantine {digest(data)}", f"{where}: this could not be read ({why}); {kept}"

    def _may_report(self, origin: Origin, taken: Taken) -> bool:
        """Whether a finding goes to the others: a proof always, a fault of their own mail only.

        Anybody can damage a log and mail it here; that is no news to people who did not.
        """
        if not taken.game:
            return False
        try:
            others = sit(self._desk, taken.game, self._handle, light=True).others()
        except PbemError:  # the log here is damaged, which is told when it is looked at
            return False
        emails = {email.lower() for email in others.values() if email}
        return taken.proof is not None or origin.sender in emails

    def _words(self, data: bytes, origin: Origin, posted: Posted, where: str) -> Iterator[Notice]:
        """Yield what a person wrote, where the owner does not read this mailbox himself."""
        mine = self._config.told.lower()
        if mine == self._config.address.lower() or origin.bounce or origin.for_owner:
            return
        if origin.sender == mine:
            # Once for one question: what answers here may be a robot of the owner's.
            rows = [self._book.of_message_id(one) for one in origin.answers]
            asked = [row.reason for row in rows if row and row.reason.startswith("asked ")]
            if asked and not posted.orders and not origin.automatic:
                text = (
                    f"{where}: it has nothing between '#pbem NAME HANDLE' and '#end', so no orders "
                    "were read. Write them between these two lines, unquoted."
                )
                yield f"own none {asked[0]}", text
            return
        if origin.sender in known_addresses(self._desk) and not (origin.ours and _logs(posted)):
            lines = words_of(data)
            if lines:
                yield f"words {digest(data)}", "\n".join([f"{where}:", *lines])

    # --- parts that wait ---------------------------------------------------------------------

    def clean(self, now: datetime) -> None:
        """Tell of parts whose others do not come, and give up those that waited long enough."""
        held = self._book.held()
        with self._book.writing() as page:
            for row in held:
                if now - time_of(row.at) > TOLD_AFTER:
                    self._missing(page, row, now)
            over = max(0, len(held) - HELD_MOST)
            gone = [row for row in held[over:] if now - time_of(row.at) > HELD_FOR]
            page.let_go([*held[:over], *gone])

    def _missing(self, page: Page, row: HeldRow, now: datetime) -> None:
        origin = origin_of(row.data)
        page.tell(
            f"part {digest(row.data)}",
            f"the message of {origin.sender or 'somebody'} of {row.at[:10]}, "
            f"'{origin.subject}', is a part of a log; other parts have not come: ask for them "
            f"once more, or for the log as an attachment. It waits {HELD_FOR.days} days",
            now,
        )


def known_addresses(desk: Desk) -> set[str]:
    """Return the addresses on the cards here, in lower case."""
    return {card.email.lower() for card in people.cards(desk) if card.email}


def _logs(posted: Posted) -> list[Taken]:
    return [taken for taken in posted.taken if taken.status != "refused"]


def _word(posted: Posted, *, held: bool) -> str:
    if held:
        return "part"
    if posted.taken:
        return "log" if all(one.good for one in posted.taken) else "finding"
    if posted.orders or posted.others:
        return "read"
    return "quarantine" if posted.wrong else "nothing of pbem"


def _where(arrived: Arrived, origin: Origin) -> str:
    who = origin.sender or "somebody without an address"
    return f"Mail of {who} (as it says) of {arrived.at:%Y-%m-%d %H:%M}, '{origin.subject}'"


def _key(arrived: Arrived) -> str:
    return f"message {digest(f'{arrived.box} {arrived.key}'.encode())}"

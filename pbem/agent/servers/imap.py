"""A mailbox at an IMAP server (RFC 9051), with IDLE (RFC 2177) where the server has it."""

from __future__ import annotations

import imaplib
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import CapabilityError, LoginError
from imapclient.imap4 import IMAP4WithTimeout
from imapclient.tls import IMAP4_TLS

from pbem.agent.config import Imap
from pbem.agent.sender.heading import FIELDS
from pbem.agent.servers.failures import Secret, in_words
from pbem.agent.servers.mailbox import STALE_SECONDS, Arrived, GoneError, InboxError
from pbem.agent.servers.wire import Lines, Meter, TooMuchError
from pbem.crypto.text import escape
from pbem.errors import KeyFileError
from pbem.mail.reading import MESSAGE_BYTES

TIMEOUT = SocketTimeout(connect=30, read=120)
ANSWER_BYTES, ANSWER_SECONDS = 1 << 20, 120.0
"""The limits of a server's answer to a command, or to a few that belong together."""

LINE_BYTES = 1_000_000
"""The limit of one line, which may name a hundred thousand messages."""

BYTES_A_SECOND = 1 << 16
"""A server that gives a message more slowly does not work."""

SEARCHED_AT_ONCE = 50_000
"""Messages that one search goes through: their numbers fit into a line, however large they are."""

MESSAGES_MOST = 5_000_000
"""In a folder. The work of a search grows with it at each look."""

ASKED_AT_ONCE = 500
"""Messages whose size, date and headers are asked for in one command."""

HEADER_BYTES = 6144
HEADERS = f"BODY.PEEK[HEADER.FIELDS ({' '.join(FIELDS).upper()})]<0.{HEADER_BYTES}>"
"""PEEK: the owner's program still shows a message as new."""

LEFT_OUT_MOST = 10
"""Messages that a server cannot give are found one by one: so many in one look."""

WAIT_LEAST = 1.0
"""Seconds: who says at once and always that mail has come is not asked more often."""

_OWN_FOLDER = (
    "Give the agent its own folder ('folder' in agent.toml), and let your mail provider sort the "
    "mail of games into it"
)

UID_MOST, SIZE_MOST = (1 << 32) - 1, (1 << 63) - 1
"""Numbers that a message may have (RFC 9051, 2.3.1.1 and 9)."""


class _Counted:
    """An IMAP connection on which every answer has a size and a deadline."""

    sock: Any
    untagged_responses: Any

    def __init__(self, meter: Meter, *args: Any) -> None:
        self._meter = meter
        self._lines: Lines | None = None
        super().__init__(*args)

    @property
    def lines(self) -> Lines:
        """The input from the socket as it is now: STARTTLS makes another."""
        if self._lines is None or self._lines.sock is not self.sock:
            self._lines = Lines(self.sock, self._meter)
        return self._lines

    def read(self, size: int) -> bytes:
        return self.lines.read(size)

    def readline(self) -> bytes:
        return self.lines.readline(LINE_BYTES)


class _Plain(_Counted, IMAP4WithTimeout):  # type: ignore[misc]  # has no types
    pass


class _Tls(_Counted, IMAP4_TLS):  # type: ignore[misc]
    pass


class _Client(IMAPClient):  # type: ignore[misc]
    """`IMAPClient` on a counted connection, ``wire``."""

    def __init__(self, meter: Meter, *args: Any, **options: Any) -> None:
        self._meter = meter
        super().__init__(*args, **options)

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - its name there
        made: Any
        if self.ssl:
            made = _Tls(self._meter, self.host, self.port, self.ssl_context, TIMEOUT.connect)
        else:
            made = _Plain(self._meter, self.host, self.port, TIMEOUT.connect)
        self.wire = made
        return made  # type: ignore[no-any-return]


class _Look:
    """One look at the folder ``box``: how many messages were left out, and whether it is long."""

    def __init__(self, box: str) -> None:
        self.box = box
        self.left_out = 0
        self._began = time.monotonic()

    @property
    def is_long(self) -> bool:
        return time.monotonic() - self._began > ANSWER_SECONDS


class ImapInbox:
    """A folder at a server.

    ``secret`` returns the password, or the token where ``oauth``; it is asked at each connection,
    for a token expires.
    """

    def __init__(self, config: Imap, secret: Callable[[], str], *, oauth: bool = False) -> None:
        self._config = config
        self._secret = Secret(secret)
        self._oauth = oauth
        self._meter = Meter()
        self._client: Any = None
        self._context: ssl.SSLContext | None = None
        self._box = ""
        self._count = 0
        """Messages in the folder, as it was opened."""
        self._at_once = ASKED_AT_ONCE

    def new(self, since: datetime, seen: Callable[[str], set[str]]) -> Iterator[Arrived]:
        """Yield the messages of `Inbox.new`. Raises `InboxError`."""
        with self._reported():
            self._connected().noop()  # what came meanwhile belongs to the folder from now on
        # A server compares days in a zone of its own.
        day = (since - timedelta(days=1)).date()
        found: set[int] = set()
        for numbers in _stretches(self._count):
            with self._reported():
                said = self._connected().search([*numbers, "SINCE", day])
                found |= {_number(uid, 1, UID_MOST) for uid in said}
        box, known = self._box, seen(self._box)
        uids = [uid for uid in sorted(found) if str(uid) not in known]
        look = _Look(box)
        while uids:
            stretch, uids = uids[: self._at_once], uids[self._at_once :]
            yield from self._asked(stretch, look)
            self._at_once = min(ASKED_AT_ONCE, 2 * self._at_once)

    def _asked(self, uids: list[int], look: _Look) -> Iterator[Arrived]:
        """Yield messages by their headers; one that the server cannot give comes without any.

        It fails at all that are asked for together, so they are asked for again half by half, at
        the next look where each costs much. A caller that loads a message without headers learns
        why it is left out. Raises InboxError where the server does not work, or cannot give many.
        """
        try:
            with self._reported(len(uids) * HEADER_BYTES):
                answer = self._connected().fetch(uids, ["RFC822.SIZE", "INTERNALDATE", HEADERS])
                # If one is not there, somebody removed it meanwhile.
                arrived = [self._arrived(uid, answer[uid]) for uid in uids if uid in answer]
        except InboxError as error:
            half = len(uids) // 2
            if half and (look.is_long or isinstance(error.__context__, TooMuchError)):
                self._at_once = half
                raise
            with self._reported():
                self._connected().noop()
            if self._box != look.box or look.left_out == LEFT_OUT_MOST:
                raise
        else:
            yield from arrived
            return
        if half:
            yield from self._asked(uids[:half], look)
            yield from self._asked(uids[half:], look)
        else:
            look.left_out += 1
            yield self._arrived(uids[0], {})

    def _arrived(self, uid: int, about: dict[bytes, Any]) -> Arrived:
        date = about.get(b"INTERNALDATE") or datetime.now(UTC)
        size = _number(about.get(b"RFC822.SIZE", 0), 0, SIZE_MOST)
        load = partial(self._load, uid, size)
        return Arrived(self._box, str(uid), _utc(date), size, load, _headers(about))

    def _load(self, uid: int, size: int) -> bytes:
        with self._reported(min(size, MESSAGE_BYTES)):
            # PEEK: the owner's program still shows it as new.
            found = self._connected().fetch([uid], ["BODY.PEEK[]"]).get(uid, {})
            data = found.get(b"BODY[]")
        if not isinstance(data, bytes):
            raise GoneError(f"Message {uid} is no longer in the mailbox")
        return data

    def wait(self, seconds: float) -> None:
        """Wait by IDLE; a server without it is asked again and again. Raises `InboxError`."""
        began = time.monotonic()
        with self._reported():
            client = self._connected()
            try:
                client.idle()
            except CapabilityError:
                time.sleep(min(seconds, STALE_SECONDS))
                return
            client.wire.lines.wait(seconds)
            client.idle_done()
        time.sleep(max(0.0, min(seconds, WAIT_LEAST) - (time.monotonic() - began)))

    def close(self) -> None:
        """Log out."""
        client, self._client = self._client, None
        if client is not None:
            self._meter.allow(ANSWER_BYTES, ANSWER_SECONDS)
            with suppress(Exception):  # whatever it says: nothing is asked of it any more
                client.logout()
            _shut(client)

    def _connected(self) -> Any:
        if self._client is None:
            config = self._config
            context = self._trusting()
            self._meter.allow(ANSWER_BYTES, ANSWER_SECONDS)
            client = _Client(
                self._meter,
                config.host,
                config.port,
                ssl=config.security == "tls",
                ssl_context=context if config.security == "tls" else None,
                timeout=TIMEOUT,
                use_uid=True,
            )
            try:
                client.wire.debug = 0  # else every line is written for a log that nobody keeps
                client.normalise_times = False
                if config.security == "starttls":
                    client.starttls(context)
                # Only now, when the server has shown who it is; a command may take its time.
                secret = self._secret.now()
                self._meter.allow(ANSWER_BYTES, ANSWER_SECONDS)
                self._login(client, secret)
                chosen = client.select_folder(config.folder, readonly=True)
                validity = _number(chosen.get(b"UIDVALIDITY", 0), 0, UID_MOST)
                self._count = _number(chosen.get(b"EXISTS", 0), 0, UID_MOST)
            except BaseException:
                _shut(client)
                raise
            self._box = f"imap {config.user}@{config.host} {config.folder} {validity}"
            self._client = client
        return self._client

    def _trusting(self) -> ssl.SSLContext | None:
        """Return what certificates are checked by; loading those of the system takes a while."""
        if self._context is None and self._config.security != "none":
            self._context = ssl.create_default_context()
            if self._config.ca is not None:
                self._context.load_verify_locations(self._config.ca)
        return self._context

    def _login(self, client: Any, secret: str) -> None:
        if self._oauth:
            client.oauth2_login(self._config.user, secret)
        else:
            client.login(self._config.user, secret)

    @contextmanager
    def _reported(self, size: int = 0) -> Iterator[None]:
        """Turn whatever a server does into an `InboxError`, and begin again next time.

        ``size``: of what is asked for, beside what any answer may have.
        """
        where = escape(f"{self._config.user} at {self._config.host}")
        self._meter.allow(ANSWER_BYTES + size, ANSWER_SECONDS + size / BYTES_A_SECOND)
        if self._client is not None:
            self._client.wire.untagged_responses.clear()  # it keeps what nobody asked for
        try:
            yield
        except KeyFileError as error:
            raise InboxError(str(error)) from None
        except Exception as error:  # noqa: BLE001 - any answer, any error
            client, self._client = self._client, None
            if client is not None:
                _shut(client)
            what = "refuses the login" if isinstance(error, LoginError) else "cannot be read"
            said = in_words(error, self._secret)
            if self._count > SEARCHED_AT_ONCE:
                said = f"{said}. Its folder had {self._count:,} messages. {_OWN_FOLDER}"
            raise InboxError(f"The mailbox of {where} {what}: {said}") from None


def _stretches(count: int) -> Iterator[list[str]]:
    """Yield what says to a search which messages to go through, of so many: as a whole if few.

    By their places in the folder, for these have no gaps: numbers of messages may have large ones.
    Mail that comes meanwhile belongs to the last stretch. Raises InboxError.
    """
    if count > MESSAGES_MOST:
        raise InboxError(f"The mailbox folder has {count:,} messages. {_OWN_FOLDER}")
    firsts = range(1, count + 1, SEARCHED_AT_ONCE) if count > SEARCHED_AT_ONCE else []
    for first in firsts:
        last = first + SEARCHED_AT_ONCE - 1
        yield [f"{first}:{'*' if last >= count else last}"]
    if not firsts:
        yield []


def _shut(client: _Client) -> None:
    with suppress(Exception):  # the server may have closed it
        client.shutdown()


def _number(said: object, least: int, most: int) -> int:
    """Return a number of a server; raises ValueError where it is none that can be."""
    if not isinstance(said, int) or not least <= said <= most:
        raise ValueError("an impossible number")
    return said


def _headers(about: Mapping[bytes, object]) -> bytes:
    """Return the headers in an answer, whose name each server spells in its own way."""
    found = [value for name, value in about.items() if name.startswith(b"BODY[HEADER")]
    return b"".join(value for value in found if isinstance(value, bytes))[:HEADER_BYTES]


def _utc(date: datetime) -> datetime:
    return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)

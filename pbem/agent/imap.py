"""A mailbox at an IMAP server (RFC 9051), with IDLE (RFC 2177) where the server has it."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import CapabilityError, IMAPClientError, LoginError

from pbem.agent.config import Imap
from pbem.agent.inbox import STALE_SECONDS, Arrived, GoneError, InboxError
from pbem.agent.network import in_words
from pbem.crypto.text import escape
from pbem.errors import KeyFileError

TIMEOUT = SocketTimeout(connect=30, read=120)
ASKED_AT_ONCE = 500
"""Messages whose size and date are asked for in one command."""


class ImapInbox:
    """A folder at a server.

    ``secret`` returns the password, or the token where ``oauth``; it is asked at each connection,
    for a token expires.
    """

    def __init__(self, config: Imap, secret: Callable[[], str], *, oauth: bool = False) -> None:
        self._config = config
        self._secret = secret
        self._oauth = oauth
        self._client: Any = None
        self._box = ""

    def new(self, since: datetime, seen: Callable[[str], set[str]]) -> Iterator[Arrived]:
        """Yield the messages of `Inbox.new`."""
        with self._told():
            client = self._connected()
            client.noop()  # what came meanwhile belongs to the folder from now on
            # A server compares days in a zone of its own.
            day = (since - timedelta(days=1)).date()
            known = seen(self._box)
            uids = [uid for uid in sorted(client.search(["SINCE", day])) if str(uid) not in known]
        for at in range(0, len(uids), ASKED_AT_ONCE):
            with self._told():
                stretch = uids[at : at + ASKED_AT_ONCE]
                found = client.fetch(stretch, ["RFC822.SIZE", "INTERNALDATE"])
            for uid in stretch:
                about = found.get(uid)
                if about is None:  # somebody removed it meanwhile
                    continue
                date = about.get(b"INTERNALDATE") or datetime.now(UTC)
                size = about.get(b"RFC822.SIZE", 0)
                yield Arrived(self._box, str(uid), _utc(date), size, partial(self._load, uid))

    def _load(self, uid: int) -> bytes:
        with self._told():
            # PEEK: the owner's program still shows it as new.
            found = self._connected().fetch([uid], ["BODY.PEEK[]"]).get(uid, {})
        data = found.get(b"BODY[]")
        if not isinstance(data, bytes):
            raise GoneError(f"message {uid} has gone from the mailbox")
        return data

    def wait(self, seconds: float) -> None:
        """Wait by IDLE; a server without it is asked again and again."""
        with self._told():
            client = self._connected()
            try:
                client.idle()
            except CapabilityError:
                time.sleep(min(seconds, STALE_SECONDS))
                return
            client.idle_check(timeout=seconds)
            client.idle_done()

    def close(self) -> None:
        """Log out."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(IMAPClientError, OSError):
                client.logout()

    def _connected(self) -> Any:
        if self._client is None:
            config = self._config
            context = ssl.create_default_context()
            if config.ca is not None:
                context.load_verify_locations(config.ca)
            client: Any = IMAPClient(
                config.host,
                config.port,
                ssl=config.security == "tls",
                ssl_context=context if config.security == "tls" else None,
                timeout=TIMEOUT,
                use_uid=True,
            )
            try:
                client.normalise_times = False
                if config.security == "starttls":
                    client.starttls(context)
                self._login(client)
                chosen = client.select_folder(config.folder, readonly=True)
            except BaseException:
                with suppress(IMAPClientError, OSError):
                    client.shutdown()
                raise
            validity = chosen.get(b"UIDVALIDITY", 0)
            self._box = f"imap {config.user}@{config.host} {config.folder} {validity}"
            self._client = client
        return self._client

    def _login(self, client: Any) -> None:
        if self._oauth:
            client.oauth2_login(self._config.user, self._secret())
        else:
            client.login(self._config.user, self._secret())

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what server and network say into an `InboxError`, and begin anew next time."""
        where = escape(f"{self._config.user} at {self._config.host}")
        try:
            yield
        except KeyFileError as error:
            raise InboxError(str(error)) from None
        except (LoginError, IMAPClientError, OSError) as error:
            client, self._client = self._client, None
            if client is not None:
                with suppress(IMAPClientError, OSError):
                    client.shutdown()
            what = "does not let us in" if isinstance(error, LoginError) else "cannot be read"
            raise InboxError(f"the mailbox of {where} {what}: {in_words(error)}") from None


def _utc(date: datetime) -> datetime:
    return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)

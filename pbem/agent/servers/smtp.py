"""Sending by SMTP (RFC 5321), and knowing what became of a message."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn, Protocol

from pbem.agent.config import Server
from pbem.agent.servers.failures import Secret, in_words
from pbem.agent.servers.wire import PIECE_BYTES, Lines, Meter
from pbem.crypto.text import escape
from pbem.errors import KeyFileError, MailError

_DONE, _FORWARDED, _LATER, _NEVER, _NEVER_ABOVE = 250, 251, 400, 500, 599
"""Answers of a server (RFC 5321, 4.2)."""

_LEAST, _NO_CODE = 200, -1
"""A code below or above all codes is none: it says neither yes nor no."""

REPLY_BYTES, REPLY_SECONDS = 1 << 16, 120.0
"""The limits of one reply of a server."""

BYTES_A_SECOND = 1 << 16
"""A server that takes a message more slowly does not work."""


class NotSentError(MailError):
    """The server has not taken the message: ``for_good``, or it may be tried again."""

    def __init__(self, message: str, *, for_good: bool) -> None:
        super().__init__(message)
        self.for_good = for_good


class DoubtError(MailError):
    """The connection ended between the first byte and the answer: nobody knows yet."""


Refused = dict[str, NotSentError]
"""The refused recipients, by address, and why."""

Heard = Callable[[Refused], bytes]
"""Called with the server's word on each receiver, before sending; returns the message."""


class Outbound(Protocol):
    """A sender of messages."""

    def send(self, message: bytes, sender: str, to: Sequence[str], heard: Heard) -> Refused:
        """Send a message to all of ``to`` in one transaction, and return who was refused.

        ``sender`` and ``to``: addresses. The bytes that ``heard`` returns are sent, as long as
        ``message``.

        Raises:
            NotSentError: Nobody got it.
            DoubtError: Nobody knows whether somebody got it.
        """
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...


NAMELESS = "[127.0.0.1]"
"""The name that we give to a server. It writes the name into a header that everybody reads who gets
the mail. Without a name, Python looks up the name of the computer."""


class _Counted:
    """An SMTP connection on which every reply has a size and a deadline, and a message too."""

    sock: Any
    file: Any

    def __init__(self, meter: Meter, *args: Any, **options: Any) -> None:
        self._meter = meter
        super().__init__(*args, local_hostname=NAMELESS, **options)  # type: ignore[call-arg]  # of smtplib

    def getreply(self) -> tuple[int, bytes]:
        self._meter.allow(REPLY_BYTES, REPLY_SECONDS)
        if self.file is None and self.sock is not None:
            self.file = Lines(self.sock, self._meter)
        code, said = super().getreply()  # type: ignore[misc]  # of smtplib
        return (code, said) if _LEAST <= code <= _NEVER_ABOVE else (_NO_CODE, said)

    def send(self, s: Any) -> None:
        data = s.encode("ascii") if isinstance(s, str) else bytes(s)
        self._meter.allow(0, REPLY_SECONDS + len(data) / BYTES_A_SECOND)
        for at in range(0, len(data), PIECE_BYTES):
            if self.sock:
                self.sock.settimeout(self._meter.seconds())
            super().send(data[at : at + PIECE_BYTES])  # type: ignore[misc]


class _Plain(_Counted, smtplib.SMTP):
    pass


class _Tls(_Counted, smtplib.SMTP_SSL):
    pass


class Smtp:
    """A server that takes our mail; connected while there is something to send.

    ``secret`` returns the password, or the token where ``oauth``; None: no login.
    """

    def __init__(
        self, config: Server, secret: Callable[[], str] | None, *, oauth: bool = False
    ) -> None:
        self._config = config
        self._secret = Secret(secret)
        self._oauth = oauth
        self._meter = Meter()
        self._smtp: smtplib.SMTP | None = None
        self._context: ssl.SSLContext | None = None

    def send(self, message: bytes, sender: str, to: Sequence[str], heard: Heard) -> Refused:
        """Send as `Outbound` says.

        Raises:
            NotSentError: The server refused the message, or was lost before it.
            DoubtError: The connection was lost after the message: the server may have taken it.
        """
        smtp = self._connected()
        try:
            answers = self._addressed(smtp, len(message), sender, to)
        except NotSentError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the server says: no byte has left
            self.close()
            lost = f"{self._name()}: the connection was lost: {self._words(error)}"
            raise NotSentError(lost, for_good=False) from None
        refused = {
            one: NotSentError(self._said(one, code, said), for_good=_for_good(code))
            for one, (code, said) in answers.items()
        }
        message = heard(refused)
        try:
            self._given(smtp, message)
        except (NotSentError, DoubtError):
            raise
        except Exception as error:  # noqa: BLE001 - whatever the server says: some of it has left
            self.close()
            raise DoubtError(
                f"{self._name()}: the connection was lost: {self._words(error)}"
            ) from None
        return refused

    def _addressed(
        self, smtp: smtplib.SMTP, size: int, sender: str, to: Sequence[str]
    ) -> dict[str, tuple[int, bytes]]:
        """Name sender and receivers; return who was refused. Raises NotSentError if nobody is left.

        `smtplib.SMTP.sendmail` does the same and does not say where a connection was lost.
        """
        smtp.ehlo_or_helo_if_needed()
        options = [f"size={size}"] if smtp.has_extn("size") else []
        code, said = smtp.mail(sender, options)
        if code != _DONE:
            self._refused(code, self._said("the message", code, said))
        refused = {}
        for one in to:
            answer = smtp.rcpt(one)
            if answer[0] not in (_DONE, _FORWARDED):
                refused[one] = answer
        if len(refused) == len(to):
            worst = min(code for code, _ in refused.values())
            self._refused(worst, "; ".join(self._said(one, *refused[one]) for one in refused))
        return refused

    def _given(self, smtp: smtplib.SMTP, message: bytes) -> None:
        """Give the message; raises NotSentError for a refusal, DoubtError for no clear answer."""
        try:
            code, said = smtp.data(message)
        except smtplib.SMTPDataError as error:  # refused before the first byte of it
            code, said = error.smtp_code, _bytes(error.smtp_error)
            self._refused(code, self._said("the message", code, said))
        if code == _DONE:
            return
        if code < _LATER:
            self.close()
            none = f"gave no valid answer: {self._said('', code, said)}"
            raise DoubtError(f"{self._name()} {none}")
        self._refused(code, self._said("the message", code, said))

    def _refused(self, code: int, said: str) -> NoReturn:
        self.close()
        raise NotSentError(said, for_good=_for_good(code))

    def check(self) -> None:
        """Log in, and send nothing.

        Raises:
            NotSentError: The server refuses, or does not answer.
        """
        self._connected()

    def close(self) -> None:
        """Say goodbye."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with suppress(Exception):  # whatever it says: nothing is asked of it any more
                smtp.quit()
            with suppress(Exception):
                smtp.close()

    def _connected(self) -> smtplib.SMTP:
        if self._smtp is not None:
            with suppress(Exception):  # whatever it says: it is asked again
                if self._smtp.noop()[0] == _DONE:
                    return self._smtp
            self.close()
        try:
            self._smtp = self._connect()
        except smtplib.SMTPAuthenticationError as error:
            said = self._said(self._config.user, error.smtp_code, _bytes(error.smtp_error))
            raise NotSentError(
                f"{self._name()} refuses the login: {said}", for_good=False
            ) from None
        except KeyFileError as error:
            raise NotSentError(str(error), for_good=False) from None
        except Exception as error:  # noqa: BLE001 - whatever the server says
            wrong = f"{self._name()} cannot be reached: {self._words(error)}"
            raise NotSentError(wrong, for_good=False) from None
        return self._smtp

    def _connect(self) -> smtplib.SMTP:
        config, context = self._config, self._trusting()
        smtp: smtplib.SMTP
        if config.security == "tls":
            smtp = _Tls(
                self._meter, config.host, config.port, timeout=REPLY_SECONDS, context=context
            )
        else:
            smtp = _Plain(self._meter, config.host, config.port, timeout=REPLY_SECONDS)
        try:
            if config.security == "starttls":
                smtp.starttls(context=context)
            if self._secret.wanted:
                # Only now, when the server has shown who it is.
                self._login(smtp, self._secret.now())
        except BaseException:
            smtp.close()
            raise
        return smtp

    def _trusting(self) -> ssl.SSLContext:
        """Return what certificates are checked by; loading those of the system takes a while."""
        if self._context is None:
            self._context = ssl.create_default_context()
            if self._config.ca is not None:
                self._context.load_verify_locations(self._config.ca)
        return self._context

    def _login(self, smtp: smtplib.SMTP, secret: str) -> None:
        if not secret.isascii():
            raise KeyFileError(
                f"The password for {escape(self._config.host)} has letters that SMTP cannot send. "
                "Choose one of plain letters, digits and signs"
            )
        if not self._oauth:
            smtp.login(self._config.user, secret)
            return
        smtp.ehlo_or_helo_if_needed()
        said = f"user={self._config.user}\x01auth=Bearer {secret}\x01\x01"
        # A refused client gets a reason as a challenge, and answers it with nothing.
        smtp.auth("XOAUTH2", lambda challenge=None: said if challenge is None else "")

    def _name(self) -> str:
        return f"the mail server {escape(self._config.host)}"

    def _words(self, error: Exception) -> str:
        return in_words(error, self._secret)

    def _said(self, who: str, code: int, words: bytes) -> str:
        return f"{escape(who)}: {code} {self._secret.struck_from(words)}"


def _for_good(code: int) -> bool:
    return code >= _NEVER


def _bytes(words: bytes | str) -> bytes:
    return words if isinstance(words, bytes) else words.encode("utf-8", "replace")

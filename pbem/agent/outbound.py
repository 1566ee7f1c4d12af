"""Sending by SMTP (RFC 5321), and knowing what became of a message."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn, Protocol

from pbem.agent.config import Server
from pbem.agent.network import in_words
from pbem.crypto.text import escape
from pbem.errors import KeyFileError, MailError

_DONE, _FORWARDED, _LATER, _NEVER, _NEVER_ABOVE = 250, 251, 400, 500, 599
"""Answers of a server (RFC 5321, 4.2)."""

TIMEOUT_SECONDS = 120.0


class NotSentError(MailError):
    """The server has not taken the message: ``for_good``, or it may be tried again."""

    def __init__(self, message: str, *, for_good: bool) -> None:
        super().__init__(message)
        self.for_good = for_good


class DoubtError(MailError):
    """The connection ended between the first byte and the answer: nobody knows yet."""


class Outbound(Protocol):
    """What sends messages."""

    def send(self, message: bytes, sender: str, to: Sequence[str]) -> dict[str, NotSentError]:
        """Send a message to all of ``to`` in one transaction; return who was refused.

        Raises NotSentError where nobody got it, DoubtError where that cannot be told.
        """
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...


class Smtp:
    """A server that takes our mail; connected while there is something to send.

    ``secret`` returns the password, or the token where ``oauth``; None: no login.
    """

    def __init__(
        self, config: Server, secret: Callable[[], str] | None, *, oauth: bool = False
    ) -> None:
        self._config = config
        self._secret = secret
        self._oauth = oauth
        self._smtp: smtplib.SMTP | None = None
        self._context: ssl.SSLContext | None = None

    def send(self, message: bytes, sender: str, to: Sequence[str]) -> dict[str, NotSentError]:
        """Send as `Outbound` says."""
        smtp = self._connected()
        try:
            refused = self._addressed(smtp, message, sender, to)
        except (smtplib.SMTPException, OSError) as error:  # no byte of the message has left
            self.close()
            lost = f"{self._name()}: the connection was lost: {in_words(error)}"
            raise NotSentError(lost, for_good=False) from None
        try:
            self._given(smtp, message)
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise DoubtError(
                f"{self._name()}: the connection was lost: {in_words(error)}"
            ) from None
        return {
            one: NotSentError(_said(one, code, said), for_good=code >= _NEVER)
            for one, (code, said) in refused.items()
        }

    def _addressed(
        self, smtp: smtplib.SMTP, message: bytes, sender: str, to: Sequence[str]
    ) -> dict[str, tuple[int, bytes]]:
        """Name sender and receivers; return who was refused. Raises NotSentError if nobody is left.

        `smtplib.SMTP.sendmail` does the same and does not tell where a connection was lost.
        """
        smtp.ehlo_or_helo_if_needed()
        options = [f"size={len(message)}"] if smtp.has_extn("size") else []
        code, said = smtp.mail(sender, options)
        if code != _DONE:
            self._refused(code, _said("the message", code, said))
        refused = {}
        for one in to:
            answer = smtp.rcpt(one)
            if answer[0] not in (_DONE, _FORWARDED):
                refused[one] = answer
        if len(refused) == len(to):
            worst = min(code for code, _ in refused.values())
            self._refused(worst, "; ".join(_said(one, *refused[one]) for one in refused))
        return refused

    def _given(self, smtp: smtplib.SMTP, message: bytes) -> None:
        """Give the message; raises NotSentError for a refusal, DoubtError for no clear answer."""
        try:
            code, said = smtp.data(message)
        except smtplib.SMTPDataError as error:  # refused before the first byte of it
            self._refused(error.smtp_code, _said("the message", error.smtp_code, error.smtp_error))
        if code == _DONE:
            return
        if not _LATER <= code <= _NEVER_ABOVE:
            self.close()
            raise DoubtError(f"{self._name()} gave an answer that is none: {_said('', code, said)}")
        self._refused(code, _said("the message", code, said))

    def _refused(self, code: int, said: str) -> NoReturn:
        self.close()
        raise NotSentError(said, for_good=code >= _NEVER)

    def check(self) -> None:
        """Log in, and send nothing; raises NotSentError."""
        self._connected()

    def close(self) -> None:
        """Say goodbye."""
        smtp, self._smtp = self._smtp, None
        if smtp is not None:
            with suppress(smtplib.SMTPException, OSError):
                smtp.quit()
            smtp.close()

    def _connected(self) -> smtplib.SMTP:
        if self._smtp is not None:
            with suppress(smtplib.SMTPException, OSError):
                if self._smtp.noop()[0] == 250:
                    return self._smtp
            self.close()
        try:
            self._smtp = self._connect()
        except smtplib.SMTPAuthenticationError as error:
            said = _said(self._config.user, error.smtp_code, error.smtp_error)
            raise NotSentError(
                f"{self._name()} does not let us in: {said}", for_good=False
            ) from None
        except KeyFileError as error:
            raise NotSentError(str(error), for_good=False) from None
        except (smtplib.SMTPException, OSError) as error:
            told = f"{self._name()} cannot be reached: {in_words(error)}"
            raise NotSentError(told, for_good=False) from None
        return self._smtp

    def _connect(self) -> smtplib.SMTP:
        config, context = self._config, self._trusting()
        smtp: smtplib.SMTP
        if config.security == "tls":
            smtp = smtplib.SMTP_SSL(
                config.host, config.port, timeout=TIMEOUT_SECONDS, context=context
            )
        else:
            smtp = smtplib.SMTP(config.host, config.port, timeout=TIMEOUT_SECONDS)
        try:
            if config.security == "starttls":
                smtp.starttls(context=context)
            if self._secret is not None:
                self._login(smtp, self._secret())
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
        if not self._oauth:
            smtp.login(self._config.user, secret)
            return
        smtp.ehlo_or_helo_if_needed()
        said = f"user={self._config.user}\x01auth=Bearer {secret}\x01\x01"
        # Who is refused gets a reason as a challenge, and answers it with nothing.
        smtp.auth("XOAUTH2", lambda challenge=None: said if challenge is None else "")

    def _name(self) -> str:
        return f"the mail server {escape(self._config.host)}"


def _said(who: str, code: int, words: bytes | str) -> str:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return escape(f"{who}: {code} {' '.join(text.split())}")

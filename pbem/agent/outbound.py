"""Sending by SMTP (RFC 5321), and knowing what became of a message."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from pbem.agent.config import Server
from pbem.agent.network import in_words
from pbem.crypto.text import escape
from pbem.errors import MailError

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
            refused = smtp.sendmail(sender, list(to), message)
        except smtplib.SMTPRecipientsRefused as error:
            self.close()
            codes = [code for code, _ in error.recipients.values()]
            said = "; ".join(_said(one, *error.recipients[one]) for one in error.recipients)
            raise NotSentError(said, for_good=all(code >= 500 for code in codes)) from None
        except smtplib.SMTPResponseException as error:  # sender, data: an answer, and a clear one
            self.close()
            said = _said("the message", error.smtp_code, error.smtp_error)
            raise NotSentError(said, for_good=error.smtp_code >= 500) from None
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise DoubtError(
                f"{self._name()}: the connection was lost: {in_words(error)}"
            ) from None
        return {
            one: NotSentError(_said(one, code, said), for_good=code >= 500)
            for one, (code, said) in refused.items()
        }

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

"""The messages of servers and the network when something goes wrong, in words for people."""

from __future__ import annotations

import imaplib
import smtplib
import ssl
from collections.abc import Callable

from pbem.crypto.struck import strike
from pbem.crypto.text import escape
from pbem.errors import KeyFileError

READ, SHOWN = 4000, 300
"""Letters of what a server said that are looked at, and that are passed on."""

_SAID = (smtplib.SMTPException, imaplib.IMAP4.error)
"""Errors that may have words of a server; those of any other `OSError` are the system's."""


class Secret:
    """A password or a token; ``ask`` returns it, at each connection, for a token expires.

    None: the server wants none, and ``wanted`` is false.
    """

    def __init__(self, ask: Callable[[], str] | None) -> None:
        self.wanted = ask is not None
        self._ask = ask
        self._last: str | None = None

    def now(self) -> str:
        """Ask for it.

        Raises:
            KeyFileError: The keyring or the command has none.
        """
        self._last = "" if self._ask is None else self._ask()
        return self._last

    def struck_from(self, words: bytes | str) -> str:
        """Return what a server said as it may be passed on: without the secret, short, escaped.

        A server may know the secret from a connection of long ago, so it is asked for where it was
        not yet. If nobody has it, nothing is reported.
        """
        try:
            secret = self.now() if self._last is None else self._last
        except KeyFileError:
            return ""
        return sanitized(words, secret)


def in_words(error: Exception, secret: Secret) -> str:
    """Return what went wrong, and for the usual mistakes of a configuration what to do."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"its certificate is not trusted ({error.verify_message}). If that is intended, name a "
            "file with the certificate (--ca, or ca in agent.toml)"
        )
    if isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER":
        return "it does not start with TLS at this port. Try --starttls, or the port for TLS"
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "the certificate file (ca in agent.toml) does not exist"
    if isinstance(error, _SAID):
        return secret.struck_from(_words(error)) or type(error).__name__
    if not isinstance(error, OSError):
        # A library raised it at an answer that it does not expect: its words are for programmers.
        return f"its answer has an unknown form ({type(error).__name__})"
    return sanitized(_words(error), "") or type(error).__name__


def _words(error: Exception) -> bytes | str:
    """Return what a server, or the system, said."""
    said = error.args[0] if error.args else ""
    if isinstance(said, bytes):
        return said
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error)
    return text[2:-1] if text.startswith("b'") and text.endswith("'") else text


def sanitized(words: bytes | str, secret: str) -> str:
    """Return what a server said as it may be passed on: without the secret, short, escaped."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    text = text[:READ]
    text = " ".join(strike(text, [secret]).split())
    return escape(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")

"""What servers and the network say when something goes wrong, in words for people."""

from __future__ import annotations

import imaplib
import re
import smtplib
import ssl
from base64 import b64encode
from collections.abc import Callable

from pbem.crypto.text import escape
from pbem.errors import KeyFileError

READ, SHOWN = 4000, 300
"""Letters of what a server said that are looked at, and that are told on."""

RUN = 8
"""So many letters of a secret in a row are struck; of a shorter secret all of it."""

STRUCK = "***"
_HIT = re.compile(r"\0(?:\s*\0)*")
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
        """Ask for it; raises KeyFileError."""
        self._last = "" if self._ask is None else self._ask()
        return self._last

    def struck_from(self, words: bytes | str) -> str:
        """Return what a server said as it may be told on: without the secret, short, escaped.

        A server may know the secret from a connection of long ago, so it is asked for where it was
        not yet. Where nobody has it nothing is told on.
        """
        try:
            secret = self.now() if self._last is None else self._last
        except KeyFileError:
            return ""
        return told(words, secret)


def in_words(error: Exception, secret: Secret) -> str:
    """Return what went wrong, and for the usual mistakes of a configuration what to do."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return (
            f"its certificate is not trusted ({error.verify_message}): where that is meant, name a "
            "file with it (--ca, or ca in agent.toml)"
        )
    if isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER":
        return "it does not begin with TLS at this port: try --starttls, or the port for TLS"
    if isinstance(error, FileNotFoundError) and error.filename is None:
        return "a file of certificates (ca in agent.toml) is not there"
    if isinstance(error, _SAID):
        return secret.struck_from(_words(error)) or type(error).__name__
    if not isinstance(error, OSError):
        # What a library raises at an answer that it does not expect: its words are for programmers.
        return f"its answer has no form that is known ({type(error).__name__})"
    return told(_words(error), "") or type(error).__name__


def _words(error: Exception) -> bytes | str:
    """Return what a server, or the system, said."""
    said = error.args[0] if error.args else ""
    if isinstance(said, bytes):
        return said
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = str(error)
    return text[2:-1] if text.startswith("b'") and text.endswith("'") else text


def told(words: bytes | str, secret: str) -> str:
    """Return what a server said as it may be told on: without the secret, short, escaped."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    text = text[:READ]
    text = " ".join(without(text, secret).split())
    return escape(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")


def without(text: str, secret: str) -> str:
    """Return ``text`` with the secret struck, as it is or in base64, whole or cut, broken or not.

    Base64 of a text that a secret stands in depends on where it stands: there are three ways.
    """
    letters = list(text)
    at = [place for place, letter in enumerate(letters) if not letter.isspace()]
    line = "".join(letters[place] for place in at)
    for form in _forms(secret):
        run = min(RUN, len(form))
        for begin in range(len(form) - run + 1):
            found = line.find(form[begin : begin + run])
            while found >= 0:
                for place in at[found : found + run]:
                    letters[place] = "\0"
                found = line.find(form[begin : begin + run], found + 1)
    return _HIT.sub(STRUCK, "".join(letters))


def _forms(secret: str) -> list[str]:
    """Return a secret, and what stands of it in any base64 that has it."""
    plain = "".join(secret.split())
    forms = [plain, *(repr(plain)[1:-1],)] if plain else []
    data = secret.encode("utf-8", "surrogatepass")
    for before in range(3):
        coded = b64encode(bytes(before) + data).decode()
        # The first and the last letters depend on what stands beside the secret.
        inner = coded[-(-before * 8 // 6) : (before + len(data)) * 8 // 6]
        if len(inner) >= RUN:
            forms.append(inner)
    return forms

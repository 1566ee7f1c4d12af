"""What servers and the network say when something goes wrong, in words for people."""

from __future__ import annotations

import ssl

from pbem.crypto.text import escape


def in_words(error: Exception) -> str:
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
    said = error.args[0] if error.args else ""
    if isinstance(said, bytes):
        return escape(said.decode("utf-8", "replace"))
    if isinstance(error, OSError) and error.strerror:
        return escape(error.strerror)
    text = str(error)
    if text.startswith("b'") and text.endswith("'"):
        text = text[2:-1]
    return escape(text) or type(error).__name__

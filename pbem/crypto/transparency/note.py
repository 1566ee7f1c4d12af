"""Signed notes (c2sp.org/signed-note v1.0.0), with Ed25519: a text, and lines of signatures."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from hashlib import sha256
from typing import NamedTuple

from pbem.crypto import signing
from pbem.crypto.text import escape
from pbem.errors import FormError

NOTE_BYTES = 1 << 20
SIGNATURES_MAX = 64
"""More lines of signatures than a reader has to accept (16), and fewer than would cost time."""

ED25519, COSIGNATURE = 0x01, 0x04
_DASH = "\u2014"
_NO_NAME = frozenset(
    "+\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The characters that no name has, beside those up to the space: ``+``, and Unicode's other spaces.
"""

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
_ID_BYTES = 4
_LAST = "\ud7ff"
"""After it come surrogates, which UTF-8 has not, and what no name needs."""


class NoteKey(NamedTuple):
    """A signer of notes: a name without spaces and ``+``, the type of signatures, the key."""

    name: str
    kind: int
    key: bytes

    @property
    def id(self) -> bytes:
        """The four bytes by which signatures name the key."""
        named = self.name.encode() + b"\n" + bytes([self.kind]) + self.key
        return sha256(named).digest()[:_ID_BYTES]

    @property
    def text(self) -> str:
        """The key in one line (a *vkey*)."""
        return f"{self.name}+{self.id.hex()}+{encoded(bytes([self.kind]) + self.key)}"


class Note(NamedTuple):
    """A text that ends with a line feed; of each signature the name, the key's id, its bytes."""

    text: str
    signatures: tuple[tuple[str, bytes, bytes], ...]

    @property
    def bytes(self) -> bytes:
        """The note as it is written."""
        lines = (f"{_DASH} {name} {encoded(by + sig)}\n" for name, by, sig in self.signatures)
        return f"{self.text}\n{''.join(lines)}".encode()


def is_name(name: str) -> bool:
    """Say whether a text is a name of a key."""
    return bool(name) and min(name) > " " and max(name) <= _LAST and _NO_NAME.isdisjoint(name)


def encoded(data: bytes) -> str:
    """Return the standard Base 64 of RFC 4648."""
    return b64encode(data).decode("ascii")


def decoded(text: str) -> bytes:
    """Return what Base 64 says, in the one spelling that it has; raises FormError."""
    try:
        data = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        data = b""
    if encoded(data) != text:
        raise FormError("a part of it is not Base64")
    return data


def read_key(text: str) -> NoteKey:
    """Return the key of a *vkey* of Ed25519, for notes or for cosignatures; raises FormError."""
    name, _, rest = text.partition("+")
    shown, _, coded = rest.partition("+")
    data = decoded(coded)
    key = NoteKey(name, data[0] if data else 0, data[1:])
    if not is_name(name) or key.kind not in (ED25519, COSIGNATURE):
        raise FormError("write an Ed25519 key for notes as name+id+key")
    if shown != key.id.hex() or not signing.admissible_key(key.key):
        raise FormError(f"the key of {escape(name)} is damaged: its digits do not fit together")
    return key


def read_note(data: bytes) -> Note:
    """Return a note out of its bytes; raises FormError. Nothing of it is verified yet."""
    try:
        whole = data.decode("utf-8")
    except UnicodeDecodeError:
        raise FormError("a signed note must be UTF-8 text") from None
    text, between, last = whole.rpartition("\n\n")
    lines = last.removesuffix("\n").split("\n")
    if len(data) > NOTE_BYTES or not 0 < len(lines) <= SIGNATURES_MAX:
        raise FormError("a signed note must have a text and 1 to 64 signatures")
    if not between or not text or _CONTROL.search(whole) or not last.endswith("\n"):
        raise FormError("a signed note must have a text, an empty line and signatures")
    signatures = []
    for line in lines:
        dash, _, rest = line.partition(" ")
        name, _, coded = rest.partition(" ")
        if dash != _DASH or not is_name(name):
            raise FormError("only signatures may follow the text of a signed note")
        signed = decoded(coded)
        if len(signed) <= _ID_BYTES:
            raise FormError(f"the signature of {escape(name)} is cut off")
        signatures.append((name, signed[:_ID_BYTES], signed[_ID_BYTES:]))
    return Note(text + "\n", tuple(signatures))


def sign_note(text: str, key: NoteKey, seed: bytes) -> Note:
    """Return a note with one signature.

    Args:
        text: The text, with its last newline.
        key: The key.
        seed: The secret of that key, 32 bytes.

    Source: c2sp.org/signed-note.
    """
    return Note(text, ((key.name, key.id, signing.sign(seed, text.encode())),))


def is_signed(note: Note, key: NoteKey) -> bool:
    """Say whether a note is signed by ``key``.

    Signatures of other keys are ignored; where one by this key is wrong, nothing is signed.
    """
    mine = [sig for name, by, sig in note.signatures if (name, by) == (key.name, key.id)]
    return bool(mine) and all(signing.verify(key.key, note.text.encode(), sig) for sig in mine)

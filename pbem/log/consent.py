"""Consent to a replacement who would change a roll: a player's signed word (protocol section 8).

The file is one line: the canonical JSON of {v, game, prev, out, handle, sign, by, sig} and 0x0A.
``sig`` is over ``pbem/consent/v1``, a line feed and the canonical JSON of the fields but ``by`` and
``sig``: it is good for one ruling, on the event ``prev``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from pbem.crypto import canonical, digest, signing, text
from pbem.errors import FormError
from pbem.files import open_plain
from pbem.log.disk import explaining, write_new

if TYPE_CHECKING:
    from pathlib import Path

_VERSION = 1
_BYTES_MAX = 1024
_FIELDS = {"v", "game", "prev", "out", "handle", "sign", "by", "sig"}


class Replacement(msgspec.Struct, frozen=True, kw_only=True):
    """A replacement: ``handle`` with the signing key ``sign`` takes the place of ``out``.

    ``game`` and ``prev`` are ids (64 hex digits): the game, and the event the ruling stands on.
    """

    game: str
    prev: str
    out: str
    handle: str
    sign: str


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """The agreement of ``by`` (handle): ``sig`` is 128 hex digits, its signature not checked."""

    to: Replacement
    by: str
    sig: str


def consent_bytes(to: Replacement) -> bytes:
    """Return what a player signs who agrees."""
    fields = {"v": _VERSION, **msgspec.structs.asdict(to)}
    return digest.tagged("consent", canonical.encode(fields))


def agree(to: Replacement, *, by: str, seed: bytes) -> Agreed:
    """Agree to a replacement, with a signature.

    Args:
        to: The replacement.
        by: The handle of the player who agrees.
        seed: That player's secret signing key, 32 bytes.
    """
    return Agreed(to=to, by=by, sig=signing.sign(seed, consent_bytes(to)).hex())


def write_consent(path: Path, agreed: Agreed) -> None:
    """Write a new file. Raises `LogFileError` where the file is there already."""
    fields = {"v": _VERSION, **msgspec.structs.asdict(agreed.to), "by": agreed.by}
    write_new(path, canonical.encode({**fields, "sig": agreed.sig}) + b"\n", shared=True)


def read_consent(path: Path) -> Agreed:
    """Read a file, its signature unchecked. Raises FormError, and `LogFileError`."""
    with explaining(path, "Reading"), open_plain(path) as handle:
        data = handle.read(_BYTES_MAX + 2)
    try:
        return _from_bytes(data)
    except FormError as error:
        raise FormError(f"{path} is not a consent: {error}") from None


def _from_bytes(data: bytes) -> Agreed:
    if not data.endswith(b"\n"):
        raise FormError("it is not one whole line. Ask its sender for it again")
    fields = canonical.decode(data[:-1], _BYTES_MAX)
    if not isinstance(fields, dict) or fields.keys() != _FIELDS:
        raise FormError("its fields are not by, game, handle, out, prev, sig, sign and v")
    if type(fields["v"]) is not int or fields.pop("v") != _VERSION:
        raise FormError("it has another version. Install a newer release")
    for name, n_bytes in (("game", 32), ("prev", 32), ("sign", 32), ("sig", 64)):
        text.check_hex(fields[name], n_bytes)
    for name in ("out", "handle", "by"):
        text.check_name(fields[name], "handle")
    by, sig = fields.pop("by"), fields.pop("sig")
    return Agreed(to=Replacement(**fields), by=by, sig=sig)

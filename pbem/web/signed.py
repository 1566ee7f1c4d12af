"""A release of a folder, signed by the owner of a site, which the service worker checks.

``signed.json`` has the SHA-256 of ``files.json``, the number of the release, the keys that may sign
the next one, and signatures: Ed25519 over a line and the canonical text of those three. A browser
that has a release takes only one with a greater number, signed by a key that its own release names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from pbem.crypto import canonical
from pbem.crypto.signing import sign as signature
from pbem.crypto.signing import verify
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.identity.files import write_atomically
from pbem.identity.identity import Identity
from pbem.web.build import SIGNED, check, listed_in
from pbem.web.packages import MOST

BEGINNING = b"pbem/folder/v1\n"


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signed release: ``keys``: who may sign the next one; ``sigs``: key -> signature."""

    digest: str
    keys: list[str]
    number: int
    sigs: dict[str, str]


def text_of(digest: str, keys: Sequence[str], number: int) -> bytes:
    """Return what is signed: the fields of `Release` without its signatures."""
    said = {"digest": digest, "keys": list(keys), "number": number}
    return BEGINNING + canonical.encode(said)


def sign(folder: Path, identity: Identity, number: int, others: Sequence[str] = ()) -> Release:
    """Sign a folder as a release, and write ``signed.json`` into it.

    Args:
        folder: A folder that is whole.
        identity: The signer.
        number: Greater than that of any release before.
        others: More keys that may sign the next release.

    Raises:
        FormError: The folder is not whole, or has a release that is not older.
    """
    digest, own = check(folder), identity.sign_public.hex()
    before = release_of(folder)
    if number < 1 or (before is not None and before.digest != digest and number <= before.number):
        raise FormError("The number of a release is greater than that of the release before.")
    keys = sorted({own, *others})
    sig = signature(identity.sign_seed, text_of(digest, keys, number)).hex()
    made = Release(digest, keys, number, {own: sig})
    write_atomically(folder / SIGNED, canonical.encode(made) + b"\n", overwrite=True)
    (folder / SIGNED).chmod(0o644)  # as `pbem.web.build` does: a web server reads it
    return made


def release_of(folder: Path) -> Release | None:
    """Return the signed release of a folder; None where it is not signed.

    Raises FormError where its file is damaged, or no signature is good.
    """
    try:
        return read_release(read_plain(folder / SIGNED, MOST), str(folder / SIGNED))
    except FileNotFoundError:
        return None


def read_release(data: bytes, shown: str) -> Release:
    """Return a signed release from the bytes of its file, which messages call ``shown``.

    Raises FormError where they are damaged, or no signature is good.
    """
    try:
        made = canonical.decode_as(data.removesuffix(b"\n"), Release)
    except FormError:
        raise FormError(f"{shown} is damaged. Sign the folder again.") from None
    text = text_of(made.digest, made.keys, made.number)
    if not made.sigs or not all(_is_good(key, text, sig) for key, sig in made.sigs.items()):
        raise FormError(f"{shown} has no good signature. Sign the folder again.")
    return made


def release_here(folder: Path) -> tuple[str, Release | None]:
    """Return the digest of a folder, and the release as which it is signed; None: it is not.

    Raises FormError where the folder is not whole, or somebody signed another one.
    """
    digest, release = check(folder), release_of(folder)
    if release is not None and release.digest != digest:
        raise FormError(
            f"{folder / SIGNED} is the signature of another folder. Download the site again. If it "
            "stays so, trust no file of it"
        )
    return digest, release


def check_alike(name: str, files: Mapping[str, str], own: Path) -> None:
    """Raise FormError where the files of a site are not those of one's own folder, which is whole.

    Args:
        name: The name of the site in messages.
        files: The files of the site, each with its SHA-256.
        own: One's own folder.
    """
    release_here(own)
    wrong = sorted({one for one, _ in files.items() ^ listed_in(own).items()})
    if wrong:
        raise FormError(
            f"{name} is not the same as {own}: {', '.join(wrong)}. Build the release that the site "
            "says it has. If it still differs, do not use the site"
        )


def check_signer(name: str, release: Release | None, key: str, handle: str) -> None:
    """Raise FormError where a release is not signed by a key, which is that of ``handle``.

    ``name``: that of the site, for messages. ``release``: None for one that nobody signed. ``key``:
    in hex digits.
    """
    if release is None or key not in release.sigs:
        raise FormError(f"{name} is not signed by {handle}. Do not use it, and ask {handle}")


def _is_good(key: str, text: bytes, sig: str) -> bool:
    try:
        return verify(bytes.fromhex(key), text, bytes.fromhex(sig))
    except ValueError:  # no hex digits, or no key
        return False

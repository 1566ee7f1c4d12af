"""The key file: one identity, encrypted under a passphrase.

The file is ASCII text::

    pbem key file v2
    handle: NAME
    salt: 16 bytes in hex
    three blocks BEGIN ENCRYPTED PRIVATE KEY (PKCS#8, PEM)
    signed: Ed25519 signature in hex

The blocks hold, in this order, the Ed25519 signing key, the X25519 box key, and the master secret
as an Ed25519 key that signs nothing. They are encrypted by ``cryptography`` (PBES2, AES-256). Its
own derivation from a passphrase is cheap to guess (2,048 rounds of PBKDF2), so what it gets as
passphrase is scrypt of the person's, in hex. The first line says what scrypt costs: v1, which
releases up to 1.0.0 wrote, N = 2^15, and v2 N = 2^17. No other cost can be asked for. A block says
itself how it was encrypted; only what stands here is done, for who wrote a file could ask for 2^31
rounds. PKCS#8 does not authenticate: the last line does, by a signature over ``pbem/key-file/v1``,
a line feed and everything above that line.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import b64decode
from pathlib import Path
from secrets import token_bytes

from pbem.crypto.backend import keys
from pbem.crypto.digest import tagged
from pbem.crypto.signing import sign, verify
from pbem.errors import FormError, KeyFileError, OpenToOthers
from pbem.files import read_plain, require_own_folder
from pbem.identity.files import write_atomically
from pbem.identity.identity import Identity
from pbem.system import allows_others

MAX_BYTES = 8_192
"""No key file is longer; about 900 bytes are usual."""
PASSPHRASE_BYTES = 1_024
"""Longest passphrase in UTF-8."""

# The cost of scrypt, by the version of the file. Since 2: 128 MiB and some four tenths of a second
# for each guess; in 1 it was a quarter.
_SCRYPT_N = {"1": 2**15, "2": 2**17}
_SCRYPT_R = 8
WRITTEN = "2"
"""The version that is written; the tests of all else give another here, and nobody else can."""
SHORT = 12
"""The fewest letters of a new passphrase; older files open with what they have."""
_SALT_BYTES = 16
_OTHERS = 0o077

_BLOCK = (
    r"-----BEGIN ENCRYPTED PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+"
    r"-----END ENCRYPTED PRIVATE KEY-----\n"
)
_FILE = re.compile(
    r"(pbem key file v([12])\nhandle: ([a-z0-9._-]{1,32})\nsalt: ([0-9a-f]{32})\n"
    rf"({_BLOCK})({_BLOCK})({_BLOCK}))signed: ([0-9a-f]{{128}})\n"
)


# EncryptedPrivateKeyInfo (RFC 5958) with PBES2 (RFC 8018): PBKDF2 of 2,048 rounds of HMAC-SHA-256,
# AES-256-CBC, and 64 bytes, which are a PKCS#8 key of 48 and its padding.
_DER = re.compile(
    re.escape(
        bytes.fromhex("3081a3305f06092a864886f70d01050d3052303106092a864886f70d01050c30240410")
    )
    + rb".{16}"
    + re.escape(bytes.fromhex("02020800300c06082a864886f70d02090500301d060960864801650304012a0410"))
    + rb".{16}"
    + re.escape(bytes.fromhex("0440"))
    + rb".{64}",
    re.DOTALL,
)


def save(identity: Identity, path: Path, passphrase: str, *, overwrite: bool = False) -> None:
    """Write an identity to a file of mode 0600, encrypted under a passphrase.

    A missing folder is made with mode 0700.

    Args:
        identity: The identity.
        path: The key file.
        passphrase: The passphrase.
        overwrite: Replace a file that is there.

    Raises:
        KeyFileError: A file is there, the passphrase is empty or too long, others may write into
            the folder, or the system refuses.
    """
    salt = token_bytes(_SALT_BYTES)
    password = _stretch(passphrase, salt, WRITTEN)
    blocks = [
        keys.lock("ed25519", identity.sign_seed, password),
        keys.lock("x25519", identity.box_secret, password),
        keys.lock("ed25519", identity.master, password),
    ]
    head = f"pbem key file v{WRITTEN}\nhandle: {identity.handle}\nsalt: {salt.hex()}\n"
    text = head + "".join(blocks)
    signature = sign(identity.sign_seed, _signed_bytes(text))
    _check_folder(path)
    write_atomically(path, f"{text}signed: {signature.hex()}\n".encode(), overwrite=overwrite)


def load(path: Path, passphrase: str) -> Identity:
    """Return the identity in the key file ``path``.

    Raises `KeyFileError`: the file is missing, readable by others, mangled, cut short or altered,
    or the passphrase is wrong.
    """
    text, version, handle, salt, *blocks, signature = _parts(path)
    password = _stretch(passphrase, bytes.fromhex(salt), version)
    try:
        identity = Identity(handle, *(keys.unlock(block, password) for block in blocks))
    except (ValueError, FormError):
        # Encryption without authentication cannot distinguish the two.
        raise KeyFileError(f"Wrong passphrase for {path}, or the file is damaged.") from None
    if not verify(identity.sign_public, _signed_bytes(text), bytes.fromhex(signature)):
        raise KeyFileError(f"{path} was changed after it was written. Restore it from a copy.")
    return identity


def is_short(passphrase: str) -> bool:
    """Say whether a passphrase is so short that anyone who has the file may find it by trying."""
    return len(passphrase) < SHORT


def check(path: Path) -> None:
    """Raise `KeyFileError` where no passphrase could open the key file ``path``."""
    _parts(path)


def _parts(path: Path) -> tuple[str, ...]:
    """Return what stands in a key file: signed text, version, handle, salt, blocks, signature."""
    parts = _FILE.fullmatch(_read(path))
    if parts is None:
        raise KeyFileError(f"{path} is not a key file, or is damaged. Restore it from a copy.")
    if not all(map(_as_we_encrypt, parts.groups()[4:7])):
        raise KeyFileError(
            f"{path} is not encrypted the way pbem does it, so pbem does not open it. Restore it "
            "from a copy."
        )
    return parts.groups()


def change_passphrase(path: Path, old: str, new: str) -> None:
    """Encrypt a key file under a new passphrase.

    Copies made before still open with the old one.

    Args:
        path: The key file.
        old: The passphrase until now.
        new: The new passphrase.

    Raises:
        KeyFileError: As `load` and `save`.
    """
    save(load(path, old), path, new, overwrite=True)


def _read(path: Path) -> str:
    """Return the text of the file, or an empty one where it cannot be that of a key file."""
    _check_folder(path)
    try:
        if mode := allows_others(path.stat(), _OTHERS):
            raise KeyFileError(
                f"Other users can read {path} (mode {mode:04o}). Run chmod 600 on it. If somebody "
                "may have copied it, create new keys."
            )
        data = read_plain(path, MAX_BYTES, own=True)
    except OpenToOthers as error:
        raise KeyFileError(str(error)) from None
    except OSError as error:
        raise KeyFileError(f"{path} cannot be read: {error.strerror}.") from error
    return data.decode("ascii") if data.isascii() else ""


def _check_folder(path: Path) -> None:
    # Anyone who may write into the folder can put another file in the place of this one.
    try:
        require_own_folder(path.parent)
    except OpenToOthers as error:
        raise KeyFileError(str(error)) from None


def _stretch(passphrase: str, salt: bytes, version: str) -> bytes:
    # The same words typed on two systems may differ in how accents are composed.
    try:
        words = unicodedata.normalize("NFC", passphrase).encode()
    except UnicodeEncodeError:
        raise KeyFileError("The passphrase has characters that are not valid text.") from None
    if not 1 <= len(words) <= PASSPHRASE_BYTES:
        raise KeyFileError(f"A passphrase must have 1 to {PASSPHRASE_BYTES} bytes.")
    return keys.scrypt(words, salt, _SCRYPT_N[version], _SCRYPT_R).hex().encode()


def _as_we_encrypt(block: str) -> bool:
    """Whether a block is DER of exactly the algorithms, rounds and lengths that `save` writes."""
    lines = block.splitlines()[1:-1]
    try:
        der = b64decode("".join(lines), validate=True)
    except ValueError:
        return False
    return _DER.fullmatch(der) is not None


def _signed_bytes(text: str) -> bytes:
    return tagged("key-file", text.encode("ascii"))

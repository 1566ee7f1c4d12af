"""Keys derived and locked inside a browser.

Libsodium has scrypt; noble has HKDF, PBKDF2 and AES. The page's worker offers them as the module
``pbem_keys`` (`pbem/web/page/crypto.js`). A block is DER of one form, byte for byte as
``cryptography`` writes it, so key files open on both sides.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from secrets import token_bytes
from textwrap import wrap
from typing import Literal

import pbem_keys as functions  # type: ignore[import-not-found,unused-ignore]

Kind = Literal["ed25519", "x25519"]
"""The purpose of a locked key."""

_ROUNDS = 2048
_SALT = 16
_LINE = 64
_HEAD = bytes.fromhex("3081a3305f06092a864886f70d01050d3052303106092a864886f70d01050c30240410")
_MIDDLE = bytes.fromhex("02020800300c06082a864886f70d02090500301d060960864801650304012a0410")
_END = bytes.fromhex("0440")
# PrivateKeyInfo (RFC 5958) with the object identifiers of RFC 8410.
_PLAIN = {
    "ed25519": bytes.fromhex("302e020100300506032b657004220420"),
    "x25519": bytes.fromhex("302e020100300506032b656e04220420"),
}
_BEGIN, _STOP = (f"-----{word} ENCRYPTED PRIVATE KEY-----\n" for word in ("BEGIN", "END"))


def scrypt(password: bytes, salt: bytes, n: int, r: int) -> bytes:
    """Return 32 bytes of a password by scrypt with p = 1 (RFC 7914).

    ``n``: the cost. ``r``: the size of a block.
    """
    return bytes(functions.scrypt(password, salt, n, r).to_bytes())


def hkdf(secret: bytes, info: bytes) -> bytes:
    """Return 32 bytes by HKDF-SHA256 without salt (RFC 5869); ``info``: their purpose."""
    return bytes(functions.hkdf(secret, info).to_bytes())


def lock(kind: Kind, secret: bytes, password: bytes) -> str:
    """Return a secret key of 32 bytes as an encrypted PKCS#8 block, in PEM.

    Source: RFC 5958, RFC 8018.
    """
    salt, iv = token_bytes(_SALT), token_bytes(_SALT)
    key = functions.pbkdf2(password, salt, _ROUNDS)
    locked = functions.encrypt(key, iv, _PLAIN[kind] + secret).to_bytes()
    der = _HEAD + salt + _MIDDLE + iv + _END + locked
    lines = wrap(b64encode(der).decode("ascii"), _LINE)
    return _BEGIN + "".join(f"{line}\n" for line in lines) + _STOP


def unlock(block: str, password: bytes) -> bytes:
    """Return the secret key in a block that `lock` made; raises ValueError where it does not open.

    Without authentication, a wrong password may also open it to other bytes.
    """
    der = b64decode("".join(block.splitlines()[1:-1]), validate=True)
    salt, rest = der[len(_HEAD) :][:_SALT], der[len(_HEAD) + _SALT + len(_MIDDLE) :]
    key = functions.pbkdf2(password, salt, _ROUNDS)
    found = functions.decrypt(key, rest[:_SALT], rest[_SALT + len(_END) :])
    plain = b"" if found is None else bytes(found.to_bytes())
    for head in _PLAIN.values():
        if plain.startswith(head) and len(plain) == len(head) + 32:
            return plain[len(head) :]
    raise ValueError("the block does not open")

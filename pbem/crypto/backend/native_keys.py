"""Keys derived and locked by ``cryptography``, loaded when it is needed: it takes long."""

from __future__ import annotations

from typing import Literal

Kind = Literal["ed25519", "x25519"]
"""The purpose of a locked key."""


def scrypt(password: bytes, salt: bytes, n: int, r: int) -> bytes:
    """Return 32 bytes of a password by scrypt with p = 1 (RFC 7914).

    ``n``: the cost. ``r``: the size of a block.
    """
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # noqa: PLC0415

    return Scrypt(salt=salt, length=32, n=n, r=r, p=1).derive(password)


def hkdf(secret: bytes, info: bytes) -> bytes:
    """Return 32 bytes by HKDF-SHA256 without salt (RFC 5869); ``info``: their purpose."""
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)


def lock(kind: Kind, secret: bytes, password: bytes) -> str:
    """Return a secret key of 32 bytes as an encrypted PKCS#8 block.

    It is PEM, with PBES2: 2,048 rounds of PBKDF2 with HMAC-SHA-256, and AES-256-CBC.

    Source: RFC 5958, RFC 8018.
    """
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PrivateKey,
    )
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # noqa: PLC0415

    of = Ed25519PrivateKey if kind == "ed25519" else X25519PrivateKey
    block = of.from_private_bytes(secret).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(password),
    )
    return block.decode("ascii")


def unlock(block: str, password: bytes) -> bytes:
    """Return the secret key in a block that `lock` made; raises ValueError where it does not open.

    Without authentication, a wrong password may also open it to other bytes.
    """
    from cryptography.exceptions import InternalError, UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PrivateKey,
    )
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # noqa: PLC0415

    try:
        key = serialization.load_pem_private_key(block.encode("ascii"), password)
    except (TypeError, UnsupportedAlgorithm, InternalError) as error:
        # A wrong key decrypts to noise, and now and then to noise that OpenSSL has no word for:
        # InternalError.
        raise ValueError(str(error)) from None
    if not isinstance(key, Ed25519PrivateKey | X25519PrivateKey):
        raise ValueError("another kind of key")  # noqa: TRY004 - the bytes say so, not a caller
    return key.private_bytes_raw()

"""A judge's signature in the form of OpenSSH, which `ssh-keygen -Y verify` checks (SSHSIG).

The form is OpenSSH's PROTOCOL.sshsig, version 1, with an Ed25519 key and SHA-512. The signed bytes
begin with ``SSHSIG``, so they are never what an event of a log or a card signs.
"""

from __future__ import annotations

import base64
import hashlib

from pbem.crypto import signing
from pbem.crypto.text import check_name
from pbem.errors import FormError

NAMESPACE = "pbem-verdict"
_MAGIC = b"SSHSIG"
_KEY_TYPE = b"ssh-ed25519"
_HASH = b"sha512"
_LINE = 70


def sign(seed: bytes, data: bytes) -> str:
    """Return the armored signature of ``data`` by an Ed25519 seed of 32 bytes."""
    return _armored(signing.public_key(seed), signing.sign(seed, _signed(data)))


def _signed(data: bytes) -> bytes:
    """Return the bytes that are signed for ``data``."""
    return _MAGIC + _strings(NAMESPACE.encode(), b"", _HASH, hashlib.sha512(data).digest())


def _armored(key: bytes, signed: bytes) -> str:
    """Return a signature of 64 bytes by a public key of 32 as its file."""
    signature = _strings(_KEY_TYPE, signed)
    public = _strings(_KEY_TYPE, key)
    version = (1).to_bytes(4, "big")
    blob = _MAGIC + version + _strings(public, NAMESPACE.encode(), b"", _HASH, signature)
    coded = base64.b64encode(blob).decode()
    lines = [coded[at : at + _LINE] for at in range(0, len(coded), _LINE)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


def verify(armored: str, data: bytes, line: str) -> str | None:
    """Return the handle in the line of an ``allowed_signers`` file by whose key ``data`` is signed.

    None where it is not: another key, other bytes, or text that is no signature or no such line.
    Read is what `sign` and `signers_line` write, and nothing else of either form.
    """
    handle, _, rest = line.partition(" ")
    coded = rest.rpartition(" ")[2].strip()
    try:
        check_name(handle, "handle")
        public = base64.b64decode(coded, validate=True)[-signing.KEY_BYTES :]
        body = "".join(armored.split("\n")[1:-2])
        signature = base64.b64decode(body, validate=True)[-signing.SIGNATURE_BYTES :]
    except (ValueError, FormError):
        return None
    good = signing.verify(public, _signed(data), signature)
    same = signers_line(handle, public) == line and _armored(public, signature) == armored
    return handle if good and same else None


def fingerprint(line: str) -> str:
    """Return the key in a line of `signers_line` as `ssh-keygen -l` names it."""
    digest = hashlib.sha256(base64.b64decode(line.rpartition(" ")[2])).digest()
    return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


def signers_line(handle: str, public: bytes) -> str:
    """Return the line of an ``allowed_signers`` file for a judge: 32 bytes of public key."""
    coded = base64.b64encode(_strings(_KEY_TYPE, public)).decode()
    return f'{handle} namespaces="{NAMESPACE}" {_KEY_TYPE.decode()} {coded}\n'


def command(handle: str) -> str:
    """Return the command that checks a signature in the folder of a case."""
    return (
        f"ssh-keygen -Y verify -f judge.pub -I {handle} -n {NAMESPACE} -s verdict.json.sig"
        " < verdict.json"
    )


def _strings(*parts: bytes) -> bytes:
    """Return byte strings as SSH writes them, one after the other (RFC 4251, section 5)."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

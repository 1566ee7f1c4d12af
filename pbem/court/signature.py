"""A judge's signature in the form of OpenSSH, which `ssh-keygen -Y verify` checks (SSHSIG).

The form is OpenSSH's PROTOCOL.sshsig, version 1, with an Ed25519 key and SHA-512. What is signed
begins with ``SSHSIG``, so it is never what an event of a log or a card signs.
"""

from __future__ import annotations

import base64
import hashlib

from pbem.crypto import signing

NAMESPACE = "pbem-verdict"
_MAGIC = b"SSHSIG"
_KEY_TYPE = b"ssh-ed25519"
_HASH = b"sha512"
_LINE = 70


def sign(seed: bytes, data: bytes) -> str:
    """Return the armored signature of ``data`` by an Ed25519 seed of 32 bytes."""
    digest = hashlib.sha512(data).digest()
    namespace = NAMESPACE.encode()
    signed = _MAGIC + _strings(namespace, b"", _HASH, digest)
    signature = _strings(_KEY_TYPE, signing.sign(seed, signed))
    public = _strings(_KEY_TYPE, signing.public_key(seed))
    version = (1).to_bytes(4, "big")
    blob = _MAGIC + version + _strings(public, namespace, b"", _HASH, signature)
    coded = base64.b64encode(blob).decode()
    lines = [coded[at : at + _LINE] for at in range(0, len(coded), _LINE)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


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
    """Return byte strings as SSH writes them, one behind the other (RFC 4251, section 5)."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)

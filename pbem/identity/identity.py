"""A player's secrets, and the key for the dice of each game derived from them."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_bytes

from pbem.crypto.backend import keys
from pbem.crypto.box import box_public
from pbem.crypto.digest import tagged
from pbem.crypto.filename import unfit
from pbem.crypto.signing import public_key
from pbem.crypto.text import check_hex, check_name
from pbem.errors import FormError

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Identity:
    """A player to the program: a name and three secrets of 32 bytes each.

    ``sign_seed`` is the Ed25519 seed, ``box_secret`` the X25519 secret, and from ``master`` the
    VRF secret of every game is derived, so that one file restores them all. The secrets never
    show in ``repr``. Raises `FormError` if a part is not in form.
    """

    handle: str
    sign_seed: bytes = field(repr=False)
    box_secret: bytes = field(repr=False)
    master: bytes = field(repr=False)

    def __post_init__(self) -> None:
        check_name(self.handle, "handle")
        for secret in (self.sign_seed, self.box_secret, self.master):
            if len(secret) != SECRET_BYTES:
                raise FormError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")

    @property
    def sign_public(self) -> bytes:
        """The Ed25519 public key, 32 bytes."""
        return public_key(self.sign_seed)

    @property
    def box_public(self) -> bytes:
        """The X25519 public key, 32 bytes."""
        return box_public(self.box_secret)

    def vrf_secret(self, game: str) -> bytes:
        """Return the VRF secret, 32 bytes, for the game with this id (64 hex digits).

        HKDF-SHA256 (RFC 5869) without salt from the master secret, info = the line
        ``pbem/vrf-key/v1`` followed by the id. A key serves one game alone, and a player who
        restores the key file has it again: a game whose keeper lost its key is lost.
        """
        check_hex(game, 32)
        return self._derived("vrf-key", game)

    def checkpoint_seed(self, origin: str) -> bytes:
        """Return the Ed25519 seed, 32 bytes, that signs checkpoints of the log with this origin.

        Derived as the VRF secret of a game is, with the line ``pbem/checkpoint-key/v1``.
        """
        return self._derived("checkpoint-key", origin)

    def witness_seed(self, name: str) -> bytes:
        """Return the Ed25519 seed, 32 bytes, by which one cosigns as the witness ``name``."""
        return self._derived("witness-key", name)

    def _derived(self, what: str, of: str) -> bytes:
        return keys.hkdf(self.master, tagged(what, of.encode("ascii")))


def renew(identity: Identity) -> Identity:
    """Return ``identity`` with a new signing key and a new box key.

    The master secret stays: the VRF key of a game can never be changed while it runs.
    """
    return Identity(
        identity.handle, token_bytes(SECRET_BYTES), token_bytes(SECRET_BYTES), identity.master
    )


def create(handle: str) -> Identity:
    """Return a new identity with secrets from the system's random source.

    Raises `FormError` if ``handle`` is not a name, or none that files can have everywhere.
    """
    if (why := unfit(handle)) is not None:
        raise FormError(f"{why}; choose another handle")
    return Identity(
        handle, token_bytes(SECRET_BYTES), token_bytes(SECRET_BYTES), token_bytes(SECRET_BYTES)
    )

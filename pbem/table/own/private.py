"""The secrets of one player, in that player's own files: sealed choices, layers of decks.

No function that digests, prompts, lists or reports to others imports this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from pbem.errors import KeyFileError, SecondTrigger
from pbem.files import make_folder, read_plain, writing
from pbem.locks import lock
from pbem.log.disk import beside, explaining
from pbem.system import sync, sync_directory

BYTES_MOST = 16 << 20
"""The limit of one player's secrets in one game: each is an order."""


class Secret(msgspec.Struct, frozen=True):
    """A sealed choice: the order it stands for, the salt and the commitment, 64 hex digits each."""

    label: str
    salt: str
    value: dict[str, Any]
    commit: str


class PrivateFile:
    """The secrets of one player in one game, in ``path`` (mode 0600)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def secrets(self) -> list[Secret]:
        """Return every secret, oldest first; raises KeyFileError if the file was damaged."""
        if not self.path.exists():
            return []
        try:
            data = read_plain(self.path, BYTES_MOST, own=True)
            return msgspec.json.decode(data, type=list[Secret])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise KeyFileError(
                f"{self.path} is damaged ({error}). Restore it from a copy: without it you "
                "cannot reveal your sealed choice"
            ) from None

    def find(self, label: str, commit: str) -> Secret:
        """Return the secret after a commitment; raises KeyFileError if there is none.

        ``commit``: the commitment, in hex digits. The label alone would not do: a choice may have
        been sealed, taken back and sealed again.
        """
        for secret in self.secrets():
            if (secret.label, secret.commit) == (label, commit):
                return secret
        raise KeyFileError(
            f"the sealed '{label}' is not in {self.path}. You sealed it on another "
            "computer, or after the backup that you restored here. Copy the file from "
            "there, or from a newer backup; if it is lost, only a ruling by the umpire "
            "ends your turn"
        )

    def add(self, secret: Secret) -> None:
        """Keep a secret; it is on disk when this returns. Raises `LogFileError`."""
        with explaining(self.path, "Writing"):
            self._put(secret)

    def _put(self, secret: Secret) -> None:
        with _locked(self.path):
            _write(self.path, [*self.secrets(), secret])

    @property
    def masks(self) -> MaskFile:
        """The layers of the same player in the same game, in a file beside this one."""
        return MaskFile(self.path.with_name(self.path.name + ".masks"))

    @property
    def openings(self) -> OpeningFile:
        """The same player's secrets about supplies in the same game, in a file beside this one."""
        return OpeningFile(self.path.with_name(self.path.name + ".stocks"))


class OwnOpening(msgspec.Struct, frozen=True):
    """The opening of a commitment ``point``: the amount, and the scalar, 64 hex digits each."""

    point: str
    amount: int
    scalar: str


class OpeningFile:
    """One player's openings of hidden supplies in one game, in ``path`` (mode 0600)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def openings(self) -> list[OwnOpening]:
        """Return every opening, oldest first; raises KeyFileError if the file was damaged."""
        if not self.path.exists():
            return []
        try:
            data = read_plain(self.path, BYTES_MOST, own=True)
            return msgspec.json.decode(data, type=list[OwnOpening])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise KeyFileError(
                f"{self.path} is damaged ({error}). Restore it from a copy: without it you "
                "cannot spend from your hidden supplies"
            ) from None

    def find(self, point: str) -> OwnOpening:
        """Return the opening of the commitment ``point``; raises KeyFileError if there is none."""
        for opening in self.openings():
            if opening.point == point:
                return opening
        raise KeyFileError(
            f"{self.path} does not have what is in your hidden supplies. You split them on "
            "another computer: copy the file from there"
        )

    def add(self, opening: OwnOpening) -> None:
        """Keep an opening; it is on disk when this returns. Raises `LogFileError`."""
        with explaining(self.path, "Writing"), _locked(self.path):
            _write(self.path, [*self.openings(), opening])


class OwnMask(msgspec.Struct, frozen=True):
    """A layer that was put on a deck: ``ref`` is R after it, ``scalar`` x, 64 hex digits each.

    ``given``: place -> the player for whom it was taken off there. It is taken off a place for one
    player, ever: a fork may let two draw what lies there, and the first has seen it.
    """

    deck: str
    ref: str
    scalar: str
    given: dict[int, str] = {}


class MaskFile:
    """The layers of one player in one game, in ``path`` (mode 0600)."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def masks(self) -> list[OwnMask]:
        """Return every layer, oldest first; raises KeyFileError if the file was damaged."""
        if not self.path.exists():
            return []
        try:
            data = read_plain(self.path, BYTES_MOST, own=True)
            return msgspec.json.decode(data, type=list[OwnMask])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise KeyFileError(
                f"{self.path} is damaged ({error}). Restore it from a copy: without it no "
                "card can be drawn or shown"
            ) from None

    def find(self, deck: str, ref: str) -> OwnMask:
        """Return the layer after which a deck has this R; raises KeyFileError if there is none.

        The name alone would not do: another deck of this name may have been on another branch.
        """
        for mask in self.masks():
            if (mask.deck, mask.ref) == (deck, ref):
                return mask
        raise KeyFileError(
            f"{self.path} does not have your key of the deck {deck}. You shuffled it on "
            "another computer: copy the file from there"
        )

    def add(self, mask: OwnMask) -> None:
        """Keep a layer; it is on disk when this returns. Raises `LogFileError`."""
        with explaining(self.path, "Writing"), _locked(self.path):
            _write(self.path, [*self.masks(), mask])

    def give(self, mask: OwnMask, places: Iterable[int], to: str) -> None:
        """Record for whom a layer is removed from places, before it is.

        Args:
            mask: The layer, with its card key.
            places: The places, from 0.
            to: For whom.

        Raises:
            SecondTrigger: The layer was removed from one of them for somebody else.
            LogFileError: The record cannot be written.
        """
        with explaining(self.path, "Writing"), _locked(self.path):
            masks = self.masks()
            kept = next(one for one in masks if one.ref == mask.ref)
            for place in places:
                if kept.given.setdefault(place, to) != to:
                    raise SecondTrigger(
                        f"on another branch you decrypted place {place} of {mask.deck} for "
                        f"{kept.given[place]}, so you never decrypt it for {to}",
                        "",
                    )
            _write(self.path, masks)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    make_folder(path.parent)
    with lock(beside(path, ".lock")):
        yield


def _write(path: Path, kept: Sequence[msgspec.Struct]) -> None:
    """Put a whole file in the place of the one that is there."""
    new = path.with_name(path.name + ".new")
    with writing(new) as file:
        file.write(msgspec.json.encode(kept))
        sync(file)
    new.replace(path)
    sync_directory(path.parent)

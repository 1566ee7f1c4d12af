"""The pictures of a game, out of its player's own module: shown to their browser alone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from pbem.client.storage.modules import OwnPictures
from pbem.errors import FormError
from pbem.kit.game import Pictured
from pbem.play.play import Play
from pbem.vassal.pictures import SVG, kind_of

NO_PICTURE = "There is no such picture here."

ALONE_FROM = 1 << 20
"""A picture of more bytes is fetched alone."""


class Together(msgspec.Struct, frozen=True):
    """Several pictures in one answer.

    ``shown``: name -> the picture as a `data:` address. ``alone``: names of those that a page
    fetches one by one, for they are large, or drawings (SVG). ``later``: names to ask for again.
    """

    shown: dict[str, str]
    alone: list[str]
    later: list[str]


def pictured(play: Play | None) -> Pictured | None:
    """Return the pictures that a game has in its players' own files, if it has any."""
    asked = None if play is None else getattr(play.game, "pictured", None)
    found: Pictured | None = None if asked is None else asked()
    return found


class Art:
    """The pictures of what is on a board.

    Args:
        wanted: Returns the pictures that the game has; None: it has none of this kind.
        where: Returns this player's module; None: it is not here.
    """

    def __init__(
        self, wanted: Callable[[], Pictured | None], where: Callable[[Pictured], Path | None]
    ) -> None:
        self._wanted = wanted
        self._where = where
        self._read: OwnPictures | None = None

    @property
    def is_here(self) -> bool:
        """Whether the player has the module of this game."""
        return self._module() is not None

    def ready(self, name: str) -> bytes | None:
        """Return a picture in memory, nothing (b"") if there is none; any thread may ask."""
        return None if self._read is None else self._read.ready(name)

    def shown(self, name: str) -> bytes:
        """Return a picture.

        Raises:
            FormError: There is none of this name.
            ModuleRefused: pbem does not read the module.
            LogFileError: It cannot be read.
        """
        own = self._own()
        data = None if own is None else own.read(name)
        if data is None:
            raise FormError(NO_PICTURE)
        return data

    def together(self, names: Sequence[str]) -> Together:
        """Return several pictures; raises as `OwnPictures.together` does."""
        own = self._own()
        here, later = ({}, []) if own is None else own.together(names)
        shown, alone = dict[str, str](), list[str]()
        for name, data in here.items():
            kind = kind_of(data)
            if kind == SVG or len(data) > ALONE_FROM:
                alone.append(name)
            else:
                shown[name] = f"data:{kind};base64,{b64encode(data).decode()}"
        return Together(shown, alone, later)

    def _own(self) -> OwnPictures | None:
        wanted, path = self._wanted(), self._module()
        if wanted is None or path is None:
            return None
        if self._read is None or self._read.path != path:
            self._read = OwnPictures(wanted, path)
        return self._read

    def take(self, path: Path) -> str:
        """Show the pictures of a module from now on; return what it is called in the game.

        Raises:
            FormError: The game is no open table, or the module has none of its pictures.
            ModuleRefused: pbem does not read the module.
            LogFileError: It cannot be read.
        """
        wanted = self._wanted()
        if wanted is None:
            raise FormError("This game was not made from a module, so it shows no pictures of one.")
        found = OwnPictures(wanted, path)
        if not found.any():
            raise FormError(
                f"{path.name} has none of this game's pictures. Name your file of {wanted.module}."
            )
        self._read = found
        return wanted.module

    def _module(self) -> Path | None:
        wanted = self._wanted()
        return None if wanted is None else self._where(wanted)

"""Homes with a lobby each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.client.client import Client
from pbem.lobby.forms import Joining, NewIdentity, OneGame, Opening
from pbem.lobby.lobby import Lobby

PASSPHRASE = "correct horse"  # noqa: S105 - of keys made for a test


class Home:
    """Somebody's home with its lobby; ``boards`` are those that it opened."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self.client = Client(folder, f"sqlite:///{folder / 'pbem.sqlite'}")
        self.boards: list[object] = []
        self.lobby = Lobby(self.client, self._opened)

    def _opened(self, _path: Path, make: Callable[[], object]) -> str:
        self.boards.append(make())
        return f"/{len(self.boards) - 1}/"

    def mail(self, game: str) -> bytes:
        """Return the mail of a game, and say that it was sent."""
        message = self.lobby.message(game).data
        self.lobby.mailed(OneGame(game))
        return message

    def joins(self, other: Home, game: str) -> None:
        """Take the mail of a game that another opened, and join."""
        self.lobby.came(other.mail(game))
        self.lobby.join(Joining(game, PASSPHRASE))


@contextmanager
def two_homes(folder: Path) -> Iterator[tuple[Home, Home]]:
    """Give ann and bob a home each; both have swapped cards."""
    ann, bob = Home(folder / "ann"), Home(folder / "bob")
    for handle, home in (("ann", ann), ("bob", bob)):
        home.lobby.identity(NewIdentity(handle, PASSPHRASE, f"{handle}@example.org"))
    ann.lobby.came(bob.lobby.card().data)
    bob.lobby.came(ann.lobby.card().data)
    try:
        yield ann, bob
    finally:
        ann.client.close()
        bob.client.close()


def lantern(ann: Home) -> str:
    """Have ann open a game against bob; return its name."""
    seats = {"brask": "ann", "tarle": "bob"}
    [game] = ann.lobby.new(Opening("lantern", "lantern", seats, PASSPHRASE)).games
    return game

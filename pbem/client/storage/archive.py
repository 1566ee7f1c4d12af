"""Putting a game away, and getting it back: its log goes to another folder, nothing is deleted."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from pbem.client.client import LOG_SUFFIX, Client, free_path
from pbem.client.lock import locked_game
from pbem.client.storage.find import find_log
from pbem.errors import FormError
from pbem.files import make_folder, real_path
from pbem.log.disk import explaining
from pbem.log.file import recover


class Archived(msgspec.Struct, frozen=True):
    """A game that was put away: where its log is now, and the other files that went with it."""

    game: str
    log: str
    others: list[str]


def archive(client: Client, game: str | None) -> Archived:
    """Put a game away: no command finds it any more until a log of it is accepted.

    ``game``: its name; None: the only one. Records, private files and the database stay as they
    are.

    Raises:
        NotFound: There is no such game.
        FormError: The log lies outside of your games.
        LogFileError: The log cannot be moved.
    """
    path = find_log(client, game)
    if real_path(path.parent) != real_path(client.games):
        raise FormError(f"{path} is not one of your games. Only those can be archived")
    name = path.name.removesuffix(LOG_SUFFIX)
    with locked_game(path):
        recover(path)  # finishes an append that a crash has left beside the log
        to, others = _moved(path, client.archive)
    return Archived(name, str(to), [str(other) for other in others])


def _moved(path: Path, folder: Path) -> tuple[Path, list[Path]]:
    """Put a log into a folder, after all that belongs to it; return where it and they are."""
    with explaining(folder, "Making"):
        make_folder(folder)
    name = path.name.removesuffix(LOG_SUFFIX)
    to = free_path(folder, name)
    others = []
    for beside in _with_it(path):
        moved = folder / beside.name.replace(name, to.name.removesuffix(LOG_SUFFIX), 1)
        with explaining(beside, "Moving"):
            beside.rename(moved)
        others.append(moved)
    with explaining(path, "Moving"):
        path.rename(to)
    return to, others


def _with_it(path: Path) -> list[Path]:
    """Return the proofs of forks, the signed days and the logs put aside that belong to a log."""
    name = re.escape(path.name.removesuffix(LOG_SUFFIX))
    with_it = re.compile(
        rf"{name}-[0-9]+\.(fork|chosen)|{name}\.days|{name}\.pbem\.(branch|torn|damaged).*"
    )
    return sorted(other for other in path.parent.iterdir() if with_it.fullmatch(other.name))


def free_beside(path: Path, suffix: str) -> Path:
    """Return a free name beside a log for what it was before: ``NAME.pbem.SUFFIX``."""
    number, free = 2, path.with_name(f"{path.name}.{suffix}")
    while free.exists():
        free = path.with_name(f"{path.name}.{suffix}-{number}")
        number += 1
    return free


def bring_back(client: Client, game: str) -> Path | None:
    """Bring the game with this id back with all that belongs to it; return its log.

    None where it was not put away. Raises `LogFileError`.
    """
    path = client.put_away.find([game]).get(game)
    return None if path is None else _moved(path, client.games)[0]

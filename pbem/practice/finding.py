"""Which file of a practice a person means, and what a new one is called."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pbem.client.client import LOG_SUFFIX, NotFound
from pbem.client.input_files import found
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.files import real_path
from pbem.log.practice_mark import SUFFIX, is_practice
from pbem.table.practice import Beginning


def split_file(words: Sequence[str]) -> tuple[Path, list[str]]:
    """Return the file that the first word names, if it does, and the words that remain.

    The name of the game is enough. If it names none, the only one in this folder is meant. (A log
    that is named is reported when it is read.) Raises NotFound.
    """
    if words and (words[0].endswith((SUFFIX, LOG_SUFFIX)) or is_practice(Path(words[0]))):
        return found(Path(words[0])), list(words[1:])
    if words and is_practice(Path(f"{words[0]}{SUFFIX}")):
        return Path(f"{words[0]}{SUFFIX}"), list(words[1:])
    if words and (of_game := [path for path in _here() if path.name.startswith(f"{words[0]}-")]):
        return _one_of(of_game), list(words[1:])
    return _only(), list(words)


def named_file(word: str | None) -> Path:
    """Return the file that a word names, with or without its ending, or by its game.

    None: the only one here. Raises NotFound.
    """
    path, rest = split_file([] if word is None else [word])
    return found(Path(rest[0])) if rest else path


def _only() -> Path:
    here = _here()
    if not here:
        raise NotFound(
            f"There is no practice in {escape(str(real_path(Path())))}. Begin one with 'pbem "
            "practice new GAME'"
        )
    return _one_of(here)


def _here() -> list[Path]:
    return sorted(path for path in Path().glob(f"*{SUFFIX}") if path.is_file())


def _one_of(found: Sequence[Path]) -> Path:
    if len(found) == 1:
        return found[0]
    names = ", ".join(escape(path.name) for path in found)
    raise NotFound(f"Say which practice, with its file first: {names}")


def lock_name(path: Path) -> Path:
    """Return the file by whose lock commands of one person at one practice wait for each other.

    It is empty and not beside the practice: no folder fills with what nobody wrote.
    """
    whose = hashlib.sha256(f"{Path.home()}\0{real_path(path)}".encode()).hexdigest()
    return Path(tempfile.gettempdir()) / f"pbem-practice-{whose[:32]}"


def new_file(beginning: Beginning, to: Path | None) -> Path:
    """Return where to write a new practice: ``to``, in that folder, or here.

    A name of our own gets a number where it is taken. Raises FormError for another ending.
    """
    if to is not None and not to.is_dir():
        if to.suffix != SUFFIX:
            raise FormError(f"{escape(str(to))}: the file of a practice must end in {SUFFIX}")
        return to
    of = beginning.of
    name = f"{beginning.rules.name}-{beginning.scenario}" if of is None else f"{of.name}-{of.event}"
    folder, number = to or Path(), 2
    path = folder / f"{name}{SUFFIX}"
    while path.exists():
        path = folder / f"{name}-{number}{SUFFIX}"
        number += 1
    return path

"""Which names a new game can have."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec

from pbem.crypto.filename import unfit
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.games import registry
from pbem.games.installed import place_of_own

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST = 20
"""Letters of a name: it stands in commands, and in names of files."""


def check_name(name: str) -> None:
    """Raise `FormError` unless a new game can be called so."""
    if not _NAME.fullmatch(name) or not 2 <= len(name) <= LONGEST:
        raise FormError(
            f"'{escape(name)}' is no name of a game. Write 2 to {LONGEST} small letters and "
            "digits, with '-' between words, such as orchard-road."
        )
    taken = {one.name: one.place for one in registry.refused()}
    if name in registry.names() or name in taken:
        place = taken.get(name) or registry.place(name) or place_of_own()
        raise FormError(f"There is a game '{name}' already, in {place}. Choose another name.")
    if (why := unfit(name)) is not None:
        raise FormError(f"{why}. Choose another name.")
    package = package_of(name)
    if keyword.iskeyword(package) or _is_package(package):
        raise FormError(
            f"Python has something called '{package}' already, so the game's files would not be "
            "found. Choose another name."
        )


def package_of(name: str) -> str:
    """Return what the folder with the files of a game of this name is called."""
    return name.replace("-", "_")


def title_of(name: str) -> str:
    """Return the title of a game of this name, if its author says none."""
    return " ".join(word.capitalize() for word in name.split("-"))


def _is_package(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return True

"""Makes the folder of a new game that runs at once: whole, or not at all."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from pkgutil import get_data

import msgspec

from pbem.author.naming import check_name, package_of, title_of
from pbem.author.project import RULEBOOK
from pbem.crypto.text import escape
from pbem.errors import FormError, PackError
from pbem.files import make_folder, read_plain, writing
from pbem.games.installed import data_game
from pbem.kit.hexgame.module import rules_of
from pbem.kit.paragraphs import CASES
from pbem.kit.typed import strict_yaml
from pbem.log.disk import explaining

TITLE_LONGEST = 60


class Made(msgspec.Struct, frozen=True):
    """A skeleton that was made: its folder and its files, in order."""

    name: str
    title: str
    folder: Path
    files: tuple[str, ...]


def make(
    name: str,
    to: Path,
    *,
    title: str | None = None,
    python: bool = False,
    source: Path | None = None,
) -> Made:
    """Make the skeleton of a game.

    Args:
        name: The name of the game, and of the new folder.
        to: The folder in which it is made.
        title: The title; default: made of the name.
        python: Whether the game is Python, and not data alone.
        source: A file of data that becomes the game. Numbered cases and a rulebook that lie beside
            it come along.

    Returns:
        The folder and files that were made.

    Raises:
        FormError: The name is bad or taken, the folder exists, or the title or source is wrong.
        LogFileError: A file cannot be read or written.
        PackError: The source, or the numbered cases beside it, cannot be read.
    """
    folder = to / name
    if os.path.lexists(folder):
        raise FormError(
            f"{folder} exists already. Choose another name, or another place with --to."
        )
    if not to.is_dir():
        raise FormError(f"{to} is not a folder. Create it, or name another one with --to.")
    check_name(name)
    title = title_of(name) if title is None else title
    if not 1 <= len(title) <= TITLE_LONGEST or not re.fullmatch(r"[^\W\d_][\w ,.!?'&-]*", title):
        raise FormError(
            f"'{escape(title)}' cannot be a title. Begin with a letter, and write letters, digits, "
            f"blanks and , . ! ? ' & -, at most {TITLE_LONGEST}."
        )
    if source is not None and python:
        raise FormError("A game of a file of data has no Python. Leave out --python or --from.")
    made = dict(_filled("python" if python else "hexes", name, title))
    if source is not None:
        title = _take_over(made, name, source)
    elif not python:
        _check_title(made[f"{package_of(name)}/{name}.yaml"], title)
    with explaining(folder, "Making"):
        _write_whole(folder, made)
    return Made(name, title, folder, tuple(made))


def _check_title(data: bytes, title: str) -> None:
    """Raise `FormError` for a title such as True, which is no text in a file of data."""
    try:
        rules_of(data)
    except PackError:
        raise FormError(
            f"'{escape(title)}' means something else than text in YAML. Choose another title."
        ) from None


def _filled(kind: str, name: str, title: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and content of each file, in the words of the new game."""
    package = package_of(name)
    cls = "".join(word.capitalize() for word in name.split("-"))
    words = {
        "package/": f"{package}/",
        '"package': f'"{package}',
        "test_mygame": f"test_{package}",
        "Mygame": cls,
        "mygame": name,
        "My Game": title,
    }
    old = re.compile("|".join(words))  # all at once: a new word may hold an old one
    for path, text in _templates(kind, files("pbem.author") / "skeletons" / kind, PurePosixPath()):
        new, content = (old.sub(lambda found: words[found[0]], one) for one in (path, text))
        yield new, content.encode()


def _templates(kind: str, folder: Traversable, below: PurePosixPath) -> Iterator[tuple[str, str]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        path = below / one.name
        if one.name == "__pycache__" or str(path) == "__init__.py":
            continue
        if one.is_dir():
            yield from _templates(kind, one, path)
        else:
            yield str(path), (get_data("pbem.author", f"skeletons/{kind}/{path}") or b"").decode()


def _take_over(made: dict[str, bytes], name: str, source: Path) -> str:
    """Put the data of somebody's game, and its cases, in place of those of the skeleton."""
    package = package_of(name)
    rules = data_game(source)
    if rules.name != name:
        raise FormError(
            f"The game in {source} is called {rules.name}. Write 'pbem module new {rules.name} "
            f"--from {source}'."
        )
    made[f"{package}/{name}.yaml"] = rules.export()
    rulebook = source.with_name(RULEBOOK)
    text = f"# {rules.title}\n\nThe rulebook is not here: ask its author for {RULEBOOK}.\n"
    if rulebook.is_file():
        text = strict_yaml.text_of(read_plain(rulebook, strict_yaml.LIMIT), str(rulebook))
    made[RULEBOOK] = text.encode()
    cases = source.with_name(CASES)
    made[f"{package}/{CASES}"] = (
        read_plain(cases, strict_yaml.LIMIT)
        if cases.is_file()
        else f"game: {name}\ncases: []\n".encode()
    )
    try:
        strict_yaml.read(made[f"{package}/{CASES}"], name=str(cases))
    except FormError as error:
        raise PackError(str(error)) from None
    return rules.title


def _write_whole(folder: Path, made: dict[str, bytes]) -> None:
    """Write all files into a folder that gets its name when all are there."""
    half = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for path, content in made.items():
            place = half / path
            make_folder(place.parent)
            with writing(place, new=True) as file:
                file.write(content)
        half.rename(folder)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise

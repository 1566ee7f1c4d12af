"""The module that an author names: a folder, a file of data, or a game by its name."""

from __future__ import annotations

import importlib
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple

from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError
from pbem.files import read_plain
from pbem.games import registry
from pbem.games.entries import GROUP, entries
from pbem.games.installed import (
    BrokenModuleError,
    Refused,
    data_game,
    data_of,
    folder_of,
    load,
)
from pbem.kit.contract import Rules
from pbem.kit.paragraphs import CASES
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.disk import explaining

PROJECT = "pyproject.toml"
RULEBOOK = "RULES.md"


class Project(NamedTuple):
    """A module to be checked.

    - ``name``: the name of its game, as far as it is known;
    - ``rules``: the rules, or the error that kept them from being loaded;
    - ``folder``: where its data lie; ``top``: the folder of the project, if there is one;
    - ``cases``: its files of numbered cases;
    - ``python``: it is code, in ``folder``, and not data alone;
    - ``data``: its file of data, if it is data alone.
    """

    name: str
    rules: Rules | PbemError
    folder: Path
    top: Path | None
    cases: tuple[Path, ...]
    python: bool = False
    data: Path | None = None


@contextmanager
def opened(word: str) -> Iterator[list[Project]]:
    """Give the modules that a word names; Python of a folder can be imported meanwhile.

    ``word``: a folder, a file of data, or the name of a game.

    Raises:
        FormError: The word names no module.
        LogFileError: A file cannot be read.
    """
    path = Path(word)
    if path.is_dir():
        with _importable(path):
            yield [_of_entry(path, entry) for entry in _entries(path)]
    elif path.suffix in (".yaml", ".yml"):
        yield [_of_file(path)]
    else:
        yield [_of_name(word)]


def _of_file(path: Path) -> Project:
    cases = path.with_name(CASES)
    found = (cases,) if cases.is_file() else ()
    return Project(path.stem, _data(path), path.parent, None, found, data=path)


def _data(path: Path) -> Rules | PbemError:
    try:
        return data_game(path, name=str(path))
    except PbemError as error:
        return error


def _entries(folder: Path) -> list[EntryPoint]:
    """Return the games that the project of a folder offers; raises FormError."""
    path = folder / PROJECT
    if not path.is_file():
        raise FormError(
            f"{folder} has no {PROJECT}. Name the folder of a module, as 'pbem module new' makes "
            "it, or a file of data."
        )
    with explaining(path, "Reading"):
        data = read_plain(path, strict_yaml.LIMIT)
    try:
        project = tomllib.loads(data.decode())["project"]
        offered = project["entry-points"][GROUP]
        entries = [EntryPoint(str(name), str(value), GROUP) for name, value in offered.items()]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormError(f"{path} is not TOML: {error}.") from None
    except (KeyError, TypeError, AttributeError):
        entries = []
    if not entries:
        raise FormError(
            f'{path} offers no game. Add [project.entry-points."{GROUP}"] with a line such as '
            f'orchard = "orchard:orchard.yaml".'
        )
    return entries


def _of_entry(top: Path, entry: EntryPoint) -> Project:
    try:
        folder, file = folder_of(entry), data_of(entry)
    except BrokenModuleError as error:
        return Project(entry.name, FormError(f"{top / PROJECT}: {error}"), top, top, ())
    shown = _below(top, folder)
    cases = tuple(sorted({*shown.glob(CASES), *shown.glob("cases/*.yaml")}))
    python = file == Path()
    rules = _python(entry) if python else _data(shown / file)
    if not isinstance(rules, PbemError) and rules.name != entry.name.partition(".")[0]:
        rules = FormError(
            f"{top / PROJECT}: the entry point is called {entry.name}, but its game is "
            f"{rules.name}. Give both the same name"
        )
    return Project(entry.name, rules, shown, top, cases, python, None if python else shown / file)


def _below(top: Path, folder: Path) -> Path:
    """Return a folder of a project as people would write it."""
    for parent in (top, top / "src"):
        if (parent / folder.name).is_dir() and (parent / folder.name).samefile(folder):
            return parent / folder.name
    return folder


def _python(entry: EntryPoint) -> Rules | PbemError:
    try:
        return load(entry)
    except PbemError as error:
        return error


def _of_name(name: str) -> Project:
    for one in registry.refused():
        if one.name == name:
            return _refused(one)
    version = registry.newest(name)
    rules = None if version is None else registry.find(name, version)
    if rules is None:
        names = registry.names()
        raise FormError(
            f"There is no module '{escape(name)}' here{did_you_mean(name, names) or '.'} Name a "
            f"folder, a file of data, or one of {', '.join(names)}."
        )
    place = registry.place(name)
    if place is None:
        cases = tuple(sorted(Path("tests/cases", name).glob("*.yaml")))
        return Project(name, rules, Path(), None, cases)
    folder = Path(place)
    cases = tuple(sorted({*folder.glob(CASES), *folder.glob("cases/*.yaml")}))
    top = folder.parent if (folder.parent / PROJECT).is_file() else None
    mine = [one for one in entries().found if one.name.partition(".")[0] == name]
    python = any(not one.value.endswith(".yaml") for one in mine)
    return Project(name, rules, folder, top, cases, python)


def _refused(one: Refused) -> Project:
    """Return a game that cannot be played: of one file of data its own error, with the place."""
    entries_here = [entry for entry in entries().found if entry.name == one.name]
    with suppress(BrokenModuleError):
        if len(entries_here) == 1 and (file := data_of(entries_here[0])) != Path():
            project = _of_file(folder_of(entries_here[0]) / file)
            if isinstance(project.rules, PbemError):
                return project
    return Project(one.name, FormError(one.why), Path(one.place), None, ())


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let packages of a folder be found before all others, for a while."""
    before, known = list(sys.path), set(sys.modules)
    sys.path[:0] = [str(folder.absolute()), str((folder / "src").absolute())]
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = before
        for name in set(sys.modules) - known:
            module = sys.modules[name]
            places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
            if any(str(one).startswith(str(folder.absolute())) for one in places):
                del sys.modules[name]

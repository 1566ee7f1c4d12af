"""Games that other packages bring: entry points of the group `pbem.games`.

The name of an entry point is the name of the game. It leads to rules in Python
(``orchard.module:OrchardRules``) or to a file of data (``orchard:orchard.yaml``). For a file of
data no Python of its package runs. One game that cannot be loaded costs no other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import redirect_stdout
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pbem.errors import FormError, PbemError
from pbem.files import read_plain
from pbem.games.entries import entries
from pbem.kit.contract import Option, Rules

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from pbem.kit.hexgame.module import HexRules

NAME = re.compile(r"([a-z][a-z0-9-]{1,31})(?:\.v([1-9][0-9]{0,3}))?")
"""The name of an entry point: that of the game, with ``.v2`` after it for a certain version."""


_PLAIN = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z0-9_-]+\.yaml", re.ASCII)
"""A package and the name of a file of data, which lies in it and nowhere else."""


class Refused(NamedTuple):
    """A game that cannot be played: its ``name``, the ``place`` that it is in, and ``why``."""

    name: str
    place: str
    why: str


class Found(NamedTuple):
    """The games of other packages."""

    rules: dict[tuple[str, int], Rules]
    places: dict[tuple[str, int], Path]
    refused: tuple[Refused, ...]


class BrokenModuleError(PbemError):
    """A rules module that cannot be loaded. The message says why."""


@cache
def found(own: tuple[str, ...]) -> Found:
    """Load the games of other packages once; ``own``: names that they cannot have."""
    refused: list[Refused] = []
    games, places = dict[tuple[str, int], Rules](), dict[tuple[str, int], Path]()
    offered, why = entries()
    if why:
        refused.append(Refused("", "the installed packages", f"their list cannot be read: {why}"))
    for entry in offered:
        try:
            _check_alone(entry, offered)
            rules = load(entry, own)
            if (key := (rules.name, rules.version)) in games:
                raise BrokenModuleError(f"two entry points give version {key[1]}. Leave out one")
        except BrokenModuleError as error:
            refused.append(Refused(entry.name, place_of(entry), str(error)))
            continue
        games[key], places[key] = rules, folder_of(entry)
    return Found(games, places, tuple(refused))


def _check_alone(entry: EntryPoint, entries: Iterable[EntryPoint]) -> None:
    """Raise `BrokenModuleError` if another package brings a game of the same name."""
    name, mine = entry.name.partition(".")[0], place_of(entry)
    others = [place_of(one) for one in entries if one.name.partition(".")[0] == name]
    if others := sorted({*others} - {mine}):
        raise BrokenModuleError(
            f"{' and '.join(others)} brings a game of this name, too. pbem plays neither. "
            "Uninstall one of the packages"
        )


def place_of_own() -> Path:
    """Return where the games of pbem itself are."""
    return Path(__file__).parent


def place_of(entry: EntryPoint) -> str:
    """Return where a game comes from, in words."""
    dist = entry.dist
    package = "an unknown package" if dist is None else f"package {dist.name} {dist.version}"
    try:
        return f"{package} in {folder_of(entry)}"
    except BrokenModuleError:
        return package


def folder_of(entry: EntryPoint) -> Path:
    """Return the folder of the package of a game, without running any of its code.

    Raises:
        BrokenModuleError: The package is not there.
    """
    module, _, _ = entry.value.partition(":")
    top = module.partition(".")[0].strip()
    try:
        spec = find_spec(top)
    except (ImportError, ValueError):
        spec = None
    if spec is not None and spec.submodule_search_locations:
        # A package without Python can lie in several folders of this name.
        several = [Path(one) for one in spec.submodule_search_locations]
        return next((one for one in several if (one / data_of(entry)).exists()), several[0])
    if spec is None or spec.origin is None:
        raise BrokenModuleError(f"there is no package '{top}'. Install it again")
    return Path(spec.origin).parent


def load(entry: EntryPoint, own: Iterable[str] = ()) -> Rules:
    """Load the game of an entry point, which is code of its author unless it is a file of data.

    ``own``: names that it cannot have.

    Raises:
        BrokenModuleError: It cannot be loaded, or is not what the entry point says.
    """
    named = NAME.fullmatch(entry.name)
    if named is None:
        raise BrokenModuleError(
            f"'{entry.name}' is no name of a game. Write small letters, digits and '-', such as "
            "orchard, or orchard.v2 for a certain version"
        )
    if named[1] in own:
        raise BrokenModuleError(
            f"pbem itself has a game of this name, in {place_of_own()}. Rename the game of this "
            "package"
        )
    rules = _guarded(lambda: _rules(entry))
    if rules.name != named[1] or named[2] not in (None, str(rules.version)):
        raise BrokenModuleError(
            f"the entry point is called {entry.name}, but its game is {rules.name} version "
            f"{rules.version}. Give both the same name"
        )
    return rules


def _rules(entry: EntryPoint) -> Rules:
    if (file := data_of(entry)) != Path():
        return data_game(folder_of(entry) / file)
    folder_of(entry)  # it is there
    from pbem.kit.module import RulesModule  # noqa: PLC0415 - most have no games of others

    made = entry.load()
    rules = made() if callable(made) else made
    if not isinstance(rules, RulesModule):
        raise BrokenModuleError(
            f"{entry.value} gives no rules. Let it name a class that extends RulesModule of "
            "pbem.kit.module"
        )
    if type(rules.name) is not str:
        raise BrokenModuleError(f"name must be text, not {rules.name!r:.60}")
    if type(rules.version) is not int or rules.version < 1:
        raise BrokenModuleError(f"version must be a whole number from 1, not {rules.version!r:.60}")
    _check_offered(rules)
    return rules


def _check_offered(rules: Rules) -> None:
    """Raise `BrokenModuleError` if a game cannot be listed with its scenarios and options."""
    if type(rules.title) is not str:
        raise BrokenModuleError(f"title must be text, not {rules.title!r:.60}")
    scenarios, options = rules.scenarios, rules.options
    if not (isinstance(scenarios, Mapping) and scenarios and _texts(*scenarios.items())):
        raise BrokenModuleError("scenarios must give each scenario a title, one at least")
    named = isinstance(options, Mapping) and _texts(tuple(options))
    if not (named and all(isinstance(one, Option) for one in options.values())):
        raise BrokenModuleError("options must give each name an Option of pbem.kit.contract")


def _texts(*several: tuple[object, ...]) -> bool:
    return all(type(one) is str for some in several for one in some)


def data_of(entry: EntryPoint) -> Path:
    """Return the file of data that an entry point names, below its package; none: empty.

    Raises:
        BrokenModuleError: The name leads out of the package.
    """
    package, _, file = entry.value.partition(":")
    if not file.endswith(".yaml"):
        return Path()
    if not _PLAIN.fullmatch(entry.value):
        raise BrokenModuleError(f"{entry.value} names no file of its package")
    return Path(*package.split(".")[1:], file)


def _guarded(make: Callable[[], Rules]) -> Rules:
    """Make rules with the code of somebody else; raise nothing but `BrokenModuleError`."""
    try:
        with redirect_stdout(sys.stderr):  # what it prints would spoil the output for programs
            return make()
    except PbemError as error:
        raise BrokenModuleError(str(error)) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        said = f"{type(error).__name__}: {error}".strip().removesuffix(":")
        raise BrokenModuleError(f"its Python code failed ({said[:300]}){_line(error)}") from error


def _line(error: BaseException) -> str:
    """Return where code failed: the last line of it that is not of the import system."""
    if isinstance(error, SyntaxError):
        return ""  # Python names file and line itself
    at = error.__traceback__
    where = ""
    while at is not None:
        code = at.tb_frame.f_code
        if not code.co_filename.startswith("<frozen"):
            where = f", in {Path(code.co_filename).name} line {at.tb_lineno}"
        at = at.tb_next
    return where


def data_game(path: Path, name: str | None = None) -> HexRules:
    """Return the rules of a game that is a file of data; ``name``: what messages call the file.

    Raises:
        PackError: The file is no game. The message names line and column.
        FormError: It cannot be read.
    """
    from pbem.kit.hexgame.module import rules_of  # noqa: PLC0415 - it takes time

    return rules_of(_read(path), lambda file: _beside(path, file), name=name or path.name)()


def _read(path: Path) -> bytes:
    from pbem.kit.typed import strict_yaml  # noqa: PLC0415 - it takes time

    try:
        return read_plain(path, strict_yaml.LIMIT)
    except OSError as error:
        raise FormError(f"{path} cannot be read: {error.strerror}") from None


def _beside(path: Path, file: str) -> bytes:
    """Return a file beside the data; nothing if it cannot be read.

    The list of cases in short is made of the cases, which lie there themselves.
    """
    from pbem.kit.paragraphs import CASES, SHOWN_BY, shown_in  # noqa: PLC0415 - it takes time

    try:
        if file == SHOWN_BY:
            return msgspec.json.encode(shown_in(_read(path.with_name(CASES)), CASES))
        return _read(path.with_name(file))
    except FormError:
        return b""

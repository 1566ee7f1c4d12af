"""Rules data as people edit them: strict YAML read into a game's own struct type.

A pack that cannot be played with is refused with the file's line, the field, what is wrong with it
and what would be right: anyone who types a table in from paper will slip somewhere. What no type
can say - a unit set up where no map is - each game says in its own list of faults.
"""

from __future__ import annotations

import pkgutil
import re
import threading
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Generic, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from pbem.errors import FormError, PackError
from pbem.kit import plain
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean

Path = tuple[str | int, ...]
"""Keys and indexes from the root of a pack to a value."""

Fault = tuple[Path, str]
_CONVERTING = threading.Lock()
"""Two threads in which msgspec meets one type for the first time can end Python."""
"""Where data contradict themselves, and how, in words that say what would be right."""

Data = TypeVar("Data", bound=msgspec.Struct)
Tables = TypeVar("Tables")

UNIT_NAME = r"^[0-9A-Za-z][0-9A-Za-z/.-]{0,15}$(?!\n)"
"""The form of a unit's name in every game: one word, as in orders."""

_WANTED = {
    UNIT_NAME: (
        "write a unit's name with letters, digits, / . and -, without spaces, in at most 16 "
        "characters"
    ),
}
_KINDS = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}


class Packs(Generic[Data, Tables]):
    """The packs of one game: its own, and those of owners.

    - ``data``: the struct that a pack decodes into;
    - ``package``, ``file``: where the module's own data are, as YAML;
    - ``faults``: yields where data that decode contradict themselves; the first one is reported;
    - ``tables``: makes of the data what a game looks things up in, and may raise `PackError` too;
    - ``wanted``: regular expression of a field -> what text that fits it looks like, in words;
    - ``ease``: changes the plain values before they are judged, so that people may write less.
    """

    def __init__(
        self,
        data: type[Data],
        package: str,
        file: str,
        *,
        faults: Callable[[Data], Iterator[Fault]],
        tables: Callable[[Data], Tables],
        wanted: Mapping[str, str] | None = None,
        ease: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.data = data
        self._package = package
        self._file = file
        self._faults = faults
        self._tables = tables
        self._wanted = _WANTED | dict(wanted or {})
        self._ease = ease
        self._own: Data | None = None
        self._own_tables: Tables | None = None

    def load(self, pack: bytes | None = None, *, name: str = "the pack") -> Data:
        """Return the rules data: the module's own, or those of an owner's ``pack``.

        ``name`` is the file's name for messages. Raises `PackError` with line, field and cure.
        """
        if pack is not None:
            return self.check(pack, name=name)
        if self._own is None:  # once: they are frozen
            self._own = self._read(self.export(), self._file)
        return self._own

    def tables(self, data: Data) -> Tables:
        """Return the tables of data that were loaded; those of the module's own are made once.

        Nobody changes them. Raises `PackError`.
        """
        if data is not self._own:
            return self._tables(data)
        if self._own_tables is None:
            self._own_tables = self._tables(data)
        return self._own_tables

    def export(self) -> bytes:
        """Return the module's own data as a pack, with the remarks that help to edit it."""
        return self.beside(self._file)

    def beside(self, file: str) -> bytes:
        """Return a file of the folder where the module's own data are.

        Raises:
            PackError: The installed package lacks the file.
        """
        own = pkgutil.get_data(self._package, file)
        if own is None:  # pragma: no cover - the file belongs to the package
            raise PackError(f"{file} is missing; install pbem again")
        return own

    def check(self, pack: bytes, *, name: str = "the pack") -> Data:
        """Return the data of a pack after every check that the tables of a game would make.

        Raises `PackError`.
        """
        data = self._read(pack, name)
        for path, what in self._faults(data):
            _refuse(pack, name, path, what)
        try:
            self._tables(data)
        except PackError as error:
            begins = str(error).replace(":", " ").split()[0]
            path = (begins,) if begins in self.data.__struct_fields__ else ()
            _refuse(pack, name, path, str(error))
        return data

    def _read(self, pack: bytes, name: str) -> Data:
        try:
            raw = strict_yaml.read(pack, name=name)
        except FormError as error:
            raise PackError(str(error)) from None
        if not isinstance(raw, dict):
            first = msgspec.structs.fields(self.data)[0].name
            raise PackError(
                f"{name}: a pack must begin with `{first}:`; start from an exported pack"
            )
        if self._ease is not None:
            self._ease(raw)
        try:
            with _CONVERTING:
                return msgspec.convert(raw, self.data)
        except msgspec.ValidationError as error:
            path, what = self._culprit(raw, error)
            _refuse(pack, name, path, what)

    def _culprit(self, raw: dict[str, Any], error: msgspec.ValidationError) -> Fault:
        """Return where and what the first value of the wrong form is, in words for a person.

        msgspec does not say which key of a mapping is to blame; leaving all but one out does.
        """
        what, _, where = str(error).partition(" - at ")
        path: Path = ()
        for field, index in re.findall(r"\.([A-Za-z0-9_]+)|\[([0-9]+|\.\.\.)\]", where):
            if index == "...":
                key = self._blamed_key(raw, path, str(error))
                # Else what is wrong in the same way under another key is found below this one.
                raw = _replaced(raw, path, {key: _at(raw, path)[key]})
                path = (*path, key)
            else:
                path = (*path, field or int(index))
        form = _form_at(self.data, path)
        if where.startswith("`key` in "):
            key = self._blamed_key(raw, path, str(error))
            return (*path, key), self._in_words(what, key, get_args(form)[0])
        if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", what):
            hint = did_you_mean(unknown[1], form.__struct_encode_fields__) or "; leave it out"
            return (*path, unknown[1]), f"there is no field `{unknown[1]}` here{hint}"
        return path, self._in_words(what, _at(raw, path), form)

    def _blamed_key(self, raw: dict[str, Any], path: Path, message: str) -> str:
        mapping = _at(raw, path)
        for key in mapping:
            try:
                msgspec.convert(_replaced(raw, path, {key: mapping[key]}), self.data)
            except msgspec.ValidationError as error:
                if str(error) == message:
                    return str(key)
        return str(next(iter(mapping)))  # pragma: no cover - one of them was to blame

    def _in_words(self, what: str, value: Any, form: Any) -> str:
        """Return what is wrong with a value, and what would be right."""
        if missing := re.fullmatch(r"Object missing required field `(.*)`", what):
            return f"`{missing[1]}` is missing here; add it as in an exported pack"
        for pattern, wanted in self._wanted.items():
            if repr(pattern) in what:
                return f"{value!r}: {wanted}"
        if what.startswith("Invalid enum value"):
            words = ", ".join(str(word) for word in get_args(form))
            return f"{value!r} is not allowed; write one of {words}"
        if limit := re.match(r"Expected `int` ([<>]=) (-?[0-9]+)", what):
            return f"{value!r} is out of range; it must be {limit[1]} {limit[2]}"
        if length := re.match(r"Expected `(str|array)` of length ([<>]= )?([0-9]+)", what):
            things = "signs" if length[1] == "str" else "entries"
            return f"{len(value)} {things}; there must be {length[2] or ''}{length[3]}"
        wanted = what.partition(", got ")[0].removeprefix("Expected ").strip("`")
        kinds = " or ".join(_KINDS.get(kind, kind) for kind in wanted.split(" | "))
        return f"{_shown(value)}: expected {kinds}"


def repeated(path: Path, values: Iterable[Any]) -> Iterator[Fault]:
    """Yield what stands in a list for a second time."""
    seen: set[Any] = set()
    for i, value in enumerate(values):
        if value in seen:
            yield (*path, i), f"{value} is in the list twice; keep one"
        seen.add(value)


def name_faults(
    names: Iterable[tuple[Path, str]], words: Collection[str], place: str, form: str
) -> Iterator[Fault]:
    """Yield what is wrong with the names of a side's units, each with its place.

    A name is given once; capitals do not make another name.

    Args:
        names: Each name, with its place in the file.
        words: Words that may stand beside units in orders, and are no names.
        place: What the form reads, for the message.
        form: A regular expression; a name that it matches whole would be read as a place.
    """
    seen: set[str] = set()
    for path, name in names:
        if plain.lower(name) in seen:
            yield path, f"the unit {name} is here twice; keep one, or rename one"
        if re.fullmatch(form, name):
            yield path, f"{name} looks like {place}; add a letter, a dash or a slash"
        if plain.lower(name) in words:
            yield path, f"{name} is a word of the orders; add a digit, a dash or a slash"
        seen.add(plain.lower(name))


def _refuse(pack: bytes, name: str, path: Path, what: str) -> NoReturn:
    """Raise the error about the value at ``path``."""
    place = strict_yaml.locate(pack, path)
    where = f"{name}, {place}" if place is not None else name
    field = ".".join(str(step + 1) if isinstance(step, int) else step for step in path)
    raise PackError(f"{where}{f' ({field})' if field else ''}: {what}") from None


def _at(raw: Any, path: Path) -> Any:
    """Return the value at ``path``."""
    for step in path:
        raw = raw[step]
    return raw


def _replaced(raw: Any, path: Path, value: Any) -> Any:
    """Return ``raw`` with another value at ``path``, copied as far as the path goes."""
    if not path:
        return value
    copy = raw.copy()
    copy[path[0]] = _replaced(raw[path[0]], path[1:], value)
    return copy


def _form_at(form: Any, path: Path) -> Any:
    """Return the type of the values at ``path``, without its bounds and without null."""
    for step in path:
        if isinstance(form, type) and issubclass(form, msgspec.Struct):
            field = form.__struct_fields__[form.__struct_encode_fields__.index(str(step))]
            form = get_type_hints(form)[field]
        else:  # a mapping, or a list of values alike
            form = get_args(form)[1 if get_origin(form) is dict else 0]
        if get_origin(form) in {Union, types.UnionType}:
            form = next(arm for arm in get_args(form) if arm is not type(None))
    return form


def _shown(value: Any) -> str:
    """Return a value as it was written; lists and mappings would fill the screen."""
    if isinstance(value, dict):
        return "a mapping"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return "a list" if isinstance(value, list) else repr(value)

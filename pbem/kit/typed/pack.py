"""Rules data as people edit them: strict YAML read into a game's own struct type.

A pack that cannot be played with is refused with the file's line, the field, the fault and what
would be right. Anyone who types a table in from paper will slip somewhere. Some faults no type can
say, for example a unit set up where no map is: each game has its own list of them.
"""

from __future__ import annotations

import pkgutil
import re
import threading
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import (
    Annotated,
    Any,
    Generic,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from pbem.errors import FormError, PackError
from pbem.kit import plain
from pbem.kit.typed import strict_yaml
from pbem.kit.typed.suggest import did_you_mean, nearest

Path = tuple[str | int, ...]
"""Keys and indexes from the root of a pack to a value."""

Fault = tuple[Path, str]
"""The place where data contradict themselves, and how, in words that say what would be right."""
LISTED = 20
"""So many mistakes of one file are listed."""
WIDEST = 40
"""Signs of a key that are shown."""
_CONVERTING = threading.Lock()
"""Two threads in which msgspec meets one type for the first time can end Python."""

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
    - ``faults``: yields where data that decode contradict themselves; the first is reported, or,
      of ``several`` that can be judged after each other, all;
    - ``tables``: makes of the data what a game looks things up in, and may raise `PackError` too;
    - ``wanted``: regular expression of a field -> what text that fits it looks like, in words;
    - ``ease``: changes the plain values before they are judged, so that people may write less;
    - ``doubts``: yields what a game can be played with, though its author hardly means it;
    - ``explained``: where people read about a part that is missing;
    - ``free``: the rules depend on no order of keys, so those of an owner stay as they stand.
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
        doubts: Callable[[Data], Iterator[Fault]] = lambda _: iter(()),
        several: bool = False,
        explained: str = "",
        free: bool = False,
    ) -> None:
        self.data = data
        self._package = package
        self._file = file
        self._faults = faults
        self._tables = tables
        self._wanted = _WANTED | dict(wanted or {})
        self._ease = ease
        self._doubts = doubts
        self._several = several
        self._explained = explained
        self._free = free
        self._own: Data | None = None
        self._own_tables: Tables | None = None

    def load(self, pack: bytes | None = None, *, name: str = "the pack") -> Data:
        """Return the rules data: the module's own, or those of an owner's ``pack``.

        ``name`` is the file's name for messages. Raises `PackError` with line, field and cure.
        """
        if pack is not None:
            return self.check(pack, name=name)
        if self._own is None:  # once: they are frozen
            self._own = self._read(self.export(), self._file, own=True)
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
        own = pkgutil.get_data(self._package, file) if self._package else None
        if own is None:  # pragma: no cover - the file belongs to the package
            raise PackError(f"{file} is missing; install pbem again")
        return own

    def check(self, pack: bytes, *, name: str = "the pack") -> Data:
        """Return the data of a pack after every check that the tables of a game would make.

        Raises `PackError`.
        """
        data = self._read(pack, name)
        found = list(islice(self._faults(data), None if self._several else 1))
        if found:
            raise _refusal(pack, name, found)
        try:
            self._tables(data)
        except PackError as error:
            begins = str(error).replace(":", " ").split()[0]
            path = (begins,) if begins in self.data.__struct_fields__ else ()
            raise _refusal(pack, name, [(path, str(error))]) from None
        return data

    def doubts(self, pack: bytes, *, name: str = "the pack") -> Iterator[str]:
        """Yield what its author hardly means in a pack that `check` accepts, each with its place.

        Raises `PackError`.
        """
        data = self._read(pack, name)
        yield from (placed(pack, name, *one) for one in self._doubts(data))

    def _read(self, pack: bytes, name: str, *, own: bool = False) -> Data:
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
        ordered = raw if own or self._free else in_order(raw, self._own_values())
        with _CONVERTING:
            try:
                return msgspec.convert(ordered, self.data)
            except msgspec.ValidationError:
                found = list(self._mistakes((), raw, self.data))
        raise _refusal(pack, name, found)

    def _own_values(self) -> Any:
        """Return the module's own data as plain values; None while its author writes them."""
        try:
            return msgspec.to_builtins(self.load())
        except PackError:
            return None

    def _mistakes(self, path: Path, raw: Any, form: Any) -> Iterator[Fault]:
        """Yield every value of a wrong form at ``path``, in words for a person.

        msgspec names the first one alone: so each part is judged by itself.
        """
        try:
            msgspec.convert(raw, form)
        except msgspec.ValidationError as error:
            inside = list(self._mistakes_inside(path, raw, _bare(form)))
            what, _, below = str(error).partition(" - at ")
            if not inside or not (below or what.startswith("Object ")):
                yield path, self._in_words(what, raw, form)
            yield from inside

    def _mistakes_inside(self, path: Path, raw: Any, form: Any) -> Iterator[Fault]:
        """Yield the mistakes in the values of a mapping or a list."""
        if isinstance(raw, list) and get_origin(form) in {tuple, list}:
            kinds = get_args(form)
            if len(kinds) == 1 or Ellipsis in kinds:
                kinds = (kinds[0],) * len(raw)
            for i, (value, kind) in enumerate(zip(raw, kinds, strict=False)):
                yield from self._mistakes((*path, i), value, kind)
        elif isinstance(raw, dict) and get_origin(form) is dict:
            words, kind = get_args(form)
            for key, value in raw.items():
                yield from self._mistakes((*path, key), key, words)
                yield from self._mistakes((*path, key), value, kind)
        elif isinstance(raw, dict) and isinstance(form, type) and issubclass(form, msgspec.Struct):
            yield from self._mistakes_of_fields(path, raw, form)

    def _mistakes_of_fields(
        self, path: Path, raw: dict[str, Any], form: type[msgspec.Struct]
    ) -> Iterator[Fault]:
        """Yield fields that are unknown, missing, or of a wrong form."""
        hints = get_type_hints(form, include_extras=True)
        fields = {field.encode_name: field for field in msgspec.structs.fields(form)}
        meant: set[str] = set()
        for key, value in raw.items():
            if key in fields:
                yield from self._mistakes((*path, key), value, hints[fields[key].name])
            elif form.__struct_config__.forbid_unknown_fields:
                meant.update(nearest(key, fields))
                yield (*path, key), _no_field(key, value, fields)
        for name, field in fields.items():
            if field.required and name not in raw and name not in meant:
                yield path, f"`{name}` is missing{' here' if path else ''}; {self._add(path, name)}"

    def _add(self, path: Path, name: str) -> str:
        """Say how to add a field that is missing."""
        if not self._explained:
            return "add it as in an exported pack"
        parts = [step for step in (*path, name) if isinstance(step, str)]
        return f"add it. {self._explained} explains the part `{parts[0]}`"

    def _in_words(self, what: str, value: Any, form: Any) -> str:
        """Return what is wrong with a value, and what would be right."""
        for pattern, wanted in self._wanted.items():
            number = type(value) is int and not re.match(pattern, str(value))
            if repr(pattern) in what or (number and pattern in _patterns(form)):
                return f"{value!r}: {wanted}"
        if what.startswith("Invalid enum value"):
            words = ", ".join(str(word) or '""' for word in get_args(_bare(form)))
            return f"{value!r} is not allowed; write one of {words}"
        if limit := re.match(r"Expected `int` ([<>]=) (-?[0-9]+)", what):
            return f"{value!r} is out of range; it must be {limit[1]} {limit[2]}"
        if length := re.match(r"Expected `(str|array)` of length ([<>]= )?([0-9]+)", what):
            things = "signs" if length[1] == "str" else "entries"
            return f"{len(value)} {things}; there must be {length[2] or ''}{length[3]}"
        wanted = what.partition(", got ")[0].removeprefix("Expected ").strip("`")
        kinds = " or ".join(_KINDS.get(kind, kind) for kind in wanted.split(" | "))
        return f"{_shown(value)}: expected {kinds}"


def in_order(raw: Any, own: Any) -> Any:
    """Return plain values with the keys of mappings in one order, whatever order they stood in.

    It is that of the module's ``own`` data; other keys follow by their letters. No digest covers
    the order of keys, so two packs with one digest must be played alike.
    """
    if isinstance(raw, list):
        beside = own if isinstance(own, list | tuple) else ()
        others = [*beside, *[None] * len(raw)]
        return [in_order(one, other) for one, other in zip(raw, others, strict=False)]
    if not isinstance(raw, dict):
        return raw
    known = own if isinstance(own, dict) else {}
    keys = [key for key in known if key in raw] + sorted(key for key in raw if key not in known)
    return {key: in_order(raw[key], known.get(key)) for key in keys}


def repeated(path: Path, values: Iterable[Any]) -> Iterator[Fault]:
    """Yield what stands in a list for a second time; ``path``: the place of the list."""
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
        place: The things that the form reads, for the message.
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


def _refusal(pack: bytes, name: str, found: Iterable[Fault]) -> PackError:
    """Return the error about values of a pack: a line for each, no more than `LISTED`."""
    said = list(dict.fromkeys(found))
    lines = [placed(pack, name, *one) for one in said[:LISTED]]
    if more := said[LISTED:]:
        lines.append(f"{name}: there are {len(more)} more mistakes")
    return PackError("\n".join(lines))


def placed(pack: bytes, name: str, path: Path, what: str) -> str:
    """Return what is to be said about the value at ``path``, with its place in the file.

    ``pack``: the bytes of the file ``name``. A message about the whole has no line: there is none
    on which a part is missing.
    """
    place = strict_yaml.locate(pack, path) if path else None
    where = f"{name}, {place}" if place is not None else name
    field = ".".join(str(step + 1) if isinstance(step, int) else _word(step) for step in path)
    return f"{where}{f' ({field})' if field else ''}: {what}"


def _word(step: str) -> str:
    """Return a key in short, in one line."""
    step = step.replace("\n", " ")
    return step if len(step) <= WIDEST else f"{step[: WIDEST - 3]}..."


def _no_field(key: str, value: Any, fields: Collection[str]) -> str:
    """Say that a mapping has no field of this name; a comma in text may have made one of words."""
    said = f"there is no field `{_word(key)}` here"
    if value is None and " " in key:
        return f"{said}; put text with a comma in quotes"
    return f"{said}{did_you_mean(key, fields) or '; leave it out'}"


def _bare(form: Any) -> Any:
    """Return a type without its bounds, and without null."""
    while get_origin(form) is Annotated:
        form = get_args(form)[0]
    if get_origin(form) in {Union, types.UnionType}:
        form = next(arm for arm in get_args(form) if arm is not type(None))
        return _bare(form)
    return form


def _patterns(form: Any) -> set[str]:
    """Return the regular expressions that text of a type has to fit."""
    if get_origin(form) in {Union, types.UnionType}:
        return set().union(*map(_patterns, get_args(form)))
    if get_origin(form) is not Annotated:
        return set()
    inner, *bounds = get_args(form)
    own = {one.pattern for one in bounds if isinstance(one, msgspec.Meta) and one.pattern}
    return own | _patterns(inner)


def _shown(value: Any) -> str:
    """Return a value as it was written; lists and mappings would fill the screen."""
    if isinstance(value, dict):
        return "a mapping"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return "a list" if isinstance(value, list) else repr(value)

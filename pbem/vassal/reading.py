"""A whole module, read in a child process that can cost no more than is fixed here."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, TypeVar
from xml.etree.ElementTree import Element

import msgspec

from pbem import confined
from pbem.files import real_path
from pbem.vassal import refusal
from pbem.vassal.contents import Contents, opened
from pbem.vassal.described import FORMAT, SHORT, LeftOut, Module
from pbem.vassal.made import Kinds
from pbem.vassal.maps import decks_of, maps_of, pieces_of
from pbem.vassal.pictures import Pictures
from pbem.vassal.refusal import MIB, ModuleRefused
from pbem.vassal.saves import Saves, files_of
from pbem.vassal.tables import START, Made, chosen, table_of
from pbem.vassal.tools import charts_of, classes_of, dice_of, sides_of, turns_of, world_of
from pbem.vassal.traits import Definition, Prototypes, definition
from pbem.vassal.trees import inside, parse
from pbem.vassal.types import Describer

BUILD_FILES = ("buildFile.xml", "buildFile")
LIMITS = confined.Limits(seconds=90, memory=400 * MIB, reply=64 * MIB)
"""The limits for reading a module."""


class Label(msgspec.Struct, frozen=True):
    """The label of a module: its name, the SHA-256 of its build file, the names of its set-ups.

    ``refused``: why it is not read, if it is not.
    """

    name: str = ""
    version: str = ""
    build: str = ""
    setups: list[str] = []
    refused: str = ""


class Read(msgspec.Struct):
    """The result of the child process: a description, or why there is none."""

    module: bytes = b""
    refused: str = ""
    setup: str = ""
    table: bytes = b""
    left_out: list[str] = []


Asked = TypeVar("Asked", Label, Read)


class _Build(NamedTuple):
    """The build file of a module, and its SHA-256."""

    root: Element
    digest: str

    @property
    def name(self) -> str:
        return (self.root.get("name") or self.root.get("module") or "").strip()

    @property
    def version(self) -> str:
        return self.root.get("version", "")


PICTURES = confined.Limits(seconds=60, memory=400 * MIB, reply=64 * MIB)
PICTURE_MOST, TOGETHER_MOST = 48 * MIB, (8 if sys.platform == "emscripten" else 16) * MIB
"""Bytes of a picture, and of those that are read at a time if the first is no larger."""


class Seen(msgspec.Struct):
    """The pictures from the child process: each by its name, or why there is none.

    ``later``: the names of those that had no room beside the others.
    """

    refused: str = ""
    pictures: dict[str, bytes] = {}
    later: list[str] = []


class Table(NamedTuple):
    """A module, the name of one of its set-ups, and the table file of that."""

    module: Module
    setup: str
    made: Made


def read(path: Path) -> Module:
    """Read a module: a `.vmod` file, or a folder with the same files.

    Raises:
        ModuleRefused: pbem does not read this module; the text says why.
        OSError: The file, or this computer, cannot do it now.

    """
    return msgspec.msgpack.decode(_asked(path, Read, read_here).module, type=Module)


def read_table(path: Path, setup: str | None) -> Table:
    """Read a module, and make the table file of a set-up; ``setup``: as for `table_of`.

    Raises:
        ModuleRefused: pbem does not read this module or this set-up; the text says why.
        OSError: The file, or this computer, cannot do it now.
    """
    found = _asked(path, Read, table_here, setup)
    module = msgspec.msgpack.decode(found.module, type=Module)
    made = Made(msgspec.msgpack.decode(found.table), found.left_out)
    return Table(module, found.setup, made)


def read_pictures(path: Path, names: Iterable[str]) -> Seen:
    """Return pictures of a module by name: the first, and others as far as there is room.

    Args:
        path: The module.
        names: The names of the pictures. One that is not there, or is no picture, is left out.

    Raises:
        ModuleRefused: pbem does not read this module; the text says why.
        OSError: The file, or this computer, cannot do it now.
    """
    path.stat()
    try:
        given = (str(real_path(path)), *names)
        found = confined.read(pictures_here, given, Seen, PICTURES)
    except confined.UnreadableError as error:
        raise ModuleRefused(f"Its pictures cannot be read: {error}.") from None
    if found.refused:
        raise ModuleRefused(found.refused)
    return found


def read_label(path: Path) -> Label:
    """Return the label of a module; no piece and no saved game is read.

    Raises:
        ModuleRefused: pbem does not read this module; the text says why.
        OSError: The file, or this computer, cannot do it now.
    """
    return _asked(path, Label, label_here)


def pictures_here(path: str, *names: str) -> Seen:
    """Read pictures of a module in this process."""
    try:
        with opened(Path(path)) as contents:
            pictures, left = Pictures(contents), TOGETHER_MOST
            seen = Seen()
            for at, name in enumerate(names):
                if at and left < pictures.bytes_of(name) <= PICTURE_MOST and pictures.path(name):
                    seen.later.append(name)
                elif data := pictures.read(name, PICTURE_MOST):
                    seen.pictures[name] = data
                    left -= len(data)
            return seen
    except ModuleRefused as error:
        return Seen(refused=str(error))


def _asked(path: Path, kind: type[Asked], work: Callable[..., Asked], *given: str | None) -> Asked:
    path.stat()
    try:
        found = confined.read(work, (str(real_path(path)), *given), kind, LIMITS)
    except confined.UnreadableError as error:
        said = str(error)
        raise ModuleRefused(said[:1].upper() + said[1:] + ".") from None
    if found.refused:
        raise ModuleRefused(found.refused)
    return found


def label_here(path: str) -> Label:
    """Read the label of a module in this process."""
    try:
        with opened(Path(path)) as contents:
            build = _build(contents)
            setups = [name for name, file in files_of(build.root).items() if file in contents.sizes]
    except ModuleRefused as error:
        return Label(refused=str(error))
    return Label(build.name, build.version, build.digest, [*setups, START])


def read_here(path: str) -> Read:
    """Read a module in this process."""
    try:
        with opened(Path(path)) as contents:
            return Read(msgspec.msgpack.encode(describe(contents)))
    except ModuleRefused as error:
        return Read(refused=str(error))


def table_here(path: str, setup: str | None) -> Read:
    """Read a module and make a table file of it in this process."""
    try:
        with opened(Path(path)) as contents:
            module = describe(contents, setup)
        name = chosen(module, setup)
        made = table_of(module, name)
    except ModuleRefused as error:
        return Read(refused=str(error))
    encode = msgspec.msgpack.encode
    return Read(encode(module), setup=name, table=encode(made.data), left_out=made.left_out)


def describe(contents: Contents, only: str | None = None) -> Module:
    """Return what a module has; raises `ModuleRefused`.

    If ``only`` one set-up is wanted, the saved games of the others are not read.
    """
    build = _build(contents)
    root = build.root
    drawn = {one.get("name", "") for one in inside(root, "GamePieceImage")}
    pictures = Pictures(contents, drawn)
    describer = Describer(Prototypes(_prototypes(root)), pictures, world_of(root))
    pieces = pieces_of(root, describer)
    maps = maps_of(root, pieces, pictures)
    counted, unknown = dict(describer.left_out), dict(describer.unknown)
    kinds = Kinds(pieces, describer)
    kinds.add_placed()
    setups = Saves(contents, maps, kinds).setups(root, only)
    return Module(
        format=FORMAT,
        name=build.name,
        version=build.version,
        vassal=root.get("VassalVersion", ""),
        about=root.get("description", ""),
        build=build.digest,
        sides=sides_of(root),
        maps=maps,
        cards=pieces.cards,
        counters=pieces.counters,
        made=kinds.made,
        decks=decks_of(root, pieces),
        dice=dice_of(root),
        turns=turns_of(root),
        charts=charts_of(root),
        values={k: v for k, v in describer.values.items() if len(v.now) <= SHORT},
        setups=setups,
        left_out=LeftOut(
            classes=classes_of(root),
            images=sorted(pictures.missing),
            large=sorted(pictures.large),
            prototypes=sorted(describer.prototypes.missing),
            traits=counted,
            unknown=unknown,
            texts=describer.texts,
        ),
    )


def _build(contents: Contents) -> _Build:
    name = next((one for one in BUILD_FILES if one in contents.sizes), None)
    if name is None:
        raise ModuleRefused("It has no buildFile.xml, so it is no VASSAL module.")
    data = contents.read(name, refusal.BUILD)
    return _Build(parse(data, name), hashlib.sha256(data).hexdigest())


def _prototypes(root: Element) -> dict[str, Definition]:
    found: dict[str, Definition] = {}
    for one in inside(root, "PrototypeDefinition"):
        what = definition(one.text or "")
        if what:
            found[one.get("name", "")] = what  # of two with one name, VASSAL takes the last
    return found

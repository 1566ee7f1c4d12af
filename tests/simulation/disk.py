"""A disk under one person's folder: it loses what was not synced, tears writes, fills up, refuses.

A file system may keep a write, or the name of a file, in memory until a program asks it to put it
on the disk. Data that a program did not sync is there after a kill and may be gone after a loss of
power: any last part of it, in the order in which it was done. Databases are hit within a
transaction by `simulation.hot`.
"""

from __future__ import annotations

import errno
import io
import os
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, NoReturn


class Killed(BaseException):
    """The program is no more: nobody takes notice, and nothing is tidied up."""


class Fate(NamedTuple):
    """The fate of an action: at the ``at``-th thing that it does to the disk (0: nothing).

    ``kind`` is one of these:

    - ``kill``: The process ends.
    - ``power``: The machine ends.
    - ``full``: An error of the system that this touch and all later ones of the action get.
    - ``broken``: The same for this one alone.
    - ``hot``: The process ends while it writes a database, in the ``at``-th transaction, counted
      again after each few.
    - ``locked``: Another program writes the home's database, from some use of it on and as long as
      the visit lasts.
    - others: Something that happens meanwhile and hits no file (``meanwhile`` of the disk has
      what).
    """

    at: int = 0
    kind: str = "kill"


TRANSACTIONS = 5
"""In one of so many transactions of a visit a kill hits a database."""
LOCKED_AFTER = 8
"""After so many uses of a home's database, at most, another program locks it."""
_ERRORS = {"full": errno.ENOSPC, "broken": errno.EIO}


class _Name(NamedTuple):
    """A change of names that is not on the disk yet: in which folder, and how it is undone."""

    folder: Path
    undo: Callable[[], None]


class Disk:
    """The disk under ``root``; one action at a time works on it."""

    def __init__(
        self,
        root: Path,
        rng: random.Random,
        meanwhile: Mapping[str, Callable[[], None]] = MappingProxyType({}),
    ) -> None:
        self.root = root
        self.rng = rng
        self.meanwhile = meanwhile
        self.touched = 0
        self.leaves: Callable[[], None] = lambda: None
        """The rest of a kill within a transaction, to be done once all programs have ended."""
        self._fate = Fate()
        self._commits = 0
        self._dead = False
        self._contents: dict[Path, bytes | None] = {}
        """The disk's bytes of files that were written and not synced."""
        self._names: list[_Name] = []

    working: ClassVar[Disk | None] = None
    """The disk of the member at work."""

    @contextmanager
    def at_work(self, fate: Fate = Fate()) -> Iterator[None]:  # noqa: B008 - it never changes
        """Work on this disk.

        Earlier writes are on it: hours have passed since.
        """
        self._contents.clear()
        self._names.clear()
        self.touched, self._fate = 0, fate
        self._commits, self._dead = 0, False
        true = {name: getattr(os, name) for name in _HOOKED}
        Disk.working = self
        try:
            for name in _HOOKED:
                setattr(os, name, getattr(self, f"_{name}")(true[name]))
            yield
        except Killed:
            for name, one in true.items():
                setattr(os, name, one)
            if fate.kind == "power":
                self._power_is_gone()
            raise
        finally:
            Disk.working = None
            for name, one in true.items():
                setattr(os, name, one)

    # --- what is hooked ---------------------------------------------------------------------------

    def _touch(self) -> bool:
        """Count one thing done to the disk; raise what fate has for it. Say whether it is torn."""
        self.touched += 1
        at, kind = self._fate
        if self._dead:
            raise Killed
        if not at or self.touched < at or kind in ("hot", "locked"):
            return False
        if kind in self.meanwhile:
            self._fate = Fate()
            self.meanwhile[kind]()
            return False
        if kind in _ERRORS:
            if kind == "full" or self.touched == at:
                code = _ERRORS[kind]
                raise OSError(code, os.strerror(code))
            return False
        if self.touched > at:
            raise Killed
        return True

    def commits(self) -> bool:
        """Count a transaction of a database; say whether a kill hits this one."""
        if self._dead:
            raise Killed
        self._commits += 1
        at, kind = self._fate
        return kind == "hot" and self._commits == 1 + at % TRANSACTIONS

    @property
    def may_lock(self) -> bool:
        """Whether fate has another program write the home's database."""
        return self._fate.kind == "locked"

    def is_locked(self) -> bool:
        """Say whether another program writes the home's database, from some transaction on."""
        if not self.may_lock:
            return False
        self._commits += 1
        return self._commits > self._fate.at % LOCKED_AFTER

    def dies(self, leaves: Callable[[], None]) -> NoReturn:
        """End the process: nothing that it still runs through gets to the disk."""
        self.leaves, self._dead = leaves, True
        raise Killed

    def locks(self) -> None:
        """Have what happens meanwhile happen just before a program gets hold of a lock."""
        if self._fate.kind in self.meanwhile:
            self._touch()

    def _ours(self, path: Any) -> Path | None:
        """Return a path of this disk, None for one elsewhere, a lock, or a database."""
        try:
            found = Path(os.path.abspath(os.fsdecode(path)))  # noqa: PTH100 - links stay links
        except TypeError:
            return None
        inside = found.is_relative_to(self.root)
        return found if inside and not found.name.endswith((".lock", ".sqlite")) else None

    def _open(self, act: Any) -> Any:
        def opened(path: Any, flags: int, *args: Any, **more: Any) -> int:
            mine = self._ours(path) if flags & (os.O_WRONLY | os.O_RDWR) else None
            if mine is not None and mine not in self._contents:
                self._contents[mine] = mine.read_bytes() if mine.is_file() else None
            there = mine is None or mine.exists()
            file = int(act(path, flags, *args, **more))
            if mine is not None and not there:
                self._names.append(_Name(mine.parent, lambda: mine.unlink(missing_ok=True)))
            return file

        return opened

    def _fdopen(self, act: Any) -> Any:
        def opened(descriptor: int, mode: str = "r", *args: Any, **more: Any) -> Any:
            if mode not in ("wb", "r+b") or self._ours(_path_of(descriptor)) is None:
                return act(descriptor, mode, *args, **more)
            disk = self

            class Torn(io.BufferedRandom if "+" in mode else io.BufferedWriter):  # type: ignore[misc]
                def write(self, data: Any) -> int:
                    if disk._touch():
                        super().write(data[: disk.rng.randrange(len(data) + 1)])
                        super().flush()
                        raise Killed
                    return int(super().write(data))

            return Torn(io.FileIO(descriptor, mode.replace("b", "")))

        return opened

    def _fsync(self, act: Any) -> Any:
        def synced(descriptor: int) -> None:
            path = _path_of(descriptor)
            mine = self._ours(path)
            if mine is not None:
                if self._touch():
                    raise Killed
                if mine.is_dir():
                    self._names = [one for one in self._names if one.folder != mine]
                self._contents.pop(mine, None)
            act(descriptor)

        return synced

    def _replace(self, act: Any) -> Any:
        def replaced(source: Any, target: Any, **more: Any) -> None:
            new, old = self._ours(target), self._ours(source)
            if new is None or old is None:
                act(source, target, **more)
                return
            if self._touch():
                raise Killed
            was = new.read_bytes() if new.is_file() else None
            moved = old.read_bytes()
            act(source, target, **more)
            if old in self._contents:
                self._contents[new] = self._contents.pop(old)

            def undo() -> None:
                old.write_bytes(moved)
                new.unlink(missing_ok=True) if was is None else new.write_bytes(was)

            self._names.append(_Name(new.parent, undo))

        return replaced

    _rename = _replace

    def _link(self, act: Any) -> Any:
        def linked(source: Any, target: Any, **more: Any) -> None:
            new = self._ours(target)
            if new is not None and self._touch():
                raise Killed
            act(source, target, **more)
            old = self._ours(source)
            if new is not None and old in self._contents:  # one file of two names
                self._contents[new] = self._contents[old]
            if new is not None:
                self._names.append(_Name(new.parent, lambda: new.unlink(missing_ok=True)))

        return linked

    def _unlink(self, act: Any) -> Any:
        def unlinked(path: Any, **more: Any) -> None:
            mine = self._ours(path)
            if mine is None or not mine.is_file():
                act(path, **more)
                return
            if self._touch():
                raise Killed
            was = mine.read_bytes()
            act(path, **more)
            self._names.append(_Name(mine.parent, lambda: _put_back(mine, was)))

        return unlinked

    # --- a loss of power --------------------------------------------------------------------------

    def _power_is_gone(self) -> None:
        """Leave of what was not synced some part."""
        lost = self.rng.randint(0, len(self._names))
        for one in reversed(self._names[len(self._names) - lost :]):
            one.undo()
        for path, synced in self._contents.items():
            if path.is_file():
                self._lose(path, synced)
        self._contents.clear()
        self._names.clear()

    def _lose(self, path: Path, synced: bytes | None) -> None:
        now, had = path.read_bytes(), synced or b""
        what = self.rng.random()
        if what < 0.3:
            return  # it was written in time
        if now.startswith(had) and what < 0.6:
            path.write_bytes(now[: self.rng.randint(len(had), len(now))])
        elif what < 0.9:
            path.write_bytes(had)
        else:  # the length is there and the bytes are not
            path.write_bytes(had + bytes(max(0, len(now) - len(had))))


def thrown_away(file: Path) -> None:
    """Delete what was mailed, if the disk lets one."""
    with suppress(OSError):
        file.unlink()


def _put_back(path: Path, data: bytes) -> None:
    if not path.exists():
        path.write_bytes(data)


def _path_of(descriptor: int) -> str:
    return os.readlink(f"/proc/self/fd/{descriptor}")  # noqa: PTH115 - a name of the system's


_HOOKED = ("open", "fdopen", "fsync", "replace", "rename", "link", "unlink")

"""A disk when the power goes: calls played back, and what was not synced lost.

A file that was synced has its bytes, whatever its name; a folder that was synced has its names. For
later changes, each folder keeps any first part of its own, and each file some of its writes, the
last of them torn, or its length without the bytes.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Call(NamedTuple):
    """One call that has changed the disk; ``number`` is an offset or a size in bytes."""

    what: str
    path: Path
    other: Path
    number: int
    data: bytes


def read_calls(path: Path) -> Iterator[Call]:
    """Yield the calls that the recorder wrote down."""
    reported, at = path.read_bytes(), 0
    while at < len(reported):
        end = reported.index(b"\n", at)
        what, name, other, number, size = reported[at:end].decode().split("\t")
        at = end + 1 + int(size)
        yield Call(what, Path(name), Path(other), int(number), reported[end + 1 : at])


class _File:
    """The content of a file: on the disk, and what was done to it since."""

    def __init__(self) -> None:
        self.synced = b""
        self.since: list[Call] = []

    def now(self) -> bytes:
        data = self.synced
        for call in self.since:
            data = _done(data, call)
        return data

    def sync(self) -> None:
        self.synced, self.since = self.now(), []

    def left(self, rng: random.Random) -> bytes:
        """Return what may be left of it."""
        if not self.since or rng.random() < 0.2:
            return self.now()
        data = self.synced
        for call in self.since[: rng.randint(0, len(self.since))]:
            before, data = data, _done(data, call)
            last = call
        if data == self.synced:
            return data
        if last.what == "write" and rng.random() < 0.5:
            torn = last._replace(data=last.data[: rng.randrange(len(last.data))])
            return _done(before, torn)
        if rng.random() < 0.2:
            return self.synced[: len(data)] + bytes(max(0, len(data) - len(self.synced)))
        return data


def _done(data: bytes, call: Call) -> bytes:
    if call.what == "size":
        return data[: call.number] + bytes(max(0, call.number - len(data)))
    data += bytes(max(0, call.number - len(data)))
    return data[: call.number] + call.data + data[call.number + len(call.data) :]


_Names = dict[Path, _File | None]
"""Files by their names, and folders, which are None."""


class States:
    """A disk that was empty, to which calls are done one after the other."""

    def __init__(self) -> None:
        self._now: _Names = {}
        self._synced: _Names = {}
        self._since: dict[Path, list[Call]] = defaultdict(list)
        self._files: dict[tuple[Path, int], _File] = {}

    def do(self, call: Call) -> None:
        """Do what the recorder saw."""
        if call.what in ("write", "size"):
            file = self._now.get(call.path)
            if file is not None:
                file.since.append(call)
        elif call.what == "sync":
            self._sync(call.path)
        else:
            # The file that a call makes is the same one whenever the call is played back.
            self._files[call.path, id(call)] = file = _File()
            _renamed(self._now, call, file)
            self._since[(call.path if call.other == Path() else call.other).parent].append(call)

    def _sync(self, path: Path) -> None:
        file = self._now.get(path)
        if file is not None:
            file.sync()
        for call in self._since.pop(path, []):
            self._again(self._synced, call)

    def _again(self, names: _Names, call: Call) -> None:
        file = self._files[call.path, id(call)]
        if call.what in ("rename", "link") and call.path not in names:
            # Its first name was never put on the disk: the second has the same file all the same.
            found = self._now.get(call.other)
            if found is not None:
                names[call.other] = found
            return
        _renamed(names, call, file)

    def write(self, to: Path, under: Path, rng: random.Random | None) -> None:
        """Write what is below ``under`` into ``to``: all of it, or what ``rng`` leaves."""
        names = dict(self._now)
        if rng is not None and rng.random() < 0.9:
            names = dict(self._synced)
            for calls in self._since.values():
                kept = rng.choice((0, len(calls), rng.randint(0, len(calls))))
                for call in calls[:kept]:
                    self._again(names, call)
        to.mkdir(parents=True, exist_ok=True, mode=0o700)
        left: dict[int, bytes] = {}
        for path, file in sorted(names.items()):
            if not path.is_relative_to(under) or path == under:
                continue
            there = to / path.relative_to(under)
            if not there.parent.is_dir():
                continue  # its folder's name was lost
            if file is None:
                there.mkdir(mode=0o700)
                continue
            if id(file) not in left:  # a file of two names is one
                left[id(file)] = file.now() if rng is None else file.left(rng)
            there.write_bytes(left[id(file)])
            there.chmod(0o600)


def _renamed(names: _Names, call: Call, file: _File) -> None:
    if call.what == "mkdir":
        names[call.path] = None
    elif call.what == "create":
        names[call.path] = file
    elif call.what == "remove":
        names.pop(call.path, None)
    elif call.what == "link":
        names[call.other] = names[call.path]
    else:
        for old in [one for one in names if one.is_relative_to(call.path)]:
            names[call.other / old.relative_to(call.path)] = names.pop(old)

"""Faults put in one after the other, each in a process of its own, until a test fails.

The tests are collected once. For each fault a child is forked in which the faulty function's code
stands in place of the good one. It runs the tests that come by it, the fastest first. Code that is
no function's, or has run before the first test begins, is tried in a child that imports the program
again. A test that fails is run alone without the fault, once: there it must pass.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import json
import os
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

from mutation.fault import Fault
from mutation.forked import forked
from mutation.measured import QUIETLY, STEADY, Measured

PATIENCE = 20.0
"""Seconds that the tests of one fault take together where none of them fails."""

LEAST = 20
"""Seconds that a child has at least; beyond, ten times what its tests take."""


class Tried(NamedTuple):
    """The result of one fault; ``left`` tests that come by it were too slow to be tried.

    ``by`` is the test that failed. It is empty if none did: the fault ran too long, used too much
    memory or ended the process.
    """

    fault: Fault
    noticed: bool
    tests: int
    left: int
    by: str = ""


Report = Callable[[Tried], None]
Try = Callable[[list[str], float], int]
"""Runs some tests with a fault for so many seconds; 0 where none fails."""


class Trial:
    """The tests near a folder and what is known of them.

    ``root`` is a copy of the tree that nobody else uses: each fault is written into it, so that
    processes which a test starts meet it too.
    """

    def __init__(self, root: Path, measured: Measured, tests: list[str]) -> None:
        self.root = root
        self.measured = measured
        self.tests = tests
        self.failed = root.parent / "failed"
        self._sound: set[str] = set()

    def run(self, faults: list[Fault], report: Report) -> list[Tried]:
        """Try every fault and print what came of it.

        The loop over those inside of functions has a process of its own: none of the program must
        be imported where a child that imports it again is forked.
        """
        codes = {n: self._codes(fault) for n, fault in enumerate(faults)}
        inside = {
            n: (faults[n], *both) for n, both in codes.items()
            if both is not None and not self.measured.imported(faults[n].file, faults[n].reached)
        }  # fmt: skip
        kept = self.root.parent / "tried"
        kept.touch()
        for name in self.measured.libraries:
            with suppress(ImportError):  # a part of one, under a name of its own
                importlib.import_module(name)  # no fault is in it, so every child may share it
        loop = _Loop(self, inside, report, kept)
        if inside:
            forked(lambda: int(pytest.main([*QUIETLY, *self.tests], plugins=[STEADY, loop])))
        came = {}
        for line in kept.read_text().splitlines():
            n, *found = json.loads(line)
            came[n] = Tried(faults[n], *found)
        for n, fault in enumerate(faults):
            if n not in came:
                came[n] = self.tried(fault, self._again, self._again)
                report(came[n])
        return list(came.values())

    def tried(self, fault: Fault, run: Try, good: Try) -> Tried:
        """Try one fault, again without each test that fails in ``good``, without it, as well."""
        while True:
            names = self.measured.reaching(fault.file, fault.reached)
            if not names or self.measured.imported(fault.file, fault.reached):
                # More tests read a table; and some meet the line in a process of their own.
                names = self.measured.anywhere(fault.file)
            chosen, seconds = self._patient(names)
            if not chosen:
                return Tried(fault, noticed=False, tests=0, left=0)
            limit = LEAST + 10 * seconds
            self.failed.unlink(missing_ok=True)
            with Written(self.root, fault):
                noticed = run(chosen, limit) != 0
            blamed = self.failed.read_text() if self.failed.exists() else ""
            if not noticed or not blamed or self._is_sound(blamed, good, limit):
                return Tried(fault, noticed, len(chosen), len(names) - len(chosen), blamed)
            self.measured.drop(blamed)

    def _is_sound(self, name: str, good: Try, limit: float) -> bool:
        """Whether a test passes alone without a fault."""
        if name not in self._sound and good([name], limit) == 0:
            self._sound.add(name)
        return name in self._sound

    def _patient(self, names: list[str]) -> tuple[list[str], float]:
        """Return as many of some tests as patience allows, and the seconds that they take."""
        total = 0.0
        for number, name in enumerate(names):
            cost = self.measured.tests.get(name, 0.0)
            if number and total + cost > PATIENCE:
                return names[:number], total
            total += cost
        return names, total

    def _codes(self, fault: Fault) -> tuple[CodeType, CodeType] | None:
        path = self.root / fault.file
        return changed(_compiled(path, path.read_text()), _compiled(path, fault.source))

    def _again(self, names: list[str], limit: float) -> int:
        """Run tests where the program is imported again; first those of one file, to load less."""
        by_file: dict[str, list[str]] = defaultdict(list)
        for name in names:
            by_file[name.split("::")[0]].append(name)
        first, *others = sorted(by_file, key=lambda file: -len(by_file[file]))
        for files in ([first], others):
            some = [name for name in names if name.split("::")[0] in files]
            plugins = [STEADY, _Chosen(some), _First(self.failed)]
            args = [*QUIETLY, *files]
            if files and forked(lambda: int(pytest.main(args, plugins=plugins)), limit):  # noqa: B023
                return 1
        return 0


@cache
def _compiled(path: Path, source: str) -> CodeType:
    return compile(source, str(path), "exec", dont_inherit=True)


class Written:
    """While inside, the fault stands in its file."""

    count = 0

    def __init__(self, root: Path, fault: Fault) -> None:
        self.path = root / fault.file
        self.fault = fault

    def __enter__(self) -> None:
        self.good = self.path.read_bytes()
        self.times = self.path.stat()
        Written.count += 1
        self.path.write_text(self.fault.source)
        # No time that a compiled file of the good text could have noted.
        os.utime(self.path, (Written.count, Written.count))

    def __exit__(self, *_: object) -> None:
        self.path.write_bytes(self.good)
        os.utime(self.path, ns=(self.times.st_atime_ns, self.times.st_mtime_ns))


class _Chosen:
    """A plugin that runs some of the collected tests, in the order given."""

    def __init__(self, names: list[str]) -> None:
        self.names = {name: number for number, name in enumerate(names)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.names),
            key=lambda item: self.names[item.nodeid],
        )


class _First:
    """End the child at the first test that fails, and write down which it is."""

    def __init__(self, failed: Path) -> None:
        self.failed = failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.write_text(report.nodeid)
            os._exit(1)


class _Loop:
    """In place of pytest's loop over the tests: one over the faults."""

    def __init__(
        self,
        trial: Trial,
        faults: dict[int, tuple[Fault, CodeType, CodeType]],
        report: Report,
        kept: Path,
    ) -> None:
        self.trial = trial
        self.faults = faults
        self.report = report
        self.kept = kept

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.register(_First(self.trial.failed))
        items = {item.nodeid: item for item in session.items}
        living = _living()
        gc.freeze()  # so that no child copies all of it by counting what it holds
        for n, (fault, old, new) in self.faults.items():
            functions = living.get(_where(old), [])
            if not functions or any(f.__code__.co_freevars != new.co_freevars for f in functions):
                continue  # it is tried again
            run, good = (_Replaced(functions, code, items).run for code in (new, old))
            came = self.trial.tried(fault, run, good)
            self.report(came)
            with self.kept.open("a") as file:
                file.write(json.dumps([n, *came[1:]]) + "\n")
        return True


class _Replaced(NamedTuple):
    """Functions, the code that is to stand in them, and the tests at hand."""

    functions: list[FunctionType]
    code: CodeType
    items: dict[str, pytest.Item]

    def run(self, names: list[str], limit: float) -> int:
        return forked(lambda: self._child([self.items[name] for name in names]), limit)

    def _child(self, items: list[pytest.Item]) -> int:
        for each in self.functions:
            each.__code__ = self.code
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return 0


def _living() -> dict[tuple[str, int, str], list[FunctionType]]:
    found: dict[tuple[str, int, str], list[FunctionType]] = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            found[_where(each.__code__)].append(each)
    return found


def changed(old: CodeType, new: CodeType) -> tuple[CodeType, CodeType] | None:
    """Return the outermost function that differs, or None where something outside of one does."""
    if _own(old) != _own(new):
        return None
    for before, after in zip(_inner(old), _inner(new), strict=True):
        if _whole(before) != _whole(after):
            is_function = before.co_flags & inspect.CO_OPTIMIZED
            return (before, after) if is_function else changed(before, after)
    return None


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _own(code: CodeType) -> tuple[object, ...]:
    """Return what a code does, without the functions in it and without where it stands."""
    consts = [repr(each) for each in code.co_consts if not isinstance(each, CodeType)]
    return (
        code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars,
        code.co_cellvars, code.co_flags, code.co_argcount, code.co_kwonlyargcount,
        code.co_posonlyargcount, code.co_exceptiontable, consts, len(_inner(code)),
    )  # fmt: skip


def _whole(code: CodeType) -> tuple[object, ...]:
    return _own(code), tuple(_whole(each) for each in _inner(code))


def _where(code: CodeType) -> tuple[str, int, str]:
    return code.co_filename, code.co_firstlineno, code.co_qualname

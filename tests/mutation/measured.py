"""The tests near a folder without a fault: which lines each comes by, how long it takes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase, settings

from mutation.forked import forked

if TYPE_CHECKING:
    import coverage

AT_IMPORT = ""  # coverage's word for what ran in no test


@dataclass
class Measured:
    """``tests`` are seconds for each test; ``lines`` the tests that come by each line of a file.

    ``broken`` are tests that fail without any fault, ``libraries`` the modules of others that were
    imported.
    """

    tests: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    libraries: list[str] = field(default_factory=list)

    def reaching(self, file: str, lines: range) -> list[str]:
        """Return the tests that come by any of some lines, the fastest first."""
        by_line = self.lines.get(file, {})
        names = {name for line in lines for name in by_line.get(line, ())}
        return sorted(names - {AT_IMPORT}, key=self._cost)

    def anywhere(self, file: str) -> list[str]:
        """Return the tests that may meet what a file makes at import: all of them.

        First those that come by a line of it, or by no line anywhere; then the others, for other
        files read its tables. Each time the fastest first.
        """
        names = self.reaching(file, range(max(self.lines.get(file, {}), default=0) + 1))
        near = {*names, *self.aside()} if names else set()
        return sorted(self.tests, key=lambda name: (name not in near, *self._cost(name)))

    def aside(self) -> list[str]:
        """Return the tests that come by no line: some look at what was made at import."""
        lines = [names for by_line in self.lines.values() for names in by_line.values()]
        met = {name for names in lines for name in names}
        return [name for name in self.tests if name not in met]

    def drop(self, name: str) -> None:
        """Know nothing of a test any more."""
        del self.tests[name]
        for by_line in self.lines.values():
            for names in by_line.values():
                names[:] = [each for each in names if each != name]

    def imported(self, file: str, lines: range) -> bool:
        """Whether any of some lines is run before the first test begins."""
        by_line = self.lines.get(file, {})
        return any(AT_IMPORT in by_line.get(line, ()) for line in lines)

    def _cost(self, name: str) -> tuple[float, str]:
        return self.tests.get(name, 0.0), name


class _Steady:
    """Tests of properties try the same examples in every run, and stop at the first that fails."""

    def pytest_configure(self) -> None:
        settings.register_profile(
            "faults", deadline=None, database=None, derandomize=True,
            phases=(Phase.explicit, Phase.generate),
        )  # fmt: skip
        settings.load_profile("faults")


STEADY = _Steady()
QUIETLY = ("-q", "-p", "no:cacheprovider", "-n", "0", "--assert=plain", "--tb=no")


class _Stopwatch:
    def __init__(self, cover: coverage.Coverage, found: Measured) -> None:
        self.cover = cover
        self.found = found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.cover.switch_context(item.nodeid)
        began = sum(os.times()[:4])  # of the processor, with what it starts: others use it too
        try:
            return (yield)
        finally:
            self.found.tests[item.nodeid] = sum(os.times()[:4]) - began
            self.cover.switch_context(AT_IMPORT)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.found.broken.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.found.broken.append(report.nodeid)


def measure(root: Path, folder: str, tests: list[str], kept: Path) -> Measured:
    """Run some tests once, in a process of their own, and write what was found to a file."""

    def run() -> int:
        import coverage

        cover = coverage.Coverage(
            data_file=None, config_file=False,
            include=[f"{root / folder}/*", str(root / folder)],
        )  # fmt: skip
        found = Measured()
        cover.start()
        pytest.main([*QUIETLY, *tests], plugins=[STEADY, _Stopwatch(cover, found)])
        cover.stop()
        found.libraries = [name for name, module in sys.modules.items() if _is_library(module)]
        data = cover.get_data()
        for file in data.measured_files():
            at = Path(file).relative_to(root).as_posix()
            found.lines[at] = data.contexts_by_lineno(file)
        kept.write_text(json.dumps(found.__dict__))
        return 0

    os.environ["COVERAGE_CORE"] = "ctrace"  # the one that knows which test comes by a line
    forked(run)
    if not kept.is_file():
        raise SystemExit(f"the tests near {folder} could not be run: try pytest {' '.join(tests)}")
    raw = json.loads(kept.read_text())
    if not raw["tests"] and not raw["broken"]:
        raise SystemExit(f"there is no test near {folder}: pytest {' '.join(tests)} runs none")
    lines = {
        file: {int(line): names for line, names in by_line.items()}
        for file, by_line in raw["lines"].items()
    }
    return Measured(raw["tests"], lines, raw["broken"], raw["libraries"])


def _is_library(module: object) -> bool:
    return "site-packages" in (getattr(module, "__file__", None) or "")

"""One small fault of the program."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One change, and the whole file with it.

    ``before`` and ``after`` are the lines that differ; with ``file`` and ``function`` they name the
    fault wherever its lines have moved to. ``reached`` are the lines, in the file as it is, that
    a test must come by to meet the fault: those of its statement.
    """

    file: str
    line: int
    function: str
    before: str
    after: str
    source: str
    reached: range

    @property
    def name(self) -> tuple[str, str, str, str]:
        return self.file, self.function, self.before, self.after

    def shown(self) -> str:
        """Return where the fault is and what it changes, for people."""
        reported = [f"{self.file}:{self.line} in {self.function or 'the module'}"]
        reported += [f"  - {line}" for line in self.before.splitlines()]
        reported += [f"  + {line}" for line in self.after.splitlines()]
        return "\n".join(reported)

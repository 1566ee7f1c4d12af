"""Numbered cases run for a program."""

from __future__ import annotations

from pathlib import Path

from pbem.api.given import AnyPath
from pbem.audit import cases
from pbem.audit.cases import CaseRun


def run_cases(path: AnyPath) -> tuple[CaseRun, ...]:
    """Run the numbered cases of a file, or of every file of a folder, in order (docs/cases.md).

    A case that fails is no error: its `CaseRun` says what was not as expected. Raises FormError
    where a file is no file of cases; a case in it that cannot be read fails, with the place.
    """
    return tuple(one for file in cases.files_in(Path(path)) for one in cases.run_file(file))

"""Numbered cases run for a program."""

from __future__ import annotations

from pathlib import Path

from pbem.api.given import AnyPath
from pbem.cases import run as cases
from pbem.cases.run import CaseRun
from pbem.errors import FormError


def run_cases(path: AnyPath) -> tuple[CaseRun, ...]:
    """Run the numbered cases of a file, or of every file of a folder, in order (docs/cases.md).

    A case that fails is no error: its `CaseRun` says what was not as expected. Raises FormError
    where a file is no file of cases, and where a folder holds none; a case that cannot be read
    fails, with the place.
    """
    files = cases.files_in(Path(path))
    if not files:
        raise FormError(f"there is no file of cases in {path}: they are named NAME.yaml")
    return tuple(one for file in files for one in cases.run_file(file))

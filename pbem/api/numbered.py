"""Run numbered cases."""

from __future__ import annotations

from pathlib import Path

from pbem.api.given import AnyPath
from pbem.cases import run as cases
from pbem.cases.run import CaseRun
from pbem.errors import FormError


def run_cases(path: AnyPath) -> tuple[CaseRun, ...]:
    """Run the numbered cases of a file, or of every file in a folder (docs/cases.md).

    If a case fails, or cannot be read, its `CaseRun` says why.

    Args:
        path: The file or folder.

    Returns:
        The cases in order.

    Raises:
        FormError: A file is not a file of cases, or the folder has none.
    """
    files = cases.files_in(Path(path))
    if not files:
        raise FormError(f"{path} has no files of cases. Their names end in .yaml.")
    return tuple(one for file in files for one in cases.run_file(file))

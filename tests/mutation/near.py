"""Which tests are near a folder: those that are run when it has a fault."""

from __future__ import annotations

from pathlib import Path

_HOSTILE = tuple(
    f"tests/hostile/test_hostile.py::test_a_{what}_gives_exactly_this_finding"
    for what in ("log", "fork_file")
)

# Besides the folder of tests that has the folder's own name.
MORE = {"pbem/log": _HOSTILE, "pbem/table": _HOSTILE}
CASES = "tests/audit/test_numbered_cases.py"


def near(root: Path, folder: str) -> list[str]:
    """Return files and folders of tests near a folder or file of the program.

    For a game these are the files with its name in theirs, those of all games, and the numbered
    cases, of which the ones of other games never come by a line of it.
    """
    parts = Path(folder).parts
    if parts[:2] == ("pbem", "games"):
        others = {path.name for path in (root / "pbem/games").iterdir()} - {*parts[2:3]}
        files = sorted((root / "tests/games").glob("test_*.py"))
        own = [path for path in files if not any(name in path.name for name in others)]
        return [*(path.relative_to(root).as_posix() for path in own), CASES]
    own_folder = Path("tests", *parts[1:2]).as_posix()
    found = [own_folder] if (root / own_folder).is_dir() else []
    return found + list(MORE.get("/".join(parts[:2]), ()))

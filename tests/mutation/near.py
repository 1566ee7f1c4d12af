"""Which tests are near a folder: those that are run when it has a fault."""

from __future__ import annotations

from pathlib import Path

_HOSTILE = tuple(
    f"tests/hostile/test_hostile.py::test_a_{what}_gives_exactly_this_finding"
    for what in ("log", "fork_file")
)

_TABLE = (
    "tests/attacks/test_own_files.py",
    "tests/selfplay/test_brittle.py",
    "tests/client/session/test_renewing.py",
    "tests/games/test_courses.py",
    "tests/model/test_model_and_counts.py",
    "tests/practice/test_trying.py",
    "tests/second/test_doubt.py",
    "tests/view/test_history.py",
)

# Besides the folder of tests that has the folder's own name.
MORE = {
    "pbem/agent": ("tests/commands/test_agent.py",),
    "pbem/court": (
        *(f"tests/commands/test_{one}.py" for one in ("court", "judging", "mail_evidence")),
        "tests/frozen",
    ),
    "pbem/log": (*_HOSTILE, "tests/test_findings.py"),
    "pbem/play": ("tests/table", *_HOSTILE, *_TABLE),
    "pbem/table": ("tests/play", *_HOSTILE, *_TABLE),
    "pbem/tournament": ("tests/commands/test_tournament.py", "tests/frozen"),
}
# The tests of a game that knows its rules are about these, and no rule would miss them.
ABOVE = ("mails", "picture", "sensible")
# The tests of all games alike, and the games that are kept.
ALIKE = (
    "tests/frozen/test_frozen.py",
    *(f"tests/games/test_{one}.py" for one in ("records", "slips", "usual_answers")),
)
CASES = "tests/case_runner/test_numbered_cases.py"


def near(root: Path, folder: str) -> list[str]:
    """Return what pytest is to run for a folder or file of the program.

    For a game these are the files with its name in theirs and its numbered cases.
    """
    parts = Path(folder).parts
    if parts[:2] == ("pbem", "games"):
        game = parts[2] if len(parts) > 2 else ""
        own = sorted((root / "tests/games").glob(f"test_*{game}*.py"))
        if parts[3:4] == ("rules",):
            own = [path for path in own if path.stem.rpartition("_")[2] not in ABOVE]
        return [*(path.relative_to(root).as_posix() for path in own), CASES, *ALIKE, "-k", game]
    own_folder = Path("tests", *parts[1:2]).as_posix()
    found = [own_folder] if (root / own_folder).is_dir() else []
    return found + list(MORE.get("/".join(parts[:2]), ()))

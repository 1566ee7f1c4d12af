"""``python -m mutation FOLDER --seed N --count N``: do its tests notice faults in a folder?"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from mutation import equal
from mutation.drawing import draw
from mutation.measured import measure
from mutation.near import near
from mutation.trying import Trial, Tried

ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 95


def main(args: list[str] | None = None) -> int:
    """Draw faults, try them, print those that no test noticed; return 0 where few enough are."""
    given = _arguments(args)
    listed = equal.known()
    with tempfile.TemporaryDirectory(dir=_memory()) as place:
        root = _settled(Path(place))
        drawn = draw(root, given.folder, given.seed, given.count)
        faults = [fault for fault in drawn.faults if fault.name not in listed]
        if given.again is not None:
            names = {tuple(name) for name in json.loads(given.again.read_text())}
            faults = [fault for fault in faults if fault.name in names]
        trial = _trial(root, given.folder, given.tests or near(root, given.folder))
        tried = trial.run(faults, _report)
    survived = [one.fault.name for one in tried if not one.noticed]
    if given.left is not None:
        given.left.write_text(json.dumps(survived))
    equals = sum(fault.name in listed for fault in drawn.faults)
    share = 100 * (len(tried) - len(survived)) / max(1, len(tried))
    _print(
        f"{given.folder}: {len(drawn.faults)} of {drawn.known} faults drawn by seed {given.seed} "
        f"({drawn.texts} more are in texts for readers), {equals} of them equal programs; "
        f"tried {len(tried)}, noticed {len(tried) - len(survived)}: {share:.1f} %"
    )
    return 0 if share >= ENOUGH else 1


def _arguments(args: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mutation", description=main.__doc__)
    parser.add_argument("folder", help="folder or file of the program, such as pbem/table")
    parser.add_argument("--seed", type=int, default=1, help="draws the faults")
    parser.add_argument("--count", type=int, default=200, help="how many faults")
    parser.add_argument("--tests", nargs="+", help="files of tests to run, not those that are near")
    parser.add_argument("--left", type=Path, help="write the names of what no test noticed here")
    parser.add_argument("--again", type=Path, help="only the faults that --left wrote there")
    given = parser.parse_args(args)
    if not (ROOT / given.folder).exists():
        parser.error(f"no folder or file {given.folder} in {ROOT}: give one such as pbem/table")
    return given


def _settled(place: Path) -> Path:
    """Copy the tree, with what is not committed yet, and make the copy what Python imports."""
    root = place / "tree"
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes((ROOT / name).read_bytes())
    compileall.compile_dir(root, quiet=2)
    home = place / "home"
    home.mkdir()
    for name in [name for name in os.environ if name.startswith(("PBEM_", "XDG_"))]:
        del os.environ[name]
    os.environ |= {
        "HOME": str(home),
        "PYTHONPATH": os.pathsep.join((str(root), str(root / "tests"))),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DEBUG_TEMPROOT": str(place),
        "PBEM_LONG": "2",  # else each test in slow.txt is skipped, and notices nothing
    }
    sys.dont_write_bytecode = True
    sys.path[:] = [str(root), str(root / "tests"), *sys.path]
    os.chdir(root)
    return root


def _memory() -> Path | None:
    memory = Path("/dev/shm")  # noqa: S108 - a folder of its own is made in it
    return memory if memory.is_dir() else None


def _trial(root: Path, folder: str, tests: list[str]) -> Trial:
    """Run the tests once without a fault, to see which come by what."""
    measured = measure(root, folder, tests, root.parent / "measured")
    if measured.broken:
        raise SystemExit(f"without any fault these tests fail: {' '.join(measured.broken)}")
    return Trial(root, measured, tests)


def _report(one: Tried) -> None:
    if not one.noticed:
        reported = f"{one.tests} tests were tried" if one.tests else "there was no test to try"
        slow = f", {one.left} slow ones left out" if one.left else ""
        _print(f"{one.fault.shown()}\n  {reported}{slow}\n")
    elif not one.by:
        _print(f"{one.fault.shown()}\n  noticed, but no test failed: it ran too long or broke\n")


def _print(text: str) -> None:
    os.write(_OUT, f"{text}\n".encode())


if __name__ == "__main__":
    _OUT = os.dup(1)  # pytest takes the first for itself, and what it says of faults is no news
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(main())

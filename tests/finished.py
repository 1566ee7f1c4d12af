"""The finished games in ``logs/`` played again: ``python -m finished logs/singapore``.

A log fits the data, options and position of one build. If these get new fields while a game is
still being built, its finished games are played again: the same scenarios, players and names of
files, new keys and so new dice. Only the first event is read from the old log, so nothing is listed
twice. Not for a game that has been released: there old logs verify for ever, and the rules' version
is raised.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from pbem.audit.verify import verify
from pbem.demo import play_game
from pbem.games import registry
from pbem.table.library import Library

ROOT = Path(__file__).parents[1]
SEEDS = 20
ASKED = {
    "singapore/corps-three": (
        "deployment", "supply", "cards", "pools", "transfer", "defence", "lose",
    ),
}  # fmt: skip
"""Questions of these logs to which nobody leaves a standing answer: cards and tokens are played."""


def main(folder: Path) -> None:
    """Play every log of a folder again."""
    for path in sorted(folder.glob("*.pbem")):
        result = play_again(path)
        sys.stdout.write(f"{path}: {result}\n")


def play_again(path: Path) -> str:
    """Play the game of a log from its beginning, until somebody has won; return the result."""
    with path.open("rb") as file:
        opening = msgspec.json.decode(file.readline())["body"]["data"]
    for seed in range(SEEDS):
        with tempfile.TemporaryDirectory() as name:
            game = play_game(
                Path(name),
                scenario=opening["scenario"],
                seed=seed,
                rules=opening["rules"]["name"],
                handles=tuple(player["handle"] for player in opening["players"]),
                asked=ASKED.get(f"{path.parent.name}/{path.stem}", ()),
                options={name: _typed(value) for name, value in opening["options"].items()},
            )
            found = verify(game.log, Library(registry.find))
            if found.counts.endswith("wins (victory)."):
                path.write_bytes(game.log.read_bytes())
                return found.counts
    raise SystemExit(f"{path}: nobody has won with {SEEDS} seeds")


def _typed(value: str | int | bool) -> str:
    """Return the value of an option as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def draw(path: Path, events: int, to: Path) -> None:
    """Draw the position after the first events of a log, as ``pbem show --draw`` does."""
    with tempfile.TemporaryDirectory() as name:
        start = Path(name) / "start.pbem"
        lines = path.read_bytes().splitlines(keepends=True)
        start.write_bytes(b"".join(lines[:events]))
        shown = [sys.executable, "-m", "pbem", "show", str(start)]
        subprocess.run([*shown, "--draw", str(to)], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

"""Draw the maps of the pages of the games again: ``python -m view.page_maps docs/games``.

Each page says of which log, and after how many events, its map is.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

from finished import draw

ROOT = Path(__file__).resolve().parents[2]
GIVEN = re.compile(
    r"^head -n (?P<events>\d+) (?P<log>logs/\S+) > start\.pbem\n"
    r"pbem show start\.pbem --draw (?P<to>docs/games/\S+-map\.svg)$",
    re.MULTILINE,
)


class PageMap(NamedTuple):
    """A map: of which log, after how many events, and where it is kept."""

    log: Path
    events: int
    to: Path


def maps(folder: Path) -> list[PageMap]:
    """Return the maps of the pages of a folder."""
    return [
        PageMap(ROOT / found["log"], int(found["events"]), folder / Path(found["to"]).name)
        for page in sorted(folder.glob("*.md"))
        for found in GIVEN.finditer(page.read_text("utf-8"))
    ]


def main(folder: Path) -> None:
    """Draw each of them."""
    for one in maps(folder):
        draw(one.log, one.events, one.to)
        sys.stdout.write(f"{one.to}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

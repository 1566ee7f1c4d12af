"""Enter into the table what is not in it yet: ``PYTHONPATH=tests python -m frozen``.

Entries in it stay as they are. If a kept log is read otherwise, or is another one or gone, it says
which and how, and ends with 1. Nothing is written then. Only what is named after ``--again`` is
entered again, and reported: not from version 1.0 on (docs/protocol.md, 12).

``--release`` alone writes a digest of each row into ``tests/frozen/VERSION.txt``, once for each
release. A test compares these with every later table.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

import pbem
from frozen import table
from pbem.court.exhibits import gather
from pbem.court.hearing import hear

RELEASED = Path(__file__).parent


def reading(place: str) -> table.Row:
    """Read what is kept at a place."""
    path = table.ROOT / place
    if path.is_file():
        return table.Row(place, table.digest(place), table.read(place))
    with TemporaryDirectory() as name:
        within = Path(name) / "within"
        within.mkdir()
        handed = Path(name) / "handed"
        handed.mkdir()
        for file in path.rglob("*"):
            if file.is_file() and file.name != table.EXPECTED:
                copy = handed / file.relative_to(path)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(file.read_bytes())
        heard = hear(gather((handed,), within), within)
        return table.Row(place, table.digest(place), table.dispute(heard))


def release() -> int:
    """Write what this release keeps; an error if that was written before."""
    stamps = table.stamps(table.rows().values())
    with (RELEASED / f"{pbem.__version__}.txt").open("x") as file:
        file.writelines(f"{stamp} {place}\n" for place, stamp in stamps.items())
    return 0


def main(*again: str) -> int:
    """Enter what is new, or is named ``again``; return 1 where anything else has changed."""
    if again == ("--release",):
        return release()
    old, places = table.rows(), list(table.kept())
    wrong = [f"{place}: it is gone" for place in old if place not in {*places, *again}]
    made, reported = {}, []
    for place in places:
        row = reading(place)
        made[place] = row
        if place not in old:
            reported.append(f"{place}: new, reads {row.reads}")
            continue
        changed = table.differing(old[place], row.reads)
        if old[place].sha256 != row.sha256:
            changed.insert(0, f"{place}: it is another file than is in the table")
        (reported if place in again else wrong).extend(changed)
    if not wrong:
        lines = [msgspec.json.encode(row, order="deterministic") + b"\n" for row in made.values()]
        table.TABLE.write_bytes(b"".join(lines))
    sys.stdout.write("".join(f"{line}\n" for line in (wrong or reported)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*(word for word in sys.argv[1:] if word != "--again")))

"""When an answer about a home is still right: while no file of it, and no day, has changed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from pbem.client.storage.backup import DATABASE
from pbem.files import mark_of

Marks: TypeAlias = dict[str, tuple[int, ...]]


def marks(folder: Path, elsewhere: Iterable[Path] = ()) -> Marks:
    """Return path -> mark of each file below a folder, without its databases and locks.

    Looking at games writes into these two, and nothing that is shown comes from them alone. No
    file is opened. One that goes away meanwhile has no mark, and a link to a folder is followed
    once. Files that lie ``elsewhere`` are marked too.
    """
    found: Marks = {}
    for path in elsewhere:
        with suppress(OSError):
            found[str(path)] = mark_of(path)
    seen = set[tuple[int, int]]()
    folders = [folder]
    while folders:
        there = folders.pop()
        try:
            which = there.stat()
            if (which.st_dev, which.st_ino) in seen:
                continue
            seen.add((which.st_dev, which.st_ino))
            entries = list(os.scandir(there))
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir():
                folders.append(Path(entry.path))
            elif not entry.name.startswith(DATABASE) and not entry.name.endswith(".lock"):
                with suppress(OSError):
                    found[entry.path] = mark_of(Path(entry.path))
    return found

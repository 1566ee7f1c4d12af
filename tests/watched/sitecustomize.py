"""Write down what a program does to files and to the network: for one that has this on its path.

Python imports a module of this name when it starts. A line for each thing, a word and what it was
done to, goes into the file that ``WATCHED`` names; nothing is forbidden.
"""

from __future__ import annotations

import os
import sys
from typing import Any

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.chmod"}
STARTS = {"subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "webbrowser.open"}

_reported = os.open(os.environ["WATCHED"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def _watch(event: str, args: tuple[Any, ...]) -> None:
    if event == "open":
        path, _, flags = args
        word = "writes" if isinstance(flags, int) and flags & WRITES else "reads"
        places = (path,)
    elif event in CHANGES:
        word, places = "writes", args[: 2 if event == "os.rename" else 1]
        places = args[1:2] if event in {"os.link", "os.symlink"} else places
    elif event == "sqlite3.connect":
        word, places = "writes", args[:1]
    elif event in STARTS:
        word, places = "starts", args[:1]
    elif event.startswith("socket."):
        os.write(_reported, f"sends {event} {args[1:]!r}\n".encode())
        return
    else:
        return
    for place in places:
        if isinstance(place, int):
            continue  # open already, and reported then
        named = os.path.abspath(os.fsdecode(place)) if word != "starts" else str(place)  # noqa: PTH100
        os.write(_reported, f"{word} {named}\n".encode())


sys.addaudithook(_watch)

"""Files of strangers in the lobby: judged or shown, and never imported."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pbem.audit import judging
from pbem.client import people
from pbem.client.messages import bundles
from pbem.crypto.text import escape
from pbem.demo import write_log
from pbem.errors import FormError
from pbem.files import make_folder
from pbem.items import Items
from pbem.lobby.forms import Did, File, Heap
from pbem.log.disk import explaining, write_new
from pbem.replays.page import page
from pbem.replays.recording import record

if TYPE_CHECKING:
    from pbem.client.client import Client

RECEIVED = "received"
"""The folder of a home with what came in mail and is for commands, such as the proof of a fork."""
LOG = ".pbem"
HEAP_MOST = 500
"""Files that are judged at once."""

_ODD = re.compile(r"[^A-Za-z0-9._@+-]")


def judge(client: Client, wish: Heap) -> Did:
    """Judge logs, mail, forks, confirmations and signed days together; raises FormError."""
    if not wish.files:
        raise FormError("Choose at least one file.")
    if len(wish.files) > HEAP_MOST:
        raise FormError(f"These are more than {HEAP_MOST} files. 'pbem verify FOLDER' judges them.")
    with TemporaryDirectory() as folder:
        paths, names = list[Path](), dict[str, str]()
        for number, one in enumerate(wish.files):
            path = Path(folder) / f"{number:03}-{_plain(one.name)}"
            write_new(path, one.data)
            paths.append(path)
            names[str(path)] = one.name
        with bundles.unpack(paths, bundles.OURS, empty=True) as post:
            options = judging.JudgeOptions(
                book=people.cards(client, Items()),
                processes=1,
                passed=post.passed,
                unread=post.wrong,
                proof=_received(client) / f"proof{judging.FORK}",
            )
            found = judging.judge(post.files, lambda: client.library, options)
            # A log out of a mail is named after the file of that mail, which has another name here.
            found = bundles.with_known_names(found, post.names)
            found = bundles.with_known_names(found, names)
            brought = [*map(str, post.files), *post.names.values(), *post.wrong]
            empty = [
                f"{escape(names[path])}: skipped. It has no log, or only one that another file has."
                for path in map(str, paths)
                if not any(one.startswith(path) for one in brought)
            ]
    if len(empty) == len(wish.files):
        raise FormError(" ".join(empty))
    return Did([*empty, *(line for line in judging.lines(found) if line)], good=found.ok)


def _received(client: Client) -> Path:
    """Return the folder of a home for proofs, which is made if it is missing."""
    folder = client.folder / RECEIVED
    with explaining(folder, "Making"):
        make_folder(folder)
    return folder


def _plain(name: str) -> str:
    """Return the end of a name that any system takes; without an ending it is taken for a log."""
    plain = _ODD.sub("_", name)[-80:]
    return plain if "." in plain else f"{plain}{LOG}"


def replay(client: Client, data: bytes) -> File:
    """Return a log as one page for any browser; raises BadLog, LogFileError.

    ``data``: the bytes of the log.
    """
    with _as_file(data) as path:
        made = page(path, record(path, client.library))
    return File(made.encode(), "text/html", alone=True)


def first_replay(client: Client) -> File:
    """Return a game of two computer players as such a page, for who has no log yet."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"lantern{LOG}"
        write_log(path, "lantern", seed=3)
        made = page(path, record(path, client.library))
    return File(made.encode(), "text/html", alone=True)


@contextmanager
def _as_file(data: bytes) -> Iterator[Path]:
    with TemporaryDirectory() as name:
        path = Path(name) / f"game{LOG}"
        write_new(path, data)
        yield path

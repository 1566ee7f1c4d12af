"""The one log that a person means who names a game, a file, or what mail brought, to look at it.

It is always given as a file that begins with the first event. A part of a log is joined to what
else of the game is at hand. The parts that several messages carry are put together.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.client.client import LOG_SUFFIX, Client, NotFound
from pbem.client.messages import bundles
from pbem.client.storage.find import default_name, find_log
from pbem.crypto.text import escape, in_command
from pbem.errors import FormError, LogFileError, PbemError
from pbem.files import open_plain, read_plain
from pbem.log.chain import LOG_BYTES_MAX
from pbem.log.disk import write_new
from pbem.log.event import NO_EVENT, Event, read_event
from pbem.log.file import create, no_log, read_lines, read_stretch
from pbem.log.finding import BadLog
from pbem.log.fork import is_fork
from pbem.log.tree import Tree
from pbem.mail.reading import is_mail
from pbem.table.events.kinds import Open, read_data

FORK = ".fork"
BESIDE_MOST = 200
"""So many logs that lie beside a part of one are looked at for what comes before it."""
BEGINNING_BYTES = 200
"""By which it is seen that a file is no log."""


@contextmanager
def one_log(client: Client, wanted: str | None) -> Iterator[Path]:
    """Give the file of the log, or of the proof of a fork, that a word names (None: the only game).

    A game here, a log, a part of one, a fork, saved mail of any form. Files that had to be unpacked
    or put together are removed afterwards. Raises NotFound; FormError where a part lacks its
    beginning, or mail brings several games, or copies that part; `LogFileError`.
    """
    path = find_log(client, wanted)
    with tempfile.TemporaryDirectory() as folder:
        if path.suffix not in bundles.OURS and is_mail(path):
            yield _of_mail(client, path, Path(folder))
        elif (first := _first(path)) is not None and first.seq > 0:
            beside = sorted(path.parent.glob(f"*{LOG_SUFFIX}"))[:BESIDE_MOST]
            yield _joined(client, escape(path.name), [path], Path(folder), others=beside)
        else:
            yield path


def _of_mail(client: Client, path: Path, folder: Path) -> Path:
    """Return the one log, or the one fork, that mail brought."""
    name = escape(path.name)
    try:
        with bundles.unpack([path], (LOG_SUFFIX, FORK)) as post:
            forks = [one for one in post.files if is_fork(one)]
            logs = [one for one in post.files if one not in forks and one != path]
            if not logs and len(forks) == 1:
                return _copied(forks[0], folder / f"{path.stem}{FORK}")
            if not logs and post.wrong:
                raise FormError(post.wrong[0])
            if not logs:
                raise NotFound(f"There is no log in {name}")
            if len(logs) == 1 and _at_beginning(logs[0]):
                # As it came, with what is wrong in it, which every reader of it reports.
                first = _first(logs[0])
                return _copied(logs[0], folder / f"{_name(first)}{LOG_SUFFIX}")
            return _joined(client, name, logs, folder)
    except NotFound:
        raise NotFound(
            f"There is no log in {name}. Save the mail that has the file NAME.pbem"
        ) from None


def _at_beginning(path: Path) -> bool:
    first = _first(path)
    return first is None or first.seq == 0


def _copied(path: Path, to: Path) -> Path:
    write_new(to, read_plain(path, LOG_BYTES_MAX))
    return to


def _joined(
    client: Client, name: str, parts: Sequence[Path], folder: Path, others: Iterable[Path] = ()
) -> Path:
    """Put parts of one log together, with what is at hand of the game before them."""
    firsts = [first for first in map(_first, parts) if first is not None]
    games = list(dict.fromkeys(first.game_id for first in firsts))
    if len(games) != 1:
        raise FormError(
            f"{name} has logs of {len(games)} games. Save the one that you want to look at, or "
            f"check all with 'pbem verify {in_command(name)}'"
        )
    tree = Tree(games[0])
    for part in parts:
        _add(tree, part)
    ends = list(tree.ends())
    here = client.log_of(games[0])
    for other in [*([] if here is None else [here]), *others]:
        if not tree.loose():
            break
        _add(tree, other)
    lines = [line for end in ends if (line := tree.line(end.id)) is not None]
    if not lines:
        first = tree.loose()[0]
        raise FormError(
            f"{name} is a part of a log, from event {first.seq} on, and the part before it is "
            "missing. Put that part into the same folder, in a file that ends in .pbem"
        )
    longest = max(lines, key=len)
    known = {event.id for event in longest}
    for line in lines:
        if line[-1].id not in known:
            at = next(event.seq for event in line if event.id not in known)
            raise FormError(
                f"{name} has copies of one game that differ from event {at} on. 'pbem compare "
                f"{name}' shows each branch"
            )
    path = folder / f"{_name(longest[0])}{LOG_SUFFIX}"
    create(path, longest)
    return path


def _add(tree: Tree, path: Path) -> None:
    """Add the events of a file as far as they are in form; what is after a fault is left out."""
    with suppress(BadLog, LogFileError):
        tree.add(read_stretch(path))


def _first(path: Path) -> Event | None:
    """Return the first event of a file, None where it is none."""
    try:
        with open_plain(path) as file:
            if no_log(file.readline(BEGINNING_BYTES)):
                return None
        return next((read_event(line, number) for number, line in read_lines(path)), None)
    except (BadLog, OSError, PbemError):
        return None


def _name(first: Event | None) -> str:
    """Return what a game is called that has no name here."""
    if first is None:
        return "log"
    try:
        data = read_data(first.kind, first.data)
    except FormError:
        return "log"
    return default_name(data) if isinstance(data, Open) and first.prev == NO_EVENT else "log"

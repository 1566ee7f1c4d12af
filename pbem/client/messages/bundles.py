"""Arrivals as they came: logs, mail as mail programs save it, and folders of both.

Anyone who keeps the dice of many, or judges a round, puts what arrives into a folder and names
that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from pbem.client.client import LOG_SUFFIX, Client, NotFound
from pbem.client.exchange.taking import TakeOptions, TakeResult, games_here, take
from pbem.client.storage.packs import keep_lent, lending
from pbem.client.umpire.keeping_days import take_days
from pbem.crypto.text import escape
from pbem.errors import LogFileError
from pbem.files import left_alone
from pbem.kit.typed.suggest import did_you_mean
from pbem.log.days import SUFFIX as DAYS
from pbem.log.disk import explaining
from pbem.mail.contents import PACK
from pbem.mail.foreign import ARCHIVE, is_archive
from pbem.mail.reading import is_mail, read, unread_words
from pbem.store.resume import Progress

OURS = (LOG_SUFFIX, ".fork", ".head", DAYS, ".tournament", ".word", ".tlog-proof", PACK)
"""Endings of files that are never mail."""

_AFTER_NAME = re.compile("[:, ]")
"""The signs after the name of a file, in words about it."""

Struct = TypeVar("Struct")


OF_TOURNAMENTS = (".tournament", ".tlog-proof")
"""Files that belong to no game: the log of a tournament, and a head of it in a receipt."""


class Unpacked(NamedTuple):
    """The files that were found.

    - ``files``: First the files that were named or lie in a folder, then those that mail brought,
      in the order of names.
    - ``names``: How the unpacked files are called.
    - ``passed``: Files of a folder that were not opened.
    - ``wrong``: Mail and archives that could not be read, each by name.
    - ``sources``: The names of all that was looked at, as ``wrong`` has them.
    """

    files: list[Path]
    names: Mapping[str, str]
    passed: list[Path]
    wrong: list[str]
    sources: Collection[str] = ()

    def unread(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each file, or part of one, that could not be read, and why."""
        for said in self.wrong:
            ends = (end.start() for end in _AFTER_NAME.finditer(said))
            source = max((said[:end] for end in ends if said[:end] in self.sources), default="")
            part, colon, why = said.removeprefix(source).partition(": ")
            if colon and (not part or part.startswith(",") or not source):
                yield source + part, why
            else:  # a whole sentence
                yield source or "mail", said


@contextmanager
def unpack(
    paths: Sequence[Path], suffixes: Sequence[str] = (LOG_SUFFIX,), *, empty: bool = False
) -> Iterator[Unpacked]:
    """Find pbem's files in files, mail and folders; remove unpacked ones at the end.

    Folders inside these folders are not searched.

    Args:
        paths: The files, mail and folders to search. A named file is looked at, whatever it is.
        suffixes: The endings of the wanted files.
        empty: To find nothing is no error.

    Raises:
        NotFound: There is nothing.
        LogFileError: A folder cannot be read.
    """
    files, mails, passed, wrong = list[Path](), list[Path](), list[Path](), list[str]()
    sources = set[str]()
    for path in paths:
        for one, named in _inside(path, wrong, sources):
            try:
                mail = one.suffix not in OURS and is_mail(one)
            except LogFileError as error:
                wrong.append(unread_words(str(one), error))
                continue
            if mail:
                mails.append(one)
            elif named or one.suffix in suffixes:
                files.append(one)
            elif (why := _not_opened(one)) is not None:
                wrong.append(f"{one}: {why}")
            elif one.suffix != ".lock":
                passed.append(one)
    with ExitStack() as stack:
        names: dict[str, str] = {}
        if mails:
            post = read(mails)
            stack.callback(post.folder.close)
            wrong += post.wrong
            brought = [one for one in (*post.logs, *post.others) if one.path.suffix in suffixes]
            names = {str(one.path): one.source for one in brought}
            files += map(Path, names)
        if not files and not wrong and not empty:
            where = ", ".join(str(path) for path in paths)
            wanted = " or ".join(f"*{suffix}" for suffix in suffixes)
            raise NotFound(f"There is no log in {where}: no file {wanted}, and none in mail")
        yield Unpacked(files, names, passed, wrong, sources)


def require_there(paths: Sequence[Path]) -> None:
    """Raise NotFound for the first of some named files and folders that is not there."""
    for path in paths:
        if not path.exists():
            near = did_you_mean(path.name, sorted(one.name for one in path.parent.glob("*")))
            raise NotFound(f"There is no file or folder {escape(str(path))}{near}")


def _not_opened(path: Path) -> str | None:
    """Say why nobody knows what lies in a file; None where it is no log and no mail."""
    try:
        return f"is {ARCHIVE}, and was not opened. Unpack it" if is_archive(path) else None
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def _inside(path: Path, wrong: list[str], sources: set[str]) -> Iterator[tuple[Path, bool]]:
    """Yield a file that was named, or the files of a folder; and whether it was named."""
    if not path.is_dir() or is_mail(path):
        sources |= {str(path), escape(str(path))}
        yield path, True
        return
    with explaining(path, "Reading"):
        inside = sorted(path.iterdir())
    for one in inside:
        sources |= {str(one), escape(str(one))}
        try:
            why = left_alone(one)
            is_folder = why is None and one.is_dir()
        except OSError as error:
            wrong.append(unread_words(str(one), error))
            continue
        if why is not None:
            wrong.append(f"{one}: is {why}")
        elif not is_folder:
            yield one, False


def take_what_came(
    client: Client,
    paths: Sequence[Path],
    wish: TakeOptions,
    progress: Progress | None = None,
    *,
    others: Callable[[Client, Unpacked], list[TakeResult]] | None = None,
) -> list[TakeResult]:
    """Import files, mail and folders of them; one result each.

    Args:
        client: The client.
        paths: The files, mail and folders to search.
        wish: How to import.
        progress: Called as events are verified.
        others: Imports the files of tournaments, before all games.

    Raises:
        NotFound: As `unpack`.
        LogFileError: As `unpack`.
    """
    more = () if others is None else OF_TOURNAMENTS
    with unpack(paths, (LOG_SUFFIX, DAYS, PACK, *more)) as post:
        signed = [path for path in post.files if path.suffix == DAYS]
        logs = [path for path in post.files if path.suffix not in (DAYS, PACK, *more)]
        belong = any(path.suffix in more for path in post.files)
        found = others(client, post) if others is not None and belong else []
        with lending(client, logs, (one for one in post.files if one.suffix == PACK)) as lent:
            games = take(client, logs, wish, progress)
            keep_lent(client, lent, games_here(games))
        found += games
        # The log first: of a game that is not here no days are kept.
        found += [take_days(client, path) for path in signed]
        taken = [with_known_names(one, post.names) for one in found]
        taken += [TakeResult(file=str(path), status="passed") for path in post.passed]
        taken += [
            TakeResult(file=file, status="refused", warnings=[why]) for file, why in post.unread()
        ]
    return taken


def with_known_names(what: Struct, names: Mapping[str, str]) -> Struct:
    """Return what is said of unpacked files with the names that people know, in a struct.

    ``names``: path of an unpacked file -> the name that people know.
    """
    if not names:
        return what
    return msgspec.convert(_renamed(msgspec.to_builtins(what), names), type(what))


def _renamed(plain: Any, names: Mapping[str, str]) -> Any:
    if isinstance(plain, dict):
        return {key: _renamed(value, names) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [_renamed(value, names) for value in plain]
    if isinstance(plain, str):
        for name, known in names.items():
            plain = plain.replace(name, known)
    return plain

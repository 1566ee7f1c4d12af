"""A backup of a home in one file, and its way back, which replaces nothing that is here.

The file is a ZIP archive: first `MARK`, which says what it is, then the files of the home under
their own names. Key files stay encrypted. The database is left out, because pbem makes it from the
logs. So are the settings of an agent, which can name a program to run, and prepared orders, which
an agent signs by itself: a backup may come from anybody.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.client import people
from pbem.client.client import (
    CONFIG,
    CONFIG_BYTES,
    LOG_SUFFIX,
    MOVES,
    Client,
    Config,
    Moves,
)
from pbem.client.logs import first_id
from pbem.crypto.text import escape, is_name
from pbem.errors import FormError, KeyFileError, PbemError
from pbem.files import MIB, make_folder, read_plain
from pbem.kit.wording import counted
from pbem.log.disk import explaining, locked, write_new
from pbem.log.event import read_event
from pbem.log.finding import BadLog

MARK = "pbem-backup.json"
SUFFIX = ".zip"
VERSION = 1
DATABASE = "pbem.sqlite"
FORMER = "former"
FOLDERS = (
    *("games", "archive", "tournaments", "packs", "cards"),
    *("record", "clock", "private", "unsent", "notes", "lots", "bids", "words", "heads"),
    *("practice", "received", "identities"),
)
"""Logs come first: a record may be ahead of its log, and a log never ahead of its record."""
FILES_MOST = 50_000
FILE_MOST = 64 * MIB
HANDLES_MOST = 100
"""Each of them waits in each game of a backup, by a file."""
GROWS_MOST = 200
"""Nothing that pbem keeps is packed to a smaller part than one in so many."""
ALL_MOST = 1024 * MIB
EVENTS = 10
"""After so many signed events a backup is due."""
DAYS = 7
"""After so many days a backup is due, if something was signed in them."""

_NEVER = r"""\x00-\x1f\x7f\ud800-\udfff/\\:*?"<>|"""
_PART = re.compile(rf"[^{_NEVER}. ][^{_NEVER}]*(?<![. ])")
"""A name that every system takes; a hidden file has none."""
_PART_BYTES = 200
JOURNAL, WAITS = ".journal", ".restored"
"""Ends of files that say how a log, and a record, stands."""
UNFINISHED = (".lock", ".turn", ".new", ".tmp")
"""Ends of locks and of unfinished files."""
_ID = re.compile(r"[0-9a-f]{64}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """The label of a backup: the day on which it was made, and whose it is.

    ``moved``: it is the home itself, which moves for so many times; 0: a copy of one.
    """

    pbem_backup: int
    day: str
    handles: list[str]
    moved: int = 0


class Backup(NamedTuple):
    """A backup that was made: a name for its file, its bytes, and what `saved` remembers of it."""

    name: str
    data: bytes
    mark: str


class Due(msgspec.Struct, frozen=True):
    """Whether a backup is due: ``last``: the day of the last one; ``events``: signed since."""

    last: str | None
    events: int
    now: bool


class Restored(msgspec.Struct, frozen=True):
    """The result of restoring a backup: how many files are new, how many are not, which differ."""

    day: str
    handles: list[str]
    new: int
    same: int
    differ: list[str]
    moved: bool = False


def backup(client: Client, today: date, moved: int = 0) -> Backup:
    """Return a backup, which counts once its file is written and `saved` was called.

    The backup cannot hold links, and names that not every system takes. They are reported.

    Args:
        client: The client.
        today: The day that the backup names.
        moved: As in `Mark`.

    Raises:
        FormError: The home is larger than any backup that can be restored.
        LogFileError: A file cannot be read.
    """
    handles, mark = people.handles(client), f"{today} {_signed(client)}"
    made, left = io.BytesIO(), list[Path]()
    size = 0
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MARK, msgspec.json.encode(Mark(VERSION, str(today), handles, moved)))
        for path in _files(client.folder, left):
            with explaining(path, "Reading"):
                data = read_plain(path, FILE_MOST)
            size += len(data)
            name, how = path.relative_to(client.folder).as_posix(), _way_of(data)
            archive.writestr(name, data, compress_type=how)
        if len(archive.infolist()) > FILES_MOST or size > ALL_MOST:
            raise FormError(
                f"This home has more than {FILES_MOST:,} files or {ALL_MOST // MIB} MiB, too much "
                "for one backup. Copy its folders by hand."
            )
    for path in left:
        client.report(f"{escape(str(path))} is not in the backup: rename it or copy it by hand")
    name = f"pbem-{'-'.join(handles[:1]) or 'home'}-{'moved-' * bool(moved)}{today}{SUFFIX}"
    return Backup(name, made.getvalue(), mark)


def saved(client: Client, made: Backup) -> None:
    """Remember that the file of a backup was written."""
    with client.remembering() as config:
        config.backed_up = made.mark


def _way_of(data: bytes) -> int:
    """Say how a file is packed: one that shrinks to nearly nothing would be refused, so not."""
    bomb = len(data) > MIB and len(data) > MIB + GROWS_MOST * len(zlib.compress(data, 1)) // 4
    return zipfile.ZIP_STORED if bomb else zipfile.ZIP_DEFLATED


def _files(home: Path, left: list[Path]) -> Iterator[Path]:
    """Return the files of a backup; ``left``: gets those that cannot be in one."""
    for name in FOLDERS:
        for path in sorted((home / name).rglob("*")):
            if not path.is_file() or path.name.startswith(".") or path.name.endswith(UNFINISHED):
                continue
            if _is_kept(path.relative_to(home).as_posix()) and not path.is_symlink():
                yield path
            else:
                left.append(path)
    if (home / CONFIG).is_file():
        yield home / CONFIG


def _is_kept(name: str) -> bool:
    """Say whether a file of this name can be in a backup; a lock or an unfinished file is not."""
    if name == CONFIG:
        return True
    folder, *rest = name.split("/")
    return (
        folder in FOLDERS
        and 1 <= len(rest) <= 2
        and all(map(_is_part, rest))
        and not name.endswith(UNFINISHED)
    )


def _is_part(part: str) -> bool:
    return _PART.fullmatch(part) is not None and len(part.encode()) <= _PART_BYTES


def last(client: Client) -> str | None:
    """Return the day of the last backup that was saved; None: there was none."""
    day, _, count = (client.config.backed_up or "").partition(" ")
    return day if _DAY.fullmatch(day) is not None and count.isdecimal() else None


def due(client: Client, today: date) -> Due:
    """Say whether a backup is due on a day: after ten signed events, or after a week with one."""
    day, count = last(client), (client.config.backed_up or "").partition(" ")[2]
    events = max(0, _signed(client) - (int(count) if day else 0))
    try:
        week = day is not None and (today - date.fromisoformat(day)).days >= DAYS
    except ValueError:  # a day that the calendar does not have
        day, week = None, False
    return Due(day, events, events >= EVENTS or (week and events > 0))


def _signed(client: Client) -> int:
    """Return how many events were signed in this home, by the lines of the records it can read."""
    return sum(map(_lines, client.folder.glob("record/*/*.jsonl")))


def _lines(path: Path) -> int:
    """Count the lines of a file; 0 if it cannot be read: the game that needs it says so."""
    try:
        return read_plain(path, FILE_MOST).count(b"\n")
    except (OSError, PbemError):
        return 0


def restore(client: Client, data: bytes) -> Restored:
    """Put the files of a backup back where none is; a file that is here stays as it is.

    All of the backup is read before anything is written. A home that moved replaces the one that it
    left, which signed nothing since: so no game waits for news from the others.

    Args:
        client: The client.
        data: The backup.

    Raises:
        FormError: It is no backup, or is damaged; or it is a copy, and the home moved away.
        LogFileError: The disk refuses.
    """
    mark, files = _read(data)
    with explaining(client.folder, "Making"):
        make_folder(client.folder)
    with locked(client.folder / MOVES):
        return _restore(client, mark, files)


def is_moved(data: bytes) -> bool:
    """Say whether a file is a home that moved, and no copy of one; False for no backup."""
    try:
        return _read(data)[0].moved > 0
    except FormError:
        return False


def _restore(client: Client, mark: Mark, files: Mapping[str, bytes]) -> Restored:
    if mark.moved:
        _make_room(client, mark.moved)
    elif away := client.moves.away:
        raise FormError(
            f"Your home moved to another computer on {away}. Only the file that comes back from "
            "there brings it back, and this one is a copy. To go on from the copy, restore it into "
            "an empty folder: set PBEM_HOME to one."
        )
    else:
        _let_wait(client, mark, files)
    known, logs = people.handles(client), _logs(client)
    belong = {name: _belongs_to(client.folder / name) for name in files}
    stays = {name for name, of in belong.items() if of is not None and of.exists()}
    new, same, differ = 0, 0, list[str]()
    for name, content in files.items():
        path = client.folder / name
        if name == CONFIG:
            _remember(client, content, compared=not known)
            continue
        if name.endswith(LOG_SUFFIX) and not path.exists():
            path = logs.get(_game_of(content) or "", path)  # a game has one log, under any name
        if not path.exists() and name not in stays:
            with explaining(path.parent, "Making"):
                make_folder(path.parent)
            write_new(path, content)
            new += 1
        elif path.is_file() and read_plain(path, FILE_MOST) == content:
            same += 1
        else:
            differ.append(name)
    if mark.moved:
        client.moved(Moves(mark.moved))
    return Restored(mark.day, mark.handles, new, same, differ, bool(mark.moved))


def _belongs_to(path: Path) -> Path | None:
    """Return the log or the record of which a file says how it stands; None for other files.

    If that is here, it stays, and the file of a backup says nothing about it.
    """
    if path.name.endswith(f"{LOG_SUFFIX}{JOURNAL}"):
        return path.with_name(path.name.removesuffix(JOURNAL))
    return path.with_suffix(".jsonl") if path.suffix == WAITS else None


def _let_wait(client: Client, mark: Mark, files: Mapping[str, bytes]) -> None:
    """Let games of a backup wait for the others, where this home does not know better.

    It does for a handle that was here, in a game whose log and record are here.
    """
    games, known, there = _games(files), people.handles(client), here(client)
    for handle in mark.handles:
        for game in games:
            record = client.record(handle, game)
            comes = f"record/{handle}/{game}.jsonl" in files and not record.path.exists()
            if handle not in known or game not in there or comes:
                record.wait()


def _make_room(client: Client, count: int) -> None:
    """Put away what lies in a home that moved, and now comes back; raises FormError.

    It may be done again: until the end of it, the home says that it is away.
    """
    moves = client.moves
    if people.handles(client) and not moves.away:
        raise FormError(
            "This file is a home that moved, and another one is in use here. Restore it into an "
            "empty folder: set PBEM_HOME to one."
        )
    if count <= moves.count:
        raise FormError(
            "This home left here with that file or a later one, and may have signed more "
            "elsewhere. Restore the file that comes back from there. If the home is nowhere else, "
            "restore this file into an empty folder: set PBEM_HOME to one."
        )
    client.moved(Moves(count - 1, moves.away or "unknown"))
    client.close()
    there = [client.folder / name for name in (*FOLDERS, "prepared", CONFIG, DATABASE)]
    there = [path for path in there if path.exists()]
    if not there:
        return
    former = client.folder / FORMER
    with explaining(former, "Making"):
        make_folder(former)
        put = former / str(1 + len(list(former.iterdir())))
        make_folder(put)
        for path in there:
            path.rename(put / path.name)


def here(client: Client) -> set[str]:
    """Return the ids of all games with a log or a record."""
    records = {path.stem for path in client.folder.glob("record/*/*.jsonl")}
    return {one for one in _logs(client) if one is not None} | records


def _logs(client: Client) -> dict[str | None, Path]:
    """Return game id -> log; what is no log has None."""
    return {first_id(path): path for path in (*client.logs(), *client.archived())}


def waiting(client: Client) -> set[str]:
    """Return the ids of all games in which somebody here waits since a backup was restored."""
    return {path.stem for path in client.folder.glob("record/*/*.restored")}


def _games(files: Mapping[str, bytes]) -> set[str]:
    """Return the ids of the games in a backup."""
    found = set[str]()
    for name, content in files.items():
        folder, path = name.split("/")[0], Path(name)
        if folder == "record" and path.suffix == ".jsonl":
            found.add(path.stem)
        elif folder in ("games", "archive") and path.suffix == LOG_SUFFIX:
            found.add(_game_of(content) or "")
    return {one for one in found if _ID.fullmatch(one)}


def _game_of(log: bytes) -> str | None:
    """Return the id of the game of a log; None: it is no log."""
    with suppress(BadLog):
        return read_event(log.partition(b"\n")[0]).id
    return None


def _read(data: bytes) -> tuple[Mark, dict[str, bytes]]:
    """Return what a backup holds; raises FormError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = archive.infolist()
            for one in inside:
                _check(one)
            if len(inside) > FILES_MOST or sum(one.file_size for one in inside) > ALL_MOST:
                raise FormError("This backup is larger than any that pbem makes.")
            files = {one.filename: archive.read(one) for one in inside}
        mark = msgspec.json.decode(files.pop(MARK, b""), type=Mark)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
        raise FormError(
            f"This is not a backup of pbem, or it is damaged ({error}). Choose the file that 'Back "
            "up' or 'pbem store backup' wrote."
        ) from None
    if mark.pbem_backup != VERSION:
        raise FormError("A newer pbem made this backup. Restore it with that version.")
    named = len(mark.handles) <= HANDLES_MOST and all(map(is_name, mark.handles))
    if _DAY.fullmatch(mark.day) is None or not named:
        raise FormError("This backup does not say when it was made, and whose it is.")
    return mark, files


def _check(one: zipfile.ZipInfo) -> None:
    """Refuse an entry that no backup has, before any of them is unpacked; raises FormError."""
    name = escape(one.filename[:80])
    if one.flag_bits & 1:
        raise FormError("This ZIP file is locked by a password. A backup of pbem never is.")
    if one.filename != MARK and not _is_kept(one.filename):
        raise FormError(f"This backup holds '{name}', which no backup of pbem does.")
    if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise FormError(f"This backup holds '{name}', packed as no backup of pbem is.")
    most = CONFIG_BYTES if one.filename in {CONFIG, MARK} else FILE_MOST
    if one.file_size > min(most, MIB + GROWS_MOST * one.compress_size):
        raise FormError(f"This backup holds '{name}', which is too large.")


def _remember(client: Client, content: bytes, *, compared: bool) -> None:
    """Add to the settings of the client what those of a backup have besides.

    ``compared``: whose words were compared, and what was mailed, too. A home with an identity has
    its own lists of these: a file from somebody else must not add to them.
    """
    try:
        then = msgspec.json.decode(content, type=Config)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    # A memory with more than there is room for is not one that pbem wrote.
    with suppress(KeyFileError), client.remembering() as now:
        now.identity = now.identity or then.identity
        now.looked = then.looked | now.looked
        if compared:
            now.mailed = then.mailed | now.mailed
            now.compared = then.compared | now.compared


def restored_lines(restored: Restored) -> list[str]:
    """Describe the result of restoring a backup, and what to do before anything is signed."""
    who = " and ".join(restored.handles) or "nobody"
    if restored.moved:
        return [
            f"The home of {who} is here now, with all that was signed until {restored.day}.",
            "Delete the file: restored in a second place too, it would sign a fork.",
            "Settings of an agent and prepared orders do not move: set them up again.",
        ]
    lines = [f"Restored {counted(restored.new, 'file')} of {who} from {restored.day}."]
    if restored.differ:
        named = ", ".join(restored.differ[:3]) + (", ..." if len(restored.differ) > 3 else "")
        lines.append(
            f"{counted(len(restored.differ), 'file')} here differed and stayed as they are: {named}"
        )
    if restored.new:
        lines.append(
            "Now import all mail about your games since that day. In each game, pbem signs nothing "
            "before something newer has come: the backup may lack what you signed later. Orders "
            "that you prepared for an agent are not restored: prepare them again."
        )
    return lines

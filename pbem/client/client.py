"""The client: where a person's keys, cards, logs and records are.

::

    HOME/identities/HANDLE.key    an identity, encrypted; HANDLE.card is its public half
    HOME/identities/HANDLE.key.1  the key file before it was renewed; the same for cards
    HOME/cards/HANDLE.card        the cards of others
    HOME/games/NAME.pbem          the logs; which game it is stands in the log, not in the name
    HOME/archive/NAME.pbem        the logs of games that were put away
    HOME/record/HANDLE/GAME.jsonl what HANDLE has signed (never made again from anything else)
    HOME/clock/HANDLE/GAME.jsonl  on which days mail reached HANDLE, the umpire of GAME
    HOME/private/HANDLE/GAME.json what HANDLE has sealed
    HOME/prepared/HANDLE/GAME.orders  what HANDLE wrote ahead, for the agent to sign
    HOME/agent/HANDLE/            the agent's configuration, database, quarantine, what it reads
    HOME/tournaments/NAME.tournament  the logs of tournaments that one directs or plays in
    HOME/unsent/HANDLE/GAME.txt   what HANDLE wrote on a board and has not signed
    HOME/notes/HANDLE/GAME.json   what HANDLE wrote on a game for themselves
    HOME/bids/HANDLE/PAIR-BOARD.word  what opens a bid that HANDLE has sealed in a tournament
    HOME/lots/HANDLE/ID.word      the lot that HANDLE gave in a tournament, never another
    HOME/words/HANDLE/DAY-WHAT-DIGEST.word  what HANDLE has said to tournaments, with the day
    HOME/heads/ID/                the heads of a tournament that were shown, or signed, here
    HOME/packs/DIGEST.yaml        data packs of owners
    HOME/modules/DIGEST.vmod      modules of another program that were chosen in the lobby
    HOME/desk.secret              32 bytes that mark the positions which this client kept itself
    HOME/pbem.sqlite              the database, unless PBEM_DATABASE gives another address
    HOME/config.json              who you are by default, and where you last looked
    HOME/moved.json               how often the home moved, and whether it is somewhere else now
    HOME/former/ID/               what lay here when the home came back; the first is 1
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import contextmanager, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from pbem import __version__
from pbem.client.logs import Logs
from pbem.crypto.text import escape, is_name
from pbem.errors import FormError, KeyFileError, PbemError
from pbem.files import (
    Odd,
    inodes,
    is_own_file,
    make_folder,
    mark_of,
    own_files,
    read_plain,
    require_own_folder,
)
from pbem.identity.files import write_atomically
from pbem.identity.home import home
from pbem.items import item

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import URL

    from pbem.store.store import Store
    from pbem.table.library import Library
    from pbem.table.own.private import PrivateFile
    from pbem.table.own.record import Record

T = TypeVar("T")
LOG_SUFFIX = ".pbem"
SECRET_BYTES = 32
CONFIG_BYTES = 16 << 20
"""The limit of the client's memory, with a line for each game."""

_FOLDERS = (
    "identities",
    "cards",
    "games",
    "archive",
    "packs",
    "modules",
    "practice",
    "received",
    "tournaments",
)
_HANDLES = (
    *("record", "clock", "private", "prepared", "unsent", "notes", "agent"),
    *("lots", "bids", "words", "heads", "former"),
)
"""Folders in which each handle, or each tournament, has one of its own."""


class NotFound(PbemError):
    """A game, player or file of that name is not at this client."""


class Config(msgspec.Struct, omit_defaults=True):
    """The client's memory: everything that is in no log.

    - ``identity``: The handle to use by default.
    - ``looked``: Handle -> game id -> number of the last event seen.
    - ``compared``: Handle -> signing key whose words were compared.
    - ``mailed``: Game id -> number of the last event that somebody said was mailed.

    ``backed_up``: the day of the last backup, and how many events had been signed then.
    ``answered``: digest of an invitation -> id of the game that answered it. ``modules``: name of a
    module of another program -> its file, as it was last read here.
    """

    identity: str | None = None
    looked: dict[str, dict[str, int]] = {}
    compared: dict[str, str] = {}
    mailed: dict[str, int] = {}
    backed_up: str | None = None
    answered: dict[str, str] = {}
    modules: dict[str, str] = {}


class Moves(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often a home moved to another computer; ``away``: the day since which it is there."""

    count: int = 0
    away: str = ""


MOVES = "moved.json"
CONFIG = "config.json"


def names_in(folder: Path, suffix: str) -> list[str]:
    """Return whose files lie in a folder, by name: each look at a game asks so.

    Args:
        folder: The folder.
        suffix: The end of the names of these files.
    """
    return sorted(filter(is_name, (name.removesuffix(suffix) for name in inodes(folder, suffix))))


class Client:
    """One person's client in ``folder`` (default: ``PBEM_HOME``, else the system's place).

    Raises OpenToOthers for a home that others may write into.

    ``database`` is a SQLAlchemy address (default: ``PBEM_DATABASE``, else a file in the folder).
    ``report`` is called with a sentence on each thing that was found wrong here and put right.

    - ``here`` and ``put_away``: Which log is of which game.
    - ``to_read_again``: Logs of games that failed here unexpectedly. Every event is checked before
      anything is signed.
    - ``lent``: Data packs by digest, which are read with and not kept here.

    ``game``, ``tournament``: an id; ``handle``: an identity here.
    """

    def __init__(
        self,
        folder: Path | None = None,
        database: str | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.folder = folder or home()
        self.report = report
        self.database = database or os.environ.get("PBEM_DATABASE") or None
        self._store: Store | None = None
        self._config: Config | None = None
        self._config_mark: tuple[int, int, int] | None = None
        self._read: dict[tuple[Path, Any], tuple[tuple[int, int, int], Any]] = {}
        self.to_read_again: set[Path] = set()
        self.lent: dict[str, bytes] = {}
        self.failures: Counter[Path] = Counter()
        self.here = Logs(self.games, LOG_SUFFIX)
        self.put_away = Logs(self.archive, LOG_SUFFIX)
        self._require_own()

    def twin(self) -> Client:
        """Return another client of the same home, for another thread."""
        return Client(self.folder, self.database, self.report)

    def _require_own(self) -> None:
        """Refuse a home that others may write into: they may have taken away what is missing."""
        require_own_folder(self.folder, link=True)
        for name in (*_FOLDERS, *_HANDLES):
            require_own_folder(self.folder / name)
        for place in (self.folder / name for name in _HANDLES):
            for each in place.iterdir() if place.is_dir() else ():
                require_own_folder(each)

    # --- moves -------------------------------------------------------------------------------

    @property
    def moves(self) -> Moves:
        """Whether this home moved to another computer. Raises KeyFileError."""
        path = self.folder / MOVES
        if not path.exists():
            return Moves()
        try:
            return msgspec.json.decode(read_plain(path, CONFIG_BYTES, own=True), type=Moves)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
            raise KeyFileError(f"{path} cannot be read ({error}). Put back a copy of it") from None

    def moved(self, moves: Moves) -> None:
        """Remember a move, on the disk."""
        make_folder(self.folder)
        write_atomically(self.folder / MOVES, msgspec.json.encode(moves), overwrite=True)

    def require_here(self) -> None:
        """Raise KeyFileError in a home that moved away: a second one in use would fork."""
        if away := self.moves.away:
            raise KeyFileError(
                f"your home moved to another computer on {away}, so nothing is signed here. If it "
                "came back as a file, type 'pbem store restore FILE'"
            )

    # --- places ------------------------------------------------------------------------------

    @property
    def identities(self) -> Path:
        """The folder of the key files."""
        return self.folder / "identities"

    @property
    def cards(self) -> Path:
        """The folder of the cards of others."""
        return self.folder / "cards"

    def handles(self) -> list[str]:
        """Return the handles of the identities here, sorted; no key and no card is read."""
        return names_in(self.identities, ".key")

    def card_files(self, handle: str) -> tuple[Path, Path]:
        """Return where the card of ``handle`` lies if that is oneself, and if it is another."""
        return self.identities / f"{handle}.card", self.cards / f"{handle}.card"

    @property
    def games(self) -> Path:
        """The folder of the logs."""
        return self.folder / "games"

    @property
    def archive(self) -> Path:
        """The folder of the logs that were archived."""
        return self.folder / "archive"

    def prepared(self, handle: str) -> Path:
        """Return where the orders lie that ``handle`` wrote ahead."""
        return self.folder / "prepared" / handle

    def agent(self, handle: str) -> Path:
        """Return where the agent of ``handle`` keeps its things."""
        return self.folder / "agent" / handle

    @property
    def packs(self) -> Path:
        """The folder of the data packs."""
        return self.folder / "packs"

    @property
    def tournaments(self) -> Path:
        """The folder of the logs of tournaments."""
        return self.folder / "tournaments"

    def lot(self, handle: str, tournament: str) -> Path:
        """Return the file of the lot that ``handle`` gave in a tournament."""
        return self.folder / "lots" / handle / f"{tournament}.word"

    def bid(self, handle: str, pair: str, board: int) -> Path:
        """Return the file with what opens a player's sealed bid.

        Args:
            handle: The player.
            pair: The id of the event that paired the board.
            board: The number of the board.
        """
        return self.folder / "bids" / handle / f"{pair}-{board}.word"

    def words(self, handle: str) -> Path:
        """Return where the words lie that ``handle`` has said to tournaments."""
        return self.folder / "words" / handle

    def heads(self, tournament: str) -> Path:
        """Return where the heads of a tournament lie."""
        return self.folder / "heads" / tournament

    # To list people and cards takes nothing of a game, and waits for none of it.

    @cached_property
    def library(self) -> Library:
        """The rules that are here, with the data packs of their owner."""
        from pbem.games import registry  # noqa: PLC0415
        from pbem.table.library import Library  # noqa: PLC0415

        return Library(registry.find, self.pack)

    def record(self, handle: str, game: str) -> Record:
        """Return the record of what ``handle`` signed in a game."""
        from pbem.table.own.record import Record  # noqa: PLC0415

        return Record(self.folder / "record" / handle / f"{game}.jsonl")

    def clock(self, handle: str, game: str) -> Path:
        """Return the file of the days that ``handle`` keeps as the umpire of a game."""
        return self.folder / "clock" / handle / f"{game}.jsonl"

    def private(self, handle: str, game: str) -> PrivateFile:
        """Return what ``handle`` alone knows of a game."""
        from pbem.table.own.private import PrivateFile  # noqa: PLC0415

        return PrivateFile(self.folder / "private" / handle / f"{game}.json")

    def unsent(self, handle: str, game: str) -> Path:
        """Return the file of the orders that ``handle`` wrote for a game and did not sign."""
        return self.folder / "unsent" / handle / f"{game}.txt"

    def notes(self, handle: str, game: str) -> Path:
        """Return the file of the notes that ``handle`` wrote on a game for themselves."""
        return self.folder / "notes" / handle / f"{game}.json"

    def pack(self, digest: str) -> bytes | None:
        """Return the data of an owner by their digest; None if they are not here."""
        from pbem.kit.typed.strict_yaml import LIMIT  # noqa: PLC0415 - most commands read no pack

        if digest in self.lent:
            return self.lent[digest]
        path = self.packs / f"{digest}.yaml"
        try:
            return read_plain(path, LIMIT, own=True)
        except FileNotFoundError:
            return None

    # --- the database ------------------------------------------------------------------------

    @property
    def database_url(self) -> str | URL:
        """The address of the database."""
        from pbem.store.address import sqlite_url  # noqa: PLC0415 - half a second

        return self.database or sqlite_url(self.folder / "pbem.sqlite")

    @property
    def no_database(self) -> str | None:
        """The address of the database if there is none yet, else None; nothing is made."""
        if sys.platform == "emscripten":
            return None
        from pbem.store.database import missing  # noqa: PLC0415 - half a second

        return missing(self.database_url)

    def store(self) -> Store:
        """Return the store, opened on first use; raises StoreError."""
        if sys.platform == "emscripten":
            from pbem.store.memory import store_of  # noqa: PLC0415 - inside a browser alone

            return store_of(self.folder)
        if self._store is None:
            from pbem.store.store import Store  # noqa: PLC0415 - half a second; not all need it

            self._store = Store(self.database_url, __version__, self.secret(), self._report)
        return self._store

    @property
    def store_is_open(self) -> bool:
        """Whether the store costs nothing more to be opened."""
        return self._store is not None

    def _report(self, sentence: str) -> None:
        self.report(sentence)

    def secret(self) -> bytes | None:
        """Return what kept positions are known by, made on first use; None where it cannot be."""
        from secrets import token_bytes  # noqa: PLC0415 - most commands make none

        path = self.folder / "desk.secret"
        for _ in range(2):
            try:
                if len(secret := read_plain(path, 1 << 12, own=True)) == SECRET_BYTES:
                    return secret
                # Cut off or altered: nothing is lost but the time to check long logs once more.
                write_atomically(path, token_bytes(SECRET_BYTES), overwrite=True)
            except FileNotFoundError:
                with suppress(KeyFileError):  # another command may make it just now
                    write_atomically(path, token_bytes(SECRET_BYTES))
            except (OSError, KeyFileError):
                break
        return None

    def close(self) -> None:
        """Let go of the database."""
        if self._store is not None:
            self._store.close()
            self._store = None

    # --- config ------------------------------------------------------------------------------

    @property
    def config(self) -> Config:
        """The client's memory; a damaged file counts as an empty one.

        It is read again when another client of the home has written it.
        """
        mark = mark_now(self.folder / CONFIG)
        if self._config is None or mark != self._config_mark:
            try:
                self._config = self._read_config()
            except OSError:  # what was read before is still known
                if self._config is None:
                    raise
            self._config_mark = mark
        return self._config

    def _read_config(self) -> Config:
        try:
            data = read_plain(self.folder / CONFIG, CONFIG_BYTES, own=True)
            return msgspec.json.decode(data, type=Config)
        except (FileNotFoundError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Config()

    @contextmanager
    def remembering(self) -> Iterator[Config]:
        """Give the client's memory to be altered, and write it at the end, unless an error ends it.

        Any other program that alters it waits until then, so none takes back what another wrote.

        Raises:
            KeyFileError: It cannot be written, or would be longer than what is read.
            LogFileError: It cannot be read, or another program does not come to an end.
        """
        from pbem.log.disk import explaining, locked  # noqa: PLC0415 - readers need no lock

        path = self.folder / CONFIG
        with explaining(self.folder, "Making"):
            make_folder(self.folder)
        with locked(path):
            with explaining(path, "Reading"):
                config = self._read_config()
            yield config
            data = msgspec.json.format(msgspec.json.encode(config), indent=1) + b"\n"
            if len(data) > CONFIG_BYTES:
                raise KeyFileError(f"{path} is full. Move it away: pbem then makes another")
            write_atomically(path, data, overwrite=True)
            self._config, self._config_mark = config, mark_now(path)

    # --- finding games -----------------------------------------------------------------------

    def logs(self) -> list[Path]:
        """Return the logs at this client, by name; what `odd` names is none of them."""
        return own_files(self.games, LOG_SUFFIX)[0]

    def archived(self) -> list[Path]:
        """Return the logs of games that were put away, by name; `odd` names are left out."""
        return own_files(self.archive, LOG_SUFFIX)[0]

    def odd(self) -> list[Odd]:
        """Return what is called like a log and is left alone, with the reason."""
        return own_files(self.games, LOG_SUFFIX)[1] + own_files(self.archive, LOG_SUFFIX)[1]

    def log_of(self, game: str) -> Path | None:
        """Return the log of the game with this id, or None."""
        return self.here.find([game]).get(game)

    def log_called(self, name: str) -> Path | None:
        """Return the log of just this name, or None; no other is looked at."""
        path = self.games / f"{name}{LOG_SUFFIX}"
        return path if is_name(name) and is_own_file(path) else None

    # --- games among many ------------------------------------------------------------------

    @contextmanager
    def taking(self, path: Path) -> Iterator[None]:
        """Take the game of the log ``path`` as one item of many (`pbem.items.item`).

        After an error that nobody foresaw nothing in memory of it is trusted: its log is read
        again before anything is signed (`failures`). Raises UnforeseenError.
        """
        with item(f"the game {path.stem}", partial(self.distrust, path)):
            yield

    def distrust(self, path: Path) -> None:
        """Trust nothing that is in memory of the game of a log, nor its kept positions.

        ``path``: the log.
        """
        self.failures[path] += 1
        self.to_read_again.add(path)

    def once(self, path: Path, read: Callable[[Path], T]) -> T:
        """Return what ``read`` makes of a file: again only where it is another, or was written to.

        A client with hundreds of games looks for each of them at every turn. All callers share the
        returned object, so it must not be changed.
        """
        mark = mark_of(path)
        if self._read.get((path, read), (None, None))[0] != mark:
            self._read[path, read] = (mark, read(path))
        made: T = self._read[path, read][1]
        return made

    def free_name(self, wanted: str) -> Path:
        """Return a path for a new log: ``wanted``, with a number after it if that is taken.

        The folder is made. Raises FormError, `LogFileError`.
        """
        from pbem.log.disk import explaining  # noqa: PLC0415 - only where something is written

        check_file_name(wanted)
        with explaining(self.games, "Making"):
            make_folder(self.games)
        return free_path(self.games, wanted)


def mark_now(path: Path) -> tuple[int, int, int] | None:
    """Return the mark of a file (`pbem.files.mark_of`), None where there is none."""
    try:
        return mark_of(path)
    except FileNotFoundError:
        return None


def free_path(folder: Path, name: str) -> Path:
    """Return a path for the log ``name`` in a folder, with a number after it if that is taken.

    Or if a name there differs in case alone: elsewhere the two would be one file.
    """
    path = folder / f"{name}{LOG_SUFFIX}"
    there = {other.name.casefold() for other in folder.iterdir()} if folder.is_dir() else set()
    number = 2
    while path.name.casefold() in there:
        path = folder / f"{name}-{number}{LOG_SUFFIX}"
        number += 1
    return path


def check_file_name(name: str) -> None:
    """Raise FormError unless ``name`` can be the name of a game's file on every system."""
    from pbem.crypto.filename import unfit  # noqa: PLC0415

    if not is_name(name):
        raise FormError(
            "The name of a game has 1 to 32 letters a-z, digits, '.', '_' or '-', and begins with "
            f"a letter or a digit; '{escape(name)}' does not"
        )
    if (why := unfit(name)) is not None:
        raise FormError(f"{why}. Give the game another name with --name")

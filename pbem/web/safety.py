"""The rules that keep a player in a browser from losing games, or signing twice.

A browser may throw away what it keeps. So the first signature waits for a backup, or for the words
by which the player does without one. A home that was restored may lack what was signed after the
backup was made. So it signs nothing in a game before somebody else's mail has come that was sent
after that, or before the player says that all is imported. So does a home whose log has an event of
the player that the home does not know: it is a copy. A client that was moved to another device
signs nothing any more.

Source: docs/decisions/0070-ways-to-a-fork.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from email import policy
from email.parser import BytesHeaderParser
from email.utils import parseaddr, parsedate_to_datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from pbem.client import people
from pbem.client.client import CONFIG_BYTES, Client, Moves
from pbem.client.exchange.taking import TakeOptions, take
from pbem.client.logs import first_id
from pbem.client.storage.backup import Backup, backup, here, is_moved, last, waiting
from pbem.client.umpire.timekeeping import today_utc
from pbem.errors import FormError, KeyFileError
from pbem.files import read_plain
from pbem.identity.files import write_atomically
from pbem.log.file import read_events
from pbem.table.own.writer import lacks

if TYPE_CHECKING:
    from pbem.log.event import Event

STATE = "browser.json"
HEAD_MOST = 1 << 16
REFUSAL = "I take the risk"
"""The words by which a player does without a backup."""
ALL_HERE = "I imported everything"
"""The words by which a player says that a game lacks nothing any more."""
MADE_MOST = 200
_INSTANT = "%Y-%m-%dT%H:%M:%S"
SIGNS = re.compile(r"/(new|join|accept|enter|say|play-cups|mend-card)|/\d+/sign")
"""The requests that sign."""

NO_BACKUP = (
    "Save a backup first: this browser may throw away what it keeps. Press 'Save a backup' at the "
    "top of the page"
)
RETIRED = (
    "You moved your games to another device, so nothing is signed here any more. Go on there. Two "
    "devices could sign two different events, and that forfeits a game. To come back, move there "
    "too, and restore here the backup that you saved there"
)
SAME = (
    "You saved this backup here, before you moved away. Move on the other device too, and restore "
    "the backup that it saves"
)
NOT_SEEN = (
    "This browser may lack what you signed in {game}: you restored a backup, or play on two "
    "devices. Ask every opponent for a new mail of this game, and drop it on the page with all "
    "games. If that does not help, press 'Nothing is missing' at the top of the page"
)


class State(msgspec.Struct, omit_defaults=True):
    """The memory of the rules: ``refused``: the player does without a backup.

    - ``restored``: The ids of games in which an event of the player may be missing.
    - ``day``: The time at which the newest of them came; in an older home, the day.
    - ``before``: While a backup is restored, the ids of the games that were there.
    - ``has_file``: They have the backup that was restored.
    - ``moved``: To another device.
    - ``made``: The SHA-256 of the backups that were saved here.
    """

    has_file: bool = False
    refused: bool = False
    restored: list[str] = []
    day: str = ""
    before: list[str] | None = None
    moved: bool = False
    made: list[str] = []


class Shown(msgspec.Struct, frozen=True):
    """The state on the page: keys, a backup, and the games that may lack an event."""

    keys: bool
    safe: bool
    moved: bool
    waits: list[str]


class Safety:
    """The state of one home in a browser.

    Args:
        client: The client with the home.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._state = self._read()
        if self._state.before is not None:  # the page was ended meanwhile
            self.restored(done=False)

    def shown(self) -> Shown:
        """Return what the page shows."""
        keys = any(self._client.identities.glob("*.key"))
        waits = sorted(path.stem for path in self._waiting())
        return Shown(keys, self._is_safe(), self._state.moved, waits)

    def _waiting(self) -> list[Path]:
        """Return the logs of the games in which an event may be missing."""
        some = set(self._state.restored)
        return [path for path in self._client.logs() if some and first_id(path) in some]

    def _is_safe(self) -> bool:
        has_one = self._state.has_file or self._state.refused
        return has_one or last(self._client) is not None

    def check(self, path: str, game: Path | None) -> None:
        """Refuse a request that signs before it is safe.

        Args:
            path: The address of the request.
            game: The log of its game; None: a new one.

        Raises:
            FormError: It is not safe yet, in words.
        """
        if SIGNS.fullmatch(path) is None:
            return
        if self._state.moved:
            raise FormError(RETIRED)
        if not self._is_safe():
            raise FormError(NO_BACKUP)
        if game is not None and first_id(game) in self._state.restored:
            raise FormError(NOT_SEEN.format(game=game.stem))
        if path == "/play-cups" and self._state.restored:
            raise FormError(NOT_SEEN.format(game="each game"))

    def saves(self, data: bytes) -> None:
        """Remember which backup was made."""
        self._state.made = [*self._state.made, sha256(data).hexdigest()][-MADE_MOST:]
        self._write()

    def move(self) -> Backup:
        """Sign nothing here from now on: the home is in the file that this returns.

        The page gets the file after that. So nothing is signed here that it lacks. A file that was
        lost is made again.

        Raises:
            FormError: The home is larger than any file that can be restored.
            LogFileError: A file cannot be read.
        """
        before, today = self._client.moves, today_utc()
        count = before.count if before.away else before.count + 1
        made = backup(self._client, today, count)
        self._client.moved(Moves(count, before.away or str(today)))
        self._state.moved = True
        self.saves(made.data)
        return made

    def refuse(self, words: str) -> None:
        """Do without a backup; raises FormError unless these are the words for it."""
        if not _is_said(words, REFUSAL):
            raise FormError(f"To go on without a backup, write '{REFUSAL}'")
        self._state.refused = True
        self._write()

    def restoring(self, data: bytes) -> None:
        """Remember which games are here before a backup is restored, however far that comes.

        Raises FormError after a move for one that was saved here.
        """
        if self._state.moved and sha256(data).hexdigest() in self._state.made:
            raise FormError(SAME)
        if self._state.moved:  # a copy counts here, too: its games wait
            before = self._client.moves
            away = (before.away or str(today_utc())) if is_moved(data) else ""
            self._client.moved(Moves(before.count, away))
        self._state.before = [] if self._state.moved else sorted(here(self._client))
        self._write()

    def restored(self, *, done: bool) -> None:
        """Remember that a backup was restored: each game that is new waits for the others.

        After a move all are new: the other device may have signed in each.

        Args:
            done: All of it was.
        """
        new = here(self._client).difference(self._state.before or ())
        self._wait(new | waiting(self._client))
        self._state.before = None
        self._state.has_file |= done
        self._state.moved &= not done  # they came back
        if self._state.moved:
            self._client.moved(Moves(self._client.moves.count, str(today_utc())))
        self._write()

    def _wait(self, games: Iterable[str]) -> None:
        """Sign nothing in these games from now on."""
        if new := set(games):
            self._state.restored = sorted(new.union(self._state.restored))
            self._state.day = f"{datetime.now(UTC):{_INSTANT}}"

    def came(self, games: Iterable[Path], data: bytes) -> bool:
        """Remember that something came in games; say whether one of them may lack an event.

        A game goes on if somebody else sent the mail after it began to wait, and if no event of
        the player is in it that this home does not know.

        Args:
            games: The logs that were imported.
            data: The imported bytes.
        """
        fresh, waiting, before = self._is_fresh(data), False, list(self._state.restored)
        for path in games:
            game = first_id(path) or ""
            if self._lacks(path, game):
                waiting = True
                if game not in self._state.restored:
                    self._wait([game])
            elif fresh and game in self._state.restored:
                self._state.restored.remove(game)
                for handle in people.handles(self._client):
                    self._client.record(handle, game).go_on()
        if before != self._state.restored:
            self._write()
        return waiting

    def _lacks(self, path: Path, game: str) -> bool:
        """Say whether a log has an event of the player that their record does not have."""

        def since(seq: int) -> Iterator[Event]:
            return (event for event in read_events(path) if event.seq >= seq)

        records = [(one, self._client.record(one, game)) for one in people.handles(self._client)]
        return any(lacks(record, handle, since) is not None for handle, record in records)

    def all_here(self, words: str) -> None:
        """Go on in all games: their owner says that nothing is missing.

        Raises FormError unless these are the words for it, or a log is not good.
        """
        if not _is_said(words, ALL_HERE):
            raise FormError(f"To sign again, write '{ALL_HERE}'")
        taken = take(self._client, self._waiting(), TakeOptions(recovered=True))
        if wrong := [one for one in taken if not one.good]:
            raise FormError(f"{wrong[0].file} is not good. Import the log of an opponent first")
        self._state.restored = []
        self._write()

    def _is_fresh(self, data: bytes) -> bool:
        """Say whether somebody else sent a mail since a game waits, as it says."""
        head = BytesHeaderParser(policy=policy.default).parsebytes(data[:HEAD_MOST])
        own = {people.card_of(self._client, one).email for one in people.handles(self._client)}
        try:
            sender = parseaddr(str(head["From"] or ""))[1].lower()
            sent = parsedate_to_datetime(str(head["Date"]))
        except (ValueError, TypeError):
            return False
        mine = {(one or "").lower() for one in own}
        at = sent.astimezone(UTC) if sent.tzinfo else sent
        return bool(sender) and sender not in mine and f"{at:{_INSTANT}}" >= self._state.day

    def _read(self) -> State:
        try:
            data = read_plain(self._client.folder / STATE, CONFIG_BYTES, own=True)
            return msgspec.json.decode(data, type=State)
        except FileNotFoundError:
            return State()
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise KeyFileError(f"{STATE} is damaged. Restore your last backup") from None

    def _write(self) -> None:
        data = msgspec.json.encode(self._state) + b"\n"
        write_atomically(self._client.folder / STATE, data, overwrite=True)


def _is_said(words: str, wanted: str) -> bool:
    """Say whether somebody wrote the words that were asked for."""
    return words.strip().strip(".").lower() == wanted.lower()

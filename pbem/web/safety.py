"""The rules that keep a player in a browser from losing games, or signing twice.

A browser may throw away what it keeps. So the first signature waits for a backup, or for the words
by which the player does without one. A home that was restored may lack what was signed after the
backup was made. So it signs nothing in a game before the others' log of it was imported. A client
that was moved to another device signs nothing any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from email import policy
from email.parser import BytesHeaderParser
from email.utils import parseaddr, parsedate_to_datetime
from hashlib import sha256
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.client import CONFIG_BYTES, Client
from pbem.client.logs import first_id
from pbem.client.storage.backup import here, last
from pbem.client.umpire.timekeeping import today_utc
from pbem.errors import FormError, KeyFileError
from pbem.files import read_plain
from pbem.identity.files import write_atomically

STATE = "browser.json"
HEAD_MOST = 1 << 16
REFUSAL = "I take the risk"
"""The words by which a player does without a backup."""
SIGNS = re.compile(r"/(new|join|accept|enter|play-cups|mend-card)|/\d+/sign")
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
    "This is the backup with which you moved away. Move on the other device too, and restore the "
    "backup that it saves"
)
NOT_SEEN = (
    "You restored a backup, which may lack what you signed after it. Ask your opponent for the "
    "last mail of {game}, and drop it on the page with all games. Until then pbem signs nothing in "
    "this game"
)


class State(msgspec.Struct, omit_defaults=True):
    """The memory of the rules: ``refused``: the player does without a backup.

    - ``restored``: The ids of games that were restored, and for which nothing new came yet from the
      others.
    - ``day``: The day of the backup.
    - ``before``: While a backup is restored, the ids of the games that were there.
    - ``has_file``: They have the backup that was restored.
    - ``moved``: To another device, with the backup of this SHA-256 (``with_file``).
    """

    has_file: bool = False
    refused: bool = False
    restored: list[str] = []
    day: str = ""
    before: list[str] | None = None
    moved: bool = False
    with_file: str = ""


class Shown(msgspec.Struct, frozen=True):
    """The state on the page: whether there are keys, and whether a backup is missing or old."""

    keys: bool
    safe: bool
    moved: bool


class Safety:
    """The state of one home in a browser.

    Args:
        client: The client with the home.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._saved = ""
        self._state = self._read()
        if self._state.before is not None:  # the page was ended meanwhile
            self.restored(done=False)

    def shown(self) -> Shown:
        """Return what the page shows."""
        keys = any(self._client.identities.glob("*.key"))
        return Shown(keys, self._is_safe(), self._state.moved)

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

    def saves(self, backup: bytes) -> None:
        """Remember which backup was made last."""
        self._saved = sha256(backup).hexdigest()

    def move(self) -> None:
        """Sign nothing here from now on: the games go on at another device.

        Raises FormError before a backup was made.
        """
        if not self._saved:
            raise FormError(NO_BACKUP)
        self._state.moved, self._state.with_file = True, self._saved
        self._state.day = max(self._state.day, f"{today_utc()}")
        self._write()

    def refuse(self, words: str) -> None:
        """Do without a backup; raises FormError unless these are the words for it."""
        if words.strip().strip(".").lower() != REFUSAL.lower():
            raise FormError(f"To go on without a backup, write '{REFUSAL}'")
        self._state.refused = True
        self._write()

    def restoring(self, backup: bytes) -> None:
        """Remember which games are here before a backup is restored, however far that comes.

        Raises FormError for the one with which the player moved away.
        """
        if self._state.moved and sha256(backup).hexdigest() == self._state.with_file:
            raise FormError(SAME)
        self._state.before = [] if self._state.moved else sorted(here(self._client))
        self._write()

    def restored(self, *, done: bool, day: str = "") -> None:
        """Remember that a backup was restored: each game that is new waits for the others.

        After a move all are new: the other device may have signed in each.

        Args:
            done: All of it was.
            day: The day on which it was made; empty: unknown.
        """
        new = here(self._client).difference(self._state.before or ())
        self._state.restored = sorted(new.union(self._state.restored))
        self._state.day = max(self._state.day, day or f"{today_utc()}") if new else self._state.day
        self._state.before = None
        self._state.has_file |= done
        self._state.moved &= not done  # they came back
        self._write()

    def sizes(self) -> dict[Path, int]:
        """Return how long the logs of games are that wait."""
        logs = [path for path in self._client.logs() if first_id(path) in self._state.restored]
        return {path: path.stat().st_size for path in logs}

    def came(self, games: Iterable[Path], before: Mapping[Path, int], data: bytes) -> None:
        """Remember that something came in games that wait.

        A game goes on if its log has grown, or if another person mailed it on the day of the
        backup or later.

        Args:
            games: The logs that were imported.
            before: How long they were.
            data: The imported bytes.
        """
        fresh = self._is_fresh(data)
        ids = {
            first_id(path)
            for path in games
            if fresh or (path in before and path.stat().st_size > before[path])
        }
        left = [one for one in self._state.restored if one not in ids]
        for game in set(self._state.restored).difference(left):
            for handle in people.handles(self._client):
                self._client.record(handle, game).go_on()
        if left != self._state.restored:
            self._state.restored = left
            self._write()

    def _is_fresh(self, data: bytes) -> bool:
        """Say whether somebody else sent a mail on the day of the backup or later, as it says."""
        head = BytesHeaderParser(policy=policy.default).parsebytes(data[:HEAD_MOST])
        own = {people.card_of(self._client, one).email for one in people.handles(self._client)}
        try:
            sender = parseaddr(str(head["From"] or ""))[1].lower()
            sent = parsedate_to_datetime(str(head["Date"]))
        except (ValueError, TypeError):
            return False
        mine = {(one or "").lower() for one in own}
        return bool(sender) and sender not in mine and f"{sent:%Y-%m-%d}" >= self._state.day

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

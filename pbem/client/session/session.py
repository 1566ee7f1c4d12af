"""Session down at one game: its verified table, who one is there, and events put into its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.client import Client, NotFound
from pbem.client.logs import first_id
from pbem.client.session.fork_proofs import forked
from pbem.client.session.giving import remember_given
from pbem.client.session.reported import Reported, report_all
from pbem.client.storage.damage import unacceptable, with_remedy
from pbem.client.storage.database import rebuild
from pbem.client.storage.find import find_log
from pbem.client.storage.sides import blocked, was_switched
from pbem.errors import KeyFileError, LogFileError, NotYourPen, StoreError
from pbem.identity.identity import Identity
from pbem.items import unbroken
from pbem.kit.contract import Outcome
from pbem.kit.stocks import stocks_of
from pbem.log.again import Brief, briefs, read_again
from pbem.log.event import Event, read_event
from pbem.log.file import append
from pbem.log.finding import BadLog
from pbem.play.keeper import OwnStocks
from pbem.store.resume import Progress, distrust, replay, resume
from pbem.table.events.kinds import Pairing
from pbem.table.own.dealing import Dealer
from pbem.table.own.stocking import StockKeeper
from pbem.table.own.writer import Writer
from pbem.table.state import Player
from pbem.table.table import Table
from pbem.table.words.reporting import result_words

LIGHT_BYTES = 96 * 1024
"""A log up to this size is replayed faster than the database is opened (about 150 events)."""


def is_light(client: Client, path: Path) -> bool:
    """Whether a log is replayed faster than the database, not open yet, gives its last position.

    So is one that does not lie among the games here: what others sent is not entered by looking.
    """
    if path.parent != client.games:
        return True
    return not client.store_is_open and path.stat().st_size <= LIGHT_BYTES


class Signed(msgspec.Struct, frozen=True):
    """An event in short: number, kind, author, id."""

    seq: int
    kind: str
    by: str
    id: str


class Done(msgspec.Struct, frozen=True, rename={"active": "pen"}):
    """The result of writing: ``events`` in order, what happened, and the active player now.

    ``resumed``: how many of the events had been signed before and never came into the log.
    ``send_to``: handles of the other players and the umpire, with addresses where known.
    ``warnings``: what had to be looked into before. ``also``: who else is to be mailed, as the game
    is over, and what to type, in a sentence.
    """

    game: str
    events: list[Signed]
    outcomes: list[Reported]
    active: str
    result: str | None
    resumed: int
    send_to: dict[str, str | None]
    warnings: list[str] = []
    also: str = ""


class Session:
    """One person at one game.

    ``path`` is the log, ``table`` the verified table at its end, ``handle`` the identity used
    (None: somebody who only looks).
    """

    def __init__(self, client: Client, path: Path, table: Table, handle: str | None) -> None:
        self.client = client
        self.path = path
        self.handle = handle
        self._failures = client.failures[path]
        self._take_up(table)

    def _take_up(self, table: Table) -> None:
        """Open a table, with the hands and hidden supplies that your group knows there."""
        self.table = table
        play = table.play
        if self.handle is None or play is None or not (table.decks or stocks_of(play.game)):
            return
        private = self.client.private(self.handle, table.game_id)
        own = table.party(self.handle)
        held = [side for side, who in table.seats.items() if table.party(who) == own]
        # Cards that were made on another machine are not known here: one sees what everybody sees.
        if table.decks:
            with suppress(KeyFileError):
                hand = Dealer(table, self.handle, private.masks).hand()
                known = {(card.deck, card.place): card.card for card in hand}
                play.hands = dict.fromkeys(held, known)
        if stocks_of(play.game):
            with suppress(KeyFileError):
                keeper = StockKeeper(table, self.handle, private.openings).known()
                play.own = None if keeper is None else OwnStocks(keeper, frozenset(held))

    @property
    def name(self) -> str:
        """The game's name at this client."""
        return self.path.name.removesuffix(".pbem")

    @property
    def me(self) -> str:
        """The handle that writes; raises NotFound if there is no identity."""
        return self.handle or people.me(self.client)

    @property
    def sign(self) -> str | None:
        """The signing key by which the game knows the author; None for who takes no part."""
        player = self.table.roster.find(self.me)
        return None if player is None else player.sign

    @property
    def is_active(self) -> bool:
        """Whether it is for oneself to write: by name and by key, which namesakes do not share."""
        player = None if self.handle is None else self.table.roster.find(self.handle)
        if player is None or self.table.active().handle != self.handle:
            return False
        return people.has_key(self.client, player.handle, player.sign)

    @property
    def side(self) -> str | None:
        """A side that one holds, the one asked first; None for who holds none."""
        held = [side for side, who in self.table.seats.items() if who == self.handle]
        play = self.table.play
        if play is not None and play.asked is not None and play.asked.side in held:
            return play.asked.side
        return held[0] if held else None

    def report(self, outcomes: list[Outcome]) -> list[Reported]:
        """Return outcomes in words."""
        play = self.table.play
        return [] if play is None else report_all(play, outcomes)

    # --- writing -----------------------------------------------------------------------------

    def check_seat(self) -> None:
        """Raise what signing would, as far as it can be known before a passphrase is asked for.

        NotYourPen for who takes no part, KeyFileError where no key here can be the game's.
        """
        player = self._player(self.me)
        people.check_key(self.client, self.me)
        renewed = people.former_keys(self.client, self.me)
        if not renewed and not people.has_key(self.client, self.me, player.sign):
            raise self._other_key(self.me)

    def check_keys(self, identity: Identity) -> None:
        """Raise KeyFileError unless the game knows ``identity`` by this key, and the home is here.

        Raises NotYourPen if they do not play the game.

        A program may have opened the key before the home moved.
        """
        self.client.require_here()
        if self._player(identity.handle).sign != identity.sign_public.hex():
            raise self._other_key(identity.handle)

    def _player(self, handle: str) -> Player:
        player = self.table.roster.find(handle)
        if player is None:
            others = [one.handle for one in self.table.roster.players if one.out != "replaced"]
            who = f"{' and '.join(others)} play{'s' * (len(others) == 1)} it"
            raise NotYourPen(f"{handle} does not play {self.name}: {who}")
        return player

    def _other_key(self, handle: str) -> KeyFileError:
        return KeyFileError(
            f"{handle} plays {self.name} with another key than your key files have. Put the key "
            f"file of that game into {self.client.identities} as {handle}.key, or as "
            f"{handle}.key.1 if you renewed it since. If another person of that name plays it, "
            "the game is not "
            "yours"
        )

    def writer(self, identity: Identity) -> Writer:
        """Return the hand that signs; raises KeyFileError, NotYourPen, LogFileError."""
        self._require_trusted()
        self.check_keys(identity)
        game = self.table.game_id
        record = self.client.record(identity.handle, game)
        private = self.client.private(identity.handle, game)
        remember_given(self, identity.handle, record, private.masks)
        return Writer(identity, self.table, record, private, since=self.since)

    def since(self, seq: int) -> Iterator[Event]:
        """Yield the events of the log from number ``seq`` on, as they were verified.

        Raises `LogFileError` where something has changed the log since.
        """
        with self._as_verified():
            yield from read_again(self.path, self.table.chain, seq)

    def briefs(self) -> list[Brief]:
        """Return all events of the log in short; raises LogFileError as `since`."""
        with self._as_verified():
            return briefs(self.path, self.table.chain)

    @contextmanager
    def _as_verified(self) -> Iterator[None]:
        try:
            yield
        except BadLog as bad:
            raise LogFileError(str(with_remedy(self.client, self.path, bad))) from None

    def put(self, event: Event) -> list[Outcome]:
        """Put an event at the end of the log; return what came of it.

        Raises BadLog where it is not valid there, `LogFileError` where the disk refuses, and
        StoreError if only the database does.
        """
        table = self.table.copy()
        table.take(event)
        try:
            self.enter(table, [event])
        except StoreError as error:
            raise StoreError(
                f"Event {event.seq} is signed and in the log of {self.name}, but {error}. The next "
                "command updates the database"
            ) from None
        return table.reported()

    def enter(self, table: Table, events: Sequence[Event]) -> None:
        """Put events at the end of the log that were verified: ``table`` has taken them.

        Then they are entered in the database. Raises `LogFileError` if the disk refuses, and
        StoreError if only the database does.
        """
        self._require_trusted()
        with unbroken():
            append(self.path, events)
            self._take_up(table)
            try:
                self.client.store().take(self.name, table, events)
            except StoreError:
                # Anyone who looked between the log and the database has entered it already.
                if self.client.store().last(table.game_id) != (events[-1].seq, events[-1].id):
                    raise

    def _require_trusted(self) -> None:
        """Refuse to sign or enter anything from what was in memory as something failed."""
        if self.client.failures[self.path] != self._failures:
            raise LogFileError(
                f"Something failed unexpectedly in the game {self.name}. Nothing is signed in it "
                "until its log is read again. Try again."
            )

    def finish(self) -> list[Event]:
        """Put into the log what one signed on its end, and never got into it (after a crash).

        Raises:
            BadLog: The signed event is not valid there.
        """
        finished: list[Event] = []
        record = self.client.record(self.me, self.table.game_id)
        while (entry := record.signed_on(self.table.chain.head)) is not None:
            event = read_event(entry.line.encode())
            try:
                self.put(event)
            except BadLog as bad:
                raise unacceptable(self.name, event, bad) from None
            finished.append(event)
        return finished

    def done(self, events: list[Event], outcomes: list[Outcome], resumed: int = 0) -> Done:
        """Say what was written; ``resumed``: how many of the events were signed before."""
        return Done(
            game=self.name,
            events=[Signed(event.seq, event.kind, event.by, event.id) for event in events],
            outcomes=self.report(outcomes),
            active=self.table.active().why,
            result=result_of(self.table),
            resumed=resumed,
            send_to=self.others(events[0].seq) if events else self.others(),
            warnings=self.forked(),
            also=self.for_director(),
        )

    def replaced_since(self, first: int) -> set[str]:
        """Return whom rulings from event ``first`` on have replaced."""
        gone = {one.handle for one in self.table.roster.players if one.out == "replaced"}
        if not gone:
            return gone
        rulings = (event.data for event in self.since(first) if event.kind == "ruling")
        return gone & {str(data.get("out")) for data in rulings}

    def for_director(self, file: str = "") -> str:
        """Say that the game, which is over, goes to the director of its tournament too.

        ``file``: what has just been written of it to be mailed, if that is the whole log.
        """
        opening = self.table.opening
        if self.table.result is None or opening is None or not isinstance(opening.for_, Pairing):
            return ""
        # Reading tournaments is for games of tournaments alone: importing it takes long.
        from pbem.client.session import bound  # noqa: PLC0415

        umpire = self.table.roster.umpire
        waits = self.table.policy == "umpire" and not self.table.closed
        by = umpire.handle if umpire is not None and waits else ""
        return bound.for_director(self.client, self.path, opening, file, by)

    def observers(self) -> dict[str, str | None]:
        """Return who gets copies of the game's mails, as its tournament says: handle -> address.

        They decide nothing: no observer is a player or an umpire of the game. The address is that
        of the card here, None if it has none.
        """
        opening = self.table.opening
        if opening is None or not isinstance(opening.for_, Pairing):
            return {}
        from pbem.client.session import bound  # noqa: PLC0415 - as above

        everybody = {one.handle for one in self.table.roster.everybody()} | {self.handle}
        found = bound.observers(self.client, self.path, opening)
        return {handle: email for handle, email in found.items() if handle not in everybody}

    def forked(self) -> list[str]:
        """Say who forked this game or ruled twice, and what to do; nothing where it is settled."""
        reported = forked(self.path, self.table, self.handle, self.since)
        return [*reported, *blocked(self, reported)]

    def others(self, first: int | None = None) -> dict[str, str | None]:
        """Return everybody else who gets the mail: handle -> address on the card, or None.

        ``first``: number of the first event of that mail. A replaced player gets the ruling that
        says so, and no more of the game.
        """
        roster = self.table.roster
        reported = set() if first is None else self.replaced_since(first)
        names = [
            one.handle for one in roster.players if one.out != "replaced" or one.handle in reported
        ]
        if roster.umpire is not None:
            names.append(roster.umpire.handle)
        found = {name: people.find_card(self.client, name) for name in names if name != self.handle}
        return {name: None if card is None else card.email for name, card in found.items()}


def sit(
    client: Client,
    game: str | Path | None,
    handle: str | None = None,
    *,
    light: bool = False,
    progress: Progress | None = None,
) -> Session:
    """Open a game of this client as one of its players.

    Args:
        client: The client.
        game: The name of the game, the path of its log, or None for the only game.
        handle: The identity; by default the one that plays.
        light: For looking only: a short log is replayed without the database.
        progress: Called as events are replayed.

    Raises:
        NotFound: There is no such game.
        BadLog: The log has a finding.
        StoreError: The database cannot be used.
    """
    path = game if isinstance(game, Path) else find_log(client, game)
    try:
        table = _table(client, path, progress, light=light)
    except BadLog as bad:
        raise with_remedy(client, path, bad) from None
    if table.opening is None:
        raise NotFound(f"{path} is not a log: it has no event")
    table.reported()
    return Session(client, path, table, who_sits(client, table, handle))


def _table(client: Client, path: Path, progress: Progress | None, *, light: bool) -> Table:
    if light and is_light(client, path):
        return replay(path, client.library, progress)
    try:
        return _resumed(client, path, progress)
    except StoreError:
        if not light or path.stat().st_size > LIGHT_BYTES:
            raise
    return replay(path, client.library, progress)


def _resumed(client: Client, path: Path, progress: Progress | None) -> Table:
    if path not in client.to_read_again:
        return _from_kept(client, path, progress)
    distrust(client.store(), path)
    table = _from_kept(client, path, progress)
    client.to_read_again.discard(path)
    return table


def _from_kept(client: Client, path: Path, progress: Progress | None) -> Table:
    try:
        return resume(client.store(), path, client.library, progress)
    except StoreError:
        # Another command may have put its event into the database just then: it is there now. Or it
        # was killed between going over to another side and making the database again.
        game = first_id(path)
        last = None if game is None else client.store().last(game)
        if last is not None and was_switched(path, last[1]):
            rebuild(client)
        return resume(client.store(), path, client.library, progress)


def who_sits(client: Client, table: Table, wanted: str | None) -> str | None:
    """Return the identity of a session: the one asked for, or the one that plays.

    ``wanted``: the handle of the one asked for, or None. Returns None if none plays.
    """
    if wanted is not None:
        return people.me(client, wanted)
    mine = [
        handle
        for handle in people.handles(client)
        if (player := table.roster.find(handle)) is not None
        and people.has_key(client, handle, player.sign)
    ]
    if len(mine) > 1:
        # With several identities in one game (practice), the active player is meant.
        active = table.active().handle
        return (
            active if active in mine else people.me(client) if client.config.identity else mine[0]
        )
    return mine[0] if mine else None


def result_of(table: Table) -> str | None:
    """Return the result in words, None while the game goes on."""
    if table.result is None:
        return None
    return result_words(table.result, table.seats, table.game)

"""The store: what the logs say, ready to be asked. See `pbem.store.tables` for what it holds.

``game``: its id. ``mark``: a name under which a verified table is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from sqlalchemy import URL, Connection, bindparam, delete, select, text

from pbem.errors import StoreError
from pbem.identity.card import Card
from pbem.log.event import Event
from pbem.store.authentic import KEY_BYTES, is_own, mac_of
from pbem.store.database import Database
from pbem.store.statements import add, get, put, remove, rows
from pbem.store.tables import HELD_OFF, EventRow, GameRow, HeadRow, PlayerRow, table_of
from pbem.table.table import Table

T = TypeVar("T")

Report = Callable[[str], None]
"""Called with a sentence on what was found wrong and put right, which its owner should know."""

_BATCH = 500

EVENTS, GAMES, HEADS = (table_of(row) for row in (EventRow, GameRow, HeadRow))
_OF_GAME = EVENTS.c.game == bindparam("game")
_LAST = select(EVENTS.c.seq, EVENTS.c.id).where(_OF_GAME).order_by(EVENTS.c.seq.desc()).limit(1)
_AT = select(EVENTS.c.id).where(_OF_GAME, EVENTS.c.seq == bindparam("seq"))
_LINES = (
    select(EVENTS.c.line)
    .where(_OF_GAME, EVENTS.c.seq >= bindparam("first"))
    .order_by(EVENTS.c.seq)
    .limit(bindparam("most"))
)
_ROWS = (
    select(EVENTS)
    .where(_OF_GAME)
    .order_by(EVENTS.c.seq)
    .offset(bindparam("first"))
    .limit(bindparam("most"))
)
_HEAD = select(HEADS).where(HEADS.c.game == bindparam("game"), HEADS.c.mark == bindparam("mark"))
_HEADS = select(HEADS).where(HEADS.c.game == bindparam("game"))


class Head(msgspec.Struct, frozen=True):
    """A verified table at event ``seq`` with id ``head``, which ends the first ``size`` bytes."""

    seq: int
    head: str
    size: int
    frozen: bytes


class Store:
    """Logs, players and verified heads in the database at ``url`` (any SQLAlchemy address).

    ``release`` is what verifies: a head frozen by another release is of no use to this one.
    ``key``: 32 bytes by which heads are known again (default: new ones, so that none is);
    ``report`` hears what was thrown away. Every method raises `StoreError` where the database
    refuses.
    """

    HEAD = "head"
    """The mark of the head that stands at the end of a log."""

    def __init__(
        self,
        url: str | URL,
        release: str,
        key: bytes | None = None,
        report: Report = lambda _: None,
    ) -> None:
        self.release = release
        self.report = report
        self._key = secrets.token_bytes(KEY_BYTES) if key is None else key
        self.database = Database(url, release)
        try:
            self.database.admit()
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    # --- games and events --------------------------------------------------------------------

    def take(self, name: str, table: Table, events: Sequence[Event]) -> None:
        """Enter ``events``, which ``table`` has just taken as its last, in one transaction.

        The cost depends on these events alone. ``name`` is that of the log's file. Raises
        StoreError also where the events before them are not those of the database.
        """
        game = table.game_id
        first = events[0].seq if events else table.chain.count
        with self.database.writing() as connection:
            if first > 0:
                prev = events[0].prev if events else table.chain.head
                self._require(connection, game, first, prev)
            self._put_game(connection, name, table, events)
            if events:
                add(connection, EventRow, [row_of(game, event) for event in events])
            self._put_head(connection, self.HEAD, table)

    def mark(self, mark: str, table: Table) -> None:
        """Keep ``table`` under ``mark``, to begin from there later."""
        with self.database.writing() as connection:
            self._put_head(connection, mark, table)

    def head(self, game: str, mark: str = HEAD) -> Head | None:
        """Return the verified table kept under ``mark``; None: none, or another release's.

        One that this client has not kept there is thrown away, with a word.
        """
        with self.database.reading() as connection:
            found = connection.execute(_HEAD, {"game": game, "mark": mark}).first()
            if found is None or found.release != self.release:
                return None
            row = found._asdict()
            if is_own(self._key, row):
                return _head_of(row)
        self.report(
            f"The stored position of the game {game[:16]}... in the database {self.database.shown} "
            "was changed outside pbem. pbem removed it and builds it again from the log"
        )
        self.drop_head(game, mark)
        return None

    def heads(self, game: str) -> dict[str, Head | None]:
        """Return what is kept by mark; None for what this client has not kept there itself."""
        with self.database.reading() as connection:
            found = [row._asdict() for row in connection.execute(_HEADS, {"game": game})]
        return {
            row["mark"]: _head_of(row) if is_own(self._key, row) else None
            for row in found
            if row["release"] == self.release
        }

    def drop_head(self, game: str, mark: str = HEAD) -> None:
        """Throw a kept table away that is of no use; ``mark``: the name under which it is kept."""
        with suppress(StoreError), self.database.writing() as connection:  # it may be read only
            remove(connection, HeadRow, (game, mark))

    def forget(self, game: str) -> None:
        """Take a game out, events and all, to enter it again as its log has it."""
        with self.database.writing() as connection:
            off, on = HELD_OFF.get(self.database.dialect, ((), ()))
            for statement in off:
                connection.execute(text(statement))
            for which in (
                delete(HEADS).where(HEADS.c.game == game),
                delete(EVENTS).where(EVENTS.c.game == game),
                delete(GAMES).where(GAMES.c.id == game),
            ):
                connection.execute(which)
            for statement in on:
                connection.execute(text(statement))

    def last(self, game: str) -> tuple[int, str] | None:
        """Return number and id of the last event of a game, None where there is none."""
        with self.database.reading() as connection:
            found = connection.execute(_LAST, {"game": game}).first()
            return None if found is None else (_sure(found[0], int), _sure(found[1], str))

    def lines(self, game: str, first: int = 0) -> Iterator[bytes]:
        """Yield the lines of a game from event ``first`` on, as they stand in the log."""
        while True:
            with self.database.reading() as connection:
                lines = connection.scalars(_LINES, {"game": game, "first": first, "most": _BATCH})
                found = [_sure(line, bytes) for line in lines]
            yield from found
            if len(found) < _BATCH:
                return
            first += _BATCH

    def rows(self, game: str) -> Iterator[dict[str, object]]:
        """Yield the rows of the events of a game, as `row_of` makes them."""
        first = 0
        while True:
            with self.database.reading() as connection:
                batch = connection.execute(_ROWS, {"game": game, "first": first, "most": _BATCH})
                found = [row._asdict() for row in batch]
            yield from found
            if len(found) < _BATCH:
                return
            first += _BATCH

    def games(self) -> list[GameRow]:
        """Return every game, by name."""
        with self.database.reading() as connection:
            games = rows(connection, GameRow, select(GAMES))
            for row in games:
                _sure(row.id, str)
                _sure(row.name, str)
            # Not by the database: each has an order of letters of its own.
            return sorted(games, key=lambda row: row.name)

    def _require(self, connection: Connection, game: str, seq: int, prev: str) -> None:
        beyond, before = (
            connection.scalar(_AT, {"game": game, "seq": at}) for at in (seq, seq - 1)
        )
        if beyond is not None or before != prev:
            raise StoreError(
                f"The database {self.database.shown} does not match the log before event {seq}. "
                "Run 'pbem store rebuild', which builds it again from your logs"
            )

    def _put_game(
        self, connection: Connection, name: str, table: Table, events: Sequence[Event]
    ) -> None:
        row = get(connection, GameRow, (table.game_id,))
        opened = row.opened if row is not None else events[0].at
        put(connection, GameRow, game_row(name, table, opened).model_dump())

    def _put_head(self, connection: Connection, mark: str, table: Table) -> None:
        row: dict[str, Any] = {
            "game": table.game_id,
            "mark": mark,
            "seq": table.chain.count - 1,
            "head": table.chain.head,
            "size": table.chain.size,
            "frozen": table.freeze(),
            "release": self.release,
        }
        put(connection, HeadRow, {**row, "mac": mac_of(self._key, row)})

    # --- players -----------------------------------------------------------------------------

    def put_players(self, cards: Iterable[Card]) -> None:
        """Enter what cards say; a newer card of a handle replaces the older one."""
        with self.database.writing() as connection:
            for card in cards:
                names = PlayerRow.model_fields
                put(connection, PlayerRow, {name: getattr(card, name) for name in names})

    def players(self) -> list[PlayerRow]:
        """Return every player who has sent a card, by handle."""
        with self.database.reading() as connection:
            players = rows(connection, PlayerRow, select(table_of(PlayerRow)))
            return sorted(players, key=lambda row: _sure(row.handle, str))


def _sure(value: object, kind: type[T]) -> T:
    """Return a value of the kind that its column has: SQLite keeps any in any, if asked to."""
    if not isinstance(value, kind):
        raise TypeError(value)  # in words by the database that is being read
    return value


def _head_of(row: Mapping[str, Any]) -> Head:
    return Head(row["seq"], row["head"], row["size"], row["frozen"])


def game_row(name: str, table: Table, opened: str) -> GameRow:
    """Return what the database says of a game.

    ``name``: that of its log. ``opened``: the time of its first event.
    """
    opening = table.opening
    assert opening is not None  # noqa: S101 - a table that has taken an event has an opening
    result, now = table.result, table.rules_now()
    return GameRow(
        id=table.game_id,
        name=name,
        rules=now.name,
        version=now.version,
        data=now.data,
        scenario=opening.scenario,
        seats=" ".join(f"{side}={who}" for side, who in sorted(table.seats.items())),
        umpire=None if opening.umpire is None else opening.umpire.handle,
        dice=opening.dice,
        opened=opened,
        winner=None if result is None else result.winner,
        why=None if result is None else result.why,
    )


def row_of(game: str, event: Event) -> dict[str, object]:
    """Return the row of an event."""
    return {
        "game": game,
        "seq": event.seq,
        "id": event.id,
        "prev": event.prev,
        "author": event.by,
        "at": event.at,
        "kind": event.kind,
        "line": event.line,
    }

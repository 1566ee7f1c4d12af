"""The store: what the logs say, ready to be asked. See `pbem.store.tables` for what it holds."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

import msgspec
from sqlalchemy import delete, insert, text
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.errors import StoreError
from pbem.identity.card import Card
from pbem.log.event import Event
from pbem.store.authentic import KEY_BYTES, is_own, mac_of
from pbem.store.database import Database
from pbem.store.tables import HELD_OFF, EventRow, GameRow, HeadRow, PlayerRow
from pbem.table.table import Table

T = TypeVar("T")

Tell = Callable[[str], None]
"""Told in a sentence what was found wrong and put right, which its owner should know."""

_BATCH = 500


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
    ``tell`` hears what was thrown away. Every method raises `StoreError` where the database
    refuses.
    """

    HEAD = "head"
    """The mark of the head that stands at the end of a log."""

    def __init__(
        self, url: str, release: str, key: bytes | None = None, tell: Tell = lambda _: None
    ) -> None:
        self.release = release
        self.tell = tell
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
        with self.database.writing() as session:
            if first > 0:
                self._require(session, game, first, events[0].prev if events else table.chain.head)
            self._put_game(session, name, table, events)
            if events:
                session.execute(insert(EventRow), [row_of(game, event) for event in events])
            self._put_head(session, self.HEAD, table)

    def mark(self, mark: str, table: Table) -> None:
        """Keep ``table`` under ``mark``, to begin from there later."""
        with self.database.writing() as session:
            self._put_head(session, mark, table)

    def head(self, game: str, mark: str = HEAD) -> Head | None:
        """Return the verified table kept under ``mark``; None: none, or another release's.

        One that this desk has not kept there is thrown away, with a word.
        """
        with self.database.reading() as session:
            row = session.get(HeadRow, (game, mark))
            if row is None or row.release != self.release:
                return None
            if is_own(self._key, row):
                return Head(row.seq, row.head, row.size, row.frozen)
        self.tell(
            f"the kept position of the game {game[:16]}... in the database {self.database.shown} "
            "is not as this desk kept it: it was thrown away and is made again from the log"
        )
        self.drop_head(game, mark)
        return None

    def heads(self, game: str) -> dict[str, Head | None]:
        """Return what is kept by mark; None for what this desk has not kept there itself."""
        with self.database.reading() as session:
            rows = session.exec(select(HeadRow).where(HeadRow.game == game)).all()
            return {
                row.mark: Head(row.seq, row.head, row.size, row.frozen)
                if is_own(self._key, row)
                else None
                for row in rows
                if row.release == self.release
            }

    def drop_head(self, game: str, mark: str = HEAD) -> None:
        """Throw a kept table away that is of no use."""
        with suppress(StoreError), self.database.writing() as session:  # it may be read only
            where = (col(HeadRow.game) == game, col(HeadRow.mark) == mark)
            session.connection().execute(delete(HeadRow).where(*where))

    def forget(self, game: str) -> None:
        """Take a game out, events and all, to enter it again as its log has it."""
        with self.database.writing() as session:
            off, on = HELD_OFF.get(self.database.dialect, ((), ()))
            for statement in off:
                session.connection().execute(text(statement))
            for which in (
                delete(HeadRow).where(col(HeadRow.game) == game),
                delete(EventRow).where(col(EventRow.game) == game),
                delete(GameRow).where(col(GameRow.id) == game),
            ):
                session.connection().execute(which)
            for statement in on:
                session.connection().execute(text(statement))

    def last(self, game: str) -> tuple[int, str] | None:
        """Return number and id of the last event of a game, None where there is none."""
        with self.database.reading() as session:
            rows = (
                select(EventRow.seq, EventRow.id)
                .where(EventRow.game == game)
                .order_by(col(EventRow.seq).desc())
            )
            found = session.exec(rows.limit(1)).first()
            return None if found is None else (_sure(found[0], int), _sure(found[1], str))

    def lines(self, game: str, first: int = 0) -> Iterator[bytes]:
        """Yield the lines of a game from event ``first`` on, as they stand in the log."""
        while True:
            with self.database.reading() as session:
                rows = (
                    select(EventRow.line)
                    .where(EventRow.game == game, EventRow.seq >= first)
                    .order_by(col(EventRow.seq))
                    .limit(_BATCH)
                )
                found = [_sure(line, bytes) for line in session.exec(rows)]
            yield from found
            if len(found) < _BATCH:
                return
            first += _BATCH

    def rows(self, game: str) -> Iterator[dict[str, object]]:
        """Yield the rows of the events of a game, as `row_of` makes them."""
        rows = select(EventRow).where(EventRow.game == game).order_by(col(EventRow.seq))
        first = 0
        while True:
            with self.database.reading() as session:
                batch = session.exec(rows.offset(first).limit(_BATCH))
                found = [row.model_dump() for row in batch]
            yield from found
            if len(found) < _BATCH:
                return
            first += _BATCH

    def games(self) -> list[GameRow]:
        """Return every game, by name."""
        with self.database.reading() as session:
            rows = list(session.exec(select(GameRow)))
            for row in rows:
                _sure(row.id, str)
                _sure(row.name, str)
            # Not by the database: each has an order of letters of its own.
            return sorted(rows, key=lambda row: row.name)

    def _require(self, session: Session, game: str, seq: int, prev: str) -> None:
        beyond = session.exec(_at(game, seq)).first()
        if beyond is not None or session.exec(_at(game, seq - 1)).first() != prev:
            raise StoreError(
                f"the database {self.database.shown} does not end where the log does before event "
                f"{seq}: run 'pbem store rebuild', which makes it again from your logs"
            )

    def _put_game(self, session: Session, name: str, table: Table, events: Sequence[Event]) -> None:
        row = session.get(GameRow, table.game_id)
        session.merge(game_row(name, table, row.opened if row is not None else events[0].at))
        session.flush()

    def _put_head(self, session: Session, mark: str, table: Table) -> None:
        row = HeadRow(
            game=table.game_id,
            mark=mark,
            seq=table.chain.count - 1,
            head=table.chain.head,
            size=table.chain.size,
            frozen=table.freeze(),
            release=self.release,
            mac="",
        )
        row.mac = mac_of(self._key, row)
        session.merge(row)

    # --- players -----------------------------------------------------------------------------

    def put_players(self, cards: Iterable[Card]) -> None:
        """Enter what cards say; a newer card of a handle replaces the older one."""
        with self.database.writing() as session:
            for card in cards:
                session.merge(
                    PlayerRow(handle=card.handle, sign=card.sign, box=card.box, email=card.email)
                )

    def players(self) -> list[PlayerRow]:
        """Return every player who has sent a card, by handle."""
        with self.database.reading() as session:
            rows = session.exec(select(PlayerRow))
            return sorted(rows, key=lambda row: _sure(row.handle, str))


def _sure(value: object, kind: type[T]) -> T:
    """Return a value of the kind that its column has: SQLite keeps any in any, if told to."""
    if not isinstance(value, kind):
        raise TypeError(value)  # in words by the database that is being read
    return value


def _at(game: str, seq: int) -> SelectOfScalar[str]:
    return select(EventRow.id).where(EventRow.game == game, EventRow.seq == seq)


def game_row(name: str, table: Table, opened: str) -> GameRow:
    """Return what the database says of a game; ``opened``: the time of its first event."""
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

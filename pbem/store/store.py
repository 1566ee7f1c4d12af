"""The store: what the logs say, ready to be asked. See `pbem.store.tables` for what it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from sqlalchemy import insert
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from pbem.errors import StoreError
from pbem.identity.card import Card
from pbem.log.event import Event
from pbem.store.database import Database
from pbem.store.tables import EventRow, GameRow, HeadRow, PlayerRow
from pbem.table.table import Table

HEAD = "head"
"""The mark of the head that stands at the end of a log."""

_BATCH = 500


class Head(msgspec.Struct, frozen=True):
    """A verified table at event ``seq`` with id ``head``, frozen by ``release``."""

    seq: int
    head: str
    frozen: bytes
    release: str


class Store:
    """Logs, players and verified heads in the database at ``url`` (any SQLAlchemy address).

    ``release`` is what verifies: a head frozen by another release is of no use to this one. Every
    method raises `StoreError` where the database refuses.
    """

    def __init__(self, url: str, release: str) -> None:
        self.release = release
        self.database = Database(url, release)
        self.database.admit()

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
                session.execute(insert(EventRow), [_row_of(game, event) for event in events])
            self._put_head(session, HEAD, table)

    def mark(self, mark: str, table: Table) -> None:
        """Keep ``table`` under ``mark``, to begin from there later."""
        with self.database.writing() as session:
            self._put_head(session, mark, table)

    def head(self, game: str, mark: str = HEAD) -> Head | None:
        """Return the verified table kept under ``mark``; None: none, or another release's."""
        with self.database.reading() as session:
            row = session.get(HeadRow, (game, mark))
            if row is None or row.release != self.release:
                return None
            return Head(row.seq, row.head, row.frozen, row.release)

    def last(self, game: str) -> tuple[int, str] | None:
        """Return number and id of the last event of a game, None where there is none."""
        with self.database.reading() as session:
            rows = (
                select(EventRow.seq, EventRow.id)
                .where(EventRow.game == game)
                .order_by(col(EventRow.seq).desc())
            )
            found = session.exec(rows.limit(1)).first()
            return None if found is None else (found[0], found[1])

    def id_of(self, game: str, seq: int) -> str | None:
        """Return the id of one event, None where there is none."""
        with self.database.reading() as session:
            return session.exec(_at(game, seq)).first()

    def seq_of(self, game: str, identity: str) -> int | None:
        """Return the number of the event with this id, None where there is none."""
        with self.database.reading() as session:
            rows = select(EventRow.seq).where(EventRow.game == game, EventRow.id == identity)
            return session.exec(rows).first()

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
                found = list(session.exec(rows))
            yield from found
            if len(found) < _BATCH:
                return
            first += _BATCH

    def outline(self, game: str) -> list[tuple[str, str, str]]:
        """Return id, author and time of every event, which takes a tenth of reading them."""
        with self.database.reading() as session:
            rows = (
                select(EventRow.id, EventRow.author, EventRow.at)
                .where(EventRow.game == game)
                .order_by(col(EventRow.seq))
            )
            return list(session.exec(rows))

    def games(self) -> list[GameRow]:
        """Return every game, by name."""
        with self.database.reading() as session:
            return list(session.exec(select(GameRow).order_by(col(GameRow.name))))

    def _require(self, session: Session, game: str, seq: int, prev: str) -> None:
        beyond = session.exec(_at(game, seq)).first()
        if beyond is not None or session.exec(_at(game, seq - 1)).first() != prev:
            raise StoreError(
                f"the database {self.database.shown} does not end where the log does before event "
                f"{seq}: run 'pbem store rebuild', which makes it again from your logs"
            )

    def _put_game(self, session: Session, name: str, table: Table, events: Sequence[Event]) -> None:
        opening = table.opening
        assert opening is not None  # noqa: S101 - a table that has taken an event has an opening
        row = session.get(GameRow, table.game_id)
        result = table.result
        now = table.rules_now()
        session.merge(
            GameRow(
                id=table.game_id,
                name=name,
                rules=now.name,
                version=now.version,
                data=now.data,
                scenario=opening.scenario,
                seats=" ".join(f"{side}={who}" for side, who in sorted(table.seats.items())),
                umpire=None if opening.umpire is None else opening.umpire.handle,
                dice=opening.dice,
                opened=row.opened if row is not None else events[0].at,
                winner=None if result is None else result.winner,
                why=None if result is None else result.why,
            )
        )
        session.flush()

    def _put_head(self, session: Session, mark: str, table: Table) -> None:
        session.merge(
            HeadRow(
                game=table.game_id,
                mark=mark,
                seq=table.chain.count - 1,
                head=table.chain.head,
                frozen=table.freeze(),
                release=self.release,
            )
        )

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
            return list(session.exec(select(PlayerRow).order_by(col(PlayerRow.handle))))


def _at(game: str, seq: int) -> SelectOfScalar[str]:
    return select(EventRow.id).where(EventRow.game == game, EventRow.seq == seq)


def _row_of(game: str, event: Event) -> dict[str, object]:
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

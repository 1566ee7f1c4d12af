"""The tables of the database, and the triggers that keep events as they were accepted.

::

    about    one row: the form of these tables and the release that made them
    players  who has sent a card: handle, public keys, address
    games    one row a log: rules, scenario, dice policy, result
    events   every event of every log, append-only, the line as it stands in the log
    heads    a verified table as bytes, to go on from without reading the log again

All of it is a projection: `pbem.store.rebuild` makes it again from cards and logs. A client that
signs or looks believes the log and nothing of this. It believes a head only if that carries the
client's own mark (`pbem.store.authentic`).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import DDL, Column, LargeBinary, event
from sqlmodel import Field, SQLModel

FORM = 2
"""Raised with any change of these tables; a database of another form is rebuilt from logs."""


class AboutRow(SQLModel, table=True):
    """The release that made this database."""

    __tablename__ = "about"

    form: int = Field(primary_key=True)
    release: str


class PlayerRow(SQLModel, table=True):
    """A player as the card says: keys as 64 hex digits, ``email`` may be null."""

    __tablename__ = "players"

    handle: str = Field(primary_key=True)
    sign: str
    box: str
    email: str | None = None


class GameRow(SQLModel, table=True):
    """A game: ``id`` is that of its first event, ``name`` that of the log's file.

    ``seats`` reads ``side=handle side=handle``. ``why`` is null while the game goes on, then one of
    ``victory``, ``resigned``, ``forfeit``, ``tie``. ``winner`` is a side, also one without a seat.
    It is null if the game was drawn, or if a player who resigned or forfeited left nobody to win.
    """

    __tablename__ = "games"

    id: str = Field(primary_key=True)
    name: str
    rules: str
    version: int
    data: str
    scenario: str
    seats: str
    umpire: str | None = None
    dice: str
    opened: str
    winner: str | None = None
    why: str | None = None


class EventRow(SQLModel, table=True):
    """An event: ``line`` is its bytes in the log, without the newline."""

    __tablename__ = "events"
    # A row that has a number besides its key could be replaced by that number, past the triggers.
    __table_args__ = {"sqlite_with_rowid": False}

    game: str = Field(primary_key=True, foreign_key="games.id")
    seq: int = Field(primary_key=True)
    id: str
    prev: str
    author: str
    at: str
    kind: str
    line: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class HeadRow(SQLModel, table=True):
    """A verified table at event ``seq`` with id ``head``; ``release`` is who verified it.

    ``mark`` is ``head`` for the end of the log, or says who last looked there. ``size``: how many
    bytes the log has up to there; ``mac``: by which the client knows all this to be its own.
    """

    __tablename__ = "heads"

    game: str = Field(primary_key=True, foreign_key="games.id")
    mark: str = Field(primary_key=True)
    seq: int
    head: str
    size: int
    frozen: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    release: str
    mac: str


def table_of(row: type[SQLModel]) -> Any:
    """Return the SQLAlchemy table of a row type (SQLModel's types do not say)."""
    return row.__table__  # type: ignore[attr-defined]


ROWS: tuple[type[SQLModel], ...] = (AboutRow, PlayerRow, GameRow, EventRow, HeadRow)
TABLES = [table_of(row) for row in ROWS]

_SQLITE = (
    """CREATE TRIGGER events_no_update BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
    """CREATE TRIGGER events_no_delete BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
    # INSERT OR REPLACE deletes without asking the trigger above.
    """CREATE TRIGGER events_no_replace BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE game = NEW.game AND seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
)
_POSTGRESQL = (
    """CREATE OR REPLACE FUNCTION events_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'events are append-only'; END $$""",
    """CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_append_only()""",
)
TRIGGERS = {"sqlite": [one.split()[2] for one in _SQLITE]}
"""The names of triggers, where a table that is renamed keeps them."""
HELD_OFF: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sqlite": (("DROP TRIGGER IF EXISTS events_no_delete",), (_SQLITE[1],)),
    "postgresql": (
        ("ALTER TABLE events DISABLE TRIGGER events_append_only",),
        ("ALTER TABLE events ENABLE TRIGGER events_append_only",),
    ),
}
"""The statements that hold the triggers off, and put them on again, inside one transaction. They
are for rows that are no events, because the log does not have them (`Store.forget`)."""

for _dialect, _statements in (("sqlite", _SQLITE), ("postgresql", _POSTGRESQL)):
    for _statement in _statements:
        _trigger = DDL(_statement)  # type: ignore[no-untyped-call]
        event.listen(table_of(EventRow), "after_create", _trigger.execute_if(dialect=_dialect))

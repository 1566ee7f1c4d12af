"""Reaching a database: its address, its transactions, and its faults in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, Inspector, Table, event, insert, inspect, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlmodel import SQLModel

from pbem.errors import StoreError
from pbem.files import changing, make_folder
from pbem.items import unbroken
from pbem.store.address import BUSY_SECONDS, engine_of, file_of, shown, struck
from pbem.store.tables import FORM, TABLES, TRIGGERS, AboutRow, table_of

REBUILD = "run 'pbem store rebuild', which builds it again from your logs"
_WRITES = "pbem_writes"
_UNBOUND = "pbem_unbound"
_ONE_WRITER = int.from_bytes(b"pbem")
"""The number of the lock that a server gives to one writer at a time."""
_BUSY = "another program has been writing to it for a while; wait until it is done"
_FULL = "the disk is full; make room"
_GONE = "its tables are missing; {mend}"
_REPORTED = (
    ("locked", _BUSY),
    ("lock timeout", _BUSY),
    ("readonly", "pbem may not write to it; correct the permissions of the file and its folder"),
    ("unable to open", "pbem cannot open it; correct the path or the permissions of its folder"),
    ("not a database", "the file is not a database; {away}{mend}"),
    ("malformed|decode to UTF-8", "it is damaged; {away}{mend}"),
    ("disk is full|No space left", _FULL),
    ("no such table", _GONE),
    (r'^(relation|column) "?[^"]*"? does not exist', _GONE),
    ("append-only", "a program tried to change an event in it, and its triggers refused"),
    (
        "^permission denied|read-only transaction",
        "this account may not write there; ask its owner for the right to make and use tables",
    ),
)
"""The messages of a driver, as patterns, and what to say for each."""
_NO_ANSWER = "^connection |server closed the connection|^terminating connection|^the connection is"


def missing(url: str | URL) -> str | None:
    """Return the address ``url`` as it may be shown if it is a file that is not there, else None.

    Nothing is made. Raises StoreError for what is no address.
    """
    engine = _engine(url)
    engine.dispose()
    file = file_of(engine.url)
    return None if file is None or file.exists() else shown(engine.url)


class Database:
    """A database with the tables of pbem, or other ``tables``, made on first use.

    ``release``: that of this program. ``mend`` says what its owner can do if it is damaged.

    Each method raises `StoreError`, as making it does: locked, not to be written, no database,
    another program's, of a newer release, or the driver is not installed.
    """

    def __init__(
        self, url: str | URL, release: str, tables: Sequence[Table] = TABLES, mend: str = REBUILD
    ) -> None:
        self.release = release
        self._tables = tables
        self._mend = mend
        self._engine = _engine(url)
        self.shown = shown(self._engine.url)
        file = file_of(self._engine.url)
        if file is not None:
            with self._reported():
                make_folder(file.parent)
                if not file.exists():
                    changing(file, make=True).close()  # SQLite would let others read it

    def admit(self) -> None:
        """Refuse what this release cannot use, and make the tables where there are none.

        Raises:
            StoreError: Another release made the database, in a form that this one does not know.
        """
        if not self._ours():
            self.make()
        with self.reading() as connection:
            form = connection.scalar(select(table_of(AboutRow).c.form))
        if form != FORM:
            made = "a newer" if form is None or form > FORM else "an older"
            raise StoreError(
                f"The database {self.shown} was made by {made} release. Install that one, or "
                f"{self._mend}"
            )

    def _ours(self) -> bool:
        """Say whether our tables are there; False: nothing is. Refuse another program's."""
        with self._reported(), self._engine.connect() as connection:
            found = set(inspect(connection).get_table_names())
        if found and AboutRow.__tablename__ not in found:
            raise StoreError(
                f"The database {self.shown} belongs to another program (it has the table "
                f"{min(found)}). Give PBEM_DATABASE the address of an empty one"
            )
        return bool(found)

    def make(self) -> None:
        """Make the tables, unless another program of ours has just made them."""
        with self.writing() as connection:
            if AboutRow.__tablename__ not in inspect(connection).get_table_names():
                self._make(connection)

    def _make(self, connection: Connection) -> None:
        SQLModel.metadata.create_all(connection, tables=self._tables)
        connection.execute(insert(AboutRow), {"form": FORM, "release": self.release})

    def remake(self) -> None:
        """Drop the tables of any form with all that is in them, and make them again."""
        self._ours()
        ours = [one for one in SQLModel.metadata.sorted_tables if one in self._tables]
        # In one transaction: nobody finds it without tables, and makes them. Somebody may have
        # changed any of them, or put a view in its place.
        with self.writing(unbound=True) as connection:
            found = inspect(connection)
            for trigger in TRIGGERS.get(self.dialect, ()):
                connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {trigger}")
            self._let_go(connection, found, {table.name for table in ours})
            for kind, there in (
                ("VIEW", found.get_view_names()),
                ("TABLE", found.get_table_names()),
            ):
                for table in reversed(ours):
                    if table.name in there:
                        connection.exec_driver_sql(f"DROP {kind} {table.name}")
            self._make(connection)

    def _let_go(self, connection: Connection, found: Inspector, names: Collection[str]) -> None:
        """Drop the foreign keys that point at our tables: a table renamed aside keeps its own.

        SQLite is not asked: a writer who is ``unbound`` may drop what others refer to.
        """
        if self.dialect == "sqlite":
            return
        quote = connection.dialect.identifier_preparer.quote
        for (_, table), keys in found.get_multi_foreign_keys().items():
            for key in keys:
                if key["referred_table"] in names and key["name"]:
                    connection.exec_driver_sql(
                        f"ALTER TABLE {quote(table)} DROP CONSTRAINT {quote(key['name'])}"
                    )

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that only reads: each statement as at one moment, not several."""
        with self._read(), self._reported(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self, *, unbound: bool = False) -> Iterator[Connection]:
        """Give a connection in one transaction: all of it is kept, or after any error nothing.

        There is one writer at a time, of all programs; others wait `BUSY_SECONDS` for it. If it is
        ``unbound``, SQLite lets a row refer to one that is not there.
        """
        options = {_WRITES: True, _UNBOUND: unbound}
        with (
            self._reported(),
            self._engine.connect().execution_options(**options) as connection,
            connection.begin(),
            unbroken(),
        ):
            yield connection

    @property
    def dialect(self) -> str:
        """The kind of the database: ``sqlite``, ``postgresql``, ..."""
        return self._engine.dialect.name

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Turn what the database and its driver say into one `StoreError`."""
        try:
            yield
        # SQLite names in its words what is damaged, and Python's driver cannot read them then.
        except (SQLAlchemyError, OSError, UnicodeDecodeError) as error:
            away = "move it away, then " if self._mend == REBUILD else ""
            reported = struck(_in_words(error).replace("{away}", away), self._engine.url)
            reported = reported.replace("{mend}", self._mend)
            raise StoreError(f"The database {self.shown}: {reported}") from error

    @contextmanager
    def _read(self) -> Iterator[None]:
        """Turn what no column of ours holds (SQLite keeps any type anywhere) into `StoreError`."""
        try:
            yield
        except (TypeError, ValueError) as error:
            raise StoreError(
                f"The database {self.shown} has content that no release of pbem wrote. To repair "
                f"it, {self._mend}"
            ) from error


def _engine(address: str | URL) -> Engine:
    engine = engine_of(address)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "begin", _on_begin_at_server)
    return engine


def _on_connect(connection: Any, _record: Any) -> None:
    # Python's own driver would begin a transaction only before the first change, too late to keep
    # another writer out: transactions begin where SQLAlchemy says.
    connection.isolation_level = None


def _on_begin(connection: Connection) -> None:
    # A reader asks one thing at a time, which is answered as at one moment without any.
    options = connection.get_execution_options()
    if options.get(_WRITES, False):
        bound = "OFF" if options.get(_UNBOUND, False) else "ON"
        connection.exec_driver_sql(f"PRAGMA foreign_keys = {bound}")  # no transaction changes it
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _on_begin_at_server(connection: Connection) -> None:
    # The data that a writer looked at must hold until it has written, as in SQLite: one at a time.
    if connection.get_execution_options().get(_WRITES, False):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {round(1000 * BUSY_SECONDS)}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ONE_WRITER})")


def _in_words(error: SQLAlchemyError | OSError | UnicodeDecodeError) -> str:
    if isinstance(error, OSError):
        return f"{error.strerror or error}; correct that, or give another address in PBEM_DATABASE"
    raw = str(error.orig) if isinstance(error, DBAPIError) else str(error)
    if isinstance(error, UnicodeDecodeError):
        raw = "malformed"
    for sign, reported in _REPORTED:
        if re.search(sign, raw):
            return reported
    said = raw.strip().splitlines()[0] if raw.strip() else type(error).__name__
    if re.search(_NO_ANSWER, said):
        return f"{said}; check that the server runs, and that PBEM_DATABASE is right"
    return said

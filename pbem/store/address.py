"""The address of a database: read, made into an engine, and shown without what is secret in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool, StaticPool

from pbem.crypto.struck import STRUCK, strike
from pbem.errors import StoreError

BUSY_SECONDS = 5.0
"""How long to wait for another program that writes: accepting a turn takes hundredths."""

CONNECT_SECONDS = 10
"""How long to wait for a server that does not answer: its driver would wait for two minutes."""


def sqlite_url(path: Path) -> URL:
    """Return the address of the SQLite file ``path``, whatever signs its name has.

    A text would be read as an address again, and end at a ``?``.
    """
    return URL.create("sqlite", database=str(path.absolute()))


def engine_of(address: str | URL) -> Engine:
    """Return an engine for an address; raises StoreError for what is none."""
    try:
        url = make_url(address)
        if url.get_backend_name() != "sqlite":
            # An @ so late is that before the server: the password has a / that hides it from us.
            if "@" in (url.database or ""):
                raise _unreadable()
            engine = create_engine(url, **_of_server(url))
        else:
            # In memory it lives in one connection; a file is held no longer than it is used, so
            # that nobody has to remember to let go of it.
            pool = StaticPool if _in_memory(url) else NullPool
            engine = create_engine(url, poolclass=pool, connect_args={"timeout": BUSY_SECONDS})
    except (ArgumentError, ValueError, TypeError):
        raise _unreadable() from None
    except ImportError as error:  # also where a driver lacks a library of the system
        wanted = "'pbem[postgres]'" if url.get_backend_name() == "postgresql" else error.name
        raise StoreError(
            f"The driver of this database is not installed. Run: pip install {wanted}"
        ) from None
    event.listen(engine, "do_connect", _connected)
    return engine


def _of_server(url: URL) -> dict[str, Any]:
    """Return how to talk with a server: it may have been started again since we last did."""
    options: dict[str, Any] = {"pool_pre_ping": True}
    if url.get_driver_name() == "psycopg":
        # A database without an encoding (SQL_ASCII) keeps any bytes, and the driver would give them
        # as such: it learns that ours are a text.
        ours = {"connect_timeout": CONNECT_SECONDS, "client_encoding": "utf8"}
        options["connect_args"] = {name: ours[name] for name in ours.keys() - url.query.keys()}
    return options


def shown(url: URL) -> str:
    """Return an address as anybody may see it: no password, and nothing of what follows a '?'."""
    reported = url.set(query={}).render_as_string(hide_password=True)
    return f"{reported}?{STRUCK}" if url.query else reported


def struck(text: str, url: URL) -> str:
    """Return what a driver said without the secrets of the address, which it may repeat."""
    given = (values if isinstance(values, tuple) else (values,) for values in url.query.values())
    return strike(text, [str(url.password or ""), *(one for values in given for one in values)])


def file_of(url: URL) -> Path | None:
    """Return the file that an address names; None for memory, a server, SQLite's own ``file:``."""
    in_file = url.get_backend_name() == "sqlite" and not _in_memory(url)
    name = str(url.database)
    return Path(name) if in_file and not name.startswith("file:") else None


def _in_memory(url: URL) -> bool:
    return url.database in (None, "", ":memory:")


def _connected(dialect: Any, _record: Any, arguments: list[Any], named: dict[str, Any]) -> Any:
    """Connect; what is wrong with the address' own words is no fault of this program."""
    try:
        return dialect.connect(*arguments, **named)
    except (TypeError, ValueError):
        raise _unreadable() from None


def _unreadable() -> StoreError:
    # The words of a program that could not read it may repeat any piece of it, so none are
    # reported.
    return StoreError(
        "PBEM_DATABASE is not a database address. Write, for example, "
        "sqlite:////home/ann/games.sqlite or postgresql+psycopg://ann@server:5432/games. In a "
        "password, write / : @ ? # and % as %2F %3A %40 %3F %23 and %25"
    )

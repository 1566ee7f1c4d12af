"""The tables in which the agent database is kept.

::

    seen     which messages of the mailbox were read, and whose they were
    tried    which are being read, and at which attempt
    out      what is to be sent, is being sent, was sent; one row for one reason
    notices  what is reported to the owner, each once
    held     messages with a part of armor, which wait for the others
    facts    single things: since when, away
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Column, LargeBinary
from sqlmodel import Field, SQLModel

from pbem.store.tables import AboutRow, table_of

UNREAD = ("left", "too large", "unasked")
"""The states of messages that the owner may want to be read after all, and of those they do."""

WANTED = "wanted"
TURN = "turn "
"""How the reasons begin of messages that carry the owner's own events."""


class SeenRow(SQLModel, table=True):
    """A message that was read, or is left unread: ``what`` came of it in a word.

    ``sender`` as it claims; ``mark``: the signature of its postmark, ``signer``: the key of that,
    where the message held its parcel; the numbers: what it cost (`Spent`), nothing where that is
    not counted.
    """

    __tablename__ = "seen"

    box: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    at: str = Field(index=True)
    sender: str
    size: int
    what: str
    mark: str | None = Field(default=None, index=True)
    signer: str | None = None
    messages: int = 0
    unpacked: int = 0
    work: int = 0
    written: int = 0


class TriedRow(SQLModel, table=True):
    """A message that is being read, or that could not be read: ``attempts`` counts from 1."""

    __tablename__ = "tried"

    box: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    attempts: int


class OutRow(SQLModel, table=True):
    """A message of ours: ``reason`` is unique, ``state`` waiting, sending, sent or failed.

    - ``to``: Addresses that have not got it, by spaces.
    - ``later``: Those of them that the server put off at the last try.
    - ``token``: The mark of our own copy of it, which proves that the message reached the others.
    - ``due``: Not before this.
    - ``data``: Emptied once all have it.
    """

    __tablename__ = "out"

    id: int | None = Field(default=None, primary_key=True)
    reason: str = Field(unique=True)
    message_id: str = Field(index=True)
    about: str
    to: str
    later: str = ""
    token: str = Field(index=True)
    state: str = Field(index=True)
    made: str
    due: str
    tried: str | None = None
    tries: int = 0
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class NoticeRow(SQLModel, table=True):
    """Something for the owner; ``mailed`` says whether it stands in a message."""

    __tablename__ = "notices"

    key: str = Field(primary_key=True)
    at: str = Field(index=True)
    text: str
    mailed: bool = Field(index=True)


class HeldRow(SQLModel, table=True):
    """A part of something, out of a message; ``sender`` and ``subject`` as that claims.

    ``parcels``: the names, by spaces, of the parcels of armor of which it has lines; ``data``:
    these lines, or of a release before the message.
    """

    __tablename__ = "held"

    box: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    at: str
    sender: str
    subject: str
    parcels: str
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Held(NamedTuple):
    """A part that waits for others, without its lines (`HeldRow`)."""

    box: str
    key: str
    at: str
    sender: str
    subject: str
    parcels: str


class FactRow(SQLModel, table=True):
    """A single thing by its name."""

    __tablename__ = "facts"

    name: str = Field(primary_key=True)
    value: str


class Message(SQLModel):
    """A message to be sent; see `OutRow`."""

    reason: str
    message_id: str
    about: str
    to: list[str]
    token: str
    data: bytes


TABLES = [
    table_of(row)
    for row in (AboutRow, SeenRow, TriedRow, OutRow, NoticeRow, HeldRow, FactRow)
]  # fmt: skip

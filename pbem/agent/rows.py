"""The rows of an agent's book: what each table holds."""

from __future__ import annotations

from sqlalchemy import Column, LargeBinary
from sqlmodel import Field, SQLModel

from pbem.store.tables import AboutRow, table_of


class SeenRow(SQLModel, table=True):
    """A message that was read: ``what`` came of it in a word, ``sender`` as it claims."""

    __tablename__ = "seen"

    box: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    at: str = Field(index=True)
    sender: str
    size: int
    what: str


class TriedRow(SQLModel, table=True):
    """A message that is being read, or that could not be read: ``attempts`` counts from 1."""

    __tablename__ = "tried"

    box: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    attempts: int


class OutRow(SQLModel, table=True):
    """A message of ours: ``reason`` is unique, ``state`` waiting, sending, sent or failed.

    ``to``: addresses that have not got it, by spaces; ``later``: of these, whom the server put off
    at the last try; ``token`` tells our own copy of it, which proves that the message reached the
    others; ``due``: not before this; ``data`` is emptied once all have it.
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
    """A message with a part of something."""

    __tablename__ = "held"

    box: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    at: str
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class FactRow(SQLModel, table=True):
    """A single thing by its name."""

    __tablename__ = "facts"

    name: str = Field(primary_key=True)
    value: str


TABLES = [
    table_of(row)
    for row in (AboutRow, SeenRow, TriedRow, OutRow, NoticeRow, HeldRow, FactRow)
]  # fmt: skip

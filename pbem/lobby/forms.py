"""What the page of the lobby asks for, and what it is answered."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from pbem.client.people import Known

Status: TypeAlias = Literal["yours", "waiting", "over", "wrong"]


class Tile(msgspec.Struct, frozen=True):
    """A game in the list.

    - ``title``, ``scenario``: what is played, in words;
    - ``others``: the handles of the other players; ``side``: your side in words;
    - ``words``: what it waits for, how it ended, or why it cannot be read;
    - ``due``: until when the answer is expected, in words; ``last_day``: that day (UTC);
    - ``join``: you are asked to join it; ``to_send``: you signed events that you have not mailed;
      ``begun``: there is a map.
    """

    game: str
    title: str
    scenario: str
    others: list[str]
    side: str
    status: Status
    words: str
    due: str | None = None
    last_day: str | None = None
    join: bool = False
    to_send: bool = False
    begun: bool = False


class Hall(msgspec.Struct, frozen=True):
    """The lobby as it is now: who you are (None: nobody yet), your games, whom you know.

    ``choose``: what to do first where nobody can say which of several identities you are.
    """

    me: Known | None
    games: list[Tile]
    people: list[Known]
    choose: str = ""


class Side(msgspec.Struct, frozen=True):
    """A side of a scenario: its id, and its name."""

    id: str
    name: str


class Offer(msgspec.Struct, frozen=True):
    """A game that can be opened: its scenarios by id, and the sides of each."""

    rules: str
    title: str
    scenarios: dict[str, str]
    sides: dict[str, list[Side]]


class NewIdentity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An identity to be made."""

    handle: str
    passphrase: str
    email: str = ""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Twelve words that somebody read out, and who."""

    handle: str
    words: str


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be opened.

    ``seats`` is side -> handle; ``days``: for each answer, None for no clock; ``note``: a message
    to the opponents.
    """

    rules: str
    scenario: str
    seats: dict[str, str]
    passphrase: str
    days: int | None = None
    note: str = ""


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be joined."""

    game: str
    passphrase: str


class OneGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game by its name."""

    game: str


class Practising(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A practice to be begun: ``against``: the sides that the computer plays."""

    rules: str
    scenario: str
    against: list[str] = []


class Did(msgspec.Struct, frozen=True):
    """What became of something, in lines.

    ``games``: those that it concerns; ``good``: there was no trouble.
    """

    lines: list[str]
    games: list[str] = []
    good: bool = True


class Outgoing(msgspec.Struct, frozen=True):
    """Mail of a game: its subject, handle -> address, all as text to paste, how many messages."""

    game: str
    subject: str
    to: dict[str, str | None]
    text: str
    messages: int


class OneMessage(msgspec.Struct, frozen=True):
    """A message of a game, by its number."""

    game: str
    number: Annotated[int, msgspec.Meta(ge=0, le=999_999_999)] = 0


class File(msgspec.Struct, frozen=True):
    """A file of a type; ``name``: it is kept under this name, empty: it is shown."""

    data: bytes
    type: str
    name: str = ""


class There(msgspec.Struct, frozen=True):
    """The address of a board that was opened."""

    there: str

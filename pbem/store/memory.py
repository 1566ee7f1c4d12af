"""The database inside a browser: logs, players and verified heads in memory, for one page.

It is a projection that logs make again, so a page that is closed loses nothing. It does what
`pbem.store.store.Store` does, and passes the same tests.

``game``: its id. ``mark``: a name under which a verified table is kept. ``name``: that of a log.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from pbem.errors import StoreError

if TYPE_CHECKING:
    from pbem.identity.card import Card
    from pbem.log.event import Event
    from pbem.table.table import Table


class Head(msgspec.Struct, frozen=True):
    """A verified table at event ``seq`` with id ``head``, which ends the first ``size`` bytes."""

    seq: int
    head: str
    size: int
    frozen: bytes


class Game(NamedTuple):
    """A game by its id and the name of its log."""

    id: str
    name: str


class Place(NamedTuple):
    """The name of the database in messages."""

    shown: str


class MemoryStore:
    """Logs, players and verified heads of one run of the program."""

    HEAD = "head"
    """The mark of the head that stands at the end of a log."""

    def __init__(self) -> None:
        self.database = Place("in this page")
        self._games: dict[str, Game] = {}
        self._events: dict[str, list[Event]] = {}
        self._heads: dict[tuple[str, str], Head] = {}
        self._players: dict[str, Card] = {}

    def report(self, sentence: str) -> None:
        """Say nothing: nobody else can change what is in memory."""

    def close(self) -> None:
        """Keep everything: the next client of this page goes on with it."""

    def take(self, name: str, table: Table, events: Sequence[Event]) -> None:
        """Enter ``events``, which ``table`` has just taken as its last.

        Raises:
            StoreError: They do not follow the events that are here.
        """
        game = table.game_id
        kept = self._events.get(game, [])
        first = events[0].seq if events else table.chain.count
        prev = (events[0].prev if events else table.chain.head) if first else None
        if first != len(kept) or (kept and kept[-1].id != prev):
            raise StoreError(
                f"This page remembers another log before event {first}. Load the "
                "page again: that rebuilds it from your logs"
            )
        self._events[game] = [*kept, *events]
        self._games[game] = Game(game, name)
        self.mark(self.HEAD, table)

    def mark(self, mark: str, table: Table) -> None:
        """Keep ``table`` under ``mark``, to begin from there later."""
        chain = table.chain
        head = Head(chain.count - 1, chain.head, chain.size, table.freeze())
        self._heads[table.game_id, mark] = head

    def head(self, game: str, mark: str = HEAD) -> Head | None:
        """Return the verified table kept under ``mark``, or None."""
        return self._heads.get((game, mark))

    def heads(self, game: str) -> dict[str, Head | None]:
        """Return what is kept of a game, by mark."""
        return {mark: head for (of, mark), head in self._heads.items() if of == game}

    def drop_head(self, game: str, mark: str = HEAD) -> None:
        """Throw a kept table away that is of no use."""
        self._heads.pop((game, mark), None)

    def forget(self, game: str) -> None:
        """Take a game out, events and all."""
        self._games.pop(game, None)
        self._events.pop(game, None)
        for mark in self.heads(game):
            self.drop_head(game, mark)

    def last(self, game: str) -> tuple[int, str] | None:
        """Return number and id of the last event of a game, None where there is none."""
        events = self._events.get(game)
        return (events[-1].seq, events[-1].id) if events else None

    def lines(self, game: str, first: int = 0) -> Iterator[bytes]:
        """Yield the lines of a game from event ``first`` on, as they stand in the log."""
        return (event.line for event in islice(self._events.get(game, []), first, None))

    def games(self) -> list[Game]:
        """Return every game, by name."""
        return sorted(self._games.values(), key=lambda game: game.name)

    def put_players(self, cards: Iterable[Card]) -> None:
        """Enter what cards say; a newer card of a handle replaces the older one."""
        self._players |= {card.handle: card for card in cards}

    def players(self) -> list[Card]:
        """Return every player who has sent a card, by handle."""
        return [self._players[handle] for handle in sorted(self._players)]


_HERE = defaultdict[Path, MemoryStore](MemoryStore)


def store_of(home: Path) -> MemoryStore:
    """Return the one of a home, as long as the page is there: a demonstration has two homes."""
    return _HERE[home]

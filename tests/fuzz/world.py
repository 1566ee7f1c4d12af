"""One log that grows by random events, read at every level, straight and thawed at every event."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple
from unittest.mock import patch

from fuzz import openings
from pbem.crypto import group, signing, vrf
from pbem.crypto.backend import bindings
from pbem.crypto.cards import shuffle
from pbem.crypto.stocks import ranges
from pbem.errors import FormError
from pbem.kit.contract import Game
from pbem.log.chain import Chain
from pbem.log.event import NO_EVENT, Event, compose
from pbem.log.finding import BadLog, Finding
from pbem.table import roster, tabletop
from pbem.table.handlers import shares
from pbem.table.past import Past
from pbem.table.table import Table
from toy.boxes import sealed_with

LEVELS = (1, 2, 3)
TIME = "2026-11-20T15:04:05Z"


class Opened(NamedTuple):
    """The opening of a seal, the secret of its author; and what else the commitment binds."""

    salt: str
    value: dict[str, Any]
    by: str = ""
    prev: str = ""
    label: str = ""


class World:
    """The log, its tables by level, and what all parties together know.

    - ``straight``: tables that took every event in turn; ``kept``: the same as bytes;
    - ``drawer``: events that were valid and never went into the log: half of a fork each;
    - ``agreed``: the event with which somebody else said yes to the newest key of a handle;
    - ``seeds``: signing seed of each public key; ``opened``: what opens each commitment.
    """

    def __init__(self, name: str, rng: random.Random) -> None:
        self.rng = rng
        self.name = name
        self.library = openings.library(name)
        self.opening = openings.opening(name, rng)
        self.events: list[Event] = []
        self.straight = {level: Table(self.library, level) for level in LEVELS}
        self.chain: Chain = self.table.chain
        self.drawer: list[Event] = []
        self.agreed: dict[str, int] = {}
        self.seeds: dict[str, bytes] = {}
        self.opened: dict[str, Opened] = {}
        self.newcomers = 0
        for handle in (*openings.HANDLES, openings.UMPIRE, openings.STRANGER):
            self.add_key(handle)
        self._keep()

    @property
    def table(self) -> Table:
        """The knowledge of a reader with the rules; not to be changed but by `fold`."""
        return self.straight[3]

    def game(self) -> Game[Any, Any] | None:
        """Return the game that is played; None before it has started."""
        return None if self.table.play is None else self.table.play.game

    def newcomer(self) -> str:
        """Return a handle, and keys for it, that nobody has had."""
        self.newcomers += 1
        handle = f"new{self.newcomers}"
        self.add_key(handle)
        return handle

    def add_key(self, handle: str) -> None:
        key = openings.identity(handle)
        self.seeds[key.sign_public.hex()] = key.sign_seed

    def seed_of(self, handle: str) -> bytes:
        """Return the seed of the key that the log knows for a handle, or the handle's own."""
        known = self.table.roster.find(handle)
        own = openings.identity(handle).sign_seed
        return own if known is None else self.seeds.get(known.sign, own)

    def signs(self, handle: str) -> bool:
        """Say whether somebody has the key that the log knows for a handle."""
        known = self.table.roster.find(handle)
        return known is not None and known.sign in self.seeds

    def compose(self, by: str, kind: str, data: dict[str, Any], **changes: Any) -> Event | None:
        """Sign an event on the end of the log; None for what no program could write."""
        fields: dict[str, Any] = {
            "game": self.chain.game,
            "seq": self.chain.count,
            "prev": self.chain.head if self.chain.count else NO_EVENT,
            "by": by,
            "at": TIME,
            "kind": kind,
            "data": data,
            "seed": self.seed_of(by),
            "salt": self.rng.randbytes(16),
            "version": self.chain.version
            or (2 if kind == "open" and data.get("dice") == "witnesses" else 1),
        }
        try:
            return compose(**{**fields, **changes})
        except (FormError, BadLog):
            return None

    def thawed(self, level: int) -> Table:
        return Table.thaw(self.library, self.kept[level], Past(self._before))

    def fold(self, event: Event) -> None:
        """Let every straight table take an event that the thawed ones took."""
        for table in self.straight.values():
            table.take(event)
        self.events.append(event)
        self._keep()

    def _keep(self) -> None:
        self.kept = {level: table.freeze() for level, table in self.straight.items()}
        before = list(self.events)
        self._before = lambda: before


def take(table: Table, event: Event) -> Finding | None:
    """Return what a table finds in an event, None where it takes it in."""
    try:
        table.take(event)
    except BadLog as bad:
        return bad.finding
    return None


@contextmanager
def remembered() -> Iterator[None]:
    """Check each signature and each proof once: six tables look at the same ones."""
    with (
        patch.object(signing, "verify", lru_cache(4096)(signing.verify)),
        patch.object(vrf, "verify", lru_cache(4096)(vrf.verify)),
        patch.object(vrf, "prove", lru_cache(4096)(vrf.prove)),
        patch.object(shuffle, "check", lru_cache(64)(shuffle.check)),
        patch.object(ranges, "holds", lru_cache(4096)(ranges.holds)),
        patch.object(group, "times", lru_cache(4096)(group.times)),
    ):
        yield


@contextmanager
def chance(rng: random.Random) -> Iterator[None]:
    """Let masks, proofs and boxes of decks be the same for one number."""

    def crypto_box_seal(data: bytes, public: bytes) -> bytes:
        return sealed_with(rng.randbytes(32), data, public)

    with (
        patch.object(secrets, "token_bytes", rng.randbytes),
        patch.object(bindings, "crypto_box_seal", crypto_box_seal),
    ):
        yield


@contextmanager
def narrow() -> Iterator[None]:
    """Make the limits of a log so small that random events reach them."""
    with (
        patch.multiple(shares, PLAYER=9_000, REPLACEMENT=4_000, OWED=4_000, RULINGS=9_000),
        patch.object(roster, "REPLACEMENTS_MAX", 2),
        patch.object(tabletop, "UNDO_EVENTS_MAX", 2),
    ):
        yield

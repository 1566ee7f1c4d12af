"""A table as bytes, to continue later without reading the log again.

These bytes are a projection: anyone who can write them can make a table believe anything, so they
are kept in the reader's own store and never taken from anybody.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from pbem.log.chain import Chain
from pbem.play.play import Play
from pbem.table.dicing import Dicing, Trigger
from pbem.table.events.kinds import GameResult, Open, RulesId, Standing, version_of
from pbem.table.handlers.entering import load_game
from pbem.table.library import Library
from pbem.table.pairs import Pairs
from pbem.table.roster import Roster
from pbem.table.seals import Seals
from pbem.table.state import (
    DeckState,
    EarlyStanding,
    MoveMade,
    OfferOpen,
    PerhapsKey,
    Player,
    RuledFork,
    Sealed,
    StockPair,
    restore,
)
from pbem.table.tabletop import Snapshot, Tabletop


class Frozen(msgspec.Struct):
    """Everything a table knows, the game's static data apart."""

    level: int
    game: str
    head: str
    count: int
    size: int
    opening: Open | None
    players: list[Player]
    umpire: Player | None
    keys: list[str]
    seats: dict[str, str]
    early_standing: list[EarlyStanding]
    seals: list[Sealed]
    seal_prev: dict[str, str]
    decks: list[DeckState]
    offer: OfferOpen | None
    result: GameResult | None
    dicing: Dicing | None
    newer_rules: RulesId | None
    last_trigger: Trigger | None
    last_written: str
    may_owe: Dicing | None
    snapshots: list[Snapshot]
    offered: bool
    phases: list[tuple[int, str]]
    ruled_on: list[str]
    closed: bool
    started: bool
    forks: list[RuledFork]
    keys_changed: dict[str, int]
    keys_alone: dict[str, int]
    agreed: int
    written: dict[str, int]
    perhaps_out: list[str]
    perhaps_keys: dict[str, PerhapsKey]
    position: bytes | None
    gone: list[str]
    standing: dict[str, Standing]
    groups: list[list[str]] = []
    stocks: list[StockPair] = []
    moved: list[MoveMade] = []
    laid: bool = False
    maybe_over: bool = False
    opened_last: str | None = None


def freeze(table: Tabletop) -> bytes:
    """Return the table as bytes."""
    chain, play = table.chain, table.play
    return msgspec.msgpack.encode(
        Frozen(
            level=table.level,
            game=chain.game,
            head=chain.head,
            count=chain.count,
            size=chain.size,
            opening=table.opening,
            players=table.roster.players,
            umpire=table.roster.umpire,
            keys=sorted(table.roster.keys),
            seats=table.seats,
            early_standing=table.early_standing,
            seals=table.seals.all,
            seal_prev=table.seal_prev,
            decks=table.decks,
            offer=table.offer,
            result=table.result,
            dicing=table.dicing,
            newer_rules=table.newer_rules,
            last_trigger=table.last_trigger,
            last_written=table.last_written,
            may_owe=table.may_owe,
            snapshots=table.snapshots,
            offered=table.offered,
            phases=table.phases,
            ruled_on=table.ruled_on,
            closed=table.closed,
            started=table.started,
            forks=table.forks,
            keys_changed=table.keys_changed,
            keys_alone=table.keys_alone,
            agreed=table.agreed,
            written=table.written,
            perhaps_out=sorted(table.perhaps_out),
            perhaps_keys=table.perhaps_keys,
            position=None if play is None else table.position(),
            gone=[] if play is None else sorted(play.gone),
            standing={} if play is None else play.standing,
            groups=table.groups,
            stocks=table.stocks.all,
            moved=table.moved,
            laid=table.laid,
            maybe_over=table.maybe_over,
            opened_last=table.opened_last,
        )
    )


def lay_out(table: Tabletop, frozen: bytes) -> None:
    """Lay a new table out as the one that `freeze` made bytes of.

    Raises:
        BadLog: ``rules.unknown``, the rules are not on this machine any more.
        msgspec.DecodeError, UnicodeDecodeError: the bytes are not such bytes.

    """
    old = msgspec.msgpack.decode(frozen, type=Frozen)
    table.level = old.level
    table.chain = Chain(None if old.opening is None else version_of(old.opening))
    table.chain.game, table.chain.head = old.game, old.head
    table.chain.count, table.chain.size = old.count, old.size
    table.opening = old.opening
    table.roster = Roster(old.players, old.umpire, set(old.keys))
    table.seats = old.seats
    table.early_standing = old.early_standing
    table.seals, table.seal_prev = Seals(old.seals), old.seal_prev
    table.decks, table.groups = old.decks, old.groups
    table.stocks, table.moved, table.laid = Pairs(old.stocks), old.moved, old.laid
    table.moving = next((pair for pair in old.stocks if pair.offered is not UNSET), None)
    table.offer, table.result, table.dicing = old.offer, old.result, old.dicing
    table.newer_rules, table.last_trigger = old.newer_rules, old.last_trigger
    table.snapshots, table.phases = old.snapshots, old.phases
    table.last_written = old.last_written
    table.may_owe, table.ruled_on = old.may_owe, old.ruled_on
    table.opened_last, table.maybe_over = old.opened_last, old.maybe_over
    table.offered, table.closed, table.started = old.offered, old.closed, old.started
    table.forks, table.keys_changed, table.written = old.forks, old.keys_changed, old.written
    table.perhaps_out, table.perhaps_keys = set(old.perhaps_out), old.perhaps_keys
    table.keys_alone, table.agreed = old.keys_alone, old.agreed
    if old.position is not None and old.opening is not None:
        table.play = _play(table.library, old)


def _play(library: Library, old: Frozen) -> Play:
    assert old.opening is not None and old.position is not None  # noqa: S101, PT018
    opening = msgspec.structs.replace(old.opening, rules=old.newer_rules or old.opening.rules)
    play = load_game(library, opening)
    play.seats.update(old.seats)
    play.gone = set(old.gone)
    restore(play, old.position)
    if old.dicing is None and old.result is not None:
        play.due = play.deal = play.settling = None
    return play

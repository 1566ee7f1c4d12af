"""The things on the table after some events, and what modules may do with them.

The modules (`entering`, `turns`, `secrets`, `agreements`, `rulings`) work on a `Tabletop`; the
replay that hands them the events, one by one, is `pbem.table.table.Table`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.crypto import canonical
from pbem.kit.contract import Game, Outcome
from pbem.kit.hidden import cards_of
from pbem.kit.stocks import stocks_of
from pbem.log.chain import Chain
from pbem.log.event import NO_EVENT, Event
from pbem.play.outcomes import Ended
from pbem.play.play import Play
from pbem.table import dicing
from pbem.table.dicing import Dicing, Trigger
from pbem.table.events.kinds import Dice, GameResult, Open, RulesId
from pbem.table.library import Library, UnknownRules
from pbem.table.pairs import Pairs
from pbem.table.past import Past
from pbem.table.roster import Roster
from pbem.table.seals import Seals
from pbem.table.state import (
    DeckState,
    EarlyStanding,
    MoveMade,
    OfferOpen,
    PerhapsKey,
    RuledFork,
    StockPair,
    TablePosition,
    position_bytes,
    position_digest,
    table_of,
)

UNDO_EVENTS_MAX = 64
"""How many events an undo can go back: each one is kept as a whole position."""


class Snapshot(msgspec.Struct, frozen=True):
    """The state that an undo goes back to: the position before event ``event`` by ``by``.

    ``seq`` is its number; ``sealed``: how many choices were sealed before it, which are the first
    of those sealed now. Without the rules ``position`` is empty.
    """

    event: str
    seq: int
    by: str
    position: bytes
    sealed: int


class Tabletop:
    """A log folded up to some event: what every handler may look at and change.

    - ``chain``: head and length; ``opening``: the data of the first event, or None before it;
    - ``roster``, ``seats`` (side -> handle), ``seals``, ``offer``, ``result``;
    - ``dicing``: the dice that are owed, or None;
    - ``started``: whether the game has started, which every level knows;
    - ``play``: the game itself, None below level 3 and before the start;
    - ``groups``: the players whose draws are one hand, in order; empty where that is not known;
    - ``decks``: the decks that were ever made, in order of the log;
    - ``stocks``: the pairs of hidden supplies that were ever split, in order of the log; ``moved``:
      their splits and hand-overs, in order of the log;
    - ``seal_prev``: for each seal event the event before it, which its commitment names;
    - ``newer_rules``: the version agreed on since the opening, or None;
    - ``last_written``: the last event that is no ruling;
    - ``last_trigger``: the last event that is neither dice nor ruling; ``may_owe``: below level 3
      the dice that it causes if it causes any, which only the rules know;
    - ``opened_last``: who opened supplies as an ally left, where only rulings stand after that;
    - ``forks``: the rulings on forks;
    - ``keys_changed``: handle -> number of the event with which the last change of their signing
      key took effect to which somebody else answered yes; ``keys_alone``: the same of the last
      change that nobody else answered;
    - ``agreed``: number of the last yes to the last offer, 0 where nobody said yes;
    - ``written``: handle -> bytes of their events, newlines included;
    - ``perhaps_out``: below level 3, who may have put themselves out by an illegal opening;
      ``perhaps_keys``: handle -> the signing key that counts if those are out;
    - ``past``: the events so far, for a ruling on a fork;
    - ``snapshots``: what can still be taken back, oldest first;
    - ``offered``: whether an offer was made since the last other event;
    - ``phases``: numbers of the events after which another player had the phase, and who;
    - ``moving``: the pair of which a split or hand-over waits for its boxes, or None;
    - ``laid``: whether something was opened that is opened at the end alone: the game is over;
    - ``maybe_over``: below level 3, whether the game may have been over before a ruling put
      somebody out, and nothing since shows that it goes on;
    - ``ruled_on``: the events that rulings stand on; ``closed``: the closing ruling came.
    """

    def __init__(self, library: Library, level: int = 3) -> None:
        self.library = library
        self.level = level
        self.chain = Chain()
        self.opening: Open | None = None
        self.roster = Roster([], None, set())
        self.seats: dict[str, str] = {}
        self.early_standing: list[EarlyStanding] = []
        self.seals = Seals()
        self.seal_prev: dict[str, str] = {}
        self.groups: list[list[str]] = []
        self.decks: list[DeckState] = []
        self.stocks = Pairs()
        self.moved: list[MoveMade] = []
        self.moving: StockPair | None = None
        self.laid = False
        self.maybe_over = False
        self.offer: OfferOpen | None = None
        self.result: GameResult | None = None
        self.dicing: Dicing | None = None
        self.started = False
        self.play: Play | None = None
        self.snapshots: list[Snapshot] = []
        self.last_trigger: Trigger | None = None
        self.last_written = NO_EVENT
        self.may_owe: Dicing | None = None
        self.opened_last: str | None = None
        self.newer_rules: RulesId | None = None
        self.offered = False
        self.phases: list[tuple[int, str]] = []
        self.ruled_on: list[str] = []
        self.closed = False
        self.forks: list[RuledFork] = []
        self.keys_changed: dict[str, int] = {}
        self.keys_alone: dict[str, int] = {}
        self.agreed = 0
        self.written: dict[str, int] = {}
        self.perhaps_out: set[str] = set()
        self.perhaps_keys: dict[str, PerhapsKey] = {}
        self.past = Past()
        self._position: bytes | None = None
        self._game: bytes | None = None
        self._digest = ""

    # --- looking -----------------------------------------------------------------------------

    @property
    def game_id(self) -> str:
        """The id of the game: 64 hex digits."""
        return self.chain.game

    @property
    def game(self) -> Game[Any, Any] | None:
        """The game by its rules; None below level 3, before the opening, or without the rules."""
        if self.play is not None:
            return self.play.game
        if self.blind or self.opening is None:
            return None
        try:
            return self.library.game(self.opening)[1]
        except UnknownRules:
            return None

    @property
    def blind(self) -> bool:
        """Whether the rules are not asked: below level 3 the active player is often unknown."""
        return self.level < 3

    @property
    def over(self) -> bool:
        """Whether the game is over: below level 3 an opening, or a closing ruling, says so."""
        return self.result is not None or self.closed or self.laid

    @property
    def policy(self) -> Dice:
        """The policy on dice keepers."""
        return "opponents" if self.opening is None else self.opening.dice

    def position(self) -> bytes:
        """Return JCS(P), the canonical bytes of the table position; level 3 only."""
        if self._position is None:
            assert self.play is not None  # noqa: S101 - asked only of a game that has begun
            table, game = self._table_with(self.play), self.game_bytes()
            self._position = position_bytes(table, game, *self._hidden_of(self.play))
        return self._position

    def game_bytes(self) -> bytes:
        """Return JCS(G), the canonical bytes of the game's own position; level 3 only."""
        if self._game is None:
            assert self.play is not None  # noqa: S101 - asked only of a game that has begun
            self._game = canonical.encode_trusted(self.play.position)
        return self._game

    def position_with(self, play: Play) -> bytes:
        """Return JCS(P) as it were with another play of the same game."""
        game = canonical.encode_trusted(play.position)
        return position_bytes(self._table_with(play), game, *self._hidden_of(play))

    def _hidden_of(self, play: Play) -> tuple[list[DeckState] | None, list[StockPair] | None]:
        decks = self.decks if cards_of(play.game) else None
        return decks, self.stocks.all if stocks_of(play.game) else None

    def _table_with(self, play: Play) -> TablePosition:
        return TablePosition(
            players=self.roster.players,
            seats=self.seats,
            umpire=self.roster.umpire,
            seals=self.seals.all,
            offer=self.offer,
            result=self.result,
            **table_of(play),
        )

    def rules_now(self) -> RulesId:
        """Return the rules in force: the opening's, or newer ones agreed on since."""
        assert self.opening is not None  # noqa: S101 - asked only of an open game
        return self.newer_rules or self.opening.rules

    def digest(self) -> str:
        """Return the digest of the position: what ``state`` and ``then`` must say.

        Source: docs/protocol.md, section 4.
        """
        position = self.position()
        if not self._digest:
            self._digest = position_digest(self.game_id, position)
        return self._digest

    def reported(self) -> list[Outcome]:
        """Return the outcomes since this was last asked, oldest first."""
        return [] if self.play is None else self.play.forget()

    # --- what the handlers share -------------------------------------------------------------

    def position_changed(self) -> None:
        """Forget the bytes of the position: it is another now. Another may have the phase."""
        self._position = self._game = None
        self._digest = ""
        asked = None if self.play is None else self.play.asked
        if asked is not None and asked.phase:
            handle = self.seats[asked.side]
            if not self.phases or self.phases[-1][1] != handle:
                self.phases.append((self.chain.count - 1, handle))

    def remember(self, event: Event) -> None:
        """Keep the position before ``event``, so that it can be taken back by agreement."""
        if self.snapshots and self.snapshots[-1].by != event.by:
            self.snapshots.clear()
        position = b"" if self.play is None else self.position()
        self.snapshots.append(Snapshot(event.id, event.seq, event.by, position, len(self.seals)))
        if self.play is not None:  # each is a whole position; without rules it is only a number
            del self.snapshots[:-UNDO_EVENTS_MAX]

    def end(self, winner: str | None, why: str, paragraph: str = "8") -> None:
        """End the game otherwise than by its own rules.

        Args:
            winner: The winning side, or None.
            why: The reason, as in a `GameResult`.
            paragraph: The section of the protocol.
        """
        self.result = GameResult(winner, why)  # type: ignore[arg-type]
        self.dicing = self.may_owe = None
        self.offer = None
        self.snapshots.clear()
        if self.play is not None:
            self.play.reported.append(Ended(paragraph=paragraph, winner=winner, why=why))

    def forfeit(self, handle: str) -> None:
        """A player broke a promise that costs the game, also a game that is over.

        A game that was over never goes on: where several others are left its result stands,
        unless it was the player's own victory.

        Source: docs/protocol.md, section 8.
        """
        over, self.result = self.result, None
        if over is not None and handle not in self.seats.values():
            self.result = over
            self.roster.put_out(handle, "forfeit")
            return
        self.put_out(handle, "forfeit")
        if self.result is not None:
            return
        if over is None:
            if self.play is not None:
                self.play.go_on()
        elif over.winner is not None and self.seats.get(over.winner) == handle:
            self.end(None, "forfeit")
        else:
            self.result = over

    def put_out(self, handle: str, why: str) -> None:
        """A player gives up or is put out for good: the seats pass, or the game ends.

        ``why``: ``resigned`` or ``forfeit``. A witness, who has no seat, ends a game only by
        leaving a player nobody keeps dice for.

        Source: docs/protocol.md, section 8.
        """
        self.roster.put_out(handle, why)
        self._let_answer(handle)
        if handle not in self.seats.values():
            if self.policy in ("opponents", "witnesses") and len(self.roster.playing()) == 1:
                self.end(None, "forfeit")  # not won: no witness saves a lost game by leaving
            return
        left = [side for side in sorted(self.seats) if self.in_the_game(self.seats[side])]
        if len({self.party(self.seats[side]) for side in left}) <= 1:
            self.end(left[0] if left else None, why)
        elif self.play is not None:
            self.play.leave(handle)

    def _let_answer(self, out: str) -> None:
        """Wait no more for the answer of a player who is out: the next one has to answer.

        An offer ends only where nobody else has to. If it ended for another reason, the move would
        pass from the player who has to answer, and may have signed the answer already.
        """
        if self.offer is not None:
            self.offer.waiting = [handle for handle in self.offer.waiting if handle != out]
            if not self.offer.waiting:
                self.offer = None

    def party(self, handle: str) -> str:
        """Return the first of the group of a player, themselves where they are in none."""
        return next((group[0] for group in self.groups if handle in group), handle)

    def seated(self) -> list[str]:
        """Return the handles of the players in the game who have a seat, in order."""
        held = self.seats.values()
        return [player.handle for player in self.roster.playing() if player.handle in held]

    def owed(self, trigger: Trigger) -> Dicing:
        """Return the dice that ``trigger`` causes, if it causes any."""
        return dicing.owed(self.policy, self.roster, self.seats.values(), trigger)

    def owe(self) -> None:
        """Let the dice be owed that the game needs, if a trigger is left: one is rolled once.

        Else somebody writes first (`pbem.table.handlers.waking`).

        Source: docs/protocol.md, section 6.
        """
        trigger = self.last_trigger
        if trigger is None or trigger.spent:
            return
        self.dicing = self.owed(trigger)
        self.last_trigger = msgspec.structs.replace(trigger, rolled=True)
        self.snapshots.clear()

    def ruled_out(self) -> None:
        """Remember that a ruling has put somebody out: no more dice come of an older trigger."""
        if self.last_trigger is not None:
            self.last_trigger = msgspec.structs.replace(self.last_trigger, ruled=True)

    def in_the_game(self, handle: str) -> bool:
        """Say whether a handle is that of somebody who is not out."""
        player = self.roster.find(handle)
        return player is not None and player.out is None

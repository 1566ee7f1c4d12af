"""What lies on the table: a log folded up to some event, and what every room may do with it.

The rooms (`entering`, `turns`, `secrets`, `agreements`, `rulings`) work on a `Tabletop`; the replay
that hands them the events, one by one, is `pbem.table.table.Table`.
"""

from __future__ import annotations

import msgspec

from pbem.kit.contract import Outcome
from pbem.log.chain import Chain
from pbem.log.event import Event
from pbem.table.dicing import Dicing, Trigger
from pbem.table.kinds import GameResult, Open, Policy, RulesId
from pbem.table.library import Library
from pbem.table.outcomes import Ended
from pbem.table.play import Play
from pbem.table.roster import Roster
from pbem.table.state import (
    EarlyStanding,
    OfferOpen,
    Sealed,
    TablePosition,
    position_bytes,
    position_digest,
    table_of,
)

UNDO_EVENTS_MAX = 64
"""How many events an undo can go back: each one is kept as a whole position."""


class Snapshot(msgspec.Struct, frozen=True):
    """What an undo goes back to: the position and the seals before event ``event`` by ``by``.

    ``seq`` is its number. Without the rules ``position`` is empty.
    """

    event: str
    seq: int
    by: str
    position: bytes
    seals: list[Sealed]


class Tabletop:
    """A log folded up to some event: what every room may look at and change.

    - ``chain``: head and length; ``opening``: the data of the first event, or None before it;
    - ``roster``, ``seats`` (side -> handle), ``seals``, ``offer``, ``result``;
    - ``dicing``: the dice that are owed, or None;
    - ``play``: the game itself, None below level 3 and before the last join;
    - ``seal_prev``: for each seal event the event before it, which its commitment names;
    - ``newer_rules``: the version agreed on since the opening, or None;
    - ``last_trigger``: the last event that is neither dice nor ruling; ``may_owe``: below level 3
      the dice that it causes if it causes any, which only the rules know;
    - ``branch``: number of the last ruling on which branch of a fork counts, or None;
    - ``snapshots``: what can still be taken back, oldest first;
    - ``offered``: whether an offer was made since the last other event;
    - ``phases``: numbers of the events after which another player had the phase, and who;
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
        self.seals: list[Sealed] = []
        self.seal_prev: dict[str, str] = {}
        self.offer: OfferOpen | None = None
        self.result: GameResult | None = None
        self.dicing: Dicing | None = None
        self.play: Play | None = None
        self.snapshots: list[Snapshot] = []
        self.last_trigger: Trigger | None = None
        self.may_owe: Dicing | None = None
        self.newer_rules: RulesId | None = None
        self.offered = False
        self.phases: list[tuple[int, str]] = []
        self.ruled_on: list[str] = []
        self.closed = False
        self.branch: int | None = None
        self._position: bytes | None = None
        self._digest = ""

    # --- looking -----------------------------------------------------------------------------

    @property
    def game_id(self) -> str:
        """The id of the game: 64 hex digits."""
        return self.chain.game

    @property
    def policy(self) -> Policy:
        """Who keeps the dice."""
        return "opponents" if self.opening is None else self.opening.dice

    def position(self) -> bytes:
        """Return JCS(P), the canonical bytes of the table position; level 3 only."""
        if self._position is None:
            assert self.play is not None  # noqa: S101 - asked only of a game that has begun
            self._position = self.position_with(self.play)
        return self._position

    def position_with(self, play: Play) -> bytes:
        """Return JCS(P) as it were with another play of the same game."""
        table = TablePosition(
            players=self.roster.players,
            seats=self.seats,
            umpire=self.roster.umpire,
            seals=self.seals,
            offer=self.offer,
            result=self.result,
            **table_of(play),
        )
        return position_bytes(table, play.position)

    def rules_now(self) -> RulesId:
        """Return the rules in force: the opening's, or newer ones agreed on since."""
        assert self.opening is not None  # noqa: S101 - asked only of an open game
        return self.newer_rules or self.opening.rules

    def digest(self) -> str:
        """Return the digest of the position: what ``state`` and ``then`` must say."""
        position = self.position()
        if not self._digest:
            self._digest = position_digest(self.game_id, position)
        return self._digest

    def told(self) -> list[Outcome]:
        """Return the outcomes since this was last asked, oldest first."""
        return [] if self.play is None else self.play.forget()

    # --- what the handlers share -------------------------------------------------------------

    def position_changed(self) -> None:
        """Forget the bytes of the position: it is another now. Another may have the phase."""
        self._position = None
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
        self.snapshots.append(Snapshot(event.id, event.seq, event.by, position, list(self.seals)))
        del self.snapshots[:-UNDO_EVENTS_MAX]

    def end(self, winner: str | None, why: str, paragraph: str = "8") -> None:
        """End the game otherwise than by its own rules."""
        self.result = GameResult(winner, why)  # type: ignore[arg-type]
        self.dicing = self.may_owe = None
        self.offer = None
        self.snapshots.clear()
        if self.play is not None:
            self.play.told.append(Ended(paragraph=paragraph, winner=winner, why=why))

    def forfeit(self, handle: str) -> None:
        """A player broke a promise that costs the game, also a game that is over.

        A game that was over never goes on: where several others are left its result stands,
        unless it was the player's own victory.
        """
        over, self.result = self.result, None
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

        The game goes on without a witness, who has no seat.
        """
        player = self.roster.find(handle)
        assert player is not None  # noqa: S101 - callers have looked
        player.out = why
        self.offer = None
        if handle not in self.seats.values():
            return
        left = [side for side in sorted(self.seats) if self._holds(self.seats[side])]
        if len({self.seats[side] for side in left}) <= 1:
            self.end(left[0] if left and len(self.seats) > 1 else None, why)
        elif self.play is not None:
            self.play.leave(handle)

    def _holds(self, handle: str) -> bool:
        player = self.roster.find(handle)
        return player is not None and player.out is None

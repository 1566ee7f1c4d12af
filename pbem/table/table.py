"""The replay: folds the events of a log, one by one, into the table position.

`Table.take` admits one event or raises `pbem.errors.BadLog` with the finding. Checks go from cheap
to dear: chain, signature, who may write, proofs, rules. The decisions of the rules (the active
player, legality, rolls as the game takes them, digests) are checked at level 3 only. Levels 1 and 2
need no rules.

After a finding the table is of no more use: an event that is not valid is no part of any log.
Rehearse on a copy (`Table.copy`) what may turn out not to be valid.

Source: docs/protocol.md, section 10.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from pbem.errors import FormError, RulesFault
from pbem.log.event import Event, verify_signature
from pbem.log.finding import BadLog, finding
from pbem.table import dicing, frozen
from pbem.table.dicing import Trigger
from pbem.table.events.kinds import (
    DiceData,
    GameResult,
    LayOpen,
    Open,
    read_data,
    version_of,
)
from pbem.table.handlers import (
    agreements,
    decks,
    doubt,
    entering,
    groups,
    leaving,
    opening,
    rulings,
    secrets,
    shares,
    stocks,
    turns,
)
from pbem.table.handlers.active import (
    OPENINGS,
    ActivePlayer,
    active,
    check_active,
    check_opened_first,
)
from pbem.table.library import Library
from pbem.table.past import Past
from pbem.table.roster import Roster
from pbem.table.tabletop import Tabletop


class Table(Tabletop):
    """A log being replayed, event by event."""

    _again = False
    """Whether these events were judged before: then no ruling sends the reader back once more."""

    def active(self) -> ActivePlayer:
        """Say who may write now, what, and why: one sentence for people (section 5)."""
        return active(self)

    # --- folding -----------------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Fold one event in; raises BadLog with the finding if it is not valid."""
        for count in self.library.meters:
            count(len(event.line))
        self.chain.feed(event)
        try:
            data = read_data(event.kind, event.data)
        except FormError as error:
            message = f"Event {event.seq}: {error}. Its author must write another."
            raise BadLog(finding("event.kind", event, message=message)) from None
        if event.kind == "open" and version_of(data) != event.v:
            message = (
                f"Event {event.seq} has dice '{data.dice}' in version {event.v} of the protocol. "
                "Version 2, and no other, is for witnesses who keep the dice."
            )
            raise BadLog(finding("event.kind", event, message=message))
        if (event.seq == 0) != (event.kind == "open"):
            message = (
                f"Event {event.seq} is of kind {event.kind}. A log begins with one open event, "
                "and has no other."
            )
            raise BadLog(finding("kind.wrong", event, message=message))
        if event.kind == "open":
            self.roster = self._opened(event, data)
        self._check_signature(event)
        shares.count(self, event)
        if event.kind == "dice":
            self._dice(event, data)
        elif event.kind == "ruling":
            rulings.rule(self, event, data, None if self._again else self._up_to)
            decks.settle(self)
            stocks.settle(self)
            self.position_changed()
            self.offered = False
        else:
            self._other(event, data)
        doubt.wrote(self, event)
        self.past.add(event)

    def _up_to(self, seq: int) -> _Earlier:
        """Return the log up to the event before number ``seq``, read again."""
        table, following = Table(self.library, self.level), None
        table._again = True  # else forks on forks would be read twice as often with each
        for event in self.past.events():
            if event.seq + 1 >= self.chain.count:
                break  # the ruling itself, and what a file has after it
            if event.seq >= seq:
                if event.kind == "ruling":
                    continue
                following = event
                break
            if event.seq != table.chain.count:
                raise RulesFault(f"pbem does not have the log before event {event.seq}")
            table.take(event)
        return _Earlier(table, following)

    def _opened(self, event: Event, data: Open) -> Roster:
        try:
            return Roster.opened(event, data)
        except BadLog as bad:
            key = next((s.sign for s in data.players if s.handle == event.by), None)
            signed = key is not None and verify_signature(event, bytes.fromhex(key))
            if signed and bad.finding.code == "open.bad":
                raise BadLog(bad.finding.blaming(event.by)) from None
            raise

    def _check_signature(self, event: Event) -> None:
        author = self.roster.find(event.by)
        if author is None:
            message = f"Event {event.seq} is by {event.by}, who is not in this game."
            raise BadLog(finding("sig.unknown", event, message=message))
        perhaps = self.perhaps_keys.pop(event.by, None)
        if verify_signature(event, bytes.fromhex(author.sign)):
            return  # nobody agreed to another key, or all have
        if perhaps is not None and verify_signature(event, bytes.fromhex(perhaps.sign)):
            author.sign = perhaps.sign
            changes = self.keys_changed if perhaps.agreed else self.keys_alone
            changes[event.by] = perhaps.agreed or event.seq
        else:
            message = (
                f"Event {event.seq} does not carry a valid signature by {event.by}. Anyone "
                "could have written or changed it, so the log blames "
                f"nobody. Ask for the file again."
            )
            raise BadLog(finding("sig.bad", event, message=message))

    def _other(self, event: Event, data: Any) -> None:
        doubt.pass_over(self, event)
        decks.settle(self)
        stocks.settle(self)
        check_active(self, event)
        if event.kind == "lay-open" and opening.is_early(self, event, data):
            self._open_as_an_ally_left(event, data)
            return
        self._say_whether_over(event)
        boxed = event.kind == "answer" and bool(groups.answering(self))
        waits = self.dicing is not None or self.roster.joining() is not None
        closing = self.blind and event.kind in OPENINGS and waits
        before = len(self.moved)
        self.opened_last = None
        HANDLERS[event.kind](self, event, data)
        if self.laid and self.blind:
            self.dicing = None  # a game that is over owes none
        boxed = boxed or len(self.moved) > before
        decks.settle(self)
        stocks.settle(self)
        self.position_changed()
        if event.kind not in ("offer", "answer"):
            self.offered = False
        if not closing:  # else the dice before it have ended the game, perhaps, and still may have
            self.last_trigger = Trigger(event.id, event.seq, event.by, self.last_written)
        self.last_written = event.id
        if self.blind:
            assert self.last_trigger is not None  # noqa: S101 - somebody has joined before
            joined = self.started and self.roster.joining() is None
            boxes = not self.perhaps_out.issuperset(groups.answering(self))
            waits = boxes or (self.offer is not None and not doubt.nobody_sure(self))
            dealt = boxed or event.kind in ("shuffle", "unmask", "lay-open")  # no triggers
            quiet = self.result is None and not (waits or dealt or closing) and joined
            self.may_owe = self.owed(self.last_trigger) if quiet else None
        if self.play is not None and self.result is None:
            if self.play.result is not None:
                self.result = GameResult(self.play.result.winner, "victory")
            elif self.play.due is not None:
                self.owe()

    def _say_whether_over(self, event: Event) -> None:
        """Take from an event what it says of a game that was perhaps over (protocol, W4)."""
        if event.kind not in OPENINGS:
            self.maybe_over = False
        elif self.maybe_over and stocks.next_to_open(self) is not None:
            self.laid, self.offer = True, None  # else only supplies would be opened

    def _open_as_an_ally_left(self, event: Event, data: LayOpen) -> None:
        """Accept an opening that is no trigger: dice that are owed stay as they were."""
        opening.as_an_ally_left(self, event, data)
        self.position_changed()
        self.snapshots.clear()
        self.offered = False
        self.last_written = event.id
        self.opened_last = event.by
        if self.play is None or self.result is not None or stocks.next_to_open(self) is not None:
            return
        if self.play.result is not None:
            self.result = GameResult(self.play.result.winner, "victory")
        elif self.play.due is not None and self.dicing is None:
            self.owe()

    def _dice(self, event: Event, data: DiceData) -> None:
        check_opened_first(self, event)
        self._await_dice(event)
        assert self.dicing is not None  # noqa: S101 - just made or refused
        if self.perhaps_out:
            doubt.pass_over_keepers(self, self.dicing, event, data)
        dicing.check_keeper(self.dicing, event, data)
        if self.level >= 2:
            dicing.check_proof(self.game_id, self.dicing, event, data)
        self.snapshots.clear()
        self.maybe_over = False
        self.last_written, self.opened_last = event.id, None
        done = self.dicing
        done.keepers.pop(0)
        if done.keepers:
            return
        self.dicing = None
        assert self.last_trigger is not None  # noqa: S101 - these are its dice
        self.last_trigger = msgspec.structs.replace(self.last_trigger, rolled=True)
        if self.level >= 2:
            turns.roll(self, event, data, done)
        self.offered = False

    def _await_dice(self, event: Event) -> None:
        """If the rules are not asked, let the first dice event say that dice were due."""
        if self.dicing is None:
            self.dicing, self.may_owe = self.may_owe, None
        if self.dicing is None or self.over:
            message = f"Event {event.seq} gives dice, but no dice are due."
            raise BadLog(finding("dice.keeper", event, message=message, blame=(event.by,)))

    # --- keeping -----------------------------------------------------------------------------

    def freeze(self) -> bytes:
        """Return the table as bytes (`pbem.table.frozen`)."""
        return frozen.freeze(self)

    @classmethod
    def thaw(cls, library: Library, kept: bytes, past: Past | None = None) -> Table:
        """Return the table that `freeze` made bytes of.

        Args:
            library: Has the rules.
            kept: The bytes.
            past: The events so far, which a ruling on a fork goes back to.

        Raises:
            As `pbem.table.frozen.lay_out`.
        """
        table = cls(library)
        frozen.lay_out(table, kept)
        table.past = Past() if past is None else past
        return table

    def copy(self) -> Table:
        """Return an independent table at the same event."""
        return Table.thaw(self.library, self.freeze(), self.past.copy())


class _Earlier(NamedTuple):
    """The log up to an event, and what follows but rulings; see `forks.Judge`."""

    table: Table
    following: Event | None

    @property
    def head(self) -> str:
        """The id of the last event it has."""
        return self.table.chain.head

    def refuses(self, event: Event) -> str:
        """Return why ``event`` is not valid there, or nothing."""
        try:
            self.table.copy().take(event)
        except BadLog as bad:
            return str(bad)
        return ""


HANDLERS: dict[str, Callable[[Table, Event, Any], None]] = {
    "open": entering.open_game,
    "join": entering.join,
    "orders": turns.orders,
    "shuffle": decks.shuffle,
    "unmask": decks.unmask,
    "lay-open": opening.lay_open,
    "seal": secrets.seal,
    "reveal": secrets.reveal,
    "offer": agreements.offer,
    "answer": agreements.answer,
    "resign": leaving.resign,
}

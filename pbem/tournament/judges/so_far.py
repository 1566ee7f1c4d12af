"""The part of a tournament's log that was read so far."""

from __future__ import annotations

from typing import Any

from pbem.log.chain import Chain
from pbem.log.event import VERSION, Event
from pbem.tournament.events import kinds, word_kinds
from pbem.tournament.events.words import is_signed
from pbem.tournament.faults import bad
from pbem.tournament.history import BoardOf, Entrant, History


class SoFar:
    """The read part of a log: ``history`` is what the events say, None before the first.

    ``uncompared``: the rounds whose pairings another engine made than is here. Without ``compare``
    no pairing is made again, and none of the first ``compared`` events: for what was compared when
    it came, since an engine takes long. ``seqs``: id of an event -> its number; ``said``: key of an
    entrant -> the event in which it was last heard or answered.
    """

    def __init__(self, *, compare: bool = True, compared: int = 0) -> None:
        self.compare = compare
        self.compared = compared
        self.chain = Chain(VERSION)
        self.history: History | None = None
        self.uncompared: list[int] = []
        self.seqs: dict[str, int] = {}
        self.said: dict[str, int] = {}

    @property
    def now(self) -> History:
        """The history of a log that has begun."""
        assert self.history is not None  # noqa: S101 - callers have taken the first event
        return self.history

    def word(self, event: Event, data: Any) -> word_kinds.AnyWord:
        """Return the word of an event that its author has signed, for this log, and not before.

        ``data``: those of the event.
        """
        word: word_kinds.AnyWord = data.word
        seq, who = event.seq, word.handle
        if not isinstance(word, word_kinds.WORDS[event.kind]) or word.tournament != self.now.id:
            raise bad("word.other", f"Event {seq} has a request of {who} for something else.", seq)
        if (event.sig or word.sig) and not is_signed(word):
            raise bad("word.sign", f"{who} did not sign the request in event {seq}.", seq)
        seen = self.seqs.get(word.head)
        if seen is None:
            raise bad(
                "word.other",
                f"The request of {who} in event {seq} names no event of this log.",
                seq,
            )
        if seen < self.said.get(word.sign, 0):
            raise bad(
                "word.old",
                f"The request of {who} in event {seq} is not newer than their last one.",
                seq,
            )
        return word

    def author(self, event: Event, word: word_kinds.AnyWord) -> Entrant:
        """Return the entrant whose word it is."""
        who = next((one for one in self.now.entrants if one.sign == word.sign), None)
        entered = self.now.teams is None or word.sign in self.now.members
        if who is None or who.speaker != word.handle or not entered:
            raise bad("word.who", f"{word.handle} in event {event.seq} has not entered.", event.seq)
        return who

    def player(self, event: Event, word: word_kinds.AnyWord) -> Entrant:
        """Return the player whose word it is, who may be one of a team."""
        if self.now.teams is None:
            return self.author(event, word)
        who = self.now.members.get(word.sign)
        if who is None or who.handle != word.handle:
            raise bad("word.who", f"{word.handle} in event {event.seq} has not entered.", event.seq)
        return who

    def at(self, event: Event, data: kinds.OnBoard) -> BoardOf:
        """Return the board of an event."""
        at = BoardOf(data.round, data.board)
        if not self.now.has(at):
            raise bad("board.none", f"Event {event.seq}: there is no {at}.", event.seq)
        return at

"""A tournament's log, read event by event: what may stand where, and what follows.

Source: docs/tournaments.md, sections 1 and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from pbem.crypto import signing
from pbem.errors import FormError
from pbem.log.chain import Chain
from pbem.log.event import Event, verify_signature
from pbem.log.finding import BadLog
from pbem.tournament.events import kinds, term_kinds, word_kinds
from pbem.tournament.events.terms import misfit
from pbem.tournament.faults import bad
from pbem.tournament.judges import bidding, boards, drawing, entering, rounds, substituting
from pbem.tournament.judges.so_far import SoFar

EVENT_BYTES = 65_535
"""The longest line, without its end: a longer one fits in no tile of a transparency log."""

_JUDGES: dict[str, Callable[[SoFar, Event, Any], Callable[[], None]]] = {
    "found": rounds.found,
    "enter": entering.enter,
    "withdraw": entering.withdraw,
    "return": entering.withdraw,
    "out": entering.out,
    "challenge": entering.challenge,
    "bye": entering.bye,
    "name": entering.name,
    "pause": entering.pause,
    "lineup": entering.lineup,
    "keep": drawing.keep,
    "closed": drawing.closed,
    "lot": drawing.lot,
    "unlot": drawing.unlot,
    "change": rounds.change,
    "entries": rounds.entries,
    "due": rounds.due,
    "pair": rounds.pair,
    "seal": bidding.seal,
    "bid": bidding.bid,
    "raise": bidding.raise_,
    "pass": bidding.pass_,
    "unbid": bidding.unbid,
    "substitute": substituting.named,
    "back": substituting.named,
    "game": boards.game,
    "result": boards.result,
    "rule": boards.rule,
    "dismiss": boards.dismiss,
    "close": rounds.close,
}


class Fold(SoFar):
    """Takes event after event; ``compare`` and ``compared`` as in `SoFar`."""

    def __init__(self, *, compare: bool = True, compared: int = 0) -> None:
        super().__init__(compare=compare, compared=compared)
        self._directed = ""
        """When the director wrote last, as that event claims."""

    def take(self, event: Event) -> None:
        """Take the next event.

        Raises:
            BadTournament: The event cannot stand there. Then it was not taken.
        """
        self.judge(event)(event)

    def judge(self, event: Event) -> Callable[[Event], None]:
        """Raise BadTournament unless ``event`` may come next; return what folds it in."""
        seq = event.seq
        if len(event.line) > EVENT_BYTES:
            raise bad("size.event", f"Event {seq} has {len(event.line)} bytes.", seq)
        try:
            _copy(self.chain).feed(event)
        except BadLog as error:
            raise bad("line.bad", f"{error.finding.code}: {error}", seq) from None
        try:
            data = kinds.read_data(event.kind, event.data)
        except FormError as error:
            raise bad("kind.form", f"Event {seq}: {error}", seq) from None
        if self.history is not None and (wrong := misfit(self.now.found, data)):
            raise bad("kind.form", f"Event {seq}: {wrong}.", seq)
        if (event.kind == "found") != (self.history is None):
            raise bad("found.first", f"Event {seq} is of the kind {event.kind}.", seq)
        found = data if isinstance(data, kinds.Found) else self.now.found
        deputy = found.deputy if self.history is not None else None
        if deputy is not None and event.by == deputy.handle:
            _check_signed(event, deputy.handle, deputy.sign)
            self._check_deputy(event, deputy)
        else:
            _check_signed(event, found.director.handle, found.director.sign)
        if self.history is not None and self.now.over:
            reported = f"Event {seq} comes after event {self.now.closing}, which closed the log."
            raise bad("after.close", reported, seq, event.by)
        effect = _JUDGES[event.kind](self, event, data)
        return lambda taken: self._put(taken, effect)

    def hear(self, word: word_kinds.AnyWord) -> None:
        """Raise BadTournament where this log cannot take a word as its next; nothing is taken.

        Whether a word without ``sig`` is signed is not asked: it is a draft.
        """
        seq, what = self.chain.count, type(word).__struct_config__.tag
        if self.now.over:
            raise bad("after.close", f"Event {self.now.closing} closed the log.", seq)
        said = kinds.Said(word=word)
        event = Event(
            v=1,
            game=self.now.id,
            seq=seq,
            prev=self.chain.head,
            by=self.now.found.director.handle,
            at="",
            kind=str(what),
            salt="",
            data={},
            sig="",
            id="",
            body=b"",
            line=b"",
        )  # as it would come, but for what only its author can add
        _JUDGES[str(what)](self, event, said)

    def _check_deputy(self, event: Event, deputy: term_kinds.Deputy) -> None:
        """Raise BadTournament unless a deputy may write this, by the days that both claim."""
        silent = _moment(event.at) - _moment(self._directed)
        if event.kind in ("rule", "close") and silent >= timedelta(days=deputy.days):
            return
        director = self.now.found.director.handle
        reported = (
            f"Event {event.seq}: the deputy {deputy.handle} can only rule or close, and only after "
            f"{director} wrote nothing for {deputy.days} days. {director} last wrote on "
            f"{self._directed}."
        )
        raise bad("deputy.early", reported, event.seq, event.by)

    def _put(self, event: Event, effect: Callable[[], None]) -> None:
        effect()
        self.chain.feed(event)
        self.seqs[event.id] = event.seq
        if event.by == self.now.found.director.handle:
            self._directed = event.at


def fold(events: Iterable[Event], *, compare: bool = True, compared: int = 0) -> Fold:
    """Return the fold of a whole log; raises BadTournament at the first event that cannot stand.

    ``compare`` and ``compared``: as in `SoFar`.
    """
    made = Fold(compare=compare, compared=compared)
    try:
        for event in events:
            made.take(event)
    except BadLog as error:
        raise bad("line.bad", f"{error.finding.code}: {error}", error.finding.seq) from None
    if made.history is None:
        raise bad("found.first", "It has no event.")
    return made


def _check_signed(event: Event, handle: str, sign: str) -> None:
    key = bytes.fromhex(sign)
    signed = signing.admissible_key(key) and verify_signature(event, key)
    if event.by != handle or not signed:
        raise bad("sign.other", f"{handle} did not sign event {event.seq}.", event.seq)


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _copy(chain: Chain) -> Chain:
    copy = Chain(chain.version)
    copy.game, copy.head, copy.count, copy.size = chain.game, chain.head, chain.count, chain.size
    return copy

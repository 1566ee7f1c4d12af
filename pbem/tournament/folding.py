"""A tournament's log read event by event: what may stand where, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, TypeVar

from msgspec import UnsetType

from pbem.crypto import signing, vrf
from pbem.errors import FormError
from pbem.log.chain import Chain
from pbem.log.event import Event, verify_signature
from pbem.log.finding import BadLog
from pbem.table.kinds import Signer
from pbem.tournament import bids, challenges, changes, kinds, lots, pairing, requests
from pbem.tournament.faults import bad
from pbem.tournament.history import (
    BoardOf,
    Decided,
    Dismissed,
    Entrant,
    History,
    Keeper,
    Paired,
    Removed,
    Silenced,
)
from pbem.tournament.standings import standings
from pbem.tournament.terms import contradiction, misfit
from pbem.tournament.words import is_signed

EVENT_BYTES = 65_535
"""The longest line, without its end: a longer one fits in no tile of a transparency log."""

_Form = TypeVar("_Form", bids.Sealed, bids.Auction)


class Fold:
    """Takes event after event; ``history`` is what they say, None before the first.

    ``uncompared``: the rounds whose pairings another engine made than is here. Without ``compare``
    no pairing is made again, and none of the first ``compared`` events: for what was compared when
    it came, since an engine takes long.
    """

    def __init__(self, *, compare: bool = True, compared: int = 0) -> None:
        self.compare = compare
        self.compared = compared
        self.chain = Chain()
        self.history: History | None = None
        self.uncompared: list[int] = []
        self._seqs: dict[str, int] = {}
        self._said: dict[str, int] = {}
        self._directed = ""
        """When the director wrote last, as he claims."""

    @property
    def now(self) -> History:
        """The history of a log that has begun."""
        assert self.history is not None  # noqa: S101 - callers have taken the first event
        return self.history

    def take(self, event: Event) -> None:
        """Take the next event; raises BadTournament, and nothing was taken."""
        self.judge(event)(event)

    def judge(self, event: Event) -> Callable[[Event], None]:
        """Raise BadTournament unless ``event`` may come next; return what takes it in."""
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
            told = f"Event {seq} stands behind event {self.now.closing}, which closed the log."
            raise bad("after.close", told, seq, event.by)
        effect = getattr(self, f"_{event.kind}")(event, data)
        return lambda taken: self._put(taken, effect)

    def hear(self, word: kinds.AnyWord) -> None:
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
        getattr(self, f"_{what}")(event, said)

    def _check_deputy(self, event: Event, deputy: kinds.Deputy) -> None:
        """Raise BadTournament unless a deputy may write this, by the days that both claim."""
        silent = _moment(event.at) - _moment(self._directed)
        if event.kind in ("rule", "close") and silent >= timedelta(days=deputy.days):
            return
        director = self.now.found.director.handle
        told = (
            f"Event {event.seq}: {deputy.handle} is the deputy of {director}, and rules and closes "
            f"when he has written nothing for {deputy.days} days. He wrote at {self._directed}."
        )
        raise bad("deputy.early", told, event.seq, event.by)

    def _put(self, event: Event, effect: Callable[[], None]) -> None:
        effect()
        self.chain.feed(event)
        self._seqs[event.id] = event.seq
        if event.by == self.now.found.director.handle:
            self._directed = event.at

    # --- each kind: judged, and what it does is returned ---------------------------------------

    def _found(self, event: Event, data: kinds.Found) -> Callable[[], None]:
        if wrong := contradiction(data):
            raise bad("found.terms", f"The tournament cannot be like this: {wrong}.", 0, event.by)

        def effect() -> None:
            self.history = History(event.id, data)

        return effect

    def _word(self, event: Event, data: Any) -> kinds.AnyWord:
        """Return the word of an event that its author has signed, for this log, and not before."""
        word: kinds.AnyWord = data.word
        seq, who = event.seq, word.handle
        if not isinstance(word, kinds.WORDS[event.kind]) or word.tournament != self.now.id:
            raise bad("word.other", f"Event {seq} has a word of {who} for something else.", seq)
        if (event.sig or word.sig) and not is_signed(word):
            raise bad("word.sign", f"The word of {who} in event {seq} is not signed by him.", seq)
        seen = self._seqs.get(word.head)
        if seen is None:
            raise bad("word.other", f"The word of {who} in event {seq} names no event here.", seq)
        if seen < self._said.get(word.sign, 0):
            raise bad(
                "word.old", f"The word of {who} in event {seq} was said or answered before.", seq
            )
        return word

    def _enter(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Enter)  # noqa: S101 - its tag is that of the event
        known = [
            one for one in self.now.entrants if word.handle == one.handle or word.sign == one.sign
        ]
        if known or len(self.now.entrants) == kinds.ENTRANTS_MAX:
            raise bad(
                "enter.twice",
                f"{word.handle} cannot enter (again) in event {event.seq}.",
                event.seq,
            )
        form = self.now.found.format
        later = word.from_ > 1 and isinstance(form, kinds.Elimination | kinds.Groups)
        if later or (self.now.closed and not isinstance(form, kinds.OPEN)):
            told = f"{word.handle} comes too late in event {event.seq}: all rounds are laid out."
            raise bad("enter.late", told, event.seq)

        def effect() -> None:
            number, since = len(self.now.entrants) + 1, max(word.from_, self._open_round())
            one = Entrant(number, word.handle, word.sign, since, word.rating or 0)
            self.now.entrants.append(one)
            if self.now.ladder is not None:
                self.now.ladder.enter(number)
            self._said[word.sign] = event.seq

        return effect

    def _open_round(self) -> int:
        """Return the first round into which somebody can still come."""
        return max(self.now.next_round, 2 if self.now.closed else 1)

    def _withdraw(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Withdraw | kinds.Return)  # noqa: S101 - as above
        who = self._author(event, word)
        back = isinstance(word, kinds.Return)
        if who.plays(kinds.ROUNDS_MAX + 1) == back:
            told = "has not withdrawn" if back else "has withdrawn already"
            raise bad("word.who", f"{word.handle} in event {event.seq} {told}.", event.seq)

        def effect() -> None:
            since = max(word.from_, self.now.next_round)
            self.now.turn(who, since, back=back)
            if back:
                self.now.withdrawn.pop(who.number, None)
            else:
                self.now.withdrawn[who.number] = since
            self._said[word.sign] = event.seq

        return effect

    _return = _withdraw

    def _out(self, event: Event, data: kinds.PutOut) -> Callable[[], None]:
        known = data.entrant <= len(self.now.entrants)
        if not known or not self.now.entrant(data.entrant).plays(kinds.ROUNDS_MAX + 1):
            raise bad("rule.nothing", f"Event {event.seq} puts out who does not play.", event.seq)

        who = self.now.entrant(data.entrant)

        def effect() -> None:
            since = self.now.next_round
            self.now.turn(who, since, back=False)
            self.now.removed.append(Removed(who.number, since, data.why))

        return effect

    def _author(self, event: Event, word: kinds.AnyWord) -> Entrant:
        """Return the entrant whose word it is."""
        who = next((one for one in self.now.entrants if one.sign == word.sign), None)
        if who is None or who.handle != word.handle:
            raise bad("word.who", f"{word.handle} in event {event.seq} has not entered.", event.seq)
        return who

    def _challenge(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Challenge)  # noqa: S101 - as above
        who = self._author(event, word)
        if why := challenges.why_none(self.now, who.number, word.whom):
            told = f"{who.handle} cannot challenge number {word.whom} in event {event.seq}: {why}."
            raise bad("challenge.none", told, event.seq)

        def effect() -> None:
            self.now.challenges.append((who.number, word.whom))
            self._said[word.sign] = event.seq

        return effect

    def _bye(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Bye)  # noqa: S101 - as above
        who = self._author(event, word)
        if why := requests.why_none(self.now, who, word.round):
            told = f"{who.handle} has no bye in round {word.round} by event {event.seq}: {why}."
            raise bad("bye.none", told, event.seq)

        def effect() -> None:
            self.now.asked.add((who.number, word.round))
            self._said[word.sign] = event.seq

        return effect

    def _keep(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Keep)  # noqa: S101 - as above
        keeps = self._may_keep(event, word)
        alpha = lots.keep_alpha(self.now.id, word.handle)
        if vrf.verify(bytes.fromhex(word.vrf), alpha, bytes.fromhex(word.proof)) is None:
            raise bad(
                "keep.proof",
                f"{word.handle} has not proven the key of event {event.seq}.",
                event.seq,
            )
        named = None if isinstance(word.deputy, UnsetType) else word.deputy
        keeper = Keeper(word.handle, word.sign, word.vrf, named=named)

        def effect() -> None:
            if keeps is None:
                self.now.keepers.append(keeper)
            else:
                keeps.deputy = keeper

        return effect

    def _may_keep(self, event: Event, word: kinds.Keep) -> Keeper | None:
        """Return the keeper whose deputy this is, None of a keeper; raises BadTournament."""
        keepers = self.now.keepers
        named = [one.named for one in keepers if one.named is not None]
        known = {one.handle for one in keepers} | {one.handle for one in named}
        keeps = next((one for one in keepers if one.named == Signer(word.handle, word.sign)), None)
        his = None if isinstance(word.deputy, UnsetType) else word.deputy.handle
        if keeps is None:
            wrong = word.handle in known or his in {word.handle, *known}
        else:
            wrong = keeps.deputy is not None or his is not None
        if self.now.closed or wrong:
            told = f"{word.handle} cannot keep lots like this from event {event.seq} on."
            raise bad("keep.late", told, event.seq)
        return keeps

    def _closed(self, event: Event, data: kinds.Closed) -> Callable[[], None]:
        entered = sorted(one.sign for one in self.now.entrants if one.plays(1))
        if self.now.closed or not self.now.keepers or list(data.entrants) != entered:
            raise bad(
                "closed.list",
                f"Event {event.seq} closes the entries with other entrants than have entered, "
                "without a lot keeper, or again.",
                event.seq,
                event.by,
            )

        def effect() -> None:
            self.now.closed = event.id
            self.now.drawn = [one.number for one in self.now.entrants if one.plays(1)]

        return effect

    def _lot(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Lot)  # noqa: S101 - as above
        due = self.now.waits_for_lot()
        if due is None or (due.handle, due.sign) != (word.handle, word.sign):
            raise bad(
                "lot.due", f"The lot of {word.handle} in event {event.seq} is not due.", event.seq
            )
        alpha = lots.lot_alpha(self.now.id, word.on)
        good = vrf.verify(bytes.fromhex(due.vrf), alpha, bytes.fromhex(word.proof)) is not None
        if word.on != self.now.closed or not good:
            raise bad(
                "lot.proof", f"The lot in event {event.seq} is not that of {due.handle}.", event.seq
            )

        def effect() -> None:
            due.lot = word.proof
            if self.now.waits_for_lot() is None:
                self.now.draw_lots()

        return effect

    def _unlot(self, event: Event, data: kinds.Unlot) -> Callable[[], None]:
        due = self.now.waits_for_lot()
        keeper = next((one for one in self.now.keepers if one is due), None)
        if keeper is None or keeper.handle != data.keeper or keeper.deputy is None:
            told = f"Event {event.seq}: no lot of {data.keeper} is due that a deputy could give."
            raise bad("lot.due", told, event.seq)

        def effect() -> None:
            keeper.passed = data.why

        return effect

    def _change(self, event: Event, data: kinds.Change) -> Callable[[], None]:
        if why := changes.why_none(self.now, data):
            told = f"Event {event.seq} changes the terms from round {data.from_} on: {why}."
            raise bad("change.none", told, event.seq, event.by)
        if why := changes.contradicts(self.now.found, data):
            told = f"The tournament cannot be as event {event.seq} has it: {why}."
            raise bad("found.terms", told, event.seq, event.by)
        return lambda: self.now.changes.append(data)

    def _pair(self, event: Event, data: kinds.Pair) -> Callable[[], None]:
        why = pairing.why_not_due(self.now)
        if why or data.round != self.now.next_round:
            told = why or f"round {self.now.next_round} is next"
            raise bad("pair.due", f"Event {event.seq} pairs round {data.round}: {told}.", event.seq)
        try:
            quick = not isinstance(
                self.now.found.format, kinds.RoundRobin | kinds.Swiss | kinds.Tables
            )
            again = self.compare and event.seq >= self.compared
            made = pairing.pairings(self.now) if again or quick else None
        except FormError as error:
            raise bad("pair.due", f"Event {event.seq}: {error}.", event.seq) from None
        if made is not None and made != (data.boards, data.byes):
            raise bad(
                "pair.other",
                f"Event {event.seq} pairs round {data.round} otherwise than follows from the log.",
                event.seq,
                event.by,
            )
        if made is None and not _possible(self.now, data):
            told = f"Event {event.seq} pairs who does not play in round {data.round}, or twice."
            raise bad("pair.other", told, event.seq, event.by)

        asked = self.now.on_request(data.round)

        def effect() -> None:
            if made is None and again:
                self.uncompared.append(data.round)
            self.now.add_round(Paired(event.id, data.boards, data.byes, asked))
            if not isinstance(self.now.found.bids, UnsetType):
                for at in self.now.boards(data.round):
                    first, second = (one.number for one in self.now.pair_of(at))
                    begun = bids.begun(self.now.found.bids, (first, second), event.seq)
                    self.now.bids[at] = begun

        return effect

    def _seal(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Seal)  # noqa: S101 - as above
        number, made = self._bidding(event, word, bids.Sealed)
        if made.hands[number].commit:
            raise self._not_due(event, word.handle)
        return lambda: made.sealed(number, word.commit, event.seq)

    def _bid(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Bid)  # noqa: S101 - as above
        number, made = self._bidding(event, word, bids.Sealed)
        if not made.are_sealed or word.price > self._most(word):
            raise self._not_due(event, word.handle)
        pair = self.now.rounds[word.round - 1].pair
        if bids.commit(self.now.id, pair, word) != made.hands[number].commit:
            told = f"The bid of {word.handle} in event {event.seq} is not what he has sealed."
            raise bad("bid.seal", told, event.seq)
        return lambda: made.opened(number, word)

    def _raise(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Raise)  # noqa: S101 - as above
        _, made = self._bidding(event, word, bids.Auction)
        most = self._most(word)
        if word.price > most:
            raise self._not_due(event, word.handle)
        if not made.is_above(word):
            told = f"The bid of {word.handle} in event {event.seq} is not above the one that stands"
            raise bad("bid.low", f"{told}, or not for the same side.", event.seq)
        return lambda: made.raised(word, most, event.seq)

    def _pass(self, event: Event, data: kinds.Said) -> Callable[[], None]:
        word = self._word(event, data)
        assert isinstance(word, kinds.Pass)  # noqa: S101 - as above
        _, made = self._bidding(event, word, bids.Auction)
        if made.stands is None:
            raise self._not_due(event, word.handle)
        return made.passed

    def _unbid(self, event: Event, data: kinds.Unbid) -> Callable[[], None]:
        made = self._bids(event, data, data.entrant)
        if not made.waits_for(data.entrant):
            raise self._not_due(event, self.now.entrant(data.entrant).handle)

        def effect() -> None:
            made.silenced(data.entrant, event.seq)
            at = BoardOf(data.round, data.board)
            self.now.silenced.append(Silenced(at, data.entrant, data.why))

        return effect

    def _bids(self, event: Event, data: kinds.OnBoard, number: int) -> bids.Bids:
        """Return the bids for a board that is not decided, and at which somebody is."""
        at = self._at(event, data)
        made = self.now.bids.get(at)
        if made is None or number not in made.pair or at in self.now.decided:
            told = f"Event {event.seq}: number {number} has nothing to bid for on {at}."
            raise bad("bid.due", told, event.seq)
        return made

    def _bidding(
        self,
        event: Event,
        word: kinds.Seal | kinds.Bid | kinds.Raise | kinds.Pass,
        form: type[_Form],
    ) -> tuple[int, _Form]:
        """Return who bids, and the bids of a form; raises BadTournament where it is not his turn.

        He must have seen by then what he had to see.
        """
        number = self._author(event, word).number
        made = self._bids(event, word, number)
        due = made.waits_for(number) and self._seqs[word.head] >= made.since
        if not isinstance(made, form) or not due:
            raise self._not_due(event, word.handle)
        return number, made

    def _most(self, word: kinds.Bid | kinds.Raise) -> int:
        terms = self.now.found.bids
        assert not isinstance(terms, UnsetType)  # noqa: S101 - there are bids
        return bids.most(terms, word.side)

    @staticmethod
    def _not_due(event: Event, handle: str) -> Exception:
        told = f"Event {event.seq}: that is not due from {handle} now, by what both have said."
        return bad("bid.due", told, event.seq)

    def _at(self, event: Event, data: kinds.OnBoard) -> BoardOf:
        at = BoardOf(data.round, data.board)
        if not self.now.has(at):
            raise bad("board.none", f"Event {event.seq}: there is no {at}.", event.seq)
        return at

    def _game(self, event: Event, data: kinds.GameOf) -> Callable[[], None]:
        at = self._at(event, data)
        if at in self.now.games or data.game in self.now.games.values():
            raise bad(
                "game.twice",
                f"Event {event.seq}: {at} has its game, or the game a board.",
                event.seq,
                event.by,
            )
        if at in self.now.bids and not self.now.bids[at].are_settled:
            told = f"Event {event.seq}: the bids for {at} are not settled, so it has no game."
            raise bad("bid.owed", told, event.seq, event.by)
        return lambda: self.now.games.update({at: data.game})

    def _result(self, event: Event, data: kinds.ResultOf) -> Callable[[], None]:
        at = self._at(event, data)
        if at in self.now.proven:
            raise bad("result.twice", f"Event {event.seq}: {at} has a result.", event.seq, event.by)
        if self.now.games.get(at) != data.game:
            raise bad(
                "result.game",
                f"Event {event.seq}: {data.game[:16]}... is not the game of {at}.",
                event.seq,
                event.by,
            )
        done = Decided(data.outcome, True, "", data.head, _score(data), level=_level(data))
        return lambda: self.now.prove(at, done)

    def _rule(self, event: Event, data: kinds.Rule) -> Callable[[], None]:
        at = self._at(event, data)
        before = self.now.decided.get(at)
        deputy = "" if event.by == self.now.found.director.handle else event.by
        done = self._ruled(at, data, "" if before is None else before.head, deputy)
        if done is None:
            told = f"Event {event.seq}: no game's log says how {at} ended."
            raise bad("rule.nothing", told, event.seq)
        same = before is not None and before._replace(ruled=done.ruled, deputy=done.deputy) == done
        if done == before or (same and done.ruled):
            raise bad(
                "rule.nothing", f"Event {event.seq}: {at} is decided like that already.", event.seq
            )

        def effect() -> None:
            self.now.decide(at, done)
            self.now.answered = {one for one in self.now.answered if one[0] != at}

        return effect

    def _ruled(self, at: BoardOf, data: kinds.Rule, head: str, deputy: str) -> Decided | None:
        """Return how a ruling decides a board; None where it goes by a result that is not there."""
        if data.outcome == "log":
            return self.now.proven.get(at)
        level, score = _level(data), _score(data)
        return Decided(data.outcome, data.played, data.why, head, score, deputy, level)

    def _dismiss(self, event: Event, data: kinds.Dismiss) -> Callable[[], None]:
        at = self._at(event, data)
        known = data.entrant <= len(self.now.entrants)
        heard = (at, data.entrant)
        if not known or at not in self.now.decided or heard in self.now.answered:
            told = f"Event {event.seq}: on {at} there is no appeal of number {data.entrant}."
            raise bad("rule.nothing", told, event.seq)

        def effect() -> None:
            self.now.answered.add(heard)
            self.now.dismissed.append(Dismissed(at, data.entrant, data.why))

        return effect

    def _close(self, event: Event, data: kinds.Close) -> Callable[[], None]:
        order = tuple(row.number for row in standings(self.now)) if self.now.order else ()
        if self.now.owed() or data.order != order:
            raise bad(
                "close.order",
                f"Event {event.seq} closes otherwise than follows.",
                event.seq,
                event.by,
            )

        def effect() -> None:
            self.now.over = True
            self.now.closing = event.seq

        return effect


def fold(events: Iterable[Event], *, compare: bool = True, compared: int = 0) -> Fold:
    """Return the fold of a whole log; raises BadTournament at the first event that cannot stand."""
    made = Fold(compare=compare, compared=compared)
    try:
        for event in events:
            made.take(event)
    except BadLog as error:
        raise bad("line.bad", f"{error.finding.code}: {error}", error.finding.seq) from None
    if made.history is None:
        raise bad("found.first", "There is no event in it.")
    return made


def _possible(history: History, data: kinds.Pair) -> bool:
    """Say of pairings that cannot be made again whether they could be: each who plays, once."""
    named = [number for pair in data.boards for number in pair] + list(data.byes)
    return sorted(named) == history.playing(data.round)


def _check_signed(event: Event, handle: str, sign: str) -> None:
    key = bytes.fromhex(sign)
    signed = signing.admissible_key(key) and verify_signature(event, key)
    if event.by != handle or not signed:
        raise bad("sign.other", f"Event {event.seq} is not signed by {handle}.", event.seq)


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at)


def _level(data: kinds.ResultOf | kinds.Rule) -> int:
    return data.level if isinstance(data.level, int) else 0


def _score(data: kinds.ResultOf | kinds.Rule) -> int | None:
    return data.score if isinstance(data.score, int) else None


def _copy(chain: Chain) -> Chain:
    copy = Chain()
    copy.game, copy.head, copy.count, copy.size = chain.game, chain.head, chain.count, chain.size
    return copy

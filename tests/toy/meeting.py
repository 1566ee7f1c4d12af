"""A tournament of the toy game in memory: its director, and players who say their words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import patch

import msgspec

from pbem.crypto import vrf
from pbem.crypto.signing import public_key
from pbem.director import office
from pbem.director.office import keep_word, next_event
from pbem.director.player.saying import composed
from pbem.log.event import Event
from pbem.tournament import bids, lots
from pbem.tournament.events import kinds, plain_kinds, term_kinds, word_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.faults import BadTournament, Fault
from pbem.tournament.folding import Fold, fold
from pbem.tournament.history import BoardOf, History
from pbem.tournament.outcomes import scores_for
from pbem.tournament.pairings import pairing
from toy.group import identity, rules_id, signer

BOARD = term_kinds.Board(
    rules=rules_id(),
    scenario="duel",
    options={"rounds": 4},
    sides=(("red",), ("blue",)),
    umpire=None,
    dice="opponents",
    clock=None,
)
ORIGIN = "example.org/toy-cup/0123456789abcdef"


def checkpoints(handle: str = "dora") -> term_kinds.Checkpoints:
    seed = identity(handle).checkpoint_seed(ORIGIN)
    return term_kinds.Checkpoints(origin=ORIGIN, key=public_key(seed).hex())


SCALE = term_kinds.Scale(win=2, draw=1, loss=0, bye=2)


def terms(form: term_kinds.Format, **changes: Any) -> kinds.Found:
    fields = {
        "name": "Toy Cup",
        "director": signer("dora"),
        "deputy": None,
        "checkpoints": checkpoints(),
        "format": form,
        "board": BOARD,
        "points": SCALE,
        "ties": ("buchholz-cut-1", "buchholz", "sonneborn-berger", "wins"),
        "seeding": "lots",
        "ratings": (),
    }
    return kinds.Found(**{**fields, **changes})


def robin(cycles: int = 1, **changes: Any) -> kinds.Found:
    return terms(term_kinds.RoundRobin(cycles), **changes)


def swiss(rounds: int, **changes: Any) -> kinds.Found:
    return terms(term_kinds.Swiss(rounds, pairing.engine()), **changes)


def trio(rounds: int, **changes: Any) -> kinds.Found:
    board = msgspec.structs.replace(BOARD, scenario="trio", sides=(("red",), ("blue",), ("green",)))
    points = term_kinds.Scale(win=12, draw=6, loss=0, bye=6)
    fields = {"board": board, "points": points, "ties": ("wins", "buchholz")}
    return terms(term_kinds.Tables(rounds), **{**fields, **changes})


def alone(rounds: int, **changes: Any) -> kinds.Found:
    board = msgspec.structs.replace(
        BOARD, scenario="alone", sides=(("red",),), umpire=signer("uma"), dice="umpire"
    )
    points = term_kinds.Scale(win=100, draw=50, loss=0, bye=0)
    fields = {"board": board, "points": points, "ties": ("wins",)}
    return terms(term_kinds.Solitaire(rounds), **{**fields, **changes})


def listed(**changes: Any) -> kinds.Found:
    elo = term_kinds.Elo(start=1500, claimed=False, digits=1, k=20)
    fields = {"ties": (), "ratings": (elo,), **changes}
    return terms(term_kinds.RatingList(), **fields)


def knockout(draws: Any = "seed", *, third: bool = False, **changes: Any) -> kinds.Found:
    return terms(term_kinds.SingleElimination(draws=draws, third=third), ties=(), **changes)


def double(draws: Any = "seed", *, again: bool = True, **changes: Any) -> kinds.Found:
    return terms(term_kinds.DoubleElimination(draws=draws, again=again), ties=(), **changes)


def grouped(groups: int, best: int, draws: Any = "seed", **changes: Any) -> kinds.Found:
    third = changes.pop("third", False)
    form = term_kinds.Groups(groups=groups, best=best, draws=draws, third=third)
    return terms(form, **{"ties": ("wins",), **changes})


def laddered(reach: int = 3, idle: int = 0, **changes: Any) -> kinds.Found:
    after = changes.pop("after", None)
    form = term_kinds.Ladder(reach=reach, idle=idle, after=after)
    return terms(form, **{"ties": (), "seeding": "rating", **changes})


class Meeting:
    """``events`` is the log as dora writes it; ``later``: how much later than now dora does.

    ``deputies``: of keepers of lots, who prove their keys once all keepers have.
    """

    later = timedelta()

    def __init__(
        self,
        found: kinds.Found,
        *handles: str,
        keepers: tuple[str, ...] = ("dora",),
        deputies: Mapping[str, str] | None = None,
    ):
        self.fold = Fold()
        self.events: list[Event] = []
        self.write("found", found)
        deputies = deputies or {}
        for handle in keepers:
            named = signer(deputies[handle]) if handle in deputies else None
            self.says(handle, keep_word(self.fold, identity(handle), named))
        for handle in deputies.values():
            self.says(handle, keep_word(self.fold, identity(handle)))
        for handle in handles:
            self.enters(handle)

    @property
    def now(self) -> History:
        return self.fold.now

    def write(self, kind: str, data: Any, by: str = "dora") -> Event:
        """Write an event; ``data`` that are no struct are written as they are."""
        event = self.made(kind, data, by)
        self.fold.take(event)
        self.events.append(event)
        return event

    def made(self, kind: str, data: Any, by: str = "dora") -> Event:
        """Return an event that may be written next, ``later`` than it is."""
        plain = kinds.write_data(data) if isinstance(data, msgspec.Struct) else data
        typed = kinds.read_data(kind, plain) if kind in kinds.KINDS else data
        at = (datetime.fromisoformat(office.now_utc()) + self.later).replace(tzinfo=None)
        with patch("pbem.director.office.now_utc", lambda: f"{at.isoformat()}Z"):
            return next_event(self.fold, identity(by), typed, kind)

    def refused(self, kind: str, data: Any, by: str = "dora") -> Fault:
        """Return the fault of an event; nothing was taken."""
        before = (self.fold.chain.head, msgspec.json.encode(self.now.found), repr(self.now))
        try:
            self.fold.take(self.made(kind, data, by))
        except BadTournament as error:
            assert (
                self.fold.chain.head,
                msgspec.json.encode(self.now.found),
                repr(self.now),
            ) == before
            return error.fault
        raise AssertionError(f"{kind} was taken")

    def says(self, handle: str, said: word_kinds.AnyWord) -> Event:
        return self.write(type(said).__struct_config__.tag, kinds.Said(word=said))

    def word(self, handle: str, what: Any, **more: Any) -> word_kinds.AnyWord:
        if what == "keep":
            return keep_word(self.fold, identity(handle), more.get("deputy"))
        made = composed(self.fold, signer(handle), what, **more)
        return sign_word(made, identity(handle).sign_seed)

    def bid(self, handle: str, side: Any, price: int, at: BoardOf | None = None) -> word_kinds.Bid:
        """Return what somebody bids, unsigned, with a salt of their name.

        Without ``at`` it is for the first board of the last round.
        """
        at = at or BoardOf(len(self.now.rounds), 1)
        return word_kinds.Bid(
            **office.said(self.fold, identity(handle)), round=at.round, board=at.board,
            side=side, price=price, salt=handle.encode().hex().ljust(64, "0"),
        )  # fmt: skip

    def seal(self, handle: str, bid: word_kinds.Bid) -> word_kinds.AnyWord:
        commit = bids.commit(self.now.id, self.now.rounds[bid.round - 1].pair, bid)
        made = word_kinds.Seal(
            **office.said(self.fold, identity(handle)), round=bid.round, board=bid.board,
            commit=commit,
        )  # fmt: skip
        return sign_word(made, identity(handle).sign_seed)

    def opened(self, handle: str, bid: word_kinds.Bid) -> word_kinds.AnyWord:
        """Return a bid signed, by who has seen the newest event."""
        now = msgspec.structs.replace(bid, head=self.fold.chain.head)
        return sign_word(now, identity(handle).sign_seed)

    def raised(
        self, handle: str, side: Any, price: int, at: BoardOf | None = None
    ) -> word_kinds.AnyWord:
        """Return an open bid, for the board that `bid` means, by who has seen the newest event."""
        at = at or BoardOf(len(self.now.rounds), 1)
        made = word_kinds.Raise(
            **office.said(self.fold, identity(handle)), round=at.round, board=at.board,
            side=side, price=price,
        )  # fmt: skip
        return sign_word(made, identity(handle).sign_seed)

    def passed(self, handle: str, at: BoardOf | None = None) -> word_kinds.AnyWord:
        """Return a pass, for the board that `bid` means, by who has seen the newest event."""
        at = at or BoardOf(len(self.now.rounds), 1)
        made = word_kinds.Pass(
            **office.said(self.fold, identity(handle)), round=at.round, board=at.board
        )
        return sign_word(made, identity(handle).sign_seed)

    def enters(self, handle: str, **more: Any) -> Event:
        return self.says(handle, self.word(handle, "enter", **more))

    def closes(self) -> None:
        keys = tuple(sorted(one.sign for one in self.now.entrants if one.plays(1)))
        self.write("closed", kinds.Closed(entrants=keys))

    def lot(self, handle: str) -> word_kinds.AnyWord:
        who, now = identity(handle), self.now
        proof = vrf.prove(who.vrf_secret(now.id), lots.lot_alpha(now.id, now.closed)).hex()
        said = keep_word(self.fold, who)
        made = word_kinds.Lot(
            v=1, tournament=now.id, head=said.head, handle=handle, sign=said.sign, sig="",
            on=now.closed, proof=proof,
        )  # fmt: skip
        return sign_word(made, who.sign_seed)

    def begins(self) -> None:
        """Close the entries and give all lots."""
        self.closes()
        self.gives_lots()

    def gives_lots(self) -> None:
        """Give all lots that are due."""
        while (due := self.now.waits_for_lot()) is not None:
            self.says(due.handle, self.lot(due.handle))

    def pairs(self) -> kinds.Pair:
        made = pairing.pairings(self.now)
        assert made is not None
        data = kinds.Pair(round=self.now.next_round, boards=made[0], byes=made[1])
        self.write("pair", data)
        return data

    def decides(
        self,
        at: BoardOf,
        outcome: plain_kinds.Outcome,
        *,
        played: bool = True,
        score: int = 0,
        level: int = 0,
        scores: Any = msgspec.UNSET,
    ) -> None:
        """Rule on a board; ``score`` is said where one plays alone, ``level`` where there are."""
        own = score if len(self.now.found.board.sides) == 1 else msgspec.UNSET
        reached = msgspec.UNSET if self.now.found.levels is msgspec.UNSET else level
        self.write(
            "rule",
            kinds.Rule(
                round=at.round,
                board=at.board,
                outcome=outcome,
                score=own,
                level=reached,
                scores=self.scores(outcome) if scores is msgspec.UNSET else scores,
                played=played,
                why="seen on the board",
            ),
        )

    def scores(self, outcome: str) -> Any:
        """Return the game's own scores by the terms, where they count."""
        return scores_for(self.now.found, outcome)

    def plays(self, better: str = "") -> None:
        """Decide each owed board: the one of lower handle wins, but for a game among equals."""
        for at in self.now.owed():
            first, second = self.now.pair_of(at)
            self.decides(at, "first" if first.handle < second.handle else "second")

    def again(self) -> Fold:
        """Fold the whole log once more."""
        return fold(self.events)

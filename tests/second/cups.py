"""Tournaments by chance, and events that may be wrong: the program and the second reader judge.

By hand: ``PYTHONPATH=tests python -m second.cups FIRST COUNT``; a tournament is known by its
number.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from typing import Any, get_args

import msgspec
from msgspec import UNSET, UnsetType

from pbem.crypto import signing
from pbem.director import office
from pbem.director.judging import rating_lists
from pbem.errors import FormError
from pbem.log.event import Event
from pbem.table.events.kinds import Clock
from pbem.tournament import bids, changes, substitutes, teams
from pbem.tournament.events import kinds, plain_kinds, term_kinds, word_kinds
from pbem.tournament.events.words import sign_word
from pbem.tournament.faults import BadTournament
from pbem.tournament.history import BoardOf, Entrant
from pbem.tournament.pairings import challenges, requests
from pbem.tournament.pairings.matches import boards_of
from pbem.tournament.ranking.standings import standings
from second import cup_bids
from second.cup_form import TABLE_TIES, TIES
from second.cup_reader import Contest
from second.form import Finding
from toy.group import identity, signer
from toy.meeting import BOARD, Meeting, alone, laddered, listed, robin, swiss, trio

SIDES = bids.SIDES
OUTCOMES = ("first", "second", "draw", "none")
OF_THREE = get_args(plain_kinds.Outcome)[len(OUTCOMES) :]
DEPUTY = term_kinds.Deputy(handle="eve", sign=signer("eve").sign, days=9)
KEEPERS = ("dora", "kim", "lou")
DEPUTIES = ("pat", "ray", "sue")
"""The deputies of these keepers, in lots."""
RED = term_kinds.Price(option="rounds", step=-1, most=2)
BLUE = term_kinds.Price(option="extra", step=2, most=3)


def terms(rng: random.Random) -> kinds.Found:
    """Draw what a tournament is like."""
    win = rng.randint(1, 6)
    draw = rng.randint(0, win)
    loss = rng.randint(0, draw)
    digits, claimed = rng.randint(0, 6), rng.random() < 0.5
    systems: list[term_kinds.System] = [
        term_kinds.Elo(start=1500, claimed=claimed, digits=digits, k=rng.randint(1, 200)),
        term_kinds.Area(start=5000, claimed=claimed, digits=digits),
        term_kinds.Glicko(
            start=1500,
            claimed=claimed,
            digits=digits,
            deviation=rng.randint(30, 500),
            volatility=rng.randint(1000, 200_000),
            tau=rng.randint(100, 1500),
        ),
    ]
    changes: dict[str, Any] = {
        "points": term_kinds.Scale(win=win, draw=draw, loss=loss, bye=rng.randint(0, win)),
        "ties": tuple(rng.sample(TIES, rng.randint(0, len(TIES)))),
        "deputy": rng.choice((None, DEPUTY)),
        "seeding": rng.choice(("lots", "rating")),
        "ratings": tuple(rng.sample(systems, rng.randint(1, 3))),
        "edition": rng.choice((UNSET, 2, 2)),
        "pauses": rng.choice((UNSET, True)),
    }
    if "score" in changes["ties"]:
        given = [rng.randint(-3, 20) for _ in range(4)]
        own = term_kinds.OwnScores(win=given[0], draw=given[1], loss=given[2], bye=given[3])
        changes |= {"scores": own}
    if rng.random() < 0.5:
        board = msgspec.structs.replace(BOARD, umpire=signer("uma"))
        changes |= {"substitutes": True, "board": board}
    if rng.random() < 0.2:
        changes |= {"observers": tuple(map(signer, rng.sample(("obi", "ona", "oz"), 2)))}
    form = rng.choice((*OF_TWO, *OF_OTHERS))
    if form in OF_TWO and rng.random() < 0.4:
        gives = [(win + rng.randint(0, 2), rng.randint(0, loss)), (win + 2, 0)]
        levels = [
            term_kinds.Level(score=at, win=won, loss=lost) for at, (won, lost) in enumerate(gives)
        ]
        changes |= {"levels": tuple(levels[: rng.randint(1, 2)])}
    if form in OF_MATCHES and rng.random() < 0.3:
        changes |= some_teams(rng, changes)
    elif form in OF_MATCHES and rng.random() < 0.4:
        changes |= {"games": rng.randint(2, 4)}
    elif form in OF_TWO and rng.random() < 0.4:
        prices = rng.choice(((RED, BLUE), (RED, None), (None, BLUE)))
        board = changes.get("board", BOARD)
        board = msgspec.structs.replace(board, options={"rounds": 4, "extra": 1})
        terms_of = rng.choice((term_kinds.SealedBids, term_kinds.OpenBids))
        changes |= {"bids": terms_of(prices=prices), "board": board}
    if form not in OF_TIES:
        changes.pop("scores", None)
    return form(rng, changes)


def some_teams(rng: random.Random, changes: Changes) -> Changes:
    """Draw teams, each with reserves, and which points come first."""
    boards, first = rng.randint(2, 3), rng.choice(("match", "board"))
    names = [f"p{at:02}" for at in range(60)]
    listed_ = []
    for at in range(rng.randint(3, 8)):
        players = tuple(signer(names.pop(0)) for _ in range(boards + rng.randint(0, 2)))
        listed_.append(term_kinds.Team(handle=f"t{at}", name=f"The T{at}", players=players))
    win = rng.randint(1, 3)
    draw = rng.randint(0, win)
    match = term_kinds.Scale(win=win, draw=draw, loss=rng.randint(0, draw), bye=rng.randint(0, 4))
    made = term_kinds.Teams(boards=boards, match=match, first=first, list=tuple(listed_))
    other = "board-points" if first == "match" else "match-points"
    ties = list(changes["ties"])[:7]
    if ties and rng.random() < 0.8:
        ties.insert(rng.randint(0, len(ties)), other)
    scores = {} if "score" in ties or "scores" not in changes else {"scores": UNSET}
    return {"teams": made, "ties": tuple(ties), **scores}


def rng_scores(rng: random.Random) -> tuple[int, int]:
    return rng.randint(-5, 30), rng.randint(-5, 30)


Changes = dict[str, Any]


def a_list(_: random.Random, changes: Changes) -> kinds.Found:
    return listed(**changes | {"ties": ()})


def a_ladder(rng: random.Random, changes: Changes) -> kinds.Found:
    """One in two goes on from another, in which some were who enter here, and some were not."""
    keys = [identity(f"p{at:02}").sign_public.hex() for at in rng.sample(range(12), 6)]
    after = term_kinds.After(tournament="a" * 64, head="b" * 64, order=tuple(keys))
    more = {"after": after if rng.random() < 0.5 else None, "ties": ()}
    return laddered(rng.randint(1, 4), rng.choice((0, 1, 2, 3)), **changes | more)


def some_count(rng: random.Random) -> Changes:
    """In half of them only the best rounds of each count."""
    return {"counted": rng.randint(1, 4)} if rng.random() < 0.5 else {}


def by_score(rng: random.Random, changes: Changes) -> kinds.Found:
    ties = tuple(one for one in changes["ties"] if one in ("progressive", "wins"))
    changes = {key: it for key, it in changes.items() if key not in ("substitutes", "board")}
    return alone(rng.randint(1, 4), **changes | some_count(rng) | {"ties": ties, "ratings": ()})


def at_tables(rng: random.Random, changes: Changes) -> kinds.Found:
    ties = tuple(one for one in changes["ties"] if one in TABLE_TIES)
    lists = tuple(one for one in changes["ratings"] if not isinstance(one, term_kinds.Area))
    changes.pop("board", None)
    if changes.pop("substitutes", None):
        board = msgspec.structs.replace(trio(1).board, umpire=signer("uma"))
        changes |= {"substitutes": True, "board": board}
    return trio(rng.randint(1, 6), **changes | some_count(rng) | {"ties": ties, "ratings": lists})


def in_groups(rng: random.Random, changes: Changes) -> kinds.Found:
    grouped = term_kinds.Groups(
        groups=rng.randint(2, 4),
        best=rng.randint(1, 3),
        draws=rng.choice(("seed", "second")),
        third=rng.random() < 0.5,
    )
    return robin(**changes | {"format": grouped})


def single(rng: random.Random, changes: Changes) -> kinds.Found:
    form = term_kinds.SingleElimination(
        draws=rng.choice(("seed", "second")), third=rng.random() < 0.5
    )
    return robin(**changes | {"format": form, "ties": ()})


def double(rng: random.Random, changes: Changes) -> kinds.Found:
    form = term_kinds.DoubleElimination(
        draws=rng.choice(("seed", "second")), again=rng.random() < 0.5
    )
    return robin(**changes | {"format": form, "ties": ()})


def a_robin(rng: random.Random, changes: Changes) -> kinds.Found:
    return robin(rng.randint(1, 2), **changes | some_count(rng))


def a_swiss(rng: random.Random, changes: Changes) -> kinds.Found:
    if rng.random() < 0.5:
        points = rng.randint(0, changes["points"].draw)
        changes |= {"requested": term_kinds.Requested(points=points, most=rng.randint(1, 3))}
    return swiss(rng.randint(1, 5), **changes | some_count(rng))


OF_TWO = (a_robin, a_swiss, single, double, in_groups, a_list, a_ladder)
OF_OTHERS = (at_tables, by_score)
OF_TIES = (a_robin, a_swiss, in_groups)
"""Two at a board, and ordered by tie-breaks."""
OF_MATCHES = (a_robin, a_swiss, single, double)
MATCHED = term_kinds.RoundRobin | term_kinds.Swiss | term_kinds.Elimination
"""Formats in which two can have several games."""


class Cup(Meeting):
    """A tournament that goes on by chance; the second reader reads each event that is written."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(number)  # noqa: S311 - no secret
        self.second = Contest()
        self.names = [f"p{at:02}" for at in range(99)]
        self.reported: list[tuple[str, str]] = []
        self.sealed: dict[tuple[BoardOf, int], word_kinds.Bid] = {}
        """The bids that somebody has sealed for a board."""
        self.most = 20
        """Rounds, or attempts at them, where the players say how many there are."""
        count = self.rng.choice((1, 1, 2, 3))
        named = dict(zip(KEEPERS, DEPUTIES, strict=True))
        deputies = {one: named[one] for one in KEEPERS[:count] if self.chance(0.4)}
        found = terms(self.rng)
        if not isinstance(found.teams, UnsetType):
            players = [one.handle for team in found.teams.list for one in team.players]
            self.names = self.rng.sample(players, len(players))
        super().__init__(found, keepers=KEEPERS[:count], deputies=deputies)

    def write(self, kind: str, data: Any, by: str = "dora") -> Event:
        event = super().write(kind, data, by)
        self.second.event(event.line)
        return event

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    # what may come at any time

    def comes(self) -> None:
        """Somebody enters, or nobody where all players of teams have."""
        if not self.names:
            return
        handle = self.names.pop(0)
        rating = self.rng.choice((None, 0, 1500, self.rng.randint(800, 2400)))
        from_ = 1 if self.knocks_out() else self.rng.choice((1, 1, 1, 2, 3))
        self.enters(handle, rating=rating, from_=from_)

    def knocks_out(self) -> bool:
        return not isinstance(self.now.found.format, term_kinds.RoundRobin | term_kinds.OPEN)

    def outcomes(self) -> tuple[Any, ...]:
        """How a board can end; nobody's last."""
        return {1: ("first", "draw", "none"), 2: OUTCOMES, 3: (*OF_THREE, "none")}[self.seats]

    def score(self) -> Any:
        """A score where one plays alone, or where it may be wrong."""
        if (self.seats == 1) == self.chance(0.95):
            return self.rng.randint(-3, 40)
        return UNSET

    def own_scores(self) -> Any:
        """The game's own scores of two, where they count."""
        return UNSET if self.now.found.scores is UNSET else rng_scores(self.rng)

    def scores(self, outcome: str) -> Any:
        return self.own_scores()

    def level(self, outcome: str) -> int:
        """A level that the outcome can have; 0 where there are no levels."""
        levels = self.now.found.levels
        if isinstance(levels, UnsetType) or outcome not in OUTCOMES[:2]:
            return 0
        return self.rng.randint(0, len(levels))

    def reached(self, outcome: str) -> Any:
        """The same as it is written, sometimes wrong."""
        has = self.now.found.levels is not UNSET
        return self.level(outcome) + self.chance(0.05) if has == self.chance(0.95) else UNSET

    @property
    def seats(self) -> int:
        return len(self.now.found.board.sides)

    def goes(self) -> None:
        """Somebody withdraws, is put out, or returns."""
        who = self.rng.choice(self.now.entrants)
        plays = who.plays(plain_kinds.ROUNDS_MAX + 1)
        if plays and self.chance(0.3):
            self.write("out", kinds.PutOut(entrant=who.number, why="no answer"))
        elif self.speaks(who):
            what = "withdraw" if plays else "return"
            self.says(who.speaker, self.word(who.speaker, what, from_=self.rng.randint(1, 4)))

    def speaks(self, who: Entrant) -> bool:
        """Whether somebody can say words: of a team its captain, once they have entered."""
        return who.team is None or who.sign in self.now.members

    def lines_up(self) -> None:
        """A captain says who plays from some round on."""
        if self.now.teams is None or not self.now.entrants or self.chance(0.5):
            return
        who = self.rng.choice(self.now.entrants)
        word = self.line_up(who)
        if self.speaks(who) and not teams.why_no_lineup(self.now, who, word):
            self.says(who.speaker, word)

    def line_up(self, who: Entrant) -> word_kinds.LineUp:
        """A line-up, mostly in order and of those who have entered."""
        team, boards = who.team, self.now.legs
        count = 3 if team is None else len(team.players)
        places = [self.rng.randint(1, count + 1) for _ in range(max(2, boards))]
        if team is not None and self.chance(0.8):
            there = [at for at in range(count) if team.players[at].sign in self.now.members]
            if len(there) >= boards:
                places = [at + 1 for at in sorted(self.rng.sample(there, boards))]
        said = office.said(self.fold, identity(who.speaker))
        from_ = self.rng.choice((1, 1, 2, 4))
        made = word_kinds.LineUp(**said, from_=from_, players=tuple(places))
        return sign_word(made, identity(who.speaker).sign_seed)  # type: ignore[return-value]

    def odd_lineup(self) -> tuple[str, Any, str]:
        """A line-up that may be none, of somebody."""
        if not self.now.entrants:
            return self.odd_word()
        who = self.rng.choice(self.now.entrants)
        word = self.line_up(who)
        if who.team is not None and self.chance(0.2):
            mate = self.rng.choice(who.team.players).handle
            word = msgspec.structs.replace(word, handle=mate, sign=signer(mate).sign)
            word = sign_word(word, identity(mate).sign_seed)  # type: ignore[assignment]
        return "lineup", kinds.Said(word=word), "dora"

    def asks(self) -> None:
        """Somebody asks for a bye in a round that is next, or later."""
        now = self.now
        if not now.entrants or now.found.requested is UNSET:
            return
        who, round_ = self.rng.choice(now.entrants), now.next_round + self.rng.choice((0, 0, 1))
        if self.speaks(who) and not requests.why_none(now, who, round_):
            self.says(who.speaker, self.word(who.speaker, "bye", round_=round_))

    def some_change(self) -> kinds.Change:
        """Another clock, other options, an umpire, another number of rounds; some cannot be."""
        now, rng = self.now, self.rng
        board = now.board_in(now.next_round)
        other = rng.choice(
            (
                {"clock": Clock(days=rng.randint(3, 5), bank=0, grace=1, turn=None)},
                {"options": {**board.options, "rounds": rng.randint(2, 5)}},
                {"umpire": rng.choice((signer("uma"), None))},
                {"sides": board.sides[::-1]},
            )
        )
        rounds = rng.choice((None, None, rng.randint(1, 7)))
        made = rng.choice((None, msgspec.structs.replace(board, **other)))
        since = max(1, now.next_round + rng.choice((-1, 0, 0, 0, 1, 2)))
        return kinds.Change(from_=since, rounds=rounds, board=made, why="so it is agreed")

    def changes(self) -> None:
        """The director changes the terms, where that can be."""
        made = self.some_change()
        if not changes.why_none(self.now, made) and not changes.contradicts(self.now.found, made):
            self.write("change", made)

    def replaces(self) -> None:
        """Somebody at a board names a substitute, or is back."""
        if self.now.found.substitutes is UNSET or self.chance(0.5):
            return
        if not (owed := self.now.owed()):
            return
        at = self.rng.choice(owed)
        who = self.rng.choice(self.now.pair_of(at))
        word = self.named_word(at, who)
        if not substitutes.why_none(self.now, who, word):
            self.says(word.handle, word)

    def waits(self) -> None:
        """The director sets a deadline, or players ask for a later one."""
        if self.chance(0.7):
            return
        now, rng = self.now, self.rng
        round_ = max(1, len(now.rounds))
        due = self.some_due(round_)
        event = self.made("due", due)
        if not changes.why_not_due(now, due, event.at):
            self.write("due", due)
        for number in now.asked_to_pause(round_):
            who = now.entrant(number)
            word = self.pause(round_, who.speaker, rng.choice((7, 7, 7, 8)))
            if self.speaks(who) and not changes.why_no_pause(now, who, word):
                self.says(word.handle, word)
        self.tries(self.odd_wait)

    def announces(self) -> None:
        """The director says until when people should enter."""
        entries = self.some_entries()
        event = self.made("entries", entries)
        if not changes.why_no_entries(self.now, entries, event.at):
            self.write("entries", entries)

    def some_due(self, round_: int) -> kinds.Due:
        until = f"209{self.rng.randint(0, 9)}-01-02T03:04:05Z"
        why = self.rng.choice((UNSET, "so"))
        fields: dict[str, Any] = {"zone": "Europe/Berlin", "offset": 60, "then": "remind"}
        return kinds.Due(round=round_, until=until, why=why, **fields)

    def some_entries(self) -> kinds.Entries:
        """A deadline of entries, which may be none."""
        until = f"20{self.rng.choice(('01', '97', '98', '99'))}-01-02T03:04:05Z"
        why = self.rng.choice((UNSET, "so"))
        return kinds.Entries(until=until, zone="Europe/Berlin", offset=60, why=why)

    def pause(self, round_: int, handle: str, year: int) -> word_kinds.Pause:
        said = office.said(self.fold, identity(handle))
        until = f"209{year}-05-06T07:08:09Z"
        made = word_kinds.Pause(**said, round=round_, until=until)
        return sign_word(made, identity(handle).sign_seed)  # type: ignore[return-value]

    def odd_wait(self) -> tuple[str, Any, str]:
        """A deadline or a pause that may be none."""
        rng = self.rng
        round_ = max(1, len(self.now.rounds) + rng.choice((-1, 0, 0, 1)))
        if not self.now.entrants or self.chance(0.3):
            return "due", self.some_due(round_), "dora"
        handle = rng.choice(self.now.entrants).speaker
        word = self.pause(round_, handle, rng.randint(0, 9))
        if self.chance(0.2):
            word = msgspec.structs.replace(word, until="9999-01-01T00:00:00Z")
            word = sign_word(word, identity(handle).sign_seed)  # type: ignore[assignment]
        return "pause", kinds.Said(word=word), "dora"

    def named_word(self, at: BoardOf, who: Any) -> word_kinds.Substitute | word_kinds.Back:
        """A substitute or a return, mostly in turn, by a key that may be somebody's already."""
        now, rng = self.now, self.rng
        named = now.named.get(at, {}).get(who.number, []) if now.has(at) else []
        turn = len(named) % 2 ^ self.chance(0.1)
        names = [f"{who.handle}-{rng.randint(2, 4)}"] if turn else ["sid", "sam", "sue"]
        if not turn and now.teams is not None and who.number:
            team = now.entrant(who.number).team
            names += [one.handle for one in team.players] if team else []
        player = rng.choice((*names, *names, *names, "sid", "uma", "p03"))
        said = office.said(self.fold, identity(who.handle))
        where = {"round": at.round, "board": at.board, "player": signer(player)}
        if not turn:
            made = word_kinds.Substitute(**said, **where, until="2027-01-02T03:04:05Z")
        else:
            text = substitutes.agreed_bytes(now.id, who.handle, who.sign)
            by = player if self.chance(0.9) else who.handle
            agreed = signing.sign(identity(by).sign_seed, text).hex()
            made = word_kinds.Back(**said, **where, agreed=agreed)
        return sign_word(made, identity(who.handle).sign_seed)

    def odd_name(self) -> tuple[str, Any, str]:
        """A substitute or a return somewhere, of somebody."""
        rng = self.rng
        at = BoardOf(rng.randint(1, max(1, len(self.now.rounds))), rng.randint(1, 3))
        if (owed := self.now.owed()) and self.chance(0.7):
            at = rng.choice(owed)
        others = [who for one in self.now.entrants for who in self.now.persons(one)]
        there = self.now.pair_of(at) if self.now.has(at) and self.chance(0.8) else others
        if not there:
            return self.odd_word()
        word = self.named_word(at, rng.choice(there))
        if self.chance(0.1):
            word = msgspec.structs.replace(word, round=rng.randint(1, 4))
        return str(type(word).__struct_config__.tag), kinds.Said(word=word), "dora"

    def challenges(self) -> None:
        """Somebody challenges another, half of the time one who waits for it."""
        now, reported = self.now, [(two, one) for one, two in self.now.challenges]
        there = [one.number for one in now.entrants if one.plays(now.next_round)]
        pairs = [(one, two) for one in there for two in there if one != two]
        if not now.order or not pairs:
            return
        who, whom = self.rng.choice(reported if reported and self.chance(0.6) else pairs)
        if not challenges.why_none(now, who, whom):
            handle, other = now.entrant(who).handle, now.entrant(whom).handle
            self.says(handle, self.word(handle, "challenge", whom=other))

    def finishes(self, at: BoardOf) -> None:
        """A board is decided by a game or a ruling."""
        known = self.outcomes()
        outcome = self.rng.choice(known if self.chance(0.2) else known[:-1])
        if self.chance(0.3):
            self.backs()
        if self.now.found.deputy and self.chance(0.2):
            self.later += timedelta(days=9)
            why, score = "he is silent", self.rng.randint(0, 9) if self.seats == 1 else UNSET
            level = UNSET if self.now.found.levels is UNSET else self.level(outcome)
            where = {"round": at.round, "board": at.board, "outcome": outcome, "score": score}
            where["level"], where["scores"] = level, self.own_scores()
            self.write("rule", kinds.Rule(**where, played=True, why=why), "eve")
            return
        made = self.now.bids.get(at)
        owed = made is not None and not made.are_settled
        if owed or self.chance(0.25):
            score, level = self.rng.randint(0, 40), self.level(outcome)
            self.decides(at, outcome, played=self.chance(0.4), score=score, level=level)
            if owed or self.chance(0.5):
                return
            outcome = self.rng.choice(known)  # its log comes after all
        game = self.rng.randbytes(32).hex()
        where = {"round": at.round, "board": at.board, "game": game}
        self.write("game", kinds.GameOf(**where))
        score = self.rng.randint(-3, 40) if self.seats == 1 else UNSET
        level = UNSET if self.now.found.levels is UNSET else self.level(outcome)
        forfeited = self.now.edition > 1 and self.chance(0.2)
        ends = {"outcome": outcome, "score": score, "level": level}
        ends["played"] = False if forfeited else UNSET
        ends["scores"] = self.own_scores()
        self.write("result", kinds.ResultOf(**where, head=game, **ends))

    def backs(self) -> None:
        """The director rules where there is a result, or takes a ruling back to what it says."""
        decided = self.now.decided
        ruled = [at for at, proven in self.now.proven.items() if decided[at] != proven]
        if ruled:
            where = {"round": ruled[0].round, "board": ruled[0].board}
            data = kinds.Rule(**where, outcome="log", played=True, why="the log says so")
            self.write("rule", data)

    def bids_for(self, at: BoardOf) -> None:
        """The two of a board bid, in one way or the other, mostly until all is settled."""
        while self.now.bids_owed(at) and self.chance(0.95):
            who, made = self.rng.choice(self.now.bids_owed(at)), self.now.bids[at]
            if self.chance(0.2):
                self.write("unbid", self.silence(at, who.number))
            elif isinstance(made, bids.Auction):
                self.bids_in_turn(at, who.handle, made)
            elif not made.hands[who.number].commit:
                side, price = self.rng.choice((*SIDES, "first")), self.rng.choice((0, 1, 1, 2, 3))
                self.sealed[at, who.number] = self.bid(who.handle, side, price, at)
                self.says(who.handle, self.seal(who.handle, self.sealed[at, who.number]))
            elif not self.opens(at, who):
                self.write("unbid", self.silence(at, who.number))
            self.tries()
            self.tries(lambda: self.odd_bid(at))

    def bids_in_turn(self, at: BoardOf, handle: str, made: bids.Auction) -> None:
        """Let the active bidder go above the other, or pass."""
        terms, stands = self.now.found.bids, made.stands
        assert isinstance(terms, term_kinds.OpenBids)
        side = self.rng.choice(SIDES) if stands is None else stands.side
        low = 0 if stands is None else stands.price + 1
        if stands is not None and self.chance(0.4):
            self.says(handle, self.passed(handle, at))
        else:
            price = self.rng.randint(low, bids.most(terms, side))
            self.says(handle, self.raised(handle, side, price, at))

    def opens(self, at: BoardOf, who: Any) -> bool:
        """Open a bid, unless its price is more than can be bid."""
        bid = self.sealed[at, who.number]
        terms = self.now.found.bids
        assert isinstance(terms, term_kinds.SealedBids)
        if bid.price > bids.most(terms, bid.side):
            return False
        self.says(who.handle, self.opened(who.handle, bid))
        return True

    def silence(self, at: BoardOf, number: int) -> kinds.Unbid:
        return kinds.Unbid(round=at.round, board=at.board, entrant=number, why="no answer")

    def odd_bid(self, at: BoardOf | None = None) -> tuple[str, Any, str]:
        """A seal, a bid or a silence, or a game before them, somewhere, of somebody."""
        rng, there = self.rng, self.now.entrants
        if at is None:
            at = BoardOf(rng.randint(1, max(1, len(self.now.rounds))), rng.randint(1, 4))
            if (owed := self.now.owed()) and self.chance(0.7):
                at = rng.choice(owed)
        if self.chance(0.1):
            return "game", kinds.GameOf(round=at.round, board=at.board, game="2" * 64), "dora"
        pair = self.now.pair_of(at) if self.now.has(at) and self.chance(0.8) else there
        if not pair or self.chance(0.4):
            number = rng.choice(pair).number if pair else 1
            return "unbid", self.silence(at, number), rng.choice(("dora", "dora", "zoe"))
        who = rng.choice(pair)
        kept = self.sealed.get((at, who.number))
        made = self.bid(who.handle, rng.choice(SIDES), rng.randint(0, 3), at)
        bid = kept if kept is not None and self.chance(0.8) else made
        word = self.opened(who.handle, bid)
        in_turn = isinstance(self.now.found.bids, term_kinds.OpenBids) == self.chance(0.9)
        what = rng.choice(("raise", "raise", "pass") if in_turn else ("seal", "bid", "bid"))
        if what == "seal" and self.now.has(at):
            word = self.seal(who.handle, bid)
        elif what == "raise":
            word = self.raised(who.handle, bid.side, bid.price, at)
        elif what == "pass":
            word = self.passed(who.handle, at)
        if self.chance(0.3):
            word = msgspec.structs.replace(word, head=rng.choice(self.events).id)
            word = sign_word(word, identity(who.handle).sign_seed)
        return str(type(word).__struct_config__.tag), kinds.Said(word=word), "dora"

    def appeals(self) -> None:
        """The director decides again what was decided, or lets it stand."""
        at = self.rng.choice(list(self.now.decided))
        before = self.now.decided[at]
        if self.chance(0.5):
            who = self.rng.choice(self.now.entrants).number
            if (at, who) not in self.now.answered:
                self.write("dismiss", self.dismissal(at.round, at.board, who))
            return
        outcome = self.rng.choice([one for one in self.outcomes() if one != before.outcome])
        score, level = self.rng.randint(0, 40), self.level(outcome)
        self.decides(at, outcome, played=self.chance(0.5), score=score, level=level)

    def dismissal(self, round_: int, board: int, entrant: int) -> kinds.Dismiss:
        return kinds.Dismiss(round=round_, board=board, entrant=entrant, why="no")

    def happens(self) -> None:
        """Perhaps something between the rounds."""
        open_ = isinstance(self.now.found.format, term_kinds.OPEN)
        late = not open_ and self.now.closed
        for _ in range(3):
            if self.chance(0.15) and not late:
                self.comes()
            if self.chance(0.15) and self.now.entrants:
                self.goes()
            if self.now.is_open_ended:
                self.challenges()
            self.asks()
            self.lines_up()
            self.replaces()
            if self.chance(0.15) and self.now.decided:
                self.appeals()
            if self.chance(0.1):
                self.changes()
            if not self.now.closed and self.chance(0.2):
                self.announces()
            self.tries()

    # all of it

    def runs(self) -> None:
        """From the entries to the end, and compare what follows again and again."""
        for _ in range(self.rng.randint(2, 9)):
            self.comes()
            self.happens()
        if not self.has_enough():
            return
        self.closes()
        while (due := self.now.waits_for_lot()) is not None:
            self.happens()
            if due.deputy is not None and self.chance(0.5):
                self.write("unlot", kinds.Unlot(keeper=due.handle, why="no answer"))
            else:
                self.says(due.handle, self.lot(due.handle))
            self.tries()
        while self.now.next_round <= min(self.now.length, self.most) and self.paired():
            self.compare()
            for at in self.now.owed():
                self.tries()
                self.replaces()
                self.waits()
                self.bids_for(at)
                if not self.now.is_open_ended or self.chance(0.7):
                    self.finishes(at)
            self.compare()
        for at in self.now.owed():
            self.finishes(at)
        if self.chance(0.7) and self.now.rounds:
            order = tuple(row.number for row in standings(self.now))
            self.write("close", kinds.Close(order=order))
            self.tries()
        self.compare()

    def has_enough(self) -> bool:
        """Let more come until a round can be paired; of teams there may be too few."""
        while sum(one.plays(1) for one in self.now.entrants) < max(2, self.seats):
            if not self.names:
                return False
            self.comes()
        return True

    def paired(self) -> bool:
        """Whether a round was paired, or may be later: both say why not."""
        self.happens()
        try:
            self.pairs()
        except FormError:
            return False
        except BadTournament:
            number = self.now.next_round
            playing = self.second.playing(number)
            if self.now.is_open_ended:
                assert not self.second.agreed()
                self.most -= 1
                return True
            if self.seats != 2:
                assert len(playing) < self.seats
            else:
                assert self.second.knocked_out(playing, number) == ([], [])
            return False
        return True

    def compare(self) -> None:
        """Whether both have the same standings and ratings."""
        mine = [(row.handle, row.points, row.ties) for row in standings(self.now)]
        assert self.second.standings() == mine
        for at in self.now.boards():
            made = self.now.bids.get(at)
            if made is None or made.are_settled:
                board = self.second.rounds[at.round - 1].boards[at.board - 1]
                mine_of = self.now.board_terms(at)
                agreed = ([list(held) for held in mine_of.sides], mine_of.options)
                found = {**self.second.found, "board": self.second.game_in(at.round)}
                assert cup_bids.terms(found, board) == agreed
            agreed_game = msgspec.json.decode(msgspec.json.encode(self.now.board_in(at.round)))
            assert self.second.game_in(at.round) == agreed_game
        mine_due = {number: due.until for number, due in self.now.deadlines.items()}
        assert {no: due["until"] for no, due in self.second.deadlines.items()} == mine_due
        said = self.now.entries[-1][1].until if self.now.entries else None
        assert (self.second.enter_until or {}).get("until") == said
        lists = self.second.ratings()
        assert set(lists) == set(rating_lists(self.now))
        for system, lines in rating_lists(self.now).items():
            for line in lines:
                one = lists[system][line.handle]
                assert str(one.rating) == line.rating, (system, line)
                assert one.games == line.games
                assert system != "glicko-2" or str(one.deviation) == line.deviation

    # what may be wrong

    def tries(self, odd: Callable[[], tuple[str, Any, str]] | None = None) -> None:
        """Some event that may be wrong: both say the same of it, and it is not written."""
        some = (
            *(self.odd_word, self.odd_word, self.odd_place, self.odd_event, self.odd_pair),
            *((self.odd_bid,) if self.now.found.bids else ()),
            *((self.odd_wait,) if self.now.found.pauses is not UNSET else ()),
            *((self.odd_lineup,) * 2 if self.now.teams or self.chance(0.1) else ()),
            *((self.odd_name,) * 2 if self.now.found.substitutes is not UNSET else ()),
        )
        kind, data, by = (odd or self.rng.choice(some))()
        was = self.later
        self.later += timedelta(days=self.rng.choice((0, 0, 8, 9)))
        event = self.made(kind, data, by)
        self.later = was
        try:
            self.fold.judge(event)
            program = ""
        except BadTournament as error:
            program = error.fault.code
        try:
            deepcopy(self.second).event(event.line)
            second = ""
        except Finding as finding:
            second = finding.code
        self.reported.append((kind, program))
        if kind == "pair" and isinstance(self.now.found.format, term_kinds.Swiss):
            # It does not pair: it may miss what the engine would pair otherwise.
            assert second in ("", program) or program == "pair.due", (kind, program, second)
        else:
            assert second == program, (kind, data, program, second)

    def odd_word(self) -> tuple[str, Any, str]:
        """A word that may be old, of somebody else, altered, or out of place."""
        who, word = self.some_word()
        change = self.rng.randrange(8)
        if change == 1:
            word = msgspec.structs.replace(word, head=self.rng.choice(self.events).id)
        elif change == 2:
            word = msgspec.structs.replace(word, head="1" * 64)
        elif change == 3:
            word = msgspec.structs.replace(word, tournament="1" * 64)
        elif change == 4:
            word = msgspec.structs.replace(word, handle="zed")
        elif change == 5 and isinstance(word, word_kinds.Lot):
            word = msgspec.structs.replace(word, on=self.rng.choice(self.events).id)
        elif change == 6 and isinstance(word, word_kinds.Lot | word_kinds.Keep):
            word = msgspec.structs.replace(word, proof="0" * 160)
        author = who if change < 7 else "zoe"
        word = sign_word(word, identity(author).sign_seed)
        kind = type(word).__struct_config__.tag if self.chance(0.9) else "enter"
        return str(kind), kinds.Said(word=word), "dora"

    def some_word(self) -> tuple[str, word_kinds.AnyWord]:
        """A word of somebody, and who it is."""
        entered = [one.handle for one in (*self.now.entrants, *self.now.members.values())]
        who = self.rng.choice([*KEEPERS, *DEPUTIES, *entered, "zoe"])
        what = self.rng.choice(("enter", "withdraw", "return", "keep", "lot", "challenge", "bye"))
        due = self.now.waits_for_lot()
        if due is not None and self.chance(0.5):
            who, what = due.handle, "lot"
        if what == "lot" and self.now.closed and who in (*KEEPERS, *DEPUTIES):
            return who, self.lot(who)
        if what == "challenge" and self.now.entrants:
            whom = self.rng.choice(self.now.entrants).handle
            return who, self.word(who, what, whom=whom)
        if what in ("enter", "withdraw", "return", "bye"):
            return who, self.word(who, what, round_=self.rng.randint(1, 6))
        named = signer(self.rng.choice((*KEEPERS, *DEPUTIES, "zoe")))
        return who, self.word(who, "keep", deputy=named if self.chance(0.5) else None)

    def odd_place(self) -> tuple[str, Any, str]:
        """A game, a result or a ruling somewhere."""
        last = max(1, len(self.now.rounds))
        where = {"round": self.rng.randint(1, last + 1), "board": self.rng.randint(1, 4)}
        game = self.rng.choice(["1" * 64, *self.now.games.values()])
        outcome = self.rng.choice((*OUTCOMES, *self.outcomes()))
        ends = {"outcome": outcome, "score": self.score(), "level": self.reached(outcome)}
        ends["scores"] = self.own_scores() if self.chance(0.9) else rng_scores(self.rng)
        data: Any = self.rng.choice(
            (
                kinds.GameOf(**where, game=game),
                kinds.ResultOf(**where, game=game, head=game, **ends),
                kinds.Rule(**where, **ends, played=self.chance(0.5), why="so"),
                kinds.Rule(**where, **self.back(), why="so"),
                kinds.Dismiss(**where, entrant=self.rng.randint(1, 5), why="so"),
            )
        )
        names = {kinds.GameOf: "game", kinds.ResultOf: "result", kinds.Rule: "rule"}
        names[kinds.Dismiss] = "dismiss"
        return names[type(data)], data, self.rng.choice(("dora", "dora", "dora", "zoe", "eve"))

    def back(self) -> dict[str, Any]:
        """Return what is right in a ruling that takes others back, and now and then what is not."""
        odd = self.chance(0.1)
        played, score = self.chance(0.9), self.score() if odd else UNSET
        return {"outcome": "log", "played": played, "score": score}

    def odd_event(self) -> tuple[str, Any, str]:
        """The end, the end of the entries, another beginning, somebody put out."""
        keys = sorted(one.sign for one in self.now.entrants)[self.rng.randint(0, 1) :]
        order = [row.number for row in standings(self.now)]
        if self.chance(0.5):
            self.rng.shuffle(order)
        some = (
            ("found", self.now.found),
            ("change", self.some_change()),
            ("unlot", kinds.Unlot(keeper=self.rng.choice((*KEEPERS, "zoe")), why="so")),
            ("out", kinds.PutOut(entrant=self.rng.randint(1, 12), why="so")),
            ("entries", self.some_entries()),
            ("closed", kinds.Closed(entrants=tuple([*keys, "1" * 64, "2" * 64][: len(keys) + 2]))),
            ("closed", kinds.Closed(entrants=tuple(keys) if len(keys) > 1 else ("1" * 64,) * 2)),
            ("close", kinds.Close(order=tuple(order) if len(order) > 1 else (1, 2))),
        )
        return (*self.rng.choice(some), "dora")

    def odd_pair(self) -> tuple[str, Any, str]:
        """Other pairings than those that follow, or at another time."""
        there = [one.number for one in self.now.entrants] or [1, 2]
        self.rng.shuffle(there)
        seats = self.seats if self.chance(0.9) else self.rng.randint(1, 3)
        count = len(there) // seats
        boards = tuple(tuple(there[seats * at : seats * (at + 1)]) for at in range(count))
        if self.now.legs > 1 and self.chance(0.7):
            boards = boards_of(boards, self.now.legs)
        number = self.now.next_round + self.rng.choice((0, 0, 0, 1))
        byes = tuple(sorted(there[seats * count :]))
        return "pair", kinds.Pair(round=number, boards=boards, byes=byes), "dora"


def main(first: int, count: int) -> None:
    """Run some tournaments by chance."""
    for number in range(first, first + count):
        try:
            cup = Cup(number)
            cup.runs()
        except Exception:
            sys.stderr.write(f"tournament {number}\n")
            raise
        sys.stdout.write(f"{number}: {len(cup.events)} events, {len(cup.reported)} tried\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

"""The history of a tournament, in plain data for the modules beside it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from msgspec import UnsetType

from pbem.crypto.dice import Stream
from pbem.table.events.kinds import Signer
from pbem.tournament import bids, lots, outcomes
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.events.kinds import Found
from pbem.tournament.events.plain_kinds import ROUNDS_MAX, Outcome
from pbem.tournament.events.term_kinds import (
    DoubleElimination,
    Elimination,
    Groups,
    RoundRobin,
    Scale,
    Swiss,
    Team,
    Teams,
)
from pbem.tournament.ladder import Ladder


class BoardOf(NamedTuple):
    """A board: the number of its round, and its own in it, both from 1."""

    round: int
    board: int

    def __str__(self) -> str:
        return f"round {self.round}, board {self.board}"


class Dismissed(NamedTuple):
    """An appeal that was not granted: on which board, the number of who appealed, and why."""

    at: BoardOf
    entrant: int
    why: str


class Silenced(NamedTuple):
    """An entrant who bids nothing for a board, on the director's word, and why."""

    at: BoardOf
    entrant: int
    why: str


class Removed(NamedTuple):
    """An entrant who plays no longer, on the director's word, from which round on, and why."""

    entrant: int
    round: int
    why: str


class Decided(NamedTuple):
    """How a board ended: by a game's log, or by a ruling with why, which may be no game played.

    ``score``: that of who plays alone, elsewhere None; ``level``: of the winner's victory;
    ``deputy``: who ruled for the director; ``scores``: the game's own of the two, where they count.
    """

    outcome: Outcome
    played: bool
    ruled: str
    head: str
    score: int | None = None
    deputy: str = ""
    level: int = 0
    scores: tuple[int, ...] = ()


@dataclass
class Entrant:
    """An entrant: ``from_`` is their first round; ``turns``: where they left and returned.

    ``name``: how they want to be shown, empty where they said nothing. A ``team`` has the key of
    its captain, who speaks for it.
    """

    number: int
    handle: str
    sign: str
    from_: int
    rating: int
    turns: list[tuple[int, bool]] = field(default_factory=list)
    name: str = ""
    team: Team | None = None

    @property
    def speaker(self) -> str:
        """By which handle words come from them: that of a team's captain."""
        return self.handle if self.team is None else self.team.players[0].handle

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys that speak for them: of a team those of all its players."""
        return (self.sign,) if self.team is None else tuple(one.sign for one in self.team.players)

    @property
    def known_by(self) -> str:
        """By what they are the same in several tournaments: their key; of a team its handle."""
        return self.sign if self.team is None else f"team {self.handle}"

    def plays(self, round_: int) -> bool:
        """Say whether they play in a round that is to be paired."""
        now = round_ >= self.from_
        for since, playing in self.turns:
            if round_ >= since:
                now = playing
        return now


class Paired(NamedTuple):
    """A round: the id of its ``pair`` event, its boards (first, second), who has a bye.

    At a table there is a third, by score the first alone. ``asked``: who has a bye on request.
    """

    pair: str
    boards: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    asked: tuple[int, ...] = ()


@dataclass
class Keeper:
    """A keeper of lots: their handle, keys, and the proof of their lot once it is there.

    ``named``: whom they would have as their deputy, ``deputy``: who then proved a key for that;
    ``passed``: why, where the director has said that the deputy gives the lot.
    """

    handle: str
    sign: str
    vrf: str
    lot: str = ""
    named: Signer | None = None
    deputy: Keeper | None = None
    passed: str = ""

    @property
    def giver(self) -> Keeper:
        """The keeper whose lot is among those that make the stream: this one, or the deputy."""
        return self.deputy if self.passed and self.deputy is not None else self


@dataclass
class History:
    """The content of a tournament's log, event by event.

    ``number`` is that of an entrant, ``round_`` that of a round, both from 1; ``at`` is a board.
    """

    id: str
    found: Found
    entrants: list[Entrant] = field(default_factory=list)
    keepers: list[Keeper] = field(default_factory=list)
    closed: str = ""
    drawn: list[int] = field(default_factory=list)
    """Whom ``closed`` lists. An entrant who goes after it keeps their place, or their going would
    draw again."""
    lots: list[int] = field(default_factory=list)
    """Whom ``closed`` lists as they were drawn."""
    order: list[int] = field(default_factory=list)
    first_has_first: bool = True
    rounds: list[Paired] = field(default_factory=list)
    games: dict[BoardOf, str] = field(default_factory=dict)
    decided: dict[BoardOf, Decided] = field(default_factory=dict)
    proven: dict[BoardOf, Decided] = field(default_factory=dict)
    """The results of games' logs, also where a ruling counts in their place."""
    before: dict[BoardOf, Decided] = field(default_factory=dict)
    """How boards of a bracket, or of groups before one, stood when the round after was paired."""
    dismissed: list[Dismissed] = field(default_factory=list)
    answered: set[tuple[BoardOf, int]] = field(default_factory=set)
    """The entrants whose appeal on a board was dismissed, and the board was not ruled on since."""
    ladder: Ladder | None = None
    """The places, once the lots of a ladder are drawn."""
    challenges: list[tuple[int, int]] = field(default_factory=list)
    """The challengers for the next round, and whom they challenged."""
    asked: set[tuple[int, int]] = field(default_factory=set)
    """The entrants who have asked for a bye, by their number, with the round."""
    bids: dict[BoardOf, bids.Bids] = field(default_factory=dict)
    """The bids for the sides of each board, where the terms have any."""
    changes: list[kinds.Change] = field(default_factory=list)
    deadlines: dict[int, kinds.Due] = field(default_factory=dict)
    """The deadline of each round, where it has one."""
    moves: dict[int, list[tuple[str, kinds.Due]]] = field(default_factory=dict)
    """All deadlines that a round has had, each with the time of its event, the newest last."""
    entries: list[tuple[str, kinds.Entries]] = field(default_factory=list)
    """All deadlines that entries have had, each with the time of its event, the newest last."""
    paused: dict[int, dict[int, str]] = field(default_factory=dict)
    """Until when players of a round would have its deadline, by their number."""
    silenced: list[Silenced] = field(default_factory=list)
    removed: list[Removed] = field(default_factory=list)
    members: dict[str, Entrant] = field(default_factory=dict)
    """The players of teams who have entered, by their keys, each with the number of the team's
    place in `found`."""
    lineups: dict[int, list[tuple[int, tuple[Signer, ...]]]] = field(default_factory=dict)
    """The line-ups of each team, by its number: from which round on, and the players."""
    lined: list[dict[int, tuple[Signer, ...]]] = field(default_factory=list)
    """For each round: the players of each team that has boards."""
    named: dict[BoardOf, dict[int, list[Signer]]] = field(default_factory=dict)
    """Whom entrants have named for a board, by their number: substitutes and own new handles in
    turn."""
    away: dict[tuple[BoardOf, int], str] = field(default_factory=dict)
    """Until when somebody who has named a substitute means to be away."""
    withdrawn: dict[int, int] = field(default_factory=dict)
    """The entrants who have gone by their own word and are not back, by their number: from which
    round on."""
    began: dict[int, int] = field(default_factory=dict)
    """Number of an event by which somebody enters, goes or comes back -> from which round on."""
    closing: int = 0
    """The number of the event that closed the log, once it is over."""
    over: bool = False

    @property
    def edition(self) -> int:
        """Which edition of the rules for standings it has: 1 where `found` says none."""
        edition = self.found.edition
        return 1 if isinstance(edition, UnsetType) else edition

    @property
    def legs(self) -> int:
        """How many games two play who are paired: so many boards in a row are one match."""
        if self.teams is not None:
            return self.teams.boards
        games = self.found.games
        return 1 if isinstance(games, UnsetType) else games

    @property
    def teams(self) -> Teams | None:
        """The teams that may enter; None where each plays for themselves."""
        return None if isinstance(self.found.teams, UnsetType) else self.found.teams

    @property
    def round_scale(self) -> Scale:
        """The worth of a whole round in the points that come first, but for levels."""
        scale, teams = self.found.points, self.teams
        if teams is not None and teams.first == "match":
            return teams.match
        n = self.legs
        return Scale(win=n * scale.win, draw=n * scale.draw, loss=n * scale.loss, bye=scale.bye)

    def on_request(self, round_: int) -> tuple[int, ...]:
        """Return who plays on, and has asked for a bye in a round."""
        asked = sorted(number for number, no in self.asked if no == round_)
        return tuple(number for number in asked if self.entrant(number).plays(round_))

    def playing(self, round_: int) -> list[int]:
        """Return whom a round has to pair, in the order of their entries."""
        off = self.on_request(round_)
        there = (one.number for one in self.entrants if one.plays(round_))
        return [number for number in there if number not in off]

    def entrant(self, number: int) -> Entrant:
        """Return an entrant by their number."""
        return self.entrants[number - 1]

    def open_boards(self, number: int) -> list[BoardOf]:
        """Return the boards of an entrant that are not decided."""
        return [at for at in self.owed() if number in (one.number for one in self.pair_of(at))]

    def can_leave(self, number: int) -> bool:
        """Say whether it makes a difference that an entrant plays no longer.

        It does while a round is left or a board of theirs is open, and in a round robin since
        edition 2 always: who left early counts in no standing.
        """
        rounds = self.length
        early = self.edition > 1 and isinstance(self.found.format, RoundRobin)
        return not rounds or self.next_round <= rounds or early or bool(self.open_boards(number))

    def since(self, round_: int) -> str:
        """Say from which round on something counts, in the words that are used everywhere."""
        if not self.length or round_ <= self.length:
            return f"from round {round_} on"
        return "after the last round was paired"

    def by_handle(self, handle: str) -> Entrant | None:
        """Return the entrant with a handle, or None; of two the one who entered after the other.

        Two have one handle only if the first was put out and never paired.
        """
        return next((one for one in reversed(self.entrants) if one.handle == handle), None)

    def players(self) -> list[Signer]:
        """Return everybody who entered, with the key of the entry."""
        those = self.entrants if self.teams is None else self.members.values()
        return [Signer(one.handle, one.sign) for one in those]

    def people(self) -> list[Entrant]:
        """Return everybody who entered; players of teams have numbers of their own, from 1."""
        if self.teams is None:
            return self.entrants
        return [replace(one, number=no) for no, one in enumerate(self.members.values(), 1)]

    def set_deadline(self, due: kinds.Due, at: str) -> None:
        """Give a round a deadline by an event of the time ``at``; what was wanted is settled."""
        self.deadlines[due.round] = due
        self.moves.setdefault(due.round, []).append((at, due))

    def asked_to_pause(self, round_: int) -> dict[int, str]:
        """Return who has an open board in a round, by number, and until when they want to wait.

        Empty for who has said nothing.
        """
        open_ = {one.number for at in self.owed() if at.round == round_ for one in self.pair_of(at)}
        said = self.paused.get(round_, {})
        return {number: said.get(number, "") for number in sorted(open_)}

    def observers(self) -> tuple[Signer, ...]:
        """Return who gets copies of the mails of games."""
        some = self.found.observers
        return () if isinstance(some, UnsetType) else some

    def lot_keepers(self) -> list[Signer]:
        """Return everybody who keeps lots or is named as a keeper's deputy, with that key."""
        named = [one.named for one in self.keepers if one.named is not None]
        return [*(Signer(one.handle, one.sign) for one in self.keepers), *named]

    def has_entered(self, who: Signer) -> bool:
        """Say whether somebody plays, by their key: anybody can enter by a handle of others."""
        return any(one.sign == who.sign for one in self.players())

    def is_free(self, one: Entrant) -> bool:
        """Say whether somebody else may enter by the handle of an entrant.

        The director has put them out, they have not come back, and no round has paired them.
        """
        gone = not one.plays(ROUNDS_MAX + 1) and one.number not in self.withdrawn
        paired = {number for round_ in self.rounds for board in round_.boards for number in board}
        paired |= {number for round_ in self.rounds for number in (*round_.byes, *round_.asked)}
        out = {removed.entrant for removed in self.removed}
        return gone and one.number in out and one.number not in paired

    @property
    def length(self) -> int:
        """How many rounds there will be at most; 0 while that depends on who still enters."""
        form = self.found.format
        if isinstance(form, Swiss | term_kinds.Tables | term_kinds.Solitaire):
            changed = [one.rounds for one in self.changes if one.rounds is not None]
            return changed[-1] if changed else form.rounds
        if self.is_open_ended:
            return ROUNDS_MAX
        if not self.order:
            return 0
        if isinstance(form, RoundRobin):
            return form.cycles * (len(self.order) - 1 + len(self.order) % 2)
        if isinstance(form, Groups):
            last = sum(min(form.best, len(group)) for group in self.groups())
            return self.group_rounds + (last - 1).bit_length()
        depth = (len(self.order) - 1).bit_length()
        return 2 * depth + form.again if isinstance(form, DoubleElimination) else depth

    @property
    def is_open_ended(self) -> bool:
        """Whether there are as many rounds as the players ask for."""
        return isinstance(self.found.format, term_kinds.Ladder | term_kinds.RatingList)

    def groups(self) -> list[list[int]]:
        """Return who is in each group, in the order of pairing numbers; none of other formats."""
        form = self.found.format
        if not isinstance(form, Groups):
            return []
        dealt: list[list[int]] = [[] for _ in range(form.groups)]
        for place, number in enumerate(self.order):
            turn, group = divmod(place, form.groups)
            dealt[-1 - group if turn % 2 else group].append(number)
        return dealt

    @property
    def group_rounds(self) -> int:
        """How many rounds are those of groups."""
        largest = max(map(len, self.groups()), default=0)
        return largest - 1 + largest % 2 if largest else 0

    @property
    def next_round(self) -> int:
        """The number of the first round that is not paired."""
        return len(self.rounds) + 1

    def boards(self, round_: int | None = None) -> list[BoardOf]:
        """Return the boards of a round, or of all."""
        rounds = range(1, len(self.rounds) + 1) if round_ is None else [round_]
        return [
            BoardOf(no, board + 1)
            for no in rounds
            for board in range(len(self.rounds[no - 1].boards))
        ]

    def pair_of(self, at: BoardOf) -> tuple[Entrant, ...]:
        """Return who plays at a board, the first first: two, or three at a table.

        A player of a team has its number.
        """
        numbers = self.rounds[at.round - 1].boards[at.board - 1]
        if self.teams is None:
            return tuple(map(self.entrant, numbers))
        leg, lined = (at.board - 1) % self.legs, self.lined[at.round - 1]
        found = []
        for number in numbers:
            team, one = self.entrant(number), self.members[lined[number][leg].sign]
            found.append(replace(one, number=number, from_=team.from_, turns=team.turns))
        return tuple(found)

    def of_handle(self, handle: str) -> Entrant | None:
        """Return the entrant for whom somebody with a handle plays: themselves, or their team.

        None if there is none.
        """
        for one in self.entrants:
            if one.team is not None and handle in [who.handle for who in one.team.players]:
                return one
        return self.by_handle(handle)

    def persons(self, one: Entrant) -> list[Entrant]:
        """Return an entrant, or all players of a team who have entered, with its number."""
        if one.team is None:
            return [one]
        there = (self.members.get(who.sign) for who in one.team.players)
        return [replace(who, number=one.number) for who in there if who is not None]

    def lined_up(self, number: int, round_: int) -> tuple[Signer, ...]:
        """Return who plays for a team in a round that is next, or later, in order of boards."""
        team = self.entrant(number).team
        assert team is not None  # noqa: S101 - only teams are asked for
        there = [one for one in team.players if one.sign in self.members]
        said = [those for since, those in self.lineups.get(number, ()) if since <= round_]
        return said[-1] if said else tuple(there[: self.legs])

    def match_of(self, at: BoardOf) -> list[BoardOf]:
        """Return the boards of the match to which a board belongs."""
        first = at.board - (at.board - 1) % self.legs
        return [BoardOf(at.round, first + leg) for leg in range(self.legs)]

    def has(self, at: BoardOf) -> bool:
        """Say whether there is this board."""
        there = at.round <= len(self.rounds)
        return there and at.board <= len(self.rounds[at.round - 1].boards)

    def owed(self) -> list[BoardOf]:
        """Return the boards that have neither result nor ruling."""
        return [at for at in self.boards() if at not in self.decided]

    def open_entries(self) -> kinds.Entries | None:
        """Return until when people should enter; None if nobody said, or entries are closed."""
        return self.entries[-1][1] if self.entries and not self.closed else None

    def open_deadlines(self) -> dict[int, kinds.Due]:
        """Return the deadlines of rounds to come, and of those with an open board, by round."""
        if self.over:
            return {}
        open_ = {at.round for at in self.owed()}
        return {
            number: due
            for number, due in self.deadlines.items()
            if number in open_ or number > len(self.rounds)
        }

    def add_round(self, paired: Paired) -> None:
        """Add a round; where somebody goes on from a board, it is kept how that is decided now.

        Between the rounds of groups nothing is kept: nobody goes on from one to the next.
        """
        if self.ladder is not None:
            busy = [number for pair in paired.boards for number in pair]
            owed = (self.pair_of(at) for at in self.owed())
            self.ladder.pair(busy + [one.number for pair in owed for one in pair])
            self.challenges = []
        met = {frozenset(board) for board in paired.boards}
        self.challenges = [pair for pair in self.challenges if frozenset(pair) not in met]
        bracket = isinstance(self.found.format, Elimination | Groups)
        if bracket and self.next_round > self.group_rounds:
            for at, done in self.decided.items():
                self.before.setdefault(at, done)
        if self.teams is not None:
            playing = {number for board in paired.boards for number in board}
            self.lined.append({no: self.lined_up(no, self.next_round) for no in playing})
        self.rounds.append(paired)
        self._drop_challenges()

    def decide(self, at: BoardOf, done: Decided) -> None:
        """Take how a board is decided."""
        self.decided[at] = done
        if self.ladder is not None:
            first, second = self.rounds[at.round - 1].boards[at.board - 1]
            self.ladder.decide(at, (first, second), done.outcome)

    def prove(self, at: BoardOf, done: Decided) -> None:
        """Take the result of a board's game, which decides it unless a ruling does."""
        self.proven[at] = done
        if at in self.decided:
            self.decided[at] = self.decided[at]._replace(head=done.head)
        else:
            self.decide(at, done)

    def words_of(self, at: BoardOf, done: Decided) -> str:
        """Say how a board ended, no matter who decided it."""
        handles = [one.handle for one in self.pair_of(at)]
        won = outcomes.words(done.outcome, handles, done.score, done.level, done.scores)
        return won if done.played else f"{won}, not played"

    def turn(self, who: Entrant, since: int, *, back: bool) -> None:
        """Have somebody play (``back``) or play no longer, from round ``since`` on.

        Their challenges are dropped. Earlier turns that begin in the same round or later are void,
        and not kept: thousands of them would make each question about a round slow.
        """
        who.turns[:] = [*(one for one in who.turns if one[0] < since), (since, back)]
        self._drop_challenges()

    def _drop_challenges(self) -> None:
        """Drop those of whom one does not play in the round that is next."""
        self.challenges = [
            pair
            for pair in self.challenges
            if all(self.entrant(number).plays(self.next_round) for number in pair)
        ]

    def board_in(self, round_: int) -> term_kinds.Board:
        """Return the terms of a round's games, before bids: of `found`, or as they were changed."""
        of = [one.board for one in self.changes if one.board is not None and one.from_ <= round_]
        return of[-1] if of else self.found.board

    def umpired(self) -> list[tuple[Signer, bool, int]]:
        """Return each umpire, whether they keep the dice, and from which round on (0: the first).

        Former umpires are among them, as they were.
        """
        all_of_them = [(0, self.found.board)]
        all_of_them += [(one.from_, one.board) for one in self.changes if one.board is not None]
        found: list[tuple[Signer, bool, int]] = []
        for since, board in all_of_them:
            known = [one[:2] for one in found]
            if board.umpire and (board.umpire, board.dice == "umpire") not in known:
                found.append((board.umpire, board.dice == "umpire", since))
        return found

    def board_terms(self, at: BoardOf) -> term_kinds.Board:
        """Return the terms of a board's game, ``sides`` and options as the bids came to."""
        made = self.bids.get(at)
        came_to = bids.AS_PAIRED if made is None else made.came_to()
        return bids.board_after(self.board_in(at.round), self.found.bids, came_to)

    def bids_owed(self, at: BoardOf) -> list[Entrant]:
        """Return who is to bid next, or to open their bid, before the board's game is opened."""
        made = self.bids.get(at)
        if made is None or at in self.decided:
            return []
        return [self.entrant(number) for number in made.owed]

    def stood(self, at: BoardOf) -> Decided | None:
        """Return how a board was decided when the round after that was paired, or is now.

        None if it is not decided.
        """
        return self.before.get(at, self.decided.get(at))

    def signers(self, at: BoardOf) -> tuple[Signer, ...]:
        """Return handle and key of who plays at a board, the first first."""
        return tuple(Signer(one.handle, one.sign) for one in self.pair_of(at))

    def sitters(self, at: BoardOf) -> tuple[tuple[Signer, ...], ...]:
        """Return who may hold the place of each at a board, in this order, the entrants first."""
        named = self.named.get(at, {})
        numbers = self.rounds[at.round - 1].boards[at.board - 1]
        own = zip(self.signers(at), numbers, strict=True)
        return tuple((who, *named.get(number, ())) for who, number in own)

    def at_board(self, at: BoardOf) -> tuple[Signer, ...]:
        """Return everybody who plays or has played at a board, by this log."""
        return tuple(who for those in self.sitters(at) for who in those)

    def waits_for_lot(self) -> Keeper | None:
        """Return the keeper whose lot is due, None where all are there or none is asked for yet."""
        if not self.closed:
            return None
        return next((one.giver for one in self.keepers if not one.giver.lot), None)

    def draw_lots(self) -> None:
        """Once every lot is there: put the entrants in order, and draw who begins as the first."""
        numbers = {self.entrant(number).sign: number for number in self.drawn}
        drawn: Stream = lots.stream(self.id, self.closed, [one.giver.lot for one in self.keepers])
        order = [numbers[key] for key in lots.draw(list(numbers), drawn)]
        self.lots = list(order)
        if self.found.seeding == "rating":
            order.sort(key=lambda number: -self.entrant(number).rating)  # keeps equal ones drawn
        self.order = order
        if isinstance(form := self.found.format, term_kinds.Ladder):
            keys = () if form.after is None else form.after.order
            before = {key: place for place, key in enumerate(keys)}
            order.sort(key=lambda number: before.get(self.entrant(number).sign, len(before)))
            self.ladder = Ladder(form.idle)
            for number in self.places():
                self.ladder.enter(number)
        self.first_has_first = drawn.uniform(2) == 0

    def places(self) -> list[int]:
        """Return all entrants in the order of their pairing numbers, who came later after."""
        return self.order + self._late()

    def by_lots(self) -> list[int]:
        """Return all entrants as they were drawn, who came later after."""
        return self.lots + self._late()

    def _late(self) -> list[int]:
        return [one.number for one in self.entrants if one.number not in self.order]

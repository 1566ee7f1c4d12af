"""The conclusions from a tournament's log: pairings, points, the order.

Sections 4 and 5.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from second import cup_groups, cup_tables
from second.cup_bracket import Bracket
from second.cup_double import Double
from second.cup_form import ELIMINATIONS, MOST_ROUNDS
from second.cup_groups import Stage
from second.cup_ladder import Places
from second.cup_order import VALUE, Board, Round, Table, is_over, spread, was_played
from second.cup_pairs import FIRST, SECOND, Past, first_is, round_robin
from second.cup_ratings import Rated, lists
from second.cup_teams import Player, Squads


@dataclass
class Entrant:
    """An entrant: handle, key, claimed rating; the beginning of their requests, and since when."""

    handle: str
    sign: str
    claim: int | None
    last: int
    """Number of the event of their last `enter`, `withdraw` or `return`."""
    since: list[tuple[int, bool]]
    """From which round on they play, or do not."""
    captain: str = ""
    """The speaker for a team."""
    out: bool = False
    """Put out by the director, and not back since."""

    def plays(self, number: int) -> bool:
        said = [plays for since, plays in self.since if since <= number]
        return bool(said and said[-1])

    def speaker(self) -> str:
        return self.captain or self.handle

    def stays(self) -> bool:
        """Whether they play on, by what was said last."""
        return self.since[-1][1]


class Field:
    """The players of each game, as far as the log says it."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}
        self.entrants: list[Entrant] = []
        self.keys = list[str]()
        self.numbers: list[int] = []
        self.lots: list[int] = []
        """As drawn, before ratings, and who came later."""
        self.drawn_first = False
        self.rounds: list[Round] = []
        self.changes: list[dict[str, Any]] = []
        self.challenges: list[tuple[int, int]] = []
        self.asked: list[tuple[int, int]] = []
        """The players who have asked for a bye, and in which round."""
        self.places: Places | None = None
        """The places of a ladder, once its lots are drawn."""
        self.squads: Squads | None = None
        self.fixed: Stage | None = None
        """The groups, as they stood when the first round of the final was paired."""

    def length(self) -> int:
        """Give how many rounds there are in all."""
        format_ = self.found["format"]
        if format_["kind"] in ("list", "ladder"):
            return MOST_ROUNDS
        if format_["kind"] in ("swiss", "tables", "score"):
            changed = [one["rounds"] for one in self.changes if one["rounds"]]
            return int([format_["rounds"], *changed][-1])
        count = len(self.keys)
        if format_["kind"] in ELIMINATIONS:
            return self.bracket().length()
        if format_["kind"] == "groups":
            return self.before() + self.bracket().length()
        return int(format_["cycles"]) * (count + count % 2 - 1)

    def game_in(self, number: int) -> dict[str, Any]:
        """Give the terms of the games of a round."""
        changed = [one["board"] for one in self.changes if one["board"] and one["from"] <= number]
        return dict([self.found["board"], *changed][-1])

    def playing(self, number: int) -> set[int]:
        return {at for at, one in enumerate(self.entrants, start=1) if one.plays(number)}

    def undecided(self) -> list[Board]:
        return [board for one in self.rounds for board in one.boards if not board.outcome]

    def swiss_is_good(self, boards: list[list[int]], byes: list[int], playing: set[int]) -> bool:
        """Whether a round of a Swiss keeps what the page says no matter who paired it."""
        table = self.table()
        met = {frozenset((who, other)) for who in playing for other, _ in table.games(who)}
        had = {who for one in self.rounds for who in one.byes} | self.given()
        if boards != spread(boards[:: self.games()], self.games()):
            return False
        boards = boards[:: self.games()]
        return (
            sorted(byes + [who for pair in boards for who in pair]) == sorted(playing)
            and len(byes) == len(playing) % 2
            and not had & set(byes)
            and not met & {frozenset(pair) for pair in boards}
            and all(self.sides(*pair, table) == pair for pair in boards)
        )

    def given(self) -> set[int]:
        """Give who has won by forfeit."""
        table = self.table()
        return {
            who
            for one in self.rounds
            for who in {who for board in one.boards for who in board.pair()}
            for match in [one.match_of(who)]
            if is_over(match) and not was_played(match) and not table.lost(who, match)
            for other in set(match[0].pair()) - {who}
            if table.lost(other, match)
        }

    def games(self) -> int:
        """Give how many games two play who are paired, or how many boards two teams have."""
        return int(self.found.get("teams", {}).get("boards", self.found.get("games", 1)))

    def in_tables(self, number: int) -> bool:
        """Whether a round is one of tables, which does not wait for the rounds before it."""
        kind = self.found["format"]["kind"]
        return kind in ("round-robin", "tables", "score", "list", "ladder") or (
            kind == "groups" and number <= self.before()
        )

    def of_three(self, playing: set[int]) -> tuple[list[list[int]], list[int]]:
        """Give tables and byes of the next round."""
        past = cup_tables.Past(
            [[list(board.pair()) for board in one.boards] for one in self.rounds],
            [one.byes for one in self.rounds],
        )
        return past.paired([who for who in self.numbers if who in playing], self.lots)

    def agreed(self) -> list[list[int]]:
        """Give the boards of a ladder's challenges, or of two who have challenged each other."""
        if self.found["format"]["kind"] == "ladder":
            return [self.sides(*pair) for pair in self.challenges]
        boards: list[list[int]] = []
        for at, (who, whom) in enumerate(self.challenges):
            there = {one for board in boards for one in board}
            if (whom, who) in self.challenges[:at] and not there & {who, whom}:
                boards.append(self.sides(who, whom))
        return boards

    def forget(self) -> None:
        """Let challenges go that are boards, or of which one does not play in the next round."""
        playing = self.playing(len(self.rounds) + 1)
        self.challenges = [pair for pair in self.challenges if set(pair) <= playing]

    def before(self) -> int:
        """Give how many rounds there are before the bracket's first."""
        groups = self.found["format"]["kind"] == "groups"
        return cup_groups.length(self.stage().groups) if groups else 0

    def stage(self) -> Stage:
        """Give the groups as they stand now."""
        found = self.found
        groups = cup_groups.grouped(self.numbers[: len(self.keys)], found["format"]["groups"])
        rounds = self.rounds[: cup_groups.length(groups)]
        levels, own = found.get("levels", []), found.get("scores", {})
        return Stage(found["points"], rounds, groups, found["ties"], levels, own=own)

    def settle(self) -> None:
        """Keep how boards are decided when the next round of a bracket is paired."""
        if self.found["format"]["kind"] == "groups" and self.fixed is None:
            self.fixed = self.final()
        for board in self.rounds[-1].boards if self.rounds else ():
            board.mattered, board.mattered_level = board.outcome, board.level

    def final(self) -> Stage:
        """Give the groups with those of the final."""
        best, playing = self.found["format"]["best"], self.playing(self.before() + 1)
        return self.fixed or self.stage().fixed(best, playing)

    def bracket(self) -> Bracket:
        format_, numbers = self.found["format"], self.numbers[: len(self.keys)]
        if format_["kind"] == "groups":
            rounds = self.rounds[self.before() :]
            return Bracket(
                self.final().seeds, format_["draws"], format_["third"], rounds, self.found
            )
        if format_["kind"] == "double-elimination":
            again = format_["again"]
            return Double(numbers, format_["draws"], False, self.rounds, self.found, again)
        return Bracket(numbers, format_["draws"], format_["third"], self.rounds, self.found)

    def knocked_out(self, playing: set[int], number: int) -> tuple[list[list[int]], list[int]]:
        """Give boards and byes of a round of an elimination."""
        boards, byes, bracket = [], [], self.bracket()
        for match in bracket.matches(number - self.before()):
            there = [bracket.numbers[seed - 1] for seed in match if seed]
            there = [who for who in there if who in playing]
            if len(there) == 2:
                boards.append(self.sides(*there, order=bracket.numbers))
            byes += there if len(there) == 1 else []
        return spread(boards, self.games()), sorted(byes)

    def sides(
        self,
        first: int,
        second: int,
        table: Table | None = None,
        order: list[int] | None = None,
    ) -> list[int]:
        """Give two as a pair, the first first; without a table points do not make one higher."""
        order = order or self.numbers
        one, two = (
            Past(
                table.points(who) if table else 0,
                order.index(who) + 1,
                [
                    FIRST if who == match[0].first else SECOND
                    for one in self.rounds
                    for match in self.matches(one)
                    if who in match[0].pair() and was_played(match)
                ],
            )
            for who in (first, second)
        )
        pair = [first, second]
        return pair if first_is(one, two, drawn_first=self.drawn_first) is one else pair[::-1]

    def matches(self, one: Round) -> list[list[Board]]:
        """Give the matches of a round, each with its boards."""
        step = self.games()
        return [one.boards[at : at + step] for at in range(0, len(one.boards), step)]

    def table(self) -> Table:
        """Give what standings are made of."""
        found = self.found
        others = len(found["board"]["sides"]) - 1
        kind, requested = found["format"]["kind"], found.get("requested", {"points": 0})["points"]
        counted, left_out, last = self.rounds, dict[int, int](), set[int]()
        if kind == "round-robin" and "edition" in found and self.numbers:
            last = self.too_early()
            counted = [
                self.as_met(at, one, last, left_out) for at, one in enumerate(self.rounds, 1)
            ]
        return Table(
            found["points"],
            counted,
            self.length(),
            self.numbers,
            found["ties"],
            others,
            kind,
            found.get("levels", []),
            requested,
            left_out,
            last,
            found.get("counted", 99),
            self.games(),
            found.get("scores", {}),
            found.get("teams", {}),
        )

    def too_early(self) -> set[int]:
        """Give who left a round robin with under half of their games played."""
        order = self.numbers[: len(self.keys)]
        games = self.found["format"]["cycles"] * (len(order) - 1) * self.games()
        boards = [board for one in self.rounds for board in one.boards if board.counts()]
        return {
            who
            for who in order
            if not self.entrants[who - 1].plays(self.length() + 1)
            and 2 * sum(who in board.pair() for board in boards) < games
        }

    def as_met(self, number: int, one: Round, last: set[int], left_out: dict[int, int]) -> Round:
        """Give a round as it counts: forfeits where somebody was not there, no early leaver."""
        order = self.numbers[: len(self.keys)]
        double = self.found["format"]["cycles"] == 2
        pairs, _ = round_robin(order, set(order), number, exchanged=double)
        had = [set(board.pair()) for board in one.boards]
        boards, byes = list(one.boards), list(one.byes)
        for first, second in pairs:
            if {first, second} not in had:
                won = "first" if first in byes else "second" if second in byes else "none"
                boards += [Board(first, second, outcome=won)]
                other = {"first": "second", "second": "first"}.get(won, won)
                boards += [
                    Board(*pair, outcome=other if at % 2 else won)
                    for at, pair in enumerate(spread([[first, second]], self.games()))
                    if at
                ]
                byes = [who for who in byes if who not in (first, second)]
        for board in boards if "scores" in self.found else ():
            if {board.first, board.second} not in had:
                given = VALUE[board.outcome]
                board.scores = [self.found["scores"][what] for what in given]
        for board in boards[:: self.games()]:
            if last & set(board.pair()):
                for who in board.pair():
                    left_out[who] = left_out.get(who, 0) + 1
        kept = [board for board in boards if not last & set(board.pair())]
        return Round(one.pair, kept, byes, one.asked)

    def off(self, number: int) -> set[int]:
        """Give who plays on, and has asked for a bye in a round."""
        asked = {who for who, round_ in self.asked if round_ == number}
        return asked & self.playing(number)

    def order(self) -> list[int]:
        """Give the entrants, the winner first."""
        if self.found["format"]["kind"] == "groups" and self.numbers:
            rest = self.numbers[len(self.keys) :]
            if len(self.rounds) <= self.before():
                return self.stage().others() + rest
            return self.bracket().order() + self.final().others() + rest
        if self.found["format"]["kind"] == "list":
            claims = {at: one.claim for at, one in enumerate(self.entrants, start=1)}
            _, rated = next(lists(self.found["ratings"], claims, self.rounds))
            return sorted(
                self.numbers, key=lambda who: (-rated[who].rating, self.numbers.index(who))
            )
        if self.places is not None:
            return self.places.now()
        if self.found["format"]["kind"] in ELIMINATIONS and self.numbers:
            return self.bracket().order() + self.numbers[len(self.keys) :]
        return self.table().order()

    def standings(self) -> list[tuple[str, int, dict[str, int]]]:
        """Give handle, points and tie-breaks of all, the first first."""
        table = self.table()
        values = {who: value[1:] for who, value in table.values().items()}
        if self.found["format"]["kind"] == "groups" and self.numbers:
            values = dict.fromkeys(values, [0] * len(table.ties))
            for group in (self.fixed or self.stage()).tables():
                values |= {who: value[1:] for who, value in group.values().items()}
        return [
            (
                self.entrants[who - 1].handle,
                table.ranked(who),
                dict(zip(table.ties, values[who], strict=True)) | self.reached(who),
            )
            for who in self.order()
        ]

    def reached(self, who: int) -> dict[str, int]:
        """Give in an elimination the round that somebody has reached."""
        kind = self.found["format"]["kind"]
        if kind not in (*ELIMINATIONS, "groups"):
            return {}
        bracket = self.bracket()
        waits = kind == "groups" and len(self.rounds) <= self.before()
        if who not in bracket.numbers or waits:
            return {"reached": 0}
        at = bracket.numbers.index(who) + 1
        return {"reached": self.before() + bracket.reached()[0].get(at, 0)}

    def ratings(self) -> dict[str, dict[str, Rated]]:
        """Give each list, by handle."""
        people, rounds = self.rated()
        claims = {at: one.claim for at, one in people.items()}
        return {
            system: {people[who].handle: one for who, one in table.items()}
            for system, table in lists(self.found["ratings"], claims, rounds)
        }

    def rated(self) -> tuple[dict[int, Entrant] | dict[int, Player], list[Round]]:
        """Give who is rated, and the rounds with their numbers: of teams the players."""
        if self.squads is None:
            return dict(enumerate(self.entrants, start=1)), self.rounds
        people = dict(enumerate(self.squads.there.values(), start=1))
        number = {one.sign: at for at, one in people.items()}
        rounds = []
        for no, round_ in enumerate(self.rounds, start=1):
            boards = []
            for at, board in enumerate(round_.boards, start=1):
                seats = (self.squads.seat(team, no, at) for team in (board.first, board.second))
                first, second = (number[seat["sign"]] for seat in seats)
                boards.append(replace(board, first=first, second=second))
            rounds.append(replace(round_, boards=boards))
        return people, rounds

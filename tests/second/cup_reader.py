"""A second reader of tournaments, written from docs/tournaments.md and docs/protocol.md alone.

It knows all formats; whether a ladder goes on from the log that it names says `cup_after`. It does
not make the engine's pairings of a Swiss again. It sees that each player is there once, that nobody
meets twice or has a second bye, and that the first of each pair is as the page says. All else
(chain, words, lots, the other formats' pairings, points, tie-breaks, ratings, the final order) it
makes again.

It was then compared with the program, log by log. These were aligned with the program's answers
afterwards, and written on the page since: the order in which an event is looked at, and some codes.
The codes are `word.other` for a head that is not here, `lot.proof` for a lot over something else,
and `word.who` and `rule.nothing` for a player who goes twice. So were these: the twentieth of AREA
is rounded by itself, and a claim of 0 is none. In groups `reached` counts the rounds of the groups,
and the page says which tie-breaks are reported there.
"""

from __future__ import annotations

import calendar
import time
from dataclasses import dataclass
from hashlib import sha256
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from second import cup_bids, cup_groups, curve
from second.crypt import jcs, output, signed_by, tagged
from second.cup_bracket import depth
from second.cup_field import Entrant, Field
from second.cup_form import (
    ELIMINATIONS,
    MOST_ENTRANTS,
    WORDS,
    at_board,
    fits,
    has_form,
    small,
)
from second.cup_ladder import Places
from second.cup_order import Board, Round, spread
from second.cup_pairs import drawn, round_robin
from second.cup_teams import Player, Squads
from second.form import Finding, admit, check_event, name
from second.reader import NOBODY, lines_of

MOST_LINE = 65_535
Ended = tuple[str, bool, int | None, int, list[int]]
"""How a board ended: outcome, whether it was played, score, level, the game's own scores."""


def moment(at: str) -> int:
    """Give the seconds of a time as events have it."""
    return calendar.timegm(time.strptime(at, "%Y-%m-%dT%H:%M:%SZ"))


@dataclass
class Keeper:
    """A keeper of lots, with their key, and their lot."""

    handle: str
    sign: str
    vrf: str
    beta: bytes | None = None
    named: dict[str, str] | None = None
    """Whom the director would have as deputy."""
    deputy: Keeper | None = None
    passed: bool = False

    def gives(self) -> Keeper:
        """Return who gives the lot: the keeper, or the deputy if the keeper was passed over."""
        return self.deputy if self.passed and self.deputy else self


class Contest(Field):
    """The tournament's log so far."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.keepers: list[Keeper] = []
        self.closed = ""
        self.at = ""
        """The time of the event that is read, as it claims."""
        self.called: dict[int, str] = {}
        self.deadlines: dict[int, dict[str, Any]] = {}
        self.enter_until: dict[str, Any] | None = None
        self.wishes: dict[tuple[int, int], str] = {}
        """Until when somebody would have the deadline of a round."""
        self.heard = 0
        """When the director wrote last, in seconds."""
        self.over = False

    def event(self, line: bytes) -> None:
        """Read the next line, without its newline."""
        seq = len(self.ids)
        if len(line) > MOST_LINE:
            raise Finding("size.event", seq)
        try:
            value = admit(line)
            body = check_event(value)
        except Finding as found:
            raise Finding("line.bad", seq) from found
        text = tagged("event", jcs(body))
        game, prev = (self.ids[0], self.ids[-1]) if seq else ("", NOBODY)
        chained = (body["game"], body["prev"], body["seq"]) == (game, prev, seq)
        if not name(body["kind"]) or not chained:
            raise Finding("line.bad", body["seq"])
        if not has_form(body) or not self.fits_board(body):
            raise Finding("kind.form", seq)
        if (
            seq
            and self.found
            and body["kind"] not in WORDS
            and not at_board(self.found, body["data"])
        ):
            raise Finding("kind.form", seq)
        if (body["kind"] == "found") != (seq == 0):
            raise Finding("found.first", seq)
        self.check_author(body, value["sig"], text)
        if self.over:
            raise Finding("after.close", seq)
        self.at = body["at"]
        if body["kind"] in WORDS:
            self.word(body["kind"], body["data"]["word"], seq)
        else:
            getattr(self, "on_" + body["kind"])(body["data"], seq, sha256(text).hexdigest())
        self.ids.append(sha256(text).hexdigest())
        if body["by"] == self.found["director"]["handle"]:
            self.heard = moment(body["at"])

    def fits_board(self, body: dict[str, Any]) -> bool:
        """Whether boards and outcomes are those of this tournament."""
        word = body["kind"] in (*WORDS, "found")
        return word or not self.found or at_board(self.found, body["data"])

    def check_author(self, body: dict[str, Any], sig: str, text: bytes) -> None:
        """Whether the director has signed an event, or, when that is allowed, the deputy."""
        seq = body["seq"]
        director = (self.found if seq else body["data"])["director"]
        deputy = self.found["deputy"] if seq else None
        author = deputy if deputy and body["by"] == deputy["handle"] else director
        if body["by"] != author["handle"] or not signed_by(author["sign"], sig, text):
            raise Finding("sign.other", seq)
        if author is deputy and not self.may_stand_in(deputy["days"], body):
            raise Finding("deputy.early", seq)

    def may_stand_in(self, days: int, body: dict[str, Any]) -> bool:
        """Whether the deputy may write this by now."""
        silent = moment(body["at"]) - self.heard
        return body["kind"] in ("rule", "close") and silent >= days * 86_400

    def on_found(self, data: dict[str, Any], seq: int, _: str) -> None:
        if not fits(data):
            raise Finding("found.terms", seq)
        self.found = data
        if "teams" in data:
            self.squads = Squads(data["teams"])

    # words

    def word(self, kind: str, word: dict[str, Any], seq: int) -> None:
        """Check what every word is checked for, then what this one asks."""
        if word["what"] != kind or word["tournament"] != self.ids[0]:
            raise Finding("word.other", seq)
        said = {key: value for key, value in word.items() if key != "sig"}
        if not signed_by(word["sign"], word["sig"], tagged("word", jcs(said))):
            raise Finding("word.sign", seq)
        if word["head"] not in self.ids:
            raise Finding("word.other", seq)
        author = next((one for one in self.entrants if one.sign == word["sign"]), None)
        if self.squads is not None:
            self.of_team(self.squads, kind, word, seq, author)
            return
        if author and self.ids.index(word["head"]) < author.last:
            raise Finding("word.old", seq)
        getattr(self, "on_" + kind)(word, seq, author)

    def of_team(
        self, squads: Squads, kind: str, word: dict[str, Any], seq: int, author: Entrant | None
    ) -> None:
        """Check a word where teams play: by whom it may be is other for each kind."""
        player = squads.there.get(word["sign"])
        if player and self.ids.index(word["head"]) < player.last:
            raise Finding("word.old", seq)
        if kind in ("name", "substitute", "back"):
            if player is None or player.handle != word["handle"]:
                raise Finding("word.who", seq)
            getattr(self, "of_player_" + kind)(squads, word, seq, player)
        elif kind == "enter":
            self.enters_team(squads, word, seq)
        else:
            getattr(self, "on_" + kind)(word, seq, author if player else None)
        if kind in (
            *("enter", "withdraw", "return", "challenge", "bye", "name", "pause", "lineup"),
        ):
            squads.there[word["sign"]].last = seq

    def enters_team(self, squads: Squads, word: dict[str, Any], seq: int) -> None:
        team = squads.of(word["handle"], word["sign"])
        if team is None or word["sign"] in squads.there:
            raise Finding("enter.twice", seq)
        complete = len(squads.entered(team)) + 1 == squads.boards
        kind = self.found["format"]["kind"]
        late = bool(self.closed) and kind != "swiss"
        if complete and (late or (word["from"] > 1 and kind in ELIMINATIONS)):
            raise Finding("enter.late", seq)
        claim = word["rating"] or 0
        squads.there[word["sign"]] = Player(word["handle"], word["sign"], claim, seq)
        if not complete:
            return
        claims = [one.claim for one in squads.entered(team)]
        captain = team["players"][0]
        since = [(self.from_round(word), True)]
        mean = sum(claims) // len(claims)
        made = Entrant(team["handle"], captain["sign"], mean, seq, since, captain["handle"])
        self.entrants.append(made)
        squads.numbers[team["handle"]] = len(self.entrants)
        if self.numbers:
            self.numbers.append(len(self.entrants))
            self.lots.append(len(self.entrants))

    def on_lineup(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        who = self.number_of(word, seq, author)
        if self.squads is None or not self.squads.can_line_up(who, word["players"]):
            raise Finding("team.none", seq)
        since = max(word["from"], len(self.rounds) + 1)
        self.squads.line_up(who, word["players"], since)

    def of_player_name(
        self, squads: Squads, word: dict[str, Any], seq: int, player: Player
    ) -> None:
        others = [one for one in squads.there.values() if one is not player]
        taken = [called for one in others for called in (one.handle, one.name)]
        for handle, number in squads.numbers.items():
            taken += [handle, squads.team(number)["name"]]
        if small(word["name"]) in map(small, taken):
            raise Finding("name.taken", seq)
        player.name = word["name"]

    def sits(self, squads: Squads, word: dict[str, Any], seq: int) -> int:
        """Give for which team somebody sits at a board, 0 for none."""
        me = {"handle": word["handle"], "sign": word["sign"]}
        pair = self.board(word, seq).pair()
        mine = (no for no in pair if squads.seat(no, word["round"], word["board"]) == me)
        return next(mine, 0)

    def of_player_substitute(
        self, squads: Squads, word: dict[str, Any], seq: int, _: Player, *, back: bool = False
    ) -> None:
        who = self.sits(squads, word, seq)
        if not who:
            raise Finding("substitute.none", seq)
        rounds = self.rounds[word["round"] - 1].boards
        busy = [
            one
            for at, board in enumerate(rounds, 1)
            for no in board.pair()
            for one in (squads.seat(no, word["round"], at), *board.named.get(no, []))
        ]
        barred = squads.barred(who, word["round"], back=back) + busy
        self.names(word, seq, self.entrants[who - 1], back=back, barred=barred)

    def of_player_back(
        self, squads: Squads, word: dict[str, Any], seq: int, player: Player
    ) -> None:
        self.of_player_substitute(squads, word, seq, player, back=True)

    def from_round(self, word: dict[str, Any]) -> int:
        """Give the round from which a word counts; who enters late comes into a later round."""
        late = word["what"] == "enter" and bool(self.closed)
        return max(word["from"], len(self.rounds) + 1, 1 + late)

    def on_enter(self, word: dict[str, Any], seq: int, _: Entrant | None) -> None:
        taken = {one.handle for one in self.entrants if not self.free(one)}
        taken |= {one.sign for one in self.entrants} | self.named(1)
        if taken & {word["handle"], word["sign"]} or len(self.entrants) == MOST_ENTRANTS:
            raise Finding("enter.twice", seq)
        late = {
            "swiss": False,
            "tables": False,
            "score": False,
            "list": False,
            "ladder": False,
            "round-robin": bool(self.closed),
        }
        if late.get(self.found["format"]["kind"], bool(self.closed) or word["from"] > 1):
            raise Finding("enter.late", seq)
        since = [(self.from_round(word), True)]
        self.entrants.append(Entrant(word["handle"], word["sign"], word["rating"], seq, since))
        if self.numbers:
            self.numbers.append(len(self.entrants))
            self.lots.append(len(self.entrants))
        if self.places is not None:
            self.places.steps.append(len(self.entrants))

    def free(self, one: Entrant) -> bool:
        """Whether the handle of who was put out is anybody's: they were never paired."""
        who = self.entrants.index(one) + 1
        rounds = self.rounds
        return one.out and not any(
            who in (*at.byes, *at.asked) or at.board_of(who) is not None for at in rounds
        )

    def says(self, word: dict[str, Any], seq: int, author: Entrant | None, plays: bool) -> None:
        if author is None or author.speaker() != word["handle"] or author.stays() == plays:
            raise Finding("word.who", seq)
        if author is not [one for one in self.entrants if one.handle == author.handle][-1]:
            raise Finding("word.who", seq)
        author.out = False
        author.last = seq
        author.since.append((self.from_round(word), plays))
        self.forget()

    def on_withdraw(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        self.says(word, seq, author, plays=False)

    def on_return(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        self.says(word, seq, author, plays=True)

    def on_challenge(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        if author is None or author.speaker() != word["handle"]:
            raise Finding("word.who", seq)
        who, whom = self.entrants.index(author) + 1, word["whom"]
        if self.found["format"]["kind"] == "ladder":
            if not self.can_climb(who, whom):
                raise Finding("challenge.none", seq)
            author.last = seq
            self.challenges.append((who, whom))
            return
        playing = self.playing(len(self.rounds) + 1)
        against = [set(board.pair()) for board in self.undecided()]
        if (
            self.found["format"]["kind"] != "list"
            or not self.numbers
            or not {who, whom} <= playing
            or who == whom
            or (who, whom) in self.challenges
            or {who, whom} in against
        ):
            raise Finding("challenge.none", seq)
        author.last = seq
        self.challenges.append((who, whom))

    def on_bye(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        who, number = self.number_of(word, seq, author), word["round"]
        had = [round_ for one, round_ in self.asked if one == who]
        if (
            "requested" not in self.found
            or not len(self.rounds) < number <= self.length()
            or who not in self.playing(number)
            or number in had
            or len(had) >= self.found["requested"]["most"]
        ):
            raise Finding("bye.none", seq)
        self.entrants[who - 1].last = seq
        self.asked.append((who, number))

    def on_name(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        who = self.number_of(word, seq, author)
        small = str.maketrans(ascii_uppercase, ascii_lowercase)
        taken = {
            called.translate(small)
            for number, one in enumerate(self.entrants, 1)
            for called in (one.handle, self.called.get(number, ""))
            if number != who
        }
        if word["name"].translate(small) in taken:
            raise Finding("name.taken", seq)
        self.called[who] = word["name"]
        self.entrants[who - 1].last = seq

    def on_due(self, data: dict[str, Any], seq: int, _: str) -> None:
        number, until, length = data["round"], data["until"], self.length_if_known()
        stands = self.deadlines.get(number)
        paired = number <= len(self.rounds)
        open_ = paired and any(not one.outcome for one in self.rounds[number - 1].boards)
        same = ("until", "then", "offset")
        again = stands is not None and all(data[one] == stands[one] for one in same)
        if (
            (length and number > length)
            or (paired and not open_)
            or not self.at < until < "9999"
            or again
            or (stands is not None and "why" not in data)
            or (stands is not None and paired and until < stands["until"])
        ):
            raise Finding("due.none", seq)
        self.deadlines[number] = data

    def on_entries(self, data: dict[str, Any], seq: int, _: str) -> None:
        stands = self.enter_until
        again = stands is not None and all(data[one] == stands[one] for one in ("until", "offset"))
        moved = stands is not None and "why" not in data
        if self.closed or not self.at < data["until"] < "9999" or again or moved:
            raise Finding("due.none", seq)
        self.enter_until = data

    def can_climb(self, who: int, whom: int) -> bool:
        """Whether somebody may challenge another on a ladder."""
        if self.places is None:
            return False
        playing = self.playing(len(self.rounds) + 1)
        there = [one for one in self.places.now() if one in playing]
        if who not in there or whom not in there:
            return False
        busy = {one for board in self.undecided() for one in board.pair()}
        busy |= {one for pair in self.challenges for one in pair}
        reach = self.found["format"]["reach"]
        return 1 <= there.index(who) - there.index(whom) <= reach and not busy & {who, whom}

    def on_keep(self, word: dict[str, Any], seq: int, _: Entrant | None) -> None:
        me, his = {"handle": word["handle"], "sign": word["sign"]}, word.get("deputy")
        of = [one for one in self.keepers if one.named == me]
        taken = {one.handle for one in self.keepers}
        taken |= {one.named["handle"] for one in self.keepers if one.named}
        if self.closed:
            raise Finding("keep.late", seq)
        if of and (of[0].deputy or his):
            raise Finding("keep.late", seq)
        if not of and (me["handle"] in taken or (his and his["handle"] in taken | {me["handle"]})):
            raise Finding("keep.late", seq)
        alpha = tagged("keep", self.ids[0], word["handle"])
        prime = curve.read_prime(bytes.fromhex(word["vrf"]))
        if not prime or output(word["vrf"], word["proof"], alpha) is None:
            raise Finding("keep.proof", seq)
        keeper = Keeper(word["handle"], word["sign"], word["vrf"], named=his)
        if of:
            of[0].deputy = keeper
        else:
            self.keepers.append(keeper)

    def due(self) -> Keeper | None:
        """Give whose lot is due once the entries are closed."""
        gives = (one.gives() for one in self.keepers)
        return next((one for one in gives if one.beta is None), None)

    def on_unlot(self, data: dict[str, Any], seq: int, _: str) -> None:
        late = [one for one in self.keepers if one.handle == data["keeper"] and one.deputy]
        if not self.closed or not late or self.due() is not late[0]:
            raise Finding("lot.due", seq)
        late[0].passed = True

    def on_lot(self, word: dict[str, Any], seq: int, _: Entrant | None) -> None:
        due = self.due()
        mine = due and (due.handle, due.sign) == (word["handle"], word["sign"])
        if not self.closed or due is None or not mine:
            raise Finding("lot.due", seq)
        alpha = tagged("lots", self.ids[0], self.closed)
        due.beta = output(due.vrf, word["proof"], alpha)
        if due.beta is None or word["on"] != self.closed:
            raise Finding("lot.proof", seq)
        betas = [beta for one in self.keepers if (beta := one.gives().beta) is not None]
        if len(betas) == len(self.keepers):
            self.draw(alpha, betas)

    def draw(self, alpha: bytes, betas: list[bytes]) -> None:
        """Draw the pairing numbers; who plays later stands last."""
        order, self.drawn_first = drawn(self.keys, alpha, betas)
        number = {one.sign: at for at, one in enumerate(self.entrants, start=1)}
        numbers = [number[key] for key in order]
        lots = list(numbers)
        if self.found["seeding"] == "rating":
            numbers.sort(key=lambda who: -(self.entrants[who - 1].claim or 0))
        form = self.found["format"]
        if form["kind"] == "ladder" and form["after"]:
            known = form["after"]["order"]
            before = {number[key]: at for at, key in enumerate(known) if key in number}
            numbers.sort(key=lambda who: before.get(who, len(known)))
        later = [who for who in number.values() if who not in numbers]
        self.numbers, self.lots = numbers + later, lots + later
        if form["kind"] == "ladder":
            self.places = Places(list(self.numbers), form["idle"])

    def bidder(
        self, data: dict[str, Any], who: int, seq: int, kind: str = ""
    ) -> tuple[Board, dict[str, Any]]:
        """Give a board that is bid for, in this way, and what somebody at it has said."""
        board = self.board(data, seq)
        other = bool(kind) and self.found.get("bids", {}).get("kind") != kind
        if board.outcome or who not in board.bids or other:
            raise Finding("bid.due", seq)
        return board, board.bids[who]

    def number_of(self, word: dict[str, Any], seq: int, author: Entrant | None) -> int:
        if author is None or author.speaker() != word["handle"]:
            raise Finding("word.who", seq)
        return self.entrants.index(author) + 1

    def on_seal(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        board, hand = self.bidder(word, self.number_of(word, seq, author), seq, "sealed")
        if hand or self.ids.index(word["head"]) < board.heard:
            raise Finding("bid.due", seq)
        hand["seal"] = word["commit"]
        board.heard = seq if cup_bids.sealed(board) else board.heard

    def on_bid(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        board, hand = self.bidder(word, self.number_of(word, seq, author), seq, "sealed")
        price = self.found["bids"]["prices"][cup_bids.NAMES.index(word["side"])]
        if (
            not cup_bids.sealed(board)
            or "bid" in hand
            or "silent" in hand
            or self.ids.index(word["head"]) < board.heard
            or word["price"] > (price["most"] if price else 0)
        ):
            raise Finding("bid.due", seq)
        pair = self.rounds[word["round"] - 1].pair
        if cup_bids.commit(self.ids[0], pair, word) != hand["seal"]:
            raise Finding("bid.seal", seq)
        hand["bid"] = word

    def in_turn(self, word: dict[str, Any], seq: int, author: Entrant | None) -> tuple[Board, int]:
        """Give the board of who may bid openly now, and their number."""
        who = self.number_of(word, seq, author)
        board, _ = self.bidder(word, who, seq, "open")
        if cup_bids.turn(board) != who or self.ids.index(word["head"]) < board.heard:
            raise Finding("bid.due", seq)
        return board, who

    def on_raise(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        board, who = self.in_turn(word, seq, author)
        price = self.found["bids"]["prices"][cup_bids.NAMES.index(word["side"])]
        most = price["most"] if price else 0
        if word["price"] > most:
            raise Finding("bid.due", seq)
        if board.calls:
            _, stands = board.calls[-1]
            if word["side"] != stands["side"] or word["price"] <= stands["price"]:
                raise Finding("bid.low", seq)
        alone = any("silent" in hand for hand in board.bids.values())
        board.calls.append((who, {**word, "last": word["price"] == most or alone, "alone": alone}))
        board.heard = seq

    def on_pass(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        board, who = self.in_turn(word, seq, author)
        if not board.calls:
            raise Finding("bid.due", seq)
        board.calls.append((who, word))

    def on_pause(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        who, number, until = self.number_of(word, seq, author), word["round"], word["until"]
        boards = self.rounds[number - 1].boards if number <= len(self.rounds) else []
        there = {one for board in boards if not board.outcome for one in board.pair()}
        stands = self.deadlines.get(number)
        if (
            "pauses" not in self.found
            or stands is None
            or who not in there
            or not stands["until"] < until < "9999"
            or self.wishes.get((number, who)) == until
        ):
            raise Finding("pause.none", seq)
        self.entrants[who - 1].last = seq
        self.wishes[number, who] = until
        if all(self.wishes.get((number, one)) == until for one in there):
            self.deadlines[number] = {**stands, "until": until}

    # who plays for another

    def named(self, which: int, but: int = 0) -> set[str]:
        """Give the keys of all substitutes (0), or of all who are back (1) but those of one."""
        return {
            one["sign"]
            for round_ in self.rounds
            for board in round_.boards
            for who, those in board.named.items()
            if who != but
            for one in those[which::2]
        }

    def names(
        self,
        word: dict[str, Any],
        seq: int,
        author: Entrant | None,
        *,
        back: bool,
        barred: list[dict[str, str]] | None = None,
    ) -> None:
        """Take whom somebody names; ``barred``: who cannot be, where teams play."""
        if barred is not None and author is not None:
            who = self.entrants.index(author) + 1
        else:
            who = self.number_of(word, seq, author)
        board = self.board(word, seq)
        those, player = board.named.get(who, []), word["player"]
        umpire = self.game_in(word["round"])["umpire"]
        there: list[dict[str, str]] = [umpire] if umpire else []
        there += [one for some in board.named.values() for one in some]
        entered = [{"handle": one.handle, "sign": one.sign} for one in self.entrants]
        there += entered if barred is None else barred
        taken = self.named(0) | self.named(1, but=who) if back else self.named(1)
        if (
            "substitutes" not in self.found
            or who not in board.pair()
            or board.outcome
            or len(those) % 2 != back
            or any(player[key] == one[key] for one in there for key in ("handle", "sign"))
            or player["sign"] in taken
        ):
            raise Finding("substitute.none", seq)
        agreed = tagged("back", self.ids[0], word["handle"], word["sign"])
        if back and not signed_by(player["sign"], word["agreed"], agreed):
            raise Finding("substitute.none", seq)
        board.named[who] = [*those, player]

    def on_substitute(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        self.names(word, seq, author, back=False)

    def on_back(self, word: dict[str, Any], seq: int, author: Entrant | None) -> None:
        self.names(word, seq, author, back=True)

    # the director's own events

    def on_unbid(self, data: dict[str, Any], seq: int, _: str) -> None:
        board, hand = self.bidder(data, data["entrant"], seq)
        if self.found["bids"]["kind"] == "open":
            if cup_bids.turn(board) != data["entrant"]:
                raise Finding("bid.due", seq)
            hand["silent"], board.heard = True, seq
            return
        if "bid" in hand or "silent" in hand:
            raise Finding("bid.due", seq)
        was = cup_bids.sealed(board)
        hand["silent"] = True
        board.heard = seq if cup_bids.sealed(board) and not was else board.heard

    def on_change(self, data: dict[str, Any], seq: int, _: str) -> None:
        rounds, board = data["rounds"], data["board"]
        length = rounds or self.length_if_known()
        counted = self.found["format"]["kind"] in ("swiss", "tables", "score")
        if (
            data["from"] <= len(self.rounds)
            or (length and data["from"] > length)
            or (not rounds and not board)
            or (rounds and (not counted or rounds == self.length()))
            or (board and board == self.game_in(data["from"]))
            or (board and board["sides"] != self.found["board"]["sides"])
        ):
            raise Finding("change.none", seq)
        if board and not fits({**self.found, "board": board}):
            raise Finding("found.terms", seq)
        self.changes.append(data)

    def length_if_known(self) -> int:
        """Give how many rounds there are, 0 where that hangs on who enters still."""
        format_ = self.found["format"]
        if format_["kind"] == "groups" and self.numbers:
            sizes = (len(group) for group in self.stage().groups)
            return self.before() + depth(sum(min(format_["best"], size) for size in sizes))
        counted = format_["kind"] in ("swiss", "tables", "score", "list", "ladder")
        return self.length() if counted or self.numbers else 0

    def on_closed(self, data: dict[str, Any], seq: int, name: str) -> None:
        keys = sorted(one.sign for one in self.entrants if one.plays(1))
        if self.closed or not self.keepers or len(keys) < 2 or data["entrants"] != keys:
            raise Finding("closed.list", seq)
        self.closed, self.keys = name, keys

    def on_pair(self, data: dict[str, Any], seq: int, name: str) -> None:
        number, kind = data["round"], self.found["format"]["kind"]
        if (
            not self.numbers
            or number != len(self.rounds) + 1
            or number > self.length()
            or (not self.in_tables(number) and self.undecided())
        ):
            raise Finding("pair.due", seq)
        off = self.off(number)
        playing = self.playing(number) - off
        nobody = kind in ("list", "ladder") and not self.agreed()
        if nobody or len(playing) < {"tables": 3, "score": 1}.get(kind, 0):
            raise Finding("pair.due", seq)
        boards, byes = data["boards"], data["byes"]
        if kind == "swiss":
            good = self.swiss_is_good(boards, byes, playing)
        elif not self.in_tables(number):
            due = self.knocked_out(playing, number)
            if due == ([], []) and not self.bracket().waits(number, self.playing):
                raise Finding("pair.due", seq)
            good = (boards, byes) == due
            if good:
                self.settle()
        else:
            good = (boards, byes) == self.laid_out(kind, playing, number)
        if not good:
            raise Finding("pair.other", seq)
        if self.squads is not None:
            self.squads.pair({who for pair in boards for who in pair}, number)
        self.rounds.append(Round(name, [Board(*pair) for pair in boards], byes, sorted(off)))
        self.ask_for_bids(seq)
        if self.places is not None:
            busy = {who for pair in boards for who in pair}
            self.places.steps.append(busy | {w for one in self.undecided() for w in one.pair()})
        met = [set(pair) for pair in boards]
        self.challenges = [pair for pair in self.challenges if set(pair) not in met]
        self.forget()

    def ask_for_bids(self, seq: int) -> None:
        """Let the two of each board of the last round bid, where sides are bid for."""
        for board in self.rounds[-1].boards if "bids" in self.found else ():
            board.bids, board.heard = {who: {} for who in board.pair()}, seq

    def laid_out(
        self, kind: str, playing: set[int], number: int
    ) -> tuple[list[list[int]], list[int]]:
        """Give boards and byes of a round that waits for no result."""
        if kind == "score":
            return [[who] for who in self.numbers if who in playing], []
        if kind == "tables":
            return self.of_three(playing)
        if kind in ("list", "ladder"):
            return self.agreed(), []
        if kind == "groups":
            return cup_groups.paired(self.stage().groups, playing, number)
        exchanged = "edition" in self.found and self.found["format"]["cycles"] == 2
        order = self.numbers[: len(self.keys)]
        pairs, byes = round_robin(order, playing, number, exchanged=exchanged)
        return spread(pairs, self.games()), byes

    def board(self, data: dict[str, Any], seq: int) -> Board:
        if data["round"] > len(self.rounds):
            raise Finding("board.none", seq)
        boards = self.rounds[data["round"] - 1].boards
        if data["board"] > len(boards):
            raise Finding("board.none", seq)
        return boards[data["board"] - 1]

    def are_settled(self, board: Board) -> bool:
        """Whether nobody at a board is to bid any more."""
        if self.found["bids"]["kind"] == "open":
            return not cup_bids.turn(board)
        return cup_bids.settled(board)

    def on_game(self, data: dict[str, Any], seq: int, _: str) -> None:
        board = self.board(data, seq)
        games = {board.game for one in self.rounds for board in one.boards}
        if board.game or data["game"] in games:
            raise Finding("game.twice", seq)
        if board.bids and not self.are_settled(board):
            raise Finding("bid.owed", seq)
        board.game = data["game"]

    def on_result(self, data: dict[str, Any], seq: int, _: str) -> None:
        board = self.board(data, seq)
        if board.result:
            raise Finding("result.twice", seq)
        if board.game != data["game"]:
            raise Finding("result.game", seq)
        board.head = data["head"]
        played = "played" not in data
        board.result = self.ended(data, played=played)
        if not board.outcome:
            self.is_first_decided(board)
            self.decide(board, board.result)

    def ended(self, data: dict[str, Any], *, played: bool) -> Ended:
        own = data.get("scores", [])
        return data["outcome"], played, data.get("score"), data.get("level", 0), own

    def decide(self, board: Board, ended: Ended) -> None:
        board.outcome, board.played, board.score, board.level, board.scores = ended

    def stands(self, board: Board) -> Ended:
        return board.outcome, board.played, board.score, board.level, board.scores

    def on_rule(self, data: dict[str, Any], seq: int, _: str) -> None:
        board = self.board(data, seq)
        back = data["outcome"] == "log"
        decided = self.ended(data, played=data["played"])
        if back and board.result and board.ruled:
            decided = board.result
        elif back or self.stands(board) == decided:
            raise Finding("rule.nothing", seq)
        self.is_first_decided(board)
        self.decide(board, decided)
        board.ruled = "" if back else data["why"]
        board.dismissed = set()

    def is_first_decided(self, board: Board) -> None:
        """Let a board move places where it is decided for the first time."""
        if self.places is not None and not board.outcome:
            self.places.steps.append(board)

    def on_dismiss(self, data: dict[str, Any], seq: int, _: str) -> None:
        board = self.board(data, seq)
        entered = data["entrant"] <= len(self.entrants)
        if not entered or not board.outcome or data["entrant"] in board.dismissed:
            raise Finding("rule.nothing", seq)
        board.dismissed.add(data["entrant"])

    def on_out(self, data: dict[str, Any], seq: int, _: str) -> None:
        known = data["entrant"] <= len(self.entrants)
        if not known or not self.entrants[data["entrant"] - 1].stays():
            raise Finding("rule.nothing", seq)
        self.entrants[data["entrant"] - 1].since.append((len(self.rounds) + 1, False))
        self.entrants[data["entrant"] - 1].out = True
        self.forget()

    def on_close(self, data: dict[str, Any], seq: int, _: str) -> None:
        if self.undecided() or not self.numbers or data["order"] != self.order():
            raise Finding("close.order", seq)
        self.over = True


def read(data: bytes) -> tuple[Contest, Finding | None]:
    """Read a tournament's log up to the first event that does not follow."""
    contest, lines = Contest(), lines_of(data)
    try:
        for line in lines:
            contest.event(line[:-1])
        if b"".join(lines) != data or not lines:
            raise Finding("line.bad", len(lines))
    except Finding as finding:
        return contest, finding
    return contest, None

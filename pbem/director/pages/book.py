"""The pages of a tournament, each figure linked to the event that it follows from."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from msgspec import UnsetType

from pbem.crypto.transparency.checkpoint import Checkpoint
from pbem.director.judging import rating_lists
from pbem.director.pages.markup import MOST_LINES, page, plot
from pbem.director.sides import called
from pbem.director.transparency import heads, receipts, tlog
from pbem.director.words.events import event_words
from pbem.director.words.reporting import (
    bid_lines,
    board_names,
    board_words,
    challenge_lines,
    dropped_lines,
    gone_lines,
    stage_line,
    trust_lines,
    walkover_lines,
    word_lines,
)
from pbem.kit.wording import with_stop
from pbem.log.event import Event
from pbem.table.library import Library
from pbem.tournament import berger
from pbem.tournament.events.term_kinds import Tables
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, Entrant
from pbem.tournament.outcomes import SIDES
from pbem.tournament.ranking.meetings import Met, met
from pbem.tournament.ranking.ratings import Rating, courses
from pbem.tournament.ranking.standings import columns, standings
from pbem.view.markup import Markup, commas, exactly, link, table, tag

_BYES = {"bye": "bye", "request": "bye on request"}
_STAR = "a star: decided by the director's word"
_SIGNS = {"win": "+", "draw": "=", "loss": "-"}


class End(NamedTuple):
    """The end of a published game.

    ``map``: its last map as everybody may see it, empty where its rules are not here; ``newer``: to
    which newer rules its players went over, empty if to none (`newer_rules`).
    """

    map: str = ""
    newer: str = ""


def game_file(at: BoardOf) -> str:
    """Return where the log of a board's game lies among the pages."""
    return f"games/r{at.round}b{at.board}.pbem"


def map_file(at: BoardOf) -> str:
    """Return where its last map lies."""
    return f"games/r{at.round}b{at.board}.svg"


def replay_file(at: BoardOf) -> str:
    """Return where its replay lies."""
    return f"games/r{at.round}b{at.board}.html"


def _round_file(number: int) -> str:
    return f"round-{number}.html"


def _player_file(number: int) -> str:
    return f"player-{number}.html"


class Book:
    """All pages of a tournament, ``log`` being the file of its log among them.

    The rules in ``library`` name the sides; without it they have their ids.
    """

    def __init__(
        self,
        fold: Fold,
        events: Sequence[Event],
        log: str,
        games: Mapping[BoardOf, End],
        *,
        library: Library | None = None,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        self.fold, self.events, self.log = fold, events, log
        self.library = library
        self.games, self.checkpoint = games, checkpoint
        self.history = fold.now
        self.rounds = met(fold.now)
        self.lists = rating_lists(fold.now)
        systems = zip(self.lists, fold.now.found.ratings, strict=True)
        self.courses = {name: courses(fold.now, system) for name, system in systems}
        self.of_board: dict[BoardOf, list[int]] = defaultdict(list)
        """Numbers of the events that say something of a board."""
        self.of_player: dict[int, list[int]] = defaultdict(list)
        self.of_round: list[int] = []
        for event in events:
            self._index(event)

    def _index(self, event: Event) -> None:
        data = event.data
        if event.kind in ("seal", "bid", "raise", "pass"):
            word = data["word"]
            self.of_board[BoardOf(word["round"], word["board"])].append(event.seq)
        elif "board" in data and event.kind != "found":
            self.of_board[BoardOf(data["round"], data["board"])].append(event.seq)
        elif event.kind == "pair":
            self.of_round.append(event.seq)
        elif event.kind == "out":
            self.of_player[data["entrant"]].append(event.seq)
        elif event.kind in ("enter", "withdraw", "return", "challenge", "bye"):
            key = data["word"]["sign"]
            who = next((one for one in self.history.entrants if one.sign == key), None)
            self.of_player[who.number if who else 0].append(event.seq)

    def pages(self) -> dict[str, str]:
        """Return every page by the name of its file."""
        made = {"index.html": self._page(self.history.found.name, self._index_page())}
        for number in range(1, len(self.history.rounds) + 1):
            made[_round_file(number)] = self._page(f"Round {number}", self._round(number))
        for one in self.history.entrants:
            made[_player_file(one.number)] = self._page(one.handle, self._player(one))
        made["events.html"] = self._page("The log", self._events())
        return made

    def _page(self, title: str, body: Iterator[Markup]) -> str:
        trust = [tag("p", line, class_="trust") for line in trust_lines(self.history)]
        return page(title, [tag("h1", title), *trust, *body], of=self.history.id)

    def _up(self) -> Markup:
        return tag("p", link("index.html", self.history.found.name))

    def _log_itself(self) -> Markup:
        return link(quote(self.log), self.log)

    # --- what links say ------------------------------------------------------------------------

    def _event(self, seq: int) -> Markup:
        return link(f"events.html#e{seq}", f"{self.events[seq].kind} {seq}")

    def _follows(self, numbers: Sequence[int]) -> Markup:
        return commas(self._event(seq) for seq in numbers)

    def _who(self, number: int) -> Markup:
        return link(_player_file(number), self.history.entrant(number).handle)

    def _source(self, one: Met, number: int) -> int | None:
        """Return the event from which a round of an entrant follows: the last that decided it."""
        if one.result in _BYES or one.absent:
            return self.of_round[one.round - 1]
        kinds = ("result", "rule")
        of = [seq for seq in self.of_board[self._at(one, number)] if self.events[seq].kind in kinds]
        return of[-1] if of else None

    def _at(self, one: Met, number: int) -> BoardOf:
        boards = self.history.rounds[one.round - 1].boards
        return BoardOf(one.round, 1 + next(no for no, two in enumerate(boards) if number in two))

    # --- the pages -----------------------------------------------------------------------------

    def _index_page(self) -> Iterator[Markup]:
        history = self.history
        yield tag("p", stage_line(history), f" Its director is {history.found.director.handle}.")
        for line in (
            *challenge_lines(history), *gone_lines(history), *word_lines(history),
            *dropped_lines(history),
        ):  # fmt: skip
            yield tag("p", line)
        yield from self._standings()
        if history.rounds:
            yield tag("h2", "Rounds")
            numbers = range(1, len(history.rounds) + 1)
            yield tag("p", commas(link(_round_file(no), f"Round {no}") for no in numbers))
            yield from self._newer(*numbers)
        for name in self.courses:
            yield from self._ratings(name)
        if history.dismissed:
            yield tag("h2", "Dismissed appeals")
        reported = (event.seq for event in self.events if event.kind == "dismiss")
        for (at, who, why), seq in zip(history.dismissed, reported, strict=True):
            yield tag("p", f"{at}, ", self._who(who), f": {why} (", self._event(seq), ")")
        yield tag("h2", "The log")
        yield tag(
            "p",
            self._log_itself(),
            " has ",
            link("events.html", f"{len(self.events)} events"),
            ", the last is ",
            tag("code", self.fold.chain.head),
            ". This whole page follows from it and from the logs of the games. Check it:",
        )
        yield tag("pre", f"pbem tournament verify {self.log} games")
        if self.checkpoint is not None:
            yield tag(
                "p",
                "Keep its ",
                link(heads.PUBLISHED, "checkpoint"),
                f", over {self.checkpoint.size} events. Nobody can show you another history of "
                "those events unseen. The ",
                link(tlog.VKEY, "key"),
                " that the log names signs it. The log is a transparency log in the form of C2SP: "
                "checkpoint, tiles, and a receipt for every signed request and result.",
            )

    def _standings(self) -> Iterator[Markup]:
        ties = columns(self.history)
        rows = [
            [
                row.rank,
                self._who(row.number),
                row.points,
                *(row.ties[tie] for tie in ties),
                *self._cells(row.number),
            ]
            for row in standings(self.history)
        ]
        if rows:
            heads = [f"round {no}" for no in range(1, len(self.history.rounds) + 1)]
            yield tag("h2", "Standings")
            yield table(["rank", "player", "points", *ties, *heads], rows)
            tables = isinstance(self.history.found.format, Tables)
            signs = "A number: the place at the table" if tables else "+ won, = drawn, - lost"
            yield tag("p", f"{signs}; {_STAR}; (f) not played, by forfeit.")

    def _cells(self, number: int) -> Iterator[Markup]:
        """Describe an entrant's rounds in few signs, each linked to what it follows from."""
        by_round = {one.round: one for one in self.rounds[number]}
        for no in range(1, len(self.history.rounds) + 1):
            one = by_round.get(no)
            if one is None:
                yield Markup()
                continue
            others = [self.history.entrant(number).handle for number in one.opponents]
            other = _BYES.get(one.result) or " ".join(others)
            other += "" if one.score is None else str(one.score)
            sign = f"{_SIGNS[one.result]} " if one.result in _SIGNS else ""
            sign = f"{one.place}: " if one.place else sign
            unplayed = one.opponents and one.result and not one.played
            reported = f"{sign}{other}{'*' if one.ruled else ''}{' (f)' if unplayed else ''}"
            reported += "" if one.counts else " (not counted)"
            source = self._source(one, number)
            yield (
                tag("span", reported)
                if source is None
                else link(f"events.html#e{source}", reported)
            )

    def _ratings(self, name: str) -> Iterator[Markup]:
        lines = self.lists[name]
        number_of = {one.handle: one.number for one in self.history.entrants}
        yield tag("h2", f"Ratings, {name}")
        yield self._plot(name, [number_of[line.handle] for line in lines[:MOST_LINES]])
        deviates = bool(lines and lines[0].deviation)
        heads = ["rating", *(["deviation"] if deviates else []), "player", "began with", "games"]
        rows = []
        for line in lines:
            player = self._who(number_of[line.handle])
            figures = [line.rating, line.deviation] if deviates else [line.rating]
            rows.append([*figures, player, line.began, line.games])
        if rows:
            yield table(heads, rows)

    def _plot(self, name: str, numbers: Sequence[int]) -> Markup:
        course = self.courses[name]
        drawn = [
            (self.history.entrant(no).handle, [float(one.rating) for one in course[no]])
            for no in numbers
        ]
        return plot(f"Ratings by round, {name}", drawn) if drawn else Markup()

    def _round(self, number: int) -> Iterator[Markup]:
        yield self._up()
        yield tag("p", "Paired by ", self._event(self.of_round[number - 1]), ".")
        rows = []
        named = board_names(self.history, number)
        for at in self.history.boards(number):
            log = link(game_file(at), game_file(at).partition("/")[2]) if at in self.games else ""
            drawn: object = ""
            if at in self.games and self.games[at].map:
                drawn = commas([link(map_file(at), "last map"), link(replay_file(at), "replay")])
            rows.append(
                [
                    f"{at.board}, {named[at]}" if at in named else at.board,
                    *(self._who(one.number) for one in self.history.pair_of(at)),
                    board_words(self.history, at),
                    self._follows(self.of_board[at]),
                    log,
                    drawn,
                ]
            )
        if rows:
            bids = not isinstance(self.history.found.bids, UnsetType)
            held = self.history.board_in(number).sides
            places = SIDES if len(held) > 1 else ("player",)
            sides = [
                place if bids else f"{place} ({called(self.history, those, self.library)})"
                for place, those in zip(places, held, strict=False)
            ]
            heads = ["board", *sides, "result", "follows from", "log", "map"]
            yield table(heads, rows)
        for at in self.history.boards(number):
            for line in bid_lines(self.history, at, self.library):
                yield tag("p", with_stop(f"Board {at.board}, {line.strip()}"))
        yield from self._newer(number)
        if byes := berger.byes(self.history, number):
            yield tag("p", "A bye: ", commas(map(self._who, byes)), ".")
        for line in walkover_lines(self.history, number):
            yield tag("p", line)
        if asked := self.history.rounds[number - 1].asked:
            yield tag("p", "A bye on request: ", commas(map(self._who, asked)), ".")

    def _newer(self, *rounds: int) -> Iterator[Markup]:
        """Describe the boards of these rounds with newer rules than the tournament's."""
        for at, end in sorted(self.games.items()):
            if end.newer and at.round in rounds:
                where = link(_round_file(at.round), str(at))
                yield tag("p", "Newer rules than the tournament's: ", where, f" was {end.newer}.")

    def _player(self, one: Entrant) -> Iterator[Markup]:
        yield self._up()
        yield tag("p", "Key: ", tag("code", one.sign))
        yield tag(
            "p",
            "Events about them: ",
            self._follows(self.of_player[one.number]),
            ".",
        )
        rows = []
        for each in self.rounds[one.number]:
            source = self._source(each, one.number)
            rows.append(
                [
                    link(_round_file(each.round), each.round),
                    _BYES.get(each.result) or commas(map(self._who, each.opponents)),
                    self._side(each, one.number),
                    _ended(each)
                    + ("*" if each.ruled else "")
                    + ("" if each.counts else ", not counted"),
                    each.points,
                    "" if source is None else self._event(source),
                ]
            )
        if rows:
            other = "opponent" if len(self.history.found.board.sides) == 2 else "opponents"
            yield table(["round", other, "side", "result", "points", "follows from"], rows)
            words = ["in brackets: the place in the pairing"] if any(row[2] for row in rows) else []
            words += [_STAR] if any("*" in str(row[3]) for row in rows) else []
            if words:
                yield tag("p", f"{'; '.join(words).capitalize()}.")
        for name, course in self.courses.items():
            yield tag("h2", f"Rating, {name}")
            yield self._plot(name, [one.number])
            steps = list(_steps(course[one.number]))
            yield table(["after round", "rating", "deviation"][: len(steps[0])], steps)

    def _side(self, one: Met, number: int) -> str:
        """Return the side of an entrant, as the game calls it, and their place in the pairing."""
        if not one.side or one.absent:
            return ""
        at = self._at(one, number)
        bids = self.history.bids.get(at)
        if bids is not None and not bids.are_settled:
            return f"({one.side})"
        held = self.history.board_terms(at).sides[SIDES.index(one.side)]
        return f"{called(self.history, held, self.library)} ({one.side})"

    def _is_covered(self, event: Event) -> bool:
        return self.checkpoint is not None and event.seq < self.checkpoint.size

    def _events(self) -> Iterator[Markup]:
        yield self._up()
        yield tag(
            "p",
            "The events of ",
            self._log_itself(),
            " in words. Open an event to see it as it is in the log, without its signature.",
        )
        for event in self.events:
            by = "" if event.by == self.history.found.director.handle else f", by {event.by}"
            yield tag("h2", f"{event.seq}: {event.kind}{by}", id=f"e{event.seq}")
            at = event.data.get("round")
            if event.kind != "found" and isinstance(at, int):
                yield tag("p", event.at, ", ", link(_round_file(at), f"round {at}"))
            else:
                yield tag("p", event.at)
            yield tag("p", event_words(event, self.history, self.library))
            if event.kind in receipts.KINDS and self._is_covered(event):
                yield tag("p", link(f"{tlog.RECEIPTS}/{receipts.file_name(event)}", "receipt"))
            yield tag(
                "details",
                tag("summary", "as it is in the log"),
                tag("p", tag("code", event.id)),
                tag("pre", exactly(json.dumps(event.data, indent=1, sort_keys=True))),
            )


def _ended(one: Met) -> str:
    """Say how a round ended for somebody."""
    if one.place:
        return f"place {one.place}"
    level = f" at level {one.level}" if one.level else ""
    level += " by forfeit" if one.opponents and one.result and not one.played else ""
    return one.result + level if one.score is None else f"{one.result} {one.score}"


def _steps(course: Sequence[Rating]) -> Iterator[list[object]]:
    for number, one in enumerate(course):
        deviation = [str(one.deviation)] if one.deviation else []
        yield [number or "start", str(one.rating), *deviation]

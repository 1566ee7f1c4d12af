"""The pages of a tournament, each figure linked to the event that it follows from."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from msgspec import UnsetType

from pbem.crypto.transparency.checkpoint import Checkpoint
from pbem.director.pages.checking import Checked, kind_of, reasons
from pbem.director.pages.club import PLAIN, Club, from_front
from pbem.director.pages.cross import BYES, TIES, Cross, held_at
from pbem.director.pages.deadlines import until
from pbem.director.pages.figures import Figures
from pbem.director.pages.front import (
    CARDS,
    NO_TURNS,
    cards,
    mark_of,
    one_day,
    one_round,
    result_words,
    round_list,
    sides_words,
    span,
    steps,
    what_words,
    winner,
)
from pbem.director.pages.markup import Frame, box, page
from pbem.director.pages.plot import MOST_LINES, plot
from pbem.director.pages.wording import Names, day_words, person_file, system_words
from pbem.director.sides import called
from pbem.director.transparency import heads, receipts, tlog
from pbem.director.words.events import event_words
from pbem.director.words.reporting import (
    bid_lines,
    board_names,
    challenge_lines,
    dropped_lines,
    gone_lines,
    pause_lines,
    stage_line,
    trust_lines,
    walkover_lines,
    word_lines,
)
from pbem.errors import FormError
from pbem.kit.wording import counted, with_stop
from pbem.log.event import Event
from pbem.table.library import Library
from pbem.tournament import berger
from pbem.tournament.exchange import trf
from pbem.tournament.folding import Fold
from pbem.tournament.history import BoardOf, Entrant, History
from pbem.tournament.outcomes import SIDES
from pbem.tournament.ranking.meetings import Met
from pbem.tournament.ranking.performance import mean_of_field, performances
from pbem.tournament.ranking.ratings import Rating, courses
from pbem.tournament.ranking.ratings import ratings as rated
from pbem.tournament.ranking.standings import columns
from pbem.tournament.scale import points_words, tie_words
from pbem.tournament.substitutes import substitute_lines
from pbem.view.markup import Markup, commas, exactly, joined, link, table, tag

_STAR = "a star: decided by the director's word"


PERFORMANCE = (
    "Performance: the mean of the opponents' ratings before the tournament, plus a difference for "
    "the score."
)
"""The sentence of a page on performances (decision 87)."""


class End(NamedTuple):
    """The end of a published game.

    - ``map``: its last map as everybody may see it, empty where its rules are not here;
    - ``newer``: to which newer rules its players went over, empty if to none (`newer_rules`);
    - ``small``: the part of the map that a card shows;
    - ``events``: how many its log has.
    """

    map: str = ""
    newer: str = ""
    small: str = ""
    events: int = 0


class Place(NamedTuple):
    """The place of a tournament's pages in a season.

    - ``up``: The path from these pages to the season's folder, with the crest and the index.
    - ``within``: The path from there back to these pages.
    - ``address``: The address of that folder, if it is known.
    - ``ratings``: The courses of ratings that go on from other tournaments, by their systems.
    - ``feeds``: The feeds of the season, as in `Frame`, from that folder.
    """

    up: str = ""
    within: str = ""
    address: str = ""
    ratings: Mapping[str, dict[int, list[Rating]]] = {}
    feeds: Sequence[tuple[str, str, str]] = ()


ALONE = Place()
"""The place of a tournament that is published alone."""


def game_file(at: BoardOf) -> str:
    """Return where the log of a board's game lies among the pages."""
    return f"games/r{at.round}b{at.board}.pbem"


def map_file(at: BoardOf) -> str:
    """Return where its last map lies."""
    return f"games/r{at.round}b{at.board}.svg"


def small_file(at: BoardOf) -> str:
    """Return where the part of its last map lies that a card shows."""
    return f"games/r{at.round}b{at.board}-small.svg"


def replay_file(at: BoardOf) -> str:
    """Return where its replay lies."""
    return f"games/r{at.round}b{at.board}.html"


def round_file(number: int) -> str:
    """Return where the page of a round lies."""
    return f"round-{number}.html"


def _player_file(number: int) -> str:
    return f"player-{number}.html"


class Book:
    """All pages of a tournament, ``log`` being the file of its log among them.

    ``events``: those of the log. ``games``: board -> the end of its game. ``place``: that of the
    pages in a season. The rules in ``library`` name the sides; without it they have their ids.
    ``has_trf``: whether ``results.trf`` lies there. ``checked``: the outcome of a check.
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
        club: Club = PLAIN,
        place: Place = ALONE,
        figures: Figures | None = None,
        has_trf: bool = False,
        checked: Checked | None = None,
    ) -> None:
        self.fold, self.events, self.log = fold, events, log
        self.library = library
        self.games, self.checkpoint = games, checkpoint
        self.history = fold.now
        words = sum("word" in event.data for event in events)
        self.signatures = len(events) + words + sum(end.events for end in games.values())
        """How many the log has, and those of the games."""
        self.figures = figures or Figures(fold.now)
        self.rounds = self.figures.rounds
        self.goes_on = {*place.ratings}
        self.watch = {
            at: f"{club.play}{part}"
            for at in games
            if (part := club.watched(f"{place.within}{game_file(at)}", place.address))
        }
        systems = {str(type(one).__struct_config__.tag): one for one in fold.now.found.ratings}
        self.courses = {
            name: place.ratings.get(name) or courses(fold.now, system)
            for name, system in systems.items()
        }
        self.lists = {
            name: rated(fold.now, system, self.courses[name]) for name, system in systems.items()
        }
        self.performances = {
            name: performances(fold.now, system, self.courses[name])
            for name, system in systems.items()
        }
        self.of_board: dict[BoardOf, list[int]] = defaultdict(list)
        """Numbers of the events that say something of a board."""
        self.of_player: dict[int, list[int]] = defaultdict(list)
        self.of_round: list[int] = []
        for event in events:
            self._index(event)
        self.names = Names(fold.now, club)
        self.told = self.names.told(fold.now)
        """The history with names in place of handles."""
        self.pictures = {
            at: (small_file(at), replay_file(at))
            for at, end in games.items()
            if end.small and at in fold.now.decided
        }
        self.has_trf, self.checked = has_trf, checked
        self.turns = NO_TURNS if checked is None else checked.turns
        self.cross = Cross(
            self.figures,
            self.names,
            to=self._leads,
            side=self._place,
            ratings=self._first_ratings(),
        )
        self.frame = self._framed(club, place)

    def _first_ratings(self) -> dict[int, tuple[str, str]]:
        """Return the rating of everybody by the first system, and by how much it changed."""
        course = {} if self.history.teams else next(iter(self.courses.values()), {})
        return {
            number: (str(steps[-1].rating), _change(steps[-1].rating - steps[0].rating))
            for number, steps in course.items()
        }

    def _performed(self) -> dict[int, int]:
        """Return the performances of entrants by the first system; teams have none."""
        return {} if self.history.teams else next(iter(self.performances.values()), {})

    def _framed(self, club: Club, place: Place) -> Frame:
        places = [("index.html", "Standings")]
        places += [(round_file(len(self.history.rounds)), "Rounds")] * bool(self.history.rounds)
        places += [("games.html", "Games")] * bool(self.pictures)
        places.append(("events.html", "Log"))
        if place.up:
            places.insert(0, (f"{place.up}index.html", "Season"))
        title = self.history.found.name if club is PLAIN else club.name
        feeds = [(kind, f"{place.up}{to}", said) for kind, to, said in place.feeds]
        return Frame(self.history.id, club, title, places, place.up, feeds)

    def _index(self, event: Event) -> None:
        data = event.data
        if event.kind in ("seal", "bid", "raise", "pass", "substitute", "back"):
            word = data["word"]
            self.of_board[BoardOf(word["round"], word["board"])].append(event.seq)
        elif "board" in data and event.kind != "found":
            self.of_board[BoardOf(data["round"], data["board"])].append(event.seq)
        elif event.kind == "pair":
            self.of_round.append(event.seq)
        elif event.kind == "out":
            self.of_player[data["entrant"]].append(event.seq)
        elif event.kind in (
            "enter", "withdraw", "return", "challenge", "bye", "name", "pause", "lineup",
        ):  # fmt: skip
            key = data["word"]["sign"]
            who = next((one for one in self.history.entrants if key in one.keys), None)
            self.of_player[who.number if who else 0].append(event.seq)

    def pages(self) -> dict[str, str]:
        """Return every page by the name of its file."""
        name = self.history.found.name
        made = {"index.html": page(name, self._index_page(), self.frame, here="index.html")}
        for number in range(1, len(self.history.rounds) + 1):
            made[round_file(number)] = self._page(f"Round {number}", self._round(number))
        for one in self.history.entrants:
            made[_player_file(one.number)] = self._page(
                self.names.full[one.number], self._player(one)
            )
        if self.pictures:
            made["games.html"] = self._page("All games", self._all_maps(), here="games.html")
        made["events.html"] = self._page("The log", self._events(), here="events.html")
        return made

    def _page(self, title: str, body: Iterator[Markup], here: str = "") -> str:
        crumb = tag("p", link("index.html", self.history.found.name))
        top = tag("div", tag("div", crumb, tag("h1", title)), class_="hero")
        rounds = round_file(len(self.history.rounds))
        here = here or (rounds if title.startswith("Round ") else "")
        said = list(self._trust())
        notes = f"{counted(len(said), 'note')} on who directs and who draws the lots"
        folded = tag("details", tag("summary", notes), *said, class_="notes")
        return page(title, [top, *([folded] if said else []), *body], self.frame, here=here)

    def _trust(self) -> Iterator[Markup]:
        """Yield what a reader has to know of who directs, and who keeps the lots.

        The front page shows it; the others have it folded.
        """
        return (tag("p", line, class_="trust") for line in trust_lines(self.told))

    def _log_itself(self) -> Markup:
        return link(quote(self.log), self.log)

    # --- what links say ------------------------------------------------------------------------

    def _event(self, seq: int) -> Markup:
        return link(f"events.html#e{seq}", f"{self.events[seq].kind} {seq}")

    def _follows(self, numbers: Sequence[int]) -> Markup:
        return commas(self._event(seq) for seq in numbers)

    def _who(self, number: int) -> Markup:
        return link(_player_file(number), self.names.full[number])

    def _called(self, one: Entrant) -> str:
        """Return the name of an entrant, or of a player of a team."""
        return self.names.players.get(one.sign) or self.names.full[one.number]

    def _person(self, number: int) -> Markup:
        """Return who is rated: an entrant, or a player of a team before it."""
        one = self.history.people()[number - 1]
        if self.history.teams is None:
            return self._who(number)
        team = self.history.of_handle(one.handle)
        return joined([self._called(one), *([", ", self._who(team.number)] if team else [])])

    def _seated(self, one: Entrant) -> Markup:
        """Return who plays at a board: of a team the player, before the team."""
        if one.sign not in self.names.players:
            return self._who(one.number)
        return joined([self._called(one), ", ", self._who(one.number)])

    def _source(self, one: Met) -> int | None:
        """Return the event from which a round of an entrant follows: the last that decided it."""
        if one.result in BYES or one.absent:
            return self.of_round[one.round - 1]
        kinds = ("result", "rule")
        of = [seq for seq in self.of_board[_at(one)] if self.events[seq].kind in kinds]
        return of[-1] if of else None

    # --- the pages -----------------------------------------------------------------------------

    def _index_page(self) -> Iterator[Markup]:
        history, found = self.history, self.history.found
        yield tag(
            "div",
            tag(
                "div",
                tag("h1", found.name),
                tag("p", what_words(self.told, self.library)),
                tag("p", span(history, self.events), ".", self._stage()),
            ),
            self._winner(),
            class_="hero",
        )
        yield steps(history)
        yield from self._trust()
        said = (
            *challenge_lines(self.told), *gone_lines(self.told), *substitute_lines(self.told),
            *word_lines(self.told), *dropped_lines(self.told),
        )  # fmt: skip
        yield from self._standings()
        beside = [self._check()]
        if history.rounds or history.deadlines or history.open_entries():
            newer = self._newer(*range(1, len(history.rounds) + 1))
            listed = round_list(history, self.events)
            days = one_day(history, self.events)
            beside.insert(0, box("Rounds", listed, *newer, beside=days, id="rounds"))
        wide, maps = self.cross.is_wide, bool(self.pictures)
        room = "four" if maps else "row"
        yield tag("div", *beside, class_=f"stack {room if wide else 'three beside'}")
        yield from self._last_maps("eight" if wide else "")
        for name in self.courses:
            yield from self._ratings(name)
        yield from self._dismissed()
        if said:
            yield box("To know", *(tag("p", line) for line in said))

    def _winner(self) -> Markup:
        return winner(self.figures, self.names, _player_file, self._performed())

    def _stage(self) -> Markup:
        """Return how far it has come, where it is not over."""
        if self.history.over:
            return Markup()
        if not self.history.rounds:
            return joined([" ", stage_line(self.told)])
        number = f"Round {len(self.history.rounds)}"
        length = "" if self.history.is_open_ended else f" of {self.history.length}"
        return joined([" ", tag("span", f"{number}{length}", class_="pill")])

    def _dismissed(self) -> Iterator[Markup]:
        if not self.history.dismissed:
            return
        reported = (event.seq for event in self.events if event.kind == "dismiss")
        lines = [
            tag("p", f"{at}, ", self._who(who), f": {why} (", self._event(seq), ")")
            for (at, who, why), seq in zip(self.history.dismissed, reported, strict=True)
        ]
        yield box("Dismissed appeals", *lines)

    def _check(self) -> Markup:
        more: list[Markup] = []
        if self.checkpoint is not None:
            more = [
                tag(
                    "p",
                    "Keep its ",
                    link(heads.PUBLISHED, "checkpoint"),
                    f", over {self.checkpoint.size} events, signed with the ",
                    link(tlog.VKEY, "key"),
                    " that the log names. Then nobody can show you another history of those "
                    "events unseen.",
                )
            ]
        files = [link(quote(self.log), "Log"), link("results.csv", "CSV")]
        files += [link("results.trf", "TRF")] if self.has_trf else []
        again = "Download this folder. One command computes pairings, results and standings again:"
        title, said, kind = "Signed", [tag("p", self._signed())], "check"
        if self.checked is not None:
            title, said, kind = self.checked.title, reasons(self.checked), kind_of(self.checked)
        return box(
            title,
            *said,
            tag("div", *files, class_="buttons"),
            tag(
                "details",
                tag("summary", "Check it yourself"),
                tag("p", again),
                tag("pre", f"pbem tournament verify {self.log} games"),
                tag("p", "Each figure follows from an ", link("events.html", "event"), "."),
                *more,
            ),
            kind=kind,
            id="check",
        )

    def _signed(self) -> str:
        games, events = counted(len(self.games), "game"), counted(len(self.events), "event")
        return f"{counted(self.signatures, 'signature')}: {games} and {events}."

    def _standings(self) -> Iterator[Markup]:
        table = self.cross.table()
        if table:
            name = "Places" if self.history.ladder else "Cross table"
            name = name if self.history.rounds else "Players"
            yield box(
                name,
                table,
                tag("p", *self._below(), class_="faint"),
                beside=self._key() if self.history.rounds else "",
                kind="standings" if self.cross.is_wide else "standings nine",
            )

    def _below(self) -> list[object]:
        """Return what is said below the cross table: how its figures come about, who wins."""
        sides = sides_words(self.history, self.library)
        return [self.cross.legend(), *([f" {sides}"] if sides else [])]

    def _key(self) -> Markup:
        """Return what the marks of sides mean."""
        held = self.history.found.board.sides
        return tag(
            "span",
            *(
                tag("span", mark_of(place), called(self.history, sides, self.library))
                for place, sides in enumerate(held)
            ),
            class_="key",
        )

    def _last_maps(self, kind: str) -> Iterator[Markup]:
        boards = sorted(self.pictures, reverse=True)
        if boards:
            shown = cards(self.history, self.names, boards[:CARDS], self.pictures)
            every = link(
                "games.html",
                f"All {counted(len(boards), 'game')}" if len(boards) > 1 else "All games",
            )
            yield box("Last maps", tag("div", *shown, class_="cards"), beside=every, kind=kind)

    def _all_maps(self) -> Iterator[Markup]:
        for number in range(len(self.history.rounds), 0, -1):
            boards = sorted(at for at in self.pictures if at.round == number)
            if boards:
                shown = cards(self.history, self.names, boards, self.pictures)
                yield box(f"Round {number}", tag("div", *shown, class_="cards"), kind="long")

    def _leads(self, one: Met) -> str:
        """Return where a cell of the cross table leads: to the replay, or to what decided it."""
        if one.opponents and not one.absent and not one.ruled:
            at = _at(one)
            if at in self.pictures:
                return replay_file(at)
        source = self._source(one)
        return "" if source is None else f"events.html#e{source}"

    def _place(self, one: Met) -> int | None:
        if not one.side or one.absent or len(self.history.found.board.sides) == 1:
            return None
        return held_at(self.history, _at(one), one.side)

    def _ratings(self, name: str) -> Iterator[Markup]:
        lines, course = self.lists[name], self.courses[name]
        # Two may have had one handle, so their numbers stand beside the lines, in the same order.
        numbers = sorted(course, key=lambda number: (-course[number][-1].rating, number))
        deviates = bool(lines and lines[0].deviation)
        performed = self.performances[name]
        heads = ["player", "rating", *["deviation"] * deviates, "began with"]
        heads += [*["performance"] * bool(performed), "games"]
        rows = []
        for line, number in zip(lines, numbers, strict=True):
            player = self._person(number)
            figures = [line.rating, line.deviation] if deviates else [line.rating]
            shown = [performed.get(number, "")] if performed else []
            rows.append([player, *figures, line.began, *shown, line.games])
        if rows:
            reserves = self.history.teams is not None
            played = [
                number
                for line, number in zip(lines, numbers, strict=True)
                if line.games or not reserves
            ]
            drawn = self._plot(name, (played or numbers)[:MOST_LINES])
            whose = self._whose(name)
            yield box(f"{system_words(name)} ratings{whose}", drawn, kind="six")
            means = f"Mean rating of the field: {mean_of_field(course)}."
            means += f" {PERFORMANCE}" if performed else ""
            mean = tag("p", means, class_="faint")
            listed = table(heads, rows)
            yield box(f"{system_words(name)} rating list{whose}", listed, mean, kind="six")

    def _whose(self, name: str) -> str:
        """Say of ratings in a season whether they go on from its other tournaments."""
        if not self.frame.up:
            return ""
        return " of the season" if name in self.goes_on else " of this tournament alone"

    def _plot(self, name: str, numbers: Sequence[int]) -> Markup:
        course = self.courses[name]
        called = {one.number: self._called(one) for one in self.history.people()}
        # A last round that goes on would draw level lines, as if its games were drawn.
        open_ = {at.round for at in self.history.owed()}
        rounds = range(1, len(self.history.rounds) + 1)
        ended = 1 + max((number for number in rounds if number not in open_), default=0)
        drawn = [(called[no], [float(one.rating) for one in course[no][:ended]]) for no in numbers]
        marks = ["start", *map(str, range(1, max((len(line) for _, line in drawn), default=1)))]
        return plot(f"{system_words(name)} ratings by round", drawn, marks)

    def _round(self, number: int) -> Iterator[Markup]:
        others = range(1, len(self.history.rounds) + 1)
        if len(others) > 1:
            links = [
                tag(
                    "a",
                    no,
                    href=round_file(no),
                    **({"aria_current": "page"} if no == number else {}),
                )
                for no in others
            ]
            yield tag("nav", *links, class_="steps", aria_label="Rounds")
        boards = self.history.boards(number)
        any_replay = any(at in self.pictures or at in self.watch for at in boards)
        heads = ["board", *self._sides(number), "result", *["replay"] * any_replay]
        rows = [self._board(at, replay=any_replay) for at in boards]
        inside = [table(heads, rows)] if rows else []
        if due := self.history.deadlines.get(number):
            inside.append(tag("p", "Deadline: ", until(due)))
        told = [(at, result_words(self.told, at)[1]) for at in boards]
        inside += [tag("p", with_stop(f"Board {at.board}: {said}")) for at, said in told if said]
        inside += [
            tag("p", with_stop(f"Board {at.board}, {line.strip()}"))
            for at in boards
            for line in bid_lines(self.told, at, self.library)
        ]
        lines = [*substitute_lines(self.told, number)]
        lines += pause_lines(self.told, number) if number in self.history.paused else []
        inside += [tag("p", line) for line in lines]
        inside += self._newer(number)
        if byes := berger.byes(self.history, number):
            inside.append(tag("p", "A bye: ", commas(map(self._who, byes)), "."))
        inside += [tag("p", line) for line in walkover_lines(self.told, number)]
        if asked := self.history.rounds[number - 1].asked:
            inside.append(tag("p", "A bye on request: ", commas(map(self._who, asked)), "."))
        inside.append(self._proof(number))
        days = one_round(self.history, self.events, number)
        drawn = sorted(at for at in self.pictures if at.round == number)
        yield box("Boards", *inside, beside=days, kind="six long" if drawn else "long")
        if drawn:
            shown = cards(self.history, self.names, drawn, self.pictures)
            yield box("Last maps", tag("div", *shown, class_="cards"), kind="six long")

    def _board(self, at: BoardOf, *, replay: bool) -> list[object]:
        """Return the line of a board in the table of its round."""
        named = {} if self.history.teams else board_names(self.told, at.round)
        shown = link(replay_file(at), "Replay") if at in self.pictures else Markup()
        if to := self.watch.get(at):
            again = link(from_front(to, self.frame.up), "Watch in your browser")
            shown = joined([shown, *([" "] if shown else []), again])
        return [
            f"{at.board}, {named[at]}" if at in named else at.board,
            *map(self._seated, self.history.pair_of(at)),
            result_words(self.told, at, self.turns)[0],
            *[shown] * replay,
        ]

    def _proof(self, number: int) -> Markup:
        """Return, folded, from which events and logs the results of a round follow."""
        rows = [
            [
                at.board,
                self._follows(self.of_board[at]),
                link(game_file(at), game_file(at).partition("/")[2]) if at in self.games else "",
                link(map_file(at), "last map") if at in self.games and self.games[at].map else "",
            ]
            for at in self.history.boards(number)
        ]
        return tag(
            "details",
            tag("summary", "Logs and events of these results"),
            tag("p", "Paired by ", self._event(self.of_round[number - 1]), "."),
            *([table(["board", "follows from", "log", "map"], rows)] if rows else []),
        )

    def _sides(self, number: int) -> list[str]:
        """Return what stands above the players of a round: their places, and what they play."""
        bids = not isinstance(self.history.found.bids, UnsetType)
        held = self.history.board_in(number).sides
        places = SIDES if len(held) > 1 else ("player",)
        return [
            place if bids else f"{place} ({called(self.history, those, self.library)})"
            for place, those in zip(places, held, strict=False)
        ]

    def _newer(self, *rounds: int) -> Iterator[Markup]:
        """Describe the boards of these rounds with newer rules than the tournament's."""
        for at, end in sorted(self.games.items()):
            if end.newer and at.round in rounds:
                where = link(round_file(at.round), str(at))
                yield tag("p", "Newer rules than the tournament's: ", where, f" was {end.newer}.")

    def _player(self, one: Entrant) -> Iterator[Markup]:
        found = self.history.found
        row = self.figures.row_of[one.number]
        ties = "".join(
            f", {TIES[tie]} {tie_words(found, tie, row.ties[tie])}" for tie in columns(self.history)
        )
        points = f" with {points_words(found, row.points)} points"
        yield box(
            "Standing",
            tag("p", f"Place {row.rank}{'' if self.history.is_open_ended else points}{ties}."),
            *(self._identity(one) if one.team else ()),
            *self._whole_season(one),
            tag(
                "details",
                tag("summary", "Events about them" if one.team else "Key, and events about them"),
                *(() if one.team else self._identity(one)),
                tag("p", self._follows(self.of_player[one.number]), "."),
            ),
        )
        rows, sources = [], []
        for each in (game for those in self.rounds[one.number] for game in those.games):
            if (source := self._source(each)) is not None:
                sources.append([each.round, self._event(source)])
            rows.append(
                [
                    link(round_file(each.round), each.round),
                    *([self._lined(one, each)] if self.history.teams else []),
                    BYES.get(each.result) or self._opponents(each),
                    self._side(each),
                    self._result(each),
                    points_words(found, each.points),
                ]
            )
        if rows:
            other = "opponent" if len(self.history.found.board.sides) == 2 else "opponents"
            lined = ["player"] if self.history.teams else []
            heads = ["round", *lined, other, "side", "result", "points"]
            words = (
                ["in brackets: the place in the pairing"] if any(row[-3] for row in rows) else []
            )
            words += [_STAR] if any("*" in str(row[-2]) for row in rows) else []
            legend = [tag("p", f"{'; '.join(words).capitalize()}.", class_="faint")] * bool(words)
            summary = tag("summary", "Events of these results")
            proof = tag("details", summary, table(["round", "follows from"], sources))
            yield box("Rounds", table(heads, rows), *legend, proof, kind="eight")
        for name, course in {} if self.history.teams else self.courses.items():
            steps = list(_steps(course[one.number]))
            yield box(
                f"{system_words(name)} rating{self._whose(name)}",
                self._plot(name, [one.number]),
                *self._played_like(name, one.number),
                table(["after round", "rating", "deviation"][: len(steps[0])], steps),
                kind="four",
            )

    def _played_like(self, name: str, number: int) -> Iterator[Markup]:
        """Yield the performance of somebody, if there is one."""
        if (performed := self.performances[name].get(number)) is not None:
            yield tag("p", f"Performance: {performed}.")

    def _result(self, one: Met) -> Markup | str:
        """Return how a round ended for somebody, with a link to its replay if there is one."""
        said = _ended(one) + "*" * bool(one.ruled) + ("" if one.counts else ", not counted")
        has_replay = one.board and _at(one) in self.pictures
        return link(replay_file(_at(one)), said) if has_replay else said

    def _whole_season(self, one: Entrant) -> Iterator[Markup]:
        """Lead to all that somebody did in the season, if this is published in one."""
        if self.frame.up:
            to = f"{self.frame.up}{person_file(one.known_by)}"
            yield tag("p", link(to, "All their games of the season"))

    def _lined(self, team: Entrant, one: Met) -> str:
        """Return who played a game for a team; empty if there was no board."""
        pair = self.history.pair_of(_at(one)) if one.board else ()
        return next((self._called(who) for who in pair if who.number == team.number), "")

    def _opponents(self, one: Met) -> Markup:
        """Return the opponents of a round, of a team the player before the team."""
        if self.history.teams is None or not one.board:
            return commas(map(self._who, one.opponents))
        pair = self.history.pair_of(_at(one))
        return commas(self._seated(who) for who in pair if who.number in one.opponents)

    def _identity(self, one: Entrant) -> Iterator[Markup]:
        """Yield by which key somebody is known; of a team all its players are named."""
        for who in self.history.persons(one):
            name = "" if one.team is None else f"{self._called(who)}. "
            yield tag("p", f"{name}Handle: {who.handle}. Key: ", tag("code", who.sign))

    def _side(self, one: Met) -> str:
        """Return the side of an entrant, as the game calls it, and their place in the pairing."""
        if not one.side or one.absent:
            return ""
        at = _at(one)
        bids = self.history.bids.get(at)
        if bids is not None and not bids.are_settled:
            return f"({one.side})"
        held = self.history.board_terms(at).sides[SIDES.index(one.side)]
        return f"{called(self.history, held, self.library)} ({one.side})"

    def _is_covered(self, event: Event) -> bool:
        return self.checkpoint is not None and event.seq < self.checkpoint.size

    def _events(self) -> Iterator[Markup]:
        told = tag(
            "p",
            "The events of ",
            self._log_itself(),
            " in words. Open an event to see it as it is in the log, without its signature. The "
            "last is ",
            tag("code", self.fold.chain.head),
            ".",
        )
        yield box("Events", told, *self._by_days(), kind="long")

    def _by_days(self) -> Iterator[Markup]:
        """Yield all events, below each day those that claim it."""
        for day, those in groupby(self.events, lambda event: event.at[:10]):
            yield tag("h3", day_words(day), class_="date")
            yield from map(self._one_event, those)

    def _one_event(self, event: Event) -> Markup:
        by = ""
        if event.by != self.history.found.director.handle:
            by = f", by {self.names.of_handle(event.by)}"
        at = event.data.get("round")
        said = event_words(event, self.history, self.library, self.names.of_handle)
        lines = [tag("p", said)]
        where: list[object] = []
        if event.kind != "found" and isinstance(at, int) and at <= len(self.history.rounds):
            where = [", ", link(round_file(at), f"round {at}")]
        if event.kind in receipts.KINDS and self._is_covered(event):
            lines.append(tag("p", link(f"{tlog.RECEIPTS}/{receipts.file_name(event)}", "receipt")))
        raw = tag(
            "details",
            tag("summary", "as it is in the log"),
            tag("p", event.at, ", ", tag("code", event.id)),
            tag("pre", exactly(json.dumps(event.data, indent=1, sort_keys=True))),
        )
        title = tag("h4", f"{event.seq}: {event.kind}{by}", *where)
        return tag("div", title, *lines, raw, class_="event", id=f"e{event.seq}")


def trf_or_none(history: History) -> str | None:
    """Return a tournament as a TRF; None where that form has no room for it."""
    try:
        return trf(history)
    except FormError:
        return None


def _change(by: Decimal) -> str:
    """Write by how much a rating changed."""
    return f"{by:+}".replace("-", "\N{MINUS SIGN}") if by else "0"


def _at(one: Met) -> BoardOf:
    return BoardOf(one.round, one.board)


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
        yield [str(number or "start"), str(one.rating), *deviation]

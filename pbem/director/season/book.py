"""The pages of a season: front page, players, ratings, games, open challenges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.director.pages.book import replay_file, small_file
from pbem.director.pages.club import Club
from pbem.director.pages.cross import sign_of
from pbem.director.pages.front import cards, mark_of, medal, span, steps, what_words
from pbem.director.pages.markup import Frame, box, page
from pbem.director.pages.plot import MOST_LINES, plot
from pbem.director.pages.wording import (
    Names,
    board_points_words,
    local_day,
    points_words,
    short_month,
    system_words,
)
from pbem.director.season import calendar, feed
from pbem.director.season.form import FILE, Played, Season
from pbem.director.season.people import Person, Ratings, people, ratings
from pbem.director.words.reporting import until_words
from pbem.kit.wording import counted
from pbem.table.library import Library
from pbem.tournament.events.kinds import Due
from pbem.tournament.history import BoardOf, Entrant, History
from pbem.tournament.ranking.meetings import Met
from pbem.tournament.ranking.rating_list import Listed
from pbem.tournament.ranking.standings import Row
from pbem.view.markup import Markup, commas, joined, link, table, tag

SHOWN, CARDS = 8, 6
"""How many players and how many last maps a front page shows."""

MARK = 18
"""How many letters of a tournament's name stand below a plot."""


class Yearbook:
    """All pages of a season; ``drawn``: of each tournament the boards with a last map.

    ``library``: None where no rules are at hand.
    """

    def __init__(
        self,
        season: Season,
        played: Sequence[Played],
        drawn: Sequence[list[BoardOf]],
        library: Library | None,
    ) -> None:
        self.season, self.played, self.library = season, played, library
        self.drawn = {one.name: boards for one, boards in zip(played, drawn, strict=True)}
        self.people = people(season, played)
        self.names = {one.name: Names(one.fold.now, self._called(one)) for one in played}
        self.lists = ratings(played)
        self.wanted = list(self._wanted())
        places = [("index.html", "Season"), ("players.html", "Players")]
        places += [("games.html", "Games")] * any(self._pictures(one) for one in played)
        places += [("challenges.html", "Challenges")] * bool(self.wanted)
        feeds = [("application/atom+xml", feed.NAME, "News feed")]
        if any(one.fold.now.deadlines for one in played):
            feeds.insert(0, ("text/calendar", calendar.NAME, "Calendar"))
        ids = [one.fold.now.id for one in played]
        mark = f"season {season.name}"
        self.frame = Frame(mark, season, season.name, places, feeds=feeds, holds=ids)

    def _called(self, one: Played) -> Club:
        """Return how the players of a tournament are called who signed no name in it."""
        names = {each.handle: self.people[each.known_by].name for each in one.fold.now.entrants}
        return Club(name=self.season.name, names={**self.season.names, **names})

    def pages(self) -> dict[str, str]:
        """Return every page by the name of its file."""
        made = {
            "index.html": self._page(self.season.name, self._front(), heading="Season"),
            "players.html": self._page("Players", self._players(), here="players.html"),
        }
        for person in self.people.values():
            made[person.file] = self._page(person.name, self._person(person), here="players.html")
        if any(to == "games.html" for to, _ in self.frame.places):
            made["games.html"] = self._page("Games", self._games(), here="games.html")
        if self.wanted:
            made["challenges.html"] = self._page(
                "Open challenges", self._challenges(), here="challenges.html"
            )
        return made

    def _page(
        self, title: str, body: Iterator[Markup], here: str = "index.html", heading: str = ""
    ) -> str:
        players = sum(not person.is_team for person in self.people.values())
        about = f"{counted(len(self.played), 'tournament')}, {counted(players, 'player')}."
        below = [tag("p", about)] if here == "index.html" else []
        top = tag("div", tag("div", tag("h1", heading or title), *below), class_="hero")
        frame = self.frame if title == self.season.name else self.frame._replace(holds=())
        return page(title, [top, *body], frame, here=here)

    # --- the front page ------------------------------------------------------------------------

    def _front(self) -> Iterator[Markup]:
        running = [one for one in self.played if not one.fold.now.over]
        now = [self._now(one) for one in running[-2:][::-1]]
        if now:
            yield tag("div", *now, class_="eight stack")
        beside = [self._deadlines(), self._leaders()]
        if self.wanted:
            lines = [self._challenge(*each) for each in self.wanted[:3]]
            every = link("challenges.html", "All challenges")
            asked = tag("ul", *lines, class_="people")
            beside.append(box("Open challenges", asked, beside=every))
        yield tag("div", *beside, class_="four stack" if now else "stack row")
        plots = list(self._plots(link("players.html", "All players")))
        yield from plots
        yield from self._last_maps("six" if len(plots) % 2 else "")
        yield self._check()

    def _now(self, one: Played) -> Markup:
        history, names = one.fold.now, self.names[one.name]
        number = len(history.rounds)
        length = "" if history.is_open_ended or not history.length else f" of {history.length}"
        pill = tag("span", f"Round {number}{length}" if number else "Entries", class_="pill")
        rows = one.figures.rows[:SHOWN]
        lists = [tag("div", tag("h3", "Standings"), self._order(one, rows))] if rows else []
        if number and (boards := history.boards(number)):
            games = [tag("li", *self._meets(history, names, at)) for at in boards]
            met = tag("ul", *games, class_="people meets")
            lists.append(tag("div", tag("h3", f"Round {number}"), met))
        return box(
            history.found.name,
            tag(
                "p",
                f"{what_words(names.told(history), self.library)} {span(history, one.events)}.",
            ),
            steps(history),
            tag("div", *lists, class_="stack row"),
            tag("p", link(f"{one.name}/index.html", "Cross table and all rounds")),
            beside=pill,
        )

    def _order(self, one: Played, rows: Sequence[Row]) -> Markup:
        """Return who is on which place, with their points where these say it."""
        history = one.fold.now
        lines = [
            tag(
                "li",
                tag("span", row.rank, class_="faint"),
                self._link(one, row.number),
                *(
                    []
                    if history.is_open_ended
                    else [tag("span", points_words(history.found, row.points), class_="end")]
                ),
            )
            for row in rows
        ]
        return tag("ol", *lines, class_="people")

    def _meets(self, history: History, names: Names, at: BoardOf) -> list[object]:
        """Return who meets whom at a board, and how it stands."""
        players = [names.at_board(one, full=True) for one in history.pair_of(at)]
        done = history.decided.get(at)
        if done is not None:
            handles = [names.at_board(one) for one in history.pair_of(at)]
            said = {"first": f"{handles[0]} won", "draw": "drawn", "none": "nobody won"}
            state = said.get(done.outcome, f"{handles[-1]} won" if len(handles) == 2 else "decided")
        else:
            state = "being played" if at in history.games else "not begun"
        shown = [tag("span", mark_of(place), name) for place, name in enumerate(players)]
        if len(shown) != 2:
            shown = [tag("span", *shown, class_="all")]
        return [*shown, tag("small", state, class_="end")]

    def _deadlines(self) -> Markup:
        dues = sorted(self._open_deadlines(), key=lambda pair: (pair[1].until, pair[0].name))
        lines = [
            tag(
                "li",
                _day(due),
                tag(
                    "span",
                    tag("b", f"{one.fold.now.found.name}, round {due.round}"),
                    tag("small", until_words(due)),
                ),
                class_="next" if place == 0 else "later",
            )
            for place, (one, due) in enumerate(dues)
        ]
        inside: list[Markup] = [tag("ol", *lines, class_="days")] if lines else []
        if not lines:
            inside.append(tag("p", "No round that is open has a deadline.", class_="faint"))
        if any(one.fold.now.deadlines for one in self.played):
            said = "Add all to your calendar"
            inside.append(tag("div", link(calendar.NAME, said), class_="buttons"))
            note = "Times are the director's. Your calendar shows them in your own time zone."
            inside.append(tag("p", note, class_="faint"))
        return box("Deadlines", *inside)

    def _open_deadlines(self) -> Iterator[tuple[Played, Due]]:
        for one in self.played:
            history = one.fold.now
            open_ = {at.round for at in history.owed()}
            for number, due in history.deadlines.items():
                if not history.over and (number in open_ or number > len(history.rounds)):
                    yield one, due

    def _leaders(self) -> Markup:
        lines = []
        for one in reversed(self.played):
            history, found = one.fold.now, one.figures.leader
            said = [tag("b", link(f"{one.name}/index.html", history.found.name))]
            said.append(tag("small", span(history, one.events)))
            who: list[Markup] = []
            if found is not None:
                row, how = found
                had = f"{how}, {points_words(history.found, row.points)} points"
                had = how if history.is_open_ended else had
                who = [tag("b", self.names[one.name].full[row.number]), tag("small", had)]
            lines.append(
                tag("li", medal("small"), tag("span", *said), tag("span", *who, class_="end"))
            )
        return box("Winners and leaders", tag("ul", *lines, class_="people"))

    def _plots(self, beside: Markup) -> Iterator[Markup]:
        for one in self.lists:
            games = sum(line.games for line in one.lines) // 2
            yield box(
                f"{system_words(one.system)} ratings",
                self._plot(one, [line.sign for line in _best(one.lines)]),
                beside=beside or counted(games, "game"),
                kind="six",
            )

    def _plot(self, one: Ratings, signs: Sequence[str]) -> Markup:
        marks = ["start", *(_cut(each.fold.now.found.name) for each in one.played)]
        lines = [(self.people[sign].name, one.steps[sign]) for sign in signs]
        title = f"{system_words(one.system)} ratings after each tournament"
        return plot(title, lines, marks)

    def _pictures(self, one: Played) -> dict[BoardOf, tuple[str, str]]:
        return {
            at: (f"{one.name}/{small_file(at)}", f"{one.name}/{replay_file(at)}")
            for at in self.drawn[one.name]
        }

    def _last_maps(self, kind: str) -> Iterator[Markup]:
        for one in reversed(self.played):
            if pictures := self._pictures(one):
                boards = sorted(pictures, reverse=True)[:CARDS]
                shown = cards(one.fold.now, self.names[one.name], boards, pictures)
                every = joined([f"{one.fold.now.found.name} ", link("games.html", "All games")])
                yield box("Last maps", tag("div", *shown, class_="cards"), beside=every, kind=kind)
                return

    def _check(self) -> Markup:
        folders = commas(link(f"{one.name}/index.html", one.name) for one in self.played)
        return box(
            "Check it yourself",
            tag("p", "Each folder has a tournament with its log and its games: ", folders, "."),
            tag("pre", f"pbem tournament verify {self.played[-1].name}"),
            tag("p", "All these pages can be made again from the files in this folder:"),
            tag("pre", f"pbem tournament season {FILE} again"),
            tag("div", link(FILE, "Season's file"), class_="buttons"),
        )

    # --- the other pages -----------------------------------------------------------------------

    def _link(self, one: Played, number: int) -> Markup:
        person = self.people[one.fold.now.entrant(number).known_by]
        return link(person.file, person.name)

    def _players(self) -> Iterator[Markup]:
        for one, drawn in zip(self.lists, self._plots(Markup()), strict=True):
            yield drawn
            rows = [
                [
                    place,
                    link(self.people[line.sign].file, self.people[line.sign].name),
                    line.rating,
                    *([line.deviation] if line.deviation else []),
                    line.games,
                    line.tournaments,
                ]
                for place, line in enumerate(one.lines, 1)
            ]
            deviates = ["deviation"] if one.lines and one.lines[0].deviation else []
            heads = ["rank", "player", "rating", *deviates, "games", "events"]
            yield box(f"{system_words(one.system)} rating list", table(heads, rows), kind="six")
        if not self.lists:
            players = [one for one in self.people.values() if not one.is_team]
            names = sorted(players, key=lambda one: (one.name, one.sign))
            rows = [[link(one.file, one.name), len(one.entries)] for one in names]
            yield box("Players", table(["player", "tournaments"], rows))

    def _person(self, person: Person) -> Iterator[Markup]:
        rows = [self._season_of(one, entrant) for one, entrant in person.entries]
        heads = ["tournament", "place", "points", "games", "results"]
        yield box("Tournaments", table(heads, filter(None, rows)))
        for rated in self.lists:
            if person.sign in rated.steps:
                rating = next(line for line in rated.lines if line.sign == person.sign)
                yield box(
                    f"{system_words(rated.system)} rating",
                    self._plot(rated, [person.sign]),
                    tag("p", f"{rating.rating} after {counted(rating.games, 'rated game')}."),
                    kind="six",
                )
        if person.is_team:
            keys = dict.fromkeys(
                who.sign for one, team in person.entries for who in one.fold.now.persons(team)
            )
            players = commas(link(self.people[key].file, self.people[key].name) for key in keys)
            yield box("Players", tag("p", players), kind="six")
            return
        handles = ", ".join(dict.fromkeys(entrant.handle for _, entrant in person.entries))
        yield box(
            "Key", tag("p", f"Handle: {handles}. Key: ", tag("code", person.sign)), kind="six"
        )

    def _season_of(self, one: Played, entrant: Entrant) -> list[object]:
        """Return the line of somebody in a tournament; of a team's player with their own games."""
        history = one.fold.now
        team = None if entrant.team or history.teams is None else history.of_handle(entrant.handle)
        if history.teams is not None and team is None and entrant.team is None:
            return []  # their team did not enter
        number = entrant.number if team is None else team.number
        row, name = one.figures.row_of[number], history.found.name
        where = [link(f"{one.name}/player-{number}.html", name)]
        if team is None:
            points, ended = (
                points_words(history.found, row.points),
                [row.wins, row.draws, row.losses],
            )
            results = self._results(one, one.figures.rounds[number], self.names[one.name].short)
        else:
            games = one.figures.games[entrant.number]
            where += [Markup(", for "), link(self.people[team.known_by].file, team.name)]
            points = board_points_words(history.found, sum(each.points for each in games))
            count = Counter(each.result for each in games)
            ended = [count["win"], count["draw"], count["loss"]]
            called = {who.number: self.people[who.sign].name for who in history.people()}
            results = self._results(one, games, called)
        said = "{} won, {} drawn, {} lost".format(*ended)
        return [joined(where), row.rank, "" if history.is_open_ended else points, said, results]

    def _results(self, one: Played, games: Sequence[Met], called: Mapping[int, str]) -> Markup:
        """Return the results of somebody in a tournament, each with a link to its replay."""
        pictures = self._pictures(one)
        parts: list[object] = []
        for each in games:
            others = " and ".join(called[no] for no in each.opponents)
            said = f"{sign_of(each, one.fold.now.found)} {others}".strip()
            _, to = pictures.get(BoardOf(each.round, each.board), ("", ""))
            parts.append(link(to, said) if to else said)
        return commas(parts)

    def _games(self) -> Iterator[Markup]:
        for one in reversed(self.played):
            if pictures := self._pictures(one):
                boards = sorted(pictures, reverse=True)
                shown = cards(one.fold.now, self.names[one.name], boards, pictures)
                title = one.fold.now.found.name
                yield box(title, tag("div", *shown, class_="cards"), kind="long")

    def _wanted(self) -> Iterator[tuple[str, str, Markup]]:
        """Yield who looks for a game: who, which, and how to answer."""
        for want in self.season.challenges:
            answer = link(f"mailto:{want.write}", "Write") if want.write else Markup()
            yield want.who, want.game, answer
        for one in self.played:
            history = one.fold.now
            for who, whom in history.challenges:
                names = self.names[one.name].full
                yield (
                    names[who],
                    f"{history.found.name}: challenges {names[whom]}",
                    link(f"{one.name}/index.html", "Ladder" if history.ladder else "List"),
                )

    def _challenge(self, who: str, game: str, answer: Markup) -> Markup:
        said = tag("span", tag("b", who), tag("small", game))
        end = [tag("span", answer, class_="end buttons")] if answer else []
        return tag("li", said, *end)

    def _challenges(self) -> Iterator[Markup]:
        lines = [self._challenge(*each) for each in self.wanted]
        yield box("They look for a game", tag("ul", *lines, class_="people"), kind="eight")


def _best(lines: Sequence[Listed]) -> list[Listed]:
    """Return the best players who have rated games, or if nobody has one the best of all."""
    return ([line for line in lines if line.games] or list(lines))[:MOST_LINES]


def _cut(name: str) -> str:
    """Return the name of a tournament for the axis of a plot."""
    return name if len(name) <= MARK else f"{name[: MARK - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _day(due: Due) -> Markup:
    """Return the day of a deadline, in the director's zone, as a leaf of a calendar."""
    day = local_day(due)
    return tag("span", tag("b", int(day[-2:])), short_month(day), class_="day")

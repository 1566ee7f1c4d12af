"""The pages of a season: front page, players, ratings, games, open challenges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbem.director.pages.book import replay_file, round_file, small_file
from pbem.director.pages.checking import Checked
from pbem.director.pages.cross import sign_of
from pbem.director.pages.deadlines import leaf, until, zone_note
from pbem.director.pages.front import (
    cards,
    mark_of,
    medal,
    next_words,
    open_words,
    score_of,
    span,
    steps,
    what_words,
    winner,
)
from pbem.director.pages.markup import ICONS, Frame, box, page
from pbem.director.pages.plot import MOST_LINES, plot
from pbem.director.pages.wording import (
    Names,
    in_order,
    system_words,
    title_words,
)
from pbem.director.season import calendar, feed
from pbem.director.season.form import FILE, Played, Season
from pbem.director.season.people import Person, Ratings, people, with_names
from pbem.kit.wording import counted
from pbem.table.library import Library
from pbem.tournament.events.kinds import Due, Entries
from pbem.tournament.history import BoardOf, Entrant, History
from pbem.tournament.ranking.meetings import Met
from pbem.tournament.ranking.performance import performances
from pbem.tournament.ranking.rating_list import Listed
from pbem.tournament.ranking.ratings import courses
from pbem.tournament.ranking.standings import Row
from pbem.tournament.scale import board_points_words, points_words
from pbem.view.markup import Markup, commas, joined, link, table, tag

SHOWN, CARDS = 8, 6
"""How many players and how many last maps a front page shows."""

MARK = 18
"""How many letters of a tournament's name stand below a plot."""


class Yearbook:
    """All pages of a season; ``drawn``: of each tournament the boards with a last map.

    ``library``: None where no rules are at hand. ``lists``: the rating lists. ``checked``: the
    outcome of a check of each tournament.
    """

    def __init__(
        self,
        season: Season,
        played: Sequence[Played],
        drawn: Sequence[list[BoardOf]],
        library: Library | None,
        lists: Sequence[Ratings],
        *,
        checked: Sequence[Checked],
    ) -> None:
        self.season, self.played, self.library = season, played, library
        self.drawn = {one.name: boards for one, boards in zip(played, drawn, strict=True)}
        self.people = people(season, played)
        called = {one.name: with_names(season, self.people, one) for one in played}
        self.names = {one.name: Names(one.fold.now, called[one.name]) for one in played}
        self.lists, self.checked = lists, checked
        self.turns = {one.name: found.turns for one, found in zip(played, checked, strict=True)}
        self.wanted = list(self._wanted())
        places = [("index.html", "Season")]
        places += [("tournaments.html", "Tournaments")] * (len(played) > 1)
        places.append(("players.html", "Players"))
        ladders = [one for one in played if one.fold.now.ladder is not None]
        places += [(f"{one.name}/index.html", "Ladder") for one in ladders[-1:]]
        places += [("games.html", "Games")] * any(self._pictures(one) for one in played)
        places += [("challenges.html", "Challenges")] * bool(self.wanted)
        feeds = subscribed(played)
        ids = [one.fold.now.id for one in played]
        mark = f"season {season.name}"
        self.frame = Frame(mark, season, season.name, places, feeds=feeds, holds=ids)

    def pages(self) -> dict[str, str]:
        """Return every page by the name of its file."""
        players = sum(not person.is_team for person in self.people.values())
        about = f"{counted(len(self.played), 'tournament')}, {counted(players, 'player')}."
        made = {
            "index.html": self._page(
                self.season.name, self._front(), heading="Season", about=about
            ),
            "players.html": self._page("Players", self._players(), here="players.html"),
        }
        if len(self.played) > 1:
            made["tournaments.html"] = self._page(
                "Tournaments", self._tournaments(), here="tournaments.html"
            )
        for person in self.people.values():
            count = _counts(person)
            ended = f"{count['win']} won, {count['draw']} drawn, {count['loss']} lost"
            about = "" if person.is_team else f"{counted(count.total(), 'game')}: {ended}."
            made[person.file] = self._page(
                person.name, self._person(person), here="players.html", about=about
            )
        if any(to == "games.html" for to, _ in self.frame.places):
            made["games.html"] = self._page("Games", self._games(), here="games.html")
        if self.wanted:
            made["challenges.html"] = self._page(
                "Open challenges", self._challenges(), here="challenges.html"
            )
        return made

    def _page(
        self,
        title: str,
        body: Iterator[Markup],
        here: str = "index.html",
        heading: str = "",
        about: str = "",
    ) -> str:
        below = [tag("p", about)] if about else []
        kind = "hero front" if heading else "hero"
        top = tag("div", tag("div", tag("h1", heading or title), *below), class_=kind)
        frame = self.frame if title == self.season.name else self.frame._replace(holds=())
        return page(title, [top, *body], frame, here=here)

    # --- the front page ------------------------------------------------------------------------

    def _front(self) -> Iterator[Markup]:
        shown = self._first()
        others = [one for one in reversed(self.played) if one not in shown]
        dates = [*self._deadlines()]
        beside = [self._leaders(others)] * bool(others)
        if self.wanted:
            lines = [self._challenge(*each) for each in self.wanted[:3]]
            every = link("challenges.html", "All challenges")
            asked = tag("ul", *lines, class_="people")
            beside.append(box("Open challenges", asked, beside=every))
        every = link("players.html", "All players")
        stacks = [one for one in (dates, beside) if one]
        wide, narrow = {0: ("", ""), 1: ("eight", "four"), 2: ("six", "three")}[len(stacks)]
        yield tag("div", *map(self._now, shown), class_=f"{wide} stack".strip())
        yield from (tag("div", *one, class_=f"{narrow} stack") for one in stacks)
        plots = list(self._plots(every))
        yield from plots
        yield from self._last_maps("six" if len(plots) % 2 else "")
        yield self._check()

    def _first(self) -> list[Played]:
        """Return what is shown first: the newest that run, or what was last; else a ladder."""
        open_ended = [one for one in self.played if one.fold.now.is_open_ended]
        cups = [one for one in self.played if one not in open_ended]
        running = [one for one in cups if not one.fold.now.over][-2:][::-1]
        return running or cups[-1:] or [self.played[-1]]

    def _now(self, one: Played) -> Markup:
        """Return the box of a tournament that is shown first: it runs, or was the last."""
        history, names = one.fold.now, self.names[one.name]
        number, rows = len(history.rounds), one.figures.rows[:SHOWN]
        head = "Standings" if _stands(history) else "No game is finished yet"
        lists = [tag("div", tag("h3", head), self._order(one, rows))] if rows else []
        if number and (boards := history.boards(number)):
            games = [tag("li", *self._meets(one, at)) for at in boards[:SHOWN]]
            met = tag("ul", *games, class_="people meets")
            lists.append(tag("div", tag("h3", f"Round {number}"), met))
        what = what_words(names.told(history), self.library, brief=True)
        following = list(next_words(history))
        more = len(one.figures.rows) - len(rows)
        table_ = "places" if history.ladder else "list" if history.is_open_ended else "cross table"
        said = f"All {len(one.figures.rows)}, and the {table_}" if more else table_.capitalize()
        said = said if number else "Details"
        links = [link(f"{one.name}/index.html", said)]
        links += [link(f"{one.name}/{round_file(number)}", "Rounds")] * bool(number)
        return box(
            history.found.name,
            tag("p", f"{what} {span(history, one.events)}.", class_="faint"),
            steps(history),
            *self._won(one),
            *([tag("div", *lists, class_="stack row")] if lists else []),
            *([tag("p", *following, class_="faint")] if following else []),
            tag("p", *links, class_="ways"),
            beside=tag("span", _state(history), class_="pill"),
            kind="now",
        )

    def _won(self, one: Played) -> list[Markup]:
        """Return who has won a tournament that is over."""
        if not one.fold.now.over or one.figures.leader is None:
            return []
        history = one.fold.now

        def to(number: int) -> str:
            return self.people[history.entrant(number).known_by].file

        return [winner(one.figures, self.names[one.name], to, self._performed(one))]

    def _performed(self, one: Played) -> dict[int, int]:
        """Return the performances of a tournament by its first system; teams have none."""
        history = one.fold.now
        found = {each.system: each.courses[one.name] for each in self.lists
                 if one.name in each.courses}  # fmt: skip
        if history.teams or not history.found.ratings:
            return {}
        system = history.found.ratings[0]
        name = str(type(system).__struct_config__.tag)
        course = found.get(name) or courses(history, system)
        return performances(history, system, course)

    def _order(self, one: Played, rows: Sequence[Row]) -> Markup:
        """Return who is on which place, with their points, or before any result who entered."""
        history = one.fold.now
        lines = [
            tag(
                "li",
                *[tag("span", row.rank, class_="rank")] * _stands(history),
                self._link(one, row.number),
                *(
                    [tag("span", points_words(history.found, row.points), class_="end")]
                    if history.decided and not history.is_open_ended
                    else []
                ),
            )
            for row in rows
        ]
        return tag("ol", *lines, class_="people")

    def _meets(self, one: Played, at: BoardOf) -> list[object]:
        """Return who meets whom at a board, and how it stands, with a link to its replay."""
        history, names = one.fold.now, self.names[one.name]
        players = [names.at_board(who, full=True) for who in history.pair_of(at)]
        done = history.decided.get(at)
        if done is not None:
            state = score_of(done) if len(players) == 2 else "decided"
        else:
            state = open_words(history, at, self.turns[one.name])
        _, to = self._pictures(one).get(at, ("", ""))
        ends = tag("b", link(to, state) if to else state) if done else tag("small", state)
        shown = [tag("span", mark_of(place), name) for place, name in enumerate(players)]
        if len(shown) != 2:
            shown = [tag("span", *shown, class_="all")]
        return [*shown, tag("span", ends, class_="end")]

    def _deadlines(self) -> Iterator[Markup]:
        """Yield the box of open deadlines, if there are any."""
        dues = sorted(self._open_deadlines(), key=lambda pair: (pair[1].until, pair[0].name))
        lines = [
            tag(
                "li",
                leaf(due),
                tag(
                    "span",
                    tag("b", f"{one.fold.now.found.name}, {_of(due)}"),
                    tag("small", until(due)),
                ),
                class_="next" if place == 0 else "later",
            )
            for place, (one, due) in enumerate(dues)
        ]
        if lines:
            icon = ICONS["text/calendar"]
            adds = tag("a", icon, "Add all to your calendar", href=calendar.NAME)
            yield box(
                "Deadlines",
                tag("ol", *lines, class_="days"),
                tag("div", adds, class_="buttons whole"),
                zone_note(),
            )

    def _open_deadlines(self) -> Iterator[tuple[Played, Entries]]:
        for one in self.played:
            if (entries := one.fold.now.open_entries()) is not None:
                yield one, entries
            yield from ((one, due) for due in one.fold.now.open_deadlines().values())

    def _leaders(self, those: Sequence[Played]) -> Markup:
        """Return the box of who has won or leads in some tournaments."""
        lines = []
        for one in those:
            history, found = one.fold.now, one.figures.leader
            said = [tag("b", link(f"{one.name}/index.html", history.found.name))]
            game = title_words(history, self.library)
            said.append(tag("small", f"{game}. {span(history, one.events)}"))
            who: list[Markup] = []
            if found is not None:
                row, how = found
                had = f"{how}, {points_words(history.found, row.points)} points"
                had = how if history.is_open_ended else had
                who = [tag("b", self._link(one, row.number)), tag("small", had)]
            lines.append(
                tag("li", medal("small"), tag("span", *said), tag("span", *who, class_="end"))
            )
        return box("Winners and leaders", tag("ul", *lines, class_="people"))

    def _plots(self, beside: Markup, kind: str = "six") -> Iterator[Markup]:
        for one in self.lists:
            games = sum(line.games for line in one.lines) // 2
            yield box(
                f"{system_words(one.system)} ratings",
                self._plot(one, [line.sign for line in _best(one.lines)]),
                beside=beside or counted(games, "game"),
                kind=kind,
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
                title, every = one.fold.now.found.name, link("games.html", "All games")
                inside = tag("div", *shown, class_="cards")
                yield box(f"Last maps: {title}", inside, beside=every, kind=kind)
                return

    def _check(self) -> Markup:
        folders = commas(link(f"{one.name}/index.html", one.name) for one in self.played)
        bad = [
            link(f"{one.name}/index.html#check", one.fold.now.found.name)
            for one, found in zip(self.played, self.checked, strict=True)
            if not found.ok
        ]
        good = [one for one in self.checked if one.ok]
        said = tag("p", "All results follow from signed logs, which lie beside these pages.")
        if bad:
            said = tag("p", tag("b", "Not everything can be checked: "), commas(bad), ".")
        elif good:
            said = tag("p", tag("b", "Everything checks: "), f"{_sizes(good)}.")
        return tag(
            "section",
            said,
            tag(
                "details",
                tag("summary", "Check it yourself"),
                tag("p", "Each folder has a tournament with its log and its games: ", folders, "."),
                tag("pre", f"pbem tournament verify {self.played[-1].name}"),
                tag("p", "All these pages can be made again from the files in this folder:"),
                tag("pre", f"pbem tournament season {FILE} again"),
                tag("p", link(FILE, "Season's file")),
            ),
            class_=f"slim check {'' if bad else 'good'}".strip(),
        )

    # --- the other pages -----------------------------------------------------------------------

    def _link(self, one: Played, number: int) -> Markup:
        person = self.people[one.fold.now.entrant(number).known_by]
        return link(person.file, person.name)

    def _tournaments(self) -> Iterator[Markup]:
        rows = []
        for one in reversed(self.played):
            history, found = one.fold.now, one.figures.leader
            first: list[object] = [] if found is None else [self._link(one, found[0].number)]
            rows.append(
                [
                    link(f"{one.name}/index.html", history.found.name),
                    what_words(self.names[one.name].told(history), self.library, brief=True),
                    span(history, one.events),
                    _state(history),
                    joined([*first, *([f", {found[1].lower()}"] if found else [])]),
                ]
            )
        yield box("Tournaments", table(["tournament", "game", "days", "state", "first"], rows))

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
        players = [one for one in self.people.values() if not one.is_team]
        names = sorted(players, key=lambda one: (in_order(one.name), one.sign))
        rated = [system_words(one.system) for one in self.lists]
        heads = ["player", *rated, "games", "won", "drawn", "lost", "events"]
        yield box("All players", table(heads, map(self._line, names)), kind="everybody eight long")

    def _line(self, person: Person) -> list[object]:
        """Return the line of somebody in the list of all players: every game of the season."""
        count = _counts(person)
        now = {one.system: line.rating for one in self.lists for line in one.lines
               if line.sign == person.sign}  # fmt: skip
        return [
            link(person.file, person.name),
            *(now.get(one.system, "") for one in self.lists),
            count.total(),
            *(count[result] for result in ("win", "draw", "loss")),
            len(person.entries),
        ]

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
        key = tag("p", f"Handle: {handles}. Key: ", tag("code", person.sign))
        yield tag("section", tag("details", tag("summary", "Handle and key"), key), class_="slim")

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
        """Yield who looks for a game: who, which, and how to answer; first those of ladders."""
        for one in self.played:
            history = one.fold.now
            for who, whom in history.challenges:
                names = self.names[one.name].full
                yield (
                    names[who],
                    f"{history.found.name}: challenges {names[whom]}",
                    link(f"{one.name}/index.html", "Ladder" if history.ladder else "List"),
                )
        for want in self.season.challenges:
            answer = link(f"mailto:{want.write}", "Write") if want.write else Markup()
            yield want.who, want.game, answer

    def _challenge(self, who: str, game: str, answer: Markup) -> Markup:
        said = tag("span", tag("b", who), tag("small", game))
        end = [tag("span", answer, class_="end buttons")] if answer else []
        return tag("li", said, *end)

    def _challenges(self) -> Iterator[Markup]:
        lines = [self._challenge(*each) for each in self.wanted]
        yield box("They look for a game", tag("ul", *lines, class_="people"), kind="eight")


def subscribed(played: Sequence[Played]) -> list[tuple[str, str, str]]:
    """Return what a reader can subscribe to, as in `Frame`."""
    feeds = [("application/atom+xml", feed.NAME, "News feed")]
    if any(one.fold.now.deadlines or one.fold.now.entries for one in played):
        feeds.insert(0, ("text/calendar", calendar.NAME, "Calendar"))
    return feeds


def _best(lines: Sequence[Listed]) -> list[Listed]:
    """Return the best players who have rated games, or if nobody has one the best of all."""
    return ([line for line in lines if line.games] or list(lines))[:MOST_LINES]


def _counts(person: Person) -> Counter[str]:
    """Return how many games of somebody ended how, in all tournaments and ladders."""
    return Counter(
        each.result
        for one, entrant in person.entries
        for each in one.figures.games.get(entrant.number, [])
        if each.opponents and each.result and not each.absent
    )


def _sizes(all_: Sequence[Checked]) -> str:
    """Say how much a season has to check."""
    games, signed = sum(one.games for one in all_), sum(one.signatures for one in all_)
    return Checked(games, sum(one.rolls for one in all_), signed).size


def _state(history: History) -> str:
    """Say how far a tournament has come."""
    if history.over:
        return "Over"
    if not history.rounds:
        return "Entries"
    length = "" if history.is_open_ended or not history.length else f" of {history.length}"
    return f"Round {len(history.rounds)}{length}"


def _cut(name: str) -> str:
    """Return the name of a tournament for the axis of a plot."""
    return name if len(name) <= MARK else f"{name[: MARK - 1].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _stands(history: History) -> bool:
    """Say whether the order of a tournament says anything yet: a ladder's always does."""
    return bool(history.decided) or history.is_open_ended


def _of(due: Entries) -> str:
    """Say what ends at a deadline."""
    return f"round {due.round}" if isinstance(due, Due) else "entries"

"""The front page of a tournament: what, when, who leads, the cross table, rounds, last maps.

``events``: those of the tournament's log. ``library`` is None where no rules are at hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UnsetType

from pbem.director.pages.deadlines import briefly, on_day, until
from pbem.director.pages.wording import (
    day_words,
    game_words,
    span_words,
    title_words,
)
from pbem.director.sides import called
from pbem.director.words.reporting import FORMATS, board_words
from pbem.kit.wording import counted
from pbem.log.event import Event
from pbem.tournament.events.kinds import Entries
from pbem.tournament.history import BoardOf, Decided, History
from pbem.tournament.outcomes import words
from pbem.tournament.scale import points_words
from pbem.view.markup import Markup, joined, link, tag

if TYPE_CHECKING:
    from pbem.director.pages.figures import Figures
    from pbem.director.pages.wording import Names
    from pbem.table.library import Library
    from pbem.tournament.ranking.standings import Row

CARDS = 6
"""How many last maps stand on a front page."""

_CUP = (
    "M8 4h8v5a4 4 0 0 1-8 0zM8 5.5H4.5c0 3 1.5 4.5 3.8 4.5M16 5.5h3.5c0 3-1.5 4.5-3.8 4.5"
    "M12 13v4M8.5 20c0-2 1.5-3 3.5-3s3.5 1 3.5 3z"
)
NO_TURNS: Mapping[BoardOf, str] = MappingProxyType({})
"""Nobody looked how far games have come."""

_SIGNS = {"first": ("1", "0"), "second": ("0", "1"), "none": ("0", "0")}
_UNPLAYED = {"first": ("+", "\N{MINUS SIGN}"), "second": ("\N{MINUS SIGN}", "+")}
_HALF = "\N{VULGAR FRACTION ONE HALF}"


class Stretch(NamedTuple):
    """A round in days: when it was paired, when its last board was decided, empty while it runs."""

    begins: str
    ends: str


def stretches(history: History, events: Sequence[Event]) -> list[Stretch]:
    """Return when each round was, by the days that the director's events claim."""
    begins = [event.at for event in events if event.kind == "pair"]
    ends = [""] * len(begins)
    open_ = {at.round for at in history.owed()}
    for event in events:
        if event.kind in ("result", "rule"):
            ends[event.data["round"] - 1] = event.at
    return [
        Stretch(first, "" if no in open_ else last or first)
        for no, (first, last) in enumerate(zip(begins, ends, strict=True), 1)
    ]


def span(history: History, events: Sequence[Event]) -> str:
    """Say from when to when a tournament was, or since when it is."""
    begins = next((event.at for event in events if event.kind == "pair"), events[0].at)
    if history.over:
        return span_words(begins, events[history.closing].at)
    return f"{'Since' if history.rounds else 'Founded on'} {day_words(begins)}"


def what_words(history: History, library: Library | None, *, brief: bool = False) -> str:
    """Say what is played, in which format, by how many, and who directs.

    ``brief``: without the scenario.
    """
    form = FORMATS[type(history.found.format)]
    length = "" if history.is_open_ended or not history.length else f", {_rounds(history)}"
    best = history.found.counted
    length += "" if isinstance(best, UnsetType) else f", the best {best} count"
    each = "boards a match" if history.teams else "games a pairing"
    length += f", {history.legs} {each}" if history.legs > 1 else ""
    players = counted(len(history.entrants), "team" if history.teams else "player")
    director = history.found.director.handle
    form = form[0].upper() + form[1:]
    game = title_words(history, library) if brief else game_words(history, library)
    return f"{game}. {form}{length}, {players}. Director: {director}."


def _rounds(history: History) -> str:
    return counted(history.length, "round")


def winner(
    figures: Figures, names: Names, to: Callable[[int], str], performed: Mapping[int, int]
) -> Markup:
    """Return the box of who has won or leads; once it is over, with the second and the third.

    ``to``: the page of somebody. ``performed``: performances, by the numbers of entrants.
    """
    if figures.leader is None:
        return Markup()
    leader, said = figures.leader

    def told(row: Row, *had: str) -> Markup:
        lines = [*had]
        lines += [f"performance {performed[row.number]}"] if had and row.number in performed else []
        name = tag("b", link(to(row.number), names.full[row.number]))
        return joined([name, *(tag("small", line) for line in lines)])

    had = () if figures.history.is_open_ended else (won_by(figures),)
    first = [medal(), tag("div", tag("small", said), told(leader, *had))]
    others = [
        tag("li", medal(kind), tag("div", tag("small", place), told(row, _points(figures, row))))
        for row, (place, kind) in behind(figures)
    ]
    if not others:
        return tag("div", *first, class_="winner")
    return tag("div", tag("div", *first), tag("ol", *others), class_="winner podium")


_BEHIND = (("Second", "small silver"), ("Third", "small bronze"))
"""The words and the medals of those after a winner."""


def behind(figures: Figures) -> list[tuple[Row, tuple[str, str]]]:
    """Return who is second and third once all is over, with words and medals.

    Two who are equal in all figures are both second. Nobody is third whom a pairing number alone
    puts before the fourth.
    """
    history, rows = figures.history, figures.rows
    if not history.over or history.is_open_ended:
        return []
    had = [_had(row) for row in rows]
    last = min(len(rows), 1 + len(_BEHIND))
    while 1 < last < len(rows) and had[last - 1] == had[last]:
        last -= 1
    return [(rows[at], _BEHIND[had.index(had[at], 1) - 1]) for at in range(1, last)]


def _had(row: Row) -> tuple[int, ...]:
    """Return all figures by which somebody is placed."""
    return row.points, *row.ties.values()


def _points(figures: Figures, row: Row) -> str:
    return f"{points_words(figures.history.found, row.points)} points"


def won_by(figures: Figures) -> str:
    """Say how many points the first has, and how many more than the second."""
    found, (first, *others) = figures.history.found, figures.rows
    had = _points(figures, first)
    ahead = first.points - others[0].points if others else 0
    if ahead > 0:
        return f"{had}, {points_words(found, ahead)} ahead"
    if not others:
        return had
    alike = _had(first) == _had(others[0])
    return f"{had}, first {'by pairing number' if alike else 'on tie-breaks'}"


def medal(kind: str = "") -> Markup:
    """Return a cup on a gold coin; ``kind``: a class of its style."""
    return tag(
        "svg",
        tag("circle", cx=20, cy=20, r=19),
        tag("g", tag("path", d=_CUP), transform="translate(8 8)"),
        viewBox="0 0 40 40",
        class_=f"medal {kind}".strip(),
        aria_hidden="true",
    )


def steps(history: History) -> Markup:
    """Return all rounds as a bar: those that are over, the one that runs, those to come."""
    if history.is_open_ended or history.over or not history.rounds:
        return Markup()
    open_ = {at.round for at in history.owed()}
    made = []
    for number in range(1, history.length + 1):
        due = history.deadlines.get(number)
        runs = number in open_ or number == len(history.rounds)
        paired = number <= len(history.rounds)
        kind = "runs" if runs else "done" if paired else "later"
        ends = [", until ", briefly(due)] if runs and due else []
        made.append(tag("li", number, *ends, class_=kind))
    return tag("ol", *made, class_="steps", aria_label="Rounds")


def next_words(history: History) -> Iterator[Markup]:
    """Say until when people enter, or which round comes next, and until when it runs, if known."""
    if (entries := history.open_entries()) is not None:
        yield joined(["Enter until ", until(entries), " "])
    number = history.next_round
    if history.is_open_ended or history.over or number > history.length:
        return
    due = history.deadlines.get(number)
    ends = [", until ", on_day(due)] if due else []
    after = "" if not history.owed() else f" after {counted(len(history.owed()), 'open game')}"
    yield joined([f"Next: round {number}{after}", *ends, "."])


def score_of(done: Decided) -> str:
    """Return the result of a board of two as players write it: 1 : 0."""
    signs = _SIGNS if done.played else {**_SIGNS, **_UNPLAYED}
    return " : ".join(signs.get(done.outcome, (_HALF, _HALF)))


def result_words(
    history: History, at: BoardOf, turns: Mapping[BoardOf, str] = NO_TURNS
) -> tuple[str, str]:
    """Return how a board stands, and in words what that does not say, empty if nothing.

    ``turns``: as in `Checked`.
    """
    said, done = state_words(history, at, turns), history.decided.get(at)
    if done is None or len(history.pair_of(at)) != 2:
        return said, ""
    handles = [one.handle for one in history.pair_of(at)]
    more = said if said != words(done.outcome, handles) else ""
    return f"{score_of(done)}{'*' if done.ruled else ''}", more


def state_words(history: History, at: BoardOf, turns: Mapping[BoardOf, str] = NO_TURNS) -> str:
    """Say how a board stands, for a reader who has nothing to do for it."""
    if at in history.decided or history.bids_owed(at):
        return board_words(history, at)
    return open_words(history, at, turns)


def open_words(history: History, at: BoardOf, turns: Mapping[BoardOf, str]) -> str:
    """Say how far an open board has come."""
    return turns.get(at, "being played") if at in history.games else "not begun"


def one_day(history: History, events: Sequence[Event]) -> str:
    """Return the day on which all rounds were, in words; empty if they were on several."""
    days = {_days(one) for one in stretches(history, events) if one.ends}
    whole = len(history.rounds) > 1 and all(one.ends for one in stretches(history, events))
    return days.pop() if whole and len(days) == 1 else ""


def one_round(history: History, events: Sequence[Event], number: int) -> str:
    """Return the days of one round, in words."""
    return _days(stretches(history, events)[number - 1])


def _days(one: Stretch) -> str:
    return span_words(one.begins, one.ends) if one.ends else f"Since {day_words(one.begins)}"


def round_list(history: History, events: Sequence[Event]) -> Markup:
    """Return the rounds with their days, and how many boards were decided by whom.

    Days that are those of the round before, or of all rounds, are not said again.
    """
    lines, was = list[Markup](), one_day(history, events)
    if (entries := history.open_entries()) is not None:
        lines.append(_ahead("\N{PLUS SIGN}", "Entries", entries))
    for number, one in enumerate(stretches(history, events), 1):
        boards = history.boards(number)
        ended = [history.decided[at] for at in boards if at in history.decided]
        ruled = sum(bool(done.ruled) for done in ended)
        said = f"{len(ended)} of {counted(len(boards), 'game')} decided"
        said += f", {ruled} by the director" if ruled else ""
        if len(boards) == len(ended) == 1:
            said = "1 game, decided by the director" if ruled else "1 game, decided"
        days = _days(one)
        ends = [said]
        if number in history.deadlines and not one.ends:
            ends += [". Until ", until(history.deadlines[number])]
        about = [tag("b", *ends)] if days == was else [tag("b", days), tag("small", *ends)]
        was = days
        lines.append(
            tag(
                "li",
                tag("a", number, href=f"round-{number}.html", class_="no", title=f"Round {number}"),
                tag("span", *about),
                class_="ruled" if ruled else "done" if one.ends else "runs",
            )
        )
    for number, due in sorted(history.deadlines.items()):
        if number > len(history.rounds):
            lines.append(_ahead(number, f"Round {number}", due))
    return tag("ol", *lines, class_="rounds")


def _ahead(number: object, name: str, due: Entries) -> Markup:
    """Return the line of what is to come in the list of rounds."""
    said = tag("span", tag("b", name), tag("small", "Until ", until(due)))
    return tag("li", tag("span", number, class_="no"), said, class_="runs")


def cards(
    history: History,
    names: Names,
    boards: Sequence[BoardOf],
    pictures: Mapping[BoardOf, tuple[str, str]],
) -> Iterator[Markup]:
    """Yield a card for each board: its last map, who met, the result; it opens the replay.

    ``pictures``: board -> the files of the map and of what the card opens.
    """
    for at in boards:
        image, to = pictures[at]
        done = history.decided[at]
        players = history.pair_of(at)
        shown = [names.at_board(one) for one in players]
        alt = f"Last map of round {at.round}, board {at.board}"
        if len(players) == 2:
            line = [
                tag("b", mark_of(0), shown[0]),
                tag("em", score_of(done)),
                tag("b", shown[1], mark_of(1)),
            ]
        else:
            line = [tag("b", ", ".join(shown))]
        yield tag(
            "a",
            tag("span", tag("img", src=image, alt=alt), class_="shot"),
            tag("span", *line, class_="met"),
            tag("small", f"Round {at.round}: {_how(history, names, at)}"),
            href=to,
            class_="card",
        )


def sides_words(history: History, library: Library | None) -> str:
    """Say how many of the games that were played each side has won; empty if none was."""
    ended = [(at, one) for at, one in history.decided.items() if one.played]
    if not ended or len(history.found.board.sides) != 2:
        return ""
    won = Counter(
        called(history, history.board_terms(at).sides[one.outcome == "second"], library)
        for at, one in ended
        if one.outcome in ("first", "second")
    )
    names = [called(history, held, library) for held in history.found.board.sides]
    drawn = sum(one.outcome == "draw" for _, one in ended)
    said = [f"{name} won {won[name]}" for name in names] + [f"{drawn} drawn"] * bool(drawn)
    return f"{counted(len(ended), 'game')} played: {', '.join(said)}."


def mark_of(place: int) -> Markup:
    """Return the mark of a side, by its place in the terms."""
    return tag("i", "", class_=f"mark p{place}")


def _how(history: History, names: Names, at: BoardOf) -> str:
    """Say who has won, in names."""
    done = history.decided[at]
    pair = history.pair_of(at)
    ruled = ", ruled by the director" if done.ruled else ""
    if done.outcome in ("first", "second") and len(pair) == 2:
        return f"{names.at_board(pair[done.outcome == 'second'])} wins{ruled}"
    if done.score is not None:
        return f"score {done.score}{ruled}"
    return {"draw": "drawn", "none": "nobody wins"}.get(done.outcome, done.outcome) + ruled

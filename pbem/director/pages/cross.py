"""The cross table of a tournament: a row for each player, a cell for each round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.director.pages.figures import Figures
from pbem.director.pages.wording import Names
from pbem.kit.wording import counted, without_stop
from pbem.tournament.events.kinds import Found
from pbem.tournament.events.term_kinds import RoundRobin, Swiss
from pbem.tournament.history import BoardOf, History
from pbem.tournament.outcomes import SIDES
from pbem.tournament.ranking.meetings import Met
from pbem.tournament.ranking.standings import Row, columns
from pbem.tournament.scale import board_points_words, by_match, points_words, scale_line, tie_words
from pbem.view.markup import Markup, joined, tag

WIDE, TIGHT = 7, 16
"""So many rounds have room for names, and so many for letters; of more, a row has lines."""

ON_A_TABLET, ON_A_TELEPHONE = 10, 6
"""How many rounds stand beside each other there."""

_LETTERS = (4, 6, 8, 10, 12, 16)
"""Lengths of sign and name, for each of which a cell that is too narrow shows letters instead.

A name that is longer than the last of them is cut."""

LONG = 24
"""A name of more letters has more room beside the table."""

_BESIDE, _LETTER = 26, 7.8
"""The pixels that the mark of a side needs with the gaps around it, and a letter."""

_ROOM = 700
"""So many pixels are left for rounds and tie-breaks where something stands beside the table."""

_TIE, _ROUND, _SMALLER, _LEAST = 59, 100, 80, 46
"""The pixels of a tie-break; of a round with a name, with a short one, and with letters."""

SMALLER = 5
"""How many rounds have room for any name beside something else."""

LATEST = 6
"""How many rounds a ladder or a rating list shows."""

BYES = {"bye": "bye", "request": "bye on request"}
_SIGNS = {"win": "1", "draw": "\N{VULGAR FRACTION ONE HALF}", "loss": "0"}
_UNPLAYED = {"win": "+", "draw": "=", "loss": "\N{MINUS SIGN}"}
_FIDE_16 = frozenset({"buchholz", "buchholz-cut-1", "sonneborn-berger"})
"""Tie-breaks for which article 16 of FIDE's C.07 says what an unplayed round of a Swiss counts."""

_SAID = {"win": "won", "draw": "drew", "loss": "lost"}
TIES = {
    "buchholz": "Buchholz", "buchholz-cut-1": "Buchholz cut 1",
    "sonneborn-berger": "Sonneborn-Berger", "direct": "Direct", "koya": "Koya",
    "progressive": "Progressive", "wins": "Wins", "reached": "Reached",
    "score": "Game score", "match-points": "Match points", "board-points": "Board points",
}  # fmt: skip


class Cross:
    """A cross table.

    ``to``: where a cell leads; ``side``: at which place of the terms the side of somebody in a
    round stands, None where that is open.
    """

    def __init__(
        self,
        figures: Figures,
        names: Names,
        *,
        to: Callable[[Met], str],
        side: Callable[[Met], int | None],
        ratings: dict[int, tuple[str, str]],
    ) -> None:
        history = figures.history
        self.figures, self.history, self.names = figures, history, names
        self.to, self.side, self.ratings = to, side, ratings
        last = len(history.rounds)
        first = max(1, last - LATEST + 1) if history.is_open_ended else 1
        self.shown = range(first, last + 1)

    @property
    def is_wide(self) -> bool:
        """Whether the table needs the whole width of a page."""
        return self._room() < 0

    def _room(self) -> float:
        """Return the room that is left for tie-breaks where something stands beside the table."""
        count = len(self.shown)
        round_ = _ROUND if count <= SMALLER else _SMALLER if count <= WIDE else _LEAST
        return _ROOM - count * round_ - 2 * _TIE * bool(self.ratings)

    def _tie_class(self, place: int) -> str:
        """Return the class of a tie-break: a screen has no room for the last ones beside others."""
        return "tie" if self.is_wide or (place + 1) * _TIE <= self._room() else "tie spare"

    def table(self) -> Markup:
        """Return the table; empty if nobody has entered."""
        rows = self.figures.rows
        if not rows:
            return Markup()
        ties, count = columns(self.history), len(self.shown)
        kind = f" n{self._longest()}" + (" tight" if count > WIDE else "")
        longest = max(len(self.names.full[row.number]) for row in rows)
        kind += " ample" if longest > LONG else ""
        kind += " folded" if count > TIGHT else ""
        kind += " many" if count > ON_A_TELEPHONE else ""
        kind += " lots" if count > ON_A_TABLET else ""
        heads = [
            tag("td", "", class_="rank"),
            tag("th", "Team" if self.history.teams else "Player", scope="col", class_="who"),
            *(self._head(number) for number in self.shown),
            *[tag("th", "Points", scope="col", class_="points")] * (not self.history.is_open_ended),
            *(
                tag("th", TIES[tie], scope="col", class_=self._tie_class(place))
                for place, tie in enumerate(ties)
            ),
        ]
        if self.ratings:
            rated = ("Rating", "Change")
            heads += [tag("th", said, scope="col", class_="tie rated") for said in rated]
        return tag(
            "table",
            tag("thead", tag("tr", *heads)),
            tag("tbody", *(self._row(row, ties) for row in rows)),
            class_=f"cross{kind}",
        )

    def legend(self) -> str:
        """Say what the signs mean, and in which order tie-breaks count."""
        found, one_of = self.history.found, "board" if self.history.teams else "game"
        win = found.points.win
        said = {
            f"1.0 counts {win} in the log.": (
                not self.history.is_open_ended and scale_line(found) != ""
            ),
            "A number: the place at the table.": any(one.place for one in self._all()),
            f"A figure: the points of a match, with the side of its first {one_of}.": any(
                one.parts and one.played for one in self._all()
            ),
            "A number: the score.": any(one.score is not None for one in self._all()),
            "+ and \N{MINUS SIGN}: by forfeit.": any(
                one.opponents and one.result and not one.played for one in self._all()
            ),
            self._star(): bool(self._rulings()),
            "Equal in all figures: in the order of the pairing numbers.": self._has_equals(),
            "Unplayed rounds count in tie-breaks by FIDE's C.07, article 16.": (
                isinstance(found.format, Swiss)
                and not _FIDE_16.isdisjoint(found.ties)
                and any(not one.played and one.result for one in self._all())
            ),
            "In brackets: not counted.": any(not one.counts for one in self._all()),
        }
        signs = [line for line, holds in said.items() if holds]
        ties = ", ".join(TIES[tie] for tie in found.ties)
        return " ".join([*([f"Ties: {ties}."] if ties else []), *signs])

    def _rulings(self) -> dict[BoardOf, str]:
        """Return the boards that the director decided, each with the reason."""
        return {at: done.ruled for at, done in sorted(self.history.decided.items()) if done.ruled}

    def _star(self) -> str:
        """Say what a star means, and why the director decided: for paper, which has no titles."""
        all_ = [f"{at}: {without_stop(why)}" for at, why in self._rulings().items()]
        shown = [*all_[:LATEST], *["..."] * (len(all_) > LATEST)]
        return f"A star: decided by the director's word ({'; '.join(shown)})."

    def _has_equals(self) -> bool:
        """Say whether some are equal in points and all tie-breaks, so that a number orders them."""
        rows = self.figures.rows
        same = [(row.points, tuple(row.ties.values())) for row in rows]
        lists = isinstance(self.history.found.format, Swiss | RoundRobin)
        return lists and bool(self.history.rounds) and len(set(same)) < len(same)

    def _longest(self) -> int:
        """Return the length, of those in the style sheet, for which cells need room."""
        short, found = self.names.short, self.history.found
        said = (f"{_joined(short, one)}{sign_of(one, found)}" for one in self._all())
        longest = max(map(len, said), default=0)
        return next((one for one in _LETTERS if one >= longest), _LETTERS[-1])

    def _all(self) -> Iterator[Met]:
        return (one for ones in self.figures.rounds.values() for one in ones)

    def _head(self, number: int) -> Markup:
        return tag(
            "th",
            tag("span", f"Round {number}", class_="lo"),
            tag("span", number, class_="sh"),
            scope="col",
            class_="round",
        )

    def _row(self, row: Row, ties: tuple[str, ...]) -> Markup:
        by_round = {one.round: one for one in self.figures.rounds[row.number]}
        cells = [
            tag("td", row.rank, class_="rank"),
            tag(
                "td",
                tag("a", *self._named(row.number), href=f"player-{row.number}.html"),
                class_="who",
            ),
        ]
        for number in self.shown:
            one = by_round.get(number)
            inside = Markup() if one is None else self.cell(one)
            cells.append(tag("td", inside, class_="round", data_head=number))
        found = self.history.found
        if not self.history.is_open_ended:
            cells.append(tag("td", points_words(found, row.points), class_="points"))
        beside = [tie_words(found, tie, row.ties[tie]) for tie in ties]
        cells += [tag("td", one, class_=self._tie_class(place)) for place, one in enumerate(beside)]
        for said in self.ratings.get(row.number, ()):
            kind = {"+": " up", "\N{MINUS SIGN}": " down"}.get(said[:1], "")
            cells.append(tag("td", said, class_=f"tie rated{kind}"))
        return tag("tr", *cells)

    def _named(self, number: int) -> tuple[object, ...]:
        """Return a player's name, and a shorter one for a telephone."""
        full, short = self.names.full[number], self.names.short[number]
        both = (tag("span", full, class_="lo"), tag("span", short, class_="sh"))
        return (full,) if full == short else both

    def cell(self, one: Met) -> Markup:
        """Return what a round was for somebody, as a link to its replay or to its event."""
        to = self.to(one)
        kind = one.result if one.result in _SIGNS else "bye" if one.result in BYES else "open"
        sign = [sign_of(one, self.history.found)]
        if one.result == "request":
            sign = [tag("span", *sign, class_="lo"), tag("span", "bye", class_="sh")]
        who = joined([self._mark(one), *self._others(one)])
        said = self._said(one)
        said += "; opens the event in the log" if to.startswith("events.html") else ""
        marks = {"class_": f"cell {kind}" + ("" if one.counts else " out"), "title": said}
        if not to:
            return tag("span", tag("b", *sign), tag("span", who), **marks)
        return tag("a", tag("b", *sign), tag("span", who), href=to, **marks)

    def _others(self, one: Met) -> Iterator[Markup]:
        if one.opponents:
            yield tag("span", _joined(self.names.short, one), class_="lo")
            yield tag("span", _joined(self.names.letters, one), class_="sh")

    def _mark(self, one: Met) -> Markup:
        place = self.side(one)
        return Markup() if place is None else tag("i", "", class_=f"mark p{place}")

    def _said(self, one: Met) -> str:
        """Say in words what a cell says in signs."""
        if one.result in BYES:
            return f"Round {one.round}: {BYES[one.result]}"
        place = f"place {one.place}" if one.place else _SAID.get(one.result, "not decided")
        place += f" by {counted(len(one.parts), 'game')}" if one.parts else ""
        score = "" if one.score is None else f", score {one.score}"
        others = " and ".join(self.names.full[no] for no in one.opponents)
        by = " by forfeit" if one.opponents and one.result and not one.played else ""
        ruled = f", ruled: {one.ruled}" if one.ruled else ""
        against = f" against {others}" if others else ""
        return f"Round {one.round}: {place}{score}{against}{by}{ruled}"


def _joined(names: Mapping[int, str], one: Met) -> str:
    """Return how a cell calls the opponents."""
    return " ".join(names[no] for no in one.opponents)


def fitting() -> str:
    """Return the part of the style sheet by which narrow cells have letters below their sign."""
    return "".join(
        f"@container (max-width: {_BESIDE + _LETTER * letters:.0f}px) {{ "
        f".n{letters} .cell .lo {{ display: none; }} .n{letters} .cell .sh {{ display: inline; }} "
        f".n{letters} .cell b {{ grid-area: 1 / 1; width: 100cqw; }} "
        f".n{letters} .cell > span {{ grid-area: 2 / 1; width: 100cqw; justify-content: center; }} "
        "}\n"
        for letters in _LETTERS
    )


def sign_of(one: Met, found: Found) -> str:
    """Return a result in few signs; of a match its points."""
    if one.result in BYES:
        return BYES[one.result]
    if one.parts and one.played:
        sign = board_points_words(found, one.other if by_match(found) else one.points)
    elif one.score is not None:
        sign = str(one.score)
    elif one.place:
        sign = f"{one.place}."
    else:
        unplayed = one.opponents and one.result and not one.played
        sign = (_UNPLAYED if unplayed else _SIGNS).get(one.result, "\N{MIDDLE DOT}")
    sign += "*" if one.ruled else ""
    return sign if one.counts else f"({sign})"


def held_at(history: History, at: BoardOf, side: str) -> int | None:
    """Return at which place of the terms a side of a board stands; None before bids are settled."""
    bids = history.bids.get(at)
    if bids is not None and not bids.are_settled:
        return None
    held = history.board_terms(at).sides[SIDES.index(side)]
    return history.found.board.sides.index(held) if held in history.found.board.sides else None

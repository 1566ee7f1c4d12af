"""Events in a few lines: one for each fight, and one for the moves of a phase.

The parts of a line come from the games (`pbem.kit.contract.Detail`), never out of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from pbem.kit import plain
from pbem.kit.contract import Called
from pbem.kit.wording import counted, listed
from pbem.table.words.reporting import COMMON_FACES, DICE_REPORTED
from pbem.table.words.short import NAMED_MOST, first_of, within

if TYPE_CHECKING:
    from pbem.view.history import Entry, Happening

LISTS = {"moved": "Moved", "unsupplied": "Out of supply", "lost": "Lost"}
"""The matters whose words are units: these stand in one line for a whole phase."""
GOALS_MOST = 3
"""So many places that units went to are named."""
BEGINNING = "Beginning"
"""The heading where neither a turn nor a phase is known."""
BLOCK = 128
"""So many events are folded together, with as many before them."""


class Line(msgspec.Struct, kw_only=True):
    """One line of what happened.

    - ``key``: the event and step with which it begins; a later line of the same key replaces it;
    - ``heading``: the turn and phase; ``side``: who acted, if the game says so;
    - ``said``: all of it in words, if it has no parts;
    - ``who``, ``does``, ``whom``, ``place``: the parts of a fight or of moves, in words;
    - ``odds``: the sum or the column; ``outcome``: the result in a word or two; ``result``: the
      word of the table; ``dice``: the faces that were rolled, at most `DICE_REPORTED`;
    - ``lost``: the units that it cost; ``came``: what else came of it, in sentences.
    """

    key: str
    heading: str = ""
    side: str = ""
    said: str = ""
    who: str = ""
    does: str = ""
    whom: str = ""
    place: str = ""
    odds: str = ""
    outcome: str = ""
    result: str = ""
    dice: list[int] = []
    lost: list[str] = []
    came: list[str] = []

    @property
    def rest(self) -> str:
        """The words after ``who``: ``attacks 16, falls back``."""
        whom = f" {self.whom}" if self.whom else ""
        between = " in" if self.whom else ""
        place = f"{between} {self.place}" if self.place else ""
        outcome = f", {self.outcome}" if self.outcome else ""
        return f"{self.does}{whom}{place}{outcome}"

    @property
    def below(self) -> str:
        """The second row: the odds and what it cost; of a line without parts what came of it."""
        lost = [f"lost: {first_of(self.lost)}"] if self.lost else []
        came = [] if self.who else self.came
        return "; ".join([*filter(None, [self.odds]), *lost, *came])


def digest(entries: Iterable[Entry]) -> list[list[Line]]:
    """Return the lines of each event, the oldest first.

    An event that adds to a line of an earlier one has the whole line: see `Line.key`.
    """
    folding = _Folding()
    return [folding.lines(one) for one in entries]


class _Moves:
    """Units that did the same in one phase, and where each went."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.goals: dict[Called, str] = {}

    def write(self, *, at_place: bool) -> None:
        """Write the parts of the line; ``at_place``: all of them went to one place."""
        units = list(self.goals)
        self.line.who = plain.capital(called(units))
        if not at_place:
            groups: dict[str, list[Called]] = {}
            for one, place in self.goals.items():
                groups.setdefault(place, []).append(one)
            goals = [f"{called(some)} to {place}" for place, some in groups.items() if place]
            if len(groups) == 1 and goals:  # who goes stands above it
                goals = [f"to {next(iter(groups))}"]
            self.line.odds = first_of(goals, GOALS_MOST)


class _Folding:
    """Lines as events come, each with what is open from those before it."""

    def __init__(self) -> None:
        self._turn = self._phase = ""
        self._fight: Line | None = None
        self._over = False
        self._moves: dict[tuple[str, ...], _Moves] = {}
        self._listed: dict[str, tuple[Line, list[str]]] = {}
        self._rolled: list[int] = []
        self._touched: dict[str, Line] = {}
        self._key = ""
        self._in_turn = 0

    def lines(self, entry: Entry) -> list[Line]:
        """Return the lines of an event."""
        self._touched, self._in_turn = {}, entry.turn
        for step, one in enumerate(entry.happened, 1):
            self._key = f"{entry.seq}.{step}"
            self._take(one)
        return [msgspec.structs.replace(one) for one in self._touched.values()]

    def _take(self, one: Happening) -> None:
        self._rolled += [face for face, faces in one.dice if faces == COMMON_FACES]
        match one.news:
            case "":
                pass
            case "phase":
                self._begin(one)
            case "attack":
                self._fight, self._over = self._new(one), False
            case "result" | "after" | "taken" if self._fight is not None:
                self._came(self._fight, one)
            case "lost" if self._fight is not None:
                self._lose(self._fight, one)
            case "result":
                self._fight = self._new(one)
                self._came(self._fight, one)
            case _ if one.detail.who:
                self._move(one)
            case "moved" | "unsupplied" | "lost":
                self._list(one)
            case _:
                self._leave()
                said = f"Taken: {within(one.brief)}" if one.news == "taken" else one.brief
                line = self._new(one, said)
                line.dice = self._dice()

    def _begin(self, one: Happening) -> None:
        self._turn = one.detail.turn or self._turn
        self._phase = one.detail.phase or ("" if one.detail.turn else self._phase)
        self._fight, self._over, self._rolled = None, False, []
        self._moves.clear()
        self._listed.clear()

    def _new(self, one: Happening, said: str = "") -> Line:
        """Begin a line, with the parts that an outcome gives."""
        detail = one.detail
        turn = self._turn or (f"Turn {self._in_turn}" if self._in_turn else "")
        line = Line(
            key=self._key,
            heading=" \N{MIDDLE DOT} ".join(filter(None, (turn, self._phase))) or BEGINNING,
            side=detail.side,
            said=plain.capital(said or one.brief),
            who=plain.capital(called(detail.who)),
            does=verb(detail.does, len(detail.who)),
            whom=called(detail.whom),
            place=detail.place,
        )
        self._touched[line.key] = line
        return line

    def _came(self, line: Line, one: Happening) -> None:
        """Add to a fight what came of it."""
        detail = one.detail
        self._touched[line.key] = line
        line.odds = detail.odds or line.odds
        line.outcome = line.outcome or detail.result
        line.result = one.result or line.result
        if one.news != "result":
            line.came = [*line.came, *([] if detail.result else [within(one.brief)])]
            self._stood(line, one)
            return
        line.dice, self._over = self._dice(), True
        if not (detail.result or detail.odds):
            if line.said == plain.capital(one.brief):
                return
            line.came = [*line.came, within(one.brief)]

    def _stood(self, line: Line, one: Happening) -> None:
        """Say where a fight was, once one of the units attacked has left or is lost."""
        if not line.place and called(one.detail.who) == line.whom:
            line.place = one.detail.place

    def _lose(self, line: Line, one: Happening) -> None:
        self._touched[line.key] = line
        line.lost = list(dict.fromkeys([*line.lost, *(one.lost or one.brief.split(", "))]))
        self._stood(line, one)

    def _move(self, one: Happening) -> None:
        """Add units to those that did the same in this phase."""
        detail = one.detail
        self._leave()
        goes = one.news == "moved"
        key = (detail.side, detail.does, "" if goes else detail.place)
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = _Moves(self._new(one))
        self._touched[moves.line.key] = moves.line
        for unit in detail.who:
            moves.goals[unit] = detail.place
        moves.write(at_place=not goes)
        moves.line.does = verb(detail.does, len(moves.goals))
        if goes:
            moves.line.place = ""

    def _list(self, one: Happening) -> None:
        what = LISTS[one.news]
        if what not in self._listed:
            self._listed[what] = self._new(one), []
        line, units = self._listed[what]
        self._touched[line.key] = line
        units += one.lost or one.brief.split(", ")
        line.said = f"{what}: {first_of(units)}"

    def _leave(self) -> None:
        """Leave a fight that has its result: what comes next is not of it."""
        if self._over:
            self._fight, self._rolled = None, []

    def _dice(self) -> list[int]:
        """Return the dice since the last line that has some."""
        rolled, self._rolled = self._rolled, []
        return rolled if len(rolled) <= DICE_REPORTED else []


def called(units: Sequence[Called]) -> str:
    """Return units as people call them: ``1/2 and 2/2``, ``tanks 3 and 4``, ``7 infantry``.

    Many are counted, each kind by itself.
    """
    kinds: dict[tuple[str, str], list[str]] = {}
    for one in units:
        kinds.setdefault((one.one, one.several), []).append(one.name)
    if len(units) > NAMED_MOST:
        return listed(_number(*kind, len(names)) for kind, names in kinds.items())
    return listed(part for kind, names in kinds.items() for part in _of_kind(*kind, names))


def _number(one: str, several: str, number: int) -> str:
    return f"{number} {one if number == 1 else several}" if several else counted(number, "unit")


def _of_kind(one: str, several: str, names: Sequence[str]) -> Sequence[str]:
    return [f"{one if len(names) == 1 else several} {listed(names)}"] if several else names


def verb(several: str, number: int) -> str:
    """Return a verb for so many that do it: ``attack``, and ``attacks`` for one."""
    first, *others = several.split(" ")
    return " ".join([f"{first}s" if first and number == 1 else first, *others])


def lines_of(entries: Sequence[Entry], first: int) -> list[list[Line]]:
    """Return the lines of events from number ``first`` on.

    The lines of an event are the same whatever is asked for.

    Args:
        entries: The events, from `needed_from` on.
        first: The number of the first event that is wanted.
    """
    begin, found = needed_from(first), list[list[Line]]()
    if first >= begin + len(entries):
        return found
    for block in range(first // BLOCK, (begin + len(entries) - 1) // BLOCK + 1):
        start = needed_from(block * BLOCK)
        folded = digest(entries[start - begin : (block + 1) * BLOCK - begin])
        found += folded[max(first, block * BLOCK) - start :]
    return found


def needed_from(first: int) -> int:
    """Return the number of the event from which on events must be read for the lines of one."""
    return max(0, (first // BLOCK - 1) * BLOCK)

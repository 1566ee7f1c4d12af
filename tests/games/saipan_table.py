"""A table for one: positions as numbered cases give them, orders as text, dice as given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from pbem.errors import IllegalOrder
from pbem.games.saipan.game import SaipanGame
from pbem.games.saipan.module import SaipanRules
from pbem.games.saipan.rules.position import Position
from pbem.kit.contract import Order, Outcome, Question, Roll
from pbem.kit.cups import Cups

RULES = SaipanRules()
DATA = RULES.data()
DEFAULTS = {name: option.default for name, option in RULES.options.items()}
CUPS = Cups()


def new_game(scenario: str = "historical", **options: Any) -> SaipanGame:
    return RULES.game(scenario, {**DEFAULTS, **options}, DATA)


class Faces:
    """Dice that fall as given."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def uniform(self, n: int, purpose: str, paragraph: str) -> int:
        return self.faces.pop(0) - 1


class Table:
    """A game in one position; ``reported`` holds every outcome."""

    def __init__(self, game: SaipanGame, position: Position) -> None:
        self.game = game
        self.position = position
        self.reported: list[Outcome] = []

    def asked(self) -> str:
        """``side question``, ``dice`` or ``over``."""
        need = self.game.need(self.position)
        if isinstance(need, Question):
            return f"{need.side} {need.name}"
        return "dice" if isinstance(need, Roll) else "over"

    def read(self, line: str) -> Order:
        need = self.game.need(self.position)
        side = need.side if isinstance(need, Question) else self.position.side
        return self.game.parse(self.position, side, line)

    def order(self, *lines: str) -> Table:
        for line in lines:
            order = self.read(line)
            self.game.check(self.position, order)
            self._take(self.game.adjudicate(self.position, order, CUPS))
        return self

    def refused(self, line: str) -> str:
        """Return the paragraph by which a line is refused; empty if it is legal."""
        order = self.read(line)
        try:
            self.game.check(self.position, order)
        except IllegalOrder as error:
            return error.paragraph if error.why else "no reason"
        return ""

    def why_not(self, line: str) -> str:
        """Return the words by which a line is refused; empty if it is legal."""
        try:
            self.game.check(self.position, self.read(line))
        except IllegalOrder as error:
            return str(error)
        return ""

    def instead(self, line: str) -> str:
        """Return the answer to a line that is refused; empty where there is no answer."""
        with pytest.raises(IllegalOrder) as caught:
            self.game.check(self.position, self.read(line))
        return caught.value.instead

    def legal(self) -> list[str]:
        return [self.game.text(order) for order in self.game.legal(self.position)]

    def roll(self, face: int) -> Table:
        self._take(self.game.roll(self.position, Faces(face), CUPS))
        return self

    def _take(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            self.game.apply(self.position, outcome)
            self.reported.append(outcome)

    def where(self, side: str, unit: str) -> str:
        return str(self.game.facts_of(self.position)["units"][side][unit])

    def standing(self, side: str, *lines: str) -> str | None:
        """Return the answer of these standing orders to the open question, as a line."""
        whole: dict[str, Any] = {}
        for line in lines:
            merge(whole, self.game.parse_standing(self.position, side, line))
        self.game.check_standing(side, whole)
        need = self.game.need(self.position)
        assert isinstance(need, Question)
        order = self.game.standing_answer(self.position, need, whole)
        if order is None:
            return None
        self.game.check(self.position, order)
        return self.game.text(order)


def merge(whole: dict[str, Any], part: Any) -> None:
    for key, value in part.items():
        if isinstance(value, dict):
            merge(whole.setdefault(key, {}), value)
        elif isinstance(value, list) and isinstance(whole.get(key), list):
            whole[key] = whole[key] + value
        else:
            whole[key] = value


def table(phase: str, us: dict[str, str], jp: dict[str, str], **given: Any) -> Table:
    """An otherwise empty map; ``turn`` 3 unless given; other names are options."""
    known: dict[str, Any] = {
        k: given.pop(k) for k in ("turn", "beachheads", "beaches") if k in given
    }
    game = new_game(given.pop("scenario", "historical"), **given)
    known.setdefault("turn", 3)
    units = {"us": us, "jp": jp}
    return Table(
        game, game.arrange({"clear": True, "phase": phase, "units": units, **known}, Cups())
    )

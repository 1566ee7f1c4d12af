"""The opening of hidden supplies as an ally leaves, and who goes on: docs/protocol-cards.md, 6.6.

One pair is hidden from the start on, and the players of one group know it. Amounts, proofs and
boxes are left out: the game asks about an amount as it asks anything.
"""

from __future__ import annotations

from typing import NamedTuple

from model.writing import ROLL, ActivePlayer, Ask, Event, Over, State


class Stocks(NamedTuple):
    """``due``: the allies who are left have to open; ``wakes``: who says yes before dice.

    ``last``: who wrote the last trigger; ``fresh``: it was not rolled, and no ruling has put
    anybody out after it.
    """

    groups: tuple[tuple[str, ...], ...]
    hidden: bool = True
    due: bool = False
    wakes: str | None = None
    last: str = ""
    fresh: bool = False

    def group(self, handle: str) -> tuple[str, ...]:
        return next((group for group in self.groups if handle in group), (handle,))

    def allies(self, s: State) -> list[str]:
        """The players in the game who know the pair."""
        return [one for one in s.playing() if len(self.group(one)) > 1]

    # --- the active player ---

    def opens(self, s: State) -> ActivePlayer | None:
        """Return who opens, before any dice."""
        return (self.allies(s)[0], ("lay-open",)) if self.due else None

    def going_on(self, s: State) -> ActivePlayer | None:
        """Return who says yes: the one who opened, or if they are out, the first with a seat."""
        if self.wakes is None:
            return None
        who = self.wakes if self.wakes in s.playing() else s.seated()[0]
        return who, ("answer", "resign")

    # --- what an event does ---

    def wrote(self, e: Event) -> Stocks:
        """An event that is neither dice nor ruling nor opening may be a trigger."""
        return self._replace(last=e.by, fresh=True, wakes=None)

    def rolled(self) -> Stocks:
        return self._replace(fresh=False)

    def left(self, s: State, handle: str, *, ruled: bool) -> Stocks:
        """Somebody is out: an ally of theirs opens what both know."""
        due = self.due or (self.hidden and len(self.group(handle)) > 1)
        due = due and bool(self.allies(s)) and s.result is None
        return self._replace(due=due, fresh=self.fresh and not ruled)


def opened(s: State, e: Event) -> State:
    """The pair is open. Dice that are owed stay owed; else the game may go on by it."""
    stocks: Stocks = s.stocks._replace(hidden=False, due=False)
    s = s.but(stocks=stocks)
    if s.rolling or s.result:
        return s
    if isinstance(e.then, Over):
        return s.but(asked=None, result=(e.then.winner, "victory"))
    if e.then != ROLL:
        assert isinstance(e.then, Ask)
        return s.but(asked=e.then)
    if not (stocks.fresh or s.rules.opening_rolls):
        return s.but(asked=None, stocks=stocks._replace(wakes=e.by))
    owed = s.keepers(stocks.last)
    return s.but(
        asked=None, rolling=True, author=stocks.last, owed=owed, given=(), stocks=stocks.rolled()
    )

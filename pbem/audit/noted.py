"""Facts in a log that its end does not show, and that a judge must know all the same.

A table knows what is so now: which key somebody has, whose seat it is. That it was another one
before, who agreed to that, who rolled in whose place and when the game ended is written down here
while the events go by.
"""

from __future__ import annotations

from pbem.audit.verdict import KeyChange, Ruled, StandIn
from pbem.log.event import Event
from pbem.table.events.kinds import GameResult, OnFork, PutOut, Ruling, read_data
from pbem.table.handlers.forks import former_words, settled_by
from pbem.table.table import Table
from pbem.table.words.reporting import ruling_words

Keys = dict[str, tuple[str, str | None]]
"""Handle -> signing key and box key."""


class Noted:
    """The notes so far.

    - ``keys``: every change of keys; ``stood_in``: every dice event in somebody's place;
    - ``silent``: witnesses who may have heard the roll that they did not give;
    - ``rulings``: every ruling, in words; ``rolled``: whether anything was rolled;
    - ``opened``, ``latest``: times of the first and the last event, as their authors claim;
    - ``ended``: the time of the event that gave the result as it is, None where there is none.
    """

    def __init__(self) -> None:
        self.keys: list[KeyChange] = []
        self.stood_in: list[StandIn] = []
        self.silent: list[str] = []
        self.rulings: list[Ruled] = []
        self.rolled = False
        self.opened: str | None = None
        self.latest: str | None = None
        self.ended: str | None = None
        self._result: GameResult | None = None
        self._agreed: list[str] = []

    def take(self, table: Table, event: Event) -> None:
        """Have ``table`` take an event and note what it did; raises BadLog as `Table.take` does."""
        before = _keys(table) if event.kind in ("offer", "answer") else {}
        place = _place(table) if event.kind == "dice" else None
        heard = place is not None and _last_of_several(table, place)
        table.take(event)
        self.opened = self.opened or event.at
        self.latest = event.at
        if event.kind == "dice":
            self.rolled = self.rolled or bool(event.data.get("rolls"))
            if place is not None:
                self.stood_in.append(StandIn(event.seq, place))
                self.silent += [place] * heard
        elif event.kind == "ruling":
            self._ruled(table, event)
        elif before:
            self._agree(table, event, before)
        if table.result != self._result:
            self._result = table.result
            self.ended = None if table.result is None else event.at

    def _ruled(self, table: Table, event: Event) -> None:
        data = read_data(event.kind, event.data)
        assert isinstance(data, Ruling)  # noqa: S101 - of this kind
        late = data.late if isinstance(data, PutOut) else None
        said = ruling_words(data, table.seats, table.game)
        if isinstance(data, OnFork):
            by, seq = data.fork[0]["body"]["by"], data.fork[0]["body"]["seq"]
            former = settled_by(table.keys_alone.items(), by, seq)
            said += "" if former is None else f".{former_words(by, former).rstrip('.')}"
        self.rulings.append(Ruled(event.seq, event.by, said, late))

    def _agree(self, table: Table, event: Event, before: Keys) -> None:
        """Note who agreed to an offer, and the keys that changed by it."""
        if event.kind == "offer":
            self._agreed = []
        elif event.data["yes"]:
            self._agreed.append(event.by)
        for handle, (sign, box) in _keys(table).items():
            was, box_was = before[handle]
            if (sign, box) != (was, box_was):
                change = KeyChange(
                    handle=handle,
                    event=event.seq,
                    was=was if sign != was else None,
                    sign=sign if sign != was else None,
                    box=box if box != box_was else None,
                    agreed=tuple(self._agreed),
                )
                self.keys.append(change)


def _keys(table: Table) -> Keys:
    return {who.handle: (who.sign, who.box) for who in table.roster.everybody()}


def _last_of_several(table: Table, place: str) -> bool:
    """Say whether the witness is due whose dice the author alone follows, after another's.

    The author and this witness know the roll then, before the witness gives dice.
    """
    owed, opening = table.dicing, table.opening
    if owed is None or opening is None or table.policy != "witnesses":
        return False
    return place not in opening.seats.values() and len(owed.keepers) == 2 and bool(owed.betas)


def _place(table: Table) -> str | None:
    """Return in whose place the dice are given; None if their keeper gives them."""
    owed = table.dicing or table.may_owe
    return owed.keepers[0].stands_for if owed is not None and owed.keepers else None

"""A small club's season, to be kept: ``python -m frozen.season FOLDER``.

A finished Swiss and a round robin that runs, of Lantern Bridge, and a ladder. Computer players play
each game to its end. Keys, salts and days are the same in every run, and the keys are nobody's.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from hostile.base import go_on, to_bytes, workshop
from hostile.cups import order
from pbem.games import registry
from pbem.log.event import Event
from pbem.table.events.kinds import RulesId
from pbem.table.library import Library, data_digest
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.history import BoardOf
from toy.group import TIME, Group
from toy.meeting import BOARD, Meeting, laddered, robin
from toy.meeting import terms as terms_of

LANTERN = registry.find("lantern", 1)
assert LANTERN is not None
ON = msgspec.structs.replace(
    BOARD,
    rules=RulesId("lantern", 1, data_digest(LANTERN.data())),
    scenario=next(iter(LANTERN.scenarios)),
    options={name: option.default for name, option in LANTERN.options.items()},
    sides=(("brask",), ("tarle",)),
)
ELO = term_kinds.Elo(start=1500, claimed=True, digits=1, k=20)
POINTS = term_kinds.Scale(win=2, draw=1, loss=0, bye=0)
NAMES = {"ann": "Ann Moreau", "bob": "Bob Tanner", "cas": "Cas Weiss", "dan": "Dan Okafor"}
ENGINE = "caissify-pairings 0.5.0"
"""The engine that paired the Swiss, whichever is here now."""
ROUND = timedelta(days=21)
"""How long a round lasts."""

CLUB = b"""\
name: Northgate Wargamers
about: Season 2026, by email
address: https://northgate.example/
tournaments:
- {log: spring/spring.tournament, games: spring}
- {log: ladder/ladder.tournament, games: ladder}
- {log: autumn/autumn.tournament, games: autumn}
challenges:
- {who: Dan Okafor, game: "Lantern Bridge, either side", write: dan@northgate.example}
"""


class Cup:
    """A tournament of the season, and its files by their names."""

    def __init__(self, name: str, found: kinds.Found, after: int, folder: Path) -> None:
        self.name, self.folder = name, folder
        self.meeting = Meeting.__new__(Meeting)
        self.meeting.later = timedelta(days=after)
        self.meeting.__init__(found)  # type: ignore[misc] - its first event has a day, too
        self.made: dict[str, bytes] = {}

    def enter(self, ratings: Mapping[str, int]) -> None:
        """Have players enter, and say their names."""
        for handle, rating in ratings.items():
            self.meeting.enters(handle, rating=rating)
            said = self.meeting.word(handle, "name", name=NAMES[handle])
            self.meeting.says(handle, said)

    def pair(self) -> None:
        """Pair a round, three weeks after the one before."""
        self.meeting.pairs()
        self.meeting.later += ROUND

    def play(self) -> None:
        """Play all games that are owed."""
        for at in self.meeting.now.owed():
            events = self._played(at)
            self.made[f"{self.name}/r{at.round}b{at.board}.pbem"] = to_bytes(events)

    def _played(self, at: BoardOf) -> list[Event]:
        """Play the game of a board, and enter it with its result."""
        there = self.folder / f"{self.name}-{at.round}-{at.board}"
        group = Group(there, terms(self.meeting.now, at), Library(registry.find))
        group.join_all()
        go_on(group, lambda one: one.table.result is not None and one.table.active().handle is None)
        where = {"round": at.round, "board": at.board, "game": group.events[0].id}
        self.meeting.write("game", kinds.GameOf(**where))
        head = group.events[-1].id
        won = _won(self.meeting, at, group)
        self.meeting.write("result", kinds.ResultOf(**where, head=head, outcome=won))
        return group.events

    def due(self, number: int, until: str) -> None:
        """Set the deadline of a round."""
        fields = {"zone": "Europe/Berlin", "offset": 60, "then": "adjudicate"}
        self.meeting.write("due", kinds.Due(round=number, until=until, **fields))

    def files(self) -> dict[str, bytes]:
        """Return the log of the tournament and those of its games."""
        return {f"{self.name}/{self.name}.tournament": to_bytes(self.meeting.events), **self.made}


def _won(meeting: Meeting, at: BoardOf, group: Group) -> Any:
    """Return which of a pair won a game."""
    result = group.table.result
    assert result is not None
    handle = group.table.seats.get(result.winner or "")
    handles = [one.handle for one in meeting.now.pair_of(at)]
    return dict(zip(handles, ("first", "second"), strict=True)).get(handle or "", "draw")


def files() -> dict[str, bytes]:
    """Return the season's file and all logs, by their names."""
    with workshop("season") as folder, patch("pbem.director.office.now_utc", lambda: TIME):
        four = {"ann": 1600, "bob": 1550, "cas": 1500, "dan": 1450}
        more: dict[str, Any] = {"board": ON, "ratings": (ELO,)}
        spring = Cup(
            "spring", terms_of(term_kinds.Swiss(3, ENGINE), name="Spring Cup", **more), -200, folder
        )
        spring.enter(four)
        spring.meeting.begins()
        for _ in range(3):
            spring.pair()
            spring.play()
        spring.meeting.write("close", kinds.Close(order=order(spring.meeting)))
        ladder = Cup("ladder", laddered(name="Lantern ladder", **more), -90, folder)
        ladder.enter(four)
        ladder.meeting.begins()
        ladder.meeting.says("bob", ladder.meeting.word("bob", "challenge", whom="ann"))
        ladder.pair()
        ladder.play()
        ladder.meeting.says("dan", ladder.meeting.word("dan", "challenge", whom="cas"))
        plan = robin(name="Autumn Cup", points=POINTS, ties=("direct", "wins"), **more)
        autumn = Cup("autumn", plan, -30, folder)
        autumn.enter(four)
        autumn.meeting.begins()
        autumn.pair()
        autumn.play()
        autumn.pair()
        autumn.due(2, "2099-12-06T22:59:00Z")
        cups = (spring, ladder, autumn)
        found = {name: data for cup in cups for name, data in cup.files().items()}
        return {"club.yaml": CLUB, **found}


def write(folder: Path) -> None:
    """Write every file."""
    for name, data in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    write(Path(sys.argv[1]))

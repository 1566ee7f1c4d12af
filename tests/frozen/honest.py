"""A tournament that is finished and honest, to be kept: ``python -m frozen.honest FOLDER``.

Three play a round robin of Saipan, in which each game is opened as it is paired, goes on for a
little, and is given up; the last board stands on the director's word. Two keep lots. Keys and salts
are the same in every run, and nobody's.
"""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

from hostile.base import go_on, to_bytes, workshop
from hostile.cups import BOARD, order
from pbem.games import registry
from pbem.log.event import Event
from pbem.table.library import Library
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds
from pbem.tournament.history import BoardOf
from toy.group import TIME, Group
from toy.meeting import Meeting, robin

ROUNDS = 3


def files() -> dict[str, bytes]:
    """Return the tournament's log and those of its games, by names."""
    with workshop("honest") as folder, patch("pbem.director.office.now_utc", lambda: TIME):
        meeting = Meeting(robin(board=BOARD), "ann", "bob", "cas", keepers=("dora", "kim"))
        meeting.begins()
        found = {}
        for _ in range(ROUNDS):
            meeting.pairs()
            for at in meeting.now.owed():
                if at.round == ROUNDS:
                    meeting.decides(at, "draw")
                else:
                    events = play(meeting, at, folder)
                    found[f"round-{at.round}.pbem"] = to_bytes(events)
        meeting.write("close", kinds.Close(order=order(meeting)))
        return {"robin.tournament": to_bytes(meeting.events), **found}


def gives_up(group: Group) -> bool:
    """Say whether an active player has seen enough."""
    return group.table.chain.count > 10 and group.table.active().kinds[0] == "orders"


def play(meeting: Meeting, at: BoardOf, folder: Path) -> list[Event]:
    """Play the game of a board, and enter it with its result."""
    group = Group(folder / f"game-{at.round}", terms(meeting.now, at), Library(registry.find))
    group.join_all()
    go_on(group, gives_up)
    loser = group.table.active().handle or ""
    group.play(loser, "resign")
    where = {"round": at.round, "board": at.board, "game": group.events[0].id}
    meeting.write("game", kinds.GameOf(**where))
    won = "second" if loser == meeting.now.pair_of(at)[0].handle else "first"
    meeting.write("result", kinds.ResultOf(**where, head=group.events[-1].id, outcome=won))
    return group.events


def write(folder: Path) -> None:
    """Write every file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files().items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    write(Path(sys.argv[1]))

"""What takes a board when a director collects, and what waits."""

from __future__ import annotations

import msgspec
import pytest

from pbem.director.directing import acts, collecting
from pbem.director.office import begin
from pbem.director.player.saying import write_word
from pbem.log.file import create
from pbem.table.events.kinds import read_data
from pbem.tournament.binding import terms
from pbem.tournament.history import BoardOf
from toy.directing import DORA, Directed
from toy.group import Group, signer
from toy.meeting import BOARD, robin

AT = BoardOf(1, 1)


class Desk(Directed):
    """dora's desk, with a round that is paired."""

    def collect(self, *files):
        found = []
        self.types(lambda office: found.extend(collecting.collect(office, self.desk, files)))
        return [(one.became, one.code, one.told) for one in found]

    def opening(self):
        return terms(self.fold().now, AT)

    def log_of(self, name, group):
        path = self.folder / f"{name}.pbem"
        create(path, group.events)
        return path


def paired(folder, **changes):
    dora = Desk(folder)
    begin(dora.desk, DORA, "cup", robin(**changes))
    words = []
    for handle in ("ann", "bob"):
        path = folder / f"{handle}.word"
        write_word(dora.entry(handle), "cup", path)
        words.append(path)
    dora.collect(*words)
    dora.types(lambda office: acts.pair(office, dora.desk))
    return dora


@pytest.fixture
def dora(tmp_path):
    return paired(tmp_path)


@pytest.mark.parametrize("joined", [0, 1], ids=["opened", "joined by one"])
def test_a_game_that_one_player_signed_alone_takes_no_board(dora, joined):
    """Else who has lost mails such an opening first, and the game of both is a second game."""
    decoy = Group(dora.folder / "decoy", dora.opening())
    for _ in range(joined):
        decoy.play(decoy.table.roster.joining().handle, "join")
    waiting = decoy.table.roster.joining().handle
    ((became, code, told),) = dora.collect(dora.log_of("decoy", decoy))
    assert (became, code) == ("waits", "log.unfinished")
    assert f"{waiting} " in told or f" {waiting} " in told
    assert "have joined" in told
    assert dora.fold().now.games == {}

    game = dora.folder / "game.pbem"
    dora.game(game, dora.opening())
    assert dora.collect(game)[0][0] == "taken"
    assert AT in dora.fold().now.proven
    assert dora.collect(dora.folder / "decoy.pbem")[0][:2] == ("refused", "game.twice")


def test_a_game_that_all_have_joined_takes_the_board(dora):
    group = Group(dora.folder / "game", dora.opening())
    group.join_all()
    assert dora.collect(dora.log_of("game", group))[0][:2] == ("waits", "log.unfinished")
    assert dora.fold().now.games == {AT: group.events[0].id}


def test_who_was_put_out_before_joining_keeps_no_game_from_its_board(tmp_path):
    board = msgspec.structs.replace(BOARD, umpire=signer("eve"), dice="umpire")
    dora = paired(tmp_path, board=board)
    group = Group(dora.folder / "game", dora.opening())
    for _ in range(2):
        group.play(group.table.roster.joining().handle, "join")
    absent = group.table.roster.joining().handle
    assert dora.collect(dora.log_of("early", group))[0][0] == "waits"
    assert dora.fold().now.games == {}
    out = read_data("ruling", {"out": absent, "as": "forfeit", "late": None})
    group.play("eve", "ruling", out)
    dora.collect(dora.log_of("late", group))
    assert dora.fold().now.games == {AT: group.events[0].id}

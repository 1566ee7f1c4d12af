"""A tournament to be published whose director's words would be markup if they were let."""

from __future__ import annotations

from pathlib import Path

from pbem.log.file import create
from pbem.tournament.binding import terms
from pbem.tournament.events import kinds, term_kinds
from pbem.tournament.history import BoardOf
from toy.group import Group, rules_id
from toy.meeting import Meeting, robin

HOSTILE = "<script>alert(1)</script> & \"'><img src=x onerror=alert(1)> &lt;b&gt;"
ELO = term_kinds.Elo(start=1500, claimed=True, digits=1, k=20)
AT = BoardOf(1, 1)


def played(
    tmp_path: Path, name: str = HOSTILE, *, newer: bool = False
) -> tuple[Meeting, Path, Path]:
    """Three enter, one has a bye; a game, a ruling, an appeal; all of it over. Return its files.

    ``newer``: the two at the game go over to version 2 of its rules.
    """
    meeting = Meeting(robin(name=name, ratings=(ELO,)), "ann", "bob", "cas")
    meeting.begins()
    meeting.pairs()
    group = Group(tmp_path / "game", terms(meeting.now, AT))
    group.join_all()
    if newer:
        one, other = group.table.active().handle or "", {*group.table.seats.values()}
        group.play(one, "offer_rules", rules_id(2))
        group.play(*(other - {one}), "answer", True)
    loser = group.table.active().handle
    group.play(loser or "", "resign")
    game = tmp_path / "game.pbem"
    create(game, group.events)
    where = {"round": 1, "board": 1, "game": group.events[0].id}
    meeting.write("game", kinds.GameOf(**where))
    first, _ = meeting.now.pair_of(AT)
    outcome = "second" if first.handle == loser else "first"
    head = group.events[-1].id
    meeting.write("result", kinds.ResultOf(**where, head=head, outcome=outcome))
    meeting.pairs()
    rule = kinds.Rule(round=2, board=1, outcome="draw", played=False, why=HOSTILE)
    meeting.write("rule", rule)
    meeting.write("dismiss", kinds.Dismiss(round=1, board=1, entrant=2, why=HOSTILE))
    meeting.pairs()
    log = tmp_path / "toy cup.tournament"
    create(log, meeting.events)
    return meeting, log, game

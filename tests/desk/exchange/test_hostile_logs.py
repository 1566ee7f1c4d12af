"""Every log with one fault, taken in by a desk that has never seen its game."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.desk import Desk
from pbem.desk.exchange import taking
from pbem.desk.exchange.words import taken_lines

LOGS = sorted((Path(__file__).parents[3] / "logs" / "hostile").glob("*.pbem"))


@pytest.mark.few(8)
@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_nothing_of_a_log_with_a_fault_is_kept(log, tmp_path):
    desk = Desk(tmp_path, "sqlite://")
    [taken] = taking.take(desk, [log], taking.TakeOptions())
    if log.stem.startswith("chain.seq-no-beginning"):
        assert taken.status == "gap"
    else:
        assert taken.finding is not None
        # Those of decks and stocks are of games that are not played here: nothing is kept either.
        of_no_game_here = log.stem.startswith(("deck.", "stock."))
        unknown = of_no_game_here and taken.finding.code == "rules.unknown"
        assert unknown or log.stem.startswith(taken.finding.code)
    assert not taken.good
    assert desk.logs() == []
    assert all(line.isprintable() for line in taken_lines(taken))
    desk.close()


def test_there_are_logs():
    assert len(LOGS) > 40

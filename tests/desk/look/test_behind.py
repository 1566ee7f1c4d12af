"""What a unit can do behind another order, of games set up by hand."""

from __future__ import annotations

from pbem.audit.simulate import Setup, begin, bind
from pbem.desk.look.legal import Legal, legal_in
from pbem.desk.look.legal_words import legal_lines
from pbem.table.play import Play


def beaches() -> Play:
    """Return a US movement phase in which two beachheads are held by their own units (12.31)."""
    play = begin(bind(Setup("saipan", "historical")))
    given = {
        "turn": 2, "phase": "us movement", "clear": True, "beachheads": ["1203", "1002"],
        "units": {"us": {"1/8": "1203", "1/6": "1002", "2-Mar": "off"}, "jp": {"9": "2406"}},
    }  # fmt: skip
    play.position = play.game.arrange(given, play.urns)
    play.await_need()
    return play


def about(play: Play, word: str) -> Legal:
    assert play.asked is not None
    return legal_in(play, play.asked, word, viewer=play.asked.side)


def test_what_is_the_same_behind_many_orders_is_told_once():
    """2-Mar lands where a unit has left a beachhead, wherever that has gone."""
    found = about(beaches(), "2-Mar")
    assert found.note == "behind another order:"
    assert sorted(line.partition("; ")[2] for line in found.lines) == [
        "land 2-Mar 1002", "land 2-Mar 1203",
    ]  # fmt: skip
    assert sorted(line.split()[1] for line in found.lines) == ["1/6", "1/8"]
    assert all(many > 5 for many in found.behind.values())
    told = legal_lines(found)
    assert sum("; land 2-Mar " in line for line in told) == 2
    assert any("   (or behind " in line and line.endswith(" others)") for line in told)


def test_a_unit_that_can_move_now_is_not_looked_for_behind_orders():
    found = about(beaches(), "1/8")
    assert found.reach is not None
    assert found.reach.after == ""
    assert found.behind == {}

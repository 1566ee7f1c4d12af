"""A unit's possibilities after another order, in games set up by hand."""

from __future__ import annotations

from typing import Any

from pbem.client.session.drafts import draft_in
from pbem.client.session.reported import report_all
from pbem.client.views.choosing.choices import choices_in
from pbem.client.views.legal import Legal, legal_in
from pbem.client.views.legal_words import legal_lines
from pbem.play.play import Play
from pbem.selfplay.simulate import Setup, begin, bind


def beaches() -> Play:
    """Return a US movement phase in which two beachheads are held by their own units (12.31)."""
    play = begin(bind(Setup("saipan", "historical")))
    given = {
        "turn": 2, "phase": "us movement", "clear": True, "beachheads": ["1203", "1002"],
        "units": {"us": {"1/8": "1203", "1/6": "1002", "2-Mar": "off"}, "jp": {"9": "2406"}},
    }  # fmt: skip
    play.position = play.game.arrange(given, play.cups)
    play.await_need()
    return play


def about(play: Play, word: str) -> Legal:
    assert play.asked is not None
    return legal_in(play, play.asked, word, viewer=play.asked.side)


def test_what_is_the_same_after_many_orders_is_reported_once():
    """2-Mar lands where a unit has left a beachhead, wherever that has gone."""
    found = about(beaches(), "2-Mar")
    assert found.note == "after another order:"
    assert sorted(line.partition("; ")[2] for line in found.lines) == [
        "land 2-Mar 1002", "land 2-Mar 1203",
    ]  # fmt: skip
    assert sorted(line.split()[1] for line in found.lines) == ["1/6", "1/8"]
    assert all(many > 5 for many in found.following.values())
    reported = legal_lines(found)
    assert sum("; land 2-Mar " in line for line in reported) == 2
    assert any("   (or after " in line and line.endswith(" others)") for line in reported)


def test_a_unit_that_can_move_now_is_not_looked_for_after_orders():
    found = about(beaches(), "1/8")
    assert found.reach is not None
    assert found.reach.after == ""
    assert found.following == {}


def marked(marker: str, **given: Any) -> Play:
    """A turn of Meiktila in which a marker of the Allies has come up, and nobody is activated."""
    play = begin(bind(Setup("meiktila", "meiktila")))
    asked = {
        "turn": 3, "phase": "activation al", "initiative": "al", "up": [marker],
        "units": {"WY1": "H11", "GR17": "H11", "GR13": "M7", "1/55": "M9"}, "dug": {"M7": 2},
    }  # fmt: skip
    play.position = play.game.arrange(asked | given, play.cups)
    play.await_need()
    return play


def test_a_move_has_one_cost_in_points_as_the_counter_has_them():
    """BAL710 is a 3-4-3 [6.2]: 3 points, a road ½; a forced march goes to 6 [6.2.1]."""
    play = marked("A-63", units={"BAL710": "N7"}, dug={})
    me = play.seats["al"]
    play.order(me, draft_in(play, me, b"activate move-attack").orders)
    offered = choices_in(play.trial(), me, "", "BAL710", viewer="al").choices
    costs = {one.line: one.cost for one in offered if one.path}
    assert {"½", "1", "1½", "3"} <= set(costs.values()) <= {
        "½", "1", "1½", "2", "2½", "3", "3½", "4", "4½", "5", "5½", "6",
    }  # fmt: skip
    for line, cost in costs.items():
        twin = play.trial()
        twin.order(me, draft_in(twin, me, line.encode()).orders)
        assert any(
            one.text.endswith(f"(cost {cost}).") for one in report_all(twin, twin.reported)
        ), line
    legal = about(play, "BAL710")
    reported = legal_lines(legal)
    assert "  6 points:" in "\n".join(reported)
    assert not [line for line in reported if line.startswith("  12 point")]


def test_before_an_activation_it_is_reported_who_could_come():
    """GR13 in M7 stands beside M8; no unit moves before the marker that is up is used."""
    play = marked("A-ALL")
    reported = legal_lines(about(play, "M8"))
    assert "Able to reach M8: nobody." in reported
    assert "Able to move beside it: nobody." in reported
    assert not any(line.startswith("still nobody can") for line in reported)
    (into,) = [line for line in reported if line.startswith("Able to reach M8 after ")]
    assert into.startswith("Able to reach M8 after `activate move-attack`: GR13 ")
    (near,) = [line for line in reported if line.startswith("Able to move beside it after ")]
    assert near.startswith("Able to move beside it after `activate move-attack`: GR13 ")
    assert "Beside it: 1/55, GR13." in reported


def test_a_marker_of_another_formation_lets_nobody_come():
    """A-48 is for the 48th Brigade: GR13, of the 99th, stays where it is; WY1 is too far away."""
    found = about(marked("A-48", units={"WY1": "B19", "GR13": "M7"}), "M8")
    assert found.comers is not None
    assert found.comers.later == {}
    assert found.comers.later_beside == {}
    reported = legal_lines(found)
    assert "Able to reach M8: nobody." in reported
    assert "After one more order that moves nobody, still nobody can." in reported

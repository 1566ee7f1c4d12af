"""A message begins with what came last in short, as the board and `pbem show` report it."""

from __future__ import annotations

from board.playing import LANDINGS, saipan
from pbem.client.messages.composing import compose

ATTACK = "attack 16 with 2/6 1/6 3/6"


def test_a_message_reports_the_turn_in_short_and_then_event_by_event(ann, bob):
    ann.meets(bob)
    bob.meets(ann)
    saipan(ann, bob)
    ann.orders(*LANDINGS, "end movement", ATTACK)
    report = compose(ann.sits()).report
    at = report.index("What happened:")
    below = report[at + 1 : report.index("Event by event:")]
    assert "  Moved: 1/2, 2/2, 3/2, 1/6, 2/6, 3/6." in below
    assert below[0].startswith("  The U.S. attacks Japanese 16 with ")
    assert not any("event" in line for line in below)

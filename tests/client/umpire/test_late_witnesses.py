"""The clocks of a witness who owes dice, and of the author who closes the roll (docs/time.md)."""

from __future__ import annotations

import pytest

from pbem.client.play import acting
from pbem.client.session.day_record import Timekeeping
from pbem.client.umpire.lateness import late
from pbem.client.umpire.timekeeping import clock_of
from pbem.errors import NotYourPen
from pbem.log.file import read_events
from pbem.table.events.kinds import Clock
from toy.moved import Moved, day


@pytest.fixture
def owing(monkeypatch, person):
    """Bob's answer on the 10th is a trigger: wil owes dice, and bob closes the roll."""
    calendar = Moved(monkeypatch)
    people = ann, bob, wil, uma = [person(one) for one in ("ann", "bob", "wil", "uma")]
    for one in people:
        one.meets(*[other for other in people if other is not one])
    ann.opens(
        seats={"red": "ann", "blue": "bob"}, witnesses=["wil"], dice="witnesses", umpire="uma",
        clock=Clock(3, 4, 1, None),
    )  # fmt: skip
    for before, one in ((ann, uma), (uma, ann), (ann, bob), (bob, wil)):
        one.takes(before.sends())
        if one.sits().table.active().handle == one.handle:
            one.does(acting.join)
    ann.takes(wil.sends())
    calendar.to(10)
    ann.orders("attack blue")
    bob.takes(ann.sends())
    bob.orders("pass")
    for one in (uma, wil):
        one.takes(bob.sends())
    log = list(read_events(uma.log))
    for event, at in ((log[-2], 10), (log[-1], 10)):
        Timekeeping(uma.client, "uma", uma.sits().table.game_id).reached([event], day(at))
    return bob, wil, uma


def test_nobody_but_the_witness_is_late_while_the_witness_owes_dice(owing):
    _, _, uma = owing
    found = clock_of(uma.sits(), day(30))
    assert found is not None
    assert found.held is not None
    assert found.held.handle == "wil"
    assert found.left["bob"] == 4
    assert late(uma.sits(), day(30)).handle == "wil"


def test_the_clock_of_the_author_begins_when_the_umpire_has_the_dice(owing):
    bob, wil, uma = owing
    wil.does(acting.dice)
    uma.takes(wil.sends())
    last = list(read_events(uma.log))[-1]
    Timekeeping(uma.client, "uma", uma.sits().table.game_id).reached([last], day(17))
    with pytest.raises(NotYourPen, match="Nobody is late"):
        late(uma.sits(), day(25))
    found = late(uma.sits(), day(26))
    assert found.handle == "bob"
    bob.takes(uma.sends())
    bob.does(acting.dice)
    assert uma.takes(bob.sends()).status == "longer"

"""The writes into a database by single statements."""

from __future__ import annotations

import re

from sqlalchemy import event
from sqlalchemy.engine import Engine

from pbem.client.play import acting


def test_a_turn_that_is_taken_in_sets_no_key_again(ann, bob):
    """A game's key stands in each of its events: who sets it has the database look at them."""
    reported = list[str]()

    def hears(_conn, _cursor, statement, *_more):
        reported.append(statement)

    ann.meets(bob)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    event.listen(Engine, "before_cursor_execute", hears)
    try:
        bob.does(acting.join)
    finally:
        event.remove(Engine, "before_cursor_execute", hears)
    games = [one for one in reported if one.startswith("UPDATE games")]
    assert games
    assert not [one for one in games if re.search(r"SET (.*, )?id=", one)]

"""The message about an order that does not answer what is asked."""

from __future__ import annotations

import pytest

from pbem.errors import IllegalOrder
from pbem.kit.asking import refuse_form
from pbem.kit.contract import Need, Question, Roll

PHASE = Question("us", "war", "Fight?", "6.4", ("end",), phase=True)
ASKED = Question("jp", "retreat", "Where?", "7.4", ("retreat", "pass"))


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (
            PHASE,
            "`buy` is not possible in the war phase [6.4]. Now: Fight? Write `end`.",
        ),
        (
            ASKED,
            (
                "`buy` does not answer the open question [7.4]. "
                "Now: Where? Write `retreat` or `pass`."
            ),
        ),
        (Roll("an attack", "7.6"), "dice are due, so `buy` must wait for them [7.6]"),
        (None, "the game is over, so `buy` comes too late [4.0]"),
    ],
)
def test_it_is_reported_in_the_words_of_the_player(wanted: Need, words: str) -> None:
    with pytest.raises(IllegalOrder) as caught:
        refuse_form(wanted, "buy", "4.0")
    assert str(caught.value) == words

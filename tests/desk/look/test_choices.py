"""What can be clicked is what can be signed: a list that goes on answers what ends by itself."""

from __future__ import annotations

import pytest

from pbem.desk.look.choices import choices_in
from pbem.desk.seat.drafts import draft_in
from pbem.play.play import Play
from pbem.selfplay import unsigned

LANDINGS = (
    "land 1/2 1203\nland 1/6 1102\nland 1/8 1002\nland 1/23 0902\nland 1/24 0801\n"
    "land 1/25 0802 from 0703\n"
)
"""All who may land in the first Game-Turn of Saipan: movement ends by itself behind them."""


@pytest.fixture
def play() -> Play:
    return unsigned.begin(unsigned.bind(unsigned.rules_of("saipan"), "historical", {}))


def test_every_choice_is_good_behind_the_list_that_it_is_offered_behind(play):
    me = play.seats["us"]
    found = choices_in(play.trial(), me, LANDINGS, "317", viewer="us")
    assert found.choices
    assert all(one.line.startswith("end movement; attack 317 with") for one in found.choices)
    for one in found.choices[:5]:
        drafted = draft_in(play, me, f"{LANDINGS}{one.line}".encode())
        assert [raw["do"] for raw in drafted.orders[-2:]] == ["end", "attack"]


def test_nothing_is_put_before_what_is_asked(play):
    found = choices_in(play.trial(), play.seats["us"], "land 1/2 1203", "1/6", viewer="us")
    assert found.choices[0].line == "land 1/6 1102"

"""Orders that are alike but for one number."""

from __future__ import annotations

from pbem.client.views.choosing.choices import choices_in
from pbem.selfplay import unsigned

LANDINGS = (
    "land 1/2 1203\nland 1/6 1102\nland 1/8 1002\nland 1/23 0902\nland 1/24 0801\n"
    "land 1/25 0802 from 0703"
)


def choices_of(rules: str, scenario: str, written: str, about: str):
    play = unsigned.begin(unsigned.bind(unsigned.rules_of(rules), scenario, {}))
    assert play.asked is not None
    side = play.asked.side
    return choices_in(play, play.seats[side], written, about, viewer=side).choices


def test_ten_points_of_ground_support_are_one_order():
    """Saipan 7.4: an attack with none to ten of them, whose word is left out for none."""
    found = choices_of("saipan", "historical", LANDINGS, "317")
    groups: dict[str, dict[int, str]] = {}
    for one in found:
        assert one.number is not None
        assert one.number.word == "gsp"
        groups.setdefault(one.number.like, {})[one.number.amount] = one.line
    assert groups
    for lines in groups.values():
        assert sorted(lines) in (list(range(11)), list(range(1, 11)))
        assert all(line.endswith(f" gsp {many}") for many, line in lines.items() if many)
        assert len({line.partition(" gsp")[0] for line in lines.values()}) == 1


def test_the_number_of_a_place_is_none():
    """Moves and landings differ by where they go."""
    found = choices_of("saipan", "historical", "", "")
    assert len(found) > 10
    assert not any(one.number for one in found)

"""The meanings of paragraphs, as a game's data say them."""

from __future__ import annotations

from pbem.kit.paragraphs import read_meanings


def test_a_rulebook_that_leaves_nothing_open_needs_no_rulings() -> None:
    found = read_meanings(b'paragraphs:\n  "2.1": >-\n    A die decides.\n', "meanings.yaml")
    assert (found.paragraphs, found.rulings) == ({"2.1": "A die decides."}, {})
    assert found.on("2.1") == []

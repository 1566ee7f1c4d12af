"""Pictures are plain data: what draws them elsewhere reads which kind of map it is."""

from __future__ import annotations

import msgspec
import pytest

from pbem.kit.picture import AreaPicture, HexPicture, Picture, unlike_labels

HEXES = HexPicture("Hexes", (), (), {}, "even")
AREAS = AreaPicture(title="Areas", areas=(), counters=(), sides={}, kinds={})


@pytest.mark.parametrize(("picture", "kind"), [(HEXES, "hexes"), (AREAS, "areas")])
def test_a_picture_says_which_map_it_is(picture: Picture, kind: str) -> None:
    text = msgspec.json.encode(picture)
    assert msgspec.json.decode(text)["map"] == kind
    assert msgspec.json.decode(text, type=Picture) == picture


def test_labels_are_cut_and_told_apart() -> None:
    wanted = {"a": "1/106", "b": "1/1061", "c": "1/1062", "d": "U7"}
    assert unlike_labels(wanted) == {"a": "1/106", "b": "1/102", "c": "1/103", "d": "U7"}

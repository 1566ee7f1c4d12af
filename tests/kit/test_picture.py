"""Pictures are plain data: what draws them elsewhere reads which kind of map it is."""

from __future__ import annotations

import msgspec
import pytest

from pbem.kit.picture import AreaPicture, HexPicture, Picture

HEXES = HexPicture("Hexes", (), (), {}, "even")
AREAS = AreaPicture(title="Areas", areas=(), counters=(), sides={}, kinds={})


@pytest.mark.parametrize(("picture", "kind"), [(HEXES, "hexes"), (AREAS, "areas")])
def test_a_picture_says_which_map_it_is(picture: Picture, kind: str) -> None:
    text = msgspec.json.encode(picture)
    assert msgspec.json.decode(text)["map"] == kind
    assert msgspec.json.decode(text, type=Picture) == picture

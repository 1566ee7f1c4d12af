"""Whichever map a picture has, it is drawn."""

from __future__ import annotations

import pytest

from pbem.kit.picture import AreaPicture, HexPicture, Picture
from pbem.view.terminal import draw

NOTE = "word " * 60


@pytest.mark.parametrize(
    "picture",
    [
        HexPicture("Map", (), (), {}, "even", (NOTE,)),
        AreaPicture(title="Map", areas=(), counters=(), sides={}, kinds={}, notes=(NOTE,)),
    ],
)
def test_both_kinds_of_map_are_drawn_in_the_columns_that_there_are(picture: Picture) -> None:
    assert draw(picture, colour=False).startswith("Map\n")
    assert draw(picture, width=80).startswith("\x1b[1mMap\x1b[0m\n")
    for width, drawn in ((100, draw(picture)), (60, draw(picture, width=60))):
        longest = max(len(line) for line in drawn.splitlines())
        assert width - 5 < longest <= width

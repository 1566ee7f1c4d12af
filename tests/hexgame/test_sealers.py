"""The Ice Convoy: a whole game of data alone, written from the pages by somebody new to them."""

from __future__ import annotations

from pathlib import Path

import pytest

from long import times
from pbem.author import checking, project

FILE = Path(__file__).parent / "sealers" / "sealers.yaml"


def test_it_is_right_as_pbem_module_check_says() -> None:
    """Form, random games, paragraphs with a case each and a place in the rulebook, cases."""
    with project.opened(str(FILE)) as [found]:
        checked = checking.check(found, times(4, of=40))
    assert checked.errors == []
    assert checked.cases >= 20


@pytest.mark.long
def test_random_games_with_friends_that_hold_a_way_open(tmp_path: Path) -> None:
    """In these a unit that was lost left another one without an answer."""
    text = FILE.read_text().replace("zones: closed, stuck: step", "zones: friends, stuck: step")
    (tmp_path / "sealers.yaml").write_text(text)
    with project.opened(str(tmp_path / "sealers.yaml")) as [found]:
        checked = checking.check(found, times(20, of=300))
    assert [one for one in checked.errors if "no answer" in one.what] == []

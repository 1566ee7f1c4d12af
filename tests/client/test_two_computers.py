"""One person with a copy of a home on each of two computers (docs/keys.md)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.errors import KeyFileError
from toy.people import Person


def copied(one: Person, to: Path) -> Person:
    """The same person at another computer, with a copy of the whole home."""
    one.client.close()
    shutil.rmtree(to / one.handle, ignore_errors=True)
    shutil.copytree(one.folder, to / one.handle)
    return Person(one.handle, to)


@pytest.fixture
def people(playing):
    """Ann, who is active, at the first of two computers, and bob."""
    return playing


def test_who_takes_the_whole_home_along_never_signs_twice(people, tmp_path):
    here, bob = people
    for turn in range(4):
        here = copied(here, tmp_path / f"computer {turn % 2}")
        for one, other in ((here, bob), (bob, here)):
            if one.sits().table.active().handle == one.handle:
                one.orders("end")
                assert other.takes(one.sends()).status == "longer"
    assert here.count == bob.count
    assert here.count > 8
    here.client.close()


def test_a_copy_that_was_left_after_signs_nothing_once_it_knows(people, tmp_path):
    first, bob = people
    second = copied(first, tmp_path / "second")
    first.orders("end")
    bob.takes(first.sends())
    bob.orders("end")
    taken = second.takes(bob.sends())
    assert any("as an old backup or another computer would" in one for one in taken.warnings)
    with pytest.raises(KeyFileError, match="or signed it on another computer"):
        second.orders("end")
    assert second.count == bob.count
    second.client.close()


def test_what_was_carried_over_can_be_gone_on_with(people, tmp_path):
    first, bob = people
    second = copied(first, tmp_path / "second")
    first.orders("end")
    bob.takes(first.sends())
    bob.orders("end")
    second.takes(bob.sends(), recovered=True)
    second.orders("end")
    assert bob.takes(second.sends()).status == "longer"
    second.client.close()


def test_who_signs_at_both_is_reported_at_both_that_it_was_he(people, tmp_path):
    first, bob = people
    second = copied(first, tmp_path / "second")
    first.orders("move 1")
    second.orders("move 2")
    for one, other in ((first, second), (second, first)):
        taken = one.takes(other.sends())
        assert taken.status == "fork"
        assert taken.finding.blame == ("ann",)
        assert any("or if you play on two computers" in said for said in taken.warnings)
    bob.takes(first.sends())
    assert bob.takes(second.sends()).finding.blame == ("ann",)
    second.client.close()

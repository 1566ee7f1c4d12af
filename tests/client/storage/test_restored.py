"""A restored home signs nothing in a game before something newer has come (docs/keys.md)."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.client.exchange.taking import TakeOptions, take
from pbem.client.play import acting
from pbem.client.storage.backup import backup, restore
from pbem.errors import KeyFileError, NotYourPen
from toy.people import Person

DAY = date(2026, 11, 29)


@pytest.fixture
def people(tmp_path: Path) -> tuple[Person, Person]:
    ann, bob = Person("ann", tmp_path), Person("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    return ann, bob


def restored(person: Person, data: bytes, tmp_path: Path) -> Person:
    """Restore a backup in a new home."""
    home = tmp_path / "new" / person.handle
    home.mkdir(parents=True, mode=0o700, exist_ok=True)
    client = Client(home, f"sqlite:///{home / 'pbem.sqlite'}")
    assert restore(client, data).new
    client.close()
    return Person(person.handle, tmp_path / "new")


def test_it_signs_no_second_event_in_the_place_of_one_that_the_backup_lacks(people, tmp_path):
    ann, bob = people
    data = backup(ann.client, DAY).data
    ann.orders("end")
    bob.takes(ann.sends())
    again = restored(ann, data, tmp_path)
    with pytest.raises(KeyFileError, match="restored a backup of this game"):
        again.orders("draw")
    again.takes(bob.sends())  # what Ann signed after the backup came back
    assert not list(bob.client.games.glob("*.fork"))
    with pytest.raises(NotYourPen, match="Waiting for bob"):
        again.orders("draw")


def test_it_goes_on_where_its_owner_says_that_nothing_is_newer(people, tmp_path):
    ann, bob = people
    data = backup(ann.client, DAY).data
    again = restored(ann, data, tmp_path)
    log = bob.sends()
    assert any("came from a backup" in line for line in again.takes(log).warnings)
    with pytest.raises(KeyFileError, match="--recovered"):
        again.orders("end")
    take(again.client, [log], TakeOptions(recovered=True))
    again.orders("end")
    assert bob.takes(again.sends()).status == "longer"


@pytest.mark.parametrize("name", ["game.pbem", "toy-ann-bob.pbem"])
def test_a_game_whose_old_mail_came_first_waits_too(people, tmp_path, name):
    """The log is here then, and what Ann signed after the backup is not."""
    ann, bob = people
    old = ann.sends().read_bytes()
    data = backup(ann.client, DAY).data
    ann.orders("end")
    bob.takes(ann.sends())
    games = tmp_path / "new" / "ann" / "games"
    games.mkdir(parents=True, mode=0o700)
    games.parent.chmod(0o700)
    (games / name).write_bytes(old)
    again = restored(ann, data, tmp_path)
    assert [path.name for path in again.client.logs()] == [name]
    with pytest.raises(KeyFileError, match="restored a backup of this game"):
        again.orders("draw")
    again.takes(bob.sends())
    with pytest.raises(NotYourPen, match="Waiting for bob"):
        again.orders("draw")


def test_a_game_that_is_here_does_not_wait(people, tmp_path):
    ann, _ = people
    data = backup(ann.client, DAY).data
    restore(ann.client, data)
    ann.orders("end")


def test_who_had_not_joined_goes_on_the_same_way(tmp_path):
    """Else a second join, with another dice key, could be a fork of the one that is lacking."""
    ann, bob = Person("ann", tmp_path), Person("bob", tmp_path)
    ann.meets(bob)
    bob.meets(ann)
    ann.opens(seats={"red": "ann", "blue": "bob"})
    log = ann.sends()
    bob.takes(log)
    again = restored(bob, backup(bob.client, DAY).data, tmp_path)
    with pytest.raises(KeyFileError, match="restored a backup of this game"):
        again.does(acting.join)
    assert any("came from a backup" in line for line in again.takes(log).warnings)
    take(again.client, [log], TakeOptions(recovered=True))
    again.does(acting.join)
    assert ann.takes(again.sends()).status == "longer"

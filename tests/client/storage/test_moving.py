"""A home that moves signs in one place at a time (docs/keys.md, "Two computers")."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.client.play import acting
from pbem.client.storage.backup import backup, restore
from pbem.client.storage.moving import moving
from pbem.errors import FormError, KeyFileError
from pbem.log.disk import locked
from toy.people import Person

DAY = date(2026, 11, 29)


def nothing_unsent(handle: str) -> int:
    return 0


def leaves(person: Person) -> bytes:
    with moving(person.client, DAY, nothing_unsent) as made:
        return made.data


def arrives(person: Person, data: bytes, folder: Path) -> Person:
    """Restore a home in a folder, where there may be one that it left."""
    home = folder / person.handle
    home.mkdir(parents=True, mode=0o700, exist_ok=True)
    client = Client(home, f"sqlite:///{home / 'pbem.sqlite'}")
    assert restore(client, data).moved
    client.close()
    return Person(person.handle, folder)


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


def test_a_home_goes_on_where_it_moved_to_and_signs_nothing_where_it_was(people, tmp_path):
    ann, bob = people
    club = arrives(ann, leaves(ann), tmp_path / "club")
    with pytest.raises(KeyFileError, match="your home moved to another computer on 2026-11-29"):
        ann.orders("end")
    club.orders("end")  # and no game waits for the others, as it would after a backup
    assert bob.takes(club.sends()).status == "longer"


def test_it_comes_back_with_what_was_signed_meanwhile(people, tmp_path):
    ann, bob = people
    club = arrives(ann, leaves(ann), tmp_path / "club")
    club.orders("end")
    bob.takes(club.sends())
    back = arrives(ann, leaves(club), tmp_path)
    with pytest.raises(KeyFileError, match="moved to another computer"):
        club.client.require_here()
    assert back.log.read_bytes() == bob.log.read_bytes()
    bob.orders("end")
    back.takes(bob.sends())
    back.orders("end")
    assert bob.takes(back.sends()).status == "longer"
    assert (back.folder / "former" / "1" / "games").is_dir()


def test_an_older_file_does_not_come_back(people, tmp_path):
    """Else ann signs in two places: at the club, and where the home was before."""
    ann, _ = people
    first = leaves(ann)
    club = arrives(ann, first, tmp_path / "club")
    with pytest.raises(FormError, match="may have signed more elsewhere"):
        restore(ann.client, first)
    back = arrives(ann, leaves(club), tmp_path)
    with pytest.raises(FormError, match="in use here"):
        restore(back.client, first)
    with pytest.raises(FormError, match="may have signed more elsewhere"):
        restore(club.client, first)
    back.orders("end")


def test_a_home_that_is_in_use_is_not_replaced(people, tmp_path):
    ann, bob = people
    before = bob.log.read_bytes()
    with pytest.raises(FormError, match="another one is in use here"):
        restore(bob.client, leaves(ann))
    assert bob.log.read_bytes() == before
    bob.client.require_here()


def test_a_plain_backup_does_not_bring_a_home_back(people, tmp_path):
    ann, _ = people
    copy = backup(ann.client, DAY).data
    leaves(ann)
    restore(ann.client, copy)
    with pytest.raises(KeyFileError, match="moved to another computer"):
        ann.orders("end")


def test_a_move_waits_for_the_agent_and_what_it_has_to_send(people, tmp_path, monkeypatch):
    ann, _ = people
    with pytest.raises(FormError, match="not sent all its mail"), moving(ann.client, DAY, len):
        pass
    ann.client.require_here()
    monkeypatch.setattr("pbem.client.storage.moving.AGENT_SECONDS", 0.2)
    folder = ann.client.agent("ann")
    folder.mkdir(parents=True, mode=0o700)
    folder.parent.chmod(0o700)
    with locked(folder / "running"), pytest.raises(Exception, match="Another program"):
        leaves(ann)
    ann.orders("end")  # nothing left, so all is as before


def test_a_file_that_cannot_be_written_moves_nothing(people):
    ann, _ = people
    with pytest.raises(OSError, match="full"), moving(ann.client, DAY, nothing_unsent):
        raise OSError("the disk is full")
    ann.orders("end")


def test_a_move_that_was_cut_off_is_done_again(people, tmp_path):
    """Killed before the file was written: the home is away, and the same file is made then."""
    ann, _ = people
    first = leaves(ann)
    assert leaves(ann) == first
    club = arrives(ann, first, tmp_path / "club")
    club.orders("end")


def test_a_return_that_was_cut_off_is_done_again(people, tmp_path, monkeypatch):
    ann, _ = people
    club = arrives(ann, leaves(ann), tmp_path / "club")
    data = leaves(club)

    def fails(*_: object) -> None:
        raise OSError("no power")

    with monkeypatch.context() as power:
        power.setattr("pbem.client.storage.backup.write_new", fails)
        with pytest.raises(OSError, match="no power"):
            restore(ann.client, data)
    with pytest.raises(KeyFileError, match="moved to another computer"):
        ann.client.require_here()
    arrives(ann, data, tmp_path).orders("end")

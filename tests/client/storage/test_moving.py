"""A home that moves signs in one place at a time (docs/keys.md, "Two computers")."""

from __future__ import annotations

import pydoc
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from pbem.client.client import Client
from pbem.client.output_files import place
from pbem.client.play import acting
from pbem.client.session import prepared
from pbem.client.storage.backup import backup, restore
from pbem.client.storage.moving import move
from pbem.commands.store import store_move
from pbem.director.office import directing
from pbem.errors import FormError, KeyFileError, LogFileError
from pbem.log.disk import locked, write_over
from toy.people import Person

DAY = date(2026, 11, 29)


def nothing_unsent(handle: str) -> int:
    return 0


def leaves(person: Person) -> bytes:
    return move(person.client, DAY, nothing_unsent, person.folder.joinpath).read_bytes()


def arrives(person: Person, data: bytes, folder: Path) -> Person:
    """Restore a home in a folder, where there may be one that it left."""
    home = folder / person.handle
    home.mkdir(parents=True, mode=0o700, exist_ok=True)
    client = Client(home, f"sqlite:///{home / 'pbem.sqlite'}")
    assert restore(client, data).moved
    client.close()
    return Person(person.handle, folder)


def fails(*_: object) -> None:
    raise OSError("no power")


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


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
    copy, before = backup(ann.client, DAY).data, ann.count
    leaves(ann)
    ann.log.unlink()
    with pytest.raises(FormError, match=r"moved to another computer on 2026-11-29.*empty folder"):
        restore(ann.client, copy)
    assert not list(ann.client.games.glob("*.pbem"))
    home = tmp_path / "empty" / "ann"
    home.mkdir(parents=True, mode=0o700)
    restore(Client(home), copy)
    again = Person("ann", tmp_path / "empty")
    assert again.count == before
    with pytest.raises(KeyFileError, match="restored a backup of this game"):
        again.orders("end")


def test_a_move_waits_for_the_agent_and_what_it_has_to_send(people, tmp_path, monkeypatch):
    ann, _ = people
    with pytest.raises(FormError, match="not sent all its mail"):
        move(ann.client, DAY, len, ann.folder.joinpath)
    ann.client.require_here()
    monkeypatch.setattr("pbem.client.storage.moving.AGENT_SECONDS", 0.2)
    folder = ann.client.agent("ann")
    folder.mkdir(parents=True, mode=0o700)
    folder.parent.chmod(0o700)
    with locked(folder / "running"), pytest.raises(Exception, match="Another program"):
        leaves(ann)
    ann.orders("end")  # nothing left, so all is as before


def test_a_file_that_cannot_be_written_moves_nothing(people, monkeypatch):
    ann, _ = people
    with monkeypatch.context() as disk:
        disk.setattr("pbem.client.storage.moving.write_over", fails)
        with pytest.raises(OSError, match="no power"):
            leaves(ann)
    with pytest.raises(LogFileError, match="not a folder"):
        move(ann.client, DAY, nothing_unsent, lambda name: place(ann.folder / "none", name))
    ann.orders("end")


@pytest.mark.parametrize("step", ["write_over", "_is_whole"])
def test_once_the_file_is_whole_the_home_stays_away(people, tmp_path, monkeypatch, step):
    """Ctrl-C, or a disk that fails after the last byte: the file would sign, and the home too."""
    ann, _ = people

    def writes(path: Path, data: bytes) -> None:
        write_over(path, data)
        raise KeyboardInterrupt

    with monkeypatch.context() as keys:
        keys.setattr("pbem.client.storage.moving.write_over", writes)
        if step == "_is_whole":  # a second Ctrl-C
            keys.setattr("pbem.client.storage.moving._is_whole", interrupted)
        with pytest.raises(KeyboardInterrupt):
            leaves(ann)
    (file,) = ann.folder.glob("*.zip")
    with pytest.raises(KeyFileError, match="moved to another computer"):
        ann.orders("end")
    arrives(ann, file.read_bytes(), tmp_path / "club").orders("end")


def test_a_second_move_waits_for_the_first(people, monkeypatch):
    """Else the first, which fails, would bring back a home that the second has moved."""
    ann, _ = people
    said = list[str]()

    def second(*_: object) -> None:
        with pytest.raises(LogFileError) as refused:
            leaves(ann)
        said.append(str(refused.value))
        fails()

    monkeypatch.setattr("pbem.log.disk.LOCK_SECONDS", 0.1)
    with monkeypatch.context() as disk:
        disk.setattr("pbem.client.storage.moving.write_over", second)
        with pytest.raises(OSError, match="no power"):
            leaves(ann)
    assert "Another program" in said[0]
    ann.orders("end")


@pytest.mark.parametrize("what", ["game", "tournament"])
def test_nothing_begins_in_a_home_that_is_away(people, what):
    """A program may have opened the key before: what it opens now is not in the file."""
    ann, _ = people
    leaves(ann)
    before = sorted(ann.folder.rglob("*.pbem"))

    def directs() -> None:
        ann.client.tournaments.mkdir(mode=0o700)
        with directing(ann.client, ann.client.tournaments / "cup.tournament", ann.identity):
            pass

    begins = partial(ann.opens, seats={"red": "ann", "blue": "bob"}) if what == "game" else directs
    with pytest.raises(KeyFileError, match="moved to another computer"):
        begins()
    assert sorted(ann.folder.rglob("*.pbem")) == before


def test_orders_prepared_before_the_move_are_not_signed_after_the_return(people, tmp_path):
    ann, _ = people
    prepared.prepare(ann.sits(), b"end")
    club = arrives(ann, leaves(ann), tmp_path / "club")
    back = arrives(ann, leaves(club), tmp_path)
    assert prepared.ready(back.sits()) is None
    assert list((back.folder / "former" / "1" / "prepared").rglob("*.orders"))


@pytest.mark.parametrize("writes", range(7))
def test_a_restore_cut_off_at_any_write_signs_nothing_and_is_done_again(
    people, tmp_path, monkeypatch, writes
):
    ann, _ = people
    data, left = leaves(ann), [None] * writes
    home = tmp_path / "club" / "ann"

    def cut(real: Callable[..., object]) -> Callable[..., object]:
        return lambda *given, **named: real(*given, **named) if left.pop(0) is None else None

    with monkeypatch.context() as power:
        for name in ("pbem.client.storage.backup.write_new", "pbem.client.client.Client.moved"):
            power.setattr(name, cut(pydoc.locate(name)))
        home.mkdir(parents=True, mode=0o700)
        with pytest.raises(IndexError):
            restore(Client(home), data)
    half = Client(home)
    assert half.moves.away or not list(half.identities.glob("*.key"))
    arrives(ann, data, tmp_path / "club").orders("end")


def test_a_move_that_was_cut_off_is_done_again(people, tmp_path):
    """Killed before the file was written: the home is away, and the same file is made then."""
    ann, _ = people
    first = leaves(ann)
    assert leaves(ann) == first
    club = arrives(ann, first, tmp_path / "club")
    club.orders("end")


def test_a_file_that_is_written_again_is_called_older(people, tmp_path, monkeypatch, capsys):
    """The first may be in use elsewhere, and this one lacks what was signed there."""
    ann, _ = people
    monkeypatch.setenv("PBEM_HOME", str(ann.folder))
    store_move(to=tmp_path)
    assert "it is older" not in capsys.readouterr().out
    store_move(to=tmp_path)
    assert "If you restored that file, delete this one" in capsys.readouterr().out


def test_a_return_that_was_cut_off_is_done_again(people, tmp_path, monkeypatch):
    ann, _ = people
    club = arrives(ann, leaves(ann), tmp_path / "club")
    data = leaves(club)

    with monkeypatch.context() as power:
        power.setattr("pbem.client.storage.backup.write_new", fails)
        with pytest.raises(OSError, match="no power"):
            restore(ann.client, data)
    with pytest.raises(KeyFileError, match="moved to another computer"):
        ann.client.require_here()
    arrives(ann, data, tmp_path).orders("end")

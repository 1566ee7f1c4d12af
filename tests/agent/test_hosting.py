"""A club's host among homes that are odd, or the same (docs/agent.md, "For a club")."""

from __future__ import annotations

import io
import shutil
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.agent import hosting
from pbem.agent.config import CONFIG
from pbem.client.storage.moving import move
from pbem.identity.card import make_card
from pbem.identity.identity import renew
from toy.group import identity
from toy.people import Person


@pytest.fixture
def said() -> list[str]:
    return []


def member(folder: Path, handle: str, home: str = "") -> Path:
    """Make a home at the club with an agent; return it."""
    made = Person(handle, folder).folder
    there = made.rename(folder / (home or handle))
    settings = there / "agent" / handle / CONFIG
    settings.parent.mkdir(parents=True, mode=0o700)
    settings.parent.parent.chmod(0o700)
    settings.touch(mode=0o600)
    return there


def names(homes: hosting._Homes) -> list[str]:
    return [f"{home.name}/{handle}" for home, handle in homes.found()]


def test_no_agent_runs_in_a_home_and_its_copy(tmp_path, said):
    """Both would read the same mail, and each would sign an answer of its own: a fork."""
    ann, _ = member(tmp_path, "ann"), member(tmp_path, "bob")
    homes = hosting._Homes(tmp_path, said.append)
    assert names(homes) == ["ann/ann", "bob/bob"]
    copy = tmp_path / "ann-old"
    shutil.copytree(ann, copy)
    assert names(homes) == names(homes) == ["bob/bob"]
    assert [line.split(":")[0] for line in said] == ["ann", "ann-old"]
    assert "ann and ann-old have the same key" in said[0]
    shutil.rmtree(copy)
    assert names(homes) == ["ann/ann", "bob/bob"]


def test_a_copy_with_newer_keys_is_a_copy(tmp_path, said):
    ann = member(tmp_path, "ann")
    shutil.copytree(ann, tmp_path / "ann-old")
    card = ann / "identities" / "ann.card"
    card.rename(card.with_name("ann.card.1"))
    card.write_bytes(make_card(renew(identity("ann")), "ann@example.org"))
    assert names(hosting._Homes(tmp_path, said.append)) == []


@pytest.mark.parametrize("name", ["bob.card", "mallory.card.1", "mallory.card"])
def test_a_home_with_the_card_of_another_member_stops_no_agent_of_theirs(tmp_path, said, name):
    """A host restores the backup that a member brings, and everybody has everybody's card."""
    bob, mallory = member(tmp_path, "bob"), member(tmp_path, "mallory")
    shutil.copy(bob / "identities" / "bob.card", mallory / "identities" / name)
    (mallory / "identities" / "bob.key").write_bytes(b"no key at all\n")
    assert "bob/bob" in names(hosting._Homes(tmp_path, said.append))
    assert said == []


def test_a_home_that_moved_away_is_no_copy(tmp_path, said):
    there = member(tmp_path / "club", "ann")
    shutil.copytree(there, tmp_path / "club" / "back")
    away = Person("ann", tmp_path / "club")
    move(away.client, date(2026, 11, 29), lambda _: 0, tmp_path.joinpath)
    assert names(hosting._Homes(tmp_path / "club", said.append)) == ["back/ann"]


def test_one_home_that_cannot_be_looked_at_stops_no_other(tmp_path, said):
    ann, _ = member(tmp_path, "ann"), member(tmp_path, "bob")
    (ann / "moved.json").write_text("{")
    homes = hosting._Homes(tmp_path, said.append)
    assert names(homes) == names(homes) == ["bob/bob"]
    assert len(said) == 1
    (ann / "moved.json").unlink()
    assert names(homes) == ["ann/ann", "bob/bob"]


@pytest.mark.parametrize("home", ["a\nbob: joined.", "\x1b[2Jann"])
def test_a_name_says_nothing_by_itself(tmp_path, said, home):
    there = member(tmp_path, "ann", home)
    (there / "moved.json").write_text("{")
    names(hosting._Homes(tmp_path, said.append))
    shown = [*said, hosting.Member(there, "ann", said.append).name]
    assert len(shown) == 2
    assert all(one.isprintable() for one in shown)


def test_a_line_without_an_end_fills_no_memory(tmp_path, said, monkeypatch):
    kept = list[int]()
    monkeypatch.setattr(hosting, "_append", lambda _, line: kept.append(len(line)))
    one = hosting.Member(member(tmp_path, "ann"), "ann", said.append)
    one._read(SimpleNamespace(stdout=io.StringIO("x" * (5 << 20))))
    assert sum(kept) == 5 << 20
    assert max(kept) <= 1 << 16

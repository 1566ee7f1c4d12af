"""People at desks of their own, who play the toy game by mail."""

from __future__ import annotations

from shutil import copytree

import pytest

from pbem.games import registry
from toy.people import Person, let_two_join


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    """The registry has the toy game."""
    monkeypatch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))


@pytest.fixture
def person(tmp_path):
    people: list[Person] = []

    def make(handle: str) -> Person:
        people.append(Person(handle, tmp_path))
        return people[-1]

    yield make
    for one in people:
        one.desk.close()


@pytest.fixture
def ann(person):
    return person("ann")


@pytest.fixture
def bob(person):
    return person("bob")


@pytest.fixture(scope="session")
def joined(tmp_path_factory):
    """The folder of a game that ann and bob have joined: made once in a process, and copied."""
    folder = tmp_path_factory.mktemp("joined")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.RULES, ("toy", 1), ("toy.rules", "ToyRules"))
        let_two_join(folder)
    return folder


@pytest.fixture
def playing(joined, tmp_path, person):
    """Both have joined, and ann has the pen."""
    copytree(joined, tmp_path, dirs_exist_ok=True)
    return person("ann"), person("bob")

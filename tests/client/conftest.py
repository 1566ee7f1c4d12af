"""People at clients of their own, who play the toy game by mail."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from pbem.client.play import acting
from pbem.games import registry
from pbem.table.events.kinds import Clock
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
        one.client.close()


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


@pytest.fixture(scope="session")
def judged_folder(tmp_path_factory):
    """Return the folder where ann opened a game with bob that uma judges, by its clock."""
    made: dict[str, Path] = {}

    def folder_of(clock: Clock | None) -> Path:
        key = repr(clock)
        if key not in made:
            made[key] = tmp_path_factory.mktemp("judged")
            let_uma_judge(made[key], clock)
        return made[key]

    return folder_of


def let_uma_judge(folder: Path, clock: Clock | None) -> None:
    ann, bob, uma = people = [Person(name, folder) for name in ("ann", "bob", "uma")]
    for one in people:
        one.meets(*[other for other in people if other is not one])
    ann.opens(seats={"red": "ann", "blue": "bob"}, umpire="uma", clock=clock)
    for one, other in ((uma, ann), (ann, uma), (bob, ann)):
        one.takes(other.sends())
        one.does(acting.join)
    for one in (ann, uma):
        one.takes(bob.sends())
    for one in people:
        one.client.close()


@pytest.fixture
def playing(joined, tmp_path, person):
    """Both have joined, and ann is active."""
    copytree(joined, tmp_path, dirs_exist_ok=True)
    return person("ann"), person("bob")

"""Stores to hold to one contract, and logs of the toy game to put into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from long import sample
from pbem.log.file import create
from pbem.store.memory import MemoryStore
from pbem.store.store import Store
from toy.group import END, PASS, Group, attack, move

RELEASE = "test"


@pytest.fixture(params=sample(["file", "memory", "server"], 2))
def url(request, tmp_path):
    """One address for each kind of database."""
    return "sqlite://" if request.param == "memory" else _lasting(request, tmp_path)


@pytest.fixture(params=sample(["file", "server"], 1))
def lasting(request, tmp_path):
    """One address for each kind of database that is there when nobody uses it."""
    return _lasting(request, tmp_path)


def _lasting(request, tmp_path):
    if request.param == "server":
        return request.getfixturevalue("postgresql").url()
    return file_url(tmp_path)


@pytest.fixture
def store(url):
    store = Store(url, RELEASE)
    yield store
    store.close()


@pytest.fixture
def group(tmp_path):
    """A game of some events, among them dice."""
    group = Group.joined(tmp_path / "players")
    group.orders("ann", move(1), attack("blue"))
    group.orders("bob", PASS)
    group.roll()
    return group


def file_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'test.sqlite'}"


def go_on(group: Group, count: int) -> None:
    """Make a log longer, with an event that costs little."""
    for _ in range(count):
        active = group.table.active()
        if "orders" not in active.kinds:
            raise AssertionError(active)
        asked = group.table.play.asked
        order = END if asked.phase else next(iter(group.table.play.game.legal(
            group.table.play.position)))  # fmt: skip
        raw = order if isinstance(order, dict) else group.table.play.game.write_order(order)
        group.take(group.forge(active.handle, "orders", group.orders_data(asked.side, raw)))


def write_log(path: Path, group: Group, count: int | None = None) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    create(path, group.events[:count])
    return path


@pytest.fixture(params=[*sample(["file", "memory", "server"], 2), "page"])
def either(request, tmp_path):
    """A store on a computer, or the one inside a browser."""
    if request.param == "page":
        yield MemoryStore()
        return
    store = Store(
        "sqlite://" if request.param == "memory" else _lasting(request, tmp_path), RELEASE
    )
    yield store
    store.close()

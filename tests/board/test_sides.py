"""A judge looks at the proof of a fork: its two sides stand beside each other."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from board.playing import LANDINGS, saipan
from pbem.board.game import BoardGame
from pbem.board.routes import OnBoard
from pbem.client.client import Client
from pbem.errors import FormError
from pbem.log.fork import read_fork
from toy.people import Person


@pytest.fixture
def proof(ann: Person, bob: Person, tmp_path: Path) -> Path:
    """Ann goes back to a backup, and lands other units than in the event signed before."""
    saipan(ann, bob)
    shutil.copytree(ann.folder, tmp_path / "backup" / "ann")
    ann.orders(*LANDINGS)
    bob.takes(ann.sends())
    twin = Person("ann", tmp_path / "backup")
    twin.orders("land 1/29 1203")
    assert bob.takes(twin.sends()).status == "fork"
    twin.client.close()
    return next(bob.client.games.glob("*.fork"))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    made = Client(tmp_path / "judge", "sqlite://")
    yield made
    made.close()


def test_one_log_has_no_sides(ann: Person, bob: Person, client: Client) -> None:
    saipan(ann, bob)
    whole = BoardGame(client, ann.log)
    assert not whole.state().is_fork
    with pytest.raises(FormError, match="the proof of a fork"):
        whole.sides()


def test_each_side_is_reported_as_it_would_be_alone(client: Client, proof: Path) -> None:
    game, fork = BoardGame(client, proof), read_fork(proof)
    assert game.state().is_fork
    sides = game.sides()
    assert [side.entry.seq for side in sides] == [fork.a.seq, fork.b.seq]
    assert [side.entry.by for side in sides] == [fork.a.by, fork.b.by]
    assert {side.entry.orders for side in sides} == {LANDINGS, ("land 1/29 1203",)}
    assert sides[0].pictures[-1] != sides[1].pictures[-1]


@pytest.mark.long
def test_both_sides_stand_beside_each_other(
    page: Page, client: Client, proof: Path, serve_shown: Callable[[OnBoard], str]
) -> None:
    game = BoardGame(client, proof)
    reported = [side.entry.orders for side in game.sides()]
    client.close()
    page.goto(serve_shown(BoardGame(Client(client.folder, "sqlite://"), proof)))
    both = page.locator("#both > section")
    expect(both).to_have_count(2)
    for number, orders in enumerate(reported):
        for line in orders:
            expect(both.nth(number)).to_contain_text(line)
        expect(both.nth(number).locator("svg")).to_be_visible()
    boxes = [both.nth(number).bounding_box() for number in (0, 1)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert Axe().run(page, {"exclude": [["svg"]]}).response["violations"] == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.wrong == []  # type: ignore[attr-defined]

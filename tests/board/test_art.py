"""A player's own module gives the board its pictures, and stays where it is."""

from __future__ import annotations

import http.client
import re
from base64 import b64encode
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import fords
from board.conftest import Board, serving
from board.playing import saipan
from board.test_dice_and_cards import sign
from board.test_server import ask, host, let_in
from board.test_table_map import ford
from pbem.bench.importing import SETUP, Size, write_module
from pbem.board.game import BoardGame
from pbem.board.routes import Routes
from pbem.client.client import Client
from pbem.client.storage.modules import remember
from pbem.client.storage.tables import import_module
from pbem.errors import FormError, LogFileError
from pbem.vassal import reading
from pbem.vassal.refusal import ModuleRefused
from toy.people import Person
from vassal.test_shown import claims

__all__ = ["ford"]
WEATHER = "weather.svg"


@pytest.fixture
def bobs(bob: Person, ford: Path) -> Iterator[BoardGame]:
    """The board of bob, who has imported no module."""
    client = Client(bob.folder, f"sqlite:///{bob.folder / 'pbem.sqlite'}")
    yield BoardGame(client, bob.log, "bob")
    client.close()


def test_a_module_is_named_once(bobs: BoardGame, bob: Person, ford: Path) -> None:
    assert not bobs.state().pictured
    with pytest.raises(FormError, match="no such picture"):
        bobs.art.shown(WEATHER)
    bobs.show_pictures_of(ford)
    assert bobs.state().pictured
    assert bobs.art.shown(WEATHER) == fords.files()[f"images/{WEATHER}"]
    client = Client(bob.folder, f"sqlite:///{bob.folder / 'pbem.sqlite'}")
    assert BoardGame(client, bob.log, "bob").state().pictured, "and is known from then on"
    client.close()


def test_a_picture_alone_runs_and_loads_nothing(
    bobs: BoardGame,
    bob: Person,
    ford: Path,
) -> None:
    bobs.show_pictures_of(ford)
    with serving(bob) as made:
        board = Board(bob, made)
        own = let_in(board)
        line = http.client.HTTPConnection(host(board))
        line.request("GET", f"/picture?name={WEATHER}", headers=own)
        answer = line.getresponse()
        assert answer.read() == fords.files()[f"images/{WEATHER}"]
        line.close()
        status, _ = ask(board, own, "/picture?name=../buildFile.xml")
        stranger, _ = ask(board, {}, f"/picture?name={WEATHER}")
    assert answer.getheader("Content-Type", "").partition(";")[0] == "image/svg+xml"
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    policy = answer.getheader("Content-Security-Policy", "").split("; ")
    assert {"default-src 'none'", "sandbox"} <= set(policy)
    assert (status, stranger) == (422, 403)


def test_pictures_are_read_some_at_a_time_and_each_once(
    bobs: BoardGame, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module of 90 MB has more than is read at once; a picture that it lacks costs no reading."""
    files, asked = fords.files(), list[list[str]]()
    monkeypatch.setattr(reading, "TOGETHER_MOST", len(files["images/red.png"]) + 200)

    def counted(path: Path, names: list[str]) -> reading.Seen:
        asked.append([*names])
        return reading.pictures_here(str(path), *names)

    monkeypatch.setattr(reading, "read_pictures", counted)
    bobs.show_pictures_of(ford)
    for name in ("red.png", "box.png", "red.png", "trench.png", "box.png"):
        assert bobs.art.shown(name) == files[f"images/{name}"]
    assert asked
    assert all(len(later) < len(first) for first, later in pairwise(asked))
    many = len(asked)
    with pytest.raises(FormError, match="no such picture"):
        bobs.art.shown("lost.png")
    assert len(asked) <= many + 1
    assert bobs.art.ready("lost.png") == b"", "known not to be there, without a question"


def test_a_picture_that_is_here_or_nowhere_waits_for_no_other_request(
    bobs: BoardGame, bob: Person, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A map asks for a thousand pictures, while its player clicks: the one thread is for clicks."""
    bobs.show_pictures_of(ford)
    called = list[str]()
    call = Routes.call

    async def counted(routes: Routes, what: Any) -> Any:
        called.append(what.__qualname__)
        return await call(routes, what)

    monkeypatch.setattr(Routes, "call", counted)
    with serving(bob) as made:
        board = Board(bob, made)
        own = let_in(board)
        statuses = []
        for name in (WEATHER, "red.png", "lost.png", "blue.png", "gone-too.png"):
            before = len(called)
            statuses.append((ask(board, own, f"/picture?name={name}")[0], len(called) - before))
    assert statuses == [(200, 1), (200, 0), (422, 0), (200, 0), (422, 0)]


def test_the_pictures_of_a_map_come_in_a_few_answers_and_no_hidden_face_is_read(
    ann: Person, tmp_path: Path, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module of 90 MB is usable in 3 s, if a thousand counters are not a thousand requests."""
    size = Size(kinds=60, scripts=1, places=40, cards=0, pieces=160, sides=("Blue",), face=20)
    write_module(module := tmp_path / "many.vmod", size)
    made = import_module(module, SETUP, tmp_path / "many.yaml")
    remember(ann.client, made.module, module)
    ann.opens("table", seats={"blue": "ann"}, pack=Path(made.file), dice="self")
    read, requests = list[str](), list[str]()

    def counted(path: Path, names: list[str]) -> reading.Seen:
        found = reading.pictures_here(str(path), *names)
        read.extend(found.pictures)
        return found

    monkeypatch.setattr(reading, "read_pictures", counted)
    page.on("request", lambda one: requests.append(one.url.rpartition("/")[2]))
    with serving(ann) as board:
        page.goto(board.address)
        page.wait_for_selector("#at-hand svg.pictured .lying")
        expect(page.locator("#at-hand .lying:not(.pictured)")).to_have_count(0)
        fronts = {"board.png", *(f"u{number}.png" for number in range(size.kinds))}
        assert len(read) == len({*read}), "each once"
        assert {*read} == fronts, "and no back, which nobody sees"
        about = sorted(one for one in requests if one.startswith("picture"))
        assert about == ["picture?name=board.png", "pictures", "pictures"], "large ones alone"
        page.locator("[data-piece=p160]").click(force=True)
        page.get_by_role("button", name="Flip").click()
        sign(page, Board(ann, board))
        back = page.locator("[data-piece] [data-picture='u39b.png']")
        expect(back).to_have_attribute("href", re.compile("^data:image/png;base64,"))
        assert {*read} - fronts == {"u39b.png"}
        assert requests.count("pictures") == 3


def test_pictures_of_one_answer_have_a_limit(
    bobs: BoardGame, ford: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = fords.files()
    names = ["red.png", "box.png", "lost.png", "trench.png", WEATHER]
    bobs.show_pictures_of(ford)
    monkeypatch.setattr(reading, "TOGETHER_MOST", len(files["images/red.png"]) + 1)
    got, rest, answers = dict[str, str](), names, 0
    while rest:
        given = bobs.art.together(rest)
        assert len(given.later) < len(rest)
        assert given.alone in ([], [WEATHER]), "a drawing could run a script elsewhere"
        got, rest, answers = got | given.shown, given.later, answers + 1
    assert answers > 1
    assert got == {
        name: f"data:image/png;base64,{b64encode(files[f'images/{name}']).decode()}"
        for name in ("red.png", "box.png", "trench.png")
    }


EVIL = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 22" onload="go()">
<script>function go() { document.documentElement.id = "ran"; fetch("/state"); } go();</script>
<image href="https://evil.example/seen.png" width="9" height="9"/><rect width="9" height="9"/>
</svg>"""


def test_a_picture_with_a_script_runs_nothing_and_asks_nobody(
    bobs: BoardGame, bob: Person, ford: Path, page: Page
) -> None:
    """Neither on the table nor opened by itself, where a browser would run its script."""
    bobs.show_pictures_of(fords.packed(ford.with_name("evil.vmod"), {f"images/{WEATHER}": EVIL}))
    asked, refused = list[str](), list[str]()
    page.on("response", lambda one: asked.append(one.url))
    page.on("requestfailed", lambda one: refused.append(f"{one.url} {one.failure}"))
    with serving(bob) as made:
        page.goto(made.address)
        page.wait_for_selector("#at-hand .sheet svg.pictured")
        shown = page.goto(f"{made.address.partition('/?')[0]}/picture?name={WEATHER}")
        assert shown is not None
        assert shown.body() == EVIL
        page.wait_for_timeout(300)
        assert page.evaluate("document.documentElement.id") == ""
    assert asked[-1].endswith(f"/picture?name={WEATHER}"), "and nothing after it"
    abroad = [line for line in refused if "127." not in line]
    assert abroad == ["https://evil.example/seen.png csp"], "by the policy, before it was sent"


def test_a_picture_that_no_browser_can_hold_is_a_flat_counter(
    bobs: BoardGame, bob: Person, ford: Path, page: Page
) -> None:
    """It claims 60,000 by 60,000 pixels: the board goes on, and shows all others."""
    bombs = ("blue.png", "meadow.png")
    bomb = {f"images/{name}": claims(60_000, 60_000) for name in bombs}
    bobs.show_pictures_of(fords.packed(ford.with_name("bomb.vmod"), bomb))
    with serving(bob) as made:
        page.goto(made.address)
        page.wait_for_selector("#at-hand [data-piece=p1] text")
        page.wait_for_selector("#at-hand .lying.pictured image")
        expect(page.locator("#at-hand [data-piece=p1] image")).to_have_count(0)
        for one in bombs:
            answer = page.goto(f"{made.address.partition('/?')[0]}/picture?name={one}")
            assert answer is not None
            assert answer.status == 422
    given = bobs.art.together([*bombs, "red.png"])
    assert ({*given.shown}, given.alone, given.later) == ({"red.png"}, [], [])


@pytest.mark.parametrize(
    ("data", "error"), [(b"no ZIP", ModuleRefused), (None, LogFileError)], ids=["bad", "gone"]
)
def test_what_is_no_module_changes_nothing(
    bobs: BoardGame, tmp_path: Path, data: bytes | None, error: type[Exception]
) -> None:
    file = tmp_path / "other.vmod"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(error):
        bobs.show_pictures_of(file)
    assert not bobs.state().pictured


def test_a_module_of_another_game_is_refused(bobs: BoardGame, tmp_path: Path) -> None:
    files = {name: data for name, data in fords.files().items() if not name.startswith("images/")}
    other = tmp_path / "other.vmod"
    other.write_bytes(fords.archive(files))
    with pytest.raises(FormError, match=r"other\.vmod has none .* Two Fords"):
        bobs.show_pictures_of(other)
    assert not bobs.state().pictured


def test_a_game_with_a_map_of_its_own_takes_none(ann: Person, bob: Person, tmp_path: Path) -> None:
    saipan(ann, bob)
    client = Client(ann.folder, f"sqlite:///{ann.folder / 'pbem.sqlite'}")
    with pytest.raises(FormError, match="not made from a module"):
        BoardGame(client, ann.log, "ann").show_pictures_of(fords.packed(tmp_path / "f.vmod"))
    client.close()

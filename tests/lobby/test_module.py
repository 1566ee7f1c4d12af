"""A module that somebody chooses on the page: kept whole or not at all, and read by its games."""

from __future__ import annotations

import errno
import http.client
import json
import os
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import fords
from board.test_table_map import counter
from lobby.conftest import Serve
from lobby.homes import PASSPHRASE, Home, lantern, two_homes
from lobby.test_served import ask, entered
from long import BROWSING
from pbem.board.serving import Served
from pbem.client.client import NotFound
from pbem.client.storage import given
from pbem.errors import FormError
from pbem.lobby import requests
from pbem.lobby.forms import Chosen, OfModule, Opening, Practising
from pbem.vassal.refusal import ModuleRefused

MODULE = "Two Fords"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return fords.packed(tmp_path / "ford.vmod")


@pytest.fixture
def homes(tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    with two_homes(tmp_path) as both:
        yield both


def opened(ann: Home, bob: Home, module: Path) -> str:
    """Have ann open a game of a module, and bob join it; return its name."""
    ann.lobby.module(Chosen(module))
    offer = ann.lobby.made_table(OfModule(MODULE, "Long game"))
    seats = {"blue": "ann", "red": "bob"}
    [game] = ann.lobby.new(Opening("table", "table", seats, PASSPHRASE, pack=offer.pack)).games
    bob.joins(ann, game)
    return game


# --- what the lobby does with it -----------------------------------------------------------------


def test_a_game_is_made_of_a_module_and_called_by_its_title(
    homes: tuple[Home, Home], module: Path
) -> None:
    ann, bob = homes
    found = ann.lobby.module(Chosen(module))
    assert (found.module, found.setups) == (MODULE, ["Long game", "start"])
    offer = ann.lobby.made_table(OfModule(MODULE, "Long game"))
    assert (offer.rules, offer.title, offer.about) == ("table", MODULE, "Long game")
    assert [(one.id, one.name) for one in offer.sides["table"]] == [
        ("blue", "Blue"),
        ("red", "Red"),
    ]
    game = opened(ann, bob, module)
    [tile] = bob.lobby.hall().games
    assert (tile.title, tile.side, tile.module) == (MODULE, "Red", MODULE)
    assert [one.module for one in ann.lobby.hall().games] == [""]
    given_ = bob.lobby.module(Chosen(module, game))
    assert given_.lines == [f"The board shows the pictures of {MODULE} in {game}."]
    assert bob.lobby.hall().games[0].module == ""


def test_a_file_that_comes_back_to_its_place_is_chosen_again(
    homes: tuple[Home, Home], module: Path, tmp_path: Path
) -> None:
    """Nothing in the home changes by that: so it is in a browser, each time the page is loaded."""
    ann, bob = homes
    opened(ann, bob, module)
    bob.lobby.module(Chosen(module))
    away = module.rename(tmp_path / "away.vmod")
    again = Home(tmp_path / "bob").lobby
    assert [one.module for one in again.hall().games] == [MODULE]
    away.rename(module)
    again.module(Chosen(module))
    assert [one.module for one in again.hall().games] == [""]


def test_the_set_up_that_was_chosen_is_played(homes: tuple[Home, Home], module: Path) -> None:
    ann, _ = homes
    ann.lobby.module(Chosen(module))
    packs = [ann.lobby.made_table(OfModule(MODULE, one)).pack for one in ("Long game", "start")]
    texts = [ann.client.pack(one) or b"" for one in packs]
    assert [text.count(b"Long game") > 0 for text in texts] == [True, False]


def test_a_practice_is_begun_with_it(homes: tuple[Home, Home], module: Path) -> None:
    ann, _ = homes
    ann.lobby.module(Chosen(module))
    offer = ann.lobby.made_table(OfModule(MODULE, "start"))
    ann.lobby.practice(Practising("table", "table", ["red"], offer.pack))
    [board] = ann.boards
    assert board.state().pictured  # type: ignore[attr-defined]


def test_another_version_is_named_and_serves_as_far_as_its_pictures_go(
    homes: tuple[Home, Home], module: Path, tmp_path: Path
) -> None:
    ann, bob = homes
    game = opened(ann, bob, module)
    text = fords.files()["buildFile.xml"]
    newer = fords.packed(
        tmp_path / "newer.vmod", {"buildFile.xml": text.replace(b'version="1.2"', b'version="1.3"')}
    )
    found = bob.lobby.module(Chosen(newer, game))
    assert "version 1.2; yours: 1.3" in found.lines[1]
    assert bob.lobby.hall().games[0].module == ""


def test_a_module_without_the_games_pictures_is_refused(
    homes: tuple[Home, Home], module: Path, tmp_path: Path
) -> None:
    ann, bob = homes
    game = opened(ann, bob, module)
    files = {name: data for name, data in fords.files().items() if not name.startswith("images/")}
    files["buildFile.xml"] = files["buildFile.xml"].replace(b'version="1.2"', b'version="9"')
    other = tmp_path / "other.vmod"
    other.write_bytes(fords.archive(files))
    with pytest.raises(FormError, match=f"none of the pictures of {game}"):
        bob.lobby.module(Chosen(other, game))
    assert bob.lobby.hall().games[0].module == MODULE


def test_what_is_no_module_and_no_game_of_ours_is_refused(
    homes: tuple[Home, Home], module: Path, tmp_path: Path
) -> None:
    ann, _ = homes
    lantern(ann)
    with pytest.raises(NotFound):
        ann.lobby.module(Chosen(module, "../x"))
    with pytest.raises(NotFound, match="not here any more"):
        ann.lobby.made_table(OfModule("Another", "start"))
    notes = tmp_path / "notes.vmod"
    notes.write_text("not a module")
    with pytest.raises(ModuleRefused, match="not a whole ZIP file"):
        ann.lobby.module(Chosen(notes))
    ann.lobby.module(Chosen(module))
    with pytest.raises(ModuleRefused, match=r"^This module is refused\. There is no set-up Night"):
        ann.lobby.made_table(OfModule(MODULE, "Night"))


@pytest.mark.parametrize("pack", ["x", "../../config", "A" * 64, "a" * 63])
def test_a_digest_that_is_none_opens_no_file(homes: tuple[Home, Home], pack: str) -> None:
    body = json.dumps({"rules": "table", "scenario": "table", "pack": pack}).encode()
    found = requests.answered(homes[0].lobby, "POST", "/practice", {}, body)
    assert found.status == 422
    assert b"wrong form" in found.body


# --- how it comes in -----------------------------------------------------------------------------


@pytest.fixture
def served(tmp_path: Path, serve: Serve) -> Served:
    return serve(tmp_path / "home")


def kept(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "home" / "modules").iterdir())


def test_it_is_kept_whole_under_its_digest_and_once(
    served: Served, module: Path, tmp_path: Path
) -> None:
    own, data = entered(served), module.read_bytes()
    for _ in range(2):
        status, said = ask(served, "/module", own, "POST", data)
        assert (status, json.loads(said)["module"]) == (200, MODULE)
    assert kept(tmp_path) == [f"{sha256(data).hexdigest()}.vmod"]
    newer = fords.packed(tmp_path / "b.vmod", {"images/new.png": fords.png(3, 3)}).read_bytes()
    assert ask(served, "/module", own, "POST", newer)[0] == 200
    assert kept(tmp_path) == [f"{sha256(newer).hexdigest()}.vmod"], "the older one is of no use"


def test_what_is_refused_leaves_nothing(served: Served, tmp_path: Path) -> None:
    own = entered(served)
    status, said = ask(served, "/module", own, "POST", b"PK\x03\x04 no module")
    assert (status, kept(tmp_path)) == (400, [])
    assert "not a whole ZIP file" in json.loads(said)["error"]


def test_one_that_is_too_large_leaves_nothing(
    serve: Serve, module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = module.read_bytes()
    small = requests.CHANGE["module"]._replace(most=len(data) - 1)
    monkeypatch.setitem(requests.CHANGE, "module", small)  # type: ignore[arg-type]
    served = serve(tmp_path / "home")
    status, said = ask(served, "/module", entered(served), "POST", data)
    assert (status, kept(tmp_path)) == (422, [])
    assert "No module is that large" in json.loads(said)["error"]


def test_a_full_disk_is_named_and_leaves_nothing(
    served: Served, module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(given, "sync", full)
    status, said = ask(served, "/module", entered(served), "POST", module.read_bytes())
    assert (status, kept(tmp_path)) == (400, [])
    assert "No space left on device" in json.loads(said)["error"]


def test_it_is_written_as_it_comes_and_never_whole_in_memory(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = fords.packed(tmp_path / "large.vmod", {"moduledata": os.urandom(8 << 20)})
    parts, add = list[int](), given.Arriving.add

    def counted(arriving: given.Arriving, data: bytes) -> None:
        parts.append(len(data))
        add(arriving, data)

    monkeypatch.setattr(given.Arriving, "add", counted)
    assert ask(served, "/module", entered(served), "POST", large.read_bytes())[0] == 200
    assert sum(parts) == large.stat().st_size
    assert max(parts) <= 1 << 20


def test_one_that_is_broken_off_leaves_nothing(
    served: Served, module: Path, tmp_path: Path
) -> None:
    own, data = entered(served), module.read_bytes()
    host = served.address.removeprefix("http://").partition("/")[0]
    line = http.client.HTTPConnection(host)
    line.putrequest("POST", "/module")
    for name, text in (own | {"Content-Length": str(len(data))}).items():
        line.putheader(name, text)
    line.endheaders(data[: len(data) // 2])
    line.close()
    assert ask(served, "/module", own, "POST", data)[0] == 200, "and the next one comes in"
    assert kept(tmp_path) == [f"{sha256(data).hexdigest()}.vmod"]


def test_the_page_sends_none_that_would_be_refused() -> None:
    """The program refuses it while it comes, and a browser that still sends hears no answer."""
    script = (Path(requests.__file__).parent / "page" / "module.js").read_text()
    assert f"const MOST = {given.MOST >> 20} << 20;" in script


# --- on the page ---------------------------------------------------------------------------------


def at(page: Page, served: Served) -> Page:
    page.set_default_timeout(BROWSING)
    page.goto(served.address)
    expect(page.locator("#people li")).to_have_count(1)
    return page


def presses(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


DROPPED = """async (data) => {
  const held = new DataTransfer();
  held.items.add(new File([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], "ford.vmod"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true }));
}"""


def test_a_game_is_opened_with_a_module_and_its_opponent_chooses_theirs(
    tmp_path: Path, module: Path, serve: Serve, chromium: Browser
) -> None:
    with two_homes(tmp_path):
        pass
    page = at(chromium.new_page(), serve(tmp_path / "ann"))
    presses(page, "New game")
    presses(page, "Use your VASSAL module")
    presses(page, "Make the game")
    expect(page.locator("#refused")).to_have_text("Choose the file of your module first.")
    notes = tmp_path / "notes.vmod"
    notes.write_text("not a module")
    page.set_input_files("dialog [name=file]", notes)
    expect(page.locator("#refused")).to_contain_text("not a whole ZIP file")
    page.set_input_files("dialog [name=file]", module)
    page.check("dialog [name=setup][value='Long game']")
    expect(page.locator("#refused")).to_have_text("")
    presses(page, "Make the game")
    expect(page.locator(".game:has(:checked) b")).to_have_text(MODULE)
    presses(page, "Open the game")
    page.fill("dialog [name=passphrase]", PASSPHRASE)
    presses(page, "Open the game")
    expect(page.locator("#waiting b")).to_have_text(MODULE)
    page.close()
    ann, bob = Home(tmp_path / "ann"), Home(tmp_path / "bob")
    [game] = [path.stem for path in ann.client.logs()]
    bob.joins(ann, game)
    served = serve(tmp_path / "bob")
    page = at(chromium.new_page(), served)
    with page.expect_file_chooser() as chooser:
        presses(page, "Choose its module")
    chooser.value.set_files(module)
    expect(page.locator("#came")).to_contain_text(f"shows the pictures of {MODULE} in {game}")
    expect(page.get_by_role("button", name="Choose its module")).to_have_count(0)
    presses(page, "Look")
    expect(counter(page, "p1").locator("image").first).to_be_visible()


def test_a_module_is_dropped_anywhere(
    tmp_path: Path, module: Path, serve: Serve, chromium: Browser
) -> None:
    with two_homes(tmp_path) as (ann, bob):
        game = opened(ann, bob, module)
    page = at(chromium.new_page(), serve(tmp_path / "bob"))
    page.evaluate(DROPPED, b64encode(module.read_bytes()).decode())
    expect(page.locator("#came")).to_contain_text(f"shows the pictures of {MODULE} in {game}")
    presses(page, "New game with it")
    expect(page.locator("dialog [name=setup]")).to_have_count(2)

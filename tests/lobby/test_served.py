"""A lobby listens to the page that was opened by its address, and to nobody else."""

from __future__ import annotations

import http.client
import json
import re
import threading
from pathlib import Path
from urllib.parse import quote

import pytest

from lobby.conftest import Serve
from lobby.homes import lantern, two_homes
from pbem.board.routes import PAGE as BOARD
from pbem.board.routes import files_of
from pbem.board.serving import Served
from pbem.lobby import requests
from pbem.lobby.serving import PAGE
from pbem.replays.bundle import PAGE as SHARED

ADDRESSES = ["/", "/picture?game=x", "/card", "/message?game=x", "/page/lobby.js", "/0/"]


def ask(
    served: Served, where: str, own: dict[str, str], method: str = "GET", body: bytes | None = None
) -> tuple[int, bytes]:
    host = served.address.removeprefix("http://").partition("/")[0]
    connection = http.client.HTTPConnection(host)
    connection.request(method, where, body, own)
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def entered(served: Served) -> dict[str, str]:
    """Open the lobby once; return the headers of the visitor."""
    host, _, path = served.address.removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(host)
    connection.request("GET", f"/{path}")
    answer = connection.getresponse()
    [key] = re.findall('name="key" content="([^"]*)"', answer.read().decode())
    cookie = answer.getheader("Set-Cookie", "").partition(";")[0]
    connection.close()
    return {"Cookie": cookie, "X-Board-Key": key, "Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def served(tmp_path: Path, serve: Serve) -> Served:
    return serve(tmp_path / "home")


def test_nobody_is_heard_without_the_cookie(served: Served) -> None:
    own = entered(served)
    stranger = {name: text for name, text in own.items() if name != "Cookie"}
    for where in (*ADDRESSES, *(f"/{name}" for name in requests.READ)):
        assert ask(served, where, stranger)[0] == 403, where
    for name in (*requests.CHANGE, "replay"):
        assert ask(served, f"/{name}", stranger, "POST", b"{}")[0] == 403, name


def test_what_is_read_or_changed_needs_the_key_too(served: Served) -> None:
    """A browser brings the cookie to every port of an address; the key is the page's own."""
    own = entered(served)
    keyless = {name: text for name, text in own.items() if name != "X-Board-Key"}
    for name in requests.READ:
        assert ask(served, f"/{name}", keyless)[0] == 403
    for name in (*requests.CHANGE, "replay"):
        assert ask(served, f"/{name}", keyless, "POST", b"{}")[0] == 403
        assert ask(served, f"/{name}", own, "GET")[0] in (404, 405)


def test_a_board_below_needs_the_key_as_one_alone_does(
    games: tuple[Path, list[str]], serve: Serve
) -> None:
    home, (name, _) = games
    served = serve(home)
    own = entered(served)
    there = opened(served, own, name)
    keyless = {header: text for header, text in own.items() if header != "X-Board-Key"}
    for where in ("state", "map", "past", "sides", "why", "charts", "outgoing", "0/state", "0/log"):
        assert ask(served, f"{there}{where}", keyless)[0] == 403, where
    for where in ("sign", "order", "try", "practice", "lock", "came", "unsent"):
        assert ask(served, f"{there}{where}", keyless, "POST", b"{}")[0] == 403, where
    for where in ("", "log", "message"):
        assert ask(served, f"{there}{where}", keyless)[0] == 200, where


def test_another_page_is_not_heard(served: Served) -> None:
    foreign = entered(served) | {"Sec-Fetch-Site": "cross-site"}
    assert ask(served, "/hall", foreign)[0] == 403
    assert ask(served, "/identity", foreign, "POST", b"{}")[0] == 403


def test_the_address_opens_it_once(served: Served) -> None:
    entered(served)
    path = "/" + served.address.removeprefix("http://").partition("/")[2]
    assert ask(served, path, {})[0] == 403


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"handle": 7}', b'{"wrong": 1}', b"\xff"])
def test_what_has_no_form_is_refused_in_words(served: Served, body: bytes) -> None:
    own = entered(served)
    for name, asked in requests.CHANGE.items():
        if asked.form not in (requests.RAW, requests.HELD):
            status, said = ask(served, f"/{name}", own, "POST", body)
            assert (status, "error" in json.loads(said)) == (422, True), name
    assert json.loads(ask(served, "/hall", own)[1])["me"] is None


def test_what_is_not_there_is_said(served: Served) -> None:
    own = entered(served)
    for where in ("/7/", "/7/state", "/picture?game=x", "/message?game=x&number=0", "/card"):
        status, said = ask(served, where, own)
        assert status in (400, 404, 422), where
        assert json.loads(said)["error"], where


def test_a_practice_is_below_the_lobby_and_leads_back(served: Served) -> None:
    own = entered(served)
    wish = json.dumps({"rules": "lantern", "scenario": "lantern", "against": ["tarle"]})
    there = json.loads(ask(served, "/practice", own, "POST", wish.encode())[1])["there"]
    assert there == "/0/"
    status, page = ask(served, there, own)
    assert status == 200
    assert b'data-lobby="/"' in page
    assert json.loads(ask(served, f"{there}state", own)[1])["asked"]


def opened(served: Served, own: dict[str, str], game: str) -> str:
    wish = json.dumps({"game": game}).encode()
    return str(json.loads(ask(served, "/board", own, "POST", wish)[1])["there"])


@pytest.fixture
def games(tmp_path: Path) -> tuple[Path, list[str]]:
    """Give somebody two games that have begun; return their home and the names of these."""
    with two_homes(tmp_path) as (ann, bob):
        names = [lantern(ann), lantern(ann)]
        for name in names:
            bob.joins(ann, name)
            ann.lobby.came(bob.mail(name))
    return tmp_path / "ann", names


def test_each_board_shows_its_own_game_and_its_own_practices(
    games: tuple[Path, list[str]], serve: Serve
) -> None:
    """Not only the first: each lies below a number, and has its practices below that."""
    home, names = games
    served = serve(home)
    own = entered(served)
    for name in names:
        there = opened(served, own, name)
        for where in ("state", "map", "past", "news", "charts", "words", "log", "message"):
            assert ask(served, f"{there}{where}", own)[0] == 200, (name, where)
        assert json.loads(ask(served, f"{there}state", own)[1])["shown"]["game"] == name
        assert b"data-behind" not in ask(served, there, own)[1]
        begun = json.loads(ask(served, f"{there}practice", own, "POST", b"{}")[1])["there"]
        assert begun == f"{there}1/"
        assert b'data-behind="../"' in ask(served, begun, own)[1]
        file = json.loads(ask(served, f"{begun}state", own)[1])["file"]
        assert (home / "practice") in Path(file).parents
        assert json.loads(ask(served, f"{there}state", own)[1])["shown"]["game"] == name


def test_a_game_that_is_opened_again_has_the_same_board(
    games: tuple[Path, list[str]], serve: Serve
) -> None:
    """Else each click leaves a thread, the whole game in memory, and perhaps an open key."""
    home, (first, second) = games
    served = serve(home)
    own = entered(served)
    there = opened(served, own, first)
    assert opened(served, own, second) != there
    threads = threading.active_count()
    assert {opened(served, own, first) for _ in range(5)} == {there}
    assert threading.active_count() == threads


def test_a_number_that_is_none_of_a_board_is_said(served: Served) -> None:
    own = entered(served)
    for number in ("7", "9" * 30):
        status, said = ask(served, f"/{number}/state", own)
        assert (status, "closed" in json.loads(said)["error"]) == (404, True)


def test_who_is_turned_away_is_named_the_command_that_opens_lobbies(served: Served) -> None:
    said = ask(served, "/", {})[1].decode()
    assert "'pbem lobby'" in said
    assert "'pbem board'" not in said


def test_each_file_of_a_page_has_a_name_of_its_own(tmp_path: Path) -> None:
    """The folder is not in its address; only the page itself is every folder's."""
    assert {"lobby.js", "board.js", "past.js"} <= files_of(SHARED, BOARD, PAGE).keys()
    assert files_of(SHARED, BOARD, PAGE)["index.html"] == PAGE / "index.html"
    for name in ("index.html", "own.js", "inner/own.js"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(ValueError, match="one name"):
        files_of(tmp_path)


def test_a_game_may_have_a_name_of_any_letters(tmp_path: Path, serve: Serve) -> None:
    """Its log is kept as a file all the same, whose name stands in a header."""
    with two_homes(tmp_path) as (ann, _):
        log = ann.client.games / f"{lantern(ann)}.pbem"
        log.rename(log.with_stem("битва"))
    served = serve(tmp_path / "ann")
    own = entered(served)
    assert ask(served, f"/log?game={quote('битва')}", own)[0] == 200
    status, said = ask(served, "/board", own, "POST", '{"game":"битва"}'.encode())
    assert status == 200
    assert ask(served, f"{json.loads(said)['there']}log", own)[0] == 200

"""The table of requests, without a server: what goes in and comes out, and what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lobby.homes import Home, lantern, two_homes
from pbem.lobby import requests


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Home]:
    with two_homes(tmp_path) as (ann, _):
        yield ann


def ask(home: Home, method: str, path: str, body: bytes = b"", **query: str) -> tuple[int, object]:
    found = requests.answered(home.lobby, method, path, query, body)
    return found.status, json.loads(found.body)


def test_the_table_needs_no_server() -> None:
    """A browser that runs the engine in its page has neither sockets nor a web framework."""
    code = "import sys, pbem.lobby.requests as r; print({'starlette', 'uvicorn'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_request_is_answered_with_status_type_and_body(ann: Home) -> None:
    game = lantern(ann)
    found = requests.answered(ann.lobby, "GET", "/hall", {}, b"")
    assert (found.status, found.type) == (200, "application/json")
    assert json.loads(found.body)["games"][0]["game"] == game
    mail = requests.answered(ann.lobby, "GET", "/message", {"game": game, "number": "0"}, b"")
    assert (mail.status, mail.type, mail.name) == (200, "message/rfc822", f"{game}-0.eml")


def test_every_name_is_in_one_table() -> None:
    tables = (requests.READ, requests.FILES, requests.CHANGE)
    assert len({name for table in tables for name in table}) == sum(map(len, tables))


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/no"), ("POST", "/hall"), ("GET", "/join"), ("PUT", "/join")]
)
def test_what_is_no_request_is_said(ann: Home, method: str, path: str) -> None:
    status, said = ask(ann, method, path)
    assert status == 404
    assert path in str(said)


@pytest.mark.parametrize("number", ["-1", "x", "", "1.5", "9" * 30])
def test_a_number_that_is_none_is_refused(ann: Home, number: str) -> None:
    status, said = ask(ann, "GET", "/message", game=lantern(ann), number=number)
    assert status == 422
    assert "error" in said  # type: ignore[operator]


def test_a_query_without_what_is_needed_is_refused(ann: Home) -> None:
    assert ask(ann, "GET", "/picture")[0] == 422


def test_what_fails_ends_no_other_request(ann: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise RuntimeError("not foreseen")

    monkeypatch.setattr(ann.lobby, "hall", failing)
    status, said = ask(ann, "GET", "/hall")
    assert status == 500
    assert "fault of the program" in str(said)
    assert ask(ann, "GET", "/offers")[0] == 200

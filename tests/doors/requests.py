"""Requests to the board of a game, as a browser sends them or somebody else; one at a time.

A request is METHOD, path with query, lines of headers, an empty line, what it brings. ``@cookie``
and ``@key`` in a header stand for those of the page: what the door protects is tried, too.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import re
from contextlib import chdir
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from starlette.types import Message, Scope

from doors.door import Door as Tried
from pbem.board.door import HEADERS, TOKEN, Door
from pbem.board.game import BoardGame
from pbem.board.routes import Routes
from pbem.client.play import acting
from pbem.log.practice_mark import SUFFIX
from toy.people import Person

_PORT = 8765
HOST = f"127.0.0.1:{_PORT}"
_SEPARATOR = b"\n\n"
_BOARDS = 4
"""Boards that are kept open: each request for a practice opens another."""


class _Page:
    """A board of a game of Saipan, and what its own page knows."""

    def __init__(self) -> None:
        self.folder = folder = Path(mkdtemp())
        ann, bob = Person("ann", folder), Person("bob", folder)
        ann.meets(bob)
        bob.meets(ann)
        ann.opens("saipan", seats={"us": "ann", "jp": "bob"})
        bob.takes(ann.sends())
        bob.does(acting.join)
        ann.takes(bob.sends())
        self.routes = Routes(BoardGame(ann.client, ann.log, "ann"), lambda: True)
        self.door = Door(self.routes.app(), _PORT, is_own=lambda *_: True)
        self.loop = asyncio.new_event_loop()
        status, reported, body = self.ask(
            "GET", f"/?{TOKEN}={self.door.token}", {"host": HOST}, b""
        )
        assert status == 200
        self.known = {"@cookie": dict(reported)[b"set-cookie"].partition(b";")[0].decode()}
        found = re.search(rb'name="key" content="([^"]*)"', body)
        assert found is not None
        self.known["@key"] = found[1].decode()
        self.practice = self._practice()

    def _practice(self) -> tuple[Path, bytes]:
        """Open a practice at ``/1/``; return its file and what is in it."""
        headers = {"host": HOST, "cookie": self.known["@cookie"], "x-board-key": self.known["@key"]}
        headers["sec-fetch-site"] = "same-origin"
        with chdir(self.folder):
            assert self.ask("POST", "/practice", headers, b'{"event": 2}')[0] == 200
        (made,) = self.folder.glob(f"*{SUFFIX}")
        return made, made.read_bytes()

    def begin_again(self) -> None:
        """Take away every practice that a request made, and what it did in the first."""
        path, data = self.practice
        for kept in self.folder.glob(f"*{SUFFIX}"):
            if kept != path:
                kept.unlink()
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)

    def ask(
        self, method: str, where: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Return the status, the headers and the body of the answer."""
        path, _, query = where.partition("?")
        scope: Scope = {
            "type": "http", "method": method, "path": path, "root_path": "", "scheme": "http",
            "client": ("127.0.0.1", 40_000),
            "query_string": query.encode("latin-1", "replace"),
            "headers": [
                (name.lower().encode("latin-1", "replace"), value.encode("latin-1", "replace"))
                for name, value in headers.items()
            ],
        }  # fmt: skip
        sent: list[Message] = []

        came = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def receive() -> Message:
            return next(came, {"type": "http.disconnect"})

        async def send(message: Message) -> None:
            sent.append(message)

        self.loop.run_until_complete(self.door(scope, receive, send))
        del self.routes._boards[_BOARDS:]
        content = b"".join(one.get("body", b"") for one in sent[1:])
        return sent[0]["status"], sent[0]["headers"], content

    def close(self) -> None:
        """End the board, and the thread in which it works."""
        self.routes.close()
        self.loop.close()
        rmtree(self.folder, ignore_errors=True)


@cache
def a_page() -> _Page:
    """Return the one board that all requests go to."""
    return _Page()


def end() -> None:
    """End the board that requests were sent to, if there were any; the next one opens another."""
    if a_page.cache_info().currsize:
        a_page().close()
        a_page.cache_clear()


atexit.register(end)


def request(data: bytes) -> None:
    """Send a request; the board answers, and never by a fault of its own."""
    page = a_page()
    head, _, body = data.partition(_SEPARATOR)
    first, *lines = head.decode("latin-1").split("\n")
    method, _, where = first.partition(" ")
    headers = {}
    for line in lines:
        name, _, value = line.partition(": ")
        headers[name] = page.known.get(value, value)
    with chdir(page.folder):  # a practice that is to be kept is written where one stands
        status, reported, _ = page.ask(method, where, headers, body)
    page.begin_again()
    assert status < 500
    assert {name.lower().encode() for name in HEADERS} <= {name.lower() for name, _ in reported}


def requests() -> list[bytes]:
    """Return requests to every address, of the page and of others."""
    page = f"host: {HOST}\nsec-fetch-site: same-origin\ncookie: @cookie\nx-board-key: @key"
    gets = ("/", "/page/map.css", "/page/board.js", "/state", "/map", "/map?event=1&step=0",
            "/past?from=0", "/growth", "/outgoing", "/message?number=0", "/log",
            "/charts", "/words", "/why?at=3.1", "/paragraph?name=7.1&name=A5",
            "/1/state")  # fmt: skip
    written = {"text": "land 1/2 1203\npass", "about": "1203"}
    posts: dict[str, object] = {
        "/choices": written, "/try": written, "/doubts": written,
        "/unsent": {"text": "land 1/2 1203"},
        "/sign": {"text": "pass"}, "/lock": {}, "/practice": {"event": 2},
        "/1/order": {"head": "x", "text": "land 1/2 1203"}, "/1/roll": {"head": "", "faces": [1]},
        "/1/back": {"head": "", "to": 1}, "/1/sensible": {"head": ""}, "/1/choices": written,
    }  # fmt: skip
    return [
        *(f"GET {where}\n{page}\n\n".encode() for where in gets),
        *(f"POST {to}\n{page}\n\n{json.dumps(body)}".encode() for to, body in posts.items()),
        f"POST /came\n{page}\n\nFrom: a\nSubject: b\n\n# pbem ab12 ann\npass\n# end\n".encode(),
        b"GET /?token=x\nhost: localhost:8765\n\n",
        b'GET /state\nhost: 127.0.0.1:8765\norigin: null\ncookie: a="b; c=d\n\n',
    ]


DOORS = {"request": Tried(request, requests, 4096)}

"""The program inside a browser's worker: a home that a journal keeps, and a lobby without a socket.

`pbem/web/page/worker.js` starts it and hands it each request of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl

import msgspec

from pbem.board import sent
from pbem.client.client import Client
from pbem.client.session.words import sentence
from pbem.crypto.text import as_json
from pbem.errors import PbemError
from pbem.lobby.forms import Did, Joining
from pbem.lobby.serving import Rooms
from pbem.web.journal import Journal, KeptHome, Medium
from pbem.web.safety import Safety

if TYPE_CHECKING:
    from starlette.types import Message, Scope

HOME = Path("/home/pyodide/pbem")
OWN = "/browser/"
"""How the addresses begin by which the page around asks for itself."""
NO_ROOM = (
    "The browser has no room for more, or refuses to keep it. Your last step is not kept: free "
    "some space, load the page again, and do it once more."
)
IN_PLACE = (
    "In this browser, press 'Nothing is missing' at the top of the page in the place of that "
    "command."
)


class Answer(NamedTuple):
    """The answer to a request, as HTTP has it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Page:
    """The program of one page.

    Args:
        media: The two files of the journal.
        folder: The home.

    Raises:
        JournalError: The journal cannot be opened.
    """

    def __init__(self, media: Sequence[Medium], folder: Path = HOME) -> None:
        self.journal = Journal(media)
        self._home = KeptHome(folder, self.journal)
        self.client = Client(folder)
        self.safety = Safety(self.client)
        self._rooms = Rooms(self.client, lambda: False)
        self._app = self._rooms.app()

    async def ask(self, method: str, path: str, query: str, body: bytes | Path) -> Answer:
        """Answer a request; what it changed is on the disk when this returns.

        ``path``, ``query``: of its address. ``body``: a file of the player's that a request brings,
        where it stays; otherwise the bytes of the request.
        """
        try:
            try:
                if isinstance(body, Path):
                    return self._held(method, path, query, body)
                return await self._answered(method, path, query, body)
            finally:
                self._home.keep()  # whatever came of it may have changed something
        except PbemError as error:
            return _data({"error": sentence(str(error))}, 422)
        except OSError:
            return _data({"error": NO_ROOM}, 507)

    async def _answered(self, method: str, path: str, query: str, body: bytes) -> Answer:
        if path == f"{OWN}move" or (path == "/backup" and self.safety.shown().moved):
            made = self.safety.move()
            named = ("content-disposition", f'attachment; filename="{made.name}"')
            return Answer(200, [("content-type", "application/zip"), named], made.data)
        if path.startswith(OWN):
            return self._own(path.removeprefix(OWN), body)
        if method == "POST":
            self.safety.check(path, self._game(path, body))
        if path == "/restore":
            self.safety.restoring(body)
            self._home.keep()
        found = await self._called(method, path, query, body)
        if path == "/restore":
            self.safety.restored(done=found.status == 200)
        elif path == "/backup" and found.status == 200:
            self.safety.saves(found.body)
        elif path == "/came" and found.status == 200:
            did = msgspec.json.decode(found.body, type=Did)
            logs = map(self._log, did.games if did.good else [])
            if self.safety.came([one for one in logs if one is not None], body):
                did.lines.append(IN_PLACE)
                return _data(did)
        return found

    def _held(self, method: str, path: str, query: str, file: Path) -> Answer:
        name, asked = path.removeprefix("/"), dict(parse_qsl(query))
        found = self._rooms.answered(method, name, asked, file)
        return Answer(found.status, [("content-type", found.type)], found.body)

    def _game(self, path: str, body: bytes) -> Path | None:
        """Return the log of the game that a request is about, None for a new one."""
        if path == "/join":
            return self._log(sent.read(body, Joining).game)
        return self._rooms.log(path)

    def _log(self, game: str) -> Path | None:
        """Return the log of a game as the lobby finds it."""
        return next((path for path in self.client.logs() if path.stem == game), None)

    def _own(self, what: str, body: bytes) -> Answer:
        """Answer what the page around asks for itself."""
        if what == "refuse":
            self.safety.refuse(body.decode(errors="replace"))
        elif what == "all-here":
            self.safety.all_here(body.decode(errors="replace"))
        return _data(self.safety.shown())

    async def _called(self, method: str, path: str, query: str, body: bytes) -> Answer:
        sent: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        told: list[Message] = []

        async def receive() -> Message:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            told.append(message)

        scope: Scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "headers": [],
            "server": ("page", 80),
            "client": ("page", 1),
        }
        await self._app(scope, receive, send)
        headers = [(name.decode(), value.decode()) for name, value in told[0]["headers"]]
        body = b"".join(message.get("body", b"") for message in told[1:])
        return Answer(told[0]["status"], headers, body)

    def mark(self, path: str) -> str:
        """Return what changes when a board does, by the address of the board."""
        return self._rooms.mark(path)


def _data(value: object, status: int = 200) -> Answer:
    return Answer(status, [("content-type", "application/json")], as_json(value).encode())

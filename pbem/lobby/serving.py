"""The lobby served: on this computer alone, with the boards that were opened from it.

::

    GET  /               the page
    GET  /page/NAME      its style and its scripts
    ANY  /N/             the board that was opened as the N-th, see `pbem.board.routes`
    GET  /NAME           a request of `requests.READ`
    POST /NAME           a request of `requests.CHANGE`
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from pbem.board import answers, sent
from pbem.board.door import Front
from pbem.board.modules import preloaded
from pbem.board.routes import INDEX, MAP_STYLE, TYPES, Routes, files_of
from pbem.board.routes import PAGE as BOARD
from pbem.client.storage import given
from pbem.errors import PbemError
from pbem.files import read_plain
from pbem.lobby import requests
from pbem.lobby.lobby import Lobby
from pbem.replays.bundle import FILE_MOST
from pbem.replays.bundle import PAGE as SHARED
from pbem.view.drawing import stylesheet

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from pbem.board.routes import OnBoard
    from pbem.board.serving import Served
    from pbem.client.client import Client

FRONT = Front(
    "pbem lobby",
    re.compile(
        r"/|(/[0-9]+){1,2}/(growth|picture)?|/page/[^/]*|/[0-9]+/(message|log)|/("
        + "|".join(requests.FILES)
        + ")"
    ),
)
PAGE = Path(__file__).parent / "page"
NO_BOARD = "This board is closed. Open it again from the lobby."


class Rooms:
    """The addresses of a lobby; ``ends`` says whether it is about to end."""

    def __init__(self, client: Client, ends: Callable[[], bool]) -> None:
        self._ends = ends
        self._boards: list[tuple[Routes, Starlette]] = []
        self._there: dict[Path, str] = {}
        self._client = client
        self._lobby = Lobby(client, self._open)
        self._arriving = asyncio.Lock()
        # One thread for all that reads or writes: databases and files here are used from one.
        self._worker = ThreadPoolExecutor(1, "lobby")

    def ahead(self) -> Rooms:
        """Look at the games while a browser starts: the page asks for them first."""
        self._worker.submit(self._lobby.hall)
        return self

    def close(self) -> None:
        """End the boards, and each one's thread once what it does is done."""
        self._worker.shutdown(cancel_futures=True)
        for routes, _ in self._boards:
            routes.close()

    def _open(self, path: Path, make: Callable[[], OnBoard]) -> str:
        """Add the board of a file below the lobby, if there is none yet; return its address."""
        if path in self._there:
            return self._there[path]
        shown, root = make(), f"/{len(self._boards)}"
        routes = Routes(shown, self._ends, root)
        self._boards.append((routes, routes.app()))
        self._there[path] = f"{root}/"
        return self._there[path]

    def mark(self, address: str) -> str:
        """Return what changes when what a board shows does (`Routes.mark`); "" for no board."""
        numbers = [int(part) for part in address.split("/") if part.isdecimal()]
        if not numbers or numbers[0] >= len(self._boards):
            return ""
        return self._boards[numbers[0]][0].mark(*numbers[1:2])

    def log(self, address: str) -> Path | None:
        """Return the file of the board that an address is of; None if it is of no board."""
        root = "/".join(address.split("/")[:2]) + "/"
        return next((path for path, there in self._there.items() if there == root), None)

    async def _on_board(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on to the board that it is for."""
        digits = scope["path_params"]["board"]
        open_ = {str(number): app for number, (_, app) in enumerate(self._boards)}
        if digits in open_:
            # Below it the number is no more than a folder: the board has numbers of its own.
            await open_[digits]({**scope, "path_params": {}}, receive, send)
        else:
            await answers.data({"error": NO_BOARD}, 404)(scope, receive, send)

    def app(self) -> Starlette:
        """Return what answers to all addresses."""
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/page/{name}", self._page),
                *(
                    Route(f"/{name}", self._asked(name, one.form, one.most), methods=[method])
                    for method, table in (
                        ("GET", {**requests.READ, **requests.FILES}),
                        ("POST", requests.CHANGE),
                    )
                    for name, one in table.items()
                ),
                Mount("/{board:digits}", app=self._on_board),
            ],
            exception_handlers={
                Exception: answers.failed,
                sent.TooLargeError: answers.too_large,
                ClientDisconnect: answers.broken_off,
            },
        )

    def _asked(self, name: str, form: type[Any] | None, most: int) -> Callable[[Request], Any]:
        """Return what hands a request on to the table, and its answer back."""

        async def answer(request: Request) -> Response:
            if form is requests.HELD:
                found = await self._held(request, name, most)
            else:
                body = await sent.body_of(request, most, TOO_LONG)
                found = await self._answered(request, name, body)
            if found.name:
                return answers.file(found.body, found.type, found.name)
            own = {"Content-Security-Policy": requests.ALONE} if found.alone else None
            return Response(found.body, found.status, media_type=found.type, headers=own)

        return answer

    async def _answered(self, request: Request, name: str, body: bytes | Path) -> requests.Answer:
        return await asyncio.get_running_loop().run_in_executor(
            self._worker, self.answered, request.method, name, dict(request.query_params), body
        )

    def answered(
        self, method: str, name: str, query: Mapping[str, str], body: bytes | Path
    ) -> requests.Answer:
        """Answer a request of the lobby, as `requests.answered` does."""
        return requests.answered(self._lobby, method, name, query, body)

    async def _held(self, request: Request, name: str, most: int) -> requests.Answer:
        """Answer a request that brings a file, which goes to the disk as it comes."""
        async with self._arriving:
            try:
                with given.arriving(self._client) as file:
                    await sent.each_part(request, file.add, most, NO_MODULE)
                    return await self._answered(request, name, file.whole())
            except sent.TooLargeError:
                raise
            except PbemError as error:
                return requests.refused(error)
            finally:
                await asyncio.get_running_loop().run_in_executor(
                    self._worker, given.sweep, self._client
                )

    async def _page(self, request: Request) -> Response:
        name = request.path_params.get("name", INDEX)
        kind = TYPES.get(name.rpartition(".")[2])
        if name == MAP_STYLE:
            return Response(stylesheet(), media_type=kind)
        files = files_of(SHARED, BOARD, PAGE)
        path = files.get(name)
        if kind is None or path is None:
            return answers.data({"error": f"The lobby has no file '{name}'."}, 404)
        content = read_plain(path, FILE_MOST)
        return Response(preloaded(content, files) if name == INDEX else content, media_type=kind)


TOO_LONG = "That is more than the lobby takes at once."
NO_MODULE = "No module is that large."


def served_lobby(client: Client, port: int = 0, host: str | None = None) -> Served:
    """Return the lobby of a home; arguments and errors as of `pbem.board.serving.serve`."""
    from pbem.board.serving import serve  # noqa: PLC0415 - inside a browser there is no socket

    return serve(lambda ends: Rooms(client, ends).ahead(), port, host, FRONT)

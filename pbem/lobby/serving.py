"""The lobby served: on this computer alone, with the boards that were opened from it.

::

    GET  /               the page
    GET  /page/NAME      its style and its scripts
    GET  /picture?game=N the map of a game, as everybody may see it
    GET  /card           your card as a file
    GET  /message?game=N&number=M  a message of a game as a file
    ANY  /N/             the board that was opened as the N-th, see `pbem.board.routes`
    GET  /NAME           a request of `requests.READ`
    POST /NAME           a request of `requests.CHANGE`
    POST /replay         a log; answered by a page for any browser
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route

from pbem.board import answers, sent
from pbem.board.door import Front
from pbem.board.routes import MAP_STYLE, TYPES, Routes
from pbem.board.routes import PAGE as BOARD
from pbem.board.serving import Served, serve
from pbem.errors import PbemError, UnforeseenError
from pbem.files import read_plain
from pbem.items import item
from pbem.lobby import requests
from pbem.lobby.lobby import Lobby
from pbem.replays.bundle import FILE_MOST
from pbem.replays.bundle import PAGE as SHARED
from pbem.view.drawing import stylesheet, svg

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from pbem.board.routes import OnBoard
    from pbem.client.client import Client

FRONT = Front(
    "pbem lobby",
    re.compile(
        r"/|(/[0-9]+){1,2}/(growth)?|/page/[^/]*|(/[0-9]+)?/message|/[0-9]+/log|/picture|/card"
    ),
)
PAGE = Path(__file__).parent / "page"
ICON_ONLY = ("index.html",)
"""Files of the board that are not the lobby's."""
NO_BOARD = "This board is closed. Open it again from the lobby."
NO_PICTURE = "There is no map yet: the game has not begun."


class Rooms:
    """The addresses of a lobby."""

    def __init__(self, client: Client, ends: Callable[[], bool]) -> None:
        self._ends = ends
        self._boards: list[tuple[Routes, Starlette]] = []
        self._there: dict[Path, str] = {}
        self._lobby = Lobby(client, self._open)
        # One thread for all that reads or writes: databases and files here are used from one.
        self._worker = ThreadPoolExecutor(1, "lobby")

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
                Route("/picture", self._picture),
                Route("/card", self._card),
                Route("/message", self._message),
                Route("/replay", self._replay, methods=["POST"]),
                *(Route(f"/{name}", self._read(one)) for name, one in requests.READ.items()),
                *(
                    Route(f"/{name}", self._change(one), methods=["POST"])
                    for name, one in requests.CHANGE.items()
                ),
                Mount("/{board:digits}", app=self._on_board),
            ],
            exception_handlers={
                Exception: answers.failed,
                sent.TooLargeError: answers.too_large,
                ClientDisconnect: answers.broken_off,
            },
        )

    def _read(self, asked: requests.Asked) -> Callable[[Request], Any]:
        async def answer(_request: Request) -> Response:
            return await self._answered(lambda: answers.data(asked.answer(self._lobby, None)))

        return answer

    def _change(self, asked: requests.Asked) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            raw = asked.form is requests.RAW
            body = await sent.body_of(request, sent.MAIL_MOST if raw else sent.BODY_MOST, TOO_LONG)

            def done() -> Response:
                wish = body if raw or asked.form is None else sent.read(body, asked.form)
                return answers.data(asked.answer(self._lobby, wish))

            return await self._answered(done)

        return answer

    async def _page(self, request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        kind = TYPES.get(name.rpartition(".")[2])
        files = {
            one.name: one
            for folder in (SHARED, BOARD, PAGE)
            for one in folder.iterdir()
            if folder is PAGE or one.name not in ICON_ONLY
        }
        if name == MAP_STYLE:
            return Response(stylesheet(), media_type=kind)
        if kind is None or name not in files:
            return answers.data({"error": f"The lobby has no file '{name}'."}, 404)
        return Response(read_plain(files[name], FILE_MOST), media_type=kind)

    async def _picture(self, request: Request) -> Response:
        game = request.query_params.get("game", "")

        def drawn() -> Response:
            found = self._lobby.picture(game)
            if found is None:
                return answers.data({"error": NO_PICTURE}, 404)
            made = svg(found, words=False, beside=False, titled=False, legend=False)
            return Response(made, media_type=TYPES["svg"])

        return await self._answered(drawn)

    async def _card(self, _request: Request) -> Response:
        def found() -> Response:
            name, data = self._lobby.card()
            return answers.file(data, "application/octet-stream", name)

        return await self._answered(found)

    async def _message(self, request: Request) -> Response:
        game = request.query_params.get("game", "")
        number = request.query_params.get("number", "0")

        def found() -> Response:
            message = self._lobby.message(game, sent.number(number))
            return answers.file(message, "message/rfc822", f"{game}-{number}.eml")

        return await self._answered(found)

    async def _replay(self, request: Request) -> Response:
        body = await sent.body_of(request, sent.MAIL_MOST, TOO_LONG)

        def found() -> Response:
            return answers.file(self._lobby.replay(body), "text/html", "replay.html")

        return await self._answered(found)

    async def _answered(self, what: Callable[[], Response]) -> Response:
        """Answer one request; what fails in it ends no other."""

        def bounded() -> Response:
            with item("this request"):
                return what()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._worker, bounded)
        except UnforeseenError as error:
            return answers.fault(error)
        except PbemError as error:
            return answers.refused(error)


TOO_LONG = "no log and no mail of a game is that long"


def served_lobby(client: Client, port: int = 0, host: str | None = None) -> Served:
    """Return the lobby of a home; arguments and errors as of `pbem.board.serving.serve`."""
    return serve(lambda ends: Rooms(client, ends), port, host, FRONT)

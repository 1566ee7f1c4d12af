"""The addresses of the board: the page, and what it asks for.

A request that changes anything is a POST.

::

    GET  /                 the page
    GET  /page/NAME        its style and its scripts
    GET  /state            the game as it is now
    GET  /map              the map as SVG; ?event=N&step=K as it was
    GET  /table            the pieces of an open table as they lay; ?event=N&step=K
    GET  /picture          ?name=NAME of one's own module, if the game is an open table
    POST /pictures         {names}: many of them in one answer
    GET  /past?from=N      the events from N on with what came of each, as items of a list
    GET  /news             what came last in short, and the first event of it
    GET  /sides            the two events of a fork, each in words and drawn
    GET  /charts           the charts of the game, as markup
    GET  /words            what its abbreviations stand for
    GET  /why?at=12.3      why something in the log is as it is, as markup
    GET  /paragraph?name=N what paragraphs mean, each that is named, as markup
    POST /choices          what is legal after the lines written, of what was pointed at
    POST /promised         the odds of an order that is offered, in a few words
    POST /reckoned         what those odds are made of: strengths, and faces of the die
    POST /kept             an answer with what waits of one's list after it
    POST /try              what can become of a list
    POST /doubts           what is to be read before a list is signed
    POST /unsent           keep the list, which is not signed yet
    POST /sign             sign it
    POST /lock             forget the key that stayed open
    POST /came             accept mail or a log, as it came
    GET  /outgoing         what is to be mailed, to whom
    GET  /message          one of these messages as a file; ?number=N
    GET  /log              the whole log as a file
    GET  /growth           a stream that says whenever the log has changed
    POST /practice         begin a practice, after an event of the log; returns its address, /N/

and of a practice, under /N/, the same as far as nothing is signed or mailed there, and

    POST /N/order          carry out a list of the side that is asked
    POST /N/roll           roll what is due, by the seed or as somebody says
    POST /N/back           take back the last step, or all after one
    POST /N/sensible       what the program's player would order after the list

(The door before them answers /secret and /proof, by which a page knows its program again.)
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route

from pbem.board import answers, lookup, sent
from pbem.board.art import NO_PICTURE
from pbem.board.game import BoardGame
from pbem.board.modules import preloaded
from pbem.board.practising import PracticeBoard
from pbem.board.recorded import recorded
from pbem.board.signing import Wish
from pbem.client.views.odds import Promised, Reckoned
from pbem.errors import FormError, LogFileError, PbemError, UnforeseenError
from pbem.files import read_plain
from pbem.items import item as taking
from pbem.replays.bundle import FILE_MOST
from pbem.replays.bundle import PAGE as SHARED
from pbem.replays.words import item
from pbem.table.moments import read_place
from pbem.vassal.pictures import kind_of
from pbem.view.drawing import stylesheet
from pbem.view.markup import joined

T = TypeVar("T")

PAGE = Path(__file__).parent / "page"
"""The folder of files that only the board has; what a replay has too lies there."""
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
MAP_STYLE = "map.css"
INDEX, HTML = "index.html", b'<html lang="en">'
ALONE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
"""The policy for a stranger's picture: opened by itself, an SVG runs nothing and loads nothing."""
LOOKED_EVERY = 0.5
"""Seconds between two looks at whether the log has changed."""
STREAMS_MOST = 16
"""Streams that report changes: a browser has six connections to one address."""
PARAGRAPHS_MOST = 20
"""Paragraphs sent at once."""
REPORTED_MOST = 200
"""Events sent at once."""


@cache
def files_of(*folders: Path) -> Mapping[str, Path]:
    """Return name -> file of a page: whatever folder a file lies in, its name alone is asked for.

    Only the last folder's `INDEX` is the page.

    Raises:
        ValueError: Two files have one name.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            if path.name in found and path.name != INDEX:
                raise ValueError(f"{path} and {found[path.name]} have one name")
            found[path.name] = path
    return found


class _Digits(StringConvertor):
    """The number of a practice in an address, which may have any length."""

    regex = "[0-9]+"


register_url_convertor("digits", _Digits())

OnBoard = BoardGame | PracticeBoard
"""The subject of a board: a game in a log, or a practice."""


class Routes:
    """The addresses of a game's board and of the practices that were begun from it.

    Args:
        game: The game or practice on the board.
        ends: Says whether it is about to end.
        root: The address below which it lies, if a lobby opened it; the lobby is above.
    """

    def __init__(self, game: OnBoard, ends: Callable[[], bool], root: str = "") -> None:
        self._boards = [game]
        self._ends = ends
        self._root = root
        self._streams: list[asyncio.Event] = []
        # One thread for all that reads or writes: databases and files here are used from one.
        self._worker = ThreadPoolExecutor(1, "board")

    def close(self) -> None:
        """End the one thread, once what it does is done."""
        self._worker.shutdown()

    def mark(self, number: int = 0) -> str:
        """Return what changes when a log does, or why it is gone.

        ``number``: 0 for the game, then from 1 for the practices that were begun from it.
        """
        if number >= len(self._boards):
            return ""
        return _mark(self._boards[number])

    def app(self) -> Starlette:
        """Return what answers to all addresses."""
        every = [
            Route("/state", self._state),
            Route("/map", self._map),
            Route("/table", self._table),
            Route("/picture", self._picture),
            Route("/pictures", self._pictures, methods=["POST"]),
            Route("/past", self._past),
            Route("/news", self._news),
            Route("/charts", self._charts),
            Route("/words", self._words),
            Route("/paragraph", self._paragraph),
            Route("/choices", self._choices, methods=["POST"]),
            Route("/promised", self._promised, methods=["POST"]),
            Route("/reckoned", self._reckoned, methods=["POST"]),
            Route("/kept", self._kept, methods=["POST"]),
            Route("/try", self._try, methods=["POST"]),
            Route("/doubts", self._doubts, methods=["POST"]),
            Route("/growth", self._growth),
            Route("/order", self._order, methods=["POST"]),
            Route("/roll", self._roll, methods=["POST"]),
            Route("/back", self._back, methods=["POST"]),
            Route("/sensible", self._sensible, methods=["POST"]),
        ]
        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/page/{name}", self._page),
                Route("/sides", self._sides),
                Route("/why", self._why),
                Route("/unsent", self._unsent, methods=["POST"]),
                Route("/sign", self._sign, methods=["POST"]),
                Route("/lock", self._lock, methods=["POST"]),
                Route("/came", self._came, methods=["POST"]),
                Route("/outgoing", self._outgoing),
                Route("/message", self._message),
                Route("/log", self._log),
                Route("/practice", self._practice, methods=["POST"]),
                *every,
                Mount("/{board:digits}", routes=[Route("/", self._page), *every]),
            ],
            exception_handlers={
                Exception: answers.failed,
                sent.TooLargeError: answers.too_large,
                ClientDisconnect: answers.broken_off,
            },
        )

    def _shown(self, request: Request) -> OnBoard:
        """Return whose address this is; raises FormError where there is no such practice."""
        number = sent.number(request.path_params.get("board", "0"))
        try:
            return self._boards[number]
        except IndexError:
            raise FormError(f"No practice {number} is open here. Go back to the board.") from None

    def _game(self) -> BoardGame:
        """Return the game in a log; raises FormError where a practice alone is shown."""
        if isinstance(self._boards[0], BoardGame):
            return self._boards[0]
        raise FormError("This is practice. Nothing in it is signed or mailed.")

    def _tried(self, request: Request) -> PracticeBoard:
        """Return a practice; raises FormError where the address is that of a log."""
        shown = self._shown(request)
        if isinstance(shown, PracticeBoard):
            return shown
        raise FormError("This is no practice. Begin one from an event.")

    async def call(self, what: Callable[[], T]) -> T:
        """Have the one thread call ``what``; return or raise as that does."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, what)

    # --- the page ----------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        name = request.path_params.get("name", INDEX)
        kind = TYPES.get(name.rpartition(".")[2])
        if name == MAP_STYLE:
            return Response(stylesheet(), media_type=kind)
        files = files_of(SHARED, PAGE)
        path = files.get(name)
        if kind is None or path is None:
            return answers.data({"error": f"The board has no file '{name}'."}, 404)
        content = read_plain(path, FILE_MOST)
        if name == INDEX:
            content = preloaded(content.replace(HTML, self._page_tag(request)), files)
        return Response(content, media_type=kind)

    def _page_tag(self, request: Request) -> bytes:
        """Return the tag of a page, which says whether a board or a lobby opened it."""
        marks = [b' data-behind="../"'] if "board" in request.path_params else []
        marks += [b' data-lobby="/"'] if self._root else []
        return b"".join([HTML[:-1], *marks, b">"])

    # --- what it asks for --------------------------------------------------------------------

    async def _state(self, request: Request) -> Response:
        return await self._answer(lambda: self._shown(request).state())

    async def _map(self, request: Request) -> Response:
        def drawn() -> Response:
            query = request.query_params
            if "event" not in query:
                found = self._shown(request).picture()
            else:
                pictures = self._shown(request).past(sent.number(query["event"])).pictures
                step = sent.number(query.get("step", "0"))
                found = pictures[min(step, len(pictures) - 1)] if pictures else None
            if found is None:
                return answers.data({"error": "There is no map yet: the game has not begun."}, 404)
            return Response(answers.drawing(found), media_type=TYPES["svg"])

        return await self._answered(drawn)

    async def _table(self, request: Request) -> Response:
        def found() -> Any:
            given = (request.query_params.get(one, "0") for one in ("event", "step"))
            event, step = map(sent.number, given)
            hands = self._shown(request).past(event).hands
            last = max(0, min(step, len(hands) - 1))
            return answers.laid(hands[last], hands[last - 1] if last else None)

        return await self._answer(found)

    async def _past(self, request: Request) -> Response:
        first = request.query_params.get("from", "0")

        def found() -> str:
            return str(joined(recorded(self._shown(request), sent.number(first), REPORTED_MOST)))

        return await self._answer(found)

    async def _news(self, request: Request) -> Response:
        return await self._answer(lambda: self._shown(request).came_last())

    async def _charts(self, request: Request) -> Response:
        return await self._answer(lambda: str(lookup.charts(self._shown(request).charts())))

    async def _words(self, request: Request) -> Response:
        return await self._answer(lambda: self._shown(request).words())

    async def _why(self, request: Request) -> Response:
        at = request.query_params.get("at", "")

        def found() -> str:
            return str(lookup.reasons(self._game().explained(read_place(at))))

        return await self._answer(found)

    async def _paragraph(self, request: Request) -> Response:
        names = request.query_params.getlist("name")[:PARAGRAPHS_MOST]

        def found() -> str:
            shown = self._shown(request)
            return "".join(lookup.paragraph(shown.paragraph(name)) for name in names)

        return await self._answer(found)

    async def _sides(self, _request: Request) -> Response:
        def found() -> list[dict[str, Any]]:
            return [
                {
                    "id": side.entry.id,
                    "told": str(item(side.entry, f"{side.entry.seq}{name}")),
                    "map": answers.drawing(side.pictures[-1]) if side.pictures else None,
                }
                for side, name in zip(self._game().sides(), "ab", strict=True)
            ]

        return await self._answer(found)

    async def _choices(self, request: Request) -> Response:
        body = await sent.body_of(request)
        return await self._answer(lambda: self._chosen(request, sent.read(body, sent.Written)))

    def _chosen(self, request: Request, written: sent.Written) -> Any:
        shown = self._shown(request)
        found = shown.choices(written.text, written.about, written.at)
        drawn = None
        if found.picture is not None and not getattr(found.picture, "leaves", ()):
            drawn = answers.drawing(found.picture, shown.picture())  # of a table the page draws it
        return {"choices": msgspec.structs.replace(found, picture=None), "map": drawn}

    async def _promised(self, request: Request) -> Response:
        body = await sent.body_of(request)

        def found() -> Promised:
            offered = sent.read(body, sent.Offered)
            return self._shown(request).promised(offered.text, offered.line)

        return await self._answer(found)

    async def _reckoned(self, request: Request) -> Response:
        body = await sent.body_of(request)

        def found() -> Reckoned:
            offered = sent.read(body, sent.Offered)
            return self._shown(request).reckoned(offered.text, offered.line)

        return await self._answer(found)

    async def _kept(self, request: Request) -> Response:
        body = await sent.body_of(request)

        def found() -> dict[str, Any]:
            return self._shown(request).kept(sent.read(body, sent.Written).text)._asdict()

        return await self._answer(found)

    async def _try(self, request: Request) -> Response:
        body = await sent.body_of(request)
        return await self._answer(lambda: self._tries(request, sent.read(body, sent.Written)))

    def _tries(self, request: Request, written: sent.Written) -> Any:
        shown = self._shown(request)
        if isinstance(shown, BoardGame):
            return shown.tried(written.text, clear=written.clear)
        return shown.tried(written.text)

    async def _doubts(self, request: Request) -> Response:
        body = await sent.body_of(request)

        def found() -> list[str]:
            written = sent.read(body, sent.Written)
            return self._game().doubts(written.text, clear=written.clear)

        return await self._answer(found)

    async def _unsent(self, request: Request) -> Response:
        body = await sent.body_of(request)
        return await self._answer(lambda: self._game().keep(sent.read(body, sent.Written).text))

    async def _sign(self, request: Request) -> Response:
        body = await sent.body_of(request)
        return await self._answer(lambda: self._game().sign(sent.read(body, Wish)))

    async def _lock(self, _request: Request) -> Response:
        return await self._answer(lambda: self._game().lock())

    async def _came(self, request: Request) -> Response:
        data = await sent.body_of(
            request, sent.MAIL_MOST, "No log is that long. 'pbem mail read' reads longer mail."
        )
        return await self._answer(lambda: self._game().came(data))

    async def _outgoing(self, _request: Request) -> Response:
        return await self._answer(lambda: self._game().outgoing()._asdict())

    async def _message(self, request: Request) -> Response:
        def found() -> Response:
            number = sent.number(request.query_params.get("number", "0"))
            message = self._game().message(number)
            return answers.file(message, "message/rfc822", f"message-{number}.eml")

        return await self._answered(found)

    async def _picture(self, request: Request) -> Response:
        name = request.query_params.get("name", "")

        def sent_as_is(data: bytes) -> Response:
            if not data:
                return answers.refused(FormError(NO_PICTURE))
            return Response(data, media_type=kind_of(data), headers=ALONE)

        shown = self._boards[0]  # a practice that was begun from a game has that game's
        if (data := shown.art.ready(name)) is not None:
            return sent_as_is(data)  # a map asks for a thousand at once: none waits for the thread
        return await self._answered(lambda: sent_as_is(shown.art.shown(name)))

    async def _pictures(self, request: Request) -> Response:
        body = await sent.body_of(request)
        art = self._boards[0].art
        return await self._answer(lambda: art.together(sent.read(body, sent.Wanted).names))

    async def _log(self, _request: Request) -> Response:
        def found() -> Response:
            name, data = self._game().log()
            return answers.file(data, "application/octet-stream", name)

        return await self._answered(found)

    # --- practice ----------------------------------------------------------------------------

    async def _practice(self, request: Request) -> Response:
        body = await sent.body_of(request)

        def begun() -> Any:
            game = self._game()
            path = game.practice(sent.read(body, sent.After).event)
            self._boards.append(PracticeBoard(game.library, path, game.module_of))
            return {"there": f"{self._root}/{len(self._boards) - 1}/"}

        return await self._answer(begun)

    async def _order(self, request: Request) -> Response:
        return await self._does(request, lambda to, wish: to.order(wish.text, wish.head))

    async def _roll(self, request: Request) -> Response:
        def rolls(to: PracticeBoard, wish: sent.Trying) -> list[str]:
            return to.roll(wish.faces, wish.head, every=wish.every)

        return await self._does(request, rolls)

    async def _back(self, request: Request) -> Response:
        return await self._does(request, lambda to, wish: to.back(wish.to, wish.head))

    async def _sensible(self, request: Request) -> Response:
        return await self._does(request, lambda to, wish: to.sensible(wish.text))

    async def _does(
        self, request: Request, what: Callable[[PracticeBoard, sent.Trying], object]
    ) -> Response:
        body = await sent.body_of(request)
        return await self._answer(lambda: what(self._tried(request), sent.read(body, sent.Trying)))

    # --- what grows --------------------------------------------------------------------------

    async def _growth(self, request: Request) -> Response:
        try:
            shown = self._shown(request)
        except FormError as error:
            return answers.data({"error": str(error)}, 404)
        # A stream that is ended here holds no file any more: its connection ends with it.
        return StreamingResponse(
            self._grown(shown), media_type="text/event-stream", headers={"Connection": "close"}
        )

    async def _grown(self, shown: OnBoard) -> AsyncIterator[str]:
        """Report each change of the log, first how it is now; a line between keeps it open.

        If the log has gone, that is reported too: the page says so. If there are too many, the
        oldest ends, and its page asks for another.
        """
        last, over = "", asyncio.Event()
        self._streams.append(over)
        if len(self._streams) > STREAMS_MOST:
            self._streams.pop(0).set()
        try:
            while not (self._ends() or over.is_set()):
                now = _mark(shown)
                yield f"data: {now}\n\n" if now != last else ":\n\n"
                last = now
                with suppress(TimeoutError):
                    await asyncio.wait_for(over.wait(), LOOKED_EVERY)
        finally:
            with suppress(ValueError):
                self._streams.remove(over)

    async def _answer(self, what: Callable[[], object]) -> Response:
        return await self._answered(lambda: answers.data(what()))

    async def _answered(self, what: Callable[[], Response]) -> Response:
        """Answer one request; what fails in it ends no other, and nothing in memory is trusted."""

        def bounded() -> Response:
            with taking("this request", self._forget):
                return what()

        try:
            return await self.call(bounded)
        except UnforeseenError as error:
            return answers.fault(error)
        except PbemError as error:
            return answers.refused(error)

    def _forget(self) -> None:
        for board in self._boards:
            board.forget()


def _mark(shown: OnBoard) -> str:
    try:
        return shown.mark
    except LogFileError as error:
        return f"gone: {error}"

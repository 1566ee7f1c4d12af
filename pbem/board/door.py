"""The door of the board: it lets in the browser of the user who started it, and no page of others.

A program that can sign orders needs a door. It is open on this machine alone, at one address of
127.0.0.0/8, and by no name. `localhost` may also be [::1], where another account of the machine can
listen at the same port. A page of that name would be theirs as well as ours. A browser shows the
token that the program printed, once, and has a cookie and a key from then on. Requests that another
page, or one on a disk, makes a browser send are refused. The key is there because a browser brings
the cookie to every port of an address, no matter who listens at it. The page keeps the key where
its own port alone can read it, and sends it itself.

The next program at an origin finds what a browser keeps of it: a script that answers in its stead
(a service worker), or a page that is still open. So the address is drawn at random where the system
has many (`pbem.board.serving`): nobody can have been at that origin before.

A page that stays open may find somebody else at its port when the program was ended. So the program
gives each page a secret as it opens, which the page keeps in its memory alone, and which ends with
the program. Before the page sends anything that changes something, it sends a fresh nonce. The
program proves by a MAC over it that it is still the same.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Callable
from hmac import compare_digest
from typing import NamedTuple
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pbem.board.connections import Address, is_own_connection

HOST = "127.0.0.1"
"""The one address of this machine that every system has."""
TOKEN = "token"  # noqa: S105 - the name of what carries it
KEY = "x-board-key"
"""The header with the page's key."""
SECRET = "/secret"  # noqa: S105 - the address of it
"""The address at which a page gets the secret by which it knows its program again."""
PROOF = "/proof"
"""The address of the proof that the program is the same: HMAC-SHA256 (RFC 2104) over a nonce."""
NONCE = re.compile(rb"nonce=([0-9a-f]{64})")
"""The query with a page's nonce, 32 bytes in hexadecimal digits."""
READ = ("GET", "HEAD")
CHANGE = "POST"
BYTES = "application/octet-stream"


class Front(NamedTuple):
    """The differences between doors.

    Args:
        command: The command that starts the program, and prints its address.
        without_key: The addresses that a browser fetches by itself, without a header of the page's.
            Each is mailed to the others anyway, or is a picture of the player's own file.
    """

    command: str
    without_key: re.Pattern[str]


BOARD = Front("pbem board", re.compile(r"(/[0-9]+)?/(growth|picture)?|/page/[^/]*|/log|/message"))

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
"""The sources from which a page may load: the board itself, and no line inside a page.

A picture can stand in an address, as data: a map has many, and they come in one answer."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

ENTERED = """<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<link rel="icon" href="/page/icon.svg"><meta name="key" content="{key}">
<script type="module" src="/page/enter.js"></script><title>The board</title>
<p><a href="{there}">To the board</a></p></html>
"""
"""Sent with the cookie: a step of the page itself, so that a strict cookie comes along; and with
the key, which its script keeps for the page."""

NOT_OURS = (
    "The board opens only for programs of the account that started it, and the system does not say "
    "that yours is one. Open the address in a browser on this computer, under that account. The "
    "address was not used up."
)
"""Said to who has the token out of the list of running programs, where it stands while a browser is
started with it."""


def _refusal(why: str) -> Response:
    # The connection ends with it: else anybody could keep as many as the program may have.
    return PlainTextResponse(why, 403, {"Connection": "close"})


class Door:
    """Lets requests through to ``app`` that come from the page of the board at ``host``, ``port``.

    ``token`` opens it once, at ``start``; later the cookie does, whose name holds the port, since
    browsers share cookies between all ports of an address, and the key. ``is_own`` says whether a
    connection comes from a program of this account: the token opens the door to no other.
    ``front``: what differs from door to door.
    """

    def __init__(
        self,
        app: ASGIApp,
        port: int,
        start: str = "/",
        is_own: Callable[[Address, Address], bool] = is_own_connection,
        host: str = HOST,
        *,
        front: Front = BOARD,
    ) -> None:
        self.token = secrets.token_urlsafe(32)
        self._app = app
        self._start = start
        self._server = host, port
        self._host = f"{host}:{port}"
        self._front = front
        self._command = front.command
        self._name = f"pbem-board-{port}"
        self._cookie = secrets.token_urlsafe(32)
        self._key = secrets.token_urlsafe(32)
        self._secret = secrets.token_bytes(32)
        self._is_own = is_own
        self._used = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered inside the door."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nobody here speaks through a web socket
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refused(scope)
        if refused is not None:
            answer: Response | None = _refusal(refused)
        else:
            answer = self._enters(scope) or self._proves(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name.lower() for name, _ in message["headers"]}
                more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                fresh = [one for one in more if one[0].lower() not in names]
                message["headers"] = [*message["headers"], *fresh]
            await send(message)

        await (answer or self._app)(scope, receive, guarded)

    def _refused(self, scope: Scope) -> str | None:
        """Say why a request is not heard, None where it is."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if hosts != [self._host]:
            return (
                f"The board answers only to the address that '{self._command}' printed, digit by "
                "digit. At a name such as 'localhost', another program may listen. Use the printed "
                "address, which was not used up."
            )
        if scope["method"] not in (*READ, CHANGE):
            return "The board answers GET, HEAD and POST, and nothing else."
        if not self._comes_from_here(headers, changes=scope["method"] == CHANGE):
            return "This comes from another page. The board answers only its own page."
        if self._offered(scope) is not None:
            return None
        if self._knows(headers) and (self._needs_no_key(scope) or self._has_key(headers)):
            return None
        return (
            "The board is open only to the person who started it. Use the address that "
            f"'{self._command}' printed."
        )

    def _needs_no_key(self, scope: Scope) -> bool:
        return (
            scope["method"] in READ and self._front.without_key.fullmatch(scope["path"]) is not None
        )

    def _has_key(self, headers: Headers) -> bool:
        return compare_digest(headers.get(KEY, "").encode(), self._key.encode())

    def _comes_from_here(self, headers: Headers, *, changes: bool) -> bool:
        """Whether a request was made by the board's page; who only looks may also have typed it.

        A page after another port of this machine is `same-site`, and its requests bring the
        cookie along: it is not ours.
        """
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if origin is not None and origin != f"http://{self._host}":
            return False
        if site is not None:
            return site == "same-origin" or (site == "none" and not changes)
        return origin is not None or not changes

    def _offered(self, scope: Scope) -> str | None:
        """Return the token that the address holds, None without one."""
        if scope["path"] != self._start or scope["method"] != "GET":
            return None
        offered = parse_qs(scope["query_string"].decode("ascii", "replace")).get(TOKEN)
        return offered[0] if offered else None

    def _knows(self, headers: Headers) -> bool:
        """Whether a request brings the cookie."""
        # Beside it stand those of every port of this machine, which no parser of cookies has to
        # understand: one that it did not would lock the board's own page out.
        for part in ";".join(headers.getlist("cookie")).split(";"):
            name, _, value = part.strip().partition("=")
            if name == self._name and compare_digest(value.encode(), self._cookie.encode()):
                return True
        return False

    def _proves(self, scope: Scope) -> Response | None:
        """Give a page the secret, or prove to it that this is the program that did; else None."""
        if scope["path"] == SECRET:
            return Response(self._secret, media_type=BYTES)
        if scope["path"] != PROOF:
            return None
        nonce = NONCE.fullmatch(scope["query_string"])
        if nonce is None:
            return PlainTextResponse("A proof needs a nonce of 64 hexadecimal digits.", 422)
        over = bytes.fromhex(nonce[1].decode())
        return Response(hmac.digest(self._secret, over, hashlib.sha256), media_type=BYTES)

    def _enters(self, scope: Scope) -> Response | None:
        """Give the cookie for the token, once; None where nobody offers one."""
        offered = self._offered(scope)
        if offered is None:
            return None
        right = compare_digest(offered.encode(), self.token.encode())
        client = scope.get("client")
        if not right or self._used:
            why = "was used already" if right else f"is not the one that '{self._command}' printed"
            return _refusal(f"This address {why}. Start '{self._command}' again.")
        if client is None or not self._is_own(client, self._server):
            return _refusal(NOT_OURS)
        self._used = True
        answer = HTMLResponse(ENTERED.format(there=self._start, key=self._key))
        answer.set_cookie(self._name, self._cookie, httponly=True, samesite="strict", path="/")
        return answer

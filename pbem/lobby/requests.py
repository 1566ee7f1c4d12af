"""The table of all requests of the lobby's page: what each brings, and what answers it.

It knows no socket. A server, or a browser with the engine in its page, has `answered` answer a
request: method, path, query and body go in; status, type and body come out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from pbem.board import refusing, sent
from pbem.crypto.text import as_json
from pbem.errors import FormError, PbemError, UnforeseenError
from pbem.items import item
from pbem.lobby.forms import (
    File,
    Joining,
    NewIdentity,
    OneGame,
    OneMessage,
    Opening,
    Practising,
    There,
    Words,
)
from pbem.lobby.lobby import Lobby

RAW = bytes
"""The form of a request that brings a file."""
JSON = "application/json"


class Asked(NamedTuple):
    """A request: the form of what it brings (None: nothing), and what answers it."""

    form: type[Any] | None
    answer: Callable[[Lobby, Any], object]


class Answer(NamedTuple):
    """What a browser gets: ``name``: it is kept as a file of this name, and not shown."""

    status: int
    type: str
    body: bytes
    name: str = ""


READ: Mapping[str, Asked] = {
    "hall": Asked(None, lambda lobby, _: lobby.hall()),
    "offers": Asked(None, lambda lobby, _: lobby.offers()),
}
"""Requests that change nothing; what they bring is in the query."""

FILES: Mapping[str, Asked] = {
    "picture": Asked(OneGame, lambda lobby, wish: lobby.drawing(wish.game)),
    "card": Asked(None, lambda lobby, _: lobby.card()),
    "message": Asked(OneMessage, lambda lobby, wish: lobby.message(wish.game, wish.number)),
}
"""The same, of what a browser fetches by itself, for an image or as a file.

No header of the page's comes with it. None of it is more than what is mailed to others.
"""

CHANGE: Mapping[str, Asked] = {
    "identity": Asked(NewIdentity, Lobby.identity),
    "compare": Asked(Words, Lobby.words),
    "new": Asked(Opening, Lobby.new),
    "join": Asked(Joining, Lobby.join),
    "board": Asked(OneGame, lambda lobby, wish: There(lobby.board(wish))),
    "practice": Asked(Practising, lambda lobby, wish: There(lobby.practice(wish))),
    "came": Asked(RAW, Lobby.came),
    "outgoing": Asked(OneGame, Lobby.outgoing),
    "mailed": Asked(OneGame, Lobby.mailed),
    "check": Asked(RAW, Lobby.check),
    "replay": Asked(RAW, Lobby.replay),
}
"""Requests that bring something or change something, in the body."""


def asked(method: str, name: str) -> Asked | None:
    """Return the request of this name, None where there is none."""
    if method == "POST":
        return CHANGE.get(name)
    return (READ.get(name) or FILES.get(name)) if method in ("GET", "HEAD") else None


def answered(lobby: Lobby, method: str, path: str, query: Mapping[str, str], body: bytes) -> Answer:
    """Answer a request; what is refused, or fails, is an answer too, and ends no other request."""
    one = asked(method, path.removeprefix("/"))
    if one is None:
        return _data({"error": f"The lobby has no '{path}'."}, 404)
    try:
        with item("this request"):
            found = one.answer(lobby, _brought(one.form, method, query, body))
            if isinstance(found, File):
                return Answer(200, found.type, found.data, found.name)
            return _data(found)
    except UnforeseenError as error:
        return _data(*refusing.fault(error))
    except PbemError as error:
        return _data(*refusing.told(error))


def _brought(form: type[Any] | None, method: str, query: Mapping[str, str], body: bytes) -> Any:
    if form is None or form is RAW:
        return body
    if method == "POST":
        return sent.read(body, form)
    try:
        return msgspec.convert(dict(query), form, strict=False)
    except msgspec.ValidationError as error:
        raise FormError(f"what the page asked for is not in the form required: {error}") from None


def _data(value: object, status: int = 200) -> Answer:
    return Answer(status, JSON, as_json(value).encode())

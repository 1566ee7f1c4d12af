"""The table of all requests of the lobby's page: what each brings, and what answers it.

It knows no socket. A server, or a browser with the engine in its page, looks a request up here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pbem.lobby.forms import (
    Joining,
    NewIdentity,
    OneGame,
    Opening,
    Practising,
    There,
    Words,
)
from pbem.lobby.lobby import Lobby

RAW = bytes
"""The form of a request that brings a file."""


class Asked(NamedTuple):
    """A request: the form of what it brings (None: nothing), and what answers it."""

    form: type[Any] | None
    answer: Callable[[Lobby, Any], object]


READ: Mapping[str, Asked] = {
    "hall": Asked(None, lambda lobby, _: lobby.hall()),
    "offers": Asked(None, lambda lobby, _: lobby.offers()),
}
"""Requests that change nothing."""

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
}
"""Requests that bring something or change something."""

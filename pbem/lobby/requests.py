"""The table of all requests of the lobby's page: what each brings, and what answers it.

It knows no socket. A server, or a browser with the engine in its page, has `answered` answer a
request: method, path, query and body go in; status, type and body come out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pbem.board import refusing, sent
from pbem.client.storage import given
from pbem.crypto.text import as_json
from pbem.errors import FormError, PbemError, UnforeseenError
from pbem.items import item
from pbem.lobby import cards, errands, inviting, judged, recipes
from pbem.lobby.forms import (
    Accepting,
    AgentWish,
    Boxing,
    Chosen,
    Collecting,
    Deadline,
    Entering,
    File,
    Founding,
    Heap,
    Inviting,
    Joining,
    Leaving,
    Linking,
    Mending,
    NewIdentity,
    Nothing,
    OfCup,
    OfModule,
    OfRecipes,
    OneCup,
    OneGame,
    OneLink,
    OneMessage,
    OnePack,
    OnePractice,
    OneRecipe,
    Opened,
    Opening,
    Planned,
    Practising,
    Publishing,
    Ruling,
    Saying,
    Scenario,
    Shown,
    Site,
    TakenRecipes,
    There,
    Words,
)
from pbem.lobby.lobby import Lobby

RAW = bytes
"""The form of a request that brings a file."""
HELD = Chosen
"""The form of one that brings a file too large for memory: it lies on the disk."""
JSON = "application/json"
TABLE_MOST = 2 << 20
"""Bytes of what may bring a table file, in base64."""


ALONE = (
    "sandbox allow-scripts allow-downloads allow-modals; default-src 'none'; "
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
)
"""The policy of a page with scripts inside: an origin of its own, and no network."""


class Asked(NamedTuple):
    """A request: the form of what it brings (None: nothing), what answers it, its most bytes."""

    form: type[Any] | None
    answer: Callable[[Lobby, Any], object]
    most: int = sent.BODY_MOST


class Answer(NamedTuple):
    """The answer to a browser.

    ``name``: it is kept as a file of this name, and not shown. ``alone``: a page of its own, which
    runs its own scripts and reaches nothing of the lobby (`ALONE`).
    """

    status: int
    type: str
    body: bytes
    name: str = ""
    alone: bool = False


READ: Mapping[str, Asked] = {
    "hall": Asked(None, lambda lobby, _: lobby.hall()),
    "offers": Asked(None, lambda lobby, _: lobby.offers()),
    "own-card": Asked(Site, lambda lobby, wish: cards.own_card(lobby.client, wish)),
}
"""Requests that change nothing; what they bring is in the query."""

FILES: Mapping[str, Asked] = {
    "picture": Asked(OneGame, lambda lobby, wish: lobby.drawing(wish.game)),
    "scene": Asked(Scenario, Lobby.scene),
    "log": Asked(OneGame, lambda lobby, wish: lobby.log(wish.game)),
    "card": Asked(None, lambda lobby, _: lobby.card()),
    "message": Asked(OneMessage, lambda lobby, wish: lobby.message(wish.game, wish.number)),
    "watch": Asked(Shown, lambda lobby, wish: lobby.shown(wish.number)),
}
"""The same, of what a browser fetches by itself, for an image or as a file.

No header of the page's comes with it. None of it is more than what is mailed to others.
"""


def _directing() -> Any:
    from pbem.lobby import directing  # noqa: PLC0415 - inside a browser nobody directs

    return directing


def _founding() -> Any:
    from pbem.lobby import founding  # noqa: PLC0415 - inside a browser nobody directs

    return founding


def _page(lobby: Lobby, wish: OneCup) -> object:
    from pbem.lobby import standing  # noqa: PLC0415 - as above

    return standing.page(lobby.client, wish)


CHANGE: Mapping[str, Asked] = {
    "identity": Asked(NewIdentity, Lobby.identity),
    "compare": Asked(Words, Lobby.words),
    "new": Asked(Opening, Lobby.new),
    "join": Asked(Joining, Lobby.join),
    "board": Asked(OneGame, lambda lobby, wish: There(lobby.board(wish))),
    "practice": Asked(Practising, lambda lobby, wish: There(lobby.practice(wish))),
    "invite": Asked(Inviting, lambda lobby, wish: inviting.make(lobby.client, wish)),
    "invitation": Asked(OneLink, lambda lobby, wish: inviting.shown(lobby.client, wish)),
    "accept": Asked(Accepting, lambda lobby, wish: inviting.answer(lobby.client, wish), TABLE_MOST),
    "table-file": Asked(OnePack, lambda lobby, wish: inviting.table_file(lobby.client, wish)),
    "link": Asked(Linking, Lobby.link),
    "module": Asked(HELD, Lobby.module, given.MOST),
    "table": Asked(OfModule, Lobby.made_table),
    "box": Asked(Boxing, Lobby.made_box, TABLE_MOST),
    "try-recipe": Asked(OneRecipe, lambda lobby, wish: recipes.tried(lobby.client, wish)),
    "recipes": Asked(OfRecipes, lambda lobby, wish: recipes.kept(lobby.client, wish)),
    "take-recipes": Asked(
        TakenRecipes, lambda lobby, wish: recipes.taken(lobby.client, wish), TABLE_MOST
    ),
    "recipes-file": Asked(OnePack, lambda lobby, wish: recipes.file(lobby.client, wish)),
    "came": Asked(RAW, Lobby.came, sent.MAIL_MOST),
    "outgoing": Asked(OneGame, Lobby.outgoing),
    "mailed": Asked(OneGame, Lobby.mailed),
    "practised": Asked(OnePractice, lambda lobby, wish: There(lobby.practised(wish))),
    "judge": Asked(Heap, lambda lobby, wish: judged.judge(lobby.client, wish), 2 * sent.MAIL_MOST),
    "replay": Asked(
        RAW, lambda lobby, data: lobby.shows(judged.replay(lobby.client, data)), sent.MAIL_MOST
    ),
    "first-replay": Asked(Nothing, lambda lobby, _: lobby.first_replay()),
    "backup": Asked(Nothing, lambda lobby, _: lobby.backups.back_up()),
    "backup-saved": Asked(Nothing, lambda lobby, _: lobby.backups.is_saved()),
    "restore": Asked(RAW, lambda lobby, data: errands.put_back(lobby.client, data), sent.MAIL_MOST),
    "mend-card": Asked(Mending, lambda lobby, wish: cards.mend_card(lobby.client, wish)),
    "agent": Asked(AgentWish, lambda lobby, wish: errands.set_up_agent(lobby.client, wish)),
    "agent-once": Asked(Opened, lambda lobby, wish: errands.run_agent(lobby.client, wish)),
    "terms": Asked(OneCup, lambda lobby, wish: errands.terms(lobby.client, wish)),
    "enter": Asked(Entering, lambda lobby, wish: errands.enter(lobby.client, wish)),
    "say": Asked(Saying, lambda lobby, wish: errands.says(lobby.client, wish)),
    "plan": Asked(Nothing, lambda *_: _founding().template()),
    "found": Asked(Founding, lambda lobby, wish: _founding().found(lobby.client, wish)),
    "found-form": Asked(Planned, lambda lobby, wish: _founding().found_by_form(lobby.client, wish)),
    "collect": Asked(
        Collecting, lambda lobby, wish: _directing().collect(lobby.client, wish), 2 * sent.MAIL_MOST
    ),
    "cup": Asked(OneCup, _page),
    "pair": Asked(OfCup, lambda lobby, wish: _directing().pair(lobby.client, wish)),
    "cup-mail": Asked(OneCup, lambda lobby, wish: _directing().mail(lobby.client, wish)),
    "cup-log": Asked(OneCup, lambda lobby, wish: _directing().log(lobby.client, wish)),
    "due": Asked(Deadline, lambda lobby, wish: _directing().due(lobby.client, wish)),
    "rule": Asked(Ruling, lambda lobby, wish: _directing().rule(lobby.client, wish)),
    "out": Asked(Leaving, lambda lobby, wish: _directing().out(lobby.client, wish)),
    "close": Asked(OfCup, lambda lobby, wish: _directing().close(lobby.client, wish)),
    "publish": Asked(
        Publishing, lambda lobby, wish: _directing().publish(lobby.client, wish), 2 * sent.MAIL_MOST
    ),
    "verify-cup": Asked(OneCup, lambda lobby, wish: _directing().verify(lobby.client, wish)),
    "play-cups": Asked(Opened, lambda lobby, wish: errands.play_tournaments(lobby.client, wish)),
}
"""Requests that bring something or change something, in the body."""


def asked(method: str, name: str) -> Asked | None:
    """Return the request of this name, None where there is none."""
    if method == "POST":
        return CHANGE.get(name)
    return (READ.get(name) or FILES.get(name)) if method in ("GET", "HEAD") else None


def answered(
    lobby: Lobby, method: str, path: str, query: Mapping[str, str], body: bytes | Path
) -> Answer:
    """Answer a request; what is refused, or fails, is an answer too, and ends no other request.

    ``path``, ``query``: those of its address. ``body``: the file on the disk, where the form of the
    request is `HELD`; otherwise bytes.
    """
    one = asked(method, path.removeprefix("/"))
    if one is None:
        return _data({"error": f"The lobby has no '{path}'."}, 404)
    try:
        with item("this request"):
            found = one.answer(lobby, _brought(one.form, method, query, body))
            if isinstance(found, File):
                return Answer(200, found.type, found.data, found.name, found.alone)
            return _data(found)
    except UnforeseenError as error:
        return _data(*refusing.fault(error))
    except PbemError as error:
        return refused(error)


def refused(error: PbemError) -> Answer:
    """Return the answer to what was refused."""
    return _data(*refusing.told(error))


def _brought(
    form: type[Any] | None, method: str, query: Mapping[str, str], body: bytes | Path
) -> Any:
    if isinstance(body, Path):
        return Chosen(body, query.get("game", ""))
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

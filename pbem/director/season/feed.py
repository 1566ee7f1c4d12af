"""News of a season as an Atom feed (RFC 4287)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from pbem.director.pages.wording import Names
from pbem.director.season.form import Played, Season
from pbem.director.words.events import event_words
from pbem.log.event import Event
from pbem.table.library import Library
from pbem.view.markup import Markup, tag

NAME = "news.xml"
MOST = 50
"""How many of the newest entries the feed has."""

_NEWS = {
    "found": "founded",
    "entries": "a deadline for entries",
    "pair": "round {round} is paired",
    "due": "a deadline for round {round}",
    "result": "round {round}, a result",
    "rule": "round {round}, a ruling",
    "close": "over",
}


class News(NamedTuple):
    """An event that is news, and of which tournament."""

    at: str
    place: int
    event: Event
    one: Played


def news(played: Sequence[Played]) -> list[News]:
    """Return what is news, the newest first, by the times that events claim."""
    found = [
        News(event.at, place, event, one)
        for place, one in enumerate(played)
        for event in one.events
        if event.kind in _NEWS
    ]
    return sorted(found, key=lambda one: (one.at, one.place, one.event.seq), reverse=True)


def feed(
    season: Season, played: Sequence[Played], library: Library | None, names: Mapping[str, Names]
) -> bytes:
    """Return the feed.

    ``library``: None where no rules are at hand. ``names``: of the players of each tournament.
    """
    entries = news(played)[:MOST]
    links = [tag("link", rel="alternate", href=season.address or "index.html")]
    if season.address:
        links.append(tag("link", rel="self", href=f"{season.address}{NAME}"))
    made = tag(
        "feed",
        tag("id", _id(season.address or season.name)),
        tag("title", season.name),
        tag("updated", entries[0].at),
        tag("author", tag("name", season.name)),
        *links,
        *(_entry(one, season.address, library, names[one.one.name]) for one in entries),
        xmlns="http://www.w3.org/2005/Atom",
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n{made}\n'.encode()


def _entry(one: News, address: str, library: Library | None, names: Names) -> Markup:
    history, event = one.one.fold.now, one.event
    title = _NEWS[event.kind].format_map({"round": event.data.get("round", "")})
    return tag(
        "entry",
        tag("id", _id(event.id)),
        tag("title", f"{history.found.name}: {title}"),
        tag("updated", one.at),
        tag("link", rel="alternate", href=f"{address}{one.one.name}/events.html#e{event.seq}"),
        tag("content", event_words(event, history, library, names.of_handle), type="text"),
    )


def _id(said: str) -> str:
    """Return an id that stays: the same for the same event, wherever it is published."""
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'pbem:{said}')}"

"""The frame of every page: head, crest, navigation. `style.css` says how it looks.

A page is well-formed, and fetches nothing but what lies beside it. It has no script, but for one
if it has deadlines (`deadlines`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from pbem.director.pages.club import Club, from_front
from pbem.director.pages.cross import fitting
from pbem.director.pages.deadlines import SCRIPT
from pbem.files import read_plain
from pbem.view.markup import Markup, joined, tag

_STYLE_BYTES = 100_000


ICONS = {
    kind: tag("svg", tag("path", d=path), viewBox="0 0 16 16", aria_hidden="true")
    for kind, path in {
        "text/calendar": "M2 3.5h12v10.5H2zM2 7h12M5 1.5v3M11 1.5v3",
        "application/atom+xml": "M3 3a10 10 0 0 1 10 10M3 7.5a5.5 5.5 0 0 1 5.5 5.5M3.5 12.5v.01",
    }.items()
}
"""The icons of what a reader can subscribe to, by its type."""


class Frame(NamedTuple):
    """The frame around all pages of a folder.

    - ``of``: The id of the tournament, or of the season, of the pages.
    - ``up``: The target of the crest, and the source of the logo.
    - ``places``: Links and what they say.
    - ``feeds``: Types and links of what a reader can subscribe to, and what they say.
    - ``holds``: Ids of tournaments, if it is a season.
    """

    of: str
    club: Club
    title: str
    places: Sequence[tuple[str, str]]
    up: str = ""
    feeds: Sequence[tuple[str, str, str]] = ()
    holds: Sequence[str] = ()


def page(title: str, body: Iterable[object], frame: Frame, *, here: str = "") -> str:
    """Return a page around ``body``; ``here``: the link of the navigation that leads to it.

    ``frame``: what stands around it on every page.
    """
    allowed = "default-src 'none'; style-src 'self'; img-src 'self'"
    inside, scripts = joined(body), list[Markup]()
    if "<time " in inside:
        allowed += "; script-src 'self'"
        scripts = [tag("script", src=SCRIPT, defer="defer")]
    club, name = frame.club, frame.title
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=allowed),
        *map(mark, (frame.of, *frame.holds)),
        tag("title", title if title == name else f"{title}, {name}"),
        tag("link", rel="stylesheet", href="style.css"),
        *(tag("link", rel="alternate", type=kind, href=to) for kind, to, _ in frame.feeds),
        *scripts,
    )
    about = [tag("small", club.about)] if club.about else []
    brand = tag(
        "a",
        _crest(frame),
        tag("span", tag("b", name), *about),
        href=f"{frame.up}index.html",
        class_="brand",
    )
    places = [
        tag("a", said, href=to, **({"aria_current": "page"} if to == here else {}))
        for to, said in frame.places
    ]
    feeds = [tag("a", ICONS[kind], tag("span", said), href=to) for kind, to, said in frame.feeds]
    if club.play:
        feeds.insert(0, tag("a", "Play", href=from_front(club.play, frame.up), class_="play"))
    tools = [tag("div", *feeds, class_="buttons tools")] if feeds else []
    whole = tag(
        "html",
        head,
        tag(
            "body",
            tag("header", brand, tag("nav", *places, aria_label="Pages"), *tools, class_="top"),
            tag("main", inside),
        ),
        lang="en",
    )
    return f"<!DOCTYPE html>\n{whole}\n"


MARK = b'<meta name="pbem-tournament"'
"""The beginning of `mark` in every page."""


def mark(tournament: str) -> Markup:
    """Return what a page says of itself to programs: of which tournament it is one, by its id."""
    return tag("meta", name_="pbem-tournament", content=tournament)


def style(club: Club) -> str:
    """Return the style sheet of all pages, in the colour of a club."""
    sheet = read_plain(Path(__file__).with_name("style.css"), _STYLE_BYTES).decode()
    return f"{sheet}{fitting()}:root {{ --club: {club.colour.lower()}; }}\n"


def box(
    title: str, *inside: object, beside: object = "", kind: str = "", **marks: object
) -> Markup:
    """Return a part of a page in a frame of its own; ``beside``: what stands beside its title.

    ``inside``: its content. ``kind``: a class of its style. ``marks``: other attributes.
    """
    small = [tag("span", beside)] if beside else []
    return tag("section", tag("h2", title, *small), *inside, class_=f"box {kind}".strip(), **marks)


def _crest(frame: Frame) -> Markup:
    if logo := frame.club.logo_file:
        return tag("img", src=f"{frame.up}{logo}", alt="", class_="crest")
    letter = frame.title.strip()[:1].upper()
    return tag(
        "svg",
        tag("path", d="M17 1 32 6v13c0 9-6 15-15 18C8 34 2 28 2 19V6z", class_="shield"),
        tag("text", letter, x=17, y=25),
        viewBox="0 0 34 38",
        class_="crest",
        aria_hidden="true",
    )

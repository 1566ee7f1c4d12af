"""A page on which any log is dropped, and checked by the reader's browser without this program."""

from __future__ import annotations

from pbem.replays import checker
from pbem.replays.bundle import bundle, part
from pbem.replays.sealed import head
from pbem.view.markup import Markup, tag

SCRIPTS = ("build", "dropped")
STYLES = ("past.css", "dropped.css")
NAME = "check.html"
"""The name of its file where somebody names a folder."""

TITLE = "Check a log of pbem"
WHAT = (
    "This page checks the signed log of a game in your browser: the chain of events, all "
    "signatures, dice, sealed choices, cards and hidden supplies. It does not know the rules, so "
    "it does not check whether orders were legal. It works without a network and sends nothing: "
    "the log stays on your computer."
)
TRUST = (
    "A dishonest person could give you a page that accepts everything. Get this page from somebody "
    "who is not in the game, or write it yourself: pbem replay --checker check.html"
)


def page() -> str:
    """Return the page as HTML, in UTF-8: nothing of any game is in it."""
    scripts = [checker.script(), bundle(SCRIPTS)]
    body = tag(
        "body",
        tag(
            "main",
            tag("h1", TITLE),
            tag("p", WHAT),
            tag("p", TRUST, class_="told"),
            tag(
                "p",
                "This viewer runs no scripts, so it checks nothing. Open the file in a browser.",
                class_="asleep verdict bad",
            ),
            _drop(),
            tag("div", "", id="status", role="status"),
            tag("section", "", id="results", aria_label="Results"),
        ),
        *(tag("script", Markup(script)) for script in scripts),
    )
    style = "\n".join(map(part, STYLES))
    whole = tag("html", head(TITLE, style, scripts), body, lang="en")
    return f"<!DOCTYPE html>\n{whole}\n"


def _drop() -> Markup:
    return tag(
        "section",
        tag("h2", "The log"),
        tag(
            "label",
            "Drop files NAME.pbem or NAME.fork on this page, or choose them: ",
            tag("input", id="files", type="file", multiple="multiple"),
        ),
        tag("label", "Or paste the lines of a log:", for_="pasted"),
        tag("textarea", "", id="pasted", spellcheck="false", autocomplete="off"),
        tag("button", "Check the pasted lines", id="check", type="button"),
        id="drop",
    )

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
    "This page checks the signed log of a game in your browser: the chain of its events, every "
    "signature, every proof of dice and that the rolls follow from them, what was sealed, cards "
    "and hidden stocks. It plays no game: whether orders were legal it does not know. It sends "
    "nothing anywhere and works without a network; the log stays on your machine."
)
TRUST = (
    "Whoever gave you this page could have given you one that says yes to everything. Have it "
    "from somebody who is no party to the game, or write it: pbem replay --checker check.html"
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
                "This viewer runs no scripts, so nothing is checked: open the file in a browser.",
                class_="asleep verdict bad",
            ),
            _drop(),
            tag("div", "", id="status", role="status"),
            tag("section", "", id="results", aria_label="What was found"),
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
            "Drop files NAME.pbem or NAME.fork anywhere on this page, or choose them: ",
            tag("input", id="files", type="file", multiple="multiple"),
        ),
        tag("label", "Or paste the lines of a log:", for_="pasted"),
        tag("textarea", "", id="pasted", spellcheck="false", autocomplete="off"),
        tag("button", "Check what was pasted", id="check", type="button"),
        id="drop",
    )

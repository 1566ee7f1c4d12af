"""The past of a game as one file for a browser, which fetches nothing and checks the log in it."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from pbem.audit import report
from pbem.audit.verdict import Verdict
from pbem.audit.verify import verify
from pbem.crypto.text import as_json
from pbem.kit.sides import side_name
from pbem.kit.wording import counted
from pbem.replays import checker
from pbem.replays.bundle import bundle, part
from pbem.replays.recording import Recording, Side
from pbem.replays.sealed import head
from pbem.replays.words import item
from pbem.table.words.reporting import result_words
from pbem.view.drawing import stylesheet
from pbem.view.markup import Markup, link, table, tag

OTHER = "-b"
"""After the names of what is packed of the second of two logs."""
SCRIPTS = ("build", "remaking", "map", "handling", "past", "stacks", "checking", "replay")
"""Each stands after those that it imports."""
SUFFIX = ".html"
STYLES = ("past.css", "replay.css")
RUN = b"\xff"
"""A byte that no text in UTF-8 has."""
DIGITS = re.compile(rb"(?:[0-9a-f]{2}){16,65535}")


class Published(NamedTuple):
    """The place of a replay among other pages.

    ``ways``: links and what they say, from the front page down; ``about``: which game it was, when;
    ``names``: handle -> name.
    """

    ways: Sequence[tuple[str, str]]
    about: str
    names: Mapping[str, str] = {}


def page(
    path: Path,
    recorded: Recording,
    *,
    name: str = "",
    published: Published | None = None,
    verdict: Verdict | None = None,
) -> str:
    """Return a recording as a page of HTML, in ASCII alone.

    Mail programs convert what they take for text into another encoding, whatever the page says of
    itself.

    Args:
        path: The file that was recorded.
        recorded: The recording.
        name: The name of the log in the page; default: that of the file.
        published: The place of the page among others, if it is one of several.
        verdict: The verdict on the file, if it was verified already.

    Raises:
        LogFileError: The file can no longer be read.
    """
    name = name or path.name
    if recorded.two_histories is not None:
        reported = list(recorded.two_histories.point.says)
    else:
        found = verify(path, recorded.table.library) if verdict is None else verdict
        reported = report.lines(replace(found, path=name))
    return _Page(name, recorded, reported, published).whole()


def scripts_of_page() -> tuple[str, str]:
    """Return the scripts of each replay: what shows it, and what checks the log in it."""
    return bundle(SCRIPTS), checker.script()


def style_of_page() -> str:
    """Return the style of each replay."""
    return "\n".join([stylesheet(), *map(part, STYLES)])


class _Page:
    """A page of what was ``recorded`` of the file ``name``; ``reported``: what `verify` says."""

    def __init__(
        self, name: str, recorded: Recording, reported: list[str], published: Published | None
    ) -> None:
        self._name = name
        self._published = published
        self._recorded = recorded
        self._reported = reported

    def whole(self) -> str:
        title = f"{self._game()}: {self._players()}"
        style, (script, checks) = style_of_page(), scripts_of_page()
        body = tag(
            "body",
            *self._way_back(),
            tag("header", *self._header(title)),
            tag("section", *self._checks(), id="checks", aria_labelledby="checks-title"),
            *self._sides(),
            tag(
                "main",
                tag("section", *self._map(), id="map", aria_label="Map"),
                tag("section", *self._past(), aria_labelledby="past-title"),
            ),
            tag("footer", *self._footer()),
            *self._packed(),
            _pack("checker", checks.encode()),
            tag("script", Markup(script)),
        )
        top = head(title, style, (script, checks))
        text = f"<!DOCTYPE html>\n{tag('html', top, body, lang='en')}\n"
        # Scripts and styles, where no such reference would be understood, are of ASCII themselves.
        return text.encode("ascii", "xmlcharrefreplace").decode("ascii")

    # --- who played, and how it ended ----------------------------------------------------------

    def _game(self) -> str:
        table = self._recorded.table
        rules, _ = table.library.load(table.rules_now())
        return rules.title

    def _players(self) -> str:
        table = self._recorded.table
        named = ((who, side_name(table.game, side)) for side, who in table.seats.items())
        names = {} if self._published is None else self._published.names
        return ", ".join(
            f"{names[who]} ({who}, {side})" if who in names else f"{who} ({side})"
            for who, side in named
        )

    def _way_back(self) -> Iterator[Markup]:
        """Lead back to the pages among which this one is published."""
        if self._published is not None:
            ways = [link(to, said) for to, said in self._published.ways]
            about = tag("span", self._published.about)
            yield tag("nav", *ways, about, id="back", aria_label="Pages")

    def _header(self, title: str) -> Iterator[Markup]:
        table = self._recorded.table
        found = self._recorded.finding or self._recorded.fork
        yield tag("h1", title)
        if found is not None:
            yield tag("p", f"{found.code}: {found.title}. {found.message}", class_="result")
        elif self._recorded.two_histories is not None:
            yield tag("p", f"{' '.join(self._recorded.two_histories.point.says)}", class_="result")
        elif table.result is not None:
            yield tag(
                "p", f"{result_words(table.result, table.seats, table.game)}.", class_="result"
            )
        else:
            yield tag("p", table.active().why, class_="result")
        yield tag(
            "details",
            tag("summary", "The verdict of the program that wrote this page"),
            *(tag("p", line, class_="told") for line in self._reported),
        )

    def _checks(self) -> Iterator[Markup]:
        """Say in one line whether the log holds; the rest stands after it."""
        yield tag("h2", "Is the log valid?", id="checks-title")
        yield tag(
            "details",
            tag(
                "summary",
                tag(
                    "span", "Checking the log inside.", id="verdict", role="status", class_="alive"
                ),
                tag(
                    "span",
                    "This viewer runs no scripts, so it checks nothing and the map stands still. "
                    "Open the file in a browser.",
                    class_="asleep",
                ),
            ),
            tag(
                "p",
                "The map and the text on this page come from the program of the person who wrote "
                "it. You need not trust that person: this page holds the log, and your browser "
                "checks it.",
            ),
            tag(
                "div",
                tag("p", "The log itself says this. Compare it with the text on this page:"),
                tag("ul", "", id="played"),
                tag("p", "Checked here, in your browser:"),
                tag("ul", "", id="checked"),
                tag("p", "Not checked here:"),
                tag("ul", "", id="unchecked"),
                id="details",
                hidden="",
            ),
            tag("button", "Save the log", type="button", id="save", hidden=""),
            *(
                [tag("button", "Save the other log", type="button", id="save-b", hidden="")]
                if self._logs()[1:]
                else []
            ),
            id="held",
        )
        yield tag(
            "progress",
            "",
            id="progress",
            max=1,
            value=0,
            aria_labelledby="verdict",
            class_="alive",
        )

    # --- two histories -------------------------------------------------------------------------

    def _logs(self) -> list[tuple[str, bytes]]:
        """Return what is checked: a log or the proof of a fork, or two logs, by name."""
        two = self._recorded.two_histories
        if two is None or not two.sides[0].log:
            return [(self._name, self._recorded.log)]
        return [(one.name, one.log) for one in two.sides]

    def _sides(self) -> Iterator[Markup]:
        """Say where two histories part, and show them beside each other from there on."""
        two = self._recorded.two_histories
        if two is None:
            return
        point, sides = two
        yield tag(
            "section",
            tag("h2", f"Two histories from event {point.seq} on", id="sides-title"),
            *(tag("p", sentence) for sentence in point.says),
            tag("h3", f"Differences in event {point.seq}"),
            table(
                ["field", *(_heading(side) for side in sides)],
                [[one.field, *(value if value is not None else "(none)" for value in one.values)]
                 for one in point.differences],
            ),
            tag("div", *map(_column, sides), id="both"),
            id="sides",
            aria_labelledby="sides-title",
        )  # fmt: skip

    # --- the map -------------------------------------------------------------------------------

    def _map(self) -> Iterator[Markup]:
        yield _toolbar(
            "The past",
            _button("first", "First", "Home"),
            _button("back", "Back", "arrow left"),
            _button("on", "On", "arrow right"),
            _button("now", "End", "End"),
            tag(
                "label",
                "Event ",
                tag("input", id="at", type="range", min=0, value=0),
                id="reel",
            ),
        )
        yield tag("p", "", id="when")
        yield tag("div", "", id="step", aria_live="polite", class_="alive")
        yield _toolbar(
            "The map",
            _button("larger", "Larger", "+"),
            _button("smaller", "Smaller", "-"),
            _button("whole", "Whole map", "0"),
            _button("bare", "Hide counters", "c", aria_pressed="false"),
        )
        label = "The map as a drawing. The text beside it describes what happens"
        yield tag(
            "div",
            Markup(self._recorded.last),
            id="sheet",
            tabindex=0,
            role="region",
            aria_label=label,
        )
        yield tag("div", "", id="about", aria_live="polite")
        yield tag(
            "p",
            "Arrow: moved. Ring: came onto the map. Broken ring: left it. Click a place on the map "
            "to list everything there. Keys on the map: + - 0 c; n and p go to the next and the "
            "previous stack.",
            class_="told alive",
        )

    def _past(self) -> Iterator[Markup]:
        yield tag("h2", "What happened", id="past-title")
        yield tag(
            "p",
            "Each event is signed by the person it names. Its time is what that person's computer "
            "claims. Step through it with the keys Left, Right, Home and End.",
            class_="told",
        )
        items = (item(one.entry, one.key) for one in self._recorded.events)
        yield tag(
            "ol", *items, id="past", class_="events", tabindex=0, aria_labelledby="past-title"
        )

    def _footer(self) -> Iterator[Markup]:
        table = self._recorded.table
        play = table.play
        if play is not None:
            forked = self._recorded.two_histories is not None
            yield tag("h2", f"The position {'before they differ' if forked else 'at the end'}")
            lines = play.game.describe(play.game.view(play.position, None))
            yield tag("ul", *(tag("li", line) for line in lines))
        names = " and ".join(name for name, _ in self._logs())
        yield tag("p", f"Written by pbem from {names}. Game id: {table.game_id}.")

    # --- what is packed ------------------------------------------------------------------------

    def _packed(self) -> Iterator[Markup]:
        film, shown = self._recorded.film, [one.frames for one in self._recorded.events]
        reported = as_json({"parts": film.parts, "frames": film.frames, "shown": shown})
        yield _pack("film", reported.encode())
        for (name, log), which in zip(self._logs(), ("", OTHER), strict=False):
            words, digits = _split(log)
            yield _pack(f"log{which}", words, data_name=name)
            yield _pack(f"digits{which}", digits)


def _heading(side: Side) -> str:
    return f"{side.branch}: {side.name}"


def _column(side: Side) -> Markup:
    """Return one of two histories: what each of its own events did, and the map at its end."""
    found, frames = side.finding, [frame for one in side.events for frame in one.frames]
    wrong = () if found is None else (f"Then event {found.seq}, NOT valid: {found.message}",)
    label = f"What happened on {side.branch}"
    return tag(
        "section",
        tag("h3", f"{_heading(side)}, {counted(len(side.events), 'event')} of its own"),
        tag("ol", *(item(one.entry, one.key) for one in side.events), tabindex=0, aria_label=label),
        *(tag("p", one, class_="wrong") for one in wrong),
        *(tag("div", "", data_frame=frame, aria_hidden="true") for frame in frames[-1:]),
        aria_label=_heading(side),
    )


def _toolbar(label: str, *inside: Markup) -> Markup:
    return tag("div", *inside, class_="tools", role="toolbar", aria_label=label)


def _button(name: str, words: str, key: str, **marks: object) -> Markup:
    return tag("button", words, type="button", id=name, title=f"Key: {key}", **marks)


def _split(log: bytes) -> tuple[bytes, bytes]:
    """Return the words of a log, and as bytes the long runs of hex digits between them.

    Three quarters of a log are keys, signatures and proofs, whose digits pack badly. In the words a
    run is `RUN` and its length in bytes, two of them; a log that has this byte stays whole.
    """
    if RUN in log:
        return log, b""
    runs = [bytes.fromhex(one.decode()) for one in DIGITS.findall(log)]
    lengths = iter(runs)
    words = DIGITS.sub(lambda _: RUN + len(next(lengths)).to_bytes(2), log)
    return words, b"".join(runs)


def _pack(name: str, data: bytes, **marks: object) -> Markup:
    packed = b64encode(gzip.compress(data, 9, mtime=0)).decode()
    return tag("script", Markup(packed), id=name, type="application/gzip", **marks)

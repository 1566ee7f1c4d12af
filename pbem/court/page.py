"""The verdict as a page: the same document, with the position before and after what is disputed.

It has no script and fetches nothing, so it opens from a disk and from a mail; names and words of
others are text in it.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator

from pbem.court.document import Board, Line, Part, boards, outline
from pbem.court.hearing import Heard
from pbem.errors import PbemError, TooMuchWork
from pbem.items import item
from pbem.log.file import read_events
from pbem.table.table import Table
from pbem.view import drawing
from pbem.view.markup import Markup, joined, tag

STYLE = """\
:root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 54rem; padding: 0 .8rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 1.6rem; } h3 { font-size: 1rem; }
ul { list-style: none; padding: 0; } li { margin: .35rem 0; overflow-wrap: anywhere; }
li b { margin-right: .2rem; }
code { font-size: .85rem; } .under { opacity: .75; } .under a { color: inherit; }
figure { margin: 1rem 0; } figure svg { height: auto; max-width: 100%; }
.annex { font-size: .9rem; }
@page { margin: 14mm 16mm; @bottom-right { content: counter(page); font-size: 8pt; } }
@media print {
  body { font-size: 9pt; line-height: 1.25; max-width: none; padding: 0; }
  h1 { margin-top: 0; } h2 { font-size: 11pt; margin: .6rem 0 .2rem; }
  h3 { font-size: 9.5pt; margin: .4rem 0 .1rem; } h2, h3, figcaption { break-after: avoid; }
  ul { margin: 0; } li { margin: .1rem 0; break-inside: avoid; } code { font-size: 8pt; }
  .annex { break-before: page; font-size: 8.5pt; }
  figure { break-inside: avoid; margin: .4rem 0; } figure svg { max-height: 11cm; }
}
"""

_LABEL = re.compile("([ES][0-9]+)")
_ANNEX = ("Evidence", "Positions")


def page(heard: Heard) -> str:
    """Return the whole page of a case."""
    style = STYLE + drawing.stylesheet()
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    allowed = f"default-src 'none'; style-src 'sha256-{digest}'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=allowed),
        tag("title", "Verdict"),
        Markup(f"<style>{style}</style>"),
    )
    body = tag("body", *_body(heard))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"


def _body(heard: Heard) -> Iterator[Markup]:
    annex: list[Markup] = []
    for part in outline(heard.case):
        if part.heading == _ANNEX[0]:
            annex.append(joined(_pictures(heard)))
        reported = _part(part)
        if annex:
            annex.append(reported)
        else:
            yield reported
    yield tag("section", *annex, class_="annex")


def _part(part: Part) -> Markup:
    heading = tag(f"h{part.level}", part.heading)
    if not part.lines:
        return heading
    return joined([heading, tag("ul", *(_item(line) for line in part.lines))])


def _item(line: Line) -> Markup:
    inside: list[object] = [tag("b", line.label), " "] if line.label else []
    inside += [tag("a", line.onto, href=line.onto), ": "] if line.onto else []
    inside.append(tag("strong", line.text) if line.strong else line.text)
    if line.rests_on:
        inside.append(tag("span", " [", *_linked(line.rests_on), "]", class_="under"))
    if line.check:
        inside += [" ", tag("code", line.check)]
    marks = {"id": line.label} if line.anchor else {}
    return tag("li", *inside, **marks)


def _linked(rests_on: str) -> Iterator[object]:
    """Yield what a sentence rests on, each label a link to where that stands."""
    for part in _LABEL.split(rests_on):
        yield tag("a", part, href=f"#{part}") if _LABEL.fullmatch(part) else part


def _pictures(heard: Heard) -> Iterator[Markup]:
    """Yield the positions before and after each event in dispute, as far as the rules are here."""
    figures = [figure for board in boards(heard.case) for figure in _of_board(heard, board)]
    if figures:
        yield tag("h2", _ANNEX[1])
        yield from figures


def _of_board(heard: Heard, board: Board) -> Iterator[Markup]:
    for seq, when, svg in _positions(heard, board.copy.digest, board.events):
        reported = f"{board.copy.label}, {when} event {seq}"
        onto = tag("a", "on the board", href=f"{board.file}#{seq}.0")
        yield tag("figure", tag("figcaption", reported, ": ", onto), Markup(svg))


def _positions(heard: Heard, digest: str, wanted: list[int]) -> Iterator[tuple[int, str, str]]:
    """Yield number, ``before`` or ``after``, and the map there."""
    table = Table(heard.library)
    found: list[tuple[int, str, str]] = []
    try:
        with item(digest):
            for event in read_events(heard.copies.files[digest]):
                if event.seq in wanted:
                    found += _map(table, event.seq, "before")
                table.take(event)
                table.reported()
                if event.seq in wanted:
                    found += _map(table, event.seq, "after")
    except TooMuchWork:
        raise
    except PbemError:
        pass  # what is drawn is only a picture of what is stated
    yield from found


def _map(table: Table, seq: int, when: str) -> Iterator[tuple[int, str, str]]:
    play = table.play
    if play is not None:
        picture = play.game.picture(play.game.view(play.position, None))
        yield seq, when, drawing.svg(picture, styled=False, words=False, beside=False)

"""A rulebook and a print-and-play sheet of a hex-and-counter game of our own, as pages to print.

``python -m pbem.generated.printed lantern FOLDER`` writes two files of HTML, made of the rulebook
page, the numbered cases and the data. The game may also be an installed module of somebody's own,
with its ``RULES.md``. If a Chromium or Chrome is on the ``PATH``, it makes a PDF of
each. Any browser prints the pages.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from msgspec.structs import replace

from pbem.author.project import RULEBOOK
from pbem.errors import PbemError
from pbem.files import MIB, read_plain
from pbem.games import registry
from pbem.generated.rulebook import CASES, GAMES, drawn_for, rules_page
from pbem.kit.charts import Chart
from pbem.kit.cups import Cups
from pbem.kit.hexgame.data.forms import Side, Unit
from pbem.kit.hexgame.module import HexRules
from pbem.kit.picture import HexPicture, Look
from pbem.system import foreign_environment
from pbem.view.drawing import stylesheet, svg
from pbem.view.drawing.page import Page

COUNTER = 20
"""A counter is so many millimetres high and wide."""
SIZE = 40.0
"""And so many points of its drawing."""
MAP_WIDE = 186
"""So many millimetres wide is the map: it fills a sheet of A4."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""Programs that write a page as PDF."""
BY_HAND = "Print the pages with any browser, or save them as PDF there."

HOW = (
    "Glue this sheet onto thin cardboard. Cut along the broken lines. Fold each pair in the middle"
    " and glue it. The strong side of a unit is its front, and the weak side is its back."
)

STYLE = f"""
@page {{ size: A4; margin: 11mm }}
body {{ font: 9.6pt/1.32 "DejaVu Serif", Georgia, serif; margin: 0; color: #111 }}
h1 {{ font-size: 19pt; margin: 0 0 2mm; column-span: all }}
h2 {{ font-size: 12pt; margin: 3mm 0 1mm; break-after: avoid }}
p, ul {{ margin: 0 0 1.6mm }}
ul {{ padding-left: 5mm }}
table {{ border-collapse: collapse; margin: 0 0 2mm; font-size: 9pt }}
th, td {{ border: 0.2mm solid #777; padding: 0.4mm 1.8mm; text-align: left }}
.rules {{ columns: 2; column-gap: 8mm }}
.rules img {{ display: block; margin: 0 auto; max-width: 62%; max-height: 46mm }}
.rules img.whole {{ max-width: 100%; max-height: none; width: 100% }}
.rules figure {{ margin: 0 0 2mm; break-inside: avoid }}
.rules figcaption {{ font-size: 8.4pt; font-style: italic; text-align: center }}
.sheet {{ break-after: page }}
.sheet img.map {{ width: {MAP_WIDE}mm; display: block; margin: 0 auto }}
.pairs {{ display: grid; grid-template-columns: repeat(4, {2 * COUNTER}mm); gap: 4mm }}
.pair {{ display: flex; outline: 0.2mm dashed #555 }}
.pair img {{ width: {COUNTER}mm; height: {COUNTER}mm; display: block }}
.track {{ display: flex; gap: 0 }}
.track div {{ width: 26mm; height: 24mm; border: 0.3mm solid #333; font-size: 15pt; padding: 1mm }}
.slips div {{ display: inline-block; width: 52mm; height: 22mm; border: 0.2mm dashed #555;
  margin: 0 4mm 2mm 0; padding: 2mm; vertical-align: top }}
"""


def write(root: Path, name: str, folder: Path) -> list[Path]:
    """Write both pages of a game into a folder; return the files.

    Raises:
        LookupError: The game is no hex-and-counter game from data, or it has no rulebook.
        OSError: The folder cannot be written.
        PbemError: The cases or the data are wrong.
    """
    rules = registry.find(name, registry.newest(name) or 0)
    place = registry.place(name)
    if place is None:
        page, cases = root / rules_page(name), root / CASES / name
        if not (root / GAMES).is_dir():
            raise LookupError(f"there is no {GAMES} here. Run this in a copy of the repository")
    else:
        page, cases = Path(place).parent / RULEBOOK, Path(place)
    if not isinstance(rules, HexRules) or not page.is_file():
        if place is not None:
            raise LookupError(f"{name} is no game from data alone, or {page} is not there")
        ours = ", ".join(one for one in registry.own() if (root / rules_page(one)).exists())
        raise LookupError(f"pbem has no rulebook of its own for {name}. It has one for {ours}")
    folder.mkdir(parents=True, exist_ok=True)
    made = {
        f"{name}-rules.html": rules_html(page, cases, rules),
        f"{name}-sheets.html": sheets(rules),
    }
    for file, text in made.items():
        (folder / file).write_text(text, "utf-8")
    return [folder / file for file in made]


# --- the rulebook ------------------------------------------------------------------------------


def rules_html(page: Path, cases: Path, rules: HexRules) -> str:
    """Return the rulebook as one page, with the pictures of its numbered cases inside.

    ``page``: the rulebook in Markdown; ``cases``: the folder of the cases.

    Raises:
        LookupError: It shows another picture.
        PbemError: The cases are wrong.
    """
    shown = drawn_for(page, rules, cases)
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(read_plain(page, MIB).decode())
    first = True
    parts: list[str] = []
    for token in tokens:
        inside = token.children or []
        if len(inside) == 1 and inside[0].type == "image":
            source = str(inside[0].attrs["src"])
            if (drawn := shown.get(source)) is None:
                form = f"{rules.name}-ID.svg"
                raise LookupError(f"{page} shows {source}. Name a picture of a case, as {form}")
            whole, first = " class='whole'" * first, False
            said = escape(inside[0].content)
            parts.append(
                f"<figure><img{whole} src='{_address(drawn)}' alt='{escape(said, quote=True)}'>"
                f"<figcaption>{said}</figcaption></figure>"
            )
        else:
            parts.append(parser.renderer.render([token], parser.options, {}))
    return _page(rules.title, f"<div class='rules'>{''.join(parts)}</div>")


# --- map, counters, tables ---------------------------------------------------------------------


def sheets(rules: HexRules) -> str:
    """Return the map, the counters, the turn track, slips of the plan and the combat table."""
    data = rules.data()
    usual = {name: option.default for name, option in rules.options.items()}
    game = rules.game(next(iter(rules.scenarios)), usual, data)
    picture = game.picture(game.set_up(Cups()))
    assert isinstance(picture, HexPicture)  # noqa: S101 - every game of the base has one
    bare = replace(picture, pieces=(), trays=(), tracks=(), notes=())
    parts = [
        f"<div class='sheet'><img class='map' src='{_drawn_map(bare)}' alt='The map'></div>",
        f"<h1>{escape(rules.title)}</h1>",
        f"<p>{HOW}</p>",
        f"<div class='pairs'>{''.join(_pairs(data.sides, data.units))}</div>",
        "<h2>Turns</h2><div class='track'>",
        *(f"<div>{turn}</div>" for turn in range(1, data.about.turns + 1)),
        "</div>",
    ]
    if data.plan is not None:
        slips = (f"<div>{escape(one.text)}</div>" for one in data.plan.choices.values())
        parts.append(
            f"<h2>{escape(data.plan.prompt)}</h2><div class='slips'>{''.join(slips)}</div>"
        )
    combat = [chart for chart in game.charts() if chart.topic == "combat"]
    parts += map(_table, combat[:1])
    return _page(rules.title, "\n".join(parts))


def _drawn_map(picture: HexPicture) -> str:
    return _address(svg(picture, words=False, titled=False, legend=False))


def _pairs(sides: Iterable[Side], units: dict[str, tuple[Unit, ...]]) -> Iterator[str]:
    """Yield each counter with its back, and three markers a side of who holds a place."""
    for rank, side in enumerate(sides):
        for unit in units[side.id]:
            faces = [Look(unit.symbol, factors=face) for face in (*unit.faces, "")[:2]]
            both = [_counter(unit.name, rank, face) for face in faces]
            yield _pair(both, f"{unit.name}, {unit.text}")
    holders = [_counter(side.name, rank, Look()) for rank, side in enumerate(sides)]
    yield from [_pair(holders, "Holder of a place")] * 3
    yield _pair([_counter("Turn", 7, Look())] * 2, "The marker of turns")


def _pair(both: Iterable[str], said: str) -> str:
    images = "".join(f"<img src='{_address(one)}' alt=''>" for one in both)
    return f"<div class='pair' title='{escape(said, quote=True)}'>{images}</div>"


def _counter(label: str, rank: int, look: Look) -> str:
    """Return the drawing of a counter of the side of a rank."""
    page = Page(SIZE, label, titled=False)
    page.counter((SIZE / 2, SIZE / 2), (SIZE, SIZE), label, rank, look=look)
    page.y = SIZE - page.margin
    return page.finished(stylesheet())


def _table(chart: Chart) -> str:
    """Return a chart as a table."""
    head = "".join(f"<th>{escape(one)}</th>" for one in chart.columns)
    rows = (
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row.cells)}</tr>"
        for row in chart.rows
    )
    return f"<h2>{escape(chart.title)}</h2><table><tr>{head}</tr>{''.join(rows)}</table>"


# --- a page ------------------------------------------------------------------------------------


def _address(drawing: str) -> str:
    """Return a drawing as an address that holds it, so that a page needs no other file."""
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"


def _page(title: str, body: str) -> str:
    return (
        f"<!doctype html>\n<html lang='en'><meta charset='utf-8'><title>{escape(title)}</title>"
        f"<style>{STYLE}</style><body>\n{body}\n</body></html>\n"
    )


# --- the command -------------------------------------------------------------------------------


def pdf(page: Path, program: str) -> Path:
    """Let a browser, the command ``program``, write a page as PDF; return the file.

    Raises:
        OSError: The browser cannot be run.
        subprocess.CalledProcessError: It wrote nothing. Its words are in ``stderr``.
    """
    made = page.with_suffix(".pdf").absolute()
    words = [program, "--headless", "--no-pdf-header-footer", f"--print-to-pdf={made}"]
    subprocess.run(  # noqa: S603 - a browser, with a page of our own
        [*words, page.absolute().as_uri()],
        env=foreign_environment(),
        check=True,
        capture_output=True,
        text=True,
    )
    return page.with_suffix(".pdf")


def main(words: Sequence[str]) -> int:
    """Write what the words of the command ask for; return the exit code."""
    if len(words) != 2:
        sys.stderr.write("Type python -m pbem.generated.printed GAME FOLDER.\n")
        return 2
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        made = write(Path(), words[0], Path(words[1]))
        made += [pdf(page, program) for page in made if program]
    except (LookupError, OSError, PbemError, subprocess.CalledProcessError) as error:
        said = str(error)
        if isinstance(error, subprocess.CalledProcessError):
            said = f"{program} wrote no PDF. {BY_HAND} It said: {error.stderr.strip()[-300:]}"
        sys.stderr.write(f"{said}\n")
        return 1
    sys.stdout.writelines(f"{path}\n" for path in made)
    if not program:
        sys.stdout.write(f"No PDF: no Chromium or Chrome was found. {BY_HAND}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Pictures of the board, for the README and the pages of the games.

``PYTHONPATH=tests python -m board.pictures docs/pictures`` makes them again, in a minute. In each
somebody has clicked some orders and points at a unit or a place; one of them moves and shows a
turn. The text and map that a picture shows stand in it as a digest: by that a test sees that the
page shows it still.
"""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image, PngImagePlugin
from playwright.sync_api import Browser, Page, expect, sync_playwright

from board.clicking import Pointer
from board.conftest import running, serving
from board.playing import GAMES, sit_down
from hostile.base import fixed_chance
from pbem.board.practising import PracticeBoard, begin_after
from pbem.board.serving import Served
from pbem.games import registry
from pbem.table.library import Library
from servers.conftest import need

LOGS = Path(__file__).resolve().parents[2] / "logs"
SIZE = (1366, 768)
COLOURS = 128
CONTENT = "content"
"""The word in a picture before the digest of what it shows."""
SHOWN = """() => {
  const words = document.body.innerText.replace(/\\s+/g, " ");
  const map = document.querySelector("#sheet").innerHTML;
  return [words, document.querySelector("#list").value, map].join("\\n");
}"""


class Scene(NamedTuple):
    """A picture: a practice begun in a log of ``logs/`` after an event, or a game of `GAMES`.

    ``lines``: the orders that are clicked into the list; ``about``: what is pointed at then.
    """

    of: str
    event: int | None
    lines: tuple[str, ...]
    about: str


MOVES = ("move B2 0503 0504 0505", "move B3 0503 0504 0604", "move B6 0601 0602 0603 0704 0705")
SCENES = {
    "first-turn": Scene("lantern", None, MOVES[:2], "B6"),
    "saipan": Scene("saipan/historical", 11, ("move 2/2 0705",), "2/6"),
    "manila": Scene("manila/witness", 13, ("activate 16",), "1/145"),
    "meiktila": Scene("meiktila/first", 82, ("move 1/14 B7",), "NFL"),
    "tokyo": Scene("tokyo/two-players", 5, (), "2903"),
    "singapore": Scene("singapore/division", 36, ("move ai1 Ama-Keng",), "av1"),
}


MOVING = "turn"
"""The name of the picture that moves."""
FILM = Scene("lantern", None, (*MOVES, "end movement"), "0605")
WIDTH = 900
"""Pixels of the picture that moves."""
TIMES = 3
"""How often it plays; then the last frame stays."""
BRIEF, LONG = 900, 4000
"""Milliseconds of a frame, and of the last one."""


@contextmanager
def scene(
    wanted: Scene, browser: Browser, seen: Callable[[Page], None] = lambda _: None
) -> Iterator[Page]:
    """Open the page that a picture shows, the same in every run; ``seen`` meets each step."""
    opened = a_game if wanted.event is None else a_practice
    with fixed_chance("a picture"), opened(wanted) as served:
        pointer = Pointer(served.address, browser, SIZE)
        for line in wanted.lines:
            if line.startswith("end "):
                pointer.page.get_by_role("button", name=line.capitalize(), exact=True).click()
                pointer.waits()
                continue
            pointer.points(line.split()[1])
            pointer.page.locator("#not-now").evaluate("one => one.click()")
            seen(pointer.page)
            pointer.page.press("#about", "Enter")
            pointer.waits()
            pointer.chooses(line)
        shows(pointer, wanted.about)
        seen(pointer.page)
        yield pointer.page
        pointer.context.close()


def shows(pointer: Pointer, about: str) -> None:
    """Point at a unit or a place as somebody with a mouse does; at an enemy its card opens."""
    page = pointer.page
    pointer.points(about)
    page.locator("#not-now").evaluate("one => one.click()")
    there = page.locator(f'#sheet .stack[data-place="{about}"] .piece')
    if there.count():
        page.keyboard.press("Escape")
        there.first.click(force=True)
        pointer.waits()
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur()")  # the field to search in lies over the bar
    expect(page.locator("#map .lens")).to_have_count(0)


@contextmanager
def a_game(wanted: Scene) -> Iterator[Served]:
    """Serve the board of who is to write first in a game that was just joined."""
    with TemporaryDirectory() as folder:
        people = sit_down(Path(folder), GAMES[wanted.of])
        for one in people:
            one.client.close()
        with serving(people[0]) as served:
            yield served


@contextmanager
def a_practice(wanted: Scene) -> Iterator[Served]:
    """Serve a practice, whose file is named without its folder, of a game without hands.

    Cards that nobody has shown are dealt by chance in a practice.
    """
    library = Library(registry.find)
    with TemporaryDirectory() as folder, chdir(folder):
        path = begin_after(LOGS / f"{wanted.of}.pbem", library, wanted.event or 0)
        with running(PracticeBoard(library, path)) as served:
            yield served


def content(page: Page) -> str:
    """Return the digest of what a page shows."""
    return hashlib.sha256(page.evaluate(SHOWN).encode()).hexdigest()


def picture(page: Page) -> bytes:
    """Return a page as a small PNG, with the digest of what it shows."""
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled")))
    known = PngImagePlugin.PngInfo()
    known.add_text(CONTENT, content(page))
    made = io.BytesIO()
    few = shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(made, "PNG", optimize=True, pnginfo=known)
    return made.getvalue()


def film(browser: Browser) -> Iterator[tuple[Image.Image, str]]:
    """Yield each frame of the picture that moves, and the digest of what it shows."""
    frames: list[tuple[Image.Image, str]] = []

    def seen(page: Page) -> None:
        shot = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        frames.append((shot.resize((WIDTH, SIZE[1] * WIDTH // SIZE[0])), content(page)))

    with scene(FILM, browser, seen) as page:
        page.get_by_role("button", name="Add this attack").click()
        page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
        seen(page)
        page.get_by_role("button", name="What can happen").click()
        page.locator("#odds table").first.wait_for()
        seen(page)
    yield from frames


def moving(frames: list[tuple[Image.Image, str]]) -> bytes:
    """Return a film as a GIF of few colours, with the digest of all that it shows."""
    colours = frames[-1][0].quantize(COLOURS)
    first, *others = (one.quantize(palette=colours, dither=Image.Dither.NONE) for one, _ in frames)
    made = io.BytesIO()
    first.save(
        made,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[BRIEF] * len(others) + [LONG],
        loop=TIMES - 1,
        optimize=True,
        comment=whole(frames).encode(),
    )
    return made.getvalue()


def whole(frames: list[tuple[Image.Image, str]]) -> str:
    """Return the digest of what all frames show."""
    return hashlib.sha256("".join(digest for _, digest in frames).encode()).hexdigest()


def shown_in(path: Path) -> str | None:
    """Return the digest of what a picture shows, None where it says none."""
    with Image.open(path) as found:
        said = found.info.get(CONTENT) or found.info.get("comment")
        return said.decode() if isinstance(said, bytes) else said


def main(folder: Path, names: list[str]) -> None:
    """Make the pictures again: these, or all."""
    with sync_playwright() as driver:
        program = need("chromium", "chromium")
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name in names or (*SCENES, MOVING):
            path = folder / f"board-{name}.{'gif' if name == MOVING else 'png'}"
            if name == MOVING:
                path.write_bytes(moving(list(film(browser))))
            else:
                with scene(SCENES[name], browser) as page:
                    path.write_bytes(picture(page))
            sys.stdout.write(f"{path}: {path.stat().st_size:,} bytes\n")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:])

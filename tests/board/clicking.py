"""Players who play a whole game on their boards: by clicks alone, on what their pages offer.

They want what a computer player of the game orders; whether clicks can do that is the pages'
affair. Signed logs are saved from one page, and given to the pages of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, expect

from board.conftest import Board, drawer
from board.playing import PASSPHRASE
from long import BROWSING
from pbem.client.session.session import Session

NOT_NEEDED = ("offer",)
FOLDED = "#choices button[aria-expanded=false]"
"""The orders of a group of units, which are shown by it."""


class Turn(NamedTuple):
    """One player's act at once: its kind, and the lines that were signed."""

    handle: str
    act: str
    lines: tuple[str, ...]


class Pointer:
    """Somebody at a page, who points and chooses; with less motion, nothing plays by itself."""

    def __init__(
        self,
        address: str,
        browser: Browser,
        size: tuple[int, int] = (1300, 900),
        *,
        before: str = "",
    ) -> None:
        """``before`` runs in each page before its own scripts."""
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce"
        )
        self.context.add_init_script(before)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(BROWSING)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console", lambda one: self.wrong.append(one.text) if one.type == "error" else None
        )
        self.page.goto(address)
        self.page.wait_for_selector("#past > li", state="attached")

    def waits(self, what: str = "#tried") -> None:
        """Wait until the page has said what became of it."""
        self.page.wait_for_selector(f"{what}:not([aria-busy=true])", state="attached")

    def types(self, field: str, text: str) -> None:
        """Have a field say this and nothing else."""
        self.page.fill(field, text)

    def presses(self, button: str) -> None:
        """Press a button, or follow a link."""
        self.page.locator(button).first.click()

    def picks(self, line: str) -> None:
        """Press an order that is offered; of those that differ by a number, with that number."""
        counted = self.page.locator("#choices li").filter(
            has=self.page.locator(f'option[value="{line}"]')
        )
        if counted.count():
            counted.locator("select").select_option(line)
        self.page.locator(f'#choices button[value="{line}"]').click()

    def points(self, about: str) -> list[str]:
        """Point at a unit or a place; return the orders that are offered."""
        self.types("#about", about)
        self.page.press("#about", "Enter")
        self.waits()
        while self.page.locator(FOLDED).count():
            self.presses(FOLDED)
        offered = self.page.locator("#choices li > button[value]:only-child, #choices option")
        return list(offered.evaluate_all("them => them.map(one => one.value)"))

    def chooses(self, line: str) -> None:
        """Click on an order that is offered: it stands in the list then."""
        self.picks(line)
        self.waits()
        assert self.page.input_value("#list").splitlines()[-1] == line
        assert "wrong" not in (self.page.get_attribute("#tried", "class") or "")


class Clicker(Pointer):
    """A player at their page."""

    def __init__(self, board: Board, browser: Browser, *, before: str = "") -> None:
        super().__init__(board.address, browser, before=before)
        self.whose = board.whose
        self.instead: list[tuple[str, str]] = []
        self._stood = False

    @property
    def asked(self) -> str | None:
        """The act that the page wants from its player; None if it is somebody else's turn."""
        kinds = self.page.locator("#acts [data-act]:visible").evaluate_all(
            "them => them.map(one => one.dataset.act)"
        )
        return next((kind for kind in kinds if kind not in NOT_NEEDED), None)

    def plays(self, wanted: Callable[[Session], list[str]]) -> Turn:
        """Do what the page asks for, with the orders wanted; return what was done."""
        act = self.asked
        assert act is not None
        page, lines = self.page, tuple[str, ...]()
        if act in ("orders", "seal"):
            self.writes(wanted(self.whose.sits()), act)
            lines = tuple(page.input_value("#list").splitlines())
        if page.locator("#passphrase").is_visible():
            self.types("#passphrase", PASSPHRASE)
            self.keeps_open()
        before = self.whose.log.stat().st_size
        self.presses(f"#acts [data-act={act}]")
        self.waits()
        reported = page.inner_text("#tried")
        assert "Signed: event" in reported, (act, lines, reported)
        assert self.whose.log.stat().st_size > before
        return Turn(self.whose.handle, act, lines)

    def writes(self, wanted: Sequence[str], act: str) -> None:
        """Put orders into the list, as far as they are offered, and standing orders once."""
        for line in wanted:
            if not self.clicks(line):
                break
        if not self._stood and act == "orders":
            self._stood = True
            drawer(self.page, "standing-orders")
            self.presses("#usual")

    def keeps_open(self) -> None:
        """Have the key stay open for an hour."""
        self.page.select_option("#minutes", "60")

    def clicks(self, line: str) -> bool:
        """Put an order into the list: point at what it names, choose it from what is offered.

        False where the page does not offer it: the list waits for dice or for somebody else, or the
        phase has ended by itself. If the first order is not offered, the nearest one is taken.
        """
        page = self.page
        verb, *named = line.split()
        all_offered: dict[str, str] = {}
        for about in dict.fromkeys((*named[:1], *named[1:][::-1], verb, "")):
            offered = self.points(about)
            same = [one for one in offered if sorted(one.split()) == sorted(line.split())]
            if same:
                self.chooses(same[0])
                return True
            all_offered |= dict.fromkeys(offered, about)
        if page.input_value("#list"):
            return False
        assert all_offered, f"nothing is offered where {line} is legal"
        wanted = set(line.split())
        nearest = max(
            all_offered,
            key=lambda one: (
                one.split()[-1] == line.rsplit(maxsplit=1)[-1],  # the same place, by another way
                len(wanted & set(one.split())),
                -len(one),
            ),
        )
        self.points(all_offered[nearest])
        self.chooses(nearest)
        self.instead.append((line, nearest))
        return False

    def gives(self, other: Clicker, folder: Path) -> None:
        """Save the log from this page, and give it to the other's."""
        if not self.page.locator("#outgoing").is_visible():
            drawer(self.page, "post")
        with self.page.expect_download() as saved:
            self.presses("#outgoing a[href=log]")
        path = folder / f"from-{self.whose.handle}.pbem"
        saved.value.save_as(path)
        other.gets(path)
        other.waits("#taken")
        count = len(path.read_bytes().splitlines())
        expect(other.page.locator("#past > li")).to_have_count(count)

    def gets(self, path: Path) -> None:
        """Give the page a file that came."""
        self.page.set_input_files("#came", path)


def sensible(seed: int, *, few: bool = False) -> Callable[[Session], list[str]]:
    """Return what a sensible player orders, in lines; ``few``: the first of many, and all ends."""

    def wanted(session: Session) -> list[str]:
        play = session.table.play
        assert play is not None
        known = play.position if play.asked is None else play.seen_by(play.asked.side)
        orders = (play.game.text(order) for order in play.game.sensible(known, seed))
        lines = [line for order in orders for line in _split(order)]
        return [*lines[:1], *(one for one in lines[1:] if one.startswith("end"))] if few else lines

    return wanted


def _split(order: str) -> list[str]:
    """Return the clicks of an order that moves a whole group, ``activate 2: 1/5 2/7 to 7``.

    The page offers its units one by one after ``activate 2``.
    """
    begin, grouped, moved = order.partition(": ")
    units, _, way = moved.partition(" to ")
    return [begin, *(f"move {unit} to {way}" for unit in units.split())] if grouped else [order]


def play(
    clickers: Sequence[Clicker], folder: Path, wanted: Callable[[Session], list[str]], most: int
) -> list[Turn]:
    """Play to the end, or until so many turns were signed; return what was done."""
    done: list[Turn] = []
    while len(done) < most:
        one = next((each for each in clickers if each.asked), None)
        if one is None:
            break
        done.append(one.plays(wanted))
        for other in clickers:
            if other is not one:
                one.gives(other, folder)
    return done

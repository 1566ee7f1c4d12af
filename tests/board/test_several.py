"""Several units for one order: gathered by a switch, with mouse, keys and finger alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from board.conftest import Board
from board.playing import LANDINGS, saipan
from long import BROWSING
from toy.people import Person

pytestmark = pytest.mark.long

UNITS = {"1/6": "0902", "2/6": "0801"}
"""Two of ann's that stand alone in their hexes, both beside the unit 16 of bob."""


@pytest.fixture
def board(ann: Person, bob: Person, serve: Callable[[Person], Board]) -> Board:
    saipan(ann, bob)
    return serve(ann)


class Mouse:
    """The acts of somebody with a mouse."""

    touch = False

    def __init__(self, page: Page) -> None:
        self.page = page

    def turns(self) -> None:
        self.page.click("#several")

    def points(self, place: str, unit: str) -> None:
        """Point at a counter; in a stack at the one that lies open when the stack is."""
        stack = self.page.locator(f'#sheet .stack[data-place="{place}"]')
        if stack.locator(".piece").count() == 1:
            return self.does(stack.locator(".piece"))
        self.opens(stack.locator(".piece").last)
        return self.does(self.page.locator(f'#sheet .fan [data-unit="{unit}"]'))

    @staticmethod
    def alone(_place: str, unit: str) -> str:
        """The meaning if the switch is off."""
        return unit

    def does(self, counter: Locator) -> None:
        counter.click()

    def opens(self, counter: Locator) -> None:
        counter.hover()


class Keys(Mouse):
    """The acts of somebody with keys alone."""

    def turns(self) -> None:
        self.page.focus("#sheet")
        self.page.keyboard.press("s")

    def points(self, place: str, unit: str) -> None:
        stack = self.page.locator(f'#sheet .stack[data-place="{place}"]')
        self.page.focus("#sheet")
        for _ in range(self.page.locator("#sheet .stack").count()):
            if stack.evaluate("one => one === document.activeElement"):
                break
            self.page.keyboard.press("n")
        self.page.keyboard.press("Enter")

    @staticmethod
    def alone(place: str, _unit: str) -> str:
        return place


class Finger(Mouse):
    """The acts of somebody at a touch screen."""

    touch = True

    def turns(self) -> None:
        self.page.tap("#tabs [data-tab=units]")
        self.page.tap("#several")
        self.page.tap("#tabs [data-tab=map]")

    def does(self, counter: Locator) -> None:
        counter.tap()

    opens = does


@pytest.fixture(params=[Mouse, Keys, Finger])
def hand(request: pytest.FixtureRequest, chromium: Browser, board: Board) -> Iterator[Mouse]:
    """Somebody at ann's board, after ann's landings, with a device to point with."""
    touch: bool = request.param.touch
    size = {"width": 360, "height": 740} if touch else {"width": 1300, "height": 900}
    with chromium.new_context(viewport=size, has_touch=touch, is_mobile=touch) as context:  # type: ignore[arg-type]
        context.set_default_timeout(BROWSING)
        page = context.new_page()
        page.goto(board.address)
        expect(page.locator("#past > li")).to_have_count(board.whose.count)
        page.fill("#list", "\n".join([*LANDINGS, "end movement"]))
        expect(page.locator("#asked")).to_contain_text("Declare an attack")
        page.locator("#list").blur()
        yield request.param(page)


@pytest.mark.few(1, 4)
def test_units_are_gathered_one_after_the_other(hand: Mouse) -> None:
    """Each is one more of them, and one that was gathered is taken out; then the order is given."""
    page, named = hand.page, list[str]()
    about, switch = page.locator("#about"), page.locator("#several")
    expect(switch).to_have_attribute("aria-pressed", "false")
    hand.turns()
    expect(switch).to_have_attribute("aria-pressed", "true")
    for unit, place in UNITS.items():
        hand.points(place, unit)
        named.append(unit)
        expect(about).to_have_value(" ".join(named))
        expect(page.locator("#choices-said")).to_contain_text(f"{' '.join(named)}: ")
    hand.points(UNITS["1/6"], "1/6")
    expect(about).to_have_value("2/6")
    hand.points(UNITS["1/6"], "1/6")
    expect(about).to_have_value("2/6 1/6")
    expect(page.locator("#choices-said")).to_contain_text("2/6 1/6: ")
    lines = page.locator("#choices button").evaluate_all("them => them.map(one => one.value)")
    assert lines
    assert all({"1/6", "2/6"} <= set(line.split()) for line in lines)
    hand.points("0802", "16")  # an enemy is what they attack, none of them
    expect(page.locator("#choices-said")).to_have_text("Orders to 0802")
    expect(page.locator("#choices button")).to_have_count(len(lines))
    hand.turns()
    expect(switch).to_have_attribute("aria-pressed", "false")
    hand.points(UNITS["1/6"], "1/6")
    expect(about).to_have_value(hand.alone("0902", "1/6"))


def test_nobody_gathers_who_is_not_asked(board: Board, chromium: Browser) -> None:
    board.whose.orders(*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6")
    page = chromium.new_page()
    page.goto(board.address)
    expect(page.locator("#past > li")).to_have_count(board.whose.count)
    expect(page.locator("#several")).to_be_disabled()
    page.focus("#sheet")
    page.keyboard.press("s")
    expect(page.locator("#several")).to_have_attribute("aria-pressed", "false")
    page.close()

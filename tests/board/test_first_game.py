"""The first turn that a page has one click on the board: it is the one that it types, too."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import pbem
from board.conftest import Board
from board.playing import PASSPHRASE, begin
from toy.people import Person

pytestmark = pytest.mark.long

FIRST = (Path(__file__).resolve().parents[2] / "docs" / "first-game.md").read_text()


def clicked() -> list[tuple[str, str]]:
    """Return what is typed and what is clicked then, row by row."""
    table = FIRST.partition("<!-- clicked: first turn -->\n")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([^`]*)` \| `([^`]*)` \|$", table, re.MULTILINE)


def written_below() -> list[str]:
    """Return the orders that are written into the list below what was clicked."""
    return (
        FIRST.partition("<!-- written: first turn -->\n```\n")[2].partition("\n```")[0].splitlines()
    )


def typed() -> list[str]:
    """Return the orders of the file that is typed instead."""
    lines = FIRST.partition("<<'END'\n")[2].partition("\nEND\n")[0].splitlines()
    return [line.partition("#")[0].strip() for line in lines]


def becomes(lines: list[str]) -> list[str]:
    """Return what becomes of a list of orders before its dice fall."""
    game = pbem.new_game("lantern", seed=1)
    return [one.text for one in game.apply("; ".join(lines))]


def test_the_first_turn_is_clicked(
    page: Page, ann: Person, bob: Person, serve: Callable[[Person], Board]
) -> None:
    begin(ann, bob, "lantern", "brask", "tarle")
    page.goto(serve(ann).address)
    expect(page.locator("#past > li")).to_have_count(ann.count)
    steps = clicked()
    for number, (name, what) in enumerate(steps, 1):
        page.get_by_label("Find a unit or place").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator("#choices-said")).to_contain_text(f"{name}: ")
        expect(page.locator(f'.place[data-place="{what}"]')).to_have_class("place reach")
        page.locator(f'.place[data-place="{what}"] path').click(force=True)
        expect(page.locator("#list")).to_have_value(re.compile(rf"^([^\n]+\n){{{number}}}$"))
        page.wait_for_selector("#tried:not([aria-busy=true])", state="attached")
    page.get_by_role("button", name="As text").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n".join(written_below()))
    page.get_by_role("button", name="Standing").click()
    page.get_by_role("button", name="Let the program answer small questions").click()
    lines = page.input_value("#list").splitlines()
    assert lines.pop() == typed().pop() == "standing usual"
    assert becomes(lines) == becomes(typed()[:-1])
    page.get_by_role("button", name="What can happen").click()
    expect(page.locator("#odds table").first).to_contain_text("attack 0605")  # it was tried
    page.get_by_role("button", name="Sign 5 orders").click()
    page.get_by_label("Passphrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Sign 5 orders").click()
    expect(page.locator("#tried")).to_contain_text("Signed: event 3")
    assert bob.takes(ann.sends()).status == "longer"
    assert page.wrong == []  # type: ignore[attr-defined]

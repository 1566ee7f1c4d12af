"""The question of the page follows the list, and choices are shown as what they are."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from board.conftest import Board, enter
from board.playing import GAMES, LANDINGS, Wanted, sit_down
from pbem.client.play import acting
from toy.people import Person

pytestmark = pytest.mark.long

SEATS = {"jp": "ann", "au": "bob", "br": "bob"}
MOVES = "Move units, then land reinforcements, then end movement."
ATTACKS = "Declare an attack, or end combat."


def points(page: Page, what: str) -> None:
    page.fill("#about", what)
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text(
        re.compile(rf"^({re.escape(what)}: |Who attacks {re.escape(what)}\?)")
    )


def test_the_prompt_follows_the_list(page: Page, board: Board) -> None:
    enter(page, board)
    asked = prompt = page.locator("#asked")
    expect(page.locator("#prompt")).to_have_text("Your turn as U.S.")
    expect(prompt).to_contain_text(MOVES)
    expect(asked).to_contain_text("Begins with: move, land, end")
    page.fill("#list", "\n".join(LANDINGS))
    expect(prompt).to_contain_text(f"After these orders: {ATTACKS}")
    expect(prompt).not_to_contain_text(MOVES)
    expect(asked).to_contain_text("Begins with: attack")
    page.fill("#list", "\n".join([*LANDINGS, "end movement", "attack 16 with 2/6 1/6 3/6"]))
    expect(prompt).to_contain_text(
        "After these orders: bob (Japan) is asked: Final protective fire"
    )
    expect(prompt).to_contain_text("You can still add orders before that.")
    page.fill("#list", "land 1/2 nowhere")
    expect(prompt).to_contain_text(MOVES)  # after what cannot be read nothing is asked
    page.fill("#list", "land 1/2 1203\n")
    expect(prompt).to_contain_text(f"After these orders: {MOVES}")
    page.click("#undo")
    expect(prompt).not_to_contain_text("After these orders")
    expect(prompt).to_contain_text(MOVES)


def test_what_stands_before_an_order_is_reported_after_it(page: Page, board: Board) -> None:
    """Movement has ended by itself: the order that is chosen is an attack, and reads as one."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    points(page, "16")
    choices = page.locator("#choices button")
    expect(choices.first).to_have_text(
        re.compile(r"^Attack 16 with [/ \d,and]+: \+\d+, .*%.* after end movement$")
    )
    choices.first.click()
    expect(page.locator("#list")).to_have_value(re.compile(r"\nend movement; attack 16 [^\n]*\n$"))


def test_orders_that_differ_by_a_number_are_one_with_it_to_set(page: Page, board: Board) -> None:
    """Ten lines for ten points of ground support are one; its number is set by mouse or keys."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    points(page, "16")
    first = page.locator("#choices li.counted").first
    number, order = first.locator("select"), first.locator("button")
    assert number.locator("option").all_inner_texts()[0].startswith("0: +")
    assert [one.split(":")[0] for one in number.locator("option").all_inner_texts()] == [
        *map(str, range(11))
    ]
    lines = page.locator("#choices button").evaluate_all("them => them.map(one => one.value)")
    bare = [line.partition(" gsp")[0] for line in lines]
    assert len(bare) == len(set(bare))
    expect(number).to_have_accessible_name(re.compile("ground support points"))
    number.select_option(index=3)
    expect(order).to_contain_text("3 ground support points")
    # Beside it is room for the number alone: of the rest one letter would be seen.
    expect(first.locator(".set > span")).to_have_text("3")
    expect(number).to_have_css("color", "rgba(0, 0, 0, 0)")
    expect(number.locator("option").first).not_to_have_css("color", "rgba(0, 0, 0, 0)")
    number.press("ArrowDown")
    expect(order).to_contain_text("4 ground support points")
    number.press("Enter")
    expect(page.locator("#list")).to_have_value(re.compile(r" gsp 4\n$"))


def test_arrow_keys_go_through_the_choices(page: Page, board: Board) -> None:
    """One Tab comes to them, and the map below them does not move."""
    enter(page, board)
    points(page, "1/2")
    choices = page.locator("#choices button")
    assert choices.count() > 3
    choices.first.focus()
    for key, at in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("End", -1), ("Home", 0)):
        page.keyboard.press(key)
        expect(choices.nth(at)).to_be_focused()
        expect(page.locator("#choices button[tabindex='0']")).to_have_count(1)
    assert page.inner_text("#when") == ""
    value = choices.nth(1).get_attribute("value")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#list")).to_have_value(f"{value}\n")


def test_pointing_draws_no_map_again_that_is_the_same(page: Page, board: Board) -> None:
    """A stack keeps the focus, and marks of what was pointed at before are gone."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    expect(page.locator("#asked")).to_contain_text(ATTACKS)
    points(page, "16")
    expect(page.locator("#sheet .place.target")).to_have_count(1)
    stack = page.locator('#sheet .stack[data-place="0902"]')
    stack.evaluate("one => { one.mine = true; }")
    stack.focus()
    points(page, "317")
    assert stack.evaluate("one => one.mine")
    expect(page.locator("#sheet .place.target")).to_have_count(1)
    page.fill("#list", "\n".join(LANDINGS[:1]))
    expect(page.locator("#asked")).to_contain_text(MOVES)
    expect(stack).to_have_count(0)


def test_two_attacks_are_clicked_one_after_the_other(page: Page, board: Board) -> None:
    """The first waits for the other's guns and for dice; the second is clicked all the same."""
    enter(page, board)
    page.fill("#list", "\n".join(LANDINGS))
    expect(page.locator("#asked")).to_contain_text(ATTACKS)
    for target, number in (("317", 1), ("16", 2)):
        points(page, target)
        page.locator("#choices button").first.click()
        expect(page.locator(".arrow.written.fire")).to_have_count(3 * number)
        expect(page.locator("#choices button")).to_have_count(0)
    page.fill("#about", "2/2")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text(
        "2/2 can do nothing now: an order in your list already uses it."
    )
    page.click("#try")
    expect(page.locator("#odds caption")).to_have_count(2)
    assert page.wrong == [] or all("status of 4" in one for one in page.wrong)  # type: ignore[attr-defined]


def test_several_units_are_clicked_with_ctrl_held(page: Page, board: Board) -> None:
    """The legal orders of both together are reported; a second click takes one out again."""
    enter(page, board)
    page.fill("#list", "\n".join([*LANDINGS, "end movement"]))
    expect(page.locator("#asked")).to_contain_text(ATTACKS)
    about = page.locator("#about")
    for unit, named in (("1/6", "1/6"), ("2/6", "1/6 2/6")):
        page.locator(f'#sheet .stack [data-unit="{unit}"]').click(modifiers=["Control"])
        expect(about).to_have_value(named)
        expect(page.locator("#choices-said")).to_contain_text(f"{named}: ")
    choices = page.locator("#choices button")
    for line in choices.evaluate_all("them => them.map(one => one.value)"):
        assert {"1/6", "2/6"} <= set(line.split())
    page.locator('#sheet .stack [data-unit="1/6"]').click(modifiers=["Control"])
    expect(about).to_have_value("2/6")
    assert page.wrong == []  # type: ignore[attr-defined]


def test_what_needs_no_place_has_a_button(
    page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """The Japanese of Singapore may fly nowhere, and end the phase."""
    japan, *others = sit_down(tmp_path, Wanted("singapore", "brigade", SEATS, 1))
    for one in others:
        one.client.close()
    enter(page, serve(japan))
    plain = page.locator("#plain button, #plain-too button")
    both = ["End air", "End air and movement"]
    expect(plain).to_have_text(both)
    plain.first.press("Enter")
    expect(page.locator("#list")).to_have_value("end air\n")
    expect(page.locator("#asked")).to_contain_text("After these orders")
    expect(plain).to_have_text(["End movement"])
    page.click("#undo")
    expect(plain).to_have_text(both)


def test_one_button_ends_two_phases(
    page: Page, serve: Callable[[Person], Board], tmp_path: Path
) -> None:
    """A player who buys nothing in Manila and attacks nobody has ended the turn."""
    (one,) = sit_down(tmp_path, GAMES["manila"])
    one.does(acting.dice)
    one.client.close()
    enter(page, serve(one))
    plain = page.locator("#plain button, #plain-too button")
    expect(plain).to_have_text(["End supply", "End supply and combat"])
    plain.last.click()
    expect(page.locator("#list")).to_have_value("end supply\nend combat\n")
    expect(page.locator("#tried")).not_to_have_class(re.compile("wrong"))
    page.click("#undo")
    expect(page.locator("#list")).to_have_value("end supply\n")
    assert page.wrong == []  # type: ignore[attr-defined]


def test_where_nothing_is_named_the_button_beside_the_field_says_what_it_lists(
    page: Page, board: Board
) -> None:
    """A purchase or an allotment is no unit and no place: it is found among all that is legal."""
    enter(page, board)
    button = page.locator("#pointing button")
    page.focus("#about")
    expect(button).to_have_accessible_name("All orders")
    before = button.bounding_box()
    button.click()
    expect(page.locator("#choices-said")).to_contain_text("All: ")
    page.fill("#about", "1/2")
    expect(button).to_have_accessible_name("Its orders")
    assert button.bounding_box() == before


def test_what_names_nothing_is_typed_over(page: Page, board: Board) -> None:
    enter(page, board)
    page.fill("#about", "6M")
    page.press("#about", "Enter")
    expect(page.locator("#choices-said")).to_contain_text("Nothing here is called '6M'")
    page.keyboard.type("1/2")
    expect(page.locator("#about")).to_have_value("1/2")

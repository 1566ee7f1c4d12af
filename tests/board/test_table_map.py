"""The board of an open table with maps: pieces are clicked, dragged, found by name, and written."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

import fords
from board.conftest import Board, Serve, enter, tab
from board.test_dice_and_cards import deal, sign
from pbem.client.play import acting
from pbem.client.session import drafts
from pbem.client.storage.modules import remember
from pbem.client.storage.tables import as_yaml, import_module
from pbem.client.views.hand import InHand, hand
from pbem.kit.typed.strict_yaml import read
from toy.people import Person

ON_THE_SHEET = """(one) => {
  const box = one.getBoundingClientRect(), back = one.ownerSVGElement.getScreenCTM().inverse();
  const middle = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(back);
  return [middle.x, middle.y, box.width * back.a].map(Math.round);
}"""
"""The middle of a drawn thing, and its width, in pixels of its sheet."""


@pytest.fixture
def war(ann: Person, bob: Person, serve: Serve) -> Board:
    """The war that comes with pbem, whose first side is ann's."""
    ann.opens("table", seats={"crown": "ann", "league": "bob"})
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())
    deal(ann, bob)
    return serve(ann)


def lines(page: Page) -> Locator:
    return page.locator("#list")


def counter(page: Page, name: str) -> Locator:
    return page.locator(f"#at-hand [data-piece={name}]")


def place(page: Page, name: str) -> Locator:
    return page.locator(f"#at-hand [data-spot='{name}'] circle")


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_click_on_a_piece_and_one_on_a_place_write_a_move(war: Board, page: Page) -> None:
    enter(page, war)
    counter(page, "h1").click()
    expect(page.locator("#at-hand .picked h2")).to_have_text("Horse (h1) Kessel")
    place(page, "Ostrel").click()
    expect(lines(page)).to_have_value("move h1 to road/Ostrel\n")
    expect(counter(page, "h1")).to_have_class(re.compile("ahead"))
    assert abs(middle(counter(page, "h1"))[0] - middle(place(page, "Ostrel"))[0]) < 8
    page.click("#undo")
    expect(lines(page)).to_have_value("")
    expect(counter(page, "h1")).not_to_have_class(re.compile("ahead"))


def test_no_piece_lies_where_nobody_sees_it(war: Board, page: Page) -> None:
    """Neither far beyond the edge of its map, nor below a piece at the next pixel."""
    war.whose.does(
        acting.order,
        drafts.draft(
            war.whose.sits(),
            b"move h1 to road@99999,99999; move f1 to road@99998,99999; move f2 to road@-900,40",
        ),
    )
    enter(page, war)
    sheet = page.locator("#at-hand .sheet svg").bounding_box()
    assert sheet is not None
    for name in ("h1", "f1", "f2"):
        x, y = middle(counter(page, name))
        assert sheet["x"] - 1 <= x <= sheet["x"] + sheet["width"] + 20, name
        assert sheet["y"] - 1 <= y <= sheet["y"] + sheet["height"] + 1, name
    (x, y), (to_x, to_y) = (middle(counter(page, name)) for name in ("h1", "f1"))
    assert abs(x - to_x) > 4
    assert abs(y - to_y) > 4


def test_a_piece_is_dragged_to_the_nearest_place_and_signed(war: Board, page: Page) -> None:
    enter(page, war)
    x, y = middle(counter(page, "h1"))
    to_x, to_y = middle(place(page, "Vell"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    page.mouse.move(to_x + 4, to_y - 4)
    page.mouse.up()
    expect(lines(page)).to_have_value("move h1 to road/Vell\n")
    sign(page, war)
    assert b'"to":"road/Vell"' in war.whose.log.read_bytes().splitlines()[-1]
    expect(page.locator("#at-hand [data-piece]")).to_have_count(3)


def test_a_stack_is_chosen_piece_by_piece_and_moves_as_one(war: Board, page: Page) -> None:
    enter(page, war)
    counter(page, "f2").click()
    stack = page.locator("#at-hand .stack")
    expect(stack.get_by_role("button")).to_have_text(["Foot (f1)", "Foot (f2)"])
    stack.get_by_role("button", name="Foot (f1)").click()
    page.locator("#at-hand [data-spot=Kessel] text").click()
    expect(lines(page)).to_have_value("move f2 f1 to road/Kessel\n")


@pytest.mark.parametrize(
    ("name", "words", "line"),
    [
        ("f1", "Flip", "flip f1"),
        ("h1", "Turn right", "turn h1 1"),
        ("f1", "To the box", "box f1"),
    ],
)
def test_each_deed_of_a_piece_has_a_button(
    war: Board, page: Page, name: str, words: str, line: str
) -> None:
    enter(page, war)
    field = page.get_by_label("Find a piece").locator("input")
    field.fill(name)
    page.keyboard.press("Enter")
    page.locator("#at-hand .deeds").get_by_role("button", name=words, exact=True).click()
    expect(lines(page)).to_have_value(f"{line}\n")


def test_what_is_being_typed_stays_while_the_log_grows(war: Board, page: Page) -> None:
    """The opponent's program may send its dice at any moment."""
    enter(page, war)
    field = page.locator("input[aria-label='Find a piece']")
    field.press_sequentially("f1")
    war.whose.does(acting.offer_tie)
    expect(page.locator("#past")).to_contain_text("offers a draw")
    expect(field).to_have_value("f1")
    expect(field).to_be_focused()
    page.keyboard.type("x")
    expect(field).to_have_value("f1x")


def test_what_was_typed_stays_while_another_map_is_shown(war: Board, page: Page) -> None:
    enter(page, war)
    piece, to, roll = (
        page.locator(f"input[aria-label='{label}']")
        for label in ("New piece", "At", "What the roll is for")
    )
    for field, words in ((piece, "Depot"), (to, "Kessel"), (roll, "the bridge")):
        field.fill(words)
    page.locator("#at-hand .tabs button").last.click()
    page.locator("#at-hand .tabs button").first.click()
    page.locator("#at-hand .dice button").first.click()
    expect(piece).to_have_value("Depot")
    expect(to).to_have_value("Kessel")
    expect(roll).to_have_value("the bridge")
    roll.press("Enter")
    to.press("Enter")
    for field in (piece, to, roll):
        expect(field).to_have_value("")
    expect(lines(page)).to_have_value(re.compile("bridge\nnew Depot at road/Kessel\n"))


def test_keys_alone_move_use_a_recipe_and_take_a_new_piece(war: Board, page: Page) -> None:
    enter(page, war)
    page.get_by_label("Find a piece").locator("input").fill("horse")
    page.keyboard.press("Enter")
    to = page.get_by_label("Where to").locator("input")
    to.fill("ostrel")
    page.keyboard.press("Enter")
    expect(lines(page)).to_have_value("move h1 to road/Ostrel\n")
    page.get_by_label("Find a piece").locator("input").fill("f2")
    page.keyboard.press("Enter")
    to.fill("Vell")
    page.get_by_role("group", name="Recipes").get_by_role("button", name="lost").press("Enter")
    form = page.get_by_role("form", name="New piece")
    form.get_by_label("New piece").fill("Depot")
    form.get_by_label("At").fill("Kessel")
    page.keyboard.press("Enter")
    expect(lines(page)).to_have_value(
        "move h1 to road/Ostrel\nlost f2 at road/Vell\nnew Depot at road/Kessel\n"
    )


def made(page: Page, name: str, steps: str) -> None:
    """Write a recipe on the board."""
    form = page.get_by_role("form", name="Make or change a recipe")
    if not form.is_visible():
        page.locator("#at-hand summary", has_text="Make or change a recipe").click()
    form.get_by_label("Name of the recipe").fill(name)
    form.get_by_label("Its orders").fill(steps)
    form.get_by_role("button", name="Write it").click()


def test_a_recipe_is_made_and_used_in_the_same_list(war: Board, page: Page) -> None:
    enter(page, war)
    counter(page, "h1").click()
    made(page, "Wheel To", "turn PIECE 3\n\nmove PIECE to PLACE")
    recipe = "recipe wheel-to: turn PIECE 3 then move PIECE to PLACE\n"
    expect(lines(page)).to_have_value(recipe)
    ours = page.get_by_role("group", name="Recipes").get_by_role("button", name="wheel to")
    expect(ours).to_contain_text("turn PIECE 3, then move PIECE to PLACE")
    ours.click()
    expect(ours).to_contain_text("click where to")
    place(page, "Ostrel").click()
    expect(lines(page)).to_have_value(f"{recipe}wheel-to h1 at road/Ostrel\n")
    sign(page, war)
    signed = war.whose.log.read_bytes().splitlines()[-1]
    assert b'"do":"recipe"' in signed
    assert b'"do":"move"' in signed


def test_a_recipe_is_changed_and_removed_on_the_board(war: Board, page: Page) -> None:
    enter(page, war)
    page.locator("#at-hand summary", has_text="Make or change a recipe").click()
    form = page.get_by_role("form", name="Make or change a recipe")
    form.get_by_role("button", name="Change lost").click()
    steps = form.get_by_label("Its orders")
    expect(steps).to_have_value("step PIECE -1\nmove PIECE to PLACE")
    steps.fill("box PIECE")
    form.get_by_role("button", name="Write it").click()
    expect(lines(page)).to_have_value("recipe lost: box PIECE\n")
    counter(page, "h1").click()
    page.get_by_role("group", name="Recipes").get_by_role("button", name="lost").click()
    expect(lines(page)).to_have_value("recipe lost: box PIECE\nlost h1\n")
    form.get_by_role("button", name="Change lost").click()
    form.get_by_role("button", name="Remove it").click()
    expect(lines(page)).to_have_value("recipe lost: box PIECE\nlost h1\nrecipe lost\n")
    counter(page, "f2").click()
    expect(page.locator("#at-hand .picked h2")).to_contain_text("Foot")
    expect(page.get_by_role("group", name="Recipes")).to_have_count(0)
    sign(page, war)


def test_what_is_wrong_with_a_recipe_is_told_once_it_is_used(war: Board, page: Page) -> None:
    enter(page, war)
    counter(page, "h1").click()
    made(page, "leap", "jump PIECE")
    page.get_by_role("group", name="Recipes").get_by_role("button", name="leap").click()
    expect(page.locator("#tried")).to_contain_text("'jump' is not an order")
    assert war.whose.count == len(war.whose.log.read_bytes().splitlines())


def test_what_is_typed_of_a_recipe_stays_while_pieces_are_chosen(war: Board, page: Page) -> None:
    enter(page, war)
    page.locator("#at-hand summary", has_text="Make or change a recipe").click()
    page.get_by_label("Name of the recipe").fill("rout")
    page.get_by_label("Its orders").fill("flip PIECE")
    counter(page, "f2").click()
    expect(page.get_by_label("Name of the recipe")).to_have_value("rout")
    expect(page.get_by_label("Its orders")).to_have_value("flip PIECE")


def test_a_kind_of_the_palette_is_put_where_one_clicks(war: Board, page: Page) -> None:
    enter(page, war)
    page.locator("#at-hand summary", has_text="Palette").click()
    kinds = page.get_by_role("group", name="Kinds of pieces").get_by_role("button")
    expect(kinds.nth(1)).to_be_visible()
    page.get_by_label("Find a kind of piece").fill("dep")
    expect(kinds).to_have_text(["Depot0"])
    kinds.click()
    place(page, "Ostrel").click()
    expect(lines(page)).to_have_value("new Depot at road/Ostrel\n")
    kinds.click()
    counter(page, "h1").click()
    expect(lines(page)).to_have_value("new Depot at road/Ostrel\nnew Depot at road/Kessel\n")
    counter(page, "h1").click()
    expect(page.locator("#at-hand .picked h2")).to_contain_text("Horse")
    sign(page, war)


def test_dice_cards_and_the_map_stand_beside_each_other(war: Board, page: Page) -> None:
    enter(page, war)
    for part in (".sheet", ".rolling"):
        expect(page.locator(f"#at-hand {part}")).to_be_visible()
    sheet = page.locator("#at-hand .sheet").bounding_box()
    dice = page.locator("#at-hand .rolling").bounding_box()
    assert sheet is not None
    assert dice is not None
    assert sheet["x"] + sheet["width"] <= dice["x"]
    page.get_by_role("button", name="Draw 1").first.click()
    expect(lines(page)).to_have_value("draw 1 from crown\n")


def test_on_a_telephone_the_map_comes_first_and_nothing_is_cut_off(
    war: Board, chromium: Browser
) -> None:
    page = chromium.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    enter(page, war)
    tab(page, "map")
    assert page.evaluate("document.querySelector('#at-hand').scrollWidth") <= 390
    counter(page, "h1").tap()
    place(page, "Ostrel").tap()
    expect(lines(page)).to_have_value("move h1 to road/Ostrel\n")
    page.close()


def test_the_opponent_sees_where_a_hidden_unit_is_and_not_what(
    ann: Person, bob: Person, war: Board, serve: Serve, page: Page
) -> None:
    ann.orders("draw 1 from crown")
    bob.takes(ann.sends())
    deal(ann, bob)
    title = next(one.card for one in hand(ann.sits()) if isinstance(one, InHand))
    ann.orders(f"lay {title} at Vell; over to league")
    bob.takes(ann.sends())
    enter(page, war)
    expect(counter(page, "n1").locator("title")).to_have_text(f"crown face down: {title} (n1)")
    enter(page, serve(bob))
    expect(counter(page, "n1").locator("title")).to_have_text("crown face down (n1)")
    assert title not in page.content()


@pytest.fixture
def ford(ann: Person, bob: Person, tmp_path: Path) -> Path:
    """A game of *Two Fords*, whose module ann has, and bob has not; return the module."""
    return begin_ford(ann, bob, tmp_path, without="decks")


def begin(ann: Person, bob: Person, pack: Path, seats: dict[str, str]) -> None:
    """Begin a game of a table file."""
    ann.opens("table", seats=seats, pack=pack)
    [kept] = ann.client.packs.glob("*.yaml")
    bob.client.packs.mkdir(exist_ok=True)
    (bob.client.packs / kept.name).write_bytes(kept.read_bytes())
    bob.takes(ann.sends())
    bob.does(acting.join)
    ann.takes(bob.sends())


def begin_ford(
    ann: Person,
    bob: Person,
    tmp_path: Path,
    without: str,
    *,
    cards: Sequence[str] = (),
    picture: str = "red.png",
) -> Path:
    """Begin a game of *Two Fords*, which ann's module shows.

    ``cards``: those of one deck more, which is ann's; ``picture``: another name of one.
    """
    files = fords.files()
    build = files["buildFile.xml"].replace(b"red.png", picture.encode())
    other = {"buildFile.xml": build, f"images/{picture}": files["images/red.png"]}
    module = fords.packed(tmp_path / "fords.vmod", other)
    made = import_module(module, "start", tmp_path / "ford.yaml")
    remember(ann.client, made.module, module)
    plain = Path(made.file).read_bytes()
    pack = tmp_path / "plain.yaml"
    data: Any = {k: v for k, v in read(plain).items() if k != without}  # type: ignore[union-attr]
    data["types"]["4"]["fixed"] = 1  # as markers of a place are
    if cards:
        data["decks"]["more"] = {"for": "blue", "cards": [*cards]}
    pack.write_bytes(as_yaml(data))
    begin(ann, bob, pack, {"blue": "ann", "red": "bob"})
    return module


def test_who_has_the_module_sees_its_pictures_and_others_flat_counters(
    ann: Person, bob: Person, ford: Path, serve: Serve, page: Page
) -> None:
    enter(page, serve(ann))
    expect(page.locator("#at-hand .sheet svg")).to_have_class(re.compile("pictured"))
    expect(counter(page, "p1")).to_have_class(re.compile("pictured"))
    shown = page.locator("#at-hand [data-piece=p1] image").first.evaluate(ON_THE_SHEET)
    assert shown == [82, 60, 40], "in the middle of hex 0201, as large as it is"
    counter(page, "p2").click()
    counter(page, "p3").click()
    expect(lines(page)).to_have_value("move p2 to field/North Ford\n")
    page.click("#undo")
    counter(page, "p3").click()
    expect(page.locator("#at-hand .picked h2")).to_contain_text("Red Horse")
    ann.orders("flip p1; over to red")
    bob.takes(ann.sends())
    enter(page, serve(bob))
    expect(counter(page, "p1").locator("title")).to_have_text("1st Foot (reduced) (p1)")
    expect(page.locator("#at-hand image")).to_have_count(0)
    pictures = [data for name, data in fords.files().items() if name.startswith("images/")]
    homes = (one.folder.rglob("*") for one in (ann, bob))
    written = b"".join(one.read_bytes() for home in homes for one in home if one.is_file())
    assert not [data for data in pictures if data[8:40] in written]
    ford.unlink()
    enter(page, serve(ann))
    expect(counter(page, "p1").locator("rect")).to_be_visible()
    expect(page.locator("#at-hand image")).to_have_count(0)


def test_cards_of_the_hand_have_names_and_pictures_of_ones_own_module(
    ann: Person, bob: Person, tmp_path: Path, serve: Serve, page: Page
) -> None:
    begin_ford(ann, bob, tmp_path, without="cups")
    deal(ann, bob)
    ann.orders("draw 2")
    bob.takes(ann.sends())
    deal(ann, bob)
    held = {one.card for one in hand(ann.sits()) if isinstance(one, InHand)}
    assert held == {"Ambush", "Fog and rain 2"}
    enter(page, serve(ann))
    fan = page.locator("#at-hand .fan button")
    expect(fan.filter(has_text="Ambush").locator("img")).to_have_attribute(
        "src", "picture?name=card20.png"
    )
    assert fan.first.locator("img").evaluate("(one) => one.decode().then(() => one.naturalWidth)")
    expect(fan.filter(has_text="Fog").locator("img")).to_have_attribute(
        "src", "picture?name=card21.png"
    )
    expect(fan.first.locator("b")).to_be_visible()
    fan.filter(has_text="Ambush").click()
    large = page.locator("#at-hand figure img").bounding_box()
    assert large is not None
    assert large["height"] > 300
    enter(page, serve(bob))
    assert "card20.png" not in page.locator("#at-hand").inner_html()


def test_marks_range_turn_track_and_charts(
    ann: Person, ford: Path, serve: Serve, page: Page
) -> None:
    enter(page, serve(ann))
    counter(page, "p2").click()
    expect(page.locator("#at-hand .marks")).to_have_text("Side: Blue")
    field = page.get_by_label("Find a piece").locator("input")
    page.get_by_role("button", name="Choose none").click()
    field.fill("p3")
    page.keyboard.press("Enter")
    to = page.get_by_label("Where to").locator("input")
    to.fill("0403")
    page.keyboard.press("Enter")
    counter(page, "p3").click()
    counter(page, "p2").click(modifiers=["Shift"])
    expect(page.locator("#at-hand .range")).to_have_text("3 hexes apart")
    track = page.get_by_role("list", name="Turn tracks").get_by_role("listitem")
    expect(track).to_have_text(["<Turns: 1 of 5>", "<Turns step: Move>"])
    page.get_by_role("button", name="Turns: on").click()
    page.get_by_role("button", name="Turns step: on").click()
    expect(lines(page)).to_have_value("move p3 to field/0403\nvalue turns 2\nvalue turns-step 2\n")
    page.get_by_role("button", name="Fire table").click()
    chart = page.get_by_role("img", name="Chart: Fire table")
    assert chart.evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 8
    page.get_by_role("group", name="Maps").get_by_role("button", name="Field").click()
    expect(chart).to_have_count(0)
    expect(counter(page, "p1")).to_be_visible()
    assert ford.exists()


def is_at(page: Page, name: str, where: str) -> bool:
    (x, y), (to_x, to_y) = middle(counter(page, name)), middle(place(page, where))
    return abs(x - to_x) < 12 and abs(y - to_y) < 12


def test_an_earlier_moment_is_seen_on_the_same_map_step_by_step(war: Board, page: Page) -> None:
    enter(page, war)
    counter(page, "h1").click()
    place(page, "Ostrel").click()
    sign(page, war)
    table, ways = page.locator("#at-hand"), page.locator("#at-hand .ways line")
    page.locator("#past .phase:visible button").first.click()
    page.locator("#past > li").nth(-2).click()
    expect(table).to_have_class(re.compile("earlier"))
    assert is_at(page, "h1", "Kessel")
    expect(page.locator("#at-hand :is(.rolling, .picked form)")).to_have_count(1)  # and hidden:
    expect(page.locator("#at-hand .rolling")).to_be_hidden()
    page.mouse.move(*middle(counter(page, "h1")))
    page.mouse.down()
    page.mouse.move(*middle(place(page, "Vell")))
    page.mouse.up()
    expect(lines(page)).to_have_value("")
    page.locator("#past > li").last.locator("> p").click()  # before its first step
    page.keyboard.press("ArrowRight")
    expect(ways).to_have_count(1)
    assert is_at(page, "h1", "Ostrel")
    page.locator("#to-now").click()
    expect(table).not_to_have_class(re.compile("earlier"))
    expect(ways).to_have_count(0)
    expect(page.locator("#at-hand .rolling")).to_be_visible()


def test_the_past_and_a_practice_show_the_pictures_too(
    ann: Person, ford: Path, serve: Serve, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ford.parent)  # where the practice is kept
    ann.orders("flip p1")
    enter(page, serve(ann))
    face = page.locator("#at-hand [data-piece=p1] image").last
    expect(face).to_have_attribute("data-picture", "blue-back.png")
    page.locator("#past > li").nth(-2).click()
    expect(face).to_have_attribute("data-picture", "blue.png")
    page.click("#to-now")
    expect(face).to_have_attribute("data-picture", "blue-back.png")
    page.evaluate('document.querySelector("#elsewise").click()')
    page.wait_for_url(re.compile(r"/1/$|/1/#"))
    expect(face).to_have_attribute("data-picture", "blue-back.png")
    expect(counter(page, "p1")).to_have_class(re.compile("pictured"))
    assert ford.exists()


def test_of_a_high_stack_the_upper_pieces_are_drawn_and_all_can_be_chosen(
    war: Board, page: Page
) -> None:
    enter(page, war)
    page.fill("#list", "".join("new Depot at Ostrel\n" for _ in range(9)))
    sign(page, war)
    drawn = page.locator("#at-hand [data-piece^=n]")
    expect(drawn).to_have_count(4)
    expect(page.locator("#at-hand .many")).to_have_text("9")
    drawn.last.click()
    expect(page.locator("#at-hand .picked .stack button")).to_have_count(9)


HEARS = """globalThis.heard = new Promise((heard) => {
  globalThis.EventSource = class extends EventSource {
    constructor(...all) {
      super(...all);
      this.addEventListener("message", heard);
    }
  };
});"""
"""Keeps a promise when the first word of a change has come."""


def test_the_game_is_asked_for_once_if_the_first_word_of_a_change_comes_before_it(
    war: Board, page: Page
) -> None:
    """A large table is a megabyte: each time that it is asked for, a player waits."""
    asked = list[str]()
    page.add_init_script(HEARS)
    page.on("request", lambda one: asked.append(one.url.rpartition("/")[2]))

    def late(route: Route) -> None:
        page.evaluate("async () => { await globalThis.heard; }")
        route.continue_()

    page.route("**/words", late)
    enter(page, war)
    expect(page.locator("#news")).not_to_have_attribute("aria-busy", "true")
    counter(page, "h1").click()
    expect(page.locator("#at-hand .picked h2")).to_be_visible()
    assert asked.count("state") == 1


OF_EVERY_OBJECT = ("constructor", "toString", "hasOwnProperty", "__proto__", "valueOf")
"""Names that each object of JavaScript has: a table file may call anything so."""


def test_names_that_each_object_has_are_names_as_others(
    ann: Person, bob: Person, tmp_path: Path, serve: Serve, page: Page
) -> None:
    names = [name for name in OF_EVERY_OBJECT if name != "__proto__"]  # no map begins so
    places = [[name, 60 * at, 50] for at, name in enumerate(OF_EVERY_OBJECT, 1)]
    boards = [{"size": [400, 300]}]
    layer = {"images": ["", ""], "level": 1, "names": ["whole", "half"]}
    made = {
        "table": "open",
        "title": "Names",
        "sides": {"constructor": "First", "valueof": "Second"},
        "values": {"constructor": 3},
        "recipes": {"valueof": ["flip PIECE"]},
        "maps": {one: {"name": one, "boards": boards, "places": places} for one in names},
        "types": {one: {"name": one, "layers": [layer]} for one in names},
        "setup": {
            one: {"type": one, "map": "constructor", "place": place}
            for one, place in zip(names, OF_EVERY_OBJECT, strict=False)
        },
    }
    pack = tmp_path / "names.yaml"
    pack.write_text(json.dumps(made))
    begin(ann, bob, pack, {"constructor": "ann", "valueof": "bob"})
    enter(page, serve(ann))
    expect(page.locator("#at-hand .spot")).to_have_count(len(OF_EVERY_OBJECT))
    expect(page.locator("#at-hand .tabs button small")).to_have_text(["4", "0", "0", "0"])
    for name in names:
        counter(page, name).click()
        expect(page.locator("#at-hand .picked h2")).to_contain_text("whole")
        page.click("#at-hand .picked .none")
    counter(page, "toString").click()
    place(page, "valueOf").click()
    expect(lines(page)).to_have_value("move toString to constructor/valueOf\n")
    page.click("#at-hand .tools button:first-child")
    width = page.locator("#at-hand .sheet > svg").get_attribute("width")
    assert width is not None
    assert float(width.rstrip("%")) > 100
    assert page.wrong == []  # type: ignore[attr-defined]


def test_cards_with_names_that_each_object_has_lie_in_a_hand(
    ann: Person, bob: Person, tmp_path: Path, serve: Serve, page: Page
) -> None:
    """They have no pictures, and other cards of the module do."""
    begin_ford(ann, bob, tmp_path, without="cups", cards=OF_EVERY_OBJECT)
    deal(ann, bob)
    ann.orders(f"draw {len(OF_EVERY_OBJECT)} from more")
    bob.takes(ann.sends())
    deal(ann, bob)
    enter(page, serve(ann))
    titles = page.locator("#at-hand .fan button b")
    expect(titles).to_have_count(len(OF_EVERY_OBJECT))
    assert {*titles.all_text_contents()} == {*OF_EVERY_OBJECT}
    page.locator("#at-hand .fan button", has_text="constructor").click()
    page.locator("#at-hand .cards").get_by_role("button", name="Play", exact=True).click()
    expect(lines(page)).to_have_value("play constructor\n")
    assert page.wrong == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["constructor", "__proto__"])
def test_pictures_with_names_that_each_object_has_are_shown(
    ann: Person, bob: Person, serve: Serve, page: Page, name: str
) -> None:
    begin_ford(ann, bob, ann.folder.parent, without="decks", picture=name)
    enter(page, serve(ann))
    face = page.locator(f"#at-hand [data-piece=p3] image[data-picture={name}]")
    expect(face).to_have_attribute("href", re.compile("data:image/png|picture"))
    expect(counter(page, "p3")).to_have_class(re.compile("pictured"))
    assert page.wrong == []  # type: ignore[attr-defined]


BOXED: dict[str, Any] = {
    "table": "open",
    "title": "Boxes",
    "sides": {"crown": "Crown", "league": "League"},
    "recipes": {
        "eliminate": ["flip PIECE", "move PIECE to off/Eliminated"],
        "rout": ["move PIECE to PLACE"],
        "next-turn": ["value turn 2"],
    },
    "values": {"turn": 1},
    "maps": {
        "off": {
            "name": "Off",
            "kind": "boxes",
            "places": [["Reserve", 0, 0], ["Eliminated", 9, 0]],
        },
        "road": {"name": "Road", "places": [["Vell", 100, 100], ["Kessel", 300, 200]]},
    },
    "types": {
        "guard": {
            "name": "Guard",
            "marks": {"Side": "Crown"},
            "layers": [{"images": ["", ""], "level": 1, "names": ["", "+ (reduced)"]}],
        },
        "horse": {"name": "Horse", "marks": {"Side": "League"}},
        "trench": {"name": "Trench"},
    },
    "setup": {
        "g1": {"type": "guard", "map": "road", "place": "Vell"},
        "g2": {"type": "guard", "map": "off", "place": "Reserve"},
        "h1": {"type": "horse", "map": "road", "place": "Kessel"},
    },
}
"""A table with boxes beside its map, and kinds of pieces of both sides and of nobody."""


@pytest.fixture
def boxed(ann: Person, bob: Person, tmp_path: Path, serve: Serve) -> Board:
    pack = tmp_path / "boxed.yaml"
    pack.write_text(json.dumps(BOXED))
    begin(ann, bob, pack, {"crown": "ann", "league": "bob"})
    return serve(ann)


def box(page: Page, name: str) -> Locator:
    return page.locator(f"#at-hand [data-box='off/{name}']")


def test_boxes_stand_beside_the_map_and_pieces_are_dragged_in_and_out(
    boxed: Board, page: Page
) -> None:
    enter(page, boxed)
    expect(page.locator("#at-hand .tabs button")).to_have_text(["Road 2"])
    expect(box(page, "Reserve").get_by_role("button", name="Guard")).to_be_visible()
    x, y = middle(counter(page, "h1"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 30)
    page.mouse.move(*middle(box(page, "Eliminated")))
    page.mouse.up()
    expect(lines(page)).to_have_value("move h1 to off/Eliminated\n")
    expect(box(page, "Eliminated").get_by_role("button", name="Horse")).to_be_visible()
    page.mouse.move(*middle(counter(page, "g2")))
    page.mouse.down()
    page.mouse.move(*middle(place(page, "Kessel")))
    page.mouse.up()
    expect(lines(page)).to_have_value("move h1 to off/Eliminated\nmove g2 to road/Kessel\n")
    expect(box(page, "Reserve").locator("[data-piece]")).to_have_count(0)
    sign(page, boxed)


def test_a_piece_is_put_into_a_box_by_clicks_and_by_keys(boxed: Board, page: Page) -> None:
    enter(page, boxed)
    counter(page, "g1").click()
    box(page, "Eliminated").locator(".box").click()
    expect(lines(page)).to_have_value("move g1 to off/Eliminated\n")
    counter(page, "g2").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#at-hand .picked h2")).to_contain_text("Guard")
    expect(counter(page, "g2")).to_be_focused()
    place(page, "Vell").click()
    expect(lines(page)).to_have_value("move g1 to off/Eliminated\nmove g2 to road/Vell\n")


def test_numbers_use_recipes_and_f_flips(boxed: Board, page: Page) -> None:
    enter(page, boxed)
    counter(page, "g1").click()
    first = page.get_by_role("group", name="Recipes").get_by_role("button").first
    expect(first.locator("kbd")).to_have_text("1")
    page.keyboard.press("1")
    expect(lines(page)).to_have_value("eliminate g1\n")
    expect(box(page, "Eliminated").locator("[data-piece=g1]")).to_be_visible()
    counter(page, "h1").click()
    page.keyboard.press("9")
    page.keyboard.press("f")
    expect(lines(page)).to_have_value("eliminate g1\n")  # no such recipe, and no other face
    page.keyboard.press("2")
    page.locator("#at-hand [data-spot=Vell] text").click()
    expect(lines(page)).to_have_value("eliminate g1\nrout h1 at road/Vell\n")
    page.keyboard.press("1")
    expect(lines(page)).to_have_value("eliminate g1\nrout h1 at road/Vell\nnext-turn\n")
    page.click("#undo")
    page.click("#undo")
    page.click("#undo")
    page.get_by_label("Find a piece").locator("input").fill("g1")
    page.keyboard.press("Enter")
    page.get_by_label("Where to").locator("input").press_sequentially("1")
    expect(lines(page)).to_have_value("")  # in a field a number is a number
    counter(page, "g2").click(modifiers=["Shift"])
    page.keyboard.press("f")
    expect(lines(page)).to_have_value("flip g1\nflip g2\n")


def test_the_palette_has_the_kinds_of_each_side_and_how_many_lie_there(
    boxed: Board, page: Page
) -> None:
    enter(page, boxed)
    page.locator("#at-hand summary", has_text="Palette").click()
    palette = page.get_by_role("group", name="Kinds of pieces")
    expect(palette.get_by_role("heading")).to_have_text(
        ["Crown1 kind", "League1 kind", "Others1 kind"]
    )
    expect(palette.get_by_role("button")).to_have_text(["Guard2", "Horse1", "Trench0"])


def test_a_hand_of_many_cards_lies_over_itself_and_each_comes_up(
    ann: Person, bob: Person, tmp_path: Path, serve: Serve, page: Page
) -> None:
    cards = [f"Card number {number}" for number in range(20)]
    decks = {side: {"for": side, "cards": cards} for side in ("crown", "league")}
    pack = tmp_path / "hand.yaml"
    pack.write_text(json.dumps({**BOXED, "decks": decks}))
    begin(ann, bob, pack, {"crown": "ann", "league": "bob"})
    deal(ann, bob)
    ann.orders("draw 18 from crown")
    bob.takes(ann.sends())
    deal(ann, bob)
    enter(page, serve(ann))
    room = page.locator("#at-hand .left").bounding_box()
    assert room is not None
    held = page.locator("#at-hand .fan button")
    expect(held).to_have_count(18)
    boxes = [one.bounding_box() for one in held.all()]
    for one in boxes:
        assert one is not None
        assert one["x"] + one["width"] <= room["x"] + room["width"] + 1
        assert one["width"] > 100
    low = boxes[3]
    assert low is not None
    first = held.first
    first.click(position={"x": 8, "y": 8})
    expect(page.get_by_role("button", name="Discard", exact=True)).to_be_in_viewport()
    first.click(position={"x": 8, "y": 8})
    held.nth(3).hover(position={"x": 8, "y": 8})
    page.wait_for_function(
        "(y) => document.querySelectorAll('#at-hand .fan button')[3].getBoundingClientRect().y < y",
        arg=low["y"] - 20,
    )

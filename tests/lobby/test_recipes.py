"""Recipes are written in the lobby, tried in words, and given on: with the game, and as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from lobby.conftest import Serve
from lobby.homes import PASSPHRASE
from lobby.test_page import Visitor
from pbem.client.client import Client
from pbem.client.storage.boxes import keep_table
from pbem.errors import FormError, PackError, PbemError
from pbem.lobby import recipes
from pbem.lobby.forms import OfRecipes, OnePack, OneRecipe, TakenRecipes
from pbem.lobby.offers import of_pack
from toy.tables import RULES, WAR

LOST = ["step PIECE -1", "move PIECE to PLACE"]


@pytest.fixture
def client(tmp_path: Path) -> Any:
    made = Client(tmp_path / "home")
    yield made
    made.close()


@pytest.fixture
def war(client: Client) -> str:
    """The digest of a table file with maps, pieces and a recipe called lost."""
    return keep_table(client, RULES.export()).digest


def test_a_recipe_is_tried_in_words_and_nothing_is_kept(client: Client, war: str) -> None:
    before = sorted(client.packs.iterdir())
    line, *told = recipes.tried(client, OneRecipe(war, "Rout", LOST))
    assert line.startswith("Rout f1 at road/")
    assert len(told) == 3
    assert "shows" in told[0]
    assert line.rpartition("/")[2] in told[1]
    assert sorted(client.packs.iterdir()) == before


def test_the_first_kind_of_piece_that_can_do_it_is_taken(client: Client, war: str) -> None:
    line, *_ = recipes.tried(client, OneRecipe(war, "wheel", ["turn PIECE 3"]))
    assert line == "wheel h1", "the first ones have no facing"


@pytest.mark.parametrize(
    ("name", "steps", "said"),
    [
        ("", LOST, "Give the recipe a name"),
        ("x", ["", " "], "write an order on each line"),
        ("move", LOST, "move is an order already"),
        ("two words", LOST, "write `recipe NAME"),
        ("x", ["jump PIECE"], "'jump' is not an order"),
        ("x", ["move PIECE to Atlantis"], "Atlantis"),
    ],
)
def test_a_slip_says_what_would_be_right(
    client: Client, war: str, name: str, steps: list[str], said: str
) -> None:
    with pytest.raises(PbemError, match=said):
        recipes.tried(client, OneRecipe(war, name, steps))


def test_recipes_stand_in_a_new_table_file_and_nothing_else_changes(
    client: Client, war: str
) -> None:
    was = client.pack(war)
    offer = recipes.kept(client, OfRecipes(war, {"lost": LOST, "rout ": ["box PIECE", ""]}))
    assert offer.recipes == {"lost": LOST, "rout": ["box PIECE"]}
    assert offer.pack != war
    assert client.pack(war) == was, "games that have it go on with it"
    assert recipes.kept(client, OfRecipes(offer.pack, {"lost": LOST})).pack == war
    none = recipes.kept(client, OfRecipes(war, {}))
    assert (none.recipes, none.title) == ({}, offer.title)
    with pytest.raises(PackError, match="recipes"):
        recipes.kept(client, OfRecipes(war, {"Two Words": LOST}))


def test_a_player_gives_recipes_to_another_as_a_file(client: Client, war: str) -> None:
    given = recipes.file(client, OnePack(war))
    other = keep_table(client, WAR)
    got = recipes.taken(client, TakenRecipes(other.digest, given.data))
    assert got.recipes == of_pack(client, keep_table(client, RULES.export())).recipes
    assert recipes.taken(client, TakenRecipes(other.digest, RULES.export())).pack == got.pack
    for bad in (WAR, b"recipes: [1]", b"just words"):
        with pytest.raises(FormError, match="recipes"):
            recipes.taken(client, TakenRecipes(war, bad))


@pytest.mark.long
def test_a_recipe_by_clicks_comes_to_the_opponent_and_by_file_to_a_third(
    tmp_path: Path, serve: Serve, chromium: Browser
) -> None:
    table = tmp_path / "war.yaml"
    table.write_bytes(RULES.export())
    ann, cat = (Visitor(chromium, serve, tmp_path / one) for one in ("ann", "cat"))
    for one in (ann, cat):
        one.makes_keys("ann" if one is ann else "cat")
        one.page.keyboard.press("Escape")
        one.presses("Invite")
        expect(one.page.get_by_role("button", name="Recipes")).to_be_hidden()
        one.page.check("dialog [name=rules][value=table]")
        one.presses("Your own dice and cards")
        one.page.set_input_files("dialog [name=file]", table)
        one.presses("Make the game")
        one.presses("Recipes")
        expect(one.page.get_by_label("Recipes", exact=True)).to_contain_text("lost: step PIECE -1")
    page = ann.page
    page.fill("dialog [name=name]", "rout")
    page.fill("dialog [name=steps]", "jump PIECE\nmove PIECE to PLACE")
    ann.presses("Try it")
    expect(page.locator("dialog [role=status]")).to_contain_text("'jump' is not an order")
    page.fill("dialog [name=steps]", "\n".join(LOST))
    ann.presses("Try it")
    expect(page.locator("dialog [role=status]")).to_contain_text("rout f1 at road/")
    listed = page.get_by_label("Recipes", exact=True).locator("li")
    expect(listed).to_have_count(1)
    ann.presses("Add it")
    expect(listed).to_have_count(2)
    page.get_by_role("button", name="Remove lost").click()
    expect(listed).to_have_count(1)
    with page.expect_download() as saved:
        ann.presses("Save them as a file")
    with cat.page.expect_file_chooser() as chooser:
        cat.presses("Add those of a file")
    chooser.value.set_files(saved.value.path())
    theirs = cat.page.get_by_label("Recipes", exact=True).locator("li")
    expect(theirs).to_have_count(2)
    expect(theirs.last).to_contain_text("rout: step PIECE -1, then move PIECE to PLACE")
    ann.presses("Use these recipes")
    expect(page.locator(".game:has(:checked)")).to_have_count(1)
    ann.presses("Make the link")
    link = page.get_by_role("textbox", name="The link").input_value()
    page.keyboard.press("Escape")
    cat.page.keyboard.press("Escape")
    cat.page.evaluate("link => { location.hash = link.split('#')[1]; }", link)
    cat.presses("Open the game")
    cat.page.fill("dialog [name=passphrase]", PASSPHRASE)
    cat.presses("Open the game")
    expect(cat.page.locator("#send")).to_contain_text("To Ann")
    assert (len(ann.wrong), cat.wrong) == (1, []), "the order that is none, and nothing else"
    assert b"rout:" in b"".join(one.read_bytes() for one in (tmp_path / "cat").rglob("*.yaml"))

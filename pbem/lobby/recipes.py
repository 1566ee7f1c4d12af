"""Recipes of a table file: tried before a game is opened, kept in the file, given on as a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
import yaml

from pbem.client.client import Client, NotFound
from pbem.client.session.words import reported_lines, sentence
from pbem.client.storage import boxes
from pbem.client.storage.packs import newest
from pbem.errors import FormError, PbemError
from pbem.kit.screen import AtHand
from pbem.kit.typed import strict_yaml
from pbem.lobby import offers
from pbem.lobby.forms import File, Offer, OfRecipes, OnePack, OneRecipe, TakenRecipes
from pbem.practice.beginning import PracticeOptions, of_scenario
from pbem.practice.trying import Practice, opened
from pbem.table.practice import PracticeFile

Recipes = dict[str, list[str]]
"""Name -> the orders that it stands for."""

PIECES_TRIED = 60
"""A recipe is tried with so many pieces, until one of them can do it."""
_HEAD = "# Recipes of pbem: a name for several orders. They can stand in a table file.\n"


def tried(client: Client, wish: OneRecipe) -> list[str]:
    """Say what a recipe does at the beginning of the game: what is written, then what happens.

    Raises:
        NotFound: The table file is not here.
        FormError: It is no recipe, or no piece can do it.
        OrderMistake: One of its orders is not legal for any piece.
    """
    steps = _steps(wish.steps)
    if not wish.name.strip() or not steps:
        raise FormError("Give the recipe a name, and write an order on each line.")
    name, practice = wish.name.strip(), _practice(client, wish.pack)
    already = _recipes(_table(client, wish.pack)).get(name) == steps
    if not already:
        practice.order(f"recipe {name}: {' then '.join(steps)}".encode())
    found = practice.at_hand
    assert found is not None  # noqa: S101 - a table has it
    why: PbemError | None = None
    for line in islice(_uses(found, name), PIECES_TRIED):
        try:
            draft = practice.rehearse(line.encode()).draft
        except PbemError as error:
            why = why or error
        else:
            return [line, *reported_lines(draft.outcomes), sentence(draft.then)]
    raise why or FormError("The table has no piece or no place to try it with.")


def kept(client: Client, wish: OfRecipes) -> Offer:
    """Write recipes into a table file, in place of those in it; return the offer of that.

    Raises:
        NotFound: The table file is not here.
        PackError: A recipe has the wrong form, or there are too many.
        LogFileError: It cannot be written.
    """
    data = {key: value for key, value in _table(client, wish.pack).items() if key != "recipes"}
    recipes = {name.strip(): _steps(steps) for name, steps in wish.recipes.items()}
    if recipes:
        data["recipes"] = recipes
    return offers.of_pack(client, boxes.keep_table(client, _yaml(data)))


def taken(client: Client, wish: TakenRecipes) -> Offer:
    """Add the recipes of a file to a table file: a file of recipes, or another table file.

    One of the same name is replaced.

    Raises:
        NotFound: The table file is not here.
        FormError: The file has no recipes.
        PackError: A recipe has the wrong form, or there are too many.
        LogFileError: It cannot be written.
    """
    added = _recipes(strict_yaml.read(wish.file, name="the file"))
    if not added:
        raise FormError("This file has no recipes. It begins with 'recipes:'.")
    return kept(client, OfRecipes(wish.pack, _recipes(_table(client, wish.pack)) | added))


def file(client: Client, wish: OnePack) -> File:
    """Return the recipes of a table file as a file for others; raises NotFound, FormError."""
    recipes = _recipes(_table(client, wish.pack))
    return File(_HEAD.encode() + _yaml({"recipes": recipes}), "application/yaml", "recipes.yaml")


def _steps(said: Sequence[str]) -> list[str]:
    return [one.strip() for one in said if one.strip()]


def _yaml(data: Mapping[str, Any]) -> bytes:
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    dumped: str = yaml.dump(
        data, Dumper=dumper, allow_unicode=True, sort_keys=False, default_flow_style=None, width=96
    )
    return dumped.encode()


def _table(client: Client, digest: str) -> dict[str, Any]:
    data = client.pack(digest)
    if data is None:
        raise NotFound("This table file is not here any more. Make the game again.")
    found: dict[str, Any] = msgspec.convert(strict_yaml.read(data), dict[str, Any])
    return found


def _recipes(read: object) -> Recipes:
    """Return the recipes of a file that was read; raises FormError."""
    try:
        found: Recipes = msgspec.convert(
            read.get("recipes", {}) if isinstance(read, Mapping) else {}, Recipes
        )
    except msgspec.ValidationError:
        raise FormError("Its recipes have another form: write NAME: [ORDER, ORDER].") from None
    return found


def _practice(client: Client, digest: str) -> Practice:
    wish = PracticeOptions(pack=client.packs / f"{digest}.yaml")
    begun = of_scenario(newest(boxes.TABLE), wish, client.library)
    return opened(PracticeFile(begun, []), client.library)


def _uses(found: AtHand, name: str) -> Iterator[str]:
    """Yield lines that use a recipe, each with another kind of piece, if it needs one."""
    recipe = next(one for one in found.recipes if one.name == name.lower())
    spots = [f"{sheet.code}/{spot[0]}" for sheet in found.sheets for spot in sheet.spots]
    of_each_kind = (
        {one.kind: one for one in reversed(found.pieces)}.values() if recipe.piece else [None]
    )
    for one in of_each_kind:
        to = next((spot for spot in spots if one is None or spot != one.at), "")
        if to or not recipe.place:
            yield " ".join(
                [name, *([one.name] if one else []), *(["at", to] if recipe.place else [])]
            )

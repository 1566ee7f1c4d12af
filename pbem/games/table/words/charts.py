"""The charts of a table: its dice, decks, cups and numbers, as the table file has them."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.table.data.pieces import LayerData, pieces_of
from pbem.games.table.rules import pieces
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.charts import Chart, rows

STEP = "turn"
OURS = "project: how a table goes on"


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    return tuple(_charts(setting))


def _charts(setting: Setting) -> Iterator[Chart]:
    data = setting.data
    file = data.provenance
    dice: list[tuple[str, str, str]] = [(name, said, "-") for name, said in data.dice.items()]
    dice += [(name, f"1d{len(says)}", ", ".join(says)) for name, says in data.faces.items()]
    dice = dice or [("any", "such as 2d6", "-")]
    columns: tuple[str, ...] = ("name", "dice", "what the faces say")
    yield Chart("combat", "Dice", "2.1", columns, rows(file, dice))
    if not data.maps:
        where = rows(OURS, [("the map stands elsewhere",)])
        yield Chart("terrain", "The map", "4.2", ("where",), where)
    steps = rows(OURS, [(STEP, "anything; then another side")])
    yield Chart("sequence", "Turns", "4.2", ("step", "what is done"), steps)
    sides = [
        (setting.side_names[side], side, " and ".join(setting.team(side))) for side in setting.sides
    ]
    columns = ("side", "in orders", "sees the cards of")
    yield Chart("units", "Sides", "4.2", columns, rows(file, sides))
    about = [(data.table, data.title, *data.scenarios)]
    columns = ("kind", "title", "scenario")
    yield Chart("setup", "The table file", "3.1", columns, rows(file, about))
    yield from _pieces(setting)
    if data.decks:
        columns = ("card", "deck", "drawn by", "at first", "openly")
        yield Chart("cards", "Cards", "3.1", columns, rows(file, _cards(setting)))
        decks = [
            (
                deck,
                one.begins,
                ", ".join(f"{name}: {one.later[name]}" for name in one.names_later) or "-",
            )
            for deck, one in data.decks.items()
        ]
        columns = ("deck", "cards at first", "added later")
        yield Chart("cards", "Decks", "3.1", columns, rows(file, decks))
    if data.recipes:
        recipes = [(name, ", then ".join(steps)) for name, steps in data.recipes.items()]
        yield Chart("setup", "Recipes", "4.4", ("recipe", "orders"), rows(file, recipes))
    if data.cups:
        found = rows(file, [(cup, ", ".join(holds)) for cup, holds in data.cups.items()])
        yield Chart("events", "Cups", "2.3", ("cup", "counters"), found)
    if data.values:
        found = rows(file, list(data.values.items()))
        yield Chart("track", "Values", "4.1", ("value", "at first"), found)
    how = rows(OURS, [("all other teams agree to a result",)])
    yield Chart("victory", "The end", "5.1", ("how",), how)


def _pieces(setting: Setting) -> Iterator[Chart]:
    """Yield the maps, the kinds of pieces and the set-up, if the file has any."""
    data = setting.data
    found, file = pieces_of(data), data.provenance
    if found.maps:
        places = [
            (one.name, f"{name}/{place}", f"{x}, {y}")
            for name, one in found.maps.items()
            for place, x, y in one.places
        ]
        columns: tuple[str, ...] = ("map", "place", "pixel")
        yield Chart("terrain", "Places", "6.1", columns, rows(file, places))
    if found.types:
        kinds = [
            (name, one.name, "; ".join(map(_layer, one.layers)) or "-", one.facings or 1)
            for name, one in found.types.items()
        ]
        columns = ("kind", "name", "faces", "facings")
        yield Chart("units", "Kinds of pieces", "6.2", columns, rows(file, kinds))
    if found.setup:
        stands = [
            (name, one.type, pieces.where(setting.maps.setup[name].at), one.z)
            for name, one in found.setup.items()
        ]
        columns = ("piece", "kind", "place", "height in its stack")
        yield Chart("setup", "Pieces", "6.1", columns, rows(file, stands))


def _layer(layer: LayerData) -> str:
    """Return a layer as its pictures, each with the name that it gives."""
    names = [*layer.names, *[""] * len(layer.images)]
    faces = zip(layer.images, names, strict=False)
    return ", ".join(f"{image} ({name})" if name else image for image, name in faces)


def _cards(setting: Setting) -> Iterator[tuple[str, str, str, str, bool]]:
    for deck, data in setting.data.decks.items():
        who = "everybody" if data.for_ is None else setting.side_names[data.for_]
        for number, title in enumerate(setting.cards[deck]):
            waits = [name for name in data.names_later if number in setting.later(deck, name)]
            lies = number >= len(data.cards)
            removed = number >= len(data.every) - len(data.removed)
            at = "out of the game" if removed else "discarded" if lies else "in the deck"
            yield title, deck, who, f"waits as {waits[0]}" if waits else at, data.open


def stage(_: Setting, __: Position) -> str:
    """Return the one step of a table."""
    return STEP


def coming(_: Setting, __: Position) -> str:
    """Return the same step: a turn follows a turn."""
    return STEP

"""A table file without a map: dice and cards for a game elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import Json, say, say_json
from pbem.commands.tables.importing import table_app
from pbem.commands.typed import pairs
from pbem.crypto.text import escape

__all__ = ["table_app"]

Several = list[str] | None


@table_app.command("new")
def table_new(
    file: Annotated[
        Path | None,
        typer.Argument(help="The file to write, or a folder for it; default: this folder."),
    ] = None,
    *,
    title: Annotated[str, typer.Option(help="The name of the game.")],
    side: Annotated[
        Several, typer.Option(help="A side, as crown or crown='The Crown'; repeatable.")
    ] = None,
    dice: Annotated[Several, typer.Option(help="Dice with a name, as battle=2d6.")] = None,
    faces: Annotated[
        Several, typer.Option(help="A die with words on its faces, as siege=holds,holds,falls.")
    ] = None,
    deck: Annotated[
        Several,
        typer.Option(
            help="A deck, as crown=FILE with a title on each line, or news=Rain,Thaw. If it has "
            "the name of a side, only that side draws."
        ),
    ] = None,
    cup: Annotated[
        Several, typer.Option(help="A cup of counters, as weather=clear,rain, or with a file.")
    ] = None,
    value: Annotated[Several, typer.Option(help="A number to keep, as vp=8.")] = None,
    json: Json = False,
) -> None:
    """Make a table file for your own game.

    It holds dice, cards, cups and numbers.

    Example: pbem table new --title "Salt Road War" --side crown --side league --dice battle=2d6
    """
    from pbem.client.storage.boxes import Box, made_lines, new_box

    box = Box(
        title=title,
        sides=side or (),
        dice=pairs(dice, "--dice"),
        faces=pairs(faces, "--faces"),
        decks=pairs(deck, "--deck"),
        cups=pairs(cup, "--cup"),
        values=pairs(value, "--value"),
    )
    made = new_box(box, file or Path())
    say_json(made) if json else say(escape(line) for line in made_lines(made))

"""Modules of another program: make a table file of one, describe one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import Json, open_client, say, say_json
from pbem.commands.shell import Shell
from pbem.crypto.text import escape

table_app = Shell(
    "Play a game that pbem does not know. pbem takes maps, pieces, cards and dice from your VASSAL "
    "module, or makes dice and cards alone."
)

Module = Annotated[
    Path, typer.Argument(help="A VASSAL module (.vmod), or a folder with the same files.")
]


@table_app.command("import")
def table_import(
    module: Module,
    *,
    setup: Annotated[
        str | None,
        typer.Option(help="The set-up to use; you can leave it out if the module has only one."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write, or a folder for it; default: this folder."),
    ] = None,
    json: Json = False,
) -> None:
    """Make a table file from a VASSAL module.

    pbem runs no script of the module. The file has no pictures and no texts of cards.

    Example: pbem table import ford.vmod --setup 'Long game'
    """
    from pbem.client.storage.tables import import_module, imported_lines
    from pbem.identity.home import home

    made = import_module(module, setup, out)
    if home().is_dir():  # who has no home yet plays on no board
        from pbem.client.storage.modules import remember

        remember(open_client(), made.module, module)
    say_json(made) if json else say(escape(line) for line in imported_lines(made))


@table_app.command("describe")
def table_describe(module: Module) -> None:
    """Print what is in a VASSAL module, as JSON.

    Authors of modules can check what players get. The description stays on your computer.

    Example: pbem table describe ford.vmod
    """
    from pbem.client.storage.tables import read_module
    from pbem.vassal.described import encode

    typer.echo(encode(read_module(module)).decode())

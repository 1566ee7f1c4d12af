"""Data packs: the rules data as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import (
    Json,
    open_client,
    say,
    say_json,
)
from pbem.commands.shell import Shell

pack_app = Shell(
    "Enter the printed numbers of your copy. A data pack is a file with the map, "
    "counters and tables of a game."
)


@pack_app.command("export")
def pack_export(
    rules: Annotated[str, typer.Argument(help="The rules, for example saipan.")],
    *,
    to: Annotated[
        Path, typer.Option(help="The file to write, or a folder for it; default: this folder.")
    ] = Path(),
) -> None:
    """Write the data of a game to a file.

    If you own the printed game, you can enter its values there.

    Example: pbem pack export saipan, edit saipan.yaml, then pbem pack check saipan.yaml
    """
    from pbem.client.storage.packs import export_pack

    typer.echo(export_pack(rules, to))


@pack_app.command("check")
def pack_check(
    file: Annotated[Path, typer.Argument(help="The pack.")],
    *,
    game: Annotated[
        str | None, typer.Option(help="The rules of the pack, if pbem cannot find them out.")
    ] = None,
    json: Json = False,
) -> None:
    """Check a data pack and keep it.

    Then you can play games that were opened with it.

    Example: pbem pack check saipan.yaml
    """
    from pbem.client.storage.packs import check_pack, guess_rules
    from pbem.client.storage.words import pack_lines

    found = check_pack(open_client(), file, game or guess_rules(file))
    say_json(found) if json else say(pack_lines(found))


@pack_app.command("show")
def pack_show(
    rules: Annotated[str, typer.Argument(help="The rules, for example saipan.")],
    *,
    json: Json = False,
) -> None:
    """Show the digest of a game's data.

    pbem also lists the values that are reconstructed.

    Example: pbem pack show saipan
    """
    from pbem.client.storage.packs import show_pack
    from pbem.client.storage.words import pack_lines

    found = show_pack(rules)
    say_json(found) if json else say(pack_lines(found))

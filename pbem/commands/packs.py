"""Data packs: the rules data as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import (
    Json,
    open_desk,
    say,
    say_json,
)
from pbem.commands.shell import Shell

pack_app = Shell("Data packs: a game's map, counters and tables as a file you may edit.")


@pack_app.command("export")
def pack_export(
    rules: Annotated[str, typer.Argument(help="Which game, e.g. saipan.")],
    *,
    to: Annotated[Path, typer.Option(help="A file or a folder; default: here.")] = Path(),
) -> None:
    """Write a game's data to a file that you may edit, if you own the printed game.

    Example: pbem pack export saipan, edit saipan.yaml, pbem pack check saipan.yaml
    """
    from pbem.desk.shelf.packs import export_pack

    typer.echo(export_pack(rules, to))


@pack_app.command("check")
def pack_check(
    file: Annotated[Path, typer.Argument(help="The pack.")],
    *,
    game: Annotated[str | None, typer.Option(help="Which game it is for.")] = None,
    json: Json = False,
) -> None:
    """Check a data pack, and keep it: games opened with it can then be played here."""
    from pbem.desk.shelf.packs import check_pack, guess_rules
    from pbem.desk.shelf.words import pack_lines

    found = check_pack(open_desk(), file, game or guess_rules(file))
    say_json(found) if json else say(pack_lines(found))


@pack_app.command("show")
def pack_show(
    rules: Annotated[str, typer.Argument(help="Which game, e.g. saipan.")], *, json: Json = False
) -> None:
    """Show the digest of a game's own data, and what of it is reconstructed."""
    from pbem.desk.shelf.packs import show_pack
    from pbem.desk.shelf.words import pack_lines

    found = show_pack(rules)
    say_json(found) if json else say(pack_lines(found))

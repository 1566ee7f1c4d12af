"""Rules modules: make the skeleton of a game, check a module."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import Json, say, say_json
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

module_app = Shell(
    "Make a game of your own. A rules module is the rules of one game, as a file of data "
    "or in Python."
)


@module_app.command("new")
def module_new(
    name: Annotated[str, typer.Argument(help="The name of your game, for example orchard.")],
    *,
    title: Annotated[str | None, typer.Option(help="Its title; default: from the name.")] = None,
    python: Annotated[
        bool, typer.Option("--python", help="Make a game in Python, not one of data alone.")
    ] = False,
    from_: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Make it from this file of data, such as one from a friend.",
            metavar="FILE",
        ),
    ] = None,
    to: Annotated[
        Path, typer.Option(help="The folder to make it in; default: this folder.")
    ] = Path(),
    json: Json = False,
) -> None:
    """Make a new game that can be played at once.

    pbem makes a folder of this name with a small hex-and-counter game. Change it into your own.

    Example: pbem module new orchard
    """
    from pbem.author.skeleton import make
    from pbem.author.words import made_lines

    made = make(name, to, title=title, python=python, source=from_)
    say_json(made) if json else say(made_lines(made))


@module_app.command("check")
def module_check(
    module: Annotated[
        str,
        typer.Argument(
            help="A folder of a module, a file of data, or the name of a game.",
            metavar="PATH|NAME",
        ),
    ],
    *,
    games: Annotated[
        int, typer.Option(help="How many random games to play for each scenario.", min=1)
    ] = 10,
    json: Json = False,
) -> None:
    """Check a rules module.

    pbem checks the form of the data, plays random games, counts the numbered cases of each
    paragraph, and runs them. For a module in Python, this runs its code.

    Example: pbem module check orchard
    """
    from pbem.author.checking import check
    from pbem.author.project import opened
    from pbem.author.words import checked_lines

    with opened(module) as projects, Progress("Playing", "games") as progress:
        found = [check(project, games, progress) for project in projects]
    if json:
        say_json(found)
    else:
        say(line for one in found for line in checked_lines(one))
    if not all(one.ok for one in found):
        raise typer.Exit(1)

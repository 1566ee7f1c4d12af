"""The board: a game in one's own browser."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.commands.shared import As, Game, open_desk
from pbem.commands.shell import Shell

app = Shell("The board.")


@app.command()
def board(
    game: Game = None,
    *,
    port: Annotated[
        int, typer.Option(help="The port of this machine; 0: any that is free.", min=0, max=65535)
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open it in your browser.")
    ] = True,
    as_: As = None,
) -> None:
    """Play on a map in your own browser: click units, try orders, sign them, look back.

    Served by this program to this machine alone, until you end it (Ctrl-C). What is clicked becomes
    the same list of orders that 'pbem order' takes. The address opens the board once: it is as good
    as your chair at this desk, so give it to nobody. Of a log with a finding the good part is
    shown, of the proof of a fork the game before it.

    Example: pbem board saipan-ann-bob
    """
    import webbrowser

    from pbem.board.game import BoardGame
    from pbem.board.serving import served
    from pbem.desk.shelf.find import find_log

    desk = open_desk()
    shown = BoardGame(desk, find_log(desk, game), as_)
    name = shown.name  # before a port is opened: it is verified
    made = served(shown, port)
    typer.echo(f"The board of {name}: {made.address}")
    typer.echo("It is open until you end it with Ctrl-C.")
    if browser:
        webbrowser.open(made.address)
    made.run()

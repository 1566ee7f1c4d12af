"""The lobby: all games in one's own browser."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.commands.board import Port
from pbem.commands.shared import open_client
from pbem.commands.shell import Shell

app = Shell("See all your games, and begin new ones, in your browser.")


@app.command()
def lobby(
    *,
    port: Port = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the lobby in your browser.")
    ] = True,
) -> None:
    """Open all your games in your browser.

    There you make your keys, swap cards, open and join games, import and write mail, practise,
    and check logs. 'pbem' alone opens it too. pbem serves the lobby to this computer only, until
    you press Ctrl-C. The address opens it once and lets its user play as you, so give it to nobody.

    Example: pbem lobby
    """
    import webbrowser

    from pbem.lobby.serving import served_lobby
    from pbem.system import as_for_foreign

    made = served_lobby(open_client(), port)
    typer.echo(f"Your games: {made.address}")
    typer.echo("They stay open until you press Ctrl-C.")
    if browser:
        with as_for_foreign():
            webbrowser.open(made.address)
    made.run()

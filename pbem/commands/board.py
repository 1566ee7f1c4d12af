"""The board: a game in one's own browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.shared import As, Game, open_desk
from pbem.commands.shell import Shell
from pbem.errors import FormError
from pbem.log.practice_mark import SUFFIX

if TYPE_CHECKING:
    from pbem.board.practising import PracticeBoard
    from pbem.desk.desk import Desk
    from pbem.practice.beginning import PracticeOptions

app = Shell("The board.")

Against = Annotated[
    list[str] | None,
    typer.Option(help="With --practice: a side that the program plays; repeatable."),
]
Scenario = Annotated[
    str | None, typer.Option(help="With --practice: of the rules named; default: their first.")
]


@app.command()
def board(
    game: Game = None,
    *,
    port: Annotated[
        int,
        typer.Option(
            help="The port of this machine; 0: any that is free, another one each time.",
            min=0,
            max=65535,
        ),
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open it in your browser.")
    ] = True,
    practice: Annotated[
        bool,
        typer.Option(
            "--practice", help="Begin a practice of it, or of rules by their name, and open that."
        ),
    ] = False,
    against: Against = None,
    scenario: Scenario = None,
    as_: As = None,
) -> None:
    """Play on a map in your own browser: click units, try orders, sign them, look back.

    Served by this program to this machine alone, until you end it (Ctrl-C). What is clicked becomes
    the same list of orders that 'pbem order' takes. The address opens the board once: it is as good
    as your chair at this desk, so give it to nobody. Of a log with a finding the good part is
    shown, of the proof of a fork the game before it. A file that ends in .practice is opened to try
    things on, both sides and dice of your own.

    Example: pbem board saipan-ann-bob

    Example: pbem board --practice saipan --against jp

    Example: pbem board --practice singapore --scenario brigade
    """
    import gc
    import webbrowser

    from pbem.board.game import BoardGame
    from pbem.board.practising import PracticeBoard
    from pbem.board.serving import served
    from pbem.desk.shelf.find import find_log
    from pbem.practice.beginning import PracticeOptions
    from pbem.system import as_for_foreign

    desk = open_desk()
    shown: BoardGame | PracticeBoard
    if practice:
        shown = _begun(desk, game, PracticeOptions(scenario=scenario, against=against or ()))
    elif against:
        raise FormError("--against says who plays in a practice: add --practice")
    elif scenario is not None:
        raise FormError("--scenario says where a practice begins: add --practice")
    elif game is not None and game.endswith(SUFFIX):
        shown = PracticeBoard(desk.library, Path(game))
    else:
        shown = BoardGame(desk, find_log(desk, game), as_)
    name = shown.name  # before a port is opened: it is verified
    made = served(shown, port)
    typer.echo(f"The board of {name}: {made.address}")
    typer.echo("It is open until you end it with Ctrl-C.")
    if browser:
        with as_for_foreign():
            webbrowser.open(made.address)
    gc.freeze()  # what stays as long as it runs is not looked through while somebody waits
    made.run()


def _begun(desk: Desk, game: str | None, wish: PracticeOptions) -> PracticeBoard:
    """Begin a practice where `pbem practice new` does, and say where it lies."""
    from pbem.board.practising import PracticeBoard
    from pbem.board.practising import begin as begin_in_file
    from pbem.practice.beginning import begin

    path = begin_in_file(begin(desk, game, wish), desk.library)
    typer.echo(f"The practice is kept in {path}: 'pbem practice' goes on with it too.")
    return PracticeBoard(desk.library, path)

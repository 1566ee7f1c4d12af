"""The board: a game in one's own browser."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.shared import As, Game, open_client
from pbem.commands.shell import Shell
from pbem.errors import FormError
from pbem.log.practice_mark import SUFFIX

if TYPE_CHECKING:
    from pbem.board.practising import PracticeBoard
    from pbem.client.client import Client
    from pbem.practice.beginning import PracticeOptions

app = Shell("Play on a map.")

Against = Annotated[
    list[str] | None,
    typer.Option(help="With --practice: a side that pbem plays; repeatable."),
]
Scenario = Annotated[
    str | None, typer.Option(help="With --practice: the scenario; default: the first.")
]


Art = Annotated[
    Path | None,
    typer.Option(
        help="Your own VASSAL module, for an open table: the board shows its pictures.",
        metavar="FILE",
    ),
]
Port = Annotated[
    int,
    typer.Option(
        help="The port on this computer; 0: any free port. The address is new each time.",
        min=0,
        max=65535,
    ),
]


@app.command()
def board(
    game: Game = None,
    *,
    port: Port = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the board in your browser.")
    ] = True,
    practice: Annotated[
        bool,
        typer.Option(
            "--practice",
            help="Start a practice of the game, or of rules like lantern, and open it.",
        ),
    ] = False,
    against: Against = None,
    scenario: Scenario = None,
    art: Art = None,
    as_: As = None,
) -> None:
    """Play on a map in your browser.

    Click units, try orders, sign them, look back. Your clicks become the same list of orders that
    'pbem order' takes. pbem serves the board to this computer only, until you press Ctrl-C. The
    address opens the board once and lets its user play as you, so give it to nobody.

    A file that ends in .practice opens as a practice. If a log is invalid, the board shows its
    valid part. For a .fork file, it shows both events side by side, and the game before them.

    Example: pbem board lantern-ann-bob

    Example: pbem board ford-ann-bob --art ford.vmod

    Example: pbem board --practice lantern --against tarle

    Example: pbem board --practice singapore --scenario brigade
    """
    import gc
    import webbrowser

    from pbem.board.game import BoardGame
    from pbem.board.practising import PracticeBoard
    from pbem.board.serving import served
    from pbem.client.storage.find import find_log
    from pbem.client.storage.modules import module_of
    from pbem.practice.beginning import PracticeOptions
    from pbem.system import as_for_foreign

    client = open_client()
    shown: BoardGame | PracticeBoard
    is_file = game is not None and game.endswith(SUFFIX)
    _check_fit(against, scenario, art, practice=practice, is_file=is_file)
    if practice:
        shown = _begun(client, game, PracticeOptions(scenario=scenario, against=against or ()))
    elif game is not None and is_file:
        shown = PracticeBoard(client.library, Path(game), partial(module_of, client))
    else:
        shown = BoardGame(client, find_log(client, game), as_)
        if art is not None:
            shown.show_pictures_of(art)
    name = shown.name  # before a port is opened: it is verified
    made = served(shown, port)
    typer.echo(f"The board of {name}: {made.address}")
    typer.echo("It stays open until you press Ctrl-C.")
    if browser:
        with as_for_foreign():
            webbrowser.open(made.address)
    gc.freeze()  # what stays as long as it runs is not looked through while somebody waits
    made.run()


def _check_fit(
    against: list[str] | None,
    scenario: str | None,
    art: Path | None,
    *,
    practice: bool,
    is_file: bool,
) -> None:
    """Raise FormError for an option that is not for what is to be shown."""
    if against and not practice:
        raise FormError("--against works only in a practice. Add --practice.")
    if scenario is not None and not practice:
        raise FormError("--scenario works only in a practice. Add --practice.")
    if art is not None and (practice or is_file):
        raise FormError("--art works only in a game. Remove it to practice.")


def _begun(client: Client, game: str | None, wish: PracticeOptions) -> PracticeBoard:
    """Begin a practice where `pbem practice new` does, and say where it lies."""
    from pbem.board.practising import PracticeBoard
    from pbem.board.practising import begin as begin_in_file
    from pbem.client.storage.modules import module_of
    from pbem.practice.beginning import begin

    path = begin_in_file(begin(client, game, wish), client.library)
    typer.echo(f"This practice is in {path}. The commands of 'pbem practice' work on it too.")
    return PracticeBoard(client.library, path, partial(module_of, client))

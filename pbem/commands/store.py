"""One's logs and the database: checked, mended, put away."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    open_desk,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

store_app = Shell(
    "Your logs and the database, which can always be made again from them: check, mend, put away."
)


@store_app.command("rebuild")
def store_rebuild(*, json: Json = False) -> None:
    """Make the database again from cards and logs. Keys, records and sealed choices stay."""
    from pbem.desk.shelf.database import rebuild
    from pbem.desk.shelf.words import rebuilt_lines

    with Progress("Checking every log") as progress:
        made = rebuild(open_desk(), lambda _, count: progress(count))
    say_json(made) if json else say(rebuilt_lines(made))
    if made.left_out:
        raise typer.Exit(1)


@store_app.command("check")
def store_check(*, json: Json = False) -> None:
    """Compare the database with the logs, byte for byte; nothing is changed."""
    from pbem.desk.shelf.database import check_store
    from pbem.desk.shelf.words import check_lines

    found = check_store(open_desk())
    say_json(found) if json else say(check_lines(found))
    if found.wrong:
        raise typer.Exit(1)


@store_app.command("mend")
def store_mend(game: Game = None, *, json: Json = False) -> None:
    """Mend your own log of a game, if its end was cut off or anything in it was changed.

    What cannot be used is kept beside it; what the database has verified is put back. Where it
    has not either, take in the log of another player.
    Example: pbem store mend saipan-ann-bob
    """
    from pbem.desk.shelf.mending import mend
    from pbem.desk.shelf.words import mended_lines

    mended = mend(open_desk(), game)
    say_json(mended) if json else say(mended_lines(mended))


@store_app.command("strike")
def store_strike(game: Game = None, *, as_: As = None, json: Json = False) -> None:
    """Strike an event out of your record that you signed and that no reader can ever accept.

    Only what a replay of the whole log refuses is struck out; it stays in the record as it was.
    Example: pbem store strike saipan-ann-bob
    """
    from pbem.desk.seat.striking import strike, struck_lines

    struck = strike(open_desk(), game, as_)
    say_json(struck) if json else say(struck_lines(struck))


@store_app.command("archive")
def store_archive(
    game: Annotated[str, typer.Argument(help="The game: its name, or the beginning of it.")],
    *,
    json: Json = False,
) -> None:
    """Put a game away that you have done with, or that is not yours. Nothing is deleted.

    Its log moves to the folder archive of your home, and no command asks about it any more; a log
    of it that you take in brings it back. Example: pbem store archive saipan-eve-mallory
    """
    from pbem.desk.shelf.archive import archive
    from pbem.desk.shelf.words import archived_lines

    archived = archive(open_desk(), game)
    say_json(archived) if json else say(archived_lines(archived))

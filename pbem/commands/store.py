"""One's logs and the database: checked, mended, put away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    To,
    open_client,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

store_app = Shell(
    "Check and repair your logs and database. pbem can always rebuild the database from the logs."
)


@store_app.command("rebuild")
def store_rebuild(*, json: Json = False) -> None:
    """Rebuild the database from cards and logs.

    Keys, signing records and sealed choices stay as they are.

    Example: pbem store rebuild
    """
    from pbem.client.storage.database import rebuild
    from pbem.client.storage.words import rebuilt_lines

    with Progress("Checking every log") as progress:
        made = rebuild(open_client(), lambda _, count: progress(count))
    say_json(made) if json else say(rebuilt_lines(made))
    if made.left_out:
        raise typer.Exit(1)


@store_app.command("check")
def store_check(*, json: Json = False) -> None:
    """Compare the database with the logs.

    pbem compares them byte for byte, and changes nothing.

    Example: pbem store check
    """
    from pbem.client.storage.database import check_store
    from pbem.client.storage.words import check_lines

    found = check_store(open_client())
    say_json(found) if json else say(check_lines(found))
    if found.wrong:
        raise typer.Exit(1)


@store_app.command("mend")
def store_mend(game: Game = None, *, json: Json = False) -> None:
    """Repair your log of a game.

    Use this if the end of a log was cut off, or something in it was changed. pbem keeps the bad
    part next to the log, and restores the events that the database has verified. If events are
    still missing, import another player's log with 'pbem take FILE'.

    Example: pbem store mend lantern-ann-bob
    """
    from pbem.client.storage.mending import mend
    from pbem.client.storage.words import mended_lines

    mended = mend(open_client(), game)
    say_json(mended) if json else say(mended_lines(mended))


@store_app.command("strike")
def store_strike(game: Game = None, *, as_: As = None, json: Json = False) -> None:
    """Strike an impossible event from your record.

    You signed the event, but no copy of pbem can ever accept it. pbem strikes only an event that a
    replay of the whole log refuses. The event stays in the record, marked as struck.

    Example: pbem store strike lantern-ann-bob
    """
    from pbem.client.session.striking import strike, struck_lines

    struck = strike(open_client(), game, as_)
    say_json(struck) if json else say(struck_lines(struck))


@store_app.command("archive")
def store_archive(
    game: Annotated[str, typer.Argument(help="The game: its name, or the start of its name.")],
    *,
    json: Json = False,
) -> None:
    """Put a game away.

    Use this if you are done with a game, or if it is not yours. pbem deletes nothing: it moves the
    log to the folder 'archive' in your home, and no command lists it any more. To bring the game
    back, import a log of it with 'pbem take FILE'.

    Example: pbem store archive lantern-eve-mallory
    """
    from pbem.client.storage.archive import archive
    from pbem.client.storage.words import archived_lines

    archived = archive(open_client(), game)
    say_json(archived) if json else say(archived_lines(archived))


@store_app.command("backup")
def store_backup(*, to: To = None) -> None:
    """Back up your home in one file.

    It holds keys, games, records and sealed choices, and restores all of them. Your keys stay
    locked by your passphrase. Anyone who gets the file can see your hidden cards.

    Example: pbem store backup
    """
    from pbem.client.output_files import place
    from pbem.client.storage.backup import backup, saved
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.log.disk import write_over

    client = open_client()
    made = backup(client, today_utc())
    path = place(to, made.name)
    write_over(path, made.data)
    saved(client, made)
    say([f"Wrote {path}. Keep it on another disk."])


@store_app.command("move")
def store_move(*, to: To = None) -> None:
    """Move your home to another computer.

    pbem writes one file with your home, and then signs nothing here any more. Restore the file once
    on the other computer with 'pbem store restore'. To come back, do the same there.

    Example: pbem store move
    """
    from pbem.agent import running
    from pbem.client.output_files import place
    from pbem.client.storage.moving import move
    from pbem.client.umpire.timekeeping import today_utc

    client = open_client()
    before = client.moves.away
    path = move(
        client,
        today_utc(),
        lambda handle: running.unsent(client, handle),
        lambda name: place(to, name),
    )
    say([f"Wrote {path}. Your home is in that file now, and nothing is signed here any more."])
    if before:
        say([f"It had moved on {before}. If you restored that file, delete this one: it is older."])


@store_app.command("restore")
def store_restore(
    file: Annotated[Path, typer.Argument(help="A backup that pbem wrote.")], *, json: Json = False
) -> None:
    """Restore your home from a backup.

    pbem adds what is missing here, and replaces nothing. Settings of an agent are not in a backup.
    A file of 'pbem store move' replaces the home that moved away.

    Example: pbem store restore pbem-ann-2026-11-28.zip
    """
    from pbem.client.input_files import found
    from pbem.client.storage.backup import ALL_MOST, restore, restored_lines
    from pbem.files import read_plain
    from pbem.log.disk import explaining

    with explaining(file, "Reading"):
        data = read_plain(found(file), ALL_MOST)
    restored = restore(open_client(), data)
    say_json(restored) if json else say(restored_lines(restored))

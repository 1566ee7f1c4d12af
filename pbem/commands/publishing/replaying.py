"""The past of a game as a file for a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import Game, To, open_client, say
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

app = Shell("Write a game as a page.")


@app.command()
def replay(
    game: Game = None,
    other: Annotated[
        str | None,
        typer.Argument(
            help="A second log of the same game, with another history.",
            show_default=False,
        ),
    ] = None,
    *,
    to: To = None,
    checker: Annotated[
        Path | None,
        typer.Option("--checker", help="Instead, write a page that checks any log dropped on it."),
    ] = None,
) -> None:
    """Write a game as one page for any browser.

    The page shows the map, every event with arrows and dice, and holds the log, which it checks.
    It needs neither pbem nor a network, and shows only what everybody may see.

    If a log is invalid, the page shows its valid part. For the proof of a fork, it shows both sides
    next to each other: who forked, what differs, and the map after each. For two logs with
    different histories, it shows both to their ends.

    With --checker, the page holds no game. Drop any log on it, and your browser checks chain,
    signatures, dice and hidden things, without a network. It does not check the rules.

    Example: pbem replay game.pbem --to game.html

    Example: pbem replay from-ann.pbem from-bob.pbem --to both.html

    Example: pbem replay --checker check.html
    """
    from pbem.errors import FormError

    if checker is not None:
        if game is not None or other is not None or to is not None:
            raise FormError("The page of --checker has no game. Leave out the game and --to.")
        from pbem.replays import dropping

        path = _new(checker, dropping.NAME)
        _write(path, dropping.page())
        say(["Open it and drop a log on it. It checks the log without pbem and without a network."])
        return
    from pbem.client.storage.find import find_log
    from pbem.crypto.text import escape
    from pbem.replays.page import page
    from pbem.replays.recording import record, record_both

    client = open_client()
    log = find_log(client, game)
    path = _new(to, f"{log.stem}.html")
    with Progress("Drawing", "maps") as progress:
        if other is None:
            recorded = record(log, client.library, progress)
        else:
            recorded = record_both(log, find_log(client, other), client.library, progress)
    _write(path, page(log, recorded))
    if recorded.two_histories is not None:
        say(escape(one) for one in recorded.two_histories.point.says)
        return
    found = recorded.finding
    if found is not None:
        good = len(recorded.events)
        reported = f"The page ends before event {good}, which is NOT valid ({found.code})."
        say([f"{reported} {escape(found.message)}"])
        raise typer.Exit(1)


def _new(to: Path | None, name: str) -> Path:
    """Return where a page is written, which nothing may be yet."""
    from pbem.client.output_files import place
    from pbem.crypto.text import escape
    from pbem.errors import FormError, LogFileError
    from pbem.replays.page import SUFFIX

    path = place(to, name)
    if path.suffix != SUFFIX:
        raise FormError(f"{escape(path.name)} must end in {SUFFIX}: it is a page for a browser.")
    if path.exists():
        raise LogFileError(f"{path} already exists. Choose another name, or move it away.")
    return path


def _write(path: Path, page: str) -> None:
    from pbem.crypto.text import escape
    from pbem.log.disk import write_new

    data = page.encode()
    write_new(path, data, shared=True)
    say([f"Wrote {escape(str(path))} ({len(data):,} bytes). Open it in any browser."])

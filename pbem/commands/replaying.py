"""The past of a game as a file for a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import Game, To, open_desk, say
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

app = Shell("The past of a game as a file.")


@app.command()
def replay(
    game: Game = None,
    other: Annotated[
        str | None,
        typer.Argument(
            help="A log of the same game that parts from it, or the proof of a fork.",
            show_default=False,
        ),
    ] = None,
    *,
    to: To = None,
    checker: Annotated[
        Path | None,
        typer.Option(
            "--checker", help="Write a page instead on which any log is dropped and checked."
        ),
    ] = None,
) -> None:
    """Write the past of a game as one page: map, every event, arrows, dice, and the log itself.

    It opens from a mail or a disk in any browser, without this program and without a network, and
    checks the log inside it there. Only what everybody may see is in it. Of a log with a finding
    the good part is shown, of the proof of a fork both sides beside each other: whose fork it is,
    what differs, and the map behind each; of two logs that part so both histories, to their ends.

    With --checker the page has no game in it: any log that is dropped on it is checked in the
    browser, without a network: chain, signatures, dice, hidden things. It plays none.

    Example: pbem replay game.pbem --to game.html

    Example: pbem replay from-ann.pbem from-bob.pbem --to both.html

    Example: pbem replay --checker check.html
    """
    from pbem.errors import FormError

    if checker is not None:
        if game is not None or other is not None or to is not None:
            raise FormError("--checker NAME stands alone: the page has no game in it")
        from pbem.replays import dropping

        path = _new(checker, dropping.NAME)
        _write(path, dropping.page())
        say(["Drop a log on it: it is checked without a network, and without this program."])
        return
    from pbem.crypto.text import escape
    from pbem.desk.shelf.find import find_log
    from pbem.replays.page import page
    from pbem.replays.recording import record, record_both

    desk = open_desk()
    log = find_log(desk, game)
    path = _new(to, f"{log.stem}.html")
    with Progress("Drawing", "maps") as progress:
        if other is None:
            recorded = record(log, desk.library, progress)
        else:
            recorded = record_both(log, find_log(desk, other), desk.library, progress)
    _write(path, page(log, recorded))
    if recorded.two_histories is not None:
        say(escape(one) for one in recorded.two_histories.point.says)
        return
    found = recorded.finding
    if found is not None:
        good = len(recorded.events)
        say([f"It ends before event {good}, NOT valid ({found.code}): {escape(found.message)}"])
        raise typer.Exit(1)


def _new(to: Path | None, name: str) -> Path:
    """Return where a page is written, which nothing may be yet."""
    from pbem.crypto.text import escape
    from pbem.desk.output_files import place
    from pbem.errors import FormError, LogFileError
    from pbem.replays.page import SUFFIX

    path = place(to, name)
    if path.suffix != SUFFIX:
        raise FormError(f"{escape(path.name)}: this is a page for a browser: name it {SUFFIX}")
    if path.exists():
        raise LogFileError(f"{path} is there already: choose another name, or move it away.")
    return path


def _write(path: Path, page: str) -> None:
    from pbem.crypto.text import escape
    from pbem.log.disk import write_new

    data = page.encode()
    write_new(path, data)
    say([f"{escape(str(path))} is written, {len(data):,} bytes: every browser opens it."])

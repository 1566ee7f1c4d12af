"""The past of a game as a file for a browser."""

from __future__ import annotations

import typer

from pbem.commands.shared import Game, To, open_desk, say
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

app = Shell("The past of a game as a file.")


@app.command()
def replay(game: Game = None, *, to: To = None) -> None:
    """Write the past of a game as one page: map, every event, arrows, dice, and the log itself.

    It opens from a mail or a disk in any browser, without this program and without a network, and
    checks the log inside it there. Only what everybody may see is in it. Of a log with a finding
    the good part is shown, of the proof of a fork both sides.

    Example: pbem replay game.pbem --to game.html
    """
    from pbem.crypto.text import escape
    from pbem.desk.output_files import place
    from pbem.desk.shelf.find import find_log
    from pbem.errors import FormError, LogFileError
    from pbem.log.disk import write_new
    from pbem.replays.page import SUFFIX, page
    from pbem.replays.recording import record

    desk = open_desk()
    log = find_log(desk, game)
    path = place(to, f"{log.stem}{SUFFIX}")
    if path.suffix != SUFFIX:
        raise FormError(f"{path.name}: a replay is a page for a browser: name it {SUFFIX}")
    if path.exists():
        raise LogFileError(f"{path} is there already: choose another name, or move it away.")
    with Progress("Drawing", "maps") as progress:
        recorded = record(log, desk.library, progress)
    data = page(log, recorded).encode()
    write_new(path, data)
    say([f"{escape(str(path))} is written, {len(data):,} bytes: every browser opens it."])
    found = recorded.finding
    if found is not None:
        good = len(recorded.events)
        say([f"It ends before event {good}, NOT valid ({found.code}): {escape(found.message)}"])
        raise typer.Exit(1)

"""Logs to and fro: taking in what came, writing what is sent, confirming."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    Secret,
    To,
    open_desk,
    say,
    say_json,
    sit_down,
    sit_to_sign,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.exchange.taking import TakeResult
    from pbem.desk.post.bundles import Unpacked

app = Shell("Logs to and fro.")


@app.command()
def take(
    files: Annotated[
        list[Path], typer.Argument(help="What came: logs, parts of logs, mail, or folders.")
    ],
    *,
    name: Annotated[str | None, typer.Option(help="What to call a game new here.")] = None,
    prefix: Annotated[
        bool, typer.Option("--prefix", help="Take in what is good before a finding.")
    ] = False,
    instead: Annotated[
        bool, typer.Option("--instead", help="Where nothing decides, go on with the file's side.")
    ] = False,
    recovered: Annotated[
        bool, typer.Option("--recovered", help="Your record was lost: begin it from this log.")
    ] = False,
    as_: As = None,
    json: Json = False,
) -> None:
    """Take in what an opponent sent: everything is verified before any of it is believed.

    A file may be a log, a part of one, mail as your mail program saves it, or a folder of these.
    Older copies and duplicates are harmless; a fork is reported with its proof; what is not valid
    changes nothing, but that an event of yours in it which your log lacks (a backup was put back)
    is taken in, with what it stands on. The log of a tournament, and a head of it, are kept as by
    'pbem tournament take'. Every file is judged on its own: what is wrong with one
    keeps no other out, and the exit code is 1 if anything was wrong with any.

    Example: pbem take ~/Downloads/saipan-ann-bob_017.pbem
    """
    from pbem.desk.exchange import taking
    from pbem.desk.exchange.words import taken_lines
    from pbem.desk.post import bundles
    from pbem.desk.umpire import timekeeping

    desk = open_desk()
    wish = taking.TakeOptions(as_, name, prefix, instead, recovered, day=timekeeping.today_utc())
    with Progress("Verifying") as progress:
        results = bundles.take_what_came(desk, files, wish, progress, others=_of_tournaments)
    if json:
        say_json(results)
    for taken in results if not json else ():
        say(taken_lines(taken))
    if not all(taken.good for taken in results):
        raise typer.Exit(1)


def _of_tournaments(desk: Desk, post: Unpacked) -> list[TakeResult]:
    """Take in what is of tournaments; importing that takes long, and most mail has none."""
    from pbem.director.player.taking_part import take_of_tournaments

    return take_of_tournaments(desk, post)


@app.command()
def send(
    game: Game = None,
    *,
    since: Annotated[
        int | None, typer.Option(help="Only what comes after this event, which the other has.")
    ] = None,
    to: To = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Write the file to mail, and say to whom.

    Example: pbem send --to ~/outbox
    """
    from pbem.desk.exchange.sending import send as write
    from pbem.desk.exchange.words import sent_lines

    sent = write(sit_down(open_desk(), game, as_, light=True), since, to)
    say_json(sent) if json else say(sent_lines(sent))


@app.command()
def confirm(
    game: Game = None,
    *,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Sign that the log as it is here is whole: a small file that shows when a copy is cut short.

    Everybody does so when a game is over, and mails it with the log: who has another end sees then
    that somebody signed two. Example: pbem confirm, then pbem send; or pbem verify LOG FILE.head
    """
    from pbem.desk.seat.confirming import confirm as sign

    sitting, unlock = sit_to_sign(open_desk(), game, as_, secret)
    path = sign(sitting, unlock(sitting), to)
    name = sitting.name
    said = f"{path}: the head of {name}, confirmed. Mail it to the others, with the log"
    say([f"{said} ('pbem send {name}')."])

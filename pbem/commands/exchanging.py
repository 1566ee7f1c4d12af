"""Logs to and fro: accepting what came, writing what is sent, confirming."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.inviting import Site, print_link
from pbem.commands.shared import (
    As,
    Game,
    Json,
    Secret,
    To,
    open_client,
    say,
    say_json,
    sit_down,
    sit_to_sign,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.client.exchange.taking import TakeResult
    from pbem.client.messages.bundles import Unpacked

app = Shell("Exchange logs.")


@app.command()
def take(
    files: Annotated[
        list[Path],
        typer.Argument(help="Received files: logs, parts of logs, mail, or folders of these."),
    ],
    *,
    name: Annotated[
        str | None, typer.Option(help="A name for the game, if it is new here.")
    ] = None,
    prefix: Annotated[
        bool, typer.Option("--prefix", help="Import the valid events before a finding.")
    ] = False,
    instead: Annotated[
        bool,
        typer.Option("--instead", help="After an undecided fork, go on with the file's side."),
    ] = False,
    recovered: Annotated[
        bool,
        typer.Option(
            "--recovered",
            help="After a restored backup or a lost record: all mail is imported, so sign again.",
        ),
    ] = False,
    as_: As = None,
    json: Json = False,
) -> None:
    """Import what an opponent sent.

    pbem verifies everything first. A file may be a log, a part of one, mail as your mail program
    saves it, or a folder of these. Older copies and duplicates are harmless. If somebody forked,
    pbem reports it and keeps the proof.

    An invalid file changes nothing, with one exception. If you restored a backup, a file may have
    events that you signed and your log lacks. pbem then imports these and the events before them.

    pbem also imports logs and heads of tournaments, as 'pbem tournament take' does. It judges each
    file alone: a bad file stops no other. If any file was bad, the exit code is 1.

    Example: pbem take ~/Downloads/lantern-ann-bob_017.pbem
    """
    from pbem.client.exchange import taking
    from pbem.client.exchange.words import taken_lines
    from pbem.client.messages import bundles
    from pbem.client.umpire import timekeeping

    client = open_client()
    wish = taking.TakeOptions(as_, name, prefix, instead, recovered, day=timekeeping.today_utc())
    with Progress("Verifying") as progress:
        results = bundles.take_what_came(client, files, wish, progress, others=_of_tournaments)
    if json:
        say_json(results)
    for taken in results if not json else ():
        say(taken_lines(taken))
    if not all(taken.good for taken in results):
        raise typer.Exit(1)


def _of_tournaments(client: Client, post: Unpacked) -> list[TakeResult]:
    """Accept what is of tournaments; importing that takes long, and most mail has none."""
    from pbem.director.player.taking_part import take_of_tournaments

    return take_of_tournaments(client, post)


@app.command()
def send(
    game: Game = None,
    *,
    since: Annotated[int | None, typer.Option(help="Only the events after this number.")] = None,
    link: Annotated[
        bool, typer.Option("--link", help="Print a link with the new events instead of a file.")
    ] = False,
    site: Site = None,
    to: To = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Write the file to mail to your opponent.

    pbem prints the file's name and the addresses.

    Example: pbem send --to ~/outbox
    """
    if link:
        print_link(game, site, as_)
        return
    from pbem.client.messages.sending import send as write
    from pbem.client.messages.words import sent_lines

    sent = write(sit_down(open_client(), game, as_, light=True), since, to)
    say_json(sent) if json else say(sent_lines(sent))


@app.command()
def confirm(
    game: Game = None,
    *,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Confirm that the game is over.

    pbem writes a small file, your signed confirmation. If a copy is cut short, or ends in another
    way, the file shows it. When a game is over, everybody signs one and mails it with the log. To
    compare a log with one, type 'pbem verify LOG FILE.head'.

    Example: pbem confirm, then pbem send
    """
    from pbem.client.session.confirming import confirm as sign

    session, unlock = sit_to_sign(open_client(), game, as_, secret)
    path = sign(session, unlock(session), to)
    name = session.name
    say([f"{path}: your confirmation of {name}. Mail it with the log: 'pbem send {name}'."])

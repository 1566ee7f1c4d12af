"""Mail: messages that carry a game, and reading what came."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    Print,
    Secret,
    ToFolder,
    Unlocker,
    agreed,
    open_client,
    say,
    say_done,
    say_json,
    sit_down,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.typed import standard_input
from pbem.crypto.text import escape

mail_app = Shell("Write and read the mail of a game. pbem writes files that your mail program "
                 "opens, and reads the files that it saves.")  # fmt: skip


@mail_app.command("write")
def mail_write(
    game: Game = None,
    *,
    whole: Annotated[
        bool, typer.Option("--whole", help="Attach the whole log, not only its new part.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Leave out the page with the map: text alone.")
    ] = False,
    to: ToFolder = None,
    print_: Print = False,
    as_: As = None,
    json: Json = False,
) -> None:
    """Write the message to send.

    The message holds a report of the game and the log, attached and in the text. It also lists the
    orders with which your opponent can answer. Mail programs show a page with the map.

    Example: pbem mail write, then open the .eml file in your mail program
    """
    from pbem.client.messages import composing
    from pbem.client.messages.words import written_lines
    from pbem.mail.letter import text_of
    from pbem.view.raster import png

    session = sit_down(open_client(), game, as_, light=True)
    draw = None if plain or print_ else png
    letter = composing.compose(session, whole=whole, draw=draw)
    if print_:
        typer.echo(text_of(letter), nl=False)
        return
    written = composing.write(session, letter, to)
    say_json(written) if json else say(written_lines(written))


@mail_app.command("read")
def mail_read(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Messages (.eml), mbox files, folders of these or text; '-' is standard input."
        ),
    ],
    *,
    sign: Annotated[
        bool, typer.Option("--sign", help="Sign the orders that you wrote in a reply.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(help="The folder for cards, confirmations and proofs from the mail."),
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Read mail and import its logs.

    pbem prints orders in a reply line by line. It signs them only with --sign, and asks first. Sign
    only what you wrote yourself: anybody can write orders in a mail. To paste a message, type
    'pbem mail read -'.

    Example: pbem mail read ~/Mail/pbem.mbox
    """
    from pbem.client.exchange import taking
    from pbem.client.input_files import found as there
    from pbem.client.messages import reading
    from pbem.client.messages.words import posted_lines
    from pbem.client.play import acting
    from pbem.client.session import drafts, trying
    from pbem.client.session.words import draft_lines, never_lines
    from pbem.client.umpire import timekeeping
    from pbem.mail.reading import MESSAGE_BYTES

    client = open_client()
    stdin = standard_input(MESSAGE_BYTES) if Path("-") in files else None
    with Progress("Verifying") as progress:
        found = reading.take_mail(
            client,
            [there(path) for path in files if path != Path("-")],
            taking.TakeOptions(as_, day=timekeeping.today_utc()),
            stdin=stdin,
            save=save,
            progress=progress,
        )
    say_json(found) if json else say(posted_lines(found))
    if sign:
        ordered = reading.to_sign(client, found)
        assert ordered.draft is not None  # noqa: S101 - `to_sign` has looked
        session, unlock = reading.game_of(client, ordered), Unlocker(client, secret)
        unlock.check(session)
        typer.echo(
            f"Orders for {escape(ordered.handle)} in {escape(ordered.game)}. The mail names "
            f"{escape(ordered.writers[0])} as its sender, but anybody can write that:",
            err=json,
        )
        rehearsed = drafts.rehearse_again(session, ordered.draft)
        said = [f"  {escape(line)}" for line in ordered.lines] + draft_lines(ordered.draft)
        for line in [*said, *never_lines(trying.never(rehearsed))]:
            typer.echo(line, err=json)
        agreed(f"Sign this as {ordered.handle}?", yes=False, json=json)
        say_done(acting.order(session, unlock(session), ordered.draft), json, outcomes=False)
    if not found.good:
        raise typer.Exit(1)


@mail_app.command("evidence")
def mail_evidence(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Saved mail: messages (.eml), mbox files, Maildirs, or folders of these."
        ),
    ],
    *,
    json: Json = False,
) -> None:
    """List which message carries which event.

    For each message, pbem prints the sender, the Date and each Received header. For each event, it
    names the earliest message that has it. It also lists contradictions, and says what all this
    proves and what it cannot prove. It imports nothing and checks no signature; 'pbem verify' does.

    Example: pbem mail evidence from-ann.mbox from-bob/
    """
    from pbem.client.input_files import found as there
    from pbem.mail import evidence_words
    from pbem.mail.evidence import evidence

    found = evidence(list(map(there, files)))
    say_json(found) if json else say(evidence_words.lines(found))
    if not found.messages:
        raise typer.Exit(1)

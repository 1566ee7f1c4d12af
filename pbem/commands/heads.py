"""Heads of tournaments: kept, held against the log, cosigned; and what one has no receipt of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import As, Json, Secret, To, open_client, say, say_json
from pbem.commands.shell import Shell
from pbem.commands.tournament import Name, me_of

app = Shell("Check the heads of tournaments.")


@app.command()
def heads(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Receipts, checkpoints, mail, or folders of these; default: those that your agent "
            "kept."
        ),
    ] = None,
    *,
    tournament: Annotated[str | None, typer.Option("--for", help="Only this tournament.")] = None,
    policy: Annotated[
        Path | None, typer.Option(help="A tlog-policy: the cosignatures that a head needs.")
    ] = None,
    days: Annotated[int, typer.Option(help="The days after which an answer is late.", min=0)] = 7,
    as_: As = None,
    json: Json = False,
) -> None:
    """Check that all have the same tournament file.

    A head is the director's signature on the log so far. If you keep one, nobody can show you
    another history without being noticed. pbem keeps the heads in the files, and compares all kept
    heads with the logs here. It also lists your requests and results that got no answer.

    Example: pbem tournament heads inbox
    """
    from pbem.agent.config import kept_files
    from pbem.client import people
    from pbem.client.storage import tournaments
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.director.player.looking import look_at_all, look_lines, shown_lines
    from pbem.director.transparency.heads import read_policy_file, take_heads
    from pbem.items import Items, reported
    from pbem.mail.contents import RECEIPT

    client = open_client()
    handle = people.me(client, as_)
    trusted = None if policy is None else read_policy_file(policy)
    witnesses = [] if trusted is None else list(trusted.witnesses.values())
    came = files or kept_files(client, handle, RECEIPT)
    shown, left = take_heads(client, came, witnesses) if came else ([], [])
    logs = (
        tournaments.logs(client) if tournament is None else [tournaments.find(client, tournament)]
    )
    items = Items()
    found = look_at_all(client, handle, logs, today_utc(), policy=trusted, items=items)
    left += [reported(one) for one in items.failed]
    if json:
        say_json({"tournaments": found, "left": left})
    else:
        say([*shown_lines(shown), *(f"Ignored: {one}" for one in left)])
        say(look_lines(found, days))
    if left or any(one.two_histories or one.unsatisfied for one in found):
        raise typer.Exit(1)


@app.command()
def cosign(
    tournament: Name = None, *, to: To = None, as_: As = None, secret: Secret = None
) -> None:
    """Add your signature to the newest head.

    Your signature says that you saw only one history of the tournament.

    Example: pbem tournament cosign spring
    """
    from pbem.client.output_files import place
    from pbem.client.storage import tournaments
    from pbem.client.storage.tournament_heads import SUFFIX
    from pbem.director.player.looking import cosigned
    from pbem.log.disk import explaining, write_synced

    client = open_client()
    log = tournaments.find(client, tournament)
    identity = me_of(client, as_, secret)
    made, key = cosigned(client, identity, log, datetime.now(UTC))
    path = place(to, f"{log.stem}-{identity.handle}{SUFFIX}")
    with explaining(path, "Writing"):
        write_synced(path, made.note.bytes, shared=True)
    say(
        [
            f"Wrote {path}. Mail it to the director, who publishes it.",
            "Others who trust your signature add this line to their policy:",
            f"witness {identity.handle} {key.text}",
        ]
    )

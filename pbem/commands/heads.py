"""Heads of tournaments: kept, held against the log, cosigned; and what one has no receipt of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import As, Json, Secret, To, open_desk, say, say_json
from pbem.commands.shell import Shell
from pbem.commands.tournament import Name, me_of

app = Shell("The heads of tournaments.")


@app.command()
def heads(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Receipts, checkpoints, mail, folders. Default: what your agent kept."),
    ] = None,
    *,
    tournament: Annotated[str | None, typer.Option("--for", help="This tournament only.")] = None,
    policy: Annotated[
        Path | None, typer.Option(help="Whose cosignatures there must be: a tlog-policy.")
    ] = None,
    days: Annotated[int, typer.Option(help="After how many days an answer is late.", min=0)] = 7,
    as_: As = None,
    json: Json = False,
) -> None:
    """Keep the heads in what came, and hold all that are kept against the logs that are here.

    A head is a director's signature under all that the log says up to there: whoever keeps one
    cannot be shown another history. Your words and results that have no answer are told too.

    Example: pbem tournament heads inbox
    """
    from pbem.agent.running import kept_files
    from pbem.desk import people
    from pbem.desk.shelf import tournaments
    from pbem.desk.umpire.timekeeping import today_utc
    from pbem.director.player.looking import look, look_lines, shown_lines
    from pbem.director.transparency.heads import read_policy_file, take_heads
    from pbem.mail.contents import RECEIPT

    desk = open_desk()
    handle = people.me(desk, as_)
    trusted = None if policy is None else read_policy_file(policy)
    witnesses = [] if trusted is None else list(trusted.witnesses.values())
    came = files or kept_files(desk, handle, RECEIPT)
    shown, left = take_heads(desk, came, witnesses) if came else ([], [])
    logs = tournaments.logs(desk) if tournament is None else [tournaments.find(desk, tournament)]
    found = [look(desk, handle, log, today_utc(), trusted) for log in logs]
    if json:
        say_json({"tournaments": found, "left": left})
    else:
        say([*shown_lines(shown), *(f"Left alone: {one}" for one in left)])
        say(look_lines(found, days))
    if left or any(one.two_histories or one.unsatisfied for one in found):
        raise typer.Exit(1)


@app.command()
def cosign(
    tournament: Name = None, *, to: To = None, as_: As = None, secret: Secret = None
) -> None:
    """Cosign the newest head that you keep, as a witness that you saw one history alone.

    Example: pbem tournament cosign spring
    """
    from pbem.desk.output_files import place
    from pbem.desk.shelf import tournaments
    from pbem.desk.shelf.tournament_heads import SUFFIX
    from pbem.director.player.looking import cosigned
    from pbem.log.disk import explaining, write_synced

    desk = open_desk()
    log = tournaments.find(desk, tournament)
    identity = me_of(desk, as_, secret)
    made, key = cosigned(desk, identity, log, datetime.now(UTC))
    path = place(to, f"{log.stem}-{identity.handle}{SUFFIX}")
    with explaining(path, "Writing"):
        write_synced(path, made.note.bytes)
    say(
        [
            f"{path} is written: mail it to the director, who publishes it.",
            "For the policies of those who believe you:",
            f"witness {identity.handle} {key.text}",
        ]
    )

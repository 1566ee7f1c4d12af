"""The court: a case made of whatever was handed in, and made again to be compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import As, Json, Secret, Unlocker, open_client, say, say_json
from pbem.commands.shell import Shell
from pbem.court.claim_words import WORDS
from pbem.errors import FormError

app = Shell("Write dispute reports.")


_WORDS = "\n".join(f"{word:<14} {what}" for word, what in WORDS.items())
_HELP = f"""\
Write a dispute report.

The files are the evidence that both sides handed in. Both sides can make the same report and
compare it, byte for byte.

pbem writes a folder with the verdict (verdict.md, verdict.html, verdict.json), the evidence, and
copies of the logs for the commands that the verdict names. It reads none of your own files.

A claim is a file like bob.claim. Its lines look like 'claim: late', 'by: bob', 'against: ann',
'event: 12', 'says: "..."'. A claim about an event needs the line 'event'. These claims exist:

\b
{_WORDS}

Example: pbem court inbox/ --to case-17
"""
"""The help for a judge; each word for a claim with what it means."""


@app.command(help=_HELP)
def court(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="The evidence: logs, parts of logs, forks, confirmations, signed days, cards, "
            "packs, claims, saved mail, zip files, or folders of these."
        ),
    ] = None,
    *,
    to: Annotated[
        Path | None, typer.Option(help="The folder to write, which must be new; default: case.")
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            help="Check the report in this folder: make it again from its evidence and compare. "
            "Also check the judge's signature, if there is one."
        ),
    ] = None,
    sign: Annotated[bool, typer.Option("--sign", help="Sign the verdict as the judge.")] = False,
    handle: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Make a verdict that both parties can check: `_HELP`."""
    from pbem.client.input_files import found as there
    from pbem.commands.terminal import ending_cleanly
    from pbem.court import folder, words

    if check is not None:
        if files or to is not None or sign:
            raise FormError("--check takes only the folder of a report. Leave out all else.")
        with ending_cleanly():
            found = folder.check(check)
        say_json(found) if json else say(words.checked(found))
        if not found.same:
            raise typer.Exit(1)
        return
    if not files:
        raise FormError("Name the evidence: files, or a folder of them.")
    judge = None
    if sign:
        from pbem.client import people

        client = open_client()
        judge = Unlocker(client, secret)(people.me(client, handle))
    where = to or Path("case")
    with ending_cleanly():
        case = folder.write(list(map(there, files)), where, judge)
    say_json(case) if json else say(words.written(case, where, judge))
    if case.unread:
        raise typer.Exit(1)

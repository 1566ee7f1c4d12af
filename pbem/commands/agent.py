"""The agent: setting it up, running it, and what it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.commands.shared import (
    As,
    Json,
    Messages,
    Orders,
    Secret,
    Unlocker,
    open_desk,
    say,
    say_json,
    sit_down,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import ask
from pbem.commands.typed import game_and_orders, order_text
from pbem.crypto.text import escape
from pbem.errors import FormError

agent_app = Shell(
    "The agent: watches a mailbox, gives dice, mails your turns, and tells you what you are asked."
)


@agent_app.command("setup")
def agent_setup(
    address: Annotated[str, typer.Argument(help="The agent's own address, the one on your card.")],
    *,
    imap: Annotated[str | None, typer.Option(help="The server of the mailbox.")] = None,
    maildir: Annotated[
        str | None, typer.Option(help="Instead: a Maildir on this machine.", metavar="FOLDER")
    ] = None,
    smtp: Annotated[
        str | None, typer.Option(help="The server that sends; default: --imap.")
    ] = None,
    user: Annotated[str | None, typer.Option(help="Default: the address.")] = None,
    owner: Annotated[str | None, typer.Option(help="Who is told; default: the address.")] = None,
    starttls: Annotated[
        bool, typer.Option("--starttls", help="Encrypt after connecting (ports 143 and 587).")
    ] = False,
    command: Annotated[
        str | None,
        typer.Option("--password-command", help="It prints the password; default: the keyring."),
    ] = None,
    oauth: Annotated[
        bool, typer.Option("--oauth", help="What the command prints is an OAuth 2.0 token.")
    ] = False,
    ca: Annotated[
        Path | None, typer.Option(help="Certificates to trust besides the system's.")
    ] = None,
    as_: As = None,
) -> None:
    """Set up the agent, and try to log in. Use a mailbox for games, or an app password.

    Its file, whose place is told, has more to set: ports, certificates, joining, reminders.

    Example: pbem agent setup ann.games@example.org --imap imap.example.org --smtp smtp.example.org
    """
    import shlex

    from pbem.agent import config as c
    from pbem.agent import running
    from pbem.desk import people

    desk = open_desk()
    handle = people.me(desk, as_)
    if (imap is None) == (maildir is None):
        raise FormError("where is the mailbox? Give --imap SERVER or --maildir FOLDER")
    settings = running.settings(
        address,
        imap=imap,
        maildir=maildir,
        smtp=smtp,
        user=user,
        owner=owner,
        starttls=starttls,
        ca=ca,
        login=c.Login("oauth" if oauth else "password", shlex.split(command or "")),
    )
    settings = running.kept(desk, handle, settings)
    password = None if command else ask(f"Password (an app password) of {settings.smtp.user}")
    notes = running.set_up(desk, handle, settings, password)
    say([f"{running.config_of(desk, handle)}: set up. 'pbem agent run' starts the agent.", *notes])


@agent_app.command("run")
def agent_run(
    *,
    once: Annotated[
        bool, typer.Option("--once", help="Do what there is to do now, and end (for cron).")
    ] = False,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Watch the mailbox, until Ctrl-C: read, give dice, mail, tell. docs/agent.md has all of it.

    Example: pbem agent run --passphrase-file ~/.pbem-passphrase
    """
    from pbem.agent import running
    from pbem.desk import people

    desk = open_desk()
    handle = people.me(desk, as_)
    unlock = Unlocker(desk, secret)
    with running.opened(desk, handle, unlock, running.timed(typer.echo)) as agent:
        unlock(handle)  # a wrong passphrase shows now, not with the first dice
        if once:
            agent.once()
            return
        typer.echo(f"The agent of {handle} is watching. Ctrl-C ends it; nothing is lost by that.")
        agent.run()


@agent_app.command("status")
def agent_status(*, as_: As = None, json: Json = False) -> None:
    """Say what waits: messages to send, things to know, quarantine.

    Example: pbem agent status
    """
    from pbem.agent import running
    from pbem.agent.words import status_lines
    from pbem.desk import people
    from pbem.desk.umpire.timekeeping import today_utc

    desk = open_desk()
    found = running.status(desk, people.me(desk, as_), today_utc())
    say_json(found) if json else say(status_lines(found))


@agent_app.command("unread")
def agent_unread(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Have these messages read, whatever they cost."),
    ] = None,
    *,
    as_: As = None,
    json: Json = False,
) -> None:
    """List what was left in the mailbox unread: more than is read, and games nobody asked for.

    What you name the agent reads soon, and takes in the game that it brings.

    Example: pbem agent unread 3fa9c2d1
    """
    from pbem.agent import running
    from pbem.agent.words import unread_lines
    from pbem.desk import people

    desk = open_desk()
    found = running.unread(desk, people.me(desk, as_), ids or ())
    say_json(found) if json else say(unread_lines(found))


@agent_app.command("prepare")
def agent_prepare(
    words: Orders = None,
    *,
    message: Messages = None,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Throw away what you prepared for this game.")
    ] = False,
    as_: As = None,
) -> None:
    """Keep orders for the agent, which signs them as soon as you are asked and they are right.

    Guards are looked at then; a list of which nothing would be done waits. They are signed once.

    Example: pbem agent prepare -m "if round = 3: end"
    """
    from pbem.desk.seat import prepared

    desk = open_desk()
    game, files = game_and_orders(desk, words or [], message)
    sitting = sit_down(desk, game, as_)
    if withdraw:
        there = prepared.withdraw(sitting)
        typer.echo(f"{'Thrown away' if there else 'Nothing was prepared'}: {sitting.name}.")
        return
    kept = prepared.prepare(sitting, *order_text(files, message))
    say([*(f"  {escape(line)}" for line in kept.lines), f"Kept for {kept.game}: {kept.file}"])


@agent_app.command("away")
def agent_away(
    first: Annotated[str, typer.Argument(metavar="FROM", help="The first day, as 2026-12-24.")],
    last: Annotated[str, typer.Argument(metavar="TO", help="The last day.")],
    *,
    as_: As = None,
) -> None:
    """Be away: dice are given and standing answers act, nothing else. The others are told.

    Example: pbem agent away 2026-12-24 2027-01-03
    """
    from pbem.agent import running
    from pbem.desk import people

    desk = open_desk()
    days = running.day_of(first), running.day_of(last)
    running.go_away(desk, people.me(desk, as_), *days)
    typer.echo(f"Away from {days[0]} to {days[1]}, both included; 'pbem agent back' ends it early.")


@agent_app.command("back")
def agent_back(*, as_: As = None) -> None:
    """Be back before the day you named.

    Example: pbem agent back
    """
    from pbem.agent import running
    from pbem.desk import people

    desk = open_desk()
    there = running.come_back(desk, people.me(desk, as_))
    typer.echo("Welcome back." if there else "You were not away.")

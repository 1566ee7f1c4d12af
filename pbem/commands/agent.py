"""The agent: setting it up, running it, and what is said to it."""

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
    open_client,
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
    "Let a program read and send your mail. It watches a mailbox, rolls for opponents' orders, "
    "mails your turns, and reports what you must decide. It never chooses an order."
)


@agent_app.command("setup")
def agent_setup(
    address: Annotated[str, typer.Argument(help="The agent's own address, the one on your card.")],
    *,
    imap: Annotated[str | None, typer.Option(help="The IMAP server of the mailbox.")] = None,
    maildir: Annotated[
        str | None,
        typer.Option(help="A Maildir on this computer, instead of --imap.", metavar="FOLDER"),
    ] = None,
    smtp: Annotated[
        str | None, typer.Option(help="The SMTP server; default: the server of --imap.")
    ] = None,
    user: Annotated[str | None, typer.Option(help="The user name; default: the address.")] = None,
    owner: Annotated[
        str | None, typer.Option(help="The address for reports to you; default: the address.")
    ] = None,
    starttls: Annotated[
        bool, typer.Option("--starttls", help="Encrypt after connecting, on ports 143 and 587.")
    ] = False,
    command: Annotated[
        str | None,
        typer.Option(
            "--password-command",
            help="A command that prints the password; default: your system's keyring.",
        ),
    ] = None,
    oauth: Annotated[
        bool, typer.Option("--oauth", help="The command prints an OAuth 2.0 token.")
    ] = False,
    ca: Annotated[
        Path | None, typer.Option(help="A file of certificates to trust, besides your system's.")
    ] = None,
    as_: As = None,
) -> None:
    """Set up the agent and test the login.

    Use a mailbox that is only for games, or an app password. pbem prints the path of a settings
    file with more to set: ports, certificates, joining, reminders.

    Example: pbem agent setup ann.games@example.org --imap imap.example.org --smtp smtp.example.org
    """
    import shlex

    from pbem.agent import config as c
    from pbem.agent import running
    from pbem.client import people

    client = open_client()
    handle = people.me(client, as_)
    if (imap is None) == (maildir is None):
        raise FormError("Name the mailbox with either --imap SERVER or --maildir FOLDER.")
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
    settings = running.kept(client, handle, settings)
    password = None if command else ask(f"Password (an app password) of {settings.smtp.user}")
    notes = running.set_up(client, handle, settings, password)
    written = running.config_of(client, handle)
    say([f"The agent is set up in {written}. Start it with 'pbem agent run'.", *notes])


@agent_app.command("sign-in")
def agent_sign_in(
    account: Annotated[str, typer.Argument(help="Your user name at the mail provider.")],
    *,
    client: Annotated[
        str, typer.Option("--client", help="The id that the provider gave to this program.")
    ],
    device: Annotated[
        str, typer.Option("--device-url", help="The provider's address for devices (RFC 8628).")
    ],
    token: Annotated[
        str, typer.Option("--token-url", help="The provider's address for tokens (RFC 6749).")
    ],
    scope: Annotated[str, typer.Option(help="The rights to ask for, with spaces between.")] = "",
) -> None:
    """Sign in at a provider without passwords.

    pbem prints an address and a code. Open the address on any device, and type the code there. Your
    system's keyring keeps what comes of it, and 'pbem agent token' uses that.

    Example: pbem agent sign-in ann@example.org --client ID --device-url
    https://login.example.org/device --token-url https://login.example.org/token
    """
    from pbem.agent.signing_in import Provider, sign_in

    sign_in(account, Provider(device, token, client, scope), typer.echo)
    say([f"{account} is signed in. Type 'pbem agent setup' with --oauth and this command:"])
    say([f"  --password-command 'pbem agent token {account}'"])


@agent_app.command("token")
def agent_token(
    account: Annotated[str, typer.Argument(help="Your user name at the mail provider.")],
) -> None:
    """Print a new access token.

    It is for --password-command. Anyone who has a token can read your mail until it ends.

    Example: pbem agent setup ann@example.org --imap imap.example.org --oauth --password-command
    "pbem agent token ann@example.org"
    """
    from pbem.agent.signing_in import access_token

    typer.echo(access_token(account))


@agent_app.command("run")
def agent_run(
    *,
    once: Annotated[
        bool, typer.Option("--once", help="Do the work that waits, then stop (for cron).")
    ] = False,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Run the agent until you press Ctrl-C.

    The agent reads the mailbox, rolls, mails and reports. docs/agent.md describes all that it does.

    Example: pbem agent run --passphrase-file ~/.pbem-passphrase
    """
    from pbem.agent import running
    from pbem.client import people

    client = open_client()
    handle = people.me(client, as_)
    unlock = Unlocker(client, secret)
    with running.opened(client, handle, unlock, running.timed(typer.echo)) as agent:
        unlock(handle)  # a wrong passphrase shows now, not with the first dice
        if once:
            agent.once()
            return
        typer.echo(
            f"The agent of {handle} is watching the mailbox. Press Ctrl-C to stop it; nothing is "
            "lost."
        )
        agent.run()


@agent_app.command("host")
def agent_host(
    folder: Annotated[Path, typer.Argument(help="A folder with a home for each member.")],
) -> None:
    """Run the agents of a club's members.

    Each home in the folder has its own agent. If one stops, the others go on. You can add and
    remove homes at any time. docs/agent.md shows how a club sets it up.

    Example: pbem agent host /srv/pbem
    """
    from pbem.agent import running
    from pbem.agent.hosting import host

    host(folder, running.timed(typer.echo))


@agent_app.command("status")
def agent_status(*, as_: As = None, json: Json = False) -> None:
    """Print what needs you.

    It lists messages to send, reports to you, and messages in quarantine.

    Example: pbem agent status
    """
    from pbem.agent import running
    from pbem.agent.words import status_lines
    from pbem.client import people
    from pbem.client.umpire.timekeeping import today_utc

    client = open_client()
    found = running.status(client, people.me(client, as_), today_utc())
    say_json(found) if json else say(status_lines(found))


@agent_app.command("unread")
def agent_unread(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Messages that the agent should read after all."),
    ] = None,
    *,
    as_: As = None,
    json: Json = False,
) -> None:
    """List mail that the agent skipped.

    The agent leaves a message unread if it exceeds the agent's limits, or brings a game that you
    did not ask for. If you name messages, the agent reads them soon and imports their games.

    Example: pbem agent unread 3fa9c2d1
    """
    from pbem.agent import running
    from pbem.agent.words import unread_lines
    from pbem.client import people

    client = open_client()
    found = running.unread(client, people.me(client, as_), ids or ())
    say_json(found) if json else say(unread_lines(found))


@agent_app.command("prepare")
def agent_prepare(
    words: Orders = None,
    *,
    message: Messages = None,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Delete the orders prepared for this game.")
    ] = False,
    as_: As = None,
) -> None:
    """Prepare orders for the agent to sign.

    The agent signs them once, on your next move, if they are legal then. It checks the conditions
    after 'if' at that moment. If none of its orders would do anything, the list goes on waiting.

    Example: pbem agent prepare -m "if round = 3: end"
    """
    from pbem.client.session import prepared

    client = open_client()
    game, files = game_and_orders(client, words or [], message)
    session = sit_down(client, game, as_)
    if withdraw:
        there = prepared.withdraw(session)
        did = "Deleted the prepared orders" if there else "No orders were prepared"
        typer.echo(f"{did} for {session.name}.")
        return
    kept = prepared.prepare(session, *order_text(files, message))
    prepared_for = f"Prepared for {kept.game}, in {kept.file}."
    say([*(f"  {escape(line)}" for line in kept.lines), prepared_for])


@agent_app.command("away")
def agent_away(
    first: Annotated[str, typer.Argument(metavar="FROM", help="The first day, as 2026-12-24.")],
    last: Annotated[str, typer.Argument(metavar="TO", help="The last day.")],
    *,
    as_: As = None,
) -> None:
    """Set the days on which you are away.

    While you are away, the agent signs no prepared orders. It still rolls, and does all else that
    needs no choice. Your opponents get a mail about it.

    Example: pbem agent away 2026-12-24 2027-01-03
    """
    from pbem.agent import running
    from pbem.client import people

    client = open_client()
    days = running.day_of(first), running.day_of(last)
    running.go_away(client, people.me(client, as_), *days)
    typer.echo(
        f"You are away from {days[0]} to {days[1]}, both included. To end it early, type "
        "'pbem agent back'."
    )


@agent_app.command("back")
def agent_back(*, as_: As = None) -> None:
    """End your absence early.

    Example: pbem agent back
    """
    from pbem.agent import running
    from pbem.client import people

    client = open_client()
    there = running.come_back(client, people.me(client, as_))
    typer.echo("Welcome back." if there else "You were not away.")

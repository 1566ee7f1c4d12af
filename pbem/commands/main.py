"""The command ``pbem``: all modules of commands put together."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import pbem
from pbem.commands import (
    acting,
    agent,
    board,
    court,
    deciding,
    directing,
    exchanging,
    heads,
    identities,
    inviting,
    judging,
    lobby,
    looking,
    mail,
    module,
    opening,
    ordering,
    packs,
    practice,
    standings,
    store,
    tournament,
    trying,
    umpiring,
)
from pbem.commands.publishing import replaying, web
from pbem.commands.shared import report_refused
from pbem.commands.shell import Shell, run
from pbem.commands.tables import making
from pbem.commands.terminal import has_browser

ERRANDS = {
    "Start": ("lobby", "demo", "identity", "card", "invite", "open", "new", "join"),
    "Play": (
        *("games", "show", "board", "legal", "odds", "chart", "why", "hand", "order", "dice"),
        *("seal", "reveal", "deal", "offer", "answer", "resign"),
    ),
    "Send and receive": ("mail", "send", "take", "confirm", "agent"),
    "Practice": ("practice",),
    "Look back and judge": (
        *("log", "notes", "replay", "verify", "compare", "explain", "luck", "court"),
    ),
    "Deadlines and umpires": ("clock", "claim", "rule", "consent"),
    "Tournaments": ("tournament",),
    "Look after logs and data": ("store", "pack"),
    "Play any game": ("table",),
    "Write a game": ("module", "cases", "simulate", "bench"),
    "Publish": ("web",),
}
"""The errands of people -> the commands for them."""

MEANT = {
    "import": "take",
    "read": "mail read",
    "write": "mail write",
    "roll": "dice",
    "move": "order",
    "undo": "offer undo",
    "play": "lobby",
    "start": "new",
    "backup": "store backup",
    "restore": "store restore",
    "check": "verify",
    "history": "log",
    "help": "--help",
}
"""A word that people try first -> the command that does it."""

app = Shell(
    "Play board wargames by email with people you do not have to trust. A game is one signed log "
    "file, which you mail to each other. Each copy of pbem verifies every signature, every die and "
    "every order. Start with 'pbem lobby': it opens a first game in your browser.",
    errands=ERRANDS,
    meant=MEANT,
)
for room in (
    opening,
    inviting,
    looking,
    ordering,
    acting,
    board,
    lobby,
    replaying,
    umpiring,
    exchanging,
    judging,
    court,
    trying,
):
    app.add_typer(room.app)
app.add_typer(identities.identity_app, name="identity")
app.add_typer(identities.card_app, name="card")
app.add_typer(mail.mail_app, name="mail")
app.add_typer(agent.agent_app, name="agent")
app.add_typer(packs.pack_app, name="pack")
app.add_typer(practice.practice_app, name="practice")
app.add_typer(store.store_app, name="store")
app.add_typer(module.module_app, name="module")
app.add_typer(making.table_app, name="table")
tournament.tournament_app.add_typer(directing.app)
tournament.tournament_app.add_typer(deciding.app)
tournament.tournament_app.add_typer(standings.app)
tournament.tournament_app.add_typer(heads.app)
app.add_typer(tournament.tournament_app, name="tournament")
app.add_typer(web.web_app, name="web")


def _report_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pbem {pbem.__version__}")
        raise typer.Exit


@app.callback()
def release(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - it has been answered before
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_report_version, help="Print the version of pbem."
        ),
    ] = False,
) -> None:
    """Take what stands before every command, and name the games that cannot be played."""
    if context.invoked_subcommand != "module":
        report_refused()


def main() -> None:
    """Run the command line; without a word, in a terminal with a browser, open the lobby."""
    if len(sys.argv) == 1 and has_browser():
        sys.argv.append("lobby")
    run(app)

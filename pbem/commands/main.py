"""The command ``pbem``: all modules of commands put together."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import pbem
from pbem.commands.shared import report_refused
from pbem.commands.shell import Room, Shell, run
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

ROOMS = (
    Room("opening.app", ("new", "join", "games")),
    Room("inviting.app", ("invite", "open")),
    Room("looking.app", ("show", "legal", "odds", "chart", "why", "hand", "log", "notes")),
    Room("ordering.app", ("order",)),
    Room("acting.app", ("dice", "seal", "reveal", "deal", "offer", "answer", "resign")),
    Room("board.app", ("board",)),
    Room("lobby.app", ("lobby",)),
    Room("publishing.replaying.app", ("replay",)),
    Room("umpiring.app", ("rule", "consent", "clock", "claim")),
    Room("exchanging.app", ("take", "send", "confirm")),
    Room("judging.app", ("verify", "compare", "explain", "luck", "cases")),
    Room("court.app", ("court",)),
    Room("trying.app", ("simulate", "bench", "demo")),
    Room("identities.identity_app", ("identity",), group=True),
    Room("identities.card_app", ("card",), group=True),
    Room("mail.mail_app", ("mail",), group=True),
    Room("agent.agent_app", ("agent",), group=True),
    Room("packs.pack_app", ("pack",), group=True),
    Room("practice.practice_app", ("practice",), group=True),
    Room("store.store_app", ("store",), group=True),
    Room("module.module_app", ("module",), group=True),
    Room("tables.making.table_app", ("table",), group=True),
    Room("tournament.tournament_app", ("tournament",), group=True),
    Room("publishing.web.web_app", ("web",), group=True),
)
"""The module of each command."""

app = Shell(
    "Play board wargames by email with people you do not have to trust. A game is one signed log "
    "file, which you mail to each other. Each copy of pbem verifies every signature, every die and "
    "every order. Start with 'pbem lobby': it opens a first game in your browser.",
    errands=ERRANDS,
    meant=MEANT,
    rooms=ROOMS,
)


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

"""The command ``pbem``: all rooms of commands put together."""

from __future__ import annotations

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
    judging,
    looking,
    mail,
    opening,
    ordering,
    packs,
    practice,
    replaying,
    standings,
    store,
    tournament,
    trying,
    umpiring,
)
from pbem.commands.shell import Shell, run

ERRANDS = {
    "To begin": ("demo", "identity", "card", "new", "join"),
    "To play": (
        *("games", "show", "board", "legal", "odds", "chart", "why", "hand", "order", "dice"),
        *("seal", "reveal", "deal", "offer", "answer", "resign"),
    ),
    "To send and receive": ("mail", "send", "take", "confirm", "agent"),
    "To try things": ("practice",),
    "To look back and to judge": (
        *("log", "replay", "verify", "compare", "explain", "luck", "court"),
    ),
    "Days and umpires": ("clock", "claim", "rule", "consent"),
    "Tournaments": ("tournament",),
    "To look after logs and data": ("store", "pack"),
    "For who writes a game": ("cases", "simulate", "bench"),
}
"""What people come for -> the commands for it."""

app = Shell(
    "Play board wargames by mail with an opponent whom you need not trust. A game is one signed "
    "log file: you send it, the other verifies it, answers with dice that nobody can choose, and "
    "sends it back. 'pbem demo' shows a whole game.",
    errands=ERRANDS,
)
for room in (
    opening,
    looking,
    ordering,
    acting,
    board,
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
tournament.tournament_app.add_typer(directing.app)
tournament.tournament_app.add_typer(deciding.app)
tournament.tournament_app.add_typer(standings.app)
tournament.tournament_app.add_typer(heads.app)
app.add_typer(tournament.tournament_app, name="tournament")


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pbem {pbem.__version__}")
        raise typer.Exit


@app.callback()
def release(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_tell_version, help="Say which release this is."
        ),
    ] = False,
) -> None:
    """Take what stands before every command."""


def main() -> None:
    """Run the command line."""
    run(app)

"""The common parts of many commands: their options, the client, and printing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.terminal import Passphrase, Progress
from pbem.crypto.text import escape, shown_json
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.client.session.session import Session
    from pbem.client.views.at import Look
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer

Game = Annotated[
    str | None,
    typer.Argument(
        help="The game: its name, the start of its name, or a file. If you have only one game, or "
        "play in only one, you can leave it out.",
        show_default=False,
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="The game (you can leave it out if there is only one), then an order, a unit or a "
        "place.",
        show_default=False,
    ),
]
Orders = Annotated[
    list[str] | None,
    typer.Argument(
        help="The game (you can leave it out if there is only one), then a file of orders: text or "
        ".yaml, or '-' for standard input.",
        show_default=False,
    ),
]
Messages = Annotated[list[str] | None, typer.Option("-m", help="One order; repeat -m for more.")]
To = Annotated[
    Path | None, typer.Option(help="The file to write, or a folder for it; default: this folder.")
]
ToFolder = Annotated[
    Path | None, typer.Option(help="The folder to write to; default: this folder.")
]
Print = Annotated[
    bool, typer.Option("--print", help="Print the text instead, to paste it into a mail.")
]
Width = Annotated[
    int | None, typer.Option(help="The width in columns; default: that of the terminal.")
]
Packs = Annotated[
    list[Path] | None,
    typer.Option("--pack", help="A data pack to use for this command only; repeatable."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
As = Annotated[
    str | None,
    typer.Option(
        "--as", help="The identity to use; default: your default identity.", metavar="HANDLE"
    ),
]
Json = Annotated[
    bool,
    typer.Option("--json", help='Print JSON for another program. An error is {"error": ...}.'),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        help="Go back to the end of event N, or to its step K: 12.3 is step 3 of event 12.",
        metavar="N[.K]",
    ),
]
Note = Annotated[
    str,
    typer.Option("--note", help="A message to your opponents, signed as part of the event."),
]
Secret = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        help="A file whose first line is the passphrase. Without it, pbem reads PBEM_PASSPHRASE "
        "or asks you.",
    ),
]


def open_client(packs: Iterable[Path] | None = None) -> Client:
    """Return the client. It names what it leaves alone, and nothing of that stops it.

    Args:
        packs: Files of data packs to read with; they are not kept.

    Raises:
        PackError: A pack cannot be used.
    """
    from pbem.client.client import Client

    client = Client(report=lambda sentence: typer.echo(f"pbem: {sentence}.", err=True))
    for path, why in client.odd():
        typer.echo(f"pbem: Ignored {escape(str(path))}: {escape(why)}", err=True)
    if packs:
        from pbem.client.storage.packs import read_packs

        client.lent = read_packs(packs)
    return client


def report_refused() -> None:
    """Name each game of another package that cannot be played; it stops nothing."""
    from pbem.games.entries import entries

    if not any(entries()):
        return  # nearly always, and what follows takes time
    from pbem.games import registry

    for one in registry.refused():
        sentence = (
            f"Ignored the game '{one.name}' of {one.place}: {one.why}. "
            f"'pbem module check {one.name}' checks it again."
        )
        typer.echo(f"pbem: {escape(sentence)}", err=True)


def say(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        typer.echo(line)


def say_json(value: Any) -> None:
    """Print a value for another program, which a person may see, too."""
    typer.echo(shown_json(value))


class Unlocker:
    """An opener of identities, with one passphrase: as each is now, or as a game knows it.

    ``secret``: a file with the passphrase on its first line; None: it is asked for. ``why``: the
    act to be signed, which a person reads before they type it.
    """

    def __init__(self, client: Client, secret: Path | None, why: str = "") -> None:
        self._client, self._why = client, why
        self._asked = Passphrase(secret)
        self._opened: dict[tuple[str, str | None], Identity] = {}

    def __call__(self, who: str | Session | Signer) -> Identity:
        """Return the identity of this name, of a game's player, or of a signer."""
        from pbem.client.people import unlock
        from pbem.table.events.kinds import Signer

        if isinstance(who, str):
            handle, sign = who, None
        else:
            handle, sign = (who.handle if isinstance(who, Signer) else who.me), who.sign
        if (handle, sign) not in self._opened:
            if self._why and not self._asked.is_given:
                typer.echo(self._why, err=True)
            passphrase = self._asked.get(f"Passphrase of {handle}")
            self._opened[handle, sign] = unlock(self._client, handle, passphrase, sign)
        return self._opened[handle, sign]

    def check(self, session: Session) -> None:
        """Raise what keeps one from signing, before anything is shown that is to be read.

        A passphrase that nobody has to type is tried now, one that is asked for afterwards.
        """
        session.check_seat()
        if self._asked.is_given:
            session.check_keys(self(session))


def sit_down(
    client: Client, game: str | Path | None, handle: str | None, *, light: bool = False
) -> Session:
    """Open a game, with a bar while its log is checked.

    Arguments and errors as of `pbem.client.session.session.sit`.
    """
    from pbem.client.session.session import sit

    with Progress("Checking the log") as progress:
        return sit(client, game, handle, light=light, progress=progress)


def sit_to_sign(
    client: Client, game: str | None, handle: str | None, secret: Path | None
) -> tuple[Session, Unlocker]:
    """Sit down at a game to sign something, once it is sure that one has a seat and a key.

    ``game``, ``handle``: as for `sit_down`.
    """
    session = sit_down(client, game, handle)
    unlock = Unlocker(client, secret)
    unlock.check(session)
    return session, unlock


@contextmanager
def named_log(client: Client, game: str | None) -> Iterator[Path]:
    """Give the file of the log that a word names, whatever it came in; see `one_log`."""
    from pbem.client.messages.handed import one_log

    with one_log(client, game) as path:
        yield path


def look(client: Client, path: Path, at: str, as_: str | None = None) -> Look:
    """Look at a place in a log, as it was typed.

    Raises:
        FormError: The place is in a wrong form, or ``--as`` was typed: everybody sees the same
            there.
    """
    from pbem.client.views.at import look_at
    from pbem.table.moments import read_place

    if as_ is not None:
        raise FormError("--at shows only what everybody may see. Leave out --as.")
    place = read_place(at)
    with Progress("Checking the log") as progress:
        return look_at(client, path, place, progress)


def agreed(question: str, *, yes: bool, json: bool = False) -> None:
    """Ask before something is signed that was not typed word for word.

    Args:
        question: The question.
        yes: The user agreed already, by ``--yes``.
        json: Another program reads the output: the question goes to standard error.

    Raises:
        typer.Abort: The answer is no.
        FormError: Nobody is there to answer.
    """
    if yes:
        return
    try:
        said = typer.confirm(escape(question), default=False, err=json)
    except typer.Abort:
        if sys.stdin.isatty():
            raise
        raise FormError(
            "Nothing was signed: nobody answered the question. To sign without a question, add "
            "--yes."
        ) from None
    if not said:
        raise typer.Abort


def say_done(done: Any, json: bool, *, outcomes: bool = True) -> None:
    """Print what an action did; ``outcomes``: and what came of it in the game."""
    from pbem.client.session.words import done_lines

    say_json(done) if json else say(done_lines(done, outcomes=outcomes))

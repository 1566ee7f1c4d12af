"""What many commands share: their options, the desk, and printing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.terminal import Passphrase, Progress
from pbem.crypto.text import as_json, escape
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.look.at import Look
    from pbem.desk.seat.sitting import Sitting
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer

Game = Annotated[
    str | None,
    typer.Argument(
        help="The game: its name, the beginning of it, or a file. Not needed if there is only one, "
        "or only one in which you take part.",
        show_default=False,
    ),
]
Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="The game (not needed if there is only one), then what it is asked about: an order, "
        "or, for what is legal, a unit or a place.",
        show_default=False,
    ),
]
Orders = Annotated[
    list[str] | None,
    typer.Argument(
        help="The game (not needed if there is only one) and a file of orders, text or .yaml; '-' "
        "is standard input.",
        show_default=False,
    ),
]
Messages = Annotated[
    list[str] | None, typer.Option("-m", help="An order; several -m are several lines.")
]
To = Annotated[Path | None, typer.Option(help="A file or a folder; default: here.")]
ToFolder = Annotated[Path | None, typer.Option(help="A folder; default: here.")]
Print = Annotated[bool, typer.Option("--print", help="Print the text, to be pasted into a mail.")]
Width = Annotated[
    int | None, typer.Option(help="Columns to write in; default: those of the terminal.")
]
Packs = Annotated[
    list[Path] | None,
    typer.Option("--pack", help="A data pack to read with, which is not kept here; repeatable."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
As = Annotated[str | None, typer.Option("--as", help="Which of your identities.", metavar="HANDLE")]
Json = Annotated[
    bool,
    typer.Option("--json", help='Print JSON, for another program; an error is {"error": ...}.'),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        help="As it stood after this event of the log, or inside it: 12.3 is after its third step.",
        metavar="N[.K]",
    ),
]
Note = Annotated[str, typer.Option("--note", help="Words to the others, signed with the event.")]
Secret = Annotated[
    Path | None,
    typer.Option(
        "--passphrase-file",
        help="A file whose first line is the passphrase. Without it: "
        "PBEM_PASSPHRASE, or you are asked.",
    ),
]


def open_desk(packs: Iterable[Path] | None = None) -> Desk:
    """Return the desk; what lies there and is left alone is named, and stops nothing.

    ``packs``: files of data packs to read with, which are kept nowhere. Raises PackError.
    """
    from pbem.desk.desk import Desk

    desk = Desk(tell=lambda sentence: typer.echo(f"pbem: {sentence}.", err=True))
    for path, why in desk.odd():
        typer.echo(f"pbem: {escape(str(path))} is left alone: {escape(why)}", err=True)
    if packs:
        from pbem.desk.shelf.packs import read_packs

        desk.lent = read_packs(packs)
    return desk


def say(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        typer.echo(line)


def say_json(value: Any) -> None:
    """Print a value for another program."""
    typer.echo(as_json(value))


class Unlocker:
    """What opens an identity, asking for one passphrase: as it is now, or as a game knows it."""

    def __init__(self, desk: Desk, secret: Path | None) -> None:
        self._desk = desk
        self._asked = Passphrase(secret)
        self._opened: dict[tuple[str, str | None], Identity] = {}

    def __call__(self, who: str | Sitting | Signer) -> Identity:
        """Return the identity of this name, that of whoever sits at a game, or as one is named."""
        from pbem.desk.people import unlock
        from pbem.table.events.kinds import Signer

        if isinstance(who, str):
            handle, sign = who, None
        else:
            handle, sign = (who.handle if isinstance(who, Signer) else who.me), who.sign
        if (handle, sign) not in self._opened:
            passphrase = self._asked.get(f"Passphrase of {handle}")
            self._opened[handle, sign] = unlock(self._desk, handle, passphrase, sign)
        return self._opened[handle, sign]

    def check(self, sitting: Sitting) -> None:
        """Raise what keeps one from signing, before anything is shown that is to be read.

        A passphrase that nobody has to type is tried now, one that is asked for afterwards.
        """
        sitting.check_seat()
        if self._asked.is_given:
            sitting.check_keys(self(sitting))


def sit_down(
    desk: Desk, game: str | Path | None, handle: str | None, *, light: bool = False
) -> Sitting:
    """Sit down at a game, with a bar while its log is checked; see `pbem.desk.seat.sitting.sit`."""
    from pbem.desk.seat.sitting import sit

    with Progress("Checking the log") as progress:
        return sit(desk, game, handle, light=light, progress=progress)


def sit_to_sign(
    desk: Desk, game: str | None, handle: str | None, secret: Path | None
) -> tuple[Sitting, Unlocker]:
    """Sit down at a game to sign something, once it is sure that one has a seat and a key."""
    sitting = sit_down(desk, game, handle)
    unlock = Unlocker(desk, secret)
    unlock.check(sitting)
    return sitting, unlock


@contextmanager
def named_log(desk: Desk, game: str | None) -> Iterator[Path]:
    """Give the file of the log that a word names, whatever it came in; see `one_log`."""
    from pbem.desk.post.handed import one_log

    with one_log(desk, game) as path:
        yield path


def look(desk: Desk, path: Path, at: str, as_: str | None = None) -> Look:
    """Look at a place in a log, as it was typed; raises FormError."""
    from pbem.desk.look.at import look_at
    from pbem.table.moments import read_place

    if as_ is not None:
        raise FormError("--at shows what everybody may see: nobody sits there, so leave --as out")
    place = read_place(at)
    with Progress("Checking the log") as progress:
        return look_at(desk, path, place, progress)


def agreed(question: str, *, yes: bool, json: bool = False) -> None:
    """Ask before something is signed that was not typed word for word; ``yes`` was said already.

    Raises typer.Abort for a no, FormError where nobody is there to answer.
    """
    if yes:
        return
    try:
        said = typer.confirm(escape(question), default=False, err=json)
    except typer.Abort:
        if sys.stdin.isatty():
            raise
        raise FormError("nobody answered, so nothing was signed: --yes does not ask") from None
    if not said:
        raise typer.Abort


def say_done(done: Any, json: bool, *, outcomes: bool = True) -> None:
    """Print what an action did."""
    from pbem.desk.seat.words import done_lines

    say_json(done) if json else say(done_lines(done, outcomes=outcomes))

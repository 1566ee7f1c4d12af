"""What many commands share: their options, the desk, and printing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.terminal import Passphrase, Progress
from pbem.crypto.text import escape

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.seat.sitting import Sitting
    from pbem.identity.identity import Identity

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
        help="The game (not needed if there is only one), then the rest.", show_default=False
    ),
]
As = Annotated[str | None, typer.Option("--as", help="Which of your identities.", metavar="HANDLE")]
Json = Annotated[
    bool,
    typer.Option("--json", help='Print JSON, for another program; an error is {"error": ...}.'),
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


def open_desk() -> Desk:
    """Return the desk; what lies there and is left alone is named, and stops nothing."""
    from pbem.desk.desk import Desk

    desk = Desk(tell=lambda sentence: typer.echo(f"pbem: {sentence}.", err=True))
    for path, why in desk.odd():
        typer.echo(f"pbem: {escape(str(path))} is left alone: {escape(why)}", err=True)
    return desk


def say(lines: Iterable[str]) -> None:
    """Print lines."""
    for line in lines:
        typer.echo(line)


def say_json(value: Any) -> None:
    """Print a value for another program."""
    from pbem.desk.look.report import plain

    typer.echo(plain(value))


def unlocker(desk: Desk, secret: Path | None) -> Callable[[str | Sitting], Identity]:
    """Return what opens an identity, asking once: as it is now, or as a game knows its keys."""
    from pbem.desk.people import unlock

    asked = Passphrase(secret)
    opened: dict[tuple[str, str | None], Identity] = {}

    def open_identity(who: str | Sitting) -> Identity:
        handle, sign = (who, None) if isinstance(who, str) else (who.me, who.sign)
        if (handle, sign) not in opened:
            passphrase = asked.get(f"Passphrase of {handle}")
            opened[handle, sign] = unlock(desk, handle, passphrase, sign)
        return opened[handle, sign]

    return open_identity


def sit_down(desk: Desk, game: str | None, handle: str | None, *, light: bool = False) -> Sitting:
    """Sit down at a game, with a bar while its log is checked; see `pbem.desk.seat.sitting.sit`."""
    from pbem.desk.seat.sitting import sit

    with Progress("Checking the log") as progress:
        return sit(desk, game, handle, light=light, progress=progress)


def say_done(done: Any, json: bool, *, outcomes: bool = True) -> None:
    """Print what an action did."""
    from pbem.desk.look.report import done_lines

    say_json(done) if json else say(done_lines(done, outcomes=outcomes))

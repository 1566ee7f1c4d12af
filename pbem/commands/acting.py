"""Acting at a game beside orders: dice, secrets, offers, resigning."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    Note,
    Secret,
    Unlocker,
    Yes,
    agreed,
    open_desk,
    say,
    say_done,
    say_json,
    sit_down,
    sit_to_sign,
)
from pbem.commands.shell import Shell
from pbem.commands.typed import order_text
from pbem.crypto.text import escape
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.identity.identity import Identity

app = Shell("Acting at a game.")


@app.command()
def dice(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game (not needed if there is only one). With --all: logs or mail that came, "
            "or folders of them.",
            show_default=False,
        ),
    ] = None,
    *,
    every: Annotated[
        bool,
        typer.Option("--all", help="In every game at this desk, or in those of the logs named."),
    ] = False,
    join_: Annotated[
        bool, typer.Option("--join", help="With --all: join games first that wait for you.")
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option(
            help="With --all: a folder for the files to mail; default: 'answers' in the folder of "
            "the logs."
        ),
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Give the dice that you owe: nobody can choose them, you neither.

    Giving them also says that the orders arrived and were legal.

    Who keeps the dice of many games takes in a folder of logs and answers them in one go. One line
    is told for each game, and what is to be mailed lies in inbox/answers. A log that is not good,
    or a second try at a turn, is refused and keeps no other out; the exit code is then 1. Of two
    variants of a turn the one that is taken in first counts: what is here already before any file,
    then files in the order of their names, then what mail brought. Run again, it signs nothing
    twice and sends the same answers once more.

    Example: pbem dice --all inbox
    """
    from pbem.desk.many import dice_for_all
    from pbem.desk.play import acting
    from pbem.desk.umpire.timekeeping import today_utc

    desk = open_desk()
    unlock = Unlocker(desk, secret)
    if not every:
        if join_ or to is not None or len(words or ()) > 1:
            raise FormError("--join, --to and several logs go with --all: pbem dice --all FOLDER")
        sitting = sit_down(desk, words[0] if words else None, as_)
        say_done(acting.dice(sitting, _if_due(sitting, unlock)), json)
        return
    paths = [Path(word) for word in words or ()]
    if paths and to is None:
        folder = paths[0] if paths[0].is_dir() else paths[0].parent
        to = folder / dice_for_all.ANSWERS
    wish = dice_for_all.Keep(as_, join_, to, today_utc())
    games = (
        dice_for_all.keep_files(desk, unlock, wish, paths)
        if paths
        else dice_for_all.keep_all(desk, unlock, wish)
    )
    _kept(games, json)


def _kept(games: Iterable[Any], json: bool) -> None:
    """Tell what was done about each game as soon as it was done."""
    from pbem.desk.many.words import kept_line, kept_summary

    kept = []
    for one in games:
        kept.append(one)
        if not json:
            typer.echo(kept_line(one))
    say_json(kept) if json else typer.echo(kept_summary(kept))
    if any(one.did == "refused" for one in kept):
        raise typer.Exit(1)


def _if_due(sitting: Sitting, unlock: Unlocker) -> Identity:
    """Ask for a passphrase only where there is something to sign."""
    from pbem.desk.play import acting

    acting.check_dice(sitting)
    return unlock(sitting)


@app.command()
def seal(
    game: Game = None,
    *,
    message: Annotated[str, typer.Option("-m", help="The secret choice, as an order.")] = "",
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Seal a secret choice: fixed now, shown later. It is kept in your own private file.

    Example: pbem seal -m "beaches 1203 1102 1002 0902 0801 0802"
    """
    from pbem.desk.play import acting
    from pbem.desk.seat import drafts

    desk = open_desk()
    sitting, unlock = sit_to_sign(desk, game, as_, secret)
    text = message.encode() if message else order_text([], None)[0]
    value = drafts.draft_secret(sitting, text)
    say_done(acting.seal(sitting, unlock(sitting), value, note=note), json)


@app.command()
def reveal(
    game: Game = None, *, note: Note = "", as_: As = None, secret: Secret = None, json: Json = False
) -> None:
    """Open what you have sealed, when it is asked for. Not opening it forfeits the game."""
    from pbem.desk.play import acting

    sitting, unlock = sit_to_sign(open_desk(), game, as_, secret)
    say_done(acting.reveal(sitting, unlock(sitting), note=note), json)


@app.command()
def deal(game: Game = None, *, as_: As = None, secret: Secret = None, json: Json = False) -> None:
    """Shuffle, take your mask off what is drawn, open a box or what is hidden: what you owe.

    In a game with hands of cards or hidden stocks. There is no choice in it, and nobody sees by it
    what you hold, but at the end, or when an ally has left.
    """
    from pbem.desk.play import acting

    sitting, unlock = sit_to_sign(open_desk(), game, as_, secret)
    say_done(acting.deal(sitting, unlock(sitting)), json)


@app.command()
def offer(
    words: Annotated[
        list[str],
        typer.Argument(
            help="The game (not needed if there is only one), then undo, tie, keys or rules."
        ),
    ],
    *,
    to: Annotated[
        int | None, typer.Option(help="undo: to before this event; default: the last possible.")
    ] = None,
    version: Annotated[
        int | None, typer.Option(help="rules: which version; default: the newest.")
    ] = None,
    try_: Annotated[
        bool, typer.Option("--try", help="Show what would be offered; sign nothing.")
    ] = False,
    yes: Yes = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Offer to take an order back (undo), a draw (tie), your renewed keys, or newer rules.

    What is offered is shown, and you are asked before you sign (not with --yes). It takes effect
    when every other player agrees. Example: pbem offer undo --note "wrong hex"

    'keys' offers the keys that 'pbem identity renew' made, for this game: once the others have
    agreed, it is played with them, and what is signed with the former ones is not valid.
    """
    from pbem.desk.play import offering
    from pbem.desk.play.words import offered_lines
    from pbem.desk.shelf.find import split_game

    desk = open_desk()
    game, rest = split_game(desk, words, lambda behind: " ".join(behind) in offering.OFFERS)
    what = offering.check_what(rest)
    sitting, unlock = sit_to_sign(desk, game, as_, secret)
    match what:
        case "undo":
            offered = offering.undo(sitting, to, note)
        case "tie":
            offered = offering.tie(sitting, note)
        case "keys":
            offered = offering.keys(sitting, unlock(sitting.me), note)
        case _:
            offered = offering.rules(sitting, version)
    if not json:
        say(offered_lines(offered.preview))
    elif try_:
        say_json(offered.preview)
    if try_:
        return
    agreed("Offer this?", yes=yes, json=json)
    say_done(offered.sign(unlock(sitting)), json)


@app.command()
def answer(
    words: Annotated[
        list[str],
        typer.Argument(help="The game (not needed if there is only one), then yes or no."),
    ],
    *,
    yes: Annotated[  # noqa: ARG001 - it is there so that both commands are typed alike
        bool, typer.Option("--yes", help="As in 'pbem offer': you are not asked here, either way.")
    ] = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Answer the offer that is open; it is told before you sign.

    Before you say yes to new keys, compare the words of their card over the telephone: whoever
    stole the former key file could offer keys of their own.

    Example: pbem answer yes
    """
    from pbem.desk.play import acting
    from pbem.desk.seat.offers import open_lines
    from pbem.desk.shelf.find import split_game

    desk = open_desk()
    answers = ["yes"], ["no"]
    game, said = split_game(desk, words, lambda behind: list(behind) in answers)
    if said not in answers:
        raise FormError("an answer is yes or no: pbem answer yes")
    sitting, unlock = sit_to_sign(desk, game, as_, secret)
    acting.check_may(sitting, "answer")
    if not json:
        say(escape(line) for line in open_lines(sitting))
    say_done(acting.answer(sitting, unlock(sitting), yes=said == ["yes"], note=note), json)


@app.command()
def resign(
    game: Game = None,
    *,
    yes: Yes = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Give a game up. You are asked once more; it cannot be taken back."""
    from pbem.desk.play import acting

    sitting, unlock = sit_to_sign(open_desk(), game, as_, secret)
    acting.check_may(sitting, "resign")
    agreed(f"Give up {sitting.name} as {sitting.me}?", yes=yes, json=json)
    say_done(acting.resign(sitting, unlock(sitting), note=note), json)

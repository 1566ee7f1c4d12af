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
    open_client,
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
    from pbem.client.session.session import Session
    from pbem.identity.identity import Identity

app = Shell("Act in a game.")


@app.command()
def dice(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game (you can leave it out if there is only one). With --all: received logs "
            "or mail, or folders of them.",
            show_default=False,
        ),
    ] = None,
    *,
    every: Annotated[
        bool,
        typer.Option("--all", help="Roll in every game here, or in the games of the named files."),
    ] = False,
    join_: Annotated[
        bool, typer.Option("--join", help="With --all: first join the games that wait for you.")
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option(
            help="With --all: the folder for the files to mail; default: 'answers' in the folder "
            "of the received files."
        ),
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Roll for your opponent's orders.

    You cannot choose the result. Rolling also confirms that the orders arrived and were legal.

    If you roll for many games, name a folder of received logs with --all. pbem prints one line for
    each game, and writes the files to mail to inbox/answers. It refuses an invalid log, or a second
    attempt at a turn, and still answers all others; the exit code is then 1.

    If there are two versions of a turn, the one imported first counts. pbem uses the games here
    first, then files in order of name, then received mail. You can run the command again: it signs
    nothing twice and writes the same answers.

    Example: pbem dice

    Example: pbem dice --all inbox
    """
    from pbem.client.many import dice_for_all
    from pbem.client.play import acting
    from pbem.client.umpire.timekeeping import today_utc

    client = open_client()
    unlock = Unlocker(client, secret)
    if not every:
        if join_ or to is not None or len(words or ()) > 1:
            raise FormError(
                "--join, --to and several files need --all. Type 'pbem dice --all FOLDER'."
            )
        session = sit_down(client, words[0] if words else None, as_)
        say_done(acting.dice(session, _if_due(session, unlock)), json)
        return
    paths = [Path(word) for word in words or ()]
    if paths and to is None:
        folder = paths[0] if paths[0].is_dir() else paths[0].parent
        to = folder / dice_for_all.ANSWERS
    wish = dice_for_all.Keep(as_, join_, to, today_utc())
    games = (
        dice_for_all.keep_files(client, unlock, wish, paths)
        if paths
        else dice_for_all.keep_all(client, unlock, wish)
    )
    _kept(games, json)


def _kept(games: Iterable[Any], json: bool) -> None:
    """Say what was done about each game as soon as it was done."""
    from pbem.client.many.words import kept_line, kept_summary

    kept = []
    for one in games:
        kept.append(one)
        if not json:
            typer.echo(kept_line(one))
    say_json(kept) if json else typer.echo(kept_summary(kept))
    if any(one.did == "refused" for one in kept):
        raise typer.Exit(1)


def _if_due(session: Session, unlock: Unlocker) -> Identity:
    """Ask for a passphrase only where there is something to sign."""
    from pbem.client.play import acting

    acting.check_dice(session)
    return unlock(session)


@app.command()
def seal(
    game: Game = None,
    *,
    message: Annotated[
        str, typer.Option("-m", help="The secret choice, written as an order.")
    ] = "",
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Seal a secret choice: fix it, show it later.

    The log gets a hash of the choice. The choice itself stays in a private file in your home
    until 'pbem reveal' opens it, so keep your home.

    Example: pbem seal -m "plan ford"
    """
    from pbem.client.play import acting
    from pbem.client.session import drafts

    client = open_client()
    session, unlock = sit_to_sign(client, game, as_, secret)
    text = message.encode() if message else order_text([], None)[0]
    value = drafts.draft_secret(session, text)
    say_done(acting.seal(session, unlock(session), value, note=note), json)


@app.command()
def reveal(
    game: Game = None, *, note: Note = "", as_: As = None, secret: Secret = None, json: Json = False
) -> None:
    """Open the choice that you sealed.

    pbem asks for this when it is due. If you do not open it, you forfeit the game.

    Example: pbem reveal
    """
    from pbem.client.play import acting

    session, unlock = sit_to_sign(open_client(), game, as_, secret)
    say_done(acting.reveal(session, unlock(session), note=note), json)


@app.command()
def deal(game: Game = None, *, as_: As = None, secret: Secret = None, json: Json = False) -> None:
    """Shuffle and open cards when it is your turn.

    In games with hands of cards or hidden supplies: shuffle, decrypt drawn cards, open what is due.
    You choose nothing. Nobody sees what you hold, except at the end of the game or when an ally
    has left.

    Example: pbem deal
    """
    from pbem.client.play import acting

    session, unlock = sit_to_sign(open_client(), game, as_, secret)
    say_done(acting.deal(session, unlock(session)), json)


@app.command()
def offer(
    words: Annotated[
        list[str],
        typer.Argument(
            help="The game (you can leave it out if there is only one), then undo, tie, keys or "
            "rules."
        ),
    ],
    *,
    to: Annotated[
        int | None,
        typer.Option(help="With undo: go back to before this event; default: the last possible."),
    ] = None,
    version: Annotated[
        int | None, typer.Option(help="With rules: the version; default: the newest.")
    ] = None,
    try_: Annotated[bool, typer.Option("--try", help="Show the offer; sign nothing.")] = False,
    yes: Yes = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Offer an undo, a draw, new keys or new rules.

    pbem shows the offer and asks before you sign. The offer takes effect when every other player
    agrees.

    'undo' takes orders back. 'tie' ends the game as a draw. 'keys' moves this game to the keys that
    'pbem identity renew' made: once all agree, signatures by your former key are invalid here.
    'rules' moves the game to a newer version of its rules.

    Example: pbem offer undo --note "wrong hex"
    """
    from pbem.client.play import offering
    from pbem.client.play.words import offered_lines
    from pbem.client.storage.find import split_game

    client = open_client()
    game, rest = split_game(client, words, lambda following: " ".join(following) in offering.OFFERS)
    what = offering.check_what(rest)
    session, unlock = sit_to_sign(client, game, as_, secret)
    match what:
        case "undo":
            offered = offering.undo(session, to, note)
        case "tie":
            offered = offering.tie(session, note)
        case "keys":
            offered = offering.keys(session, unlock(session.me), note)
        case _:
            offered = offering.rules(session, version)
    if not json:
        say(offered_lines(offered.preview))
    elif try_:
        say_json(offered.preview)
    if try_:
        return
    agreed("Offer this?", yes=yes, json=json)
    say_done(offered.sign(unlock(session)), json)


@app.command()
def answer(
    words: Annotated[
        list[str],
        typer.Argument(
            help="The game (you can leave it out if there is only one), then yes or no."
        ),
    ],
    *,
    yes: Annotated[  # noqa: ARG001 - it is there so that both commands are typed alike
        bool, typer.Option("--yes", help="Has no effect: this command never asks.")
    ] = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Accept or decline an open offer.

    pbem shows the offer before you sign. Before you accept new keys, compare the words of the new
    card by telephone. Somebody who stole the former key file could offer keys of their own.

    Example: pbem answer yes
    """
    from pbem.client.play import acting
    from pbem.client.session.offers import open_lines
    from pbem.client.storage.find import split_game

    client = open_client()
    answers = ["yes"], ["no"]
    game, said = split_game(client, words, lambda following: list(following) in answers)
    if said not in answers:
        raise FormError("An answer is yes or no. Type 'pbem answer yes' or 'pbem answer no'.")
    session, unlock = sit_to_sign(client, game, as_, secret)
    acting.check_may(session, "answer")
    if not json:
        say(escape(line) for line in open_lines(session))
    say_done(acting.answer(session, unlock(session), yes=said == ["yes"], note=note), json)


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
    """Resign from a game.

    pbem asks you to confirm. You cannot take it back.

    Example: pbem resign lantern-ann-bob
    """
    from pbem.client.play import acting

    session, unlock = sit_to_sign(open_client(), game, as_, secret)
    acting.check_may(session, "resign")
    agreed(f"Resign from {session.name} as {session.me}?", yes=yes, json=json)
    say_done(acting.resign(session, unlock(session), note=note), json)

"""Acting at a game: orders, dice, secrets, offers, resigning."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    Messages,
    Note,
    Orders,
    Secret,
    Unlocker,
    Yes,
    agreed,
    look,
    named_log,
    open_desk,
    say,
    say_done,
    say_json,
    sit_down,
    sit_to_sign,
)
from pbem.commands.shell import Shell
from pbem.commands.typed import faces_of, game_and_orders, order_text, pairs
from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.seat.drafts import Draft
    from pbem.desk.seat.sitting import Sitting
    from pbem.identity.identity import Identity

app = Shell("Acting at a game.")

Runs = Annotated[
    int, typer.Option(help="With --try: play so many courses, a sample by the seed.", min=0)
]
Seed = Annotated[int, typer.Option(help="With --runs: of its dice.", min=0)]
DiceFirst = Annotated[
    bool, typer.Option("--dice", help="Give the dice that you owe first, in the same go.")
]
Withdraw = Annotated[
    bool, typer.Option("--withdraw-standing", help="Withdraw your standing answers.")
]
OrderAt = Annotated[
    str | None,
    typer.Option(
        "--at",
        help="With --try: of whoever was asked after this event of any log, or inside it.",
        metavar="N[.K]",
    ),
]
Otherwise = Annotated[
    list[str] | None,
    typer.Option(
        "--option", help="With --at: an option of the game set otherwise.", metavar="NAME=VALUE"
    ),
]
Faces = Annotated[
    str, typer.Option(help="With --try: one course in which the dice show this.", metavar="3,5,1")
]


@app.command()
def order(
    words: Orders = None,
    *,
    message: Messages = None,
    try_: Annotated[
        bool,
        typer.Option("--try", help="Show what can happen, past all of its dice; sign nothing."),
    ] = False,
    runs: Runs = 0,
    seed: Seed = 0,
    faces: Faces = "",
    at: OrderAt = None,
    option: Otherwise = None,
    dice_: DiceFirst = False,
    withdraw: Withdraw = False,
    yes: Yes = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Give orders: one a line, as you would write them on paper. A mistake changes nothing.

    Example: pbem order orders.txt, or pbem order -m "move 1/2 1203 1304" -m "end movement"

    What will happen up to the first die is shown before you sign; where no dice make an order
    possible, you are asked first. Lines that begin with 'standing' are standing answers, which
    replace those that you gave before; 'stop' ends a list early; 'if empty 1204: advance 1/2 1204'
    is done only if it holds. With --try --at 12 any log can be tried, unsigned: what if they had
    ordered this?
    """
    from pbem.desk.play import acting
    from pbem.desk.seat import drafts
    from pbem.desk.seat.words import draft_lines

    how = _Try(runs, seed, faces, at, option)
    if any(how) and not try_:
        raise FormError("--runs, --seed, --faces, --at and --option are for --try")
    desk = open_desk()
    game, files = game_and_orders(desk, words or [], message)
    if at is not None or option:
        _try_at(desk, (game, as_), order_text(files, message), how, json=json)
        return
    unlock = Unlocker(desk, secret)
    sitting = sit_down(desk, game, as_, light=try_)
    text, name = order_text(files, message)
    if not try_:
        unlock.check(sitting)
    given = None
    if dice_ and acting.owes_dice(sitting) and not try_:
        given = acting.dice(sitting, unlock(sitting))
        say_done(given, json)
    yaml = name.endswith((".yaml", ".yml"))
    try:
        draft = drafts.draft(sitting, text, yaml=yaml, name=name, clear=withdraw)
    except PbemError as error:
        if given is None:
            raise
        seq = given.events[-1].seq
        raise PbemError(
            f"the dice are given (event {seq}: mail it), the orders not: {error}"
        ) from None
    if try_:
        _tell_try(sitting, draft, how, json=json)
        return
    if not json:
        say(draft_lines(draft))
    _agree_to_hopeless(sitting, draft, yes=yes, json=json)
    say_done(acting.order(sitting, unlock(sitting), draft, note=note), json, outcomes=False)


def _agree_to_hopeless(sitting: Sitting, draft: Draft, *, yes: bool, json: bool) -> None:
    """Ask whether a list is to be signed in which an order is possible with no dice at all."""
    from pbem.desk.seat import trying
    from pbem.desk.seat.words import never_lines

    hopeless = trying.never(sitting, draft)
    if hopeless.orders:
        typer.echo("\n".join(never_lines(hopeless)), err=json)
        agreed("Sign it all the same?", yes=yes, json=json)


class _Try(NamedTuple):
    """How a list is to be tried."""

    runs: int = 0
    seed: int = 0
    faces: str = ""
    at: str | None = None
    option: Sequence[str] | None = None


def _try_at(
    desk: Desk,
    who: tuple[str | None, str | None],
    given: tuple[bytes, str],
    how: _Try,
    *,
    json: bool,
) -> None:
    """Try a list of whoever was asked at a place of a log; the log stays as it is."""
    from pbem.desk.look import at as looking
    from pbem.desk.seat.trying import tried
    from pbem.desk.seat.words import course_lines, tried_lines

    (game, as_), (text, name) = who, given
    if how.at is None:
        raise FormError("--option is for --try --at: a game is played with the options it has")
    options = pairs(how.option, "--option")
    with named_log(desk, game) as path:
        place = looking.with_options(look(desk, path, how.at, as_), options)
    draft = looking.draft_at(place, text, yaml=name.endswith((".yaml", ".yml")), name=name)
    above, where, others = looking.above(place), str(place.place), place.others
    if how.faces:
        course = looking.course_at(place, draft, faces_of(how.faces))
        plain = tried(draft, at=where, otherwise=others, course=course)
        say_json(plain) if json else say([*above, *course_lines(draft, course)])
        return
    trial = looking.trial_at(place, draft, runs=how.runs, seed=how.seed)
    plain = tried(draft, at=where, otherwise=others, trial=trial)
    say_json(plain) if json else say([*above, *tried_lines(draft, trial)])


def _tell_try(sitting: Sitting, draft: Draft, how: _Try, *, json: bool) -> None:
    """Say what can become of a draft, or what will if the dice show certain faces."""
    from pbem.desk.seat import trying
    from pbem.desk.seat.words import course_lines, tried_lines

    if how.faces:
        course = trying.try_course(sitting, draft, faces_of(how.faces))
        plain = trying.tried(draft, course=course)
        say_json(plain) if json else say(course_lines(draft, course))
        return
    trial = trying.try_out(sitting, draft, runs=how.runs, seed=how.seed)
    plain = trying.tried(draft, trial=trial)
    say_json(plain) if json else say(tried_lines(draft, trial))


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

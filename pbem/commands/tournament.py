"""What a player of a tournament types: taken in, entered, bid, challenged, played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.shared import (
    As,
    Json,
    Secret,
    To,
    Unlocker,
    open_desk,
    say,
    say_done,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.errors import FormError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.desk.desk import Desk
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer

ERRANDS = {
    "To play in one": (
        *("take", "enter", "open", "play", "show", "bid", "challenge", "bye", "withdraw", "return"),
    ),
    "To direct one": (
        *("found", "collect", "pair", "mail", "rule", "dismiss", "out", "change", "unbid", "close"),
    ),
    "To show it": ("publish", "export", "ratings"),
    "To check it, and to see that nobody chose the lots": (
        *("verify", "heads", "cosign", "keep", "lot", "unlot"),
    ),
}
"""What people come for -> the commands for it."""

tournament_app = Shell("Tournaments that anybody can recompute from their files.", errands=ERRANDS)

Name = Annotated[
    str | None,
    typer.Argument(
        help="The tournament: its name, or a file; '--for NAME' names it too, as in every command. "
        "Not needed if there is only one.",
        show_default=False,
    ),
]
Round = Annotated[int | None, typer.Option("--round", help="The round; default: the last.", min=1)]
From = Annotated[int, typer.Option("--from", help="From which round on.", min=1)]
For = Annotated[str | None, typer.Option("--for", help="Which tournament.")]


def me_of(
    desk: Desk, as_: str | None, secret: Path | None, known: Iterable[Signer] = ()
) -> Identity:
    """Return the identity that acts, unlocked, with the key by which ``known`` name it."""
    from pbem.desk.people import key_among, me

    handle = me(desk, as_)
    who = key_among(desk, handle, known) if known else handle
    return Unlocker(desk, secret)(who)


@tournament_app.command()
def take(
    file: Annotated[Path, typer.Argument(help="A tournament's log, or saved mail that has it.")],
    *,
    name: Annotated[str | None, typer.Option(help="What you call it here.")] = None,
    json: Json = False,
) -> None:
    """Take in the log of a tournament, or a newer one: checked, and held against the one here.

    Example: pbem tournament take spring.tournament
    """
    from pbem.director.player.playing import take_all
    from pbem.kit.wording import counted

    for path, new in take_all(open_desk(), file, name):
        if json:
            say_json({"log": str(path), "new": new})
        else:
            brought = f"{path}: {counted(new, 'new event')}."
            say([brought if new else f"{path} has all of it already."])


def _say_word(
    what: Any, name: str | None, to: Path | None, as_: str | None, secret: Path | None, **more: Any
) -> None:
    """Have a word signed and written; one that was signed before, and no answer came, once more."""
    from pbem.desk.people import key_among, me
    from pbem.desk.shelf import tournaments
    from pbem.desk.umpire.timekeeping import today_utc
    from pbem.director.player.saying import check, composed, remember, said_before, write_word
    from pbem.tournament.events.words import sign_word

    desk = open_desk()
    path = tournaments.find(desk, name)
    fold = tournaments.read_here(desk, path)
    known = fold.now.players()
    meant = composed(fold, key_among(desk, me(desk, as_), known), what, **more)
    check(fold, meant)
    made = said_before(desk, fold, meant)
    again = " once more, as you have signed it before" if made is not None else ""
    if made is None:
        made = sign_word(meant, me_of(desk, as_, secret, known).sign_seed)
        remember(desk, made, today_utc())
    file = write_word(made, path.stem, to)
    say([f"{file} is written{again}: mail it to {fold.now.found.director.handle}, the director."])


@tournament_app.command()
def enter(
    tournament: Name = None,
    *,
    rating: Annotated[int | None, typer.Option(help="The rating you claim.", min=0)] = None,
    from_: From = 1,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Write your entry: a word to the director, which you sign.

    Example: pbem tournament take spring.tournament, then pbem tournament enter spring
    """
    from pbem.desk.people import card_of, export_card, me

    _say_word("enter", tournament, to, as_, secret, from_=from_, rating=rating)
    folder = to if to is None or to.is_dir() else to.parent
    desk = open_desk()
    handle = me(desk, as_)
    card = export_card(desk, handle, folder)
    say([f"{card} is written: mail it with the entry, for its address."])
    if not card_of(desk, handle).email:
        told = "It names NO ADDRESS, so the director's mail cannot reach you: 'pbem identity email"
        say([f"{told} ADDRESS' sets yours, and 'pbem card export' writes the card with it."])


@tournament_app.command()
def withdraw(
    tournament: Name = None,
    *,
    from_: From = 1,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Write that you play no longer, from the next round that is paired.

    Example: pbem tournament withdraw spring
    """
    _say_word("withdraw", tournament, to, as_, secret, from_=from_)


@tournament_app.command()
def bye(
    round_: Annotated[int, typer.Argument(metavar="ROUND", help="The round.", min=1)],
    tournament: Name = None,
    *,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Write that you do not play in a round, and stay in the tournament: a bye on request.

    What it gives, and how many you may ask for, its terms say.

    Example: pbem tournament bye 3 spring
    """
    _say_word("bye", tournament, to, as_, secret, round_=round_)


@tournament_app.command(name="return")
def return_(
    tournament: Name = None,
    *,
    from_: From = 1,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Write that you play again, after you had withdrawn.

    Example: pbem tournament return spring
    """
    _say_word("return", tournament, to, as_, secret, from_=from_)


@tournament_app.command()
def challenge(
    whom: Annotated[str, typer.Argument(help="Whom: a handle.")],
    *,
    tournament: Annotated[str | None, typer.Option("--for", help="Which ladder or list.")] = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Write that you challenge somebody: above you on a ladder, or anybody in a rating list.

    On a ladder that is a board of the next round, in a list it is one when you are challenged too.

    Example: pbem tournament challenge ann --for clubladder
    """
    _say_word("challenge", tournament, to, as_, secret, whom=whom)


@tournament_app.command()
def keep(
    tournament: Name = None,
    *,
    deputy: Annotated[
        str | None, typer.Option(help="Who gives your lot if you do not: their card must be here.")
    ] = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Write that you keep lots: then the director cannot choose them alone.

    A deputy whom you name writes the same, before the entries are closed.

    Example: pbem tournament keep spring
    """
    from pbem.desk.people import card_of
    from pbem.desk.shelf import tournaments
    from pbem.desk.umpire.timekeeping import today_utc
    from pbem.director.office import keep_word
    from pbem.director.player.saying import check, remember, write_word
    from pbem.table.events.kinds import Signer

    desk = open_desk()
    path = tournaments.find(desk, tournament)
    fold = tournaments.read_here(desk, path)
    card = None if deputy is None else card_of(desk, deputy)
    named = None if card is None else Signer(card.handle, card.sign)
    made = keep_word(fold, me_of(desk, as_, secret, fold.now.lot_keepers()), named)
    check(fold, made)
    remember(desk, made, today_utc())
    file = write_word(made, path.stem, to)
    say([f"{file} is written: mail it to {fold.now.found.director.handle}, the director."])


@tournament_app.command()
def lot(tournament: Name = None, *, to: To = None, as_: As = None, secret: Secret = None) -> None:
    """Write the lot that you owe as a keeper, once the entries are closed.

    Example: pbem tournament lot spring
    """
    from pbem.desk.shelf import tournaments
    from pbem.desk.umpire.timekeeping import today_utc
    from pbem.director.player.playing import lot_word
    from pbem.director.player.saying import remember, write_word

    desk = open_desk()
    path = tournaments.find(desk, tournament)
    fold = tournaments.read_here(desk, path)
    made = lot_word(desk, fold, me_of(desk, as_, secret, fold.now.lot_keepers()))
    remember(desk, made, today_utc())
    say([f"{write_word(made, path.stem, to)} is written: mail it to the director."])


@tournament_app.command()
def bid(
    side: Annotated[
        str | None, typer.Argument(help="The side that you want; without one a seal is opened.")
    ] = None,
    *,
    price: Annotated[int, typer.Option(help="What you pay for it.", min=0)] = 0,
    board: Annotated[int, typer.Option(help="The number of your board.", min=1)],
    pass_: Annotated[
        bool, typer.Option("--pass", help="Where bids are open: leave the other the side.")
    ] = False,
    round_: Round = None,
    tournament: For = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Bid for a side of your board, sealed or openly in turn, as the tournament has it.

    Sealed: nobody can read your bid, and you cannot change it; once both have sealed, the same
    command without a side opens it. Keep your home folder: what opens it is there. Open: bid more
    than the other, for the side that the other has named, or leave it with --pass.

    Example: pbem tournament bid us --price 3 --board 1
    """
    from pbem.desk.shelf import tournaments
    from pbem.desk.umpire.timekeeping import today_utc
    from pbem.director.player.playing import (
        bid_word,
        pass_word,
        raise_word,
        require_bids,
        seal_word,
    )
    from pbem.director.player.saying import remember, write_word
    from pbem.tournament.bids import Auction
    from pbem.tournament.history import BoardOf

    desk = open_desk()
    path = tournaments.find(desk, tournament)
    fold = tournaments.read_here(desk, path)
    if pass_ and (side is not None or price):
        raise FormError("bid for a side, or --pass: not both")
    require_bids(fold.now)
    at = BoardOf(round_ or max(1, len(fold.now.rounds)), board)
    me = me_of(desk, as_, secret, fold.now.players())
    if pass_:
        made = pass_word(fold, me, at)
    elif side is None:
        made = bid_word(desk, fold, me, at)
    elif isinstance(fold.now.bids.get(at), Auction):
        made = raise_word(fold, me, at, side=side, price=price)
    else:
        made = seal_word(desk, fold, me, at, side=side, price=price)
    remember(desk, made, today_utc())
    file = write_word(made, f"{path.stem}-r{at.round}b{at.board}", to)
    say([f"{file} is written: mail it to {fold.now.found.director.handle}, the director."])


@tournament_app.command(name="open")
def open_(
    tournament: Name = None, *, as_: As = None, secret: Secret = None, json: Json = False
) -> None:
    """Open the games that are yours to open, exactly as the tournament has it.

    Example: pbem tournament take spring.tournament, then pbem tournament open spring
    """
    from pbem.desk.shelf import tournaments
    from pbem.director.player.playing import open_board
    from pbem.items import Items, told

    desk = open_desk()
    path = tournaments.find(desk, tournament)
    fold = tournaments.read_here(desk, path)
    items = Items()
    for done in open_board(desk, me_of(desk, as_, secret, fold.now.players()), path, fold, items):
        say_done(done, json)
    if items.failed:
        say(told(one) for one in items.failed)
        raise typer.Exit(1)


@tournament_app.command()
def play(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="What came: logs of tournaments and games, mail, folders of these."),
    ] = None,
    *,
    tournament: Annotated[str | None, typer.Option("--for", help="This tournament only.")] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Take what came, then open and join the games that tournaments pair for you, and no others.

    Example: pbem tournament play round-2.eml, then pbem send
    """
    from pbem.desk.people import me
    from pbem.desk.shelf import tournaments
    from pbem.director.player import taking_part

    desk = open_desk()
    handle = me(desk, as_)
    for file in files or ():
        no_practice(file)
    came = taking_part.take_what_came(desk, files, handle) if files else taking_part.Came()
    log = tournaments.find(desk, tournament) if tournament else None
    played = taking_part.play(desk, handle, Unlocker(desk, secret), log)
    if json:
        say_json({"came": came, "played": played})
    else:
        say(taking_part.part_lines(came, played))
    if came.left or played.left or not all(one.good for one in came.games):
        raise typer.Exit(1)


def no_practice(log: Path) -> Path:
    """Return a file that may be a tournament's log; raise FormError for a practice."""
    from pbem.log.practice_mark import is_practice

    if is_practice(log):
        raise FormError("this is no tournament's log")  # the shell says what it is
    return log

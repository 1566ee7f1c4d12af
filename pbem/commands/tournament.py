"""A player's commands at a tournament: accept, enter, bid, challenge, play."""

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
    open_client,
    say,
    say_done,
    say_json,
)
from pbem.commands.shell import Room, Shell
from pbem.errors import FormError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pbem.client.client import Client
    from pbem.identity.identity import Identity
    from pbem.table.events.kinds import Signer
    from pbem.tournament.events.word_kinds import AnyWord
    from pbem.tournament.folding import Fold
    from pbem.tournament.history import BoardOf

ERRANDS = {
    "Play": (
        *("take", "enter", "open", "play", "show", "bid", "challenge", "bye", "name", "withdraw"),
        *("return", "substitute", "back", "pause", "lineup"),
    ),
    "Direct": (
        *("found", "collect", "pair", "mail", "rule", "dismiss", "out", "change", "due", "unbid"),
        *("attend", "close"),
    ),
    "Publish": ("publish", "season", "export", "ratings"),
    "Check results and lots": (*("verify", "heads", "cosign", "keep", "lot", "unlot"),),
}
"""The errands of people -> the commands for them."""

tournament_app = Shell(
    "Play, direct or check a tournament. Anybody can check it from its files.",
    errands=ERRANDS,
    rooms=(
        Room(
            "directing.app",
            ("found", "collect", "mail", "pair", "change", "due", "attend", "out", "close"),
        ),
        Room("deciding.app", ("rule", "dismiss", "unbid", "unlot")),
        Room("standings.app", ("show", "export", "publish", "season", "ratings", "verify")),
        Room("heads.app", ("heads", "cosign")),
    ),
)

Name = Annotated[
    str | None,
    typer.Argument(
        help="The tournament: its name or a file. You can also write '--for NAME', or leave it out "
        "if there is only one.",
        show_default=False,
    ),
]
Round = Annotated[int | None, typer.Option("--round", help="The round; default: the last.", min=1)]
From = Annotated[int, typer.Option("--from", help="The first round that this is for.", min=1)]
For = Annotated[
    str | None, typer.Option("--for", help="The tournament; default: the only one here.")
]


def me_of(
    client: Client, as_: str | None, secret: Path | None, known: Iterable[Signer] = ()
) -> Identity:
    """Return the identity that acts, unlocked, with the key by which ``known`` name it."""
    from pbem.client.people import key_among, me

    handle = me(client, as_)
    who = key_among(client, handle, known) if known else handle
    return Unlocker(client, secret)(who)


@tournament_app.command()
def take(
    file: Annotated[Path, typer.Argument(help="A tournament's log, or saved mail with it.")],
    *,
    name: Annotated[str | None, typer.Option(help="Your name for the tournament here.")] = None,
    json: Json = False,
) -> None:
    """Import the log of a tournament.

    pbem checks the log. If you already have an older one, it compares them and imports what is new.

    Example: pbem tournament take spring.tournament
    """
    from pbem.director.player.playing import take_all
    from pbem.kit.wording import counted

    for path, new in take_all(open_client(), file, name):
        if json:
            say_json({"log": str(path), "new": new})
        else:
            brought = f"{path}: imported {counted(new, 'new event')}."
            say([brought if new else f"{path}: nothing new."])


def _say_word(
    what: Any, log: str | None, to: Path | None, as_: str | None, secret: Path | None, **more: Any
) -> None:
    """Have a word signed and written; one that was signed before, and no answer came, once more."""
    from pbem.client.people import key_among, me
    from pbem.client.storage import tournaments
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.director.player.saying import check, composed, remember, said_before, write_word
    from pbem.tournament.events.words import sign_word

    client = open_client()
    path = tournaments.find(client, log)
    fold = tournaments.read_here(client, path)
    known = fold.now.players()
    meant = composed(fold, key_among(client, me(client, as_), known), what, **more)
    check(fold, meant)
    made = said_before(client, fold, meant)
    again = " again, as you signed it before" if made is not None else ""
    if made is None:
        made = sign_word(meant, me_of(client, as_, secret, known).sign_seed)
        remember(client, made, today_utc())
    file = write_word(made, path.stem, to)
    say([f"Wrote {file}{again}. {to_director(client, meant.handle, fold)}"])


def to_director(client: Client, handle: str, fold: Fold) -> str:
    """Say that a request goes to the director: by mail, if its author has an address."""
    from pbem.client.people import find_card

    card = find_card(client, handle)
    how = "Mail" if card is None or card.email else "Hand"
    return f"{how} it to the director, {fold.now.found.director.handle}."


@tournament_app.command()
def enter(
    tournament: Name = None,
    *,
    rating: Annotated[int | None, typer.Option(help="Your rating, if you have one.", min=0)] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Enter although the director's key differs.")
    ] = False,
    from_: From = 1,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Enter a tournament.

    pbem shows its terms and who directs it. You sign a request, and pbem writes it and your card to
    files. Mail both to the director.

    Example: pbem tournament take spring.tournament, then pbem tournament enter spring
    """
    from pbem.client.people import card_of, export_card, me
    from pbem.client.storage import tournaments
    from pbem.director.words.entering import entry_lines, other_key
    from pbem.log.file import read_events

    client = open_client()
    path = tournaments.find(client, tournament)
    fold = tournaments.read_here(client, path)
    if not anyway and (why := other_key(client, fold)):
        raise FormError(f"nothing was signed. {why[0]} Then type the same with --anyway")
    say(entry_lines(client, fold, next(read_events(path))))
    _say_word("enter", tournament, to, as_, secret, from_=from_, rating=rating)
    folder = to if to is None or to.is_dir() else to.parent
    handle = me(client, as_)
    card = export_card(client, handle, folder)
    address = card_of(client, handle).email
    say([f"Wrote your card {card}. {'Mail' if address else 'Hand'} it with the entry."])
    if not address:
        reported = "Your card has no address. In one room you need none. For mail, type 'pbem"
        say([f"{reported} identity email ADDRESS', then 'pbem card export'."])


@tournament_app.command()
def withdraw(
    tournament: Name = None,
    *,
    from_: From = 1,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Leave a tournament.

    You sign a request to the director. It counts from the next round that is paired.

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
    """Ask for a bye in a round.

    You sign a request to the director. You do not play that round, and stay in the tournament. The
    terms of the tournament say what a bye is worth and how many you may have.

    Example: pbem tournament bye 3 spring
    """
    _say_word("bye", tournament, to, as_, secret, round_=round_)


@tournament_app.command()
def name(
    name: Annotated[str, typer.Argument(help='How you want to be shown, as "Ann Moreau".')],
    tournament: Name = None,
    *,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Choose your name on the pages.

    You sign a request to the director. The name also stands in the reports for other programs.
    Everything else goes on by your handle and your key.

    Example: pbem tournament name "Ann Moreau" spring
    """
    _say_word("name", tournament, to, as_, secret, name=name)


@tournament_app.command(name="return")
def return_(
    tournament: Name = None,
    *,
    from_: From = 1,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Return to a tournament that you left.

    You sign a request to the director.

    Example: pbem tournament return spring
    """
    _say_word("return", tournament, to, as_, secret, from_=from_)


@tournament_app.command()
def pause(
    until: Annotated[str, typer.Argument(metavar="DAY", help="The new last day, by UTC.")],
    tournament: Name = None,
    *,
    round_: Annotated[int, typer.Option("--round", help="The round.", min=1)],
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Agree to a later deadline of a round.

    You sign a request to the director. The deadline moves when all players with open games in the
    round have asked for the same day.

    Example: pbem tournament pause 2026-12-20 spring --round 3
    """
    _say_word("pause", tournament, to, as_, secret, round_=round_, until=until)


@tournament_app.command()
def lineup(
    players: Annotated[
        str, typer.Argument(metavar="HANDLES", help="The players, as ann,bob,cas: in board order.")
    ],
    tournament: Name = None,
    *,
    from_: From = 1,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Say who plays for your team.

    You are its captain, and sign a request to the director. It counts from the next round that is
    paired. Players keep the order of the team's list. Without a line-up the first of the list play.

    Example: pbem tournament lineup ann,cas spring --from 3
    """
    those = players.split(",")
    _say_word("lineup", tournament, to, as_, secret, from_=from_, players=those)


Board = Annotated[
    int | None, typer.Option("--board", help="Your board; default: the one without a result.")
]


@tournament_app.command()
def substitute(
    whom: Annotated[
        str, typer.Argument(help="The person who plays for you; import their card first.")
    ],
    tournament: Name = None,
    *,
    until: Annotated[
        str, typer.Option(metavar="DAY", help="The last day of your absence, by UTC.")
    ],
    round_: Round = None,
    board: Board = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Name a substitute while you are away.

    You sign a request to the director. The umpire of the game then rules that they play on. A
    handle can be in a game only once. So make a new identity for your return with 'pbem identity
    new', and type 'pbem tournament back' when you are there again.

    Example: pbem tournament substitute kim spring --until 2026-12-20
    """
    from pbem.director.player.substituting import my_board, substitute_word

    client, path, fold, me = _at_home(tournament, as_, secret)
    at = my_board(fold.now, me.handle, round_, board)
    made = substitute_word(client, fold, me, at, whom=whom, until=until)
    _said_at(client, path, at, made, to)


@tournament_app.command()
def back(
    new: Annotated[str, typer.Argument(help="Your new identity, which plays on.")],
    tournament: Name = None,
    *,
    round_: Round = None,
    board: Board = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Play again, after a substitute.

    You sign a request to the director, with your key of the entry and with the new one. Mail your
    new card with it. The umpire of the game then rules that you play on.

    Example: pbem tournament back ann-2 spring --as ann
    """
    from pbem.client.people import export_card
    from pbem.director.player.substituting import back_word, my_board

    client, path, fold, me = _at_home(tournament, as_, secret)
    at = my_board(fold.now, me.handle, round_, board)
    made = back_word(fold, me, at, me_of(client, new, secret))
    _said_at(client, path, at, made, to)
    card = export_card(client, new, to if to is None or to.is_dir() else to.parent)
    say([f"Wrote your card {card}. Mail it too, to the director and to the umpire of the game."])


def _at_home(
    tournament: str | None, as_: str | None, secret: Path | None
) -> tuple[Client, Path, Fold, Identity]:
    """Return the client, the tournament that is meant, and who acts with the key of the entry."""
    from pbem.client.storage import tournaments

    client = open_client()
    path = tournaments.find(client, tournament)
    fold = tournaments.read_here(client, path)
    return client, path, fold, me_of(client, as_, secret, fold.now.players())


def _said_at(client: Client, path: Path, at: BoardOf, made: AnyWord, to: Path | None) -> None:
    """Keep a word about a board of a tournament, write it, and say to whom it goes."""
    from pbem.client.storage import tournaments
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.director.player.saying import remember, write_word

    remember(client, made, today_utc())
    file = write_word(made, f"{path.stem}-r{at.round}b{at.board}", to)
    fold = tournaments.folded(client, path)
    say([f"Wrote {file}. {to_director(client, made.handle, fold)}"])


@tournament_app.command()
def challenge(
    whom: Annotated[str, typer.Argument(help="The handle of the player to challenge.")],
    *,
    tournament: Annotated[
        str | None, typer.Option("--for", help="The ladder or list; default: the only one here.")
    ] = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Challenge a player on a ladder or list.

    You sign a request to the director. On a ladder, challenge somebody above you: it becomes a
    board of the next round. In a rating list, challenge anybody: it becomes a board if they
    challenge you too.

    Example: pbem tournament challenge ann --for clubladder
    """
    _say_word("challenge", tournament, to, as_, secret, whom=whom)


@tournament_app.command()
def keep(
    tournament: Name = None,
    *,
    deputy: Annotated[
        str | None,
        typer.Option(help="The player who gives your lot if you do not; import their card first."),
    ] = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Become a keeper of the lots.

    You sign a request to the director. With a keeper, the director alone cannot choose the lots. If
    you name a deputy, the deputy signs the same request before the entries close.

    Example: pbem tournament keep spring
    """
    from pbem.client.people import card_of
    from pbem.client.storage import tournaments
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.director.office import keep_word
    from pbem.director.player.saying import check, remember, write_word
    from pbem.table.events.kinds import Signer

    client = open_client()
    path = tournaments.find(client, tournament)
    fold = tournaments.read_here(client, path)
    card = None if deputy is None else card_of(client, deputy)
    named = None if card is None else Signer(card.handle, card.sign)
    made = keep_word(fold, me_of(client, as_, secret, fold.now.lot_keepers()), named)
    check(fold, made)
    remember(client, made, today_utc())
    file = write_word(made, path.stem, to)
    say([f"Wrote {file}. {to_director(client, made.handle, fold)}"])


@tournament_app.command()
def lot(tournament: Name = None, *, to: To = None, as_: As = None, secret: Secret = None) -> None:
    """Help draw the lots now.

    Do this once the entries are closed.

    Example: pbem tournament lot spring
    """
    from pbem.client.storage import tournaments
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.director.player.playing import lot_word
    from pbem.director.player.saying import remember, write_word

    client = open_client()
    path = tournaments.find(client, tournament)
    fold = tournaments.read_here(client, path)
    made = lot_word(client, fold, me_of(client, as_, secret, fold.now.lot_keepers()))
    remember(client, made, today_utc())
    file = write_word(made, path.stem, to)
    say([f"Wrote {file}. {to_director(client, made.handle, fold)}"])


@tournament_app.command()
def bid(
    side: Annotated[
        str | None,
        typer.Argument(help="The side that you want. Without it, pbem opens your sealed bid."),
    ] = None,
    *,
    price: Annotated[int, typer.Option(help="The price that you pay for it.", min=0)] = 0,
    board: Annotated[int, typer.Option(help="Your board, by its number.", min=1)],
    pass_: Annotated[
        bool, typer.Option("--pass", help="With open bids: accept the bid of your opponent.")
    ] = False,
    round_: Round = None,
    tournament: For = None,
    to: To = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Bid for a side of your board.

    The tournament says whether bids are sealed or open. A sealed bid is fixed, and nobody can read
    it. Once both players have sealed, type the command without a side to open yours. Keep your
    home: it holds what opens the bid.

    With open bids, you bid in turn: bid more for the side that your opponent named, or leave it to
    them with --pass.

    Example: pbem tournament bid us --price 3 --board 1
    """
    from pbem.client.storage import tournaments
    from pbem.director.player.playing import (
        bid_word,
        pass_word,
        raise_word,
        require_bids,
        seal_word,
    )
    from pbem.tournament.bids import Auction
    from pbem.tournament.history import BoardOf

    client = open_client()
    path = tournaments.find(client, tournament)
    fold = tournaments.read_here(client, path)
    if pass_ and (side is not None or price):
        raise FormError("Either bid for a side or use --pass, not both.")
    require_bids(fold.now)
    at = BoardOf(round_ or max(1, len(fold.now.rounds)), board)
    me = me_of(client, as_, secret, fold.now.players())
    if pass_:
        made = pass_word(fold, me, at)
    elif side is None:
        made = bid_word(client, fold, me, at)
    elif isinstance(fold.now.bids.get(at), Auction):
        made = raise_word(fold, me, at, side=side, price=price, library=client.library)
    else:
        made = seal_word(client, fold, me, at, side=side, price=price)
    _said_at(client, path, at, made, to)


@tournament_app.command(name="open")
def open_(
    tournament: Name = None, *, as_: As = None, secret: Secret = None, json: Json = False
) -> None:
    """Open your games of a tournament.

    pbem opens each game that you are due to open, on the terms of the tournament.

    Example: pbem tournament take spring.tournament, then pbem tournament open spring
    """
    from pbem.client.storage import tournaments
    from pbem.director.player.playing import open_board
    from pbem.items import Items, reported

    client = open_client()
    path = tournaments.find(client, tournament)
    fold = tournaments.read_here(client, path)
    items = Items()
    for done in open_board(
        client, me_of(client, as_, secret, fold.now.players()), path, fold, items
    ):
        say_done(done, json)
    if items.failed:
        say(reported(one) for one in items.failed)
        raise typer.Exit(1)


@tournament_app.command()
def play(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Received files: logs of tournaments and games, mail, or folders of these."
        ),
    ] = None,
    *,
    tournament: Annotated[str | None, typer.Option("--for", help="Only this tournament.")] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Import mail, then open and join your games.

    pbem opens and joins only the games that a tournament paired for you.

    Example: pbem tournament play round-2.eml, then pbem send
    """
    from pbem.client.people import me
    from pbem.client.storage import tournaments
    from pbem.director.player import taking_part

    client = open_client()
    handle = me(client, as_)
    for file in files or ():
        no_practice(file)
    came = taking_part.take_what_came(client, files, handle) if files else taking_part.Came()
    log = tournaments.find(client, tournament) if tournament else None
    played = taking_part.play(client, handle, Unlocker(client, secret), log)
    if json:
        say_json({"came": came, "played": played})
    else:
        say(taking_part.part_lines(came, played))
    if came.left or played.left or not all(one.good for one in came.games):
        raise typer.Exit(1)


def no_practice(log: Path) -> Path:
    """Return a file that may be a tournament's log.

    Raises:
        FormError: It is a practice.
    """
    from pbem.log.practice_mark import is_practice

    if is_practice(log):
        raise FormError("This is not a tournament's log.")  # the shell says what it is
    return log

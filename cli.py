"""The pbem command: reads what a person typed, calls one function of the desk, prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.crypto.text import escape
from pbem.desk.shell import Shell, run
from pbem.desk.terminal import Passphrase, Progress, ask
from pbem.errors import FormError, KeyFileError, PbemError

if TYPE_CHECKING:
    from pbem.desk.desk import Desk
    from pbem.desk.sitting import Done, Sitting
    from pbem.identity.identity import Identity
    from pbem.table.kinds import Clock


app = Shell(
    "Play board wargames by mail with an opponent whom you need not trust. A game is one signed "
    "log file: you send it, the other verifies it, answers with dice that nobody can choose, and "
    "sends it back. 'pbem demo' shows a whole game."
)
identity_app = Shell("Your identities: the keys with which you sign.")
card_app = Shell("Player cards: the public half of an identity, which players mail each other.")
pack_app = Shell("Data packs: a game's map, counters and tables as a file you may edit.")
agent_app = Shell(
    "The agent: watches a mailbox, gives dice, mails your turns, and tells you what you are asked."
)
mail_app = Shell("Mail: messages that carry a game, and reading what came.")
store_app = Shell(
    "Your logs and the database, which can always be made again from them: check, mend, put away."
)
app.add_typer(identity_app, name="identity")
app.add_typer(card_app, name="card")
app.add_typer(mail_app, name="mail")
app.add_typer(agent_app, name="agent")

CURLY = "\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb"
"""Quotation marks that no terminal takes as such."""

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
TurnDays = Annotated[
    int | None, typer.Option(help="Days of each in all while one player has the phase.")
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


# --- what the commands share -------------------------------------------------------------------


def _desk() -> Desk:
    """Return the desk; what lies there and is left alone is named, and stops nothing."""
    from pbem.desk.desk import Desk

    desk = Desk(tell=lambda sentence: typer.echo(f"pbem: {sentence}.", err=True))
    for path, why in desk.odd():
        typer.echo(f"pbem: {escape(str(path))} is left alone: {escape(why)}", err=True)
    return desk


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        typer.echo(line)


def _json(value: Any) -> None:
    from pbem.desk.report import plain

    typer.echo(plain(value))


def _unlocker(desk: Desk, secret: Path | None) -> Callable[[str | Sitting], Identity]:
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


def _sit(desk: Desk, game: str | None, handle: str | None, *, light: bool = False) -> Sitting:
    from pbem.desk.sitting import sit

    with Progress("Checking the log") as progress:
        return sit(desk, game, handle, light=light, progress=progress)


def _done(done: Any, json: bool, *, outcomes: bool = True) -> None:
    from pbem.desk.report import done_lines

    _json(done) if json else _say(done_lines(done, outcomes=outcomes))


# --- identities and cards ----------------------------------------------------------------------


@identity_app.command("new")
def identity_new(
    handle: Annotated[str, typer.Argument(help="A short name: a-z, 0-9, '.', '_', '-'.")],
    *,
    email: Annotated[str | None, typer.Option(help="Your address, to stand on the card.")] = None,
    secret: Secret = None,
) -> None:
    """Make an identity: the keys with which you sign, in a file under a passphrase.

    Keep a copy of the file somewhere safe: without it your games are lost.
    Example: pbem identity new ann --email ann@example.org
    """
    from pbem.desk.people import check_new, new_identity
    from pbem.desk.report import known_lines

    desk = _desk()
    check_new(desk, handle, email)
    passphrase = Passphrase(secret).get("New passphrase", confirm=True)
    _say(known_lines([new_identity(desk, handle, passphrase, email)]))
    typer.echo(f"'pbem card export {handle}' writes the card to mail to your opponents.")


@identity_app.command("list")
def identity_list(*, json: Json = False) -> None:
    """List your identities; the one used without --as is marked."""
    from pbem.desk.people import handles

    desk = _desk()
    if json:
        _json({"default": desk.config.identity, "identities": handles(desk)})
        return
    for handle in handles(desk):
        typer.echo(handle + (" (default)" if handle == desk.config.identity else ""))
    if not handles(desk):
        typer.echo(f"None yet in {desk.identities}: 'pbem identity new HANDLE' makes one.")


@identity_app.command("show")
def identity_show(
    handle: Annotated[str | None, typer.Argument()] = None, *, json: Json = False
) -> None:
    """Show the words of your card, which you read to your opponents over the telephone."""
    from pbem.desk.people import known, me
    from pbem.desk.report import known_lines

    desk = _desk()
    person = known(desk, me(desk, handle))
    _json(person) if json else _say(known_lines([person]))


@identity_app.command("default")
def identity_default(handle: str) -> None:
    """Choose the identity that is used without --as."""
    from pbem.desk.people import set_default

    set_default(_desk(), handle)


@identity_app.command("renew")
def identity_renew(
    handle: Annotated[str | None, typer.Argument(help="Default: yours.")] = None,
    *,
    secret: Secret = None,
) -> None:
    """Make new keys for an identity, if you fear that the key file leaked or want other ones.

    The former key file is kept beside the new one: running games go on with it, each until the
    others agree to the new keys. Example: pbem identity renew ann
    """
    from pbem.desk.people import known, me, renew_identity
    from pbem.desk.report import known_lines, renewed_lines

    desk = _desk()
    who = me(desk, handle)
    kept = renew_identity(desk, who, Passphrase(secret).get(f"Passphrase of {who}"))
    _say([*known_lines([known(desk, who)]), *renewed_lines(who, kept)])


@identity_app.command("email")
def identity_email(
    address: Annotated[str, typer.Argument(help="Where the mail of your games arrives.")],
    *,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Change the address on your card. The keys and the words of the card stay as they are.

    Example: pbem identity email ann.games@example.org
    """
    from pbem.desk.people import check_email, me, set_email
    from pbem.desk.report import known_lines

    desk = _desk()
    who = me(desk, as_)
    check_email(address)
    passphrase = Passphrase(secret).get(f"Passphrase of {who}")
    _say(known_lines([set_email(desk, who, passphrase, address)]))
    typer.echo(f"Mail the new card to your opponents: 'pbem card export {who}' writes it.")


@identity_app.command("passphrase")
def identity_passphrase(
    handle: Annotated[str | None, typer.Argument()] = None,
    *,
    secret: Secret = None,
    new: Annotated[
        Path | None, typer.Option("--new-file", help="A file with the new passphrase.")
    ] = None,
) -> None:
    """Change the passphrase of an identity, also of its former key files.

    Copies that you made before still open with the old one.
    """
    from pbem.desk.people import change_passphrase, me

    desk = _desk()
    who = me(desk, handle)
    old = Passphrase(secret).get(f"Old passphrase of {who}")
    fresh = Passphrase(new).get() if new else ask("New passphrase", confirm=True)
    change_passphrase(desk, who, old, fresh)
    typer.echo(f"The passphrase of {who} is changed.")


@card_app.command("export")
def card_export(
    handle: Annotated[str | None, typer.Argument(help="Whose card; default: yours.")] = None,
    *,
    to: Annotated[Path | None, typer.Option(help="A file or a folder; default: here.")] = None,
) -> None:
    """Write a card to a file, to be mailed.

    Example: pbem card export --to ann.card
    """
    from pbem.desk.people import export_card, me

    desk = _desk()
    typer.echo(export_card(desk, handle or me(desk), to))


@card_app.command("import")
def card_import(
    files: Annotated[list[Path], typer.Argument(help="Card files that you were sent.")],
    *,
    replace: Annotated[
        bool, typer.Option("--replace", help="Accept new keys for a handle known here.")
    ] = False,
) -> None:
    """Add the cards of your opponents.

    Example: pbem card import bob.card

    Then ask for the twelve words over the telephone: 'pbem card words bob WORDS'.
    """
    from pbem.desk.people import import_card
    from pbem.desk.report import known_lines

    desk = _desk()
    people = [import_card(desk, path, replace=replace) for path in files]
    _say(known_lines(people))
    for person in people:
        if person.own:
            typer.echo(f"{person.handle} is you: this is your own card; you need your opponent's.")


@card_app.command("show")
def card_show(
    handle: Annotated[str | None, typer.Argument(help="Default: everybody.")] = None,
    *,
    json: Json = False,
) -> None:
    """Show whom you know, with the words of each card."""
    from pbem.desk.people import everybody, known
    from pbem.desk.report import known_lines

    desk = _desk()
    people = everybody(desk) if handle is None else [known(desk, handle)]
    if not people and not json:
        typer.echo(
            "None yet: 'pbem identity new HANDLE' makes you one, 'pbem card import FILE' adds that "
            "of somebody else."
        )
    _json(people) if json else _say(known_lines(people))


@card_app.command("words")
def card_words(
    handle: Annotated[str, typer.Argument(help="Whose card.")],
    words: Annotated[
        list[str] | None, typer.Argument(help="The words as they were read to you.")
    ] = None,
) -> None:
    """Show the twelve words of a card, or compare them with what was read to you.

    Example: pbem card words bob abandon ability able about above absent absorb ...
    """
    from pbem.desk.people import card_of, compare_words
    from pbem.identity.fingerprint import groups

    desk = _desk()
    if not words:
        _say(groups(card_of(desk, handle)))
    elif compare_words(desk, handle, " ".join(words)):
        typer.echo(f"These are the words of {handle}: the card is genuine.")
    else:
        raise KeyFileError(
            f"these are NOT the words of the card of {handle} here: have them read once more; if "
            "they still differ, somebody has sent you another card"
        )


# --- games -------------------------------------------------------------------------------------


@app.command()
def new(
    rules: Annotated[str, typer.Argument(help="Which game, e.g. saipan.")],
    *,
    scenario: Annotated[str | None, typer.Option(help="Default: the first.")] = None,
    seat: Annotated[
        list[str] | None, typer.Option(help="Who plays what: us=ann. One for each side.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="The players in order, if not by seats; without a seat: a witness."),
    ] = None,
    witness: Annotated[
        list[str] | None, typer.Option(help="Somebody without a seat, who keeps dice.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(help="NAME=VALUE of the game; 'help' lists its options, opening nothing."),
    ] = None,
    umpire: Annotated[str | None, typer.Option(help="The umpire's handle.")] = None,
    dice: Annotated[
        str | None, typer.Option(help="Who keeps the dice: opponents, umpire or self.")
    ] = None,
    days: Annotated[int | None, typer.Option(help="Days to answer (a clock).")] = None,
    bank: Annotated[int, typer.Option(help="Days in the bank.")] = 30,
    grace: Annotated[int, typer.Option(help="Days of grace.")] = 7,
    turn_days: TurnDays = None,
    version: Annotated[int | None, typer.Option(help="Version of the rules: newest.")] = None,
    pack: Annotated[Path | None, typer.Option(help="A data pack of your own.")] = None,
    name: Annotated[str | None, typer.Option(help="What you call the game here.")] = None,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Open a game and sign its first event. Your opponents' cards must be here.

    Example: pbem new saipan --seat us=ann --seat jp=bob --days 7

    If you play alone, name who keeps the dice: --witness HANDLE, --umpire HANDLE, or --dice self
    for practice. Options of the game: pbem new saipan --option help
    """
    from pbem.desk.opening import Wanted, check_wanted, option_lines
    from pbem.desk.opening import new as open_new
    from pbem.desk.packs import newest
    from pbem.desk.people import me

    if option == ["help"]:
        found = newest(rules)
        _json(found.options) if json else _say(option_lines(found))
        return
    wanted = Wanted(
        rules=rules,
        version=version,
        scenario=scenario,
        options=_pairs(option, "--option"),
        players=player or (),
        seats=_pairs(seat, "--seat"),
        witnesses=witness or (),
        umpire=umpire,
        dice=_policy(dice),
        clock=_terms(days, bank, grace, turn_days),
        pack=pack,
        name=name,
        note=note,
    )
    desk = _desk()
    who = me(desk, as_)
    check_wanted(desk, who, wanted)
    _done(open_new(desk, _unlocker(desk, secret)(who), wanted), json)


def _terms(days: int | None, bank: int, grace: int, turn: int | None) -> Clock | None:
    from pbem.table import kinds

    if days is None:
        if turn is not None:
            raise FormError("--turn-days is part of a clock: name --days as well")
        return None
    return kinds.Clock(days=days, bank=bank, grace=grace, turn=turn)


def _pairs(given: list[str] | None, option: str) -> dict[str, str]:
    pairs = {}
    for pair in given or ():
        key, equals, value = pair.partition("=")
        if not equals or key in pairs:
            raise FormError(f"{option} {pair}: it is NAME=VALUE, and each name once")
        pairs[key] = value
    return pairs


def _policy(given: str | None) -> Any:
    if given not in (None, "opponents", "umpire", "self"):
        raise FormError(f"--dice {given}: the dice are kept by opponents, umpire or self")
    return given


@app.command()
def join(
    game: Game = None,
    *,
    standing: Annotated[
        Path | None, typer.Option(help="A file of standing answers, one a line.")
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Although a key is not that of the card here.")
    ] = False,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Join a game that somebody opened with you, when it is your turn to join.

    Example: pbem take saipan-ann-bob_000.pbem, then pbem join, then pbem send
    """
    from pbem.desk import acting
    from pbem.desk.early import early_standing

    desk = _desk()
    sitting = _sit(desk, game, as_)
    answers = None
    if standing is not None:
        answers = early_standing(sitting, _order_text([str(standing)], None)[0])
    acting.check_join(sitting, anyway=anyway)
    identity = _unlocker(desk, secret)(sitting)
    _done(acting.join(sitting, identity, standing=answers, anyway=anyway), json)


@app.command()
def games(*, as_: As = None, json: Json = False) -> None:
    """List your games: whose pen it is and for what, until when, and how each ended.

    Example: pbem games
    """
    from pbem.desk.overview import games_lines, overview

    desk = _desk()
    found = overview(desk, as_)
    _json(found) if json else _say(games_lines(found))


@app.command()
def show(
    game: Game = None,
    *,
    picture: Annotated[bool, typer.Option("--map/--no-map", help="Draw the map.")] = True,
    width: Annotated[int | None, typer.Option(help="Columns to draw in.")] = None,
    file: Annotated[
        Path | None, typer.Option("--draw", help="Draw the map into a .svg or .png file too.")
    ] = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Show a game: map, position, what happened since your last look, and whose pen it is.

    Of a log with a finding the good part is shown, of the proof of a fork the game before it.
    A map in a file (--draw) needs: pip install 'pbem[plot]'.
    Example: pbem show saipan-ann-bob
    """
    import shutil

    from pbem import plot
    from pbem.desk import glancing, looking
    from pbem.desk.report import entry_lines, folded, shown_lines
    from pbem.view import drawing

    if file is not None:
        plot.check(file)
    with Progress("Checking the log") as progress:
        sitting, trouble = glancing.glance(_desk(), game, as_, progress)
    if file is not None:
        drawing.draw(file, looking.map_of(sitting))
    with Progress("Reading what happened") as progress:
        shown = looking.show(sitting, progress, trouble)
    columns = width or shutil.get_terminal_size().columns
    if json:
        _json(shown)
    else:
        drawn = ""
        if picture and shown.picture is not None:
            from pbem.view.terminal import draw as draw_text

            drawn = draw_text(shown.picture, width=columns, colour=_coloured())
        if trouble is not None:
            both = entry_lines(trouble.branches)
            _say(folded(glancing.trouble_lines(trouble, both), columns))
        _say(shown_lines(shown, drawn, entry_lines(shown.happened), columns))
    if trouble is not None and trouble.finding is not None:
        raise typer.Exit(1)


def _coloured() -> bool:
    """Colours are for a terminal, unless NO_COLOR says no."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


@app.command()
def legal(
    words: Words = None,
    *,
    most: Annotated[int, typer.Option(help="How many orders to list at most.", min=1)] = 200,
    as_: As = None,
    json: Json = False,
) -> None:
    """List the orders that are legal now, all or those that name a unit or a place.

    Where none does, those are listed that do after one more order.

    Example: pbem legal 1/2
    """
    from pbem.desk import looking
    from pbem.desk.meaning import split_game
    from pbem.desk.report import legal_lines

    desk = _desk()
    game, rest = split_game(desk, words or [])
    found = looking.legal(_sit(desk, game, as_, light=True), " ".join(rest), most)
    _json(found) if json else _say(legal_lines(found))


@app.command()
def order(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game (not needed if there is only one) and a file of orders, text "
            "or .yaml; '-' is standard input.",
            show_default=False,
        ),
    ] = None,
    *,
    message: Annotated[
        list[str] | None, typer.Option("-m", help="An order; several -m are several lines.")
    ] = None,
    try_: Annotated[
        bool,
        typer.Option("--try", help="Show what would happen up to the first die; sign nothing."),
    ] = False,
    dice_: Annotated[
        bool, typer.Option("--dice", help="Give the dice that you owe first, in the same go.")
    ] = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw-standing", help="Withdraw your standing answers.")
    ] = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Give orders: one a line, as you would write them on paper. A mistake changes nothing.

    Example: pbem order orders.txt, or pbem order -m "move 1/2 1203 1304" -m "end movement"

    What will happen up to the first die is shown before you sign. Lines that begin with 'standing'
    are standing answers, which replace those that you gave before; 'stop' ends a list early; 'if
    empty 1204: advance 1/2 1204' is done only if it holds.
    """
    from pbem.desk import acting, drafts
    from pbem.desk.meaning import split_game
    from pbem.desk.report import draft_lines, tried_lines

    desk = _desk()
    game, rest = split_game(desk, words or [])
    sitting = _sit(desk, game, as_, light=try_)
    text, name = _order_text(rest, message)
    unlock = _unlocker(desk, secret)
    given = None
    if dice_ and acting.owes_dice(sitting) and not try_:
        given = acting.dice(sitting, unlock(sitting))
        _done(given, json)
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
        _json(draft) if json else _say(tried_lines(draft))
        return
    if not json:
        _say(draft_lines(draft))
    _done(acting.order(sitting, unlock(sitting), draft, note=note), json, outcomes=False)


def _order_text(files: list[str], message: list[str] | None) -> tuple[bytes, str]:
    """Return orders as bytes and where they are from."""
    from pbem.desk.drafts import BYTES_MOST
    from pbem.desk.files import found
    from pbem.files import read_plain
    from pbem.log.disk import told

    if message:
        if any(message_ and message_[0] in CURLY for message_ in message):
            raise FormError(
                "these are curly quotes, which a word processor or a web page makes: the terminal "
                'takes only straight ones, as in -m "end movement". Type them anew'
            )
        if files:
            raise FormError(f"orders come from -m or from {files[0]}, not from both")
        return "\n".join(message).encode(), "-m"
    if len(files) > 1 and not any(Path(name).suffix or Path(name).exists() for name in files):
        raise FormError(
            f"there is no file {files[0]}; if these words are an order, write it behind -m in "
            f'quotes: -m "{" ".join(files)}"'
        )
    if len(files) > 1:
        raise FormError(f"one file of orders at a time, not {' and '.join(files)}")
    if files and files[0] != "-":
        with told(Path(files[0]), "Reading"):
            data = read_plain(found(Path(files[0])), BYTES_MOST)
        return _plain_text(data, files[0]), files[0]
    if not files and sys.stdin.isatty():
        raise FormError('no orders: give a file, -m "ORDER", or lines on standard input')
    return _standard_input(BYTES_MOST), "standard input"


def _standard_input(most: int) -> bytes:
    data = sys.stdin.buffer.read(most + 1)
    if len(data) > most:
        raise FormError(f"standard input has more than {most:,} bytes: nothing is done")
    return data


def _plain_text(data: bytes, name: str) -> bytes:
    from pbem.mail.foreign import foreign_words

    if (said := foreign_words(name, data)) is not None:
        raise FormError(said)
    return data


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
    from pbem.desk import acting, keeping
    from pbem.desk.timekeeping import today_utc

    desk = _desk()
    unlock = _unlocker(desk, secret)
    if not every:
        if join_ or to is not None or len(words or ()) > 1:
            raise FormError("--join, --to and several logs go with --all: pbem dice --all FOLDER")
        sitting = _sit(desk, words[0] if words else None, as_)
        _done(acting.dice(sitting, _if_due(sitting, unlock)), json)
        return
    paths = [Path(word) for word in words or ()]
    if paths and to is None:
        folder = paths[0] if paths[0].is_dir() else paths[0].parent
        to = folder / keeping.ANSWERS
    wish = keeping.Keep(as_, join_, to, today_utc())
    games = (
        keeping.keep_files(desk, unlock, wish, paths)
        if paths
        else keeping.keep_all(desk, unlock, wish)
    )
    _kept(games, json)


def _kept(games: Iterable[Any], json: bool) -> None:
    """Tell what was done about each game as soon as it was done."""
    from pbem.desk.report import kept_line, kept_summary

    kept = []
    for one in games:
        kept.append(one)
        if not json:
            typer.echo(kept_line(one))
    _json(kept) if json else typer.echo(kept_summary(kept))
    if any(one.did == "refused" for one in kept):
        raise typer.Exit(1)


def _if_due(sitting: Sitting, unlock: Callable[[str | Sitting], Identity]) -> Identity:
    """Ask for a passphrase only where there is something to sign."""
    from pbem.desk import acting

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
    from pbem.desk import acting, drafts

    desk = _desk()
    sitting = _sit(desk, game, as_)
    text = message.encode() if message else _order_text([], None)[0]
    value = drafts.draft_secret(sitting, text)
    _done(acting.seal(sitting, _unlocker(desk, secret)(sitting), value, note=note), json)


@app.command()
def reveal(
    game: Game = None, *, note: Note = "", as_: As = None, secret: Secret = None, json: Json = False
) -> None:
    """Open what you have sealed, when it is asked for. Not opening it forfeits the game."""
    from pbem.desk import acting

    desk = _desk()
    sitting = _sit(desk, game, as_)
    _done(acting.reveal(sitting, _unlocker(desk, secret)(sitting), note=note), json)


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
    version: Annotated[int | None, typer.Option(help="rules: which version; newest.")] = None,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Offer to take an order back (undo), a draw (tie), your renewed keys, or newer rules.

    It takes effect when every other player agrees. Example: pbem offer undo --note "wrong hex"

    'keys' offers the keys that 'pbem identity renew' made, for this game: once the others have
    agreed, it is played with them, and what is signed with the former ones is not valid.
    """
    from pbem.desk import acting
    from pbem.desk.meaning import split_game

    desk = _desk()
    game, what = split_game(desk, words)
    sitting = _sit(desk, game, as_)
    open_identity = _unlocker(desk, secret)
    if what == ["undo"]:
        done = acting.offer_undo(sitting, open_identity(sitting), to, note=note)
    elif what == ["tie"]:
        done = acting.offer_tie(sitting, open_identity(sitting), note=note)
    elif what == ["keys"]:
        renewed = open_identity(sitting.me)
        done = acting.offer_keys(sitting, open_identity(sitting), renewed, note=note)
    elif what == ["rules"]:
        done = acting.offer_rules(sitting, open_identity(sitting), version)
    else:
        raise FormError(f"'{' '.join(what)}' cannot be offered: undo, tie, keys or rules can")
    _done(done, json)


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
    stole the former key file could offer keys of his own.

    Example: pbem answer yes
    """
    from pbem.desk import acting
    from pbem.desk.meaning import split_game
    from pbem.desk.offers import open_lines

    desk = _desk()
    game, said = split_game(desk, words)
    if said not in (["yes"], ["no"]):
        raise FormError("an answer is yes or no: pbem answer yes")
    sitting = _sit(desk, game, as_)
    if not json:
        _say(escape(line) for line in open_lines(sitting))
    identity = _unlocker(desk, secret)(sitting)
    _done(acting.answer(sitting, identity, yes=said == ["yes"], note=note), json)


@app.command()
def resign(
    game: Game = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Give a game up. You are asked once more; it cannot be taken back."""
    from pbem.desk import acting

    desk = _desk()
    sitting = _sit(desk, game, as_)
    if not yes and not typer.confirm(f"Give up {sitting.name} as {sitting.me}?"):
        raise typer.Abort
    _done(acting.resign(sitting, _unlocker(desk, secret)(sitting), note=note), json)


Consents = Annotated[
    list[Path] | None,
    typer.Option(help="... a file of pbem consent, once for each who has to agree."),
]
ForkFile = Annotated[
    Path | None, typer.Option(help="Rule on the fork that this *.fork file proves ...")
]


@app.command()
def rule(
    game: Game = None,
    *,
    out: Annotated[str | None, typer.Option(help="Put this player out: forfeit ...")] = None,
    late: Annotated[
        bool, typer.Option("--late", help="Put out who is late by your record: forfeit ...")
    ] = False,
    replace: Annotated[
        str | None, typer.Option(help="... or replaced by this one, whose card is here.")
    ] = None,
    consent: Consents = None,
    result: Annotated[bool, typer.Option("--result", help="Confirm the result.")] = False,
    fork: ForkFile = None,
    then: Annotated[
        str,
        typer.Option(metavar="forfeit|branch", help="... its author is out, or this log counts."),
    ] = "",
    back: Annotated[
        str | None, typer.Option(metavar="ID", help="Take back a ruling that another log has.")
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also who is not late by your record.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Rule, as the umpire of the game. A ruling moves no piece and changes no die.

    Before a player is put out you are asked once more; it cannot be taken back. The facts of your
    record (pbem clock) stand in the ruling. Who is not late by it is put out with --anyway only,
    and the ruling then says that it is no matter of days.

    Example: pbem rule --out bob --note "no answer since June"
    """
    from pbem.desk import acting

    desk = _desk()
    putting_out = late or out is not None
    one = late + result + sum(given is not None for given in (out, fork, back)) == 1
    goes_together = (fork is None) == (then not in ("forfeit", "branch"))
    if not (one and goes_together) or (replace and not putting_out):
        raise FormError(
            "a ruling is one of --out HANDLE, --late (both with --replace HANDLE), --result, "
            "--fork FILE with --then forfeit or --then branch, --back ID"
        )
    sitting = _sit(desk, game, as_)
    acting.check_umpire(sitting)
    unlock = _unlocker(desk, secret)
    if putting_out:
        done = _rule_out(
            sitting, unlock, out, replace, consent or [],
            anyway=anyway, sure=yes, note=note, json=json,
        )  # fmt: skip
    elif result:
        done = acting.rule_result(sitting, unlock(sitting), note=note)
    elif fork is not None:
        forfeit = then == "forfeit"
        done = acting.rule_fork(sitting, unlock(sitting), fork, forfeit=forfeit, note=note)
    else:
        done = acting.rule_back(sitting, unlock(sitting), back or "", note=note)
    _done(done, json)
    if (putting_out or fork is not None) and not json:
        _say(acting.after_ruling(sitting))


def _rule_out(
    sitting: Sitting,
    unlock: Callable[[Sitting], Identity],
    out: str | None,
    replace: str | None,
    consents: list[Path],
    *,
    anyway: bool,
    sure: bool,
    note: str,
    json: bool,
) -> Done:
    """Put a player out, after the umpire was asked once more; None: who is late by his record."""
    from pbem.desk import acting, exporting, lateness

    if out is None:
        found: lateness.Found | None = lateness.late(sitting)
    else:
        found = lateness.found(sitting, out, anyway=anyway)
    if found is not None:
        out, note = found.handle, f"{found.facts} {note}".strip()
        if not json:
            typer.echo(found.facts)
    what = "forfeit" if replace is None else f"be replaced by {replace}"
    if not sure and not typer.confirm(escape(f"Have {out} {what} in {sitting.name}?")):
        raise typer.Abort
    identity, why = unlock(sitting), None if found is None else found.late
    done = acting.rule_out(
        sitting, identity, out or "", replace, late=why, consents=consents, note=note
    )
    exporting.sign_if_kept(sitting, identity)
    return done


@app.command()
def consent(
    game: Game = None,
    *,
    out: Annotated[str, typer.Option(help="Who owes dice and does not give them.")],
    replace: Annotated[str, typer.Option(help="Who is to play on for him; his card is here.")],
    to: Annotated[Path | None, typer.Option(help="A file or a folder; default: here.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Agree that somebody plays on for a keeper: a small file for the umpire.

    Whoever owes dice may have seen them. Where another takes his place the umpire rolls anew, so
    all others with a seat have to agree; where somebody does not, the umpire can only have the
    keeper forfeit. It is good for one ruling, before anything else is written.

    Example: pbem consent --out bob --replace dan
    """
    from pbem.desk import consenting

    desk = _desk()
    sitting = _sit(desk, game, as_)
    wanted = consenting.wanted(sitting, out, replace)
    asked = f"Agree that {replace} plays on for {out}, and that the umpire rolls in {out}'s place?"
    if not yes and not typer.confirm(escape(asked)):
        raise typer.Abort
    path = consenting.consent(sitting, _unlocker(desk, secret)(sitting), wanted, to)
    typer.echo(f"{path}: mail it to the umpire.")


@app.command()
def clock(
    game: Game = None,
    *,
    absent: Annotated[
        tuple[str, str, str] | None,
        typer.Option("--absent", metavar="HANDLE FROM TO", help="Umpire: days that do not count."),
    ] = None,
    back: Annotated[
        str | None, typer.Option(metavar="HANDLE", help="Umpire: from today on he is here again.")
    ] = None,
    more: Annotated[
        tuple[str, str] | None,
        typer.Option("--more", metavar="HANDLE DAYS", help="Umpire: more days for this answer."),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Umpire: sign the days, into a .days file."),
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Show until when an answer is due, everybody's bank of days, and who is away.

    The umpire enters absences and more time here; what he keeps stands in no event.

    Example: pbem clock --absent bob 2026-12-20 2027-01-03
    """
    from pbem.desk import exporting, umpiring
    from pbem.desk.clock_report import clock_lines
    from pbem.desk.timekeeping import clock_of

    sitting = _sit(_desk(), game, as_, light=True)
    if absent is not None:
        umpiring.absent(sitting, *absent)
    if back is not None:
        umpiring.back(sitting, back)
    if more is not None:
        umpiring.more(sitting, *more)
    if export is not None:
        exporting.copy_days(
            exporting.sign_days(sitting, _unlocker(_desk(), secret)(sitting)), export
        )
    found = clock_of(sitting)
    _json(found) if json else _say(clock_lines(sitting, found))


@app.command()
def claim(
    game: Game = None,
    *,
    to: Annotated[Path | None, typer.Option(help="A folder; default: here.")] = None,
    print_: Annotated[
        bool, typer.Option("--print", help="Print the text, to be pasted into a mail.")
    ] = False,
    as_: As = None,
) -> None:
    """Write the mail that says to the umpire, and to all, that somebody does not answer.

    It lays out the facts: who has the pen, since which event, what the clock says. Without an
    umpire or a clock it says what the log proves, and what can be done.

    Example: pbem claim, then open the .eml file in your mail program
    """
    from pbem.desk import claiming, posting
    from pbem.desk.mail_report import written_lines
    from pbem.mail.letter import text_of

    sitting = _sit(_desk(), game, as_)
    found = claiming.claim(sitting)
    if found.letter is None:
        _say(found.lines)
    elif print_:
        typer.echo(text_of(found.letter), nl=False)
    else:
        _say(written_lines(posting.write(sitting, found.letter, to)))


@app.command()
def log(
    game: Game = None,
    *,
    since: Annotated[int, typer.Option(help="Begin with this event.", min=0)] = 0,
    turn: Annotated[int | None, typer.Option(help="Only this turn.")] = None,
    width: Annotated[int | None, typer.Option(help="Columns to write in.")] = None,
    json: Json = False,
) -> None:
    """Tell the history of a game: every event, each die with its purpose and paragraph.

    Of the proof of a fork the log before it is told, then both events.

    Example: pbem log --turn 3
    """
    import shutil

    from pbem.desk.meaning import find_log
    from pbem.view import history

    desk = _desk()
    path = find_log(desk, game)
    with Progress("Reading the log") as progress:
        told = history.history(path, desk.library, since=since, turn=turn, progress=progress.step)
    if json:
        _json(told)
    else:
        columns = width or shutil.get_terminal_size().columns
        if not told.entries:
            which = f"from number {since} on" + ("" if turn is None else f" of turn {turn}")
            typer.echo(f"There is no event {which}: the log has {told.events} events.")
        _say(history.lines(told, width=columns, colour=_coloured()))
    if told.finding is not None:
        raise typer.Exit(1)


# --- mail --------------------------------------------------------------------------------------


@app.command()
def take(
    files: Annotated[
        list[Path], typer.Argument(help="What came: logs, parts of logs, mail, or folders.")
    ],
    *,
    name: Annotated[str | None, typer.Option(help="What to call a game new here.")] = None,
    prefix: Annotated[
        bool, typer.Option("--prefix", help="Take in what is good before a finding.")
    ] = False,
    instead: Annotated[
        bool, typer.Option("--instead", help="Where nothing decides, go on with the file's side.")
    ] = False,
    recovered: Annotated[
        bool, typer.Option("--recovered", help="Your record was lost: begin it from this log.")
    ] = False,
    as_: As = None,
    json: Json = False,
) -> None:
    """Take in what an opponent sent: everything is verified before any of it is believed.

    A file may be a log, a part of one, mail as your mail program saves it, or a folder of these.
    Older copies and duplicates are harmless; a fork is reported with its proof; what is not valid
    changes nothing. Every file is judged on its own: what is wrong with one keeps no other out, and
    the exit code is 1 if anything was wrong with any.

    Example: pbem take ~/Downloads/saipan-ann-bob_017.pbem
    """
    from pbem.desk import came, taking, umpiring
    from pbem.desk.report import taken_lines

    desk = _desk()
    wish = taking.Wish(as_, name, prefix, instead, recovered)
    with Progress("Verifying") as progress:
        results = came.take_what_came(desk, files, wish, progress)
    umpiring.note_arrivals(desk, results)
    if json:
        _json(results)
    for taken in results if not json else ():
        _say(taken_lines(taken))
    if not all(taken.good for taken in results):
        raise typer.Exit(1)


@app.command()
def send(
    game: Game = None,
    *,
    since: Annotated[
        int | None, typer.Option(help="Only what comes after this event, which the other has.")
    ] = None,
    to: Annotated[Path | None, typer.Option(help="A file or a folder; default: here.")] = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Write the file to mail, and say to whom.

    Example: pbem send --to ~/outbox
    """
    from pbem.desk.report import sent_lines
    from pbem.desk.sending import send as write

    sent = write(_sit(_desk(), game, as_, light=True), since, to)
    _json(sent) if json else _say(sent_lines(sent))


@mail_app.command("write")
def mail_write(
    game: Game = None,
    *,
    whole: Annotated[
        bool, typer.Option("--whole", help="The whole log, whatever the others have.")
    ] = False,
    to: Annotated[Path | None, typer.Option(help="A folder; default: here.")] = None,
    print_: Annotated[
        bool, typer.Option("--print", help="Print the text, to be pasted into a mail.")
    ] = False,
    as_: As = None,
    json: Json = False,
) -> None:
    """Write the message to send: a report, the log attached and in the text, orders to answer with.

    Example: pbem mail write, then open the .eml file in your mail program
    """
    from pbem.desk import posting
    from pbem.desk.mail_report import written_lines
    from pbem.mail.letter import text_of

    sitting = _sit(_desk(), game, as_)
    letter = posting.compose(sitting, whole=whole)
    if print_:
        typer.echo(text_of(letter), nl=False)
        return
    written = posting.write(sitting, letter, to)
    _json(written) if json else _say(written_lines(written))


@mail_app.command("read")
def mail_read(
    files: Annotated[
        list[Path],
        typer.Argument(help="Messages (.eml), mbox files, Maildir folders, text; '-' is input."),
    ],
    *,
    sign: Annotated[
        bool, typer.Option("--sign", help="Sign the orders that you wrote into a reply.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(help="A folder for cards, confirmations and proofs.")
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Read mail however it was saved: logs are taken in, orders in replies echoed line by line.

    What others wrote orders nothing: sign only what you wrote yourself.

    Example: pbem mail read ~/Mail/pbem.mbox, or paste a message into: pbem mail read -
    """
    from pbem.desk import acting, posted, taking, umpiring
    from pbem.desk.files import found as there
    from pbem.desk.mail_report import posted_lines
    from pbem.desk.report import draft_lines
    from pbem.mail.reading import MESSAGE_BYTES

    desk = _desk()
    stdin = _standard_input(MESSAGE_BYTES) if Path("-") in files else None
    with Progress("Verifying") as progress:
        found = posted.take_mail(
            desk,
            [there(path) for path in files if path != Path("-")],
            taking.Wish(as_),
            stdin=stdin,
            save=save,
            progress=progress,
        )
    umpiring.note_arrivals(desk, found.taken)
    _json(found) if json else _say(posted_lines(found))
    if sign:
        ordered = posted.to_sign(desk, found)
        assert ordered.draft is not None  # noqa: S101 - `to_sign` has looked
        typer.echo(
            f"From {escape(ordered.writers[0])}, as the mail says (which anybody can write), "
            f"for {escape(ordered.handle)} in {escape(ordered.game)}:",
            err=json,
        )
        for line in [*(f"  {escape(line)}" for line in ordered.lines), *draft_lines(ordered.draft)]:
            typer.echo(line, err=json)
        if not typer.confirm(f"Sign this as {ordered.handle}?", default=False, err=json):
            raise typer.Abort
        sitting = posted.game_of(desk, ordered)
        identity = _unlocker(desk, secret)(sitting)
        _done(acting.order(sitting, identity, ordered.draft), json, outcomes=False)
    if not found.good:
        raise typer.Exit(1)


# --- the agent ----------------------------------------------------------------------------------


@agent_app.command("setup")
def agent_setup(
    address: Annotated[str, typer.Argument(help="The agent's own address, the one on your card.")],
    *,
    imap: Annotated[str | None, typer.Option(help="The server of the mailbox.")] = None,
    maildir: Annotated[
        str | None, typer.Option(help="Instead: a Maildir on this machine.", metavar="FOLDER")
    ] = None,
    smtp: Annotated[
        str | None, typer.Option(help="The server that sends; default: --imap.")
    ] = None,
    user: Annotated[str | None, typer.Option(help="Default: the address.")] = None,
    owner: Annotated[str | None, typer.Option(help="Who is told; default: the address.")] = None,
    starttls: Annotated[
        bool, typer.Option("--starttls", help="Encrypt after connecting (ports 143 and 587).")
    ] = False,
    command: Annotated[
        str | None,
        typer.Option("--password-command", help="It prints the password; default: the keyring."),
    ] = None,
    oauth: Annotated[
        bool, typer.Option("--oauth", help="What the command prints is an OAuth 2.0 token.")
    ] = False,
    ca: Annotated[
        Path | None, typer.Option(help="Certificates to trust besides the system's.")
    ] = None,
    as_: As = None,
) -> None:
    """Set up the agent, and try to log in. Use a mailbox for games, or an app password.

    Its file, whose place is told, has more to set: ports, certificates, joining, reminders.

    Example: pbem agent setup ann.games@example.org --imap imap.example.org --smtp smtp.example.org
    """
    import shlex

    from pbem.agent import config as c
    from pbem.agent import running
    from pbem.desk import people

    desk = _desk()
    handle = people.me(desk, as_)
    if (imap is None) == (maildir is None):
        raise FormError("where is the mailbox? Give --imap SERVER or --maildir FOLDER")
    settings = running.settings(
        address,
        imap=imap,
        maildir=maildir,
        smtp=smtp,
        user=user,
        owner=owner,
        starttls=starttls,
        ca=ca,
        login=c.Login("oauth" if oauth else "password", shlex.split(command or "")),
    )
    settings = running.kept(desk, handle, settings)
    password = None if command else ask(f"Password (an app password) of {settings.smtp.user}")
    notes = running.set_up(desk, handle, settings, password)
    _say([f"{running.config_of(desk, handle)}: set up. 'pbem agent run' starts the agent.", *notes])


@agent_app.command("run")
def agent_run(
    *,
    once: Annotated[
        bool, typer.Option("--once", help="Do what there is to do now, and end (for cron).")
    ] = False,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Watch the mailbox, until Ctrl-C: read, give dice, mail, tell. docs/agent.md has all of it.

    Example: pbem agent run --passphrase-file ~/.pbem-passphrase
    """
    from pbem.agent import running
    from pbem.desk import people

    desk = _desk()
    handle = people.me(desk, as_)
    unlock = _unlocker(desk, secret)
    with running.opened(desk, handle, unlock, running.timed(typer.echo)) as agent:
        unlock(handle)  # a wrong passphrase shows now, not with the first dice
        if once:
            agent.once()
            return
        typer.echo(f"The agent of {handle} is watching. Ctrl-C ends it; nothing is lost by that.")
        agent.run()


@agent_app.command("status")
def agent_status(*, as_: As = None, json: Json = False) -> None:
    """Say what waits: messages to send, things to know, quarantine.

    Example: pbem agent status
    """
    from pbem.agent import running
    from pbem.agent.agent_report import status_lines
    from pbem.desk import people
    from pbem.desk.timekeeping import today_utc

    desk = _desk()
    found = running.status(desk, people.me(desk, as_), today_utc())
    _json(found) if json else _say(status_lines(found))


@agent_app.command("unread")
def agent_unread(
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="Have these messages read, whatever they cost."),
    ] = None,
    *,
    as_: As = None,
    json: Json = False,
) -> None:
    """List what was left in the mailbox unread: more than is read, and games nobody asked for.

    What you name the agent reads soon, and takes in the game that it brings.

    Example: pbem agent unread 3fa9c2d1
    """
    from pbem.agent import running
    from pbem.agent.agent_report import unread_lines
    from pbem.desk import people

    desk = _desk()
    found = running.unread(desk, people.me(desk, as_), ids or ())
    _json(found) if json else _say(unread_lines(found))


@agent_app.command("prepare")
def agent_prepare(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="The game (not needed if there is only one) and a file of orders."),
    ] = None,
    *,
    message: Annotated[list[str] | None, typer.Option("-m", help="An order.")] = None,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Throw away what you prepared for this game.")
    ] = False,
    as_: As = None,
) -> None:
    """Keep orders for the agent, which signs them as soon as you are asked and they are right.

    Guards are looked at then; a list of which nothing would be done waits. They are signed once.

    Example: pbem agent prepare -m "if round = 3: end"
    """
    from pbem.desk import prepared
    from pbem.desk.meaning import split_game

    desk = _desk()
    game, rest = split_game(desk, words or [])
    sitting = _sit(desk, game, as_)
    if withdraw:
        there = prepared.withdraw(sitting)
        typer.echo(f"{'Thrown away' if there else 'Nothing was prepared'}: {sitting.name}.")
        return
    kept = prepared.prepare(sitting, *_order_text(rest, message))
    _say([*(f"  {escape(line)}" for line in kept.lines), f"Kept for {kept.game}: {kept.file}"])


@agent_app.command("away")
def agent_away(
    first: Annotated[str, typer.Argument(metavar="FROM", help="The first day, as 2026-12-24.")],
    last: Annotated[str, typer.Argument(metavar="TO", help="The last day.")],
    *,
    as_: As = None,
) -> None:
    """Be away: dice are given and standing answers act, nothing else. The others are told.

    Example: pbem agent away 2026-12-24 2027-01-03
    """
    from pbem.agent import running
    from pbem.desk import people

    desk = _desk()
    days = running.day_of(first), running.day_of(last)
    running.go_away(desk, people.me(desk, as_), *days)
    typer.echo(f"Away from {days[0]} to {days[1]}, both included; 'pbem agent back' ends it early.")


@agent_app.command("back")
def agent_back(*, as_: As = None) -> None:
    """Be back before the day you named.

    Example: pbem agent back
    """
    from pbem.agent import running
    from pbem.desk import people

    desk = _desk()
    there = running.come_back(desk, people.me(desk, as_))
    typer.echo("Welcome back." if there else "You were not away.")


@app.command()
def confirm(
    game: Game = None,
    *,
    to: Annotated[Path | None, typer.Option(help="A file or a folder; default: here.")] = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Sign that the log as it is here is whole: a small file that shows when a copy is cut short.

    Everybody does so when a game is over. Example: pbem confirm, then pbem verify LOG FILE.head
    """
    from pbem.desk.confirming import confirm as sign

    desk = _desk()
    sitting = _sit(desk, game, as_)
    path = sign(sitting, _unlocker(desk, secret)(sitting), to)
    typer.echo(f"{path}: the head of {sitting.name}, confirmed. Mail it to the others.")


# --- data packs and the database ---------------------------------------------------------------

app.add_typer(pack_app, name="pack")
app.add_typer(store_app, name="store")


@pack_app.command("export")
def pack_export(
    rules: Annotated[str, typer.Argument(help="Which game, e.g. saipan.")],
    *,
    to: Annotated[Path, typer.Option(help="A file or a folder; default: here.")] = Path(),
) -> None:
    """Write a game's data to a file that you may edit, if you own the printed game.

    Example: pbem pack export saipan, edit saipan.yaml, pbem pack check saipan.yaml
    """
    from pbem.desk.packs import export_pack

    typer.echo(export_pack(rules, to))


@pack_app.command("check")
def pack_check(
    file: Annotated[Path, typer.Argument(help="The pack.")],
    *,
    game: Annotated[str | None, typer.Option(help="Which game it is for.")] = None,
    json: Json = False,
) -> None:
    """Check a data pack, and keep it: games opened with it can then be played here."""
    from pbem.desk.packs import check_pack, guess_rules
    from pbem.desk.report import pack_lines

    found = check_pack(_desk(), file, game or guess_rules(file))
    _json(found) if json else _say(pack_lines(found))


@pack_app.command("show")
def pack_show(
    rules: Annotated[str, typer.Argument(help="Which game, e.g. saipan.")], *, json: Json = False
) -> None:
    """Show the digest of a game's own data, and what of it is reconstructed."""
    from pbem.desk.packs import show_pack
    from pbem.desk.report import pack_lines

    found = show_pack(rules)
    _json(found) if json else _say(pack_lines(found))


@store_app.command("rebuild")
def store_rebuild(*, json: Json = False) -> None:
    """Make the database again from cards and logs. Keys, records and sealed choices stay."""
    from pbem.desk.housekeeping import rebuild
    from pbem.desk.report import rebuilt_lines

    with Progress("Checking every log") as progress:
        made = rebuild(_desk(), lambda _, count: progress(count))
    _json(made) if json else _say(rebuilt_lines(made))
    if made.left_out:
        raise typer.Exit(1)


@store_app.command("check")
def store_check(*, json: Json = False) -> None:
    """Compare the database with the logs, byte for byte; nothing is changed."""
    from pbem.desk.housekeeping import check_store
    from pbem.desk.report import check_lines

    found = check_store(_desk())
    _json(found) if json else _say(check_lines(found))
    if found.wrong:
        raise typer.Exit(1)


@store_app.command("mend")
def store_mend(game: Game = None, *, json: Json = False) -> None:
    """Mend your own log of a game, if its end was cut off or anything in it was changed.

    What cannot be used is kept beside it; what the database has verified is put back. Where it
    has not either, take in the log of another player.
    Example: pbem store mend saipan-ann-bob
    """
    from pbem.desk.mending import mend
    from pbem.desk.report import mended_lines

    mended = mend(_desk(), game)
    _json(mended) if json else _say(mended_lines(mended))


@store_app.command("strike")
def store_strike(game: Game = None, *, as_: As = None, json: Json = False) -> None:
    """Strike an event out of your record that you signed and that no reader can ever accept.

    Only what a replay of the whole log refuses is struck out; it stays in the record as it was.
    Example: pbem store strike saipan-ann-bob
    """
    from pbem.desk.striking import strike, struck_lines

    struck = strike(_desk(), game, as_)
    _json(struck) if json else _say(struck_lines(struck))


@store_app.command("archive")
def store_archive(
    game: Annotated[str, typer.Argument(help="The game: its name, or the beginning of it.")],
    *,
    json: Json = False,
) -> None:
    """Put a game away that you have done with, or that is not yours. Nothing is deleted.

    Its log moves to the folder archive of your home, and no command asks about it any more; a log
    of it that you take in brings it back. Example: pbem store archive saipan-eve-mallory
    """
    from pbem.desk.report import archived_lines
    from pbem.desk.shelf import archive

    archived = archive(_desk(), game)
    _json(archived) if json else _say(archived_lines(archived))


# --- judging, measuring, showing ---------------------------------------------------------------


def _library() -> Any:
    """Return the rules and packs of this desk; every process of a pool makes its own."""
    return _desk().library


@app.command()
def verify(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="Logs, fork files, mail, folders of these, or names of games of yours; default: "
            "your only game."
        ),
    ] = None,
    *,
    card: Annotated[
        list[Path] | None, typer.Option(help="A player card to compare the keys with; repeatable.")
    ] = None,
    level: Annotated[
        int, typer.Option(help="1: signatures; 2: also dice; 3: also the rules.", min=1, max=3)
    ] = 3,
    processes: Annotated[int, typer.Option(help="For many logs: how many at a time.", min=1)] = 2,
    proof: Annotated[
        Path | None, typer.Option(help="Where to write the proof if somebody forked.")
    ] = None,
    json: Json = False,
) -> None:
    """Verify logs that anybody gave you: every signature, every die, every order.

    Says who kept the dice, whether the result counts, and what is wrong, whose fault it is as far
    as the log proves it, and what is still good before. Two logs of one game are compared: whoever
    signed two different events on one predecessor is proven to have done so, in a file.

    Example: pbem verify game.pbem --card alice.card --card bob.card
    """
    from pbem.audit import judging, report
    from pbem.desk import came

    desk = _desk()
    paths, absent = _meant(desk, files)
    cards = judging.read_cards(card or [])
    with came.came(paths, came.OURS) as post, Progress("Verifying") as progress:
        wish = judging.Wish(
            level, cards, _book(desk), processes, proof, absent, post.passed, post.wrong
        )
        judged = came.called(judging.judge(post.files, _library, wish, progress), post.names)
    if json:
        typer.echo(report.to_json(judged))
    else:
        _say(judging.lines(judged))
    if not judged.ok:
        raise typer.Exit(1)


def _meant(desk: Desk, names: list[str] | None) -> tuple[list[Path], dict[Path, str]]:
    """Return the files or games of these names, and of several those that are neither, with why."""
    from pbem.desk.desk import NotFound
    from pbem.desk.files import found
    from pbem.desk.meaning import find_log

    if not names:
        return [find_log(desk, None)], {}
    paths, absent = list[Path](), dict[Path, str]()
    for name in names:
        path = Path(name)
        folder = path.is_dir() and name not in [log.stem for log in desk.logs()]
        try:
            paths.append(path if path.is_file() or folder else find_log(desk, name))
        except NotFound as error:
            if len(names) == 1:
                # Who names an ending or a folder means a file.
                if path.suffix or len(path.parts) > 1:
                    found(path)
                raise
            paths.append(path)
            absent[path] = str(error)
    return paths, absent


def _book(desk: Desk) -> list[Any]:
    """Return the cards at this desk, those that were replaced last."""
    from pbem.desk import people

    return people.all_cards(desk) if desk.folder.is_dir() else []


@app.command()
def cases(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Files of numbered cases, or folders of them.")
    ] = None,
    *,
    coverage: Annotated[
        str | None, typer.Option(help="Count the cases of every paragraph of this game instead.")
    ] = None,
    failed: Annotated[bool, typer.Option("--failed", help="Show only those that fail.")] = False,
    json: Json = False,
) -> None:
    """Run numbered cases: positions, orders, forced dice, and what the rulebook says comes of it.

    Without paths: those in tests/cases, where this is a copy of the repository.
    Example: pbem cases tests/cases/saipan
    """
    from pbem.audit import cases as numbered
    from pbem.audit import coverage as covered

    if coverage is not None:
        counted = covered.coverage(covered.folder_of(coverage, paths))
        _json(counted) if json else _say(covered.lines(counted))
        return
    folders = paths or covered.folders()
    ran = [one for path in folders for file in numbered.files_in(path)
           for one in numbered.run_file(file)]  # fmt: skip
    if json:
        _json(ran)
    else:
        _say(numbered.lines(ran, only_failed=failed))
    if not all(one.ok for one in ran):
        raise typer.Exit(1)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="Which game, e.g. saipan.")],
    *,
    scenario: Annotated[str | None, typer.Option(help="Default: the first.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="NAME=VALUE, repeatable.", metavar="NAME=VALUE")
    ] = None,
    games: Annotated[int, typer.Option(help="How many.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="The seed of the first game.", min=0)] = 0,
    each_option: Annotated[
        bool,
        typer.Option("--each-option", help="The same seeds with each true-or-false option too."),
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw tracks and wins: a file named .svg or .png.")
    ] = None,
    random: Annotated[
        bool, typer.Option("--random", help="Any legal orders, not sensible ones.")
    ] = False,
    standing: Annotated[
        bool, typer.Option("--standing/--no-standing", help="With standing answers, or without.")
    ] = True,
    ahead: Annotated[
        bool, typer.Option("--ahead", help="Whole turns in one list, with guards for the dice.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Random games that hold the rules to their contract.")
    ] = False,
    processes: Annotated[int, typer.Option(help="How many games at a time.", min=1)] = 2,
    json: Json = False,
) -> None:
    """Play many games without signatures, and count who wins. The same seed, the same games.

    Shares of wins stand with their 95 % interval. A plot needs: pip install 'pbem[plot]'.
    Example: pbem simulate saipan --games 100 --scenario free
    """
    from pbem import plot as plotting
    from pbem.audit import chart, series, variants
    from pbem.audit import simulate as simulated
    from pbem.desk.opening import read_options

    if plot is not None:
        plotting.check(plot)
    rules = simulated.rules_of(game)
    given = _pairs(option, "--option")
    options = {name: value for name, value in read_options(rules, given).items() if name in given}
    setup = simulated.Setup(
        game, scenario or next(iter(rules.scenarios)), options, random, standing, ahead
    )
    seeds = range(seed, seed + games)
    if check:
        _check_games(setup, seeds, processes, json)
        return
    setups = variants.each_option(setup) if each_option else {variants.spelled(options): setup}
    sides = simulated.bind(setup).sides
    played = _play_games(setups, seeds, processes)
    summed = {name: series.summary(ones, sides) for name, ones in played.items()}
    if plot is not None:
        each = " with each option" if each_option else ""
        chart.draw(plot, f"{rules.title}: {games} simulated games{each}", sides[0], summed)
    if each_option:
        _json(summed) if json else _say(variants.lines(summed))
        return
    (alone,), (of_one,) = summed.values(), played.values()
    _json({"summary": alone, "games": of_one}) if json else _say(series.lines(alone))


def _play_games(setups: Any, seeds: range, processes: int) -> dict[str, list[Any]]:
    from pbem.audit import simulate as simulated

    played: dict[str, list[Any]] = {name: [] for name in setups}
    with Progress("Playing", "games") as progress:
        for name, setup in setups.items():
            for one in simulated.simulate(setup, seeds, processes):
                played[name].append(one)
                progress.step()
    return played


def _check_games(setup: Any, seeds: range, processes: int, json: bool) -> None:
    from pbem.audit import general

    checked = []
    with Progress("Playing", "games") as progress:
        for tried in general.check_many(setup, seeds, processes):
            checked.append(tried)
            progress(len(checked))
    _json(checked) if json else _say([general.line(checked)])


@app.command()
def bench(
    *,
    quick: Annotated[bool, typer.Option("--quick", help="Shorter logs, fewer rounds.")] = False,
    json: Json = False,
) -> None:
    """Measure what the program costs, as ratios within one run (a few minutes).

    Example: pbem bench --quick
    """
    from pbem.bench import run

    rows = run.rows(quick=quick, told=lambda what: typer.echo(what, err=True))
    _json(rows) if json else _say(run.lines(rows))


@app.command()
def demo(
    *,
    keep: Annotated[
        Path | None, typer.Option(help="A new folder for all the files.", show_default=False)
    ] = None,
    scenario: Annotated[str, typer.Option(help="historical or free.")] = "historical",
    seed: Annotated[int, typer.Option(help="For what sensible players do not care about.")] = 0,
) -> None:
    """Show a whole game of Saipan between two players who do not trust each other.

    Two people in two folders play by mail, each verifying the other and keeping the other's dice;
    then a third verifies the result from the log alone, and one byte of it is changed.
    """
    from pbem.demo import show as shown

    shown(keep, scenario, seed, typer.echo)


def main() -> None:
    """Run the command line."""
    run(app)

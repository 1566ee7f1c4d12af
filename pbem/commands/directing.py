"""The director's commands: they found, collect, mail, pair, change, close."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.shared import (
    As,
    Json,
    Secret,
    ToFolder,
    Unlocker,
    Yes,
    agreed,
    open_client,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.tournament import For, From, Name, Round
from pbem.errors import FormError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from pbem.client.client import Client
    from pbem.director.directing.collecting import Collected
    from pbem.director.office import Office

app = Shell("Direct a tournament.")

Why = Annotated[str, typer.Option(help="The reason; everybody can read it.")]
Shared = Annotated[
    Path | None, typer.Option(help="Also copy the log to this folder, for the players.")
]
PairNext = Annotated[
    bool, typer.Option("--pair", help="Then pair the next round, if all is in order.")
]


@app.command()
def found(
    plan: Annotated[Path | None, typer.Argument(help="The plan: a YAML file.")] = None,
    *,
    template: Annotated[
        bool, typer.Option("--template", help="Print an example of a plan to edit.")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="With --template: print all that a plan can have.")
    ] = False,
    name: Annotated[
        str | None, typer.Option(help="The name of its log here; default: the plan's file name.")
    ] = None,
    to: Shared = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Start a tournament and become its director.

    pbem writes the log of the tournament, with the terms of every game. With --to, it also copies
    the log to the folder that all share.

    Example: pbem tournament found --template > spring.yaml, edit it, then
    pbem tournament found spring.yaml
    """
    from pbem.client.people import card_of, me
    from pbem.director.directing.handing_out import hand_out
    from pbem.director.office import begin
    from pbem.director.plan import unattended
    from pbem.director.plan.founding import founded, read_plan, warnings
    from pbem.director.plan.founding import template as example

    if full and not template:
        raise FormError("--full works only with --template. Add it, or leave out --full.")
    if template:
        typer.echo(example(full=full), nl=False)
        return
    if plan is None:
        raise FormError(
            "Name the file of a plan. 'pbem tournament found --template' prints one to edit."
        )
    client = open_client()
    read = read_plan(plan)
    handle = me(client, as_)
    identity = Unlocker(client, secret)(handle)
    found_it = founded(client, identity, read)
    path = begin(client, identity, name or plan.stem, found_it)
    if to is not None:
        to = hand_out(path, to)
    if read.unattended is not None:
        unattended.keep(client, handle, path.stem, read.unattended, plan.parent)
    if json:
        say_json({"log": str(path)})
    else:
        say([_founded_words(path, to)])
        say(f"Check the plan: {one}." for one in warnings(read, found_it))
        if read.unattended is not None:
            say([f"Your agent directs {path.stem} as the plan says, while 'pbem agent run' runs."])
    if not json and to is None and not card_of(client, handle).email:
        reported = "Your card has no address. In one room you need none. For mail, set it with"
        say([f"{reported} 'pbem identity email ADDRESS'."])


def _founded_words(log: Path, copy: Path | None) -> str:
    if copy is None:
        return f"Founded the tournament. Mail its log {log} to everybody who may want to play."
    return f"Founded the tournament. Players take its log from {copy}."


@app.command()
def collect(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Signed requests, logs of games, mail, or folders of these; default: the games "
            "here, and received mail."
        ),
    ] = None,
    *,
    mailbox: Annotated[
        bool, typer.Option("--mailbox", help="First, read the mailbox of your agent.")
    ] = False,
    pair_next: PairNext = False,
    yes: Yes = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Collect entries, requests and results.

    pbem imports entries, withdrawals, lots, and the results in the logs of games. With --pair, it
    then pairs the next round, unless a file was refused or a board is open. Before round 1 it asks
    you whether everybody has entered. pbem copies the tournament's log to a folder that you name.

    Example: pbem tournament collect inbox --pair
    """
    from contextlib import ExitStack
    from functools import partial

    from pbem.agent import config, running
    from pbem.client.messages import bundles
    from pbem.client.people import me
    from pbem.director.directing import arrived
    from pbem.director.directing.collecting import collect as take_in
    from pbem.director.directing.collecting import passed_over, taken_back, to_collect

    if mailbox and files:
        raise FormError("Use either --mailbox or files, not both.")
    if json and pair_next:
        raise FormError("Use either --json or --pair, not both.")
    client = open_client()
    handle = me(client, as_)
    if mailbox:
        running.fetch(client, handle, Unlocker(client, secret), partial(typer.echo, err=True))
    with ExitStack() as opened:
        mailed = config.kept_files(client, handle, *bundles.OF_TOURNAMENTS)
        post = opened.enter_context(bundles.unpack(files or mailed, _wanted(), empty=not files))
        # An older log of the tournament, out of a copy, is made whole before it is signed on.
        found = taken_back(client, post, silent=not files)
        office = opened.enter_context(office_of(client, tournament, as_, secret))
        kept, cards = ([], []) if files else _by_mail(client, handle)
        if not files:
            came = [*arrived.of_tournament(office.fold.now.id, client.logs(), kept), *cards]
            post = opened.enter_context(bundles.unpack(came, _wanted(), empty=True))
        there, passed = to_collect(post, files or [], found, office.path)
        with Progress("Collecting", "files") as progress:
            found += take_in(office, client, there, progress)
        found = arrived.settled(found, kept, cards)
        done = [bundles.with_known_names(one, post.names) for one in found]
        done += map(passed_over, passed)
        folders = [path for path in files or () if path.is_dir()]
        say_json(done) if json else _say_collected(client, office, done, folders)
        say(post.wrong)
        good = not (post.wrong or any(one.became in ("refused", "failed") for one in done))
        opened.callback(_hand_out, office, folders, json=json)
        if pair_next:
            _pair_after(office, client, good=good, yes=yes, mailed=not folders)
    if not good:
        raise typer.Exit(1)


def _say_collected(
    client: Client, office: Office, done: list[Collected], folders: list[Path]
) -> None:
    """Print what became of the files, what is missing, and how to end it if no round is left.

    ``folders``: those that were named.
    """
    from datetime import UTC, datetime

    from pbem.director.words.reporting import end_lines, looked_lines

    inbox = str(folders[0]) if folders else ""
    say(looked_lines(client, office, done, datetime.now(UTC), inbox=inbox))
    say(end_lines(office.fold.now))


def _hand_out(office: Office, folders: list[Path], *, json: bool) -> None:
    """Copy the log to the folders that players share with the director.

    This is done even if no round is paired, because what was collected is in the log.
    """
    from pbem.director.directing.handing_out import hand_out

    for folder in folders:
        copy = hand_out(office.path, folder)
        if not json:
            say([f"Players take the tournament's log from {copy}."])


def _by_mail(client: Client, handle: str) -> tuple[list[Path], list[Path]]:
    """Return the requests and the cards that mail brought to somebody's agent."""
    from pbem.agent import config
    from pbem.identity.card import SUFFIX as CARD
    from pbem.tournament.events.words import SUFFIX

    return config.kept_files(client, handle, SUFFIX), config.kept_files(client, handle, CARD)


def _wanted() -> tuple[str, ...]:
    """Return the endings of the files that are collected."""
    from pbem.client.messages import bundles
    from pbem.identity.card import SUFFIX as CARD
    from pbem.tournament.events.words import SUFFIX

    return (".pbem", SUFFIX, CARD, *bundles.OF_TOURNAMENTS)


def _pair_after(
    office: Office, client: Client, *, good: bool, yes: bool, mailed: bool = True
) -> None:
    """Pair the next round after what came was collected, if the director need not look first.

    Before the first round they say whether everybody has entered.
    """
    from pbem.director.words.reporting import end_lines

    if not good:
        raise FormError(
            "pbem paired no round, so that you can look at what was refused. To pair anyway, type "
            "'pbem tournament pair'."
        )
    history = office.fold.now
    if list(end_lines(history)):
        return  # they were printed after what was collected
    if not history.closed:
        entered = [one.handle for one in history.entrants if one.plays(1)]
        names = ", ".join(entered) or "nobody"
        agreed(f"Entered ({len(entered)}): {names}. Close the entries and pair?", yes=yes)
    _pair(office, client, mailed=mailed)


@app.command()
def mail(
    tournament: Name = None,
    *,
    round_: Round = None,
    remind: Annotated[
        bool, typer.Option("--remind", help="Remind everybody who owes a result or a lot.")
    ] = False,
    send: Annotated[
        bool,
        typer.Option(
            "--send",
            help="Let your agent send each mail once, and try again those that it gave up.",
        ),
    ] = False,
    to: ToFolder = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Write the mails of a round.

    Each mail says who plays which side, who opens the game, and which commands to run. It carries
    the tournament's log and the receipts. Before round 1, everybody gets the receipt of their
    entry; after the end, everybody gets the final standings. pbem takes the addresses from the
    cards that came with the entries.

    Example: pbem tournament mail spring --send
    """
    from datetime import UTC, datetime

    from pbem.agent import running
    from pbem.client.people import find_card
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.director.transparency import heads
    from pbem.director.words.letters import Bureau, posted_lines, write
    from pbem.log.file import read_events

    if send and to is not None:
        raise FormError("Use either --send or --to, not both.")
    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        found, events = office.fold.now.found, list(read_events(office.path))
        signed = heads.signed(client, office.identity, found, events)
        bureau = Bureau(client, office.fold, events, office.path.stem, signed)
        post = bureau.post(round_, remind=today_utc() if remind else None)
    me, now = office.identity.handle, datetime.now(UTC)
    card = find_card(client, me)
    files: list[Path] = []
    new = 0
    if send:
        new = running.post(client, me, post.letters, now)
    else:
        sender = (me, None if card is None else card.email)
        files = write(post.letters, sender, to or Path(), now)
    if json:
        written = [str(path) for path in files]
        say_json({"files": written, "posted": new, "without": post.without, "failed": post.failed})
    else:
        say(posted_lines(post, files, new, send=send))
    if post.without or post.failed:
        raise typer.Exit(1)


def office_of(
    client: Client, name: str | None, as_: str | None, secret: Path | None
) -> AbstractContextManager[Office]:
    """Return the tournament that the user directs, to write on.

    ``name``: that of its log; None: the only one.

    Raises:
        NotYourPen: Somebody else directs it.
    """
    from pbem.client.people import key_among, me
    from pbem.client.storage import tournaments
    from pbem.director.office import check_director, directing, directors

    path = tournaments.find(client, name)
    handle = me(client, as_)
    fold = tournaments.read_here(client, path)
    check_director(fold, handle)
    return directing(
        client, path, Unlocker(client, secret)(key_among(client, handle, directors(fold)))
    )


@app.command()
def pair(
    tournament: Name = None,
    *,
    round_: Annotated[
        int | None,
        typer.Option("--round", help="Pair this round. A second time, nothing changes.", min=1),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Pair all rounds, if no pairing depends on a result.")
    ] = False,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Pair the next round.

    Before round 1, this closes the entries and draws the lots. Without --round or --all, pbem pairs
    the next round once each board of the last round is decided.

    Example: pbem tournament pair spring --round 2
    """
    from pbem.tournament.events.term_kinds import LAID_OUT

    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        if every and not isinstance(office.fold.now.found.format, LAID_OUT):
            raise FormError(
                "--all works only for round robins, groups, tables and solo games by score. The "
                "pairings of this tournament depend on results: leave out --all."
            )
        if every and round_ is not None:
            raise FormError("Use either --all or --round, not both.")
        _pair(office, client, round_=round_, every=every, json=json)


def _pair(
    office: Office,
    client: Client,
    *,
    round_: int | None = None,
    every: bool = False,
    json: bool = False,
    mailed: bool = True,
) -> None:
    from pbem.director.directing.acts import pair as pair_round
    from pbem.director.words.reporting import handing_words, round_lines, show_lines, who_begins

    rounds = pair_round(office, client, round_=round_, every=every)
    if json:
        say_json({"rounds": rounds, "log": str(office.path)})
        return
    if not rounds and not office.fold.now.rounds:
        say(["The lots are drawn and the order stands. Players can challenge now."])
        say(show_lines(office.fold, library=client.library))
    elif not rounds and round_ is not None:
        say([f"Round {round_} was already paired."])
        rounds = [round_]
    for number in rounds:
        say(round_lines(office.fold.now, number, client.library))
    how = [handing_words(client, office)] if mailed else []
    what = "it" if how else "the log"
    say([" ".join([*how, f"Each takes {what}, {who_begins(office.fold.now)}."])])


@app.command()
def change(
    plan: Annotated[Path, typer.Argument(help="The changed plan: a YAML file.")],
    *,
    since: From,
    why: Why,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Change rounds that are not paired yet.

    You can change the game and the number of rounds. Edit these in the plan with which you founded
    the tournament, and leave all else as it was.

    Example: pbem tournament change spring.yaml --from 3 --why "two weeks for an answer"
    """
    from pbem.director.directing.acts import change as change_it
    from pbem.director.plan.founding import founded, read_plan
    from pbem.director.words.reporting import handing_words, word_lines

    client = open_client()
    read = read_plan(plan)
    with office_of(client, tournament, as_, secret) as office:
        change_it(office, founded(client, office.identity, read), since, why)
        say(word_lines(office.fold.now))
        say([handing_words(client, office)])


@app.command()
def due(
    until: Annotated[
        str, typer.Argument(help="The day, as 2026-12-06; with a time, as 2026-12-06T20:00.")
    ],
    *,
    round_: Annotated[int | None, typer.Option("--round", help="The round.", min=1)] = None,
    entries: Annotated[
        bool, typer.Option("--entries", help="Until when people should enter.")
    ] = False,
    zone: Annotated[str, typer.Option(help="The time zone, as Europe/Berlin.")] = "UTC",
    then: Annotated[
        str, typer.Option(help="Either remind, or adjudicate: you decide games that are open then.")
    ] = "remind",
    why: Annotated[
        str | None, typer.Option(help="The reason, if there is a deadline already.")
    ] = None,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Set the deadline of a round, or of entries.

    A day without a time ends at 23:59. pbem never decides a game: after the deadline, you remind
    or rule. The deadline of a paired round can only be moved to later. Entries stay open until you
    pair round 1.

    Example: pbem tournament due 2026-12-06 --round 3 --zone Europe/Berlin --then adjudicate
    """
    from typing import get_args

    from pbem.director.directing import acts
    from pbem.director.words.reporting import deadline_words, handing_words
    from pbem.tournament.events import kinds
    from pbem.tournament.events.plain_kinds import Then

    if entries == (round_ is not None):
        raise FormError("Name one: --round with its number, or --entries.")

    if then not in get_args(Then):
        raise FormError(f"--then cannot be {then}. Use one of these: {', '.join(get_args(Then))}.")
    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        meant: Then = "remind" if then == "remind" else "adjudicate"
        made: kinds.Entries
        if round_ is None:
            made = acts.entries(office, until, zone, why=why)
        else:
            made = acts.due(office, round_, until, zone, then=meant, why=why)
        say([deadline_words(made), handing_words(client, office)])


@app.command()
def attend(
    plan: Annotated[
        Path | None, typer.Argument(help="A plan with your wishes under 'unattended:'.")
    ] = None,
    *,
    stop: Annotated[
        bool, typer.Option("--stop", help="From now on, direct this tournament yourself.")
    ] = False,
    tournament: For = None,
    as_: As = None,
) -> None:
    """Let your agent direct a tournament.

    The agent collects, pairs, sets deadlines, reminds, mails, publishes and closes, as the plan
    says under 'unattended:'. It reports to you what only a person decides: rulings, appeals,
    entries of people without a card. Without a plan, pbem prints what the agent does now.

    Example: pbem tournament attend spring.yaml --for spring, then pbem agent run
    """
    from pbem.client.people import me
    from pbem.client.storage import tournaments
    from pbem.director.office import require_director
    from pbem.director.plan import unattended
    from pbem.director.plan.founding import read_plan
    from pbem.director.words.reporting import wishes_lines

    if stop and plan is not None:
        raise FormError("Use either a plan or --stop, not both.")
    client = open_client()
    handle, path = me(client, as_), tournaments.find(client, tournament)
    require_director(tournaments.read_here(client, path), handle)
    place = unattended.place(client, handle, path.stem)
    if stop:
        there = unattended.stop(client, handle, path.stem)
        say([f"You direct {path.stem} yourself{' again' if there else ', as before'}."])
        return
    if plan is not None:
        wishes = read_plan(plan).unattended
        if wishes is None:
            raise FormError(
                f"{plan} has no 'unattended:'. 'pbem tournament found --template --full' "
                "shows how to write it."
            )
        unattended.keep(client, handle, path.stem, wishes, plan.parent)
    say(wishes_lines(path.stem, unattended.read(place) if place.exists() else None))


@app.command()
def out(
    handle: Annotated[str, typer.Argument(help="The player to put out.")],
    *,
    why: Why,
    forfeits: Annotated[
        bool, typer.Option("--forfeits", help="Also decide their open boards as forfeits.")
    ] = False,
    yes: Yes = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Put a player out of the tournament.

    The player does not have to agree, and is out from the next paired round. pbem names each of
    their open boards, with the command to rule on it. With --forfeits, pbem asks you once, then
    decides all their boards of two as forfeits.

    Example: pbem tournament out bob --why "three weeks without an answer"
    """
    from pbem.director.directing.acts import forfeit_open, put_out
    from pbem.director.words.reporting import board_words, open_board_lines, who_meets

    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        who = office.fold.now.by_handle(handle)
        boards = [] if who is None else office.fold.now.open_boards(who.number)
        if forfeits and boards:
            named = ", ".join(map(str, boards))
            agreed(f"{handle} forfeits {named}. Put {handle} out?", yes=yes)
        put_out(office, handle, why)
        say([f"{handle} is out of the tournament."])
        for at in forfeit_open(office, handle, why) if forfeits else ():
            history = office.fold.now
            say([f"{at}, {who_meets(history, at)}: {board_words(history, at)}"])
        if (left := office.fold.now.by_handle(handle)) is not None:
            say(open_board_lines(office.fold.now, left.number, why))


@app.command()
def close(
    tournament: Name = None,
    *,
    to: Shared = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Close a tournament.

    pbem writes the final standings into the log. With --to, it also copies the log to the folder
    that all share.

    Example: pbem tournament close spring --to inbox
    """
    from pbem.director.directing.acts import close as close_it
    from pbem.director.directing.handing_out import hand_out
    from pbem.director.words.reporting import show_lines

    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        close_it(office)
        if to is not None:
            hand_out(office.path, to)
        say(show_lines(office.fold, library=client.library))

"""What the director of a tournament types: founded, collected, mailed, paired, changed, closed."""

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
    open_desk,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.tournament import For, From, Name, Round
from pbem.errors import FormError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from pbem.desk.desk import Desk
    from pbem.director.office import Office

app = Shell("What the director of a tournament does.")

Why = Annotated[str, typer.Option(help="The reason, which everybody reads.")]


@app.command()
def found(
    plan: Annotated[Path | None, typer.Argument(help="The plan, a YAML file.")] = None,
    *,
    template: Annotated[bool, typer.Option("--template", help="Print a plan to change.")] = False,
    name: Annotated[
        str | None, typer.Option(help="What it is called here; default: the plan's name.")
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Found a tournament: write its log, with the terms of every game. You direct it.

    Example: pbem tournament found --template > spring.yaml, change it, then
    pbem tournament found spring.yaml
    """
    from pbem.desk.people import card_of, me
    from pbem.director.office import begin
    from pbem.director.plan.founding import TEMPLATE, founded, read_plan, warnings

    if template:
        typer.echo(TEMPLATE, nl=False)
        return
    if plan is None:
        raise FormError("which plan? Name its file; --template prints one to change")
    desk = open_desk()
    read = read_plan(plan)
    handle = me(desk, as_)
    identity = Unlocker(desk, secret)(handle)
    path = begin(desk, identity, name or plan.stem, founded(desk, identity, read))
    if json:
        say_json({"log": str(path)})
    else:
        say([f"{path} is its log: mail it to whoever may want to play."])
        say(f"Look at the plan: {one}." for one in warnings(read))
    if not json and not card_of(desk, handle).email:
        told = "Your own card names NO ADDRESS, so your mails say none to answer to: "
        say([f"{told}'pbem identity email ADDRESS' sets it."])


@app.command()
def collect(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Words, logs of games, mail, folders. Default: games here, and what mail brought."
        ),
    ] = None,
    *,
    mailbox: Annotated[
        bool, typer.Option("--mailbox", help="First read the mailbox of your agent.")
    ] = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Take in what came: entries, withdrawals, lots, and the logs of games with their results.

    Example: pbem tournament collect inbox --for spring
    """
    from contextlib import ExitStack

    from pbem.agent import running
    from pbem.desk.people import me
    from pbem.desk.post import bundles
    from pbem.director.directing.arrived import let_go, of_tournament
    from pbem.director.directing.collecting import collect as take_in
    from pbem.director.directing.collecting import passed_over, taken_back, to_collect
    from pbem.director.words.telling import collected_lines, missing_lines
    from pbem.identity.card import SUFFIX as CARD
    from pbem.tournament.events.words import SUFFIX

    if mailbox and files:
        raise FormError("say --mailbox or name files, not both")
    desk = open_desk()
    handle = me(desk, as_)
    if mailbox:
        running.fetch(desk, handle, Unlocker(desk, secret), lambda text: typer.echo(text, err=True))
    wanted = (".pbem", SUFFIX, CARD, *bundles.OF_TOURNAMENTS)
    with ExitStack() as opened:
        kept: list[Path] = []
        cards: list[Path] = []
        mailed = running.kept_files(desk, handle, *bundles.OF_TOURNAMENTS)
        post = opened.enter_context(bundles.unpack(files or mailed, wanted, empty=not files))
        # An older log of the tournament, out of a copy, is made whole before it is signed on.
        told = taken_back(desk, post, silent=not files)
        office = opened.enter_context(office_of(desk, tournament, as_, secret))
        if not files:
            kept = running.kept_files(desk, handle, SUFFIX)
            cards = running.kept_files(desk, handle, CARD)
            came = [*of_tournament(office.fold.now.id, desk.logs(), kept), *cards]
            post = opened.enter_context(bundles.unpack(came, wanted, empty=True))
        with Progress("Collecting", "files") as progress:
            there, passed = to_collect(post, files or [], told)
            told += take_in(office, desk, there, progress)
            # A card that mail brought may be for something else: it lies there for that.
            others = {str(path) for path in cards}
            told = [one for one in told if one.became != "refused" or one.file not in others]
            let_go(told, [*kept, *cards])
            done = [bundles.with_known_names(one, post.names) for one in told]
            done += map(passed_over, passed)
        missing = list(missing_lines(office.fold.now))
    say_json(done) if json else say([*collected_lines(done), *missing])
    if any(one.became in ("refused", "failed") for one in done) or post.wrong:
        say(post.wrong)
        raise typer.Exit(1)


@app.command()
def mail(
    tournament: Name = None,
    *,
    round_: Round = None,
    remind: Annotated[
        bool, typer.Option("--remind", help="Remind those whose results, or lots, are owed.")
    ] = False,
    send: Annotated[
        bool,
        typer.Option("--send", help="Let your agent send them, each once; what it gave up, anew."),
    ] = False,
    to: ToFolder = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Write to each pair of a round: who plays what, who opens, what to run; the log, receipts.

    Before the first round everybody gets the receipt of their entry, after the end the final order.
    Addresses are those of the cards that came with the entries.

    Example: pbem tournament mail spring --send
    """
    from datetime import UTC, datetime

    from pbem.agent import running
    from pbem.desk.people import find_card
    from pbem.desk.umpire.timekeeping import today_utc
    from pbem.director.transparency import heads
    from pbem.director.words.letters import Bureau, posted_lines, write
    from pbem.log.file import read_events

    if send and to is not None:
        raise FormError("say --send or --to, not both")
    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        found, events = office.fold.now.found, list(read_events(office.path))
        signed = heads.signed(desk, office.identity, found, events)
        bureau = Bureau(desk, office.fold, events, office.path.stem, signed)
        post = bureau.post(round_, remind=today_utc() if remind else None)
    me, now = office.identity.handle, datetime.now(UTC)
    card = find_card(desk, me)
    files: list[Path] = []
    new = 0
    if send:
        new = running.post(desk, me, post.letters, now)
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
    desk: Desk, name: str | None, as_: str | None, secret: Path | None
) -> AbstractContextManager[Office]:
    """Return the tournament that one directs, to be written on; raises NotYourPen for others."""
    from pbem.desk.people import key_among, me
    from pbem.desk.shelf import tournaments
    from pbem.director.office import check_director, directing, directors

    path = tournaments.find(desk, name)
    handle = me(desk, as_)
    fold = tournaments.read_here(desk, path)
    check_director(fold, handle)
    return directing(desk, path, Unlocker(desk, secret)(key_among(desk, handle, directors(fold))))


@app.command()
def pair(
    tournament: Name = None,
    *,
    round_: Annotated[
        int | None,
        typer.Option("--round", help="This round, once: typed again it changes nothing.", min=1),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All rounds of what waits for no result.")
    ] = False,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Pair the next round. Before the first the entries are closed and lots drawn.

    Without --round or --all the next one is paired when each board of the last is decided.

    Example: pbem tournament pair spring --round 2
    """
    from pbem.director.directing.acts import pair as pair_round
    from pbem.director.words.telling import round_lines, show_lines, who_begins
    from pbem.tournament.events.term_kinds import LAID_OUT

    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        if every and not isinstance(office.fold.now.found.format, LAID_OUT):
            raise FormError(
                "--all is for a round robin, groups, tables and games by score: others are paired "
                "by their results"
            )
        if every and round_ is not None:
            raise FormError("say --all or --round, not both")
        rounds = pair_round(office, desk, round_=round_, every=every)
        if json:
            say_json({"rounds": rounds, "log": str(office.path)})
            return
        if not rounds and not office.fold.now.rounds:
            say(["The lots are drawn, and all stand in order: now they can challenge."])
            say(show_lines(office.fold))
        elif not rounds and round_ is not None:
            say([f"Round {round_} is paired already."])
            rounds = [round_]
        for number in rounds:
            say(round_lines(office.fold.now, number))
        say([f"Mail {office.path} to everybody: each takes it, {who_begins(office.fold.now)}."])


@app.command()
def change(
    plan: Annotated[Path, typer.Argument(help="The plan as it is now, a YAML file.")],
    *,
    since: From,
    why: Why,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Change the game, or the number of rounds, for rounds that are not paired yet.

    Change the plan that you founded it by; what else stands there has to be as it was.

    Example: pbem tournament change spring.yaml --from 3 --why "two weeks for an answer"
    """
    from pbem.director.directing.acts import change as change_it
    from pbem.director.plan.founding import founded, read_plan
    from pbem.director.words.telling import word_lines

    desk = open_desk()
    read = read_plan(plan)
    with office_of(desk, tournament, as_, secret) as office:
        change_it(office, founded(desk, office.identity, read), since, why)
        say(word_lines(office.fold.now))
        say([f"Mail {office.path} to everybody."])


@app.command()
def out(
    handle: Annotated[str, typer.Argument(help="Whom.")],
    *,
    why: Why,
    forfeits: Annotated[
        bool, typer.Option("--forfeits", help="Decide their open boards as forfeits too.")
    ] = False,
    yes: Yes = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Take an entrant out without their word, from the next round that is paired.

    Boards of theirs that are open wait for your ruling: each is named, with the command for it.
    With --forfeits you are asked once, and all boards of two are decided so.

    Example: pbem tournament out bob --why "three weeks without an answer"
    """
    from pbem.director.directing.acts import forfeit_open, put_out
    from pbem.director.words.telling import board_words, open_board_lines, who_meets

    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        who = office.fold.now.by_handle(handle)
        boards = [] if who is None else office.fold.now.open_boards(who.number)
        if forfeits and boards:
            named = ", ".join(map(str, boards))
            agreed(f"{handle} loses by forfeit: {named}. Put {handle} out?", yes=yes)
        put_out(office, handle, why)
        say([f"{handle} plays no longer."])
        for at in forfeit_open(office, handle, why) if forfeits else ():
            history = office.fold.now
            say([f"{at}, {who_meets(history, at)}: {board_words(history, at)}"])
        if (left := office.fold.now.by_handle(handle)) is not None:
            say(open_board_lines(office.fold.now, left.number, why))


@app.command()
def close(tournament: Name = None, *, as_: As = None, secret: Secret = None) -> None:
    """Close a tournament with its final order.

    Example: pbem tournament close spring
    """
    from pbem.director.directing.acts import close as close_it
    from pbem.director.words.telling import show_lines

    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        close_it(office)
        say(show_lines(office.fold))

"""Tournaments: founded, entered, paired, collected, ruled on, shown, and recomputed by anybody."""

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
from pbem.commands.terminal import Progress
from pbem.errors import FormError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbem.desk.desk import Desk
    from pbem.identity.identity import Identity

tournament_app = Shell("Tournaments that anybody can recompute from their files.")

Name = Annotated[
    str | None,
    typer.Argument(
        help="The tournament: its name, or a file. Not needed if there is only one.",
        show_default=False,
    ),
]
Round = Annotated[int | None, typer.Option("--round", help="The round: the last.", min=1)]
From = Annotated[int, typer.Option("--from", help="From which round on.", min=1)]


def _me(desk: Desk, as_: str | None, secret: Path | None) -> Identity:
    from pbem.desk.people import me

    return Unlocker(desk, secret)(me(desk, as_))


@tournament_app.command()
def found(
    plan: Annotated[Path | None, typer.Argument(help="The plan, a YAML file.")] = None,
    *,
    template: Annotated[bool, typer.Option("--template", help="Print a plan to change.")] = False,
    name: Annotated[
        str | None, typer.Option(help="What it is called here: the plan's name.")
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Found a tournament: write its log, with the terms of every game. You direct it.

    Example: pbem tournament found --template > spring.yaml, change it, then
    pbem tournament found spring.yaml
    """
    from pbem.director.founding import TEMPLATE, founded, read_plan
    from pbem.director.office import begin

    if template:
        typer.echo(TEMPLATE, nl=False)
        return
    if plan is None:
        raise FormError("which plan? Name its file; --template prints one to change")
    desk = open_desk()
    read = read_plan(plan)
    identity = _me(desk, as_, secret)
    path = begin(desk, identity, name or plan.stem, founded(desk, identity, read))
    if json:
        say_json({"log": str(path)})
    else:
        say([f"{path} is its log: mail it to whoever may want to play."])


@tournament_app.command()
def take(
    file: Annotated[Path, typer.Argument(help="The log of a tournament that came by mail.")],
    *,
    name: Annotated[str | None, typer.Option(help="What you call it here.")] = None,
    json: Json = False,
) -> None:
    """Take in the log of a tournament, or a newer one: checked, and held against the one here.

    Example: pbem tournament take spring.tournament
    """
    from pbem.director.playing import take as take_log

    path, new = take_log(open_desk(), file, name)
    if json:
        say_json({"log": str(path), "new": new})
    else:
        say([f"{path}: {new} events are new." if new else f"{path} has all of it already."])


def _say_word(
    what: Any, name: str | None, to: Path | None, as_: str | None, secret: Path | None, **more: Any
) -> None:
    from pbem.desk.shelf import tournaments
    from pbem.director.playing import word, write_word

    desk = open_desk()
    path = tournaments.find(desk, name)
    fold = tournaments.read_here(desk, path)
    made = word(fold, _me(desk, as_, secret), what, **more)
    file = write_word(made, path.stem, to)
    say([f"{file} is written: mail it to {fold.now.found.director.handle}, the director."])


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
    _say_word("enter", tournament, to, as_, secret, from_=from_, rating=rating)


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
def keep(tournament: Name = None, *, to: To = None, as_: As = None, secret: Secret = None) -> None:
    """Write that you keep lots: then the director cannot choose them alone.

    Example: pbem tournament keep spring
    """
    _say_word("keep", tournament, to, as_, secret)


@tournament_app.command()
def lot(tournament: Name = None, *, to: To = None, as_: As = None, secret: Secret = None) -> None:
    """Write the lot that you owe as a keeper, once the entries are closed.

    Example: pbem tournament lot spring
    """
    from pbem.desk.shelf import tournaments
    from pbem.director.playing import lot_word, write_word

    desk = open_desk()
    path = tournaments.find(desk, tournament)
    made = lot_word(desk, tournaments.read_here(desk, path), _me(desk, as_, secret))
    say([f"{write_word(made, path.stem, to)} is written: mail it to the director."])


@tournament_app.command(name="open")
def open_(
    tournament: Name = None, *, as_: As = None, secret: Secret = None, json: Json = False
) -> None:
    """Open the games that are yours to open, exactly as the tournament has it.

    Example: pbem tournament take spring.tournament, then pbem tournament open spring
    """
    from pbem.desk.shelf import tournaments
    from pbem.director.playing import open_board

    desk = open_desk()
    path = tournaments.find(desk, tournament)
    fold = tournaments.read_here(desk, path)
    for done in open_board(desk, _me(desk, as_, secret), path.stem, fold):
        say_done(done, json)


@tournament_app.command()
def collect(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Words, logs of games, mail, folders of these. Default: your games."),
    ] = None,
    *,
    tournament: Annotated[str | None, typer.Option("--for", help="Which tournament.")] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Take in what came: entries, withdrawals, lots, and the logs of games with their results.

    Example: pbem tournament collect inbox --for spring
    """
    from pbem.desk.post import bundles
    from pbem.director.acts import collect as take_in
    from pbem.director.telling import collected_lines
    from pbem.tournament.words import SUFFIX

    desk = open_desk()
    with (
        _office(desk, tournament, as_, secret) as office,
        bundles.unpack(files or [desk.games], (".pbem", SUFFIX)) as post,
        Progress("Collecting", "files") as progress,
    ):
        done = bundles.with_known_names(take_in(office, desk, post.files, progress), post.names)
    say_json(done) if json else say(collected_lines(done))
    if any(one.became == "refused" for one in done) or post.wrong:
        say(post.wrong)
        raise typer.Exit(1)


def _office(desk: Desk, name: str | None, as_: str | None, secret: Path | None) -> Any:
    from pbem.desk.people import me
    from pbem.desk.shelf import tournaments
    from pbem.director.office import check_director, directing

    path = tournaments.find(desk, name)
    handle = me(desk, as_)
    check_director(tournaments.read_here(desk, path), handle)
    return directing(desk, path, Unlocker(desk, secret)(handle))


@tournament_app.command()
def pair(
    tournament: Name = None,
    *,
    round_: Annotated[
        int | None,
        typer.Option("--round", help="This round, once: typed again it changes nothing.", min=1),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All rounds of a round robin, of groups.")
    ] = False,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Pair the next round. Before the first the entries are closed and lots drawn.

    Without --round or --all the next one is paired when each board of the last is decided.

    Example: pbem tournament pair spring --round 2
    """
    from pbem.director.acts import pair as pair_round
    from pbem.director.telling import round_lines
    from pbem.tournament.kinds import Groups, RoundRobin

    desk = open_desk()
    with _office(desk, tournament, as_, secret) as office:
        if every and not isinstance(office.fold.now.found.format, RoundRobin | Groups):
            raise FormError(
                "--all is for a round robin and groups: others are paired by their results"
            )
        if every and round_ is not None:
            raise FormError("say --all or --round, not both")
        rounds = pair_round(office, desk, round_=round_, every=every)
        if json:
            say_json({"rounds": rounds, "log": str(office.path)})
            return
        if not rounds and round_ is not None:
            say([f"Round {round_} is paired already."])
            rounds = [round_]
        for number in rounds:
            say(round_lines(office.fold.now, number))
        say([f"Mail {office.path} to everybody: each takes it, and the first of a pair opens."])


@tournament_app.command()
def rule(
    board: Annotated[int, typer.Argument(help="The number of the board in its round.", min=1)],
    outcome: Annotated[str, typer.Argument(help="Who wins: a handle, 'draw' or 'none'.")],
    *,
    why: Annotated[str, typer.Option(help="The reason, which everybody reads.")],
    round_: Round = None,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="It counts as not played: no adjudication.")
    ] = False,
    tournament: Annotated[str | None, typer.Option("--for", help="Which tournament.")] = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Decide a board that no log decides: a forfeit, an adjudication, an appeal that you grant.

    Example: pbem tournament rule 2 ann --forfeit --why "bob never answered"
    """
    from pbem.director.acts import rule as rule_on
    from pbem.director.telling import board_words
    from pbem.tournament.history import BoardOf

    desk = open_desk()
    with _office(desk, tournament, as_, secret) as office:
        history = office.fold.now
        at = BoardOf(round_ or len(history.rounds), board)
        if not history.has(at):
            raise FormError(f"there is no {at}: 'pbem tournament show' lists the boards")
        first, second = (one.handle for one in history.pair_of(at))
        known = {first: "first", second: "second", "draw": "draw", "none": "none"}
        if outcome not in known:
            raise FormError(f"who wins {at}? One of {', '.join(known)}")
        rule_on(office, at, known[outcome], why, played=not forfeit)  # type: ignore[arg-type]
        say([f"{at}, {first} - {second}: {board_words(history, at)}"])


@tournament_app.command()
def dismiss(
    board: Annotated[int, typer.Argument(help="The number of the board in its round.", min=1)],
    handle: Annotated[str, typer.Argument(help="Who appealed.")],
    *,
    why: Annotated[str, typer.Option(help="The reason, which everybody reads.")],
    round_: Round = None,
    tournament: Annotated[str | None, typer.Option("--for", help="Which tournament.")] = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Answer an appeal that you do not grant: what was decided stands. One you grant is a rule.

    Example: pbem tournament dismiss 2 bob --round 1 --why "his answer came a week late"
    """
    from pbem.director.acts import dismiss as dismiss_it
    from pbem.director.telling import board_words
    from pbem.tournament.history import BoardOf

    desk = open_desk()
    with _office(desk, tournament, as_, secret) as office:
        history = office.fold.now
        at = BoardOf(round_ or len(history.rounds), board)
        dismiss_it(office, at, handle, why)
        say([f"The appeal of {handle} is dismissed, {at} stands: {board_words(history, at)}"])


@tournament_app.command()
def out(
    handle: Annotated[str, typer.Argument(help="Whom.")],
    *,
    why: Annotated[str, typer.Option(help="The reason, which everybody reads.")],
    tournament: Annotated[str | None, typer.Option("--for", help="Which tournament.")] = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Take an entrant out without his word, from the next round that is paired.

    Example: pbem tournament out bob --why "three weeks without an answer"
    """
    from pbem.director.acts import put_out

    desk = open_desk()
    with _office(desk, tournament, as_, secret) as office:
        put_out(office, handle, why)
    say([f"{handle} plays no longer."])


@tournament_app.command()
def close(tournament: Name = None, *, as_: As = None, secret: Secret = None) -> None:
    """Close a tournament with its final order.

    Example: pbem tournament close spring
    """
    from pbem.director.acts import close as close_it
    from pbem.director.telling import show_lines

    desk = open_desk()
    with _office(desk, tournament, as_, secret) as office:
        close_it(office)
        say(show_lines(office.fold))


@tournament_app.command()
def show(tournament: Name = None, *, round_: Round = None, json: Json = False) -> None:
    """Show a tournament: the last round, who owes what, the standings.

    Example: pbem tournament show spring
    """
    from pbem.desk.shelf import tournaments
    from pbem.director.telling import show_lines
    from pbem.tournament.standings import standings

    desk = open_desk()
    fold = tournaments.read_here(desk, tournaments.find(desk, tournament))
    say_json(standings(fold.now)) if json else say(show_lines(fold, round_))


@tournament_app.command()
def export(
    tournament: Name = None,
    *,
    form: Annotated[str, typer.Option(help="trf, csv or report.")] = "trf",
    to: To = None,
) -> None:
    """Write a tournament for other programs (TRF, CSV) or a club (the report).

    Example: pbem tournament export spring --form csv
    """
    from pbem.desk.output_files import place
    from pbem.desk.shelf import tournaments
    from pbem.log.disk import explaining, write_synced
    from pbem.tournament.exchange import FORMS

    if form not in FORMS:
        raise FormError(f"--form {form}: one of {', '.join(FORMS)}")
    desk = open_desk()
    log = tournaments.find(desk, tournament)
    write, ending = FORMS[form]
    text = write(tournaments.read_here(desk, log).now)
    path = place(to, f"{log.stem}{ending}")
    with explaining(path, "Writing"):
        write_synced(path, text.encode())
    say([f"{path} is written."])


@tournament_app.command()
def publish(
    folder: Annotated[Path, typer.Argument(help="Where the pages go; it is made if missing.")],
    games: Annotated[
        list[Path] | None, typer.Argument(help="Logs of its games, mail, folders of these.")
    ] = None,
    *,
    tournament: Annotated[str | None, typer.Option("--for", help="Which tournament.")] = None,
    json: Json = False,
) -> None:
    """Write a tournament as pages for anybody's browser, without script, with its log.

    Example: pbem tournament publish pages inbox --for spring
    """
    from pbem.desk.shelf import tournaments
    from pbem.director.publishing import publish as write_pages

    desk = open_desk()
    log = _no_practice(tournaments.find(desk, tournament))
    fold = tournaments.read_here(desk, log)
    with _unpacked(games) as files:
        written, left = write_pages(fold, log, folder, files)
    if json:
        say_json({"files": [str(path) for path in written], "left": left})
    else:
        say([*(f"not published: {one}" for one in left), f"{folder / 'index.html'} is written."])


@tournament_app.command()
def verify(
    log: Annotated[str, typer.Argument(help="The tournament's log: a file, or its name.")],
    games: Annotated[
        list[Path] | None, typer.Argument(help="Logs of its games, mail, folders of these.")
    ] = None,
    *,
    json: Json = False,
) -> None:
    """Recompute a tournament from files: every pairing, every result, the order.

    Example: pbem tournament verify spring.tournament games
    """
    from pbem.audit.report import to_json
    from pbem.desk.shelf import tournaments
    from pbem.director.judging import verify as recompute
    from pbem.director.telling import report_lines

    desk = open_desk()
    path = _no_practice(tournaments.find(desk, log))
    with _unpacked(games) as files, Progress("Recomputing", "games") as progress:
        report = recompute(path, files, desk.library, progress)
    ties = list(report.standings[0].ties) if report.standings else []
    typer.echo(to_json(report)) if json else say(report_lines(report, ties))
    if not report.ok:
        raise typer.Exit(1)


def _no_practice(log: Path) -> Path:
    from pbem.log.practice_mark import is_practice

    if is_practice(log):
        raise FormError("this is no tournament's log")  # the shell says what it is
    return log


def _unpacked(paths: list[Path] | None) -> Any:
    from contextlib import contextmanager

    @contextmanager
    def files() -> Iterator[list[Path]]:
        from pbem.desk.post import bundles

        if not paths:
            yield []
            return
        with bundles.unpack(paths) as post:
            yield post.files

    return files()

"""Judging logs, and the numbered cases of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.shared import (
    Json,
    Packs,
    Width,
    named_log,
    open_desk,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.crypto.text import escape
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.desk.desk import Desk

app = Shell("Judging logs.")


def _library() -> Any:
    """Return the rules and packs of this desk; every process of a pool makes its own."""
    return open_desk().library


def _far_library(desk: Desk, scheduler: str | None) -> Any:
    """Return what makes rules and packs of this desk elsewhere, where nothing of it is at hand."""
    from functools import partial

    from pbem.audit.workers import check_here
    from pbem.desk.shelf.packs import library_of, packs_here

    if scheduler is not None:
        check_here()
    return partial(library_of, packs_here(desk))


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
    scheduler: Annotated[
        str | None,
        typer.Option(
            help="For thousands of logs: a Dask scheduler, as tcp://HOST:8786, whose workers verify"
            " them. These must be machines of yours."
        ),
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(help="Where to write the proof if somebody forked.")
    ] = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Verify logs that anybody gave you: every signature, every die, every order.

    Says who kept the dice, whether the result counts, and what is wrong, whose fault it is as far
    as the log proves it, and what is still good before. Two logs of one game are compared: whoever
    signed two different events on one predecessor is proven to have done so, in a file.

    Example: pbem verify game.pbem --card alice.card --card bob.card
    """
    from pbem.audit import judging, report
    from pbem.desk.post import bundles

    desk = open_desk(pack)
    make_library = _library if scheduler is None and not pack else _far_library(desk, scheduler)
    paths, absent = _named_files(desk, files)
    cards = judging.read_cards(card or [])
    with bundles.unpack(paths, bundles.OURS) as post, Progress("Verifying") as progress:
        wish = judging.JudgeOptions(
            level=level,
            cards=cards,
            book=_cards_here(desk),
            processes=processes,
            scheduler=scheduler,
            proof=proof,
            absent=absent,
            passed=post.passed,
            unread=post.wrong,
        )
        judged = bundles.with_known_names(
            judging.judge(post.files, make_library, wish, progress), post.names
        )
    if json:
        typer.echo(report.to_json(judged))
    else:
        say(judging.lines(judged))
    if not judged.ok:
        raise typer.Exit(1)


def _named_files(desk: Desk, names: list[str] | None) -> tuple[list[Path], dict[Path, str]]:
    """Return the files or games of these names, and of several those that are neither, with why."""
    from pbem.desk.desk import NotFound
    from pbem.desk.input_files import found
    from pbem.desk.shelf.find import find_log

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


def _cards_here(desk: Desk) -> list[Any]:
    """Return the cards at this desk, those that were replaced last."""
    from pbem.desk import people
    from pbem.items import Items, told

    items = Items()
    found = people.all_cards(desk, items) if desk.folder.is_dir() else []
    for one in items.failed:
        desk.tell(told(one))
    return found


@app.command()
def compare(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Copies of a game, any number: logs, parts of logs, forks, heads, saved mail, "
            "folders of these."
        ),
    ],
    *,
    proof: Annotated[
        Path | None, typer.Option(help="Where to write the proof if somebody forked.")
    ] = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Compare any number of copies of a game as one tree.

    What is common, where they part, who signed each side, and field by field what differs: which
    line of a list, which die. What each copy lacks, and which is the newest. Who forked is told,
    and what proves it. Copies of several games are compared game by game. Nothing is written but
    what --proof names. The exit code is 0 if no copies part and every event is good.

    Example: pbem compare from-ann.pbem from-bob.eml inbox/
    """
    from pbem.audit import copies_words, report
    from pbem.audit.copies import compare_copies
    from pbem.desk.input_files import found as there
    from pbem.desk.post import bundles
    from pbem.log.fork import keep_fork

    desk = open_desk(pack)
    with bundles.unpack(list(map(there, files)), bundles.OURS) as post, Progress("Comparing"):
        compared = compare_copies(
            post.files, desk.library, post.names, unread=post.wrong, passed=post.passed
        )
    if json:
        typer.echo(report.to_json(compared.found))
    else:
        say(copies_words.lines(compared.found))
    if proof is not None:
        for number, fork in enumerate(compared.forks, 1):
            to = proof if number == 1 else proof.with_name(f"{proof.stem}-{number}{proof.suffix}")
            kept = keep_fork(to, fork)
            if not json:
                typer.echo(f"The proof of {fork.a.by}'s fork stands in {escape(str(kept))}.")
    if not compared.found.ok:
        raise typer.Exit(1)


@app.command()
def explain(
    words: Annotated[
        list[str],
        typer.Argument(
            help="The game or any file (not needed if there is only one game), then an event, or a "
            "step of one, as 12 or 12.3.",
        ),
    ],
    *,
    pack: Packs = None,
    width: Width = None,
    json: Json = False,
) -> None:
    """Say why something in a log is as it is: an event, or one step of what came of it.

    Why an order lapsed, how a roll was read (table, column, strengths, the chance of each result),
    who gave an answer and what else was legal, why an event is not valid; whose signature binds
    whom, and whether somebody had seen the dice when choosing. 'pbem log FILE --at 12' numbers the
    steps of event 12.

    Example: pbem explain game.pbem 12, or pbem explain game.pbem 12.3
    """
    import shutil

    from pbem.audit.explaining import words as explain_words
    from pbem.audit.explaining.explain import explain as explained
    from pbem.desk.shelf.find import split_game
    from pbem.table.moments import is_place, read_place

    desk = open_desk(pack)
    game, rest = split_game(desk, words, lambda behind: len(behind) == 1 and is_place(behind[0]))
    if len(rest) != 1:
        raise FormError("name one game or file, then one place in it: pbem explain FILE 12.3")
    wanted = read_place(rest[0])
    with named_log(desk, game) as path, Progress("Reading the log"):
        found = explained(path, desk.library, wanted)
    columns = width or shutil.get_terminal_size().columns
    say_json(found) if json else say(explain_words.lines(found, columns))
    if found.finding is not None:
        raise typer.Exit(1)


@app.command()
def luck(
    files: Annotated[
        list[Path], typer.Argument(help="Logs, saved mail, folders of these; parts are left out.")
    ],
    *,
    runs: Annotated[
        int,
        typer.Option(
            help="So many other courses of the dice with the same orders; 0: none.", min=0
        ),
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Of the dice of those courses.", min=0)] = 1,
    plot: Annotated[
        Path | None,
        typer.Option(help="Draw it into a .svg or .png file: pip install 'pbem[plot]'."),
    ] = None,
    json: Json = False,
) -> None:
    """Say who had luck, and whether the dice of some logs are out of the ordinary for fair ones.

    How often each face fell; of each throw what could have fallen, exactly, and how much of that
    was worse for whom; the same orders on other dice, as far as they stay legal. All questions that
    are asked are counted in: of a hundred fair games about one is flagged. It proves nothing
    against anybody: where dice come from is proved by 'pbem verify'. The exit code is 0 either way,
    and 1 where nothing that was named could be measured.

    Example: pbem luck game.pbem, or pbem luck round1/ --plot luck.svg
    """
    from pbem.audit.luck import chart, words
    from pbem.audit.luck.report import luck_in
    from pbem.desk.input_files import found as there
    from pbem.desk.post import bundles
    from pbem.plot import check as check_plot

    if plot is not None:
        check_plot(plot)
    desk = open_desk()
    with bundles.unpack(list(map(there, files))) as post, Progress("Measuring") as progress:
        found = bundles.with_known_names(
            luck_in(post.files, desk.library, runs=runs, seed=seed, progress=progress), post.names
        )
    if plot is not None:
        chart.draw(plot, found)
    say_json(found) if json else say(words.lines(found))
    if not found.logs or found.failed:  # nothing could be measured, or the program failed
        raise typer.Exit(1)


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
    from pbem.cases import coverage as covered
    from pbem.cases import run as numbered

    if coverage is not None:
        counted = covered.coverage(covered.folder_of(coverage, paths))
        say_json(counted) if json else say(covered.lines(counted))
        return
    ran = list(numbered.run_all(paths or covered.folders()))
    if json:
        say_json(ran)
    else:
        say(numbered.lines(ran, only_failed=failed))
    if not all(one.ok for one in ran):
        raise typer.Exit(1)

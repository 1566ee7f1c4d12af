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
    open_client,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.crypto.text import escape
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.client.client import Client

app = Shell("Judge logs.")


def _library() -> Any:
    """Return the rules and packs of this client; every process of a pool makes its own."""
    return open_client().library


def _far_library(client: Client, scheduler: str | None) -> Any:
    """Return what makes rules and packs of this client elsewhere, where nothing is at hand."""
    from functools import partial

    from pbem.audit.workers import check_here
    from pbem.client.storage.packs import library_of, packs_here

    if scheduler is not None:
        check_here()
    return partial(library_of, packs_here(client))


LogFiles = Annotated[
    list[str] | None,
    typer.Argument(
        help="Logs, fork files, mail, folders of these, or names of your games; default: your "
        "only game."
    ),
]


@app.command()
def verify(
    files: LogFiles = None,
    *,
    card: Annotated[
        list[Path] | None, typer.Option(help="A player card to compare keys with; repeatable.")
    ] = None,
    level: Annotated[
        int,
        typer.Option(help="Check 1: signatures; 2: also dice; 3: also the rules.", min=1, max=3),
    ] = 3,
    processes: Annotated[
        int, typer.Option(help="How many logs to verify at the same time.", min=1)
    ] = 2,
    scheduler: Annotated[
        str | None,
        typer.Option(
            help="For thousands of logs: a Dask scheduler, like tcp://HOST:8786, whose workers "
            "verify them. Use only your own computers."
        ),
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(help="The file for the proof, if a player signed two histories.")
    ] = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Verify any log.

    pbem checks every signature, every die and every order. It reports who rolled the dice and
    whether the game is over and confirmed. If the log is invalid, it reports the fault, who is to
    blame if the log proves that, and which events are still valid.

    If you give two logs of one game, pbem compares them. If a player signed two different events in
    the same place, it writes the proof to a file.

    Example: pbem verify game.pbem --card alice.card --card bob.card
    """
    from pbem.audit import judging, report
    from pbem.client.messages import bundles

    client = open_client(pack)
    make_library = _library if scheduler is None and not pack else _far_library(client, scheduler)
    paths, absent = _named_files(client, files)
    cards = judging.read_cards(card or [])
    with bundles.unpack(paths, bundles.OURS) as post, Progress("Verifying") as progress:
        wish = judging.JudgeOptions(
            level=level,
            cards=cards,
            book=_cards_here(client),
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


def _named_files(client: Client, names: list[str] | None) -> tuple[list[Path], dict[Path, str]]:
    """Return the files or games of these names, and of several those that are neither, with why."""
    from pbem.client.client import NotFound
    from pbem.client.input_files import found
    from pbem.client.storage.find import find_log

    if not names:
        return [find_log(client, None)], {}
    paths, absent = list[Path](), dict[Path, str]()
    for name in names:
        path = Path(name)
        folder = path.is_dir() and name not in [log.stem for log in client.logs()]
        try:
            paths.append(path if path.is_file() or folder else find_log(client, name))
        except NotFound as error:
            if len(names) == 1:
                # A word with an ending or a folder means a file.
                if path.suffix or len(path.parts) > 1:
                    found(path)
                raise
            paths.append(path)
            absent[path] = str(error)
    return paths, absent


def _cards_here(client: Client) -> list[Any]:
    """Return the cards at this client, those that were replaced last."""
    from pbem.client import people
    from pbem.items import Items, reported

    items = Items()
    found = people.all_cards(client, items) if client.folder.is_dir() else []
    for one in items.failed:
        client.report(reported(one))
    return found


@app.command()
def compare(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Any number of copies of a game: logs, parts of logs, forks, heads, saved mail, "
            "or folders of these."
        ),
    ],
    *,
    proof: Annotated[
        Path | None, typer.Option(help="The file for the proof, if a player signed two histories.")
    ] = None,
    pack: Packs = None,
    json: Json = False,
) -> None:
    """Compare copies of a game.

    pbem reports what the copies share, where they differ, who signed each side, and which line of a
    list or which die differs. It also reports what each copy lacks, which copy is the newest, and
    who forked, with the proof.

    If the copies are of several games, pbem compares each game by itself. It writes nothing except
    the file of --proof. The exit code is 0 if no copies differ and every event is valid.

    Example: pbem compare from-ann.pbem from-bob.eml inbox/
    """
    from pbem.audit import copies_words, report
    from pbem.audit.copies import compare_copies
    from pbem.client.input_files import found as there
    from pbem.client.messages import bundles
    from pbem.log.fork import keep_fork

    client = open_client(pack)
    with bundles.unpack(list(map(there, files)), bundles.OURS) as post, Progress("Comparing"):
        compared = compare_copies(
            post.files, client.library, post.names, unread=post.wrong, passed=post.passed
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
                typer.echo(f"Wrote the proof of {fork.a.by}'s fork to {escape(str(kept))}.")
    if not compared.found.ok:
        raise typer.Exit(1)


@app.command()
def explain(
    words: Annotated[
        list[str],
        typer.Argument(
            help="The game or any file (you can leave it out if there is only one game), then an "
            "event or a step of it, like 12 or 12.3.",
        ),
    ],
    *,
    pack: Packs = None,
    width: Width = None,
    json: Json = False,
) -> None:
    """Explain an event of a log, or one step of it.

    pbem explains why an order was skipped, and how a roll was read: table, column, strengths, and
    the chance of each result. It says who gave an answer and what else was legal, or why an event
    is invalid. It says whose signature binds whom, and whether the author had seen the dice.

    'pbem log FILE --at 12' numbers the steps of event 12.

    Example: pbem explain game.pbem 12, or pbem explain game.pbem 12.3
    """
    import shutil

    from pbem.audit.explaining import words as explain_words
    from pbem.audit.explaining.explain import explain as explained
    from pbem.client.storage.find import split_game
    from pbem.table.moments import is_place, read_place

    client = open_client(pack)
    game, rest = split_game(
        client, words, lambda following: len(following) == 1 and is_place(following[0])
    )
    if len(rest) != 1:
        raise FormError("Name one game or file, then one event or step: 'pbem explain FILE 12.3'.")
    wanted = read_place(rest[0])
    with named_log(client, game) as path, Progress("Reading the log"):
        found = explained(path, client.library, wanted)
    columns = width or shutil.get_terminal_size().columns
    say_json(found) if json else say(explain_words.lines(found, columns))
    if found.finding is not None:
        raise typer.Exit(1)


@app.command()
def luck(
    files: Annotated[
        list[Path],
        typer.Argument(help="Whole logs (not parts), saved mail, or folders of these."),
    ],
    *,
    runs: Annotated[
        int,
        typer.Option(help="How often to play the same orders with other dice; 0: never.", min=0),
    ] = 1000,
    seed: Annotated[int, typer.Option(help="The seed of those other dice.", min=0)] = 1,
    plot: Annotated[
        Path | None,
        typer.Option(help="Draw a chart to a .svg or .png file; needs pip install 'pbem[plot]'."),
    ] = None,
    json: Json = False,
) -> None:
    """Measure who had luck.

    pbem counts each face of the dice. For each roll, it computes what could have fallen, and the
    chance of a worse result for each player. It then plays the same orders with other dice,
    as far as they stay legal.

    pbem also reports whether the dice are unusual for fair dice. However many questions it asks, it
    flags about one fair game in a hundred. This proves nothing against anybody. 'pbem verify'
    proves where the dice come from. The exit code is 1 only if nothing could be measured.

    Example: pbem luck game.pbem, or pbem luck round1/ --plot luck.svg
    """
    from pbem.audit.luck import chart, words
    from pbem.audit.luck.report import luck_in
    from pbem.client.input_files import found as there
    from pbem.client.messages import bundles
    from pbem.plot import check as check_plot

    if plot is not None:
        check_plot(plot)
    client = open_client()
    with bundles.unpack(list(map(there, files))) as post, Progress("Measuring") as progress:
        found = bundles.with_known_names(
            luck_in(post.files, client.library, runs=runs, seed=seed, progress=progress), post.names
        )
    if plot is not None:
        chart.draw(plot, found)
    say_json(found) if json else say(words.lines(found))
    if not found.logs or found.failed:  # nothing could be measured, or the program failed
        raise typer.Exit(1)


@app.command()
def cases(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files of numbered cases, or folders of them; default: tests/cases in a copy of "
            "the repository."
        ),
    ] = None,
    *,
    coverage: Annotated[
        str | None,
        typer.Option(help="Instead, count the cases for every paragraph of this game."),
    ] = None,
    failed: Annotated[bool, typer.Option("--failed", help="Show only cases that fail.")] = False,
    json: Json = False,
) -> None:
    """Run the numbered cases of a game.

    A case has a position, orders and chosen dice, and the result that the rulebook asks for.

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

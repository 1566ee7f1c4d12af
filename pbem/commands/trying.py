"""Games that are looked at or measured: simulations, the demonstration, the bench."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.commands.shared import (
    Json,
    say,
    say_json,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.typed import pairs
from pbem.errors import FormError

app = Shell("Play games to look at and to measure.")

StandingFor = Annotated[
    list[str] | None,
    typer.Option(
        help="Use standing orders only for this question; repeatable.", metavar="QUESTION"
    ),
]
Seat = Annotated[
    list[str] | None,
    typer.Option(
        help="The player of a side; repeatable. Default: one player for each side.",
        metavar="SIDE=NAME",
    ),
]
Search = Annotated[
    list[str] | None,
    typer.Option(help="A side that looks ahead, which is slow; repeatable.", metavar="SIDE"),
]
Archive = Annotated[
    int | None,
    typer.Option(
        help="Instead, measure an archive of this many games, and the rating of 50 times as many "
        "results. 20000 games take a quarter of an hour.",
        min=1,
    ),
]
ArchiveAt = Annotated[
    Path | None,
    typer.Option(help="With --archive: the folder of the archive. pbem reuses games in it."),
]
InBrowsers = Annotated[
    bool,
    typer.Option(
        "--board",
        help="Instead, measure the board, replays and checks of logs in Chromium and Firefox. This "
        "takes some minutes, and needs the packages of 'pbem[test]' and Chromium.",
    ),
]
OfTests = Annotated[
    bool,
    typer.Option("--suite", help="Instead, measure the tests of the checkout in this folder."),
]
KeepIn = Annotated[
    Path | None,
    typer.Option(
        help="Add the measurements to this file.",
        metavar="FILE",
        show_default=False,
    ),
]
CompareWith = Annotated[
    Path | None,
    typer.Option(
        help="Print ratios to the measurements of another release in this file.",
        metavar="FILE",
        show_default=False,
    ),
]


EachInTurn = Annotated[
    bool,
    typer.Option("--each-option", help="Also play the same seeds with each true-or-false option."),
]
Plot = Annotated[
    Path | None,
    typer.Option(
        help="Draw tracks and wins to a .svg or .png file; needs pip install 'pbem[plot]'."
    ),
]
Ahead = Annotated[
    bool,
    typer.Option("--ahead", help="Write whole turns as one list, with conditions for the dice."),
]
GameOption = Annotated[
    list[str] | None,
    typer.Option(help="An option of the game; repeatable.", metavar="NAME=VALUE"),
]
Standing = Annotated[
    bool,
    typer.Option("--standing/--no-standing", help="Use standing orders, or ask each time."),
]


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="The name of the rules, for example lantern.")],
    *,
    scenario: Annotated[str | None, typer.Option(help="The scenario; default: the first.")] = None,
    option: GameOption = None,
    seat: Seat = None,
    games: Annotated[int, typer.Option(help="How many games to play.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="The seed of the first game.", min=0)] = 0,
    each_option: EachInTurn = False,
    plot: Plot = None,
    random: Annotated[
        bool, typer.Option("--random", help="Choose any legal orders, at random.")
    ] = False,
    standing: Standing = True,
    standing_for: StandingFor = None,
    ahead: Ahead = False,
    search: Search = None,
    budget: Annotated[
        int | None,
        typer.Option(
            help="With --search: the positions to try for each decision; with a few hundred, the "
            "side plays as without --search.",
            min=0,
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Instead, test the rules module with random games."),
    ] = False,
    processes: Annotated[
        int, typer.Option(help="How many games to play at the same time.", min=1)
    ] = 2,
    json: Json = False,
) -> None:
    """Simulate many games and count who wins.

    Computer players play the games, and nothing is signed. The same seed gives the same games. pbem
    prints each share of wins with its 95% interval.

    Example: pbem simulate saipan --games 100 --scenario free
    """
    from pbem import plot as plotting
    from pbem.client.play.opening import read_options
    from pbem.selfplay import chart, series, unsigned, variants
    from pbem.selfplay import simulate as simulated

    if plot is not None:
        plotting.check(plot)
    rules = unsigned.rules_of(game)
    given = pairs(option, "--option")
    options = {name: value for name, value in read_options(rules, given).items() if name in given}
    setup = simulated.Setup(
        game, scenario or next(iter(rules.scenarios)), options, random, standing, ahead,
        tuple(search or ()), simulated.BUDGET if budget is None else budget,
        tuple(standing_for or ()), pairs(seat, "--seat"),
    )  # fmt: skip
    seeds = range(seed, seed + games)
    if check:
        _check_games(setup, seeds, processes, json)
        return
    setups = variants.each_option(setup) if each_option else {variants.spelled(options): setup}
    sides = (bound := simulated.bind(setup)).sides
    names = {**getattr(bound, "track_names", {}), **bound.side_names}
    played = _play_games(setups, seeds, processes)
    summed = {name: series.summary(ones, sides) for name, ones in played.items()}
    if plot is not None:
        each = " with each option" if each_option else ""
        chart.draw(plot, f"{rules.title}: {games} simulated games{each}", sides[0], summed, names)
    _say_games(summed, played, names, each_option=each_option, json=json)


def _play_games(setups: Any, seeds: range, processes: int) -> dict[str, list[Any]]:
    from pbem.selfplay import simulate as simulated

    played: dict[str, list[Any]] = {name: [] for name in setups}
    with Progress("Playing", "games") as progress:
        for name, setup in setups.items():
            for one in simulated.simulate(setup, seeds, processes):
                played[name].append(one)
                progress.step()
    return played


def _say_games(summed: Any, played: Any, names: Any, *, each_option: bool, json: bool) -> None:
    from pbem.crypto.text import escape
    from pbem.selfplay import series, variants

    if each_option:
        say_json(summed) if json else say(map(escape, variants.lines(summed, names)))
        return
    (alone,), (of_one,) = summed.values(), played.values()
    say_json({"summary": alone, "games": of_one}) if json else say(
        map(escape, series.lines(alone, names))
    )


def _check_games(setup: Any, seeds: range, processes: int, json: bool) -> None:
    from pbem.selfplay import general

    checked = []
    with Progress("Playing", "games") as progress:
        for tried in general.check_many(setup, seeds, processes):
            checked.append(tried)
            progress(len(checked))
    say_json(checked) if json else say([general.line(checked)])


@app.command()
def bench(
    *,
    quick: Annotated[
        bool, typer.Option("--quick", help="Use shorter logs and fewer rounds.")
    ] = False,
    archive: Archive = None,
    at: ArchiveAt = None,
    board: InBrowsers = False,
    suite: OfTests = False,
    keep: KeepIn = None,
    compare: CompareWith = None,
    json: Json = False,
) -> None:
    """Measure the speed of pbem.

    pbem prints ratios within one run, so the computer matters little. This takes a quarter of an
    hour.

    Example: pbem bench --quick

    Example: pbem bench --board --quick

    Example: pbem bench --keep 1.1.0.json --compare 1.0.0.json
    """
    from pbem.bench import comparing, run
    from pbem.client.input_files import found
    from pbem.web import measuring

    def reported(what: str) -> None:
        typer.echo(what, err=True)

    if board + suite + (archive is not None) > 1:
        raise FormError("Use only one of --board, --suite and --archive.")
    # An error that would end the command ends it before a quarter of an hour, and not after it.
    old = None if compare is None else comparing.read(found(compare))
    if keep is not None:
        comparing.check_kept(keep)
    wanted = keep is not None or old is not None
    before = comparing.yardstick() if wanted else 0.0
    if board:
        rows = run.board(quick=quick, reported=reported)
        rows += measuring.measure(quick=quick, reported=reported)
    elif suite:
        reported("Running the tests ...")
        rows = run.suite()
    elif archive is not None:
        rows = run.archive(archive, at, reported)
    else:
        rows = run.rows(quick=quick, reported=reported)
    # A machine may be busier at the end than at the beginning.
    yard = (before + comparing.yardstick()) / 2 if wanted else 0.0
    if keep is not None:
        comparing.keep(keep, rows, yard)
    if old is not None:
        against = comparing.compared(old, rows, yard)
        say_json(against) if json else say(comparing.lines(old, rows, yard))
    else:
        say_json(rows) if json else say(run.lines(rows))
    if keep is not None and not json:
        say([f"Wrote the measurements to {keep}."])


@app.command()
def demo(
    *,
    keep: Annotated[
        Path | None,
        typer.Option(help="A new folder in which to keep all files.", show_default=False),
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(help="The game. Default: lantern.", metavar="GAME", show_default=False),
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option(help="The scenario. Default: the first one of the game.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the two computer players.")] = 0,
) -> None:
    """Show a whole game between two strangers.

    Alice and Bob play Lantern Bridge by mail. Each verifies the other's events, and rolls for
    the other's orders. Then Carol verifies the result from the log alone. At the end, pbem changes
    one character of the log and names the fault.

    Example: pbem demo --keep demo
    """
    from pbem.demo import show as shown

    shown(keep, rules, scenario, seed, typer.echo)

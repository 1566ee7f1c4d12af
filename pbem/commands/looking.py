"""Looking at a game: the position, what is legal, what happened."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.shared import (
    As,
    At,
    Game,
    Json,
    Packs,
    Width,
    Words,
    look,
    named_log,
    open_desk,
    say,
    say_json,
    sit_down,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.typed import game_and_words
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.desk.look.at import Look
    from pbem.desk.look.incomplete import Trouble
    from pbem.desk.look.looking import Shown
    from pbem.desk.seat.sitting import Sitting
    from pbem.kit.picture import HexPicture

app = Shell("Looking at a game.")


@app.command()
def show(
    game: Game = None,
    *,
    picture: Annotated[bool, typer.Option("--map/--no-map", help="Draw the map.")] = True,
    width: Width = None,
    file: Annotated[
        Path | None, typer.Option("--draw", help="Draw the map into a .svg file too.")
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Step by step what happened since your last look.")
    ] = False,
    since: Annotated[
        int | None,
        typer.Option(help="With --steps, since this event; with --draw, arrows since then.", min=0),
    ] = None,
    at: At = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Show a game: map, position, what happened since your last look, and whose pen it is.

    --steps tells it outcome by outcome, with the part of the map where something moved.
    Of a log with a finding the good part is shown, of the proof of a fork the game before it;
    --at shows any event of any log, as everybody may see it.
    Example: pbem show saipan-ann-bob, or pbem show from-bob.eml --at 12
    """
    from pbem.desk.look import incomplete, looking
    from pbem.desk.look.steps import with_moves
    from pbem.view import drawing

    if file is not None:
        drawing.check(file)
    if since is not None and not steps and file is None:
        raise FormError("--since is for --steps and --draw")
    if at is not None and (steps or since is not None):
        raise FormError("--at is one place in the log: --steps and --since tell a stretch of it")
    desk = open_desk()
    with named_log(desk, game) as path:
        if at is not None:
            _show_at(look(desk, path, at, as_), file, picture=picture, width=width, json=json)
            return
        with Progress("Checking the log") as progress:
            sitting, trouble = incomplete.sit_to_look(desk, path, as_, progress)
        if file is not None:
            shown_map = looking.map_of(sitting) if since is None else with_moves(sitting, since)
            drawing.draw(file, shown_map)
        if steps:
            _say_steps(sitting, since, picture=picture, width=width, json=json)
            return
        with Progress("Reading what happened") as progress:
            shown = looking.show(sitting, progress, trouble)
    _say_shown(shown, trouble, picture=picture, width=width, json=json)


def _say_shown(
    shown: Shown, trouble: Trouble | None, *, picture: bool, width: int | None, json: bool
) -> None:
    """Say what a game shows, and what ends it where it is not whole."""
    import shutil

    from pbem.desk.look import incomplete
    from pbem.desk.look.words import folded, shown_lines
    from pbem.desk.seat.words import entry_lines

    columns = width or shutil.get_terminal_size().columns
    if json:
        say_json(shown)
    else:
        drawn = ""
        if picture and shown.picture is not None:
            from pbem.view.terminal import draw as draw_text

            drawn = draw_text(shown.picture, width=columns, colour=coloured())
        if trouble is not None:
            both = entry_lines(trouble.branches)
            say(folded(incomplete.trouble_lines(trouble, both), columns))
        say(shown_lines(shown, drawn, entry_lines(shown.happened), columns))
    if trouble is not None and trouble.finding is not None:
        raise typer.Exit(1)


def _show_at(at: Look, file: Path | None, *, picture: bool, width: int | None, json: bool) -> None:
    """Show a game at one place of its log, where nobody sits."""
    import shutil

    from pbem.desk.look import looking
    from pbem.desk.look.at import above, waits
    from pbem.desk.look.words import folded, shown_lines
    from pbem.view import drawing
    from pbem.view.terminal import draw as draw_text

    if file is not None:
        drawing.draw(file, looking.map_of(at.sitting))
    shown = looking.show(at.sitting, at=str(at.place), pen=waits(at))
    if json:
        say_json(shown)
        return
    columns = width or shutil.get_terminal_size().columns
    drawn = ""
    if picture and shown.picture is not None:
        drawn = draw_text(shown.picture, width=columns, colour=coloured())
    say(folded(above(at), columns))
    say(shown_lines(shown, drawn, (), columns))


def coloured() -> bool:
    """Colours are for a terminal, unless NO_COLOR says no."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _say_steps(
    sitting: Sitting, since: int | None, *, picture: bool, width: int | None, json: bool
) -> None:
    """Say step by step what happened since an event, or since one's last look; then is now."""
    import shutil

    from pbem.desk.look import looking
    from pbem.desk.look import steps as stepping
    from pbem.desk.look.words import steps_lines

    columns = width or shutil.get_terminal_size().columns

    def drawn(near: HexPicture) -> str:
        from pbem.view.terminal import map_alone

        return map_alone(near, width=columns - 6, colour=coloured())

    last = looking.looked(sitting) if since is None else since
    found = list(stepping.steps(sitting, 0 if last is None else last + 1))
    if json:
        say_json(stepping.plain(found))
    else:
        none = f"Nothing has happened since event {last}."
        for one in found:
            say(steps_lines(one, drawn if picture else None))
        say([] if found else [none])
    looking.look(sitting)


@app.command()
def legal(
    words: Words = None,
    *,
    most: Annotated[int, typer.Option(help="How many orders to list at most.", min=1)] = 200,
    theirs: Annotated[
        bool, typer.Option("--theirs", help="Also where it is somebody else who is asked.")
    ] = False,
    ways: Annotated[
        bool,
        typer.Option(
            "--ways", help="Every order as a line, where otherwise they are told in short."
        ),
    ] = False,
    width: Width = None,
    at: At = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """List the orders that are legal now, all or those that name a unit or a place.

    A long list is told in short; few attacks, and answers to questions, with their odds. Of a unit
    the places are told that it can reach, with their movement points; of a place, who can come
    there or beside it. Who names a place gets the orders of units that stand there, too. Where none
    is legal now, those are listed that are after one more order. What no list can hold, or where
    looking stopped, is said at the end.

    With --at it is what whoever was asked there could have done, in any log. An order behind it is
    judged: each paragraph against it; so is what a unit could have done with a place.

    Example: pbem legal 1/2, or pbem legal FILE --at 12 "retreat 1/2 1304"
    """
    import shutil

    from pbem.desk.look import looking
    from pbem.desk.look.at import above, legal_at, rulings_at
    from pbem.desk.look.legal import legal as find_legal
    from pbem.desk.look.legal_words import legal_lines
    from pbem.desk.look.reach import costs_on
    from pbem.desk.look.refused import RulingsAt, ruling_lines

    desk = open_desk()
    game, rest = game_and_words(desk, words or [])
    with named_log(desk, game) as path:
        if at is None:
            sitting = sit_down(desk, path, as_, light=True)
            found = find_legal(sitting, " ".join(rest), most, theirs=theirs)
        else:
            place = look(desk, path, at, as_)
            if rulings := rulings_at(place, rest):
                lines = [line for one in rulings for line in ruling_lines(one)]
                plain = RulingsAt(str(place.place), rulings)
                say_json(plain) if json else say([*above(place), *lines])
                return
            sitting, found = place.sitting, legal_at(place, " ".join(rest), most)
    if json:
        say_json(found)
        return
    drawn = ""
    costs = None
    if found.reach is not None:
        costs = costs_on(looking.map_of(sitting), found.reach, halves=found.half_points)
    if costs is not None and not ways:
        from pbem.view.terminal import map_alone

        columns = width or shutil.get_terminal_size().columns
        drawn = map_alone(costs, width=columns, colour=coloured())
    say(legal_lines(found, drawn, ways=ways))


@app.command()
def odds(
    words: Words = None,
    *,
    at: At = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Say what an order promises: every result with its exact chance. Nothing is signed.

    Strengths and modifiers stand with their paragraphs, what lies face down counts by what is left
    to be it, and nobody's dice are touched. The order is one of whoever is asked, oneself or not.
    Orders that come before it may stand before it, separated by ';', if no dice come between.
    With --at it is what the order promised at that event of any log.

    Example: pbem odds "attack 317 with 1/23 1/24"
    """
    from pbem.desk.look.at import above, odds_at
    from pbem.desk.look.odds import odds as reckoned
    from pbem.desk.look.odds import odds_lines, plain_odds

    desk = open_desk()
    game, rest = game_and_words(desk, words or [])
    if not rest:
        raise typer.BadParameter("name an order, written as in a list of orders")
    told: list[str] = []
    with named_log(desk, game) as path:
        if at is None:
            found, ranges = reckoned(sit_down(desk, path, as_, light=True), " ".join(rest))
        else:
            place = look(desk, path, at, as_)
            told = above(place)
            found, ranges = odds_at(place, " ".join(rest))
    say_json(plain_odds(found)) if json else say([*told, *odds_lines(found), *ranges])


@app.command()
def chart(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game, one here or one that this release plays (not needed if only one is "
            "here), then a topic.",
            show_default=False,
        ),
    ] = None,
    *,
    scenario: Annotated[
        str | None,
        typer.Option(help="Of a game that this release plays, not one here; default: its first."),
    ] = None,
    width: Width = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Show the charts of a game: combat, terrain, sequence of play, units, victory, rulings.

    Without a topic it says what topics there are. Every value says where it comes from, and where
    a game is played with a pack it is the pack's. The sequence of play says where a game stands.
    Of a game here the charts are those of its scenario.

    Example: pbem chart tokyo combat
    """
    import shutil

    from pbem.desk.look import charts
    from pbem.desk.look.meant import game_or_rules

    desk = open_desk()
    rules, game, rest = game_or_rules(desk, words or [])
    if rules is not None:
        found = charts.charts_of_rules(rules, scenario)
    elif scenario is not None:
        known = "a game here has its own" if game is not None else "name a game before it"
        raise FormError(f"--scenario is of a game that this release plays, as saipan: {known}")
    else:
        found = charts.charts_of_game(sit_down(desk, game, as_, light=True))
    if rest:
        found = charts.on_topic(found, rest)
    columns = width or shutil.get_terminal_size().columns
    told = charts.chart_lines if rest else charts.topic_lines
    say_json(found) if json else say(told(found, columns))


@app.command()
def why(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game, one here or one that this release plays (not needed if only one is "
            "here), then a paragraph or a ruling.",
            show_default=False,
        ),
    ] = None,
    *,
    most: Annotated[int, typer.Option(help="How many cases to name at most.", min=0)] = 20,
    width: Width = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Say what a paragraph means here, with its rulings and the numbered cases that show it.

    Every refusal and everything that happens names its paragraph; this is what it says, in words
    of this project. Rulings are named as in the pages of the games.

    Example: pbem why tokyo 7.21
    """
    import shutil

    from pbem.desk.look.meant import game_or_rules
    from pbem.desk.look.why import rules_of_game, why_lines
    from pbem.desk.look.why import why as explained
    from pbem.desk.shelf.packs import newest

    desk = open_desk()
    rules, game, rest = game_or_rules(desk, words or [])
    if not rest:
        raise typer.BadParameter("name a paragraph, like 7.1")
    if rules is not None:
        found = explained(newest(rules), rest)
    else:
        found = explained(rules_of_game(sit_down(desk, game, as_, light=True)), rest)
    columns = width or shutil.get_terminal_size().columns
    say_json(found) if json else say(why_lines(found, columns, most))


@app.command()
def hand(game: Game = None, *, as_: As = None, json: Json = False) -> None:
    """Show the cards and hidden stocks that you hold: nobody else sees them, and no mail does.

    When the game is over and all decks are opened it shows what each side held.
    """
    from pbem.desk.look.hand import InHand, InStock, hand_lines, opened_hands
    from pbem.desk.look.hand import hand as held

    sitting = sit_down(open_desk(), game, as_)
    own, opened = held(sitting), opened_hands(sitting)
    found: list[InHand | InStock] = own
    if opened:
        found = [*opened, *(one for one in own if isinstance(one, InStock))]
    say_json(found) if json else say(hand_lines(found))


@app.command()
def log(
    game: Game = None,
    *,
    since: Annotated[int, typer.Option(help="Begin with this event.", min=0)] = 0,
    turn: Annotated[int | None, typer.Option(help="Only this turn.")] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", help="Only this event, each step of it with its number.", min=0),
    ] = None,
    pack: Packs = None,
    width: Width = None,
    json: Json = False,
) -> None:
    """Tell the history of a game: every event, each die with its purpose and paragraph.

    Of the proof of a fork the log before it is told, then both events. With --at one event is told,
    and its steps are numbered as 'pbem show --at 12.3' and 'pbem explain' take them.

    Example: pbem log --turn 3
    """
    import shutil

    from pbem.view import history

    if at is not None and (since or turn is not None):
        raise FormError("--at is one event: --since and --turn tell several")
    desk = open_desk(pack)
    with named_log(desk, game) as path, Progress("Reading the log") as progress:
        told = history.history(
            path,
            desk.library,
            since=since if at is None else at,
            upto=at,
            turn=turn,
            progress=progress.step,
        )
    if json:
        say_json(told)
    else:
        columns = width or shutil.get_terminal_size().columns
        if told.events and not told.entries:
            which = f"from number {since if at is None else at} on" + (
                "" if turn is None else f" of turn {turn}"
            )
            typer.echo(f"There is no event {which}: the log has {told.events} events.")
        say(history.lines(told, width=columns, colour=coloured(), numbered=at is not None))
    if told.finding is not None:
        raise typer.Exit(1)

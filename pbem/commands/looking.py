"""Looking at a game: the position, what is legal, what happened."""

from __future__ import annotations

import os
import sys
from functools import partial
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
    open_client,
    say,
    say_json,
    sit_down,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.typed import game_and_words
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.client.session.session import Session
    from pbem.client.views.at import Look
    from pbem.client.views.incomplete import Trouble
    from pbem.client.views.looking import Shown
    from pbem.kit.picture import HexPicture

app = Shell("Look at a game.")


@app.command()
def show(
    game: Game = None,
    *,
    picture: Annotated[bool, typer.Option("--map/--no-map", help="Draw the map.")] = True,
    width: Width = None,
    file: Annotated[
        Path | None, typer.Option("--draw", help="Also draw the map to a .svg file.")
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Show each step since your last look.")
    ] = False,
    since: Annotated[
        int | None,
        typer.Option(
            help="With --steps: show later steps. With --draw: draw arrows for later moves.",
            min=0,
        ),
    ] = None,
    at: At = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Show a game and whose move it is.

    pbem shows the map, the position, and what happened since your last look. With --steps, it shows
    each result with the part of the map where something moved. With --at, it goes back to any event
    of any log, and shows only what everybody may see.

    If a log is invalid, pbem shows its valid part. For a .fork file, it shows the game before the
    fork.

    Example: pbem show lantern-ann-bob

    Example: pbem show from-bob.eml --at 12
    """
    from pbem.client.views import incomplete, looking
    from pbem.client.views.steps import with_moves
    from pbem.view import drawing

    if file is not None:
        drawing.check(file)
    if since is not None and not steps and file is None:
        raise FormError("--since works only with --steps or --draw.")
    if at is not None and (steps or since is not None):
        raise FormError("--at shows one moment. Leave out --steps and --since.")
    client = open_client()
    with named_log(client, game) as path:
        if at is not None:
            _show_at(look(client, path, at, as_), file, picture=picture, width=width, json=json)
            return
        with Progress("Checking the log") as progress:
            session, trouble = incomplete.sit_to_look(client, path, as_, progress)
        if file is not None:
            shown_map = looking.map_of(session) if since is None else with_moves(session, since)
            drawing.draw(file, shown_map)
        if steps:
            _say_steps(session, since, picture=picture, width=width, json=json)
            return
        with Progress("Reading what happened") as progress:
            shown = looking.show(session, progress, trouble)
    _say_shown(shown, trouble, picture=picture, width=width, json=json)


def _say_shown(
    shown: Shown, trouble: Trouble | None, *, picture: bool, width: int | None, json: bool
) -> None:
    """Say what a game shows, and what ends it where it is not whole."""
    import shutil

    from pbem.client.session.words import entry_lines
    from pbem.client.views import incomplete
    from pbem.client.views.words import folded, shown_lines

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

    from pbem.client.views import looking
    from pbem.client.views.at import above, waits
    from pbem.client.views.words import folded, shown_lines
    from pbem.view import drawing
    from pbem.view.terminal import draw as draw_text

    if file is not None:
        drawing.draw(file, looking.map_of(at.session))
    shown = looking.show(at.session, at=str(at.place), active=waits(at))
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
    session: Session, since: int | None, *, picture: bool, width: int | None, json: bool
) -> None:
    """Say step by step what happened since an event, or since one's last look; then is now."""
    import shutil

    from pbem.client.views import looking
    from pbem.client.views import steps as stepping
    from pbem.client.views.words import steps_lines

    columns = width or shutil.get_terminal_size().columns

    def drawn(near: HexPicture) -> str:
        from pbem.view.terminal import map_alone

        return map_alone(near, width=columns - 6, colour=coloured())

    last = looking.looked(session) if since is None else since
    found = list(stepping.steps(session, 0 if last is None else last + 1))
    if json:
        say_json(stepping.plain(found))
    else:
        none = f"Nothing happened since event {last}."
        for one in found:
            say(steps_lines(one, drawn if picture else None))
        say([] if found else [none])
    looking.look(session)


@app.command()
def legal(
    words: Words = None,
    *,
    most: Annotated[int, typer.Option(help="The most orders to list.", min=1)] = 200,
    theirs: Annotated[
        bool, typer.Option("--theirs", help="Also list the orders of your opponent's move.")
    ] = False,
    ways: Annotated[
        bool, typer.Option("--ways", help="Write every order in a line of its own.")
    ] = False,
    width: Width = None,
    at: At = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """List the legal orders.

    For a unit, pbem lists the places that it can reach, with the movement points. For a place, it
    lists the units that can reach it or a place beside it, and the orders of the units in it. If
    nothing is legal now, it lists what is legal after one more order. It shortens a long list, and
    shows the odds if there are only a few attacks or answers. At the end, it says what the list
    leaves out.

    With --at, pbem lists what was legal at that moment, in any log. If you add an order, or a unit
    and a place, pbem says whether that was legal, and names each paragraph against it.

    Example: pbem legal 1/2

    Example: pbem legal FILE --at 12 "retreat 1/2 1304"
    """
    import shutil

    from pbem.client.views import looking
    from pbem.client.views.at import above, legal_at, rulings_at
    from pbem.client.views.legal import legal as find_legal
    from pbem.client.views.legal_words import legal_lines
    from pbem.client.views.reach import costs_on
    from pbem.client.views.refused import RulingsAt, ruling_lines

    client = open_client()
    game, rest = game_and_words(client, words or [])
    with named_log(client, game) as path:
        if at is None:
            session = sit_down(client, path, as_, light=True)
            found = find_legal(session, " ".join(rest), most, theirs=theirs)
        else:
            place = look(client, path, at, as_)
            if rulings := rulings_at(place, rest):
                lines = [line for one in rulings for line in ruling_lines(one)]
                plain = RulingsAt(str(place.place), rulings)
                say_json(plain) if json else say([*above(place), *lines])
                return
            session, found = place.session, legal_at(place, " ".join(rest), most)
    if json:
        say_json(found)
        return
    drawn = ""
    costs = None
    if found.reach is not None:
        costs = costs_on(looking.map_of(session), found.reach, halves=found.half_points)
    if costs is not None and not ways:
        from pbem.view.terminal import map_alone

        columns = width or shutil.get_terminal_size().columns
        drawn = map_alone(costs, width=columns, colour=coloured())
    say(legal_lines(found, drawn, ways=ways))


@app.command()
def odds(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game (you can leave it out if there is only one), then an order.",
            show_default=False,
        ),
    ] = None,
    *,
    at: At = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Print the exact odds of an order.

    pbem lists every result with its chance, and the strengths and modifiers with their paragraphs.
    It averages over the units that a face-down unit can still be. It signs nothing and rolls
    nothing.

    The order is one of the active player, you or your opponent. You can put other orders before it,
    separated by ';', if none of them needs dice. With --at, pbem prints the odds at that moment of
    any log.

    Example: pbem odds "attack 317 with 1/23 1/24"
    """
    from pbem.client.views.at import above, odds_at
    from pbem.client.views.odds import odds as reckoned
    from pbem.client.views.odds import odds_lines, plain_odds

    client = open_client()
    game, rest = game_and_words(client, words or [])
    if not rest:
        raise typer.BadParameter("name an order, as you would write it in a list of orders")
    reported: list[str] = []
    with named_log(client, game) as path:
        if at is None:
            found, ranges = reckoned(sit_down(client, path, as_, light=True), " ".join(rest))
        else:
            place = look(client, path, at, as_)
            reported = above(place)
            found, ranges = odds_at(place, " ".join(rest))
    say_json(plain_odds(found)) if json else say([*reported, *odds_lines(found), *ranges])


@app.command()
def chart(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game: one of yours, or rules like lantern (you can leave it out if you have "
            "only one game). Then a topic.",
            show_default=False,
        ),
    ] = None,
    *,
    scenario: Annotated[
        str | None,
        typer.Option(help="With rules like lantern: the scenario; default: the first."),
    ] = None,
    width: Width = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Print the charts of a game.

    The topics are combat, terrain, sequence of play, units, victory, rulings and more. Without a
    topic, pbem lists them. Every value shows its source. For one of your games, pbem prints the
    charts of its scenario and its data pack, and marks the current step of the sequence of play.

    Example: pbem chart tokyo combat
    """
    import shutil

    from pbem.client.views import charts
    from pbem.client.views.meant import game_or_rules

    client = open_client()
    rules, game, rest = game_or_rules(client, words or [])
    if rules is not None:
        found = charts.charts_of_rules(rules, scenario)
    elif scenario is not None:
        known = "Your game has its own" if game is not None else "Name the rules first"
        raise FormError(f"--scenario works only with rules like lantern. {known}.")
    else:
        found = charts.charts_of_game(sit_down(client, game, as_, light=True))
    if rest:
        found = charts.on_topic(found, rest)
    columns = width or shutil.get_terminal_size().columns
    reported = charts.chart_lines if rest else charts.topic_lines
    say_json(found) if json else say(reported(found, columns))


@app.command()
def why(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="The game: one of yours, or rules like lantern (you can leave it out if you have "
            "only one game). Then a paragraph or a ruling.",
            show_default=False,
        ),
    ] = None,
    *,
    most: Annotated[int, typer.Option(help="The most cases to name.", min=0)] = 20,
    width: Width = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Explain a paragraph of the rules.

    Every refusal and every result names its paragraph. This command says in our own words what the
    paragraph means, with its rulings and the numbered cases that show it.

    Example: pbem why tokyo 7.21
    """
    import shutil

    from pbem.client.storage.packs import newest
    from pbem.client.views.meant import game_or_rules
    from pbem.client.views.why import rules_of_game, why_lines
    from pbem.client.views.why import why as explained

    client = open_client()
    rules, game, rest = game_or_rules(client, words or [])
    if not rest:
        raise typer.BadParameter("name a paragraph, for example 7.1")
    if rules is not None:
        found = explained(newest(rules), rest)
    else:
        found = explained(rules_of_game(sit_down(client, game, as_, light=True)), rest)
    columns = width or shutil.get_terminal_size().columns
    say_json(found) if json else say(why_lines(found, columns, most))


@app.command()
def hand(game: Game = None, *, as_: As = None, json: Json = False) -> None:
    """Show your cards and hidden supplies.

    Only you see them; no mail holds them. When the game is over and all decks are open, this
    command shows what each side held.

    Example: pbem hand
    """
    from pbem.client.views.hand import InHand, InStock, hand_lines, opened_hands
    from pbem.client.views.hand import hand as held
    from pbem.kit.sides import side_name

    session = sit_down(open_client(), game, as_)
    own, opened = held(session), opened_hands(session)
    found: list[InHand | InStock] = own
    if opened:
        found = [*opened, *(one for one in own if isinstance(one, InStock))]
    say_json(found) if json else say(hand_lines(found, partial(side_name, session.table.game)))


@app.command()
def log(
    game: Game = None,
    *,
    since: Annotated[int, typer.Option(help="Start with this event.", min=0)] = 0,
    turn: Annotated[int | None, typer.Option(help="Print only this turn.")] = None,
    at: Annotated[
        int | None,
        typer.Option("--at", help="Print only this event, with its steps numbered.", min=0),
    ] = None,
    pack: Packs = None,
    width: Width = None,
    json: Json = False,
) -> None:
    """Print the history of a game.

    pbem prints every event, and each die with its purpose and paragraph. With --at, it prints one
    event and numbers its steps, for 'pbem show --at 12.3' and 'pbem explain'. For a fork, it prints
    the shared log, then both events.

    Example: pbem log --turn 3
    """
    import shutil

    from pbem.view import history

    if at is not None and (since or turn is not None):
        raise FormError("--at prints one event. Leave out --since and --turn.")
    client = open_client(pack)
    with named_log(client, game) as path, Progress("Reading the log") as progress:
        reported = history.history(
            path,
            client.library,
            since=since if at is None else at,
            upto=at,
            turn=turn,
            progress=progress.step,
        )
    if json:
        say_json(reported)
    else:
        columns = width or shutil.get_terminal_size().columns
        if reported.events and not reported.entries:
            which = f"from number {since if at is None else at} on" + (
                "" if turn is None else f" of turn {turn}"
            )
            typer.echo(f"There is no event {which}: the log has {reported.events} events.")
        say(history.lines(reported, width=columns, colour=coloured(), numbered=at is not None))
    if reported.finding is not None:
        raise typer.Exit(1)


@app.command()
def notes(
    game: Game = None,
    text: Annotated[
        str | None,
        typer.Argument(help="Your note; an empty one ('') deletes it.", show_default=False),
    ] = None,
    *,
    at: Annotated[
        int | None,
        typer.Option("--at", help="The event that the note is about; default: the game.", min=0),
    ] = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Keep private notes on a game.

    A note is for you alone. It lies in your home and in your backup, and pbem never mails,
    publishes or signs it. To write to your opponents, use --note of the command that signs.

    Example: pbem notes lantern-ann-bob "They hold the bridge with dummies" --at 12
    """
    from pbem.client.people import me
    from pbem.client.storage import notes as kept
    from pbem.client.storage.find import find_log

    client = open_client()
    log, handle = find_log(client, game), me(client, as_)
    if at is not None and text is None:
        raise FormError("--at says where a note belongs. Write the note, too.")
    found = (
        kept.read(client, handle, log)
        if text is None
        else kept.write(client, handle, log, at, text)
    )
    if json:
        say_json(found)
    else:
        say(kept.lines(found) or [f"You have no notes on {log.stem}."])

"""A place to try things: both sides of a game, one's own dice, and back again."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.looking import coloured
from pbem.commands.shared import Json, Messages, Width, open_client, say, say_json
from pbem.commands.shell import Command, Shell
from pbem.commands.terminal import Progress
from pbem.commands.typed import faces_of, order_text, pairs
from pbem.crypto.text import escape
from pbem.errors import FormError, PbemError, RulesFault

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager

    from pbem.practice.trying import Practice, Tried
    from pbem.table.practice import PracticeFile

practice_app = Shell(
    "Try things without consequences. A practice is a file in which you play both sides and choose "
    "the dice. It is no part of any game: pbem signs nothing and changes nothing in your home. It "
    "shows nothing that you may not see: pbem draws face-down units again from those left, and "
    "sealed choices stay unknown. Never copy your home to try something, because the copy signs "
    "with your key. Start with 'pbem practice new GAME', or in short 'pbem practice GAME'.",
    otherwise="new",
)


SEED_MOST = 2**53 - 1


class InPractice(Command):
    """A command whose errors, too, say that this is practice."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command.

        Raises:
            PbemError: That of the command, marked as practice.
        """
        try:
            return super().invoke(ctx)
        except PbemError as error:
            from pbem.practice.words import marked

            reported = str(error)
            if isinstance(error, RulesFault):
                reported = (
                    f"{reported}. Or the file starts with a position that no game can reach: who "
                    "made it?"
                )
            raise PbemError("\n".join(marked([reported]))) from error


File = Annotated[
    str | None,
    typer.Argument(help="The practice file (you can leave it out if it is the only one here).",
                   show_default=False),
]  # fmt: skip
FILE_THEN = "The practice file (you can leave it out if it is the only one here), then "
FileAndUnit = Annotated[
    list[str] | None, typer.Argument(help=f"{FILE_THEN}a unit or a place.", show_default=False)
]
FileAndOrder = Annotated[
    list[str] | None, typer.Argument(help=f"{FILE_THEN}an order.", show_default=False)
]
FileAndOrders = Annotated[
    list[str] | None, typer.Argument(help=f"{FILE_THEN}a file of orders.", show_default=False)
]


@practice_app.command(cls=InPractice)
def new(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game: its name, the start of its name, any log, or rules like lantern to "
            "start a scenario. You can leave it out if there is only one game.",
            show_default=False,
        ),
    ] = None,
    *,
    at: Annotated[
        int | None, typer.Option(help="Start after this event; default: the last.", min=0)
    ] = None,
    scenario: Annotated[
        str | None, typer.Option(help="With rules like lantern: the scenario; default: the first.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            help="With a scenario: an option of the game; repeatable.", metavar="NAME=VALUE"
        ),
    ] = None,
    pack: Annotated[
        Path | None,
        typer.Option(help="With a scenario: your own data pack; run 'pbem pack check' first."),
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(help="A side that pbem plays; repeatable.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The seed of the dice; default: a new one.", min=0, max=SEED_MOST),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(help="The file to write, or a folder for it; default: this folder."),
    ] = None,
    json: Json = False,
) -> None:
    """Start a practice.

    Start from one of your games, from any event of any log, or from a scenario. pbem copies the
    position and everybody's standing orders from the log. The practice draws face-down units again
    with its own seed, and does not know sealed choices.

    Example: pbem practice new lantern-ann-bob --at 12
    """
    from pbem.log.disk import write_new
    from pbem.practice.beginning import PracticeOptions, begin
    from pbem.practice.finding import new_file
    from pbem.practice.trying import opened
    from pbem.practice.words import begun_line
    from pbem.table.practice import PracticeFile, to_bytes

    client = open_client()
    wish = PracticeOptions(at, scenario, pairs(option, "--option"), seed, against or (), pack)
    with Progress("Checking the log") as progress:
        beginning = begin(client, game, wish, progress)
    path = new_file(beginning, to)
    practice = opened(PracticeFile(beginning, []), client.library)
    tried = practice.go_on()
    write_new(path, to_bytes(practice.file))
    _say_tried(path, practice, tried, json=json, before=[begun_line(path, practice)])


@practice_app.command(cls=InPractice)
def show(
    file: File = None,
    *,
    at: Annotated[int | None, typer.Option(help="Go back to the end of this step.", min=0)] = None,
    picture: Annotated[bool, typer.Option("--map/--no-map", help="Draw the map.")] = True,
    width: Width = None,
    draw: Annotated[
        Path | None, typer.Option("--draw", help="Also draw the map to a .svg file.")
    ] = None,
    json: Json = False,
) -> None:
    """Show a practice and whose move it is.

    pbem shows the map, the position, and what the active player must do.

    Example: pbem practice show --at 3
    """
    from pbem.practice.words import map_lines, marked, plain_state, waiting_lines, where_line
    from pbem.view import drawing

    if draw is not None:
        drawing.check(draw)
    path, read, practice = _opened(file, at)
    steps = len(read.steps)
    if draw is not None:
        drawing.draw(draw, practice.picture())
    if json:
        say_json(plain_state(path, practice, steps))
        return
    reported = list(map(escape, practice.describe()))
    if picture:
        columns = width or shutil.get_terminal_size().columns
        reported = map_lines(practice, columns, colour=coloured())
    say(marked([where_line(path, practice, steps), *reported, *waiting_lines(practice)]))


@practice_app.command(cls=InPractice)
def steps(file: File = None, *, json: Json = False) -> None:
    """List the steps of a practice.

    pbem prints each step with its results.

    Example: pbem practice steps
    """
    from pbem.practice.words import marked, plain_tried, tried_lines, waiting_lines, where_line

    path, read, practice = _opened(file)
    if json:
        say_json(plain_tried(path, practice.tried))
        return
    where = where_line(path, practice, len(read.steps))
    say(marked([where, *tried_lines(practice.tried, practice), *waiting_lines(practice)]))


@practice_app.command(cls=InPractice)
def legal(
    words: FileAndUnit = None,
    *,
    most: Annotated[int, typer.Option(help="The most orders to list.", min=1)] = 200,
    ways: Annotated[
        bool, typer.Option("--ways", help="Write every order in a line of its own.")
    ] = False,
    json: Json = False,
) -> None:
    """List the legal orders of the active player.

    If you name a unit or a place, pbem lists only the orders with it.

    Example: pbem practice legal 1/2
    """
    from pbem.client.views.legal_words import legal_lines
    from pbem.practice.words import marked, plain

    path, rest, practice = _opened_with(words)
    found = practice.answers(" ".join(rest), most)
    say_json(plain(path, "legal", found)) if json else say(marked(legal_lines(found, ways=ways)))


@practice_app.command(cls=InPractice)
def odds(words: FileAndOrder = None, *, json: Json = False) -> None:
    """Print the exact odds of an order.

    The order is one of the active player. pbem lists every result with its chance.

    Example: pbem practice odds "attack 317 with 1/23 1/24"
    """
    from pbem.client.views.odds import odds_lines, plain_odds
    from pbem.practice.words import marked, plain

    path, rest, practice = _opened_with(words)
    if not rest:
        raise typer.BadParameter("name an order, as you would write it in a list of orders")
    found, ranges = practice.promise(" ".join(rest))
    if json:
        say_json(plain(path, "odds", plain_odds(found)))
    else:
        say(marked([*odds_lines(found), *ranges]))


@practice_app.command(cls=InPractice)
def order(
    words: FileAndOrders = None,
    *,
    message: Messages = None,
    try_: Annotated[
        bool, typer.Option("--try", help="Show what can happen, with all dice; add no step.")
    ] = False,
    json: Json = False,
) -> None:
    """Give orders for the active player.

    This may be either side. Write orders as for 'pbem order': after -m, in a file, or on standard
    input. If a line has a mistake, pbem names it and changes nothing.

    Example: pbem practice order -m "move 1/2 1203 1304" -m "end movement"
    """
    from pbem.client.session.trying import try_out
    from pbem.client.session.words import draft_lines, trial_lines
    from pbem.practice.words import marked, plain

    path, rest = _file_and_words(words)
    text, name = order_text(rest, message)
    yaml = name.endswith((".yaml", ".yml"))
    if not try_:
        with _alone(path):
            _, practice = _played(path)
            _add(path, practice, practice.order(text, yaml=yaml, name=name), json=json)
        return
    _, practice = _played(path)
    rehearsed = practice.rehearse(text, yaml=yaml, name=name)
    draft, trial = rehearsed.draft, try_out(rehearsed)
    if json:
        say_json(plain(path, "draft", draft) | plain(path, "trial", trial))
    else:
        say(marked([*draft_lines(draft), *trial_lines(trial), "This was a trial: no step added."]))


@practice_app.command(cls=InPractice)
def dice(
    file: File = None,
    *,
    faces: Annotated[
        str | None,
        typer.Option(help="Choose the faces, in the order of the rolls: 3,5."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Roll with this seed, not with that of the file.", min=0, max=SEED_MOST),
    ] = None,
    json: Json = False,
) -> None:
    """Roll the dice that are due.

    pbem rolls with the seed of the file, or takes the faces that you choose.

    Example: pbem practice dice --faces 5
    """
    if faces is not None and seed is not None:
        raise FormError("Use either --seed or --faces, not both.")
    given = [] if faces is None else faces_of(faces)
    path = _file(file)
    with _alone(path):
        _, practice = _played(path)
        _add(path, practice, practice.dice(given, seed), json=json)


@practice_app.command(cls=InPractice)
def undo(
    file: File = None,
    *,
    to: Annotated[
        int | None,
        typer.Option(help="Keep the steps up to this one; 0: go back to the start.", min=0),
    ] = None,
    json: Json = False,
) -> None:
    """Undo the last step, or all steps after one.

    This also undoes the answers of a side that pbem plays.

    Example: pbem practice undo --to 3
    """
    from pbem.practice.trying import back, opened
    from pbem.practice.words import taken_back_lines
    from pbem.table.practice import read_practice

    path = _file(file)
    with _alone(path):
        read = read_practice(path)
        kept = back(read, to)
        practice = opened(kept, open_client().library)
        first = len(kept.steps)
        lines = list(taken_back_lines(first + 1, read.steps[first:], practice))
        _add(path, practice, practice.go_on(), json=json, before=lines)


# --- parts -------------------------------------------------------------------------------------


def _opened(file: str | None, at: int | None = None) -> tuple[Path, PracticeFile, Practice]:
    """Return the practice that a word names, as it stands after a step; raises FormError."""
    path = _file(file)
    return path, *_played(path, at)


def _opened_with(words: list[str] | None) -> tuple[Path, list[str], Practice]:
    """Return the practice that the first word names, and the words after it."""
    path, rest = _file_and_words(words)
    _, practice = _played(path)
    return path, rest, practice


def _file(word: str | None) -> Path:
    from pbem.practice.finding import named_file

    return named_file(word)


def _file_and_words(words: list[str] | None) -> tuple[Path, list[str]]:
    from pbem.practice.finding import split_file

    return split_file(words or [])


def _alone(path: Path) -> AbstractContextManager[None]:
    """Keep every other command waiting that adds to this practice or takes back from it."""
    from pbem.practice.kept import locked_practice

    return locked_practice(path)


def _played(path: Path, at: int | None = None) -> tuple[PracticeFile, Practice]:
    from pbem.practice.kept import played

    return played(path, open_client().library, at)


def _add(
    path: Path,
    practice: Practice,
    tried: Sequence[Tried],
    *,
    json: bool,
    before: Iterable[str] = (),
) -> None:
    """Write a practice into its file, and describe what was tried."""
    from pbem.practice.kept import keep

    keep(path, practice)
    _say_tried(path, practice, tried, json=json, before=before)


def _say_tried(
    path: Path, practice: Practice, tried: Sequence[Tried], *, json: bool, before: Iterable[str]
) -> None:
    from pbem.practice.words import marked, plain_state, plain_tried, tried_lines, waiting_lines

    if json:
        state = plain_state(path, practice, len(practice.tried))
        say_json(state | plain_tried(path, tried))
    else:
        say(marked([*before, *tried_lines(tried, practice), *waiting_lines(practice)]))

"""Giving orders: a list tried, what no dice make possible agreed to, and signed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pbem.commands.shared import (
    As,
    Json,
    Messages,
    Note,
    Orders,
    Secret,
    Unlocker,
    Yes,
    agreed,
    look,
    named_log,
    open_client,
    say,
    say_done,
    say_json,
    sit_down,
)
from pbem.commands.shell import Shell
from pbem.commands.typed import faces_of, game_and_orders, order_text, pairs
from pbem.errors import FormError, PbemError

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.client.session.drafts import Rehearsed

app = Shell("Give orders.")

Runs = Annotated[
    int,
    typer.Option(help="With --try: repeat this many times, and count the results.", min=0),
]
Seed = Annotated[int, typer.Option(help="With --runs: the seed of the dice.", min=0)]
DiceFirst = Annotated[bool, typer.Option("--dice", help="First, roll the dice that you owe.")]
Withdraw = Annotated[
    bool, typer.Option("--withdraw-standing", help="Withdraw your standing orders.")
]
OrderAt = Annotated[
    str | None,
    typer.Option(
        "--at",
        help="With --try: try the orders after event N of any log, or after its step K.",
        metavar="N[.K]",
    ),
]
Otherwise = Annotated[
    list[str] | None,
    typer.Option("--option", help="With --at: change an option of the game.", metavar="NAME=VALUE"),
]
Faces = Annotated[
    str, typer.Option(help="With --try: let the dice show these faces.", metavar="3,5,1")
]


TryOnly = Annotated[
    bool,
    typer.Option("--try", help="Show what can happen, with all dice; sign nothing."),
]


@app.command()
def order(
    words: Orders = None,
    *,
    message: Messages = None,
    try_: TryOnly = False,
    runs: Runs = 0,
    seed: Seed = 0,
    faces: Faces = "",
    at: OrderAt = None,
    option: Otherwise = None,
    dice_: DiceFirst = False,
    withdraw: Withdraw = False,
    yes: Yes = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Check and sign your orders.

    Write one order a line. If a line has a mistake, pbem names it and signs nothing. pbem shows
    what will happen until the first roll. If an order can never happen, it asks before it signs.

    A line that begins with 'standing' is a standing order; it replaces your earlier ones. 'stop'
    means: pause here, so that you can see what happened. 'if empty 1204: advance 1/2 1204' is done
    only if hex 1204 is empty. --try --at 12 tests other orders from event 12 of any log.

    Example: pbem order orders.txt

    Example: pbem order -m "move 1/2 1203 1304" -m "end movement"
    """
    from pbem.client.play import acting
    from pbem.client.session import drafts
    from pbem.client.session.words import draft_lines

    how = _Try(runs, seed, faces, at, option)
    if any(how) and not try_:
        raise FormError("--runs, --seed, --faces, --at and --option need --try.")
    client = open_client()
    game, files = game_and_orders(client, words or [], message)
    if at is not None or option:
        _try_at(client, (game, as_), order_text(files, message), how, json=json)
        return
    unlock = Unlocker(client, secret)
    session = sit_down(client, game, as_, light=try_)
    text, name = order_text(files, message)
    if not try_:
        unlock.check(session)
    given = None
    if dice_ and acting.owes_dice(session) and not try_:
        given = acting.dice(session, unlock(session))
        say_done(given, json)
    yaml = name.endswith((".yaml", ".yml"))
    try:
        found = drafts.rehearse(session, text, yaml=yaml, name=name, clear=withdraw)
    except PbemError as error:
        if given is None:
            raise
        seq = given.events[-1].seq
        raise PbemError(
            f"Event {seq} has your dice: mail it. Your orders are NOT signed: {error}"
        ) from None
    if try_:
        _report_try(found, how, json=json)
        return
    if not json:
        say(draft_lines(found.draft))
    _agree_to_hopeless(found, yes=yes, json=json)
    say_done(acting.order(session, unlock(session), found.draft, note=note), json, outcomes=False)


def _agree_to_hopeless(rehearsed: Rehearsed, *, yes: bool, json: bool) -> None:
    """Ask whether a list is to be signed in which an order is possible with no dice at all."""
    from pbem.client.session import trying
    from pbem.client.session.words import never_lines

    hopeless = trying.never(rehearsed)
    if hopeless.orders:
        typer.echo("\n".join(never_lines(hopeless)), err=json)
        agreed("Sign the orders all the same?", yes=yes, json=json)


class _Try(NamedTuple):
    """How a list is to be tried."""

    runs: int = 0
    seed: int = 0
    faces: str = ""
    at: str | None = None
    option: Sequence[str] | None = None


def _try_at(
    client: Client,
    who: tuple[str | None, str | None],
    given: tuple[bytes, str],
    how: _Try,
    *,
    json: bool,
) -> None:
    """Try a list of the side that was asked at a place of a log; the log stays as it is."""
    from pbem.client.session.trying import tried, try_course, try_out
    from pbem.client.session.words import course_lines, tried_lines
    from pbem.client.views import at as looking

    (game, as_), (text, name) = who, given
    if how.at is None:
        raise FormError("--option needs --try --at. A game keeps the options it has.")
    options = pairs(how.option, "--option")
    with named_log(client, game) as path:
        place = looking.with_options(look(client, path, how.at, as_), options)
    yaml = name.endswith((".yaml", ".yml"))
    rehearsed = looking.rehearse_at(place, text, yaml=yaml, name=name)
    draft = rehearsed.draft
    above, where, others = looking.above(place), str(place.place), place.others
    if how.faces:
        course = try_course(rehearsed, faces_of(how.faces))
        plain = tried(draft, at=where, otherwise=others, course=course)
        say_json(plain) if json else say([*above, *course_lines(draft, course)])
        return
    trial = try_out(rehearsed, runs=how.runs, seed=how.seed)
    plain = tried(draft, at=where, otherwise=others, trial=trial)
    say_json(plain) if json else say([*above, *tried_lines(draft, trial)])


def _report_try(rehearsed: Rehearsed, how: _Try, *, json: bool) -> None:
    """Say what can become of a draft, or what will if the dice show certain faces."""
    from pbem.client.session import trying
    from pbem.client.session.words import course_lines, tried_lines

    draft = rehearsed.draft
    if how.faces:
        course = trying.try_course(rehearsed, faces_of(how.faces))
        plain = trying.tried(draft, course=course)
        say_json(plain) if json else say(course_lines(draft, course))
        return
    trial = trying.try_out(rehearsed, runs=how.runs, seed=how.seed)
    plain = trying.tried(draft, trial=trial)
    say_json(plain) if json else say(tried_lines(draft, trial))

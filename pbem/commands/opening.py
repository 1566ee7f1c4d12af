"""Opening a game, joining it, and all games at one look."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    Note,
    Secret,
    Unlocker,
    open_client,
    say,
    say_done,
    say_json,
    sit_to_sign,
)
from pbem.commands.shell import Shell
from pbem.commands.typed import order_text, pairs
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.table.events.kinds import Clock

app = Shell("Open a game.")

Dice = Annotated[
    str | None, typer.Option(help="The dice keeper: opponents, umpire, witnesses or self.")
]
Version = Annotated[int | None, typer.Option(help="The version of the rules; default: the newest.")]
Witnesses = Annotated[
    list[str] | None, typer.Option(help="Somebody without a seat who rolls dice; repeatable.")
]
TurnDays = Annotated[
    int | None, typer.Option(help="Days for all answers in one turn; needs --days.")
]


Player = Annotated[
    list[str] | None,
    typer.Option(help="A player: name them in the order of the sides, or use --seat."),
]
GameOption = Annotated[
    list[str] | None,
    typer.Option(
        help="An option of the game, as NAME=VALUE; repeatable. 'help' lists the options and "
        "opens nothing."
    ),
]


@app.command()
def new(
    rules: Annotated[str, typer.Argument(help="The name of the rules, for example lantern.")],
    *,
    scenario: Annotated[str | None, typer.Option(help="The scenario; default: the first.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="The player of a side, as us=ann; repeat for each side."),
    ] = None,
    player: Player = None,
    witness: Witnesses = None,
    option: GameOption = None,
    umpire: Annotated[str | None, typer.Option(help="The umpire's handle.")] = None,
    dice: Dice = None,
    days: Annotated[int | None, typer.Option(help="Days for each answer; sets a clock.")] = None,
    bank: Annotated[int, typer.Option(help="Extra days for the whole game, with --days.")] = 30,
    grace: Annotated[int, typer.Option(help="Days before the umpire may rule, with --days.")] = 7,
    turn_days: TurnDays = None,
    version: Version = None,
    pack: Annotated[Path | None, typer.Option(help="Your data pack, or a table file.")] = None,
    name: Annotated[str | None, typer.Option(help="Your name for the game here.")] = None,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Open a game, with your signature.

    First, import your opponents' cards. If you play alone, name who rolls the dice: --witness
    HANDLE, --umpire HANDLE, or --dice self for a game that proves nothing about its dice. 'pbem new
    saipan --option help' lists the options of Saipan.

    Example: pbem new lantern --seat brask=ann --seat tarle=bob --days 7
    """
    from pbem.client.people import me
    from pbem.client.play.opening import Wanted, check_wanted, offered, option_lines
    from pbem.client.play.opening import new as open_new

    if option == ["help"]:
        found = offered(rules, pack)
        say_json(found.options) if json else say(option_lines(found))
        return
    wanted = Wanted(
        rules=rules,
        version=version,
        scenario=scenario,
        options=pairs(option, "--option"),
        players=player or (),
        seats=pairs(seat, "--seat"),
        witnesses=witness or (),
        umpire=umpire,
        dice=_policy(dice),
        clock=terms(days, bank, grace, turn_days),
        pack=pack,
        name=name,
        note=note,
    )
    client = open_client()
    who = me(client, as_)
    check_wanted(client, who, wanted)
    say_done(open_new(client, Unlocker(client, secret)(who), wanted), json)


def terms(days: int | None, bank: int, grace: int, turn: int | None) -> Clock | None:
    """Return the terms of a clock, in days, None for none; raises FormError.

    ``days``: for an answer. ``bank``, ``grace``: as in `pbem.table.events.kinds.Clock`. ``turn``:
    the most for a turn; None: no limit.
    """
    from pbem.table.events import kinds

    if days is None:
        if turn is not None:
            raise FormError("--turn-days is part of a clock. Add --days.")
        return None
    return kinds.Clock(days=days, bank=bank, grace=grace, turn=turn)


def _policy(given: str | None) -> Any:
    if given not in (None, "opponents", "umpire", "witnesses", "self"):
        raise FormError(f"--dice cannot be {given}. Use opponents, umpire, witnesses or self.")
    return given


@app.command()
def join(
    game: Game = None,
    *,
    standing: Annotated[
        Path | None, typer.Option(help="A file of standing orders, one a line.")
    ] = None,
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help="Join although a card differs or is missing."),
    ] = False,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Join a game that somebody opened with you.

    Players join one after the other. The game starts when all have joined.

    Example: pbem take lantern-ann-bob_000.pbem, then pbem join, then pbem send
    """
    from pbem.client.play import acting
    from pbem.client.session.joining_answers import standing_at_join
    from pbem.client.views.terms import join_lines

    session, unlock = sit_to_sign(open_client(), game, as_, secret)
    answers = None
    if standing is not None:
        answers = standing_at_join(session, order_text([str(standing)], None)[0])
    acting.check_join(session, anyway=anyway)
    if not json:
        say(join_lines(session))
    say_done(acting.join(session, unlock(session), standing=answers, anyway=anyway), json)


@app.command()
def games(*, as_: As = None, json: Json = False) -> None:
    """List your games and whose move it is.

    pbem also prints what the active player must do, until when, and how finished games ended.

    Example: pbem games
    """
    from pbem.client.views.overview import games_lines, overview

    client = open_client()
    found = overview(client, as_)
    say_json(found) if json else say(games_lines(found))
    if any(one.failed for one in found):
        raise typer.Exit(1)

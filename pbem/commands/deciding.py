"""What the director of a tournament decides that no log does: boards, appeals, what is overdue."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.commands.directing import Why, office_of
from pbem.commands.shared import As, Secret, Yes, agreed, open_desk, say
from pbem.commands.shell import Shell
from pbem.commands.tournament import For, Round
from pbem.errors import FormError

app = Shell("What the director of a tournament decides.")

BoardNumber = Annotated[int, typer.Argument(help="The number of the board in its round.", min=1)]


@app.command()
def rule(
    board: BoardNumber,
    outcome: Annotated[
        str,
        typer.Argument(
            help="Who wins: a handle, 'draw', 'none'; or places; 'log': what the game's log says."
        ),
    ],
    *,
    why: Why,
    round_: Round = None,
    forfeit: Annotated[
        bool, typer.Option("--forfeit", help="It counts as not played: no adjudication.")
    ] = False,
    score: Annotated[int | None, typer.Option(help="The score of who plays alone: 0.")] = None,
    level: Annotated[
        int | None, typer.Option(help="The level of victory, where there are levels: 0.", min=0)
    ] = None,
    yes: Yes = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Decide a board that no log decides: a forfeit, an adjudication, an appeal that you grant.

    At a table of three the places: ann,bob=cas is ann first, bob and cas sharing the second.
    You are asked before a ruling takes the place of what the log of the game proves; 'log' takes
    your rulings on a board back, and it is decided by that log again.

    Example: pbem tournament rule 2 ann --forfeit --why "bob never answered"
    """
    from msgspec import UNSET

    from pbem.director.directing.acts import rule as rule_on
    from pbem.director.words.telling import against_log, board_words, how_to_rule, who_meets
    from pbem.tournament.history import BoardOf, Decided
    from pbem.tournament.outcomes import read

    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        office.require_open()
        history = office.fold.now
        at = BoardOf(round_ or len(history.rounds), board)
        if not history.has(at):
            raise FormError(f"there is no {at}: 'pbem tournament show' lists the boards")
        handles = [one.handle for one in history.pair_of(at)]
        meant = read(outcome, handles)
        if meant is None and outcome == "log":
            if forfeit or score is not None or level is not None:
                raise FormError("the log says all of it: leave --forfeit, --score and --level out")
            rule_on(office, at, "log", why, played=True)
            told = f"{at}, {who_meets(history, at)}, is decided by the log of its game again"
            say([f"{told}: {board_words(history, at)}"])
            return
        if meant is None:
            raise FormError(how_to_rule(at, handles))
        if score is not None and len(handles) > 1:
            raise FormError("--score is for boards of one who plays alone")
        own = UNSET if len(handles) > 1 else score or 0
        reached = UNSET if history.found.levels is UNSET else level or 0
        if level is not None and reached is UNSET:
            raise FormError("--level is for tournaments with levels of victory")
        alone = None if own is UNSET else own
        ends = Decided(meant, not forfeit, "", "", alone, "", reached or 0)
        if (question := against_log(history, at, ends)) is not None:
            agreed(question, yes=yes)
        rule_on(office, at, meant, why, played=not forfeit, score=own, level=reached)
        say([f"{at}, {who_meets(history, at)}: {board_words(history, at)}"])


@app.command()
def dismiss(
    board: BoardNumber,
    handle: Annotated[str, typer.Argument(help="Who appealed.")],
    *,
    why: Why,
    round_: Round = None,
    yes: Yes = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Answer an appeal that you do not grant: what was decided stands. One you grant is a rule.

    Example: pbem tournament dismiss 2 bob --round 1 --why "the answer came a week late"
    """
    from pbem.director.directing.acts import dismiss as dismiss_it
    from pbem.director.directing.acts import may_appeal
    from pbem.director.words.telling import board_words, who_meets
    from pbem.tournament.history import BoardOf

    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        history = office.fold.now
        at = BoardOf(round_ or len(history.rounds), board)
        may_appeal(office, at, handle)
        if handle not in [one.handle for one in history.pair_of(at)]:
            agreed(
                f"{at} is {who_meets(history, at)}, and {handle} is not at it. Has {handle} "
                "appealed against it all the same?",
                yes=yes,
            )
        dismiss_it(office, at, handle, why)
        say([f"The appeal of {handle} is dismissed, {at} stands: {board_words(history, at)}"])


@app.command()
def unbid(
    board: BoardNumber,
    handle: Annotated[
        str, typer.Argument(help="Who has not sealed, not opened or not made their bid.")
    ],
    *,
    why: Why,
    round_: Round = None,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Say that somebody has let the time for their bid pass: they bid nothing.

    Example: pbem tournament unbid 1 bob --why "two weeks without a bid"
    """
    from pbem.director.directing.acts import unbid as unbid_it
    from pbem.director.words.telling import board_words
    from pbem.tournament.history import BoardOf

    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        history = office.fold.now
        at = BoardOf(round_ or max(1, len(history.rounds)), board)
        unbid_it(office, at, handle, why)
        say([f"{handle} bids nothing for {at}: {board_words(history, at)}"])


@app.command()
def unlot(
    handle: Annotated[str, typer.Argument(help="The keeper of lots whose lot is due.")],
    *,
    why: Why,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Say that a keeper has let the time for the lot pass: the deputy whom they named gives it.

    Example: pbem tournament unlot kim --why "two weeks without an answer"
    """
    from pbem.director.directing.acts import unlot as unlot_it

    desk = open_desk()
    with office_of(desk, tournament, as_, secret) as office:
        deputy = unlot_it(office, handle, why)
        told = (
            f"{handle} gives no lot. {deputy}, the deputy, does: mail them {office.path}, they run"
        )
        say([f"{told} 'pbem tournament take FILE' and 'pbem tournament lot'."])

"""The director's decisions that no log makes: boards, appeals, what is overdue."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.commands.directing import Why, office_of
from pbem.commands.shared import As, Secret, Yes, agreed, open_client, say
from pbem.commands.shell import Shell
from pbem.commands.tournament import For, Round
from pbem.errors import FormError

app = Shell("Decide as the director of a tournament.")

BoardNumber = Annotated[int, typer.Argument(help="The board, by its number in the round.", min=1)]


Outcome = Annotated[
    str,
    typer.Argument(
        help="The winner's handle, 'draw', 'none', or the places; 'log' for the result of the "
        "game's log."
    ),
]
Forfeit = Annotated[
    bool,
    typer.Option("--forfeit", help="A forfeit: the board counts as not played."),
]


@app.command()
def rule(
    board: BoardNumber,
    outcome: Outcome,
    *,
    why: Why,
    round_: Round = None,
    forfeit: Forfeit = False,
    score: Annotated[
        str | None,
        typer.Option(
            help="In a solo game: the player's score; default: 0. With 'scores' in the plan: the "
            "scores of both, as 12:5; default: those of the plan."
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(help="In a game with levels: the level of victory; default: 0.", min=0),
    ] = None,
    yes: Yes = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Decide a game as the director.

    Use this for a forfeit, an adjudication, or an appeal that you grant. At a table of three, write
    the places: ann,bob=cas means that ann is first, and bob and cas share the second place.

    If the log of the game proves another result, pbem asks you to confirm. 'log' withdraws your
    rulings on a board, and the log decides it again.

    Example: pbem tournament rule 2 ann --forfeit --why "bob never answered"
    """
    from msgspec import UNSET

    from pbem.director.directing.acts import read_scores
    from pbem.director.directing.acts import rule as rule_on
    from pbem.director.words.reporting import against_log, board_words, how_to_rule, who_meets
    from pbem.tournament.history import BoardOf, Decided
    from pbem.tournament.outcomes import read, scores_for

    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        office.require_open()
        history = office.fold.now
        at = BoardOf(round_ or len(history.rounds), board)
        if not history.has(at):
            raise FormError(f"There is no {at}. 'pbem tournament show' lists the boards.")
        handles = [one.handle for one in history.pair_of(at)]
        meant = read(outcome, handles)
        if meant is None and outcome == "log":
            if forfeit or score is not None or level is not None:
                raise FormError("The log has the result. Leave out --forfeit, --score and --level.")
            rule_on(office, at, "log", why, played=True)
            reported = f"The log of its game decides {at} ({who_meets(history, at)}) again"
            say([f"{reported}: {board_words(history, at)}"])
            return
        if meant is None:
            raise FormError(how_to_rule(at, handles))
        own, scores = read_scores(history, score)
        reached = UNSET if history.found.levels is UNSET else level or 0
        if level is not None and reached is UNSET:
            raise FormError("--level works only in a tournament with levels of victory.")
        alone = None if own is UNSET else own
        both = scores_for(history.found, meant) if scores is UNSET else scores
        ends = Decided(meant, not forfeit, "", "", alone, "", reached or 0, both or ())
        if (question := against_log(history, at, ends)) is not None:
            agreed(question, yes=yes)
        rule_on(office, at, meant, why, played=not forfeit, score=own, level=reached, scores=scores)
        say([f"{at}, {who_meets(history, at)}: {board_words(history, at)}"])


@app.command()
def dismiss(
    board: BoardNumber,
    handle: Annotated[str, typer.Argument(help="The player who appealed.")],
    *,
    why: Why,
    round_: Round = None,
    yes: Yes = False,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Dismiss an appeal.

    The decision stands. To grant an appeal, use 'pbem tournament rule'.

    Example: pbem tournament dismiss 2 bob --round 1 --why "the answer came a week late"
    """
    from pbem.director.directing.acts import dismiss as dismiss_it
    from pbem.director.directing.acts import may_appeal
    from pbem.director.words.reporting import board_words, who_meets
    from pbem.tournament.history import BoardOf

    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        history = office.fold.now
        at = BoardOf(round_ or len(history.rounds), board)
        may_appeal(office, at, handle)
        if handle not in [one.handle for one in history.pair_of(at)]:
            agreed(
                f"{handle} does not play at {at} ({who_meets(history, at)}). Has {handle} appealed "
                "against it all the same?",
                yes=yes,
            )
        dismiss_it(office, at, handle, why)
        say([f"Dismissed the appeal of {handle}. {at} stands: {board_words(history, at)}"])


@app.command()
def unbid(
    board: BoardNumber,
    handle: Annotated[
        str, typer.Argument(help="The player who did not seal, open or make their bid.")
    ],
    *,
    why: Why,
    round_: Round = None,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Go on without a late bid.

    The player then bids nothing.

    Example: pbem tournament unbid 1 bob --why "two weeks without a bid"
    """
    from pbem.director.directing.acts import unbid as unbid_it
    from pbem.director.words.reporting import board_words
    from pbem.tournament.history import BoardOf

    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        history = office.fold.now
        at = BoardOf(round_ or max(1, len(history.rounds)), board)
        unbid_it(office, at, handle, why)
        say([f"{handle} bids nothing for {at}: {board_words(history, at)}"])


@app.command()
def unlot(
    handle: Annotated[str, typer.Argument(help="The keeper whose lot is overdue.")],
    *,
    why: Why,
    tournament: For = None,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Go on without a late lot.

    The deputy whom the keeper named gives the lot instead.

    Example: pbem tournament unlot kim --why "two weeks without an answer"
    """
    from pbem.director.directing.acts import unlot as unlot_it

    client = open_client()
    with office_of(client, tournament, as_, secret) as office:
        deputy = unlot_it(office, handle, why)
        reported = f"The deputy {deputy} gives the lot instead of {handle}. Mail {office.path} to"
        say([f"{reported} {deputy}, who runs 'pbem tournament take' and 'pbem tournament lot'."])

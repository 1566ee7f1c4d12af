"""The umpire and the clock: rulings, consent to them, deadlines, claims."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.shared import (
    As,
    Game,
    Json,
    Note,
    Print,
    Secret,
    To,
    ToFolder,
    Unlocker,
    Yes,
    agreed,
    open_client,
    say,
    say_done,
    say_json,
    sit_down,
    sit_to_sign,
)
from pbem.commands.shell import Shell
from pbem.errors import FormError, LogFileError

if TYPE_CHECKING:
    from pbem.client.session.session import Done, Session

app = Shell("Rule and keep time.")

Consents = Annotated[
    list[Path] | None,
    typer.Option(
        help="With --replace: a file of 'pbem consent'; repeat for each player who must agree."
    ),
]
ForkFile = Annotated[
    Path | None, typer.Option(help="Rule on the fork in this .fork file; needs --then.")
]


Replace = Annotated[
    str | None,
    typer.Option(
        help="With --out or --late: instead of a forfeit, this player, whose card is here, "
        "plays on."
    ),
]
Then = Annotated[
    str,
    typer.Option(
        metavar="forfeit|branch",
        help="With --fork: 'forfeit' puts its author out, 'branch' lets this log count.",
    ),
]


@app.command()
def rule(
    game: Game = None,
    *,
    out: Annotated[
        str | None, typer.Option(help="Put this player out: the player forfeits.")
    ] = None,
    late: Annotated[
        bool,
        typer.Option("--late", help="Put out the player who is late by your record."),
    ] = False,
    replace: Replace = None,
    consent: Consents = None,
    result: Annotated[bool, typer.Option("--result", help="Confirm the result.")] = False,
    fork: ForkFile = None,
    then: Then = "",
    back: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Withdraw this ruling, which another log has."),
    ] = None,
    anyway: Annotated[
        bool,
        typer.Option("--anyway", help="With --out: also if the player is not late by your record."),
    ] = False,
    yes: Yes = False,
    note: Note = "",
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Decide something as the umpire of a game.

    A ruling moves no piece and changes no die. Before you put a player out, pbem asks you to
    confirm: only --back, on another log, can withdraw it. The ruling holds the facts of your record
    ('pbem clock'). If the player is not late by your record, you need --anyway. The ruling then
    does not claim that the player was late. With --then branch, pbem asks you to confirm if dice
    were due for the other event.

    Example: pbem rule --out bob --note "no answer since June"
    """
    from pbem.client.play import acting

    putting_out = late or out is not None
    one = late + result + sum(given is not None for given in (out, fork, back)) == 1
    goes_together = (fork is None) == (then not in ("forfeit", "branch"))
    if not (one and goes_together) or (replace and not putting_out):
        raise FormError(
            "Choose one ruling: --out HANDLE, --late, --result, --fork FILE or --back ID. With "
            "--out or --late you may add --replace HANDLE. With --fork, add --then forfeit or "
            "--then branch."
        )
    session, unlock = sit_to_sign(open_client(), game, as_, secret)
    acting.check_umpire(session)
    if putting_out:
        done = _rule_out(
            session, unlock, out, replace, consent or [],
            anyway=anyway, sure=yes, note=note, json=json,
        )  # fmt: skip
    elif result:
        done = acting.rule_result(session, unlock(session), note=note)
    elif fork is not None:
        if then == "branch":
            _ask_for_dice(session, fork, sure=yes, json=json)
        forfeit = then == "forfeit"
        done = acting.rule_fork(session, unlock(session), fork, forfeit=forfeit, note=note)
    else:
        done = acting.rule_back(session, unlock(session), back or "", note=note)
    say_done(done, json)
    if (putting_out or fork is not None) and not json:
        say(acting.after_ruling(session))


def _ask_for_dice(session: Session, proof: Path, *, sure: bool, json: bool) -> None:
    """Ask once more where dice keepers may have answered the event that is not to count."""
    from pbem.client.play import acting
    from pbem.kit.wording import listed

    if keepers := listed(acting.asked_for_the_other(session, proof)):
        agreed(
            f"{keepers} may have given dice for the other event, and could then give none for this "
            f"log. Ask them first. Rule that this log counts in {session.name}?",
            yes=sure,
            json=json,
        )


def _rule_out(
    session: Session,
    unlock: Unlocker,
    out: str | None,
    replace: str | None,
    consents: list[Path],
    *,
    anyway: bool,
    sure: bool,
    note: str,
    json: bool,
) -> Done:
    """Put a player out, after the umpire was asked once more; None: who is late by their record."""
    from pbem.client.play import acting
    from pbem.client.umpire import lateness, signing_days

    if out is None:
        found: lateness.LatePlayer | None = lateness.late(session)
    else:
        found = lateness.find_late(session, out, anyway=anyway)
    if found is not None and anyway and signing_days.missing_line(session):
        found = None  # the record cannot be signed, and nothing is said of days
    if found is not None:
        out, note = found.handle, f"{found.facts} {note}".strip()
        if not json:
            typer.echo(found.facts)
        if why_not := signing_days.missing_line(session):
            raise LogFileError(why_not)
    if replace is not None:
        before = acting.before_replacing(session, out or "", replace)
        say([] if json else before)
    what = "forfeit" if replace is None else f"be replaced by {replace}"
    agreed(f"Rule that {out} must {what} in {session.name}?", yes=sure, json=json)
    identity, why = unlock(session), None if found is None else found.late
    if found is not None:  # first: where only the ruling is here, a line that was signed is missing
        signing_days.sign_if_kept(session, identity)
    return acting.rule_out(
        session, identity, out or "", replace, late=why, consents=consents, note=note
    )


@app.command()
def consent(
    game: Game = None,
    *,
    out: Annotated[str, typer.Option(help="The player who owes dice and does not roll.")],
    replace: Annotated[
        str, typer.Option(help="The player who should play on instead; import their card first.")
    ],
    to: To = None,
    yes: Yes = False,
    as_: As = None,
    secret: Secret = None,
) -> None:
    """Agree that somebody replaces a player.

    A player who owes dice may already have seen them. If another player takes their place, the
    umpire rolls instead. So all other players must agree. If one does not, the umpire can only rule
    that the player forfeits.

    pbem writes a small file for the umpire. It is good for one ruling, and only until somebody
    writes another event.

    Example: pbem consent --out bob --replace dan
    """
    from pbem.client.session import consents

    session, unlock = sit_to_sign(open_client(), game, as_, secret)
    wanted = consents.wanted(session, out, replace)
    asked = f"Agree that {replace} plays on for {out}, and that the umpire rolls instead of {out}?"
    agreed(asked, yes=yes)
    path = consents.consent(session, unlock(session), wanted, to)
    typer.echo(f"Wrote {path}. Mail it to the umpire.")


@app.command()
def clock(
    game: Game = None,
    *,
    absent: Annotated[
        tuple[str, str, str] | None,
        typer.Option(
            "--absent",
            metavar="HANDLE FROM TO",
            help="As umpire: do not count these days for a player.",
        ),
    ] = None,
    back: Annotated[
        str | None,
        typer.Option(metavar="HANDLE", help="As umpire: end a player's absence today."),
    ] = None,
    more: Annotated[
        tuple[str, str] | None,
        typer.Option(
            "--more",
            metavar="HANDLE DAYS",
            help="As umpire: give a player more days for this answer.",
        ),
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="As umpire: sign your record of days and write it to a .days file.",
        ),
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Show when the next answer is due.

    pbem also shows each player's bank of days, and who is away. The umpire enters absences and more
    time here. This record is no part of the log.

    Example: pbem clock

    Example: pbem clock --absent bob 2026-12-20 2027-01-03
    """
    from pbem.client.umpire import entering_days, signing_days
    from pbem.client.umpire.timekeeping import clock_of
    from pbem.client.umpire.words import clock_lines

    client = open_client()
    session = sit_down(client, game, as_, light=True)
    if absent is not None:
        entering_days.absent(session, *absent)
    if back is not None:
        entering_days.back(session, back)
    if more is not None:
        entering_days.more(session, *more)
    if export is not None:
        signing_days.copy_days(
            signing_days.sign_days(session, Unlocker(client, secret)(session)), export
        )
    found = clock_of(session)
    say_json(found) if json else say(clock_lines(session, found))


@app.command()
def claim(
    game: Game = None,
    *,
    to: ToFolder = None,
    print_: Print = False,
    as_: As = None,
) -> None:
    """Write to everybody that a player is late.

    The mail is for the umpire and all players. It states the facts: whose move it is, since which
    event, and what the clock says. Without an umpire or a clock, it says what the log proves and
    what you can do.

    Example: pbem claim, then open the .eml file in your mail program
    """
    from pbem.client.messages import claiming, composing
    from pbem.client.messages.words import written_lines
    from pbem.mail.letter import text_of

    session = sit_down(open_client(), game, as_)
    found = claiming.claim(session)
    if found.letter is None:
        say(found.lines)
    elif print_:
        typer.echo(text_of(found.letter), nl=False)
    else:
        say(written_lines(composing.write(session, found.letter, to)))

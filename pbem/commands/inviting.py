"""Inviting somebody by one link, and opening such a link."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.commands.opening import GameOption, terms
from pbem.commands.shared import (
    As,
    Game,
    Json,
    Secret,
    Unlocker,
    open_client,
    say,
    say_done,
    say_json,
    sit_down,
)
from pbem.commands.shell import Shell
from pbem.commands.terminal import Progress
from pbem.commands.typed import pairs, standard_input
from pbem.errors import FormError

if TYPE_CHECKING:
    from pbem.client.client import Client

app = Shell("Invite somebody.")

Site = Annotated[
    str | None,
    typer.Option(help="A site with pbem, such as https://play.example.org/, for the link."),
]
LINK_MOST = 20_000


@app.command()
def invite(
    rules: Annotated[str | None, typer.Argument(help="The rules, for example lantern.")] = None,
    *,
    scenario: Annotated[str | None, typer.Option(help="The scenario; default: the first.")] = None,
    side: Annotated[str | None, typer.Option(help="Your side; default: the first.")] = None,
    option: GameOption = None,
    days: Annotated[int | None, typer.Option(help="Days for each answer; sets a clock.")] = None,
    bank: Annotated[int, typer.Option(help="Extra days for the whole game, with --days.")] = 30,
    grace: Annotated[int, typer.Option(help="Days before the umpire may rule, with --days.")] = 7,
    message: Annotated[str, typer.Option(help="A line for the person whom you invite.")] = "",
    valid: Annotated[int, typer.Option(help="For how many days the link is good.")] = 14,
    pack: Annotated[Path | None, typer.Option(help="The table file of a game.")] = None,
    site: Site = None,
    as_: As = None,
    json: Json = False,
) -> None:
    """Print a link that invites somebody to a game.

    Send the link to one person. It holds your card and what you propose, and no server reads it.
    Their answer opens the game. It comes by mail; then type 'pbem join'.
    If a table file is too large for the link, pbem says that you must send it, too.

    Example: pbem invite lantern --side brask --days 7
    """
    from pbem.client.invitations.answering import Proposal, invite, invited
    from pbem.client.invitations.link import invitation_link
    from pbem.client.invitations.words import game_of
    from pbem.client.people import me
    from pbem.client.umpire.timekeeping import today_utc

    if rules is None:
        raise FormError("Name a game, as in 'pbem invite lantern'.")
    client = open_client()
    clock = terms(days, bank, grace, None)
    wish = Proposal(rules, scenario, side, pairs(option, "--option"), clock, message, valid, pack)
    made = invite(client, me(client, as_), wish, today_utc())
    link, said = invitation_link(made, address(site)), invited(made)
    beside = {"file": str(pack)} if said.needs else {}
    if json:
        say_json({"link": link, "until": said.until, **beside})
        return
    what = f"{game_of(said)}: you play {said.side}. Send this link to one person."
    too = [f"Send {pack} with it: it is too long for a link."] if beside else []
    say([f"{what} They can answer it until {said.until}.", *too, link])


@app.command("open")
def open_link(
    link: Annotated[str, typer.Argument(help="The link, or '-' for standard input.")],
    *,
    look: Annotated[bool, typer.Option("--look", help="Only say what the link is.")] = False,
    pack: Annotated[
        Path | None, typer.Option(help="The table file that came with an invitation.")
    ] = None,
    as_: As = None,
    secret: Secret = None,
    json: Json = False,
) -> None:
    """Open a link that somebody sent.

    It is an invitation, a card, or new events. Your answer to an invitation opens the game: you
    sign its first events. Then mail what pbem names. Put the link in quotation marks.

    Example: pbem open 'pbem:#invite=eyJj...'
    """
    from pbem.client.invitations.answering import accept, check_accept, invited
    from pbem.client.invitations.carried import linked_files
    from pbem.client.invitations.link import linked_invitation
    from pbem.client.invitations.words import invited_lines
    from pbem.client.people import me
    from pbem.client.play.opening import read_pack
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.identity.link import linked_card

    text = standard_input(LINK_MOST).decode(errors="replace") if link == "-" else link
    client = open_client()
    invitation = linked_invitation(text)
    if invitation is not None:
        said = invited(invitation, client)
        if look:
            say_json(said) if json else say(invited_lines(said))
            return
        who = me(client, as_)
        beside = read_pack(pack)
        check_accept(client, who, invitation, today_utc(), beside)
        if not json:
            say(invited_lines(said))
        identity = Unlocker(client, secret)(who)
        say_done(accept(client, identity, invitation, today_utc(), beside), json)
        return
    files = linked_files(text)
    if files is None:
        card = linked_card(text)
        if card is None:
            raise FormError(NO_LINK)
        files = [card]
    if look:
        say([f"This link brings {'a card' if len(files) == 1 else 'new events'}."])
        return
    _import(client, files, as_, json=json)


NO_LINK = (
    "This is no link of pbem. Such a link has '#invite=', '#card=' or '#log=' in it. Copy all of "
    "it, and put it in quotation marks."
)


def _import(client: Client, files: list[bytes], as_: str | None, *, json: bool) -> None:
    from pbem.client.exchange.taking import TakeOptions
    from pbem.client.invitations.answering import take_card
    from pbem.client.messages.reading import take_mail
    from pbem.client.messages.words import posted_lines
    from pbem.client.people_words import known_lines
    from pbem.client.umpire.timekeeping import today_utc
    from pbem.identity.card import is_card

    cards = [take_card(client, data) for data in files if is_card(data)]
    logs = [data for data in files if not is_card(data)]
    if not json:
        say(known_lines(cards))
    good = True
    for data in logs:
        with Progress("Verifying") as progress:
            found = take_mail(
                client, [], TakeOptions(as_, day=today_utc()), stdin=data, progress=progress
            )
        say_json(found) if json else say(posted_lines(found))
        good = good and found.good
    if json and not logs:
        say_json(cards)
    if not good:
        raise typer.Exit(1)


def address(site: str | None) -> str:
    """Return the address of a site for a link; raises FormError for one that is none.

    ``site``: as typed; None for nothing.
    """
    from pbem.identity.link import NOWHERE, check_site

    return NOWHERE if site is None else check_site(site)


def print_link(game: Game, site: str | None, as_: str | None) -> None:
    """Print the link with the new events of a game; ``site``: as for `address`."""
    from pbem.client.invitations.carried import events_link
    from pbem.client.messages.composing import parts

    session = sit_down(open_client(), game, as_, light=True)
    typer.echo(events_link(parts(session), address(site)))

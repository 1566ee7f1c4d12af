"""Invitations in the lobby: made, shown, answered; and new events as a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.client import people
from pbem.client.client import NotFound
from pbem.client.invitations.answering import (
    Invited,
    Proposal,
    accept,
    check_accept,
    invite,
    invited,
)
from pbem.client.invitations.carried import events_link
from pbem.client.invitations.link import (
    Invitation,
    TableFile,
    invitation_link,
    linked_invitation,
)
from pbem.client.messages.composing import parts
from pbem.client.session.words import sentence
from pbem.client.umpire.timekeeping import today_utc
from pbem.client.views.terms import BANK, GRACE
from pbem.errors import FormError
from pbem.lobby.cards import address, code
from pbem.lobby.forms import Accepting, Did, File, Inviting, Linked, OneLink, OnePack
from pbem.table.events.kinds import Clock

if TYPE_CHECKING:
    from pbem.client.client import Client
    from pbem.client.session.session import Session

CODE_MOST = 1_500
"""Letters of a link that a camera reads from a screen."""
NO_INVITATION = (
    "This is no link of an invitation. Copy all of it, from the first letter to the last."
)


def clock_of(days: int | None) -> Clock | None:
    """Return the terms of so many days for each answer, as the lobby gives them.

    None if the game has no clock.
    """
    return None if days is None else Clock(days=days, bank=BANK, grace=GRACE, turn=None)


def make(client: Client, wish: Inviting) -> Linked:
    """Return an invitation as a link and as a code.

    Raises FormError, NotFound, PackError, LogFileError.
    """
    proposal = Proposal(
        rules=wish.rules,
        scenario=wish.scenario,
        side=wish.side,
        options=wish.options,
        clock=clock_of(wish.days),
        words=wish.words,
        pack=client.packs / f"{wish.pack}.yaml" if wish.pack else None,
    )
    made = invite(client, people.me(client), proposal, today_utc())
    link, table = invitation_link(made, address(wish.site)), made.table
    beside = isinstance(table, TableFile) and not table.file
    return Linked(link, _code(link), made.until, _called(wish.pack) if beside else "")


def table_file(client: Client, wish: OnePack) -> File:
    """Return a table file that is sent beside an invitation; raises NotFound."""
    data = client.pack(wish.pack)
    if data is None:
        raise NotFound("This table file is not here any more. Make the game again.")
    return File(data, "application/yaml", _called(wish.pack))


def _called(digest: str) -> str:
    return f"table-{digest[:8]}.yaml"


def shown(client: Client, wish: OneLink) -> Invited:
    """Return what an invitation says; raises FormError, NotFound, LogFileError."""
    return invited(_read(wish.link), client)


def answer(client: Client, wish: Accepting) -> Did:
    """Open the game of an invitation; raises FormError, KeyFileError, NotFound, LogFileError."""
    invitation, me, beside = _read(wish.link), people.me(client), wish.file or None
    check_accept(client, me, invitation, today_utc(), beside)
    identity = people.unlock(client, me, wish.passphrase)
    done = accept(client, identity, invitation, today_utc(), beside)
    return Did([f"You opened {done.game}.", sentence(done.active)], [done.game])


def events(session: Session, site: str) -> Linked:
    """Return the new events of a game as a link; raises FormError where they are too many.

    ``site``: as for `pbem.lobby.cards.address`.
    """
    link = events_link(parts(session), address(site))
    return Linked(link, _code(link))


def _code(link: str) -> str:
    return code(link) if len(link) <= CODE_MOST else ""


def _read(link: str) -> Invitation:
    found = linked_invitation(link)
    if found is None:
        raise FormError(NO_INVITATION)
    return found

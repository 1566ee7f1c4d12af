"""Your card in the lobby: as a link, as a code for a camera, and made again if it is damaged."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import segno

from pbem.client import people
from pbem.client.client import NotFound
from pbem.identity.link import NOWHERE, card_link, check_site
from pbem.lobby.forms import Did, Mending, OwnCard, Site

if TYPE_CHECKING:
    from pbem.client.client import Client


def own_card(client: Client, wish: Site) -> OwnCard:
    """Return your card as a link and as a code; raises NotFound, FormError."""
    handle = people.me(client)
    data = people.card_file(client, handle)
    if data is None:
        raise NotFound(f"There is no card of {handle} here")
    link = card_link(data, address(wish.site))
    return OwnCard(link, code(link))


def address(site: str) -> str:
    """Return what a link begins with; raises FormError for what is no site.

    ``site``: the address of a site; empty for none.
    """
    return check_site(site) if site else NOWHERE


def code(link: str) -> str:
    """Return a link as a code for a camera (SVG)."""
    made = BytesIO()
    segno.make_qr(link, error="l").save(
        made, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return made.getvalue().decode()


def mend_card(client: Client, wish: Mending) -> Did:
    """Make your card again from your keys; raises KeyFileError."""
    handle, email = people.me(client), wish.email.strip() or None
    if email is not None:
        people.check_email(email)
    people.set_email(client, handle, wish.passphrase, email)
    return Did(
        [f"Your card is made again, {handle}. Your keys and your twelve words are the same."]
    )

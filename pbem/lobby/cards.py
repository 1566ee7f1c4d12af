"""Your card in the lobby: as a link, as a code for a camera, and made again if it is damaged."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

import segno

from pbem.client import people
from pbem.client.client import NotFound
from pbem.errors import FormError
from pbem.identity.link import NOWHERE, card_link
from pbem.lobby.forms import Did, Mending, OwnCard, Site

if TYPE_CHECKING:
    from pbem.client.client import Client

_SITE = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[A-Za-z0-9._~/-]*")


def own_card(client: Client, wish: Site) -> OwnCard:
    """Return your card as a link and as a code; raises NotFound, FormError."""
    handle = people.me(client)
    data = people.card_file(client, handle)
    if data is None:
        raise NotFound(f"There is no card of {handle} here")
    if wish.site and _SITE.fullmatch(wish.site) is None:
        raise FormError("This is not the address of a page that others can open.")
    link = card_link(data, wish.site or NOWHERE)
    code = BytesIO()
    segno.make_qr(link, error="l").save(
        code, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return OwnCard(link, code.getvalue().decode())


def mend_card(client: Client, wish: Mending) -> Did:
    """Make your card again from your keys; raises KeyFileError."""
    handle, email = people.me(client), wish.email.strip() or None
    if email is not None:
        people.check_email(email)
    people.set_email(client, handle, wish.passphrase, email)
    return Did(
        [f"Your card is made again, {handle}. Your keys and your twelve words are the same."]
    )

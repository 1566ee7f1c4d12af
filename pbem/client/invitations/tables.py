"""The table file of an invitation: made for a link, and read from it or from beside it.

The link names the file by its digest. So it is the same file, whichever way it comes.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import msgspec

from pbem.client.client import Client, NotFound
from pbem.client.invitations.link import (
    CUT_OFF,
    Invitation,
    TableFile,
    card_in,
    packed,
    unpacked,
)
from pbem.client.play.opening import offering, read_options, scenario_of
from pbem.client.storage.packs import keep_pack, newest, strangers_digest
from pbem.errors import FormError, PackError
from pbem.games import registry
from pbem.kit.contract import Rules
from pbem.kit.wording import short_title
from pbem.log.disk import explaining
from pbem.play import fence
from pbem.table.library import data_digest

FILE_MOST = 1 << 17
"""Bytes of a table file in a link: it is unpacked no further."""
NEEDS = (
    "This game needs its table file, which is too long for a link. Ask {who} for it, and give it "
    "with the link."
)
ANOTHER = "This is another table file than that of the invitation. Ask {who} for the right one."


class Side(NamedTuple):
    """A side: its id and its name."""

    id: str
    name: str


class Proposed(NamedTuple):
    """The game of an invitation: its rules, its title, its sides.

    ``needs``: its table file is not here yet.
    """

    rules: Rules
    title: str
    sides: list[Side]
    needs: bool


def table_file(client: Client, rules: Rules, data: bytes, loaded: msgspec.Struct) -> TableFile:
    """Keep a table file of the inviter's, and return it for a link.

    Args:
        client: The client.
        rules: The rules with the choices of this file.
        data: Its bytes.
        loaded: The same, as the rules read it.
    """
    [(scenario, title)] = rules.scenarios.items()
    game = fence.bound(rules, scenario, read_options(rules, {}), loaded)
    digest = data_digest(loaded)
    keep_pack(client, digest, data)
    sides = {side: game.side_names.get(side, side) for side in game.sides}
    file = packed(data) if len(data) <= FILE_MOST else ""
    return TableFile(digest=digest, file=file, sides=sides, title=str(title))


def table_data(
    client: Client | None, invitation: Invitation, beside: bytes | None = None
) -> bytes | None:
    """Return the table file of an invitation; None if it has none, or it is not here.

    Args:
        client: The client of the reader, who may have it already.
        invitation: The invitation.
        beside: A file that came beside the link.

    Raises:
        FormError: The file is altered, or is another one.
        LogFileError: This computer cannot read it now.
    """
    table = invitation.table
    if not isinstance(table, TableFile):
        return None
    here = None if client is None else client.pack(table.digest)
    if here is not None:
        return here
    data = unpacked(table.file, FILE_MOST, CUT_OFF) if table.file else beside
    if data is None:
        return None
    with explaining(Path("the table file"), "Reading"):
        digest = strangers_digest(invitation.rules, invitation.version, data)
    if digest != table.digest:
        who = card_in(invitation).handle
        raise FormError(CUT_OFF if table.file else ANOTHER.format(who=who))
    return data


def needs_file(invitation: Invitation) -> str:
    """Return what to say of an invitation whose table file is not here."""
    return NEEDS.format(who=card_in(invitation).handle)


def proposed(invitation: Invitation, data: bytes | None) -> Proposed:
    """Return the game of an invitation.

    ``data``: of `table_data`; None where the link alone says title and sides.

    Raises:
        FormError: Its options, its side or its table are wrong.
        NotFound: Its game is not here.
    """
    newest(invitation.rules)
    rules = registry.find(invitation.rules, invitation.version)
    if rules is None:
        raise NotFound(
            f"This release does not have {invitation.rules} version {invitation.version}. Use the "
            "release that the player who invites you has"
        )
    table = invitation.table
    if isinstance(table, TableFile) and not getattr(rules, "carried", False):
        raise FormError(CUT_OFF)
    if isinstance(table, TableFile) and data is None:
        found = Proposed(rules, table.title, _sides(table.sides), needs=True)
    else:
        found = _read(invitation, rules, data)
    if invitation.side not in {side.id for side in found.sides} or len(found.sides) < 2:
        raise FormError(f"{rules.title} has no side '{invitation.side}' for the inviter")
    return found


def _read(invitation: Invitation, rules: Rules, data: bytes | None) -> Proposed:
    try:
        rules, loaded = offering(rules, data)
    except PackError:
        raise FormError(CUT_OFF) from None
    scenario = scenario_of(rules, invitation.scenario)
    game = fence.bound(rules, scenario, read_options(rules, invitation.options), loaded)
    sides = _sides({side: game.side_names.get(side, side) for side in game.sides})
    table = invitation.table
    if not isinstance(table, TableFile):
        return Proposed(rules, short_title(rules.title, rules.name), sides, needs=False)
    title = str(rules.scenarios[scenario])
    if (table.title, table.sides) != (title, dict(sides)):
        raise FormError(CUT_OFF)
    return Proposed(rules, title, sides, needs=False)


def _sides(names: dict[str, str]) -> list[Side]:
    return [Side(*one) for one in names.items()]

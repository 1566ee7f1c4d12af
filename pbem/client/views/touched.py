"""The games and tournaments that new keys of an identity touch, and what to do then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from pbem.client import people
from pbem.client.client import Client
from pbem.client.session.session import sit
from pbem.client.storage import tournaments
from pbem.crypto.text import escape
from pbem.errors import PbemError
from pbem.items import item
from pbem.table.events.kinds import Signer
from pbem.tournament.history import History

PAGE = "docs/changed-keys.md"
"""The page that says who learns what, and by whom."""


class Touched(msgspec.Struct, frozen=True):
    """Names of games, and of tournaments with what one is there.

    - ``played``: Games that can change to the new keys.
    - ``judged``: Games of which you are the umpire, which cannot.
    - ``tournaments``: Name -> ``director``, ``deputy``, ``player``, ``lot keeper``.
    - ``unread``: Logs that cannot be read, so that nobody can say.
    """

    played: list[str]
    judged: list[str]
    tournaments: dict[str, list[str]]
    unread: list[str]


def touched(client: Client, handle: str) -> Touched:
    """Return what goes on with other keys than the present ones of ``handle``."""
    found = Touched([], [], {}, [])
    present = people.card_of(client, handle).sign
    for path in client.logs():
        try:
            with client.taking(path):
                session = sit(client, path, handle, light=True)
        except PbemError:
            if people.takes_part(client, path):
                found.unread.append(path.stem)
            continue
        roster = session.table.roster
        if session.table.closed or session.handle is None:
            continue
        if roster.umpire is not None and roster.umpire.handle == handle:
            found.judged.extend([path.stem] if roster.umpire.sign != present else [])
        elif (me := roster.find(handle)) is not None and me.out is None and me.sign != present:
            found.played.append(path.stem)
    for path in tournaments.logs(client):
        try:
            with item(path.stem):
                history = tournaments.looked_at(client, path)
        except PbemError:
            found.unread.append(path.stem)
            continue
        mine = {one.sign for one in people.former_cards(client, handle)} - {present}
        if not history.over and (roles := sorted({*_roles(history, handle, mine)})):
            found.tournaments[path.stem] = roles
    return found


def _roles(history: History, handle: str, keys: set[str]) -> Iterator[str]:
    """Yield what somebody is in a tournament by one of ``keys``."""
    found, deputy = history.found, history.found.deputy
    named: dict[str, list[Signer]] = {
        "director": [found.director],
        "deputy": [] if deputy is None else [Signer(deputy.handle, deputy.sign)],
        "player": history.players(),
        "lot keeper": history.lot_keepers(),
    }
    for role, signers in named.items():
        if any(one.handle == handle and one.sign in keys for one in signers):
            yield role


def renewed_lines(handle: str, kept: Path, touched: Touched) -> list[str]:
    """Say what to do after new keys were made; ``kept``: the former key file."""
    lines = f"""\
These are your new keys. Your former keys are stored as {escape(kept.name)}. Running tournaments
keep using those, and so does each running game until its other players agree to the new ones.
1. Mail the new card ('pbem card export {handle}'). The others import it with
   'pbem card import {handle}.card --replace' and compare its words by telephone.""".splitlines()
    lines.append(
        "2. In each running game, offer the new keys when it is your turn, and mail the offer:"
        if touched.played
        else "2. No running game here knows your former keys as a player."
    )
    for game in touched.played:
        lines.append(f"   'pbem offer {game} keys', then 'pbem send {game}'")
    if touched.judged:
        lines.append(f"   You are the umpire of {', '.join(touched.judged)}. Your former keys stay")
        lines.append("   in use there to the end, because an umpire cannot offer new ones.")
    for name, roles in touched.tournaments.items():
        lines.append(f"   The tournament {name} knows you as {' and '.join(roles)} by your former")
        lines.append("   keys. It continues with them; you need to do nothing.")
    for name in touched.unread:
        lines.append(f"   pbem cannot read {name}. Check it with 'pbem store check'.")
    return [
        *lines,
        *f"""\
3. Copy all key files to a safe place. If somebody may know the passphrase too, change it:
   'pbem identity passphrase {handle}'.
The secret of your dice stays the same, because running games need it. Anyone who could open the
former key file can predict the dice that you give, in new games too. If you fear that, open new
games under a new identity. {PAGE} says who to inform, and who informs whom.""".splitlines(),
    ]

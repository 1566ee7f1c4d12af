"""The one way out of an event that was signed and that nobody can ever accept.

A wrong program, or a disk that lied to it, can have signed what every reader refuses: it is in the
record, so nothing else is signed there, and it comes into no log. It may be struck out, which is
entered in the record and takes nothing from it. This is no second thought: an event is judged by
its own bytes and by the log before it, which its predecessor fixes. So an event that a replay of
the whole log refuses here is refused everywhere, and nobody has built on it. If this program cannot
judge (other rules, another version), or if the event is valid, nothing is struck out.
"""

from __future__ import annotations

import msgspec

from pbem.client import people
from pbem.client.client import LOG_SUFFIX, Client
from pbem.client.lock import locked_game
from pbem.client.session.session import who_sits
from pbem.client.storage.find import find_log
from pbem.crypto.text import escape
from pbem.errors import FormError
from pbem.log.event import read_event
from pbem.log.finding import BadLog
from pbem.store.resume import replay


class Struck(msgspec.Struct, frozen=True):
    """The event that was struck out: number, kind and id, and the finding against it."""

    game: str
    seq: int
    kind: str
    event: str
    code: str
    message: str


def strike(client: Client, game: str | None, handle: str | None = None) -> Struck:
    """Remove from the record what was signed on the end of the log and is not valid.

    Args:
        client: The client.
        game: The game, as for `sit`.
        handle: The identity; by default the one that plays.

    Raises:
        FormError: There is nothing of that kind.
        BadLog: This program cannot judge, or the log itself is not valid.
        LogFileError: A file cannot be read or written.
    """
    path = find_log(client, game)
    with locked_game(path):
        table = replay(path, client.library)  # the whole log: no kept position has a say in this
        me = who_sits(client, table, handle) or people.me(client)
        record = client.record(me, table.game_id)
        signed = record.signed_on(table.chain.head)
        name = path.name.removesuffix(LOG_SUFFIX)
        if signed is None:
            raise FormError(
                f"There is nothing to strike out: the log of {escape(name)} has every event in the "
                f"record of {escape(me)}"
            )
        event = read_event(signed.line.encode())
        try:
            table.take(event)
        except BadLog as bad:
            if not bad.finding.fault:  # it is this program that cannot judge
                raise
            record.strike(event, bad.finding.code)
            found = bad.finding
            return Struck(name, event.seq, event.kind, event.id, found.code, found.message)
    raise FormError(
        f"Event {event.seq}, which you signed, is valid and stays. The next command that writes to "
        "the game adds it to the log"
    )


def struck_lines(struck: Struck) -> list[str]:
    """Say what was struck out."""
    which = f"Struck event {struck.seq}, your {struck.kind}, out of your record"
    return [
        f"{which}: no reader can ever accept it ({struck.code}: {escape(struck.message)})",
        f"The log did not change. You can write another event in {escape(struck.game)} now.",
    ]

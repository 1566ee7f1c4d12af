"""Confirmations that came by mail, beside the logs that are here (protocol section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from pbem.client.client import Client
from pbem.client.session.session import Session, sit
from pbem.errors import PbemError
from pbem.items import item
from pbem.log.file import tail
from pbem.log.head import Head, HeldHead, hold, read_head
from pbem.mail.unpacked import Unpacked


class Confirmed(msgspec.Struct, frozen=True):
    """The result of confirmations of one kind by one person, for a game that is here.

    - ``source``: The place of the first of them.
    - ``game``: Its name here.
    - ``game_id`` and ``upto``: Its id, and the number of the last event here.
    - ``what``: As in `HeldHead`.
    - ``by``: The person who says to confirm it; empty if nobody of the game has signed it.
    - ``message``: The confirmation that goes furthest, in a sentence without its end.
    - ``count``: How many there are.
    - ``kept``: The file of the one that goes furthest.
    """

    source: str
    game: str
    game_id: str
    upto: int
    what: str
    by: str
    message: str
    count: int
    kept: str = ""

    @property
    def good(self) -> bool:
        """Whether nothing has to be looked into."""
        return self.what == "fits"


def heads_of(pieces: Iterable[Unpacked]) -> dict[Unpacked, Head]:
    """Return what can be read of the confirmations among files."""
    found = {}
    for piece in pieces:
        if piece.kind == "head":
            try:
                found[piece] = read_head(piece.path)
            except PbemError:  # it is reported as a file of which nothing is known
                continue
    return found


def held(
    client: Client,
    heads: Mapping[Unpacked, Head],
    logs: Sequence[Unpacked],
    here: Mapping[str, Path],
) -> dict[Unpacked, Confirmed]:
    """Compare confirmations with the stored logs; report one of each kind.

    Args:
        client: The client.
        heads: The confirmations.
        logs: The logs that came with them, and were imported. If a confirmation does not fit, their
            results say why.
        here: Id of a game -> its log here.
    """
    ends = set(_ends(logs)) if heads else set()
    reported: dict[Unpacked, Confirmed] = {}
    for game, path in here.items():
        of_game = {piece: head for piece, head in heads.items() if head.game == game}
        if of_game:
            try:
                with item(f"the game {path.stem}"):
                    reported |= _of_game(sit(client, path, light=True), of_game, ends)
            except PbemError:  # a log that is damaged was reported when it was looked at
                continue
    return reported


def _of_game(
    session: Session, heads: Mapping[Unpacked, Head], ends: set[str]
) -> Iterator[tuple[Unpacked, Confirmed]]:
    table = session.table
    count = table.chain.count
    first = min(head.seq for head in heads.values())
    ids = {event.seq: event.id for event in session.since(first)} if first < count else {}
    kinds: dict[tuple[str, str], list[tuple[int, str, Unpacked]]] = {}
    for piece, head in heads.items():
        player = table.roster.find(head.by)
        signs = [] if player is None else [player.sign]
        one = hold(head, signs, count, ids.__getitem__, "your log")
        if one.what in ("other", "short") and head.head in ends:
            message = f"{head.by} confirms the log in this mail up to its end, event {head.seq}"
            one = HeldHead("fits", message)
        by = "" if one.what == "forged" else head.by
        kinds.setdefault((one.what, by), []).append((head.seq, one.message, piece))
    for (what, by), found in kinds.items():
        _, message, piece = max(found, key=lambda each: each[0])
        yield (
            piece,
            Confirmed(
                source=piece.source,
                game=session.name,
                game_id=table.game_id,
                upto=count - 1,
                what=what,
                by=by,
                message=message,
                count=len(found),
            ),
        )


def _ends(logs: Sequence[Unpacked]) -> Iterator[str]:
    """Yield the id of the event with which each log ends."""
    for log in logs:
        try:
            last = tail(log.path)
        except PbemError:  # reported as what is wrong with it
            continue
        if last is not None:
            yield last.id

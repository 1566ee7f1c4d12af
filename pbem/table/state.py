"""The table position, which the log alone yields, and its digest (protocol section 4).

``P = {"table": T, "game": G}``. Nothing that only one player knows has a place in these types, so
nothing that digests, prompts or lists can reach it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pbem.crypto import canonical, digest
from pbem.kit.cups import Cups
from pbem.play.listed import OrderList
from pbem.play.play import Play
from pbem.table.events.kinds import GameResult, Standing


class Player(msgspec.Struct):
    """A player or the umpire. Keys are lower-case hex; ``vrf`` is null before the join.

    ``out``: null, or why no longer in the game: ``resigned``, ``forfeit`` or ``replaced``.
    """

    handle: str
    sign: str
    vrf: str | None = None
    box: str | None = None
    out: str | None = None


class Asked(msgspec.Struct, frozen=True):
    """A question that somebody must answer by an event of their own."""

    side: str
    name: str
    secret: str | None
    opens: bool


class Sealed(msgspec.Struct):
    """A secret choice: the commitment in event ``event``, and whether it has been opened."""

    label: str
    by: str
    event: str
    commit: str
    opened: bool = False


class OfferOpen(msgspec.Struct):
    """An offer and who has still to answer it, in order. ``offer`` is the offer event's data."""

    by: str
    offer: dict[str, Any]
    waiting: list[str]


class Waiting(msgspec.Struct, frozen=True):
    """A suspended list: its author, the side it was written for, and the orders that remain.

    ``changed``: of each of them that moves a hidden supply, the number that its proof names.
    """

    by: str
    side: str
    orders: list[dict[str, Any]]
    changed: list[int] | UnsetType = UNSET


class EarlyStanding(msgspec.Struct, frozen=True):
    """Standing orders in a join, kept until the game starts and they can be read."""

    seq: int
    by: str
    standing: Standing


class PerhapsKey(msgspec.Struct, frozen=True):
    """A signing key that counts if those who have not answered are out.

    ``agreed``: number of the last event in which somebody answered yes to it, 0 where nobody did.
    """

    sign: str
    agreed: int


class RuledFork(msgspec.Struct, frozen=True):
    """A ruling on a fork: who forked, on which predecessor, what follows, number of the ruling."""

    by: str
    prev: str
    then: str
    seq: int


class DrawnPlace(msgspec.Struct):
    """A place that was drawn: ``off`` are those whose layers are off it, as numbers from 0.

    ``point`` is what is left of it, 64 hex digits.
    """

    off: list[int]
    point: str


class MaskOffered(msgspec.Struct):
    """A shuffle whose boxes are not all answered: no layer of the deck yet.

    ``by``, ``ref`` and ``points`` as in the event; ``boxes``: who has not answered, and their box;
    ``opened``: those who said that theirs opens.
    """

    by: str
    ref: str
    points: list[str]
    boxes: dict[str, str]
    opened: list[str]


class DeckState(msgspec.Struct):
    """A deck as everybody sees it (docs/protocol-cards.md, 3). Points are hex.

    - ``of``: Its cards.
    - ``by``: The players who have encrypted it, in order.
    - ``refs``: R after each layer.
    - ``points``: The places.
    - ``masks``: The opened key of each of them, or the empty text.
    - ``drawn``: Places from 0 on.
    - ``half``: The last drawn places wait for the drawer's own layer; everybody is to see them.

    Only if a group has several players:

    - ``shared``: For each layer, who else has it.
    - ``offered``: The shuffle whose boxes are being answered.
    - ``refused``: The authors whose shuffles of the next layer were not taken, as a box did not
      open.
    """

    name: str
    of: list[int]
    by: list[str]
    refs: list[str]
    points: list[str]
    masks: list[str]
    drawn: list[DrawnPlace]
    half: bool = False
    shared: list[list[str]] | UnsetType = UNSET
    offered: MaskOffered | UnsetType = UNSET
    refused: list[str] | UnsetType = UNSET


class StockOffered(msgspec.Struct):
    """A split or hand-over whose boxes are not all answered, in event ``of`` by ``by``.

    ``point``: what the pair's will be; ``boxes``: who has not answered, and their box; ``opened``:
    those who said that theirs opens.
    """

    by: str
    of: str
    point: str
    boxes: dict[str, str]
    opened: list[str]


class StockPair(msgspec.Struct):
    """A pair of hidden supplies as everybody sees it (docs/protocol-cards.md, 6.6).

    ``point``: C, 64 hex digits, empty until the pair is split; ``by``: its knowers; ``moves``: the
    events that have founded and moved it; ``open``: it is hidden no longer.
    """

    names: list[str]
    bits: int
    total: int
    point: str
    by: list[str]
    moves: list[str]
    open: bool | UnsetType = UNSET
    offered: StockOffered | UnsetType = UNSET


class MoveMade(msgspec.Struct, frozen=True):
    """A split or hand-over of a pair, in event ``of``: no part of the position.

    ``point`` is what it moved; ``sign``: 1 where the first supply has that now, -1 where it gave
    it.
    """

    of: str
    names: list[str]
    point: str
    sign: int


class TablePosition(msgspec.Struct, rename={"cups": "urns"}):
    """T: exactly these ten fields, absent things null or empty."""

    players: list[Player]
    seats: dict[str, str]
    umpire: Player | None
    questions: list[Asked]
    lists: list[Waiting]
    standing: dict[str, Standing]
    seals: list[Sealed]
    cups: Cups
    offer: OfferOpen | None
    result: GameResult | None


def table_of(play: Play) -> dict[str, Any]:
    """Return the part of T that the play knows, by field name."""
    asked = play.asked
    return {
        "questions": []
        if asked is None
        else [Asked(asked.side, asked.name, asked.secret, asked.opens)],
        "lists": [
            Waiting(listed.by, listed.side, listed.orders, listed.changed or UNSET)
            for listed in play.lists
        ],
        "standing": play.standing,
        "cups": play.cups,
    }


def position_bytes(
    table: TablePosition,
    game: bytes,
    decks: list[DeckState] | None = None,
    stocks: list[StockPair] | None = None,
) -> bytes:
    """Return JCS(P), the canonical bytes of the table position.

    Args:
        table: The position of the table.
        game: JCS(G), the canonical bytes of the game's own position.
        decks: The decks; None in a game without any.
        stocks: The pairs of hidden supplies; None in a game without any.

    Source: docs/protocol.md, section 4.
    """
    both = {"decks": decks, "stocks": stocks}
    kept = {name: found for name, found in both.items() if found is not None}
    hidden = b',"hidden":' + canonical.encode_trusted(kept) if kept else b""
    return b"".join(
        (
            b'{"game":',
            game,
            hidden,
            b',"table":',
            canonical.encode_trusted(table),
            b"}",
        )
    )


def position_digest(game_id: str, position: bytes) -> str:
    """Return the digest of JCS(P): SHA-256, 64 hex digits (protocol section 4).

    ``position``: the bytes of `position_bytes`.
    """
    return digest.sha256_hex(digest.tagged("state", game_id.encode(), b"\n", position))


def restore(play: Play, position: bytes) -> TablePosition:
    """Put a play back to the position of `position_bytes`; return the T that was digested."""
    both = msgspec.json.decode(position, type=dict[str, msgspec.Raw])
    table = msgspec.json.decode(both["table"], type=TablePosition)
    play.position = msgspec.json.decode(both["game"], type=play.game.position_type)
    play.cups = table.cups
    play.lists = [
        OrderList(
            waiting.by,
            waiting.side,
            list(waiting.orders),
            changed=[] if waiting.changed is UNSET else list(waiting.changed),
        )
        for waiting in table.lists
    ]
    play.standing = table.standing
    play.await_need()
    return table

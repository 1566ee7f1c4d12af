"""The data of each kind of event (protocol section 4): exactly these fields, no others.

Every kind may carry ``note``, free text for people, and nothing else depends on it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pbem.crypto import text
from pbem.errors import FormError
from pbem.log.event import VERSION
from pbem.table.events.plain_kinds import CardNumber as CardNumber  # noqa: PLC0414
from pbem.table.events.plain_kinds import DeckName as DeckName  # noqa: PLC0414
from pbem.table.events.plain_kinds import Hex32 as Hex32  # noqa: PLC0414
from pbem.table.events.plain_kinds import Hex64 as Hex64  # noqa: PLC0414
from pbem.table.events.plain_kinds import Hex80 as Hex80  # noqa: PLC0414
from pbem.table.events.plain_kinds import Name as Name  # noqa: PLC0414
from pbem.table.events.proof_kinds import CardShown as CardShown  # noqa: PLC0414
from pbem.table.events.proof_kinds import Proof as Proof  # noqa: PLC0414
from pbem.table.events.proof_kinds import StockOpening as StockOpening  # noqa: PLC0414

ProofPart = Annotated[str, Meta(pattern=r"^([0-9a-f]{320}|[0-9a-f]{256})$(?!\n)")]
"""A part of the proof of a shuffle: its first 160 bytes, or its 128 bytes about a place."""

Note = Annotated[str, Meta(max_length=2000)]
Day = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$(?!\n)")
]  # fmt: skip
"""A day in UTC, in its form: whether it is in the calendar makes no event valid or not."""

Count = Annotated[int, Meta(ge=0, le=9_999_999)]
"""A number of days."""

Order = dict[str, Any]
Standing = dict[Name, dict[str, Any]]
Policy = Literal["opponents", "umpire", "self"]
Dice = Literal[Policy, "witnesses"]
"""The dice keepers of a game; ``witnesses`` is there in version 2 of the protocol alone."""
MAX_ORDERS = 1000
REPLACEMENTS_MAX = 8
"""How many players can ever be put in somebody's place in a game."""


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of every kind's data."""

    note: Note | UnsetType = UNSET


class RulesId(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which rules: ``data`` is the SHA-256 of the JCS form of the rules data as loaded."""

    name: Name
    version: Annotated[int, Meta(ge=1)]
    data: Hex32


class Signer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A handle and its Ed25519 signing key."""

    handle: Name
    sign: Hex32


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days to answer, in the bank, of grace; ``turn``: in all while one player has the phase.

    How they are counted: docs/time.md.
    """

    days: Annotated[int, Meta(ge=1, le=365)]
    bank: Annotated[int, Meta(ge=0, le=3650)]
    grace: Annotated[int, Meta(ge=0, le=365)]
    turn: Annotated[int, Meta(ge=1, le=3650)] | None


class Pairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pairing that a game was opened for: ids in a tournament's log, and the board."""

    tournament: Hex32
    pair: Hex32
    board: Annotated[int, Meta(ge=1, le=10_000)]


class Open(Data, frozen=True, kw_only=True):
    """``open``: who plays what, by which rules, with whose dice.

    ``groups``: whose draws are one hand, where some players share one (docs/protocol-cards.md).
    """

    rules: RulesId
    scenario: Name
    options: dict[str, str | int | bool]
    players: Annotated[tuple[Signer, ...], Meta(min_length=1, max_length=8)]
    seats: dict[Name, Name]
    umpire: Signer | None
    dice: Dice
    clock: Clock | None
    groups: (
        Annotated[
            tuple[Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)], ...],
            Meta(min_length=2, max_length=2),
        ]
        | UnsetType
    ) = UNSET
    for_: Pairing | UnsetType = msgspec.field(name="for", default=UNSET)


class Join(Data, frozen=True, kw_only=True):
    """``join``: the VRF key made for this game alone, proven; the sealed-box key or null."""

    vrf: Hex32
    proof: Hex80
    box: Hex32 | None
    standing: Standing | UnsetType = UNSET


class Orders(Data, frozen=True, kw_only=True):
    """``orders``: what ``side`` orders, on the position whose digest is ``state``.

    ``proofs``: one for each order that shows a card or moves a hidden supply, in their order.
    """

    side: Name
    orders: Annotated[tuple[Order, ...], Meta(min_length=1, max_length=MAX_ORDERS)]
    state: Hex32
    standing: Standing | UnsetType = UNSET
    proofs: Annotated[tuple[Proof, ...], Meta(min_length=1, max_length=MAX_ORDERS)] | UnsetType = (
        UNSET
    )


class Shuffle(Data, frozen=True, kw_only=True):
    """``shuffle``: a deck of the cards ``of``, masked and reordered by its author.

    ``ref`` is R, ``cards`` the places after it; ``proof`` is the proof's head and what it says of
    each place; ``boxes``: the layer in a sealed box for each other player of the author's group.
    """

    deck: DeckName
    of: Annotated[tuple[CardNumber, ...], Meta(min_length=1, max_length=250)]
    ref: Hex32
    cards: Annotated[tuple[Hex32, ...], Meta(min_length=1, max_length=250)]
    proof: Annotated[tuple[ProofPart, ...], Meta(min_length=2, max_length=251)]
    boxes: Annotated[dict[Name, Hex80], Meta(min_length=1, max_length=7)] | UnsetType = UNSET


class Unmask(Data, frozen=True, kw_only=True):
    """``unmask``: the author's layer taken off places that are drawn: place, point, proof."""

    deck: DeckName
    draws: Annotated[
        tuple[tuple[CardNumber, Hex32, Hex64], ...], Meta(min_length=1, max_length=250)
    ]


class Mask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layer of a deck, opened."""

    deck: DeckName
    scalar: Hex32


class LayOpen(Data, frozen=True, kw_only=True):
    """``lay-open``: every layer that the author has put on a deck, in the order of the log.

    ``stocks``: what hand-overs and splits had in them, of the pairs that they are to open.
    """

    masks: Annotated[tuple[Mask, ...], Meta(min_length=1, max_length=4096)] | UnsetType = UNSET
    stocks: Annotated[tuple[StockOpening, ...], Meta(min_length=1)] | UnsetType = UNSET


class DiceData(Data, frozen=True, kw_only=True):
    """``dice``: one keeper's VRF proof; the last keeper's adds the rolls and the digest after."""

    proof: Hex80
    rolls: tuple[tuple[int, int], ...] | UnsetType = UNSET
    then: Hex32 | UnsetType = UNSET


class Seal(Data, frozen=True, kw_only=True):
    """``seal``: a commitment to the secret choice ``label``."""

    label: Name
    commit: Hex32


class Reveal(Data, frozen=True, kw_only=True):
    """``reveal``: opens the seal in the event with id ``of``."""

    of: Hex32
    salt: Hex32
    value: Order


class OfferUndo(Data, frozen=True, kw_only=True, tag="undo", tag_field="what"):
    """``offer``: go back to before event ``to``."""

    to: Hex32


class OfferTie(Data, frozen=True, kw_only=True, tag="tie", tag_field="what"):
    """``offer``: the game ends drawn."""


class OfferKeys(Data, frozen=True, kw_only=True, tag="keys", tag_field="what"):
    """``offer``: new keys for the offerer (never the VRF key).

    ``proof``: the new signing key's own signature (`pbem.table.roster.key_proof`).
    """

    sign: Hex32 | UnsetType = UNSET
    proof: Hex64 | UnsetType = UNSET
    box: Hex32 | UnsetType = UNSET


class OfferRules(Data, frozen=True, kw_only=True, tag="rules", tag_field="what"):
    """``offer``: a newer version of the rules, with the digest as it reads the position."""

    rules: RulesId
    state: Hex32


class Answer(Data, frozen=True, kw_only=True):
    """``answer``: yes or no to the offer that is open, or whether a box opens."""

    yes: bool


class Resign(Data, frozen=True, kw_only=True):
    """``resign``: the author gives the game up."""


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended: ``why`` in a word, and the side that wins.

    The winner may be a side without a seat, which the rules play. It is null where the game is
    drawn, and where nobody is left to win it (``resigned``, ``forfeit``).
    """

    winner: Name | None
    why: Literal["victory", "resigned", "forfeit", "tie"]


Owed = Literal[
    "join", "orders", "dice", "seal", "reveal", "answer", "shuffle", "unmask", "lay-open"
]
"""Kinds of events that somebody can owe."""


class LateTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The days of one player while one player has the phase: as in `Late`, with the hold's own."""

    allowed: Count
    used: Count
    granted: Count
    absent: Count


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why somebody is late, by the umpire's record of days (docs/time.md).

    ``owed``: the kind of event that was owed; ``event``: the id of the event that began the move,
    ``day``: the day on which that reached the umpire, ``on``: the day of the ruling. In between
    ``used`` days counted and ``absent`` were days of absence; ``allowed`` of them cost no bank,
    ``granted`` of these were given by the umpire. ``bank`` and ``grace``: days that were left when
    the move began. ``turn``: null where the clock has no limit on a turn.
    """

    owed: Owed
    event: Hex32
    day: Day
    allowed: Count
    used: Count
    granted: Count
    absent: Count
    bank: Count
    grace: Count
    turn: LateTurn | None
    on: Day


class Consent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's signed agreement to a replacement who would change a roll (section 8)."""

    by: Name
    sig: Hex64


class Ruling(Data, frozen=True, kw_only=True):
    """``ruling``: what the umpire says, in one of four forms."""


class PutOut(Ruling, frozen=True, kw_only=True):
    """``ruling``: puts the active player out; with ``handle`` and ``sign`` somebody replaces them.

    ``late``: why they are late, null where it is no matter of days; ``consent``: who agreed, where
    a player with a seat who owes dice is replaced.
    """

    out: Name
    as_: Literal["forfeit", "replace"] = msgspec.field(name="as")
    handle: Name | UnsetType = UNSET
    sign: Hex32 | UnsetType = UNSET
    late: Late | None
    consent: tuple[Consent, ...] | UnsetType = UNSET


class Close(Ruling, frozen=True, kw_only=True):
    """``ruling``: confirms the result of a finished game."""

    result: GameResult


class OnFork(Ruling, frozen=True, kw_only=True):
    """``ruling``: on two events by one author on one predecessor.

    ``fork``: whole lines as objects, those of the two that are not in the log before.
    """

    fork: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=2)]
    then: Literal["forfeit", "branch"]


class TakeBack(Ruling, frozen=True, kw_only=True):
    """``ruling``: takes back the ruling ``back``, which stands on another log (section 9)."""

    back: Hex32


RULINGS: dict[str, type[Ruling]] = {
    "out": PutOut,
    "result": Close,
    "fork": OnFork,
    "back": TakeBack,
}
"""The forms of a ruling by the field that each has and no other."""

Offer = OfferUndo | OfferTie | OfferKeys | OfferRules
KINDS: dict[str, Any] = {
    "open": Open,
    "join": Join,
    "orders": Orders,
    "shuffle": Shuffle,
    "unmask": Unmask,
    "lay-open": LayOpen,
    "dice": DiceData,
    "seal": Seal,
    "reveal": Reveal,
    "offer": Offer,
    "answer": Answer,
    "resign": Resign,
    "ruling": Ruling,
}


def version_of(opening: Open) -> int:
    """Return the version of the protocol in which a game can be opened so."""
    return 2 if opening.dice == "witnesses" else VERSION


def read_data(kind: str, data: dict[str, Any]) -> Any:
    """Return the typed data of an event.

    Raises:
        FormError: the kind is unknown, or the data has not exactly the fields of its kind.

    """
    form = KINDS.get(kind)
    if form is None:
        raise FormError(f"there is no event kind {text.escape(kind)!r}")
    if form is Ruling:
        form = next((RULINGS[field] for field in RULINGS if field in data), Ruling)
    try:
        if form is Ruling:
            raise msgspec.ValidationError(f"a ruling needs one of {', '.join(RULINGS)}")
        typed = msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise FormError(f"the data of this {kind} event is not valid: {error}") from None
    note = data.get("note")
    if note is not None:
        text.check_note(note)
    return typed


def write_data(data: Data) -> dict[str, Any]:
    """Return the data as it stands in an event."""
    built: dict[str, Any] = msgspec.to_builtins(data)
    return built

"""The words that players say to a tournament, each signed by its author (docs/tournaments.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pbem.crypto import canonical
from pbem.errors import FormError
from pbem.table.events.kinds import Signer
from pbem.table.events.plain_kinds import Hex32, Hex80, Name
from pbem.tournament.events.plain_kinds import (
    BOARDS_MAX,
    Moment,
    Name60,
    Number,
    Part,
    Place,
    Round,
)


class Word(Part, frozen=True, kw_only=True, tag_field="what"):
    """A word that its author signs themselves, over the tag ``word`` and the rest as JCS.

    ``head``: the id of the last event of this log that they have seen.
    """

    v: Literal[1]
    tournament: Hex32
    head: Hex32
    handle: Name
    sign: Hex32
    sig: Annotated[str, Meta(pattern=r"^([0-9a-f]{128})?$(?!\n)")]


class Enter(Word, frozen=True, kw_only=True, tag="enter"):
    """I play from round ``from`` on, or the next that is paired; ``rating`` is what I claim."""

    from_: Round = msgspec.field(name="from")
    rating: Annotated[int, Meta(ge=0, le=9999)] | None


class Withdraw(Word, frozen=True, kw_only=True, tag="withdraw"):
    """I play no longer, from round ``from`` on, or from the next that is paired."""

    from_: Round = msgspec.field(name="from")


class Return(Word, frozen=True, kw_only=True, tag="return"):
    """I play again."""

    from_: Round = msgspec.field(name="from")


class Keep(Word, frozen=True, kw_only=True, tag="keep"):
    """I keep lots, with this VRF key, which I prove; ``deputy`` gives my lot if I do not.

    Whom a keeper has named says the same, and keeps none but in their place.
    """

    vrf: Hex32
    proof: Hex80
    deputy: Signer | UnsetType = UNSET


class Lot(Word, frozen=True, kw_only=True, tag="lot"):
    """My part of the lots over the ``closed`` event ``on``."""

    on: Hex32
    proof: Hex80


class Challenge(Word, frozen=True, kw_only=True, tag="challenge"):
    """I play ``whom`` (their number): on a ladder for their place, in a list if they say so too."""

    whom: Number


class Bye(Word, frozen=True, kw_only=True, tag="bye"):
    """I do not play in this round, and stay in the tournament."""

    round: Round


class Called(Word, frozen=True, kw_only=True, tag="name"):
    """I want to be shown by this ``name``, from now on: on pages and in reports for other programs.

    It has no spaces at its ends, nor two of them together.
    """

    name: Name60


class Seal(Word, frozen=True, kw_only=True, tag="seal"):
    """I have sealed my bid for a side of this board."""

    round: Round
    board: Place
    commit: Hex32


class Bid(Word, frozen=True, kw_only=True, tag="bid"):
    """I open my bid: a ``side`` (that ``found`` gives to the first or the second), the price."""

    round: Round
    board: Place
    side: Literal["first", "second"]
    price: Annotated[int, Meta(ge=0, le=1000)]
    salt: Hex32


class Raise(Word, frozen=True, kw_only=True, tag="raise"):
    """I bid openly for a ``side``: more than the other, or the first bid of this board."""

    round: Round
    board: Place
    side: Literal["first", "second"]
    price: Annotated[int, Meta(ge=0, le=1000)]


class Pass(Word, frozen=True, kw_only=True, tag="pass"):
    """I bid no more: the other has the side for which they have bid."""

    round: Round
    board: Place


class Substitute(Word, frozen=True, kw_only=True, tag="substitute"):
    """I am away: ``player`` plays for me at this board, and I mean to be back by ``until``."""

    round: Round
    board: Place
    player: Signer
    until: Moment


class Back(Word, frozen=True, kw_only=True, tag="back"):
    """I play at this board again, as ``player``, whose key has signed ``agreed``."""

    round: Round
    board: Place
    player: Signer
    agreed: Annotated[str, Meta(pattern=r"^[0-9a-f]{128}$(?!\n)")]


class Pause(Word, frozen=True, kw_only=True, tag="pause"):
    """I would have the deadline of this round at ``until``, if all with open boards say so."""

    round: Round
    until: Moment


class LineUp(Word, frozen=True, kw_only=True, tag="lineup"):
    """These of my team play from round ``from`` on, by their places in its list, from 1."""

    from_: Round = msgspec.field(name="from")
    players: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=2 * BOARDS_MAX)], ...],
        Meta(min_length=2, max_length=BOARDS_MAX),
    ]


AnyWord = (
    Enter | Withdraw | Return | Keep | Lot | Challenge | Bye | Called | Seal | Bid | Raise | Pass
    | Substitute | Back | Pause | LineUp
)  # fmt: skip

BY_PLAYERS = Called | Substitute | Back
"""Requests of a player of a team; the captain makes all others."""

WORDS: dict[str, type[Word]] = {
    "enter": Enter, "withdraw": Withdraw, "return": Return, "keep": Keep, "lot": Lot,
    "challenge": Challenge, "bye": Bye, "name": Called, "seal": Seal, "bid": Bid, "raise": Raise,
    "pass": Pass, "substitute": Substitute, "back": Back,
    "pause": Pause, "lineup": LineUp,
}  # fmt: skip


def read_word(line: bytes) -> AnyWord:
    """Return the signed request in the one line of its file, without the line's end.

    Raises:
        FormError: It is no request in the form of its kind.

    Source: docs/tournaments.md, section 3.
    """
    try:
        word: AnyWord = msgspec.convert(canonical.decode(line, 4096), AnyWord)
    except msgspec.ValidationError as error:
        raise FormError(f"this is not a signed request to a tournament: {error}") from None
    return word

"""The data of each kind of event of a tournament's log (docs/tournaments.md): these fields only."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pbem.crypto import canonical, text
from pbem.errors import FormError
from pbem.table.events.kinds import Clock, Data, Hex32, Hex80, Name, Policy, RulesId, Signer

ENTRANTS_MAX = 1000
ROUNDS_MAX = 1998
"""A double round robin of a thousand entrants."""

LEVELS_MAX = 9
"""Levels of victory above the plain one."""

CARRIED_MAX = 900
"""The most keys that one event takes beside all else that `found` says."""

Number = Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
"""An entrant's number: 1 for the first who entered."""

Round = Annotated[int, Meta(ge=1, le=ROUNDS_MAX)]
Place = Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
"""The number of a board in its round, from 1."""

Points = Annotated[int, Meta(ge=0, le=1_000_000)]
Title = Annotated[str, Meta(min_length=1, max_length=200)]
Why = Annotated[str, Meta(min_length=1, max_length=2000)]
"""The reason that a director gives, for everybody to read."""

Outcome = Literal[
    "first", "second", "draw", "none",
    "1-2-3", "1-3-2", "2-1-3", "2-3-1", "3-1-2", "3-2-1",
    "1-2-2", "2-1-2", "2-2-1", "1-1-3", "1-3-1", "3-1-1", "1-1-1",
]  # fmt: skip
"""Who has the win; ``none``: nobody, and neither is it drawn.

At a table of three the places of the first, the second and the third; shared ones are the best.
"""

Tie = Literal[
    "buchholz", "buchholz-cut-1", "sonneborn-berger", "direct", "koya", "progressive", "wins",
]  # fmt: skip


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what stands inside an event."""


class RoundRobin(Part, frozen=True, tag="round-robin", tag_field="kind"):
    """Everybody meets everybody ``cycles`` times, by Berger's tables."""

    cycles: Annotated[int, Meta(ge=1, le=2)]


class Swiss(Part, frozen=True, tag="swiss", tag_field="kind"):
    """``rounds`` rounds by the Dutch system, as the named ``engine`` pairs."""

    rounds: Annotated[int, Meta(ge=1, le=99)]
    engine: Title


class Tables(Part, frozen=True, tag="tables", tag_field="kind"):
    """``rounds`` rounds at tables of three, with others and on other sides as often as can be."""

    rounds: Annotated[int, Meta(ge=1, le=99)]


class Solitaire(Part, frozen=True, tag="score", tag_field="kind"):
    """``rounds`` rounds of everybody alone against the rules, ranked by the game's own score."""

    rounds: Annotated[int, Meta(ge=1, le=99)]


class SingleElimination(
    Part, frozen=True, kw_only=True, tag="single-elimination", tag_field="kind"
):
    """Who loses is out; after a draw the better ``seed`` or the ``second`` of the pair goes on.

    ``third``: who lost the matches before the final play for the third place.
    """

    draws: Literal["seed", "second"]
    third: bool


class DoubleElimination(
    Part, frozen=True, kw_only=True, tag="double-elimination", tag_field="kind"
):
    """Who loses twice is out; ``again``: who loses only the final plays a second one."""

    draws: Literal["seed", "second"]
    again: bool


class Groups(Part, frozen=True, kw_only=True, tag="groups", tag_field="kind"):
    """Round robins of ``groups`` groups; the ``best`` of each play a single elimination."""

    groups: Annotated[int, Meta(ge=2, le=99)]
    best: Annotated[int, Meta(ge=1, le=16)]
    draws: Literal["seed", "second"]
    third: bool


class After(Part, frozen=True, kw_only=True):
    """The log that a ladder goes on from: its tournament, its last event, its order as keys."""

    tournament: Hex32
    head: Hex32
    order: Annotated[tuple[Hex32, ...], Meta(min_length=1, max_length=CARRIED_MAX)]


class Ladder(Part, frozen=True, kw_only=True, tag="ladder", tag_field="kind"):
    """Who wins takes the loser's place; one challenges up to ``reach`` places above him.

    ``idle``: after so many rounds without a game one falls by a place, 0 for never.
    """

    reach: Annotated[int, Meta(ge=1, le=ENTRANTS_MAX)]
    idle: Annotated[int, Meta(ge=0, le=99)]
    after: After | None


class RatingList(Part, frozen=True, tag="list", tag_field="kind"):
    """Open-ended: two who have challenged each other meet, all are ordered by the first rating."""


class Board(Part, frozen=True, kw_only=True):
    """The game of every board; ``sides``: what the first, the second (and the third) at it hold."""

    rules: RulesId
    scenario: Name
    options: dict[str, str | int | bool]
    sides: Annotated[
        tuple[Annotated[tuple[Name, ...], Meta(min_length=1, max_length=8)], ...],
        Meta(min_length=1, max_length=3),
    ]
    umpire: Signer | None
    dice: Policy
    clock: Clock | None


class Checkpoints(Part, frozen=True, kw_only=True):
    """By which checkpoints of this log are known: the origin that they name, and the key."""

    origin: Annotated[str, Meta(pattern=r"^[!-*,-~]{1,200}$(?!\n)")]
    key: Hex32


class Scale(Part, frozen=True, kw_only=True):
    """What a win, a draw, a loss and a round with a bye give; at a table the three places."""

    win: Points
    draw: Points
    loss: Points
    bye: Points


class Rates(Part, frozen=True, kw_only=True):
    """A rating system: everybody begins with ``start``, or with what he claims; ``digits`` kept."""

    start: Annotated[int, Meta(ge=0, le=9999)]
    claimed: bool
    digits: Annotated[int, Meta(ge=0, le=6)]


class Elo(Rates, frozen=True, kw_only=True, tag="elo", tag_field="system"):
    """Elo's, with the same factor ``k`` for everybody."""

    k: Annotated[int, Meta(ge=1, le=200)]


class Area(Rates, frozen=True, kw_only=True, tag="area", tag_field="system"):
    """AREA's, for games of two."""


class Glicko(Rates, frozen=True, kw_only=True, tag="glicko-2", tag_field="system"):
    """Glickman's second: a round is a period; volatility in millionths, tau in thousandths."""

    deviation: Annotated[int, Meta(ge=1, le=1000)]
    volatility: Annotated[int, Meta(ge=1, le=1_000_000)]
    tau: Annotated[int, Meta(ge=100, le=2000)]


System = Elo | Area | Glicko


Elimination = SingleElimination | DoubleElimination
Format = RoundRobin | Swiss | Tables | Solitaire | Elimination | Groups | Ladder | RatingList
LAID_OUT = RoundRobin | Groups | Tables | Solitaire
"""Formats of which rounds are paired before those before are played."""
OPEN = Swiss | Tables | Solitaire | Ladder | RatingList
"""Formats into which somebody may still come when they have begun."""


class Deputy(Part, frozen=True, kw_only=True):
    """Who rules and closes where the director has written nothing for ``days`` days."""

    handle: Name
    sign: Hex32
    days: Annotated[int, Meta(ge=1, le=365)]


class Price(Part, frozen=True, kw_only=True):
    """What is paid for a side: its price times ``step`` is added to an option of the game."""

    option: Name
    step: Annotated[int, Meta(ge=-1000, le=1000)]
    most: Annotated[int, Meta(ge=1, le=1000)]


class SealedBids(Part, frozen=True, kw_only=True, tag="sealed", tag_field="kind"):
    """Both at a board bid for a side, sealed; a side without a price is bid for at 0 alone."""

    prices: tuple[Price | None, Price | None]


class OpenBids(Part, frozen=True, kw_only=True, tag="open", tag_field="kind"):
    """The two at a board bid for a side in turn, each more than the other, until one passes."""

    prices: tuple[Price | None, Price | None]


class Level(Part, frozen=True, kw_only=True):
    """A level of victory: from which ``score`` of the winning side on, and what it gives."""

    score: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
    win: Points
    loss: Points


class Requested(Part, frozen=True, kw_only=True):
    """Byes on request: each gives ``points``, and one may have ``most`` of them."""

    points: Points
    most: Annotated[int, Meta(ge=1, le=9)]


class Found(Data, frozen=True, kw_only=True):
    """``found``: what is played for, how, and whose log this is."""

    name: Title
    director: Signer
    deputy: Deputy | None
    checkpoints: Checkpoints
    format: Format
    board: Board
    points: Scale
    ties: Annotated[tuple[Tie, ...], Meta(max_length=7)]
    seeding: Literal["lots", "rating"]
    ratings: Annotated[tuple[System, ...], Meta(max_length=3)]
    bids: SealedBids | OpenBids | UnsetType = UNSET
    requested: Requested | UnsetType = UNSET
    levels: Annotated[tuple[Level, ...], Meta(min_length=1, max_length=LEVELS_MAX)] | UnsetType = (
        UNSET
    )


class Word(Part, frozen=True, kw_only=True, tag_field="what"):
    """A word that its author signs himself, over the tag ``word`` and the rest as JCS.

    ``head``: the id of the last event of this log that he has seen.
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

    Whom a keeper has named says the same, and keeps none but in his place.
    """

    vrf: Hex32
    proof: Hex80
    deputy: Signer | UnsetType = UNSET


class Lot(Word, frozen=True, kw_only=True, tag="lot"):
    """My part of the lots over the ``closed`` event ``on``."""

    on: Hex32
    proof: Hex80


class Challenge(Word, frozen=True, kw_only=True, tag="challenge"):
    """I play ``whom`` (his number): on a ladder for his place, in a list if he says so too."""

    whom: Number


class Bye(Word, frozen=True, kw_only=True, tag="bye"):
    """I do not play in this round, and stay in the tournament."""

    round: Round


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
    """I bid no more: the other has the side for which he has bid."""

    round: Round
    board: Place


AnyWord = Enter | Withdraw | Return | Keep | Lot | Challenge | Bye | Seal | Bid | Raise | Pass


class Said(Data, frozen=True, kw_only=True):
    """Every kind of `WORDS`: what a player has signed himself."""

    word: AnyWord


class Closed(Data, frozen=True, kw_only=True):
    """``closed``: who plays in the first round, as signing keys in order."""

    entrants: Annotated[tuple[Hex32, ...], Meta(min_length=2, max_length=ENTRANTS_MAX)]


class Pair(Data, frozen=True, kw_only=True):
    """``pair``: the boards of a round, each (first, second), and who has a bye.

    At a table there is a third, by score the first alone.
    """

    round: Round
    boards: Annotated[
        tuple[Annotated[tuple[Number, ...], Meta(min_length=1, max_length=3)], ...],
        Meta(max_length=ENTRANTS_MAX),
    ]
    byes: Annotated[tuple[Number, ...], Meta(max_length=ENTRANTS_MAX)]


Score = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
"""The game's own score of who played it alone."""


LevelOf = Annotated[int, Meta(ge=0, le=LEVELS_MAX)]
"""How many of the levels of victory in ``found`` a winner has reached."""


class GameOf(Data, frozen=True, kw_only=True):
    """``game``: the game of a board: the first opening bound to it that came."""

    round: Round
    board: Place
    game: Hex32


class ResultOf(Data, frozen=True, kw_only=True):
    """``result``: how the game of a board ended, in the log that ends with ``head``."""

    round: Round
    board: Place
    game: Hex32
    head: Hex32
    outcome: Outcome
    score: Score | UnsetType = UNSET
    level: LevelOf | UnsetType = UNSET


class Rule(Data, frozen=True, kw_only=True):
    """``rule``: what no log proves, with why; ``log`` takes rulings back to what the result says.

    ``played``: it counts as a game that was played (an adjudication), else it does not (a forfeit).
    """

    round: Round
    board: Place
    outcome: Outcome | Literal["log"]
    score: Score | UnsetType = UNSET
    level: LevelOf | UnsetType = UNSET
    played: bool
    why: Why


class Dismiss(Data, frozen=True, kw_only=True):
    """``dismiss``: an appeal of ``entrant`` on a decided board that is not granted, and why."""

    round: Round
    board: Place
    entrant: Number
    why: Why


class PutOut(Data, frozen=True, kw_only=True):
    """``out``: the director takes an entrant out without his word, from the next round on."""

    entrant: Number
    why: Why


class Unbid(Data, frozen=True, kw_only=True):
    """``unbid``: ``entrant`` has let the time for his bid pass, and bids nothing."""

    round: Round
    board: Place
    entrant: Number
    why: Why


class Unlot(Data, frozen=True, kw_only=True):
    """``unlot``: the keeper whose lot is due has let the time pass, and his deputy gives it."""

    keeper: Name
    why: Why


class Change(Data, frozen=True, kw_only=True):
    """``change``: from round ``from`` on other games than `found` says, or so many ``rounds``."""

    from_: Round = msgspec.field(name="from")
    rounds: Annotated[int, Meta(ge=1, le=99)] | None
    board: Board | None
    why: Why


class Close(Data, frozen=True, kw_only=True):
    """``close``: the final order, as numbers of entrants."""

    order: Annotated[tuple[Number, ...], Meta(min_length=2, max_length=ENTRANTS_MAX)]


OnBoard = GameOf | ResultOf | Rule | Dismiss | Unbid | Seal | Bid | Raise | Pass
WORDS: dict[str, type[Word]] = {
    "enter": Enter, "withdraw": Withdraw, "return": Return, "keep": Keep, "lot": Lot,
    "challenge": Challenge, "bye": Bye, "seal": Seal, "bid": Bid, "raise": Raise, "pass": Pass,
}  # fmt: skip
KINDS: dict[str, type[Data]] = {
    "found": Found,
    **dict.fromkeys(WORDS, Said),
    "closed": Closed,
    "pair": Pair,
    "game": GameOf,
    "result": ResultOf,
    "rule": Rule,
    "dismiss": Dismiss,
    "out": PutOut,
    "unbid": Unbid,
    "unlot": Unlot,
    "change": Change,
    "close": Close,
}


def read_data(kind: str, data: dict[str, Any]) -> Data:
    """Return the typed data of an event; raises FormError where they are not in its form."""
    form = KINDS.get(kind)
    if form is None:
        raise FormError(f"there is no kind of event called {text.escape(kind)!r} in a tournament")
    try:
        typed = msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise FormError(f"the data of this {kind} event are not in its form: {error}") from None
    for field in ("why", "name"):
        if (said := getattr(typed, field, None)) is not None:
            text.check_note(said)
    if isinstance(typed, Found):
        engine = typed.format.engine if isinstance(typed.format, Swiss) else ""
        if "\n" in typed.name + text.check_note(engine):
            raise FormError("the names of a tournament and of its engine are one line each")
    return typed


def write_data(data: Data) -> dict[str, Any]:
    """Return the data as they stand in an event."""
    built: dict[str, Any] = msgspec.to_builtins(data)
    return built


def read_word(line: bytes) -> AnyWord:
    """Return a word out of its file's one line, without its end; raises FormError."""
    try:
        word: AnyWord = msgspec.convert(canonical.decode(line, 4096), AnyWord)
    except msgspec.ValidationError as error:
        raise FormError(f"this is no word of a player to a tournament: {error}") from None
    return word

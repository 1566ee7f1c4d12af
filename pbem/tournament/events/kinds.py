"""The data of each kind of event of a tournament's log (docs/tournaments.md): these fields only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pbem.crypto import text
from pbem.errors import FormError
from pbem.table.events.kinds import Data, Signer
from pbem.table.events.plain_kinds import Hex32, Name
from pbem.tournament.events.plain_kinds import (
    ENTRANTS_MAX,
    LEVELS_MAX,
    LevelOf,
    Moment,
    Number,
    Outcome,
    Place,
    Round,
    Score,
    Scores,
    Then,
    Tie,
    Title,
    Why,
    Zone,
)
from pbem.tournament.events.term_kinds import (
    Board,
    Checkpoints,
    Deputy,
    Format,
    Level,
    OpenBids,
    OwnScores,
    Requested,
    Scale,
    SealedBids,
    Swiss,
    System,
    Teams,
)
from pbem.tournament.events.word_kinds import (
    WORDS,
    AnyWord,
    Back,
    Bid,
    Pass,
    Raise,
    Seal,
    Substitute,
)


class Found(Data, frozen=True, kw_only=True):
    """``found``: what is played for, how, and whose log this is."""

    name: Title
    director: Signer
    deputy: Deputy | None
    checkpoints: Checkpoints
    format: Format
    board: Board
    points: Scale
    ties: Annotated[tuple[Tie, ...], Meta(max_length=8)]
    seeding: Literal["lots", "rating"]
    ratings: Annotated[tuple[System, ...], Meta(max_length=3)]
    bids: SealedBids | OpenBids | UnsetType = UNSET
    requested: Requested | UnsetType = UNSET
    levels: Annotated[tuple[Level, ...], Meta(min_length=1, max_length=LEVELS_MAX)] | UnsetType = (
        UNSET
    )
    counted: Annotated[int, Meta(ge=1, le=98)] | UnsetType = UNSET
    """How many rounds of each give points for the order: those that gave most."""
    substitutes: Literal[True] | UnsetType = UNSET
    """Whether a player may have another play for a time."""
    games: Annotated[int, Meta(ge=2, le=4)] | UnsetType = UNSET
    """How many games two play who are paired, the first of the pair in turn."""
    scores: OwnScores | UnsetType = UNSET
    """The points that games give to the tie-break by their own score, if their rules did not end
    them."""
    observers: Annotated[tuple[Signer, ...], Meta(min_length=1, max_length=9)] | UnsetType = UNSET
    """The people who get copies of the mails of games."""
    pauses: Literal[True] | UnsetType = UNSET
    """Whether players of open boards move a deadline to later if they all say so."""
    teams: Teams | UnsetType = UNSET
    """The teams that may enter; unset if each player plays alone."""
    edition: Literal[2] | UnsetType = UNSET
    """The edition of the rules for standings: those before the second are not named."""


class Said(Data, frozen=True, kw_only=True):
    """Every kind of `WORDS`: what a player has signed themselves."""

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


class GameOf(Data, frozen=True, kw_only=True):
    """``game``: the game of a board: the first opening bound to it that came."""

    round: Round
    board: Place
    game: Hex32


class ResultOf(Data, frozen=True, kw_only=True):
    """``result``: how the game of a board ended, in the log that ends with ``head``.

    ``played``: false if the loser was put out without having given one order.
    """

    round: Round
    board: Place
    game: Hex32
    head: Hex32
    outcome: Outcome
    score: Score | UnsetType = UNSET
    level: LevelOf | UnsetType = UNSET
    scores: Scores | UnsetType = UNSET
    played: Literal[False] | UnsetType = UNSET


class Rule(Data, frozen=True, kw_only=True):
    """``rule``: what no log proves, with why; ``log`` takes rulings back to what the result says.

    ``played``: it counts as a game that was played (an adjudication), else it does not (a forfeit).
    """

    round: Round
    board: Place
    outcome: Outcome | Literal["log"]
    score: Score | UnsetType = UNSET
    level: LevelOf | UnsetType = UNSET
    scores: Scores | UnsetType = UNSET
    played: bool
    why: Why


class Dismiss(Data, frozen=True, kw_only=True):
    """``dismiss``: an appeal of ``entrant`` on a decided board that is not granted, and why."""

    round: Round
    board: Place
    entrant: Number
    why: Why


class PutOut(Data, frozen=True, kw_only=True):
    """``out``: the director takes an entrant out without their word, from the next round on."""

    entrant: Number
    why: Why


class Unbid(Data, frozen=True, kw_only=True):
    """``unbid``: ``entrant`` has let the time for their bid pass, and bids nothing."""

    round: Round
    board: Place
    entrant: Number
    why: Why


class Unlot(Data, frozen=True, kw_only=True):
    """``unlot``: the keeper whose lot is due has let the time pass, and their deputy gives it."""

    keeper: Name
    why: Why


class Change(Data, frozen=True, kw_only=True):
    """``change``: from round ``from`` on other games than `found` says, or so many ``rounds``."""

    from_: Round = msgspec.field(name="from")
    rounds: Annotated[int, Meta(ge=1, le=99)] | None
    board: Board | None
    why: Why


class Entries(Data, frozen=True, kw_only=True):
    """``entries``: until when people should enter.

    ``until`` counts. The director reads it in ``zone``, which is ``offset`` minutes ahead of UTC.
    ``why``: there where it takes the place of another.
    """

    until: Moment
    zone: Zone
    offset: Annotated[int, Meta(ge=-1439, le=1439)]
    why: Why | UnsetType = UNSET

    @property
    def local(self) -> datetime:
        """The time by the director's clock; by UTC if that is outside of the calendar."""
        at = datetime.fromisoformat(self.until)
        try:
            return at + timedelta(minutes=self.offset)
        except OverflowError:  # on the first or last day that there is
            return at


class Due(Entries, frozen=True, kw_only=True):
    """``due``: until when the games of a round should be decided, and what happens then.

    All else as for `Entries`.
    """

    round: Round
    then: Then


class Close(Data, frozen=True, kw_only=True):
    """``close``: the final order, as numbers of entrants."""

    order: Annotated[tuple[Number, ...], Meta(min_length=2, max_length=ENTRANTS_MAX)]


OnBoard = GameOf | ResultOf | Rule | Dismiss | Unbid | Seal | Bid | Raise | Pass | Substitute | Back

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
    "entries": Entries,
    "due": Due,
    "close": Close,
}


def read_data(kind: str, data: dict[str, Any]) -> Data:
    """Return the typed data of an event.

    Raises:
        FormError: There is no such kind, or the data are not in its form.
    """
    form = KINDS.get(kind)
    if form is None:
        raise FormError(f"there is no kind of event called {text.escape(kind)!r} in a tournament")
    try:
        typed = msgspec.convert(data, form)
    except msgspec.ValidationError as error:
        raise FormError(f"the data of this {kind} event are not in its form: {error}") from None
    for field in ("why", "name"):
        said = getattr(getattr(typed, "word", typed), field, None)
        if isinstance(said, str):
            text.check_note(said)
    if isinstance(typed, Found) and not isinstance(typed.teams, UnsetType):
        for team in typed.teams.list:
            text.check_note(team.name)
    until = getattr(getattr(typed, "word", typed), "until", None)
    if isinstance(until, str):
        text.check_time(until)
    if isinstance(typed, Found):
        engine = typed.format.engine if isinstance(typed.format, Swiss) else ""
        if "\n" in typed.name + text.check_note(engine):
            raise FormError("the names of a tournament and of its engine must be one line each")
    return typed


def write_data(data: Data) -> dict[str, Any]:
    """Return the data as they stand in an event."""
    built: dict[str, Any] = msgspec.to_builtins(data)
    return built

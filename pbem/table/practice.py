"""The file of a practice (docs/practice.md): where it begins, what was tried; nothing is signed.

It is no log, and no line of it has the form of an event. A file may come from anybody: whatever is
wrong with it is one `FormError`, before anything is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from pbem.crypto import canonical, digest
from pbem.errors import FormError
from pbem.files import read_plain
from pbem.kit.contract import Draw, Game, MakeDeck
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice
from pbem.kit.hidden import cards_of
from pbem.kit.stocks import StockGame, stocks_of
from pbem.log.disk import explaining
from pbem.log.practice_mark import begins_practice
from pbem.play import guards
from pbem.play.dealer import Dealer
from pbem.play.keeper import Keeper
from pbem.play.listed import STOP, OrderList
from pbem.play.play import Play
from pbem.table.events.kinds import Hex32, RulesId, Standing
from pbem.table.state import DeckState, StockPair, Waiting

BYTES_MOST = 8 << 20
STEPS_MOST = 10_000
SEED_MOST = 2**53 - 1
TEXT_MOST = 100_000
"""Characters of a list of orders: what takes longer to read than anybody waits is no turn."""

Seed = Annotated[int, Meta(ge=0, le=SEED_MOST)]
Note = Literal["For practice only: unsigned, no log and no part of any game."]
NOTE: Note = "For practice only: unsigned, no log and no part of any game."


class After(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The event after which a practice begins: of which game, its number and id.

    ``name``: what the log was called.
    """

    name: str
    game: Hex32
    event: Annotated[int, Meta(ge=0)]
    id: Hex32


class LyingDeck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck that was made: its name, the numbers of its cards, how many places are drawn."""

    name: str
    of: list[Annotated[int, Meta(ge=0)]]
    drawn: Annotated[int, Meta(ge=0)]


class LyingPair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pair of hidden supplies that was split: both names, and the total."""

    names: tuple[str, str]
    total: Annotated[int, Meta(ge=0)]


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cups": "urns"}):
    """The things on the table where a practice begins, as the table position T has them.

    ``position`` is the game's own; ``seats``: side -> handle; ``decks``: where the game has some,
    in the order in which they were made; ``stocks``: its pairs that are hidden, where it has some.
    """

    position: dict[str, Any]
    cups: Cups
    lists: list[Waiting]
    standing: dict[str, Standing]
    seats: dict[str, str]
    decks: list[LyingDeck] | UnsetType = UNSET
    stocks: list[LyingPair] | UnsetType = UNSET


class Beginning(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
                tag_field="practice", tag="v1"):  # fmt: skip
    """The first line: what is played, from where, by whom.

    ``seed``: of the dice; ``against``: the sides that the program plays; ``of`` and ``at`` are null
    at the beginning of a scenario; ``check``: SHA-256 of the canonical JSON of all other fields.
    """

    note: Note = NOTE
    rules: RulesId
    scenario: str
    options: dict[str, str | int | bool]
    seed: Seed
    against: list[str]
    of: After | None
    at: Lying | None
    check: str = ""


class Ordered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
              tag_field="practice", tag="orders"):  # fmt: skip
    """A step: a list of orders as a player writes it, of the side that was asked."""

    side: str
    by: Literal["you", "program"]
    text: Annotated[str, Meta(max_length=TEXT_MOST)]


class Diced(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
            tag_field="practice", tag="dice"):  # fmt: skip
    """A step: a roll of what was due, by a seed or, where that is null, of these faces."""

    seed: Seed | None
    faces: Annotated[list[Annotated[int, Meta(ge=1)]], Meta(max_length=1000)] = []


Step = Ordered | Diced
Line = TypeVar("Line", Beginning, Step)


class PracticeFile(NamedTuple):
    """The content of a file: where it begins, and the steps from there."""

    beginning: Beginning
    steps: list[Step]


# --- reading and writing -----------------------------------------------------------------------


def read_practice(path: Path) -> PracticeFile:
    """Read the file of a practice; nothing is played yet.

    Raises FormError for what is none or was altered, `LogFileError` where it cannot be read.
    """
    with explaining(path, "Reading"):
        data = read_plain(path, BYTES_MOST)
    if not begins_practice(data):
        log = data.startswith(b'{"body":')
        what = (
            f"a log: 'pbem practice new {path}' makes a practice from it"
            if log
            else "something else"
        )
        raise FormError(f"{path} is not a practice file but {what}")
    *lines, rest = data.split(b"\n")
    if rest:
        raise FormError(
            f"{path} is cut off in line {len(lines) + 1}. Get the file again, or delete that line"
        )
    if len(lines) - 1 > STEPS_MOST:
        raise FormError(
            f"{path} has {len(lines) - 1:,} steps, and pbem reads at most {STEPS_MOST:,}. "
            "Begin another practice with 'pbem practice new'"
        )
    beginning = _line(path, 1, lines[0], _BEGINNING)
    if beginning.check != _check(beginning):
        raise FormError(
            f"{path}, line 1 was changed after it was written. A practice begins with a "
            "position that was played: make another with 'pbem practice new'"
        )
    return PracticeFile(
        beginning, [_line(path, number, line, _STEP) for number, line in enumerate(lines[1:], 2)]
    )


def to_bytes(file: PracticeFile) -> bytes:
    """Return the file, with its check made; raises FormError where it would be too long."""
    beginning = msgspec.structs.replace(file.beginning, check=_check(file.beginning))
    data = b"".join(msgspec.json.encode(line) + b"\n" for line in (beginning, *file.steps))
    if len(data) > BYTES_MOST:
        raise FormError(
            f"a practice can have at most {BYTES_MOST:,} bytes: go back, or begin another"
        )
    return data


_BEGINNING = msgspec.json.Decoder(Beginning)
_STEP: msgspec.json.Decoder[Step] = msgspec.json.Decoder(Step)


def _line(path: Path, number: int, line: bytes, decoder: msgspec.json.Decoder[Line]) -> Line:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        why = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise FormError(
            f"{path}, line {number} is not valid in a practice ({why}). Make another file "
            "with 'pbem practice new', or delete this line and all after it"
        ) from None


def _check(beginning: Beginning) -> str:
    fields = msgspec.to_builtins(beginning)
    del fields["check"]
    return digest.sha256_hex(canonical.encode_trusted(fields))


# --- what lies on the table --------------------------------------------------------------------


def lying(play: Play, decks: Sequence[DeckState] = (), stocks: Sequence[StockPair] = ()) -> Lying:
    """Return what is on the table of a play, as a practice file has it.

    Args:
        play: The play.
        decks: The decks of the table.
        stocks: The pairs of hidden supplies of the table.
    """
    hidden = (pair for pair in stocks if pair.point and pair.open is UNSET)
    return Lying(
        position=msgspec.json.decode(msgspec.json.encode(play.position)),
        cups=play.cups.copy(),
        lists=[Waiting(one.by, one.side, list(one.orders)) for one in play.lists],
        standing=dict(play.standing),
        seats=dict(play.seats),
        decks=UNSET if cards_of(play.game) is None else list(_made(play, decks)),
        stocks=UNSET
        if stocks_of(play.game) is None
        else [LyingPair((pair.names[0], pair.names[1]), pair.total) for pair in hidden],
    )


def _made(play: Play, decks: Sequence[DeckState]) -> Iterator[LyingDeck]:
    """Yield the decks that are made, with the places of which everybody knows who has drawn them.

    A deal that was begun is begun again.
    """
    for state in decks:
        if isinstance(play.deal, MakeDeck) and play.deal.deck == state.name:
            continue
        begun = play.deal.count if state.half and isinstance(play.deal, Draw) else 0
        yield LyingDeck(state.name, list(state.of), len(state.drawn) - begun)


def lay(game: Game[Any, Any], lying: Lying, dice: Callable[[str], Dice] | None = None) -> Play:
    """Return the play of a game that continues from there.

    Everybody plays, also players who had resigned or been put out. A hand-over or a split that
    waits for its box is dropped, as after a no.

    Args:
        game: The game.
        lying: The things on the table.
        dice: Returns dice by the name of a deck. They say which card lies where, and what is in
            hidden supplies, which no log says. Without them nothing is dealt.

    Raises:
        FormError: The position is impossible.
    """
    if set(lying.seats) != set(game.sides):
        raise FormError(f"its seats must be exactly {', '.join(game.sides)}")
    for waiting in lying.lists:
        _check_orders(game, waiting.orders)
    for answers in lying.standing.values():
        _check_standing(game, answers)
    play = Play(game, lying.seats)
    try:
        encoded = msgspec.json.encode(lying.position)
        play.position = msgspec.json.decode(encoded, type=game.position_type)
    except msgspec.ValidationError as error:
        raise FormError(f"its position does not fit this game ({error})") from None
    play.cups = lying.cups.copy()
    play.lists = [OrderList(one.by, one.side, list(one.orders)) for one in lying.lists]
    play.standing = {handle: dict(answers) for handle, answers in lying.standing.items()}
    play.await_need()
    if dice is not None and cards_of(game) is not None:
        _deal(play, lying, dice)
    if dice is not None and (stocks := stocks_of(game)) is not None:
        _fill(play, stocks, lying, dice)
    return play


def _fill(play: Play, game: StockGame, lying: Lying, dice: Callable[[str], Dice]) -> None:
    """Fill hidden supplies by chance, as their totals and public changes allow."""
    keeper = Keeper(game)
    for pair in [] if lying.stocks is UNSET else lying.stocks:
        try:
            keeper.know(pair.names, pair.total, 0)
        except KeyError:
            raise FormError(
                f"its supplies {' and '.join(pair.names)} do not fit this game"
            ) from None
    play.keeper = keeper.imagined(play.position, (), dice("hidden stocks"))
    if play.settling is not None:
        play.settled(done=False)


def _deal(play: Play, lying: Lying, dice: Callable[[str], Dice]) -> None:
    """Lay the cards that nobody has shown by chance, and deal what is due."""
    decks = [] if lying.decks is UNSET else lying.decks
    every: Mapping[str, int] = getattr(play.game, "decks", {})
    for deck in decks:
        number = every.get(deck.name.partition("#")[0], 0)
        if list(deck.of) != sorted(set(deck.of)) or any(card >= number for card in deck.of):
            raise FormError(f"its deck {deck.name} does not fit this game")
    found = {deck.name: (deck.of, min(deck.drawn, len(deck.of))) for deck in decks}
    play.dealer = Dealer.supposed(play.game, play.position, found, dice)
    if play.deal is not None:
        play.dealt(play.dealer.deal(play.deal))


def _check_orders(game: Game[Any, Any], orders: Sequence[dict[str, Any]]) -> None:
    for raw in orders:
        bare = guards.check_form(raw, game)
        if bare["do"] != STOP:
            game.read_order(bare)


def _check_standing(game: Game[Any, Any], answers: Mapping[str, dict[str, Any]]) -> None:
    for side, given in answers.items():
        if side not in game.sides:
            raise FormError(f"it has standing orders for '{side}', which is not a side")
        game.check_standing(side, given)

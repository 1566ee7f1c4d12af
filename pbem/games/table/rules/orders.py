"""The forms of orders: docs/games/table.md has the lines."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pbem.errors import FormError
from pbem.games.table.data.forms import CARDS_MOST, KIND, STEPS_MOST, TITLE, Step
from pbem.games.table.data.pieces import LEVELS_MOST
from pbem.games.table.rules.setting import DIE_MOST
from pbem.kit.contract import Order
from pbem.kit.offer import Code
from pbem.kit.typed.orders import OrderForms, Pass, twice

LABEL = r"^[!\"$-:<-~]+(?: [!\"$-:<-~]+)*$(?!\n)"
"""The purpose of a roll: words of ASCII with one blank between, without ``;`` and ``#``."""

MOST = 999_999

Label = Annotated[str, Meta(pattern=LABEL, max_length=80)]
DiceName = Annotated[
    str, Meta(pattern=r"^(?:[1-9][0-9]?d[1-9][0-9]{0,3}|[a-z0-9][a-z0-9._-]{0,31})$(?!\n)")
]
DeckName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,31}#[1-9][0-9]{0,5}$(?!\n)")]
Number = Annotated[int, Meta(ge=0, le=CARDS_MOST - 1)]
Count = Annotated[int, Meta(ge=1, le=CARDS_MOST)]
LISTED_MOST = 200

Cards = Annotated[tuple[Number, ...], Meta(max_length=LISTED_MOST)]
PieceName = Annotated[str, Meta(pattern=KIND)]
At = Annotated[
    str,
    Meta(
        pattern=r"^(?:box|[A-Za-z0-9][A-Za-z0-9._-]{0,39}(?:@(?:0|-?[1-9][0-9]{0,5}),(?:0|-?[1-9][0-9]{0,5})|/[^;#\n]{1,80}))$(?!\n)"
    ),
]
Score = Annotated[int, Meta(ge=-MOST, le=MOST)]


class Roll(Order, frozen=True, tag="roll"):
    """[2.1] Roll dice: as ``2d6``, or by a name of the table file, perhaps ``many`` times."""

    dice: DiceName
    label: Label
    many: Annotated[int, Meta(ge=2, le=DIE_MOST)] | None = None
    plus: Annotated[int, Meta(ge=-999, le=999)] = 0


class DrawCards(Order, frozen=True, tag="draw"):
    """[3.2] Draw cards; ``open``: for everybody to see; ``wait``: when another side is asked."""

    deck: Code
    many: Count
    open: bool = False
    wait: bool = False


class Play(Order, frozen=True, tag="play"):
    """[3.3] Show a card of one's hand and play it: it is discarded, or stays on the ``table``."""

    deck: DeckName
    place: Number
    card: Number
    table: bool = False


class Discard(Order, frozen=True, tag="discard"):
    """[3.3] Show a card of one's hand and discard it."""

    deck: DeckName
    place: Number
    card: Number


class Remove(Order, frozen=True, tag="remove"):
    """[3.3] Show a card of one's hand and take it out of the game."""

    deck: DeckName
    place: Number
    card: Number


class Put(Order, frozen=True, tag="put"):
    """[3.4] Put a card that everybody sees somewhere else."""

    deck: Code
    card: Number
    to: Literal["discards", "removed", "table"]


class Shuffle(Order, frozen=True, tag="shuffle"):
    """[3.5] Shuffle the discards into a deck; ``wait``: when another side is asked."""

    deck: Code
    wait: bool = False


class Add(Order, frozen=True, tag="add"):
    """[3.5] Add cards to a deck: those that wait under a name, or some that everybody sees.

    ``wait``: it is shuffled when another side is asked.
    """

    deck: Code
    later: Code | None = None
    cards: Cards = ()
    wait: bool = False


class TakeOut(Order, frozen=True, tag="take"):
    """[3.5] Take a card out of a deck, and lay it open on the table; ``wait`` as in ``add``."""

    deck: Code
    card: Number
    wait: bool = False


class Dead(Order, frozen=True, tag="dead"):
    """[3.6] Say that places hold doubles of one's own cards, and draw others.

    ``wait``: these come when another side is asked.
    """

    deck: DeckName
    places: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=LISTED_MOST)]
    wait: bool = False


class Pull(Order, frozen=True, tag="pull"):
    """[2.3] Pull a counter from a cup."""

    cup: Code


class Return(Order, frozen=True, tag="return"):
    """[2.3] Put a counter that was pulled back into its cup."""

    counter: Annotated[str, Meta(pattern=TITLE)]
    cup: Code


class Value(Order, frozen=True, tag="value"):
    """[4.1] Set a number that everybody keeps."""

    name: Code
    to: Score


class Recipe(Order, frozen=True, tag="recipe"):
    """[4.4] Give orders a name, which anybody may write instead of them; no orders: no name."""

    name: Code
    steps: Annotated[tuple[Step, ...], Meta(max_length=STEPS_MOST)] = ()


class Pause(Order, frozen=True, tag="pause"):
    """[4.3] Ask another side whether it does anything now; then go on."""

    side: Code


class Over(Order, frozen=True, tag="over"):
    """[4.2] Give the turn to another side."""

    side: Code


class Move(Order, frozen=True, tag="move"):
    """[6.1] Move pieces to a place, a pixel or the box; ``under`` what lies there."""

    what: Annotated[tuple[PieceName, ...], Meta(min_length=1, max_length=LISTED_MOST)]
    to: At
    under: bool = False


class Face(Order, frozen=True, tag="set"):
    """[6.2] Show another face: set a layer, from 1, to a level; 0: nothing."""

    piece: PieceName
    layer: Annotated[int, Meta(ge=1, le=50)]
    level: Annotated[int, Meta(ge=0, le=LEVELS_MOST)]


class Turn(Order, frozen=True, tag="turn"):
    """[6.3] Turn a piece."""

    piece: PieceName
    facing: Annotated[int, Meta(ge=0, le=359)]


class New(Order, frozen=True, tag="new"):
    """[6.4] Take a piece of a kind out of the box."""

    type: PieceName
    to: At


class Lay(Order, frozen=True, tag="lay"):
    """[6.5] Lay a card that one holds on a map, face down: its holder alone knows it."""

    deck: DeckName
    place: Number
    to: At


class Reveal(Order, frozen=True, tag="reveal"):
    """[6.5] Turn up a piece that lies face down, and prove which card it is."""

    piece: PieceName
    deck: DeckName
    place: Number
    card: Number


class Seal(Order, frozen=True, tag="seal"):
    """[6.6] Ask every side to seal where it places pieces; then all placements are opened."""

    label: Label


class Placement(Order, frozen=True, tag="place"):
    """[6.6] Say where one's pieces are placed: no piece twice, or none at all."""

    moves: Annotated[tuple[tuple[PieceName, At], ...], Meta(max_length=LISTED_MOST)] = ()


class Claim(Order, frozen=True, tag="result"):
    """[5.1] Say how the game has ended: ``scores`` in the order of the sides, or none."""

    winner: Code | None
    scores: Annotated[tuple[Score, ...], Meta(max_length=8)] = ()


class Agree(Order, frozen=True, tag="agree"):
    """[5.1] Agree to the result."""


class End(Order, frozen=True, tag="end"):
    """[4.2, 5.1] End one's turn, or refuse the result."""

    phase: Literal["turn", "result"]


Shown = Play | Discard | Remove
"""The orders that show a card of a hand."""

Waiting = DrawCards | Shuffle | Add | TakeOut | Dead
"""The orders after which another program removes or adds a layer: at once, or when it is asked."""

Handing = Over | End | Pause | Seal | Claim
"""The orders after which another side is asked; cards that wait come once a pause is over."""


def _sense(order: Order) -> None:
    """Raise `FormError` where an order has no sense, whatever lies on the table."""
    match order:
        case Add(_, later, cards, _) if (later is None) == (not cards):
            raise FormError("`add` needs either a name of cards that wait, or cards")
        case Add(_, _, cards, _) if list(cards) != sorted(set(cards)):
            raise FormError("the cards must be in rising order, each once")
        case Move(what, _, _) if (piece := twice(what)) is not None:
            raise FormError(f"{piece} is named twice")
        case Placement(moves) if (piece := twice(tuple(one for one, _ in moves))) is not None:
            raise FormError(f"{piece} is named twice")
        case Dead(_, places, _) if (again := twice(places)) is not None:
            raise FormError(f"place {again} is named twice")


FORMS: OrderForms[Order] = OrderForms(
    Roll | DrawCards | Play | Discard | Remove | Put | Shuffle | Add | TakeOut | Dead | Pull
    | Return | Value | Move | Face | Turn | New | Lay | Reveal | Seal | Placement | Recipe | Pause
    | Over | Claim | Agree | Pass | End,
    check=_sense,
)  # fmt: skip

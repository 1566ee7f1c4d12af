"""The forms of orders: docs/games/singapore.md is the authority."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pbem.errors import FormError
from pbem.games.singapore.data.forms import Army, Kind, PlaceName
from pbem.kit.contract import Order
from pbem.kit.typed.orders import OrderForms, Pass, twice
from pbem.kit.typed.pack import UNIT_NAME

Name = Annotated[str, Meta(pattern=UNIT_NAME)]
Names = Annotated[tuple[Name, ...], Meta(max_length=40)]
SomeNames = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=40)]
SomeTargets = Annotated[tuple[Name, ...], Meta(min_length=1, max_length=40)]
Sector = PlaceName
DeckName = Annotated[str, Meta(pattern=r"^situation#[1-9][0-9]{0,5}$(?!\n)")]
CardPlace = Annotated[int, Meta(ge=0, le=249)]
Label = Annotated[str, Meta(pattern=r"^[EDCS][1-9][a-i]$(?!\n)")]
LineDie = Literal[4, 6, 8, 10]


class Choose(Order, frozen=True, tag="choose"):
    """Choose units of one army (1.3, 2.2, 3.3): the line in its order, and the others."""

    army: Army
    units: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=40)]


class Line(Order, frozen=True, tag="line"):
    """Line up the units of a board scenario, the point first (2.4, 2.5)."""

    units: SomeNames


class End(Order, frozen=True, tag="end"):
    """End the set-up of a side, or a phase of a turn on the map.

    A fight ends by itself, when the attacks are spent (2.8).
    """

    phase: Literal["setup", "combat", "air", "movement", "barrage", "deploy"]


class Plane(Order, frozen=True, tag="plane"):
    """Name the plane that is point in this round of the air fight (3.7)."""

    unit: Name


class Leave(Order, frozen=True, tag="leave"):
    """Let planes leave the air fight (3.7.2)."""

    units: SomeNames


class Attack(Order, frozen=True, tag="attack"):
    """Form a group and choose its tactic (2.6).

    ``lent``: the die that the supporting unit lends. ``strike``: the strikes of this pair,
    declared before the defender's; null: asked after those.
    """

    tactic: Literal["standard", "concentrate", "flank"]
    lent: LineDie | None = None
    strike: Names | None = None


class Strike(Order, frozen=True, tag="strike"):
    """Commit strike units against a point or a supporting unit (3.8)."""

    point: Names = ()
    support: Names = ()


class Drop(Order, frozen=True, tag="drop"):
    """The die that a flanked defender leaves out (2.6.3)."""

    die: LineDie


class Lead(Order, frozen=True, tag="lead"):
    """The supporting unit, left alone by a strike, becomes the point: a Standard Attack (3.8.4)."""


class Assist(Order, frozen=True, tag="assist"):
    """The supporting unit, left alone by a strike, supports the next in line (3.8.4)."""


class Land(Order, frozen=True, tag="land"):
    """Planes land on an airfield (4.1)."""

    units: SomeNames
    place: Sector


class Fly(Order, frozen=True, tag="fly"):
    """Send planes over a sector (4.2, 4.3)."""

    units: SomeNames
    place: Sector


class Move(Order, frozen=True, tag="move"):
    """Move units of one sector along the sectors that they enter; on the road or not (4.4)."""

    units: SomeNames
    path: Annotated[tuple[Sector, ...], Meta(min_length=1, max_length=12)]
    road: bool = False


class Fire(Order, frozen=True, tag="fire"):
    """Guns support an attack on a sector (4.8)."""

    units: SomeNames
    place: Sector


class Support(Order, frozen=True, tag="support"):
    """Guns support sectors that are attacked: each the one at its place in the list (4.9)."""

    units: SomeNames
    places: Annotated[tuple[Sector, ...], Meta(min_length=1, max_length=40)]


class Fight(Order, frozen=True, tag="battle"):
    """Say which battle is fought next (4.10)."""

    place: Sector


class Retreat(Order, frozen=True, tag="retreat"):
    """The whole force leaves the battle (4.10.4)."""


class Pursue(Order, frozen=True, tag="pursue"):
    """Strike at units that retreat: each unit at the target at its place in the list (4.10.4)."""

    units: SomeNames
    targets: SomeTargets


class Withdraw(Order, frozen=True, tag="withdraw"):
    """The place a unit withdraws to (4.10.2); ``unit``: which one, if not all find room (R139)."""

    place: Sector
    unit: Name | None = None


class PlayCard(Order, frozen=True, tag="play"):
    """Play a situation card on its targets, as its text says (6.7).

    ``deck`` and ``place``: where it lay; ``card``: its label, as C1a.
    """

    deck: DeckName
    place: CardPlace
    card: Label
    units: Annotated[tuple[Name, ...], Meta(max_length=6)] = ()
    places: Annotated[tuple[Sector, ...], Meta(max_length=3)] = ()


class ShowEvent(Order, frozen=True, tag="event"):
    """Play an Event that was drawn, or set it aside from an opening hand (6.8, R101)."""

    deck: DeckName
    place: CardPlace
    card: Label


class Discard(Order, frozen=True, tag="discard"):
    """Discard a card above the limit, face up (6.10)."""

    deck: DeckName
    place: CardPlace
    card: Label


class Keep(Order, frozen=True, tag="keep"):
    """Keep what was drawn; the Commonwealth says for each card which army does (6.3, 6.9)."""

    armies: Annotated[tuple[Army, ...], Meta(min_length=1, max_length=2)]


class Shift(Order, frozen=True, tag="shift"):
    """Units leave a sector, by an order that was misread, for a neighbour (6.D4)."""

    units: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)]
    place: Sector


class Evacuate(Order, frozen=True, tag="evacuate"):
    """The infantry that is evacuated (6.E7)."""

    unit: Name


class Deploy(Order, frozen=True, tag="deploy"):
    """Deploy units in a sector before the first turn (7.1)."""

    units: SomeNames
    place: Sector


class Arrive(Order, frozen=True, tag="arrive"):
    """The axis of attack on which reinforcements come (7.1)."""

    place: Sector


class Split(Order, frozen=True, tag="split"):
    """The part of the Commonwealth's tokens with which the British propose to begin (7.2).

    If supplies are hidden, a log does not say how many: the split is hidden.
    """

    tokens: Annotated[int, Meta(ge=0, le=99)] | None = None


class Agree(Order, frozen=True, tag="agree"):
    """The Australians agree to what the British proposed (7.2)."""


class Give(Order, frozen=True, tag="give"):
    """Hand so many tokens to the ally, as far as the die lets (7.2)."""

    tokens: Annotated[int, Meta(ge=1, le=6)]


class Ready(Order, frozen=True, tag="ready"):
    """Lay so many tokens of an army before its screen, to pay with them this turn (7.2)."""

    army: Army
    tokens: Annotated[int, Meta(ge=1, le=255)]


class Hand(Order, frozen=True, tag="hand"):
    """Hand over what dice ask for, ``due``, or as much of that as an army has to (5.7, 7.2)."""

    army: Army
    due: Annotated[int, Meta(ge=1, le=18)]
    tokens: Annotated[int, Meta(ge=0, le=18)]


class Offer(Order, frozen=True, tag="offer"):
    """Ask for the die of a hidden transfer (7.2)."""


class Send(Order, frozen=True, tag="send"):
    """Hand over from none to ``most`` tokens, which only the Commonwealth sees (7.2)."""

    army: Army
    most: Annotated[int, Meta(ge=1, le=6)]
    tokens: Annotated[int, Meta(ge=0, le=6)] | None = None


AnyOrder = (
    Choose | Line | End | Plane | Leave | Attack | Strike | Drop | Lead | Assist | Pass
    | Land | Fly | Move | Fire | Support | Fight | Retreat | Pursue | Withdraw
    | PlayCard | ShowEvent | Discard | Keep | Shift | Evacuate
    | Split | Agree | Give | Deploy | Arrive | Ready | Hand | Offer | Send
)  # fmt: skip


def _check_form(order: Order) -> None:
    """Raise `FormError` where an order has no sense whatever the position."""
    match order:
        case Line() | Leave() | Land() | Fly() | Fire() | Move() | PlayCard() | Shift() | Deploy():
            _check_names(order.units)
        case Support(units, others) | Pursue(units, others):
            _check_names(units)
            if len(units) != len(others):
                raise FormError("write for each unit where it fires, and nothing more")
        case Strike(point, support):
            if not (point or support):
                raise FormError("strike: write who strikes, or write `pass`")
            _check_names((*point, *support))
        case Attack(tactic, lent, strike):
            if (lent is not None) != (tactic == "concentrate"):
                what = "attack concentrate: write which die is lent, as in `attack concentrate 6`"
                raise FormError(what)
            _check_names(strike or ())


def _check_names(names: tuple[str, ...]) -> None:
    name = twice(names)
    if name is not None:
        raise FormError(f"{name} is named twice")


FORMS: OrderForms[Order] = OrderForms(AnyOrder, _check_form)

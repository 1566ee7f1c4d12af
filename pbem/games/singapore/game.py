"""Singapore as the table sees it: every rank bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.games.singapore.player import sensible
from pbem.games.singapore.rules import (
    answers,
    changes,
    orders,
    outcomes,
    questions,
    standing,
    usual,
)
from pbem.games.singapore.rules import ch5_supply as supply
from pbem.games.singapore.rules.cards import ch6_deployment as deployment
from pbem.games.singapore.rules.cards import ch6_draw as draw
from pbem.games.singapore.rules.cards import ch6_play as plays
from pbem.games.singapore.rules.cards import ch6_supply as stores
from pbem.games.singapore.rules.cards import outcomes_cards
from pbem.games.singapore.rules.cards.ch6_effects import throw
from pbem.games.singapore.rules.corps import ch4_air as map_air
from pbem.games.singapore.rules.corps import ch4_barrages as barrages
from pbem.games.singapore.rules.corps import ch4_movement as movement
from pbem.games.singapore.rules.corps import ch4_results as results
from pbem.games.singapore.rules.corps import ch4_turn as turn
from pbem.games.singapore.rules.fights import ch2_lines as lines
from pbem.games.singapore.rules.fights import ch2_tactics as tactics
from pbem.games.singapore.rules.fights import ch3_air as air
from pbem.games.singapore.rules.fights import ch3_fight as fight
from pbem.games.singapore.rules.fights import ch3_strikes as strikes
from pbem.games.singapore.rules.position import Battle, Position, open_battle, open_cards
from pbem.games.singapore.rules.setting import Setting
from pbem.games.singapore.rules.variants import ch7_deployment as free
from pbem.games.singapore.rules.variants import ch7_drive as drive
from pbem.games.singapore.rules.variants import ch7_hidden as hidden
from pbem.games.singapore.rules.variants import ch7_logistics as logistics
from pbem.games.singapore.rules.variants import ch7_victory as victory
from pbem.games.singapore.rules.variants import outcomes_hidden
from pbem.games.singapore.words import (
    arrows,
    battles,
    cases,
    charts,
    facts,
    listing,
    news,
    odds,
    picture,
    report,
    screen,
    standing_text,
    text,
)
from pbem.games.singapore.words.cases_cards import laid
from pbem.kit.contract import Draw, Order, Outcome, Price
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.dice import Dice
from pbem.kit.game import ModularGame, outcomes_in
from pbem.kit.hidden import Drawn, Hand, Laid, Show
from pbem.kit.modules import GameModules
from pbem.kit.stocks import Move
from pbem.kit.typed.orders import Pass


class SingaporeGame(ModularGame[Setting, Position]):
    """One game of Singapore with its options and data; see `pbem.kit.contract.Game`."""

    modules = GameModules(
        answers=answers,
        arrows=arrows,
        cases=cases,
        changes=changes,
        charts=charts,
        facts=facts,
        listing=listing,
        news=news,
        odds=odds,
        orders=orders,
        outcomes=outcomes,
        picture=picture,
        questions=questions,
        report=report,
        screen=for_game(screen.Screen),
        sensible=sensible,
        standing=standing,
        standing_text=standing_text,
        text=text,
        usual=usual,
    )
    position_type: type[Position] = Position
    tracks: tuple[str, ...] = ("attackers", "defenders")
    battles = (orders.Choose, orders.Line, orders.Fight)
    leaving = ("retreat",)
    side_names: Mapping[str, str] = {"jp": "Japan", "au": "Australia", "br": "Britain"}

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        more = (outcomes_cards, outcomes_hidden)
        self.outcomes = (*self.outcomes, *(one for room in more for one in outcomes_in(room)))
        if setting.on_map:
            self.tracks = (
                ("objectives", "australians") if "au" in setting.armies else ("objectives",)
            )
        if setting.with_cards:
            self.decks = {draw.DECK: len(setting.tables.labels)}
            self.sharing = (("au", "br"),) if "au" in setting.armies else ()
        if setting.hidden:
            self.pairs = hidden.PAIRS
            self.sharing = (("au", "br"),)

    def set_up(self, cups: Cups) -> Position:  # noqa: ARG002 - nothing is drawn blind
        """Return the position before the defender lines up, or before the first turn on the map."""
        if self.setting.on_map:
            return turn.set_up(self.setting)
        return Position(battle=Battle())

    def price(self, position: Position, order: Order) -> Price | None:
        """[5.8, 5.9] Return how many supply tokens of its army an order takes.

        None if it takes none.
        """
        war = position.war
        if war is None or not self.setting.supplied:
            return None
        match order:
            case orders.Move():
                army, tokens = war.army, movement.cost(self.setting, war, order)
            case orders.Fire() | orders.Support():
                army, tokens = barrages.cost(self.setting, position, order)
            case _:
                return None
        left = supply.purse(self.setting, war, army) - tokens
        return Price(tokens, left, "supply token") if tokens else None

    def adjudicate(self, position: Position, order: Order, cups: Cups) -> Iterator[Outcome]:  # noqa: ARG002
        """Carry out a legal order, up to the next need."""
        yield from _CARRY_OUT[type(order)](self.setting, position, order)
        yield from self._go_on(position)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:  # noqa: ARG002
        """Carry out what follows from the dice that are due, up to the next need."""
        if (debt := supply.owed(position)) is not None:
            yield from supply.lose(position, debt, dice)
        elif (thrown := throw(position)) is not None and thrown.unit:
            yield from movement.screened(self.setting, position, thrown, dice)
        elif thrown is not None:
            yield from stores.roll(position, thrown.card, thrown.army, dice)
        elif position.war is not None and position.war.cards and position.war.cards.todo:
            yield from draw.roll_cup(self.setting, position, dice)
        elif logistics.due(position):
            yield from logistics.roll(position, dice)
        else:
            yield from fight.roll(self.setting, position, dice)
        yield from self._go_on(position)

    def _go_on(self, position: Position) -> Iterator[Outcome]:
        if position.war is not None:
            yield from turn.go_on(self.setting, position)
        else:
            yield from fight.go_on(self.setting, position)

    def check_secret(self, position: Position, label: str, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` could have been sealed legally (R11)."""
        strikes.check_secret(position, label, order)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:
        """Go on after the strikes of a side were sealed (R11)."""
        yield from strikes.seal(position, label)
        yield from self._go_on(position)

    def out(self, outcome: Outcome) -> tuple[str, ...]:
        """Return who is suppressed, or a plane that left (1.12, 3.7.2)."""
        return odds.out(outcome)

    def battlefield(self, position: Position) -> Position:
        """Return a position with the map as far as the battle that is open rests on it."""
        return battles.field(self.setting, position)

    def battle_mark(self, position: Position) -> bytes:
        """Return what two positions have in common from which a battle goes on alike."""
        return battles.mark(self.setting, position)

    def battle_over(self, position: Position, outcome: Outcome) -> str | None:
        """Return what a battle has come to where an outcome ends it (4.10.5)."""
        return battles.came_to(position, outcome)

    # --- situation cards ----------------------------------------------------------------------

    def made(self, position: Position, deck: str) -> Iterator[Outcome]:
        """Go on after a deck was made (6.1)."""
        cards = open_cards(position)
        yield from draw.made(deck, len(cards.up) if cards.deck else self.decks[draw.DECK])
        yield from self._go_on(position)

    def drawn(self, position: Position, deal: Draw, reported: Drawn) -> Iterator[Outcome]:
        """Go on after a draw (6.2, 6.9)."""
        yield from draw.drawn(deal, reported)
        yield from self._go_on(position)

    def unanswered(self, position: Position) -> Iterator[Outcome]:
        """Go on where who is out would have to discard: their army keeps what it holds (6.10)."""
        yield from turn.next_phase(self.setting, position)
        yield from self._go_on(position)

    def shows(self, order: Order) -> Show | None:
        """Return the card that an order shows; None if it shows none."""
        if not isinstance(order, orders.PlayCard | orders.ShowEvent | orders.Discard):
            return None
        number = self.setting.tables.card_number.get(order.card)
        return None if number is None else Show(order.deck, order.place, number)

    def held(self, position: Position, side: str) -> list[tuple[str, int]]:
        """Return the hand of an army, with what it has just drawn."""
        return draw.hand_of(position, side)

    def lying_open(self, position: Position, deck: str) -> list[int]:  # noqa: ARG002
        """Return the cards that lie face up, are in force or open among the undrawn (R117)."""
        return draw.lying_open(self.setting, position)

    def may_lie(self, position: Position, deck: str, place: int, card: int) -> bool:
        """Say whether a card can lie in a hand: who kept it says that it is no Event (6.8)."""
        return draw.may_lie(self.setting, position, (deck, place), card)

    def card(self, deck: str, number: int) -> str:  # noqa: ARG002 - there is one deck
        """Return the name of a card."""
        return self.setting.tables.called_card(self.setting.tables.labels[number])

    def told(self, deck: str, number: int) -> tuple[str, str]:  # noqa: ARG002
        """Return the kind of a card, and what it does (6.4, 6.11)."""
        tables = self.setting.tables
        card = tables.data.situation.cards[tables.labels[number][:-1]]  # type: ignore[index]
        return card.kind, card.text

    def knowing(self, position: Position, hand: Hand) -> Position:
        """Return the position as who holds these cards knows it."""
        return draw.knowing(self.setting, position, hand)

    def laid(self, given: Mapping[str, Any]) -> Mapping[str, Laid]:
        """Return the deck that a numbered case gives."""
        return laid(self.setting, given)

    def duties(self, position: Position, cards: Mapping[str, Sequence[int]]) -> list[str]:
        """Return the armies that kept an Event (6.8, R110)."""
        return draw.broken(self.setting, position, cards)

    # --- hidden supplies ------------------------------------------------------------------------

    def moves(self, position: Position, order: Order) -> Move | None:
        """Return what an order does with a hidden supply (7.2).

        None if it does nothing with one.
        """
        return hidden.moves(self.setting, position, order)

    def said(self, order: Order, amount: int | None) -> Order:
        """Return an order that splits or hands over with another hidden amount, or with none."""
        return msgspec.structs.replace(order, tokens=amount)

    def changed(self, position: Position, stock: str) -> int:
        """Return by how much a supply has changed in public since the split (7.2)."""
        return hidden.changed(position, stock)

    def settled(self, position: Position, *, done: bool) -> Iterator[Outcome]:
        """Go on after a split or a hand-over, which took effect or did not (7.2)."""
        yield from logistics.settled(self.setting, position, done=done)
        yield from self._go_on(position)

    def opened(self, position: Position, amounts: Mapping[str, int]) -> Iterator[Outcome]:
        """Go on after both supplies became public, as an ally has left (7.2)."""
        yield from hidden.opened(position, amounts)
        yield from self._go_on(position)

    def holding(self, position: Position, amounts: Mapping[str, int]) -> Position:
        """Return the position as who knows these supplies knows it (7.2)."""
        return hidden.holding(position, amounts)

    def scores(self, position: Position) -> dict[str, int]:
        """[7.6, 7.7] Return the level of victory of each army, or its objectives."""
        return victory.scores(self.setting, position)


def _end(setting: Setting, position: Position, _: Order) -> Iterator[Outcome]:
    """End the set-up of a side, or a phase of a turn."""
    if position.war is not None:
        return turn.end(setting, position)
    return lines.end(setting, position)


def _line(setting: Setting, position: Position, order: orders.Line) -> Iterator[Outcome]:
    """Line up in a board scenario, or in a battle on the map."""
    if position.war is not None:
        return turn.line_up(position, order)
    return lines.line_up(setting, position, order)


def _pass(setting: Setting, position: Position, order: Pass) -> Iterator[Outcome]:
    """Decline what is asked: a retreat, strikes at one, a defensive barrage, or strikes."""
    if position.phase in _DECLINED:
        return _DECLINED[position.phase](setting, position, order)
    if position.war is None:
        return strikes.declare(position, order)
    if position.phase != "fight":
        declined = drive.stay if position.war.drive else plays.decline
        return declined(setting, position)
    match fight.comes(setting, position):
        case "cards":
            return plays.decline(setting, position)
        case "retreat":
            return results.stay(setting, position)
    hunted = open_battle(position).flees
    return results.pursue(position, order) if hunted else strikes.declare(position, order)


_DECLINED: dict[str, Callable[[Setting, Position, Pass], Iterator[Outcome]]] = {
    "defence": barrages.support,
    logistics.POOLS: logistics.split,
    logistics.TRANSFER: lambda _, position, order: logistics.offer(position, order),
}
"""Phase -> what a pass says in it."""

_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any], Iterator[Outcome]]] = {
    orders.Choose: lines.choose,
    orders.Line: _line,
    orders.End: _end,
    orders.Plane: lambda _, position, order: air.name(position, order),
    orders.Leave: air.leave,
    orders.Attack: lambda _, position, order: tactics.form(position, order),
    orders.Strike: lambda _, position, order: strikes.declare(position, order),
    orders.Drop: lambda _, _position, order: tactics.drop(order),
    orders.Lead: tactics.stand_alone,
    orders.Assist: tactics.stand_alone,
    orders.Land: lambda _, position, order: map_air.land(position, order),
    orders.Fly: lambda _, _position, order: map_air.fly(order),
    orders.Move: movement.move,
    orders.Fire: barrages.fire,
    orders.Support: barrages.support,
    orders.Fight: turn.begin,
    orders.Retreat: lambda setting, position, _: results.agree(setting, position),
    orders.Pursue: lambda _, position, order: results.pursue(position, order),
    orders.Withdraw: results.withdraw,
    orders.PlayCard: plays.play,
    orders.ShowEvent: draw.show,
    orders.Keep: lambda _, position, order: draw.keep(position, order),
    orders.Discard: lambda _, position, order: draw.discard(position, order),
    orders.Evacuate: draw.evacuate,
    orders.Shift: deployment.shift,
    orders.Deploy: lambda _, _position, order: free.deploy(order),
    orders.Arrive: turn.come,
    orders.Split: logistics.split,
    orders.Agree: logistics.split,
    **dict.fromkeys(
        (orders.Give, orders.Offer, orders.Send),
        lambda _, position, order: logistics.offer(position, order),
    ),
    orders.Ready: lambda _, _position, order: hidden.ready(order),
    orders.Hand: lambda _, position, order: hidden.hand(position, order),
    Pass: _pass,
}

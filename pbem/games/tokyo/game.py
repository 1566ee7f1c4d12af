"""Race to Tokyo as the table sees it: every paragraph bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.games.tokyo.data.forms import ARMIES
from pbem.games.tokyo.player import sensible
from pbem.games.tokyo.rules import answers, changes, orders, outcomes, questions, standing, usual
from pbem.games.tokyo.rules import ch03_turns as turns
from pbem.games.tokyo.rules import ch05_movement as movement
from pbem.games.tokyo.rules import ch06_combat as combat
from pbem.games.tokyo.rules import ch06_results as results
from pbem.games.tokyo.rules import ch07_recon as recon
from pbem.games.tokyo.rules import ch08_towns as towns
from pbem.games.tokyo.rules import ch10_victory as victory
from pbem.games.tokyo.rules import ch11_setup as setup
from pbem.games.tokyo.rules.outcomes import Declined
from pbem.games.tokyo.rules.position import Position, open_battle
from pbem.games.tokyo.rules.setting import Setting
from pbem.games.tokyo.words import (
    arrows,
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
from pbem.kit.contract import Fall, Order, Outcome, Price
from pbem.kit.cups import Cups
from pbem.kit.defaults.made import for_game
from pbem.kit.dice import Dice
from pbem.kit.game import ModularGame
from pbem.kit.modules import GameModules
from pbem.kit.typed.orders import Pass


class TokyoGame(ModularGame[Setting, Position]):
    """One game of Race to Tokyo with its options and data; see `pbem.kit.contract.Game`."""

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
    side_names: Mapping[str, str] = ARMIES

    def set_up(self, cups: Cups) -> Position:
        """Return the position before the Americans deploy (11.0); fill the cups."""
        return setup.set_up(self.setting, cups)

    def adjudicate(self, position: Position, order: Order, cups: Cups) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        yield from _CARRY_OUT[type(order)](self.setting, position, order, cups)
        yield from self._seen(position)

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need."""
        if position.battle is not None:
            yield from combat.roll(self.setting, position, dice, cups)
        else:
            yield from movement.roll(self.setting, position, dice)
        yield from self._seen(position)

    def _seen(self, position: Position) -> Iterator[Outcome]:
        """Report what follows for towns from where everybody stands now; an end says it all."""
        if position.ended is None:
            yield from towns.report_zones(self.setting, position)

    def falls_by_result(self, position: Position, cups: Cups, most: int) -> Iterator[Fall] | None:
        """Return the rolls of an attack that differ in what is read of them; None if none is due.

        As `odds.falls_by_result` does.
        """
        return odds.falls_by_result(self.setting, position, cups, most)

    def scores(self, position: Position) -> dict[str, int]:
        """Return the Victory Points of each side."""
        return victory.scores(self.setting, position)

    def price(self, position: Position, order: Order) -> Price | None:
        """[7.2] Return how many units of the quota of this turn an order takes.

        None if it takes none.
        """
        rebuilt = isinstance(order, orders.Place) and order.unit in position.box
        if not isinstance(order, orders.Recon) and not rebuilt:
            return None
        return Price(1, position.quota - 1, "unit of the quota")


def _end(setting: Setting, position: Position, order: orders.End, cups: Cups) -> Iterator[Outcome]:
    """[3.0] What follows when a phase is ended."""
    match order.phase:
        case "setup":
            return turns.end_setup(setting, position)
        case "recon":
            return turns.end_recon(position)
        case "movement":
            return turns.end_movement(position)
        case "combat":
            return turns.end_combat(setting, position, cups)


def _pass(setting: Setting, position: Position, _: Pass, cups: Cups) -> Iterator[Outcome]:
    """Decline E Corps, a Volunteer Corps or an advance."""
    if position.phase == "ecorps":
        side = setting.commander(position.army)
        yield Declined(paragraph="8.5", side=side, question="ecorps")
        yield from turns.to_recon(position)
    elif open_battle(position).stage == "volunteer":
        side = combat.japanese_side(setting, position, open_battle(position))
        yield Declined(paragraph="13.2", side=side, question="volunteer")
        yield from combat.let_stand(setting, position, cups)
    else:
        yield from results.decline(setting, position)


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any, Cups], Iterator[Outcome]]] = {
    orders.Deploy: lambda _, position, order, _cups: setup.deploy(position, order),
    orders.Call: lambda _, position, _order, _cups: turns.call(position),
    orders.Place: lambda setting, position, order, _: recon.place(setting, position, order),
    orders.Recon: recon.reconstitute,
    orders.Enter: lambda _, position, order, cups: recon.enter(position, order, cups),
    orders.Free: lambda _, position, order, _cups: recon.free(position, order),
    orders.Move: lambda setting, position, order, _: movement.move(setting, position, order),
    orders.RollFor: lambda setting, position, order, _: movement.pledge(setting, position, order),
    orders.Remove: movement.remove,
    orders.Attack: lambda _, _position, order, _cups: combat.declare(order),
    orders.Exchange: results.exchange,
    orders.Retreat: results.retreat,
    orders.Advance: lambda setting, position, order, _: results.advance(setting, position, order),
    orders.Volunteer: lambda setting, position, _, _cups: combat.call_volunteer(setting, position),
    Pass: _pass,
    orders.End: _end,
}

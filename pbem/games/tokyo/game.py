"""Race to Tokyo as the table sees it: every paragraph bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.games.tokyo import (
    answers,
    cases,
    changes,
    combat,
    movement,
    picture,
    questions,
    recon,
    results,
    sensible,
    setup,
    standing,
    standing_text,
    tell,
    text,
    turns,
)
from pbem.games.tokyo import orders as o
from pbem.games.tokyo.outcomes import Declined
from pbem.games.tokyo.position import Position, open_battle
from pbem.games.tokyo.setting import Setting
from pbem.kit.contract import Order, Outcome, Result
from pbem.kit.dice import Dice
from pbem.kit.rooms import RoomGame, Rooms
from pbem.kit.urns import Urns


class TokyoGame(RoomGame[Setting, Position]):
    """One game of Race to Tokyo with its options and data; see `pbem.kit.contract.Game`."""

    rooms = Rooms(
        facts=cases.FACTS,
        need=questions.need,
        legal=questions.legal,
        check=questions.check,
        apply=changes.apply,
        read_order=o.read_order,
        write_order=o.FORMS.write,
        parse=text.parse,
        text=text.print_order,
        parse_standing=standing_text.parse_standing,
        standing_text=standing_text.print_standing,
        check_standing=standing.check_standing,
        standing_answer=answers.answer,
        fact=cases.fact,
        tell=tell.tell,
        describe=tell.describe,
        picture=picture.picture,
        arrange=cases.arrange,
        facts_of=cases.facts_of,
        sensible=sensible.sensible,
        sensible_standing=sensible.sensible_standing,
    )
    position_type: type[Position] = Position

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.sides: tuple[str, ...] = setting.sides

    def set_up(self, urns: Urns) -> Position:
        """Return the position before the Americans deploy (11.0); fill the urns."""
        return setup.set_up(self.setting, urns)

    def adjudicate(self, position: Position, order: Order, urns: Urns) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        return _CARRY_OUT[type(order)](self.setting, position, order, urns)

    def roll(self, position: Position, dice: Dice, urns: Urns) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need."""
        if position.battle is not None:
            return combat.roll(self.setting, position, dice, urns)
        return movement.roll(self.setting, position, dice)

    def result(self, position: Position) -> Result | None:
        """Return how the game ended, or None while it goes on."""
        return position.ended


def _end(setting: Setting, position: Position, order: o.End, urns: Urns) -> Iterator[Outcome]:
    """[3.0] What follows when a phase is ended."""
    match order.phase:
        case "setup":
            return turns.end_setup(setting, position)
        case "recon":
            return turns.end_recon(position)
        case "movement":
            return turns.end_movement(position)
        case "combat":
            return turns.end_combat(setting, position, urns)


def _pass(setting: Setting, position: Position, _: o.Pass, urns: Urns) -> Iterator[Outcome]:
    """Decline E Corps, a Volunteer Corps or an advance."""
    if position.phase == "ecorps":
        side = setting.commander(position.army)
        yield Declined(paragraph="8.5", side=side, question="ecorps")
        yield from turns.to_recon(position)
    elif open_battle(position).stage == "volunteer":
        side = combat.japanese_side(setting, position, open_battle(position))
        yield Declined(paragraph="13.2", side=side, question="volunteer")
        yield from combat.let_stand(setting, position, urns)
    else:
        yield from results.decline(setting, position)


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any, Urns], Iterator[Outcome]]] = {
    o.Deploy: lambda _, _position, order, _urns: setup.deploy(order),
    o.Call: lambda _, position, _order, _urns: turns.call(position),
    o.Place: lambda setting, position, order, _: recon.place(setting, position, order),
    o.Recon: recon.reconstitute,
    o.Enter: lambda _, position, order, urns: recon.enter(position, order, urns),
    o.Free: lambda _, position, order, _urns: recon.free(position, order),
    o.Move: lambda setting, position, order, _: movement.move(setting, position, order),
    o.RollFor: lambda setting, position, order, _: movement.pledge(setting, position, order),
    o.Remove: movement.remove,
    o.Attack: lambda _, _position, order, _urns: combat.declare(order),
    o.Exchange: results.exchange,
    o.Retreat: results.retreat,
    o.Advance: lambda setting, position, order, _: results.advance(setting, position, order),
    o.Volunteer: lambda setting, position, _, _urns: combat.call_volunteer(setting, position),
    o.Pass: _pass,
    o.End: _end,
}

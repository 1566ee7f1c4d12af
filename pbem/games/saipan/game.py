"""Saipan as the table sees it: every paragraph bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import IllegalOrder
from pbem.games.saipan import (
    cases,
    changes,
    combat,
    fire,
    movement,
    phases,
    picture,
    questions,
    reinforcements,
    results,
    sensible,
    setup,
    standing_text,
    tell,
    text,
)
from pbem.games.saipan import orders as o
from pbem.games.saipan import standing as standing_answers
from pbem.games.saipan.data import SIDES
from pbem.games.saipan.position import Position, open_battle
from pbem.games.saipan.setting import Setting
from pbem.kit.contract import Fact, Need, Order, Outcome, Question, RawOrder, Result
from pbem.kit.dice import Dice
from pbem.kit.picture import Picture
from pbem.kit.urns import Urns


class SaipanGame:
    """One scenario of Saipan with its options and data; see `pbem.kit.contract.Game`."""

    sides: tuple[str, ...] = SIDES
    position_type: type[Position] = Position
    facts: Mapping[str, Fact] = cases.FACTS
    tracks: tuple[str, ...] = ()

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def set_up(self, urns: Urns) -> Position:  # noqa: ARG002 - nothing lies face down in Saipan
        """Return the position before the first decision (14.0)."""
        return setup.set_up(self.setting)

    def need(self, position: Position) -> Need:
        """Say what the position waits for; None when the game is over."""
        return questions.need(self.setting, position)

    def legal(self, position: Position) -> Iterator[Order]:
        """Yield the legal answers to the open question, in a fixed order."""
        return questions.legal(self.setting, position)

    def check(self, position: Position, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` answers the open question legally."""
        questions.check(self.setting, position, order)

    def adjudicate(
        self,
        position: Position,
        order: Order,
        urns: Urns,  # noqa: ARG002 - nothing lies face down in Saipan
    ) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        return _CARRY_OUT[type(order)](self.setting, position, order)

    def roll(self, position: Position, dice: Dice, urns: Urns) -> Iterator[Outcome]:  # noqa: ARG002
        """Resolve the attack for which dice are due (7.4)."""
        return results.resolve(self.setting, position, dice)

    def apply(self, position: Position, outcome: Outcome) -> None:
        """Change the position by one outcome: the only method that changes one."""
        changes.apply(self.setting, position, outcome)

    def result(self, position: Position) -> Result | None:
        """Return how the game ended, or None while it goes on."""
        return position.ended

    def read_order(self, raw: RawOrder) -> Order:
        """Return the order that ``raw`` spells; raise `FormError`."""
        return o.read_order(raw)

    def write_order(self, order: Order) -> RawOrder:
        """Return the one spelling of ``order`` in an event."""
        return o.FORMS.write(order)

    def parse(self, position: Position, side: str, line: str) -> Order:
        """Read one line as a player writes it; raise `FormError` with a suggestion."""
        return text.parse(self.setting, position, side, line)

    def text(self, order: Order) -> str:
        """Write an order as a line that `parse` reads back to the same order."""
        return text.print_order(order)

    def parse_standing(self, position: Position, side: str, line: str) -> Mapping[str, Any]:
        """Read one line of standing answers: the part of the side's mapping that it sets."""
        return standing_text.parse_standing(self.setting, position, side, line)

    def standing_text(self, standing: Mapping[str, Any]) -> list[str]:
        """Write a side's standing answers as lines that `parse_standing` reads back."""
        return standing_text.print_standing(standing)

    def check_standing(self, side: str, standing: Mapping[str, Any]) -> None:
        """Raise `FormError` unless ``standing`` has the form of standing answers."""
        standing_answers.check_standing(self.setting, side, standing)

    def standing_answer(
        self, position: Position, question: Question, standing: Mapping[str, Any]
    ) -> Order | None:
        """Return what the standing answers of the side asked say, if anything; maybe illegal."""
        return standing_answers.answer(self.setting, position, question, standing)

    def check_secret(self, position: Position, label: str, order: Order) -> None:  # noqa: ARG002
        """Raise `IllegalOrder` unless ``order`` could have been sealed legally (14.22)."""
        if label != setup.LABEL or not isinstance(order, o.Beaches):
            raise IllegalOrder("14.22", "the secret choice is one of six beach hexes")
        setup.check_beaches(self.setting, order)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:
        """Go on after the landing hexes were sealed (14.22)."""
        if label != setup.LABEL:
            raise IllegalOrder("14.22", f"there is no secret choice {label!r}")
        return setup.seal(position)

    def fact(self, position: Position, name: str, args: Sequence[str]) -> int | str | bool:
        """Answer one of `facts`; raise `FormError` on unknown names or arguments."""
        return cases.fact(self.setting, position, name, args)

    def view(self, position: Position, side: str | None) -> Position:  # noqa: ARG002
        """Return a copy: a position of Saipan holds nothing that anybody may not see."""
        return msgspec.convert(msgspec.to_builtins(position), Position)

    def tell(self, outcome: Outcome) -> str:
        """Tell an outcome in one sentence for a person."""
        return tell.tell(self.setting, outcome)

    def describe(self, position: Position) -> list[str]:
        """Tell the position in short lines."""
        return tell.describe(self.setting, position)

    def picture(self, position: Position) -> Picture:
        """Return where pieces stand on the map."""
        return picture.picture(self.setting, position)

    def sensible(self, position: Position, seed: int) -> list[Order]:
        """Return orders that a sensible player would give for the open question."""
        return sensible.sensible(self.setting, position, seed)

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        """Return standing answers of a sensible player who does not want to be asked."""
        return sensible.sensible_standing(self.setting, side)

    def arrange(self, given: Mapping[str, Any], urns: Urns) -> Position:  # noqa: ARG002
        """Build the position that a numbered case gives; raise `FormError`."""
        return cases.arrange(self.setting, given)

    def facts_of(self, position: Position) -> Mapping[str, Any]:
        """Return the position in the words of a numbered case."""
        return cases.facts_of(self.setting, position)


def _end(setting: Setting, position: Position, order: o.End) -> Iterator[Outcome]:
    """[4.0] What follows when a phase is ended."""
    match order.phase:
        case "deployment":
            return setup.end_deployment(position)
        case "movement":
            return phases.end_movement(position)
        case "combat":
            return phases.end_combat(setting, position)


def _pass(_: Setting, position: Position, _order: o.Pass) -> Iterator[Outcome]:
    battle = open_battle(position)
    return fire.decline(position) if battle.fpf_open else results.decline(battle)


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any], Iterator[Outcome]]] = {
    o.Move: lambda _, position, order: movement.move(position, order),
    o.Land: lambda _, position, order: reinforcements.land(position, order),
    o.Attack: lambda _, position, order: combat.declare(position, order),
    o.End: _end,
    o.Deploy: lambda _, _position, order: setup.deploy(order),
    o.Beaches: lambda _, position, order: setup.reveal(position, order),
    o.FinalFire: lambda _, position, order: fire.fire(position, open_battle(position), order),
    o.Retreat: results.retreat_and_settle,
    o.Lose: results.lose,
    o.Advance: lambda _, position, order: results.advance(position, order),
    o.Pass: _pass,
}

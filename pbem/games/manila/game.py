"""Manila as the table sees it: every paragraph bound to the contract of a rules module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import IllegalOrder
from pbem.games.manila import (
    answers,
    attacks,
    cases,
    changes,
    combat,
    dawn,
    events,
    movement,
    picture,
    questions,
    retreats,
    sensible,
    setup,
    standing_text,
    streets,
    supply,
    tell,
    text,
    turns,
)
from pbem.games.manila import orders as o
from pbem.games.manila import standing as standing_answers
from pbem.games.manila.data import SIDE
from pbem.games.manila.position import Position
from pbem.games.manila.setting import Setting
from pbem.kit.contract import Fact, Need, Order, Outcome, Question, RawOrder, Result
from pbem.kit.dice import Dice
from pbem.kit.picture import Picture
from pbem.kit.urns import Urns


class ManilaGame:
    """One game of Manila with its options and data; see `pbem.kit.contract.Game`."""

    sides: tuple[str, ...] = (SIDE,)
    position_type: type[Position] = Position
    facts: Mapping[str, Fact] = cases.FACTS
    tracks: tuple[str, ...] = ("morale", "control")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def set_up(self, urns: Urns) -> Position:
        """Return the position before the first roll (5.0); fill the urns of 5.4."""
        return setup.set_up(self.setting, urns)

    def need(self, position: Position) -> Need:
        """Say what the position waits for; None when the game is over."""
        return questions.need(self.setting, position)

    def legal(self, position: Position) -> Iterator[Order]:
        """Yield the legal answers to the open question, in a fixed order."""
        return questions.legal(self.setting, position)

    def check(self, position: Position, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` answers the open question legally."""
        questions.check(self.setting, position, order)

    def adjudicate(self, position: Position, order: Order, urns: Urns) -> Iterator[Outcome]:
        """Carry out a legal order, up to the next need."""
        if isinstance(order, o.Breakout):
            return events.break_out(self.setting, position, order.area, urns)
        return _CARRY_OUT[type(order)](self.setting, position, order)

    def roll(self, position: Position, dice: Dice, urns: Urns) -> Iterator[Outcome]:
        """Carry out what follows from the dice that are due, up to the next need."""
        setting = self.setting
        if position.battle is not None:
            if position.battle.stage == "reveal":
                return combat.reveal(setting, position, dice, urns)
            return combat.resolve(setting, position, dice)
        match position.phase:
            case "dawn":
                return dawn.roll_mortality(setting, position, dice)
            case "event":
                return events.roll(setting, position, dice, urns)
            case "supply":
                return supply.roll(setting, position, dice)
        return streets.roll(setting, position, dice)

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
        return answers.answer(self.setting, position, question, standing)

    def check_secret(self, position: Position, label: str, order: Order) -> None:  # noqa: ARG002
        """Raise `IllegalOrder`: nothing is chosen secretly in Manila."""
        raise IllegalOrder("6.0", f"there is no secret choice {label!r}")

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:  # noqa: ARG002
        """Raise `IllegalOrder`: nothing is chosen secretly in Manila."""
        raise IllegalOrder("6.0", f"there is no secret choice {label!r}")

    def fact(self, position: Position, name: str, args: Sequence[str]) -> int | str | bool:
        """Answer one of `facts`; raise `FormError` on unknown names or arguments."""
        return cases.fact(self.setting, position, name, args)

    def view(self, position: Position, side: str | None) -> Position:  # noqa: ARG002
        """Return a copy: nobody knows more than the position says (5.4, 9.4)."""
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

    def arrange(self, given: Mapping[str, Any], urns: Urns) -> Position:
        """Build the position that a numbered case gives; raise `FormError`."""
        return cases.arrange(self.setting, given, urns)

    def facts_of(self, position: Position) -> Mapping[str, Any]:
        """Return the position in the words of a numbered case."""
        return cases.facts_of(self.setting, position)


def _attack(setting: Setting, position: Position, order: o.Attack) -> Iterator[Outcome]:
    """[9.5] Declare the attack; where the defender is known already, join it at once."""
    yield from attacks.declare(setting, position, order)
    yield from combat.go_on(setting, position)


def _end(setting: Setting, position: Position, order: o.End) -> Iterator[Outcome]:
    if order.phase == "supply":
        return supply.end(position)
    return turns.end_combat(setting, position)


_CARRY_OUT: dict[type[Order], Callable[[Setting, Position, Any], Iterator[Outcome]]] = {
    o.Place: dawn.place,
    o.Buy: supply.buy,
    o.Return: lambda setting, _, order: supply.return_to_play(setting, order),
    o.End: _end,
    o.Streets: lambda _, _position, order: streets.lose(order),
    o.Activate: lambda _, position, order: movement.activate(position, order),
    o.Move: lambda _, position, order: movement.move(position, order),
    o.Attack: _attack,
    o.Fight: lambda _, position, order: combat.join(position, order),
    o.Barrage: combat.answer_barrage,
    o.Sniper: combat.answer_sniper,
    o.Retreat: retreats.answer,
}

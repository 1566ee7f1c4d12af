"""What every rules module's game says alike: each method of the contract is a room of its own.

A module writes functions of a *setting* (scenario, options, tables) and a position, one room for a
chapter of its rulebook. `Rooms` names the ones that the contract asks for, and `RoomGame` is the
game made of them; a module adds what is not the same everywhere: set-up, adjudication, dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from pbem.errors import IllegalOrder
from pbem.kit.contract import Fact, Need, Order, Outcome, Question, RawOrder
from pbem.kit.picture import Picture
from pbem.kit.urns import Urns

S = TypeVar("S")
P = TypeVar("P", bound=msgspec.Struct)


@dataclass(frozen=True)
class Rooms(Generic[S, P]):
    """The functions of a module, by the methods of `pbem.kit.contract.Game` that they are."""

    facts: Mapping[str, Fact]
    need: Callable[[S, P], Need]
    legal: Callable[[S, P], Iterator[Order]]
    check: Callable[[S, P, Order], None]
    apply: Callable[[S, P, Outcome], None]
    read_order: Callable[[RawOrder], Order]
    write_order: Callable[[Order], RawOrder]
    parse: Callable[[S, P, str, str], Order]
    text: Callable[[Order], str]
    parse_standing: Callable[[S, P, str, str], Mapping[str, Any]]
    standing_text: Callable[[Mapping[str, Any]], list[str]]
    check_standing: Callable[[S, str, Mapping[str, Any]], None]
    standing_answer: Callable[[S, P, Question, Mapping[str, Any]], Order | None]
    fact: Callable[[S, P, str, Sequence[str]], int | str | bool]
    tell: Callable[[S, Outcome], str]
    describe: Callable[[S, P], list[str]]
    picture: Callable[[S, P], Picture]
    arrange: Callable[[S, Mapping[str, Any], Urns], P]
    facts_of: Callable[[S, P], Mapping[str, Any]]
    sensible: Callable[[S, P, int], list[Order]]
    sensible_standing: Callable[[S, str], Mapping[str, Any]]


class RoomGame(Generic[S, P]):
    """A game made of rooms; see `pbem.kit.contract.Game` for what each method means.

    A subclass gives ``rooms``, ``position_type``, ``sides`` and ``tracks``, and the methods that
    differ: ``set_up``, ``adjudicate``, ``roll``, ``result``. Where something is chosen secretly, or
    a position holds what not everybody may see, it overrides those methods too.
    """

    rooms: ClassVar[Rooms[Any, Any]]
    position_type: type[P]
    tracks: tuple[str, ...] = ()

    def __init__(self, setting: S) -> None:
        self.setting = setting
        self.facts: Mapping[str, Fact] = self.rooms.facts

    def need(self, position: P) -> Need:
        """Say what the position waits for; None when the game is over."""
        return self.rooms.need(self.setting, position)

    def legal(self, position: P) -> Iterator[Order]:
        """Yield the legal answers to the open question, in a fixed order."""
        return self.rooms.legal(self.setting, position)

    def check(self, position: P, order: Order) -> None:
        """Raise `IllegalOrder` unless ``order`` answers the open question legally."""
        self.rooms.check(self.setting, position, order)

    def apply(self, position: P, outcome: Outcome) -> None:
        """Change the position by one outcome: the only method that changes one."""
        self.rooms.apply(self.setting, position, outcome)

    def read_order(self, raw: RawOrder) -> Order:
        """Return the order that ``raw`` spells; raise `FormError`."""
        return self.rooms.read_order(raw)

    def write_order(self, order: Order) -> RawOrder:
        """Return the one spelling of ``order`` in an event."""
        return self.rooms.write_order(order)

    def parse(self, position: P, side: str, line: str) -> Order:
        """Read one line as a player writes it; raise `FormError` with a suggestion."""
        return self.rooms.parse(self.setting, position, side, line)

    def text(self, order: Order) -> str:
        """Write an order as a line that `parse` reads back to the same order."""
        return self.rooms.text(order)

    def parse_standing(self, position: P, side: str, line: str) -> Mapping[str, Any]:
        """Read one line of standing answers: the part of the side's mapping that it sets."""
        return self.rooms.parse_standing(self.setting, position, side, line)

    def standing_text(self, standing: Mapping[str, Any]) -> list[str]:
        """Write a side's standing answers as lines that `parse_standing` reads back."""
        return self.rooms.standing_text(standing)

    def check_standing(self, side: str, standing: Mapping[str, Any]) -> None:
        """Raise `FormError` unless ``standing`` has the form of standing answers."""
        self.rooms.check_standing(self.setting, side, standing)

    def standing_answer(
        self, position: P, question: Question, standing: Mapping[str, Any]
    ) -> Order | None:
        """Return what the standing answers of the side asked say, if anything; maybe illegal."""
        return self.rooms.standing_answer(self.setting, position, question, standing)

    def check_secret(self, position: P, label: str, order: Order) -> None:  # noqa: ARG002
        """Raise `IllegalOrder`: nothing is chosen secretly here."""
        raise IllegalOrder("secret", f"there is no secret choice {label!r} in this game")

    def sealed(self, position: P, label: str) -> Iterator[Outcome]:  # noqa: ARG002
        """Raise `IllegalOrder`: nothing is chosen secretly here."""
        raise IllegalOrder("secret", f"there is no secret choice {label!r} in this game")

    def fact(self, position: P, name: str, args: Sequence[str]) -> int | str | bool:
        """Answer one of `facts`; raise `FormError` on unknown names or arguments."""
        return self.rooms.fact(self.setting, position, name, args)

    def view(self, position: P, side: str | None) -> P:  # noqa: ARG002
        """Return a copy: a position holds nothing that anybody may not see."""
        return msgspec.convert(msgspec.to_builtins(position), self.position_type)

    def tell(self, outcome: Outcome) -> str:
        """Tell an outcome in one sentence for a person."""
        return self.rooms.tell(self.setting, outcome)

    def describe(self, position: P) -> list[str]:
        """Tell the position in short lines."""
        return self.rooms.describe(self.setting, position)

    def picture(self, position: P) -> Picture:
        """Return where pieces stand on the map."""
        return self.rooms.picture(self.setting, position)

    def sensible(self, position: P, seed: int) -> list[Order]:
        """Return orders that a sensible player would give for the open question."""
        return self.rooms.sensible(self.setting, position, seed)

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        """Return standing answers of a sensible player who does not want to be asked."""
        return self.rooms.sensible_standing(self.setting, side)

    def arrange(self, given: Mapping[str, Any], urns: Urns) -> P:
        """Build the position that a numbered case gives; raise `FormError`."""
        arranged: P = self.rooms.arrange(self.setting, given, urns)
        return arranged

    def facts_of(self, position: P) -> Mapping[str, Any]:
        """Return the position in the words of a numbered case."""
        return self.rooms.facts_of(self.setting, position)

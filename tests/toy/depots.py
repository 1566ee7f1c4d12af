"""Depots, a toy with hidden stocks, in the fewest rules that need everything that a stock can do.

Two sides, or three of which blue and green share what they see. Red has a pair of depots, and blue
another, whose second is green's where green plays. First each pair is split from twelve, or shared
for everybody to see. In their turn a player earns two for a depot that everybody sees come, spends
from one for points, and gives to the other of the pair. They levy three from the first depot of
red, or red from blue's, of which half a depot is the most. They roll a die that brings one for
their first depot from four on, and end. Two rounds. A pair that is public is spent from without
proof, and levied by the rules alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import FormError, IllegalOrder
from pbem.kit.contract import (
    Fact,
    Names,
    Option,
    Order,
    Outcome,
    Question,
    Result,
    Roll,
    Settle,
    Wanted,
)
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die
from pbem.kit.stocks import Capped, Give, HiddenPair, Move, Spend, Split
from pbem.kit.typed.orders import OrderForms
from toy.rules import ToyGame

TOTAL, CAP, LEVY, ROUNDS = 12, 3, 3, 2
EARNED = 2


class Halve(Order, frozen=True, tag="split"):
    n: int | None = None


class Share(Order, frozen=True, tag="share"):
    """Each depot gets half, for everybody to see."""


class Earn(Order, frozen=True, tag="earn"):
    stock: str


class Use(Order, frozen=True, tag="spend"):
    stock: str
    n: int


class Send(Order, frozen=True, tag="give"):
    stock: str
    n: int | None = None


class Levy(Order, frozen=True, tag="levy"):
    pass


class Pay(Order, frozen=True, tag="pay"):
    n: int


class RollDie(Order, frozen=True, tag="roll"):
    pass


class End(Order, frozen=True, tag="end"):
    pass


FORMS: OrderForms[Any] = OrderForms(Halve | Share | Earn | Use | Send | Levy | Pay | RollDie | End)


class Did(Outcome, frozen=True, tag="did", kw_only=True):
    what: str
    side: str = ""
    stock: str = ""
    n: int = 0
    amounts: Mapping[str, int] = {}


class Position(msgspec.Struct):
    """``agenda`` is what comes before the turn goes on; ``changed``: since the split, in public.

    ``public``: the amounts of depots of which everybody knows. ``known`` is empty in a log: what
    the viewer knows is in hidden depots.
    """

    agenda: list[str]
    points: dict[str, int]
    changed: dict[str, int]
    public: dict[str, int]
    turn: int = 0
    levied: bool = False
    known: dict[str, int] = {}


class DepotRules:
    """The registry's entry."""

    name = "depots"
    title = "Depots"
    version = 1
    reconstructed: tuple[str, ...] = ()
    scenarios: Mapping[str, str] = {"duel": "two sides", "trio": "three, of which two are allies"}
    options: Mapping[str, Option] = {}

    def of(self, data: Any) -> DepotRules:
        return self

    def data(self, pack: bytes | None = None) -> Position:
        return Position([], {}, {}, {})

    def game(self, scenario: str, options: Mapping[str, Any], data: Any) -> DepotToy:
        return DepotToy(scenario)


class DepotToy(ToyGame):
    """The one game; see `pbem.kit.contract.Game` and `pbem.kit.stocks.StockGame`."""

    position_type = Position
    facts: Mapping[str, Fact] = {"gone": Fact((), "turns gone", "number")}
    tracks = ()
    half_points = False

    def __init__(self, scenario: str = "duel") -> None:
        trio = scenario == "trio"
        self.sides = ("red", "blue", "green") if trio else ("red", "blue")
        self.sharing = (("blue", "green"),) if trio else ()
        self.pairs = (
            HiddenPair(("red.a", "red.b"), ("red", "red")),
            HiddenPair(("blue.a", "blue.b"), ("blue", "green" if trio else "blue")),
        )
        self.names: dict[str, Names] = {}

    def set_up(self, cups: Cups) -> Position:
        stocks = [name for pair in self.pairs for name in pair.names]
        return Position(
            agenda=["split red", "split blue"],
            points=dict.fromkeys(self.sides, 0),
            changed=dict.fromkeys(stocks, 0),
            public={},
        )

    # --- asking ------------------------------------------------------------------------------

    def need(self, position: Position) -> Wanted:
        side = self._turn(position)
        what, _, whose = (position.agenda or [""])[0].partition(" ")
        match what:
            case "split":
                return Question(
                    whose, "split", "How much for the first?", "1.1", ("split", "share")
                )
            case "settle":
                return Settle(self._pair(whose.split()[0]).names, "1.1")
            case "pay":
                return Question(whose, "levy", "Pay.", "2.4", ("pay",))
            case "die":
                return Roll("a find", "2.5")
        if position.turn == ROUNDS * len(self.sides):
            return None
        forms = ("earn", "spend", "give", "levy", "roll", "end")
        return Question(side, "turn", "What next?", "2.0", forms, phase=True)

    def _turn(self, position: Position) -> str:
        return self.sides[position.turn % len(self.sides)]

    def _pair(self, stock: str) -> HiddenPair:
        return next(pair for pair in self.pairs if stock in (*pair.names, pair.sides[0]))

    def _mine(self, side: str) -> list[str]:
        pairs = (zip(pair.names, pair.sides, strict=True) for pair in self.pairs)
        return [name for pair in pairs for name, whose in pair if whose == side]

    def legal(self, position: Position) -> Iterator[Any]:
        every = (
            *(Halve(n) for n in (range(TOTAL + 1) if position.known else (None,))),
            *(form for name in position.changed for form in self._about(position, name)),
            *map(Pay, range(LEVY + 1)),
            *(Share(), Levy(), RollDie(), End()),
        )
        return (order for order in every if self._why_not(position, order) is None)

    def _about(self, position: Position, name: str) -> Iterator[Any]:
        yield Earn(name)
        known = position.known.get(name)
        for n in range(1, TOTAL + 1):
            if known is None or n <= known:
                yield Use(name, n)
        if "looked at" not in position.known:
            yield Send(name)
        elif known is not None:
            yield from (Send(name, n) for n in range(min(CAP, known) + 1))

    def check(self, position: Position, order: Any) -> None:
        why = self._why_not(position, order)
        if why is not None:
            raise IllegalOrder("2.0", why)

    def _why_not(self, position: Position, order: Any) -> str | None:  # noqa: PLR0911
        need = self.need(position)
        if not isinstance(need, Question) or FORMS.write(order)["do"] not in need.forms:
            return "this is no answer to what is asked"
        match order:
            case Earn(stock) | Send(stock) | Use(stock, _) if stock not in self._mine(need.side):
                return "that is another's"
            case Earn(stock) if position.changed[stock] > TOTAL:
                return "there is no room for more"
            case Use(stock, n):
                public = position.public.get(stock, TOTAL * 4)
                return None if 1 <= n <= public else "that is not there"
            case Send(stock) if stock in position.public:
                return "everybody sees that depot"
            case Levy() if position.levied:
                return "one levy a turn"
            case Pay(n) if not 0 <= n <= LEVY:
                return "that is not what is levied"
            case Pay(n) if self._mine(need.side)[0] in position.known and n != self._due(
                position, need.side
            ):
                return "that is not what is due"
        return None

    def _due(self, position: Position, side: str) -> int:
        return min(LEVY, position.known[self._mine(side)[0]] // 2)

    def check_secret(self, position: Position, label: str, order: Any) -> None:
        raise IllegalOrder("0", "nothing is sealed here")

    # --- adjudicating ------------------------------------------------------------------------

    def adjudicate(self, position: Position, order: Any, cups: Cups) -> Iterator[Outcome]:
        need = self.need(position)
        assert isinstance(need, Question)
        raw = FORMS.write(order)
        stock = raw.get("stock", self._mine(need.side)[0])
        n = 0 if isinstance(order, Halve | Send) else raw.get("n", 0)
        yield Did(paragraph="2.0", what=raw["do"], side=need.side, stock=stock, n=n)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:
        return iter(())

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        got = die(dice, 6, "a find", "2.5")
        side = self._turn(position)
        yield Did(paragraph="2.5", what="rolled", side=side, stock=self._mine(side)[0], n=got)

    # --- stocks ------------------------------------------------------------------------------

    def moves(self, position: Position, order: Any) -> Move | None:
        match order:
            case Halve(n):
                need = self.need(position)
                assert isinstance(need, Question)
                return Split(self._pair(need.side).names, TOTAL, n)
            case Use(stock, n) if stock not in position.public:
                return Spend(stock, n)
            case Send(stock, n):
                return Give(stock, CAP, n)
            case Pay(n):
                need = self.need(position)
                assert isinstance(need, Question)
                return Capped(self._mine(need.side)[0], LEVY, n)
        return None

    def said(self, order: Any, amount: int | None) -> Any:
        return msgspec.structs.replace(order, n=amount)

    def changed(self, position: Position, stock: str) -> int:
        return position.changed[stock]

    def settled(self, position: Position, *, done: bool) -> Iterator[Outcome]:
        need = self.need(position)
        assert isinstance(need, Settle)
        halves = {} if done or "given" in position.agenda[0] else dict.fromkeys(need.stocks, 6)
        yield Did(paragraph="1.1", what="settled", amounts=halves)

    def opened(self, position: Position, amounts: Mapping[str, int]) -> Iterator[Outcome]:
        yield Did(paragraph="2.6", what="opened", amounts=dict(amounts))

    def holding(self, position: Position, amounts: Mapping[str, int]) -> Position:
        # Before the first split nobody knows an amount, and yet the viewer is one who would.
        return msgspec.structs.replace(position, known={"looked at": 0, **amounts})

    # --- changes -----------------------------------------------------------------------------

    def apply(self, position: Position, outcome: Outcome) -> None:
        assert isinstance(outcome, Did)
        getattr(self, "_apply_" + outcome.what)(position, outcome)

    def _apply_split(self, position: Position, did: Did) -> None:
        position.agenda[0] = f"settle {did.stock} split"

    def _apply_share(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        position.public |= dict.fromkeys(self._pair(did.stock).names, TOTAL // 2)

    def _apply_settled(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        position.public |= did.amounts

    def _apply_opened(self, position: Position, did: Did) -> None:
        # The public amounts since the split are in the amounts.
        position.public |= did.amounts
        what, _, payer = (position.agenda or [""])[0].partition(" ")
        first = self._mine(payer)[0] if what == "pay" else ""
        if first in did.amounts:
            del position.agenda[0]
            self._take(position, first)

    def _take(self, position: Position, first: str) -> None:
        taken = min(LEVY, position.public[first] // 2)
        position.public[first] -= taken
        position.points[self._turn(position)] += taken

    def _change(self, position: Position, stock: str, n: int) -> None:
        at = position.public if stock in position.public else position.changed
        at[stock] += n

    def _apply_earn(self, position: Position, did: Did) -> None:
        self._change(position, did.stock, EARNED)

    def _apply_spend(self, position: Position, did: Did) -> None:
        self._change(position, did.stock, -did.n)
        position.points[did.side] += did.n

    def _apply_give(self, position: Position, did: Did) -> None:
        position.agenda.append(f"settle {did.stock} given")

    def _apply_levy(self, position: Position, did: Did) -> None:
        payer = "blue" if did.side == "red" else "red"
        first, position.levied = self._mine(payer)[0], True
        if first in position.public:
            self._take(position, first)
        else:
            position.agenda.append(f"pay {payer}")

    def _apply_pay(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        self._change(position, did.stock, -did.n)
        position.points[self._turn(position)] += did.n

    def _apply_roll(self, position: Position, did: Did) -> None:
        position.agenda.append("die")

    def _apply_rolled(self, position: Position, did: Did) -> None:
        del position.agenda[0]
        if did.n >= 4:
            self._change(position, did.stock, 1)

    def _apply_end(self, position: Position, did: Did) -> None:
        position.turn += 1
        position.levied = False

    # --- as people write it ---------------------------------------------------------------------

    def parse(self, position: Position, side: str, line: str) -> Any:
        do, *rest = line.split()
        stock = {"stock": rest.pop(0)} if rest and "." in rest[0] else {}
        return FORMS.read({"do": do, **stock, **({"n": int(rest[0])} if rest else {})})

    def text(self, order: Any) -> str:
        raw = FORMS.write(order)
        return " ".join(str(raw[field]) for field in ("do", "stock", "n") if field in raw)

    def sensible(self, position: Position, seed: int) -> list[Any]:
        legal = list(self.legal(position))
        return [legal[seed % len(legal)]]

    # --- the rest ----------------------------------------------------------------------------

    def scores(self, position: Position) -> dict[str, int]:
        return dict(position.points)

    def result(self, position: Position) -> Result | None:
        if self.need(position) is not None:
            return None
        most = max(position.points.values())
        best = [side for side in self.sides if position.points[side] == most]
        return Result(best[0] if len(best) == 1 else None, "the most points", "3.0")

    def read_order(self, raw: dict[str, Any]) -> Any:
        return FORMS.read(raw)

    def write_order(self, order: Any) -> dict[str, Any]:
        return FORMS.write(order)

    def check_standing(self, side: str, standing: Mapping[str, Any]) -> None:
        if standing:
            raise FormError("there are no standing orders")

    def standing_answer(self, position: Any, question: Any, standing: Any) -> None:
        return None

    def standing_left(self, standing: Any, order: Any) -> Any:
        return standing

    def fact(self, position: Position, name: str, args: Sequence[str]) -> int:
        return position.turn

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        return {}

    def usual_words(self, side: str) -> Mapping[str, str]:
        return dict.fromkeys(self.sensible_standing(side), "the usual")

    def describe(self, position: Position) -> list[str]:
        return [f"turn {position.turn}"]

    def merit(self, position: Position, side: str) -> int:
        return position.points[side]

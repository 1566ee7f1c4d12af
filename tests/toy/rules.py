"""Skirmish, a toy that uses everything the table offers, in the fewest rules.

Every side has a strength and a distance ``ground`` from its own edge of a strip. In their turn
players move (at most 2), attack (at most 3 times), draw counters blind from the bag, turn up what
they drew, and end. An attacked player may fire first, if they have shots left; then a die hits from
4 on (from 3 on in version 2). A player who is hit loses a step and retreats; the attacker may
advance. Four rounds, or until one side is left. In ``plans`` every side seals a plan before the
first turn and opens it before the second round; in ``weather`` the set-up needs a die. In ``alone``
only red has a seat: the rules play blue, which never fires, retreats when it is hit, and raids
after every turn of red, who loses a step from 4 on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pbem.errors import FormError, IllegalOrder, PackError
from pbem.kit.bunches import bunched
from pbem.kit.contract import (
    Fact,
    Names,
    Need,
    Option,
    Order,
    Outcome,
    Question,
    Result,
    Roll,
)
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die
from pbem.kit.picture import HexPicture
from pbem.kit.typed.orders import OrderForms
from pbem.kit.typed.standing import count_down


class Move(Order, frozen=True, tag="move"):
    n: int


class Attack(Order, frozen=True, tag="attack"):
    on: str


class Draw(Order, frozen=True, tag="draw"):
    pass


class TurnUp(Order, frozen=True, tag="turn-up"):
    pass


class End(Order, frozen=True, tag="end"):
    pass


class Fire(Order, frozen=True, tag="fire"):
    pass


class Pass(Order, frozen=True, tag="pass"):
    pass


class Retreat(Order, frozen=True, tag="retreat"):
    n: int


class Advance(Order, frozen=True, tag="advance"):
    pass


class Plan(Order, frozen=True, tag="plan"):
    to: int


AnyOrder = Move | Attack | Draw | TurnUp | End | Fire | Pass | Retreat | Advance | Plan
FORMS: OrderForms[Any] = OrderForms(AnyOrder)
PLANS = range(1, 7)


class Did(Outcome, frozen=True, tag="did", kw_only=True):
    what: str
    side: str = ""
    n: int = 0
    member: str = ""


class Position(msgspec.Struct):
    """``agenda`` holds what comes before the turn goes on, ``step`` where the attack stands."""

    sides: list[str]
    turn: int
    round: int
    strength: dict[str, int]
    ground: dict[str, int]
    shots: dict[str, int]
    reserve: dict[str, list[str]]
    agenda: list[str]
    moved: int = 0
    attacks: int = 0
    on: str = ""
    step: str = ""
    fired: bool = False
    wind: int = 0


class ToyData(msgspec.Struct, frozen=True):
    strength: int
    shots: int
    bag: tuple[str, ...]


class ToyRules:
    """One version of the registry's entry; ``version`` 2 hits from 3 on."""

    name = "toy"
    title = "Skirmish"
    reconstructed: tuple[str, ...] = ()
    scenarios: Mapping[str, str] = {
        "duel": "two sides", "trio": "three", "plans": "sealed plans", "weather": "a die first",
        "alone": "blue is played by the rules", "pacts": "three, with sealed plans",
    }  # fmt: skip
    options: Mapping[str, Option] = {"rounds": Option(4, (1, 2, 3, 4), "length", "1.1")}

    def __init__(self, version: int = 1) -> None:
        self.version = version

    def of(self, data: Any) -> ToyRules:
        return self

    def data(self, pack: bytes | None = None) -> ToyData:
        try:
            return msgspec.json.decode(pack or self.export(), type=ToyData)
        except msgspec.DecodeError as error:
            raise PackError(f"the pack cannot be read: {error}") from None

    def export(self) -> bytes:
        bag = ("a1", "a1", "b2", "c3")
        return msgspec.json.encode(ToyData(strength=3, shots=2, bag=bag))

    def game(self, scenario: str, options: Mapping[str, Any], data: Any) -> ToyGame:
        if scenario not in self.scenarios:
            raise FormError(f"there is no scenario {scenario}")
        return ToyGame(scenario, options["rounds"], data, 4 if self.version == 1 else 3)

    def migrate(self, version: int, position: dict[str, Any]) -> dict[str, Any]:
        if version != 1:
            raise FormError("only version 1 can be taken over")
        return {**position, "wind": 1}

    def schemas(self) -> Mapping[str, dict[str, Any]]:
        return {}


class ToyGame:
    """One scenario; see `pbem.kit.contract.Game`."""

    position_type = Position
    facts: Mapping[str, Fact] = {
        "strength": Fact(("SIDE",), "strength", "number"),
        "round": Fact((), "round", "number"),
    }
    tracks = ()
    half_points = False
    side_names: Mapping[str, str] = {}

    def __init__(self, scenario: str, rounds: int, data: ToyData, hits_from: int) -> None:
        self.scenario, self.rounds, self.given, self.hits_from = scenario, rounds, data, hits_from
        three = scenario in ("trio", "pacts")
        self.all = ("red", "blue", "green") if three else ("red", "blue")
        self.sides = ("red",) if scenario == "alone" else self.all
        self.names = {"SIDE": Names(self.all)}

    def set_up(self, cups: Cups) -> Position:
        cups.fill("bag", list(self.given.bag))
        sealed = [f"seal {side}" for side in self.sides]
        agenda = {"weather": ["roll"], "plans": sealed, "pacts": sealed}
        return Position(
            sides=list(self.sides), turn=0, round=1,
            strength=dict.fromkeys(self.all, self.given.strength),
            ground=dict.fromkeys(self.all, 1),
            shots=dict.fromkeys(self.all, self.given.shots),
            reserve={side: [] for side in self.sides},
            agenda=agenda.get(self.scenario, []),
        )  # fmt: skip

    # --- asking ------------------------------------------------------------------------------

    def need(self, position: Position) -> Need:  # noqa: PLR0911 - one line a question
        mover = position.sides[position.turn]
        if position.agenda:
            what, _, side = position.agenda[0].partition(" ")
            if what in ("roll", "raid"):
                return Roll("weather" if what == "roll" else "raid", "2.1")
            secret, opens = f"plan-{side}", what == "open"
            return Question(side, "plan", "Plan.", "2.2", ("plan",), secret=secret, opens=opens)
        if self._over(position):
            return None
        match position.step:
            case "fire":
                return Question(position.on, "fire", "Fire?", "3.1", ("fire", "pass"))
            case "roll" | "turn-up":
                return Roll(position.step, "3.2")
            case "retreat":
                return Question(position.on, "retreat", "Where to?", "3.3", ("retreat",))
            case "advance":
                return Question(mover, "advance", "Advance?", "3.4", ("advance", "pass"))
        forms = ("move", "attack", "draw", "turn-up", "end")
        return Question(mover, "turn", "What do you do next?", "3.0", forms, phase=True)

    def _over(self, position: Position) -> bool:
        alive = [side for side, strength in position.strength.items() if strength > 0]
        # A fight is finished before the game ends: what was sealed is opened by the end.
        return not position.step and (len(alive) < 2 or position.round > self.rounds)

    def legal(self, position: Position) -> Iterator[Any]:
        sides = [Attack(side) for side in position.strength]
        small = [form(n) for form in (Move, Retreat) for n in (1, 2)]
        plans = [Plan(to) for to in PLANS]
        everything = (*small, *sides, Draw(), TurnUp(), Fire(), Advance(), *plans, Pass(), End())
        return (order for order in everything if self._why_not(position, order) is None)

    def bunches(self, position: Position) -> Iterator[Sequence[Any]]:
        return bunched(self.legal(position))

    def candidates(self, _position: Position, _about: str = "") -> Iterator[Any]:
        return iter(())

    def unlisted(self, _position: Position) -> list[str]:
        return []

    def arrow(self, _position: Position, _order: Any) -> None:
        return None

    def underway(self, _position: Position) -> list[Any]:
        return []

    def news(self, _outcome: Outcome) -> None:
        return None

    def price(self, _position: Position, _order: Any) -> None:
        return None

    def falls(self, _position: Position, _cups: Cups) -> None:
        return None

    def reading(self, _outcome: Outcome) -> None:
        return None

    def terms(self, _position: Position) -> list[Any]:
        return []

    def lost(self, _outcome: Outcome) -> list[str]:
        return []

    def out(self, _outcome: Outcome) -> list[str]:
        return []

    def check(self, position: Position, order: Any) -> None:
        why = self._why_not(position, order)
        if why is not None:
            raise IllegalOrder("3.0", why)

    def _why_not(self, position: Position, order: Any) -> str | None:
        need = self.need(position)
        if not isinstance(need, Question) or FORMS.write(order)["do"] not in need.forms:
            return "this is no answer to what is asked"
        mover = position.sides[position.turn]
        match order:
            case Move(n):
                bad = not (n in (1, 2) and position.moved + n <= 2)
            case Attack(on):
                bad = on == mover or position.attacks >= 3 or position.strength.get(on, 0) <= 0
            case Draw():
                bad = len(position.reserve[mover]) >= 2
            case TurnUp():
                bad = not position.reserve[mover]
            case Fire():
                bad = position.shots[position.on] == 0
            case Retreat(n):
                bad = not 1 <= n <= min(2, position.ground[position.on])
            case Plan(to):
                bad = to not in PLANS
            case _:
                bad = False
        return "that is not possible here" if bad else None

    def check_secret(self, position: Position, label: str, order: Any) -> None:
        if not isinstance(order, Plan) or order.to not in PLANS:
            raise IllegalOrder("2.2", "a plan names a space from 1 to 6")

    # --- adjudicating ------------------------------------------------------------------------

    def adjudicate(self, position: Position, order: Any, cups: Cups) -> Iterator[Outcome]:
        need = self.need(position)
        assert isinstance(need, Question)
        side, p = need.side, need.paragraph
        raw = FORMS.write(order)
        n, on = raw.get("n", raw.get("to", 0)), raw.get("on", "")
        if raw["do"] == "draw":
            if not cups.members["bag"]:
                return
            yield Did(paragraph=p, what="draw", side=side, member=cups.draw_blind("bag"))
            return
        yield Did(paragraph=p, what=raw["do"], side=on or side, n=n)

    def sealed(self, position: Position, label: str) -> Iterator[Outcome]:
        yield Did(paragraph="2.2", what="sealed", side=label.removeprefix("plan-"))

    def roll(self, position: Position, dice: Dice, cups: Cups) -> Iterator[Outcome]:
        mover = position.sides[position.turn]
        if position.agenda:
            what = "raid" if position.agenda[0] == "raid" else "wind"
            yield Did(paragraph="2.1", what=what, n=die(dice, 6, "weather", "2.1"))
        elif position.step == "turn-up":
            counter = cups.turn_up(position.reserve[mover][0], dice, "which counter", "3.5")
            cups.put_back("bag", counter)
            yield Did(paragraph="3.5", what="up", side=mover, n=int(counter[1:]), member=counter)
        else:
            if position.fired and die(dice, 6, "defensive fire", "3.1") == 6:
                yield Did(paragraph="3.1", what="loses", side=mover)
            hit = die(dice, 6, "attack", "3.2") >= self.hits_from
            yield Did(paragraph="3.2", what="hit" if hit else "missed", side=position.on)

    def apply(self, position: Position, outcome: Outcome) -> None:
        assert isinstance(outcome, Did)
        getattr(self, "_apply_" + outcome.what.replace("-", "_"))(position, outcome)

    def _apply_move(self, position: Position, did: Did) -> None:
        position.moved += did.n
        position.ground[did.side] += did.n

    def _apply_attack(self, position: Position, did: Did) -> None:
        position.attacks += 1
        position.on, position.fired = did.side, False
        position.step = "fire" if did.side in position.sides else "roll"

    def _apply_draw(self, position: Position, did: Did) -> None:
        position.reserve[did.side].append(did.member)

    def _apply_turn_up(self, position: Position, did: Did) -> None:
        position.step = "turn-up"

    def _apply_up(self, position: Position, did: Did) -> None:
        del position.reserve[did.side][0]
        position.strength[did.side] += did.n
        position.step = ""

    def _apply_fire(self, position: Position, did: Did) -> None:
        position.shots[did.side] -= 1
        position.fired, position.step = True, "roll"

    def _apply_pass(self, position: Position, did: Did) -> None:
        position.step = "roll" if position.step == "fire" else ""

    def _apply_loses(self, position: Position, did: Did) -> None:
        position.strength[did.side] -= 1

    def _apply_hit(self, position: Position, did: Did) -> None:
        position.strength[did.side] -= 1
        position.step = "retreat" if position.ground[did.side] else "advance"
        if did.side not in position.sides:
            position.ground[did.side] -= min(1, position.ground[did.side])
            position.step = "advance"

    def _apply_missed(self, position: Position, did: Did) -> None:
        position.step = ""

    def _apply_retreat(self, position: Position, did: Did) -> None:
        position.ground[did.side] -= did.n
        position.step = "advance"

    def _apply_advance(self, position: Position, did: Did) -> None:
        position.ground[did.side] += 1
        position.step = ""

    def _apply_plan(self, position: Position, did: Did) -> None:
        position.strength[did.side] += did.n
        del position.agenda[0]

    def _apply_sealed(self, position: Position, did: Did) -> None:
        del position.agenda[0]

    def _apply_wind(self, position: Position, did: Did) -> None:
        position.wind = did.n
        del position.agenda[0]

    def _apply_raid(self, position: Position, did: Did) -> None:
        position.strength["red"] -= did.n >= 4
        del position.agenda[0]

    def _apply_end(self, position: Position, did: Did) -> None:
        position.moved = position.attacks = 0
        position.turn = (position.turn + 1) % len(position.sides)
        if position.turn == 0:
            position.round += 1
            if position.round == 2 and self.scenario in ("plans", "pacts"):
                position.agenda = [f"open {side}" for side in self.sides]
            if self.scenario == "alone":
                position.agenda = ["raid"]

    # --- the rest ----------------------------------------------------------------------------

    def scores(self, position: Position) -> dict[str, int]:
        return {side: position.ground[side] + position.strength[side] for side in self.sides}

    def result(self, position: Position) -> Result | None:
        if self.need(position) is not None:
            return None
        points = {
            side: position.ground[side] + position.strength[side] for side in position.strength
        }
        best = [side for side in points if points[side] == max(points.values())]
        return Result(best[0] if len(best) == 1 else None, "the most ground and strength", "4.0")

    def read_order(self, raw: dict[str, Any]) -> Any:
        return FORMS.read(raw)

    def write_order(self, order: Any) -> dict[str, Any]:
        return FORMS.write(order)

    def parse(self, position: Position, side: str, line: str) -> Any:
        do, *rest = line.split()
        number = "to" if do == "plan" else "n"
        fields: dict[str, Any] = {number: int(rest[0])} if rest and rest[0].isdigit() else {}
        return FORMS.read({"do": do, **(fields or ({"on": rest[0]} if rest else {}))})

    def text(self, order: Any) -> str:
        return " ".join(str(value) for value in FORMS.write(order).values())

    def parse_standing(self, position: Position, side: str, line: str) -> Mapping[str, Any]:
        _, name, value = line.split()
        return {name: int(value) if value.isdigit() else value == "yes"}

    def standing_text(self, standing: Mapping[str, Any]) -> list[str]:
        return [f"standing {name} {value}" for name, value in standing.items()]

    def check_standing(self, side: str, standing: Mapping[str, Any]) -> None:
        forms = {"fire": bool, "shots": int, "retreat": int, "advance": bool}
        for name, value in standing.items():
            if type(value) is not forms.get(name):
                raise FormError(f"no standing order: {name} {value}")

    def standing_answer(self, position: Position, question: Question,
                        standing: Mapping[str, Any]) -> Any | None:  # fmt: skip
        said = standing.get(question.name)
        if said is None:
            return None
        if question.name == "retreat":
            return Retreat(said)
        said = said and (question.name != "fire" or standing.get("shots") != 0)
        return Pass() if not said else Fire() if question.name == "fire" else Advance()

    def standing_left(self, standing: Mapping[str, Any], order: Any) -> Mapping[str, Any]:
        return count_down(standing, ["shots"], 1) if isinstance(order, Fire) else standing

    def fact(self, position: Position, name: str, args: Sequence[str]) -> int:
        if name == "round":
            return position.round
        return position.strength[args[0]]

    def view(self, position: Position, side: str | None) -> Position:
        return position

    def report(self, outcome: Outcome) -> str:
        return str(outcome)

    def describe(self, position: Position) -> list[str]:
        return [f"round {position.round}"]

    def picture(self, position: Position) -> HexPicture:
        return HexPicture("strip", (), (), {}, "even")

    def arrange(self, given: Mapping[str, Any], cups: Cups) -> Position:
        return msgspec.convert(given, Position)

    def facts_of(self, position: Position) -> Mapping[str, Any]:
        return msgspec.structs.asdict(position)

    def sensible(self, position: Position, seed: int) -> list[Any]:
        return [list(self.legal(position))[-1]]

    def merit(self, position: Position, side: str) -> int:
        return sum(n if name == side else -n for name, n in position.strength.items())

    def sensible_standing(self, side: str) -> Mapping[str, Any]:
        return {"fire": True, "retreat": 1, "advance": side == "red"}

    def usual_words(self, side: str) -> Mapping[str, str]:
        return dict.fromkeys(self.sensible_standing(side), "the usual")

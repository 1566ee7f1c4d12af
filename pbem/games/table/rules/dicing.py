"""Dice and counters: what is rolled, and what comes out of cups."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.table.rules import orders as o
from pbem.games.table.rules import outcomes
from pbem.games.table.rules.position import Dicing, Position, Pulling
from pbem.games.table.rules.setting import Dice as Kind
from pbem.games.table.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.cups import Cups
from pbem.kit.dice import Dice, die


def words(setting: Setting, dice: str, many: int, plus: int) -> str:
    """Return dice as their players read them: ``2d6+1``, ``battle (2d6)``, ``2 siege``.

    ``many``: how often these dice are rolled; ``plus``: what is added to all of them.
    """
    kind = setting.dice(dice)
    if kind is None:
        return dice
    if kind.says:
        return dice if many == 1 else f"{many} {dice}"
    whole = f"{kind.many * many}d{kind.faces}{signed(kind.plus * many + plus)}"
    return f"{dice} ({whole})" if dice in setting.data.dice else whole


def signed(plus: int) -> str:
    """Return what is added to dice, with its sign; nothing for 0."""
    return f"{plus:+}" if plus else ""


def ask(setting: Setting, position: Position, order: o.Roll) -> Iterator[Outcome]:
    """[2.1] Roll dice, for what the label says."""
    yield outcomes.RollAsked(
        paragraph="2.1",
        side=position.turn,
        label=order.label,
        dice=order.dice,
        many=order.many or 1,
        plus=order.plus,
        words=words(setting, order.dice, order.many or 1, order.plus),
    )


def throw(setting: Setting, position: Position, due: Dicing, dice: Dice) -> Iterator[Outcome]:
    """[2.1, 2.2] Roll, and read the faces."""
    kind = setting.dice(due.dice) or Kind(1, 6)
    many = kind.many * due.many
    got = tuple(die(dice, kind.faces, due.label, "2.1") for _ in range(many))
    says = tuple(kind.says[one - 1] for one in got) if kind.says else ()
    total = sum(got) + kind.plus * due.many + due.plus
    yield outcomes.DiceThrown(
        paragraph="2.2" if says else "2.1",
        side=due.side,
        label=due.label,
        dice=due.dice,
        got=got,
        total=total,
        says=says,
        words=shown(setting, position, due, (got, total, says)),
    )


def shown(
    setting: Setting,
    position: Position,
    due: Dicing,
    fell: tuple[tuple[int, ...], int, tuple[str, ...]],
) -> str:
    """Return a roll in words: ``Attack on Kessel: 4 and 5, total 9``.

    ``fell``: the numbers, their total, and what the faces say, if they say anything.
    """
    got, total, says = fell
    before = sum(len(one.got) for one in position.thrown[len(position.thrown) - position.run :])
    which = f" (die {before + 1}{f' to {before + len(got)}' * (len(got) > 1)})" if before else ""
    if says:
        return f"{due.label}: {', '.join(says)}{which}"
    fell_ = ", ".join(map(str, got))
    alone = len(got) == 1 and total == got[0]
    of = words(setting, due.dice, due.many, due.plus)
    return f"{due.label}: {of} gives {fell_}{'' if alone else f', total {total}'}{which}"


def pull(due: Pulling, dice: Dice, cups: Cups) -> Iterator[Outcome]:
    """[2.3] Turn up one of the counters in a cup."""
    counter = cups.turn_up(f"?{due.cup}", dice, f"a counter from {due.cup}", "2.3")
    yield outcomes.CounterPulled(paragraph="2.3", side=due.side, cup=due.cup, counter=counter)

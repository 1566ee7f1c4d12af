"""A table as a screen shows it: no map, a box for each thing that lies there."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.table.rules.dicing import words
from pbem.games.table.rules.hidden import hand
from pbem.games.table.rules.position import Position, Thrown
from pbem.games.table.rules.questions import left_in
from pbem.games.table.rules.setting import Setting
from pbem.games.table.words.report import ROLLS_SHOWN, lying
from pbem.kit.picture import AreaPicture, Box, Side
from pbem.kit.wording import counted

TAG = 3
"""Letters of a side's name that stand for it."""


def picture(setting: Setting, position: Position) -> AreaPicture:
    """Return the boxes of a table."""
    return AreaPicture(
        title=setting.data.title,
        areas=(),
        counters=(),
        sides={side: Side(setting.side_names[side], side[:TAG]) for side in setting.sides},
        kinds={},
        boxes=tuple(_boxes(setting, position)),
    )


def _boxes(setting: Setting, position: Position) -> Iterator[Box]:
    names = setting.side_names
    waits = [f"{names[side]} waits" for side in reversed(position.back)]
    yield Box("Turn", (names[position.turn], *waits))
    if position.thrown:
        rolls = reversed(position.thrown[-ROLLS_SHOWN:])
        yield Box("Last rolls", tuple(_roll(setting, one) for one in rolls))
    if position.values:
        yield Box("Values", tuple(f"{name} {now}" for name, now in position.values.items()))
    if setting.data.decks:
        held = {side: len(hand(position, side)) for side in setting.sides}
        hands = (f"{names[side]} {counted(held[side], 'card')}" for side in setting.sides)
        yield Box("Hands", tuple(hands))
    for deck, pile in position.piles.items():
        yield Box(f"Deck {deck}", (f"{pile.left} left", *lying(setting, position, deck)))
    for cup, out in position.out.items():
        yield Box(f"Cup {cup}", (f"{left_in(setting, position, cup)} left", *out))


def _roll(setting: Setting, one: Thrown) -> str:
    fell = ", ".join(one.says or map(str, one.got))
    total = "" if one.says or len(one.got) == 1 else f", total {one.total}"
    return f"{one.label}: {words(setting, one.dice, 1, 0)} gives {fell}{total}"

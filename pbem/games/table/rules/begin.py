"""How a table begins."""

from __future__ import annotations

from pbem.games.table.rules.position import Making, Part, Pile, Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.cups import Cups


def set_up(setting: Setting, cups: Cups) -> Position:
    """[3.1] Return the table before anything was done: decks are shuffled first."""
    data = setting.data
    for cup, counters in data.cups.items():
        cups.fill(cup, list(counters))
    return Position(
        turn=setting.sides[0],
        piles={
            name: Pile([Part(1, deck.begins)], [], [], [], list(deck.later))
            for name, deck in data.decks.items()
        },
        held={side: [] for side in setting.sides},
        fresh={side: [] for side in setting.sides},
        values=dict(data.values),
        out={cup: [] for cup in data.cups},
        pieces=dict(setting.maps.setup),
        making=[Making(name, 1, tuple(range(deck.begins))) for name, deck in data.decks.items()],
    )

"""How a table begins."""

from __future__ import annotations

from pbem.games.table.data.forms import DeckData
from pbem.games.table.rules.position import Making, Part, Pile, Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.cups import Cups


def set_up(setting: Setting, cups: Cups) -> Position:
    """[3.1] Return the table before anything was done: decks are shuffled first, unless late."""
    data = setting.data
    for cup, counters in data.cups.items():
        cups.fill(cup, list(counters))
    return Position(
        turn=setting.sides[0],
        piles={name: _pile(deck) for name, deck in data.decks.items()},
        held={side: [] for side in setting.sides},
        fresh={side: [] for side in setting.sides},
        values=dict(data.values),
        out={cup: [] for cup in data.cups},
        pieces=dict(setting.maps.setup),
        recipes=dict(data.recipes),
        making=[
            Making(name, 1, tuple(range(deck.begins)))
            for name, deck in sorted(data.decks.items())  # no digest covers their order
            if not data.shuffle
        ],
        unmade=sorted(data.decks) if data.shuffle else [],
    )


def _pile(deck: DeckData) -> Pile:
    """Return a deck before the first draw, with what lies open of it."""
    first, last = len(deck.cards), len(deck.every)
    removed = last - len(deck.removed)
    discards = list(range(first, removed))
    return Pile(
        [Part(1, deck.begins)], discards, list(range(removed, last)), [], list(deck.names_later)
    )

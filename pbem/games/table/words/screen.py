"""The screen of a table: whose turn it is, and how its numbers stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.games.table.rules.position import Position
from pbem.games.table.rules.questions import left_in
from pbem.games.table.rules.setting import Setting
from pbem.games.table.words.recipes import needs
from pbem.games.table.words.report import ROLLS_SHOWN, lying
from pbem.games.table.words.sheets import faces_of, kinds, marks_of, sheets
from pbem.games.table.words.sheets import lying as lying_on
from pbem.kit import plain
from pbem.kit.defaults.screen import FromTheRest
from pbem.kit.screen import (
    MOST_PARTS,
    AtHand,
    CardText,
    Die,
    Fell,
    Recipe,
    ScorePart,
    Supply,
    Track,
)

LABELS_MOST = 4
"""So many labels of rolls are offered again."""


def _die(table: Setting, name: str) -> Die:
    dice = table.dice(name)
    assert dice is not None  # noqa: S101 - the file has it
    title = plain.capital(name.replace("-", " "))
    return Die(title, dice.many, dice.faces, dice.says, f"roll {name} for ")


def _supplies(table: Setting, now: Position, side: str) -> Iterator[Supply]:
    """Yield what a side can draw from first, then what is there for others."""
    for deck, pile in now.piles.items():
        data = table.data.decks[deck]
        may = pile.left and (data.open or data.for_ in (None, side))
        name = f"Deck {table.side_names.get(deck, deck)}"
        write = f"draw 1 from {deck}" if may else ""
        yield Supply(name, pile.left, write, tuple(lying(table, now, deck)))
    for cup, out in now.out.items():
        left = left_in(table, now, cup)
        lies = (f"out: {', '.join(out)}",) if out else ()
        yield Supply(f"Cup {cup}", left, f"pull from {cup}" if left else "", lies)


def _track(table: Setting, now: Position, name: str) -> Track:
    track, at = table.data.tracks[name], now.values[name]
    named = track.names[at - track.first] if track.first <= at <= track.last and track.names else ""
    steps = [at - 1, at + 1]
    back, on = (f"value {name} {to}" if track.first <= to <= track.last else "" for to in steps)
    return Track(track.title, named or f"{at} of {track.last}", back, on)


class TableScreen(FromTheRest):
    """The screen of one table."""

    def score(self, setting: Any, position: Any) -> tuple[ScorePart, ...]:
        """Return the first values; else what is left in the decks, or how often dice fell."""
        table: Setting = setting
        now: Position = position
        parts = [ScorePart(name, str(value)) for name, value in now.values.items()]
        parts += [ScorePart(f"{deck} left", str(now.piles[deck].left)) for deck in table.data.decks]
        return tuple(parts[:MOST_PARTS]) or (ScorePart("acts", str(now.acts)),)

    def at_hand(self, setting: Any, position: Any, side: str) -> AtHand | None:
        """Return dice, decks, cups, maps and pieces of a table, with the latest rolls.

        Never None.
        """
        table: Setting = setting
        now: Position = position
        named = [*table.data.dice, *table.data.faces] or ["1d6", "2d6"]
        fell = [
            Fell(table.side_names[one.side], one.label, one.got, one.total, one.says)
            for one in reversed(now.thrown[-ROLLS_SHOWN:])
        ]
        labels = dict.fromkeys(one.label for one in reversed(now.thrown))
        return AtHand(
            tuple(_die(table, name) for name in named),
            tuple(_supplies(table, now, side)),
            tuple(fell),
            tuple(labels)[:LABELS_MOST],
            tuple(sheets(table, now)),
            tuple(lying_on(table, now)),
            tuple(kinds(table)),
            tuple(Recipe(name, *needs(steps), steps) for name, steps in now.recipes.items()),
            marks_of(table),
            faces_of(table),
            tuple(table.data.charts.items()),
            tuple(_track(table, now, name) for name in table.data.tracks),
            tuple(table.side_names[side] for side in table.sides),
        )

    def card_text(self, _setting: Any, card: str) -> CardText:
        """Return the title: what a card does stands on the owner's own."""
        return CardText(card)

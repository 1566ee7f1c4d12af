"""The charts of a table: its dice, decks and cups, as the table file has them."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.table.rules.position import Position
from pbem.games.table.rules.setting import Setting
from pbem.kit.charts import Chart, rows

FILE = "project: from the table file"
STEP = "turn"


def charts(setting: Setting) -> tuple[Chart, ...]:
    """Return every chart."""
    return tuple(_charts(setting))


def _charts(setting: Setting) -> Iterator[Chart]:
    data = setting.data
    dice = [(name, said, "") for name, said in data.dice.items()]
    dice += [(name, f"1d{len(says)}", ", ".join(says)) for name, says in data.faces.items()]
    if dice:
        found = rows(FILE, dice)
        yield Chart("combat", "Dice", "", ("name", "dice", "what the faces say"), found)
    steps = rows("project: how a table goes on", [(STEP, "anything; then another side")])
    yield Chart("sequence", "Turns", "", ("step", "what is done"), steps)
    if data.decks:
        found = rows(FILE, _cards(setting))
        yield Chart("cards", "Decks", "", ("card", "deck", "drawn by", "begins"), found)
    if data.cups:
        found = rows(FILE, [(cup, ", ".join(holds)) for cup, holds in data.cups.items()])
        yield Chart("events", "Cups", "", ("cup", "counters"), found)
    how = rows("project: how a table goes on", [("all sides agree to a result",)])
    yield Chart("victory", "The end", "", ("how",), how)


def _cards(setting: Setting) -> Iterator[tuple[str, str, str, str]]:
    for deck, data in setting.data.decks.items():
        who = "everybody" if data.for_ is None else setting.side_names[data.for_]
        for number, title in enumerate(setting.cards[deck]):
            waits = [name for name in data.later if number in setting.later(deck, name)]
            yield title, deck, who, waits[0] if waits else "in the deck"


def stage(_: Setting, __: Position) -> str:
    """Return the one step of a table."""
    return STEP


def coming(_: Setting, __: Position) -> str:
    """Return the same step: a turn follows a turn."""
    return STEP

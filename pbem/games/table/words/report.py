"""A table in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.games.table.rules import pieces
from pbem.games.table.rules.dicing import words
from pbem.games.table.rules.hidden import hand
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.questions import heaps_of, left_in, said
from pbem.games.table.rules.setting import Setting
from pbem.kit import plain
from pbem.kit.contract import Outcome, Tells
from pbem.kit.defaults.report import FieldsReported
from pbem.kit.sentences import as_it_is, filled
from pbem.kit.wording import counted, listed, with_stop

ROLLS_SHOWN = 5
SIDES = ("side", "to", "winner")
"""The fields of outcomes that name sides."""

HEAPS = {"discards": "discards", "removed": "out of the game", "table": "on the table"}


class TableReport(FieldsReported):
    """The words of one table: outcomes say their own sentences, and decks are not sides."""

    def report(self, setting: Any, outcome: Outcome) -> str:
        """Return an outcome in one sentence."""
        names: Mapping[str, str] = setting.side_names

        def in_words(field: str, value: Any) -> str:
            return names[value] if field in SIDES and value in names else as_it_is(field, value)

        tells = outcome.tells or Tells()
        return with_stop(plain.capital(filled(tells.sentence, outcome, in_words)))

    def describe(self, setting: Any, position: Position) -> list[str]:
        """Return what lies on the table, a line for each thing."""
        return list(_lines(setting, position))


def _lines(setting: Setting, position: Position) -> Iterator[str]:
    names = setting.side_names
    if position.ended is not None:
        yield f"The game is over: {said(setting, position.ended.winner, position.scores)}."
    else:
        waits = [names[side] for side in reversed(position.back)]
        yield f"Turn: {names[position.turn]}{f'; {listed(waits)} waits' if waits else ''}."
    yield from (f"{name}: {now}." for name, now in position.values.items())
    yield from _pieces(setting, position)
    for side in setting.sides if setting.data.decks else ():
        yield f"{names[side]} holds {counted(len(hand(position, side)), 'card')}."
    for deck, pile in position.piles.items():
        parts = [f"{pile.left} left", *lying(setting, position, deck)]
        yield f"Deck {deck}: {'; '.join(parts)}."
    for cup, out in position.out.items():
        yield f"Cup {cup}: {left_in(setting, position, cup)} left{_out(out)}."
    for roll in position.thrown[-ROLLS_SHOWN:]:
        fell = ", ".join(roll.says or map(str, roll.got))
        total = "" if roll.says else f", total {roll.total}"
        yield f"Rolled for {roll.label}: {words(setting, roll.dice, 1, 0)}: {fell}{total}."


def lying(setting: Setting, position: Position, deck: str) -> Iterator[str]:
    """Yield what lies open of a deck, heap by heap, and what waits to be added."""
    for heap, cards in heaps_of(position, deck).items():
        if cards:
            yield f"{HEAPS[heap]}: {', '.join(setting.cards[deck][card] for card in cards)}"
    for name in position.piles[deck].waiting:
        yield f"{len(setting.later(deck, name))} wait as {name}"


def _pieces(setting: Setting, position: Position) -> Iterator[str]:
    """Yield the places with pieces."""
    for at, names in sorted(pieces.stacks(position).items()):
        here = [called(setting, position, name) for name in names]
        yield f"{plain.capital(pieces.where(at))}: {', '.join(here)}."


def called(setting: Setting, position: Position, name: str) -> str:
    """Return a piece in words; the player who laid it face down reads what it is.

    A log's position knows that for nobody.
    """
    card = position.pieces[name].card
    known = {(deck, place): number for deck, place, number in position.known}
    if card is None or card not in known:
        return pieces.called(setting.maps, position, name)
    title = setting.cards[card[0].partition("#")[0]][known[card]]
    return f"{pieces.face(setting.maps, position.pieces[name])}: {title} ({name})"


def _out(counters: list[str]) -> str:
    return f"; out: {', '.join(counters)}" if counters else ""

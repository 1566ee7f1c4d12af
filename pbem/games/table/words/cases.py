"""Positions of a table in the words of numbered cases (docs/cases.md), both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbem.errors import FormError
from pbem.games.table.rules.begin import set_up
from pbem.games.table.rules.hidden import hand
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.questions import heaps_of
from pbem.games.table.rules.setting import Setting
from pbem.kit.cups import Cups
from pbem.kit.typed.given import read_given
from pbem.kit.typed.suggest import did_you_mean

ALSO_NAMED: Mapping[str, tuple[str, ...]] = {}
PHASES = ("turn", "reaction", "result")


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """The content of a case; decks are shuffled then, in the order of the table file."""

    scenario: str | None = None
    options: dict[str, Any] = {}
    turn: str | None = None
    """The side that has the turn; default: the first."""
    values: dict[str, int] = {}
    """Numbers that differ from those of the table file."""
    pieces: dict[str, str] = {}
    """Piece -> where it stands, as `road/Vell`."""
    out: dict[str, list[str]] = {}
    """Cup -> counters that are out of it."""


def arrange(setting: Setting, given: Mapping[str, Any], cups: Cups) -> Position:
    """Build the position that a case gives; raise `FormError`."""
    read = read_given(given, Given)
    cups.members.clear()
    position = set_up(setting, cups)
    if read.turn is not None:
        _known("turn", read.turn, setting.sides)
        position.turn = read.turn
    for name, value in read.values.items():
        _known("values", name, setting.data.values)
        position.values[name] = value
    for piece, at in read.pieces.items():
        _known("pieces", piece, position.pieces)
        position.pieces[piece] = replace(position.pieces[piece], at=at)
    for cup, counters in read.out.items():
        _known("out", cup, setting.data.cups)
        for counter in counters:
            _known("out", counter, cups.members[cup])
            cups.members[cup].remove(counter)
            position.out[cup].append(counter)
    return position


def _known(word: str, said: str, names: Any) -> None:
    if said not in names:
        hint = did_you_mean(said, names) or f" (use {', '.join(names)})"
        raise FormError(f"given: {word}: there is no {said!r}{hint}")


def facts_of(setting: Setting, position: Position) -> dict[str, Any]:
    """Return the position in the words of a case."""
    heaps = {deck: heaps_of(position, deck) for deck in position.piles}
    return {
        "turn": position.turn,
        "back": list(position.back),
        "values": dict(position.values),
        "out": {cup: list(out) for cup, out in position.out.items()},
        **(
            {"pieces": {name: one.at for name, one in position.pieces.items()}}
            if position.pieces
            else {}
        ),
        "thrown": [roll.total for roll in position.thrown],
        "hand": {side: len(hand(position, side)) for side in position.held},
        "left": {deck: pile.left for deck, pile in position.piles.items()},
        **{
            heap: {
                deck: [setting.cards[deck][card] for card in of[heap]] for deck, of in heaps.items()
            }
            for heap in ("discards", "removed", "table")
        },
    }

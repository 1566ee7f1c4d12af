"""The facts of a table that conditions may ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.table.rules.hidden import hand
from pbem.games.table.rules.position import Position
from pbem.games.table.rules.questions import left_in
from pbem.games.table.rules.setting import DIE_MOST, Setting
from pbem.kit import plain
from pbem.kit.contract import Fact, Names

AT_FORM = r"[A-Za-z0-9._-]{1,40}(?:/[!-~]{1,80}|@-?[0-9]{1,6},-?[0-9]{1,6})"
"""A place or a pixel of a map."""


def written(at: str) -> str:
    """Return a place as conditions write it; nothing if it is not in ASCII."""
    return at.replace(" ", "_") if at.isascii() else ""


FACTS: Mapping[str, Fact] = {
    "thrown": Fact((), "the total of the last roll", "number"),
    "die": Fact(("N",), "die N of the last rolls, counted over rolls in a row", "number"),
    "value": Fact(("VALUE",), "a number that everybody keeps", "number"),
    "left": Fact(("DECK",), "how many cards a deck has left", "number"),
    "hand": Fact(("SIDE",), "how many cards a side holds", "number"),
    "at": Fact(("PIECE",), "where a piece stands, blanks as _", "text", ("", "box"), AT_FORM),
    "pieces": Fact(("PLACE",), "how many pieces stand at a place", "number"),
    "inside": Fact(("CUP",), "how many counters a cup has left", "number"),
}


def names(setting: Setting) -> Mapping[str, Names]:
    """Return what each fact can be asked about."""
    return {
        "N": Names([str(n + 1) for n in range(DIE_MOST)]),
        "VALUE": Names([*setting.data.values]),
        "DECK": Names([*setting.data.decks]),
        "SIDE": Names([*setting.sides]),
        "CUP": Names([*setting.data.cups]),
        "PIECE": Names([*setting.maps.setup]),
        "PLACE": Names([word for word in map(written, setting.maps.every()) if word]),
    }


def fact(  # noqa: PLR0911 - one line a fact
    setting: Setting, position: Position, name: str, args: Sequence[str]
) -> int | str:
    """Answer a fact."""
    match name, *args:
        case "thrown", *_:
            return position.thrown[-1].total if position.thrown else 0
        case "die", number:
            first = len(position.thrown) - position.run
            got = [one for roll in position.thrown[first:] for one in roll.got]
            at = plain.number(number) or 0
            return got[at - 1] if 0 < at <= len(got) else 0
        case "value", value:
            return position.values[value]
        case "left", deck:
            return position.piles[deck].left
        case "hand", side:
            return len(hand(position, side))
        case "at", piece:
            return written(position.pieces[piece].at)
        case "pieces", place:
            return sum(written(one.at) == place for one in position.pieces.values())
        case "inside", cup:
            return left_in(setting, position, cup)
    return 0

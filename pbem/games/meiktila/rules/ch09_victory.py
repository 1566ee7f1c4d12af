"""[9.0] Control of places, victory points, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.games.meiktila.rules.outcomes import ControlChanged, GameEnded, Scored
from pbem.games.meiktila.rules.position import Position
from pbem.games.meiktila.rules.setting import Setting
from pbem.kit.contract import Outcome
from pbem.kit.wording import counted

AIRFIELD = 2
"""Victory points for an airfield at the end (9.1)."""
CITY = 5
"""Victory points for Meiktila at the end (9.1)."""
NO_SUPPLY = 1
"""Victory points of the Japanese for each turn that ends at supply level 0 (9.1)."""
MAJOR = 5
"""The margin from which on the Allied victory is a major one (9.2)."""


def visited(
    setting: Setting, position: Position, side: str, path: Iterable[str]
) -> Iterator[Outcome]:
    """[9.1] Report what a ground unit captures in these hexes, also in passing (A53, A99)."""
    for here in path:
        if here in setting.tables.objectives and position.control[here] != side:
            yield ControlChanged(paragraph="9.1", hex=here, by=side)


def score_turn(position: Position) -> Iterator[Outcome]:
    """[9.1] Score a turn that ends without Allied supply (A55)."""
    if position.level == 0:
        why = "the Allied Supply Level is 0"
        yield Scored(paragraph="9.1", side="jp", points=NO_SUPPLY, why=why)


def scores(position: Position) -> dict[str, int]:
    """[9.2] Return the level of victory of each side at the end, 0 for who has lost.

    The Japanese have one level; of the Allies 1 is a minor victory, 2 a major one.
    """
    margin = position.vp["al"] - position.vp["jp"]
    return {"al": (margin > 0) + (margin >= MAJOR), "jp": int(margin <= 0)}


def end(setting: Setting, position: Position) -> Iterator[Outcome]:
    """[9.1, 9.2] Score what is held at the end, and say who has won."""
    for here in setting.tables.objectives:
        points = CITY if here == setting.tables.city else AIRFIELD
        why = f"holds {setting.tables.places[here]}"
        yield Scored(paragraph="9.1", side=position.control[here], points=points, why=why)
    margin = position.vp["al"] - position.vp["jp"]
    lead = f"{position.vp['al']} Allied against {counted(position.vp['jp'], 'Japanese point')}"
    if margin <= 0:
        yield GameEnded(paragraph="9.2", winner="jp", why=f"a Japanese victory: {lead}")
    else:
        how = "major" if margin >= MAJOR else "minor"
        yield GameEnded(paragraph="9.2", winner="al", why=f"a {how} Allied victory: {lead}")

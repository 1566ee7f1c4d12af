"""The first author after a ruling, before the next dice (protocol section 5).

A ruling is never a trigger: if the game went on from it alone, the dice that follow would come from
a trigger whose stream is known. Other things that wait after a ruling need no word here: dice that
are owed, a newcomer who joins, and the player who is asked after a deck or a box that is whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pbem.kit.sides import side_name
from pbem.kit.wording import with_stop
from pbem.table.handlers import groups
from pbem.table.tabletop import Tabletop

PASSING = ("orders", "offer", "resign")
"""The kinds of event that are written for a side whose player is out."""

GOING_ON = ("answer", "resign")
"""The kinds of event if nothing is asked: yes, or instead of that a resignation."""


class First(NamedTuple):
    """``handle`` writes first, one of ``kinds``; ``why`` is the sentence shown to people.

    ``unasked``: it is a yes in which no choice is, so a program writes it by itself. ``owes``: what
    they are to do, after "to".
    """

    handle: str
    kinds: tuple[str, ...]
    why: str
    unasked: bool
    owes: str


class _Left(NamedTuple):
    """A state that a ruling can leave: whether it is ``so``, ``who`` writes first, and ``what``.

    ``who`` may be nobody: then it is the first player in the game with a seat.
    """

    so: Callable[[Tabletop], bool]
    who: Callable[[Tabletop], str | None]
    kinds: tuple[str, ...]
    what: Callable[[Tabletop], str]
    unasked: bool = False


def first(table: Tabletop) -> First | None:
    """Return who writes first where a ruling has left the game so that nobody else may write."""
    left = next((left for left in _LEFT if left.so(table)), None)
    if left is None:
        return None
    handle = left.who(table) or table.seated()[0]
    kinds = tuple(kind for kind in left.kinds if kind != "offer" or not table.offered)
    owes = left.what(table)
    return First(handle, kinds, f"Waiting for {handle} to {owes}", left.unasked, owes)


def perhaps(table: Tabletop) -> list[str]:
    """Return who may write first by an answer where only the rules know whether it is so.

    Below level 3, after supplies that were opened as an ally had left: several, if some of them are
    perhaps out.
    """
    trigger = table.last_trigger
    if table.opened_last is None or trigger is None or not trigger.ruled:
        return []
    opener = _opener(table)
    return groups.up_to_sure(table, table.seated() if opener is None else [opener])


def _opener(table: Tabletop) -> str | None:
    """Return who opened supplies last as an ally left, if that player is in the game still."""
    player = None if table.opened_last is None else table.roster.find(table.opened_last)
    return player.handle if player is not None and player.out is None else None


def _nobody_to_join(table: Tabletop) -> bool:
    return not table.started and table.roster.joining() is None


def _needs_a_trigger(table: Tabletop) -> bool:
    return table.play is not None and table.play.due is not None and table.dicing is None


def _side_without_player(table: Tabletop) -> bool:
    if table.play is None or table.play.asked is None:
        return False
    return table.seats[table.play.asked.side] in table.play.gone


def _passes(table: Tabletop) -> str:
    assert table.play is not None and table.play.asked is not None  # noqa: S101, PT018 - just asked
    return with_stop(f"pass for {side_name(table.play.game, table.play.asked.side)}")


_LEFT = (
    _Left(
        _nobody_to_join,
        lambda _: None,
        GOING_ON,
        lambda _: "start the game: nobody has to join any more.",
    ),
    _Left(
        _needs_a_trigger,
        _opener,
        GOING_ON,
        lambda _: "say yes, so that the next dice can be rolled. No ruling can stop these dice.",
        unasked=True,
    ),
    _Left(_side_without_player, lambda _: None, PASSING, _passes),
)

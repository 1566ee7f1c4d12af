"""What somebody may mean who points at a unit or a place: legal orders, with what each does there.

Behind the orders that he has written already: these are rehearsed first, up to the first die or
question.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.desk.look.legal import LOOKED_AT, ODDS_MOST
from pbem.desk.look.naming import naming
from pbem.desk.look.odds import short_odds_of
from pbem.desk.seat.drafts import draft, what_next
from pbem.desk.seat.told import Told, tell_all
from pbem.errors import IllegalOrder, NotYourPen
from pbem.kit.contract import Arrow
from pbem.play.play import Play

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.kit.contract import Question
    from pbem.kit.picture import Picture

CHOICES_MOST = 400
"""So many orders are told of one unit or place; a player who wants another can write it."""


class Choice(msgspec.Struct, frozen=True):
    """A legal order: its ``line``, and what it is on the map as `pbem.kit.contract.Arrow` says.

    ``odds``: in a few words, where it is one of a few and something is rolled for.
    """

    line: str
    units: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    cost: int | None = None
    odds: str = ""


class Choices(msgspec.Struct, frozen=True):
    """What is legal behind the lines written so far, of what was pointed at.

    ``prompt``: what is asked then; ``open``: whether it is oneself who is asked, without dice in
    between: else there is nothing to choose. ``more``: not all are told. ``outcomes``: what the
    lines written so far do; ``picture``: the map behind them, None where nothing is written.
    """

    prompt: str
    open: bool
    choices: list[Choice]
    more: bool = False
    outcomes: list[Told] = []
    picture: Picture | None = None


def choices(sitting: Sitting, written: str, about: str = "") -> Choices:
    """Return the legal orders that name ``about``, behind those ``written``; all without a name.

    Raises NotYourPen where no orders of one's own are asked for, OrderMistake where what is written
    cannot be given.
    """
    play, told = _behind(sitting, written)
    picture = play.game.picture(play.game.view(play.position, sitting.side)) if written else None
    asked = play.asked
    if play.result is not None or play.due is not None or asked is None or play.settling:
        return Choices(what_next(play), False, [], False, told, picture)
    if play.seats[asked.side] != sitting.me or _waits(play, sitting.me):
        return Choices(what_next(play), False, [], False, told, picture)
    play.position = play.seen_by(asked.side)
    orders = list(islice(_legal(play, about.casefold().split()), CHOICES_MOST + 1))
    more = len(orders) > CHOICES_MOST
    few = len(orders) <= ODDS_MOST
    found = [_choice(play, asked, *one, odds=few) for one in orders[:CHOICES_MOST]]
    return Choices(asked.prompt, True, found, more, told, picture)


def _behind(sitting: Sitting, written: str) -> tuple[Play, list[Told]]:
    """Return a copy of the game behind the orders written, and what these do."""
    play = sitting.table.play
    now = sitting.table.pen()
    if play is None or now.handle != sitting.me or not {"orders", "seal"} & set(now.kinds):
        raise NotYourPen(now.why)
    play = play.trial()
    if not written.strip():
        return play, []
    read = draft(sitting, written.encode())
    if read.standing is not None:
        play.standing[sitting.me] = read.standing
    play.order(sitting.me, read.orders)
    return play, tell_all(play, play.told)


def _waits(play: Play, me: str) -> bool:
    """Whether orders of one's own list are left, which wait for something."""
    return any(one.orders for one in play.lists if one.by == me)


def _legal(play: Play, words: list[str]) -> Iterator[tuple[Any, str]]:
    """Yield the legal orders that name these words, each once, with its line."""
    game, position = play.game, play.position
    named, seen = naming(play, words), set[str]()
    about = words[0] if words else ""
    tried = 0
    for legal, orders in ((True, game.legal(position)), (False, game.candidates(position, about))):
        for order in orders:
            if (tried := tried + 1) > LOOKED_AT:
                return
            text = game.text(order)
            if text in seen or not named(text) or not (legal or _is_legal(play, order)):
                continue
            seen.add(text)
            yield order, text


def _is_legal(play: Play, order: Any) -> bool:
    try:
        play.game.check(play.position, order)
    except IllegalOrder:
        return False
    return True


def _choice(play: Play, asked: Question, order: Any, text: str, *, odds: bool) -> Choice:
    arrow = play.game.arrow(play.position, order) or Arrow(())
    told = ""
    if odds and (arrow.against or not asked.phase):
        told = short_odds_of(play, asked.side, order) or ""
    return Choice(text, arrow.units, arrow.path, arrow.against, arrow.cost, told)

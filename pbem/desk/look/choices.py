"""What somebody may mean who points at a unit or a place: legal orders, with what each does there.

Behind the orders that he has written already: these are rehearsed first, up to the first die or
question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from pbem.desk.look.legal import LOOKED_AT, ODDS_MOST
from pbem.desk.look.naming import naming
from pbem.desk.look.odds import short_odds_of
from pbem.desk.seat.drafts import draft_in, what_next
from pbem.desk.seat.told import Told, tell_all
from pbem.errors import IllegalOrder, NotYourPen, PbemError, RulesFault
from pbem.kit.contract import Arrow
from pbem.play import guards
from pbem.play.outcomes import Settled
from pbem.play.play import STOP, Play

if TYPE_CHECKING:
    from pbem.desk.seat.sitting import Sitting
    from pbem.kit.contract import Game, Outcome, Question, RawOrder
    from pbem.kit.picture import Picture
    from pbem.kit.urns import Urns

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
    lines written so far do, ``written``: what each of them is on the map; ``picture``: the map
    behind them, None where nothing is written.
    """

    prompt: str
    open: bool
    choices: list[Choice]
    more: bool = False
    outcomes: list[Told] = []
    picture: Picture | None = None
    written: list[Choice] = []


def choices(sitting: Sitting, written: str, about: str = "") -> Choices:
    """Return the legal orders that name ``about``, behind those ``written``; all without a name.

    Raises NotYourPen where no orders of one's own are asked for, OrderMistake where what is written
    cannot be given.
    """
    play = sitting.table.play
    now = sitting.table.pen()
    if play is None or now.handle != sitting.me or not {"orders", "seal"} & set(now.kinds):
        raise NotYourPen(now.why)
    return choices_in(play.trial(), sitting.me, written, about, viewer=sitting.side)


def choices_in(
    play: Play, handle: str, written: str, about: str = "", *, viewer: str | None
) -> Choices:
    """Return the same of ``handle``, whose orders a play waits for, which is changed by this.

    ``viewer``: the side with whose eyes the map behind them is drawn.
    """
    asked = play.asked
    if asked is not None and asked.secret is not None and not asked.opens and written.strip():
        return Choices("It is one order: seal it, or take it out.", False, [])
    before = play.copy() if written.strip() else play
    told, lines = _write(play, handle, written)
    settled = _settled(play, handle) if written.strip() else []
    picture = play.game.picture(play.game.view(play.position, viewer)) if written else None
    asked = play.asked
    waits = any(one.orders for one in play.lists if one.by == handle)
    if play.result is not None or play.due is not None or asked is None or play.settling or waits:
        return Choices(what_next(play), False, [], False, told, picture, lines)
    if play.seats[asked.side] != handle:
        return Choices(what_next(play), False, [], False, told, picture, lines)
    play.position = play.seen_by(asked.side)
    orders = list(islice(_legal(play, about.casefold().split()), CHOICES_MOST + 1))
    more = len(orders) > CHOICES_MOST
    few = len(orders) <= ODDS_MOST
    found = [_choice(play, asked, *one, odds=few) for one in orders[:CHOICES_MOST]]
    if settled and found:
        ahead = _ahead(before, handle, written, settled, found[0].line)
        found = [replace(one, line="; ".join([*ahead, one.line])) for one in found]
    return Choices(asked.prompt, True, found, more, told, picture, lines)


def _settled(play: Play, handle: str) -> list[str]:
    """Return, as orders are written, what the table answered by itself where a list ended."""
    return [
        play.game.text(play.game.read_order(one.order))
        for one in play.told
        if isinstance(one, Settled) and one.how == "only" and play.seats[one.side] == handle
    ]


def _ahead(
    play: Play, handle: str, written: str, settled: Sequence[str], line: str
) -> Sequence[str]:
    """Return what has to stand in the list before an order, so that it is what it is asked for.

    Where a list ends, the table answers by itself what has one answer only; where it goes on, its
    next order answers that. As few of these answers as make the order legal there.
    """
    for count in range(len(settled) + 1):
        ahead = settled[len(settled) - count :]
        text = "\n".join([written, *ahead, line])
        try:
            draft_in(play, handle, text.encode())
        except PbemError:
            continue
        return ahead
    return ()


def _write(play: Play, handle: str, written: str) -> tuple[list[Told], list[Choice]]:
    """Have a play carry out the orders written; return what these do, and each on the map."""
    if not written.strip():
        return [], []
    read = draft_in(play, handle, written.encode())
    if read.standing is not None:
        play.standing[handle] = read.standing
    game = play.game
    watched = _Watched(game)
    play.game = watched.game
    play.order(handle, read.orders)
    play.game = game
    lines = [
        watched.on_map(play.position, line, guards.check_form(raw, game))
        for line, raw in zip(read.lines, read.orders, strict=True)
    ]
    return tell_all(play, play.told), lines


class _Watched:
    """A game that keeps what each order is on the map when it comes to its turn."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = copy(game)
        self._plain = game
        self._done: list[tuple[Any, Arrow]] = []
        self.game.adjudicate = self._adjudicate  # type: ignore[method-assign]

    def _adjudicate(self, position: Any, order: Any, urns: Urns) -> Iterator[Outcome]:
        self._done.append((order, self._arrow(position, order)))
        return self._plain.adjudicate(position, order, urns)

    def on_map(self, position: Any, line: str, raw: RawOrder) -> Choice:
        """Return what an order of the list is on the map, the first one first.

        One that has not come to its turn, behind a die or a question, is looked at as things lie.
        """
        if raw["do"] == STOP:
            return Choice(line)
        order = self._plain.read_order(raw)
        at = next((at for at, (done, _) in enumerate(self._done) if done == order), None)
        if at is None:
            return Choice(line, *self._arrow(position, order))
        del self._done[:at]
        return Choice(line, *self._done.pop(0)[1])

    def _arrow(self, position: Any, order: Any) -> Arrow:
        try:
            return self._plain.arrow(position, order) or Arrow(())
        except (IllegalOrder, RulesFault):  # as things lie, it may be none that is legal
            return Arrow(())


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

"""Which legal orders somebody may mean who points at units of their own, at an enemy or a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from pbem.client.session.mistakes import END
from pbem.client.views.legal import LOOKED_AT
from pbem.client.views.naming import Places, naming, words_in
from pbem.errors import PbemError
from pbem.kit.contract import Arrow
from pbem.kit.typed.words import NEXT
from pbem.play.outcomes import Settled
from pbem.play.refusals import is_legal

if TYPE_CHECKING:
    from pbem.client.views.counters import Enemy
    from pbem.kit.contract import Question
    from pbem.play.play import Play

ANSWERS_MOST = 12
"""So many answers that mean nothing on the map are offered whatever is pointed at."""
LEAVING = {"end", "pass"}
"""The words of orders by which nothing is done."""
PLAIN_MOST = 3
"""So many orders of one form, at most, are plain: more of them are a choice of something."""
ALONE_MOST = 6
"""So many are, where nothing else answers."""
BARE_AMONG = 500
"""Among so many orders of one form those are looked for to which the others only add something."""

READY_AMONG = 2_000
"""Among so many orders one is looked for that names a unit off the map."""

Orders = Iterator[tuple[Any, str]]
"""Legal orders, each with its line."""


def orders_of(
    play: Play, asked: Question, names: list[str], enemy: Enemy | None, most: int
) -> list[tuple[Any, str]]:
    """Return the orders that are meant by these names, ``most`` at most; all without a name.

    ``names``: units and places that were pointed at. If no order names a unit or place, but an
    ``enemy`` is meant: the attacks on them, else what leads to their place.
    """
    words = [name.casefold() for name in names]
    found = [] if enemy is not None else list(islice(_legal(play, words), most))
    if len(names) > 1 and not any(_moves_just(play, order, words) for order, _ in found):
        found = [*islice(_together(play, asked, names), most - len(found)), *found]
    if found or len(words) != 1:
        return found
    place = Places(play)[words[0]] if enemy is None else enemy.place
    if not place:
        return []
    found = list(islice(_against(play, place), most))
    if enemy is not None and not found:
        found = list(islice(_toward(play, place), most))
    return found


def plain_orders(play: Play) -> tuple[str, ...]:
    """Return the legal orders for which nobody has to point at anything, as ``end movement``.

    If a phase has many of one form, it returns those to which others only add something, as
    ``activate move-attack``. ``play`` asks for orders, and its position is what its side sees.
    """
    game, position, places, found = play.game, play.position, Places(play), list[str]()
    bunches = list(game.bunches(position))
    most = PLAIN_MOST if len(bunches) > 1 else ALONE_MOST
    for bunch in bunches:
        if len(bunch) > BARE_AMONG or game.arrow(position, bunch[0]) not in (None, Arrow(())):
            continue
        lines = [game.text(order) for order in bunch]
        if len(lines) <= most:
            found += lines
        elif play.asked is not None and play.asked.phase:
            found += _bare(lines)
    return tuple(
        line for line in dict.fromkeys(found) if not any(places[word] for word in words_in(line))
    )


def _bare(lines: Sequence[str]) -> list[str]:
    """Return the lines that others go on from, more than one each; none where they are many."""
    goes_on = Counter(
        line.rsplit(" ", cut)[0] for line in lines for cut in range(1, line.count(" ") + 1)
    )
    found = [line for line in lines if goes_on[line] > 1]
    return found if len(found) <= PLAIN_MOST else []


def both_ends(play: Play, asked: Question) -> str:
    """Return the ends of a phase and of the next as one line; empty where that cannot be written.

    It can where one's own next phase comes at once, and may be ended with nothing done in it.
    ``asked``: the question of the first phase.
    """
    game, twin = play.game, play.trial()
    try:
        first = game.parse(twin.position, asked.side, f"{END} {asked.name}")
        twin.order(play.seats[asked.side], [game.write_order(first)])
        then = twin.asked
        if then is None or not then.phase or play.seats[then.side] != play.seats[asked.side]:
            return ""
        if any(isinstance(one, Settled) for one in twin.reported):
            return ""  # a phase between them, which the list would have to end as well
        second = game.parse(twin.position, then.side, f"{END} {then.name}")
    except PbemError:
        return ""
    both = f"{game.text(first)}{NEXT} {game.text(second)}"
    return both if is_legal(twin, second) else ""


def calls_reserves(play: Play, side: str) -> bool:
    """Say whether a legal order names a unit of a side that is off the map."""
    game, position = play.game, play.position
    trays = game.picture(game.view(position, side)).trays
    off = {one.label.casefold() for tray in trays if tray.side == side for one in tray.holds}
    orders = islice(game.legal(position), READY_AMONG) if off else ()
    return any(off & words_in(game.text(order)) for order in orders)


def answers(play: Play) -> list[tuple[Any, str]]:
    """Return all legal answers where they are few and none means anything on the map.

    They are offered whatever is pointed at. Nothing where all that is left is to end or to pass.
    """
    few = list(islice(_legal(play, []), ANSWERS_MOST + 1))
    placed = any(play.game.arrow(play.position, order) not in {None, Arrow(())} for order, _ in few)
    if placed or len(few) > ANSWERS_MOST or all(text.split()[0] in LEAVING for _, text in few):
        return []
    return few


def each_alone(play: Play, names: list[str], most: int) -> list[tuple[Any, str]]:
    """Return the moves of each of several units of one place by itself, ``most`` of each."""
    places = Places(play)
    if len({places[name.casefold()] for name in names}) > 1:
        return []
    found: dict[str, Any] = {}
    for name in names:
        for order, text in islice(_legal(play, [name.casefold()]), most):
            arrow = play.game.arrow(play.position, order)
            if arrow is not None and arrow.path and len(arrow.units) == 1:
                found.setdefault(text, order)
    return [(order, text) for text, order in found.items()]


def _moves_just(play: Play, order: Any, words: list[str]) -> bool:
    """Whether an order moves these units and nobody beside, or is no move."""
    arrow = play.game.arrow(play.position, order)
    if arrow is None or not arrow.path:
        return True
    return {unit.casefold() for unit in arrow.units} == set(words)


def _legal(play: Play, words: list[str]) -> Orders:
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
            if text in seen or not named(text) or not (legal or is_legal(play, order)):
                continue
            seen.add(text)
            yield order, text


def _together(play: Play, asked: Question, names: list[str]) -> Orders:
    """Yield what is legal of several units at once that is legal of the first of them alone."""
    first = names[0].casefold()
    for _, text in _legal(play, [first]):
        said = text.split()
        at = next((at for at, word in enumerate(said) if word.casefold() == first), None)
        if at is None:
            continue
        line = " ".join([*said[: at + 1], *names[1:], *said[at + 1 :]])
        try:
            order = play.game.parse(play.position, asked.side, line)
        except PbemError:
            continue
        if is_legal(play, order):
            yield order, play.game.text(order)


def _against(play: Play, place: str) -> Orders:
    """Yield what is legal against a place, for anyone who points at a unit that stands there."""
    for order, text in _legal(play, [place.casefold()]):
        arrow = play.game.arrow(play.position, order)
        if arrow is not None and place in arrow.against:
            yield order, text


def _toward(play: Play, place: str) -> Orders:
    """Yield what leads to a place: where the rules have it so, who moves there attacks."""
    for order, text in _legal(play, [place.casefold()]):
        arrow = play.game.arrow(play.position, order)
        if arrow is not None and arrow.path[-1:] == (place,):
            yield order, text

"""Every log of a small party, and the promises that must hold in each.

The state alone decides what may be written, so logs that lead to one state are one. The search
visits states, each by one of its shortest logs. It ends where nothing new can be written, or at a
number of events. A broken promise comes back with that log, as a story.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations
from typing import Any

from model.stocks import Stocks
from model.writing import (
    NOW,
    ROLL,
    Ask,
    Event,
    Keeper,
    Opening,
    Over,
    Rules,
    State,
    Then,
    active,
    heir_of,
    may,
    opened,
    take,
)

PLAY = ("orders", "seal", "reveal", "offer", "dice")
REPLACEMENTS = 2


class Broken(Exception):
    """A promise does not hold: which one, in which log."""

    def __init__(self, promise: str, story: list[str]) -> None:
        super().__init__(promise + "\n" + "\n".join(story))
        self.promise = promise
        self.story = story


def search(
    opening: Opening,
    rules: Rules = NOW,
    *,
    after: Iterable[Event] = (),
    length: int = 99,
    secrets: bool = False,
    forks: bool = True,
    keys: bool = False,
    allies: tuple[str, ...] = (),
) -> tuple[int, int]:
    """Visit every state up to ``length`` events after some; return (states, events).

    ``keys``: new ones are offered too; ``allies``: who knows hidden stocks. Raises Broken.
    """
    begun = opened(opening, rules)
    if allies:
        begun = begun.but(stocks=Stocks((allies,)))
    first = reduce(take, after, begun)
    came: dict[State, tuple[State, Event] | None] = {first: None}
    layer, count = [first], 0
    for _ in range(length):
        following: list[State] = []
        for s in layer:
            tried = written(s, secrets=secrets, forks=forks, keys=keys)
            may_be = [e for e in tried if may(s, e)]
            for why in of_state(s, may_be):
                raise Broken(why, story(came, s))
            for e in with_needs(s, may_be, secrets=secrets):
                count += 1
                then = take(s, e)
                for why in of_event(s, e, then):
                    raise Broken(why, [*story(came, s), report(e), "-> " + report_active(then)])
                if then not in came:
                    came[then] = (s, e)
                    following.append(then)
        layer = following
        if not layer:
            break
    return len(came), count


# --- everything that can be written ---


def written(s: State, *, secrets: bool, forks: bool, keys: bool = False) -> Iterator[Event]:
    """Every event of everybody that differs for who may write, valid here or not.

    Left out is what does as another does: keys agreed to (as an offer refused), a ruling for a
    branch and one taken back (as if nothing had been written).
    """
    umpire = s.opening.umpire
    for by in (*s.players, *([umpire] if umpire else [])):
        dealt = ("shuffle", "unmask", "lay-open") if s.decks else ()
        dealt = ("lay-open",) if s.stocks else dealt
        for kind in ("join", "orders", "dice", "resign", *dealt, *(["seal"] if secrets else [])):
            yield Event(by, kind)
        yield Event(by, "offer", "tie")
        if keys:
            yield Event(by, "offer", "keys")
        for yes in (True, False):
            yield Event(by, "answer", yes)
            if secrets:
                yield Event(by, "reveal", yes)
        yield from (Event(by, "ruling", what) for what in rulings(s, forks=forks))


def rulings(s: State, *, forks: bool) -> Iterator[tuple[Any, ...]]:
    yield ("result",)
    replaced = len(s.players) - len(s.opening.players)
    for handle in s.players:
        yield ("forfeit", handle)
        if forks:
            yield ("fork", handle, 0, "forfeit")
        if replaced < REPLACEMENTS:
            yield ("replace", handle, handle + "2", False)
            yield ("replace", handle, handle + "2", True)


def with_needs(s: State, events: list[Event], *, secrets: bool) -> Iterator[Event]:
    """These events, each with everything that the game could need after it."""
    for e in events:
        if not goes_on(s, e):
            yield e
            continue
        for then in needs(take(s, e._replace(then=ROLL)), secrets=secrets):
            if not (then == ROLL and e.kind == "dice"):
                yield e._replace(then=then)


def goes_on(s: State, e: Event) -> bool:
    """Whether the game goes on by this event, which then says what it needs."""
    try:
        take(s, e)
    except AssertionError:
        return True
    return False


def needs(s: State, *, secrets: bool) -> Iterator[Then]:
    """Yield what a game could need now: a question to a player in the game, a roll, or its end."""
    sealed = {x.side: x for x in s.seals}
    for side, holder in s.seats:
        if s.gone(holder):
            continue
        yield Ask(side)
        if secrets and side not in sealed and not any(x.opened for x in s.seals):
            yield Ask(side, "seal")
        elif side in sealed and not sealed[side].opened:
            yield Ask(side, "reveal")
    yield ROLL
    yield Over(s.seats[0][0] if s.seats else None)


# --- the promises ---


def of_state(s: State, may_be: list[Event]) -> Iterator[str]:
    """Promises of one state."""
    handle, kinds = active(s)
    if handle is None and s.result is None:
        yield "somebody has the pen or the game is over"
    if handle and "dice" in kinds and handle not in s.joined:
        yield "who owes dice has a dice key"
    if {e.by for e in may_be if e.kind != "ruling"} - {handle}:
        yield "one writes at a time, so two logs part at two events of one author or at a ruling"
    if any((one, True) not in s.renewed and _unruled(s, one) for one, _ in s.renewed):
        yield "a fork stays a fork though its author alone has new keys"
    if s.result and s.rolling:
        yield "a game that is over owes nothing but reveals"


def of_event(s: State, e: Event, after: State) -> Iterator[str]:
    """Promises of one event."""
    if not s.started and e.kind in PLAY and not s.rolling:
        yield "nobody plays before the start"
    if e.kind == "lay-open" and after.rolling and not s.rolling and not s.stocks.fresh:
        yield "one trigger is rolled once, and none behind which a ruling put somebody out"
    if s.closed and e.kind != "reveal":
        yield "after the closing ruling come owed reveals and nothing else"
    if e.kind == "ruling" and after.rolling and not s.rolling:
        yield "no roll comes of an event that was there before it was known that it rolls"
    if e.kind == "ruling" and _passed_over(s, after):
        yield "no ruling lets somebody else write before a player whose turn it is and who stays"
    if s.rolling and after.rolling and e.kind == "ruling" and rolls(s) != rolls(after):
        yield from (
            f"{' and '.join(sorted(party))} saw a roll and got another for less than a seat"
            for party in parties(s)
            if knows(s, party) and not paid(s, e, party) and not named(s, e)
        )


def _passed_over(s: State, after: State) -> bool:
    """Whether another is active than before, though the former active player is in the game still.

    Not where the game is over. Allies open stocks first: who opens them keeps the log that has it.
    """
    (had, _), (has, kinds) = active(s), active(after)
    stays = had is not None and not after.gone(had) and not after.result
    return stays and had != has and "lay-open" not in kinds


def _unruled(s: State, handle: str) -> bool:
    """Whether the umpire can rule no more on what somebody forked, and has not ruled on it."""
    umpire = s.opening.umpire
    if umpire not in s.joined or s.closed or any(who == handle for who, _, _ in s.forks):
        return False
    return not may(s, Event(umpire or "", "ruling", ("fork", handle, 0, "forfeit")))


def rolls(s: State) -> tuple[Keeper, ...]:
    """Return the keepers whose outputs make the roll."""
    return (*s.given, *s.owed)


def parties(s: State) -> Iterator[frozenset[str]]:
    """Everybody who may be friends, but one honest player in the game with a seat."""
    for honest in s.seated():
        others = [handle for handle in s.playing() if handle != honest]
        for n in range(1, len(others) + 1):
            yield from (frozenset(some) for some in combinations(others, n))


def knows(s: State, party: frozenset[str]) -> bool:
    """Whether these players can compute the roll: what is not given yet comes from their keys."""
    return all(keeper.handle in party for keeper in s.owed)


def paid(s: State, e: Event, party: frozenset[str]) -> bool:
    """Whether the ruling cost them a seat, or one of the others has signed their consent."""
    if e.what[0] == "replace":
        return bool(e.what[3]) and not set(s.seated()) <= party
    return s.has_seat(heir_of(s, e.what[1]))


def named(s: State, e: Event) -> bool:
    """Say what section 1 names: a lone player's witness falls silent, and another roll is made."""
    return not s.rules.witnesses_keep and len(s.seated()) <= 1 and not s.has_seat(e.what[1])


# --- stories ---


def story(came: dict[State, tuple[State, Event] | None], s: State) -> list[str]:
    lines: list[str] = []
    while (before := came[s]) is not None:
        s, e = before
        lines.append(report(e))
    return lines[::-1]


def report(e: Event) -> str:
    what = "" if e.what is None else f" {e.what}"
    if isinstance(e.what, tuple):
        what = " " + " ".join("an earlier one" if isinstance(x, tuple) else str(x) for x in e.what)
    again = " (another)" if e.salt else ""
    return f"{e.by}: {e.kind}{what}{again}{report_then(e)}"


def report_then(e: Event) -> str:
    match e.then:
        case Ask(side, kind):
            return f", then {side} is asked for {kind}"
        case Over(winner):
            return f", then {winner} has won"
        case None:
            return ""
    return ", then a roll is due"


def report_active(s: State) -> str:
    handle, kinds = active(s)
    return f"{handle or 'nobody'} may write {' or '.join(kinds) or 'anything'}, result {s.result}"

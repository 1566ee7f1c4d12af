"""Claims about dice: bad ones, and dice that were seen before a choice."""

from __future__ import annotations

import re

from pbem.audit.differing import order_lines
from pbem.court import facts
from pbem.court.answers.asked import Asked, Said
from pbem.court.judging.bench import Bench, Read
from pbem.court.judging.signed import table_at
from pbem.court.verdict import Statement
from pbem.kit.wording import quoted
from pbem.log.event import Event
from pbem.table.events.kinds import Open, read_data

_ORDER = re.compile(r"[a-z0-9/_ -]{1,60}", re.IGNORECASE)
"""The form of an order that names units and places alone."""
_DICE = ("dice.proof", "dice.rolls", "dice.keeper")


def bad_dice(asked: Asked) -> Said:
    """Answer that dice are not those that were owed."""
    against = asked.claim.against
    bad = [
        one
        for one in asked.stated("fault")
        if isinstance(one.fact, facts.Fault)
        and one.fact.code in _DICE
        and (against is None or against in one.fact.blame)
    ]
    if bad:
        return Said(
            "proved",
            "No copy of pbem accepts such dice: the game stops before them. Nothing shows whether "
            "they were a fraud or the fault of a program.",
            bad,
        )
    stated = asked.stated("dice")
    one = asked.counting()
    if one is None or not stated:
        return Said(
            "not shown", "Nothing decides which copy counts. The dice of each copy are proved."
        )
    if one.verdict.level < 2:
        return Said("not shown", "The proofs of the dice were not checked.", stated)
    if one.verdict.policy == "self":
        return Said(
            "cannot be proved",
            "One person kept the dice alone and could choose any roll. If that person did, nothing "
            "would show it.",
            stated,
        )
    return Said(
        "refuted",
        "Each roll follows from signed orders and a key that was fixed before them. Nobody can "
        "prove that the people who could choose a roll together did so.",
        stated,
    )


def saw_dice(asked: Asked) -> Said:
    """Answer that somebody had seen dice before choosing."""
    for event, one in asked.events.values():
        opening = read_data("open", one.events[0].data)
        assert isinstance(opening, Open)  # noqa: S101 - the first event of a game
        if opening.dice == "self":
            return Said(
                "cannot be proved",
                "The player also keeps the dice, alone, and can know every roll before choosing. "
                "If they looked, nothing would show it.",
                asked.stated("opening"),
            )
        stated = _order_of(asked, event, one)
        if stated is not None:
            return Said("refuted", f"{event.by} alone could not know it.", [stated])
    return Said(
        "not shown",
        "After that event, no dice that somebody else rolled were handed in.",
    )


def _order_of(asked: Asked, event: Event, one: Read) -> Statement | None:
    """State that the next dice after an event depend on a signature at or after it."""
    for later in one.events[event.seq + 1 :]:
        if later.kind == "dice" and later.data.get("rolls") is not None:
            break
    else:
        return None
    keepers: list[str] = []
    trigger = later.seq
    while one.events[trigger].kind in ("dice", "ruling"):
        if one.events[trigger].kind == "dice":
            keepers.append(one.events[trigger].by)
        trigger -= 1
    if one.events[trigger].by == event.by:  # who closes the roll has an own key, and needs theirs
        keepers = [keeper for keeper in keepers if keeper != event.by]
    if trigger < event.seq or not keepers or event.by in keepers:
        return None
    return asked.bench.state(
        facts.OrderOf(
            game=asked.game.game,
            choice=event.seq,
            by=event.by,
            chose=_chose(asked.bench, event, one),
            trigger=trigger,
            dice=later.seq,
            keepers=tuple(dict.fromkeys(reversed(keepers))),
        ),
        copies=[one.digest],
        events=[event, one.events[trigger], later],
        check=f"pbem explain {asked.bench.file(one)} {later.seq}",
    )


ORDERS_REPORTED = 3
"""So many orders of a choice are reported."""


def _chose(bench: Bench, event: Event, one: Read) -> str:
    """Say what was chosen in an event, its first orders as they are written."""
    orders = event.data.get("orders")
    if not isinstance(orders, list) or not orders:
        return f"{event.by}: {event.kind}"
    lines = order_lines(event, ORDERS_REPORTED, table_at(bench, one, event.seq))
    more = len(orders) - len(lines)
    return f"{event.by}: {'; '.join(map(_plain, lines))}{f'; and {more} more' if more else ''}"


def _plain(line: str) -> str:
    """Return an order as it is written, what could be a sentence of its author's quoted."""
    return line if _ORDER.fullmatch(line) else quoted(line)

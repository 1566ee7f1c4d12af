"""A claim: the mail in which a player lays the facts before the umpire when another stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

import msgspec

from pbem.cells import wrap
from pbem.crypto.text import escape
from pbem.desk.post import composing
from pbem.desk.seat.sitting import Sitting
from pbem.desk.umpire.timekeeping import Clock, clock_of
from pbem.desk.umpire.words import due_words, terms_words
from pbem.errors import NotYourPen
from pbem.log.event import Event
from pbem.mail.letter import Letter
from pbem.table.clock import Held


class Claim(msgspec.Struct, frozen=True):
    """What is claimed of ``handle``, who has the pen, in ``lines``.

    ``letter``: the mail with them and with the log; None where nobody could rule by a clock, and
    the lines say what the log proves.
    """

    handle: str
    lines: list[str]
    letter: Letter | None


def claim(sitting: Sitting, today: date | None = None) -> Claim:
    """Lay out the facts about whoever has the pen and does not answer.

    Raises NotYourPen where one cannot claim: it is one's own pen, nobody has to write, or the
    holder is in time by the log.
    """
    table, now = sitting.table, sitting.table.pen()
    umpire = None if table.roster.umpire is None else table.roster.umpire.handle
    holder = _holder(sitting, umpire)
    last = next(iter(sitting.since(table.chain.count - 1)))
    clock = clock_of(sitting, today)
    if clock is None or clock.held is None or umpire is None:
        proven = _plain(sitting, holder, last, clock, umpire)
        return Claim(holder, list(_wrapped([escape(now.why), "", *proven])), None)
    ahead = date.fromisoformat(last.at[:10]) > clock.today
    if clock.held.stage != "late" and not ahead:
        raise NotYourPen(
            f"{holder} is in time, as far as the log knows: the answer is "
            f"{due_words(clock, here=True)}"
        )
    lines = list(_wrapped(_facts(sitting, clock, clock.held, last, ahead=ahead)))
    letter = msgspec.structs.replace(
        composing.compose(sitting),
        subject=f"[PBEM] claim: {holder} is late in {sitting.name} #{last.seq}",
        report=lines,
        template=[],
        asked=None,
        about=f"claim-{clock.today}",
    )
    return Claim(holder, lines, letter)


def _holder(sitting: Sitting, umpire: str | None) -> str:
    """Return who has the pen; raises NotYourPen where nothing can be claimed of him."""
    table, name, now = sitting.table, sitting.name, sitting.table.pen()
    if sitting.me == umpire:
        raise NotYourPen(
            f"you are the umpire of {name}: 'pbem clock {name}' shows the days, 'pbem rule {name} "
            "--late' rules"
        )
    if table.roster.find(sitting.me) is None:
        raise NotYourPen(f"{sitting.me} takes no part in {name}, so has nothing to claim there")
    if now.handle is None or table.closed:
        raise NotYourPen(f"nobody keeps {name} waiting. {now.why}")
    if now.handle == sitting.me:
        raise NotYourPen(f"it is you for whom {name} waits. {now.why}")
    if now.handle == umpire:
        raise NotYourPen(f"the umpire's own time is nobody's: write to {umpire}. {now.why}")
    return now.handle


def _facts(
    sitting: Sitting, clock: Clock, held: Held, last: Event, *, ahead: bool
) -> Iterator[str]:
    name, who, umpire = sitting.name, held.handle, clock.umpire
    yield f"{sitting.me} claims that {who} is late in {name}, of which {umpire} is the umpire."
    yield ""
    yield escape(sitting.table.pen().why)
    yield (
        f"Since event {last.seq} ({last.kind}), by {last.by}, dated {last.at}, id {last.id}. It is "
        f"the last that {sitting.me} has; this mail carries it."
    )
    yield f"The clock: {terms_words(clock.terms)}."
    if ahead:
        yield f"The date of event {last.seq} is still to come, so it is not true."
    else:
        yield (
            f"By the dates in the log the days to answer ended on {held.due} UTC, the bank, of "
            f"which {held.bank} were left, on {held.bank_end} UTC, and the grace on "
            f"{held.grace_end} UTC. Today is {clock.today} UTC."
        )
    yield (
        f"Those dates are what authors wrote. What counts is when mail reached {umpire}; absences "
        f"and days more that {umpire} granted are not in the log."
    )
    yield ""
    yield (
        f"Asked of {umpire}: does your record say the same ('pbem clock')? Then 'pbem rule --late' "
        "rules, with --replace CARD if somebody goes on in that place. If not, please tell all "
        f"until when {who} has time."
    )
    yield (
        f"Asked of {who}: if you have answered, mail it to all once more; if not, answer now. An "
        "answer is good as long as no ruling came before it."
    )


def _plain(
    sitting: Sitting, holder: str, last: Event, clock: Clock | None, umpire: str | None
) -> Iterator[str]:
    """Say what the log proves and what not, where no deadline can be ruled on."""
    name = sitting.name
    yield (
        f"The log proves: event {last.seq} ({last.kind}), by {last.by}, id {last.id}, is the last "
        f"one here, and nobody but {holder} can write the next. Everybody signed what stands "
        "under their name before it."
    )
    yield (
        f"It does not prove that this event reached {holder}, nor when, nor that {holder} has sent "
        "nothing since: the dates in it are what authors wrote, and a log that was cut short is a "
        "good log of a game that goes on."
    )
    if clock is None:
        yield "The game was opened without a clock: no day was agreed on by which to answer."
    else:
        yield f"By those dates the answer is {due_words(clock)}."
    yield ""
    if umpire is not None:
        yield (
            f"What can be done: the umpire {umpire} may rule without a clock too. Write to "
            f"{umpire}, and mail the log to all once more ('pbem mail write {name} --whole')."
        )
        return
    yield "Nobody can rule: the game has no umpire. What can be done:"
    yield f"- mail the log to {holder} once more: pbem mail write {name} --whole"
    kinds = sitting.table.pen().kinds
    yield f"- ask {holder} to go on" + (
        f", to offer a draw ('pbem offer {name} tie') or to resign ('pbem resign {name}')"
        if {"offer", "resign"} <= set(kinds)
        else ", or to give the game up"
    )
    yield (
        "- show the log to whoever runs the competition: 'pbem verify' names who has the pen. "
        "Whether they are to blame, no log can say"
    )


def _wrapped(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from wrap(line, composing.COLUMNS) or [""]

"""A claim: the mail in which a player lays the facts before the umpire when another stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

import msgspec

from pbem.cells import wrap
from pbem.client.messages import composing
from pbem.client.session.session import Session
from pbem.client.umpire.timekeeping import Clock, clock_of
from pbem.client.umpire.words import due_words, terms_words
from pbem.crypto.text import escape
from pbem.errors import NotYourPen
from pbem.log.event import Event
from pbem.mail.letter import Letter
from pbem.table.clock import Held


class Claim(msgspec.Struct, frozen=True):
    """The claim about ``handle``, the active player, in ``lines``.

    ``letter``: the mail with them and with the log; None where nobody could rule by a clock, and
    the lines say what the log proves.
    """

    handle: str
    lines: list[str]
    letter: Letter | None


def claim(session: Session, today: date | None = None) -> Claim:
    """Lay out the facts about the active player, who does not answer.

    ``today``: in UTC; None: by the clock of this computer. Raises NotYourPen where one cannot
    claim: it is your own move, nobody has to write, or the holder is in time by the log.
    """
    table, now = session.table, session.table.active()
    umpire = None if table.roster.umpire is None else table.roster.umpire.handle
    holder = _holder(session, umpire)
    last = next(iter(session.since(table.chain.count - 1)))
    clock = clock_of(session, today)
    if clock is None or clock.held is None or umpire is None:
        proven = _plain(session, holder, last, clock, umpire)
        return Claim(holder, list(_wrapped([escape(now.why), "", *proven])), None)
    ahead = date.fromisoformat(last.at[:10]) > clock.today
    if clock.held.stage != "late" and not ahead:
        raise NotYourPen(
            f"{holder} is in time, as far as the log shows. The answer is "
            f"{due_words(clock, here=True)}"
        )
    lines = list(_wrapped(_facts(session, clock, clock.held, last, ahead=ahead)))
    letter = msgspec.structs.replace(
        composing.compose(session),
        subject=f"[PBEM] claim: {holder} is late in {session.name} #{last.seq}",
        report=lines,
        template=[],
        asked=None,
        about=f"claim-{clock.today}",
    )
    return Claim(holder, lines, letter)


def _holder(session: Session, umpire: str | None) -> str:
    """Return the active player; raises NotYourPen where nothing can be claimed of them."""
    table, name, now = session.table, session.name, session.table.active()
    if session.me == umpire:
        raise NotYourPen(
            f"You are the umpire of {name}, so rule instead: 'pbem rule {name} --late'. 'pbem "
            f"clock {name}' shows the days"
        )
    if table.roster.find(session.me) is None:
        raise NotYourPen(f"{session.me} does not play {name}, so cannot claim there")
    if now.handle is None or table.closed:
        raise NotYourPen(f"Nobody keeps {name} waiting. {now.why}")
    if now.handle == session.me:
        raise NotYourPen(f"{name} waits for you. {now.why}")
    if now.handle == umpire:
        raise NotYourPen(f"No clock runs for the umpire. Write to {umpire}. {now.why}")
    return now.handle


def _facts(
    session: Session, clock: Clock, held: Held, last: Event, *, ahead: bool
) -> Iterator[str]:
    name, who, umpire = session.name, held.handle, clock.umpire
    yield f"{session.me} claims that {who} is late in {name}. The umpire is {umpire}."
    yield ""
    yield escape(session.table.active().why)
    yield (
        f"{who} has been the active player since event {last.seq} ({last.kind}) by {last.by}, "
        f"dated {last.at}. It is the last event that {session.me} has, and this mail carries it. "
        f"Its id is {last.id}."
    )
    yield f"The clock: {terms_words(clock.terms)}."
    if ahead:
        yield f"The date of event {last.seq} is in the future, so it is wrong."
    else:
        yield (
            f"By the dates in the log, the days to answer ended on {held.due} UTC. The "
            f"remaining bank of {held.bank} days ended on {held.bank_end} UTC, and the grace on "
            f"{held.grace_end} UTC. Today is {clock.today} UTC."
        )
    yield (
        f"Authors wrote those dates themselves. The day when mail reached {umpire} counts. The log "
        f"does not show absences, nor extra days that {umpire} granted."
    )
    yield ""
    yield (
        f"{umpire}: does your record agree ('pbem clock')? If so, 'pbem rule --late' rules, with "
        f"--replace CARD if somebody takes that place. If not, please write to everyone how long "
        f"{who} has."
    )
    yield (
        f"{who}: if you have answered, please mail your answer to everyone again. If not, answer "
        "now. Your answer counts if it comes before a ruling."
    )


def _plain(
    session: Session, holder: str, last: Event, clock: Clock | None, umpire: str | None
) -> Iterator[str]:
    """Say what the log proves and what not, where no deadline can be ruled on."""
    name = session.name
    yield (
        f"The log proves that event {last.seq} ({last.kind}) by {last.by} is the last one here, "
        f"and that only {holder} can write the next one. Every author signed their own events. The "
        f"id of event {last.seq} is {last.id}."
    )
    yield (
        f"It does not prove that this event reached {holder}, or when, or that {holder} has sent "
        "nothing since. Authors wrote the dates themselves, and a log that was cut short looks "
        "like a game in progress."
    )
    if clock is None:
        yield "The game was opened without a clock, so no answer is due on any day."
    else:
        yield f"By those dates, the answer is {due_words(clock)}."
    yield ""
    if umpire is not None:
        yield (
            f"You can do this: the umpire, {umpire}, may rule without a clock too. Write to "
            f"{umpire}, and mail the log to everyone again ('pbem mail write {name} --whole')."
        )
        return
    yield "Nobody can rule, because the game has no umpire. You can do this:"
    yield f"- mail the log to {holder} again: pbem mail write {name} --whole"
    kinds = session.table.active().kinds
    yield f"- ask {holder} to continue" + (
        f", to offer a draw ('pbem offer {name} tie') or to resign ('pbem resign {name}')"
        if {"offer", "resign"} <= set(kinds)
        else ", or to give the game up"
    )
    yield (
        "- show the log to the organizer of the competition: 'pbem verify' names the active "
        "player. No log can show whether they are to blame"
    )


def _wrapped(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield from wrap(line, composing.COLUMNS) or [""]

"""Reports to the owner, each with the key by which it is sent once.

``where``: the message that it is about, in words. ``about`` and ``reason``: what our own message
was about, in words and as a key. ``why`` and ``wrong``: the cause. ``what``: what is signed.
``place``: a key of the place.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbem.client.exchange.taking import TakeResult
from pbem.client.exchange.words import taken_lines
from pbem.client.messages.confirmations import Confirmed
from pbem.client.messages.reading import Ordered
from pbem.client.messages.words import confirmed_words, ordered_lines
from pbem.client.session.history import chronicle
from pbem.client.session.session import Done, Session, result_of
from pbem.client.session.words import done_lines, entry_lines, sentence
from pbem.crypto.text import escape
from pbem.table.words.short import short

NEWS_MOST = 40
"""Events that are reported at once; 'pbem log' has the others."""

Notice = tuple[str, str]
"""Key and text."""


def refused(taken: TakeResult, where: str) -> Notice:
    """Report a log that was not accepted."""
    found = taken.finding
    what = taken.status if found is None else f"{found.code} {found.seq} {found.event or ''}"
    lines = [f"{where}:", *(f"  {line}" for line in taken_lines(taken)[1:])]
    if taken.status == "refused":
        lines.append("  NOT imported.")
    return f"log {taken.game_id} {what} {'; '.join(taken.warnings)[:200]}", "\n".join(lines)


def echo(ordered: Ordered, where: str, place: str) -> Notice:
    """Report what became of orders at one place of a mail, line by line."""
    lines = [f"{where}: orders for you.", *ordered_lines(ordered)]
    if ordered.draft is not None:
        lines.append(
            "Nothing was signed. If you wrote this yourself, save the message and run 'pbem mail "
            "read FILE --sign', or use 'pbem order'."
        )
    return f"orders {place}", "\n".join(lines)


def confirmed(head: Confirmed, where: str) -> Notice:
    """Report confirmations that do not fit the log here: once of each person, as it stands."""
    key = f"head {head.game_id} {head.upto} {head.what} {head.by}"
    return key, f"{where}: {confirmed_words(head)}"


def bounced(about: str, reason: str, why: str) -> Notice:
    """Say that a message was not delivered."""
    reported = f" ({why})" if why else ""
    text = (
        f"NOT delivered{reported}: our message about {about}. Check the address on the card. To "
        "send the message by hand, type 'pbem mail write'."
    )
    return f"bounced {reason} {why}", text


def put_off(about: str, reason: str) -> Notice:
    """Say that a server put receivers of a message off for so long that they are given up."""
    return bounced(about, reason, "the mail server put off a receiver for five days")


def signed(what: str, done: Done) -> str:
    """Report what the agent signed, in one line for its own log."""
    events = ", ".join(f"{event.seq} ({event.kind})" for event in done.events)
    return f"{done.game}: signed {what} in event {events}. {escape(done.active)}"


def not_signed(session: Session, what: str, wrong: str) -> Notice:
    """Report what the agent could not sign."""
    head = session.table.chain.head
    return (
        f"signing {session.table.game_id} {head} {what}",
        f"{session.name}: could NOT sign {what}: {sentence(wrong)}",
    )


def prepared_signed(done: Done) -> Notice:
    """Say that prepared orders were signed, and what came of it."""
    [*_, last] = done.events
    lines = [f"{done.game}: signed your prepared orders.", *done_lines(done)]
    return f"prepared {last.id}", "\n".join(lines)


def no_address(session: Session, handles: list[str]) -> Notice:
    """Say that these people cannot be written to."""
    who = ", ".join(handles)
    text = (
        f"{session.name}: no message went to {who}, because you have no address of theirs. Import "
        "a card with an address ('pbem card import')."
    )
    return f"address {session.table.game_id} {who}", text


def damaged(name: str, why: str) -> Notice:
    """Report a game, by its name, that the agent cannot look at."""
    return f"damaged {name} {why[:200]}", f"{escape(name)}: {sentence(why)}"


def stood_still(since: datetime, why: str) -> Notice:
    """Say that the agent could do nothing for a while, once it can."""
    at = f"{since:%Y-%m-%d %H:%M}"
    said = f"From {at} (UTC) until now, the agent could do nothing: {sentence(why)}"
    return f"stood still {at}", f"{said} It works again, and has read the mail of that time."


def news(session: Session, known: int) -> Iterator[Notice]:
    """Report what happened after event ``known``, where others or dice had a part in it."""
    first = max(known + 1, session.table.chain.count - NEWS_MOST)
    came = list(chronicle(session, first, reader="news"))
    if all(entry.by == session.handle and entry.kind != "dice" for entry, _ in came):
        return
    lines = [
        f"What happened in {session.name}:",
        *(f"  {escape(line)}" for line in short([one.deed for one in came])),
        "Event by event:",
        *entry_lines([one.entry for one in came]),
        escape(session.table.active().why),
    ]
    yield f"news {session.table.game_id} {session.table.chain.head}", "\n".join(lines)


def over(session: Session) -> Iterator[Notice]:
    """Say that a game is over, and the umpire that its result waits for them."""
    table = session.table
    reported = result_of(table)
    if reported is None:
        return
    yield f"over {table.game_id} {reported}", f"{session.name} is over. {sentence(reported)}"
    umpire = table.roster.umpire
    mine = umpire is not None and umpire.handle == session.handle
    if mine and table.policy == "umpire" and table.active().handle is None and not table.closed:
        text = f"{session.name}: confirm its result with 'pbem rule --result', so that it counts."
        yield f"closing {table.game_id} {table.chain.head}", text


def forked(session: Session) -> Iterator[Notice]:
    """Report forks that are not settled."""
    for text in session.forked():
        yield f"fork {session.table.game_id} {text}", f"{session.name}: {sentence(text)}"

"""Why an event could be written: its key, what allows its orders, what else was legal."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.explaining.binding import binding
from pbem.audit.explaining.others import others
from pbem.audit.explaining.story import CITED_MOST, Cause, Story
from pbem.errors import FormError, IllegalOrder
from pbem.kit.wording import counted
from pbem.log.event import Event
from pbem.play import guards
from pbem.play.listed import STOP
from pbem.play.lists import write_text
from pbem.play.play import Play
from pbem.table.words.reporting import paragraph_words

ORDERS_MOST = 24
"""So many orders of a list are reported each with its paragraph."""


def of_event(story: Story, event: Event) -> Iterator[Cause]:
    """Say why an event is as it is."""
    before = story.before
    yield Cause(
        "event",
        f"{event.by} signed it{_with_key(story, event)}, after event {event.seq - 1}, at "
        f"{event.at} by the author's clock."
        if event.seq
        else f"{event.by} signed it{_with_key(story, event)}. The log begins with it.",
        (str(event.seq),),
    )
    if before is not None and event.seq:
        yield Cause("asked", f"Before it: {before.active().why}", (str(event.seq - 1),))
    yield from binding(story, event)
    yield from alternatives(story, event)
    yield from _allowed(story, event)


def _with_key(story: Story, event: Event) -> str:
    """Say with which key an event is signed: who joins by it had none before."""
    tables = (story.before, story.table) if event.seq else (story.table,)
    signers = [who for table in tables if table is not None for who in table.roster.everybody()]
    sign = next((who.sign for who in signers if who.handle == event.by), None)
    return "" if sign is None else f" with the key {sign[:16]}..."


def _allowed(story: Story, event: Event) -> Iterator[Cause]:
    """Say of each order of a list by which paragraph it could be given, as far as that is seen.

    After dice, and after a question to somebody else, an order waits for its turn.
    """
    play = None if story.before is None else story.before.play
    if event.kind != "orders" or play is None or event.by in play.gone:
        return
    orders, tried = event.data["orders"], following(play, event, 0)
    for number, raw in enumerate(orders[:ORDERS_MOST], 1):
        asked = None if tried is None else tried.asked
        line = write_text(play, [raw])[0]
        waits = asked is None or asked.secret is not None or asked.side != event.data["side"]
        if tried is None or asked is None or waits:
            left = counted(len(orders) - number + 1, "order")
            yield Cause("allowed", f"{left} of the list, from '{line}' on, waited for their turn.")
            return
        before, tried = tried, following(play, event, number)
        bare = guards.bare(raw)
        if raw != bare or bare["do"] == STOP:
            continue  # what a guard left out is in its step
        came = () if tried is None else tried.reported[len(before.reported) :]
        cites = dict.fromkeys(filter(None, map(paragraph_words, came)))
        found = tuple(cites)[:CITED_MOST] or (asked.paragraph,)
        yield Cause("allowed", f"Order {number}, '{line}': allowed", found)
    if len(orders) > ORDERS_MOST:
        yield Cause("allowed", f"And so on: the list has {len(orders)} orders.")


def following(play: Play, event: Event, count: int) -> Play | None:
    """Return the game after ``count`` orders of a list; None if they cannot stand alone."""
    tried = play.copy()
    standing = event.data.get("standing")
    if isinstance(standing, dict):
        tried.standing.pop(event.by, None)
    if count:
        try:
            tried.order(event.by, event.data["orders"][:count])
        except (FormError, IllegalOrder):
            return None
    return tried


def alternatives(story: Story, event: Event) -> Iterator[Cause]:
    """Say what else could have been answered to a question that is no phase's."""
    play = None if story.before is None else story.before.play
    if event.kind != "orders" or play is None or play.asked is None or play.asked.phase:
        return
    yield from others(play, play.asked, event.data["orders"][:1], str(event.seq - 1))

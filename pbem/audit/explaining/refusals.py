"""Why an event is not valid."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.explaining.events import following
from pbem.audit.explaining.story import Cause, Story, paragraph
from pbem.errors import FormError, IllegalOrder
from pbem.log.event import Event
from pbem.log.finding import Finding
from pbem.play import guards
from pbem.play.lists import write_text
from pbem.play.refusals import against


def refused(story: Story, found: Finding) -> Iterator[Cause]:
    """Explain why an event is not valid: the order at fault, as far as the rules can say."""
    yield Cause("refused", found.message, (found.code,))
    event, before = story.event, story.before
    if before is None or before.play is None or event is None or found.code != "orders.illegal":
        return
    play = before.play.copy()
    yield Cause("asked", f"Before it: {before.active().why}", (str(event.seq - 1),))
    for number in range(1, len(event.data["orders"]) + 1):
        tried = play.copy()
        try:
            tried.order(event.by, event.data["orders"][:number])
        except FormError:
            return
        except IllegalOrder as error:
            line = write_text(play, [event.data["orders"][number - 1]])[0]
            reported = f"Order {number} of the list, '{line}': {error}"
            yield Cause("order", reported, (error.paragraph,))
            yield from paragraph(story, error.paragraph)
            yield from _also_against(story, event, number, error)
            return


def _also_against(story: Story, event: Event, number: int, error: IllegalOrder) -> Iterator[Cause]:
    """Say what else is against an order of a list: of several units, against each one alone."""
    assert story.before is not None  # noqa: S101 - the caller looked
    assert story.before.play is not None  # noqa: S101
    tried = following(story.before.play, event, number - 1)
    if tried is None or tried.asked is None:
        return
    try:
        order = tried.game.read_order({**guards.bare(event.data["orders"][number - 1])})
    except FormError:
        return
    said = {(error.paragraph, error.why)}
    for one in against(tried, order):
        if (one.paragraph, one.why) in said:
            continue
        said.add((one.paragraph, one.why))
        more = f" {one.instead}" if one.instead else ""
        yield Cause("against", f"'{one.order}' alone: {one.why}.{more}", (one.paragraph,))
        yield from paragraph(story, one.paragraph)

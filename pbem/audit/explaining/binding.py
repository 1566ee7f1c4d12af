"""What fixed the dice behind an event, and whether anybody had seen them before a choice."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.explaining.story import BEHIND_MOST, Cause, Story
from pbem.errors import FormError
from pbem.kit.wording import listed
from pbem.log.event import Event
from pbem.log.finding import BadLog
from pbem.table.moments import events_to


def binding(story: Story, event: Event) -> Iterator[Cause]:
    """Say whose signature binds whom, and what its author could know of the dice."""
    match event.kind:
        case "dice":
            yield from _dice_bind(story, event)
        case "join":
            yield Cause(
                "binds",
                f"With it {event.by} fixed a key of dice for this game, before there was any "
                "order: what it gives for an event, it gives once.",
                (str(event.seq),),
            )
        case "open":
            yield Cause("binds", "It fixes rules, options, seats and keys for the game.", ("0",))
        case "ruling":
            yield Cause("binds", "It is the umpire's word: no die and no piece moves by it.", ())
        case _:
            yield Cause(
                "binds",
                f"{event.by}'s signature fixes every word of it: a second event {event.seq} by "
                f"{event.by} on event {event.seq - 1} would be a fork, which the two signatures "
                "prove.",
                (str(event.seq),),
            )
            yield from _saw(story, event)


def _dice_bind(story: Story, event: Event) -> Iterator[Cause]:
    before = story.before
    owed = None if before is None else before.dicing
    policy = None if story.table.opening is None else story.table.opening.dice
    if owed is None:
        return
    cites = (str(owed.seq), str(event.seq))
    if policy == "self":
        yield Cause(
            "dice",
            f"{event.by} kept the dice alone in this game and could have chosen event {owed.seq} "
            "by what it would roll, and the log says so where it was opened.",
            cites,
        )
        return
    keepers = list(dict.fromkeys([*story.gave, *(one.handle for one in owed.keepers)]))
    fixed = [story.joined[one] for one in keepers if one in story.joined]
    keys = f"the key{'s' if len(keepers) > 1 else ''} that {listed(keepers)} fixed"
    when = f" in event {' and '.join(map(str, fixed))}" if fixed else ""
    yield Cause(
        "dice",
        f"The dice follow from event {owed.seq} (by {owed.by}), word for word, and from {keys}"
        f"{when}. One proof fits, and it was checked: nobody could choose them, and only by not "
        f"answering could {event.by} keep them back.",
        (*cites, *map(str, fixed)),
    )
    without = "these keys" if len(keepers) > 1 else "that key"
    yield Cause(
        "dice",
        f"{owed.by} signed event {owed.seq} without {without}, and could not know them, unless "
        f"{listed(keepers)} helped {owed.by}; whoever gave them had event {owed.seq} first, "
        "which was signed and fixed by then.",
        cites,
    )


def _saw(story: Story, event: Event) -> Iterator[Cause]:
    """Say of somebody who chose which dice he had seen, and which he had not."""
    seen = [seq for seq, _ in story.diced if seq < event.seq]
    if seen:
        yield Cause(
            "dice",
            f"{event.by} had seen the dice up to event {seen[-1]} when writing this, as the order "
            "of the events says: each event names the one before it.",
            (str(seen[-1]), str(event.seq)),
        )
    follows = _next_dice(story)
    if follows is not None:
        seq, by = follows
        self_kept = story.table.opening is not None and story.table.opening.dice == "self"
        knew = (
            f"which {event.by} keeps alone and could have known"
            if self_kept
            else f"which are made of event {event.seq} itself and of a key of somebody else: when "
            f"it was signed nobody could know them, unless {by} helped {event.by}"
        )
        yield Cause(
            "dice",
            f"{event.by} had not seen the dice of event {seq} (given by {by}), {knew}.",
            (str(event.seq), str(seq)),
        )
    elif story.table.dicing is not None and story.table.dicing.seq == event.seq:
        owes = story.table.pen().handle
        yield Cause("dice", f"The dice for it are not there yet: {owes} owes them.", ())


def _next_dice(story: Story) -> tuple[int, str] | None:
    """Return the event that gives the dice for this one, and its author; None if it has none."""
    dicing = story.table.dicing
    if dicing is None or dicing.seq != story.seq:
        return None
    table = story.table.copy()
    try:
        for event in events_to(story.path, story.place):
            if event.seq <= story.seq:
                continue
            if event.seq > story.seq + BEHIND_MOST:
                break
            table.take(event)
            if event.kind == "dice" and table.dicing is None:
                return event.seq, event.by
    except (BadLog, FormError):
        pass  # what comes behind is not good, so there are no dice
    return None

"""The facts that fixed the dice after an event, and whether anybody saw them before a choice."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.audit.explaining.story import AFTER_MOST, Cause, Story
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
                f"With this event {event.by} fixed a dice key for this game, before the first "
                "order. That key gives one result for each event, and no other.",
                (str(event.seq),),
            )
        case "open":
            yield Cause("binds", "It fixes the rules, options, seats and keys of the game.", ("0",))
        case "ruling":
            yield Cause("binds", "It is the umpire's word. It moves no die and no piece.", ())
        case _:
            yield Cause(
                "binds",
                f"{event.by}'s signature fixes every word of it. A second event {event.seq} by "
                f"{event.by} after event {event.seq - 1} would be a fork, and the two signatures "
                "would prove it.",
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
            f"{event.by} kept the dice alone in this game, as its opening says. So {event.by} "
            f"could have chosen event {owed.seq} by what it would roll.",
            cites,
        )
        return
    keepers = list(dict.fromkeys([*story.gave, *(one.handle for one in owed.keepers)]))
    fixed = [story.joined[one] for one in keepers if one in story.joined]
    keys = f"the dice key{'s' if len(keepers) > 1 else ''} that {listed(keepers)} fixed"
    when = f" in event {' and '.join(map(str, fixed))}" if fixed else ""
    yield Cause(
        "dice",
        f"The dice follow from event {owed.seq} (by {owed.by}), word for word, and from {keys}"
        f"{when}. Only one proof fits, and it was checked. {event.by} could not choose the dice, "
        "only refuse to roll.",
        (*cites, *map(str, fixed)),
    )
    others = [one for one in keepers if one != owed.by]  # an author may close the roll
    without = f"the key{'s' if len(others) > 1 else ''} of {listed(others)}"
    if others == keepers:
        without = "these keys" if len(keepers) > 1 else "that key"
    yield Cause(
        "dice",
        f"{owed.by} signed event {owed.seq} without {without}, so {owed.by} could not know the "
        f"dice unless {listed(others)} helped. Event {owed.seq} was signed before the dice were "
        "rolled.",
        cites,
    )


def _saw(story: Story, event: Event) -> Iterator[Cause]:
    """Say of somebody who chose which dice they had seen, and which they had not."""
    seen = [seq for seq, _ in story.diced if seq < event.seq]
    if seen:
        yield Cause(
            "dice",
            f"{event.by} had seen the dice up to event {seen[-1]} when writing this. The order of "
            "the events proves it: each event names the one before it.",
            (str(seen[-1]), str(event.seq)),
        )
    follows = _next_dice(story)
    if follows is not None:
        seq, by = follows
        if by == event.by and story.table.dicing is not None:  # who closes a roll of witnesses
            keepers = [one.handle for one in story.table.dicing.keepers if one.handle != by]
            by, helped = f"{by} at last", listed(keepers)
        else:
            helped = by
        self_kept = story.table.opening is not None and story.table.opening.dice == "self"
        knew = (
            f"{event.by} keeps the dice alone and could have known them"
            if self_kept
            else f"They follow from event {event.seq} itself and from another person's key. "
            f"{event.by} could not know them without help from {helped}"
        )
        yield Cause(
            "dice",
            f"{event.by} signed this before the dice of event {seq}, which {by} rolled. {knew}.",
            (str(event.seq), str(seq)),
        )
    elif story.table.dicing is not None and story.table.dicing.seq == event.seq:
        owes = story.table.active().handle
        yield Cause("dice", f"Its dice are not rolled yet. {owes} must roll them.", ())


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
            if event.seq > story.seq + AFTER_MOST:
                break
            table.take(event)
            if event.kind == "dice" and table.dicing is None:
                return event.seq, event.by
    except (BadLog, FormError):
        pass  # what comes after is not good, so there are no dice
    return None

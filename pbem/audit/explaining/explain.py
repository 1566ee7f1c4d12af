"""Why something in a log is as it is: an event, or one step of what came of it, in words.

A judge asks why an order was skipped, why a roll was read so, why a unit went there, whether
somebody saw dice before a choice. Each answer cites events by number and paragraphs of the
rulebook.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from pbem.audit.explaining.events import of_event
from pbem.audit.explaining.refusals import refused
from pbem.audit.explaining.steps import of_step
from pbem.audit.explaining.story import Cause, Story
from pbem.errors import FormError
from pbem.kit.wording import counted
from pbem.log.finding import Finding
from pbem.table.library import Library
from pbem.table.moments import Place


class Explanation(msgspec.Struct, frozen=True, kw_only=True, rename={"reported": "told"}):
    """Why a place in a log is as it is.

    - ``at``: The place.
    - ``reported``: The step in words; empty for a whole event.
    - ``causes``: In the order in which they are read.
    - ``steps``: The outcomes of a whole event, each with its number.
    - ``finding``: The reason why the event is not valid; null if it is.
    """

    at: str
    event: str
    by: str
    kind: str
    reported: str
    causes: tuple[Cause, ...]
    steps: tuple[Cause, ...] = ()
    finding: Finding | None = None


def explain(path: Path, library: Library, place: Place) -> Explanation:
    """Explain an event of a log, or one step of it.

    ``path``: of the log. Raises FormError where there is no such place or the log is not good up to
    there, BadLog where nothing is good, `LogFileError`.
    """
    story = Story(path, library, place)
    event = story.event
    if event is None or story.bad is not None:
        assert story.bad is not None  # noqa: S101 - what is no event has a finding
        causes, reported = list(refused(story, story.bad.finding)), ""
    elif place.step is None:
        causes, reported = list(of_event(story, event)), ""
    else:
        if not 1 <= place.step <= len(story.groups):
            many = counted(len(story.groups), "step")
            raise FormError(f"there is no {place}: event {story.seq} has {many}")
        reported = next(
            one.reporting.text for one in story.steps if one.place == f"{story.seq}.{place.step}"
        )
        causes = list(of_step(story, event, place.step))
    steps = [
        Cause("step", one.reporting.text, (one.place, one.reporting.paragraph))
        for one in (story.steps if place.step is None and story.bad is None else ())
        if one.place.partition(".")[0] == str(story.seq)
    ]
    return Explanation(
        at=str(place),
        event="" if event is None else event.id,
        by="" if event is None else event.by,
        kind="" if event is None else event.kind,
        reported=reported,
        causes=tuple(causes),
        steps=tuple(steps),
        finding=None if story.bad is None else story.bad.finding,
    )

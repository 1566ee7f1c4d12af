"""No mail counts as read that brought the next event of a game, and was not imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from agent.conftest import Secretary
from pbem.log.file import read_stretch, tail
from pbem.log.finding import BadLog
from pbem.mail.reading import read_message
from simulation.broken import Broken


@contextmanager
def nothing_passed_over(secretary: Secretary) -> Iterator[None]:
    """Hold an agent to it in what it does meanwhile, whatever its computer fails at."""
    ends, seen = _ends(secretary), _seen(secretary)
    try:
        yield
    finally:
        still = ends & _ends(secretary)
        for name in sorted(_seen(secretary) - seen):
            if still & _follows(secretary, name):
                handle = secretary.person.handle
                raise Broken(f"the agent of {handle} passed over the next event, in {name}")


def _ends(secretary: Secretary) -> set[str]:
    """Return the ids of the events that games here end with."""
    lasts = map(tail, secretary.person.client.logs())
    return {last.id for last in lasts if last is not None}


def _box(secretary: Secretary) -> Path:
    return Path(secretary.office.box(secretary.address))


def _seen(secretary: Secretary) -> set[str]:
    return set(secretary.agent.database.seen(f"maildir {_box(secretary)}"))


def _follows(secretary: Secretary, name: str) -> set[str]:
    """Return the events that those follow which a message brings in whole logs."""
    post = read_message((_box(secretary) / "new" / name).read_bytes(), name)
    before = set[str]()
    for log in post.logs:
        with suppress(BadLog):  # a log that was cut off on its way
            before.update(event.prev for event in read_stretch(log.path))
    post.folder.close()
    return before

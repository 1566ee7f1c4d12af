"""How much is read: of one source, and in a whole sitting.

Each claim, policy and pack takes a moment, and an archive or a mailbox may hold thousands. So each
file that was handed in has its own share, and nobody's heap keeps out what others handed in.

Files that were handed in one by one have no such share. So everything together has a limit. If a
sitting reaches it, nothing is judged: a verdict from some of the logs could be the wrong one, and
the party that hands in most would choose which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from pbem.court.exhibits import Evidence, Exhibit
from pbem.crypto.text import escape
from pbem.errors import FormError, TooMuchWork
from pbem.files import MIB
from pbem.kit.wording import listed, named

FILES_MOST = 200
BYTES_MOST = 4 * MIB
LIMIT_COSTS = 2 * MIB
"""A file that reaches its own limit counts as so many bytes at least."""

ALL_LOGS = 256 * MIB
"""Bytes of logs in a sitting, joined ones included: they take half an hour."""
ALL_YAML, YAML_LEAST = 32 * MIB, 32 * 1024
"""Bytes of YAML files in a sitting; each file counts as so many at least."""
ALL_WORK = 1024 * MIB
"""Bytes of events that a sitting judges, each as often as it is judged.

A claim, a branch point and a ruling on a fork each have a log judged again.
"""
FACT_WEIGHS = 8
"""So many bytes of work is each byte of a fact: it stands in a verdict three times."""
_SOURCES_NAMED = 3


class Sitting:
    """The sum of what all files of one kind cost together.

    Args:
        evidence: All that was handed in.
        what: The name of these files in a sentence.
        most: Bytes that they may have.
    """

    def __init__(self, evidence: Evidence, what: str, most: int) -> None:
        self._evidence = evidence
        self._what = what
        self._most = most
        self._costs = Counter[int]()  # by the number of what was handed in

    def count(self, exhibit: Exhibit, size: int) -> None:
        """Count bytes of an exhibit.

        Raises:
            FormError: All together are too many, so nothing is judged.
        """
        self._costs[self._evidence.source(exhibit).number] += size
        if sum(self._costs.values()) <= self._most:
            return
        raise FormError(
            f"nothing was judged: the {self._what} that were handed in have more than "
            f"{self._most // MIB} MiB together, too much for one report. Most of it is in "
            f"{_heaviest(self._evidence, self._costs)}. {_LESS}"
        )


_LESS = "Judge each game by itself, and ask each party to hand in less"


def _heaviest(evidence: Evidence, costs: Counter[int]) -> str:
    """Name the files that were handed in which cost most; ``costs``: by their numbers."""
    heaviest = costs.most_common(_SOURCES_NAMED)
    return listed(named(escape(evidence.exhibits[number - 1].names[0])) for number, _ in heaviest)


class Work:
    """The work of a sitting: small files may have large ones judged again and again.

    It counts bytes and no seconds, so that it is the same on every computer.
    """

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._costs = Counter[int]()  # by the number of what was handed in
        self._done = 0
        self._now = 1

    @contextmanager
    def on(self, number: int) -> Iterator[None]:
        """Count what is done within this for an exhibit, by its number."""
        before = self._now
        self._now = self._evidence.source(self._evidence.exhibits[number - 1]).number
        try:
            yield
        finally:
            self._now = before

    def count(self, size: int) -> None:
        """Count bytes of work.

        Raises:
            TooMuchWork: All together are too many, so nothing is judged.
        """
        self._costs[self._now] += size
        self._done += size
        if self._done > ALL_WORK:
            raise TooMuchWork(
                f"nothing was judged: it would take more than {ALL_WORK // MIB} MiB of work, logs "
                "that are read again included. Most of it is for "
                f"{_heaviest(self._evidence, self._costs)}. {_LESS}"
            )


class Shares:
    """The room that is left for the YAML files in each exhibit that was handed in."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._files = Counter[int]()
        self._bytes = Counter[int]()
        self._sitting = Sitting(evidence, "claims, policies and packs", ALL_YAML)

    def takes(self, exhibit: Exhibit) -> bool:
        """Say whether a file is still read, and report it as unread if it is not."""
        source = self._evidence.source(exhibit)
        self._files[source.number] += 1
        self._bytes[source.number] += exhibit.size
        within = (
            self._files[source.number] <= FILES_MOST and self._bytes[source.number] <= BYTES_MOST
        )
        if within or exhibit is source:  # of which its own limit holds
            self._sitting.count(exhibit, max(exhibit.size, YAML_LEAST))
            return True
        self._bytes[source.number] -= exhibit.size  # a smaller one may follow
        self._evidence.unread.append(
            f"{exhibit.label} was not read: {source.label} holds more YAML files than one source "
            f"may have ({FILES_MOST} files, {BYTES_MOST // MIB} MiB)"
        )
        return False

    def cost_too_much(self, exhibit: Exhibit) -> None:
        """Count a file that reached its own limit."""
        more = max(0, LIMIT_COSTS - exhibit.size)
        self._bytes[self._evidence.source(exhibit).number] += more
        self._sitting.count(exhibit, more)

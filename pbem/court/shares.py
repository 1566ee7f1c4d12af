"""How many YAML files of one source are read: claims, policies and packs.

Each file takes a moment, and an archive or a mailbox may hold thousands. So each file that was
handed in has its own share, and nobody's heap keeps out what others handed in.
"""

from __future__ import annotations

from collections import Counter

from pbem.court.exhibits import Evidence, Exhibit
from pbem.files import MIB

FILES_MOST = 200
BYTES_MOST = 4 * MIB
LIMIT_COSTS = 2 * MIB
"""A file that reaches its own limit counts as so many bytes at least."""


class Shares:
    """The room that is left for the YAML files in each exhibit that was handed in."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._files = Counter[int]()
        self._bytes = Counter[int]()

    def takes(self, exhibit: Exhibit) -> bool:
        """Say whether a file is still read, and report it as unread if it is not."""
        source = self._evidence.source(exhibit)
        self._files[source.number] += 1
        self._bytes[source.number] += exhibit.size
        if self._files[source.number] <= FILES_MOST and self._bytes[source.number] <= BYTES_MOST:
            return True
        if exhibit is source:
            return True  # its own limit holds
        self._bytes[source.number] -= exhibit.size  # a smaller one may follow
        self._evidence.unread.append(
            f"{exhibit.label} was not read: {source.label} holds more YAML files than one source "
            f"may have ({FILES_MOST} files, {BYTES_MOST // MIB} MiB)"
        )
        return False

    def cost_too_much(self, exhibit: Exhibit) -> None:
        """Count a file that reached its own limit."""
        self._bytes[self._evidence.source(exhibit).number] += max(0, LIMIT_COSTS - exhibit.size)

"""A verifier's statement about an event that is not valid (protocol section 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from pbem.crypto import text
from pbem.errors import PbemError
from pbem.log.codes import CODES, Code

__all__ = ["CODES", "BadLog", "Code", "Finding", "Found", "finding"]


class Found(Protocol):
    """An event as far as a finding describes it; see `pbem.log.event.Event`."""

    @property
    def seq(self) -> int:
        """Its number in the log."""

    @property
    def id(self) -> str:
        """Its id, 64 hex digits."""

    @property
    def prev(self) -> str:
        """The id of the event before it."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One fault: which event, which promise, who is to blame, and what is still good before it.

    - ``code``: stable name of the fault, a key of ``CODES``.
    - ``message``: what is wrong, where, and what to do, for a person.
    - ``promise``: the promise of protocol section 1 at stake, like ``P1``.
    - ``seq``, ``event``: number and id (64 hex digits) of the event, None where it has none.
    - ``line``: number of the line in its file, from 1, None where there is no file.
    - ``blame``: handles, first to blame first; empty when the log proves nobody's fault. Blame
      rests on valid signatures only, so form and chain faults blame nobody.
    - ``good``: how many events before it are good, None where that is not known.
    - ``head``: id of the last good event, None where that is not known or there is none.
    """

    code: str
    message: str
    promise: str
    seq: int | None = None
    event: str | None = None
    line: int | None = None
    blame: tuple[str, ...] = ()
    good: int | None = None
    head: str | None = None

    @property
    def level(self) -> int:
        """The cheapest level of verification that sees it: 1, 2 or 3."""
        return CODES[self.code].level

    @property
    def title(self) -> str:
        """The meaning of the code, in one line."""
        return CODES[self.code].title

    @property
    def advice(self) -> str:
        """A player's next step."""
        return CODES[self.code].advice

    @property
    def fault(self) -> bool:
        """False where nobody did anything wrong: a newer reader, or other rules, are needed."""
        return CODES[self.code].fault

    def at(
        self, *, line: int | None = None, good: int | None = None, head: str | None = None
    ) -> Finding:
        """Return the finding with its place added, as far as it was not known.

        Args:
            line: The line of the file.
            good: How many events are good.
            head: The id of the last good event.
        """
        return msgspec.structs.replace(
            self,
            line=line if self.line is None else self.line,
            good=good if self.good is None else self.good,
            head=head if self.head is None else self.head,
        )

    def blaming(self, *handles: str) -> Finding:
        """Return the finding with ``handles`` to blame, first to blame first."""
        return msgspec.structs.replace(self, blame=handles)


def finding(
    code: str,
    event: Found | None = None,
    *,
    message: str,
    blame: Sequence[str] = (),
    seq: int | None = None,
    line: int | None = None,
    good: int | None = None,
    head: str | None = None,
) -> Finding:
    """Make a finding, completed from the register and the event.

    Args:
        code: A code of `CODES`.
        event: The faulty event. Without ``good`` it is assumed to follow properly on its chain: all
            events before it are good, and its predecessor is the good head.
        message: The fault, in sentences.
        blame: The handles of those at fault.
        seq: The number of an event that could not be read.
        line: The line of the file.
        good: How many events are good.
        head: The id of the last good event.

    Raises:
        KeyError: The code is not in `CODES`, which is a mistake in the program.
    """
    identity = None
    if event is not None:
        seq, identity = event.seq, event.id
        if good is None:
            good, head = event.seq, event.prev if event.seq else None
    return Finding(
        code=code,
        message=text.in_ascii(message),  # it may quote an event
        promise=CODES[code].promise,
        seq=seq,
        event=identity,
        line=line,
        blame=tuple(blame),
        good=good,
        head=head,
    )


class BadLog(PbemError):
    """An event that is not valid; ``finding`` says which, why, and who is to blame."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding
